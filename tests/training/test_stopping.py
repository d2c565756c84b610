"""Early stopping: the metric that chooses a model also says when to stop it."""

import pickle

import numpy as np
import pandas as pd
import pytest
from lightgbm import LGBMClassifier, LGBMRanker, LGBMRegressor, early_stopping
from sklearn.base import clone
from sklearn.metrics import mean_squared_error
from sklearn.metrics import ndcg_score as sklearn_ndcg_score
from sklearn.model_selection import GroupShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_rankscore import (
    GroupedRanker,
    get_rank_scorer,
    lightgbm_eval_metric,
    make_rank_scorer,
    mrr_score,
    ndcg_score,
    xgboost_eval_metric,
)

RNG = np.random.default_rng(1)
SIZES = RNG.integers(3, 12, 60)
QID = np.repeat(np.arange(60), SIZES)
X = RNG.normal(size=(len(QID), 5))
Y = np.clip(np.round(X[:, 0] + 1.5 * RNG.normal(size=len(QID))), 0, 4)
NAMES = np.array([f"q{7 * number % 60}" for number in QID])
ROUNDS, PATIENCE, FRACTION = 40, 39, 0.4

# The queries that validation_fraction sets aside, by scikit-learn's own splitter.
ASIDE = np.isin(
    QID,
    next(
        GroupShuffleSplit(1, test_size=FRACTION, random_state=0).split(
            np.arange(60), groups=np.arange(60)
        )
    )[1],
)

FAST = {"n_estimators": ROUNDS, "learning_rate": 0.3}


def lightgbm_model(ranker=True, **params):
    params = {"n_jobs": 1, "verbose": -1, "min_child_samples": 5, **params}
    return (LGBMRanker if ranker else LGBMRegressor)(**FAST, **params)


def xgboost_model(ranker=True, **params):
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    model = xgboost.XGBRanker if ranker else xgboost.XGBRegressor
    return model(**FAST, n_jobs=1, max_depth=3, **params)


def catboost_model(ranker=True, **params):
    catboost = pytest.importorskip("catboost", reason="catboost is an extra")
    model = catboost.CatBoostRanker if ranker else catboost.CatBoostRegressor
    quiet = {"thread_count": 1, "verbose": 0, "allow_writing_files": False}
    return model(**FAST, depth=3, **quiet, **params)


# How each library makes a model, predicts by its first rounds, and counts the best.
LIBRARIES = {
    "lightgbm": (
        lightgbm_model,
        lambda model, rows, n: model.predict(rows, num_iteration=n),
        lambda model: model.best_iteration_,
    ),
    "xgboost": (
        xgboost_model,
        lambda model, rows, n: model.predict(rows, iteration_range=(0, n)),
        lambda model: model.best_iteration + 1,
    ),
    "catboost": (
        catboost_model,
        lambda model, rows, n: model.predict(rows, ntree_end=n),
        lambda model: model.get_best_iteration() + 1,
    ),
}


@pytest.fixture(params=LIBRARIES)
def library(request):
    return request.param


def mean_ndcg_of_sklearn(y, scores, ids, k):
    """Query by query, by scikit-learn's own function."""
    return np.mean(
        [
            sklearn_ndcg_score([y[ids == query]], [scores[ids == query]], k=k)
            for query in np.unique(ids)
        ]
    )


def error_per_query(y, scores, ids):
    return -np.mean(
        [
            mean_squared_error(y[ids == query], scores[ids == query])
            for query in np.unique(ids)
        ]
    )


def mrr(y, scores, ids):
    return mrr_score(y, scores, groups=ids)


# Each scoring, and the value it stands for, from elsewhere or by the score function.
SCORINGS = {
    "ndcg@2": ("ndcg@2", lambda y, s, ids: mean_ndcg_of_sklearn(y, s, ids, 2)),
    "ndcg@5": (
        get_rank_scorer("ndcg@5", convention="sklearn"),
        lambda y, s, ids: mean_ndcg_of_sklearn(y, s, ids, 5),
    ),
    "options": (
        get_rank_scorer("mrr", relevant_from=3, ties="pessimistic", empty="skip"),
        lambda y, s, ids: mrr_score(
            y, s, groups=ids, relevant_from=3, ties="pessimistic", empty="skip"
        ),
    ),
    "error": ("neg_mean_squared_error", error_per_query),
    "first of two": (
        get_rank_scorer(["mrr", "ndcg@5"], gain="exponential"),
        mrr,
    ),
    "function": (
        make_rank_scorer(ndcg_score, k=3, gain="exponential"),
        lambda y, s, ids: ndcg_score(y, s, groups=ids, k=3, gain="exponential"),
    ),
    "loss": (
        make_rank_scorer(
            lambda y, s, *, groups: -error_per_query(y, s, groups),
            greater_is_better=False,
        ),
        error_per_query,
    ),
}


