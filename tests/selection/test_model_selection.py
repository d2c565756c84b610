"""What reaches a scorer and a fit, function by function of scikit-learn.

A row's label is its number, so a metric can look up the query that each row of a fold
belongs to: the spy raises unless the groups delivered are exactly those.
"""

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.ensemble import (
    BaggingRegressor,
    HistGradientBoostingRegressor,
    StackingRegressor,
    VotingRegressor,
)
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.feature_selection import RFECV, SequentialFeatureSelector
from sklearn.inspection import permutation_importance
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    HalvingGridSearchCV,
    HalvingRandomSearchCV,
    RandomizedSearchCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    permutation_test_score,
    validation_curve,
)
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_rankscore import (
    GroupedRanker,
    get_rank_scorer,
    make_rank_scorer,
    ndcg_score,
)

ROUTED_SCORE = tuple(map(int, sklearn.__version__.split(".")[:2])) >= (1, 8)

RNG = np.random.default_rng(0)
QUERY = RNG.permutation(np.repeat(np.arange(12), RNG.integers(3, 8, 12)))
IDS = np.array([f"q{number:02d}" for number in QUERY])
N_ROWS = len(IDS)
Y = np.arange(N_ROWS, dtype=float)
X = np.column_stack([Y, RNG.normal(size=(N_ROWS, 3))])
GRID = {"alpha": [0.1, 1.0]}


class Calls:
    """How often the spies of this process were called."""

    spy = 0
    predict = 0


def spy_score(y_true, y_score, *, groups, sample_weight=None, by="label"):
    """Raise unless the groups are those of the rows; the labels or scores name them."""
    Calls.spy += 1
    rows = np.asarray(y_true if by == "label" else y_score).astype(int)
    np.testing.assert_array_equal(np.asarray(groups), IDS[rows])
    if sample_weight is not None:
        np.testing.assert_array_equal(sample_weight, rows + 1)
    return float(len(rows))


class Echo(RegressorMixin, BaseEstimator):
    """Predicts the first column, the number of the row."""

    def __init__(self, alpha=1.0, size=1):
        self.alpha = alpha
        self.size = size

    def fit(self, X, y):
        self.fitted_ = True
        return self

    def predict(self, X):
        Calls.predict += 1
        return np.asarray(X)[:, 0]


class FitSpy(RegressorMixin, BaseEstimator):
    """Fails to fit unless the groups are those of the rows."""

    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y, groups):
        np.testing.assert_array_equal(groups, IDS[np.asarray(y).astype(int)])
        starts = np.flatnonzero(groups[1:] != groups[:-1])
        assert len(starts) + 1 == len(np.unique(groups)), "rows are list after list"
        self.fitted_ = True
        return self

    def predict(self, X):
        return np.asarray(X)[:, 0]


# What every search and validation here is asked for.
BY_QUERY = {"cv": GroupKFold(3), "error_score": "raise"}
HALVING = {"resource": "size", "max_resources": 2, "min_resources": 1, "factor": 2}


def searched(search, X, y):
    return search.fit(X, y, groups=IDS).cv_results_["mean_test_score"]


def grid_search(model, scorer, X, y, params, n_jobs):
    search = GridSearchCV(model, GRID, scoring=scorer, n_jobs=n_jobs, **BY_QUERY)
    return searched(search, X, y)


def randomized_search(model, scorer, X, y, params, n_jobs):
    search = RandomizedSearchCV(
        model, GRID, n_iter=2, scoring=scorer, n_jobs=n_jobs, **BY_QUERY
    )
    return searched(search, X, y)


def halving_search(model, scorer, X, y, params, n_jobs):
    search = HalvingGridSearchCV(
        Echo(), GRID, scoring=scorer, n_jobs=n_jobs, **HALVING, **BY_QUERY
    )
    return searched(search, X, y)


def halving_random_search(model, scorer, X, y, params, n_jobs):
    search = HalvingRandomSearchCV(
        Echo(),
        GRID,
        n_candidates=2,
        scoring=scorer,
        n_jobs=n_jobs,
        random_state=0,
        **HALVING,
        **BY_QUERY,
    )
    return searched(search, X, y)


