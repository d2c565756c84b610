"""The score functions that count relevant rows: signature, manual, one call each."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import (
    EmptyLike,
    PrecisionDenominator,
    RecallDenominator,
    Ties,
    Unjudged,
)
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._scores.per_group import Columns, Request, score_one


def precision_at_k_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    precision_denominator: PrecisionDenominator | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Share of relevant rows among the top k, averaged over lists.

    Higher is better; 0 to 1. Per list, the relevant rows at ranks 1 to k (hits) over
    min(k, n), n being the length of the list.

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
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    recall_at_k_score : The same hits over all relevant rows.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Never undefined: a list without relevant rows has precision 0, a true 0 that
    ``empty`` does not touch. Beyond the list the denominator is the convention: two of
    two rows relevant at k = 5 is 1 under "min(k, n)" and 0.4 under "k" (trec_eval,
    ranx).

    References
    ----------
    .. [1] Manning, Raghavan and Schütze (2008), "Introduction to Information
       Retrieval", section 8.4.

    Examples
    --------
    >>> from sklearn_rankscore import precision_at_k_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(precision_at_k_score(y_true, y_score, groups=qid, k=3), 4)
    0.5833
    >>> precision_at_k_score(
    ...     y_true, y_score, groups=qid, k=3, precision_denominator="k"
    ... )
    0.5
    """
    request = Request("precision", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {
        "relevant_from": relevant_from,
        "precision_denominator": precision_denominator,
    }
    return score_one(request, columns, **axes, **own)


def recall_at_k_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    recall_denominator: RecallDenominator | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Share of the relevant rows that the top k holds, averaged over lists.

    Higher is better; 0 to 1. Per list, the relevant rows at ranks 1 to k (hits) over
    all its relevant rows R.

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
    recall_denominator : {"R", "min(R, k)"}, optional
        Divisor of hits, R the relevant rows. Default of the convention: "R".
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
    precision_at_k_score : The same hits over the cut-off.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows. Recall@k cannot pass k / R; the capped
    form ``recall_denominator="min(R, k)"`` can reach 1 at every k.

    References
    ----------
    .. [1] Manning, Raghavan and Schütze (2008), "Introduction to Information
       Retrieval", section 8.4.

    Examples
    --------
    >>> from sklearn_rankscore import recall_at_k_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> recall_at_k_score(y_true, y_score, groups=qid, k=1)
    0.75
    >>> recall_at_k_score(
    ...     y_true, y_score, groups=qid, k=1, recall_denominator="min(R, k)"
    ... )
    1.0
    """
    request = Request("recall", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {"relevant_from": relevant_from, "recall_denominator": recall_denominator}
    return score_one(request, columns, **axes, **own)


def f1_at_k_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    relevant_from: float | None = None,
    precision_denominator: PrecisionDenominator | None = None,
    recall_denominator: RecallDenominator | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Harmonic mean of precision and recall at k, averaged over lists.

    Higher is better; 0 to 1. Per list, twice the hits over the sum of both
    denominators, which is the harmonic mean of its precision and its recall.

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
    precision_denominator : {"min(k, n)", "k"}, optional
        Divisor of hits, n the list's length. Default of the convention: "min(k, n)".
    recall_denominator : {"R", "min(R, k)"}, optional
        Divisor of hits, R the relevant rows. Default of the convention: "R".
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
    precision_at_k_score : Hits over the cut-off.
    recall_at_k_score : Hits over all relevant rows.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows, like recall. It is the mean of the F1 of
    the lists, not the F1 of the means.

    References
    ----------
    .. [1] Manning, Raghavan and Schütze (2008), "Introduction to Information
       Retrieval", chapter 8.

    Examples
    --------
    >>> from sklearn_rankscore import f1_at_k_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> round(f1_at_k_score(y_true, y_score, groups=qid, k=2), 4)
    0.5833
    """
    request = Request("f1", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    own = {
        "relevant_from": relevant_from,
        "precision_denominator": precision_denominator,
        "recall_denominator": recall_denominator,
    }
    return score_one(request, columns, **axes, **own)


def fall_out_at_k_loss(
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
    """Share of the irrelevant rows that the top k holds, averaged over lists.

    Lower is better; 0 to 1. Per list, the irrelevant rows at ranks 1 to k over all its
    irrelevant rows N.

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
    recall_at_k_score : The same for relevant rows.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without irrelevant rows. As a scorer it is "neg_fall_out".

    References
    ----------
    .. [1] van Rijsbergen (1979), "Information Retrieval", chapter 7.

    Examples
    --------
    >>> from sklearn_rankscore import fall_out_at_k_loss
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> fall_out_at_k_loss(y_true, y_score, groups=qid, k=2)
    1.0
    """
    request = Request("fall_out", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, relevant_from=relevant_from)


def hit_rate_score(
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
    """Share of lists with a relevant row in the top k (success).

    Higher is better; 0 to 1. Per list, 1 where a relevant row stands at ranks 1 to k,
    else 0; under averaged ties the chance of it.

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
    mrr_score : Also looks at where that row stands.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows.

    References
    ----------
    .. [1] trec_eval, measure "success".

    Examples
    --------
    >>> from sklearn_rankscore import hit_rate_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> hit_rate_score(y_true, y_score, groups=qid, k=1)
    1.0
    """
    request = Request("hit_rate", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, relevant_from=relevant_from)


def r_precision_score(
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
    """Precision at R, the number of relevant rows, averaged over lists.

    Higher is better; 0 to 1, and 1 for a list in its ideal order. Per list, the
    relevant rows at ranks 1 to R over R.

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
    precision_at_k_score : One cut-off for all lists.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Undefined on a list without relevant rows. Where fewer than R rows were retrieved
    the denominator stays R.

    References
    ----------
    .. [1] Manning, Raghavan and Schütze (2008), "Introduction to Information
       Retrieval", chapter 8.

    Examples
    --------
    >>> from sklearn_rankscore import r_precision_score
    >>> y_true = [3, 0, 1, 0, 2]
    >>> y_score = [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> r_precision_score(y_true, y_score, groups=qid)
    0.75
    """
    request = Request("r_precision", convention, grades, n_jobs)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(request, columns, **axes, relevant_from=relevant_from)


def judged_at_k_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    precision_denominator: PrecisionDenominator | None = None,
    ties: Ties | None = None,
    empty: EmptyLike | None = None,
    unjudged: Unjudged | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
) -> float:
    """Judged share of the top k, averaged over lists (coverage).

    Higher is better; 0 to 1. Per list, the rows at ranks 1 to k that somebody judged
    over min(k, n): how far the other numbers can be trusted.

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
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError, TypeError
        As :func:`score_per_group` tells.

    See Also
    --------
    rbp_residual_loss : What unjudged rows could change.
    score_per_group : The value of each list; shared parameters at length.

    Notes
    -----
    Rows are not judged where their label is NaN, which needs ``unjudged="irrelevant"``.
    Undefined where no row of the list was retrieved and the denominator is min(k, n).

    References
    ----------
    .. [1] ir_measures, measure "Judged".

    Examples
    --------
    >>> from sklearn_rankscore import judged_at_k_score
    >>> y_true, y_score = [1, float("nan"), 0], [0.9, 0.5, 0.1]
    >>> judged_at_k_score(y_true, y_score, groups=False, k=2, unjudged="irrelevant")
    0.5
    """
    request = Request("judged", convention, grades, n_jobs, k)
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    axes = {"ties": ties, "empty": empty, "unjudged": unjudged}
    return score_one(
        request, columns, **axes, precision_denominator=precision_denominator
    )
