"""Metrics of whole orders: AUC, pairwise accuracy, rank correlations, mean position."""

import math

import numpy as np

from sklearn_rankscore._lists.arrays import Bools, Floats, Integers
from sklearn_rankscore._lists.ranked import RankedLists, sum_per_list
from sklearn_rankscore._metrics.catalogue import declare
from sklearn_rankscore._metrics.gain import positive
from sklearn_rankscore._metrics.hit import relevance


@declare(
    "auc",
    title="Area under the ROC curve within lists (GAUC)",
    family="order",
    function="group_auc_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="",
    undefined="the rows of the list are all relevant or all irrelevant",
    reference="Fawcett (2006), 10.1016/j.patrec.2005.10.010",
    signed=True,
)
def auc(lists: RankedLists, *, relevant_from: float) -> Floats:
    run = lists.break_ties("average", relevance(lists, relevant_from))
    irrelevant = 1.0 - run.values
    n_irrelevant = run.sum(irrelevant)
    above, tied = run.above(irrelevant), run.inside(irrelevant)
    beaten = n_irrelevant[run.owner] - above - tied / 2
    pairs = run.sum(run.values) * n_irrelevant
    return run.sum(run.values * beaten) / positive(pairs)


def _pair_counts(lists: RankedLists) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Count the pairs of rows of each list, by what is tied and what agrees.

    Returns
    -------
    pairs, score_ties, label_ties, both_tied, concordant : ndarray of shape (n_lists,)
    """
    run = lists.break_ties("average", lists.label)
    order = np.lexsort((run.values, run.before, run.owner))
    codes = _label_codes(run.values, run.owner)[order]
    same_block = run.before[order]
    n = lists.lengths.astype(np.float64)
    score_ties = run.sum((run.size - 1) / 2)
    label_ties = _tied_pairs(lists, run.owner, codes)
    both_tied = _tied_pairs(lists, run.owner, codes, same_block)
    concordant = _concordant_pairs(codes, run.owner, lists.n_lists)
    return n * (n - 1) / 2, score_ties, label_ties, both_tied, concordant


def _label_runs(labels: Floats, owner: Integers) -> tuple[Integers, Integers, Bools]:
    """Sort labels within lists: the order, the lists, and where a new label begins."""
    order = np.lexsort((labels, owner))
    ordered, lists = labels[order], owner[order]
    new = np.ones(len(labels), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]) | (lists[1:] != lists[:-1])
    return order, lists, new


def _label_codes(labels: Floats, owner: Integers) -> Integers:
    """Return the place of each label among the distinct ones of its list."""
    order, lists, new = _label_runs(labels, owner)
    number = np.cumsum(new) - 1
    first = np.searchsorted(lists, lists)
    codes = np.empty(len(labels), dtype=np.intp)
    codes[order] = number - number[first]
    return codes


def _tied_pairs(lists: RankedLists, owner: Integers, *keys: Integers) -> Floats:
    """Count the pairs of each list that agree in all keys."""
    order = np.lexsort((*keys, owner))
    columns = [key[order] for key in (*keys, owner)]
    new = np.zeros(len(owner), dtype=bool)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    firsts = np.flatnonzero(new)
    sizes = np.diff(firsts, append=len(owner)).astype(np.float64)
    pairs = sizes * (sizes - 1) / 2
    return sum_per_list(owner[firsts], pairs, lists.n_lists)


def _concordant_pairs(codes: Integers, owner: Integers, n_lists: int) -> Floats:
    """Count the pairs in which the upper row has the larger code.

    Two codes differ first in some bit, the larger one has it set: so for each bit count
    the pairs of rows with equal higher bits, the upper one with the bit, the lower
    without. Rows are kept sorted by list and higher bits, otherwise in rank order.
    """
    pairs = np.zeros(n_lists)
    prefix = owner.astype(np.intp)
    for bit in range(int(codes.max(initial=0)).bit_length() - 1, -1, -1):
        is_set = (codes >> bit) & 1
        reached = np.cumsum(is_set)
        first = np.searchsorted(prefix, prefix)
        set_above = reached - (reached[first] - is_set[first])
        pairs += sum_per_list(owner, set_above * (1 - is_set), n_lists)
        prefix = prefix * 2 + is_set
        order = np.argsort(prefix, kind="stable")
        prefix, codes, owner = prefix[order], codes[order], owner[order]
        # Renumber, so that prefixes of long lists don't outgrow 64 bits.
        prefix = np.cumsum(np.diff(prefix, prepend=prefix[:1]) != 0)
    return pairs


@declare(
    "pairwise_accuracy",
    title="Pairwise accuracy",
    family="order",
    function="pairwise_accuracy_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="",
    undefined="all labels of the list are equal",
    reference="Cohen, Schapire and Singer (1999), 10.1613/jair.587",
    signed=True,
)
def pairwise_accuracy(lists: RankedLists) -> Floats:
    pairs, score_ties, label_ties, both_tied, concordant = _pair_counts(lists)
    right = concordant + (score_ties - both_tied) / 2
    return right / positive(pairs - label_ties)


@declare(
    "kendall_tau",
    title="Kendall's tau-b within lists",
    family="order",
    function="kendall_tau_score",
    range=(-1.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="",
    undefined="all labels or all scores of the list are equal",
    reference="Kendall (1945), 10.1093/biomet/33.3.239",
    signed=True,
)
def kendall_tau(lists: RankedLists) -> Floats:
    pairs, score_ties, label_ties, both_tied, concordant = _pair_counts(lists)
    discordant = pairs - score_ties - label_ties + both_tied - concordant
    untied = (pairs - score_ties) * (pairs - label_ties)
    return (concordant - discordant) / np.sqrt(positive(untied))


@declare(
    "spearman",
    title="Spearman's rank correlation within lists (rank IC)",
    family="order",
    function="spearman_score",
    range=(-1.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="",
    undefined="all labels or all scores of the list are equal",
    reference="Spearman (1904), 10.2307/1412159",
    signed=True,
)
def spearman(lists: RankedLists) -> Floats:
    run = lists.break_ties("average", lists.label)
    middle = (lists.lengths[run.owner] + 1) / 2
    by_score = run.before + (run.size + 1) / 2 - middle
    by_label = _mean_ranks(run.values, run.owner) - middle
    # Falling scores rank 1, 2, ... and rising labels too: the signs are opposite.
    covariance = -run.sum(by_score * by_label)
    spread = run.sum(by_score**2) * run.sum(by_label**2)
    return covariance / np.sqrt(positive(spread))


def _mean_ranks(labels: Floats, owner: Integers) -> Floats:
    """Return the rank of each label in its list, smallest first, ties by their mean."""
    order, lists, new = _label_runs(labels, owner)
    firsts = np.flatnonzero(new)
    sizes = np.diff(firsts, append=len(labels))
    first = firsts - np.searchsorted(lists, lists[firsts])
    ranks = np.empty(len(labels))
    ranks[order] = np.repeat(first + (sizes + 1) / 2, sizes)
    return ranks


@declare(
    "mean_relevance_position",
    title="Average relevance position",
    family="order",
    function="mean_relevance_position_loss",
    range=(1.0, math.inf),
    greater_is_better=False,
    normalised=False,
    cutoff="",
    undefined="every label of the list is 0",
    reference="TF-Ranking, metric ARP",
)
def mean_relevance_position(lists: RankedLists) -> Floats:
    run = lists.break_ties("average", lists.label)
    position = run.before + (run.size + 1) / 2
    return run.sum(run.values * position) / positive(run.sum(run.values))
