"""A few numbers per list by which two evaluations know whether they saw the same."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sklearn_rankscore._lists import block_bounds

# Fewer rows than are ranked at a time: these temporaries are wider.
_BLOCK_ROWS = 1 << 15
# The multipliers and the increment of splitmix64.
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


class ListMarks(NamedTuple):
    """Sums of hashes over the rows of each list, modulo 2**64.

    Attributes
    ----------
    content : ndarray of uint64 of shape (n_lists,)
        Of the labels, in whatever order; rows that nobody judged leave no trace.
    place : ndarray of uint64 of shape (n_lists,)
        Of the numbers (or tiebreak keys) of the rows; 0 where they say nothing, since
        each system retrieved rows of its own.
    sequence : ndarray of uint64 of shape (n_lists,)
        Of each label together with the place of its row.
    """

    content: np.ndarray
    place: np.ndarray
    sequence: np.ndarray

    def take(self, lists):
        """Return the marks of some lists, by their numbers."""
        return ListMarks(*(column[lists] for column in self))

    def in_any_order(self):
        """Return the marks of the same lists, whose rows may stand anywhere."""
        return self._replace(place=np.zeros_like(self.place))

    def differ(self, other):
        """Tell which lists hold other labels, and which the same in another order.

        A list that stands at the same rows in both is compared row by row, any other
        by its labels in whatever order.
        """
        content = self.content != other.content
        placed = (self.place == other.place) & (self.place > 0)
        return content, placed & (self.sequence != other.sequence) & ~content


def mark_lists(columns, groups, *, judged=None, keys=None, placed=True):
    """Return the marks of the lists of clean rows.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
        The labels, and what else makes rows the same.
    groups : Groups
    judged : ndarray of bool of shape (n_rows,) or None
        False where the label stands for none.
    keys : ndarray of intp of shape (n_rows,) or None
        What tells the rows of a list apart; by default their numbers.
    placed : bool, default=True
        Whether rows of several evaluations correspond by number or key at all.

    Returns
    -------
    marks : ListMarks
    """
    marks = np.zeros((3, groups.n_lists), dtype=np.uint64)
    for first, last in pairwise(block_bounds(groups.offsets, _BLOCK_ROWS)):
        offsets = groups.offsets[first : last + 1]
        entries = slice(offsets[0], offsets[-1])
        rows = entries if groups.order is None else groups.order[entries]
        content = _hashed([column[rows] for column in columns])
        if judged is not None:
            content *= judged[rows]
        if keys is None and groups.order is None:
            numbers = np.arange(offsets[0], offsets[-1])
        else:
            numbers = rows if keys is None else keys[rows]
        place = _mixed(numbers.astype(np.uint64))
        filled = np.flatnonzero(np.diff(offsets))
        starts = offsets[filled] - offsets[0]
        for sums, entries in zip(marks, (content, place, content * place), strict=True):
            sums[first + filled] = np.add.reduceat(entries, starts)
    content, place, sequence = marks
    found = ListMarks(content, place, sequence)
    return found if placed else found.in_any_order()


def _hashed(columns):
    """Return a number per row that stands for its values."""
    hashed = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        # Adding 0 makes a negative 0 the 0 that it equals.
        hashed += (column + 0.0).astype(np.float64, copy=False).view(np.uint64)
        hashed = _mixed(hashed)
    return hashed


def _mixed(bits):
    """Return 64-bit numbers whose sums tell apart what they were mixed from."""
    bits = bits + _STEP
    bits *= _FIRST
    bits ^= bits >> _HALF
    bits *= _SECOND
    return bits
