"""Values of a list whose scores may be tied, for a metric of ``oracle``.

``value`` names every order of the tied rows. ``by_recursion`` draws the rows of a
tied block one after the other and so reaches lists too long to enumerate.
"""

import functools
import itertools
import math

from tests import oracle


def blocks(labels, scores):
    """Labels by falling score; rows of one score stand together, in row order."""
    by_score = {}
    for label, score in zip(labels, scores, strict=True):
        by_score.setdefault(score, []).append(label)
    return [tuple(by_score[score]) for score in sorted(by_score, reverse=True)]


@functools.cache
def arrangements(block):
    """Every order of a block, those that only swap equal labels named once.

    Each stands for the same number of orders of the rows (the product of the
    factorials of the labels' counts), so that a plain mean over them is exact.
    """
    return sorted(set(itertools.permutations(block)))


def orders(labels, scores):
    """All orders of the list that agree with its scores, as label sequences."""
    yield from _orders_of(blocks(labels, scores))


def _orders_of(tied):
    for chosen in itertools.product(*map(arrangements, tied)):
        yield [label for block in chosen for label in block]


def value(metric, labels, scores, *, ties="average", **axes):
    """Value of a metric of ranks on one list under a ties rule."""
    tied = blocks(labels, scores)
    if ties in ("stable", "reversed"):
        step = 1 if ties == "stable" else -1
        return metric([label for block in tied for label in block[::step]], **axes)
    canonical = tuple(tuple(sorted(block)) for block in tied)
    return _over_all_orders(metric, canonical, ties, tuple(axes.items()))


@functools.lru_cache(maxsize=200_000)
def _over_all_orders(metric, tied, ties, axes):
    values = [metric(order, **dict(axes)) for order in _orders_of(tied)]
    return _settle(values, ties)


def _settle(values, ties):
    if ties == "average":
        return math.fsum(values) / len(values)
    return {"pessimistic": min, "optimistic": max}[ties](values)


# ------------------------------------------------------------ lists of any length


def by_recursion(step, start, labels, scores, *, ties="average", k=None):
    """Sum of what ``step`` gains along the ranks, tied rows drawn one by one.

    ``step(state, label, rank)`` returns the next state, what the row adds, and the
    chance that the user reads on. The rows left of a block are equally likely to be
    next; the bounds take the worst or best of them instead.
    """
    pools = [tuple(sorted(block)) for block in blocks(labels, scores)]
    last = len(labels) if k is None else min(k, len(labels))

    @functools.cache
    def onwards(at, pool, rank, state):
        if rank > last:
            return 0.0
        if not pool:
            return onwards(at + 1, pools[at + 1], rank, state)
        outcomes = []
        for place, label in enumerate(pool):
            if place and label == pool[place - 1]:
                outcomes.append(outcomes[-1])
                continue
            after, gained, reads_on = step(state, label, rank)
            rest = pool[:place] + pool[place + 1 :]
            more = onwards(at, rest, rank + 1, after) if reads_on else 0.0
            outcomes.append(gained + reads_on * more)
        return _settle(outcomes, ties)

    return onwards(0, pools[0], 1, start)


def gain_step(gain, discount):
    """Step of CG and DCG."""
    return lambda state, label, rank: (
        state,
        oracle.gain_of(label, gain) * oracle.discount_of(rank, discount),
        1.0,
    )


def hits_step(state, label, rank):
    """Step that counts relevant rows: precision, recall, fall-out, F1."""
    return state, float(label >= 1), 1.0


def misses_step(state, label, rank):
    """Step that counts irrelevant rows: fall-out."""
    return state, float(label < 1), 1.0


def any_hit_step(state, label, rank):
    """Step of the hit rate: one relevant row is enough."""
    return (state, 1.0, 0.0) if label >= 1 else (state, 0.0, 1.0)


def first_hit_step(state, label, rank):
    """Step of the reciprocal rank: the user stops at the first relevant row."""
    return (state, 1 / rank, 0.0) if label >= 1 else (state, 0.0, 1.0)


def precision_step(hits, label, rank):
    """Step of average precision; the state is the number of hits so far."""
    return (hits + 1, (hits + 1) / rank, 1.0) if label >= 1 else (hits, 0.0, 1.0)


def preference_step(n_relevant, bound):
    """Step of bpref; the state is the number of irrelevant rows so far."""

    def step(above, label, rank):
        if label < 1:
            return above + 1, 0.0, 1.0
        return above, 1 - min(above, n_relevant) / max(bound, 1), 1.0

    return step


def satisfied_step(max_grade):
    """Step of ERR: the user stops where the row satisfies."""

    def step(state, label, rank):
        satisfied = (2**label - 1) / 2**max_grade
        return state, satisfied / rank, 1 - satisfied

    return step


def found_step(decay):
    """Step of PFound: a label is the chance that its row answers."""
    return lambda state, label, rank: (state, label, (1 - label) * decay)


def persistence_step(persistence):
    """Step of RBP, without its factor of 1 - persistence."""
    return lambda state, label, rank: (state, float(label >= 1), persistence)


def precision_at_hits(labels, scores, *, ties="average", k=None):
    """Average precision over the hits of the top k, by the number of hits there.

    Rows are drawn one by one; the outcomes are kept apart by that number.
    """
    if not oracle.count_relevant(labels):
        return math.nan
    pools = [
        (oracle.count_relevant(block), len(block)) for block in blocks(labels, scores)
    ]
    last = len(labels) if k is None else min(k, len(labels))

    @functools.cache
    def onwards(at, relevant, size, rank, hits):
        """Chance of each number of hits, and the sum of precisions there."""
        if rank > last:
            return {hits: (1.0, 0.0)}
        if not size:
            return onwards(at + 1, *pools[at + 1], rank, hits)
        outcomes = {}
        for is_hit, ways in ((1, relevant), (0, size - relevant)):
            if not ways:
                continue
            more = onwards(at, relevant - is_hit, size - 1, rank + 1, hits + is_hit)
            for total, (chance, summed) in more.items():
                gained = is_hit * (hits + 1) / rank
                share = chance * ways / size
                outcomes.setdefault(total, []).append((share, summed + gained))
        return {total: _merge(ways) for total, ways in outcomes.items()}

    def _merge(ways):
        chance = math.fsum(share for share, _ in ways)
        if ties == "average":
            return chance, math.fsum(share * s for share, s in ways) / chance
        return chance, _settle([summed for _, summed in ways], ties)

    reached = onwards(0, *pools[0], 1, 0)
    values = {total: s / total if total else 0.0 for total, (_, s) in reached.items()}
    if ties == "average":
        return math.fsum(reached[total][0] * value for total, value in values.items())
    return _settle(list(values.values()), ties)
