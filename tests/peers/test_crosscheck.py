"""The table of peers' numbers beside ours, and what it says where there is none."""

import dataclasses

import numpy as np
import pytest
from sklearn import metrics

from sklearn_rankscore import ndcg_score
from sklearn_rankscore._peers import crosscheck as crosscheck_module
from sklearn_rankscore._peers.crosscheck import crosscheck
from sklearn_rankscore._peers.known import PEERS, peers_table
from tests.peers.suites import by_row, draw

PEER = PEERS["scikit-learn"]


def call(lists, **keywords):
    return crosscheck(lists.labels, lists.scores, groups=lists.ids, **keywords)


@pytest.fixture
def lists():
    return draw(0, 50, sizes=(2, 12))


def test_rows_in_any_order_of_any_container(lists):
    order = np.random.default_rng(1).permutation(len(lists.ids))
    ids = np.array([f"q{number}" for number in lists.ids])[order]
    documents = np.arange(len(ids))[order]
    shuffled = crosscheck(
        lists.labels[order].tolist(),
        lists.scores[order],
        groups=ids,
        peers=["LightGBM", "scikit-learn"],
        tiebreak=documents,
    )
    for row in shuffled.rows:
        assert row["ulp"] == 0 or row["peer"] == "scikit-learn"
        assert row["ulp"] < 50
    assert [row["metric"] for row in shuffled.rows] == [
        *("ndcg@5", "ndcg@5", "ndcg@10", "ndcg@10", "map@10")
    ]


def test_our_value_is_that_of_the_public_function(lists):
    (row,) = call(lists, metrics=["ndcg@5"], peers=["LightGBM"]).rows
    ours = ndcg_score(
        lists.labels, lists.scores, groups=lists.ids, k=5, convention="lightgbm"
    )
    assert row["our_value"] == ours
    assert row["convention"] == "lightgbm"
    assert row["in_words"] == (
        "gain 2^label - 1; discount 1/log2(rank + 1); ties row order; empty 1; "
        "weights unless empty"
    )


def test_the_peers_value_is_what_the_peer_says_when_asked_by_hand(lists):
    """And steps of float64 are counted between the two numbers that are shown."""
    (row,) = call(lists, metrics=["ndcg@5"], peers=["scikit-learn"]).rows
    of_list = [
        metrics.ndcg_score(
            [lists.labels[lists.ids == one]], [lists.scores[lists.ids == one]], k=5
        )
        for one in np.unique(lists.ids)
    ]
    assert row["peer_value"] == pytest.approx(np.mean(of_list), rel=1e-15)
    # From 1/4 to 1/2 neighbours are 2**-54 apart.
    assert 0.25 < row["our_value"] < 0.5
    assert row["ulp"] == abs(row["our_value"] - row["peer_value"]) / 2.0**-54


def test_a_matrix_has_one_list_per_row():
    rng = np.random.default_rng(2)
    labels, scores = rng.integers(0, 3, (20, 6)), rng.normal(size=(20, 6))
    table = crosscheck(
        labels,
        scores,
        peers=["scikit-learn"],
        metrics=["ndcg"],
        sample_weight=rng.random(20),
    )
    (row,) = table.rows
    assert (row["ulp"] < 10, row["ulp_replayed"]) == (True, 0)


def test_weights_of_rows(lists, ask_peer):
    ask_peer("XGBoost"), ask_peer("pytrec_eval")
    weighted = draw(0, 50, sizes=(2, 12), weights=by_row)
    table = call(
        weighted,
        metrics=["ndcg@5"],
        peers=["LightGBM", "XGBoost", "pytrec_eval"],
        sample_weight=weighted.row_weights,
    )
    by_peer = {row["peer"]: row for row in table.rows}
    assert by_peer["LightGBM"]["ulp"] == 0
    assert by_peer["XGBoost"]["ulp"] == 0
    assert by_peer["pytrec_eval"]["note"] == "takes no weights"
    assert by_peer["pytrec_eval"]["peer_value"] is None
    assert by_peer["pytrec_eval"]["our_value"] > 0


def test_what_a_peer_refuses_is_a_note_with_our_value_beside_it(ask_peer):
    ask_peer("XGBoost"), ask_peer("pytrec_eval")
    table = crosscheck(
        [2, 0, 1],
        [3, 2, 1],
        groups=["a", "a", "b"],
        metrics=["ndcg@2", "map@2", "mrr@2", "precision"],
        peers=["scikit-learn", "XGBoost", "pytrec_eval"],
    )
    notes = {(row["metric"], row["peer"]): row["note"] for row in table.rows}
    assert notes == {
        ("ndcg@2", "scikit-learn"): "refuses lists of one row",
        ("ndcg@2", "XGBoost"): "",
        ("ndcg@2", "pytrec_eval"): "",
        ("map@2", "XGBoost"): "takes labels 0 and 1 only",
        ("map@2", "pytrec_eval"): "",
        ("mrr@2", "pytrec_eval"): "has no cut-off",
        ("precision", "XGBoost"): "takes labels 0 and 1 only",
        ("precision", "pytrec_eval"): "needs a cut-off",
    }
    assert all(row["our_value"] is not None for row in table.rows)


