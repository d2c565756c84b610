"""Lists on which the peers are compared: hand-made edge cases, digits, random draws."""

import dataclasses

import numpy as np

from sklearn_rankscore._peers.records import PeerLists, our_number
from sklearn_rankscore.datasets import load_digits_ranking

# Labels, scores and documents of the cases that every peer was measured on.
CASES = {
    "A graded": ("3 2 3 0 1 2", "6 5 4 3 2 1", "d1 d2 d3 d4 d5 d6", 3),
    "B AP denominator": ("1 0 1 1 0 1", "6 5 4 3 2 1", "d1 d2 d3 d4 d5 d6", 3),
    "C k > n": ("1 0", ".2 .9", "d1 d2", 5),
    "D ties": ("3 1 0 2 0", "2 2 2 2 1", "d2 d4 d1 d3 d5", 2),
    "E no relevant row": ("0 0 0", "3 2 1", "d1 d2 d3", 2),
    "F negative scores": ("0 1 1 0", "-1 -2 -3 -4", "d1 d2 d3 d4", 3),
    "G 1e-9 apart": ("0 1", "1 1.000000001", "d2 d1", 1),
}
MEAN_CASE = ("B AP denominator", "E no relevant row", "C k > n")


def lists_of(names):
    """Stack cases."""
    columns = [CASES[name] for name in names]
    labels, scores, documents = (
        [text for column in columns for text in column[place].split()]
        for place in range(3)
    )
    sizes = [len(column[0].split()) for column in columns]
    return PeerLists(
        np.array(labels, dtype=float),
        np.array(scores, dtype=float),
        np.concatenate(([0], np.cumsum(sizes))),
        np.array(documents),
    )


def edge_lists():
    """Return the cases one by one, and their mean case, with their cut-offs."""
    single = {name: (lists_of([name]), case[3]) for name, case in CASES.items()}
    return single | {"H mean": (lists_of(MEAN_CASE), 3)}


def draw(
    seed,
    n_lists,
    *,
    sizes=(1, 40),
    labels=(0, 1, 2, 3, 4),
    empty=0.15,
    ties=0.5,
    weights=None,
):
    """Draw lists, some without a relevant row, with a share of scores from few levels.

    Scores are drawn so that float32 makes ties of some of them.
    """
    rng = np.random.default_rng(seed)
    lengths = rng.integers(sizes[0], sizes[1] + 1, n_lists)
    n_rows = lengths.sum()
    ids = np.repeat(np.arange(n_lists), lengths)
    y_true = rng.choice(labels, n_rows) * (rng.random(n_rows) < 0.6)
    y_true[(rng.random(n_lists) < empty)[ids]] = 0
    coarse = rng.integers(0, 6, n_rows) / 3.0 + 1e-9 * rng.integers(0, 2, n_rows)
    y_score = np.where(rng.random(n_rows) < ties, coarse, rng.normal(size=n_rows))
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    documents = [f"d{rank:05d}" for n in lengths for rank in rng.permutation(n)]
    row_weights = None if weights is None else weights(rng, ids)
    return PeerLists(
        y_true.astype(float), y_score, offsets, np.array(documents), row_weights
    )


def by_row(rng, ids):
    """Weigh every row on its own."""
    return rng.random(len(ids)) + 0.5


def by_list(rng, ids):
    """Weigh every row of a list alike."""
    return (rng.random(ids.max() + 1) + 0.5)[ids]


def digits_lists():
    """Digits, scored by their distance to the query's first image."""
    X, y, ids = load_digits_ranking(n_queries=60, random_state=0, return_X_y=True)
    order = np.argsort(ids, kind="stable")
    sizes = np.unique(ids[order], return_counts=True)[1]
    scores = np.asarray(X, dtype=float)[order] @ np.linspace(-1, 1, X.shape[1])
    documents = np.char.zfill(np.arange(len(y)).astype(str), 6)
    return PeerLists(
        np.asarray(y, dtype=float)[order],
        scores,
        np.concatenate(([0], np.cumsum(sizes))),
        documents,
    )


def numbers_one_by_one(peer, measure, k, lists):
    """Return the peer's number and ours of each list alone."""
    plan, pairs = peer.plan(measure, k), []
    for single in lists.split():
        (theirs,) = peer.ask(single, [measure.call(k, single.longest)])
        pairs.append((theirs, peer.rounded(our_number(plan, single))))
    return np.array(pairs).T


CHANCES = (0, 0.25, 0.5, 0.75, 1)
SUITES = {
    "digits": digits_lists,
    "graded": lambda: draw(0, 200),
    "binary": lambda: draw(1, 200, labels=(0, 1)),
    "chances": lambda: draw(2, 200, labels=CHANCES),
    "two rows or more": lambda: draw(3, 200, sizes=(2, 40)),
    "short": lambda: draw(4, 200, sizes=(1, 15)),
    "short binary": lambda: draw(5, 200, sizes=(1, 15), labels=(0, 1)),
    "no ties": lambda: draw(6, 200, ties=0.0),
    "long": lambda: draw(7, 10, sizes=(300, 1500)),
    "weighted rows": lambda: draw(8, 200, sizes=(2, 40), weights=by_row),
    "weighted lists": lambda: draw(9, 200, sizes=(2, 40), weights=by_list),
    "weighted binary": lambda: draw(10, 200, labels=(0, 1), weights=by_list),
    "weighted chances": lambda: draw(11, 200, labels=CHANCES, weights=by_list),
}
CUTOFFS = (1, 3, 10, None)


def scaled(lists, factor):
    """Return the lists with labels times a factor."""
    return dataclasses.replace(lists, labels=lists.labels * factor)
