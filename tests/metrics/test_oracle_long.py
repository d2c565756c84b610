"""Long lists: without ties by the loops, with ties by drawing row after row."""

import math

import numpy as np
import pytest

from sklearn_rankscore._metrics.catalogue import METRICS
from tests import oracle, oracle_ties
from tests.formulas import FORMULAS, LOSSES, WHOLE, expected
from tests.metrics.test_oracle import compare

PERSISTENCE, DECAY, MAX_GRADE = 0.8, 0.85, 3
CHOICES = {
    "err": {"max_grade": MAX_GRADE},
    "rbp": {"persistence": PERSISTENCE},
    "pfound": {"decay": DECAY},
    "iprec": {"ties": "stable"},
}


def cut_of(name, k):
    return {"k": k} if METRICS[name].cutoff and k is not None else {}


@pytest.mark.parametrize(
    ("name", "k"),
    [
        (name, k)
        for name in FORMULAS
        for k in ((None, 1, 10, 64, 65, 300) if METRICS[name].cutoff else (None,))
    ],
)
def test_without_ties(name, k):
    rng = np.random.default_rng(1)
    grades = FORMULAS[name].grades or WHOLE
    lists = []
    for size in (1, 2, 15, 16, 17, 63, 64, 65, 66, 120, 299, 300, 301):
        labels = rng.choice(grades, size)
        lists.append((labels, rng.permutation(size).astype(float)))
    choices = {**CHOICES.get(name, {}), **cut_of(name, k)}
    from_loop = [expected(name, *rows, **choices) for rows in lists]
    compare(rng, name, lists, from_loop, **choices)


def n_shown(labels, k):
    return len(labels) if k is None else min(k, len(labels))


def n_relevant(labels, k=None):
    return oracle.count_relevant(labels)


def n_irrelevant(labels, k=None):
    return len(labels) - n_relevant(labels)


def ideal_dcg(labels, k):
    return oracle.dcg(sorted(labels, reverse=True), k=k)


def one(labels, k):
    return 1


def undiscounted(rank):
    return 1


def position(rank):
    return rank


# Step, where it starts, and what the sum is divided by; no value where that is 0.
STEPS = {
    "cg": (oracle_ties.gain_step("linear", undiscounted), None, one),
    "dcg": (oracle_ties.gain_step("linear", "log2"), None, one),
    "ndcg": (oracle_ties.gain_step("linear", "log2"), None, ideal_dcg),
    "graded_precision": (oracle_ties.gain_step("linear", undiscounted), None, n_shown),
    "err": (oracle_ties.satisfied_step(MAX_GRADE), None, one),
    "pfound": (oracle_ties.found_step(DECAY), None, one),
    "rbp": (
        oracle_ties.persistence_step(PERSISTENCE),
        None,
        lambda labels, k: 1 / (1 - PERSISTENCE),
    ),
    "precision": (oracle_ties.hits_step, None, n_shown),
    "recall": (oracle_ties.hits_step, None, n_relevant),
    "f1": (
        oracle_ties.hits_step,
        None,
        lambda labels, k: (
            n_relevant(labels) and (n_shown(labels, k) + n_relevant(labels)) / 2
        ),
    ),
    "hit_rate": (
        oracle_ties.any_hit_step,
        None,
        lambda labels, k: n_relevant(labels) > 0,
    ),
    "mrr": (oracle_ties.first_hit_step, None, lambda labels, k: n_relevant(labels) > 0),
    "map": (
        oracle_ties.precision_step,
        0,
        lambda labels, k: min(n_relevant(labels), n_shown(labels, k)),
    ),
    "r_precision": (oracle_ties.hits_step, None, n_relevant),
    "fall_out": (oracle_ties.misses_step, None, n_irrelevant),
    "mean_relevance_position": (
        oracle_ties.gain_step("linear", position),
        None,
        lambda labels, k: sum(labels),
    ),
}


def by_recursion(name, labels, scores, *, k, ties):
    """Value of a list too long to enumerate."""
    labels, scores = labels.tolist(), scores.tolist()
    if name == "bpref":
        bounds = n_relevant(labels), min(n_relevant(labels), n_irrelevant(labels))
        step, start, divide_by = oracle_ties.preference_step(*bounds), 0, n_relevant
    else:
        step, start, divide_by = STEPS[name]
    if name == "r_precision":
        k = n_relevant(labels)
    if name in LOSSES and ties != "average":
        ties = {"pessimistic": "optimistic", "optimistic": "pessimistic"}[ties]
    divisor = divide_by(labels, k)
    if divisor == 0:
        return math.nan
    return (
        oracle_ties.by_recursion(step, start, labels, scores, ties=ties, k=k) / divisor
    )


def tied_lists(rng, grades):
    """Few scores for many rows, one block among them; each again without relevance."""
    for size, levels in [
        (12, 1),
        (20, 2),
        (25, 4),
        (40, 3),
        (40, 12),
        (60, 5),
        (90, 2),
    ]:
        labels = rng.choice(grades, size)
        scores = rng.integers(0, levels, size).astype(float)
        yield labels, scores
        yield labels * 0, scores


def tied_calls():
    """Every metric under every rule and cut-off that it reads."""
    for name in (*STEPS, "bpref"):
        metric = METRICS[name]
        rules = ("average", "pessimistic", "optimistic")
        for ties in rules if "ties" in metric.axes else rules[:1]:
            for k in (None, 1, 4, 10, 30) if metric.cutoff else (None,):
                yield name, ties, k


@pytest.mark.parametrize(("name", "ties", "k"), list(tied_calls()))
def test_with_ties(name, ties, k):
    choices = {**CHOICES.get(name, {}), **cut_of(name, k)}
    if "ties" in METRICS[name].axes:
        choices["ties"] = ties
    rng = np.random.default_rng(2)
    lists = list(tied_lists(rng, (0, 0.5, 1) if name == "pfound" else (0, 0, 1, 2)))
    drawn = [by_recursion(name, *rows, k=k, ties=ties) for rows in lists]
    compare(rng, name, lists, drawn, **choices)


@pytest.mark.parametrize("ties", ["average", "pessimistic", "optimistic"])
@pytest.mark.parametrize("k", [None, 1, 4, 10, 30])
def test_precision_at_the_hits_with_ties(ties, k):
    """The one ratio whose divisor depends on the order of tied rows."""
    rng = np.random.default_rng(3)
    lists = list(tied_lists(rng, (0, 0, 1)))
    drawn = [
        oracle_ties.precision_at_hits(labels.tolist(), scores.tolist(), ties=ties, k=k)
        for labels, scores in lists
    ]
    compare(rng, "map", lists, drawn, ap_denominator="hits", ties=ties, k=k)


def test_every_tied_average_is_drawn():
    exempt = {
        "iprec": "takes ordered ties only",
        "judged": "all rows of these lists are judged: no order matters",
        "rbp_residual": "the same",
    }
    tied = {name for name, formula in FORMULAS.items() if formula.ties}
    # Of a new metric the law over all orders of short lists is enough to begin with.
    assert {*STEPS, "bpref", *exempt} <= tied
