"""Rows in the order in which a ranker is fitted: whole lists, one after the other."""

from dataclasses import dataclass, replace
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
from scipy.sparse import issparse

from sklearn_rankscore._groups import Groups

# Arguments of fit that are lists about columns, evaluation sets, rounds or files: as
# long as the rows by chance at most, so a length alone would have them moved. All
# others that are as long follow the rows: estimators name what is per row as they like.
_NOT_ROWS = frozenset(
    (
        *("feature_name", "feature_names", "feature_types", "feature_weights"),
        *("categorical_feature", "categorical_features", "cat_features"),
        *("text_features", "embedding_features", "column_description"),
        *("monotone_constraints", "monotonic_cst", "interaction_constraints"),
        *("interaction_cst", "feature_contri", "max_bin_by_feature"),
        *("eval_set", "eval_names", "eval_at", "eval_metric", "eval_init_score"),
        *("eval_sample_weight", "base_margin_eval_set", "sample_weight_eval_set"),
        *("callbacks", "init_model", "xgb_model", "classes", "pairs_weight"),
    )
)
_POSITIONS = ("pairs", "graph")


@dataclass(frozen=True)
class FitRows:
    """What is fitted or evaluated on.

    Parameters
    ----------
    X, y : array-like
        Features and labels.
    sample_weight : array-like or None
        Weights of the rows.
    groups : Groups or None
        Their lists, rows list after list; None for a model that takes no groups.
    places : ndarray of intp or None
        Where each row stood in the arrays of the caller; None for the same place.
    queries : array-like, False or None
        The query of each row for a metric, also where the model takes no groups; False
        for one list, None where they are not known.
    """

    X: Any
    y: Any
    sample_weight: Any = None
    groups: Any = None
    places: np.ndarray | None = None
    queries: Any = None

    def with_queries(self, ids):
        """Return the rows with their queries, given those of the caller's rows."""
        per_row = ids is not None and ids is not False
        return replace(self, queries=take_rows(ids, self.places) if per_row else ids)

    @property
    def sizes(self):
        """Number of rows of each list."""
        return np.diff(self.groups.offsets)

    @property
    def codes(self):
        """Number of the list of each row, ascending."""
        return np.repeat(np.arange(self.groups.n_lists), self.sizes)

    @property
    def ids(self):
        """The query id of each row, as the caller wrote it."""
        return np.repeat(self.groups.ids, self.sizes)

    @property
    def list_weights(self):
        """Weight of each list, the mean of its rows' weights."""
        weights = np.asarray(self.sample_weight, dtype=np.float64).ravel()
        return np.bincount(self.codes, weights=weights) / self.sizes


def arrange(X, y, sample_weight, groups, *, sort, lists=None):
    """Put rows list after list, as far as the model wants that.

    Parameters
    ----------
    X, y : array-like
        Features and labels.
    sample_weight : array-like or None
        Weights of the rows.
    groups : Groups or None
        None leaves the rows as they are.
    sort : bool
        False for a model that takes no groups: its rows stay in the caller's order.
    lists : ndarray of bool of shape (n_lists,) or None, default=None
        The lists to keep, None for all.

    Returns
    -------
    rows : FitRows
    """
    if groups is None or (lists is None and not sort):
        return FitRows(X, y, sample_weight)
    if lists is None:
        places = groups.order
        kept = Groups(None, groups.offsets, groups.ids)
    else:
        sizes = np.diff(groups.offsets)
        places = groups.take(np.arange(groups.n_rows))[np.repeat(lists, sizes)]
        offsets = np.concatenate(([0], np.cumsum(sizes[lists])))
        kept = Groups(None, offsets, groups.ids[lists])
    if not sort:
        places = np.sort(places)
    X, y, sample_weight = (take_rows(table, places) for table in (X, y, sample_weight))
    return FitRows(X, y, sample_weight, kept if sort else None, places)


def part_rows(X, y, sample_weight, groups, aside, sort):
    """Return the rows to fit on, and a list of those set aside, which may be empty."""
    if aside is None:
        return arrange(X, y, sample_weight, groups, sort=sort), []
    train = arrange(X, y, sample_weight, groups, sort=sort, lists=~aside)
    # Without weights: those of a query without relevant rows lead XGBoost to stop with
    # a value above 1, and LightGBM to count it as 1.
    return train, [arrange(X, y, None, groups, sort=sort, lists=aside)]


def take_rows(table, places):
    """Return rows of an array, frame, series, sparse matrix or list; None takes all."""
    if places is None or table is None:
        return table
    native = nw.from_native(
        table, eager_only=True, allow_series=True, pass_through=True
    )
    if native is not table:
        return native[places].to_native()
    if issparse(table):
        return table.tocsr()[places]
    if isinstance(table, (list, tuple)):
        return [table[place] for place in places]
    return (table if hasattr(table, "shape") else np.asarray(table))[places]


def take_parallel(params, places, n_rows):
    """Make arguments that have one entry per row follow the rows.

    Parameters
    ----------
    params : dict
        Keyword arguments, ``step__name`` for those of a step; what is not as long as
        the rows is handed on as it is, which is how scikit-learn splits arguments over
        folds.
    places : ndarray of intp or None
        None for all rows as they stand.
    n_rows : int
        Length of the caller's arrays.

    Returns
    -------
    params : dict
    """
    if places is None:
        return params
    moved = {}
    for name, value in params.items():
        bare = name.rpartition("__")[2]
        if bare in _POSITIONS and value is not None:
            raise ValueError(
                f"The {name!r} parameter of GroupedRanker.fit names rows by position. "
                f"Put the rows list after list to pass it: they had to be moved."
            )
        per_row = bare not in _NOT_ROWS and count_rows(value) == n_rows
        moved[name] = take_rows(value, places) if per_row else value
    return moved


def count_rows(table):
    """Return the number of rows, or None for what has none."""
    if hasattr(table, "__array__") and not hasattr(table, "shape"):
        table = np.asarray(table)
    shape = getattr(table, "shape", None)
    if isinstance(shape, tuple):
        return shape[0] if shape else None
    return len(table) if isinstance(table, (list, tuple)) else None
