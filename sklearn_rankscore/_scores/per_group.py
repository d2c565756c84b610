"""What every score function calls, and the values per list behind them."""

import numpy as np

from sklearn_rankscore._conventions.axes import is_real
from sklearn_rankscore._plans.plan import make_plan


def score_one(
    name,
    function,
    y_true,
    y_score,
    groups,
    sample_weight,
    *,
    retrieved=None,
    tiebreak=None,
    **keywords,
):
    """Run one metric through the pipeline; a loss comes as it is, not negated."""
    plan = make_plan(name, function=function, **keywords)
    columns = {"groups": groups, "sample_weight": sample_weight}
    extras = {"retrieved": retrieved, "tiebreak": tiebreak}
    (score,) = plan.numbers(y_true, y_score, **columns, **extras).values()
    return score


def _alias(function, name, value, other, stands_for):
    """Return an axis that scikit-learn calls otherwise, refusing both at once."""
    if stands_for is None:
        return value
    if value is not None:
        raise TypeError(
            f"{function} got both {name!r} and {other!r}, which say the same. Give one."
        )
    return stands_for


def ties_of(function, ties, ignore_ties):
    """Return the rule for ties, which scikit-learn knows two of."""
    if not (ignore_ties is None or isinstance(ignore_ties, (bool, np.bool_))):
        raise ValueError(
            f"The 'ignore_ties' parameter of {function} must be True, False or None. "
            f"Got {ignore_ties!r} instead."
        )
    rules = {None: None, True: "reversed", False: "average"}
    rule = rules[ignore_ties if ignore_ties is None else bool(ignore_ties)]
    return _alias(function, "ties", ties, "ignore_ties", rule)


def discount_of(function, discount, log_base):
    """Return the discount, which scikit-learn knows as a log base only."""
    if log_base is not None and not (is_real(log_base) and 1 < log_base < np.inf):
        raise ValueError(
            f"The 'log_base' parameter of {function} must be a number > 1 or None. "
            f"Got {log_base!r} instead."
        )
    return _alias(function, "discount", discount, "log_base", log_base)


def score_per_group(
    scoring,
    y_true,
    y_score,
    *,
    groups=None,
    sample_weight=None,
    convention="default",
    k=None,
    retrieved=None,
    tiebreak=None,
    grades=None,
    n_jobs=None,
    **keywords,
):
    """Score each list: the values that a score function averages.

    Parameters
    ----------
    scoring : str
        The name of a metric, cut-off included: ``"ndcg@10"``, ``"map"``.
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
    k : int or None, default=None
        The cut-off, where `scoring` names none.
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. The score does
        not depend on it.
    **keywords
        Single axes of the convention and parameters of the metric, as in its score
        function.

    Returns
    -------
    scores : GroupScores
        A named tuple of arrays with one entry per list, lists in order of first
        appearance: `groups` (ids), `values` (after the ``empty`` rule; "skip" leaves
        NaN; losses negated, as their names say), `weights`, and `defined` (False where
        ``empty`` decided).

    Raises
    ------
    ValueError, TypeError
        As the score functions.

    See Also
    --------
    ndcg_score : The mean of such values.

    Examples
    --------
    >>> from sklearn_rankscore import score_per_group
    >>> y_true, y_score = [0, 2, 0, 0], [0.3, 0.1, 0.2, 0.4]
    >>> scores = score_per_group("ndcg@10", y_true, y_score, groups=[7, 7, 5, 5])
    >>> scores.groups.tolist(), scores.values.round(4).tolist()
    ([7, 5], [0.6309, 0.0])
    >>> scores.defined.tolist()
    [True, False]
    """
    if not isinstance(scoring, str):
        raise ValueError(
            f"The 'scoring' parameter of score_per_group must be one name, like "
            f"'ndcg@10'. Got {scoring!r} instead."
        )
    plan = make_plan(
        scoring,
        function="score_per_group",
        convention=convention,
        k=k,
        grades=grades,
        n_jobs=n_jobs,
        **keywords,
    )
    columns = {"groups": groups, "sample_weight": sample_weight}
    extras = {"retrieved": retrieved, "tiebreak": tiebreak}
    (only,) = plan.per_group(y_true, y_score, **columns, **extras).values()
    return only
