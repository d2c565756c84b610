"""The score functions of binary metrics: signature, manual, and one call each."""

from sklearn_rankscore._scores.per_group import score_one


def precision_at_k_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    precision_denominator=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    precision_denominator : {"min(k, n)", "k"}, optional
        What hits are divided by; n is the length of the list. Default of the
        convention: "min(k, n)".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    recall_at_k_score : The same hits over all relevant rows.
    score_per_group : The value of each list.

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
    return score_one(
        "precision",
        "precision_at_k_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        precision_denominator=precision_denominator,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def recall_at_k_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    recall_denominator=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    recall_denominator : {"R", "min(R, k)"}, optional
        What hits are divided by; R is the number of relevant rows of the list. Default
        of the convention: "R".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    precision_at_k_score : The same hits over the cut-off.
    score_per_group : The value of each list.

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
    return score_one(
        "recall",
        "recall_at_k_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        recall_denominator=recall_denominator,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def mrr_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    map_score : Looks at all relevant rows.
    score_per_group : The value of each list.

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
    return score_one(
        "mrr",
        "mrr_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def map_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    ap_denominator=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ap_denominator : {"min(R, k)", "R", "hits"}, optional
        What the sum of precisions is divided by: R is the number of relevant rows of
        the list, hits that of those in the top k. Default of the convention: "min(R,
        k)".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mrr_score : Looks at the first relevant row only.
    score_per_group : The value of each list.

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
    return score_one(
        "map",
        "map_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        ap_denominator=ap_denominator,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def rbp_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    persistence=0.8,
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    persistence : float, default=0.8
        Chance, between 0 and 1, that the user goes on to the next rank.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    rbp_residual_loss : What rows that were not seen could still add.
    err_score : A user who stops when satisfied.

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
    return score_one(
        "rbp",
        "rbp_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        persistence=persistence,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def rbp_residual_loss(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    persistence=0.8,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    persistence : float, default=0.8
        Chance, between 0 and 1, that the user goes on to the next rank.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    rbp_score : The value that this is the uncertainty of.
    judged_at_k_score : The judged share of the top k.

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
    return score_one(
        "neg_rbp_residual",
        "rbp_residual_loss",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        persistence=persistence,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def f1_at_k_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    precision_denominator=None,
    recall_denominator=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    precision_denominator : {"min(k, n)", "k"}, optional
        What hits are divided by; n is the length of the list. Default of the
        convention: "min(k, n)".
    recall_denominator : {"R", "min(R, k)"}, optional
        What hits are divided by; R is the number of relevant rows of the list. Default
        of the convention: "R".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    precision_at_k_score : Hits over the cut-off.
    recall_at_k_score : Hits over all relevant rows.

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
    return score_one(
        "f1",
        "f1_at_k_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        precision_denominator=precision_denominator,
        recall_denominator=recall_denominator,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def fall_out_at_k_loss(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    recall_at_k_score : The same for relevant rows.

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
    return score_one(
        "neg_fall_out",
        "fall_out_at_k_loss",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def hit_rate_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mrr_score : Also looks at where that row stands.

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
    return score_one(
        "hit_rate",
        "hit_rate_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def r_precision_score(
    y_true,
    y_score,
    *,
    groups=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, the convention does not hold for this metric, or
        ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    precision_at_k_score : One cut-off for all lists.

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
    return score_one(
        "r_precision",
        "r_precision_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def judged_at_k_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    precision_denominator=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    precision_denominator : {"min(k, n)", "k"}, optional
        What hits are divided by; n is the length of the list. Default of the
        convention: "min(k, n)".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    rbp_residual_loss : What unjudged rows could change.

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
    return score_one(
        "judged",
        "judged_at_k_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        precision_denominator=precision_denominator,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def bpref_score(
    y_true,
    y_score,
    *,
    groups=None,
    sample_weight=None,
    convention="default",
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, the convention does not hold for this metric, or
        ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    map_score : Takes unjudged rows as irrelevant.

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
    return score_one(
        "bpref",
        "bpref_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def interpolated_precision_score(
    y_true,
    y_score,
    *,
    groups=None,
    sample_weight=None,
    convention="default",
    recall_levels=None,
    relevant_from=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
        The query id of each row, in any order and of any type; required for
        one-dimensional input, where False says that all rows are one list. Refused for
        two-dimensional input, where each row is a list.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row with ``groups``, where a list weighs the mean of its
        rows; one per list for two-dimensional input.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    recall_levels : sequence of float, optional
        The recalls, 0 to 1, at which precision is read; None for 0, 0.1, ..., 1.
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    empty : float, "skip", "raise" or mapping, optional
        What a list counts on which the metric is undefined (see Notes). Default of the
        convention: 0.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        A row with label NaN: refused, taken as label 0, or left out of the list.
        Default of the convention: "raise".
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return: it has no rank, its
        score is not looked at, and it counts in all that is known of the list.
    tiebreak : array-like of shape (n_rows,), optional
        Keys, mostly document ids, that order tied rows under ``ties="ascending"`` or
        ``"descending"``; each once per list.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.

    Returns
    -------
    score : float
        Mean over lists, 0 to 1.

    Raises
    ------
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, the convention does not hold for this metric, or
        ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    map_score : Reads precision at the relevant rows.

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
    return score_one(
        "iprec",
        "interpolated_precision_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        recall_levels=recall_levels,
        relevant_from=relevant_from,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )
