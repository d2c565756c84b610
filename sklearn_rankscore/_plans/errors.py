"""The part of a plan that compares targets with predictions: clean rows -> errors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import LARGEST
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists import border
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, GroupsLike
from sklearn_rankscore._lists.groups import Groups, group_rows
from sklearn_rankscore._lists.rows import ListMarks, mark_lists
from sklearn_rankscore._metrics.catalogue import Metric
from sklearn_rankscore._metrics.errors import RowErrors, Scales
from sklearn_rankscore._metrics.percentages import EPSILON, ZERO_REMEDY, ZeroRule
from sklearn_rankscore._plans.rankings import GroupScores, Step
from sklearn_rankscore._plans.reduce import Describe, mean_over_lists, settle_empty


@dataclass(frozen=True)
class ErrorRows:
    """Clean arrays of one entry per row, in the caller's order.

    Parameters
    ----------
    y_true, y_pred : ndarray of float64 of shape (n_rows, n_outputs)
    groups : Groups
    row_weights : ndarray of float64 of shape (n_rows,) or None
    """

    y_true: Floats
    y_pred: Floats
    groups: Groups
    row_weights: Floats | None

    @property
    def n_outputs(self) -> int:
        return len(self.y_true.T)

    @property
    def weights(self) -> Floats | None:
        """The weight of each group, the mean of its rows' weights; None for equal."""
        if self.row_weights is None:
            return None
        offsets = self.groups.offsets
        sums = np.add.reduceat(self.groups.take(self.row_weights), offsets[:-1])
        return sums / np.diff(offsets)

    @property
    def marks(self) -> ListMarks:
        """What tells these groups from groups with other targets or row weights."""
        weights = () if self.row_weights is None else (self.row_weights,)
        return mark_lists((*self.y_true.T, *weights), self.groups)

    def output(self, number: int) -> RowErrors:
        """Return what a kernel sees of one output."""
        take, weights = self.groups.take, self.row_weights
        return RowErrors(
            self.groups.offsets,
            take(self.y_true[:, number]),
            take(self.y_pred[:, number]),
            None if weights is None else take(weights),
            self.groups.ids,
            number,
        )


def clean_error_rows(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    function: str,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
) -> ErrorRows:
    """Check raw arrays, once; without groups all rows are one."""
    targets = as_outputs(y_true, "y_true", function)
    predictions = as_outputs(y_pred, "y_pred", function)
    for axis, what in enumerate(("length", "number of outputs")):
        sizes = targets.shape[axis], predictions.shape[axis]
        if len(set(sizes)) > 1:
            raise ValueError(
                f"y_true and y_pred of {function} must have the same {what}. "
                f"Got {sizes[0]} and {sizes[1]}."
            )
    lists = group_rows(False if groups is None else groups, len(targets), function)
    weights = border.check_weights(sample_weight, len(targets), function)
    return ErrorRows(targets, predictions, lists, weights)


def as_outputs(values: ArrayLike, name: str, function: str) -> Floats:
    """Return finite float64 numbers, one column per output."""
    array = border.as_numbers(values, name, function)
    border.check_finite(array, name, function)
    _check_size(array, name, function)
    border.check_exact(array, name, function)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    return array.astype(np.float64, copy=False)


def _check_size(array: Array, name: str, function: str) -> None:
    """Refuse numbers whose squares or sums leave float64."""
    if array.dtype.kind != "f":
        return
    if max(float(array.max()), -float(array.min())) > LARGEST:
        remedy = " Squares and sums of larger ones overflow: take a larger unit."
        what = f"numbers up to {LARGEST:g} in size"
        too_large = np.abs(array) > LARGEST
        border.refuse_first(too_large, array, what, name, function, remedy)


