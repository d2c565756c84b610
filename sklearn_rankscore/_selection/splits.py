"""Whether a splitter keeps queries whole."""

import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import is_whole
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._lists.groups import group_rows
from sklearn_rankscore._selection.carriers import Carrier, resolve_groups

_ADVICE = {
    "StratifiedKFold": "StratifiedGroupKFold({n})",
    "KFold": "GroupKFold({n})",
    "StratifiedShuffleSplit": "GroupShuffleSplit({n})",
    "ShuffleSplit": "GroupShuffleSplit({n})",
}
_OTHERWISE = "GroupKFold({n})"


class GroupSplits(NamedTuple):
    """What :func:`check_group_splits` found.

    Attributes
    ----------
    whole : bool
        Whether every split keeps every query whole.
    n_groups : int
        Number of queries.
    n_cut : int
        Number of queries that some split cuts.
    cut_per_split : tuple of int
        Number of queries that each split cuts.
    first_cut : object
        The id of the first query that is cut; None if none is.
    advice : str
        A sentence: what was found, and which splitter to use.
    """

    whole: bool
    n_groups: int
    n_cut: int
    cut_per_split: tuple[int, ...]
    first_cut: object
    advice: str


def check_group_splits(
    cv: Any,
    X: Any,
    y: ArrayLike | None = None,
    groups: ArrayLike | Carrier = None,
    *,
    split_groups: ArrayLike | None = None,
) -> GroupSplits:
    """Check whether a splitter cuts queries in two.

    A query is cut where a test set has some of its rows but not all. Such a stump is
    easier to rank than the query: of two rows one of two orders is right by chance,
    so even random scores look good, and the more so the shorter the stump. Rows of the
    same query in the training set leak into it as well.

    Parameters
    ----------
    cv : int, splitter or iterable
        What ``cv=`` of scikit-learn's model selection takes. An int means KFold, as it
        does for rankers and regressors; for a classifier scikit-learn stratifies.
    X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
        The rows to split.
    y : array-like of shape (n_rows,) or None, default=None
        Labels, for splitters that read them.
    groups : array-like of shape (n_rows,), str, int or callable
        The query id of each row, or where it is: see :func:`get_rank_scorer`. A Series
        is read row by row here, so its index must be that of X.
    split_groups : array-like of shape (n_rows,) or None, default=None
        What the splitter is given as groups, if not the queries: users, or sessions.

    Returns
    -------
    splits : GroupSplits

    Raises
    ------
    ValueError
        If there are no groups, if they are a Series with another index than X, or if
        `cv` gives no split.

    Examples
    --------
    >>> from sklearn.model_selection import GroupKFold, KFold
    >>> from sklearn_rankscore import check_group_splits
    >>> X, qid = [[0]] * 6, ["a", "a", "a", "b", "b", "b"]
    >>> check_group_splits(GroupKFold(2), X, groups=qid).whole
    True
    >>> print(check_group_splits(KFold(3), X, groups=qid).advice)
    KFold cuts 2 of 2 queries in two (the first is 'a'), so scores come out too high...
    """
    # Imported late: it would make up most of the time to import this package.
    from sklearn.model_selection import check_cv

    ids = _ids(groups, X, y)
    n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
    lists = group_rows(ids, n_rows, "check_group_splits")
    sizes = np.diff(lists.offsets)
    number = np.empty(n_rows, dtype=np.intp)
    number[lists.take(np.arange(n_rows))] = np.repeat(np.arange(lists.n_lists), sizes)
    splitter = check_cv(cv, y)
    cuts = []
    with warnings.catch_warnings():
        # A splitter without groups says so; that is what is being found out here.
        warnings.filterwarnings("ignore", message="The groups parameter is ignored")
        given = ids if split_groups is None else split_groups
        for train, test in splitter.split(X, y, given):
            tested = np.bincount(number[test], minlength=lists.n_lists)
            trained = np.bincount(number[train], minlength=lists.n_lists)
            stump = (tested > 0) & (tested < sizes)
            cuts.append(stump | ((tested > 0) & (trained > 0)))
    if not cuts:
        raise ValueError(
            f"The 'cv' parameter of check_group_splits must give at least one split. "
            f"Got none from {cv!r}."
        )
    ever = np.logical_or.reduce(cuts)
    n_cut = int(ever.sum())
    first = lists.ids[np.argmax(ever)] if n_cut else None
    return GroupSplits(
        whole=n_cut == 0,
        n_groups=lists.n_lists,
        n_cut=n_cut,
        cut_per_split=tuple(int(cut.sum()) for cut in cuts),
        first_cut=first.item() if isinstance(first, np.generic) else first,
        advice=_advise(splitter, lists.n_lists, n_cut, first, len(cuts)),
    )


def _ids(groups: Any, X: Any, y: Any) -> GroupsLike:
    """Return the id of each row, refusing those that may be of other rows."""
    if groups is False:
        raise ValueError(
            "The 'groups' parameter of check_group_splits must hold the query id of "
            "each row. Got False, all rows as one list, which every split cuts."
        )
    carried = isinstance(groups, str) or is_whole(groups) or callable(groups)
    carrier = groups if carried else None
    ids = resolve_groups(carrier, X, y, groups, "check_group_splits")
    index: Any = getattr(X, "index", None)
    own: Any = getattr(groups, "index", None)
    # Scorers look a Series up by X.index, metadata go by position: with one index both
    # are the same. Lists have a method of that name.
    if hasattr(index, "equals") and hasattr(own, "equals") and not index.equals(own):
        raise ValueError(
            "The 'groups' parameter of check_group_splits must be a Series with the "
            "index of X. Got another index. Pass groups.loc[X.index] to look ids up by "
            "label, or groups.to_numpy() if they stand in the order of the rows."
        )
    return ids


def _advise(
    splitter: object, n_groups: int, n_cut: int, first: object, n_splits: int
) -> str:
    name = type(splitter).__name__
    if not n_cut:
        return f"{name} keeps all {n_groups} queries whole."
    kinds = [cls.__name__ for cls in type(splitter).__mro__]
    instead = next((_ADVICE[kind] for kind in kinds if kind in _ADVICE), _OTHERWISE)
    instead = instead.format(n=n_splits)
    shown = first.item() if isinstance(first, np.generic) else first
    return (
        f"{name} cuts {n_cut} of {n_groups} queries in two (the first is {shown!r}), "
        f"so scores come out too high. Use cv={instead} with groups= the query ids."
    )
