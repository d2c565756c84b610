"""Metrics that count the relevant rows at the top: precision, recall and their kin."""

import numpy as np

from sklearn_rankscore._conventions.axes import (
    PrecisionDenominator,
    RecallDenominator,
    Ties,
)
from sklearn_rankscore._lists.arrays import Floats, Integers
from sklearn_rankscore._lists.ranked import RankedLists
from sklearn_rankscore._lists.ranking import length_classes
from sklearn_rankscore._metrics.catalogue import declare
from sklearn_rankscore._metrics.gain import positive, shown

NO_RELEVANT = "the list has no relevant row"
MANNING = "Manning, Raghavan and Schütze (2008), chapter 8"


def relevance(lists: RankedLists, relevant_from: float) -> Floats:
    """Return 1.0 for each ranked row that is relevant, else 0.0."""
    return (lists.label >= relevant_from).astype(np.float64)


def _hits(lists: RankedLists, relevant_from: float, ties: Ties) -> Floats:
    """Count the relevant rows in the top k, expected where ties are averaged."""
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    return run.sum(run.values * run.share_in_top())


def _findable(
    lists: RankedLists, relevant_from: float, recall_denominator: RecallDenominator
) -> Floats:
    """Return what recall divides by, NaN where no row is relevant."""
    reachable = positive(lists.count_relevant(relevant_from))
    if recall_denominator == "min(R, k)" and lists.k is not None:
        return np.minimum(reachable, lists.k)
    return reachable


@declare(
    "precision",
    title="Precision",
    family="hit",
    function="precision_at_k_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="divides",
    undefined="no row of the list was retrieved",
    reference=MANNING,
)
def precision(
    lists: RankedLists,
    *,
    relevant_from: float,
    precision_denominator: PrecisionDenominator,
    ties: Ties,
) -> Floats:
    return _hits(lists, relevant_from, ties) / shown(lists, precision_denominator)


@declare(
    "recall",
    title="Recall",
    family="hit",
    function="recall_at_k_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined=NO_RELEVANT,
    reference=MANNING,
)
def recall(
    lists: RankedLists,
    *,
    relevant_from: float,
    recall_denominator: RecallDenominator,
    ties: Ties,
) -> Floats:
    findable = _findable(lists, relevant_from, recall_denominator)
    return _hits(lists, relevant_from, ties) / findable


@declare(
    "f1",
    title="F1, the harmonic mean of precision and recall",
    family="hit",
    function="f1_at_k_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="divides",
    undefined=NO_RELEVANT,
    reference=MANNING,
)
def f1(
    lists: RankedLists,
    *,
    relevant_from: float,
    precision_denominator: PrecisionDenominator,
    recall_denominator: RecallDenominator,
    ties: Ties,
) -> Floats:
    findable = _findable(lists, relevant_from, recall_denominator)
    # A list of which nothing was retrieved has recall 0, hence F1 0.
    filled = np.nan_to_num(shown(lists, precision_denominator))
    return 2 * _hits(lists, relevant_from, ties) / (filled + findable)


@declare(
    "fall_out",
    title="Fall-out",
    family="hit",
    function="fall_out_at_k_loss",
    range=(0.0, 1.0),
    greater_is_better=False,
    normalised=False,
    cutoff="truncates",
    undefined="the list has no irrelevant row",
    reference="van Rijsbergen (1979), Information Retrieval, chapter 7",
)
def fall_out(lists: RankedLists, *, relevant_from: float, ties: Ties) -> Floats:
    relevant = relevance(lists, relevant_from)
    misses = 1.0 - relevant
    if lists.judged is not None:
        misses *= lists.judged[lists.row]
    # Breaking ties by minus the misses keeps "pessimistic" the worst order.
    run = lists.break_ties(ties, -misses)
    shown_misses = -run.sum(run.values * run.share_in_top())
    return shown_misses / positive(lists.count_irrelevant(relevant_from))


def _chance_of_a_hit(rows: Integers, hits: Floats, drawn: Integers) -> Floats:
    """Return the chance that one of `drawn` out of `rows` rows is one of `hits`.

    Drawing row after row, each misses with a chance below 1; the logarithms of those
    add up without the loss of digits that a difference of log binomials has.
    """
    chance = np.empty(len(rows))
    few, many = np.minimum(hits, drawn), np.maximum(hits, drawn)
    for blocks, width in length_classes(few.astype(np.intp)):
        place = np.arange(width)
        inside = place < few[blocks, None]
        left = np.where(inside, rows[blocks, None] - place, 1)
        share = np.where(inside, many[blocks, None] / left, 0.0)
        chance[blocks] = -np.expm1(np.log1p(-share).sum(axis=1))
    return chance


@declare(
    "hit_rate",
    title="Hit rate (success)",
    family="hit",
    function="hit_rate_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="truncates",
    undefined=NO_RELEVANT,
    reference="trec_eval, measure success",
)
def hit_rate(lists: RankedLists, *, relevant_from: float, ties: Ties) -> Floats:
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    blocks = run.firsts
    hits = run.inside(run.values)[blocks]
    rows, drawn = run.size[blocks], (run.block_end - run.before)[blocks]
    chance = (hits > 0).astype(np.float64)
    # The places that k leaves of a tie block may miss all its hits.
    unsure = np.flatnonzero((hits > 0) & (hits <= rows - drawn))
    if len(unsure):
        chance[unsure] = _chance_of_a_hit(rows[unsure], hits[unsure], drawn[unsure])
    value = np.zeros(lists.n_lists)
    np.maximum.at(value, run.owner[blocks], chance)
    value[lists.count_relevant(relevant_from) == 0] = np.nan
    return value


@declare(
    "r_precision",
    title="R-precision",
    family="hit",
    function="r_precision_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="",
    undefined=NO_RELEVANT,
    reference=MANNING,
)
def r_precision(lists: RankedLists, *, relevant_from: float, ties: Ties) -> Floats:
    n_relevant = lists.count_relevant(relevant_from)
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    places = np.minimum(run.before + run.size, n_relevant[run.owner]) - run.before
    hits = run.sum(run.values * np.maximum(places, 0) / run.size)
    return hits / positive(n_relevant)


@declare(
    "judged",
    title="Judged share of the top k (coverage)",
    family="hit",
    function="judged_at_k_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="divides",
    undefined="no row of the list was retrieved",
    reference="ir_measures, measure Judged",
)
def judged(
    lists: RankedLists, *, precision_denominator: PrecisionDenominator, ties: Ties
) -> Floats:
    known = np.ones(len(lists.row))
    if lists.judged is not None:
        known = lists.judged[lists.row].astype(np.float64)
    run = lists.break_ties(ties, known)
    return run.sum(run.values * run.share_in_top()) / shown(
        lists, precision_denominator
    )
