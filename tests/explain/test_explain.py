"""A list explained rank by rank: its table, its fractions, its notes."""

import json
import math
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from sklearn_rankscore import Convention, list_conventions, score_per_group
from sklearn_rankscore._explain.explain import explain
from tests import oracle, oracle_ties

LESSON = [3, 2, 0, 2, 0, 3, 0, 1, 0, 1]
FALLING = list(range(10, 0, -1))
CASES = {
    case["id"]: case["expected"]
    for case in json.loads(
        (Path(__file__).parents[1] / "cases" / "lessons.json").read_text("utf-8")
    )
}


def by_name(explanation):
    return {value.name: value for value in explanation.values}


def test_the_table_of_the_lesson():
    table = explain(LESSON, FALLING, groups=False, k=5).positions
    assert [p.label for p in table] == LESSON
    assert [p.ideal_label for p in table] == sorted(LESSON, reverse=True)
    for p in table:
        assert math.isclose(p.dcg, CASES[f"S000-09-row{p.rank}"])
        assert math.isclose(p.idcg, CASES[f"S000-10-row{p.rank}"])
        assert math.isclose(p.divisor, CASES[f"S000-11-rank{p.rank}"])
        for share, case in ((p.share, "S000-12"), (p.ideal_share, "S000-13")):
            # The lesson leaves out the rows that add nothing.
            assert math.isclose(share, CASES.get(f"{case}-{p.rank}", 0))
    assert [p.counted for p in table] == [True] * 5 + [False] * 5


def test_rows_of_equal_gain_keep_their_order_in_the_ideal():
    table = explain(LESSON, FALLING, groups=False).positions
    order = [int(p.ideal_title.removeprefix("row ")) for p in table]
    assert order == [0, 5, 1, 3, 7, 9, 2, 4, 6, 8]


@pytest.mark.parametrize("convention", list_conventions())
def test_values_are_those_of_the_score_functions(convention):
    rng = np.random.default_rng(0)
    for k in (None, 1, 3, 9):
        labels, scores = rng.integers(0, 4, 8), rng.integers(0, 3, 8)
        keys = rng.permutation(8)
        by_key = {"tiebreak": keys} if convention in BY_KEY else {}
        found = explain(
            labels, scores, groups=False, k=k, convention=convention, **by_key
        )
        held = [v for v in found.values if not v.name.startswith(("dcg", "idcg"))]
        assert held
        for value in held:
            own = {"max_grade": labels.max()} if "err" in value.name else {}
            scored = score_per_group(
                value.name,
                labels,
                scores,
                groups=False,
                convention=convention,
                **by_key,
                **own,
            )
            assert value.value == scored.values[0]
            assert value.defined == scored.defined[0]


BY_KEY = ("trec_eval", "trec_eval10", "msmarco")


@pytest.mark.parametrize("ties", ["average", "stable", "reversed", "pessimistic"])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 7])
def test_the_running_sum_at_k_is_the_dcg(ties, k):
    labels, scores = [0, 3, 1, 2, 0, 1], [2, 2, 2, 1, 1, 0]
    found = explain(labels, scores, groups=False, k=k, ties=ties)
    values = by_name(found)
    reached = [p for p in found.positions if p.counted][-1]
    assert math.isclose(reached.dcg, values[f"dcg@{k}"].value)
    assert math.isclose(reached.idcg, values[f"idcg@{k}"].value)
    ratio = reached.dcg / reached.idcg
    assert math.isclose(ratio, values[f"ndcg@{k}"].value)


