"""LightGBM to the last bit: 10 000 lists, its threads, gains and weights."""

import dataclasses
from functools import partial

import numpy as np
import pytest

from sklearn_rankscore import map_score, ndcg_score, score_per_group
from sklearn_rankscore._peers.ask import ask_lightgbm
from sklearn_rankscore._peers.records import Call
from sklearn_rankscore._peers.replay import replay_lightgbm_mean
from tests.peers.suites import by_list, by_row, draw

N_LISTS = 10_000
CUTOFFS = (1, 3, 10, None)
GAIN = (0.0, 1.0, 2.5, 2.5, 7.0, 0.5)


def build(weights=None):
    return draw(0, N_LISTS, sizes=(1, 60), weights=weights)


@pytest.fixture(scope="module")
def lists():
    return build()


@pytest.fixture(scope="module", params=[by_row, by_list])
def weighted(request):
    return build(request.param)


def asked(ask_peer, lists, metric, k, *, threads=1, gain=None):
    ask_peer("LightGBM")
    axes = {} if gain is None else {"gain": gain}
    call = Call(metric, k, f"{metric}@{k or lists.longest}", axes)
    return ask_lightgbm(lists, [call], threads=threads)[0]


def columns(lists):
    return {
        "groups": lists.ids,
        "sample_weight": lists.row_weights,
        "convention": "lightgbm",
    }


@pytest.mark.parametrize("k", CUTOFFS)
def test_ndcg_of_one_thread(lists, k, ask_peer):
    ours = ndcg_score(lists.labels, lists.scores, k=k, **columns(lists))
    assert ours == asked(ask_peer, lists, "ndcg", k)


@pytest.mark.parametrize("k", CUTOFFS)
def test_map_of_one_thread(lists, k, ask_peer):
    ours = map_score(lists.labels, lists.scores, k=k, **columns(lists))
    assert ours == asked(ask_peer, lists, "map", k)


@pytest.mark.parametrize("k", CUTOFFS)
def test_map_of_two_threads(lists, k, ask_peer):
    """Its threads take lists as they come: the order of addition is not fixed."""
    ours = map_score(lists.labels, lists.scores, k=k, **columns(lists))
    theirs = asked(ask_peer, lists, "map", k, threads=2)
    assert ours == pytest.approx(theirs, rel=1e-13)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("k", CUTOFFS)
def test_ndcg_of_several_threads(lists, k, threads, ask_peer):
    values = score_per_group(
        "ndcg", lists.labels, lists.scores, k=k, **columns(lists)
    ).values
    ours = replay_lightgbm_mean(values, threads=threads)
    assert ours == asked(ask_peer, lists, "ndcg", k, threads=threads)


@pytest.mark.parametrize("k", CUTOFFS)
def test_gain_table(lists, k, ask_peer):
    ours = ndcg_score(lists.labels, lists.scores, k=k, gain=GAIN, **columns(lists))
    assert ours == asked(ask_peer, lists, "ndcg", k, gain=GAIN)


@pytest.mark.parametrize("metric", ["ndcg", "map"])
@pytest.mark.parametrize("k", CUTOFFS)
def test_weights(weighted, metric, k, ask_peer):
    function = {"ndcg": ndcg_score, "map": map_score}[metric]
    ours = function(weighted.labels, weighted.scores, k=k, **columns(weighted))
    assert ours == asked(ask_peer, weighted, metric, k)


@pytest.mark.parametrize("threads", [2, 3])
def test_weights_and_threads(weighted, threads, ask_peer):
    scores = score_per_group(
        "ndcg", weighted.labels, weighted.scores, k=10, **columns(weighted)
    )
    ours = replay_lightgbm_mean(
        scores.values, threads=threads, weights=scores.weights, defined=scores.defined
    )
    assert ours == asked(ask_peer, weighted, "ndcg", 10, threads=threads)


def test_weights_hold_for_every_list_unless_told_otherwise():
    """(0.5 * 1 + 1 * 3) / 4, by hand."""
    values, weights = np.array([0.5, 1.0]), np.array([1.0, 3.0])
    assert replay_lightgbm_mean(values, threads=1, weights=weights) == 0.875


def test_an_empty_list_escapes_its_weight(ask_peer):
    """The mean of two lists is 3.25: the empty one counts 1, over weights of 0.4."""
    lists = draw(1, 1, sizes=(3, 3), labels=(0,))
    two = dataclasses.replace(
        lists,
        labels=np.array([0.0, 0.0, 1.0]),
        offsets=np.array([0, 2, 3]),
        row_weights=np.array([0.1, 0.1, 0.3]),
    )
    ours = ndcg_score(two.labels, two.scores, **columns(two))
    assert ours == pytest.approx((1 + 0.3) / 0.4)
    assert ours == asked(ask_peer, two, "ndcg", None)


def test_the_replay_splits_as_threads_do():
    """Seven lists on three threads are three, two and two."""
    values = np.array([1.0, 1e-16, 1e-16, 1e-16, 1e-16, 1.0, 0.0])
    in_blocks = ((1.0 + 1e-16 + 1e-16) + (1e-16 + 1e-16)) + (1.0 + 0.0)
    mean = partial(replay_lightgbm_mean, values)
    assert mean(threads=3) == in_blocks / 7
    assert mean(threads=1) == np.cumsum(values)[-1] / 7
