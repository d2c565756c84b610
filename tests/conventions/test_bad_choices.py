"""Bad choices: unknown values list the allowed ones, unread keywords are refused."""

import re

import numpy as np
import pytest

from sklearn_rankscore._metrics.catalogue import METRICS
from tests.formulas import FORMULAS
from tests.refusals import CUT, GOOD, INF, NAN, RANKING, refused

ONE_OF = r"^The '{axis}' parameter of {f} must be {allowed}. Got {got} instead\.$"
TIES = r"'average', 'stable', 'reversed', 'pessimistic'(,| or) 'optimistic'.*"
WRONG_VALUES = {
    "gain": (
        r"'linear', 'exponential' or a sequence of gains from 0 to 1e150 .*callable",
        [
            *("quadratic", 2, True, [], [0, -1], [0, NAN], [0, INF], [0, "a"]),
            *({"a": 1}, {0, 1}, {0: 0, 1: 1}, [0, "1"], [0, 1e200]),
        ],
    ),
    "discount": (
        r"'log2', 'reciprocal' or a log base > 1, or a callable .*",
        ["log10", 1, 0, -2, NAN, INF, True, [2]],
    ),
    "ties": (TIES, ["random", True, 0, None.__class__]),
    "empty": (
        r"'skip', 'raise' or a number that is not infinite, or a mapping .*",
        ["zero", INF, -INF, {"ndcg": "zero"}, {"ndcg": INF}, True],
    ),
    "relevant_from": (r"a finite number > 0", [0, -1, NAN, INF, "1", True, [1]]),
    "precision_denominator": (r"'min\(k, n\)' or 'k'", ["n", "min(k,n)", 5, True]),
    "ap_denominator": (r"'min\(R, k\)', 'R' or 'hits'", ["k", 1, True]),
    "ideal": (r"'judged' or 'retrieved'", ["pool", True, 1]),
    "recall_denominator": (r"'R' or 'min\(R, k\)'", ["k", 1, True]),
}
WRONG = [
    pytest.param(name, axis, value, id=f"{name}-{axis}-{value!r}")
    for name in RANKING
    for axis in (*METRICS[name].axes, "empty")
    for value in WRONG_VALUES[axis][1]
]


@pytest.mark.parametrize(("name", "axis", "value"), WRONG)
def test_unknown_axis_value_lists_the_allowed_ones(name, axis, value):
    function = METRICS[name].function
    message = (
        ONE_OF.replace("{axis}", axis)
        .replace("{allowed}", WRONG_VALUES[axis][0])
        .replace("{got}", re.escape(repr(value)))
    )
    keywords = {**GOOD, **FORMULAS[name].required, axis: value}
    refused(ValueError, message, function, **keywords)


GAINS = {
    "label behind the table": (
        [0, 1],
        [1, 0, 2, 0],
        r"'y_true' .* whole labels 0 to 1, .* Got 2 at row 2 .*longer table",
    ),
    "label between the entries": (
        [0, 1, 3],
        [1, 0.5, 2, 0],
        r"'y_true' .* whole labels 0 to 2, .* Got 0\.5 at row 1",
    ),
    "exponential overflows": (
        "exponential",
        [1, 0, 2000, 0],
        r"'y_true' .* labels below 498 for gain='exponential'\. Got 2000 at row 2",
    ),
    "callable gives another shape": (
        lambda labels: labels[:1],
        [1, 0, 2, 0],
        r"'gain' callable must return one value per label",
    ),
    "callable gives a negative": (
        lambda labels: labels - 1,
        [1, 0, 2, 0],
        r"'gain' callable must return numbers from 0 .* Got -1\.0 for label 0",
    ),
    "callable gives NaN": (
        lambda labels: np.where(labels == 2, np.nan, labels),
        [1, 0, 2, 0],
        r"'gain' callable must return numbers from 0 to 1e\+150\. Got nan for label 2",
    ),
}