@pytest.mark.parametrize("discount", ["log2", "reciprocal"])
@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize(
    "ties", ["average", "stable", "reversed", "pessimistic", "optimistic"]
)
def test_positions_are_those_of_the_loops(ties, gain, discount):
    rng = np.random.default_rng(0)
    options = {"gain": gain, "discount": discount}
    for _ in range(20):
        n = int(rng.integers(1, 8))
        labels = rng.integers(0, 4, n).tolist()
        scores = rng.integers(0, 3, n).tolist()
        table = explain(labels, scores, groups=False, ties=ties, **options).positions
        ideal = sorted(labels, reverse=True)
        assert [p.rank for p in table] == list(range(1, n + 1))
        for p in table:
            dcg = oracle_ties.value(
                oracle.dcg, labels, scores, ties=ties, k=p.rank, **options
            )
            assert math.isclose(p.dcg, dcg, rel_tol=1e-13, abs_tol=1e-13)
            idcg = oracle.dcg(ideal, k=p.rank, **options)
            assert math.isclose(p.idcg, idcg, rel_tol=1e-13, abs_tol=1e-13)
            factor = oracle.discount_of(p.rank, discount)
            assert math.isclose(p.divisor, 1 / factor)
            assert math.isclose(p.share, p.gain * factor)
            assert p.ideal_gain == oracle.gain_of(ideal[p.rank - 1], gain)
            assert math.isclose(p.ideal_share, p.ideal_gain * factor)
            row = int(p.title.removeprefix("row "))
            assert p.label == labels[row]
            assert p.tied == (scores.count(scores[row]) > 1)
            if ties != "average":
                assert p.gain == oracle.gain_of(p.label, gain)


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        ("average", "abcd"),
        ("stable", "abcd"),
        ("reversed", "cbad"),
        ("pessimistic", "acbd"),
        ("optimistic", "bcad"),
        ("ascending", "bcad"),
        ("descending", "acbd"),
    ],
)
def test_tied_rows_stand_in_the_order_of_the_rule(ties, order):
    keys = {"tiebreak": [3, 1, 2, 0]} if ties in ("ascending", "descending") else {}
    titles = list("abcd")
    labels, scores = [0, 2, 1, 3], [1, 1, 1, 0]
    found = explain(labels, scores, groups=False, titles=titles, ties=ties, **keys)
    assert "".join(p.title for p in found.positions) == order
    assert [p.tied for p in found.positions] == [True, True, True, False]
    mean = [1, 1, 1, 3]
    single = [dict(zip(titles, labels, strict=True))[title] for title in order]
    gains = mean if ties == "average" else single
    assert [p.gain for p in found.positions] == gains


@pytest.mark.parametrize(
    ("labels", "scores", "keywords", "name", "fraction"),
    [
        (LESSON, FALLING, {"k": 5}, "precision@5", "3 / 5"),
        (LESSON, FALLING, {"k": 12}, "precision@12", "6 / 10"),
        (
            LESSON,
            FALLING,
            {"k": 12, "precision_denominator": "k"},
            "precision@12",
            "6 / 12",
        ),
        (LESSON, FALLING, {"k": 5}, "recall@5", "3 / 6"),
        (
            LESSON,
            FALLING,
            {"k": 5, "recall_denominator": "min(R, k)"},
            "recall@5",
            "3 / 5",
        ),
        (LESSON, FALLING, {"k": 5}, "ndcg@5", "5.123 / 7.141"),
        (LESSON, FALLING, {"k": 5}, "ndcg", "6.796 / 7.497"),
        (LESSON, FALLING, {}, "ndcg", "6.796 / 7.497"),
        (LESSON, FALLING, {"k": 5}, "map@5", "2.750 / 5"),
        (LESSON, FALLING, {"k": 5, "ap_denominator": "R"}, "map@5", "2.750 / 6"),
        (LESSON, FALLING, {"k": 5, "ap_denominator": "hits"}, "map@5", ""),
        (LESSON, FALLING, {"k": 5}, "mrr", "1 / 1"),
        ([0, 0, 1], [3, 2, 1], {}, "mrr", "1 / 3"),
        ([0, 1], [1, 1], {}, "mrr", "mean over tied rows"),
        ([0, 1], [1, 1], {"k": 1}, "precision@1", "0.500 / 1"),
        (LESSON, FALLING, {"k": 5}, "cg@5", "3 + 2 + 0 + 2 + 0"),
        (LESSON, FALLING, {"k": 3}, "dcg@3", "3 + 1.262 + 0"),
        (LESSON, FALLING, {"k": 3}, "idcg@3", "3 + 1.893 + 1"),
        (LESSON, FALLING, {"k": 2}, "err@2", "0.875 + 0.023"),
        (LESSON, FALLING, {"k": 2, "persistence": 0.5}, "rbp@2", "0.500 + 0.250"),
        ([1] * 12, range(12), {}, "cg", " + ".join(["1"] * 10) + " + ..."),
        ([0, 0], [2, 1], {"k": 1}, "precision@1", "0 / 1"),
        ([0, 0], [2, 1], {"k": 1}, "recall@1", "0 / 0"),
        ([0, 0], [2, 1], {}, "mrr", ""),
    ],
)
def test_fractions(labels, scores, keywords, name, fraction):
    found = explain(labels, list(scores), groups=False, **keywords)
    assert by_name(found)[name].fraction == fraction


def test_words_follow_the_convention():
    values = by_name(explain(LESSON, FALLING, groups=False, k=5, convention="ranx"))
    assert values["precision@5"].words == "relevant rows in the top k / k"
    assert values["map@5"].words == "sum of precision at relevant rows / R"


