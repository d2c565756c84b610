"""A peer: what it computes, under which convention, and lists as it takes them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._lists.arrays import Array, Floats, GroupsLike, Integers
from sklearn_rankscore._lists.rows import clean_rows
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._plans.plan import Plan, make_plan


@dataclass(frozen=True)
class PeerLists:
    """Labels and scores of lists, list after list.

    Parameters
    ----------
    labels, scores : ndarray of shape (n_rows,)
    offsets : ndarray of intp of shape (n_lists + 1,)
        List i holds the rows ``offsets[i]`` to ``offsets[i + 1]``.
    documents : ndarray of str of shape (n_rows,)
        The ids of the documents, each once per list.
    row_weights : ndarray of float64 of shape (n_rows,) or None
    """

    labels: Floats
    scores: Floats
    offsets: Integers
    documents: Array
    row_weights: Floats | None = None

    @property
    def n_lists(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def sizes(self) -> Integers:
        """The number of rows of each list."""
        return np.diff(self.offsets)

    @cached_property
    def ids(self) -> Integers:
        """The number of each row's list."""
        return np.repeat(np.arange(self.n_lists), self.sizes)

    @property
    def longest(self) -> int:
        return int(self.sizes.max())

    @cached_property
    def list_weights(self) -> Floats | None:
        """The mean weight of each list, or None."""
        if self.row_weights is None:
            return None
        return np.add.reduceat(self.row_weights, self.offsets[:-1]) / self.sizes

    def per_list(self, *columns: Array) -> Iterator[tuple[Array, ...]]:
        """Yield the parts of some columns that belong to each list."""
        for first, last in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield tuple(column[first:last] for column in columns)

    def split(self) -> list["PeerLists"]:
        """Return each list as lists of its own, without weights."""
        columns = (self.labels, self.scores, self.documents)
        return [
            PeerLists(labels, scores, np.array([0, len(labels)]), documents)
            for labels, scores, documents in self.per_list(*columns)
        ]

    def ties_in_lists_of(self, shortest: int) -> bool:
        """Tell whether a list of at least so many rows has two equal scores."""
        return any(
            len(scores) >= shortest and len(np.unique(scores)) < len(scores)
            for (scores,) in self.per_list(self.scores)
        )


@dataclass(frozen=True)
class Call:
    """A peer's metric at a cut-off, in the peer's own words.

    Parameters
    ----------
    metric : str
        Our name of it.
    k : int or None
        The cut-off.
    words : str
        What the peer calls it.
    axes : mapping
        Axes in which it departs from the convention of the peer.
    """

    metric: str
    k: int | None
    words: str
    axes: Mapping[str, Any] = field(default_factory=dict)


def _whole(labels: Floats) -> bool:
    return bool((labels == np.floor(labels)).all())


LABEL_RULES: dict[str, Callable[[Floats], bool]] = {
    "any": lambda labels: True,
    "whole": _whole,
    "binary": lambda labels: bool(np.isin(labels, (0, 1)).all()),
    "chance": lambda labels: labels.max() <= 1,
}
LABEL_WORDS = {
    "whole": "whole labels",
    "binary": "labels 0 and 1",
    "chance": "labels from 0 to 1",
}


def as_peer_lists(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    function: str,
    groups: GroupsLike,
    sample_weight: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
) -> PeerLists:
    """Check raw arrays and return them list after list.

    Parameters
    ----------
    y_true, y_score, groups, sample_weight, tiebreak
        As the score functions take them; without `tiebreak` the documents are numbered
        in the order of the rows.
    function : str
        What an error message calls the caller.

    Returns
    -------
    lists : PeerLists
    """
    if tiebreak is not None:
        # Peers compare ids as text.
        tiebreak = np.asarray(tiebreak).astype(str)
    rows = clean_rows(
        y_true,
        y_score,
        function=function,
        groups=groups,
        sample_weight=sample_weight,
        tiebreak=tiebreak,
    )
    lists, n_rows = rows.groups, rows.groups.n_rows
    if tiebreak is None:
        tiebreak = np.char.zfill(np.arange(n_rows).astype(str), len(str(n_rows)))
    weights = None
    if sample_weight is not None:
        weights = np.asarray(sample_weight, dtype=np.float64).ravel()
        if np.ndim(y_true) == 2 and len(weights) != n_rows:
            weights = np.repeat(weights, np.diff(lists.offsets))
        weights = lists.take(weights)
    return PeerLists(
        lists.take(rows.labels).astype(np.float64),
        lists.take(rows.scores).astype(np.float64),
        lists.offsets,
        lists.take(tiebreak),
        weights,
    )


