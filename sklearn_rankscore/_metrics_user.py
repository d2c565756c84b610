"""Metrics of a user who reads down the list and may stop: ERR, RBP, PFound."""

import math

import numpy as np

from sklearn_rankscore._axes import is_real
from sklearn_rankscore._catalogue import declare
from sklearn_rankscore._metrics_gain import Discounts, gain_of
from sklearn_rankscore._metrics_hit import relevance
from sklearn_rankscore._metrics_tied_stops import expected_stops


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
    return run, expected_stops(run) * reached[run.opens]


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
