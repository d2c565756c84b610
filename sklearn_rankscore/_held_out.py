"""Rows to watch while fitting: evaluation sets that came, and queries set aside."""

import math
from typing import Any

import numpy as np

from sklearn_rankscore._axes import is_real
from sklearn_rankscore._carriers import is_whole
from sklearn_rankscore._fit_rows import count_rows, take_rows
from sklearn_rankscore._groups import group_rows

# Arguments beside eval_set, in the words of LightGBM and XGBoost: a list with one entry
# per set, which has one entry per row.
_EVAL_WEIGHTS = ("eval_sample_weight", "sample_weight_eval_set")
_EVAL_ROWS = ("eval_init_score", "base_margin_eval_set")


def check_stopping(fraction, rounds, eval_set):
    """Refuse what early stopping cannot work with."""
    if fraction is not None and not (is_real(fraction) and 0 < fraction < 1):
        raise ValueError(
            f"The 'validation_fraction' parameter of GroupedRanker must be a float "
            f"between 0 and 1, or None. Got {fraction!r} instead."
        )
    if rounds is not None and not (is_whole(rounds) and rounds >= 1):
        raise ValueError(
            f"The 'early_stopping_rounds' parameter of GroupedRanker must be an int "
            f">= 1 or None. Got {rounds!r} instead."
        )
    if rounds is not None and fraction is None and eval_set is None:
        raise ValueError(
            "The 'early_stopping_rounds' parameter of GroupedRanker needs queries to "
            "watch. Pass validation_fraction=, or eval_set= and eval_groups= to fit."
        )


def draw_lists(lists, fraction, random_state):
    """Draw whole queries to set aside.

    Parameters
    ----------
    lists : Groups
    fraction : float or None
        Part of the queries; None draws none.
    random_state : int, RandomState instance or None

    Returns
    -------
    aside : ndarray of bool of shape (n_lists,) or None
    """
    if fraction is None:
        return None
    if math.ceil(fraction * lists.n_lists) >= lists.n_lists:
        raise ValueError(_none_left(fraction, lists.n_lists))
    # Imported late: it would make up most of the time to import this package.
    from sklearn.model_selection import GroupShuffleSplit

    splitter = GroupShuffleSplit(1, test_size=fraction, random_state=random_state)
    number = np.arange(lists.n_lists)
    _, drawn = next(splitter.split(number, groups=number))
    return np.isin(number, drawn)


def _none_left(fraction, n_lists):
    queries = "query" if n_lists == 1 else "queries"
    remedy = "Pass rows of more queries, or eval_set= and eval_groups= to fit instead."
    if n_lists > 1:
        # Rounded down: what is said must do.
        most = math.floor(1000 * (n_lists - 1) / n_lists) / 1000
        remedy = f"Pass at most {most}, or rows of more queries."
    return (
        f"The 'validation_fraction' parameter of GroupedRanker must leave whole "
        f"queries to GroupedRanker.fit, at least one to fit on and one to watch. Got "
        f"{fraction!r} of {n_lists} {queries}. {remedy}"
    )


def pair_eval_sets(eval_set, eval_groups, params):
    """Return (X, y, ids, weights) of each evaluation set, and the other arguments."""
    params = dict(params)
    given = [params.pop(name, None) for name in _EVAL_WEIGHTS]
    weights: Any = next((value for value in given if value is not None), None)
    if eval_set is None:
        if eval_groups is not None:
            raise ValueError(
                "The 'eval_groups' parameter of GroupedRanker.fit is read with "
                "eval_set= only. Got no eval_set; validation_fraction= sets aside "
                "queries of the rows of fit, which groups= names."
            )
        return [], params
    eval_set = _as_pairs(eval_set)
    columns = [
        [None] * len(eval_set) if column is None else list(column)
        for column in (eval_groups, weights)
    ]
    lengths = [len(column) for column in columns]
    if lengths != [len(eval_set)] * 2:
        raise ValueError(
            f"The 'eval_groups' parameter of GroupedRanker.fit must be a list with one "
            f"entry per evaluation set, and so must their weights. Got {lengths[0]} "
            f"and {lengths[1]} for {len(eval_set)} sets."
        )
    sets = zip(eval_set, *columns, strict=True)
    return [(X, y, ids, weight) for (X, y), ids, weight in sets], params


def _as_pairs(eval_set):
    """Return the evaluation sets as a list of (X, y), or say that they are none."""
    sets = [eval_set] if isinstance(eval_set, tuple) else list(eval_set)
    must = (
        "The 'eval_set' parameter of GroupedRanker.fit must be a list of pairs (X, y), "
        "one at least, or None."
    )
    if not sets:
        raise ValueError(f"{must} Got an empty list.")
    for position, pair in enumerate(sets):
        if not isinstance(pair, (tuple, list)):
            raise ValueError(
                f"{must} Got {type(pair).__name__} at position {position}."
            )
        if len(pair) != 2:
            raise ValueError(f"{must} Got {len(pair)} entries at position {position}.")
    return sets


def group_eval_set(ids, X, number):
    """Return the lists of an evaluation set, or say that it came without."""
    if ids is None:
        raise ValueError(
            f"The 'eval_groups' parameter of GroupedRanker.fit must hold the query ids "
            f"of the rows of each evaluation set. Got none for set {number}."
        )
    return group_rows(ids, count_rows(X), "GroupedRanker.fit")


def follow_eval_rows(params, evals):
    """Make arguments per row of an evaluation set follow the order of its rows."""
    for name in _EVAL_ROWS:
        if params.get(name) is not None:
            pairs = zip(params[name], evals, strict=True)
            moved = [take_rows(value, rows.places) for value, rows in pairs]
            params = {**params, name: moved}
    return params
