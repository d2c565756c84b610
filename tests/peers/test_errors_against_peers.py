"""Row-wise errors equal what other libraries' own evaluation returns."""

import math
import re

import numpy as np
import pytest
from sklearn import metrics

import sklearn_rankscore
from sklearn_rankscore._metrics.catalogue import REFERENCED
from sklearn_rankscore._plans.errors import clean_error_rows, error_values
from tests.peers.lightgbm_evals import evals_of

SEEDS = range(8)
DOUBLE = 1e-12
SINGLE = 1e-6


def draw(seed, *, zeros=True, n_rows=500):
    """Targets, predictions and weights; the peers hold targets and weights as float32.

    Targets of zero, tiny and negative ones; predictions that are exact, far off, and
    of the wrong sign.
    """
    rng = np.random.default_rng(seed)
    y_true = rng.normal(0, 10.0 ** rng.integers(-8, 3, n_rows))
    y_true[rng.random(n_rows) < 0.2] = 0.0 if zeros else 1.0
    y_true = y_true.astype(np.float32).astype(np.float64)
    y_pred = y_true + rng.normal(0, 10.0 ** rng.integers(-3, 2, n_rows))
    exact = rng.random(n_rows) < 0.1
    y_pred[exact] = y_true[exact]
    return y_true, y_pred, rng.choice([0.25, 0.5, 1.0, 3.0], n_rows)


# ------------------------------------------------------------------------ scikit-learn


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_sklearn_mape(seed, weighted):
    y_true, y_pred, weights = draw(seed)
    columns = {"sample_weight": weights if weighted else None}
    ours = sklearn_rankscore.mean_absolute_percentage_error(
        y_true, y_pred, zero="epsilon", **columns
    )
    theirs = metrics.mean_absolute_percentage_error(y_true, y_pred, **columns)
    assert ours == pytest.approx(theirs, rel=DOUBLE)
    rows = y_true[y_true != 0], y_pred[y_true != 0]
    columns = {"sample_weight": weights[y_true != 0] if weighted else None}
    expected = metrics.mean_absolute_percentage_error(*rows, **columns)
    ours = sklearn_rankscore.mean_absolute_percentage_error(*rows, **columns)
    assert ours == pytest.approx(expected, rel=DOUBLE)
    skipped = sklearn_rankscore.mean_absolute_percentage_error(
        y_true, y_pred, zero="skip", sample_weight=weights if weighted else None
    )
    assert skipped == pytest.approx(expected, rel=DOUBLE)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", REFERENCED)
def test_sklearn_by_reference(name, weighted):
    metric = REFERENCED[name]
    function = getattr(metrics, metric.function)
    y_true, y_pred, weights = draw(0)
    groups = np.arange(len(y_true)) // 7 % 5
    weights = weights if weighted else None
    rows = clean_error_rows(
        y_true, y_pred, function="f", groups=groups, sample_weight=weights
    )
    values = error_values(metric, {}, rows, "f")[:, 0]
    for group, value in zip(rows.groups.ids, values, strict=True):
        of_group = groups == group
        w = weights[of_group] if weighted else None
        expected = function(y_true[of_group], y_pred[of_group], sample_weight=w)
        assert value == pytest.approx(expected, rel=DOUBLE)


# ------------------------------------------------------------------------ LightGBM


@pytest.fixture(scope="module")
def lightgbm():
    return pytest.importorskip("lightgbm", reason="the peer of this test")


def lightgbm_value(lightgbm, metric, y_true, y_pred, weights, **params):
    values = evals_of(lightgbm, metric, y_true, y_pred, weight=weights, **params)
    assert list(values) == [metric]
    return values[metric]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_lightgbm_mape(lightgbm, seed, weighted):
    y_true, y_pred, weights = draw(seed)
    weights = weights if weighted else None
    theirs = lightgbm_value(lightgbm, "mape", y_true, y_pred, weights)
    ours = sklearn_rankscore.mean_absolute_percentage_error(
        y_true, y_pred, zero="lightgbm", sample_weight=weights
    )
    assert ours == pytest.approx(theirs, rel=DOUBLE)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("alpha", [None, 0.05, 1.0, 20.0])
