"""Numbers in the words of the page, and in the tests of its buttons, by the loops.

The page's own tests need a browser; what they expect of it is worked out here, where
none is needed.
"""

import math
import re
from pathlib import Path

import pytest

from sklearn_rankscore._explore.data import presets_and_questions
from tests.oracle import dcg, ndcg, precision, recall

WRITTEN = presets_and_questions()
PRESETS = {preset["id"]: preset for preset in WRITTEN["presets"]}
LABELS = {
    name: [grade for grade, _ in preset["rows"]] for name, preset in PRESETS.items()
}
NUMBER = re.compile(r"(?<![\d.])\d+\.\d{3}(?!\d)")


def moved(labels, source, target):
    """Labels after the row of one rank was moved to another."""
    labels = list(labels)
    labels.insert(target - 1, labels.pop(source - 1))
    return labels


def to_base_10(rank):
    return 1 / math.log10(rank + 1)


START, BURIED, BOUNDARY = (LABELS[n] for n in ("default", "blind-mrr", "boundary"))
IDEAL, WIDEST, GRADES = (LABELS[n] for n in ("ideal", "widest-gap", "three-grades"))
FOUND, MISSED = LABELS["missed"], [3, 2]
BURIED_IDEAL = sorted(BURIED, reverse=True)
SWAPPED, LOWER = moved(BOUNDARY, 5, 6), moved(BOUNDARY, 9, 10)

IN_WORDS = {
    "blind-mrr": [
        precision(BURIED, k=5),
        recall(BURIED, k=5),
        recall(BURIED_IDEAL, k=5),
        ndcg(BURIED, k=5),
    ],
    "boundary": [
        precision(BOUNDARY, k=5),
        precision(SWAPPED, k=5),
        ndcg(BOUNDARY, k=5),
        ndcg(SWAPPED, k=5),
        ndcg(BOUNDARY),
        ndcg(SWAPPED),
    ],
    "widest-gap": [ndcg(WIDEST, k=5), ndcg(WIDEST, k=5, gain="exponential")],
    "ideal": [ndcg(IDEAL, k=3), recall(IDEAL, k=5)],
    "all-equal": [ndcg(LABELS["all-equal"], k=5)],
    "missed": [ndcg(FOUND, k=6, missed=MISSED), ndcg(FOUND, k=6)],
    "three-grades": [ndcg(GRADES, k=6)],
}


def words_of(name):
    """Everything that is said of a preset: its notice, and its question."""
    words = list(PRESETS[name]["notice"])
    for question in WRITTEN["questions"]:
        if question["preset"] == name:
            words += [question["text"], *question["explanation"]]
    return " ".join(words)


@pytest.mark.parametrize("name", PRESETS)
def test_numbers_in_the_words_of_a_preset(name):
    said = set(NUMBER.findall(words_of(name)))
    assert said == {f"{value:.3f}" for value in IN_WORDS.get(name, ())}


# By test of the page: what it expects to read, before and after.
ON_THE_PAGE = {
    "test_the_keyboard_moves_a_row_and_keeps_the_focus": [
        ndcg(moved(START, 3, 5), k=5)
    ],
    "test_dragging_moves_a_row": [
        ndcg(START, k=5),
        ndcg(moved(START, 3, 5), k=5),
        ndcg(moved(START, 3, 5), k=5) - ndcg(START, k=5),
        0,
    ],
    "test_the_slider_moves_the_cut": [
        *(precision(START, k=6), recall(START, k=6), 1, ndcg(START, k=6)),
        *(precision(START, k=1), recall(START, k=1), 1, ndcg(START, k=1)),
        precision(START, k=12),
        precision(START, k=12, precision_denominator="k"),
    ],
    "test_swapping_across_the_cut": [
        *(precision(BOUNDARY, k=5), precision(SWAPPED, k=5), 1 / 5),
        *(ndcg(BOUNDARY, k=5), ndcg(SWAPPED, k=5)),
        ndcg(SWAPPED, k=5) - ndcg(BOUNDARY, k=5),
        *(ndcg(BOUNDARY), ndcg(SWAPPED), ndcg(SWAPPED) - ndcg(BOUNDARY)),
    ],
    "test_swapping_at_the_bottom_leaves_the_cut_metrics_alone": [
        *(ndcg(BOUNDARY), ndcg(LOWER), ndcg(LOWER) - ndcg(BOUNDARY)),
        *(precision(LOWER, k=5), recall(LOWER, k=5), 1, ndcg(LOWER, k=5)),
    ],
    "test_sorting_ideally": [
        *(precision(BURIED, k=5), precision(BURIED_IDEAL, k=5), 4 / 5),
        *(recall(BURIED, k=5), recall(BURIED_IDEAL, k=5), 4 / 5),
        *(ndcg(BURIED, k=5), ndcg(BURIED_IDEAL, k=5), 1 - ndcg(BURIED, k=5)),
        *(1, 1, 0),
    ],
    "test_the_order_of_irrelevant_rows_changes_nothing": [0],
    "test_the_gain_moves_ndcg_alone": [
        ndcg(START, k=5),
        ndcg(START, k=5, gain="exponential"),
        ndcg(START, k=5) - ndcg(START, k=5, gain="exponential"),
        *(0, ndcg(START, k=5)),
    ],
    "test_the_log_base_moves_dcg_and_not_ndcg": [
        dcg(START, k=5),
        dcg(START, k=5, discount=to_base_10),
        dcg(START, k=5, discount=to_base_10) - dcg(START, k=5),
        0,
    ],
    "test_a_convention_without_a_metric_says_so": [0, 1],
    "test_the_binary_view_forgets_the_grades": [
        ndcg(GRADES, k=6),
        ndcg(GRADES, k=6),
        ndcg([min(label, 1) for label in GRADES], k=6),
        ndcg([min(label, 1) for label in GRADES], k=6) - ndcg(GRADES, k=6),
        0,
    ],
    "test_missed_documents_raise_the_ideal": [
        ndcg(FOUND, k=6, missed=MISSED),
        ndcg(FOUND, k=6),
        ndcg(FOUND, k=6),
    ],
    "test_a_preset_is_opened_from_the_picker": [ndcg(WIDEST, k=5)],
    "test_an_address_that_makes_no_sense_opens_the_list": [
        *(precision(START, k=5), recall(START, k=5), 1, ndcg(START, k=5))
    ],
}
ACTIONS = Path(__file__).parents[1] / "browser" / "test_actions.py"


def test_what_the_tests_of_the_buttons_expect():
    parts = re.split(r"^def (\w+)", ACTIONS.read_text("utf-8"), flags=re.MULTILINE)
    expected = {
        name: NUMBER.findall(body)
        for name, body in zip(parts[1::2], parts[2::2], strict=True)
        if NUMBER.search(body)
    }
    assert expected == {
        name: [f"{value:.3f}" for value in values]
        for name, values in ON_THE_PAGE.items()
    }
