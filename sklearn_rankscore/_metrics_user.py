"""Metrics of a user who reads down the list and may stop: ERR, RBP, PFound."""

import math

import numpy as np

from sklearn_rankscore._axes import is_real
from sklearn_rankscore._catalogue import declare
from sklearn_rankscore._metrics_gain import Discounts, gain_of
from sklearn_rankscore._metrics_hit import relevance
from sklearn_rankscore._ranks import length_classes

# A reader who got past so unlikely a rank adds nothing that float64 could show.
_NOBODY_LEFT = 1e-25


def _stops(lists, stop, ties):
    """Return a run whose values are the chances that the user stops at each rank.

    Parameters
    ----------
    lists : RankedLists
    stop : ndarray of shape (n_entries,)
        Chance that the user, once there, stops at that row.
    ties : str
    """
    run = lists.break_ties(ties, stop)
    reached = run.product_above(1.0 - run.values)
    if not len(run.tied):
        return run, run.values * reached
    chance = run.values.copy()
    blocks = run.tied[run.opens[run.tied] == run.tied]
    last = run.block_end[blocks] - run.before[blocks]
    for chosen, width in length_classes(run.size[blocks]):
        first, size = blocks[chosen], run.size[blocks[chosen]]
        cells = first[:, None] + np.arange(width)
        inside = np.arange(width) < size[:, None]
        rows = np.where(inside, run.values[np.where(inside, cells, 0)], 0.0)
        expected = _expected_stops(rows, inside, int(last[chosen].max()))
        chance[cells[inside]] = expected[inside]
    return run, chance * reached[run.opens]


def _expected_stops(stop, inside, places):
    """Return the chance to stop at each place of tie blocks in random order.

    Rows enter one by one, each at a random place among those before: two recursions of
    positive terms, for the chance to get past j rows and to stop at the j-th.
    """
    width = stop.shape[1]
    highest = (1.0 - stop.sum(axis=1) / inside.sum(axis=1)).max()
    if 0 < highest < 1:
        # By Maclaurin's inequality at most highest**j get past j rows.
        places = min(places, int(math.log(_NOBODY_LEFT) / math.log(highest)) + 2)
    place = np.arange(1, places + 1)
    passed = np.zeros((len(stop), places + 1))
    passed[:, 0] = 1.0
    stopped = np.zeros((len(stop), places))
    for t in range(1, width + 1):
        row, here = stop[:, t - 1 : t], inside[:, t - 1 : t]
        go_on = 1.0 - row
        behind = np.maximum(t - place, 0)
        ahead = np.pad(stopped[:, :-1], ((0, 0), (1, 0)))
        new = behind * stopped + (place - 1) * go_on * ahead + row * passed[:, :-1]
        new[:, t:] = 0.0
        stopped = np.where(here, new / t, stopped)
        new = behind * passed[:, 1:] + place * go_on * passed[:, :-1]
        new[:, t:] = 0.0
        passed[:, 1:] = np.where(here, new / t, passed[:, 1:])
    return np.pad(stopped, ((0, 0), (0, max(0, width - places))))[:, :width]


def _within_k(lists, run, values):
    return values if lists.k is None else np.where(run.rank <= lists.k, values, 0.0)


def _max_grade(value, function):
    if is_real(value) and 0 < value < 1000:
        return float(value)
    raise ValueError(
        f"The 'max_grade' parameter of {function} must be the top of the label scale, "
        f"a number > 0 (4 for labels 0 to 4), whether or not it occurs. "
        f"Got {value!r} instead."
    )


def _chance(name, allowed_one):
    def check(value, function):
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
def err(lists, *, ties, stop, max_grade=None):
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
def pfound(lists, *, ties, decay=0.85):
    run, chance = _stops(lists, lists.label, ties)
    return run.sum(_within_k(lists, run, chance * decay ** (run.rank - 1)))


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
def rbp(lists, *, relevant_from, ties, persistence=0.8):
    run = lists.break_ties(ties, relevance(lists, relevant_from))
    looks = Discounts(persistence ** np.arange(lists.deepest))
    return (1.0 - persistence) * run.sum(run.values * looks.expected(run))


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
def rbp_residual(lists, *, ties, persistence=0.8):
    tail = persistence ** lists.depth.astype(np.float64)
    if lists.judged is None:
        return tail
    unknown = 1.0 - lists.judged[lists.row]
    # Pessimistic is the order with the largest residual: what is unknown comes first.
    run = lists.break_ties(ties, -unknown)
    looks = Discounts(persistence ** np.arange(lists.deepest))
    return tail - (1.0 - persistence) * run.sum(run.values * looks.expected(run))
