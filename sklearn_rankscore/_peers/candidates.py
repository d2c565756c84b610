"""Conventions that may have made a number, and what printed numbers say of them."""

import dataclasses
import math
import re
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from sklearn_rankscore._comparison.resampling import ROUNDING
from sklearn_rankscore._conventions.axes import AXES, BY_KEY, TIES, is_real
from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    list_conventions,
    value_in_words,
)
from sklearn_rankscore._metrics.catalogue import MetricName
from sklearn_rankscore._peers.records import PeerLists, plan_columns
from sklearn_rankscore._plans.plan import make_plan
from sklearn_rankscore._plans.rankings import GroupScores, read_axes
from sklearn_rankscore._plans.reduce import mean_over_lists, settle_empty

_PRINTED = re.compile(r"\s*([+-]?\d*\.?\d+(?:[eE][+-]?\d+)?)\s*(%?)\s*")


# A number, and half a unit of its last digit.
Printed: TypeAlias = tuple[float, float]


def read_printed(value: str | float) -> Printed:
    """Return a printed number, and half a unit of its last digit.

    Parameters
    ----------
    value : str or float

    Returns
    -------
    number, half : float
    """
    try:
        text = repr(float(value)) if is_real(value) else str(value)
        match = _PRINTED.fullmatch(text)
        number, half = _number_and_half(*match.groups()) if match else (0.0, 0.0)
    except OverflowError:
        half = math.inf
    # Beyond float64 there is no number to compare with, or no digit to say how well.
    if not 0 < half < math.inf or math.isinf(number):
        raise ValueError(
            f"The 'reported' parameter of identify_convention must be a number as "
            f"printed, such as '0.475' or '47.5%', or a mapping of metric to these. "
            f"Got {value!r} instead."
        )
    return number, max(half * (1 + 1e-9), abs(number) * ROUNDING)


def _number_and_half(text: str, percent: str) -> Printed:
    scale = 0.01 if percent else 1.0
    mantissa, _, exponent = text.lower().partition("e")
    digits = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return float(text) * scale, 0.5 * 10.0**-digits * scale


def within(values: Sequence[float], printed: Sequence[Printed]) -> bool:
    """Tell whether numbers are the printed ones, to their digits."""
    return all(
        abs(value - number) <= half
        for value, (number, half) in zip(values, printed, strict=True)
    )


def distance(values: Sequence[float], printed: Sequence[Printed]) -> float:
    """Return how far numbers are off, in halves of the last digit, at the worst."""
    return max(
        abs(value - number) / half
        for value, (number, half) in zip(values, printed, strict=True)
    )


