"""The convention behind a number: the right one alone, or what is equal to it."""

import math

import numpy as np
import pytest

from sklearn_rankscore import get_convention, list_conventions
from sklearn_rankscore._peers.candidates import chance_of_accident, read_printed
from sklearn_rankscore._peers.identify import identify_convention
from sklearn_rankscore._plans.plan import make_plan
from tests.peers.suites import draw

BOTH = [
    name
    for name in list_conventions()
    if {"ndcg", "map"} <= set(get_convention(name).metrics or ("ndcg", "map"))
]
N_DRAWS = 200


def columns(lists):
    return lists.labels, lists.scores


def numbers(lists, convention, names, **axes):
    plan = make_plan(names, convention=convention, **axes)
    keys = {}
    if plan.steps[0].convention.ties in ("ascending", "descending"):
        keys["tiebreak"] = lists.documents
    return plan.scores(*columns(lists), groups=lists.ids, **keys)


def identify(lists, reported, **keywords):
    return identify_convention(
        reported,
        *columns(lists),
        groups=lists.ids,
        tiebreak=lists.documents,
        **keywords,
    )


@pytest.mark.parametrize("seed", range(N_DRAWS))
def test_two_numbers_of_five_digits(seed):
    """The right name is found, and every other name found has the same numbers."""
    rng = np.random.default_rng(seed)
    lists = draw(
        1000 + seed,
        int(rng.integers(20, 120)),
        sizes=(1, int(rng.integers(5, 30))),
        empty=rng.choice([0.0, 0.2]),
        ties=rng.choice([0.0, 0.5]),
    )
    right = str(rng.choice(BOTH))
    k = int(rng.choice([3, 5, 10]))
    names = [f"ndcg@{k}", f"map@{k}"]
    true = numbers(lists, right, names)
    found = identify(lists, {name: f"{true[name]:.5f}" for name in names})
    assert found.verdict == "named"
    assert right in found.conventions
    for name in found.conventions:
        assert numbers(lists, name, names) == pytest.approx(true, rel=1e-7)
    assert 0 <= found.chance < 0.5
    equal = len(found.conventions) > 1
    assert equal == any(note.startswith("Equal on these lists") for note in found.notes)


LESSON = ([1, 1, 1, 1, 1, 3, 3, 0, 0, 0], [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])


def test_the_numbers_of_the_lesson_are_worked_out():
    discount = [1 / math.log2(rank + 1) for rank in range(1, 6)]
    for gain, printed in ((3, "0.475"), (7, "0.232")):
        best = gain * sum(discount[:2]) + sum(discount[2:])
        assert f"{sum(discount) / best:.3f}" == printed


def test_the_chance_of_an_accident_by_hand():
    """0.50 was printed to 0.05: a normal falls there by 0.3829 from 0.1 away,
    by 0.1974 from 0.2 away (the widths are half and a quarter of its deviation).
    """
    one, two = 0.38292492, 0.19741265
    printed = (0.5, 0.05)
    values = [(0.5,), (0.6,), (0.7,), (0.6,), (0.5,)]
    chance = chance_of_accident(values, [printed], ["ndcg"], right=0)
    # Two candidates of one number are one, and the right one has no part.
    assert chance == pytest.approx(1 - (1 - one) * (1 - two), rel=1e-7)
    pairs = [(0.5, 0.5), (0.6, 0.3)]
    of_two = [printed, printed]
    chance = chance_of_accident(pairs, of_two, ["ndcg", "map"], right=0)
    assert chance == pytest.approx(one * two, rel=1e-7)
    chance = chance_of_accident(pairs, of_two, ["ndcg", "ndcg"], right=0)
    assert chance == pytest.approx(two, rel=1e-7)


@pytest.mark.parametrize(
    ("printed", "gain", "names"),
    [
        ("0.475", "label", {"default", "sklearn", "catboost", "trec_eval"}),
        ("0.232", "2^label - 1", {"lightgbm", "xgboost", "rax"}),
    ],
)
def test_the_pair_of_linear_and_exponential_gain(printed, gain, names):
    found = identify_convention(printed, *LESSON, groups=False, k=5)
    assert found.verdict == "named"
    assert found.settled == {"gain": gain, "discount": "1/log2(rank + 1)"}
    assert names <= set(found.conventions)
    assert 0 < found.chance < 0.1