def stopped(model, scoring, rounds=PATIENCE, **params):
    params = {"validation_fraction": FRACTION, "random_state": 0, **params}
    return GroupedRanker(model, scoring=scoring, early_stopping_rounds=rounds, **params)


def by_round(model, predict, value, ids=QID):
    """Fit all rounds, without early stopping, on the queries that are not set aside.

    The model, and its value after each round on those that are.
    """
    fitted = GroupedRanker(model).fit(X[~ASIDE], Y[~ASIDE], groups=QID[~ASIDE])
    model = fitted.estimator_
    values = [
        value(Y[ASIDE], predict(model, X[ASIDE], n), ids[ASIDE])
        for n in range(1, ROUNDS + 1)
    ]
    return model, values


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("kind", ["ranker", "regressor"])
def test_the_best_round_is_that_of_scoring_on_the_queries_set_aside(
    library, kind, scoring
):
    make, predict, best = LIBRARIES[library]
    given, value = SCORINGS[scoring]
    ranker = stopped(make(kind == "ranker"), given).fit(X, Y, groups=QID)
    alone, values = by_round(make(kind == "ranker"), predict, value)
    assert best(ranker.estimator_) == int(np.argmax(values)) + 1
    np.testing.assert_array_equal(
        ranker.predict(X), predict(alone, X, int(np.argmax(values)) + 1)
    )


def test_different_metrics_stop_at_different_rounds(library):
    make, _, best = LIBRARIES[library]
    found = {
        name: best(stopped(make(), given).fit(X, Y, groups=QID).estimator_)
        for name, (given, _) in SCORINGS.items()
        if name != "loss"
    }
    assert len(set(found.values())) > 1


@pytest.mark.parametrize("rounds", [1, 4])
def test_it_stops_after_so_many_rounds_without_improvement(library, rounds):
    make, predict, best = LIBRARIES[library]
    _, values = by_round(make(), predict, mrr)
    at = 0
    for number, value in enumerate(values):
        at = number if value > values[at] else at
        if number - at == rounds:
            break
    ranker = stopped(make(), "mrr", rounds).fit(X, Y, groups=QID)
    assert best(ranker.estimator_) == at + 1
    assert at + rounds < ROUNDS - 1, "it is stopped, not at its end"


def test_lightgbm_is_watched_by_no_other_metric():
    ranker = stopped(lightgbm_model(), "mrr").fit(X, Y, groups=QID)
    assert list(ranker.estimator_.evals_result_["valid_0"]) == ["mrr"]
    of_two = get_rank_scorer(["mrr", "map"])
    ranker = stopped(lightgbm_model(), of_two).fit(X, Y, groups=QID)
    assert list(ranker.estimator_.evals_result_["valid_0"]) == ["mrr"]


def test_our_metric_passed_to_lightgbm_is_alone_too():
    """LightGBM has an ndcg@5 of its own, and fails where two have one name."""
    expected = stopped(lightgbm_model(), "ndcg@5", 3).fit(X, Y, groups=QID)
    passed = {"eval_metric": lightgbm_eval_metric("ndcg@5")}
    ranker = stopped(lightgbm_model(), "mrr", 3, fit_params=passed)
    ranker.fit(X, Y, groups=QID)
    np.testing.assert_array_equal(ranker.predict(X), expected.predict(X))
    assert list(ranker.estimator_.evals_result_["valid_0"]) == ["ndcg@5"]
    both = stopped(lightgbm_model(metric="map"), "mrr", 3, fit_params=passed)
    both.fit(X, Y, groups=QID)
    assert "map@1" in both.estimator_.evals_result_["valid_0"]