def train_scales(
    y_train: ArrayLike, lag: int, train_groups: ArrayLike | None, function: str
) -> Scales:
    """Return the mean absolute error of repeating the value of `lag` rows before.

    Parameters
    ----------
    y_train : array-like of shape (n_rows,) or (n_rows, n_outputs)
        In order of time.
    lag : int
    train_groups : array-like of shape (n_rows,) or None
        The group of each row, in any order; the rows of each in order of time.
    function : str
        What an error message calls the caller.

    Returns
    -------
    scales : ndarray of shape (n_outputs,), or dict of group to such
    """
    values = as_outputs(y_train, "y_train", function)
    ids = False if train_groups is None else train_groups
    series = group_rows(ids, len(values), f"{function} (train_groups)")
    values, starts = series.take(values), series.offsets[:-1]
    lengths = np.diff(series.offsets)
    if lengths.min() <= lag:
        short = int(np.argmin(lengths))
        of_group = f" in group {border.plain(series.ids[short])!r}" * (
            train_groups is not None
        )
        raise ValueError(
            f"The 'y_train' parameter of {function} must hold more than lag={lag} rows "
            f"per series. Got {lengths[short]}{of_group}."
        )
    steps = np.zeros_like(values)
    steps[lag:] = np.abs(values[lag:] - values[:-lag])
    place = np.arange(len(values)) - np.repeat(starts, lengths)
    steps[place < lag] = 0.0
    scales: Floats = np.add.reduceat(steps, starts, axis=0)
    scales = scales / (lengths - lag)[:, np.newaxis]
    if train_groups is None:
        return scales.ravel()
    return dict(zip(series.ids, scales, strict=True))


def _check_zero(zero: ZeroRule, rows: ErrorRows, function: str) -> None:
    if zero != "raise":
        return
    y_true = rows.y_true[:, 0] if rows.n_outputs == 1 else rows.y_true
    near = np.abs(y_true) < EPSILON
    if near.any():
        what = "targets no nearer to 0 than 2.2e-16, unless zero= says what to do"
        remedy = f" {ZERO_REMEDY}."
        border.refuse_first(near, y_true, what, "y_true", function, remedy)


def _check_naive_scale(scales: Scales, rows: ErrorRows, function: str) -> None:
    entries = list(scales.values()) if isinstance(scales, dict) else [scales]
    if isinstance(scales, dict):
        for group in rows.groups.ids:
            if group not in scales:
                raise ValueError(
                    f"The 'naive_scale' parameter of {function} must have an entry for "
                    f"every id in groups=. Got none for {border.plain(group)!r}."
                )
    for entry in entries:
        if len(entry) not in (1, rows.n_outputs):
            raise ValueError(
                f"The 'naive_scale' parameter of {function} must be one number, or one "
                f"per output. Got {len(entry)} for {rows.n_outputs} outputs."
            )


# What a parameter asks of the rows.
_ROW_CHECKS: dict[str, Callable[[Any, ErrorRows, str], None]] = {
    "zero": _check_zero,
    "naive_scale": _check_naive_scale,
}


def error_values(
    metric: Metric, parameters: Mapping[str, Any], rows: ErrorRows, function: str
) -> Floats:
    """Return the error of each group and output, NaN where it is undefined.

    Parameters
    ----------
    metric : Metric
    parameters : mapping
        The metric's own parameters in their stored form.
    rows : ErrorRows
    function : str
        What an error message calls the caller.

    Returns
    -------
    values : ndarray of float64 of shape (n_groups, n_outputs)
    """
    for name, value in parameters.items():
        if name in _ROW_CHECKS:
            _ROW_CHECKS[name](value, rows, function)
    columns = map(rows.output, range(rows.n_outputs))
    with np.errstate(over="ignore"):
        values = np.stack([metric.kernel(c, **parameters) for c in columns], axis=1)
    _check_overflow(values, rows, function)
    return values


def _check_overflow(values: Floats, rows: ErrorRows, function: str) -> None:
    """Refuse errors beyond float64, as quotients by a number near 0 are."""
    infinite = np.isinf(values)
    if not infinite.any():
        return
    group, output = np.argwhere(infinite)[0]
    y_true, y_pred = rows.y_true[:, output], rows.y_pred[:, output]
    members = rows.groups.members(group)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        relative = np.abs((y_pred - y_true) / y_true)[members]
    row = members[np.argmax(np.nan_to_num(relative, posinf=np.inf))]
    of_group = f" in group {border.plain(rows.groups.ids[group])!r}" * (
        rows.groups.n_lists > 1
    )
    raise ValueError(
        f"{function} needs errors that float64 can hold. Got infinity{of_group}, most "
        f"of it in row {row}, where y_true is {y_true[row]} and y_pred {y_pred[row]}: "
        f"divide by more, or take a larger unit."
    )


