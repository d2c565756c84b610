"""What the metrics of an explained list are made of, and which choices were read."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sklearn_rankscore._conventions.axes import AXES
from sklearn_rankscore._conventions.convention import Convention, value_in_words
from sklearn_rankscore._explain.positions import Position
from sklearn_rankscore._lists.arrays import Floats
from sklearn_rankscore._lists.ranked import RankedLists
from sklearn_rankscore._metrics.catalogue import Metric
from sklearn_rankscore._metrics.gain import shown
from sklearn_rankscore._plans.rankings import Step, read_axes

# A sum is written out for so many ranks.
LONGEST_SUM = 10


@dataclass(frozen=True)
class Told:
    """A metric that is explained: its short name, and its fraction in words."""

    key: str
    metric: str
    short: str
    cut: bool
    words: str

    def name(self, k: int | None) -> str:
        stem = "idcg" if self.key == "idcg" else self.metric
        return stem if k is None or not self.cut else f"{stem}@{k}"

    def held_by(self, convention: Convention) -> bool:
        """Tell whether the convention holds for it, or for the nDCG it is part of."""
        names = convention.metrics
        if names is None or self.metric in names:
            return True
        return self.metric == "dcg" and "ndcg" in names


TOLD = (
    Told(
        "precision",
        "precision",
        "P",
        True,
        "relevant rows in the top k / {precision_denominator}",
    ),
    Told(
        "recall",
        "recall",
        "R",
        True,
        "relevant rows in the top k / {recall_denominator}",
    ),
    Told("mrr", "mrr", "MRR", False, "1 / rank of the first relevant row"),
    Told("ndcg", "ndcg", "nDCG", True, "DCG / ideal DCG, both cut at k"),
    Told("ndcg_all", "ndcg", "nDCG", False, "DCG / ideal DCG, all ranks"),
    Told(
        "map",
        "map",
        "AP",
        True,
        "sum of precision at relevant rows / {ap_denominator}",
    ),
    Told("cg", "cg", "CG", True, "sum of the gains"),
    Told("dcg", "dcg", "DCG", True, "sum of gain / discount"),
    Told("idcg", "dcg", "IDCG", True, "DCG of the ideal order"),
    Told(
        "err", "err", "ERR", True, "sum of chance to stop / rank, top grade {max_grade}"
    ),
    Told(
        "rbp",
        "rbp",
        "RBP",
        True,
        "sum of (1 - p) p^(i - 1) at relevant rows, p = {persistence}",
    ),
)

_RATIOS = ("precision", "recall", "map", "ndcg")

# What the divisor of the gain is called in the head of the table.
DIVISORS = {"log2": "log2(i+1)", "reciprocal": "i", "": "divisor"}

# Sentences that say where the convention decided; the page fills the same ones in.
NOTES = {
    "counted": "{name} has no value here: {why}. Convention {convention} counts it as "
    "{rule}.",
    "skip": "{name} has no value here: {why}. Convention {convention} leaves the list "
    "out of the mean.",
    "raise": "{name} has no value here: {why}. Convention {convention} refuses the "
    "list.",
    "refused": "Convention {convention} has no gain for label {label}.",
    "beyond": "k = {k} is beyond the {n} rows. Precision divides by "
    "{precision_denominator} = {divisor} in convention {convention}.",
    "beyond_only": "k = {k} is beyond the {n} rows: every row counts.",
    "tied": "Ranks {first} to {last} are tied and k = {k} falls between them. "
    "Convention {convention} takes the {ties}.",
}


class Value(NamedTuple):
    """One metric of an explained list.

    Attributes
    ----------
    name : str
        ``"ndcg@5"``; ``"idcg@5"`` is the DCG of the ideal order.
    value : float
        What the convention counts; NaN where it leaves the list out or refuses it.
    fraction : str
        ``"5.123 / 7.141"``, or the terms of a sum; "" where there is none.
    words : str
        What stands above and below the line.
    defined : bool
        False where the metric has no value and the convention decided.
    """

    name: str
    value: float
    fraction: str
    words: str
    defined: bool


def number(value: float) -> str:
    """Write a whole number as it is, any other with three digits."""
    nearest = round(value)
    return str(nearest) if abs(value - nearest) < 5e-10 else f"{value:.3f}"


def explain_step(
    step: Step, lists: RankedLists, scores: Floats, table: Sequence[Position]
) -> Value:
    """Return the :class:`Value` of a step of a plan on a single list."""
    k = step.name.k
    value = float(step.values(lists, scores)[0])
    lists = step.lists(lists, scores)
    told = next(
        (t for t in TOLD if t.metric == step.metric.name and t.cut is (k is not None)),
        next((t for t in TOLD if t.metric == step.metric.name), None),
    )
    words = step.metric.title
    if told is not None:
        words = told.words.format(**words_of(step.convention, step.parameters))
    if math.isnan(value):
        rule = step.rule
        settled = step.name.signed(rule) if isinstance(rule, float) else math.nan
        nothing = "0 / 0" * (step.metric.name in _RATIOS)
        return Value(str(step.name), settled, nothing, words, False)
    fraction = _fraction(step, value, lists, table)
    return Value(str(step.name), step.name.signed(value), fraction, words, True)


def ideal_value(table: Sequence[Position], k: int | None) -> Value:
    """Return the :class:`Value` of the ideal DCG."""
    counted = [position for position in table if position.counted]
    told = next(t for t in TOLD if t.key == "idcg")
    value = counted[-1].idcg if counted else 0.0
    # Behind the last row nothing is added.
    terms = [p.ideal_share for p in counted if p.ideal_title or p.ideal_gain]
    return Value(told.name(k), value, _summed(terms), told.words, True)


def words_of(convention: Convention, parameters: Mapping[str, Any]) -> dict[str, str]:
    """Return what fills the braces of the words of a metric."""
    axes = {name: value_in_words(name, getattr(convention, name)) for name in AXES}
    own = {name: parameters.get(name, 0) for name in ("max_grade", "persistence")}
    return {**axes, **{name: f"{value:g}" for name, value in own.items()}}


def _fraction(
    step: Step, value: float, lists: RankedLists, table: Sequence[Position]
) -> str:
    """Write a value as the fraction or the sum that it is."""
    convention, metric, k = step.convention, step.metric.name, step.name.k
    lists = lists.cut(k)
    if metric == "precision":
        ranks = shown(lists, convention.precision_denominator)
        return _over(value, float(np.ravel(ranks)[0]))
    if metric in ("recall", "map"):
        denominator = getattr(
            convention,
            {"recall": "recall_denominator", "map": "ap_denominator"}[metric],
        )
        below = float(lists.count_relevant(convention.relevant_from)[0])
        if denominator == "min(R, k)" and k is not None:
            below = min(below, k)
        return "" if denominator == "hits" else _over(value, below)
    if metric == "mrr":
        if value == 0:
            return "0"
        whole = abs(1 / value - round(1 / value)) < 1e-9
        return f"1 / {round(1 / value)}" if whole else "mean over tied rows"
    if metric == "ndcg":
        last = min(len(table), len(table) if k is None else k) - 1
        return f"{number(table[last].dcg)} / {number(table[last].idcg)}"
    if metric in ("cg", "dcg", "err", "rbp"):
        return _terms(step, lists)
    return ""


def _over(value: float, below: float) -> str:
    return f"{number(value * below)} / {number(below)}"


def _terms(step: Step, lists: RankedLists) -> str:
    """Write out what each rank adds, read off the metric at growing cut-offs."""
    depth = int(lists.depth[0])
    reached = [0.0]
    for k in range(1, min(depth, LONGEST_SUM + 1) + 1):
        at_k = lists.cut(k)
        axes = {name: getattr(step.convention, name) for name in step.metric.keywords}
        reached.append(float(step.metric.kernel(at_k, **axes, **step.parameters)[0]))
    return _summed(np.diff(reached).tolist())


def _summed(terms: Sequence[float]) -> str:
    written = [number(term) for term in terms[:LONGEST_SUM]]
    if len(terms) > LONGEST_SUM:
        written.append("...")
    return " + ".join(written) or "0"


class Choice(NamedTuple):
    """One axis of the convention that was read.

    Attributes
    ----------
    axis : str
        The keyword.
    meaning : str
        What it settles.
    value : str
        What was chosen, in words.
    changed : bool
        Whether a keyword overrode the convention.
    """

    axis: str
    meaning: str
    value: str
    changed: bool


def choices(
    metrics: Collection[Metric], settled: Convention, named: Convention
) -> list[Choice]:
    """Return the :class:`Choice` of each axis that one of the metrics reads.

    Parameters
    ----------
    metrics : collection of Metric
    settled, named : Convention
        With and without the single axes that override it.

    Returns
    -------
    choices : list of Choice
    """
    read = {axis for metric in metrics for axis in read_axes(metric)}
    found = []
    for axis in AXES:
        if axis in read:
            value = getattr(settled, axis)
            changed = value != getattr(named, axis)
            if axis == "empty" and isinstance(value, tuple):
                concerned = {m.name for m in metrics} | {m.family for m in metrics}
                value = tuple(pair for pair in value if pair[0] in concerned)
            words = value_in_words(axis, value)
            found.append(Choice(axis, AXES[axis].meaning, words, changed))
    return found


def notes(
    steps: Sequence[Step], values: Sequence[Value], lists: RankedLists, k: int | None
) -> list[str]:
    """Return a sentence for each place at which the convention decided."""
    sentences = [
        _undefined(step, value)
        for step, value in zip(steps, values, strict=False)
        if not value.defined
    ]
    n = int(lists.lengths[0])
    if k is not None and k > n:
        sentences.append(_beyond(steps, n, k))
    if k is not None:
        sentences.extend(_tied(steps, lists, k))
    return sentences


def _undefined(step: Step, value: Value) -> str:
    rule = step.rule if isinstance(step.rule, str) else "counted"
    return NOTES[rule].format(
        name=value.name,
        why=step.metric.undefined,
        convention=step.convention.name,
        rule=number(value.value) if rule == "counted" else rule,
    )


def _beyond(steps: Sequence[Step], n: int, k: int) -> str:
    precision = next((s for s in steps if s.metric.name == "precision"), None)
    if precision is None:
        return NOTES["beyond_only"].format(k=k, n=n)
    words = words_of(precision.convention, {})
    divisor = k if words["precision_denominator"] == "k" else n
    name = precision.convention.name
    return NOTES["beyond"].format(k=k, n=n, divisor=divisor, convention=name, **words)


def _tied(steps: Sequence[Step], lists: RankedLists, k: int) -> Iterator[str]:
    cut = (lists.before < k) & (lists.before + lists.size > k) & (lists.size > 1)
    if cut.any():
        at = cut.argmax()
        convention = steps[0].convention
        yield NOTES["tied"].format(
            first=lists.before[at] + 1,
            last=lists.before[at] + lists.size[at],
            k=k,
            convention=convention.name,
            ties=value_in_words("ties", convention.ties),
        )
