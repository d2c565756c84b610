"""Our metrics as the boosters' own evaluation: train and choose by the same number."""

from collections.abc import Iterable, Sequence
from typing import Any

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._selection.rank_scorer import own_names
from sklearn_rankscore._training.booster_metrics import (
    CatBoostMetric,
    LightGBMMetric,
    XGBoostMetric,
)


def lightgbm_eval_metric(
    scoring: str | Sequence[str],
    *,
    convention: str | Convention = "default",
    **axes: Any,
) -> LightGBMMetric:
    """Make LightGBM evaluate our metric while it trains.

    Parameters
    ----------
    scoring : str or sequence of str
        ``"ndcg@10"``: a name out of :func:`get_rank_scorer_names`, or several.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    **axes : dict
        ``k`` and single axes of the convention, as in :func:`get_rank_scorer`.

    Returns
    -------
    eval_metric : callable
        For ``eval_metric=`` of ``LGBMRanker.fit`` and for ``feval=`` of
        ``lightgbm.train`` and ``lightgbm.cv``. Greater is better; weights of rows are
        read from the data. LightGBM's own metrics go on beside it, and stop early too:
        ``metric="None"`` in the parameters leaves ours alone, as :class:`GroupedRanker`
        does where no ``metric`` is given.

    Raises
    ------
    ValueError
        If a name, a cut-off, an axis or its value is unknown; when called, if the data
        set has no groups.

    Examples
    --------
    >>> from lightgbm import LGBMRanker
    >>> from sklearn_rankscore import GroupedRanker, lightgbm_eval_metric
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=40, random_state=0)
    >>> ranker = GroupedRanker(
    ...     LGBMRanker(n_estimators=50, n_jobs=1, verbose=-1),
    ...     validation_fraction=0.25, early_stopping_rounds=5, random_state=0,
    ...     fit_params={"eval_metric": lightgbm_eval_metric("ndcg@10")},
    ... ).fit(X, y, groups=qid)
    >>> list(ranker.estimator_.best_score_["valid_0"])
    ['ndcg@10']
    """
    return LightGBMMetric(own_names(scoring), {"convention": convention, **axes})


def xgboost_eval_metric(
    scoring: str | Sequence[str],
    *,
    convention: str | Convention = "default",
    **axes: Any,
) -> XGBoostMetric:
    """Make XGBoost evaluate our metric while it trains.

    Parameters
    ----------
    scoring : str or sequence of str
        ``"ndcg@10"``: a name out of :func:`get_rank_scorer_names`, or several.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    **axes : dict
        ``k`` and single axes of the convention, as in :func:`get_rank_scorer`.

    Returns
    -------
    eval_metric : callable
        For ``custom_metric=`` of ``xgboost.train``, and for ``eval_metric=`` of the
        XGBRanker inside a :class:`GroupedRanker`, where early stopping watches the last
        name. Greater is better, which XGBoost's own early stopping must be told for
        names that it does not know: ``EarlyStopping(..., maximize=True)``. XGBoost
        has scores in single precision, and ``xgboost.train`` keeps six digits.

    Raises
    ------
    ValueError
        If a name, a cut-off, an axis or its value is unknown; when called, if the data
        have no groups.
    TypeError
        If XGBRanker itself calls it: that would average query by query in its own way.

    Examples
    --------
    >>> from sklearn_rankscore import xgboost_eval_metric
    >>> xgboost_eval_metric(["map", "ndcg@10"], ties="stable")
    xgboost_eval_metric(['map', 'ndcg@10'], convention='default', ties='stable')
    """
    return XGBoostMetric(own_names(scoring), {"convention": convention, **axes})


def catboost_eval_metric(
    scoring: str,
    *,
    groups: Iterable[GroupsLike] | None = None,
    labels: Iterable[ArrayLike] | None = None,
    convention: str | Convention = "default",
    **axes: Any,
) -> CatBoostMetric:
    """Make CatBoost evaluate our metric while it trains.

    Parameters
    ----------
    scoring : str
        ``"ndcg@10"``: a name out of :func:`get_rank_scorer_names`; CatBoost takes one
        custom metric.
    groups : list of array-like or None, default=None
        The query ids of the rows of the learn set and of each evaluation set. CatBoost
        hands on labels and predictions only, so sets are known by their number of rows.
        None for use inside :class:`GroupedRanker`, which fills it in. With `labels`
        also False for a set that is one list.
    labels : list of array-like or None, default=None
        The labels of the same sets. They tell sets of one length apart, and give away
        that CatBoost shuffles the learn set (it does with categorical features and
        under ``boosting_type="Ordered"``, unless ``has_time=True``): without them a
        shuffled learn set goes unnoticed and its value is wrong. Evaluation sets are
        never shuffled.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    **axes : dict
        ``k`` and single axes of the convention, as in :func:`get_rank_scorer`.

    Returns
    -------
    eval_metric : object
        For ``eval_metric=`` of ``CatBoostRanker``. Greater is better. CatBoost prints
        it under the name of its class.

    Raises
    ------
    ValueError
        If a name, a cut-off, an axis or its value is unknown; when called, if the rows
        are those of no set, or may be those of two.

    Examples
    --------
    >>> from sklearn_rankscore import catboost_eval_metric
    >>> catboost_eval_metric("ndcg@10")
    catboost_eval_metric('ndcg@10', convention='default')
    """
    if not isinstance(scoring, str):
        raise ValueError(
            f"The 'scoring' parameter of catboost_eval_metric must be one name. "
            f"Got {scoring!r} instead."
        )
    metric = CatBoostMetric(scoring, {"convention": convention, **axes})
    return metric if groups is None else metric.bind(groups, labels)