def call_cross_validate(model, scorer, X, y, params, n_jobs):
    return cross_validate(
        model,
        X,
        y,
        scoring=scorer,
        n_jobs=n_jobs,
        return_train_score=True,
        **BY_QUERY,
        **params,
    )["test_score"]


def call_cross_val_score(model, scorer, X, y, params, n_jobs):
    return cross_val_score(
        model,
        X,
        y,
        scoring=scorer,
        n_jobs=n_jobs,
        **BY_QUERY,
        **params,
    )


def call_learning_curve(model, scorer, X, y, params, n_jobs):
    _, train, test = learning_curve(
        model,
        X,
        y,
        scoring=scorer,
        n_jobs=n_jobs,
        train_sizes=[0.5, 1.0],
        shuffle=True,
        random_state=0,
        **BY_QUERY,
        **params,
    )
    return np.append(train, test)


def call_validation_curve(model, scorer, X, y, params, n_jobs):
    train, test = validation_curve(
        model,
        X,
        y,
        param_name="alpha",
        param_range=[0.1, 1.0],
        scoring=scorer,
        n_jobs=n_jobs,
        **BY_QUERY,
        **params,
    )
    return np.append(train, test)


def rfecv(model, scorer, X, y, params, n_jobs):
    selector = RFECV(model, scoring=scorer, cv=GroupKFold(3), n_jobs=n_jobs)
    return selector.fit(X, y, groups=IDS).cv_results_["mean_test_score"]


def sequential_selection(model, scorer, X, y, params, n_jobs):
    selector = SequentialFeatureSelector(
        model, n_features_to_select=2, scoring=scorer, cv=GroupKFold(3), n_jobs=n_jobs
    )
    # It takes groups under routing only; without, the splits must be made before.
    if sklearn.get_config()["enable_metadata_routing"]:
        return selector.fit(X, y, groups=IDS).support_
    selector.set_params(cv=list(GroupKFold(3).split(X, y, IDS)))
    return selector.fit(X, y).support_


def permutation_test(model, scorer, X, y, params, n_jobs):
    score, _, _ = permutation_test_score(
        Echo(),
        X,
        y,
        scoring=scorer,
        cv=GroupKFold(3),
        n_permutations=3,
        n_jobs=n_jobs,
        random_state=0,
        **params,
    )
    return score


def nested_search(model, scorer, X, y, params, n_jobs):
    inner = GridSearchCV(
        model, GRID, scoring=scorer, cv=GroupKFold(2), error_score="raise"
    )
    # Without routing the groups of the inner splitter are an argument of fit.
    if "groups" in params:
        params = {"groups": IDS, "params": {"groups": IDS}}
    return cross_validate(
        inner,
        X,
        y,
        scoring=scorer,
        cv=GroupKFold(3),
        n_jobs=n_jobs,
        error_score="raise",
        **params,
    )["test_score"]


FUNCTIONS = {
    "GridSearchCV": grid_search,
    "RandomizedSearchCV": randomized_search,
    "HalvingGridSearchCV": halving_search,
    "HalvingRandomSearchCV": halving_random_search,
    "cross_validate": call_cross_validate,
    "cross_val_score": call_cross_val_score,
    "learning_curve": call_learning_curve,
    "validation_curve": call_validation_curve,
    "RFECV": rfecv,
    "SequentialFeatureSelector": sequential_selection,
    "permutation_test_score": permutation_test,
    "nested": nested_search,
}
SHUFFLES_LABELS = {"permutation_test_score"}
GOES_PARALLEL = [
    "GridSearchCV",
    "HalvingGridSearchCV",
    "cross_validate",
    "learning_curve",
    "RFECV",
    "SequentialFeatureSelector",
    "permutation_test_score",
    "nested",
]


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def spy_scorer(function, **kwargs):
    by = "score" if function in SHUFFLES_LABELS else "label"
    return make_rank_scorer(spy_score, by=by, **kwargs)


def run(function, scorer, X=X, y=Y, *, model=None, n_jobs=None):
    """Call one function of scikit-learn with groups passed as it wants them."""
    routed = sklearn.get_config()["enable_metadata_routing"]
    params = {"params": {"groups": IDS}} if routed else {"groups": IDS}
    model = Ridge() if model is None else model
    before = Calls.spy
    scores = FUNCTIONS[function](model, scorer, X, y, params, n_jobs)
    if n_jobs is None:
        assert Calls.spy > before
    assert np.isfinite(scores).all()
    return scores


