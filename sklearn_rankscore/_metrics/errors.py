"""Row-wise errors: what a kernel sees of the rows, and errors in units of the target.

A kernel is ``kernel(rows, *, parameter=default, ...)`` -> one value per group, NaN
where the error is undefined.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import is_real
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers
from sklearn_rankscore._metrics.catalogue import REFERENCED, Kernel, Metric, declare
from sklearn_rankscore._metrics.gain import positive

# One scale per output, or for each group its own.
Scales: TypeAlias = Floats | dict[Any, Floats]


@dataclass(frozen=True)
class RowErrors:
    """Targets and predictions of one output, group after group.

    Parameters
    ----------
    offsets : ndarray of intp of shape (n_groups + 1,)
        Group i holds rows ``offsets[i]`` to ``offsets[i + 1]``.
    y_true, y_pred : ndarray of float64 of shape (n_rows,)
    weights : ndarray of float64 of shape (n_rows,) or None
        None weighs every row the same.
    ids : ndarray of shape (n_groups,)
    output : int, default=0
        The number of the output, where there are several.
    """

    offsets: Integers
    y_true: Floats
    y_pred: Floats
    weights: Floats | None
    ids: Array
    output: int = 0

    @cached_property
    def size(self) -> Floats:
        """The size of the error of each row."""
        return np.abs(self.y_pred - self.y_true)

    def sum(self, values: Floats) -> Floats:
        """Sum per group, weighted."""
        if self.weights is not None:
            values = values * self.weights
        return np.add.reduceat(values, self.offsets[:-1])

    def mean(self, values: Floats, counted: Bools | None = None) -> Floats:
        """Average per group, weighted, over all rows or those counted."""
        share = np.ones(len(values)) if counted is None else counted.astype(np.float64)
        return self.sum(values * share) / positive(self.sum(share))

    def look_up(self, table: Scales) -> Floats:
        """Return the entry of each group for this output.

        Parameters
        ----------
        table : ndarray of shape (n_outputs,) or (1,), or dict of id to such
        """
        if isinstance(table, dict):
            entries = np.array([table[group] for group in self.ids])
        else:
            entries = np.broadcast_to(table, (len(self.ids), len(table)))
        return entries[:, min(self.output, entries.shape[1] - 1)]


def _delta(value: object, function: str) -> float:
    if is_real(value) and 0 < value < math.inf:
        return float(value)
    raise ValueError(
        f"The 'delta' parameter of {function} must be a finite number > 0, in units of "
        f"the target. Got {value!r} instead."
    )


@declare(
    "huber",
    title="Huber loss",
    family="pointwise",
    function="huber_loss",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="",
    reference="Huber (1964), 10.1214/aoms/1177703732",
    checks={"delta": _delta},
)
def huber(rows: RowErrors, *, delta: float = 1.0) -> Floats:
    near = np.minimum(rows.size, delta)
    return rows.mean(near * (rows.size - 0.5 * near))


@declare(
    "pseudo_huber",
    title="Pseudo-Huber loss",
    family="pointwise",
    function="pseudo_huber_loss",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="",
    reference="Charbonnier, Blanc-Féraud, Aubert and Barlaud (1997), 10.1109/83.551699",
    checks={"delta": _delta},
)
def pseudo_huber(rows: RowErrors, *, delta: float = 1.0) -> Floats:
    # delta**2 * (sqrt(1 + r**2) - 1) with r = e / delta, without the cancellation.
    bend = 1.0 + np.hypot(1.0, rows.size / delta)
    return rows.mean(rows.size * (rows.size / bend))


@declare(
    "log_cosh",
    title="Log-cosh loss",
    family="pointwise",
    function="log_cosh_loss",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="",
    reference="Saleh and Saleh (2022), arXiv:2208.04564",
)
def log_cosh(rows: RowErrors) -> Floats:
    # cosh overflows far out, and log(1 + small) loses the digits of small close by.
    near = np.log1p(2.0 * np.sinh(np.minimum(rows.size, 1.0) / 2.0) ** 2)
    far = rows.size + np.log1p(np.exp(-2.0 * rows.size)) - math.log(2.0)
    return rows.mean(np.where(rows.size < 1.0, near, far))


def _naive_scale(value: Any, function: str) -> Scales:
    """Return one scale per output, or a dict of group to such."""
    if value is None:
        raise ValueError(
            f"{function} needs the mean absolute error of the naive forecast: pass "
            f"naive_scale=, a number or a mapping of group to number (the function "
            f"also takes y_train=)."
        )
    if hasattr(value, "items"):
        return {group: _scales(scale, function) for group, scale in value.items()}
    return _scales(value, function)


def _scales(value: ArrayLike, function: str) -> Floats:
    scales = np.atleast_1d(value)
    sound = scales.ndim == 1 and all(
        is_real(scale) and 0 <= scale < math.inf for scale in scales.tolist()
    )
    if not sound or not len(scales):
        raise ValueError(
            f"The 'naive_scale' parameter of {function} must be a finite number >= 0, "
            f"one per output, or a mapping of group to these. Got {value!r}."
        )
    return scales.astype(np.float64)


@declare(
    "mase",
    title="Mean absolute scaled error",
    family="pointwise",
    function="mean_absolute_scaled_error",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="the naive forecast makes no error",
    reference="Hyndman and Koehler (2006), 10.1016/j.ijforecast.2006.03.001",
    checks={"naive_scale": _naive_scale},
)
def mase(rows: RowErrors, *, naive_scale: Scales | None = None) -> Floats:
    # The check of the parameter refuses None.
    assert naive_scale is not None
    return rows.mean(rows.size) / positive(rows.look_up(naive_scale))


def mean_absolute(rows: RowErrors) -> Floats:
    return rows.mean(rows.size)


def mean_squared(rows: RowErrors) -> Floats:
    return rows.mean(rows.size**2)


def root_mean_squared(rows: RowErrors) -> Floats:
    return np.sqrt(mean_squared(rows))


def r_squared(rows: RowErrors) -> Floats:
    lengths = np.diff(rows.offsets)
    targets = rows.y_true
    if rows.weights is not None:
        targets = np.where(rows.weights > 0, targets, targets.max())
    # From the lowest target: equal targets get no spread by rounding.
    lowest = np.minimum.reduceat(targets, rows.offsets[:-1])
    above = rows.y_true - np.repeat(lowest, lengths)
    spread = rows.mean((above - np.repeat(rows.mean(above), lengths)) ** 2)
    error = mean_squared(rows)
    # Constant targets, as scikit-learn: 1 if all are predicted, else 0.
    constant = np.where(error > 0, 1.0, 0.0)
    unexplained = np.divide(error, spread, out=constant, where=spread > 0)
    return np.where((lengths < 2) | np.isnan(error), np.nan, 1.0 - unexplained)


def _sklearn_metric(
    kernel: Kernel,
    name: str,
    title: str,
    *,
    function: str | None = None,
    range: tuple[float, float],
    undefined: str = "",
) -> None:
    function = function or name
    REFERENCED[name] = Metric(
        name=name,
        title=f"{title}, equal to scikit-learn's",
        family="pointwise",
        function=function,
        kernel=kernel,
        range=range,
        greater_is_better=range[1] == 1.0,
        normalised=True,
        cutoff="",
        undefined=undefined,
        reference=f"sklearn.metrics.{function}",
    )


# Under the names of scikit-learn's scorers, for their mean over groups.
for _kernel, _name, _title in (
    (mean_absolute, "mean_absolute_error", "Mean absolute error"),
    (mean_squared, "mean_squared_error", "Mean squared error"),
    (root_mean_squared, "root_mean_squared_error", "Root mean squared error"),
):
    _sklearn_metric(_kernel, _name, _title, range=(0.0, math.inf))
_sklearn_metric(
    r_squared,
    "r2",
    "R squared",
    function="r2_score",
    range=(-math.inf, 1.0),
    undefined="there are fewer than 2 rows",
)
