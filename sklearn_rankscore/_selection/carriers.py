"""Where the query ids stand, and what an estimator says about relevance.

========== ==================================================================
``groups`` the ids of the rows of X
========== ==================================================================
None       come with the call as metadata, one per row
str        a column of X, else an index level of X, else an index level of y
int        the column of X at this position
Series     looked up by ``X.index`` (pandas)
callable   ``groups(X)``
False      none: all rows are one list, said on purpose
========== ==================================================================

All but None are *carriers*: they need no metadata routing, and win over metadata. Each
follows the rows into a fold, which an array cannot, so arrays are refused.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeGuard

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.base import is_classifier

from sklearn_rankscore._conventions.axes import is_whole
from sklearn_rankscore._lists.arrays import Array, GroupsLike
from sklearn_rankscore._lists.border import grade_labels


class IndexedIds(Protocol):
    """Ids by the label of their row: a Series of pandas."""

    @property
    def index(self) -> Any: ...

    @property
    def iloc(self) -> Any: ...


Carrier: TypeAlias = (
    str | int | IndexedIds | Callable[[Any], ArrayLike] | Literal[False] | None
)
ResponseMethod: TypeAlias = str | Sequence[str]
Grades: TypeAlias = Mapping[str, float]

ALLOWED = (
    "None (groups come as metadata, one id per row), a str (column of X, or index "
    "level of X or y), an int (column position), a pandas Series with a unique index "
    "(looked up by X.index), a callable(X), or False (all rows are one list)"
)


def check_carrier(groups: object, function: str) -> None:
    """Refuse what cannot find the ids of a fold's rows, naming what can."""
    if groups is None or groups is False or isinstance(groups, str):
        return
    if nw.dependencies.is_pandas_series(groups):
        if not groups.index.is_unique:
            twice = groups.index[groups.index.duplicated()].tolist()[0]
            raise ValueError(
                f"The 'groups' parameter of {function} must be a Series with a unique "
                f"index. Got {twice!r} more than once."
            )
        return
    if is_whole(groups) or callable(groups):
        return
    _refuse_numpy_bool(groups, function)
    kind = type(groups).__name__
    bound = ""
    if hasattr(groups, "__len__"):
        bound = (
            " It does not follow the rows into a fold. Pass ids of all rows where the "
            "rows are passed, as metadata groups=."
        )
    raise TypeError(
        f"The 'groups' parameter of {function} must be {ALLOWED}. "
        f"Got {kind} instead.{bound}"
    )


def missing_groups(function: object, constructor: str) -> str:
    """Say that no groups came, and the three ways to pass them."""
    return (
        f"{function} got no groups, the query of each row. Pass them in one of three "
        f"ways. As metadata: sklearn.set_config(enable_metadata_routing=True), then "
        f"groups=ids in fit of a search, or params={{'groups': ids}} in cross_validate "
        f"and its like. With the data, without routing: {constructor}(..., "
        f"groups='qid'), where 'qid' is a column of X or an index level of X or y. In "
        f"a call of your own: groups=ids, one id per row. If all rows are one list, "
        f"say so: {constructor}(..., groups=False)."
    )


def resolve_groups(
    carrier: Carrier, X: Any, y: Any, groups: GroupsLike, function: object
) -> GroupsLike:
    """Return the ids of the rows of X.

    Parameters
    ----------
    carrier : None, str, int, Series, callable or False
        The ``groups=`` that a scorer or the adapter was built with.
    X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
    y : array-like of shape (n_rows,) or None
    groups : array-like of shape (n_rows,), False or None
        What came with the call; an explicit carrier wins over it.
    function : str or object
        What an error message calls the caller.

    Returns
    -------
    ids : array-like of shape (n_rows,), False or None
        None only if there is neither a carrier nor metadata.
    """
    ids: GroupsLike = _find(carrier, X, y, groups, function)
    _refuse_numpy_bool(ids, function)
    _refuse_sparse(ids, function)
    return ids


def _find(
    carrier: Carrier, X: Any, y: Any, groups: GroupsLike, function: object
) -> Any:
    if carrier is None:
        return groups
    if carrier is False:
        return False
    if isinstance(carrier, str):
        return _by_name(carrier, X, y, function)
    if is_whole(carrier):
        return _by_position(carrier, X, function)
    if callable(carrier):
        return carrier(X)
    return _by_index(carrier, X, function)


