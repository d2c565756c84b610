"""Rows as a ranker is fitted on them: whole lists in order, some set aside to watch."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from sklearn_rankscore._conventions.axes import is_real, is_whole
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, GroupsLike, Integers
from sklearn_rankscore._lists.groups import Groups, group_rows

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

# X, y, ids and weights of an evaluation set, as they came.
EvalSet: TypeAlias = tuple[Any, Any, GroupsLike, ArrayLike | None]


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
    sample_weight: ArrayLike | None = None
    groups: Groups | None = None
    places: Integers | None = None
    queries: GroupsLike = None

    def with_queries(self, ids: GroupsLike) -> "FitRows":
        """Return the rows with their queries, given those of the caller's rows."""
        per_row = ids is not None and ids is not False
        return replace(self, queries=take_rows(ids, self.places) if per_row else ids)

    @property
    def _lists(self) -> Groups:
        # Asked for only where the model takes groups.
        assert self.groups is not None
        return self.groups

    @property
    def sizes(self) -> Integers:
        """Number of rows of each list."""
        return np.diff(self._lists.offsets)

    @property
    def codes(self) -> Integers:
        """Number of the list of each row, ascending."""
        return np.repeat(np.arange(self._lists.n_lists), self.sizes)

    @property
    def ids(self) -> Array:
        """The query id of each row, as the caller wrote it."""
        return np.repeat(self._lists.ids, self.sizes)

    @property
    def list_weights(self) -> Floats:
        """Weight of each list, the mean of its rows' weights."""
        weights = np.asarray(self.sample_weight, dtype=np.float64).ravel()
        return np.bincount(self.codes, weights=weights) / self.sizes


def arrange(
    X: Any,
    y: Any,
    sample_weight: ArrayLike | None,
    groups: Groups | None,
    *,
    sort: bool,
    lists: Bools | None = None,
) -> FitRows:
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
    places = groups.order
    if lists is None:
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


def part_rows(
    X: Any,
    y: Any,
    sample_weight: ArrayLike | None,
    groups: Groups | None,
    aside: Bools | None,
    sort: bool,
) -> tuple[FitRows, list[FitRows]]:
    """Return the rows to fit on, and a list of those set aside, which may be empty."""
    if aside is None:
        return arrange(X, y, sample_weight, groups, sort=sort), []
    train = arrange(X, y, sample_weight, groups, sort=sort, lists=~aside)
    # Without weights: those of a query without relevant rows lead XGBoost to stop with
    # a value above 1, and LightGBM to count it as 1.
    return train, [arrange(X, y, None, groups, sort=sort, lists=aside)]


def take_rows(table: Any, places: Integers | None) -> Any:
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


def take_parallel(
    params: dict[str, Any], places: Integers | None, n_rows: int | None
) -> dict[str, Any]:
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


def count_rows(table: Any) -> int | None:
    """Return the number of rows, or None for what has none."""
    if hasattr(table, "__array__") and not hasattr(table, "shape"):
        table = np.asarray(table)
    shape = getattr(table, "shape", None)
    if isinstance(shape, tuple):
        return shape[0] if shape else None
    return len(table) if isinstance(table, (list, tuple)) else None


def count_given(X: Any) -> int:
    """Return the number of rows of X, refusing what has none."""
    n_rows = count_rows(X)
    if n_rows is None:
        raise TypeError(
            f"The 'X' parameter of GroupedRanker.fit must be an array, a sparse "
            f"matrix, a dataframe or a list of rows. Got {type(X).__name__} instead."
        )
    return n_rows


# Arguments beside eval_set, in the words of LightGBM and XGBoost: a list with one entry
# per set, which has one entry per row.
_EVAL_WEIGHTS = ("eval_sample_weight", "sample_weight_eval_set")
_EVAL_ROWS = ("eval_init_score", "base_margin_eval_set")


def check_stopping(
    fraction: float | None, rounds: int | None, eval_set: object
) -> None:
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


def draw_lists(
    lists: Groups | None,
    fraction: float | None,
    random_state: int | np.random.RandomState | None,
) -> Bools | None:
    """Draw whole queries to set aside.

    Parameters
    ----------
    lists : Groups or None
        None for a model that reads none: there is no fraction of them then.
    fraction : float or None
        Part of the queries; None draws none.
    random_state : int, RandomState instance or None

    Returns
    -------
    aside : ndarray of bool of shape (n_lists,) or None
    """
    if fraction is None or lists is None:
        return None
    if math.ceil(fraction * lists.n_lists) >= lists.n_lists:
        raise ValueError(_none_left(fraction, lists.n_lists))
    # Imported late: it would make up most of the time to import this package.
    from sklearn.model_selection import GroupShuffleSplit

    splitter = GroupShuffleSplit(1, test_size=fraction, random_state=random_state)
    number = np.arange(lists.n_lists)
    _, drawn = next(splitter.split(number, groups=number))
    return np.isin(number, drawn)


def _none_left(fraction: float, n_lists: int) -> str:
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


def pair_eval_sets(
    eval_set: Iterable[tuple[Any, Any]] | None,
    eval_groups: Iterable[GroupsLike] | None,
    params: Mapping[str, Any],
) -> tuple[list[EvalSet], dict[str, Any]]:
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


def _as_pairs(eval_set: Iterable[Any]) -> list[tuple[Any, Any]]:
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


def group_eval_set(ids: GroupsLike, X: Any, number: int) -> Groups:
    """Return the lists of an evaluation set, or say that it came without."""
    if ids is None:
        raise ValueError(
            f"The 'eval_groups' parameter of GroupedRanker.fit must hold the query ids "
            f"of the rows of each evaluation set. Got none for set {number}."
        )
    return group_rows(ids, count_given(X), "GroupedRanker.fit")


def follow_eval_rows(
    params: dict[str, Any], evals: Sequence[FitRows]
) -> dict[str, Any]:
    """Make arguments per row of an evaluation set follow the order of its rows."""
    for name in _EVAL_ROWS:
        if params.get(name) is not None:
            pairs = zip(params[name], evals, strict=True)
            moved = [take_rows(value, rows.places) for value, rows in pairs]
            params = {**params, name: moved}
    return params
