"""One metric of a plan, and the values per list that it gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sklearn_rankscore._catalogue import MetricName
from sklearn_rankscore._check import check_gain, check_highest_label, plain
from sklearn_rankscore._conventions import Convention


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

    groups: np.ndarray
    values: np.ndarray
    weights: np.ndarray
    defined: np.ndarray


@dataclass(frozen=True)
class Step:
    """One metric at one cut-off under one convention."""

    name: MetricName
    convention: Convention
    function: str
    parameters: Mapping = field(default_factory=dict)

    @property
    def metric(self):
        return self.name.metric

    @property
    def rule(self):
        return self.convention.empty_rule(self.metric.name, self.metric.family)

    def check_labels(self, rows):
        """Refuse labels that this metric gives no meaning to."""
        labels, largest = rows.labels, rows.largest_label
        if "gain" in self.metric.keywords:
            check_gain(labels, largest, self.convention.gain, self.function)
        if self.metric.highest_label is not None:
            limit, why = self.metric.highest_label(self.parameters)
            check_highest_label(labels, largest, limit, why, self.function)

    def lists(self, lists, scores):
        """Return what the metric sees of ranked lists."""
        if self.metric.name in self.convention.positive_only:
            lists = lists.keep(scores[lists.row] > 0)
        k = self.name.k
        # Ranks are int64; no list is that long.
        return lists.cut(k if k is None else min(k, 2**62))

    def values(self, lists, scores):
        """Return one value per list, NaN where it is undefined."""
        axes = {name: getattr(self.convention, name) for name in self.metric.keywords}
        return self.metric.kernel(self.lists(lists, scores), **axes, **self.parameters)

    def describe(self, ids):
        """Return what says, given the first list and their number, what is missing."""

        def undefined(first, count):
            of_first = f", first of {count}" * (count > 1)
            group = plain(ids[first])
            return (
                f"{self.function} has no value of {self.name} for group {group!r}"
                f"{of_first}: {self.metric.undefined}. "
                f"Pass empty=0 or empty=1 to give such lists a value."
            )

        return undefined


def read_axes(metric):
    """Return the axes of a convention that a call for `metric` may set."""
    pipeline = ("empty", "unjudged") if metric.family in ("gain", "hit") else ("empty",)
    return (*metric.axes, *pipeline)
