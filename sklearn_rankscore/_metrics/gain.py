"""Metrics that add up gains: CG, DCG, nDCG and graded precision."""

import math
from functools import lru_cache

import numpy as np

from sklearn_rankscore._conventions.axes import (
    LARGEST,
    Arithmetic,
    Discount,
    DiscountName,
    FromFloats,
    Gain,
    GainLike,
    Ideal,
    PrecisionDenominator,
    Ties,
)
from sklearn_rankscore._lists.arrays import Floats, Integers, Numbers
from sklearn_rankscore._lists.ranked import RankedLists, Run
from sklearn_rankscore._metrics.catalogue import declare


def gain_of(labels: Floats, gain: GainLike) -> Floats:
    """Return the gains of an array of labels."""
    if gain == "linear":
        return labels
    if gain == "exponential":
        # Split off the whole part: exact for whole labels whatever libm the loop uses.
        whole = np.floor(labels)
        gains = np.ldexp(np.exp2(labels - whole), whole.astype(np.intc)) - 1.0
        fraction = (whole == 0) & (labels != 0)
        if fraction.any():
            # Close to 0 the difference from 1 would cancel.
            gains[fraction] = np.expm1(labels[fraction] * math.log(2))
        return gains
    if callable(gain):
        return _called(gain, labels, "gain", "label")
    return np.asarray(gain)[labels.astype(np.intp)]


def _called(function: FromFloats, argument: Floats, name: str, unit: str) -> Floats:
    """Call a user's function, which must answer elementwise and finite."""
    # A copy: it may work in place, and others read the same labels.
    values = np.asarray(function(argument.copy()), dtype=np.float64)
    if values.shape != argument.shape:
        raise ValueError(
            f"The {name!r} callable must return one value per {unit}. "
            f"Got shape {values.shape} for {argument.shape}."
        )
    wrong = ~(values >= 0) | (values > LARGEST)
    if wrong.any():
        at = np.flatnonzero(wrong)[0]
        raise ValueError(
            f"The {name!r} callable must return numbers from 0 to {LARGEST:g}. "
            f"Got {values[at]} for {unit} {argument[at]}."
        )
    return values


class Discounts:
    """The factors of ranks 1, 2, ..., and their mean over a run of ranks."""

    def __init__(self, factors: Floats, divisors: Floats | None = None) -> None:
        self.factors = factors
        self._divisors = divisors
        # Differences of running sums cancel; carry the sums in two float64 each, the
        # second adding up what the first lost: Knuth's two-sum, step by step.
        high: Floats = np.concatenate(([0.0], np.cumsum(factors)))
        step = high[1:] - high[:-1]
        lost = (high[:-1] - (high[1:] - step)) + (factors - step)
        self._high: Floats = high
        self._low: Floats = np.concatenate(([0.0], np.cumsum(lost)))

    def expected(self, run: Run) -> Floats:
        """Return the mean factor of each entry over the ranks of its tie block."""
        if not len(run.tied):
            return self.factors[run.before]
        begin, size = run.before[run.firsts], run.size[run.firsts]
        total = self.between(begin, run.block_end[run.firsts])
        mean = np.where(size == 1, self.factors[begin], total / size)
        return np.repeat(mean, size)

    def divide(self, run: Run) -> Floats:
        """Return the values of a run without ties over the divisor of their rank."""
        if self._divisors is None:
            return run.values * self.factors[run.before]
        return run.values / self._divisors[run.before]

    def between(self, begin: Integers, end: Integers) -> Floats:
        """Return the sum of the factors of ranks ``begin + 1`` to ``end``."""
        high = self._high[end] - self._high[begin]
        return high + (self._low[end] - self._low[begin])


def discounts(discount: Discount, depth: int) -> Discounts:
    """Return the discounts down to rank `depth`."""
    if callable(discount):
        factors = _called(discount, np.arange(1.0, depth + 1), "discount", "rank")
        rising = np.flatnonzero(np.diff(factors) > 0)
        if len(rising):
            raise ValueError(
                f"The 'discount' callable must return factors that do not rise with "
                f"the rank: 1 / np.log2(ranks + 1), not np.log2(ranks + 1). Got "
                f"{factors[rising[0]]} and {factors[rising[0] + 1]} for ranks "
                f"{rising[0] + 1} and {rising[0] + 2}."
            )
        return Discounts(factors)
    return _stored_discounts(discount, 1 << max(10, (int(depth) - 1).bit_length()))


