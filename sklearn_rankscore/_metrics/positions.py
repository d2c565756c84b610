"""Metrics of where relevant rows stand: MRR, MAP, bpref, interpolated precision."""

from typing import Any

import numpy as np

from sklearn_rankscore._conventions.axes import ApDenominator, Ties
from sklearn_rankscore._lists.arrays import Floats, Integers
from sklearn_rankscore._lists.ranked import RankedLists, Run
from sklearn_rankscore._lists.ranking import length_classes
from sklearn_rankscore._metrics.catalogue import declare
from sklearn_rankscore._metrics.gain import discounts, positive
from sklearn_rankscore._metrics.hit import MANNING, NO_RELEVANT, relevance


@declare(
    "mrr",
    title="Mean reciprocal rank",
    family="hit",
    function="mrr_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="truncates",
    undefined=NO_RELEVANT,
    reference="Voorhees (1999), TREC-8 question answering track report",
)
def mrr(lists: RankedLists, *, relevant_from: float, ties: Ties) -> Floats:
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    found = np.flatnonzero(run.values)
    firsts = found[np.unique(run.owner[found], return_index=True)[1]]
    value = np.zeros(lists.n_lists)
    value[run.owner[firsts]] = 1.0 / run.rank[firsts]
    tied = firsts[run.size[firsts] > 1]
    if len(tied):
        inside = run.inside(run.values)
        last = run.block_end[tied] - run.before[tied]
        value[run.owner[tied]] = _expected_reciprocal(
            run.before[tied], run.size[tied], inside[tied], last
        )
    value[lists.count_relevant(relevant_from) == 0] = np.nan
    return value


def _expected_reciprocal(
    before: Integers, size: Integers, relevant: Floats, last: Integers
) -> Floats:
    """Return E[1 / rank of the first relevant row] of tie blocks.

    The first of `relevant` rows among `size` in random order stands at place j with
    probability ``relevant / (size - j + 1)`` times that of none before it; McSherry and
    Najork (2008), 10.1007/978-3-540-78646-7_38. Places behind `last` count zero.
    """
    value = np.empty(len(size))
    last = np.minimum(last, size - relevant + 1).astype(np.intp)
    for blocks, width in length_classes(last):
        place = np.arange(width)
        left = np.maximum(size[blocks, None] - place, 1)
        hit = relevant[blocks, None] / left
        none_yet = np.cumprod(1.0 - hit[:, :-1], axis=1)
        hit[:, 1:] *= none_yet
        hit[place >= last[blocks, None]] = 0.0
        value[blocks] = (hit / (before[blocks, None] + place + 1)).sum(axis=1)
    return value


def _expected_precisions(run: Run) -> Floats:
    """Return relevance times precision at each rank, expected over its tie block.

    McSherry and Najork (2008): given a relevant row at the j-th place of a block of m
    rows, r of them relevant, (j - 1)(r - 1) / (m - 1) of those before it are relevant.
    """
    above, inside = run.above(run.values), run.inside(run.values)
    mates = (run.rank - run.before - 1) * (inside - 1) / np.maximum(run.size - 1, 1)
    return inside / run.size * (above + 1 + mates) / run.rank


@declare(
    "map",
    title="Mean average precision",
    family="hit",
    function="map_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined=NO_RELEVANT,
    reference=MANNING,
)
def average_precision(
    lists: RankedLists,
    *,
    relevant_from: float,
    ap_denominator: ApDenominator,
    ties: Ties,
) -> Floats:
    relevant = relevance(lists, relevant_from)
    n_relevant = positive(lists.count_relevant(relevant_from))
    if ap_denominator == "hits":
        value = _mean_precision_at_hits(lists, relevant, ties)
        return np.where(np.isnan(n_relevant), np.nan, value)
    run = lists.break_ties(ties, relevant)
    precisions = _expected_precisions(run)
    if lists.k is not None:
        precisions[run.rank > lists.k] = 0.0
        if ap_denominator == "min(R, k)":
            n_relevant = np.minimum(n_relevant, lists.k)
    return run.sum(precisions) / n_relevant


