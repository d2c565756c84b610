"""Bad extras of retrieval: masks, keys, missing judgements and grades by name."""

import pytest

from sklearn_rankscore._metrics.catalogue import METRICS
from tests.formulas import FORMULAS
from tests.refusals import GOOD, MATRIX, NAN, refused

MIXED_KEYS = ["x", 1, "y", 2]
EXTRAS = {
    "no keys": (ValueError, {"ties": "ascending"}, r"^{f} with ties='ascending' needs"),
    "idle keys": (ValueError, {"tiebreak": [1, 2, 3, 4]}, r"^The 'tiebreak' parameter"),
    "short keys": (
        ValueError,
        {"ties": "descending", "tiebreak": ["x", "y"]},
        r"^The 'tiebreak' parameter of {f} must hold one key per row.*\(2,\) for 4",
    ),
    "mixed keys": (
        TypeError,
        {"ties": "ascending", "tiebreak": MIXED_KEYS},
        r"^The 'tiebreak' parameter of {f} must hold ids of one kind",
    ),
    "a document twice": (
        ValueError,
        {"ties": "ascending", "tiebreak": ["x", "y", "z", "z"]},
        r"'tiebreak' parameter of {f} must name each document once.*'z'.* group 'b'",
    ),
    "short mask": (
        ValueError,
        {"retrieved": [True, False]},
        r"^The 'retrieved' parameter of {f} must hold True or False for each of the 4",
    ),
    "whole mask": (
        ValueError,
        {"retrieved": [1, 0, 1, 1]},
        r"^The 'retrieved' parameter of {f} must hold True or False.*int64",
    ),
    "unjudged label": (
        ValueError,
        {"y_true": [1, NAN, 1, 0]},
        r"^The 'y_true' parameter of {f} must hold finite numbers\. Got nan at row 1",
    ),
    "unknown rule": (
        ValueError,
        {"unjudged": "drop"},
        r"^The 'unjudged' parameter of {f} must be 'raise', 'irrelevant' or 'condense'",
    ),
    "score of a retrieved row": (
        ValueError,
        {"y_score": [1, NAN, NAN, 1], "retrieved": [True, False, True, True]},
        r"^The 'y_score' parameter of {f} must hold finite numbers\. Got nan at row 2",
    ),
    "names without grades": (
        ValueError,
        {"y_true": ["GOOD", "BAD", "GOOD", "BAD"]},
        r"^The 'y_true' parameter of {f} must hold numbers\..*'GOOD'.*grades=",
    ),
    "unknown name": (
        ValueError,
        {"y_true": ["GOOD", "BAD", "GOD", "BAD"], "grades": {"GOOD": 1, "BAD": 0}},
        r"names out of grades .* Got 'GOD' at row 2\. The nearest is 'GOOD'",
    ),
    "no mapping": (
        ValueError,
        {"grades": ["GOOD", "BAD"]},
        r"^The 'grades' parameter of {f} must map each label name",
    ),
    "keys of a matrix": (
        ValueError,
        {**MATRIX, "groups": None, "ties": "ascending", "tiebreak": [1, 2]},
        r"^The 'tiebreak' parameter of {f} must be None for two-dimensional input",
    ),
    "mask of a matrix": (
        ValueError,
        {**MATRIX, "groups": None, "retrieved": [True, True]},
        r"^The 'retrieved' parameter of {f} must be None for two-dimensional input",
    ),
}


@pytest.mark.parametrize("label", EXTRAS)
@pytest.mark.parametrize("name", ["ndcg", "map", "err"])
def test_bad_extras(name, label):
    error, keywords, message = EXTRAS[label]
    keywords = {**GOOD, **FORMULAS[name].required, **keywords}
    refused(error, message, METRICS[name].function, **keywords)
