"""The part of a plan that ranks lists: one metric of it, and the values per list."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import BY_KEY, EmptyRule
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import Array, Bools, Floats
from sklearn_rankscore._lists.border import check_gain, check_highest_label, plain
from sklearn_rankscore._lists.ranked import RankedLists, block_bounds, rank_lists
from sklearn_rankscore._lists.rows import Rows, clean_rows
from sklearn_rankscore._metrics.catalogue import Metric, MetricName
from sklearn_rankscore._plans.reduce import Describe, mean_over_lists, settle_empty


class GroupScores(NamedTuple):
    """One value per list, in order of first appearance.

    Attributes
    ----------
    groups : ndarray of shape (n_lists,)
        The query ids.
    values : ndarray of float64 of shape (n_lists,)
        The metric, losses negated as their name says; where it is undefined what
        ``empty`` says, NaN for "skip".
    weights : ndarray of float64 of shape (n_lists,)
        Mean of the weights of the rows of the list; 1 without ``sample_weight``.
    defined : ndarray of bool of shape (n_lists,)
        False where the metric is undefined and ``empty`` decided.
    """

    groups: Array
    values: Floats
    weights: Floats
    defined: Bools


@dataclass(frozen=True)
class Step:
    """One metric at one cut-off under one convention."""

    name: MetricName
    convention: Convention
    function: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def metric(self) -> Metric:
        return self.name.metric

    @property
    def rule(self) -> EmptyRule:
        return self.convention.empty_rule(self.metric.name, self.metric.family)

    @property
    def by_key(self) -> str:
        """The rule for ties, if it orders by keys and the metric reads it, or ""."""
        read = "ties" in self.metric.axes and self.convention.ties in BY_KEY
        return self.convention.ties if read else ""

    def check_labels(self, rows: Rows) -> None:
        """Refuse labels that this metric gives no meaning to."""
        labels, largest = rows.labels, rows.largest_label
        if "gain" in self.metric.keywords:
            check_gain(labels, largest, self.convention.gain, self.function)
        if self.metric.highest_label is not None:
            limit, why = self.metric.highest_label(self.parameters)
            check_highest_label(labels, largest, limit, why, self.function)

    def lists(self, lists: RankedLists, scores: Floats) -> RankedLists:
        """Return what the metric sees of ranked lists."""
        if self.metric.name in self.convention.positive_only:
            lists = lists.keep(scores[lists.row] > 0)
        k = self.name.k
        # Ranks are int64; no list is that long.
        return lists.cut(k if k is None else min(k, 2**62))

    def values(self, lists: RankedLists, scores: Floats) -> Floats:
        """Return one value per list, NaN where it is undefined."""
        axes = {name: getattr(self.convention, name) for name in self.metric.keywords}
        return self.metric.kernel(self.lists(lists, scores), **axes, **self.parameters)

    def describe(self, ids: Array) -> Describe:
        """Return what says, given the first list and their number, what is missing."""

        def undefined(first: int, count: int) -> str:
            of_first = f", first of {count}" * (count > 1)
            group = plain(ids[first])
            return (
                f"{self.function} has no value of {self.name} for group {group!r}"
                f"{of_first}: {self.metric.undefined}. "
                f"Pass empty=0 or empty=1 to give such lists a value."
            )

        return undefined


def read_axes(metric: Metric) -> tuple[str, ...]:
    """Return the axes of a convention that a call for `metric` may set."""
    pipeline = ("empty", "unjudged") if metric.family in ("gain", "hit") else ("empty",)
    return (*metric.axes, *pipeline)


@dataclass(frozen=True)
class Rankings:
    """Metrics of ranked lists: one border, one ranking for all of them."""

    steps: tuple[Step, ...]
    function: str
    grades: Mapping[str, float] | None = None
    n_jobs: int | None = None

    def numbers(
        self, y_true: ArrayLike, y_score: ArrayLike, **columns: Any
    ) -> dict[str, float]:
        """Return the number of each metric."""
        rows, values = self._run(y_true, y_score, **columns)
        return {
            str(step.name): self._mean(step, of_lists, rows)
            for step, of_lists in zip(self.steps, values, strict=True)
        }

    def values(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        on_rows: Callable[[Rows], object] | None = None,
        **columns: Any,
    ) -> dict[str, GroupScores]:
        """Return the values per list of each metric, as :class:`GroupScores`."""
        rows, values = self._run(y_true, y_score, **columns)
        if on_rows is not None:
            on_rows(rows)
        ids = rows.groups.ids
        weights = np.ones(len(ids)) if rows.weights is None else rows.weights
        scores = {}
        for step, of_lists in zip(self.steps, values, strict=True):
            settled, defined = settle_empty(of_lists, step.rule, step.describe(ids))
            scores[str(step.name)] = GroupScores(ids, settled, weights, defined)
        return scores

    def _mean(self, step: Step, values: Floats, rows: Rows) -> float:
        describe = step.describe(rows.groups.ids)
        values, defined = settle_empty(values, step.rule, describe)
        return mean_over_lists(
            values,
            defined,
            rows.weights,
            step.rule,
            step.convention,
            describe,
            step.metric.name,
        )

    def clean_rows(self, y_true: ArrayLike, y_score: ArrayLike, **columns: Any) -> Rows:
        """Check raw arrays as these metrics read them."""
        self.check_keys(columns.get("tiebreak"))
        convention = self.steps[0].convention
        all_read = all("unjudged" in read_axes(step.metric) for step in self.steps)
        rows = clean_rows(
            y_true,
            y_score,
            function=self.function,
            grades=self.grades,
            unjudged=convention.unjudged if all_read else "raise",
            label_dtype=convention.label_dtype,
            weight_sums=convention.weight_sums,
            score_dtype=convention.score_dtype,
            signed=all(step.metric.signed for step in self.steps),
            **columns,
        )
        for step in self.steps:
            step.check_labels(rows)
        return rows

    def _run(
        self, y_true: ArrayLike, y_score: ArrayLike, **columns: Any
    ) -> tuple[Rows, list[Floats]]:
        """Return the clean rows, and one value per list of each metric."""
        rows = self.clean_rows(y_true, y_score, **columns)
        values = [np.empty(rows.groups.n_lists) for _ in self.steps]
        blocks = list(pairwise(block_bounds(rows.groups.offsets)))
        threads = min(effective_n_jobs(self.n_jobs), len(blocks))
        if threads < 2:
            for block in blocks:
                self._fill(values, rows, block)
            return rows, values
        # joblib's own pool looks for results every 10 ms, a third of such a call.
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(partial(self._fill, values, rows), blocks))
        return rows, values

    def _fill(self, values: list[Floats], rows: Rows, block: tuple[int, int]) -> None:
        """Write the values of the lists of one block."""
        first, last = block
        cuts = [step.name.k for step in self.steps if step.name.k is not None]
        deepest = None if len(cuts) < len(self.steps) else min(max(cuts), 2**62)
        labels, scores, offsets, extras = rows.block(first, last)
        lists = rank_lists(labels, scores, offsets, deepest, **extras)
        for out, step in zip(values, self.steps, strict=True):
            out[first:last] = step.values(lists, scores)

    def check_keys(self, tiebreak: ArrayLike | None) -> None:
        """Refuse a tie rule by key without keys, and keys that no rule reads."""
        by_key = [step.by_key for step in self.steps if step.by_key]
        if by_key and tiebreak is None:
            raise ValueError(
                f"{self.function} with ties={by_key[0]!r} needs tiebreak=, one key per "
                f"row (document ids) to order tied rows by."
            )
        if tiebreak is not None and not by_key:
            raise ValueError(
                f"The 'tiebreak' parameter of {self.function} is read by "
                f"ties='ascending' and ties='descending' only. "
                f"Got ties={self.steps[0].convention.ties!r}."
            )