def _mean_precision_at_hits(lists: RankedLists, relevant: Floats, ties: Ties) -> Floats:
    """Return the sum of precisions over the hits in the top k.

    Where k cuts a tie block, the number of hits depends on the order of its rows.
    """
    run = lists.break_ties("average", relevant)
    k = lists.k
    cut = np.zeros(len(run.rank), dtype=bool)
    if k is not None and ties in ("average", "pessimistic", "optimistic"):
        cut = run.before + run.size > k
    ordered = lists.break_ties(ties, relevant)
    counted = np.ones(len(ordered.rank), dtype=bool)
    if cut.any():
        border = np.full(lists.n_lists, lists.lengths.max())
        border[run.owner[cut]] = run.before[cut]
        counted = ordered.rank <= border[ordered.owner]
    total = ordered.sum(_expected_precisions(ordered) * counted)
    hits = ordered.sum(ordered.values * counted)
    value = total / np.maximum(hits, 1)
    if k is not None and cut.any():
        _, first = np.unique(run.owner[cut], return_index=True)
        blocks = np.flatnonzero(cut)[first]
        inside = run.inside(run.values)
        owner = run.owner[blocks]
        value[owner] = _over_cut_blocks(
            total[owner],
            hits[owner],
            run.before[blocks],
            run.size[blocks],
            inside[blocks],
            k,
            ties,
        )
    return value


def _over_cut_blocks(
    total: Floats,
    hits: Floats,
    before: Integers,
    size: Integers,
    relevant: Floats,
    k: int,
    ties: Ties,
) -> Floats:
    """Return (total + precisions of h hits) / (hits + h), over the h that can occur."""
    places = k - before
    fewest = np.maximum(0, places - (size - relevant)).astype(np.intp)
    most = np.minimum(relevant, places).astype(np.intp)
    counts = most - fewest + 1
    row = np.repeat(np.arange(len(counts)), counts)
    begins = np.cumsum(counts) - counts
    if ties == "average":
        chance = _hypergeometric(fewest, counts, size, relevant, places)
    h = np.arange(len(row)) - np.repeat(begins - fewest, counts)
    total, hits = total[row], hits[row]
    before, places = before[row], places[row]
    harmonic = discounts("reciprocal", k)
    if ties == "average":
        every = harmonic.between(before, np.full_like(before, k))
        mates = (h - 1) / np.maximum(places - 1, 1) * (places - (before + 1) * every)
        gained = h / places * ((hits + 1) * every + mates)
    elif ties == "optimistic":
        gained = h + (hits - before) * harmonic.between(before, before + h)
    else:
        gained = h + (hits + h - k) * harmonic.between(k - h, np.full_like(h, k))
    value = (total + gained) / np.maximum(hits + h, 1)
    if ties == "average":
        return np.add.reduceat(value * chance, begins)
    bound = np.maximum if ties == "optimistic" else np.minimum
    return bound.reduceat(value, begins)


def relative_logs(ratios: Floats) -> Floats:
    """Return logarithms of values over the largest, from the ratios of neighbours.

    The ratios fall along a row. Logarithms add up from the largest value outwards, so
    that they are small, and their rounding with them, where the value is not.
    """
    rise = np.log(ratios)
    log = np.zeros((len(ratios), ratios.shape[1] + 1))
    log[:, 1:] = np.cumsum(np.minimum(rise, 0.0), axis=1)
    log[:, :-1] -= np.cumsum(np.maximum(rise, 0.0)[:, ::-1], axis=1)[:, ::-1]
    return log


