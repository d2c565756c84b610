"""Peers' arithmetic replayed, operation by operation, to the last bit."""

import math

import numpy as np

from sklearn_rankscore._lists.arrays import Bools, Floats
from sklearn_rankscore._peers.records import Call, PeerLists

# The metrics that are replayed.
REPLAYED = ("ndcg", "dcg")


def _sklearn_discounts(n_rows: int, k: int | None, discount: str | float) -> Floats:
    base = 2.0 if discount == "log2" else discount
    table: Floats = 1.0 / (np.log(np.arange(n_rows) + 2) / np.log(base))
    if k is not None:
        table[k:] = 0.0
    return table


def _sklearn_dcg(
    labels: Floats,
    scores: Floats,
    k: int | None,
    discount: str | float,
    ignore_ties: bool = False,
) -> float:
    table = _sklearn_discounts(len(labels), k, discount)
    if ignore_ties:
        # The order of tied rows is that of an unstable sort, the same in this process.
        order = np.argsort(scores[np.newaxis])[:, ::-1]
        return float(table.dot(labels[np.newaxis][:, order[0]].T)[0])
    _, block, sizes = np.unique(-scores, return_inverse=True, return_counts=True)
    means = np.bincount(block, weights=labels) / sizes
    reached = np.cumsum(table)[np.cumsum(sizes) - 1]
    return float((means * np.diff(reached, prepend=0.0)).sum())


def replay_sklearn(
    lists: PeerLists, call: Call, *, ignore_ties: bool = False
) -> Floats:
    """Return the values per list of scikit-learn's ndcg_score or dcg_score.

    Parameters
    ----------
    lists : PeerLists
    call : Call
    ignore_ties : bool, default=False
        As in scikit-learn.

    Returns
    -------
    values : ndarray of float64 of shape (n_lists,)
    """
    discount = call.axes.get("discount", "log2")
    values = []
    for labels, scores in lists.per_list(lists.labels, lists.scores):
        value = _sklearn_dcg(labels, scores, call.k, discount, ignore_ties)
        if call.metric == "ndcg":
            best = _sklearn_dcg(labels, labels, call.k, discount, ignore_ties=True)
            value = value / best if best else 0.0
        values.append(value)
    return np.array(values)


# From so many positions on CatBoost uses fused operations if the processor has them.
CATBOOST_SHORT = 16


def _in_two_lanes(left: Floats, right: Floats) -> float:
    """Return the scalar product of short arrays as pairs in registers add it up."""
    n_rows = len(left)
    terms = left * right
    first, second = np.zeros(2), np.zeros(2)
    at = 0
    while n_rows - at >= 4:
        first += terms[at : at + 2]
        second += terms[at + 2 : at + 4]
        at += 4
    if n_rows - at >= 2:
        first += terms[at : at + 2]
        at += 2
    first += second
    if at < n_rows:
        first[1] += terms[at]
    return float(first[0] + first[1])


def _catboost_dcg(gains: Floats, discount: str | float) -> float:
    ranks = np.arange(1, len(gains) + 1)
    if discount == "reciprocal":
        factors = 1.0 / ranks
    else:
        per_bit = 1.0 / math.log(2.0)
        factors = np.array([1.0 / (math.log(rank + 1) * per_bit) for rank in ranks])
    factors[0] = 1.0
    return _in_two_lanes(gains, factors)


def replay_catboost(lists: PeerLists, call: Call) -> Floats:
    """Return the values per list of CatBoost's NDCG or DCG, NaN from 16 ranks on.

    Parameters
    ----------
    lists : PeerLists
    call : Call

    Returns
    -------
    values : ndarray of float64 of shape (n_lists,)
    """
    discount = call.axes.get("discount", "log2")
    values = []
    for labels, scores in lists.per_list(lists.labels, lists.scores):
        gains = labels.astype(np.float32).astype(np.float64)
        if call.axes.get("gain") == "exponential":
            gains = np.exp2(gains) - 1.0
        ranked = gains[np.lexsort((labels, -scores))][: call.k]
        if len(ranked) >= CATBOOST_SHORT:
            values.append(math.nan)
            continue
        value = _catboost_dcg(ranked, discount)
        if call.metric == "ndcg":
            best = _catboost_dcg(np.sort(gains)[::-1][: call.k], discount)
            value = value / best if best else 1.0
        values.append(value)
    return np.array(values)


def replay_lightgbm_mean(
    values: Floats,
    *,
    threads: int,
    weights: Floats | None = None,
    defined: Bools | None = None,
) -> float:
    """Return the mean over lists as LightGBM's threads add it up.

    Each thread adds up a run of neighbouring lists, the first ones one list more where
    the lists don't divide evenly; then the sums are added in the order of the threads.

    Parameters
    ----------
    values : ndarray of float64 of shape (n_lists,)
        Under the convention "lightgbm".
    threads : int
    weights : ndarray of float64 of shape (n_lists,), optional
    defined : ndarray of bool of shape (n_lists,), optional
        Lists whose value is weighted; an empty list adds its 1 unweighted.

    Returns
    -------
    mean : float
    """
    total = float(len(values))
    if weights is not None:
        weighted = True if defined is None else defined
        values = np.where(weighted, values * weights, values)
        total = float(np.cumsum(weights)[-1])
    share, longer = divmod(len(values), threads)
    ends = np.cumsum([share + (thread < longer) for thread in range(threads)])
    sums = [np.cumsum(part)[-1] for part in np.split(values, ends[:-1]) if len(part)]
    return float(np.cumsum(sums)[-1] / total)
