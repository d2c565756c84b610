"""The border: arrays in, clean arrays out, and every message about an array."""

import math
from collections.abc import Mapping
from difflib import get_close_matches
from numbers import Number
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import LARGEST, GainLike, is_whole
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers

# Beyond it neighbouring whole numbers fall together in float64 and would become ties.
LARGEST_EXACT = 2**53

# 2**498 is about the largest gain that may be multiplied and added up.
LARGEST_EXPONENT = 498

_NUMBERS = "biuf"
_WHOLE = "biu"


def as_numbers(values: ArrayLike, name: str, function: str) -> Array:
    """Return `values` as a native numeric array of one or two dimensions."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(
            f"The {name!r} parameter of {function} must not be masked. "
            f"Got a masked value at {place_of(np.argwhere(values.mask)[0])}."
        )
    if hasattr(values, "tocsr") or isinstance(values, (str, bytes, set, dict)):
        raise TypeError(
            f"The {name!r} parameter of {function} must be a dense array of numbers. "
            f"Got {type(values).__name__} instead."
        )
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"The {name!r} parameter of {function} must be a flat array with groups= "
            f"one id per row, or rows of equal length. Got rows of unequal length."
        ) from error
    if array.ndim == 0 and array.dtype.kind == "O":
        raise TypeError(
            f"The {name!r} parameter of {function} must be a dense array of numbers. "
            f"Got {type(values).__name__} instead."
        )
    if array.dtype.kind == "O":
        array = _from_objects(array, name, function)
    if array.dtype.kind not in _NUMBERS:
        named = array.dtype.kind in "US" and name == "y_true"
        remedy = " Pass grades={'name': grade} for labels by name." * named
        raise ValueError(
            f"The {name!r} parameter of {function} must hold numbers. "
            f"Got values of dtype {array.dtype}, the first is "
            f"{plain(array.flat[0]) if array.size else None!r}.{remedy}"
        )
    if array.ndim not in (1, 2):
        raise ValueError(
            f"The {name!r} parameter of {function} must have one or two dimensions. "
            f"Got shape {array.shape}."
        )
    if array.size == 0:
        raise ValueError(
            f"The {name!r} parameter of {function} must hold at least one row. "
            f"Got shape {array.shape}."
        )
    return (
        array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
    )


def _from_objects(array: Array, name: str, function: str) -> Array:
    """Turn an array of Python objects into numbers, never parsing text.

    A label that is missing becomes NaN: whether it may is for ``unjudged`` to say.
    """
    values = array.ravel().tolist()
    wrong = [i for i, value in enumerate(values) if not isinstance(value, Number)]
    for i in wrong:
        missing = values[i] is None or type(values[i]).__name__ in ("NAType", "NaTType")
        if missing and name == "y_true":
            values[i] = math.nan
            continue
        what = "a missing value" if missing else repr(values[i])
        raise ValueError(
            f"The {name!r} parameter of {function} must hold numbers. "
            f"Got {what} at {place_of(np.unravel_index(i, array.shape))}."
        )
    return np.asarray(values).reshape(array.shape)


def place_of(index: Integers | tuple[np.intp, ...]) -> str:
    place = [int(i) for i in np.atleast_1d(index)]
    return f"row {place[0]}" + (f", column {place[1]}" if len(place) > 1 else "")


def refuse_first(
    wrong: Bools, array: Array, what: str, name: str, function: str, remedy: str = ""
) -> NoReturn:
    place = np.argwhere(wrong)[0]
    raise ValueError(
        f"The {name!r} parameter of {function} must hold {what}. "
        f"Got {array[tuple(place)].item()} at {place_of(place)}"
        f" (first of {np.count_nonzero(wrong)}).{remedy}"
    )


def check_finite(array: Array, name: str, function: str, remedy: str = "") -> None:
    """Refuse NaN and infinity; the sum finds them without a temporary array."""
    if array.dtype.kind != "f":
        return
    with np.errstate(over="ignore", invalid="ignore"):
        clean = math.isfinite(array.sum(dtype=np.float64))
    if not clean and not np.isfinite(array).all():
        wrong = ~np.isfinite(array)
        refuse_first(wrong, array, "finite numbers", name, function, remedy)


def check_exact(array: Array, name: str, function: str) -> None:
    """Refuse numbers that float64 cannot tell apart."""
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        lossy = array != array.astype(np.float64)
        if lossy.any():
            remedy = " Narrow them yourself: numbers can become equal."
            what = "numbers that are exact in float64"
            refuse_first(lossy, array, what, name, function, remedy)
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        if array.max() <= LARGEST_EXACT and array.min() >= -LARGEST_EXACT:
            return
        wide = (array > LARGEST_EXACT) | (array < -LARGEST_EXACT)
        remedy = " Pass ranks or smaller numbers: such numbers would become equal."
        refuse_first(wide, array, "whole numbers up to 2**53", name, function, remedy)


def check_labels(labels: Array, function: str, *, signed: bool = False) -> None:
    """Refuse labels that are not finite or, unless `signed`, below zero."""
    remedy = " For rows that nobody judged pass unjudged='irrelevant' or 'condense'."
    missing = labels.dtype.kind == "f" and not signed and np.isnan(labels.min())
    check_finite(labels, "y_true", function, remedy * bool(missing))
    if signed or labels.dtype.itemsize > 8:
        check_exact(labels, "y_true", function)
    if not signed and labels.dtype.kind in "if" and labels.min() < 0:
        refuse_first(labels < 0, labels, "labels >= 0", "y_true", function)


def check_scores(scores: Array, function: str) -> None:
    """Refuse scores that are not finite or not exact in float64."""
    remedy = " Leave such rows out; judged rows that got no score are retrieved=False."
    check_finite(scores, "y_score", function, remedy)
    check_exact(scores, "y_score", function)


def check_same_shape(y_true: Array, y_score: Array, function: str) -> None:
    """Refuse labels and scores that don't stand row by row."""
    if y_true.ndim == y_score.ndim == 1 and len(y_true) != len(y_score):
        raise ValueError(
            f"y_true and y_score of {function} must have the same length. "
            f"Got {len(y_true)} and {len(y_score)}."
        )
    if y_true.shape != y_score.shape:
        raise ValueError(
            f"y_true and y_score of {function} must have the same shape. "
            f"Got {y_true.shape} and {y_score.shape}."
        )


