"""The same call as scikit-learn's, and LightGBM's own number to the last bit."""

import numpy as np
import pytest
from sklearn import metrics

from sklearn_rankscore import dcg_score, map_score, ndcg_score
from tests.peers.lightgbm_evals import evals_of

FUNCTIONS = {"ndcg_score": ndcg_score, "dcg_score": dcg_score}
SHAPES = [(1, 2), (3, 5), (40, 16), (25, 17), (10, 100), (2, 4000)]


def matrices(*, ties):
    """Labels and scores of many sizes; without ties scores are a permutation."""
    rng = np.random.default_rng(0)
    for n_lists, width in SHAPES * 8:
        y_true = rng.integers(0, 5, (n_lists, width)) * (rng.random(width) < 0.8)
        if rng.random() < 0.3:
            y_true = y_true * rng.random((n_lists, width))
        y_score = rng.permuted(np.tile(np.arange(width) / 7, (n_lists, 1)), axis=1)
        if ties:
            y_score = np.round(y_score * rng.uniform(0, 2))
        yield y_true, y_score


def agrees(function, y_true, y_score, **keywords):
    ours = FUNCTIONS[function](y_true, y_score, **keywords)
    theirs = getattr(metrics, function)(y_true, y_score, **keywords)
    assert type(ours) is float
    np.testing.assert_allclose(ours, theirs, rtol=1e-14, atol=0)


@pytest.mark.parametrize("k", [None, 1, 3, 10, 50, 5000])
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_same_call_same_value(function, ties, k):
    for y_true, y_score in matrices(ties=ties):
        agrees(function, y_true, y_score, k=k)
        agrees(function, y_true.tolist(), y_score.tolist(), k=k)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_same_sample_weight(function):
    rng = np.random.default_rng(1)
    for y_true, y_score in matrices(ties=True):
        weights = rng.random(len(y_true))
        agrees(function, y_true, y_score, sample_weight=weights, k=7)
        agrees(function, y_true, y_score, sample_weight=weights.tolist())


@pytest.mark.parametrize("log_base", [1.5, 2, np.e, 10])
def test_same_log_base(log_base):
    for y_true, y_score in matrices(ties=True):
        agrees("dcg_score", y_true, y_score, log_base=log_base, k=5)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_same_ignore_ties(function):
    """scikit-learn mirrors an argsort whose order of ties depends on the CPU."""
    for y_true, y_score in matrices(ties=False):
        agrees(function, y_true, y_score, ignore_ties=True, k=4)
        agrees(function, y_true, y_score, ignore_ties=False, k=4)
    compared = 0
    for y_true, y_score in matrices(ties=True):
        stable = np.argsort(y_score, axis=1, kind="stable")
        predictable = (np.argsort(y_score, axis=1) == stable).all(axis=1)
        if predictable.any():
            compared += 1
            rows = (y_true[predictable], y_score[predictable])
            agrees(function, *rows, ignore_ties=True)
            agrees(function, *rows, ignore_ties=True, k=4)
    assert compared


@pytest.mark.parametrize("function", FUNCTIONS)
def test_ignore_ties_is_a_ties_rule(function):
    ours = FUNCTIONS[function]
    for y_true, y_score in matrices(ties=True):
        for ignore_ties, ties in [(True, "reversed"), (False, "average")]:
            aliased = ours(y_true, y_score, ignore_ties=ignore_ties)
            assert aliased == ours(y_true, y_score, ties=ties)
        assert ours(y_true, y_score, ties="stable") == ours(
            y_true[:, ::-1], y_score[:, ::-1], ignore_ties=True
        )


@pytest.mark.parametrize("function", FUNCTIONS)
def test_sklearn_convention_is_the_default(function):
    for y_true, y_score in matrices(ties=True):
        ours = FUNCTIONS[function]
        assert ours(y_true, y_score, convention="sklearn") == ours(y_true, y_score)


def test_dcg_may_be_zero_where_sklearn_says_so():
    agrees("dcg_score", [[0, 0, 0]], [[1, 2, 3]])
    agrees("ndcg_score", [[0, 0, 0], [0, 1, 0]], [[1, 2, 3], [1, 2, 3]])


# ------------------------------------------------------------------------ LightGBM

CUTOFFS = (1, 3, 10, 30)


@pytest.fixture(scope="module")
def lightgbm():
    return pytest.importorskip("lightgbm", reason="the peer of this test")


def booster_values(lightgbm, metric, y_true, y_score, sizes, **given):
    return evals_of(
        lightgbm, metric, y_true, y_score, sizes=sizes, eval_at=CUTOFFS, **given
    )


def tied_lists(n_lists=10_000):
    rng = np.random.default_rng(2)
    sizes = rng.integers(1, CUTOFFS[-1] + 1, n_lists)
    n_rows = sizes.sum()
    y_true = rng.choice([0, 0, 0, 1, 2, 3, 4], n_rows)
    y_score = rng.integers(0, 8, n_rows) / 7 + rng.choice([0, 1], n_rows) * rng.random(
        n_rows
    )
    return y_true, y_score, sizes


@pytest.mark.parametrize("metric", ["ndcg", "map"])
def test_lightgbm_bit_for_bit(lightgbm, metric):
    y_true, y_score, sizes = tied_lists()
    groups = np.repeat(np.arange(len(sizes)), sizes)
    score = {"ndcg": ndcg_score, "map": map_score}[metric]
    theirs = booster_values(lightgbm, metric, y_true, y_score, sizes)
    for k in CUTOFFS:
        ours = score(y_true, y_score, groups=groups, k=k, convention="lightgbm")
        assert ours == theirs[f"{metric}@{k}"]
    whole = score(y_true, y_score, groups=groups, convention="lightgbm")
    assert whole == theirs[f"{metric}@{CUTOFFS[-1]}"]


@pytest.mark.parametrize("metric", ["ndcg", "map"])
def test_lightgbm_weights_bit_for_bit(lightgbm, metric):
    """Weights that are exact in its float32, among them those of empty lists."""
    y_true, y_score, sizes = tied_lists()
    groups = np.repeat(np.arange(len(sizes)), sizes)
    of_list = np.random.default_rng(3).choice([0.25, 0.5, 1, 3], len(sizes))
    weights = np.repeat(of_list, sizes)
    score = {"ndcg": ndcg_score, "map": map_score}[metric]
    theirs = booster_values(lightgbm, metric, y_true, y_score, sizes, weight=weights)
    for k in CUTOFFS:
        ours = score(
            y_true,
            y_score,
            groups=groups,
            k=k,
            sample_weight=weights,
            convention="lightgbm",
        )
        assert ours == theirs[f"{metric}@{k}"]


def test_lightgbm_label_gain_bit_for_bit(lightgbm):
    y_true, y_score, sizes = tied_lists()
    groups = np.repeat(np.arange(len(sizes)), sizes)
    label_gain = [0.0, 1.5, 2.25, 7.0, 50.0]
    theirs = booster_values(
        lightgbm, "ndcg", y_true, y_score, sizes, label_gain=label_gain
    )
    for k in CUTOFFS:
        ours = ndcg_score(
            y_true, y_score, groups=groups, k=k, convention="lightgbm", gain=label_gain
        )
        assert ours == theirs[f"ndcg@{k}"]