@dataclass(frozen=True)
class Measure:
    """A metric as a peer has it.

    Parameters
    ----------
    metric : str
        Our name.
    at, bare : str
        The peer's words with a cut-off, ``"{k}"`` in its place, and without one, where
        ``"{longest}"`` stands for the length of the longest list; "" for not available.
    axes : mapping, default={}
        Where it departs from the convention of the peer.
    parameters : mapping, default={}
        Parameters of our metric that make it the same.
    labels : {"any", "whole", "binary", "chance"}, default="any"
        The labels that the peer takes.
    convention : str, default=""
        The convention, if another than the peer's.
    """

    metric: str
    at: str = ""
    bare: str = ""
    axes: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    labels: str = "any"
    convention: str = ""

    def call(self, k: int | None, longest: int) -> Call | None:
        """Return the call at a cut-off, or None where the peer has none such."""
        words = self.bare if k is None else self.at
        words = words.format(k=k, longest=longest)
        return Call(self.metric, k, words, self.axes) if words else None


Applies: TypeAlias = Callable[[PeerLists, Measure], bool]
Ask: TypeAlias = Callable[[PeerLists, Sequence[Call]], list[float]]
Replay: TypeAlias = Callable[[PeerLists, Call], Floats]


@dataclass(frozen=True)
class Caveat:
    """Where a peer refuses an input, or is known to differ from its convention."""

    reason: str
    applies: Applies
    metrics: tuple[str, ...] | None = None
    refused: bool = False

    def concerns(self, lists: PeerLists, measure: Measure) -> bool:
        asked = self.metrics is None or measure.metric in self.metrics
        return asked and self.applies(lists, measure)


@dataclass(frozen=True)
class Peer:
    """A library that computes ranking metrics.

    Parameters
    ----------
    name : str
    module : str
        What is imported.
    distributions : tuple of str
        The names under which it may be installed.
    convention : str
    ask : callable
        ``ask(lists, calls)`` -> the peer's mean over lists for each call.
    measures : tuple of Measure
        What it computes; per metric the first one is the peer's default.
    caveats : tuple of Caveat
    weights : {"rows", "lists", ""}
        What it takes weights of.
    tolerance : float
        The relative difference allowed between its number and ours; 0.0 for none.
    decimals : int, optional
        The decimals it prints, where its numbers come as text.
    replay : callable, optional
        ``replay(lists, call)`` -> its values per list to the last bit, NaN where they
        can't be known.
    left_out : mapping of str to str, default={}
        What it computes that no convention represents, and why.
    """

    name: str
    module: str
    distributions: tuple[str, ...]
    convention: str
    ask: Ask
    measures: tuple[Measure, ...]
    caveats: tuple[Caveat, ...] = ()
    weights: str = ""
    tolerance: float = 0.0
    decimals: int | None = None
    replay: Replay | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None

    @property
    def version(self) -> str:
        """The installed version, "" for none."""
        for distribution in self.distributions:
            try:
                return version(distribution)
            except PackageNotFoundError:
                continue
        return ""

    def measures_of(self, metric: str) -> list[Measure]:
        return [measure for measure in self.measures if measure.metric == metric]

    def refusal(self, measure: Measure, lists: PeerLists) -> str:
        """Return why the peer has no number for these lists, "" if it has."""
        if not LABEL_RULES[measure.labels](lists.labels):
            return f"takes {LABEL_WORDS[measure.labels]} only"
        if lists.row_weights is not None and not self.weights:
            return "takes no weights"
        return self._first(lists, measure, refused=True)

    def known_difference(self, measure: Measure, lists: PeerLists) -> str:
        """Return why its number may differ from its convention, "" if it should not."""
        return self._first(lists, measure, refused=False)

    def _first(self, lists: PeerLists, measure: Measure, *, refused: bool) -> str:
        for caveat in self.caveats:
            if caveat.refused == refused and caveat.concerns(lists, measure):
                return caveat.reason
        return ""

    def plan(self, measure: Measure, k: int | None) -> Plan:
        """Return our plan that computes the same."""
        return make_plan(
            METRICS[measure.metric].scorer_name,
            function="crosscheck",
            convention=measure.convention or self.convention,
            k=k,
            **measure.axes,
            **measure.parameters,
        )

    def rounded(self, value: float) -> float:
        """Return our value with the decimals that the peer prints."""
        if self.decimals is None:
            return value
        return float(f"{value:.{self.decimals}f}")


def plan_columns(plan: Plan, lists: PeerLists) -> dict[str, Any]:
    """Return the columns that a plan reads of lists."""
    columns = {"groups": lists.ids, "sample_weight": lists.row_weights}
    if plan.steps[0].convention.ties in ("ascending", "descending"):
        columns["tiebreak"] = lists.documents
    return columns


def our_number(plan: Plan, lists: PeerLists) -> float:
    """Return the one number of a plan on lists, a loss as peers give it."""
    columns = plan_columns(plan, lists)
    (value,) = plan.numbers(lists.labels, lists.scores, **columns).values()
    return value
