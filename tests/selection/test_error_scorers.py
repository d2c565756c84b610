"""Row-wise errors as scorers of model selection, with and without groups."""

import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn import metrics
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import HuberRegressor, LinearRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, cross_validate

from sklearn_rankscore import (
    get_rank_scorer,
    get_rank_scorer_names,
    mape_coverage_score,
    mean_absolute_percentage_error,
    ndcg_score,
    score_per_group,
)
from sklearn_rankscore._metrics.catalogue import METRICS

LOSSES = [
    name
    for name, metric in METRICS.items()
    if metric.family == "pointwise" and not metric.greater_is_better
]


class Echo(RegressorMixin, BaseEstimator):
    """Predicts the first column."""

    def fit(self, X, y):
        self.is_fitted_ = True
        return self

    def predict(self, X):
        return np.asarray(X)[:, 0].astype(float)


def sales(n_rows=60):
    """Rows of four stores with an outlier; exactly one row sells nothing."""
    rng = np.random.default_rng(0)
    x = rng.uniform(1, 3, n_rows)
    y = 10 * x + rng.normal(0, 1, n_rows)
    y[5] += 200
    y[30] = 0.0
    stores = np.arange(n_rows) % 4
    return x[:, np.newaxis], y, stores


@pytest.mark.parametrize("name", LOSSES)
def test_losses_exist_only_negated(name):
    assert f"neg_{name}" in get_rank_scorer_names()
    assert name not in get_rank_scorer_names()
    with pytest.raises(ValueError, match=f"use 'neg_{name}'"):
        get_rank_scorer(name)


SAFE = {"neg_mape": {"zero": "skip"}, "neg_rmspe": {"zero": 1.0}}
SAFE["neg_mase"] = {"naive_scale": 3.0}


@pytest.mark.parametrize("name", [f"neg_{name}" for name in LOSSES])
def test_scorer_is_minus_the_function(name):
    import sklearn_rankscore

    X, y, stores = sales()
    options = SAFE.get(name, {})
    function = getattr(sklearn_rankscore, METRICS[name.removeprefix("neg_")].function)
    rows = y, X[:, 0]
    weights = np.random.default_rng(1).random(len(y))
    frame = pd.DataFrame({"x": X[:, 0], "store": stores})
    scorer = get_rank_scorer(name, **options)
    assert scorer(Echo().fit(X, y), X, y) == -function(*rows, **options)
    weighted = scorer(Echo().fit(X, y), X, y, sample_weight=weights)
    assert weighted == -function(*rows, sample_weight=weights, **options)
    grouped = get_rank_scorer(name, groups="store", **options)
    expected = -function(*rows, groups=stores, **options)
    assert grouped(Echo().fit(frame, y), frame, y) == expected
    copy = pickle.loads(pickle.dumps(grouped))
    assert copy(Echo().fit(frame, y), frame, y) == expected


def test_the_scorer_case_of_the_reports():
    path = Path(__file__).parents[1] / "cases" / "user_reports.json"
    cases = {case["id"]: case for case in json.loads(path.read_text("utf-8"))}
    case = cases["H43-neg-scorer-sign"]
    X, y = np.array(case["y_score"])[:, np.newaxis], case["y_true"]
    score = get_rank_scorer("neg_mape")(Echo().fit(X, y), X, y)
    assert score == pytest.approx(case["expected"], rel=1e-15)


def test_values_per_group():
    X, y, stores = sales()
    scores = score_per_group("neg_mape", y, X[:, 0], groups=stores, zero="skip")
    assert scores.groups.tolist() == [0, 1, 2, 3]
    for store, value in zip(scores.groups, scores.values, strict=True):
        rows = stores == store
        expected = mean_absolute_percentage_error(y[rows], X[rows, 0], zero="skip")
        assert -value == pytest.approx(expected, rel=1e-14)
    scores = score_per_group("neg_wape", [0, 2], [1, 3], groups=["a", "b"])
    assert scores.defined.tolist() == [False, True]
    assert np.isnan(scores.values[0])


@pytest.mark.parametrize(
    ("empty", "values"), [("skip", [np.nan, -1]), (0, [0, -1]), (2, [-2, -1])]
)
def test_values_per_group_follow_the_empty_rule(empty, values):
    rows, columns = ([0, 1], [1, 2]), {"groups": [1, 2]}
    scores = score_per_group("neg_wape", *rows, empty=empty, **columns)
    np.testing.assert_array_equal(scores.values, values)
    assert scores.defined.tolist() == [False, True]
    frame = pd.DataFrame({"x": rows[1], "store": columns["groups"]})
    scorer = get_rank_scorer("neg_wape", groups="store", empty=empty)
    assert scorer(Echo().fit(frame, rows[0]), frame, rows[0]) == np.nanmean(
        scores.values
    )


def test_values_per_group_follow_the_empty_rule_output_by_output():
    """Group 1 has one output without a value: the other one counts."""
    rows = [[0, 4], [1, 4]], [[1, 1], [2, 2]]
    scores = score_per_group("neg_wape", *rows, groups=[1, 2], empty=0)
    assert scores.values.tolist() == [-0.375, -0.75]
    assert scores.defined.tolist() == [False, True]


