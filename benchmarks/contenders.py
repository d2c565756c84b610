"""Calls of the peers' own evaluation, prepared so that only it is timed.

Each function takes labels, scores, groups and sizes of contiguous lists and returns a
call without arguments, or raises ImportError where the peer is not installed.
"""

import numpy as np


def reading(labels, scores, groups, sizes):
    """Add up labels and scores: what any metric must at least do."""
    return lambda: (labels.sum(), scores.sum())


def lightgbm_eval(labels, scores, groups, sizes, *, k=10, threads=1):
    """LightGBM's eval of ndcg, its ideal already cached."""
    import lightgbm

    params = {
        "objective": "none",
        "metric": "ndcg",
        "eval_at": [k or int(sizes.max())],
        "num_threads": threads,
        "verbose": -1,
    }
    # Scores enter as init_score of a booster without trees.
    rows = lightgbm.Dataset(
        np.zeros((len(labels), 1)),
        labels,
        group=sizes,
        init_score=scores,
        params=params,
        free_raw_data=False,
    ).construct()
    stub = lightgbm.Dataset(np.zeros((8, 1)), np.zeros(8), group=[8], params=params)
    booster = lightgbm.Booster(params, stub.construct())
    booster.add_valid(rows, "lists")
    return booster.eval_valid


def xgboost_eval(labels, scores, groups, sizes, *, k=10, threads=2):
    """XGBoost's Booster.eval of ndcg on a booster without trees."""
    import xgboost

    rows = xgboost.DMatrix(np.zeros((len(labels), 1)), labels, nthread=threads)
    rows.set_group(sizes)
    rows.set_base_margin(scores)
    metric = f"ndcg@{k}" if k else f"ndcg@{int(sizes.max())}"
    params = {"objective": "rank:ndcg", "eval_metric": metric, "nthread": threads}
    booster = xgboost.Booster(params, [rows])
    return lambda: booster.eval(rows)


def catboost_eval(labels, scores, groups, sizes, *, k=10, threads=2):
    """CatBoost's eval_metric of NDCG from arrays."""
    from catboost.utils import eval_metric

    metric = f"NDCG:top={k or -1};type=Base"
    return lambda: eval_metric(
        labels, scores, metric, group_id=groups, thread_count=threads
    )


def pytrec_eval_evaluate(labels, scores, groups, sizes, *, k=10):
    """pytrec_eval on dicts that were built before."""
    import pytrec_eval

    qrels, run, begin = {}, {}, 0
    for query, size in enumerate(sizes):
        rows = slice(begin, begin + size)
        names = [f"d{i}" for i in range(size)]
        qrels[f"q{query}"] = dict(zip(names, labels[rows].tolist(), strict=True))
        run[f"q{query}"] = dict(zip(names, scores[rows].tolist(), strict=True))
        begin += size
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {f"ndcg_cut.{k}"})
    return lambda: evaluator.evaluate(run)


def scikit_learn(labels, scores, groups, sizes, *, k=10):
    """scikit-learn's ndcg_score, one call per list."""
    from sklearn.metrics import ndcg_score

    ends = np.cumsum(sizes)
    lists = [
        (labels[end - size : end][None], scores[end - size : end][None])
        for size, end in zip(sizes, ends, strict=True)
        if size > 1
    ]
    return lambda: [ndcg_score(*one, k=k) for one in lists]
