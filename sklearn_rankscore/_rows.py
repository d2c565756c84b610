"""The one border: raw arrays become clean rows, and which of them make a list."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sklearn_rankscore import _check, _check_names
from sklearn_rankscore._groups import Groups, equal_lists, group_rows
from sklearn_rankscore._list_marks import mark_lists
from sklearn_rankscore._ranks import length_classes, padded


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

    labels: np.ndarray
    scores: np.ndarray
    groups: Groups
    weights: np.ndarray | None = None
    retrieved: np.ndarray | None = None
    judged: np.ndarray | None = None
    keys: np.ndarray | None = None

    @cached_property
    def largest_label(self):
        """The largest label, which several checks ask for."""
        return self.labels.max(initial=0)

    @property
    def marks(self):
        """What tells these lists from lists with other labels."""
        return mark_lists(
            (self.labels,),
            self.groups,
            judged=self.judged,
            keys=self.keys,
            # Each system retrieves rows of its own; the judged ones are common.
            placed=self.retrieved is None,
        )

    def block(self, first, last):
        """Return the per-row arrays of some lists in their order, and the offsets."""
        offsets = self.groups.offsets[first : last + 1]
        rows = slice(offsets[0], offsets[-1])
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
    y_true,
    y_score,
    *,
    function,
    groups,
    sample_weight=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    unjudged="raise",
    signed=False,
    label_dtype="float64",
    weight_sums="float64",
    score_dtype="float64",
):
    """Check raw arrays, once, and return them as :class:`Rows`."""
    if grades is not None:
        y_true = _check_names.grade_labels(y_true, grades, function)
    labels = _check.as_numbers(y_true, "y_true", function)
    scores = _check.as_numbers(y_score, "y_score", function)
    if (labels.ndim == 2 and labels.shape[1] == 1) or labels.ndim != scores.ndim:
        labels, scores = _one_column(labels, scores, groups, function)
    _check.check_same_shape(labels, scores, function)
    matrix = labels.ndim == 2
    if matrix:
        extras = {"groups": groups, "retrieved": retrieved, "tiebreak": tiebreak}
        _refuse_extras(extras, labels.shape, function)
        lists = equal_lists(*labels.shape)
    else:
        lists = group_rows(groups, len(labels), function)
    unit = "list" if matrix else "row"
    weights = _check.check_weights(sample_weight, len(labels), function, unit=unit)
    if weights is not None:
        if not matrix:
            weights = _list_weights(lists.take(weights), lists.offsets, weight_sums)
        if label_dtype == "float32":
            weights = _rounded(weights, "float32").astype(np.float64)
    if retrieved is not None:
        retrieved = _check.check_mask(retrieved, len(labels), "retrieved", function)
        scores = np.where(retrieved, scores, 0)
    judged = None
    if unjudged != "raise" and labels.dtype.kind == "f":
        labels, judged = _set_aside_unjudged(labels)
    _check.check_labels(labels, function, signed=signed)
    _check.check_scores(scores, function)
    labels = _rounded(labels, label_dtype, signed=signed)
    scores = _rounded(scores, score_dtype)
    rows = Rows(labels.ravel(), scores.ravel(), lists, weights, retrieved, judged)
    if tiebreak is not None:
        keys = _check_names.order_keys(tiebreak, len(labels), function)
        _check_names.check_distinct(keys, tiebreak, lists, function)
        rows = replace(rows, keys=keys)
    if unjudged == "condense" and judged is not None:
        return _condense(rows)
    return rows


def _list_weights(weights, offsets, dtype):
    """Return the mean weight of the rows of each list, added up in that type."""
    sizes = np.diff(offsets)
    if dtype == "float64":
        return np.add.reduceat(weights, offsets[:-1]) / sizes
    sums = np.empty(len(sizes), dtype=np.float32)
    for lists, width in length_classes(sizes):
        matrix, _ = padded(weights, offsets[:-1][lists], sizes[lists], width, 0.0)
        sums[lists] = np.cumsum(matrix.astype(np.float32), axis=1)[:, -1]
    return sums / sizes.astype(np.float32)


def _rounded(values, dtype, *, signed=True):
    """Return the values as they are after they were stored in that type."""
    if dtype == "int64" and values.dtype.kind == "f":
        return np.trunc(values)
    if dtype != "float32" or _is_exact_in_float32(values, signed):
        return values
    # Beyond its range float32 has one infinity, where all values are tied.
    limit = np.finfo(np.float32).max
    return np.clip(values, -limit, limit).astype(np.float32)


def _is_exact_in_float32(values, signed):
    if values.dtype.kind == "f":
        return values.dtype.itemsize <= 4
    if values.dtype.kind == "b" or values.dtype.itemsize <= 2:
        return True
    return values.max() <= 2**24 and (not signed or values.min() >= -(2**24))


def _set_aside_unjudged(labels):
    """Return the labels with 0 for NaN, and which rows were judged (None for all)."""
    unjudged = np.isnan(labels)
    if not unjudged.any():
        return labels, None
    return np.where(unjudged, 0.0, labels), ~unjudged.ravel()


def _condense(rows):
    """Leave out the rows that nobody judged."""
    kept = rows.judged
    columns = ("labels", "scores", "retrieved", "keys")
    shorter = {name: getattr(rows, name) for name in columns}
    shorter = {name: v if v is None else v[kept] for name, v in shorter.items()}
    return replace(rows, judged=None, groups=rows.groups.keep(kept), **shorter)


def _one_column(labels, scores, groups, function):
    """Flatten (n, 1) columns, which are rows only where groups say so."""
    if groups is None and labels.ndim == scores.ndim == 2:
        raise ValueError(
            f"{function} needs groups= for a column of shape (n, 1), one id per row, "
            f"or False if all rows are one list. Got shape {labels.shape} without."
        )
    columns = (labels, scores)
    return tuple(a.ravel() if a.ndim == 2 and a.shape[1] == 1 else a for a in columns)


def _refuse_extras(extras, shape, function):
    for name, value in extras.items():
        if value is not None:
            raise ValueError(
                f"The {name!r} parameter of {function} must be None for "
                f"two-dimensional input, where each row is a list. "
                f"Got {name} with y_true of shape {shape}."
            )