def test_margins_of_an_evaluation_set_of_xgboost_count():
    margin = 2.0 * RNG.normal(size=len(QID)).astype(np.float32)
    ranker = GroupedRanker(
        xgboost_model(), scoring="ndcg@2", early_stopping_rounds=PATIENCE
    ).fit(
        X[~ASIDE],
        Y[~ASIDE],
        groups=QID[~ASIDE],
        base_margin=margin[~ASIDE],
        eval_set=[(X[ASIDE], Y[ASIDE])],
        eval_groups=[QID[ASIDE]],
        base_margin_eval_set=[margin[ASIDE]],
    )
    model = ranker.estimator_
    values = model.evals_result()["validation_0"]["ndcg@2"]
    expected = [
        mean_ndcg_of_sklearn(
            Y[ASIDE],
            model.predict(X[ASIDE], base_margin=margin[ASIDE], iteration_range=(0, n)),
            QID[ASIDE],
            2,
        )
        for n in range(1, len(values) + 1)
    ]
    np.testing.assert_allclose(values, expected, rtol=1e-12)
    assert model.best_iteration == int(np.argmax(values))


def test_a_metric_named_as_one_of_xgboosts_own_is_ours():
    ranker = stopped(xgboost_model(), "ndcg@32").fit(X, Y, groups=QID)
    model = ranker.estimator_
    values = model.evals_result()["validation_0"]["ndcg@32"]
    expected = [
        mean_ndcg_of_sklearn(
            Y[ASIDE], model.predict(X[ASIDE], iteration_range=(0, n)), QID[ASIDE], 32
        )
        for n in range(1, len(values) + 1)
    ]
    np.testing.assert_allclose(values, expected, rtol=1e-12)
    assert model.eval_metric is None


OWN = {
    "lightgbm": [
        ({}, {"eval_metric": "map"}),
        ({}, {"eval_metric": lightgbm_eval_metric("ndcg@7")}),
        ({}, {"eval_at": [2]}),
        ({"metric": "map"}, {}),
    ],
    "xgboost": [
        ({"eval_metric": "ndcg@3"}, {}),
        ({"eval_metric": xgboost_eval_metric("ndcg@1")}, {}),
    ],
    "catboost": [({"eval_metric": "NDCG:top=2"}, {})],
}


@pytest.mark.parametrize(
    ("library", "own"), [(name, own) for name, of in OWN.items() for own in of]
)
@pytest.mark.parametrize("inside", [False, True])
def test_a_metric_of_the_estimators_own_wins(library, own, inside):
    model = LIBRARIES[library][0](**own[0])
    if inside:
        model = make_pipeline(StandardScaler(), model)
    by_names = [
        stopped(model, scoring, 3, fit_params=own[1]).fit(X, Y, groups=QID).predict(X)
        for scoring in ("neg_mean_squared_error", "mrr")
    ]
    np.testing.assert_array_equal(*by_names)
    as_call = stopped(model, "mrr", 3).fit(X, Y, groups=QID, **own[1]).predict(X)
    np.testing.assert_array_equal(as_call, by_names[0])


@pytest.mark.parametrize("word", ["None", "custom", ""])
def test_no_metric_in_lightgbms_words_is_none_of_its_own(word):
    ranker = stopped(lightgbm_model(metric=word or None), "mrr", 3).fit(
        X, Y, groups=QID
    )
    expected = stopped(lightgbm_model(), "mrr", 3).fit(X, Y, groups=QID)
    np.testing.assert_array_equal(ranker.predict(X), expected.predict(X))


def test_rounds_of_the_estimators_own_stop_by_scoring_too():
    expected = stopped(lightgbm_model(), "mrr", 3).fit(X, Y, groups=QID)
    for own in ({"early_stopping_round": 3}, {"early_stopping_rounds": 3}):
        ranker = stopped(lightgbm_model(**own), "mrr", None).fit(X, Y, groups=QID)
        np.testing.assert_array_equal(ranker.predict(X), expected.predict(X))
    callback = {"callbacks": [early_stopping(3, verbose=False)]}
    ranker = stopped(lightgbm_model(), "mrr", None, fit_params=callback)
    ranker.fit(X, Y, groups=QID)
    np.testing.assert_array_equal(ranker.predict(X), expected.predict(X))
    expected = stopped(xgboost_model(), "mrr", 3).fit(X, Y, groups=QID)
    ranker = stopped(xgboost_model(early_stopping_rounds=3), "mrr", None)
    ranker.fit(X, Y, groups=QID)
    np.testing.assert_array_equal(ranker.predict(X), expected.predict(X))