@pytest.mark.parametrize("label", GAINS)
@pytest.mark.parametrize(
    "name", [name for name in RANKING if "gain" in METRICS[name].axes]
)
def test_gain_and_labels_must_fit(name, label):
    gain, y_true, message = GAINS[label]
    keywords = {**GOOD, "y_true": y_true, "gain": gain}
    refused(ValueError, message, METRICS[name].function, **keywords)


DISCOUNTS = {
    "another shape": (lambda ranks: 1.0, r"'discount' callable .* one value per rank"),
    "negative": (
        lambda ranks: 1.5 - ranks,
        r"'discount' callable .* Got -0\.5 for rank",
    ),
    "infinite": (
        lambda ranks: np.where(ranks > 1, np.inf, 1),
        r"'discount' callable .* Got inf for rank 2",
    ),
}


@pytest.mark.parametrize("label", DISCOUNTS)
def test_discount_callable_must_answer_per_rank(label):
    discount, message = DISCOUNTS[label]
    refused(ValueError, message, "ndcg_score", **GOOD, discount=discount)


def test_ignore_ties_is_a_bool():
    message = r"^The 'ignore_ties' parameter of {f} must be .*Got 'yes' instead"
    refused(ValueError, message, "ndcg_score", **GOOD, ignore_ties="yes")


@pytest.mark.parametrize("alias", [{"ignore_ties": True}, {"log_base": 10}])
def test_one_choice_said_twice(alias):
    both = {"ties": "stable", "discount": "log2", **alias}
    message = r"^{f} got both '\w+' and '\w+', which say the same"
    refused(TypeError, message, "dcg_score", **GOOD, **both)


# ------------------------------------------------------- names, conventions, empty

F = "score_per_group"
NAMES = {
    "typo": (
        "ndgc@10",
        {},
        r"^Unknown metric 'ndgc@10' in {f}\. Did you mean 'ndcg@10'",
    ),
    "no such": ("xyzzy", {}, r"^Unknown metric 'xyzzy' in {f}\. The names are \["),
    "upper case": ("NDCG", {}, r"^Unknown metric 'NDCG' in {f}\."),
    "space": ("ndcg @5", {}, r"^Unknown metric 'ndcg @5' in {f}\."),
    "negated score": ("neg_ndcg", {}, r"^Unknown metric 'neg_ndcg'.*'ndcg'"),
    "number": (5, {}, r"'scoring' parameter of {f} must be .*Got 5 instead"),
    "k zero": ("ndcg@0", {}, CUT + r"'ndcg@0' instead"),
    "k fraction": ("ndcg@1.5", {}, CUT + r"'ndcg@1\.5' instead"),
    "k empty": ("ndcg@", {}, CUT + r"'ndcg@' instead"),
    "k negative": ("ndcg@-1", {}, CUT + r"'ndcg@-1' instead"),
    "k word": ("ndcg@all", {}, CUT + r"'ndcg@all' instead"),
    "k twice": ("ndcg@5", {"k": 5}, r"^{f} got a cut-off twice: .* 'ndcg@5' .* k=5"),
    "unknown convention": (
        "ndcg",
        {"convention": "lightgmb"},
        r"^The 'convention' parameter of {f} .*Got 'lightgmb' .* mean 'lightgbm'",
    ),
    "no convention": (
        "ndcg",
        {"convention": None},
        r"^The 'convention' parameter of {f} must be .*Got None instead",
    ),
    "sklearn has no map": (
        "map",
        {"convention": "sklearn"},
        r"convention 'sklearn' of {f} holds for ndcg(,| and) dcg .* no map",
    ),
    "lightgbm has no mrr": (
        "mrr",
        {"convention": "lightgbm"},
        r"convention 'lightgbm' of {f} holds for ndcg(,| and) map .* no mrr",
    ),
    "empty list": (
        "recall",
        {"empty": "raise", "relevant_from": 2},
        r"^{f} has no value of recall for group 'a'.*: .*no relevant row",
    ),
}


