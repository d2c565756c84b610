"""The score functions of graded metrics: signature, manual, and one call each."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import (
    Discount,
    EmptyLike,
    GainLike,
    Ideal,
    PrecisionDenominator,
    Ties,
    Unjudged,
)
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._scores.per_group import (
    Columns,
    Request,
    discount_of,
    score_one,
    ties_of,
)


def ndcg_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    gain: GainLike | None = None,
    discount: Discount | None = None,
    ties: Ties | None = None,
    ideal: Ideal | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
    ignore_ties: bool | None = None,
) -> float:
    """Normalised discounted cumulative gain, averaged over lists.

    Higher is better; 0 to 1, and 1 for a list in its ideal order. Per list, DCG@k as in
    :func:`dcg_score` over the DCG@k of the ideal order: all rows of the list by falling
    gain.

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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
    discount : {"log2", "reciprocal"}, float or callable, optional
        Divisor of the gain at rank i: ``log2(i + 1)``, ``i``, or the logarithm of ``i +
        1`` to a base; a callable takes an array of ranks and returns the factors.
        Default of the convention: "log2".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".
    ideal : {"judged", "retrieved"}, optional
        Whether the ideal order is made of all rows of the list, those not retrieved
        included, or of the retrieved ones. Default of the convention: "judged".
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
    ignore_ties : bool, optional
        As in scikit-learn: True is ``ties="reversed"``, False ``ties="average"``.

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
    dcg_score : The numerator.
    score_per_group : The value of each list; shared parameters at length.
    get_rank_scorer : The same as a scorer for model selection.

    Notes
    -----
    Undefined on a list where every gain is 0. A list whose labels are all equal and
    above 0 scores 1: every order is ideal. Two-dimensional input makes the call a
    drop-in for :func:`sklearn.metrics.ndcg_score`, one-document lists scored included.

    References
    ----------
    .. [1] Järvelin and Kekäläinen (2002), "Cumulated gain-based evaluation of IR
       techniques", 10.1145/582415.582418.
    .. [2] McSherry and Najork (2008), "Computing information retrieval performance
       measures efficiently in the presence of tied scores", for averaged ties.

    Examples
    --------
    >>> from sklearn_rankscore import ndcg_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(ndcg_score(y_true, y_score, groups=qid), 4)
    0.982
    >>> round(ndcg_score(y_true, y_score, groups=qid, k=1, gain="exponential"), 4)
    1.0
    >>> round(ndcg_score(y_true, y_score, groups=qid, k=10, convention="lightgbm"), 4)
    0.9914
    """
    request = Request("ndcg", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"empty": empty, "unjudged": unjudged}
    own = {
        "gain": gain,
        "discount": discount,
        "ties": ties_of("ndcg_score", ties, ignore_ties),
        "ideal": ideal,
    }
    return score_one(request, columns, **axes, **own)


def dcg_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    gain: GainLike | None = None,
    discount: Discount | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
    log_base: float | None = None,
    ignore_ties: bool | None = None,
) -> float:
    """Discounted cumulative gain, averaged over lists.

    Higher is better; 0 upwards, in units of gain. Per list, the sum over the ranks i =
    1 to k of the gain at rank i divided by ``log2(i + 1)``.

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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
    discount : {"log2", "reciprocal"}, float or callable, optional
        Divisor of the gain at rank i: ``log2(i + 1)``, ``i``, or the logarithm of ``i +
        1`` to a base; a callable takes an array of ranks and returns the factors.
        Default of the convention: "log2".
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
    log_base : float, optional
        As in scikit-learn: another name of a number as ``discount``.
    ignore_ties : bool, optional
        As in scikit-learn: True is ``ties="reversed"``, False ``ties="average"``.

    Returns
    -------
    score : float
        Mean over lists, >= 0.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    ndcg_score : The same over its ideal value.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined: a list without gain has DCG 0. Two-dimensional input makes the call
    a drop-in for :func:`sklearn.metrics.dcg_score`, except that negative labels are
    refused.

    References
    ----------
    .. [1] Järvelin and Kekäläinen (2002), "Cumulated gain-based evaluation of IR
       techniques", 10.1145/582415.582418.

    Examples
    --------
    >>> from sklearn_rankscore import dcg_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(dcg_score(y_true, y_score, groups=qid), 4)
    2.75
    >>> round(dcg_score(y_true, y_score, groups=qid, k=2, discount="reciprocal"), 4)
    2.5
    """
    request = Request("dcg", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"empty": empty, "unjudged": unjudged}
    own = {
        "gain": gain,
        "discount": discount_of("dcg_score", discount, log_base),
        "ties": ties_of("dcg_score", ties, ignore_ties),
    }
    return score_one(request, columns, **axes, **own)


def cg_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    gain: GainLike | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Cumulative gain, averaged over lists.

    Higher is better; 0 upwards, in units of gain. Per list, the sum of the gains at
    ranks 1 to k, without a discount.

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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
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
        Mean over lists, >= 0.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    dcg_score : Discounts the gains by their rank.
    graded_precision_score : The mean gain instead of the sum.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined. Without a cut-off the order does not matter: the sum of all gains.

    References
    ----------
    .. [1] Järvelin and Kekäläinen (2002), "Cumulated gain-based evaluation of IR
       techniques", 10.1145/582415.582418.

    Examples
    --------
    >>> from sklearn_rankscore import cg_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> cg_score(y_true, y_score, groups=qid, k=2)
    2.5
    """
    request = Request("cg", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, gain=gain)