def wrong_names_fit(seed):
    """Report one number of three digits; tell the chance, and what happened."""
    lists = draw(seed, 40, sizes=(3, 12))
    (true,) = numbers(lists, "lightgbm", ["ndcg@5"]).values()
    found = identify(lists, {"ndcg@5": f"{true:.3f}"})
    others = {
        name
        for name in found.conventions
        if abs(numbers(lists, name, ["ndcg@5"])["ndcg@5"] - true) > 1e-9
    }
    more = any("more fit that differ in one axis" in note for note in found.notes)
    return found.chance, bool(others) or more


def test_three_digits_of_one_number_come_with_the_chance_of_a_false_match():
    """The stated chance is of the size of what happens."""
    stated, happened = np.transpose([wrong_names_fit(seed) for seed in range(60)])
    assert 0.02 < stated.mean() < 1
    assert happened.mean() / 5 < stated.mean() < happened.mean() * 5 + 0.1


def test_more_digits_lower_the_chance():
    lists = draw(0, 40, sizes=(3, 12))
    (true,) = numbers(lists, "lightgbm", ["ndcg@5"]).values()
    chances = [
        identify(lists, {"ndcg@5": f"{true:.{digits}f}"}).chance for digits in (2, 3, 6)
    ]
    assert chances[0] > chances[1] > chances[2]


def test_several_that_differ_are_not_identifiable():
    lists = draw(0, 40, sizes=(3, 12))
    (true,) = numbers(lists, "lightgbm", ["ndcg@5"]).values()
    found = identify(lists, {"ndcg@5": f"{true:.1f}"})
    assert found.verdict == "not identifiable"
    assert any(note.startswith("Not identifiable") for note in found.notes)
    assert found.chance > 0.5


def test_one_axis_away_from_a_named_one():
    lists = draw(1, 80, sizes=(3, 12))
    true = numbers(lists, "lightgbm", ["ndcg@5", "map@5"], ties="pessimistic")
    found = identify(lists, {name: f"{value:.6f}" for name, value in true.items()})
    assert (found.verdict, found.conventions) == ("one axis away", ())
    assert found.rows[0]["but"] == "ties worst order"
    assert found.settled["ties"] == "worst order"


def test_nothing_fits():
    lists = draw(2, 40, sizes=(3, 12))
    found = identify(lists, {"ndcg@5": "0.000123"})
    assert (found.verdict, found.conventions, found.settled) == ("none", (), {})
    assert math.isnan(found.chance)
    assert len(found) == 5
    off = [abs(row["ndcg@5 off by"]) for row in found.rows]
    assert off == sorted(off)
    assert found.title == "Nothing reproduces ndcg@5 = 0.000123; the nearest:"


def test_the_cutoff_of_a_bare_name_is_found():
    lists = draw(3, 60, sizes=(20, 60))
    (true,) = numbers(lists, "sklearn", ["ndcg@10"]).values()
    found = identify(lists, f"{true:.7f}")
    assert {row["k"] for row in found.rows} == {10}
    assert "sklearn" in found.conventions


def test_a_bare_name_of_xgboost_is_found_at_32():
    lists = draw(4, 60, sizes=(40, 60))
    (true,) = numbers(lists, "xgboost", ["ndcg@32"]).values()
    found = identify(lists, f"{true:.8f}")
    rows = {row["convention"]: row["k"] for row in found.rows}
    assert rows["xgboost"] == 32


def test_k_is_that_of_every_bare_name():
    lists = draw(5, 60, sizes=(5, 20))
    true = numbers(lists, "ranx", ["ndcg@3", "map@3"])
    reported = {"ndcg": f"{true['ndcg@3']:.6f}", "map": f"{true['map@3']:.6f}"}
    found = identify(lists, reported, k=3)
    assert "ranx" in found.conventions
    assert list(found.columns)[3:] == [
        "ndcg@3",
        "ndcg@3 off by",
        "map@3",
        "map@3 off by",
    ]