def test_xgboosts_own_callback_stops_by_its_own_metric():
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    stop = xgboost.callback.EarlyStopping(rounds=3)
    predictions = [
        stopped(xgboost_model(callbacks=[stop]), scoring, 30)
        .fit(X, Y, groups=QID)
        .predict(X)
        for scoring in ("mrr", "neg_mean_squared_error")
    ]
    np.testing.assert_array_equal(*predictions)


def test_a_classifier_stops_by_its_own_loss():
    model = LGBMClassifier(n_estimators=30, n_jobs=1, verbose=-1)
    ranker = stopped(model, "ndcg@2", 3).fit(X, Y > 1, groups=NAMES)
    assert list(ranker.estimator_.evals_result_["valid_0"]) == ["binary_logloss"]


@pytest.mark.parametrize("kind", ["ranker", "regressor"])
def test_rows_in_any_order_carriers_and_evaluation_sets(library, kind):
    """The same lists, whichever way they come."""
    make, predict, best = LIBRARIES[library]
    value = SCORINGS["ndcg@2"][1]
    moved = RNG.permutation(np.flatnonzero(ASIDE))
    ranker = GroupedRanker(
        make(kind == "ranker"), scoring="ndcg@2", early_stopping_rounds=PATIENCE
    ).fit(
        X[~ASIDE],
        Y[~ASIDE],
        groups=NAMES[~ASIDE],
        eval_set=[(X[moved], Y[moved])],
        eval_groups=[NAMES[moved]],
    )
    _, values = by_round(make(kind == "ranker"), predict, value)
    assert best(ranker.estimator_) == int(np.argmax(values)) + 1
    frame = pd.DataFrame(X, index=pd.Index(NAMES, name="qid"))
    carried = stopped(make(kind == "ranker"), "ndcg@2").set_params(groups="qid")
    carried.fit(frame, Y)
    if kind == "ranker":
        np.testing.assert_array_equal(carried.predict(frame), ranker.predict(X))
    assert best(carried.estimator_) == best(ranker.estimator_)


def test_a_scorer_with_a_carrier_of_its_own_stops_by_its_lists(library):
    make, predict, best = LIBRARIES[library]
    user = QID // 3
    frame = pd.DataFrame(X, index=pd.Index(user, name="user"))
    scorer = get_rank_scorer("mrr", groups="user")
    ranker = GroupedRanker(make(), scoring=scorer, early_stopping_rounds=PATIENCE).fit(
        frame[~ASIDE],
        Y[~ASIDE],
        groups=QID[~ASIDE],
        eval_set=[(frame[ASIDE], Y[ASIDE])],
        eval_groups=[QID[ASIDE]],
    )
    _, values = by_round(make(), predict, mrr, user)
    assert best(ranker.estimator_) == int(np.argmax(values)) + 1


def test_inside_a_pipeline(library):
    make, _, best = LIBRARIES[library]
    scaled = StandardScaler().fit(X[~ASIDE]).transform(X)
    alone = stopped(make(), "mrr", 3).fit(scaled, Y, groups=QID)
    inside = stopped(make_pipeline(StandardScaler(), make()), "mrr", 3)
    inside.fit(X, Y, groups=QID)
    assert best(inside.estimator_[-1]) == best(alone.estimator_)
    np.testing.assert_array_equal(inside.predict(X), alone.predict(scaled))


def test_copies_and_parameters_stay(library):
    make, _, _ = LIBRARIES[library]
    ranker = stopped(make(), "mrr", 3)
    before = repr(ranker)
    ranker.fit(X, Y, groups=QID)
    assert repr(ranker) == before
    copied = pickle.loads(pickle.dumps(ranker))
    np.testing.assert_array_equal(copied.predict(X), ranker.predict(X))
    again = clone(ranker).fit(X, Y, groups=QID)
    np.testing.assert_array_equal(again.predict(X), ranker.predict(X))


@pytest.mark.parametrize("link", ["xgboost", "catboost"])
def test_errors_are_those_of_what_is_predicted_not_of_its_logarithm(link):
    loss = {
        "xgboost": {"objective": "count:poisson"},
        "catboost": {"loss_function": "Poisson"},
    }
    make, predict, best = LIBRARIES[link]
    model = make(False, **loss[link])
    ranker = stopped(model, "neg_mean_squared_error").fit(X, Y, groups=QID)
    _, values = by_round(model, predict, error_per_query)
    assert best(ranker.estimator_) == int(np.argmax(values)) + 1


