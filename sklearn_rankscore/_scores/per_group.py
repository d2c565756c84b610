"""What every score function calls, and the values per list behind them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import Discount, Ties, is_real
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import Floats, GroupsLike
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._plans.errors import clean_error_rows, error_means
from sklearn_rankscore._plans.plan import make_plan
from sklearn_rankscore._plans.rankings import GroupScores

Value = TypeVar("Value")


class Request(NamedTuple):
    """Which metric is asked for, and what holds for it whatever its axes."""

    metric: str
    convention: str | Convention
    grades: Mapping[str, float] | None
    n_jobs: int | None
    k: int | None = None


class Columns(NamedTuple):
    """The raw arrays of a ranking metric."""

    y_true: ArrayLike
    y_score: ArrayLike
    groups: GroupsLike
    sample_weight: ArrayLike | None
    retrieved: ArrayLike | None = None
    tiebreak: ArrayLike | None = None


def score_one(request: Request, columns: Columns, **axes: object) -> float:
    """Run one metric through the pipeline; a loss comes as it is, not negated."""
    metric = METRICS[request.metric]
    plan = make_plan(
        metric.scorer_name,
        function=metric.function,
        convention=request.convention,
        k=request.k,
        grades=request.grades,
        n_jobs=request.n_jobs,
        **axes,
    )
    score: float
    (score,) = plan.numbers(**columns._asdict()).values()
    return score


def score_rows(
    name: str,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None,
    multioutput: str | ArrayLike,
    groups: GroupsLike,
    **parameters: Any,
) -> float | Floats:
    """Run one row-wise error through the pipeline, not negated."""
    function = METRICS[name].function
    plan = make_plan(METRICS[name].scorer_name, function=function, **parameters)
    (step,) = plan.steps
    rows = clean_error_rows(
        y_true, y_pred, function=function, groups=groups, sample_weight=sample_weight
    )
    weights = _output_weights(multioutput, rows.n_outputs, function)
    means: Floats = error_means(
        step.metric, step.parameters, rows, function, step.convention
    )
    return means if weights is None else float(np.average(means, weights=weights))


def _output_weights(
    multioutput: str | ArrayLike, n_outputs: int, function: str
) -> Floats | None:
    """Return the weights of the outputs, None to leave them apart."""
    if isinstance(multioutput, str):
        known = {"raw_values": None, "uniform_average": np.ones(n_outputs)}
        if multioutput in known:
            return known[multioutput]
    elif _can_average(multioutput, n_outputs):
        return np.asarray(multioutput)
    raise ValueError(
        f"The 'multioutput' parameter of {function} must be 'raw_values', "
        f"'uniform_average' or, for several outputs, one weight per output, the sum "
        f"not 0. Got {multioutput!r} for {n_outputs} output{'s' * (n_outputs > 1)}."
    )


def _can_average(weights: ArrayLike, n_outputs: int) -> bool:
    entries = np.atleast_1d(weights).tolist()
    real = len(entries) == n_outputs > 1 and all(map(is_real, entries))
    return real and math.isfinite(sum(entries)) and sum(entries) != 0


def _alias(
    function: str, name: str, value: Value | None, other: str, stands_for: Value | None
) -> Value | None:
    """Return an axis that scikit-learn calls otherwise, refusing both at once."""
    if stands_for is None:
        return value
    if value is not None:
        raise TypeError(
            f"{function} got both {name!r} and {other!r}, which say the same. Give one."
        )
    return stands_for


def ties_of(function: str, ties: Ties | None, ignore_ties: bool | None) -> Ties | None:
    """Return the rule for ties, which scikit-learn knows two of."""
    if not (ignore_ties is None or isinstance(ignore_ties, (bool, np.bool_))):
        raise ValueError(
            f"The 'ignore_ties' parameter of {function} must be True, False or None. "
            f"Got {ignore_ties!r} instead."
        )
    rules: dict[bool | None, Ties | None] = {
        None: None,
        True: "reversed",
        False: "average",
    }
    rule = rules[ignore_ties if ignore_ties is None else bool(ignore_ties)]
    return _alias(function, "ties", ties, "ignore_ties", rule)


def discount_of(
    function: str, discount: Discount | None, log_base: float | None
) -> Discount | None:
    """Return the discount, which scikit-learn knows as a log base only."""
    if log_base is not None and not (is_real(log_base) and 1 < log_base < np.inf):
        raise ValueError(
            f"The 'log_base' parameter of {function} must be a number > 1 or None. "
            f"Got {log_base!r} instead."
        )
    return _alias(function, "discount", discount, "log_base", log_base)


def score_per_group(
    scoring: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    sample_weight: ArrayLike | None = None,
    convention: str | Convention = "default",
    k: int | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
    **keywords: object,
) -> GroupScores:
    """Score each list: the values that a score function averages.

    This is also where the parameters that all ranking metrics share are told at length.
    The score functions say them in one line each and add what is their own.

    Parameters
    ----------
    scoring : str
        The name of a metric, cut-off included: ``"ndcg@10"``, ``"map"``. All names:
        :func:`get_rank_scorer_names`.
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1. Metrics of whole
        orders (``"auc"``, ``"pairwise_accuracy"``, ``"kendall_tau"``, ``"spearman"``)
        take labels of either sign. NaN stands for a row that nobody judged (see
        `unjudged`), names need `grades`.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters. The highest stands at
        rank 1. Scores are finite and exact in float64: whole numbers up to 2**53. For a
        row-wise error (``"neg_mape"``) it holds the predictions.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
        Ids may be of any type (numbers, text, dates), come in any order, and none may
        be missing; rows of equal id are one list, wherever they stand.
        One-dimensional input must have them, where False says on purpose that all rows
        are one list. With two-dimensional input each row is a list, and ids are
        refused. Group sizes, which some libraries take, are no ids: ``np.repeat`` makes
        ids of them. For a row-wise error they are its groups, and None takes all rows
        together.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input. With
        `groups` a list weighs the mean of the weights of its rows, so a weight that is
        equal within a list is that of the list. They may not all be 0. Row-wise errors
        weigh rows within a group as well.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`. An axis that is
        given as a keyword wins over it. A convention of a library (``"lightgbm"``,
        ``"trec_eval"``) holds for the metrics which that library has, and is refused
        for others.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists. Ranks beyond k add nothing, and a list
        that is shorter is scored as it is. A name may hold it instead (``"ndcg@10"``).
        Metrics that look at all ranks (``"bpref"``, ``"auc"``) take none.
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return. It has no rank, its
        score is not looked at, and it counts in all that is known of the list: in the
        number of relevant rows and, under ``ideal="judged"``, in the ideal order. Not
        for two-dimensional input.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``. They
        are mostly document ids, can be ordered among each other, and stand once per
        list. Those two rules need them, and no other rule takes them. Not for
        two-dimensional input.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names. Every name that occurs must
        have one: ``{"exact": 3, "partial": 1, "none": 0}``.
    n_jobs : int or None, default=None
        Threads, as joblib counts them: None for one, -1 for all cores. They rank lists
        side by side; the score does not depend on their number.
    **keywords
        Single axes of the convention, as below, and parameters of the metric, as in its
        score function. The metric must read each of them; None leaves an axis to the
        convention.

    Returns
    -------
    scores : GroupScores
        A named tuple of arrays with one entry per list, lists in order of first
        appearance: `groups` (ids), `values` (after the ``empty`` rule; "skip" leaves
        NaN; losses negated, as their names say), `weights`, and `defined` (False where
        ``empty`` decided).

    Other Parameters
    ----------------
    gain : {"linear", "exponential"}, sequence of float or callable, optional
        Value of a label: the label, ``2**label - 1``, ``gain[label]``, or
        ``gain(labels)`` of an array. Default of the convention: "linear". Gains of a
        sequence lie from 0 to 1e150.
    discount : {"log2", "reciprocal"}, float or callable, optional
        Divisor of the gain at rank i: ``log2(i + 1)``, ``i``, or the logarithm of ``i +
        1`` to a base; a callable takes an array of ranks and returns the factors.
        Default of the convention: "log2". A base is > 1.
    ideal : {"judged", "retrieved"}, optional
        Whether the ideal order is made of all rows of the list, those not retrieved
        included, or of the retrieved ones. Default of the convention: "judged".
    relevant_from : float, optional
        The label from which a row is relevant. Default of the convention: 1. It is > 0.
    precision_denominator : {"min(k, n)", "k"}, optional
        Divisor of hits, n the list's length. Default of the convention: "min(k, n)".
        They differ where a list is shorter than k.
    recall_denominator : {"R", "min(R, k)"}, optional
        Divisor of hits, R the relevant rows. Default of the convention: "R". Under the
        other recall can reach 1 at every k.
    ap_denominator : {"min(R, k)", "R", "hits"}, optional
        What the sum of precisions is divided by: R is the number of relevant rows of
        the list, hits that of those in the top k. Default of the convention: "min(R,
        k)".
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", ...}, optional
        Order of rows with equal scores. Default of the convention: "average".

        - "average": the exact mean of the value over all their orders.
        - "stable", "reversed": their row order, or its reverse.
        - "pessimistic", "optimistic": the order with the worst or the best value.
        - "ascending", "descending": the order of `tiebreak`.
    empty : float, "skip", "raise" or mapping, optional
        Value of a list that has none (see Notes). Default of the convention: 0.
        For metrics of whole orders it is "skip".

        - a number (1, 0.5, NaN): the list counts so much.
        - "skip": it is left out of the mean; where no other list is, a score function
          raises.
        - "raise": it is refused, by its id.
        - a mapping of metrics or families (``{"ndcg": 1, "order": "skip"}``): a rule
          for each; others keep their default.
    unjudged : {"raise", "irrelevant", "condense"}, optional
        What a row with label NaN is. Default of the convention: "raise".

        - "raise": it is refused.
        - "irrelevant": it is ranked with label 0; ``"bpref"``, ``"judged"`` and
          ``"neg_rbp_residual"`` know that nobody judged it.
        - "condense": it is left out of the list before ranking.

    Raises
    ------
    ValueError
        If a label is negative (of metrics that give it no meaning) or not finite, a
        score is NaN or infinite, a number is not exact in float64, lengths or shapes
        differ, ``groups`` is missing, has a missing id or holds group sizes, weights
        are negative or all zero, ``k`` is no whole number >= 1 or not taken, a name is
        unknown, an axis has a value that it does not take, the convention does not hold
        for this metric, ``tiebreak`` is missing, not wanted or holds a key twice, a
        label has no grade, ``empty="raise"`` meets an undefined list, or
        ``empty="skip"`` leaves a score function none.
    TypeError
        If an array is no dense array of numbers, ``groups`` is no array of ids, a
        keyword is not read by the metric, or one axis is given twice (``ties`` and
        ``ignore_ties``, ``discount`` and ``log_base``).

    See Also
    --------
    ndcg_score : The mean of such values.
    mean_absolute_percentage_error : Shared parameters of row-wise errors.
    list_conventions : What each convention sets.

    Notes
    -----
    A metric has no value on some lists: recall on one without relevant rows, nDCG on
    one without gain, a correlation on one whose labels are all equal. Each score
    function says which under Notes. That value is never guessed: ``empty`` says what
    the list counts, and `defined` which lists it was.

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
    columns = Columns(y_true, y_score, groups, sample_weight, retrieved, tiebreak)
    only: GroupScores
    (only,) = plan.per_group(**columns._asdict()).values()
    return only
