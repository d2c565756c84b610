"""Lists as the peers take them, and what some peers cannot take."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sklearn_rankscore._rows import clean_rows


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

    labels: np.ndarray
    scores: np.ndarray
    offsets: np.ndarray
    documents: np.ndarray
    row_weights: np.ndarray | None = None

    @property
    def n_lists(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def sizes(self):
        """The number of rows of each list."""
        return np.diff(self.offsets)

    @cached_property
    def ids(self):
        """The number of each row's list."""
        return np.repeat(np.arange(self.n_lists), self.sizes)

    @property
    def longest(self) -> int:
        return int(self.sizes.max())

    @cached_property
    def list_weights(self):
        """The mean weight of each list, or None."""
        if self.row_weights is None:
            return None
        return np.add.reduceat(self.row_weights, self.offsets[:-1]) / self.sizes

    def per_list(self, *columns):
        """Yield the parts of some columns that belong to each list."""
        for first, last in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield tuple(column[first:last] for column in columns)

    def split(self):
        """Return each list as lists of its own, without weights."""
        columns = (self.labels, self.scores, self.documents)
        return [
            PeerLists(labels, scores, np.array([0, len(labels)]), documents)
            for labels, scores, documents in self.per_list(*columns)
        ]

    def ties_in_lists_of(self, shortest):
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
    axes: Mapping = field(default_factory=dict)


def _whole(labels):
    return bool((labels == np.floor(labels)).all())


LABEL_RULES = {
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
    y_true, y_score, *, function, groups, sample_weight=None, tiebreak=None
):
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