@pytest.mark.usefixtures("routing")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_groups_of_the_folds_rows_arrive_under_routing(function):
    run(function, spy_scorer(function))


@pytest.mark.usefixtures("routing")
@pytest.mark.parametrize("function", GOES_PARALLEL)
def test_groups_arrive_in_other_processes(function):
    scorer = spy_scorer(function)
    np.testing.assert_array_equal(
        run(function, scorer, n_jobs=2), run(function, scorer, n_jobs=1)
    )


FRAME = pd.DataFrame(X, columns=list("abcd"), index=pd.Index(IDS, name="qid"))
LABELS = pd.Series(Y, index=FRAME.index)
LOOKUP = pd.Series(IDS, index=[f"row {row}" for row in range(N_ROWS)])


def column_of(X):
    return X["where"].to_numpy()


CARRIED = {
    "index level": ("qid", FRAME, Y),
    "column": ("qid", FRAME.reset_index(drop=True).assign(qid=QUERY), Y),
    "position": (4, np.column_stack([X, QUERY]), Y),
    "series": (LOOKUP, FRAME.set_axis(LOOKUP.index), Y),
    "callable": (column_of, FRAME.assign(where=QUERY), Y),
    "index of y": ("qid", X, LABELS),
}
# The ids of these are numbers, because models see the column.
NUMBERED = {"column", "position", "callable"}
# Both turn X into an array without names, and RFECV hands y on without its index.
LOSES_X = {"RFECV", "SequentialFeatureSelector"}
# The selector takes no error_score: it says "Scoring failed" in a warning. The callable
# here looks for a column by name. No way is an AssertionError: groups of other rows.
WAYS_TO_FAIL = (ValueError, IndexError, UserWarning)
SAID = r"The 'groups' parameter of RankScorer\("
SAID_BY_NUMPY = "only integers, slices"


def numbered_spy(y_true, y_score, *, groups, sample_weight=None, by="label"):
    names = np.array([f"q{int(number):02d}" for number in np.asarray(groups)])
    return spy_score(y_true, y_score, groups=names, by=by)


@pytest.mark.parametrize("carrier", CARRIED)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_groups_arrive_by_carriers_without_routing(function, carrier):
    groups, X, y = CARRIED[carrier]
    spy = numbered_spy if carrier in NUMBERED else spy_score
    by = "score" if function in SHUFFLES_LABELS else "label"
    scorer = make_rank_scorer(spy, groups=groups, by=by)
    kept = carrier == "index of y" and function == "SequentialFeatureSelector"
    if function in LOSES_X and not kept:
        said = SAID_BY_NUMPY if carrier == "callable" else SAID
        with pytest.raises(WAYS_TO_FAIL, match=said):
            run(function, scorer, X, y)
    else:
        run(function, scorer, X, y)


@pytest.mark.parametrize("carrier", ["index level", "position", "index of y"])
def test_carriers_reach_other_processes(carrier):
    groups, X, y = CARRIED[carrier]
    spy = numbered_spy if carrier in NUMBERED else spy_score
    run("GridSearchCV", make_rank_scorer(spy, groups=groups), X, y, n_jobs=2)


@pytest.mark.parametrize("routed", [False, True])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_without_groups_nothing_returns_a_number(function, routed):
    """Routing off: groups reach the splitter only. On: the scorer was told to do so."""
    scorer = get_rank_scorer("ndcg@5")
    with sklearn.config_context(enable_metadata_routing=routed):
        if routed:
            scorer.set_score_request(groups=False)
        with pytest.raises((ValueError, UserWarning), match="got no groups"):
            run(function, scorer, y=Y % 5)


def test_a_plain_scorer_of_our_metric_never_scores_the_fold_as_one_query():
    scorer = sklearn.metrics.make_scorer(ndcg_score, k=5)
    with pytest.raises(ValueError, match="groups"):
        run("cross_val_score", scorer, y=Y % 5)


