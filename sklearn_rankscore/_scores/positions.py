"""The score functions of relevant positions: signature, manual, and one call each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import ApDenominator, EmptyLike, Ties, Unjudged
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._scores.per_group import Columns, Request, score_one


def mrr_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Mean reciprocal rank of the first relevant row.

    Higher is better; 0 to 1. Per list, 1 over the rank of its first relevant row, and 0
    where that rank is beyond k.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    map_score : Looks at all relevant rows.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows. Averaged ties give the expected
    reciprocal rank: one relevant row among four tied ones has 25/48.

    References
    ----------
    .. [1] Voorhees (1999), "The TREC-8 question answering track report".
    .. [2] McSherry and Najork (2008), "Computing information retrieval performance
       measures efficiently in the presence of tied scores", for averaged ties.

    Examples
    --------
    >>> from sklearn_rankscore import mrr_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> mrr_score(y_true, y_score, groups=qid)
    1.0
    >>> round(mrr_score([1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], groups=False), 4)
    0.5208
    """
    request = Request("mrr", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, relevant_from=relevant_from)


def map_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    ap_denominator: ApDenominator | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Mean average precision.

    Higher is better; 0 to 1. Per list, the precisions at the ranks of the relevant rows
    among the top k, added up and divided by min(R, k), R being the number of relevant
    rows of the list.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ap_denominator : {"min(R, k)", "R", "hits"}, optional
        What the sum of precisions is divided by: R is the number of relevant rows of
        the list, hits that of those in the top k. Default of the convention: "min(R,
        k)".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

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
    Undefined on a list without relevant rows. The denominators differ between
    libraries: "min(R, k)" is LightGBM's, XGBoost's and CatBoost's, "R" is trec_eval's
    and ranx's, "hits" is torchmetrics'.

    References
    ----------
    .. [1] Manning, Raghavan and Schütze (2008), "Introduction to Information
       Retrieval", section 8.4.
    .. [2] McSherry and Najork (2008), "Computing information retrieval performance
       measures efficiently in the presence of tied scores", for averaged ties.

    Examples
    --------
    >>> from sklearn_rankscore import map_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(map_score(y_true, y_score, groups=qid), 4)
    0.9167
    >>> map_score(y_true, y_score, groups=qid, k=1, ap_denominator="R")
    0.75
    """
    request = Request("map", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {"relevant_from": relevant_from, "ap_denominator": ap_denominator}
    return score_one(request, columns, **axes, **own)


def rbp_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    persistence: float = 0.8,
    relevant_from: float | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Rank-biased precision, averaged over lists.

    Higher is better; 0 to 1. Per list, (1 - p) times the sum of p**(i - 1) over the
    ranks i of its relevant rows among the top k, p being the persistence of the user.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    persistence : float, default=0.8
        Chance, between 0 and 1, that the user goes on to the next rank.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells, and if `persistence` is not between 0 and 1.

    See Also
    --------
    rbp_residual_loss : What rows that were not seen could still add.
    err_score : A user who stops when satisfied.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined. Relevance is 0 or 1, by `relevant_from`: graded labels would leave
    the range. A list of n relevant rows reaches 1 - p**n only.

    References
    ----------
    .. [1] Moffat and Zobel (2008), "Rank-biased precision for measurement of retrieval
       effectiveness", 10.1145/1416950.1416952.

    Examples
    --------
    >>> from sklearn_rankscore import rbp_score
    >>> round(rbp_score([1, 0, 1, 0, 1], [5, 4, 3, 2, 1], groups=False), 5)
    0.40992
    """
    request = Request("rbp", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {"persistence": persistence, "relevant_from": relevant_from}
    return score_one(request, columns, **axes, **own)


def rbp_residual_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    persistence: float = 0.8,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Residual of rank-biased precision, averaged over lists.

    Lower is better; 0 to 1: how much higher :func:`rbp_score` could be if every row
    that was not judged, or stands behind the end or the cut of the list, were relevant.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    persistence : float, default=0.8
        Chance, between 0 and 1, that the user goes on to the next rank.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells, and if `persistence` is not between 0 and 1.

    See Also
    --------
    rbp_score : The value that this is the uncertainty of.
    judged_at_k_score : The judged share of the top k.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined. With every row judged it is p**min(k, n). Rows are not judged where
    their label is NaN, under ``unjudged="irrelevant"``.

    References
    ----------
    .. [1] Moffat and Zobel (2008), "Rank-biased precision for measurement of retrieval
       effectiveness", 10.1145/1416950.1416952.

    Examples
    --------
    >>> from sklearn_rankscore import rbp_residual_loss
    >>> round(rbp_residual_loss([1, 0, 1, 0, 1], [5, 4, 3, 2, 1], groups=False), 5)
    0.32768
    """
    request = Request("rbp_residual", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, persistence=persistence)


def bpref_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Binary preference, averaged over lists.

    Higher is better; 0 to 1, and 1 for a list in its ideal order. Per list, the mean
    over its R relevant rows of 1 - min(irrelevant rows above it, b) / b with b = min(R,
    N), N being the number of rows judged irrelevant; a relevant row that was not
    retrieved counts 0.

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
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    map_score : Takes unjudged rows as irrelevant.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows. Rows that nobody judged (label NaN) are
    passed over, which needs ``unjudged="irrelevant"`` or ``"condense"``.

    References
    ----------
    .. [1] Buckley and Voorhees (2004), "Retrieval evaluation with incomplete
       information", 10.1145/1008992.1009000; the bounds are trec_eval's.

    Examples
    --------
    >>> from sklearn_rankscore import bpref_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> bpref_score(y_true, y_score, groups=qid)
    0.75
    """
    request = Request("bpref", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, relevant_from=relevant_from)


def interpolated_precision_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    recall_levels: Sequence[float] | None = None,
    relevant_from: float | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Interpolated precision, mean over recall levels and lists.

    Higher is better; 0 to 1, and 1 for a list in its ideal order. Per list, the mean
    over recall levels of the highest precision at any rank where recall reaches the
    level: with the default levels the 11-point average precision.

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
    recall_levels : sequence of float, optional
        The recalls, 0 to 1, at which precision is read; None for 0, 0.1, ..., 1.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells, and if `ties` is "average" or a recall level
        is not 0 to 1.

    See Also
    --------
    map_score : Reads precision at the relevant rows.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows. The mean over orders of tied rows has no
    closed form, so `ties` must name an order: "average" is refused.

    References
    ----------
    .. [1] Manning, Raghavan and Schütze (2008), "Introduction to Information
       Retrieval", chapter 8.

    Examples
    --------
    >>> from sklearn_rankscore import interpolated_precision_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> score = interpolated_precision_score(
    ...     y_true, y_score, groups=qid, ties="pessimistic", recall_levels=[0.5, 1]
    ... )
    >>> round(score, 4)
    0.9167
    """
    request = Request("iprec", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {"recall_levels": recall_levels, "relevant_from": relevant_from}
    return score_one(request, columns, **axes, **own)
