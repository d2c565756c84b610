"""Errors relative to the target, and the rules for a target of zero."""

import math
import sys
from typing import Literal, TypeAlias, TypeGuard

import numpy as np

from sklearn_rankscore._conventions.axes import is_real
from sklearn_rankscore._lists.arrays import Bools, Floats
from sklearn_rankscore._metrics.catalogue import declare
from sklearn_rankscore._metrics.errors import RowErrors
from sklearn_rankscore._metrics.gain import positive

# What scikit-learn divides by at least. "raise" refuses a target below it, so that a
# function of scikit-learn's name never answers with another number.
EPSILON = sys.float_info.epsilon

# A rule is stored as a word, as the floor on |y|, or as ("add", constant).
ZeroRule: TypeAlias = Literal["raise", "skip"] | float | tuple[Literal["add"], float]
_ZERO_RULES: dict[str, ZeroRule] = {
    "raise": "raise",
    "skip": "skip",
    "epsilon": EPSILON,
    "lightgbm": 1.0,
    "catboost": 1.0,
}
ZERO_REMEDY = (
    "zero='skip' leaves such rows out, 'epsilon' divides by 2.2e-16 as scikit-learn "
    "does, a number is the least |y| to divide by ('lightgbm' and 'catboost': 1), "
    "('add', c) divides by |y| + c"
)


def _zero(value: object, function: str) -> ZeroRule:
    if isinstance(value, str) and value in _ZERO_RULES:
        return _ZERO_RULES[value]
    if _is_constant(value):
        return float(value)
    if isinstance(value, tuple | list) and len(value) == 2:
        word, constant = value
        if word == "add" and _is_constant(constant):
            return "add", float(constant)
    names = ", ".join(map(repr, _ZERO_RULES))
    raise ValueError(
        f"The 'zero' parameter of {function} must be {names}, a finite number > 0 or "
        f"('add', such a number). Got {value!r} instead."
    )


def _is_constant(value: object) -> TypeGuard[float]:
    return is_real(value) and 0 < value < math.inf


def _relative(rows: RowErrors, zero: ZeroRule) -> tuple[Floats, Bools | None]:
    """Return the size of each error over that of its target, and which rows count."""
    target = np.abs(rows.y_true)
    if isinstance(zero, tuple):
        return rows.size / (target + zero[1]), None
    if isinstance(zero, float):
        return rows.size / np.maximum(target, zero), None
    counted = target > 0
    return np.divide(rows.size, target, out=np.zeros_like(target), where=counted), (
        counted if zero == "skip" else None
    )


_SKIPPED = "every target is 0, and skipped"


@declare(
    "mape",
    title="Mean absolute percentage error",
    family="pointwise",
    function="mean_absolute_percentage_error",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined=_SKIPPED,
    reference="Hyndman and Koehler (2006), 10.1016/j.ijforecast.2006.03.001",
    checks={"zero": _zero},
)
def mape(rows: RowErrors, *, zero: ZeroRule = "raise") -> Floats:
    relative, counted = _relative(rows, zero)
    return rows.mean(relative, counted)


@declare(
    "rmspe",
    title="Root mean squared percentage error",
    family="pointwise",
    function="root_mean_squared_percentage_error",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined=_SKIPPED,
    reference="Hyndman and Koehler (2006), 10.1016/j.ijforecast.2006.03.001",
    checks={"zero": _zero},
)
def rmspe(rows: RowErrors, *, zero: ZeroRule = "raise") -> Floats:
    relative, counted = _relative(rows, zero)
    return np.sqrt(rows.mean(relative**2, counted))


@declare(
    "mape_coverage",
    title="Share of rows with a target other than 0",
    family="pointwise",
    function="mape_coverage_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="",
    undefined="",
    reference="what mape and rmspe keep under zero='skip'",
)
def mape_coverage(rows: RowErrors) -> Floats:
    return rows.mean((rows.y_true != 0).astype(np.float64))


def _scale(value: object, function: str) -> float:
    if is_real(value) and value in (1, 2, 200):
        return float(value)
    raise ValueError(
        f"The 'scale' parameter of {function} must be 1, 2 or 200, the value of the "
        f"worst prediction. Got {value!r} instead."
    )


@declare(
    "smape",
    title="Symmetric mean absolute percentage error",
    family="pointwise",
    function="symmetric_mean_absolute_percentage_error",
    range=(0.0, 2.0),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="",
    reference="Makridakis (1993), 10.1016/0169-2070(93)90079-3",
    checks={"scale": _scale},
)
def smape(rows: RowErrors, *, scale: float = 2.0) -> Floats:
    both = np.abs(rows.y_true) + np.abs(rows.y_pred)
    return scale * rows.mean(rows.size / np.where(both == 0, 1.0, both))


@declare(
    "wape",
    title="Weighted absolute percentage error",
    family="pointwise",
    function="weighted_absolute_percentage_error",
    range=(0.0, math.inf),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="every target is 0",
    reference="Kolassa and Schütz (2007), Foresight 6, 40-43",
)
def wape(rows: RowErrors) -> Floats:
    return rows.sum(rows.size) / positive(rows.sum(np.abs(rows.y_true)))


@declare(
    "maape",
    title="Mean arctangent absolute percentage error",
    family="pointwise",
    function="mean_arctangent_absolute_percentage_error",
    range=(0.0, math.pi / 2),
    greater_is_better=False,
    normalised=True,
    cutoff="",
    undefined="",
    reference="Kim and Kim (2016), 10.1016/j.ijforecast.2015.12.003",
)
def maape(rows: RowErrors) -> Floats:
    return rows.mean(np.arctan2(rows.size, np.abs(rows.y_true)))