@lru_cache(maxsize=4)
def _stored_discounts(discount: DiscountName | float, depth: int) -> Discounts:
    if discount == "reciprocal":
        ranks = np.arange(1.0, depth + 1)
        return Discounts(1.0 / ranks, ranks)
    # math.log2 is libm's, as in LightGBM and XGBoost; np.log2 differs in last bits.
    logs = np.fromiter(map(math.log2, range(2, depth + 2)), np.float64, depth)
    if discount == "log2":
        return Discounts(1.0 / logs, logs)
    return Discounts(math.log2(discount) / logs)


def _discounted(
    run: Run, discount: Discount, depth: int, arithmetic: Arithmetic
) -> Floats:
    """Return gain times discount of each entry."""
    table = discounts(discount, depth)
    if arithmetic == "divided" and not len(run.tied):
        return table.divide(run)
    return run.values * table.expected(run)


def positive(counts: Numbers) -> Floats:
    """Return counts or sums as float64, NaN in place of zero."""
    return np.where(counts == 0, np.nan, counts)


def shown(
    lists: RankedLists, precision_denominator: PrecisionDenominator
) -> Floats | int:
    """Return what precision divides by: the ranks that were filled, or asked for."""
    if precision_denominator == "k" and lists.k is not None:
        return lists.k
    return positive(lists.depth)


_JARVELIN = "Järvelin and Kekäläinen (2002), 10.1145/582415.582418"


@declare(
    "cg",
    title="Cumulative gain",
    family="gain",
    function="cg_score",
    range=(0.0, math.inf),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined="",
    reference=_JARVELIN,
)
def cg(lists: RankedLists, *, gain: Gain, ties: Ties) -> Floats:
    run = lists.break_ties(ties, gain_of(lists.label, gain))
    return run.sum(run.values * run.share_in_top())


@declare(
    "graded_precision",
    title="Graded precision",
    family="gain",
    function="graded_precision_score",
    range=(0.0, math.inf),
    greater_is_better=True,
    normalised=False,
    cutoff="divides",
    undefined="no row of the list was retrieved",
    reference="Kekäläinen and Järvelin (2002), 10.1002/asi.10137",
)
def graded_precision(
    lists: RankedLists,
    *,
    gain: Gain,
    precision_denominator: PrecisionDenominator,
    ties: Ties,
) -> Floats:
    return cg(lists, gain=gain, ties=ties) / shown(lists, precision_denominator)


@declare(
    "dcg",
    title="Discounted cumulative gain",
    family="gain",
    function="dcg_score",
    range=(0.0, math.inf),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined="",
    reference=_JARVELIN,
)
def dcg(
    lists: RankedLists,
    *,
    gain: Gain,
    discount: Discount,
    ties: Ties,
    arithmetic: Arithmetic,
) -> Floats:
    run = lists.break_ties(ties, gain_of(lists.label, gain))
    return run.sum(_discounted(run, discount, lists.deepest, arithmetic))


@declare(
    "ndcg",
    title="Normalised discounted cumulative gain",
    family="gain",
    function="ndcg_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="truncates",
    undefined="every gain of the list is 0",
    reference=_JARVELIN,
)
def ndcg(
    lists: RankedLists,
    *,
    gain: Gain,
    discount: Discount,
    ties: Ties,
    ideal: Ideal,
    arithmetic: Arithmetic,
) -> Floats:
    run = lists.break_ties(ties, gain_of(lists.label, gain))
    terms = _discounted(run, discount, lists.deepest, arithmetic)
    best_order = lists.ideal(lambda labels: gain_of(labels, gain), ideal)
    deepest = int(best_order.rank.max(initial=1))
    best = best_order.sum(_discounted(best_order, discount, deepest, arithmetic))
    best = positive(best)
    if arithmetic == "terms":
        value = run.sum(terms * (1.0 / best)[run.owner])
        return np.where(np.isnan(best), np.nan, value)
    if arithmetic == "reciprocal":
        return run.sum(terms) * (1.0 / best)
    return run.sum(terms) / best
