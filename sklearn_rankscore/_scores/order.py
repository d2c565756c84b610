"""The score functions of whole orders: signature, manual, and one call each."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import EmptyLike
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._scores.per_group import Columns, Request, score_one


def group_auc_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    empty: EmptyLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Area under the ROC curve within lists (GAUC), averaged over lists.

    Higher is better; 0 to 1, 0.5 for random scores. Per list, the share of pairs of a
    relevant and an irrelevant row in which the relevant one scores higher; equal scores
    count one half.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance labels, finite, of either sign; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: "skip".
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over usable lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    pairwise_accuracy_score : The same over all pairs of unequal labels.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list whose rows are all relevant or all irrelevant; such lists are
    skipped. Labels may be negative. The `defined` of :func:`score_per_group` counts the
    others.

    References
    ----------
    .. [1] Fawcett (2006), "An introduction to ROC analysis",
       10.1016/j.patrec.2005.10.010.

    Examples
    --------
    >>> from sklearn_rankscore import group_auc_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> group_auc_score(y_true, y_score, groups=qid)
    0.75
    """
    request = Request("auc", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight)
    return score_one(request, columns, empty=empty, relevant_from=relevant_from)


def pairwise_accuracy_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    empty: EmptyLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Share of pairs within lists that are ordered rightly, averaged over lists.

    Higher is better; 0 to 1, 0.5 for random scores. Per list, among the pairs of rows
    with different labels the share in which the larger label has the larger score;
    equal scores count one half.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance labels, finite, of either sign; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: "skip".
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over usable lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    group_auc_score : The same for labels that are relevant or not.
    kendall_tau_score : The same pairs as a correlation.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list whose labels are all equal; such lists are skipped. Labels may
    be negative.

    References
    ----------
    .. [1] Cohen, Schapire and Singer (1999), "Learning to order things",
       10.1613/jair.587.

    Examples
    --------
    >>> from sklearn_rankscore import pairwise_accuracy_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(pairwise_accuracy_score(y_true, y_score, groups=qid), 4)
    0.8333
    """
    request = Request("pairwise_accuracy", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight)
    return score_one(request, columns, empty=empty)


def kendall_tau_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    empty: EmptyLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Tau-b of Kendall within lists, averaged over lists.

    Higher is better; -1 to 1, 0 for random scores. Per list, concordant minus
    discordant pairs of rows over the geometric mean of the pairs untied in labels and
    those untied in scores.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance labels, finite, of either sign; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: "skip".
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over usable lists, -1 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    spearman_score : The correlation of the ranks themselves.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list whose labels or scores are all equal; such lists are skipped.
    Ties have their own correction, so there is no `ties`. It equals
    :func:`scipy.stats.kendalltau` per list.

    References
    ----------
    .. [1] Kendall (1945), "The treatment of ties in ranking problems",
       10.1093/biomet/33.3.239.

    Examples
    --------
    >>> from sklearn_rankscore import kendall_tau_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(kendall_tau_score(y_true, y_score, groups=qid), 4)
    0.6667
    """
    request = Request("kendall_tau", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight)
    return score_one(request, columns, empty=empty)


def spearman_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    empty: EmptyLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Rank correlation of Spearman within lists (rank IC), averaged over lists.

    Higher is better; -1 to 1, 0 for random scores. Per list, the correlation of the
    ranks of the labels with the ranks of the scores, tied rows taking their mean rank.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance labels, finite, of either sign; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: "skip".
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over usable lists, -1 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    kendall_tau_score : Counts pairs instead.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list whose labels or scores are all equal; such lists are skipped. It
    equals :func:`scipy.stats.spearmanr` per list.

    References
    ----------
    .. [1] Spearman (1904), "The proof and measurement of association between two
       things", 10.2307/1412159.

    Examples
    --------
    >>> from sklearn_rankscore import spearman_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> spearman_score(y_true, y_score, groups=qid)
    0.75
    """
    request = Request("spearman", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight)
    return score_one(request, columns, empty=empty)


def mean_relevance_position_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    empty: EmptyLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Average position of relevance, averaged over lists.

    Lower is better; 1 upwards, in ranks. Per list, the mean rank of its rows weighted
    by their labels; tied rows take their mean rank.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: "skip".
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over usable lists, >= 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    mrr_score : Looks at the first relevant row only.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list whose labels are all 0; such lists are skipped.

    References
    ----------
    .. [1] TF-Ranking, metric "ARP".

    Examples
    --------
    >>> from sklearn_rankscore import mean_relevance_position_loss
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> mean_relevance_position_loss(y_true, y_score, groups=qid)
    1.25
    """
    request = Request("mean_relevance_position", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight)
    return score_one(request, columns, empty=empty)