def _hypergeometric(
    fewest: Integers,
    counts: Integers,
    size: Integers,
    relevant: Floats,
    places: Integers,
) -> Floats:
    """Return the chances of `fewest` and more relevant rows at `places` of a block.

    They stand block after block.
    """
    begins = np.cumsum(counts) - counts
    chances = np.empty(counts.sum())
    for blocks, width in length_classes(counts):
        step = np.arange(width)
        inside = step < counts[blocks, None]
        n, r, drawn = (
            values[blocks, None].astype(np.float64)
            for values in (size, relevant, places)
        )
        h = np.where(inside[:, 1:], fewest[blocks, None] + step[:-1], 0)
        below = np.where(inside[:, 1:], (h + 1) * (n - r - drawn + h + 1), 1.0)
        up = (r - h) * (drawn - h) / below
        log = relative_logs(np.where(inside[:, 1:], up, 1.0))
        chance = np.where(inside, np.exp(log), 0.0)
        chance /= chance.sum(axis=1, keepdims=True)
        cells = begins[blocks, None] + step
        chances[cells[inside]] = chance[inside]
    return chances


@declare(
    "bpref",
    title="Binary preference",
    family="hit",
    function="bpref_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="",
    undefined=NO_RELEVANT,
    reference="Buckley and Voorhees (2004), 10.1145/1008992.1009000; trec_eval's form",
)
def bpref(lists: RankedLists, *, relevant_from: float, ties: Ties) -> Floats:
    relevant = relevance(lists, relevant_from)
    n_relevant = lists.count_relevant(relevant_from)
    bound = np.minimum(n_relevant, lists.count_irrelevant(relevant_from))
    irrelevant = 1.0 - relevant
    if lists.judged is not None:
        irrelevant *= lists.judged[lists.row]
    # One number per row keeps both flags together while ties are broken.
    run = lists.break_ties(ties, relevant - irrelevant)
    relevant, irrelevant = (
        chosen.astype(np.float64) for chosen in (run.values > 0, run.values < 0)
    )
    above, mates = run.above(irrelevant), run.inside(irrelevant)
    limit = bound[run.owner]
    # A relevant row stands behind 0, 1, ..., all irrelevant mates alike often: the mean
    # of min(above + x, limit) over them.
    below_limit = np.clip(limit - above + 1, 0, mates + 1)
    passed = below_limit * above + below_limit * (below_limit - 1) / 2
    passed += (mates + 1 - below_limit) * limit
    lost = passed / (mates + 1) / np.maximum(limit, 1)
    return run.sum(relevant * (1.0 - lost)) / positive(n_relevant)


def _recall_levels(levels: Any, function: str) -> tuple[float, ...]:
    points = np.linspace(0, 1, 11) if levels is None else np.asarray(levels)
    sound = points.dtype.kind in "biuf" and points.ndim == 1 and len(points) > 0
    if not sound or not ((points >= 0) & (points <= 1)).all():
        raise ValueError(
            f"The 'recall_levels' parameter of {function} must be a sequence of "
            f"numbers from 0 to 1, or None for 0, 0.1, ..., 1. Got {levels!r} instead."
        )
    return tuple(points.astype(float).tolist())


@declare(
    "iprec",
    title="Interpolated precision, mean over recall levels",
    family="hit",
    function="interpolated_precision_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=True,
    cutoff="",
    undefined=NO_RELEVANT,
    reference=MANNING,
    ordered_only=True,
    checks={"recall_levels": _recall_levels},
)
def interpolated_precision(
    lists: RankedLists,
    *,
    relevant_from: float,
    ties: Ties,
    recall_levels: tuple[float, ...] | None = None,
) -> Floats:
    # The check of the parameter fills in the levels.
    assert recall_levels is not None
    n_relevant = lists.count_relevant(relevant_from)
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    hits = np.flatnonzero(run.values)
    owner = run.owner[hits]
    found = run.above(run.values)[hits] + 1
    precisions = found / run.rank[hits]
    total = np.zeros(lists.n_lists)
    for level in recall_levels:
        needed = np.maximum(np.ceil(level * n_relevant - 1e-9), 1)
        far_enough = found >= needed[owner]
        best = np.zeros(lists.n_lists)
        np.maximum.at(best, owner[far_enough], precisions[far_enough])
        total += best
    value = total / len(recall_levels)
    return np.where(n_relevant == 0, np.nan, value)
