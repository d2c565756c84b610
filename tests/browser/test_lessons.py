"""Every number of the lessons, read off the page."""

import json
import math
from pathlib import Path

import pytest

from sklearn_rankscore._explore.data import presets_and_questions

PRESETS = presets_and_questions()["presets"]
CASES = json.loads(
    (Path(__file__).parents[1] / "cases" / "lessons.json").read_text("utf-8")
)
KEYS = {"precision", "recall", "mrr", "ndcg", "map", "dcg", "cg"}
GAINS = ("linear", "exponential")


def grades(rows):
    return [grade for grade, _ in rows]


def preset_for(case):
    """Return the preset that shows these labels, and which of its rows it shows."""
    if case["y_score"] != sorted(case["y_score"], reverse=True):
        return None
    y_true = case["y_true"]
    for preset in PRESETS:
        missed = preset.get("missed", [])
        if y_true == grades([*preset["rows"], *missed]):
            return preset, {}
        if missed and y_true == grades(preset["rows"]):
            return preset, {"missed": ""}
    for preset in PRESETS:
        same_length = len(preset["rows"]) == len(y_true)
        if same_length and max(y_true) < len(preset["grade_names"]):
            labels = [*y_true, *grades(preset.get("missed", []))]
            return preset, {"labels": "-".join(map(str, labels)), "missed": ""}
    return None


def on_page(case):
    """Tell whether the cards can show the case: the metric, its gain, one list."""
    spec = case.get("spec", {})
    return (
        spec.get("metric") in KEYS
        and spec.get("gain", "linear") in GAINS
        and isinstance(case["expected"], float)
        and len(set(case["groups"])) == 1
        and preset_for(case) is not None
    )


def state_of(case):
    """Return the address that shows the case."""
    (preset, rows), spec = preset_for(case), case["spec"]
    n = len(preset["rows"])
    k = spec.get("k") or n
    state = {"list": preset["id"], "k": k, "gain": spec.get("gain", "linear"), **rows}
    if spec.get("p_den") == "k" and k > n:
        # Dividing by k is another convention.
        state["convention"] = "trec_eval"
    return state


def card_of(case):
    spec = case["spec"]
    uncut = spec["metric"] == "ndcg" and spec.get("k") is None
    return "ndcg_all" if uncut else spec["metric"]


SHOWN = [case for case in CASES if on_page(case)]


def test_the_lessons_are_on_the_page():
    exact = {
        preset["id"] for preset, rows in map(preset_for, SHOWN) if "labels" not in rows
    }
    assert len(SHOWN) > 120
    assert exact == {preset["id"] for preset in PRESETS} - {"tied"}


def by_state():
    """Group the cases that one address shows."""
    groups = {}
    for case in SHOWN:
        state = state_of(case)
        groups.setdefault(tuple(state.items()), []).append(case)
    return groups.items()


@pytest.mark.parametrize(
    ("state", "cases"),
    [pytest.param(state, cases, id=cases[0]["id"]) for state, cases in by_state()],
)
def test_the_page_shows_the_numbers(page, state, cases):
    page.open(**dict(state))
    for case in cases:
        value, _ = page.card(card_of(case))
        assert math.isclose(value, case["expected"], rel_tol=1e-12, abs_tol=1e-15), case
        digits = min(case.get("stated_digits") or 3, 3)
        stated = case.get("stated") or case["expected"]
        shown = float(page.shown(card_of(case)))
        assert abs(shown - stated) <= 0.5 * 10**-digits + 1e-9, case
