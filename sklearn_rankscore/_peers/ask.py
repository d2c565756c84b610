"""How to ask each peer: its own mean over lists, for calls in its own words."""

import re
import warnings
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from sklearn_rankscore._lists.arrays import Floats
from sklearn_rankscore._peers.records import Call, PeerLists

# What is built last decides for the whole process.
_LIGHTGBM = {"verbosity": -1, "objective": "none"}


# By query and document.
Judged: TypeAlias = dict[str, dict[str, int]]
Retrieved: TypeAlias = dict[str, dict[str, float]]


def _mean_in_order(values: Sequence[float]) -> float:
    return float(np.cumsum(values)[-1] / len(values))


def _columns_of_zeros(lists: PeerLists) -> Floats:
    return np.zeros((len(lists.labels), 1))


def ask_sklearn(lists: PeerLists, calls: Sequence[Call]) -> list[float]:
    """Call the functions of scikit-learn list by list."""
    from sklearn import metrics

    functions = {"ndcg": metrics.ndcg_score, "dcg": metrics.dcg_score}
    columns = list(lists.per_list(lists.labels, lists.scores))
    answers = []
    for call in calls:
        base = {"log_base": call.axes["discount"]} if "discount" in call.axes else {}
        function = functions[call.metric]
        values = [function([y], [s], k=call.k, **base) for y, s in columns]
        answers.append(float(np.average(values, weights=lists.list_weights)))
    return answers


def ask_lightgbm(
    lists: PeerLists, calls: Sequence[Call], *, threads: int = 1
) -> list[float]:
    """Let LightGBM's metrics judge the scores, which are given as initial scores."""
    import lightgbm

    answers: dict[tuple[Any, str], float] = {}
    for gain in {call.axes.get("gain") for call in calls}:
        asked = [call for call in calls if call.axes.get("gain") == gain]
        params = {**_LIGHTGBM, "num_threads": threads}
        params["metric"] = sorted({call.metric for call in asked})
        params["eval_at"] = sorted({call.k or lists.longest for call in asked})
        if gain is not None:
            params["label_gain"] = list(gain)
        data = lightgbm.Dataset(
            _columns_of_zeros(lists),
            lists.labels,
            group=lists.sizes,
            init_score=lists.scores,
            weight=lists.row_weights,
            params=params,
        ).construct()
        values = lightgbm.Booster(params, data).eval_train()
        answers |= {(gain, name): float(value) for _, name, value, *_ in values}
    return [answers[call.axes.get("gain"), call.words] for call in calls]


def ask_xgboost(lists: PeerLists, calls: Sequence[Call]) -> list[float]:
    """Let XGBoost's metrics judge the scores, which are given as base margins."""
    import xgboost

    data = xgboost.DMatrix(
        _columns_of_zeros(lists), lists.labels, base_margin=lists.scores, nthread=1
    )
    data.set_group(lists.sizes)
    if lists.list_weights is not None:
        data.set_weight(lists.list_weights)
    answers: dict[tuple[bool, str], float] = {}
    for linear in {call.axes.get("gain") == "linear" for call in calls}:
        asked = [c for c in calls if (c.axes.get("gain") == "linear") == linear]
        params = {
            "objective": "rank:ndcg",
            "nthread": 1,
            "verbosity": 0,
            "ndcg_exp_gain": not linear,
            "eval_metric": [call.words for call in asked],
        }
        printed = xgboost.Booster(params, [data]).eval_set([(data, "all")])
        for part in printed.split("\t")[1:]:
            name, value = part.rsplit(":", 1)
            answers[linear, name.removeprefix("all-")] = float(value)
    return [answers[c.axes.get("gain") == "linear", c.words] for c in calls]


def ask_catboost(lists: PeerLists, calls: Sequence[Call]) -> list[float]:
    """Call catboost.utils.eval_metric."""
    from catboost.utils import eval_metric

    weights = lists.list_weights
    keywords = {"group_id": lists.ids, "thread_count": 1}
    if weights is not None:
        keywords["group_weight"] = np.repeat(weights, lists.sizes)
    return [
        float(eval_metric(lists.labels, lists.scores, call.words, **keywords)[0])
        for call in calls
    ]


def _as_dicts(lists: PeerLists) -> tuple[Judged, Retrieved]:
    """Return labels and scores as dicts of query to document to number."""
    columns = lists.per_list(lists.documents, lists.labels, lists.scores)
    judged: Judged = {}
    retrieved: Retrieved = {}
    for number, (documents, labels, scores) in enumerate(columns):
        names = documents.tolist()
        judged[f"q{number}"] = dict(zip(names, map(int, labels), strict=True))
        retrieved[f"q{number}"] = dict(zip(names, scores.tolist(), strict=True))
    return judged, retrieved


def ask_pytrec_eval(lists: PeerLists, calls: Sequence[Call]) -> list[float]:
    """Evaluate each query by pytrec_eval, and take the plain mean."""
    import pytrec_eval

    judged, retrieved = _as_dicts(lists)
    names = {re.sub(r"_(\d+)$", r".\1", call.words) for call in calls}
    by_query = pytrec_eval.RelevanceEvaluator(judged, names).evaluate(retrieved)
    return [
        _mean_in_order([by_query[query][call.words] for query in judged])
        for call in calls
    ]


def ask_ranx(
    lists: PeerLists, calls: Sequence[Call], *, as_dicts: bool = False
) -> list[float]:
    """Evaluate by ranx, judgements and run as its own objects or as dicts."""
    import ranx

    judged, retrieved = _as_dicts(lists)
    names = [call.words for call in calls]
    with warnings.catch_warnings():
        # What numba says of a cast of ranx's while it compiles.
        warnings.filterwarnings("ignore", "\\s*unsafe cast from uint64 to int64")
        if not as_dicts:
            judged, retrieved = ranx.Qrels(judged), ranx.Run(retrieved)
        answers = ranx.evaluate(judged, retrieved, names, threads=1)
    return [float(answers if len(names) == 1 else answers[name]) for name in names]


def ask_ir_measures(lists: PeerLists, calls: Sequence[Call]) -> list[float]:
    """Evaluate by ir_measures."""
    import ir_measures

    judged, retrieved = _as_dicts(lists)
    measures = [ir_measures.parse_measure(call.words) for call in calls]
    answers = ir_measures.calc_aggregate(measures, judged, retrieved)
    return [float(answers[measure]) for measure in measures]


def ask_torchmetrics(lists: PeerLists, calls: Sequence[Call]) -> list[float]:
    """Call the functions of torchmetrics list by list."""
    import torch
    from torchmetrics.functional import retrieval

    answers = []
    for call in calls:
        function = getattr(retrieval, call.words.split("(")[0])
        cut = {"top_k": call.k} if "top_k" in call.words else {}
        values = [
            float(function(torch.tensor(scores), torch.tensor(labels), **cut))
            for labels, scores in lists.per_list(
                lists.labels.astype(np.int64), lists.scores.astype(np.float32)
            )
        ]
        answers.append(float(np.mean(values)))
    return answers