def check_weights(
    sample_weight: ArrayLike | None, n_rows: int, function: str, *, unit: str = "row"
) -> Floats | None:
    """Return the weights as float64, one per row (or per list), or None."""
    if sample_weight is None:
        return None
    weights = as_numbers(sample_weight, "sample_weight", function)
    if weights.ndim == 2 and weights.shape[1] == 1:
        weights = weights.ravel()
    if weights.shape != (n_rows,):
        raise ValueError(
            f"The 'sample_weight' parameter of {function} must hold one weight per "
            f"{unit}. Got shape {weights.shape} for {n_rows} {unit}s."
        )
    check_finite(weights, "sample_weight", function)
    if weights.min() < 0 or float(weights.max()) > LARGEST:
        wrong = (weights < 0) | (weights.astype(np.float64) > LARGEST)
        what = f"weights from 0 to {LARGEST:g}"
        refuse_first(wrong, weights, what, "sample_weight", function)
    if not weights.any():
        raise ValueError(
            f"The 'sample_weight' parameter of {function} must hold a weight > 0. "
            f"All {n_rows} weights are zero."
        )
    return weights.astype(np.float64)


def check_gain(labels: Array, largest: float, gain: GainLike, function: str) -> None:
    """Refuse labels, `largest` of them, that the gain gives no finite value to."""
    if isinstance(gain, tuple):
        if labels.dtype.kind in _WHOLE and largest < len(gain):
            return
        wrong = (labels >= len(gain)) | (labels != np.floor(labels))
        if wrong.any():
            what = f"whole labels 0 to {len(gain) - 1}, one per entry of the gain table"
            remedy = " Pass a longer table, or gain='linear' or 'exponential'."
            refuse_first(wrong, labels, what, "y_true", function, remedy)
    elif gain == "linear" and labels.dtype == np.float64:
        if largest <= LARGEST:
            return
        wrong = labels > LARGEST
        what = f"labels up to {LARGEST:g}"
        refuse_first(wrong, labels, what, "y_true", function)
    elif gain == "exponential" and largest >= LARGEST_EXPONENT:
        wrong = labels >= LARGEST_EXPONENT
        what = f"labels below {LARGEST_EXPONENT} for gain='exponential'"
        remedy = " Beyond it 2**label overflows; use gain='linear' or a table."
        refuse_first(wrong, labels, what, "y_true", function, remedy)


def check_threads(n_jobs: object, function: str) -> int | None:
    """Return `n_jobs`, an int other than 0 or None."""
    if n_jobs is None or (is_whole(n_jobs) and n_jobs != 0):
        return n_jobs if n_jobs is None else int(n_jobs)
    raise ValueError(
        f"The 'n_jobs' parameter of {function} must be an int other than 0 or None: "
        f"a number of threads, or -1 for all cores. Got {n_jobs!r} instead."
    )


