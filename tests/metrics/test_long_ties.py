"""Tie blocks of any length: values against exact fractions, cost by counting."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest

from sklearn_rankscore import err_score, hit_rate_score, map_score, pfound_score
from sklearn_rankscore._metrics import hit, user
from sklearn_rankscore._metrics.gain import discounts, gain_of


def tied(score, labels, **choices):
    """Value of one list whose rows all have the same score."""
    return score(labels, np.zeros(len(labels)), groups=False, ties="average", **choices)


def labelled(size, relevant):
    return (np.arange(size) < relevant).astype(float)


# ----------------------------------------------------------------- hit rate and MAP


@pytest.mark.parametrize(
    ("size", "relevant", "k"),
    [
        (1, 1, 1),
        (5, 2, 2),
        (5, 3, 3),
        (300, 200, 100),
        (300, 200, 101),
        (100_000, 1, 1),
        (100_000, 3, 10),
        (100_000, 50_000, 5),
        (100_000, 40, 1000),
        (100_000, 7, 60_000),
    ],
)
def test_chance_of_a_hit(size, relevant, k):
    exact = 1 - Fraction(comb(size - relevant, k), comb(size, k))
    value = tied(hit_rate_score, labelled(size, relevant), k=k)
    assert value == pytest.approx(float(exact), rel=1e-14, abs=0)


def test_chance_of_a_hit_is_settled_once_per_block(monkeypatch):
    asked = []

    def counted(rows, hits, drawn, chance=hit._chance_of_a_hit):
        asked.append(len(rows))
        return chance(rows, hits, drawn)

    monkeypatch.setattr(hit, "_chance_of_a_hit", counted)
    labels = np.tile(labelled(1000, 10), 3)
    groups = np.repeat([0, 1, 2], 1000)
    hit_rate_score(labels, np.zeros(3000), groups=groups, k=20, ties="average")
    assert sum(asked) == 3


def precision_at_hits(size, relevant, k):
    """Mean over h of the mean precision at h hits in random places down to k."""
    total = Fraction(0)
    for h in range(max(1, k - size + relevant), min(relevant, k) + 1):
        chance = Fraction(
            comb(relevant, h) * comb(size - relevant, k - h), comb(size, k)
        )
        mates = Fraction(h - 1, k - 1) if k > 1 else 0
        at_hits = sum((1 + (j - 1) * mates) / j for j in range(1, k + 1))
        total += chance * at_hits / k
    return float(total)


@pytest.mark.parametrize(
    ("size", "relevant", "k"),
    [
        (6, 3, 2),
        (6, 5, 4),
        (50, 20, 10),
        (400, 399, 30),
        (100_000, 30_000, 40),
        (100_000, 5, 90),
        (1_000_000, 999_000, 30),
    ],
)
def test_precision_at_the_hits(size, relevant, k):
    value = tied(map_score, labelled(size, relevant), k=k, ap_denominator="hits")
    assert value == pytest.approx(
        precision_at_hits(size, relevant, k), rel=1e-13, abs=0
    )


def test_precision_at_the_hits_of_a_million_rows():
    """With half of the rows relevant, mean precision hardly depends on the hits."""
    k = 500_000
    labels = labelled(1_000_000, 500_000)
    value = tied(map_score, labels, k=k, ap_denominator="hits")
    harmonic = discounts("reciprocal", k).between(0, k)
    # The value is linear in h, and h is 250 000 in the mean.
    mates = (250_000 - 1) / (k - 1) * (k - harmonic)
    assert value == pytest.approx((harmonic + mates) / k, rel=1e-13, abs=0)


# ------------------------------------------------------------------- ERR and PFound


def stop_chances(stops):
    """Exact chance to stop at each place of rows in random order."""
    passed = [Fraction(1)] + [Fraction(0)] * len(stops)
    for row, stop in enumerate(stops, start=1):
        for j in range(row, 0, -1):
            passed[j] += passed[j - 1] * (1 - Fraction(stop))
    passed = [each / comb(len(stops), j) for j, each in enumerate(passed)]
    return [before - after for before, after in pairwise(passed)]


def draw(kind, size):
    rng = np.random.default_rng(size)
    shares = {
        "grades": lambda: rng.choice([0, 1, 3, 7, 15], size) / 16,
        "sparse": lambda: rng.integers(1, 64, size) / 64 * (rng.random(size) < 0.1),
        "no zeros": lambda: rng.integers(1, 1 << 20, size) / (1 << 20),
        "certain": lambda: rng.choice([0, 0.5, 1], size),
        "one grade": lambda: np.full(size, 1 / 16),
        "nearly certain": lambda: np.full(size, 1 - 2.0**-20),
        "nearly never": lambda: rng.choice([0, 1, 5], size) * 2.0**-60,
        "one of them": lambda: np.eye(1, size)[0] / 4,
        "a few": lambda: (np.arange(size) < 3) * rng.integers(1, 8, size) / 8,
    }
    return shares[kind]()


KINDS = [
    "grades",
    "sparse",
    "no zeros",
    "certain",
    "one grade",
    "nearly certain",
    "nearly never",
    "one of them",
    "a few",
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2, 3, 7, 40, 150])
@pytest.mark.parametrize("k", [None, 1, 5])
def test_where_a_user_stops(kind, size, k):
    stops = draw(kind, size)
    chances = stop_chances(stops.tolist())[:k]
    decay = Fraction(7, 8)
    found = sum(chance * decay**j for j, chance in enumerate(chances))
    value = tied(pfound_score, stops, decay=float(decay), k=k)
    assert value == pytest.approx(float(found), rel=1e-14, abs=0)


@pytest.mark.parametrize("size", [2, 3, 7, 40, 150])
@pytest.mark.parametrize("k", [None, 1, 5])
def test_expected_reciprocal_rank(size, k):
    stops = draw("grades", size)
    chances = stop_chances(stops.tolist())[:k]
    exact = sum(chance / (j + 1) for j, chance in enumerate(chances))
    value = tied(err_score, np.log2(stops * 16 + 1), max_grade=4, k=k)
    assert value == pytest.approx(float(exact), rel=1e-14, abs=0)


def test_lists_of_every_kind_in_one_call():
    lists = [draw(kind, size) for kind in KINDS for size in (1, 2, 9, 33, 70, 300)]
    groups = np.repeat(np.arange(len(lists)), [len(each) for each in lists])
    labels = np.concatenate(lists)
    value = pfound_score(labels, labels * 0, groups=groups, ties="average")
    alone = [tied(pfound_score, each) for each in lists]
    assert value == pytest.approx(np.mean(alone), rel=1e-14, abs=0)


@pytest.mark.parametrize("size", [1000, 1_000_000])
def test_one_row_that_stops(size):
    """Its place is uniform, so the sum over the ranks is geometric."""
    decay, stop = 0.999, 0.25
    labels = np.eye(1, size)[0] * stop
    exact = stop * -np.expm1(size * np.log(decay)) / (1 - decay) / size
    value = tied(pfound_score, labels, decay=decay)
    assert value == pytest.approx(exact, rel=1e-12, abs=0)


@pytest.fixture
def products(monkeypatch):
    """Products that the recursions have added up."""
    sizes = []

    def counted(one, two, dot=user._dot):
        sizes.append(one.size)
        return dot(one, two)

    monkeypatch.setattr(user, "_dot", counted)
    return sizes


def test_rows_that_never_stop_cost_nothing(products):
    assert tied(pfound_score, np.zeros(16_000)) == 0.0
    assert products == []


@pytest.mark.parametrize("kind", ["grades", "sparse", "no zeros", "one grade"])
def test_cost_does_not_grow_with_the_square(products, kind):
    cost = {}
    for size in (4000, 16_000):
        products.clear()
        tied(pfound_score, draw(kind, size))
        cost[size] = sum(products)
    assert cost[16_000] <= 6 * cost[4000] + 100


def test_equal_chances_are_settled_at_once(products):
    labels = np.repeat([0.0, 0.25, 0.5], 10_000)
    tied(pfound_score, labels)
    reach = 58 / 0.25
    assert sum(products) <= 4 * reach**2
    assert len(products) <= 4 * reach


# --------------------------------------------------------------- discounts and gains


@pytest.mark.parametrize("discount", ["log2", "reciprocal", 10])
@pytest.mark.parametrize(
    ("begin", "end"), [(0, 1), (0, 50_000), (49_990, 50_000), (29_999, 30_001)]
)
def test_discounts_of_a_run_of_ranks(discount, begin, end):
    table = discounts(discount, 50_000)
    exact = sum(map(Fraction, table.factors[begin:end].tolist()))
    value = table.between(np.array([begin]), np.array([end]))[0]
    assert value == pytest.approx(float(exact), rel=4e-16, abs=0)


@pytest.mark.parametrize("label", [5e-324, 1e-300, 1e-12, 1e-3, 0.1, 0.5, 0.999])
def test_exponential_gain_of_a_fraction(label):
    with localcontext() as context:
        context.prec = 400
        exact = Decimal(2).ln() * Decimal(label)
        exact = exact if label < 1e-200 else exact.exp() - 1
    gain = gain_of(np.array([label, 3.0]), "exponential")
    assert gain[0] == pytest.approx(float(exact), rel=4e-16, abs=0)
    assert gain[1] == 7.0


def test_exponential_gain_of_whole_labels_is_exact():
    labels = np.arange(53.0)
    assert gain_of(labels, "exponential").tolist() == [2**n - 1 for n in range(53)]