@pytest.mark.parametrize(
    ("convention", "value", "said"),
    [
        ("default", 0, "Convention default counts it as 0."),
        ("lightgbm", 1, "Convention lightgbm counts it as 1."),
        (
            Convention(name="ours", empty="skip"),
            math.nan,
            "Convention ours leaves the list out of the mean.",
        ),
        (
            Convention(name="ours", empty="raise"),
            math.nan,
            "Convention ours refuses the list.",
        ),
    ],
)
def test_a_metric_without_a_value_is_noted(convention, value, said):
    found = explain([0, 0], [2, 1], groups=False, convention=convention)
    ndcg = by_name(found)["ndcg"]
    assert ndcg.defined is False
    assert ndcg.value == pytest.approx(value, nan_ok=True)
    noted = f"ndcg has no value here: every gain of the list is 0. {said}"
    assert noted in found.notes


@pytest.mark.parametrize(
    ("convention", "k", "note"),
    [
        (
            "default",
            4,
            "k = 4 is beyond the 3 rows. Precision divides by min(k, n) = 3 in "
            "convention default.",
        ),
        (
            "ranx",
            4,
            "k = 4 is beyond the 3 rows. Precision divides by k = 4 in convention "
            "ranx.",
        ),
        ("sklearn", 4, "k = 4 is beyond the 3 rows: every row counts."),
        (
            "default",
            1,
            "Ranks 1 to 2 are tied and k = 1 falls between them. Convention default "
            "takes the average over orders.",
        ),
    ],
)
def test_notes_say_where_the_convention_decided(convention, k, note):
    found = explain([1, 0, 2], [2, 2, 1], groups=False, k=k, convention=convention)
    assert found.notes == (note,)


def test_nothing_is_noted_where_nothing_was_decided():
    assert explain([1, 0, 2], [2, 2, 1], groups=False, k=2).notes == ()


def test_choices_name_what_was_read_and_what_was_set():
    found = explain(LESSON, FALLING, groups=False, convention="lightgbm", gain="linear")
    choices = {c.axis: (c.value, c.changed) for c in found.choices}
    assert choices["gain"] == ("label", True)
    assert choices["ties"] == ("row order", False)
    assert choices["relevant_from"] == ("above 0.5", False)
    assert "precision_denominator" not in choices
    assert "  gain: label (set here)" in str(found).splitlines()


def test_documents_that_were_missed_stand_in_the_ideal_only():
    labels, scores = [3, 2, 3, 0, 1, 2, 3, 2], [8, 7, 6, 5, 4, 3, 0, 0]
    returned = [True] * 6 + [False] * 2
    found = explain(labels, scores, groups=False, k=6, retrieved=returned)
    assert found.n_rows == 6
    assert found.n_relevant == 7
    # The lesson says 0.785 where the ideal order knows the missed rows.
    ideal = oracle.dcg([3, 3, 3, 2, 2, 2], k=6)
    expected = oracle.dcg([3, 2, 3, 0, 1, 2], k=6) / ideal
    assert round(expected, 3) == 0.785
    assert math.isclose(by_name(found)["ndcg@6"].value, expected)
    assert [p.title for p in found.positions][6:] == ["", ""]
    assert [p.ideal_label for p in found.positions] == [3, 3, 3, 2, 2, 2, 1, 0]
    only = explain(labels, scores, groups=False, retrieved=returned, ideal="retrieved")
    assert [p.ideal_label for p in only.positions] == [3, 3, 2, 2, 1, 0]


@pytest.mark.parametrize(
    ("unjudged", "titles", "shown"),
    [
        ("irrelevant", ["a", "b", "c"], ["1", "?", "2"]),
        ("condense", ["a", "c"], ["1", "2"]),
    ],
)
def test_rows_that_nobody_judged(unjudged, titles, shown):
    labels = [0, 1, math.nan, 2]
    keywords = {"groups": [7, 8, 8, 8], "group": 8, "titles": ["z", "a", "b", "c"]}
    found = explain(labels, [1, 3, 2, 1], unjudged=unjudged, **keywords)
    assert [p.title for p in found.positions] == titles
    lines = str(found).splitlines()[3 : 3 + len(titles)]
    assert [line.split()[2] for line in lines] == shown


