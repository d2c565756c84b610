"""Metrics of a user who reads down the list and may stop: ERR, RBP, PFound.

A block of m tied rows, r of which may stop the user, is settled in two steps: the r
rows among each other, put together from parts of equal chance, then their places among
the others. With d places that the user still reaches (at most 58 over the mean chance
to stop, or what k leaves) the first costs at most ``r min(r, d) log(r)`` steps, and
``g d**2`` where only g chances differ; the second ``d min(r, d, m - r)``.
"""

import math

import numpy as np

from sklearn_rankscore._conventions.axes import Stop, Ties, is_real
from sklearn_rankscore._lists.arrays import Floats, Integers
from sklearn_rankscore._lists.ranked import RankedLists, Run
from sklearn_rankscore._lists.ranking import length_classes, padded
from sklearn_rankscore._metrics.catalogue import Check, declare
from sklearn_rankscore._metrics.gain import Discounts, gain_of
from sklearn_rankscore._metrics.hit import relevance
from sklearn_rankscore._metrics.positions import relative_logs

# A reader who got past so unlikely a rank adds nothing that float64 could show.
_NOBODY_LEFT = 1e-25
# Divisors below could overflow; what they stand for never happens.
_NEVER = 1e-280
# So many steps along a row cost as much as one step down the places.
_FEW = 16


def expected_stops(run: Run) -> Floats:
    """Return the chance to stop at each rank, given that its tie block is reached."""
    chance = run.values.copy()
    chance[run.tied] = 0.0
    blocks = run.tied[run.opens[run.tied] == run.tied]
    stopping = run.inside(run.values > 0)[blocks].astype(np.intp)
    blocks, stopping = blocks[stopping > 0], stopping[stopping > 0]
    if not len(blocks):
        return chance
    may_stop = run.values[run.tied]
    may_stop = may_stop[may_stop > 0]
    sums = np.add.reduceat(may_stop, np.cumsum(stopping) - stopping)
    size, last = run.size[blocks], run.block_end[blocks] - run.before[blocks]
    depth = _depth(sums / stopping, np.minimum(last, stopping))
    among = _stops_among(may_stop, stopping, depth)
    depth = _depth(sums / size, last)
    _place(chance, blocks, size - stopping, stopping, depth, among)
    return chance


def _depth(mean: Floats, most: Integers) -> Integers:
    """Return how many rows, at most `most`, a user may pass who stops so often."""
    # By Maclaurin's inequality at most (1 - mean)**j get past j rows in random order.
    with np.errstate(divide="ignore", over="ignore"):
        depth = math.log(_NOBODY_LEFT) / np.log1p(-np.minimum(mean, 1.0))
    return np.minimum(depth + 2, most).astype(np.intp)


def _stops_among(stop: Floats, sizes: Integers, depth: Integers) -> Floats:
    """Return the chance to stop at each place of blocks of rows in random order.

    Parameters
    ----------
    stop : ndarray of shape (n_rows,)
        Chance > 0 to stop at each row, block after block.
    sizes, depth : ndarray of shape (n_blocks,)
        Rows of each block, and how many places of it matter.

    Returns
    -------
    ndarray of shape (n_rows,)
    """
    starts = np.cumsum(sizes) - sizes
    owner, value, count, widest = _parts(stop, np.repeat(np.arange(len(sizes)), sizes))
    n_parts = np.bincount(owner)
    firsts = np.cumsum(n_parts) - n_parts
    chance = np.zeros(len(stop))
    for alike, _ in length_classes(widest):
        for chosen, _ in length_classes(sizes[alike]):
            blocks = alike[chosen]
            places, width = int(depth[blocks].max()), int(n_parts[blocks].max())
            n, _ = padded(count, firsts[blocks], n_parts[blocks], width, 0)
            s, _ = padded(value, firsts[blocks], n_parts[blocks], width, 1.0)
            stopped = _merged(n.T, s.T, places).T
            cells = starts[blocks, None] + np.arange(stopped.shape[1])
            inside = np.arange(stopped.shape[1]) < sizes[blocks, None]
            chance[cells[inside]] = stopped[inside]
    return chance