def graded_precision_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    gain: GainLike | None = None,
    precision_denominator: PrecisionDenominator | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Mean gain of the top k, averaged over lists.

    Higher is better; 0 upwards, in units of gain: under linear gain the mean grade of
    the rows at ranks 1 to k. It is divided by min(k, n), n being the length of the
    list.

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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
    precision_denominator : {"min(k, n)", "k"}, optional
        Divisor of hits, n the list's length. Default of the convention: "min(k, n)".
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
        Mean over lists, >= 0.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    precision_at_k_score : The same with relevance 0 or 1.
    cg_score : The sum instead of the mean.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined where no row of the list was retrieved and the denominator is min(k, n).

    References
    ----------
    .. [1] Kekäläinen and Järvelin (2002), "Using graded relevance assessments in IR
       evaluation", 10.1002/asi.10137.

    Examples
    --------
    >>> from sklearn_rankscore import graded_precision_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> graded_precision_score(y_true, y_score, groups=qid, k=2)
    1.25
    """
    request = Request("graded_precision", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {"gain": gain, "precision_denominator": precision_denominator}
    return score_one(request, columns, **axes, **own)


def err_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    max_grade: float | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """ERR, expected reciprocal rank, averaged over lists.

    Higher is better; 0 to 1. A user reads down the list and stops at a row of grade g
    with chance (2**g - 1) / 2**max_grade; the value is the expectation of 1 over the
    rank of the stop, 0 for no stop within the top k.

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
    max_grade : float
        The top of the label scale (4 for labels 0 to 4), whether or not it occurs. It
        must be given: another top gives another number.
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
        As :func:`score_per_group` tells, and if `max_grade` is not given or a label is
        above it.

    See Also
    --------
    mrr_score : The same user with certainty at relevant rows.
    pfound_score : Stops by probability, and tires.
    rbp_score : Stops whatever the row is worth.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined. Labels above `max_grade` are refused. Averaged ties are an exact
    recursion over the tie block.

    References
    ----------
    .. [1] Chapelle, Metzler, Zhang and Grinspan (2009), "Expected reciprocal rank for
       graded relevance", 10.1145/1645953.1646033.

    Examples
    --------
    >>> from sklearn_rankscore import err_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(err_score(y_true, y_score, groups=qid, max_grade=3), 4)
    0.6276
    """
    request = Request("err", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, max_grade=max_grade)


def pfound_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    decay: float = 0.85,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """PFound: chance that the user finds an answer, averaged over lists.

    Higher is better; 0 to 1. Labels are the chances that a row answers the query. A
    user reads down the list, stops at an answer, and otherwise goes on with chance
    `decay`; the value is the chance to stop at an answer within the top k.

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
    decay : float, default=0.85
        Chance, above 0 and up to 1, that a user who found nothing at a rank goes on.
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
        As :func:`score_per_group` tells, and if a label is above 1 or `decay` is no
        chance.

    See Also
    --------
    err_score : Chances from grades, and 1 / rank in place of tiring.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined. Labels above 1 are refused. It equals CatBoost's PFound.

    References
    ----------
    .. [1] Gulin, Karpovich, Raskovalov and Segalovich (2009), "Yandex at ROMIP'2009:
       optimization of ranking algorithms by machine learning methods".

    Examples
    --------
    >>> from sklearn_rankscore import pfound_score
    >>> pfound_score([0.5, 0.0, 1.0], [3, 2, 1], groups=False, decay=0.5)
    0.625
    """
    request = Request("pfound", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, decay=decay)
