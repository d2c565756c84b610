"""What the error functions refuse, and how they say it."""

import math

import pytest

import sklearn_rankscore
from sklearn_rankscore._metrics.catalogue import METRICS

ROWS = ([1, 2, 3], [1, 2, 4])
BAD_CALLS = [
    (
        "mape",
        ([1, 0, 0], [1, 2, 3]),
        {},
        r"'y_true' parameter of mean_absolute_percentage_error must hold targets "
        r"no nearer to 0 .*Got 0\.0 at row 1 \(first of 2\).*zero='skip'.*\('add', c\)",
    ),
    (
        "rmspe",
        ([[1, 2], [1, 0]], [[1, 1], [1, 1]]),
        {},
        r"Got 0\.0 at row 1, column 1 \(first of 1\)",
    ),
    (
        "mape",
        ([0, 0], [1, 2]),
        {"zero": "skip"},
        r"mean_absolute_percentage_error has no value: every target is 0, and "
        r"skipped.*'epsilon'",
    ),
    (
        "mape",
        ([0, 0], [1, 2]),
        {"zero": "skip", "groups": ["a", "b"]},
        r"has no value for group 'a', first of 2: every target is 0",
    ),
    (
        "wape",
        ([0, 0], [0, 0]),
        {},
        "weighted_absolute_percentage_error has no value: every target is 0",
    ),
    (
        "mase",
        ROWS,
        {"naive_scale": 0},
        "has no value: the naive forecast makes no error",
    ),
    (
        "mape",
        ROWS,
        {"zero": "drop"},
        r"'zero' parameter of mean_absolute_percentage_error must be 'raise', 'skip', "
        r"'epsilon'.*a finite number > 0 or \('add', such a number\)\. Got 'drop'",
    ),
    ("mape", ROWS, {"zero": "add"}, r"\('add', such a number\)\. Got 'add'"),
    ("mape", ROWS, {"zero": 0}, "Got 0 instead"),
    ("mape", ROWS, {"zero": True}, "Got True instead"),
    ("mape", ROWS, {"zero": math.inf}, "Got inf instead"),
    (
        "rmspe",
        ROWS,
        {"zero": ("add", -1)},
        r"of root_mean_squared_percentage_error .*Got \('add', -1\) instead",
    ),
    ("rmspe", ROWS, {"zero": ("sub", 1)}, r"Got \('sub', 1\) instead"),
    (
        "huber",
        ROWS,
        {"delta": 0},
        r"The 'delta' parameter of huber_loss must be a finite number > 0, in units "
        r"of the target\. Got 0 instead\.",
    ),
    ("huber", ROWS, {"delta": "lightgbm"}, "Got 'lightgbm' instead"),
    (
        "pseudo_huber",
        ROWS,
        {"delta": math.nan},
        "'delta' parameter of pseudo_huber_loss .*Got nan",
    ),
    (
        "smape",
        ROWS,
        {"scale": 100},
        "'scale' parameter of symmetric_mean_absolute_percentage_error must be 1, 2 "
        "or 200.* Got 100",
    ),
    ("smape", ROWS, {"scale": True}, "Got True"),
    ("mase", ROWS, {}, "mean_absolute_scaled_error needs .*naive_scale=.*y_train="),
    (
        "mase",
        ROWS,
        {"naive_scale": 1, "y_train": [1, 2]},
        "one of naive_scale= and y_train=. Got both",
    ),
    (
        "mase",
        ROWS,
        {"naive_scale": -1},
        "'naive_scale' parameter of mean_absolute_scaled_error must be a finite "
        "number >= 0.* Got -1",
    ),
    ("mase", ROWS, {"naive_scale": "2"}, "Got '2'"),
    ("mase", ROWS, {"naive_scale": []}, r"Got \[\]"),
    (
        "mase",
        ROWS,
        {"naive_scale": [1, 2]},
        "one number, or one per output. Got 2 for 1 output",
    ),
    (
        "mase",
        ROWS,
        {"naive_scale": {"a": 1}, "groups": ["a", "b", "a"]},
        "entry for every id in groups=. Got none for 'b'",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, 2], "lag": 2},
        "'y_train' parameter .* more than lag=2 rows per series. Got 2",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, 2, 3], "groups": [0, 1, 0], "train_groups": [0, 0, 1]},
        "Got 1 in group 1",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, 2], "lag": 0},
        "'lag' parameter of mean_absolute_scaled_error must be an int >= 1. Got 0",
    ),
    (
        "mase",
        ROWS,
        {"naive_scale": 1, "lag": 7},
        "'train_groups' and 'lag' parameters .* belong to y_train=",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, 2], "train_groups": [0, 0]},
        "'train_groups' parameter .* needs groups=",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, 2], "train_groups": [0], "groups": [0, 0, 0]},
        r"mean_absolute_scaled_error \(train_groups\)",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, math.nan]},
        "'y_train' parameter .* finite numbers. Got nan at row 1",
    ),
    (
        "huber",
        ([1, 2, 3], [1, 2]),
        {},
        r"y_true and y_pred of huber_loss must have the same length\. Got 3 and 2\.",
    ),
    ("huber", ([[1, 2]], [1]), {}, "same number of outputs. Got 2 and 1"),
    (
        "huber",
        ([1, math.nan], [1, 2]),
        {},
        "'y_true' parameter of huber_loss must hold finite numbers. Got nan at row 1",
    ),
    (
        "huber",
        ([1, 2], [1, math.inf]),
        {},
        "'y_pred' parameter of huber_loss .* Got inf at row 1",
    ),
    (
        "wape",
        ([1, -1e308, 1e151], [1, 1, 1]),
        {},
        r"The 'y_true' parameter of weighted_absolute_percentage_error must hold "
        r"numbers up to 1e\+150 in size\. Got -1e\+308 at row 1 \(first of 2\)\.",
    ),
    (
        "smape",
        ([[1, 2], [3, 4]], [[1, 2], [3, 1e308]]),
        {},
        r"'y_pred' parameter of .*1e\+150.* at row 1, column 1 \(first of 1\)",
    ),
    (
        "mase",
        ROWS,
        {"y_train": [1, 1e200]},
        r"'y_train' parameter of mean_absolute_scaled_error .* 1e\+200 at row 1",
    ),
    (
        "huber",
        ([2**53, 2**60], [2**60 + 1, 1]),
        {},
        r"'y_true' parameter of huber_loss must hold whole numbers up to 2\*\*53\. "
        r"Got 1152921504606846976 at row 1 \(first of 1\)",
    ),
    (
        "huber",
        ([1, 2], [1, -(2**53) - 1]),
        {},
        r"'y_pred' parameter of huber_loss .*2\*\*53\. Got -9007199254740993 at row 1",
    ),
    (
        "huber",
        ([], []),
        {},
        "'y_true' parameter of huber_loss must hold at least one row",
    ),
    ("huber", (["a"], [1]), {}, "'y_true' parameter of huber_loss must hold numbers"),
    (
        "huber",
        ([1, 2], [None, 1]),
        {},
        "'y_pred' parameter of huber_loss .* missing value at row 0",
    ),
    (
        "huber",
        ROWS,
        {"groups": [2, 1]},
        "'groups' parameter of huber_loss .* group sizes",
    ),
    ("huber", ROWS, {"groups": ["a", None, "b"]}, "missing id at row 1"),
    (
        "huber",
        ROWS,
        {"sample_weight": [1, -1, 1]},
        r"must hold weights .*Got -1 at row 1",
    ),
    ("huber", ROWS, {"sample_weight": [0, 0, 0]}, "must hold a weight > 0"),
    (
        "huber",
        ROWS,
        {"multioutput": "variance_weighted"},
        "'multioutput' parameter of huber_loss must be 'raw_values', "
        "'uniform_average' or, for several outputs, .*Got 'variance_weighted' for 1 "
        "output",
    ),
    ("huber", ROWS, {"multioutput": [1.0]}, r"Got \[1\.0\] for 1 output\."),
    (
        "huber",
        ([[1, 2]], [[1, 2]]),
        {"multioutput": [1, 2, 3]},
        r"Got \[1, 2, 3\] for 2 outputs\.",
    ),
    ("huber", ([[1, 2]], [[1, 2]]), {"multioutput": [1, -1]}, "the sum not 0"),
    ("huber", ([[1, 2]], [[1, 2]]), {"multioutput": None}, "Got None"),
]


@pytest.mark.parametrize(("name", "rows", "keywords", "message"), BAD_CALLS)
def test_message(name, rows, keywords, message):
    with pytest.raises(ValueError, match=message):
        getattr(sklearn_rankscore, METRICS[name].function)(*rows, **keywords)
