"""Peers' arithmetic replayed list by list, and how near the public functions come."""

import numpy as np
import pytest

from sklearn_rankscore import dcg_score, ndcg_score
from sklearn_rankscore._peers.crosscheck import ulps
from sklearn_rankscore._peers.records import Call, plan_columns
from sklearn_rankscore._peers.replay import (
    CATBOOST_SHORT,
    replay_catboost,
    replay_sklearn,
)
from tests.peers.suites import draw

CUTOFFS = (1, 3, 10, None)
DRAWS = {
    "short with ties": lambda: draw(0, 150, sizes=(2, 60)),
    "short without ties": lambda: draw(1, 150, sizes=(2, 60), ties=0.0),
    "all tied": lambda: draw(2, 50, sizes=(2, 60), ties=1.0),
    "fractional labels": lambda: draw(3, 50, sizes=(2, 60), labels=(0, 0.3, 1.7)),
    "1000 rows": lambda: draw(4, 4, sizes=(1000, 1000)),
    "4000 rows": lambda: draw(5, 2, sizes=(4000, 4000)),
    "4000 rows without ties": lambda: draw(6, 2, sizes=(4000, 4000), ties=0.0),
}


@pytest.fixture(scope="module", params=DRAWS)
def lists(request):
    return DRAWS[request.param]()


def one_by_one(peer, lists, call):
    return np.array([peer.ask(single, [call])[0] for single in lists.split()])


@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize("metric", ["ndcg", "dcg"])
def test_sklearn(lists, metric, k, ask_peer):
    peer = ask_peer("scikit-learn")
    theirs = one_by_one(peer, lists, Call(metric, k, ""))
    replayed = replay_sklearn(lists, Call(metric, k, ""))
    np.testing.assert_array_equal(replayed, theirs, strict=True)
    plan = peer.plan(peer.measures_of(metric)[0], k)
    columns = plan_columns(plan, lists)
    (ours,) = plan.per_group(lists.labels, lists.scores, **columns).values()
    np.testing.assert_allclose(ours.values, theirs, rtol=1e-14, atol=0)


@pytest.mark.parametrize("base", [np.e, 10.0])
def test_sklearn_dcg_of_another_base(lists, base, ask_peer):
    peer = ask_peer("scikit-learn")
    call = Call("dcg", 10, "", {"discount": base})
    theirs = one_by_one(peer, lists, call)
    np.testing.assert_array_equal(replay_sklearn(lists, call), theirs)


@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize("metric", ["ndcg", "dcg"])
def test_sklearn_ignoring_ties(lists, metric, k):
    """The order of equal scores is that of this process."""
    from sklearn import metrics

    function = {"ndcg": metrics.ndcg_score, "dcg": metrics.dcg_score}[metric]
    theirs = [
        function([labels], [scores], k=k, ignore_ties=True)
        for labels, scores in lists.per_list(lists.labels, lists.scores)
    ]
    replayed = replay_sklearn(lists, Call(metric, k, ""), ignore_ties=True)
    np.testing.assert_array_equal(replayed, theirs)


@pytest.mark.parametrize("k", [1, 2, 3, 5, 10, 15])
@pytest.mark.parametrize("position", ["LogPosition", "Position"])
@pytest.mark.parametrize("kind", ["Base", "Exp"])
@pytest.mark.parametrize("metric", ["ndcg", "dcg"])
def test_catboost_below_16_ranks(metric, kind, position, k, ask_peer):
    peer = ask_peer("CatBoost")
    lists = draw(7, 80, sizes=(1, 30), labels=(0, 1, 2, 3))
    gain = {"gain": "exponential"} if kind == "Exp" else {}
    discount = {"discount": "reciprocal"} if position == "Position" else {}
    words = f"{metric.upper()}:type={kind};denominator={position};top={k}"
    call = Call(metric, k, words, gain | discount)
    theirs = one_by_one(peer, lists, call)
    np.testing.assert_array_equal(replay_catboost(lists, call), theirs)


def test_catboost_from_16_ranks_on_is_not_known():
    lists = draw(8, 1, sizes=(CATBOOST_SHORT, CATBOOST_SHORT))
    assert np.isnan(replay_catboost(lists, Call("ndcg", None, ""))).all()
    shorter = replay_catboost(lists, Call("ndcg", CATBOOST_SHORT - 1, ""))
    assert np.isfinite(shorter).all()


@pytest.mark.parametrize("function", [ndcg_score, dcg_score])
def test_public_functions_within_1e_14_of_sklearn_on_a_matrix(function):
    from sklearn import metrics

    rng = np.random.default_rng(9)
    labels = rng.integers(0, 5, (300, 50))
    scores = rng.integers(0, 20, (300, 50)) / 7
    theirs = getattr(metrics, function.__name__)(labels, scores, k=10)
    assert function(labels, scores, k=10) == pytest.approx(theirs, rel=1e-14)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        (1.0, 1.0, 0),
        (1.0, np.nextafter(1.0, 2.0), 1),
        (np.nextafter(1.0, 0.0), 1.0, 1),
        (-0.0, 0.0, 0),
        (-5e-324, 5e-324, 2),
        (np.nan, np.nan, 0),
        (np.nan, 1.0, None),
    ],
)
def test_ulps(one, other, count):
    assert ulps(one, other) == ulps(other, one) == count
