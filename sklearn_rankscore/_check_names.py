"""Names in, clean arrays out: query ids, document keys and labels by name."""

from collections.abc import Mapping
from difflib import get_close_matches

import numpy as np

from sklearn_rankscore._check import as_numbers, place_of, plain


def as_ids(values):
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


def order_keys(keys, n_rows, function):
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


def check_distinct(keys, documents, lists, function):
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
            f"list. Got {plain(as_ids(documents)[row])!r} twice in group "
            f"{plain(group)!r}, first at row {row}."
        )


def grade_labels(y_true, grades, function):
    """Return the grade of each label that is a name."""
    if not isinstance(grades, Mapping) or not grades:
        raise ValueError(
            f"The 'grades' parameter of {function} must map each label name to its "
            f"grade, as in {{'RELATED': 1, 'UNRELATED': 0}}. Got {grades!r} instead."
        )
    names = np.asarray(y_true)
    known, codes = np.unique(names.astype(str), return_inverse=True)
    table = {str(name): grade for name, grade in grades.items()}
    for name in known:
        if name not in table:
            row = np.argwhere(names.astype(str) == name)[0]
            near = get_close_matches(name, table, n=1, cutoff=0.0)
            raise ValueError(
                f"The 'y_true' parameter of {function} must hold names out of grades "
                f"{list(table)}. Got {name.item()!r} at {place_of(row)}. "
                f"The nearest is {near[0]!r}."
            )
    values = as_numbers([table[name] for name in known], "grades", function)
    return values[codes].reshape(names.shape)