def _refuse_numpy_bool(groups: object, function: object) -> None:
    if isinstance(groups, np.bool_):
        raise TypeError(
            f"The 'groups' parameter of {function} must be Python's False to say that "
            f"all rows are one list. Got {type(groups).__name__} instead, NumPy's "
            f"{groups!s}. Pass groups=False."
        )


def _refuse_sparse(groups: Any, function: object) -> None:
    if issparse(groups):
        raise TypeError(
            f"The 'groups' parameter of {function} must hold one id per row. Got a "
            f"sparse {type(groups).__name__} of shape {groups.shape}, where the zeros "
            f"are ids too. Pass groups.toarray().ravel()."
        )


def drop_carrier(carrier: Carrier, X: Any, n_features: int | None = None) -> Any:
    """Return X without the column that carries the ids.

    Parameters
    ----------
    carrier : None, str, int, Series, callable or False
    X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
    n_features : int or None, default=None
        Number of columns without the carrier, if known: X may come without it then.

    Returns
    -------
    X : of the kind that came
    """
    if isinstance(carrier, str):
        frame = as_frame(X)
        if frame is None or carrier not in frame.columns:
            return X
        return frame.drop(carrier).to_native()
    if not is_whole(carrier):
        return X
    frame = as_frame(X)
    table: Any = X if hasattr(X, "shape") else np.asarray(X)
    if n_features is not None and table.shape[1] != n_features + 1:
        return X
    kept = np.delete(np.arange(table.shape[1]), carrier)
    if frame is not None:
        return frame[:, kept.tolist()].to_native()
    return (table.tocsr() if issparse(table) else table)[:, kept]