def test_catboost_may_shuffle_the_rows_that_it_learns():
    ranker = stopped(catboost_model(boosting_type="Ordered"), "mrr", 3)
    model = ranker.fit(X, Y, groups=QID).estimator_
    history = model.get_evals_result()["validation"]["CatBoostMetric"]
    assert model.get_best_iteration() == int(np.argmax(history))


# ---- what cannot be watched


@pytest.mark.parametrize(
    ("n_queries", "fraction", "got", "remedy"),
    [
        (1, 0.3, r"Got 0\.3 of 1 query\.", "Pass rows of more queries, or eval_set="),
        (2, 0.6, r"Got 0\.6 of 2 queries\.", r"Pass at most 0\.5, or rows"),
        (4, 0.9, r"Got 0\.9 of 4 queries\.", r"Pass at most 0\.75, or rows"),
    ],
)
def test_queries_are_left_to_fit_on(library, n_queries, fraction, got, remedy):
    rows = n_queries > QID
    ranker = stopped(LIBRARIES[library][0](), "mrr").set_params(
        validation_fraction=fraction
    )
    message = (
        r"The 'validation_fraction' parameter of GroupedRanker must leave whole "
        rf"queries to GroupedRanker\.fit, at least one to fit on and one to watch\. "
        rf"{got} {remedy}"
    )
    with pytest.raises(ValueError, match=message):
        ranker.fit(X[rows], Y[rows], groups=QID[rows])


def test_as_many_as_is_said_are_set_aside():
    for n_queries in (2, 3, 4, 7, 40):
        rows = n_queries > QID
        fraction = np.floor(1000 * (1 - 1 / n_queries)) / 1000
        ranker = stopped(lightgbm_model(), "mrr", validation_fraction=fraction)
        ranker.fit(X[rows], Y[rows], groups=QID[rows])


def test_queries_without_a_value_cannot_be_watched(library):
    flat = np.where(ASIDE, 0, Y)
    message = (
        r"GroupedRanker\.fit stops early by 'ndcg', its scoring=, and needs a query in "
        r"evaluation set 0 on which that has a value\. Got 24 without, the first of "
        rf"them '{NAMES[ASIDE][0]}': every gain of the list is 0\. Watch other queries"
    )
    ranker = stopped(LIBRARIES[library][0](), "ndcg")
    with pytest.raises(ValueError, match=message):
        ranker.fit(X, flat, groups=NAMES)
    some = flat.copy()
    some[np.flatnonzero(ASIDE)[0]] = 1
    ranker.fit(X, some, groups=NAMES)


def test_lists_that_are_not_known_cannot_be_watched():
    evals = {"eval_set": [(X[ASIDE], Y[ASIDE])]}
    ranker = GroupedRanker(lightgbm_model(False), early_stopping_rounds=3)
    message = r"stops early by 'ndcg'.* Got none for evaluation set 0\. Pass groups="
    with pytest.raises(ValueError, match=message):
        ranker.fit(X, Y, groups=QID, **evals)
    ranker.set_params(scoring="neg_mean_squared_error").fit(X, Y, **evals)
    ranker.set_params(scoring="ndcg", fit_params={"eval_metric": "l1"})
    ranker.fit(X, Y, **evals)
    pool = GroupedRanker(catboost_model(False))
    with pytest.raises(ValueError, match="Got none for the rows of fit"):
        pool.fit(X, Y, eval_groups=[QID[ASIDE]], **evals)


@pytest.mark.parametrize(
    ("fit", "message"),
    [
        ({"eval_set": []}, "'eval_set' parameter of GroupedRanker.fit must be"),
        ({"eval_set": [X, Y]}, "'eval_set' parameter .* Got ndarray at position 0"),
        ({"eval_set": [(X, Y, QID)]}, "'eval_set' .* Got 3 entries at position 0"),
        ({"eval_groups": [QID]}, "'eval_groups' parameter .* Got no eval_set"),
    ],
)
def test_evaluation_sets_are_pairs(fit, message):
    ranker = GroupedRanker(lightgbm_model(), early_stopping_rounds=3)
    if "eval_set" not in fit:
        ranker.set_params(validation_fraction=0.3)
    with pytest.raises(ValueError, match=message):
        ranker.fit(X, Y, groups=QID, **{"eval_groups": [QID], **fit})