def settled_values(
    metric: Metric,
    parameters: Mapping[str, Any],
    rows: ErrorRows,
    function: str,
    convention: Convention,
) -> tuple[Floats, Bools]:
    """Return :func:`error_values` after the empty rule, and which are defined.

    Parameters
    ----------
    metric, parameters, rows, function
        As in :func:`error_values`.
    convention : Convention

    Returns
    -------
    values : ndarray of float64 of shape (n_groups, n_outputs)
        NaN where the error is undefined and skipped.
    defined : ndarray of bool of shape (n_groups, n_outputs)
    """
    values = error_values(metric, parameters, rows, function)
    rule = convention.empty_rule(metric.name, metric.family)
    describe = _describe(metric, parameters, rows, function)
    columns = [settle_empty(column, rule, describe) for column in values.T]
    settled, defined = zip(*columns, strict=True)
    return np.stack(settled, axis=1), np.stack(defined, axis=1)


def error_means(
    metric: Metric,
    parameters: Mapping[str, Any],
    rows: ErrorRows,
    function: str,
    convention: Convention,
) -> Floats:
    """Return the mean over groups of each output, as :func:`settled_values`."""
    values, defined = settled_values(metric, parameters, rows, function, convention)
    rule = convention.empty_rule(metric.name, metric.family)
    describe = _describe(metric, parameters, rows, function)
    means = [
        mean_over_lists(*column, rows.weights, rule, convention, describe, metric.name)
        for column in zip(values.T, defined.T, strict=True)
    ]
    return np.array(means)


def _describe(
    metric: Metric, parameters: Mapping[str, Any], rows: ErrorRows, function: str
) -> Describe:
    remedy = f" {ZERO_REMEDY}." if "zero" in parameters else ""

    def undefined(first: int, count: int) -> str:
        where = ""
        if rows.groups.n_lists > 1:
            of_first = f", first of {count}" * (count > 1)
            where = f" for group {border.plain(rows.groups.ids[first])!r}{of_first}"
        why = metric.undefined or "all weights are 0"
        return f"{function} has no value{where}: {why}.{remedy}"

    return undefined


@dataclass(frozen=True)
class Errors:
    """Metrics of rows: the mean over groups, or without groups over all rows."""

    steps: tuple[Step, ...]
    function: str

    def numbers(
        self, y_true: ArrayLike, y_pred: ArrayLike, **columns: Any
    ) -> dict[str, float]:
        """Return the number of each metric."""
        rows = clean_error_rows(y_true, y_pred, function=self.function, **columns)
        return {
            str(step.name): float(np.mean(error_means(*self._asked(step, rows))))
            for step in self.steps
        }

    def values(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        on_rows: Callable[[ErrorRows], object] | None = None,
        **columns: Any,
    ) -> dict[str, GroupScores]:
        """Return the values per group of each metric, as :class:`GroupScores`."""
        rows = clean_error_rows(y_true, y_pred, function=self.function, **columns)
        if on_rows is not None:
            on_rows(rows)
        ids = rows.groups.ids
        weights = np.ones(len(ids)) if rows.weights is None else rows.weights
        scores = {}
        for step in self.steps:
            values, defined = settled_values(*self._asked(step, rows))
            scores[str(step.name)] = GroupScores(
                ids, values.mean(axis=1), weights, np.all(defined, axis=1)
            )
        return scores

    def _asked(
        self, step: Step, rows: ErrorRows
    ) -> tuple[Metric, Mapping[str, Any], ErrorRows, str, Convention]:
        return step.metric, step.parameters, rows, self.function, step.convention