def test_one_list_out_of_many():
    labels, scores = [0, 1, 2, 1, 0, 3], [1, 2, 3, 3, 2, 1]
    groups = ["a", "b", "a", "b", "a", "b"]
    found = explain(labels, scores, groups=groups, group="b")
    assert found.group == "b"
    assert [p.title for p in found.positions] == ["row 3", "row 1", "row 5"]
    matrix = explain([[1, 0], [0, 2]], [[2, 1], [2, 1]], group=1)
    assert [p.title for p in matrix.positions] == ["row 2", "row 3"]
    assert str(matrix).startswith("group 1: n = 2 rows, R = 1 relevant, not cut\n")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_ids_of_a_data_frame(library):
    series = pytest.importorskip(library).Series(["x", "y", "y"])
    found = explain([1, 0, 1], [3, 2, 1], groups=series, group="y", titles=series)
    assert [p.title for p in found.positions] == ["y", "y"]


def test_functions_as_gain_and_discount():
    found = explain(
        [2, 1],
        [2, 1],
        groups=False,
        gain=lambda labels: labels**2,
        discount=lambda ranks: 1 / ranks**2,
    )
    assert [p.share for p in found.positions] == [4, 0.25]
    assert "divisor" in str(found)


@pytest.mark.parametrize(
    "name", ["f1@3", "bpref", "kendall_tau", "hit_rate@2", "neg_fall_out@3"]
)
def test_other_metrics_by_name(name):
    found = explain(LESSON, FALLING, groups=False, scoring=name)
    (value,) = found.values
    assert value.name == name
    assert value.value == score_per_group(name, LESSON, FALLING, groups=False).values[0]
    assert value.words


def test_the_grade_scale_of_err_can_be_given():
    low = explain([1, 0], [2, 1], groups=False, scoring="err")
    high = explain([1, 0], [2, 1], groups=False, scoring="err", max_grade=4)
    assert low.values[0].value == 0.5
    assert high.values[0].value == 1 / 16
    assert high.values[0].words.endswith("top grade 4")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"groups": None}, ValueError, "explain needs the query of each row"),
        ({"k": 0}, ValueError, "The 'k' parameter of explain must be an int >= 1"),
        ({"convention": "nope"}, ValueError, "The 'convention' parameter of explain"),
        ({"gain": "square"}, ValueError, "The 'gain' parameter of explain must be"),
        ({"colour": 1}, TypeError, "The 'colour' parameter of explain is unknown to"),
        (
            {"titles": ["a"]},
            ValueError,
            "The 'titles' parameter of explain must hold one title per row. "
            "Got 1 for 3 rows.",
        ),
        (
            {"groups": ["a", "a", "b"]},
            ValueError,
            "The 'group' parameter of explain must be the id of one of the 2 lists: "
            "'a', 'b'. Got None instead.",
        ),
        (
            {"groups": [1, 2, 3], "group": 4},
            ValueError,
            "one of the 3 lists: 1, 2, 3. Got 4 instead.",
        ),
        (
            {"ties": "ascending"},
            ValueError,
            "explain with ties='ascending' needs tiebreak=",
        ),
        (
            {"scoring": "neg_huber"},
            ValueError,
            "must name metrics of ranked lists. Got 'neg_huber'",
        ),
        (
            {"convention": "sklearn", "scoring": "map"},
            ValueError,
            "The convention 'sklearn' of explain holds for ndcg",
        ),
    ],
)
def test_refusals(arguments, error, message):
    with pytest.raises(error) as caught:
        explain([1, 0, 2], [3, 2, 1], **{"groups": False, **arguments})
    assert message in str(caught.value)


def test_the_frame_holds_the_positions():
    pandas = pytest.importorskip("pandas")
    found = explain(LESSON, FALLING, groups=False, k=5)
    frame = found.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["dcg"]) == [p.dcg for p in found.positions]
    assert list(frame.columns) == list(found.positions[0]._fields)


class _Text(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts = set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)

    def handle_data(self, data):
        self.texts.append(data)


def test_titles_are_text_in_html(tmp_path):
    hostile = "<img src=x onerror=alert(1)>"
    found = explain(
        [1, 0, 0], [3, 2, 2], groups=[hostile] * 3, titles=[hostile, "a & b", "c"], k=1
    )
    page = _Text()
    page.feed(found.to_html(tmp_path / "page.html").read_text("utf-8"))
    assert page.tags.isdisjoint({"img", "script", "link"})
    assert hostile in page.texts
    assert "a & b (tied)" in page.texts
    cell = _Text()
    cell.feed(found._repr_html_())
    assert set(cell.texts) <= set(page.texts)
    assert repr(found) == str(found)