def check_highest_label(
    labels: Array, largest: float, limit: float, why: str, function: str
) -> None:
    """Refuse labels above what the metric gives a meaning to."""
    if largest > limit:
        what = f"labels up to {limit:g}"
        refuse_first(labels > limit, labels, what, "y_true", function, f" ({why})")


def check_mask(mask: ArrayLike, n_rows: int, name: str, function: str) -> Bools:
    """Return `mask` as bools, one per row."""
    mask = np.asarray(mask)
    if mask.dtype.kind != "b" or mask.shape != (n_rows,):
        raise ValueError(
            f"The {name!r} parameter of {function} must hold True or False for each of "
            f"the {n_rows} rows. Got dtype {mask.dtype} and shape {mask.shape}."
        )
    return mask


def plain(value: Any) -> Any:
    """Return an id as Python writes it, without NumPy's type around it."""
    return value.item() if hasattr(value, "item") else value


def as_ids(values: ArrayLike) -> Array:
    """Make an array in which ids compare as they do in the list they came in."""
    if np.ma.is_masked(values):
        raise ValueError("Ids and keys must not be masked. Got a masked array.")
    if not isinstance(values, (list, tuple)):
        ids = np.asarray(values)
        # Variable-width strings may hold missing values, which only objects show.
        return ids.astype(object) if ids.dtype.kind == "T" else ids
    kinds = {type(value) for value in values}
    if len(kinds) > 1 and not kinds <= {int, float, np.int64, np.float64}:
        ids = np.empty(len(values), dtype=object)
        ids[:] = values
        return ids
    ids = np.asarray(values)
    # Whole numbers too wide for one integer type would be rounded to float64.
    rounded = bool(kinds & {int, np.int64}) and ids.dtype.kind == "f"
    return np.array(values, object) if rounded else ids


def order_keys(keys: ArrayLike, n_rows: int, function: str) -> Integers:
    """Return the place of each row's key in the order of all keys."""
    keys = as_ids(keys)
    if keys.shape != (n_rows,):
        raise ValueError(
            f"The 'tiebreak' parameter of {function} must hold one key per row. "
            f"Got shape {keys.shape} for {n_rows} rows."
        )
    try:
        return np.unique(keys, return_inverse=True)[1]
    except TypeError as error:
        raise TypeError(
            f"The 'tiebreak' parameter of {function} must hold keys that can be "
            f"ordered among each other. Got mixed types: {error}."
        ) from error


def grade_labels(
    y_true: ArrayLike, grades: Mapping[str, float], function: str
) -> Array:
    """Return the grade of each label that is a name."""
    if not isinstance(grades, Mapping) or not grades:
        raise ValueError(
            f"The 'grades' parameter of {function} must map each label name to its "
            f"grade, as in {{'RELATED': 1, 'UNRELATED': 0}}. Got {grades!r} instead."
        )
    names = np.asarray(y_true)
    missing = _missing(names)
    known, codes = np.unique(names[~missing].astype(str), return_inverse=True)
    table = {str(name): grade for name, grade in grades.items()}
    for name in known:
        if name not in table:
            row = np.argwhere(~missing & (names.astype(str) == name))[0]
            near = get_close_matches(name, table, n=1, cutoff=0.0)
            raise ValueError(
                f"The 'y_true' parameter of {function} must hold names out of grades "
                f"{list(table)}. Got {name.item()!r} at {place_of(row)}. "
                f"The nearest is {near[0]!r}."
            )
    if not len(known):
        return np.full(names.shape, np.nan)
    values = as_numbers([table[name] for name in known], "grades", function)
    if len(codes) == names.size:
        return values[codes].reshape(names.shape)
    # Whether a label may be missing is for ``unjudged`` to say.
    found = np.full(names.shape, np.nan)
    found[~missing] = values[codes]
    return found


def _missing(names: Array) -> Bools:
    """Return which names are None, NaN or NA."""
    if names.dtype.kind in "fcmM":
        return np.not_equal(names, names)
    if names.dtype.kind != "O":
        return np.zeros(names.shape, dtype=bool)
    found = [is_missing(value) for value in names.ravel().tolist()]
    return np.array(found, dtype=bool).reshape(names.shape)


def is_missing(value: object) -> bool:
    """Tell whether a value stands for none."""
    return value is None or type(value).__name__ == "NAType" or bool(value != value)