@pytest.mark.parametrize("label", NAMES)
def test_bad_names(label):
    name, keywords, message = NAMES[label]
    refused(ValueError, message, F, name, **GOOD, **keywords)


UNREAD = {
    "gain of recall": ("recall", {"gain": "linear"}, r"'gain' .* not read by recall"),
    "threshold of ndcg": (
        "ndcg@3",
        {"relevant_from": 2},
        r"'relevant_from' parameter of {f} is not read by ndcg@3.*'gain'",
    ),
    "no such axis": ("ndcg", {"gian": "linear"}, r"'gian' .* {f} is unknown to ndcg"),
    "internal": (
        "ndcg",
        {"arithmetic": "ratio"},
        r"'arithmetic' .* is unknown to ndcg",
    ),
}


@pytest.mark.parametrize("label", UNREAD)
def test_axis_that_is_not_read(label):
    name, keywords, message = UNREAD[label]
    refused(TypeError, message, F, name, **GOOD, **keywords)


def test_all_lists_empty_and_skipped():
    keywords = {**GOOD, "y_true": [0, 0, 0, 0], "empty": "skip"}
    message = r"^{f} has no value of ndcg for group 'a', first of 2: every gain"
    refused(ValueError, message, "ndcg_score", **keywords)


def test_all_kept_lists_weigh_nothing():
    keywords = {**GOOD, "y_true": [0, 0, 1, 0], "sample_weight": [1, 1, 0, 0]}
    refused(ValueError, r"weight > 0", "ndcg_score", **keywords, empty="skip")


def test_empty_rule_of_an_unknown_metric():
    message = r"^The 'empty' parameter of {f} .*'ndgc'"
    refused(ValueError, message, "ndcg_score", **GOOD, empty={"ndgc": 1})


@pytest.mark.parametrize("column", ["y_true", "y_score"])
def test_a_generator_is_no_array(column):
    message = rf"^The '{column}' parameter of {{f}} must be a dense array of numbers"
    keywords = {**GOOD, column: (value for value in GOOD[column])}
    refused(TypeError, message, "ndcg_score", **keywords)


# ------------------------------------------------------ parameters of single metrics

PARAMETERS = {
    "max_grade": ("err_score", [None, 0, -1, NAN, INF, "4", True]),
    "persistence": ("rbp_score", [0, 1, 1.5, -0.5, NAN, "0.8", True]),
    "decay": ("pfound_score", [0, 1.5, -0.5, NAN, "0.85", True]),
    "recall_levels": ("interpolated_precision_score", [[], [2], [-0.1], [NAN], 3]),
}


@pytest.mark.parametrize(
    ("parameter", "value"),
    [(name, value) for name, (_, values) in PARAMETERS.items() for value in values],
)
def test_parameter_of_one_metric(parameter, value):
    function, _ = PARAMETERS[parameter]
    got = re.escape(repr(value))
    message = (
        rf"^The '{parameter}' parameter of {{f}} must be .*\. Got {got} instead\.$"
    )
    ties = {"ties": "stable"} if parameter == "recall_levels" else {}
    refused(ValueError, message, function, **GOOD, **ties, **{parameter: value})


def test_residual_checks_its_persistence():
    message = r"^The 'persistence' parameter of {f} must be .* Got 1 instead"
    refused(ValueError, message, "rbp_residual_loss", **GOOD, persistence=1)


HIGH = {**GOOD, "y_true": [1, 0, 5, 0]}
LIMITED = {
    "above the scale": (
        "err_score",
        {**HIGH, "max_grade": 4},
        r"labels up to 4\. Got 5",
    ),
    "no probability": ("pfound_score", HIGH, r"labels up to 1\. Got 5 at row 2"),
    "no average": (
        "interpolated_precision_score",
        GOOD,
        r"^{f} has no exact average .* pass ties='pessimistic', 'optimistic', 'stable'",
    ),
}


@pytest.mark.parametrize("label", LIMITED)
def test_what_a_metric_cannot_take(label):
    function, keywords, message = LIMITED[label]
    refused(ValueError, message, function, **keywords)
