"""Values measured on the peers, reproduced by the names of their conventions.

The numbers were printed by the libraries themselves (scikit-learn 1.9.1, LightGBM
4.7.0, XGBoost 3.2.0, CatBoost 1.2.10, trec_eval 9.0.8 and 10.0, pytrec_eval 0.5.11,
ir_measures 0.4.3, ranx 0.3.21, torchmetrics 1.9.0, rax 0.4.0, PySpark 4.3.0); none of
them has to be installed here.
"""

from pathlib import Path

import numpy as np
import pytest

from sklearn_rankscore import (
    get_convention,
    list_conventions,
    map_score,
    ndcg_score,
    recall_at_k_score,
    score_per_group,
)
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._peers.records import our_number
from sklearn_rankscore._plans.plan import make_plan
from tests.peers.suites import edge_lists

EDGES = edge_lists()
LETTERS = {name[0]: name for name in EDGES}

LINEAR = {"gain": "linear"}
MINUS = {"empty": 0}

WEIGHTED = [
    ("sklearn", {}, "ndcg", (2, 3, 1), ".339794"),
    ("lightgbm", LINEAR, "ndcg", (2, 3, 1), ".506461"),
    ("lightgbm", LINEAR, "ndcg", (0.2, 0.1, 0.1), "3.0097"),
    ("lightgbm", {}, "map", (2, 3, 1), ".768519"),
    ("xgboost", LINEAR, "ndcg", (2, 3, 1), ".506461"),
    ("xgboost", LINEAR | MINUS, "ndcg", (2, 3, 1), ".339794"),
    ("xgboost", {}, "map", (2, 3, 1), ".768519"),
    ("xgboost", MINUS, "map", (2, 3, 1), ".268519"),
    ("xgboost", {}, "precision", (2, 3, 1), ".305556"),
    ("catboost", {}, "ndcg", (2, 3, 1), ".839794"),
    ("catboost", {}, "map", (2, 3, 1), ".351852"),
    ("catboost", {}, "mrr", (2, 3, 1), ".416667"),
    ("catboost", {}, "precision", (2, 3, 1), ".388889"),
    ("catboost", {}, "recall", (2, 3, 1), ".833333"),
]

UNCUT_MAP = [
    ("trec_eval", "B", ".770833"),
    ("trec_eval", "H", ".423611"),
    ("pyspark", "B", ".770833"),
    ("torchmetrics", "B", ".770833"),
]

# What was measured and has no name here.
NOT_REPRESENTED = {
    "scikit-learn, ignore_ties=True, case D": "its order of equal scores is that of an "
    "unstable sort, which depends on the processor",
    "scikit-learn, LRAP": "another metric: rows below all relevant ones count, and a "
    "list without relevant rows is 1",
    "torchmetrics, MAP and MRR, cases D and G": "its order of equal scores is that of "
    "torch.topk, which promises none; the convention gives the mean over all orders",
    "allRank": "its MRR is the rank of the best grade, its sort promises no order",
    "RePlay": "the order of equal scores and what an empty list counts depend on the "
    "container that the rows come in",
    "recommenders": "users without predictions count 0 in nDCG and are left out of the "
    "other metrics",
    "recmetrics": "rounds each list to four decimals",
    "TF-Ranking": "shuffles equal scores anew in every call",
}


def is_printed(value, printed):
    digits = len(printed.partition(".")[2])
    # Seven digits come from libraries that compute in float32.
    allowed = 0.5 * 10**-digits * (1 + 1e-6) if digits < 7 else 1e-6
    assert abs(value - float(printed)) <= allowed


def cells():
    """Return convention, axes, metric, case and printed value of each cell."""
    found = []
    text = Path(__file__).with_name("published_values.txt").read_text("utf-8")
    for line in filter(None, text.splitlines()):
        metric, convention, *words = line.split()
        if metric.startswith("#"):
            continue
        axes = dict(word.split("=") for word in words[: -len(LETTERS)])
        if "empty" in axes:
            axes["empty"] = float(axes["empty"])
        for letter, printed in zip(LETTERS, words[-len(LETTERS) :], strict=True):
            if printed != "-":
                found.append((convention, axes, metric, letter, printed))
    return found


@pytest.mark.parametrize(("convention", "axes", "metric", "letter", "printed"), cells())
def test_value(convention, axes, metric, letter, printed):
    lists, k = EDGES[LETTERS[letter]]
    if metric == "mrr" and letter == "D":
        k = None
    name = METRICS[metric].scorer_name
    plan = make_plan(name, convention=convention, k=k, **axes)
    is_printed(our_number(plan, lists), printed)


@pytest.mark.parametrize(
    ("convention", "axes", "metric", "weights", "printed"), WEIGHTED
)
def test_weighted_mean(convention, axes, metric, weights, printed):
    lists, k = EDGES["H mean"]
    scores = make_plan(metric, convention=convention, k=k, **axes).scores(
        lists.labels,
        lists.scores,
        groups=lists.ids,
        sample_weight=np.repeat(weights, lists.sizes),
    )
    is_printed(*scores.values(), printed)


@pytest.mark.parametrize(("convention", "letter", "printed"), UNCUT_MAP)
def test_uncut_average_precision(convention, letter, printed):
    lists, _ = EDGES[LETTERS[letter]]
    is_printed(our_number(make_plan("map", convention=convention), lists), printed)


def test_a_bare_name_of_xgboost_is_cut_at_32():
    relevant = np.arange(1, 41) == 35
    scores = np.arange(40, 0, -1)
    cut = get_convention("xgboost").bare_cutoff
    ndcg = [
        ndcg_score(relevant, scores, groups=False, k=k, convention="xgboost")
        for k in (cut, 40)
    ]
    assert ndcg[0] == 0
    is_printed(ndcg[1], ".193426")


def test_the_ideal_comes_from_all_judged_documents():
    """Documents d1 to d4 were judged; the run is d3, d9 (nobody judged it), d4."""
    labels, scores = [1, np.nan, 0, 3, 2], [3, 2, 1, 0, 0]
    columns = {
        "groups": False,
        "convention": "trec_eval",
        "retrieved": np.array([True, True, True, False, False]),
        "tiebreak": ["d3", "d9", "d4", "d1", "d2"],
    }
    is_printed(ndcg_score(labels, scores, k=2, **columns), ".234639")
    is_printed(ndcg_score(labels, scores, **columns), ".210002")
    is_printed(map_score(labels, scores, **columns), ".333333")
    is_printed(recall_at_k_score(labels, scores, k=2, **columns), ".333333")
    assert ndcg_score([1, 0, 0], [3, 2, 1], groups=False, k=2) == 1


def test_what_is_left_out_says_why():
    assert all(len(reason) > 20 for reason in NOT_REPRESENTED.values())
    shown = {convention for convention, *_ in cells()}
    assert shown == set(list_conventions()) - {
        "default",
        "torchmetrics<1.8",
        "xgboost<2",
    }


def test_torchmetrics_before_1_8_knows_no_sign_of_scores():
    lists, _ = EDGES["F negative scores"]
    values = [
        score_per_group(
            "map", lists.labels, lists.scores, groups=False, convention=name
        ).values[0]
        for name in ("torchmetrics", "torchmetrics<1.8")
    ]
    assert values[0] == 0
    is_printed(values[1], ".583333")
