"""Whether a splitter keeps queries whole."""

import warnings
from typing import NamedTuple

import numpy as np

from sklearn_rankscore._carriers import resolve_groups
from sklearn_rankscore._groups import group_rows

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


def check_group_splits(cv, X, y=None, groups=None, *, split_groups=None):
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
        The query id of each row, or where it is: see :func:`get_rank_scorer`.
    split_groups : array-like of shape (n_rows,) or None, default=None
        What the splitter is given as groups, if not the queries: users, or sessions.

    Returns
    -------
    splits : GroupSplits

    Raises
    ------
    ValueError
        If there are no groups.

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

    carried = isinstance(groups, (str, int)) or callable(groups)
    ids = (
        resolve_groups(groups, X, y, None, "check_group_splits") if carried else groups
    )
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


def _advise(splitter, n_groups, n_cut, first, n_splits):
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