def test_what_a_peer_raises_is_its_note(ask_peer):
    """XGBoost gives up where an empty list that escapes its weight exceeds 1."""
    ask_peer("XGBoost")
    table = crosscheck(
        [0, 0, 1, 0],
        [2, 1, 2, 1],
        groups=["a", "a", "b", "b"],
        sample_weight=[0.1, 0.1, 0.1, 0.1],
        metrics=["ndcg", "map"],
        peers=["XGBoost"],
    )
    ndcg, map_row = table.rows
    assert ndcg["peer_value"] is None
    assert "Check failed: score <= 1.0" in ndcg["note"]
    assert map_row["ulp"] == 0


def broken(lists, calls):
    raise RuntimeError("first line\nsecond line")


def test_only_the_first_line_of_an_error_is_shown(monkeypatch, lists):
    peer = dataclasses.replace(PEER, ask=broken)
    monkeypatch.setitem(crosscheck_module.PEERS, "scikit-learn", peer)
    (row,) = call(lists, metrics=["ndcg"], peers=["scikit-learn"]).rows
    assert row["note"] == "RuntimeError: first line"


def test_missing_peers_are_named(monkeypatch, lists):
    gone = dataclasses.replace(PEERS["LightGBM"], module="no_such_module")
    monkeypatch.setattr(
        crosscheck_module, "PEERS", {"scikit-learn": PEER, "LightGBM": gone}
    )
    table = call(lists, metrics=["ndcg"])
    assert [row["peer"] for row in table.rows] == ["scikit-learn"]
    assert table.notes == ("Not installed: LightGBM.",)
    with pytest.raises(ValueError, match=r"LightGBM is not: pip install lightgbm"):
        call(lists, peers=["LightGBM"])


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"peers": ["sklearn"]}, r"'peers' .* \['scikit-learn', .* Got 'sklearn'"),
        ({"metrics": ["ndgc"]}, r"Unknown metric 'ndgc' in crosscheck.*'ndcg'"),
        ({"metrics": ["ndcg@0"]}, r"in crosscheck must be .* Got 'ndcg@0'"),
        ({"tiebreak": [1]}, r"'tiebreak' parameter of crosscheck .* one key per row"),
    ],
)
def test_refusals(keywords, message, lists):
    with pytest.raises(ValueError, match=message):
        call(lists, **keywords)


def test_metrics_without_a_peer_are_named(lists):
    table = call(lists, metrics=["neg_huber", "ndcg@5"], peers=["scikit-learn"])
    assert [row["metric"] for row in table.rows] == ["ndcg@5"]
    assert table.notes == ("No peer asked has neg_huber.",)


@pytest.mark.parametrize("peers", ["installed", ["scikit-learn"], []])
def test_an_empty_table_is_an_error(peers, lists):
    with pytest.raises(ValueError, match=r"'metrics' .* out of .*Got \['neg_huber'\]"):
        call(lists, metrics=["neg_huber"], peers=peers)


def test_peers_may_be_named_in_any_case(lists):
    (row,) = call(lists, metrics=["ndcg"], peers="SCIKIT-learn").rows
    assert row["peer"] == "scikit-learn"


def test_document_ids_are_compared_as_text(ask_peer):
    """As text 9 comes after 10, and trec_eval takes the last first."""
    ask_peer("pytrec_eval")
    (row,) = crosscheck(
        [1, 0],
        [1.0, 1.0],
        groups=False,
        metrics=["map"],
        peers=["pytrec_eval"],
        tiebreak=[10, 9],
    ).rows
    assert (row["peer_value"], row["ulp"]) == (0.5, 0)


def test_the_table_of_peers_names_every_convention_once():
    table = peers_table()
    assert len(set(table.columns["convention"])) == len(table)
    compared = ", ".join(table.columns["compared with"])
    assert all(name.split(",")[0] in compared for name in PEERS)
    by_name = {row["convention"]: row for row in table.rows}
    assert by_name["lightgbm"]["empty list"] == "1"
    assert by_name["lightgbm"]["P over"] == "-"
    assert by_name["xgboost"]["empty list"] == "1, precision 0"
    assert any("bpref of ranx" in note for note in table.notes)


def test_one_metric_by_its_name(lists):
    peers = ["scikit-learn"]
    one = call(lists, metrics="ndcg@5", peers=peers)
    assert one.rows == call(lists, metrics=["ndcg@5"], peers=peers).rows
    assert len(one) == 1