def test_conventions_by_document_id_need_ids_where_scores_are_equal():
    tied, untied = draw(6, 20, sizes=(5, 9)), draw(6, 20, sizes=(5, 9), ties=0.0)
    for lists, left_out in ((tied, True), (untied, False)):
        found = identify_convention("0.5", *columns(lists), groups=lists.ids, k=5)
        note = "orders equal scores by document id"
        assert any(note in text for text in found.notes) == left_out


def test_labels_that_mean_nothing_to_a_convention_leave_it_out():
    found = identify_convention("1.0", [0.5, 1.5], [1, 2], groups=False)
    assert any("lightgbm" in note and "whole" in note for note in found.notes)
    assert "sklearn" in found.conventions


def test_weights_and_losses():
    rng = np.random.default_rng(7)
    lists = draw(7, 30, sizes=(4, 9), empty=0.0)
    weights = rng.random(len(lists.ids))
    plan = make_plan("neg_fall_out@3", convention="torchmetrics")
    scores = plan.scores(*columns(lists), groups=lists.ids, sample_weight=weights)
    (true,) = scores.values()
    found = identify(lists, {"neg_fall_out@3": f"{true:.9f}"}, sample_weight=weights)
    assert true < 0
    assert "torchmetrics" in found.conventions


@pytest.mark.parametrize(
    ("value", "number", "half"),
    [
        ("0.475", 0.475, 0.0005),
        ("0.4750", 0.475, 0.00005),
        (0.475, 0.475, 0.0005),
        (np.float64(0.25), 0.25, 0.005),
        ("47.5%", 0.475, 0.0005),
        (" .5 ", 0.5, 0.05),
        ("1.25e-3", 0.00125, 0.000005),
        ("-0.10", -0.1, 0.005),
        ("1", 1.0, 0.5),
    ],
)
def test_printed_numbers(value, number, half):
    assert read_printed(value) == pytest.approx((number, half), rel=1e-8)


def test_a_number_of_all_digits_allows_for_the_order_of_addition():
    lists = draw(8, 200, sizes=(5, 30))
    for name in ("sklearn", "lightgbm", "trec_eval"):
        (true,) = numbers(lists, name, ["ndcg@10"]).values()
        assert name in identify(lists, {"ndcg@10": repr(true)}).conventions


@pytest.mark.parametrize(
    ("reported", "message"),
    [
        ("about 0.5", r"'reported' .* as printed, such as '0.475' .* 'about 0.5'"),
        (None, r"'reported' .* None"),
        ({"ndgc@5": "0.5"}, r"Unknown metric 'ndgc@5' in identify_convention"),
        ({"err@5": "0.5"}, r"'max_grade' parameter of identify_convention"),
    ],
)
def test_refusals(reported, message):
    with pytest.raises(ValueError, match=message):
        identify_convention(reported, [1, 0], [2, 1], groups=False)


def test_a_number_that_every_convention_has_tells_nothing():
    found = identify_convention("1.0", [1, 0], [2, 1], groups=False, metric="mrr")
    assert "mrr" in found.columns
    assert found.verdict == "not identifiable"
    assert math.isnan(found.chance)
    assert "tells nothing apart" in found.notes[1]
    assert "Chance" not in str(found)
    assert "No other" not in str(found)


def test_a_number_that_every_named_convention_has_is_said_to_tell_none_apart():
    found = identify_convention("0.5", [0, 1, 0], [3, 2, 1], groups=False, metric="mrr")
    assert "default" in found.conventions
    assert any("Every named convention tried fits" in note for note in found.notes)
    assert "No other" not in str(found)


@pytest.mark.parametrize("printed", ["1e400", "1e-400", "0e400", 10**400, math.inf])
def test_numbers_beyond_float64_are_refused(printed):
    with pytest.raises(ValueError, match="must be a number as printed"):
        identify_convention(printed, [1, 0], [2, 1], groups=False)
