"""Hand-worked numbers and small inputs behind public reports, by id."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.model_selection import PredefinedSplit, cross_validate

import sklearn_rankscore
from sklearn_rankscore import (
    cg_score,
    dcg_score,
    get_rank_scorer,
    huber_loss,
    mean_absolute_percentage_error,
    ndcg_score,
)
from sklearn_rankscore._metrics.catalogue import METRICS

FILES = ("lessons.json", "user_reports.json")
CASES = {
    case["id"]: case
    for file in FILES
    for case in json.loads(Path(__file__).with_name(file).read_text("utf-8"))
}

# What the cases call a choice, and what the functions call it.
WORDS = {
    "empty": {"zero": 0, "one": 1, "skip": "skip"},
    "ties": {"average": "average", "first": "stable"},
    "precision_denominator": {"k": "k", "min(k,n)": "min(k, n)"},
    "recall_denominator": {"R": "R"},
    "ap_denominator": {"min(R,k)": "min(R, k)"},
    "zero": {"eps": "epsilon", "skip": "skip"},
    "scale": {"0..2": 2, "0..1": 1},
}
AXES = {
    "p_den": "precision_denominator",
    "r_den": "recall_denominator",
    "ap_den": "ap_denominator",
    "threshold": "relevant_from",
    "p": "persistence",
    "mode": "convention",
}

OUTSIDE = {
    **dict.fromkeys(
        [
            *("S003-01", "S003-02", "S003-03", "S003-04"),
            *("S003-15-A-mae", "S003-15-B-mae"),
            *("S003-16-mean-mae", "S003-16-mean-mse"),
            *("S003-16-median-mae", "S003-16-median-mse"),
        ],
        "outside the package: scikit-learn has it",
    ),
    "S003-05": "outside the package: a ratio of two squared errors",
    "S003-16-mean": "outside the package: a mean",
    "S003-16-median": "outside the package: a median",
    "S000-ND": "no number is stated",
    "S004-ND": "no number is stated",
}


def arguments(case):
    """Name of the public function and the keywords of its call."""
    spec = dict(case["spec"])
    metric = METRICS[spec.pop("metric")]
    if "mode" in spec:
        # A convention has an empty rule of its own; the case names it in words.
        spec.pop("empty")
    keywords = {"groups": case["groups"]}
    spec.pop("weights", None)
    if "weights" in case:
        keywords["sample_weight"] = case["weights"]
    for word, choice in spec.items():
        axis = AXES.get(word, word)
        keywords[axis] = WORDS[axis][choice] if axis in WORDS else choice
    return metric.function, keywords


def rows(case):
    y_score = [math.nan if score == "NaN" else score for score in case["y_score"]]
    return np.array(case["y_true"], dtype=case.get("y_dtype")), y_score


def score(case):
    function, keywords = arguments(case)
    return getattr(sklearn_rankscore, function)(*rows(case), **keywords)


class Echo(RegressorMixin, BaseEstimator):
    """Predicts the first column."""

    def fit(self, X, y):
        self.n_features_in_ = X.shape[1]
        return self

    def predict(self, X):
        return X[:, 0]


def cross_validated(case, *, routing):
    y_true, y_score = rows(case)
    folds = PredefinedSplit(case.get("test_fold", [0, 0, 1, 1]))
    with sklearn.config_context(enable_metadata_routing=routing):
        scores = cross_validate(
            Echo(),
            np.array(y_score)[:, np.newaxis],
            y_true,
            cv=folds,
            scoring=get_rank_scorer("ndcg", gain="linear"),
            params={"groups": case["groups"]} if routing else None,
            error_score="raise",
        )
    return scores["test_score"].mean()


def difference(case):
    """First list's nDCG minus the second's."""
    first, second = (
        ndcg_score(y_true, y_score, groups=False)
        for y_true, y_score in zip(case["y_true"], case["y_score"], strict=True)
    )
    return first - second


def dcg_of_linear_minus_exponential(case):
    linear, exponential = (
        dcg_score(*rows(case), groups=case["groups"], k=5, gain=gain)
        for gain in ("linear", "exponential")
    )
    return linear - exponential


def reciprocal_dcg(case):
    return 1 / dcg_score(*rows(case), groups=case["groups"])


def dcg_of_last_of_1024(case):
    return dcg_score([0] * 1023 + [1], -np.arange(1024), groups=False)


def negated_by_its_scorer(case):
    """Score a model that echoes the predictions."""
    y_true, y_score = rows(case)
    X = np.array(y_score)[:, np.newaxis]
    return get_rank_scorer("neg_mape")(Echo().fit(X, y_true), X, y_true)


DERIVED = {
    # Half the square, which is what Huber's loss is below a large enough delta.
    "S003-07": lambda case: huber_loss(*rows(case), delta=10),
    "S003-10": lambda case: 100 * mean_absolute_percentage_error(*rows(case)),
    "H43-neg-scorer-sign": negated_by_its_scorer,
    **{f"S000-11-rank{rank}": reciprocal_dcg for rank in range(1, 11)},
    **{f"S004-06-{rank}": reciprocal_dcg for rank in range(1, 4)},
    "S000-38": difference,
    "S000-42": lambda case: 100 * difference(case),
    "S000-47": dcg_of_linear_minus_exponential,
    "S004-07": dcg_of_last_of_1024,
    "S004-12": lambda case: cg_score(*rows(case), groups=case["groups"]),
    "H37-cross-validate-mean": lambda case: cross_validated(case, routing=True),
}
ERRORS = {
    "S003-23": r"The 'k' parameter of map_score must be an int >= 1 or None\. Got 0",
    "H12-negative-label": r"labels >= 0\. Got -1\.0 at row 0",
    "H20-group-sizes-instead-of-ids": r"2 entries for 5 rows.*np\.repeat",
    "H21-no-groups-given": r"groups",
    "H29-k-zero": r"The 'k' parameter of ndcg_score must be an int >= 1 .* Got 0",
    "H51-k-negative": r"'k' parameter of recall_at_k_score .* Got -1",
    "H30-nan-score": r"'y_score' parameter of ndcg_score .* Got nan at row 0",
    "H31-length-mismatch": r"same length\. Got 3 and 2",
}
NUMBERS = [
    name
    for name, case in CASES.items()
    if name not in OUTSIDE | DERIVED | ERRORS and "spec" in case
]


def agrees(value, case):
    assert isinstance(value, float)
    assert value == pytest.approx(case["expected"], rel=1e-13, abs=1e-15)
    if "stated" in case:
        half_a_digit = 0.5 * 10 ** -case["stated_digits"]
        assert abs(value - case["stated"]) <= half_a_digit * (1 + 1e-9)


@pytest.mark.parametrize("name", NUMBERS)
def test_number(name):
    agrees(score(CASES[name]), CASES[name])


@pytest.mark.parametrize("name", DERIVED)
def test_derived_number(name):
    agrees(DERIVED[name](CASES[name]), CASES[name])


@pytest.mark.parametrize("name", sorted(set(ERRORS) - {"H21-no-groups-given"}))
def test_error(name):
    with pytest.raises(ValueError, match=ERRORS[name]):
        score(CASES[name])


def test_scorer_without_groups_raises():
    case = CASES["H21-no-groups-given"]
    with pytest.raises(ValueError, match=ERRORS[case["id"]]):
        cross_validated(case, routing=False)


def test_binary_labels_have_one_ndcg_under_both_gains():
    case = CASES["H46-binary-gains-agree"]
    exponential = {**case, "spec": {**case["spec"], "gain": "exponential"}}
    agrees(score(exponential), case)


def test_every_case_runs_or_says_why_not():
    run = [*NUMBERS, *DERIVED, *ERRORS]
    assert sorted([*run, *OUTSIDE]) == sorted(CASES)