def test_the_default_error_score_says_why_in_its_warning():
    """Unless told error_score='raise', scikit-learn goes on with NaN."""
    search = GridSearchCV(Ridge(), GRID, scoring=get_rank_scorer("map"), cv=3)
    non_finite = pytest.warns(UserWarning, match="test scores are non-finite")
    with non_finite, pytest.warns(UserWarning, match="got no groups"):
        search.fit(X, Y % 5)
    assert np.isnan(search.best_score_)


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_permutation_importance_by_index_level(n_jobs):
    model = Ridge().fit(FRAME, Y)
    scorer = make_rank_scorer(spy_score, groups="qid")
    for max_samples in (1.0, 0.5):
        found = permutation_importance(
            model,
            FRAME,
            Y,
            scoring=scorer,
            n_repeats=3,
            n_jobs=n_jobs,
            max_samples=max_samples,
            random_state=0,
        )
        assert np.isfinite(found.importances).all()


@pytest.mark.usefixtures("routing")
def test_permutation_importance_takes_no_metadata_and_raises():
    model = Ridge().fit(X, Y)
    with pytest.raises(ValueError, match="got no groups"):
        permutation_importance(model, X, Y % 5, scoring=get_rank_scorer("ndcg"))


@pytest.mark.usefixtures("routing")
def test_cross_val_predict_then_metric():
    predicted = cross_val_predict(
        GroupedRanker(FitSpy()), X, Y, cv=GroupKFold(3), params={"groups": IDS}
    )
    np.testing.assert_array_equal(predicted, Y)
    assert ndcg_score(Y % 5, predicted % 5, groups=IDS) == 1.0


@pytest.mark.usefixtures("routing")
def test_outer_score_of_a_nested_search_without_scoring():
    inner = GridSearchCV(
        Ridge(), GRID, scoring=make_rank_scorer(spy_score), cv=GroupKFold(2)
    )

    def outer():
        return cross_validate(
            inner,
            X,
            Y,
            cv=GroupKFold(3),
            error_score="raise",
            params={"groups": IDS},
        )["test_score"]

    if ROUTED_SCORE:
        np.testing.assert_array_equal(outer().sum(), N_ROWS)
    else:
        # scikit-learn hands metadata on to GridSearchCV.score since 1.8.
        with pytest.raises(ValueError, match="got no groups"):
            outer()


@pytest.mark.usefixtures("routing")
def test_score_of_a_search_and_of_rfecv():
    scorer = make_rank_scorer(spy_score)
    search = GridSearchCV(Ridge(), GRID, scoring=scorer, cv=GroupKFold(2))
    assert search.fit(X, Y, groups=IDS).score(X, Y, groups=IDS) == N_ROWS
    selector = RFECV(Ridge(), scoring=scorer, cv=GroupKFold(2)).fit(X, Y, groups=IDS)
    assert selector.score(X, Y, groups=IDS) == N_ROWS
    with pytest.raises(ValueError, match="got no groups"):
        search.score(X, Y)


@pytest.mark.usefixtures("routing")
def test_scikit_learns_own_scorer_of_our_metric():
    scorer = sklearn.metrics.make_scorer(ndcg_score, k=5)
    routed = scorer.set_score_request(groups=True)
    found = call_cross_val_score(
        Ridge(), routed, X, Y % 5, {"params": {"groups": IDS}}, None
    )
    ours = call_cross_val_score(
        Ridge(), get_rank_scorer("ndcg@5"), X, Y % 5, {"params": {"groups": IDS}}, None
    )
    np.testing.assert_array_equal(found, ours)


USERS = RNG.permutation(np.repeat(np.arange(9), 12)[:N_ROWS])


def whole_users(train, test):
    return not set(USERS[train]) & set(USERS[test])


@pytest.mark.usefixtures("routing")
def test_split_by_user_score_by_query_under_routing():
    """The splitter asks for groups, scorer and adapter for the same under a name."""
    scorer = make_rank_scorer(spy_score).set_score_request(groups="qid")
    model = GroupedRanker(FitSpy()).set_fit_request(groups="qid")
    search = GridSearchCV(
        model,
        {"estimator__alpha": [0.1, 1.0]},
        scoring=scorer,
        cv=GroupKFold(3),
        error_score="raise",
    ).fit(X, Y, groups=USERS, qid=IDS)
    assert search.cv_results_["mean_test_score"] == pytest.approx(N_ROWS / 3)
    assert all(whole_users(*split) for split in search.cv.split(X, Y, USERS))


