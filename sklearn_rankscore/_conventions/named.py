"""The conventions that have a name: the facts about each peer, as data."""

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

# LightGBM stores 31 gains.
LIGHTGBM_LABEL_GAIN = tuple(float(2**label - 1) for label in range(31))

# A peer's exclusive bound, as an inclusive one. The least label above 0 that a peer in
# single precision can store is larger than the least normal number, which stays what it
# is in a process that flushes subnormal numbers to 0.
ABOVE_HALF = math.nextafter(0.5, 1.0)
ABOVE_ZERO = sys.float_info.min

# Metrics of rankings cut at k, as retrieval libraries have them.
_AT_K = ("ndcg", "map", "mrr", "precision", "recall", "hit_rate", "r_precision")


def one_if_relevant(labels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gain of libraries that know a set of relevant rows and no grades."""
    return (labels >= 1).astype(np.float64)


_TREC_EVAL: dict[str, Any] = {
    "peer": "trec_eval",
    "versions": "9 (pytrec_eval 0.5, ir_measures 0.4)",
    "metrics": (*_AT_K, "bpref"),
    "ties": "descending",
    "precision_denominator": "k",
    "ap_denominator": "R",
    "unjudged": "irrelevant",
    # Without -c, which averages over all judged queries, as ir_measures always does.
    "queries": "both",
    "score_dtype": "float32",
    "arithmetic": "divided",
    "mean": "sequential",
}
# Of other queries than the judged ones ranx makes a number with make_comparable=True
# only, which counts as 0 what the run lacks: "judged", the default.
_RANX = {
    "peer": "ranx (Run, Qrels)",
    "versions": "0.3",
    "metrics": (*_AT_K, "dcg", "f1"),
    "ties": "stable",
    "precision_denominator": "k",
    "ap_denominator": "R",
    "unjudged": "irrelevant",
    "label_dtype": "int64",
    "arithmetic": "divided",
}
_TORCHMETRICS = {
    "peer": "torchmetrics.retrieval",
    "versions": ">= 1.8",
    "metrics": (*_AT_K, "fall_out"),
    "empty": {"gain": 0, "hit": 0, "fall_out": 1},
    "precision_denominator": "k",
    "ap_denominator": "hits",
    "label_dtype": "float32",
    "score_dtype": "float32",
    "positive_only": ("map", "mrr", "precision", "recall"),
}

NAMED: dict[str, dict[str, Any]] = {
    "default": {},
    "sklearn": {
        "peer": "scikit-learn",
        "versions": ">= 1.6",
        "metrics": ("ndcg", "dcg"),
    },
    "lightgbm": {
        "peer": "LightGBM",
        "versions": ">= 4.6",
        "metrics": ("ndcg", "map"),
        "gain": LIGHTGBM_LABEL_GAIN,
        "ties": "stable",
        "empty": 1.0,
        "relevant_from": ABOVE_HALF,
        "weighting": {"ndcg": "defined"},
        "label_dtype": "float32",
        "weight_sums": "float32",
        "arithmetic": "reciprocal",
        "mean": "sequential",
    },
    "xgboost": {
        "peer": "XGBoost",
        "versions": ">= 2.0",
        "metrics": ("ndcg", "map", "precision"),
        "gain": "exponential",
        "ties": "stable",
        "empty": {"ndcg": 1, "map": 1, "hit": 0},
        "weighting": {"ndcg": "defined"},
        "label_dtype": "float32",
        "score_dtype": "float32",
        "arithmetic": "terms",
        "mean": "clipped",
        "bare_cutoff": 32,
    },
    "xgboost<2": {
        "peer": "XGBoost",
        "versions": "< 2.0",
        "metrics": ("ndcg", "map", "precision"),
        "gain": "exponential",
        "ties": "stable",
        "empty": {"ndcg": 1, "map": 1, "hit": 0},
        "relevant_from": ABOVE_ZERO,
        "precision_denominator": "k",
        "ap_denominator": "R",
        "weighting": {"ndcg": "none", "map": "none", "precision": "none"},
        "label_dtype": "float32",
        "score_dtype": "float32",
        "arithmetic": "divided",
        "mean": "sequential",
    },
    "catboost": {
        "peer": "CatBoost",
        "versions": ">= 1.2",
        "metrics": (
            *("ndcg", "dcg", "map", "mrr", "precision", "recall"),
            *("err", "pfound"),
        ),
        "ties": "pessimistic",
        "empty": {"ndcg": 1, "recall": 1, "gain": 0, "hit": 0},
        "relevant_from": ABOVE_HALF,
        "weighting": {"map": "none", "precision": "none", "recall": "none"},
        "label_dtype": "float32",
        "mean": "sequential",
        "stop": "linear",
    },
    "trec_eval": _TREC_EVAL,
    "trec_eval10": {
        **_TREC_EVAL,
        "peer": "trec_eval",
        "versions": "10",
        "metrics": (*_TREC_EVAL["metrics"], "dcg"),
        "score_dtype": "float64",
    },
    "msmarco": {
        "peer": "ir_measures RR@k (MS MARCO)",
        "versions": "0.4",
        "metrics": ("mrr",),
        "ties": "ascending",
        "unjudged": "irrelevant",
    },
    "ranx": _RANX,
    "ranx_dict": {
        **_RANX,
        "peer": "ranx (dicts)",
        "ties": "reversed",
    },
    "torchmetrics": _TORCHMETRICS,
    "torchmetrics<1.8": {
        **_TORCHMETRICS,
        "versions": "1.1.2 to 1.7",
        "positive_only": (),
    },
    "pyspark": {
        "peer": "PySpark RankingMetrics",
        "versions": ">= 3.4",
        "metrics": ("ndcg", "map", "precision", "recall"),
        "gain": one_if_relevant,
        "ties": "stable",
        "precision_denominator": "k",
        "mean": "sequential",
    },
    "rax": {
        "peer": "rax",
        "versions": "0.4",
        "metrics": ("ndcg", "dcg", "map", "mrr", "precision", "recall"),
        "gain": "exponential",
        "ties": "stable",
        "ap_denominator": "R",
        "label_dtype": "float32",
        "score_dtype": "float32",
    },
}
