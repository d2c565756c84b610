"""The score functions of graded metrics: signature, manual, and one call each."""

from sklearn_rankscore._scores.per_group import discount_of, score_one, ties_of


def ndcg_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    gain=None,
    discount=None,
    ties=None,
    ideal=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
    ignore_ties=None,
):
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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
    discount : {"log2", "reciprocal"}, float or callable, optional
        Divisor of the gain at rank i: ``log2(i + 1)``, ``i``, or the logarithm of ``i +
        1`` to a base; a callable takes an array of ranks and returns the factors.
        Default of the convention: "log2".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, optional
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of
        `tiebreak`. Default of the convention: "average".
    ideal : {"judged", "retrieved"}, optional
        Whether the ideal order is made of all rows of the list, those not retrieved
        included, or of the retrieved ones. Default of the convention: "judged".
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
    ignore_ties : bool, optional
        As in scikit-learn: True is ``ties="reversed"``, False ``ties="average"``.

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
    dcg_score : The numerator.
    score_per_group : The value of each list.
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
    return score_one(
        "ndcg",
        "ndcg_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        gain=gain,
        discount=discount,
        ties=ties_of("ndcg_score", ties, ignore_ties),
        ideal=ideal,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def dcg_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    gain=None,
    discount=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
    log_base=None,
    ignore_ties=None,
):
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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
    discount : {"log2", "reciprocal"}, float or callable, optional
        Divisor of the gain at rank i: ``log2(i + 1)``, ``i``, or the logarithm of ``i +
        1`` to a base; a callable takes an array of ranks and returns the factors.
        Default of the convention: "log2".
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
    ValueError
        If a label is negative or not finite, a score is NaN or infinite, lengths
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1, the convention does not
        hold for this metric, or ``empty="raise"`` meets an undefined list.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    ndcg_score : The same over its ideal value.
    score_per_group : The value of each list.

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
    return score_one(
        "dcg",
        "dcg_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        gain=gain,
        discount=discount_of("dcg_score", discount, log_base),
        ties=ties_of("dcg_score", ties, ignore_ties),
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def cg_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    gain=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
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
        Mean over lists, >= 0.

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
    dcg_score : Discounts the gains by their rank.
    graded_precision_score : The mean gain instead of the sum.

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
    return score_one(
        "cg",
        "cg_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        gain=gain,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def graded_precision_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    gain=None,
    precision_denominator=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear".
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
        Mean over lists, >= 0.

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
    precision_at_k_score : The same with relevance 0 or 1.
    cg_score : The sum instead of the mean.

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
    return score_one(
        "graded_precision",
        "graded_precision_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        gain=gain,
        precision_denominator=precision_denominator,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def err_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    max_grade=None,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
    max_grade : float
        The top of the label scale (4 for labels 0 to 4), whether or not it occurs. It
        must be given: another top gives another number.
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
    mrr_score : The same user with certainty at relevant rows.
    pfound_score : Stops by probability, and tires.
    rbp_score : Stops whatever the row is worth.

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
    return score_one(
        "err",
        "err_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        max_grade=max_grade,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )


def pfound_score(
    y_true,
    y_score,
    *,
    groups=None,
    k=None,
    sample_weight=None,
    convention="default",
    decay=0.85,
    ties=None,
    empty=None,
    unjudged=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
):
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
    decay : float, default=0.85
        Chance, above 0 and up to 1, that a user who found nothing at a rank goes on.
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
    err_score : Chances from grades, and 1 / rank in place of tiring.

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
    return score_one(
        "pfound",
        "pfound_score",
        y_true,
        y_score,
        groups,
        sample_weight,
        convention=convention,
        k=k,
        decay=decay,
        ties=ties,
        empty=empty,
        unjudged=unjudged,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        n_jobs=n_jobs,
    )