def as_frame(X: Any) -> nw.DataFrame[Any] | None:
    """Return X as a narwhals frame, or None if it is no eager dataframe."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return None if frame is X else frame


def _by_name(name: str, X: Any, y: Any, function: object) -> Any:
    frame = as_frame(X)
    if frame is not None and name in frame.columns:
        return frame[name].to_native()
    for table in (X, y):
        index: Any = getattr(table, "index", None)
        # A list has a method of that name.
        if name in getattr(index, "names", ()):
            return index.get_level_values(name)
    columns = "none with names" if frame is None else list(frame.columns)
    raise ValueError(
        f"The 'groups' parameter of {function} must name a column of X, or an index "
        f"level of X or y. Got {name!r}; X is a {type(X).__name__}, its columns are "
        f"{columns}. A step that turns X into an array loses names: see "
        f"set_output(transform='pandas')."
    )


def _by_position(position: int, X: Any, function: object) -> Any:
    table: Any = X if hasattr(X, "shape") else np.asarray(X)
    width = table.shape[1] if len(table.shape) == 2 else 0
    if not -width <= position < width:
        raise ValueError(
            f"The 'groups' parameter of {function} must be the position of a column "
            f"of X. Got {position} for {width} columns."
        )
    frame = as_frame(X)
    if frame is not None:
        return frame[:, int(position) % width].to_native()
    if issparse(table):
        return table.tocsr()[:, [position]].toarray().ravel()
    return table[:, position]


def _by_index(series: Any, X: Any, function: object) -> Any:
    index: Any = getattr(X, "index", None)
    if not hasattr(index, "get_indexer"):
        raise ValueError(
            f"The 'groups' parameter of {function} is a Series, looked up by X.index. "
            f"Got X of type {type(X).__name__}, which has no index."
        )
    places = series.index.get_indexer(index)
    if (places < 0).any():
        row = int(np.argmax(places < 0))
        raise ValueError(
            f"The 'groups' parameter of {function} must hold an id for every label of "
            f"X.index. Got none for {index.tolist()[row]!r} at row {row} (first of "
            f"{int((places < 0).sum())})."
        )
    return series.iloc[places].to_numpy()


RESPONSE_METHODS = ("predict", "decision_function", "predict_proba")


def check_response_method(response_method: ResponseMethod, function: str) -> None:
    """Refuse what is not "auto", a method that gives scores, or several of these."""
    names = np.atleast_1d(response_method).tolist()
    if names != ["auto"] and not (names and set(names) <= set(RESPONSE_METHODS)):
        raise ValueError(
            f"The 'response_method' parameter of {function} must be 'auto', one of "
            f"{RESPONSE_METHODS} or a list of these, best first. "
            f"Got {response_method!r} instead."
        )


def predict_relevance(
    estimator: Any,
    X: Any,
    response_method: ResponseMethod = "auto",
    function: object = "RankScorer",
    grades: Grades | None = None,
) -> Array:
    """Return one score per row: what the estimator says about relevance.

    Parameters
    ----------
    estimator : object
        A fitted estimator.
    X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
    response_method : str or sequence of str, default="auto"
        See :func:`get_rank_scorer`.
    function : str or object, default="RankScorer"
        What an error message calls the caller.
    grades : mapping of str to float or None, default=None
        The grade of each label, for a classifier whose labels are names: their
        alphabet says nothing about relevance.

    Returns
    -------
    y_score : ndarray of shape (n_rows,)
    """
    method = _choose_response(estimator, response_method, function)
    answer = getattr(estimator, method)(X)
    if method == "predict_proba":
        levels = _levels(estimator.classes_, grades, function)
        return _expected_level(np.asarray(answer), levels)
    if np.ndim(answer) == 2 and np.shape(answer)[1] != 1:
        raise ValueError(
            f"{function} needs one score per row. {type(estimator).__name__}.{method} "
            f"returned shape {np.shape(answer)}."
        )
    y_score: Array = np.ravel(answer)
    classes = getattr(estimator, "classes_", None)
    if classes is None:
        return y_score
    if method == "predict":
        if _are_graded(grades, classes):
            return grade_labels(y_score, grades, str(function))
        return y_score
    # It speaks for the second label, which need not be the more relevant one.
    levels = _levels(classes, grades, function)
    return -y_score if len(levels) == 2 and levels[0] > levels[1] else y_score


def _choose_response(
    estimator: Any, response_method: ResponseMethod, function: object
) -> str:
    classifies = _classifies(estimator)
    if response_method == "auto":
        response_method = "predict"
        if classifies:
            binary = len(estimator.classes_) == 2
            response_method = ["decision_function"] * binary + ["predict_proba"]
    wanted: list[str] = np.atleast_1d(response_method).tolist()
    for method in wanted:
        if hasattr(estimator, method):
            return method
    calibrate = "CalibratedClassifierCV of sklearn.calibration adds predict_proba; "
    # As scikit-learn's own scorers raise it.
    raise AttributeError(
        f"{function} needs one score per row from {type(estimator).__name__}, which "
        f"has none of {wanted}. {calibrate * classifies}response_method= takes another."
    )


def _classifies(estimator: Any) -> bool:
    # Estimators outside scikit-learn may have no tags, which is_classifier insists on.
    if hasattr(estimator, "__sklearn_tags__"):
        return bool(is_classifier(estimator))
    return getattr(estimator, "_estimator_type", None) == "classifier"


def _are_graded(grades: object, classes: ArrayLike) -> TypeGuard[Grades]:
    """Tell whether `grades` name every label that the classifier was fitted on."""
    if not isinstance(grades, Mapping):
        return False
    return set(np.asarray(classes).astype(str)) <= set(map(str, grades))


def _levels(classes: ArrayLike, grades: Grades | None, function: object) -> Array:
    """Return how relevant each label of a classifier is, as a number."""
    if _are_graded(grades, classes):
        return grade_labels(classes, grades, str(function))
    names = np.asarray(classes).tolist()
    # Numbers that came as objects are numbers.
    levels = np.asarray(names)
    if levels.dtype.kind in "biuf":
        return levels
    lacking = "" if grades is None else f" Got grades={grades!r}."
    raise ValueError(
        f"{function} needs labels that are numbers, or a grade for each name. "
        f"The classifier was fitted on {names!r}.{lacking} Pass "
        f"grades={{name: grade, ...}} to get_rank_scorer or make_rank_scorer "
        f"(GroupedRanker takes that scorer as scoring=), or fit on numeric labels."
    )


def _expected_level(proba: Array, levels: Array) -> Array:
    if len(levels) == 2:
        # One column, not a product: the order of two labels needs no rounding.
        return proba[:, 0 if levels[0] > levels[1] else 1]
    return proba @ levels