def equal(one: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether two candidates have the same numbers."""
    return all(
        abs(a - b) <= ROUNDING * max(1.0, abs(a))
        for a, b in zip(one, other, strict=True)
    )


def classes(
    values: Sequence[Sequence[float]], places: Iterable[int]
) -> list[list[int]]:
    """Split places into classes of equal numbers, in order of first appearance."""
    found: list[list[int]] = []
    for place in places:
        for same in found:
            if equal(values[place], values[same[0]]):
                same.append(place)
                break
        else:
            found.append([place])
    return found


def chance_of_accident(
    values: Sequence[Sequence[float]],
    printed: Sequence[Printed],
    metrics: Sequence[str],
    right: int,
) -> float:
    """Return the chance that at least one wrong candidate falls on the numbers.

    Parameters
    ----------
    values : sequence of tuple of float
        The numbers of all candidates.
    printed : sequence of (float, float)
        The numbers and half a unit of their last digit.
    metrics : sequence of str
        The metric of each number; numbers of one metric move together and count once.
    right : int
        The candidate that is taken as right; wrong is what has other numbers.

    Returns
    -------
    chance : float
    """
    none_falls = 1.0
    for same in classes(values, range(len(values))):
        if equal(values[same[0]], values[right]):
            continue
        falls = dict.fromkeys(metrics, 1.0)
        for metric, value, (number, half) in zip(
            metrics, values[same[0]], printed, strict=True
        ):
            off = abs(value - number)
            inside = math.erf(half / off / math.sqrt(2)) if off else 1.0
            falls[metric] = min(falls[metric], inside)
        none_falls *= 1.0 - float(np.prod(list(falls.values())))
    return 1.0 - none_falls


# Cut-offs tried where a number comes without one.
CUTOFFS = (None, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 32, 50, 100, 200, 1000)
_MOST_THRESHOLDS = 5

# What a convention carries that moves a value per list by more than its last bits.
_STORED = ("label_dtype", "score_dtype", "weight_sums", "stop")


@dataclass(frozen=True)
class Candidate:
    """A convention, named or one axis away from a named one, and a cut-off.

    Parameters
    ----------
    convention : Convention
    change : str
        The axis that differs from the named convention, in words; "" for none.
    k : int or None
        The cut-off of the numbers that come without one.
    """

    convention: Convention
    change: str
    k: int | None


# Candidates that have numbers, those, and why a named convention has none.
Evaluated: TypeAlias = tuple[list[Candidate], list[tuple[float, ...]], dict[str, str]]


def _alternatives(lists: PeerLists, with_documents: bool) -> dict[str, Sequence[Any]]:
    """Return the values of each axis that are tried in place of a named one's.

    Without `retrieved` and with every row judged, two axes make no difference.
    """
    labels = np.unique(lists.labels)
    thresholds = labels[labels > 0][:_MOST_THRESHOLDS].tolist()
    varied = [name for name in AXES if name not in ("unjudged", "ideal")]
    return {name: AXES[name].names for name in varied} | {
        "ties": [rule for rule in TIES if with_documents or rule not in BY_KEY],
        "empty": (0.0, 1.0, "skip"),
        "relevant_from": tuple(thresholds),
    }


def named_candidates(
    names: Sequence[MetricName], lists: PeerLists, with_documents: bool
) -> tuple[list[Candidate], dict[str, str]]:
    """List the named conventions that may have made the numbers, at every cut-off.

    Parameters
    ----------
    names : sequence of MetricName
    lists : PeerLists
    with_documents : bool
        Whether the documents of the lists have ids of their own.

    Returns
    -------
    tried : list of Candidate
    left_out : dict of str to str
        Why a named convention is not tried.
    """
    left_out, named = {}, []
    for name in list_conventions():
        convention = get_convention(name)
        reason = why_not(convention, names, lists, with_documents)
        if reason:
            left_out[name] = reason
        else:
            named.append(convention)
    cuts: list[int | None] = [None]
    if any(name.k is None and name.metric.cutoff for name in names):
        cuts = [k for k in CUTOFFS if k is None or k < lists.longest]
    return [Candidate(c, "", k) for k in cuts for c in named], left_out


def departures(
    named: Collection[Convention],
    cuts: Set[int | None],
    names: Sequence[MetricName],
    lists: PeerLists,
    with_documents: bool,
) -> list[Candidate]:
    """List what differs in one axis from a named convention.

    Parameters
    ----------
    named : sequence of Convention
    cuts : set of (int or None)
        The cut-offs to try for names without one.
    names, lists, with_documents
        As for :func:`named_candidates`.

    Returns
    -------
    tried : list of Candidate
    """
    read = {axis for name in names for axis in read_axes(name.metric)}
    alternatives = _alternatives(lists, with_documents)
    tried = []
    for axis in alternatives.keys() & read:
        for value in alternatives[axis]:
            change = f"{axis} {value_in_words(axis, value)}"
            for convention in named:
                if getattr(convention, axis) != value:
                    changed = dataclasses.replace(convention, **{axis: value})
                    tried += [Candidate(changed, change, k) for k in cuts]
    return tried


def why_not(
    convention: Convention,
    names: Sequence[MetricName],
    lists: PeerLists,
    with_documents: bool,
) -> str:
    """Return why a convention has no numbers of these names, "" if it has."""
    if convention.metrics is not None:
        missing = [str(n) for n in names if n.metric.name not in convention.metrics]
        if missing:
            return f"has no {', '.join(missing)}"
    if (
        convention.ties in BY_KEY
        and not with_documents
        and _has_ties(convention, lists)
    ):
        return "orders equal scores by document id: pass tiebreak="
    return ""


def _has_ties(convention: Convention, lists: PeerLists) -> bool:
    scores = lists.scores.astype(convention.score_dtype)
    order = np.lexsort((scores, lists.ids))
    same_list = np.diff(lists.ids[order]) == 0
    return bool((np.diff(scores[order])[same_list] == 0).any())


def evaluate(
    tried: Sequence[Candidate], names: Sequence[MetricName], numbers: "Numbers"
) -> Evaluated:
    """Return the candidates that have numbers, those, and why a named one has none.

    Parameters
    ----------
    tried : sequence of Candidate
    names : sequence of MetricName
    numbers : Numbers

    Returns
    -------
    kept : list of Candidate
    values : list of tuple of float
    refused : dict of str to str
    """
    kept, values, refused = [], [], {}
    for candidate in tried:
        try:
            of_candidate = numbers.of(candidate, names)
        except ValueError as error:
            # Labels that mean nothing to a convention: a gain table that ends too soon.
            refused[candidate.convention.name] = str(error)
            continue
        if not any(math.isnan(number) for number in of_candidate):
            kept.append(candidate)
            values.append(of_candidate)
    return kept, values, refused


class Numbers:
    """The numbers of candidates on some lists, each value per list computed once."""

    def __init__(self, lists: PeerLists) -> None:
        self.lists = lists
        self._values: dict[tuple[Any, ...], GroupScores] = {}

    def of(
        self, candidate: Candidate, names: Sequence[MetricName]
    ) -> tuple[float, ...]:
        """Return the number of each name under a candidate.

        Raises
        ------
        ValueError
            If the labels mean nothing to its convention.
        """
        return tuple(self._number(candidate, name) for name in names)

    def _number(self, candidate: Candidate, name: MetricName) -> float:
        if name.k is None and name.metric.cutoff:
            name = MetricName(name.metric, candidate.k)
        scores = self._per_list(name, candidate.convention)
        convention, metric = candidate.convention, name.metric
        rule = convention.empty_rule(metric.name, metric.family)
        values, _ = settle_empty(scores.values, rule, _undefined)
        weights = None if self.lists.row_weights is None else scores.weights
        if rule == "skip" and not scores.defined.any():
            return np.nan
        number = mean_over_lists(
            values, scores.defined, weights, rule, convention, _undefined, metric.name
        )
        return name.signed(number)

    def _per_list(self, name: MetricName, convention: Convention) -> GroupScores:
        read = (*name.metric.axes, *_STORED)
        key = (
            str(name),
            name.metric.name in convention.positive_only,
            tuple(getattr(convention, axis) for axis in read),
        )
        if key not in self._values:
            convention = dataclasses.replace(convention, metrics=None)
            plan = make_plan(
                str(name),
                function="identify_convention",
                convention=convention,
                empty="skip",
            )
            columns = plan_columns(plan, self.lists)
            scores = plan.values(self.lists.labels, self.lists.scores, **columns)
            self._values[key] = scores[str(name)]
        return self._values[key]


def _undefined(first: int, count: int) -> str:
    return f"{count} lists have no value."