def test_lightgbm_huber(lightgbm, seed, alpha):
    y_true, y_pred, weights = draw(seed)
    params = {} if alpha is None else {"alpha": alpha}
    theirs = lightgbm_value(lightgbm, "huber", y_true, y_pred, weights, **params)
    ours = sklearn_rankscore.huber_loss(
        y_true, y_pred, delta=alpha or 0.9, sample_weight=weights
    )
    assert ours == pytest.approx(theirs, rel=DOUBLE)


# ------------------------------------------------------------------------ CatBoost


CATBOOST = [
    ("MAPE", sklearn_rankscore.mean_absolute_percentage_error, {"zero": "catboost"}),
    (
        "RMSPE",
        sklearn_rankscore.root_mean_squared_percentage_error,
        {"zero": "catboost"},
    ),
    (
        "SMAPE",
        sklearn_rankscore.symmetric_mean_absolute_percentage_error,
        {"scale": 200},
    ),
    # CatBoost holds delta as float32.
    ("Huber:delta=0.0625", sklearn_rankscore.huber_loss, {"delta": 0.0625}),
    ("Huber:delta=1", sklearn_rankscore.huber_loss, {}),
    ("Huber:delta=20", sklearn_rankscore.huber_loss, {"delta": 20}),
]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("metric", "function", "own"), CATBOOST)
def test_catboost(metric, function, own, seed, weighted):
    peer = pytest.importorskip("catboost.utils", reason="the peer of this test")
    y_true, y_pred, weights = draw(seed)
    weights = weights if weighted else None
    (theirs,) = peer.eval_metric(y_true, y_pred, metric, weight=weights, thread_count=1)
    ours = function(y_true, y_pred, sample_weight=weights, **own)
    assert ours == pytest.approx(theirs, rel=DOUBLE)


def test_catboost_log_cosh_takes_a_fast_logarithm():
    peer = pytest.importorskip("catboost.utils", reason="the peer of this test")
    for seed in SEEDS:
        y_true, y_pred, weights = draw(seed)
        (theirs,) = peer.eval_metric(y_true, y_pred, "LogCosh", weight=weights)
        ours = sklearn_rankscore.log_cosh_loss(y_true, y_pred, sample_weight=weights)
        assert ours == pytest.approx(theirs, abs=1.1e-4)


# ------------------------------------------------------------------------- XGBoost


@pytest.fixture(scope="module")
def xgboost():
    return pytest.importorskip("xgboost", reason="the peer of this test")


def xgboost_value(xgboost, metric, y_true, y_pred, weights, **params):
    data = xgboost.DMatrix(
        np.zeros((len(y_true), 1)),
        label=y_true,
        weight=weights,
        base_margin=y_pred,
        nthread=1,
    )
    params |= {
        "objective": "reg:squarederror",
        "eval_metric": metric,
        "nthread": 1,
    }
    # A booster without trees predicts the base margin.
    booster = xgboost.train(params, data, num_boost_round=0)
    ((name, value),) = re.findall(r"eval-(\w+):(\S+)", booster.eval(data))
    assert name == metric
    return float(value)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_xgboost_mape(xgboost, seed, weighted):
    y_true, y_pred, weights = draw(seed, zeros=False)
    weights = weights if weighted else None
    y_pred = y_pred.astype(np.float32)
    theirs = xgboost_value(xgboost, "mape", y_true, y_pred, weights)
    ours = sklearn_rankscore.mean_absolute_percentage_error(
        y_true, y_pred, sample_weight=weights
    )
    assert ours == pytest.approx(theirs, rel=SINGLE)


def test_xgboost_mape_is_infinite_where_ours_asks_for_a_rule(xgboost):
    theirs = xgboost_value(xgboost, "mape", [0.0, 1.0], [1.0, 1.0], None)
    assert theirs == math.inf
    with pytest.raises(ValueError, match="at row 0"):
        sklearn_rankscore.mean_absolute_percentage_error([0.0, 1.0], [1.0, 1.0])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slope", [None, 0.05, 20.0])
def test_xgboost_mphe(xgboost, seed, slope):
    y_true, y_pred, weights = draw(seed)
    y_pred = y_pred.astype(np.float32)
    params = {} if slope is None else {"huber_slope": slope}
    theirs = xgboost_value(xgboost, "mphe", y_true, y_pred, weights, **params)
    ours = sklearn_rankscore.pseudo_huber_loss(
        y_true, y_pred, delta=slope or 1.0, sample_weight=weights
    )
    assert ours == pytest.approx(theirs, rel=SINGLE)