def _parts(
    stop: Floats, owner: Integers
) -> tuple[Integers, Floats, Integers, Integers]:
    """Return parts of blocks, rows of one chance each: owner, chance, number of rows.

    The parts of a block stand by falling size, none above four times the mean
    number of its rows per chance, which comes last: no part is wide where many are
    needed.
    """
    order = np.lexsort((stop, owner))
    stop = stop[order]
    new = np.ones(len(stop), dtype=bool)
    new[1:] = (stop[1:] != stop[:-1]) | (owner[1:] != owner[:-1])
    first = np.flatnonzero(new)
    widest = 4 * (-(-np.bincount(owner) // np.bincount(owner[first])))
    at = np.arange(len(stop)) - np.repeat(first, np.diff(first, append=len(stop)))
    first = np.flatnonzero(at % widest[owner] == 0)
    count = np.diff(first, append=len(stop))
    owner, stop = owner[first], stop[first]
    order = np.lexsort((-count, owner))
    return owner[order], stop[order], count[order], widest


def _merged(count: Integers, stop: Floats, places: int) -> Floats:
    """Return the chance to stop at each place of blocks put together from parts.

    Parameters
    ----------
    count, stop : ndarray of shape (n_parts, n_blocks)
        Rows of each part, falling along a block, and the chance to stop at one.
    places : int

    Returns
    -------
    ndarray of shape (n_places, n_blocks)
    """
    place = np.arange(min(int(count.max()), places) + 1)[:, None, None]
    passed = (1.0 - stop) ** place * (place <= count)
    stopped = stop * passed * (place < count)
    while len(count) > 1:
        half = len(count) // 2
        # A part without a partner, the middle one, waits.
        rest = len(count) - half
        width = min(int(count[rest:].max()), places) + 1
        large = count[:half], passed[:, :half], stopped[:, :half]
        small = count[rest:], passed[:width, rest:], stopped[:width, rest:]
        both = _merge(*large, *small, places)
        count = np.concatenate((large[0] + small[0], count[half:rest]))
        gap = ((0, len(both[0]) - len(passed)), (0, 0), (0, 0))
        passed, stopped = (
            np.concatenate((new, np.pad(each[:, half:rest], gap)), axis=1)
            for new, each in zip(both, (passed, stopped), strict=True)
        )
    return stopped[:places, 0]


def _merge(
    count: Integers,
    passed: Floats,
    stopped: Floats,
    count_2: Integers,
    passed_2: Floats,
    stopped_2: Floats,
    places: int,
) -> tuple[Floats, Floats]:
    """Return the chances to pass j rows and to stop at the next, of blocks joined.

    After j rows in random order, t of them are of the first kind: the window runs over
    the t that can be. All terms are positive, no digits are lost.
    """
    width, width_2 = len(passed) - 1, len(passed_2) - 1
    go, stop = _conditional(count, passed, stopped)
    go_2, stop_2 = (
        np.ascontiguousarray(each[::-1])
        for each in _conditional(count_2, passed_2, stopped_2)
    )
    total = count + count_2
    top = min(places, int(total.max()))
    reading = np.zeros((width + 2, *count.shape))
    reading[0] = 1.0
    past, at = np.empty((2, top + 1, *count.shape))
    for j in range(top + 1):
        low, high = max(0, j - width_2), min(j, width) + 1
        one, two = slice(low, high), slice(width_2 - j + low, width_2 - j + high)
        past[j] = reading[one].sum(axis=0)
        now = reading[one] / np.maximum(total - j, 1)
        at[j] = _dot(now, stop[one]) + _dot(now, stop_2[two])
        np.multiply(now, go_2[two], out=reading[one])
        reading[low + 1 : high + 1] += np.multiply(now, go[one], out=now)
    return past, at


def _conditional(
    count: Integers, passed: Floats, stopped: Floats
) -> tuple[Floats, Floats]:
    """Return rows left times the chances to pass, to stop at, the next after t rows."""
    left = count - np.arange(float(len(passed)))[:, None, None]
    share = np.divide(left, passed, out=np.zeros_like(passed), where=passed > _NEVER)
    go = np.zeros_like(passed)
    go[:-1] = passed[1:] * share[:-1]
    return go, stopped * share


def _dot(one: Floats, two: Floats) -> Floats:
    """Sum products over the first axis."""
    sums: Floats = np.einsum("t...,t...", one, two)
    return sums


def _place(
    chance: Floats,
    firsts: Integers,
    silent: Integers,
    stopping: Integers,
    depth: Integers,
    among: Floats,
) -> None:
    """Fill in the chances at the places of blocks, rows that never stop among them.

    Parameters
    ----------
    chance : ndarray
        Written in place, from the entry that each of `firsts` names onwards.
    firsts, silent, stopping, depth : ndarray of shape (n_blocks,)
        First entry, rows that never stop, rows that may, places that matter.
    among : ndarray
        Chance to stop at the first, second, ... row that may, block after block.
    """
    starts = np.cumsum(stopping) - stopping
    within = np.arange(len(among)) - np.repeat(starts, stopping)
    needed = np.maximum.reduceat(np.where(among > 0, within + 1, 0), starts)
    needed = np.minimum(needed, depth)
    for alike, _ in length_classes(depth):
        for chosen, width in length_classes(needed[alike]):
            blocks = alike[chosen]
            p, _ = padded(among, starts[blocks], needed[blocks], width, 0.0)
            places = int(depth[blocks].max())
            spread = _by_row if p.size * _FEW < places else _by_place
            found = spread(p, silent[blocks], stopping[blocks], places)
            cells = firsts[blocks, None] + np.arange(places)
            inside = np.arange(places) < depth[blocks, None]
            chance[cells[inside]] = found[inside]


def _by_place(p: Floats, silent: Integers, stopping: Integers, places: int) -> Floats:
    """Return the chance to stop at each place, going from place to place."""
    width, most_silent = p.shape[1], int(silent.max())
    p, total = np.ascontiguousarray(p.T), silent + stopping
    left = stopping - np.arange(width, dtype=np.float64)[:, None]
    before = np.zeros((width + 1, len(total)))
    before[0] = 1.0
    found = np.zeros((places, len(total)))
    for j in range(min(places, most_silent + width)):
        low, high = max(0, j - most_silent), min(j + 1, width)
        # Of the j rows above, t may stop; next comes one that may, or one that may not.
        hit = left[low:high] / np.maximum(total - j, 1)
        hit *= before[low:high]
        found[j] = _dot(hit, p[low:high])
        before[low:high] -= hit
        before[low + 1 : high + 1] += hit
    return found.T


def _by_row(p: Floats, silent: Integers, stopping: Integers, places: int) -> Floats:
    """Return the same for few rows that may stop, going from one to the next."""
    found = np.zeros((len(p), places))
    z = np.arange(int(silent.max()) + 1.0)
    n, r = silent[:, None], stopping[:, None]
    inside = z <= n
    for t in range(p.shape[1]):
        # Chances of z others above the row, each from its neighbour by their ratio.
        up = (z + t + 1) / (z + 1) * (n - z) / np.maximum(n + r - z - t - 1, 1)
        log = relative_logs(np.where(inside[:, 1:], up[:, :-1], 1.0))
        share = np.where(inside, np.exp(log), 0.0)
        share *= p[:, t : t + 1] / share.sum(axis=1, keepdims=True)
        found[:, t : t + share.shape[1]] += share[:, : places - t]
    return found


def _stops(lists: RankedLists, stop: Floats, ties: Ties) -> tuple[Run, Floats]:
    """Return a run, and the chance to stop at its ranks, given that at each row."""
    run = lists.break_ties(ties, stop)
    reached = run.product_above(1.0 - run.values)
    if not len(run.tied):
        return run, run.values * reached
    return run, expected_stops(run) * reached[run.opens]


def _within_k(lists: RankedLists, run: Run, values: Floats) -> Floats:
    return values if lists.k is None else np.where(run.rank <= lists.k, values, 0.0)


def _max_grade(value: object, function: str) -> float:
    if is_real(value) and 0 < value < 1000:
        return float(value)
    raise ValueError(
        f"The 'max_grade' parameter of {function} must be the top of the label scale, "
        f"a number > 0 (4 for labels 0 to 4), whether or not it occurs. "
        f"Got {value!r} instead."
    )


def _chance(name: str, allowed_one: bool) -> Check:
    def check(value: object, function: str) -> float:
        top = 1 if allowed_one else math.nextafter(1.0, 0.0)
        if is_real(value) and 0 < value <= top:
            return float(value)
        bound = "and <= 1" if allowed_one else "and < 1"
        raise ValueError(
            f"The {name!r} parameter of {function} must be a number > 0 {bound}. "
            f"Got {value!r} instead."
        )

    return check


@declare(
    "err",
    title="Expected reciprocal rank",
    family="gain",
    function="err_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined="",
    reference="Chapelle, Metzler, Zhang and Grinspan (2009), 10.1145/1645953.1646033",
    highest_label=lambda own: (own["max_grade"], "the max_grade of the scale"),
    checks={"max_grade": _max_grade},
)
def err(
    lists: RankedLists, *, ties: Ties, stop: Stop, max_grade: float | None = None
) -> Floats:
    # The check of the parameter refuses None.
    assert max_grade is not None
    if stop == "linear":
        chance_to_stop = lists.label / max_grade
    else:
        chance_to_stop = gain_of(lists.label, "exponential") / 2.0**max_grade
    run, chance = _stops(lists, chance_to_stop, ties)
    return run.sum(_within_k(lists, run, chance / run.rank))


@declare(
    "pfound",
    title="PFound",
    family="gain",
    function="pfound_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined="",
    reference="Gulin, Karpovich, Raskovalov and Segalovich (2009), ROMIP",
    highest_label=lambda own: (1.0, "labels of pfound are probabilities"),
    checks={"decay": _chance("decay", allowed_one=True)},
)
def pfound(lists: RankedLists, *, ties: Ties, decay: float = 0.85) -> Floats:
    run, chance = _stops(lists, lists.label, ties)
    return run.sum(_within_k(lists, run, chance * decay ** (run.rank - 1)))


def _read(lists: RankedLists, run: Run, persistence: float) -> Floats:
    """Return what a user gathers who looks at each next rank with that chance."""
    looks = Discounts(persistence ** np.arange(float(lists.deepest)))
    return (1.0 - persistence) * run.sum(run.values * looks.expected(run))


@declare(
    "rbp",
    title="Rank-biased precision",
    family="hit",
    function="rbp_score",
    range=(0.0, 1.0),
    greater_is_better=True,
    normalised=False,
    cutoff="truncates",
    undefined="",
    reference="Moffat and Zobel (2008), 10.1145/1416950.1416952",
    checks={"persistence": _chance("persistence", allowed_one=False)},
)
def rbp(
    lists: RankedLists, *, relevant_from: float, ties: Ties, persistence: float = 0.8
) -> Floats:
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    return _read(lists, run, persistence)


@declare(
    "rbp_residual",
    title="Residual of rank-biased precision",
    family="hit",
    function="rbp_residual_loss",
    range=(0.0, 1.0),
    greater_is_better=False,
    normalised=False,
    cutoff="truncates",
    undefined="",
    reference="Moffat and Zobel (2008), 10.1145/1416950.1416952",
    checks={"persistence": _chance("persistence", allowed_one=False)},
)
def rbp_residual(lists: RankedLists, *, ties: Ties, persistence: float = 0.8) -> Floats:
    tail = persistence ** lists.depth.astype(np.float64)
    if lists.judged is None:
        return tail
    unknown = (~lists.judged[lists.row]).astype(np.float64)
    # Pessimistic is the order with the largest residual: what is unknown comes first.
    run = lists.break_ties(ties, -unknown)
    return tail - _read(lists, run, persistence)
