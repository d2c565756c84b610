"""The metrics of whole orders against scipy and scikit-learn, list by list."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from sklearn_rankscore import score_per_group


def draw(random_state):
    """Lists of 2 to 40 rows with many ties, labels of either sign among them."""
    rng = np.random.default_rng(random_state)
    groups = np.repeat(np.arange(400), rng.integers(2, 40, size=400))
    labels = rng.integers(-2, 4, size=len(groups)).astype(float)
    scores = rng.integers(0, 12, size=len(groups)) / 4
    return labels, scores, groups


def one_by_one(function, labels, scores, groups):
    """Call a peer list by list, NaN where it has no value."""
    values = []
    for group in range(groups[-1] + 1):
        rows = groups == group
        spread = np.ptp(labels[rows]) and np.ptp(scores[rows])
        values.append(function(labels[rows], scores[rows]) if spread else np.nan)
    return np.array(values)


@pytest.mark.parametrize(
    ("name", "peer"),
    [
        ("kendall_tau", lambda y, s: stats.kendalltau(y, s).statistic),
        ("spearman", lambda y, s: stats.spearmanr(y, s).statistic),
    ],
)
@pytest.mark.parametrize("random_state", range(5))
def test_rank_correlations_are_scipys(name, peer, random_state):
    labels, scores, groups = draw(random_state)
    ours = score_per_group(name, labels, scores, groups=groups)
    expected = one_by_one(peer, labels, scores, groups)
    np.testing.assert_allclose(ours.values, expected, rtol=1e-12, atol=1e-12)
    assert np.isnan(expected).any()


@pytest.mark.parametrize("random_state", range(5))
def test_auc_is_scikit_learns(random_state):
    labels, scores, groups = draw(random_state)
    ours = score_per_group("auc", labels, scores, groups=groups)
    usable = 0
    for group, value in zip(ours.groups, ours.values, strict=True):
        relevant = labels[groups == group] >= 1
        if 0 < relevant.sum() < len(relevant):
            expected = roc_auc_score(relevant, scores[groups == group])
            assert value == pytest.approx(expected, rel=1e-13)
            usable += 1
    assert usable == ours.defined.sum() < len(ours.groups)
