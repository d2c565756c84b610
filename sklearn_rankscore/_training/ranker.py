"""The adapter that gives rankers their groups inside scikit-learn."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from sklearn_rankscore._lists.arrays import Array, GroupsLike
from sklearn_rankscore._lists.groups import Groups, group_rows
from sklearn_rankscore._selection.carriers import (
    Carrier,
    check_carrier,
    drop_carrier,
    missing_groups,
    predict_relevance,
    resolve_groups,
)
from sklearn_rankscore._selection.names import as_scorer
from sklearn_rankscore._selection.rank_scorer import RankScorer, Score, grades_of
from sklearn_rankscore._training.boosters import Task, fit_estimator
from sklearn_rankscore._training.fit_rows import (
    EvalSet,
    FitRows,
    arrange,
    check_stopping,
    count_given,
    count_rows,
    draw_lists,
    follow_eval_rows,
    group_eval_set,
    pair_eval_sets,
    part_rows,
    take_parallel,
)
from sklearn_rankscore._training.libraries import (
    AdapterTags,
    final_step,
    group_parameter,
    is_ranker,
    refuse_written,
)
from sklearn_rankscore._training.stopping import Stopping, check_watched, find_stopping


class GroupedRanker(AdapterTags):
    """Give a ranker the query of each row, in the form that its fit wants.

    Rows in any order, with ids of any dtype, are put list after list, in order of first
    appearance; ids become sizes for LightGBM, ``qid`` for XGBoost, ``group_id`` for
    CatBoost. Rows that stand so already are not moved: the model is that of the
    library's own call, bit for bit. Predictions come in the order of the caller.

    Around pointwise models it changes ``predict`` of a classifier (a score per row, not
    a label) and ``score`` (a ranking metric per query), nothing else.

    Parameters
    ----------
    estimator : estimator
        LGBMRanker, XGBRanker, CatBoostRanker, another estimator whose ``fit`` takes
        ``groups``, ``qid``, ``group_id`` (per row) or ``group`` (sizes), a regressor
        or classifier, or a Pipeline that ends in one of these.
    groups : None, str, int, Series, callable or False, default=None
        Where the query ids of the rows are: None for metadata ``groups=``, which it
        asks for by default, or a carrier, see :func:`get_rank_scorer`.
    drop_groups : bool, default=True
        Whether to keep the column that `groups` names from the estimator.
    scoring : str or RankScorer, default="ndcg"
        What ``score`` returns: a name that :func:`get_rank_scorer` takes. The
        ``grades`` of a RankScorer say what the labels of a classifier of names mean.
        The same metric steers early stopping, the first where a RankScorer has several.
    validation_fraction : float or None, default=None
        Part of the queries, whole ones, to set aside for early stopping, which counts
        them without weights. The model is not fitted on them, after ``refit`` neither.
    early_stopping_rounds : int or None, default=None
        Stop when `scoring` on the evaluation sets has not improved for so many rounds.
        Needs `validation_fraction`, or ``eval_set`` in ``fit``. The estimator's own
        ``eval_metric`` (of LightGBM also ``metric``, ``eval_at``) wins, by parameter or
        `fit_params`; a classifier stops by its own loss.
    random_state : int, RandomState instance or None, default=None
        Which queries are set aside.
    fit_params : dict or None, default=None
        Constant arguments of the estimator's ``fit``, such as ``eval_at=[10]``: what
        is not per row and so cannot be metadata.

    Attributes
    ----------
    estimator_ : estimator
        The fitted clone of `estimator`.
    n_groups_ : int or None
        Number of queries in ``fit``; None without groups.
    n_features_in_ : int
        Number of columns of X, without the one that carried the groups.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if all are str.
    feature_importances_, coef_ : ndarray
        Those of `estimator_`, if it has them.

    See Also
    --------
    get_rank_scorer : Scorers of ranking metrics per query.

    Notes
    -----
    The order of rows changes the model of a booster, which is why it is fixed. Weights
    are per row here; XGBoost and CatBoost get their mean over the rows of a query.
    ``warm_start`` of `estimator` is lost, since each fit clones it; to go on from a
    model pass ``init_model`` or ``xgb_model`` to ``fit``.

    Examples
    --------
    >>> from lightgbm import LGBMRanker
    >>> from sklearn_rankscore import GroupedRanker
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=30, random_state=0)
    >>> ranker = GroupedRanker(LGBMRanker(n_estimators=5, n_jobs=1, verbose=-1))
    >>> ranker.fit(X, y, groups=qid).n_groups_
    30
    >>> 0 < ranker.score(X, y, groups=qid) <= 1
    True
    """

    __metadata_request__fit = {"groups": True}  # noqa: RUF012
    __metadata_request__score = {"groups": True}  # noqa: RUF012

    def __init__(
        self,
        estimator: Any,
        *,
        groups: Carrier = None,
        drop_groups: bool = True,
        scoring: str | RankScorer = "ndcg",
        validation_fraction: float | None = None,
        early_stopping_rounds: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        fit_params: Mapping[str, Any] | None = None,
    ) -> None:
        self.estimator = estimator
        self.groups = groups
        self.drop_groups = drop_groups
        self.scoring = scoring
        self.validation_fraction = validation_fraction
        self.early_stopping_rounds = early_stopping_rounds
        self.random_state = random_state
        self.fit_params = fit_params

    def fit(
        self,
        X: Any,
        y: ArrayLike,
        *,
        groups: GroupsLike = None,
        sample_weight: ArrayLike | None = None,
        eval_set: Iterable[tuple[Any, Any]] | None = None,
        eval_groups: Iterable[GroupsLike] | None = None,
        **fit_params: Any,
    ) -> Self:
        """Fit a clone of the estimator.

        Parameters
        ----------
        X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
            Handed on as it is, but for the order of rows and the carrier's column.
        y : array-like of shape (n_rows,)
            Relevance labels.
        groups : array-like of shape (n_rows,), False or None, default=None
            The query id of each row, not read if the object was built with
            ``groups=``. Pointwise models do without.
        sample_weight : array-like of shape (n_rows,) or None, default=None
            Weights of the rows.
        eval_set : list of (X, y) or None, default=None
            Evaluation sets, for LightGBM, XGBoost and CatBoost.
        eval_groups : list of array-like or None, default=None
            The query ids of the rows of each evaluation set.
        **fit_params : dict
            Further arguments of the estimator's ``fit``. Those per row (``init_score``,
            ``base_margin``, ``baseline``) follow the rows; ``eval_sample_weight`` is a
            list beside `eval_set`. ``step__name`` goes to that step of a Pipeline.

        Returns
        -------
        self : GroupedRanker

        Raises
        ------
        ValueError
            If groups are lacking, a parameter is wrong, or no query can be watched.
        """
        check_carrier(self.groups, "GroupedRanker")
        check_stopping(self.validation_fraction, self.early_stopping_rounds, eval_set)
        # What score could not name fails here, before the work.
        as_scorer(self.scoring)
        fit_params = {**(self.fit_params or {}), **fit_params}
        refuse_written(fit_params)
        if getattr(y, "shape", ())[1:] == (1,):
            y = column_or_1d(y, warn=True)
        estimator = clone(self.estimator)
        model = final_step(estimator)
        stopping = find_stopping(model, self, eval_set is not None, fit_params)
        ids = resolve_groups(self.groups, X, y, groups, "GroupedRanker.fit")
        needed = is_ranker(model) or self.validation_fraction is not None
        if ids is None and needed:
            raise ValueError(missing_groups("GroupedRanker.fit", "GroupedRanker"))
        features = self._features(X, reset=True)
        sort = bool(group_parameter(model))
        lists = self._lists(ids, features, needed or sort)
        sort = sort and lists is not None
        sets, params = pair_eval_sets(eval_set, eval_groups, fit_params)
        evals = [self._eval_rows(n, s, sort, stopping) for n, s in enumerate(sets)]
        params = follow_eval_rows(params, evals)
        aside = draw_lists(lists, self.validation_fraction, self.random_state)
        train, held_out = part_rows(features, y, sample_weight, lists, aside, sort)
        params = take_parallel(params, train.places, count_rows(features))
        queries = stopping.queries(X, y, ids)
        train, *held_out = (r.with_queries(queries) for r in (train, *held_out))
        evals += held_out
        check_watched(stopping, model, train, evals)
        fit_estimator(estimator, Task(train, evals, stopping, params))
        self.estimator_ = estimator
        return self

    def predict(self, X: Any) -> Array:
        """Predict a score per row.

        Parameters
        ----------
        X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
            With or without the column that carries the groups: not needed here.

        Returns
        -------
        y_score : ndarray of shape (n_rows,)
            In the order of X; greater is more relevant. Of a classifier: its decision
            function or class-1 probability, the expected label for more than two.

        Raises
        ------
        ValueError
            If a classifier was fitted on names, and `scoring` has no ``grades``.
        """
        check_is_fitted(self)
        features = self._features(X, reset=False)
        grades, me = grades_of(self.scoring), "GroupedRanker.predict"
        return predict_relevance(self.estimator_, features, function=me, grades=grades)

    def score(
        self,
        X: Any,
        y: ArrayLike,
        *,
        groups: GroupsLike = None,
        sample_weight: ArrayLike | None = None,
    ) -> Score:
        """Score the predictions by the metric `scoring`.

        Parameters
        ----------
        X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
            Rows to predict.
        y : array-like of shape (n_rows,)
            Relevance labels.
        groups : array-like of shape (n_rows,), False or None, default=None
            The query id of each row, not read if the object was built with ``groups=``.
        sample_weight : array-like of shape (n_rows,) or None, default=None
            Weights of the rows; that of a query is their mean.

        Returns
        -------
        score : float or dict of str to float
            Greater is better; a dict if `scoring` is a RankScorer of several names.

        Raises
        ------
        ValueError
            If there are no groups, whatever the estimator is.
        """
        scorer = as_scorer(self.scoring)
        ids = resolve_groups(self.groups, X, y, groups, "GroupedRanker.score")
        if ids is None and scorer.needs_metadata:
            raise ValueError(missing_groups("GroupedRanker.score", "GroupedRanker"))
        return scorer(self, X, y, groups=ids, sample_weight=sample_weight)

    def _features(self, X: Any, *, reset: bool) -> Any:
        """Return X without the carrier's column, its names and count remembered."""
        if self.drop_groups:
            X = drop_carrier(self.groups, X, None if reset else self.n_features_in_)
        shape = getattr(X, "shape", ())
        if len(shape) == 1:
            raise ValueError(
                f"The 'X' parameter of GroupedRanker must have two dimensions. Got "
                f"shape {shape}. Reshape your data: X.reshape(1, -1) is a single row."
            )
        # Nothing is converted: categories, missing values and frames reach the ranker.
        validate_data(self, X, reset=reset, skip_check_array=True)
        return X

    def _lists(self, ids: GroupsLike, features: Any, wanted: bool) -> Groups | None:
        """Return the groups of all rows, None where the model would not read them."""
        self.n_groups_: int | None = None
        if ids is None or (ids is False and not wanted):
            return None
        lists = group_rows(ids, count_given(features), "GroupedRanker.fit")
        self.n_groups_ = lists.n_lists
        return lists

    def _eval_rows(
        self, number: int, given: EvalSet, sort: bool, stopping: Stopping
    ) -> FitRows:
        """Return the rows of an evaluation set in order."""
        X, y, ids, weight = given
        if sort or stopping.scorer is not None:
            ids = resolve_groups(self.groups, X, y, ids, "GroupedRanker.fit")
        lists = group_eval_set(ids, X, number) if sort else None
        features = self._features(X, reset=False)
        rows = arrange(features, y, weight, lists, sort=sort)
        return rows.with_queries(stopping.queries(X, y, ids))
