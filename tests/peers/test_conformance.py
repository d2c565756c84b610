"""Every metric of every installed peer against its convention, on every suite."""

import dataclasses

import numpy as np
import pytest

from sklearn_rankscore._peers.crosscheck import ulps
from sklearn_rankscore._peers.known import PEERS
from sklearn_rankscore._peers.records import PeerLists, our_number
from tests.peers.suites import (
    CUTOFFS,
    SUITES,
    draw,
    edge_lists,
    lists_of,
    numbers_one_by_one,
    scaled,
)

SUITE_LISTS = {name: build() for name, build in SUITES.items()}
EDGES = edge_lists()


def comparable(peer, lists, cutoffs):
    """Yield what the peer has a number for that should be ours."""
    for measure in peer.measures:
        why = peer.refusal(measure, lists) or peer.known_difference(measure, lists)
        for k in cutoffs if not why else ():
            call = measure.call(k, lists.longest)
            if call is not None:
                yield measure, call


def compare(peer, lists, cutoffs):
    """Hold every number of a peer to ours; return how many there were."""
    pairs = list(comparable(peer, lists, cutoffs))
    answers = peer.ask(lists, [call for _, call in pairs]) if pairs else []
    for (measure, call), theirs in zip(pairs, answers, strict=True):
        ours = peer.rounded(our_number(peer.plan(measure, call.k), lists))
        said = f"{peer.name} {call.words}: {theirs!r}, ours {ours!r}"
        if peer.tolerance:
            assert ours == pytest.approx(theirs, rel=peer.tolerance), said
        else:
            assert ours == theirs, f"{said}, {ulps(ours, theirs)} ulp"
    return pairs


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("name", PEERS)
def test_numbers(name, suite, ask_peer):
    compare(ask_peer(name), SUITE_LISTS[suite], CUTOFFS)


@pytest.mark.parametrize("case", EDGES)
@pytest.mark.parametrize("name", PEERS)
def test_hand_made_lists(name, case, ask_peer):
    lists, k = EDGES[case]
    compare(ask_peer(name), lists, (k, None))


@pytest.mark.parametrize("name", PEERS)
def test_every_measure_meets_a_suite_that_it_takes(name):
    peer = PEERS[name]
    met = {
        id(measure)
        for lists in SUITE_LISTS.values()
        for measure, _ in comparable(peer, lists, CUTOFFS)
    }
    missed = [m.at or m.bare for m in peer.measures if id(m) not in met]
    assert missed == []


# The same bits per list, by the public functions.
SAME_BITS = [
    ("LightGBM", "ndcg"),
    ("LightGBM", "map"),
    ("XGBoost", "ndcg"),
    ("XGBoost", "map"),
    ("XGBoost", "precision"),
    ("CatBoost", "map"),
    ("CatBoost", "mrr"),
    ("CatBoost", "precision"),
    ("CatBoost", "recall"),
    ("pytrec_eval", "ndcg"),
    ("pytrec_eval", "map"),
    ("pytrec_eval", "mrr"),
    ("pytrec_eval", "precision"),
    ("pytrec_eval", "recall"),
    ("ir_measures", "ndcg"),
    ("ir_measures", "map"),
    ("ranx", "ndcg"),
    ("ranx", "map"),
]


@pytest.mark.parametrize(("name", "metric"), SAME_BITS)
def test_same_bits_per_list(name, metric, ask_peer):
    peer = ask_peer(name)
    longest = 15 if name == "ranx" else 40
    graded = draw(20, 40, sizes=(1, longest))
    binary = draw(21, 40, sizes=(1, longest), labels=(0, 1))
    measures = peer.measures_of(metric)
    assert measures
    for measure in measures:
        lists = binary if measure.labels == "binary" else graded
        k = 5 if measure.at else None
        theirs, ours = numbers_one_by_one(peer, measure, k, lists)
        np.testing.assert_array_equal(theirs, ours, strict=True)


def alone(labels, scores):
    """One list."""
    documents = np.array([f"d{row:05d}" for row in range(len(labels))])
    labels, scores = np.array(labels, dtype=float), np.array(scores, dtype=float)
    return PeerLists(labels, scores, np.array([0, len(labels)]), documents)