@pytest.mark.parametrize("routed", [False, True])
def test_a_carrier_wins_over_the_groups_of_the_splitter(routed):
    scorer = make_rank_scorer(spy_score, groups="qid")
    model = GroupedRanker(FitSpy(), groups="qid")
    with sklearn.config_context(enable_metadata_routing=routed):
        found = call_cross_validate(
            model,
            scorer,
            FRAME,
            Y,
            {"params": {"groups": USERS}} if routed else {"groups": USERS},
            None,
        )
    assert found.sum() == N_ROWS


@pytest.mark.usefixtures("routing")
def test_weights_arrive_only_where_asked_for():
    weights = Y + 1
    params = {"groups": IDS, "sample_weight": weights}
    model = Ridge().set_fit_request(sample_weight=True)

    def call(scorer, y=Y):
        return call_cross_val_score(model, scorer, X, y, {"params": params}, None)

    with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError):
        call(make_rank_scorer(spy_score))
    call(make_rank_scorer(spy_score).set_score_request(sample_weight=True))
    asked = make_rank_scorer(ndcg_score).set_score_request(sample_weight=True)
    unasked = make_rank_scorer(ndcg_score).set_score_request(sample_weight=False)
    assert (call(asked, Y % 5) != call(unasked, Y % 5)).any()


@pytest.mark.usefixtures("routing")
def test_ridge_with_its_own_search():
    scorer = make_rank_scorer(spy_score)
    before = Calls.spy
    RidgeCV(scoring=scorer, cv=GroupKFold(3)).fit(X, Y, groups=IDS)
    assert Calls.spy > before


@pytest.mark.parametrize("groups", [None, 0, column_of])
def test_histogram_boosting_hands_on_binned_columns_and_is_refused(groups):
    model = HistGradientBoostingRegressor(
        scoring=get_rank_scorer("ndcg", groups=groups), early_stopping=True, max_iter=2
    )
    with pytest.raises(ValueError, match="is given binned columns"):
        model.fit(np.column_stack([QUERY, X]), Y % 5)


@pytest.mark.usefixtures("routing")
def test_members_of_bagging_get_the_groups_of_their_rows():
    model = BaggingRegressor(GroupedRanker(FitSpy()), n_estimators=3, random_state=0)
    assert len(model.fit(X, Y, groups=IDS).estimators_) == 3


@pytest.mark.usefixtures("routing")
def test_dict_of_scorers_beside_scikit_learns_own():
    scoring = {"spy": make_rank_scorer(spy_score), "r2": "r2"}
    found = cross_validate(
        Ridge(),
        X,
        Y,
        scoring=scoring,
        cv=GroupKFold(3),
        params={"groups": IDS},
        error_score="raise",
    )
    assert found["test_spy"].sum() == N_ROWS
    assert np.isfinite(found["test_r2"]).all()


NAMES = ["ndcg@2", "ndcg@5", "map", "mrr", "precision@3"]


@pytest.mark.usefixtures("routing")
def test_a_list_of_names_costs_one_predict_per_fold():
    before = Calls.predict
    found = cross_validate(
        Echo(),
        X,
        Y % 5,
        scoring=get_rank_scorer(NAMES),
        cv=GroupKFold(3),
        params={"groups": IDS},
        error_score="raise",
    )
    assert Calls.predict - before == 3
    for name in NAMES:
        alone = cross_val_score(
            Echo(),
            X,
            Y % 5,
            scoring=get_rank_scorer(name),
            cv=GroupKFold(3),
            params={"groups": IDS},
        )
        np.testing.assert_array_equal(found[f"test_{name}"], alone)


@pytest.mark.usefixtures("routing")
def test_search_results_are_keyed_by_metric_names():
    search = GridSearchCV(
        Ridge(),
        GRID,
        scoring=get_rank_scorer(NAMES),
        refit="ndcg@5",
        cv=GroupKFold(3),
        error_score="raise",
    ).fit(X, Y % 5, groups=IDS)
    for name in NAMES:
        assert f"mean_test_{name}" in search.cv_results_
    assert search.best_score_ == search.cv_results_["mean_test_ndcg@5"].max()