def test_values_per_group_refuse_an_empty_group():
    with pytest.raises(ValueError, match="no value for group 1: every target is 0"):
        score_per_group("neg_wape", [0, 1], [1, 2], groups=[1, 2], empty="raise")


def test_several_errors_and_rankings_in_one_scorer():
    X, y, stores = sales()
    y = np.maximum(y, 0)
    names = ["neg_mape", "ndcg@5", "mape_coverage", "neg_mean_absolute_error"]
    frame = pd.DataFrame({"x": X[:, 0], "store": stores})
    scorer = get_rank_scorer(names, zero="skip", groups="store")
    scores = scorer(Echo().fit(frame, y), frame, y)
    assert list(scores) == names
    rows, columns = (y, X[:, 0]), {"groups": stores}
    expected = -mean_absolute_percentage_error(*rows, zero="skip", **columns)
    assert scores["neg_mape"] == expected
    assert scores["ndcg@5"] == ndcg_score(*rows, k=5, **columns)
    assert scores["mape_coverage"] == mape_coverage_score(*rows, **columns)
    of_store = [
        metrics.mean_absolute_error(y[stores == s], X[stores == s, 0]) for s in range(4)
    ]
    expected = -np.mean(of_store)
    assert scores["neg_mean_absolute_error"] == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    "name",
    [
        "neg_mean_absolute_error",
        "neg_mean_squared_error",
        "neg_root_mean_squared_error",
        "r2",
    ],
)
def test_scikit_learns_errors_by_reference(name):
    X, y, _ = sales()
    model = LinearRegression().fit(X, y)
    assert name in get_rank_scorer_names()
    expected = metrics.get_scorer(name)(model, X, y)
    assert get_rank_scorer(name)(model, X, y) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("routing", [False, True])
def test_groups_of_the_splitter_change_nothing(routing):
    """The scorer asks for none, and scores all rows of a fold together."""
    X, y, stores = sales()
    with sklearn.config_context(enable_metadata_routing=routing):
        columns = {"params": {"groups": stores}} if routing else {"groups": stores}
        found = cross_validate(
            LinearRegression(),
            X,
            y,
            cv=GroupKFold(4),
            scoring=get_rank_scorer("neg_mape", zero="skip"),
            return_indices=True,
            return_estimator=True,
            error_score="raise",
            **columns,
        )
    folds = zip(found["estimator"], found["indices"]["test"], strict=True)
    expected = [
        -mean_absolute_percentage_error(y[rows], model.predict(X[rows]), zero="skip")
        for model, rows in folds
    ]
    np.testing.assert_array_equal(found["test_score"], expected)


@pytest.mark.parametrize("routing", [False, True])
def test_grid_search_by_the_mean_over_groups(routing):
    """Built with groups= it averages stores, and the busiest one no longer decides."""
    n_busy, n_quiet = 40, 8
    store = np.repeat(["busy", "quiet"], [n_busy, n_quiet])
    y = np.where(store == "busy", 10.0, 100.0)
    X = pd.DataFrame({"x": np.zeros(len(y)), "store": store})
    grid = {"constant": [10.0, 100.0]}
    folds = KFold(4, shuffle=True, random_state=0)
    best = {}
    with sklearn.config_context(enable_metadata_routing=routing):
        for groups in (None, "store"):
            search = GridSearchCV(
                DummyRegressor(strategy="constant"),
                grid,
                cv=folds,
                scoring=get_rank_scorer("neg_smape", groups=groups),
                error_score="raise",
            ).fit(X, y)
            best[groups] = search.cv_results_["mean_test_score"]
    wrong = 2 * 90 / 110
    assert best["store"] == pytest.approx([-wrong / 2, -wrong / 2], rel=1e-14)
    assert best[None][0] > best[None][1]


def test_grid_search_is_not_decided_by_one_zero_row():
    """scikit-learn's scorer looks at the row without sales and at nothing else."""
    X, y, _ = sales()
    grid = {"epsilon": [1.01, 1.35, 3.0], "alpha": [1e-4, 1.0, 100.0, 10_000.0]}
    folds = KFold(3, shuffle=True, random_state=0)

    def search(scoring):
        return GridSearchCV(
            HuberRegressor(max_iter=1000),
            grid,
            cv=folds,
            scoring=scoring,
            error_score="raise",
        ).fit(X, y)

    safe = search(get_rank_scorer("neg_mape", zero="skip"))
    usual = search("neg_mean_absolute_percentage_error")
    assert np.abs(usual.cv_results_["mean_test_score"]).min() > 1e13
    (zero_row,) = np.flatnonzero(y == 0)
    train = next(train for train, test in folds.split(X) if zero_row in test)
    at_zero = [
        abs(
            HuberRegressor(max_iter=1000, **p)
            .fit(X[train], y[train])
            .predict(X[[zero_row]])[0]
        )
        for p in usual.cv_results_["params"]
    ]
    assert usual.best_index_ == np.argmin(at_zero)
    assert safe.best_params_ != usual.best_params_
    kept = y != 0
    error = {
        name: mean_absolute_percentage_error(y[kept], found.predict(X[kept]))
        for name, found in (("safe", safe), ("usual", usual))
    }
    assert error["safe"] < 0.9 * error["usual"]