MANY = np.zeros(10_001)
# What each entry of the records on refusals and differences is about, and the peer's
# own words where it refuses.
REFUSED = {
    ("scikit-learn", "refuses lists of one row"): (
        "ndcg",
        alone([1], [0.5]),
        "more than 1 document",
    ),
    ("LightGBM", "has gains for labels 0 to 30"): (
        "ndcg",
        alone([31, 0], [1, 2]),
        "Label 31 is not less than",
    ),
    ("LightGBM", "refuses lists of more than 10000 rows"): (
        "ndcg",
        alone(MANY, MANY),
        "10001 exceeds upper limit of 10000",
    ),
    ("XGBoost", "takes labels 0 to 31"): (
        "ndcg",
        alone([32, 0], [1, 2]),
        "label_is_valid",
    ),
}
ALL_TIED = alone([1] + [0] * 29, [0.5] * 30)
DIFFERENT = {
    ("ranx", "from 16 rows on a Run sorts equal scores in no fixed order"): (
        "mrr",
        ALL_TIED,
    ),
    ("ranx, dicts", "from 16 rows on a Run sorts equal scores in no fixed order"): (
        "ndcg",
        draw(22, 20, sizes=(30, 40)),
    ),
}


def test_every_caveat_is_shown():
    entries = {
        refused: {
            (peer.name, caveat.reason)
            for peer in PEERS.values()
            for caveat in peer.caveats
            if caveat.refused == refused
        }
        for refused in (True, False)
    }
    assert entries == {True: set(REFUSED), False: set(DIFFERENT)}


@pytest.mark.parametrize("entry", REFUSED, ids=" ".join)
def test_refusals_are_real(entry, ask_peer):
    metric, lists, words = REFUSED[entry]
    peer = ask_peer(entry[0])
    measure = peer.measures_of(metric)[0]
    assert peer.refusal(measure, lists) == entry[1]
    with pytest.raises(Exception, match=words):
        peer.ask(lists, [measure.call(5, lists.longest)])


@pytest.mark.parametrize("entry", DIFFERENT, ids=" ".join)
def test_known_differences_are_real(entry, ask_peer):
    metric, lists = DIFFERENT[entry]
    peer = ask_peer(entry[0])
    measure = peer.measures_of(metric)[0]
    assert peer.known_difference(measure, lists) == entry[1]
    call = measure.call(None, lists.longest)
    (theirs,) = peer.ask(lists, [call])
    assert theirs != pytest.approx(our_number(peer.plan(measure, None), lists))


GRADED = lists_of(["A graded"])
WRONG_LABELS = [
    ("LightGBM", "ndcg", scaled(GRADED, 0.5)),
    ("XGBoost", "ndcg", scaled(GRADED, 0.5)),
    ("XGBoost", "map", GRADED),
    ("XGBoost", "precision", GRADED),
]


@pytest.mark.parametrize(("name", "metric", "lists"), WRONG_LABELS)
def test_label_rules_are_real(name, metric, lists, ask_peer):
    peer = ask_peer(name)
    measure = peer.measures_of(metric)[0]
    assert "only" in peer.refusal(measure, lists)
    with pytest.raises(Exception, match=r"(?i)label"):
        peer.ask(lists, [measure.call(3, lists.longest)])


def test_peers_without_weights_say_so():
    lists = SUITE_LISTS["weighted lists"]
    silent = {p.name for p in PEERS.values() if p.refusal(p.measures[0], lists)}
    assert silent == {
        *("pytrec_eval", "ranx", "ranx, dicts", "ir_measures", "torchmetrics")
    }


def test_rounding_is_to_the_printed_decimals():
    xgboost = PEERS["XGBoost"]
    assert xgboost.rounded(1 / 300) == 0.00333333333333333
    assert dataclasses.replace(xgboost, decimals=None).rounded(1 / 300) == 1 / 300


@pytest.mark.parametrize(
    ("name", "required", "outcome"),
    [
        ("CatBoost", "1", pytest.fail.Exception),
        ("CatBoost", "0", pytest.skip.Exception),
        ("torchmetrics", "1", pytest.skip.Exception),
    ],
)
def test_a_missing_peer_is_a_named_skip_or_a_failure(
    name, required, outcome, ask_peer, monkeypatch
):
    gone = dataclasses.replace(PEERS[name], module="no_such_module")
    monkeypatch.setitem(PEERS, name, gone)
    monkeypatch.setenv("RANKSCORE_REQUIRE_PEERS", required)
    with pytest.raises(outcome, match=f"{name} is not installed: pip install"):
        ask_peer(name)