MODELS = {
    "Pipeline": (
        make_pipeline(StandardScaler(), Ridge()),
        {"ridge__alpha": [0.1, 1.0]},
    ),
    "FeatureUnion": (
        make_pipeline(
            FeatureUnion([("a", StandardScaler()), ("b", "passthrough")]), Ridge()
        ),
        {"ridge__alpha": [0.1, 1.0]},
    ),
    "ColumnTransformer": (
        make_pipeline(
            ColumnTransformer([("a", StandardScaler(), [0, 1]), ("b", "drop", [2])]),
            Ridge(),
        ),
        {"ridge__alpha": [0.1, 1.0]},
    ),
    "BaggingRegressor": (
        BaggingRegressor(Ridge(), n_estimators=2),
        {"estimator__alpha": [0.1, 1.0]},
    ),
    "VotingRegressor": (
        VotingRegressor([("a", Ridge()), ("b", GroupedRanker(FitSpy()))]),
        {"a__alpha": [0.1, 1.0]},
    ),
    "StackingRegressor": (
        StackingRegressor(
            [("a", GroupedRanker(FitSpy()))],
            GroupedRanker(Ridge()),
            cv=GroupKFold(2),
        ),
        {"final_estimator__estimator__alpha": [0.1, 1.0]},
    ),
    "TransformedTargetRegressor": (
        TransformedTargetRegressor(Ridge()),
        {"regressor__alpha": [0.1, 1.0]},
    ),
    "Pipeline outside": (
        make_pipeline(StandardScaler(), GroupedRanker(FitSpy())),
        {"groupedranker__estimator__alpha": [0.1, 1.0]},
    ),
    "Pipeline inside": (
        GroupedRanker(make_pipeline(StandardScaler(), FitSpy())),
        {"estimator__fitspy__alpha": [0.1, 1.0]},
    ),
}


def carrying(name, model):
    """Give the adapters in a model the carrier that survives its steps."""
    carried = sklearn.clone(model)
    for key in carried.get_params():
        if key.endswith("groups"):
            carried.set_params(**{key: "qid"})
    return carried


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("name", MODELS)
def test_models_of_models_under_routing(routing, name, n_jobs):
    model, grid = MODELS[name]
    search = GridSearchCV(
        model,
        grid,
        scoring=make_rank_scorer(spy_score),
        cv=GroupKFold(3),
        n_jobs=n_jobs,
        error_score="raise",
    ).fit(X, Y, groups=IDS)
    # Folds differ in length by a few rows, and each candidate scores all of them.
    assert search.cv_results_["mean_test_score"] == pytest.approx(N_ROWS / 3)


# They hand the labels to their members as an array.
LOSES_Y = {"StackingRegressor", "TransformedTargetRegressor", "VotingRegressor"}


@pytest.mark.parametrize("name", sorted(MODELS.keys() - LOSES_Y))
def test_models_of_models_by_the_index_of_y(name):
    model, grid = MODELS[name]
    search = GridSearchCV(
        carrying(name, model),
        grid,
        scoring=make_rank_scorer(spy_score, groups="qid"),
        cv=GroupKFold(3),
        error_score="raise",
    ).fit(X, LABELS, groups=IDS)
    assert search.cv_results_["mean_test_score"] == pytest.approx(N_ROWS / 3)


INDEXED_MODELS = {
    "StackingRegressor": (
        StackingRegressor(
            [("a", GroupedRanker(FitSpy(), groups="qid"))], Ridge(), cv=2
        ),
        {"final_estimator__alpha": [0.1, 1.0]},
    ),
    "TransformedTargetRegressor": (
        TransformedTargetRegressor(GroupedRanker(FitSpy(), groups="qid")),
        {"regressor__estimator__alpha": [0.1, 1.0]},
    ),
    "VotingRegressor": (
        VotingRegressor([("a", GroupedRanker(FitSpy(), groups="qid"))]),
        {"a__estimator__alpha": [0.1, 1.0]},
    ),
}


@pytest.mark.parametrize("name", INDEXED_MODELS)
def test_models_of_models_by_the_index_of_x(name):
    model, grid = INDEXED_MODELS[name]
    search = GridSearchCV(
        model,
        grid,
        scoring=make_rank_scorer(spy_score, groups="qid"),
        cv=GroupKFold(3),
        error_score="raise",
    ).fit(FRAME, Y, groups=IDS)
    assert search.cv_results_["mean_test_score"] == pytest.approx(N_ROWS / 3)
