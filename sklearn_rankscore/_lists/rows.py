"""The one border: raw arrays become clean rows, and which of them make a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sklearn_rankscore._conventions.axes import FloatType, LabelType, Unjudged
from sklearn_rankscore._lists import border
from sklearn_rankscore._lists.arrays import (
    Array,
    Bools,
    Floats,
    GroupsLike,
    Integers,
)
from sklearn_rankscore._lists.groups import (
    Groups,
    check_one_kind,
    equal_lists,
    group_rows,
)
from sklearn_rankscore._lists.ranked import block_bounds
from sklearn_rankscore._lists.ranking import length_classes, padded

# Fewer rows than are ranked at a time: these temporaries are wider.
_BLOCK_ROWS = 1 << 15
# The multipliers and the increment of splitmix64.
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_LARGEST_FLOAT32 = (2 - 2.0**-23) * 2.0**127


Hashes: TypeAlias = NDArray[np.uint64]


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

    content: Hashes
    place: Hashes
    sequence: Hashes

    def take(self, lists: Integers | Bools) -> "ListMarks":
        """Return the marks of some lists, by their numbers."""
        return ListMarks(*(column[lists] for column in self))

    def in_any_order(self) -> "ListMarks":
        """Return the marks of the same lists, whose rows may stand anywhere."""
        return self._replace(place=np.zeros_like(self.place))

    def differ(self, other: "ListMarks") -> tuple[Bools, Bools]:
        """Tell which lists hold other labels, and which the same in another order.

        A list that stands at the same rows in both is compared row by row, any other
        by its labels in whatever order.
        """
        content = self.content != other.content
        placed = (self.place == other.place) & (self.place > 0)
        return content, placed & (self.sequence != other.sequence) & ~content


def mark_lists(
    columns: Sequence[Array],
    groups: Groups,
    *,
    judged: Bools | None = None,
    keys: Integers | None = None,
    placed: bool = True,
) -> ListMarks:
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
        if keys is not None:
            numbers = keys[rows]
        elif groups.order is not None:
            numbers = groups.order[entries]
        else:
            numbers = np.arange(offsets[0], offsets[-1])
        place = _mixed(numbers.astype(np.uint64))
        filled = np.flatnonzero(np.diff(offsets))
        starts = offsets[filled] - offsets[0]
        for sums, hashed in zip(marks, (content, place, content * place), strict=True):
            sums[first + filled] = np.add.reduceat(hashed, starts)
    content, place, sequence = marks
    found = ListMarks(content, place, sequence)
    return found if placed else found.in_any_order()


def _hashed(columns: Sequence[Array]) -> Hashes:
    """Return a number per row that stands for its values."""
    hashed = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        # Adding 0 makes a negative 0 the 0 that it equals.
        hashed += (column + 0.0).astype(np.float64, copy=False).view(np.uint64)
        hashed = _mixed(hashed)
    return hashed


def _mixed(bits: Hashes) -> Hashes:
    """Return 64-bit numbers whose sums tell apart what they were mixed from."""
    bits = bits + _STEP
    bits *= _FIRST
    bits ^= bits >> _HALF
    bits *= _SECOND
    return bits


@dataclass(frozen=True)
class Rows:
    """Clean arrays of one entry per row, in the caller's order.

    Parameters
    ----------
    labels, scores : ndarray of shape (n_rows,)
    groups : Groups
    weights : ndarray of float64 of shape (n_lists,) or None
    retrieved, judged : ndarray of bool of shape (n_rows,) or None
        None for all.
    keys : ndarray of intp of shape (n_rows,) or None
        The tiebreak keys, as numbers in their order.
    """

    labels: Array
    scores: Array
    groups: Groups
    weights: Floats | None = None
    retrieved: Bools | None = None
    judged: Bools | None = None
    keys: Integers | None = None

    @cached_property
    def largest_label(self) -> float:
        """The largest label, which several checks ask for."""
        largest: float = self.labels.max(initial=0)
        return largest

    @property
    def marks(self) -> ListMarks:
        """What tells these lists from lists with other labels."""
        return mark_lists(
            (self.labels,),
            self.groups,
            judged=self.judged,
            keys=self.keys,
            # Each system retrieves rows of its own; the judged ones are common.
            placed=self.retrieved is None,
        )

    def block(
        self, first: int, last: int
    ) -> tuple[Array, Floats, Integers, dict[str, Array | None]]:
        """Return the per-row arrays of some lists in their order, and the offsets."""
        offsets = self.groups.offsets[first : last + 1]
        rows: slice | Integers = slice(offsets[0], offsets[-1])
        if self.groups.order is not None:
            rows = self.groups.order[rows]
        extras = {
            name: None if values is None else values[rows]
            for name, values in (
                ("retrieved", self.retrieved),
                ("judged", self.judged),
                ("keys", self.keys),
            )
        }
        scores = self.scores[rows].astype(np.float64, copy=False)
        return self.labels[rows], scores, offsets - offsets[0], extras


def clean_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    function: str,
    groups: GroupsLike,
    sample_weight: ArrayLike | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    unjudged: Unjudged = "raise",
    signed: bool = False,
    label_dtype: LabelType = "float64",
    weight_sums: FloatType = "float64",
    score_dtype: FloatType = "float64",
) -> Rows:
    """Check raw arrays, once, and return them as :class:`Rows`."""
    if grades is not None:
        y_true = border.grade_labels(y_true, grades, function)
    labels = border.as_numbers(y_true, "y_true", function)
    scores = border.as_numbers(y_score, "y_score", function)
    if (labels.ndim == 2 and labels.shape[1] == 1) or labels.ndim != scores.ndim:
        labels, scores = _one_column(labels, scores, groups, function)
    border.check_same_shape(labels, scores, function)
    matrix = labels.ndim == 2
    if matrix:
        extras = {"groups": groups, "retrieved": retrieved, "tiebreak": tiebreak}
        _refuse_extras(extras, labels.shape, function)
        lists = equal_lists(*labels.shape)
    else:
        lists = group_rows(groups, len(labels), function)
    unit = "list" if matrix else "row"
    weights = border.check_weights(sample_weight, len(labels), function, unit=unit)
    if weights is not None:
        if not matrix:
            weights = _list_weights(lists.take(weights), lists.offsets, weight_sums)
        if label_dtype == "float32":
            weights = _rounded(weights, "float32").astype(np.float64)
    if retrieved is not None:
        retrieved = border.check_mask(retrieved, len(labels), "retrieved", function)
        scores = np.where(retrieved, scores, 0)
    judged = None
    if unjudged != "raise" and labels.dtype.kind == "f":
        labels, judged = _set_aside_unjudged(labels)
    border.check_labels(labels, function, signed=signed)
    border.check_scores(scores, function)
    labels = _rounded(labels, label_dtype, signed=signed)
    scores = _rounded(scores, score_dtype)
    rows = Rows(labels.ravel(), scores.ravel(), lists, weights, retrieved, judged)
    if tiebreak is not None:
        check_one_kind(tiebreak, "tiebreak", function)
        keys = border.order_keys(tiebreak, len(labels), function)
        _check_distinct(keys, tiebreak, lists, function)
        rows = replace(rows, keys=keys)
    if unjudged == "condense" and judged is not None:
        return _condense(rows, judged)
    return rows


def _list_weights(weights: Floats, offsets: Integers, dtype: FloatType) -> Array:
    """Return the mean weight of the rows of each list, added up in that type."""
    sizes = np.diff(offsets)
    if dtype == "float64":
        return np.add.reduceat(weights, offsets[:-1]) / sizes
    sums = np.empty(len(sizes), dtype=np.float32)
    for lists, width in length_classes(sizes):
        matrix, _ = padded(weights, offsets[:-1][lists], sizes[lists], width, 0.0)
        sums[lists] = np.cumsum(matrix.astype(np.float32), axis=1)[:, -1]
    return sums / sizes.astype(np.float32)


def _rounded(values: Array, dtype: LabelType, *, signed: bool = True) -> Array:
    """Return the values as they are after they were stored in that type."""
    if dtype == "int64" and values.dtype.kind == "f":
        return np.trunc(values)
    if dtype != "float32" or _is_exact_in_float32(values, signed):
        return values
    # Beyond its range float32 has one infinity, where all values are tied.
    return np.clip(values, -_LARGEST_FLOAT32, _LARGEST_FLOAT32).astype(np.float32)


def _is_exact_in_float32(values: Array, signed: bool) -> bool:
    if values.dtype.kind == "f":
        return values.dtype.itemsize <= 4
    if values.dtype.kind == "b" or values.dtype.itemsize <= 2:
        return True
    return values.max() <= 2**24 and (not signed or values.min() >= -(2**24))


def _set_aside_unjudged(labels: Array) -> tuple[Array, Bools | None]:
    """Return the labels with 0 for NaN, and which rows were judged (None for all)."""
    unjudged = np.isnan(labels)
    if not unjudged.any():
        return labels, None
    return np.where(unjudged, 0.0, labels), ~unjudged.ravel()


def _check_distinct(
    keys: Integers, documents: ArrayLike, lists: Groups, function: str
) -> None:
    """Refuse a document that stands twice in a list."""
    list_of_row = np.repeat(np.arange(lists.n_lists), np.diff(lists.offsets))
    keys = lists.take(keys)
    order = np.lexsort((keys, list_of_row))
    same = (keys[order][1:] == keys[order][:-1]) & (np.diff(list_of_row[order]) == 0)
    if same.any():
        at = order[np.flatnonzero(same)[0]]
        row = int(at if lists.order is None else lists.order[at])
        group = lists.ids[list_of_row[at]]
        raise ValueError(
            f"The 'tiebreak' parameter of {function} must name each document once per "
            f"list. Got {border.plain(border.as_ids(documents)[row])!r} twice in group "
            f"{border.plain(group)!r}, first at row {row}."
        )


def _condense(rows: Rows, kept: Bools) -> Rows:
    """Leave out the rows that nobody judged."""
    columns = ("labels", "scores", "retrieved", "keys")
    shorter = {name: getattr(rows, name) for name in columns}
    shorter = {name: v if v is None else v[kept] for name, v in shorter.items()}
    return replace(rows, judged=None, groups=rows.groups.keep(kept), **shorter)


def _one_column(
    labels: Array, scores: Array, groups: GroupsLike, function: str
) -> tuple[Array, Array]:
    """Flatten (n, 1) columns, which are rows only where groups say so."""
    if groups is None and labels.ndim == scores.ndim == 2:
        raise ValueError(
            f"{function} needs groups= for a column of shape (n, 1), one id per row, "
            f"or False if all rows are one list. Got shape {labels.shape} without."
        )
    labels, scores = (
        column.ravel() if column.ndim == 2 and column.shape[1] == 1 else column
        for column in (labels, scores)
    )
    return labels, scores


def _refuse_extras(
    extras: Mapping[str, object], shape: tuple[int, ...], function: str
) -> None:
    for name, value in extras.items():
        if value is not None:
            raise ValueError(
                f"The {name!r} parameter of {function} must be None for "
                f"two-dimensional input, where each row is a list. "
                f"Got {name} with y_true of shape {shape}."
            )
