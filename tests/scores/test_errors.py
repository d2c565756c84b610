"""The public error functions: values by hand, scikit-learn's call, stated numbers."""

import inspect
import json
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

import sklearn_rankscore
from tests.laws.test_errors import ERRORS, POINTWISE, draw

mape = sklearn_rankscore.mean_absolute_percentage_error


SCALE_FREE = {
    "mape": {"zero": "skip"},
    "rmspe": {"zero": "skip"},
    "mape_coverage": {},
    "smape": {},
    "wape": {},
    "maape": {},
}


@pytest.mark.parametrize("name", SCALE_FREE)
def test_the_unit_of_the_target_does_not_matter(name):
    error = partial(
        getattr(sklearn_rankscore, POINTWISE[name].function), **SCALE_FREE[name]
    )
    y_true, y_pred, groups, _ = draw(10)
    expected = error(y_true, y_pred, groups=groups)
    assert error(8 * y_true, 8 * y_pred, groups=groups) == expected
    other = error(y_true / 7, y_pred / 7, groups=groups)
    assert other == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("name", ["huber", "pseudo_huber"])
def test_delta_is_in_units_of_the_target(name):
    error = getattr(sklearn_rankscore, POINTWISE[name].function)
    y_true, y_pred, _, _ = draw(11)
    expected = 16 * error(y_true, y_pred, delta=1.5)
    assert error(4 * y_true, 4 * y_pred, delta=6) == expected


def test_mase_is_the_error_in_naive_errors():
    y_true, y_pred, _, _ = draw(12)
    expected = metrics.mean_absolute_error(y_true, y_pred) / 4
    mase = ERRORS["mase"](y_true, y_pred, naive_scale=4)
    assert mase == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("delta", [0.01, 1, 3.5, 100])
def test_huber_lies_between_absolute_and_squared_error(delta):
    for seed in range(10):
        y_true, y_pred, _, _ = draw(seed)
        absolute = delta * metrics.mean_absolute_error(y_true, y_pred)
        squared = metrics.mean_squared_error(y_true, y_pred) / 2
        huber = sklearn_rankscore.huber_loss(y_true, y_pred, delta=delta)
        assert absolute - delta**2 / 2 <= huber * (1 + 1e-14)
        assert huber <= min(absolute, squared) * (1 + 1e-14)
        pseudo = sklearn_rankscore.pseudo_huber_loss(y_true, y_pred, delta=delta)
        assert huber - delta**2 / 2 < pseudo < huber
    if delta == 100:
        assert huber == pytest.approx(squared, rel=1e-14)
    if delta == 0.01:
        assert huber == pytest.approx(absolute, rel=0.01)


def test_smape_has_three_scales_and_no_direction():
    smape = sklearn_rankscore.symmetric_mean_absolute_percentage_error
    y_true, y_pred, _, _ = draw(13)
    one, two, percent = (smape(y_true, y_pred, scale=scale) for scale in (1, 2, 200))
    assert two == 2 * one == smape(y_true, y_pred) == smape(y_pred, y_true)
    assert percent == pytest.approx(100 * two, rel=1e-15)


# --------------------------------------------------------------- a target of zero

ZERO_RULES = [
    ("skip", (1 / 10 + 1 / 4) / 2),
    ("epsilon", (2 / 2**-52 + 1 / 10 + 1 / 4) / 3),
    (0.5, (2 / 0.5 + 1 / 10 + 1 / 4) / 3),
    (8, (2 / 8 + 1 / 10 + 1 / 8) / 3),
    ("lightgbm", (2 / 1 + 1 / 10 + 1 / 4) / 3),
    ("catboost", (2 / 1 + 1 / 10 + 1 / 4) / 3),
    (("add", 1), (2 / 1 + 1 / 11 + 1 / 5) / 3),
    (["add", 0.5], (2 / 0.5 + 1 / 10.5 + 1 / 4.5) / 3),
]


@pytest.mark.parametrize(("zero", "expected"), ZERO_RULES)
def test_zero_rules_by_hand(zero, expected):
    assert mape([0, 10, 4], [2, 9, 5], zero=zero) == pytest.approx(expected, rel=1e-15)
    assert mape([0, -10, 4], [2, -9, 5], zero=zero) == pytest.approx(expected)


@pytest.mark.parametrize("zero", [rule for rule, _ in ZERO_RULES])
def test_zero_predicted_as_zero_is_no_error(zero):
    expected = 0.1 if zero == "skip" else None
    with_zero = mape([0, 10], [0, 9], zero=zero)
    alone = mape([10], [9], zero=zero)
    assert with_zero == (expected or alone / 2)


def test_what_skip_leaves_out_can_be_counted():
    y_true, y_pred = [0, 10, 4, 0], [2, 9, 5, 0]
    coverage = sklearn_rankscore.mape_coverage_score(y_true, y_pred)
    assert round((1 - coverage) * len(y_true)) == 2
    weights = [1, 1, 0, 0]
    assert (
        sklearn_rankscore.mape_coverage_score(y_true, y_pred, sample_weight=weights)
        == 0.5
    )


def test_skip_leaves_a_group_of_zeros_out():
    stores = ["a", "b", "b", "a"]
    assert mape([0, 10, 4, 0], [2, 9, 5, 1], zero="skip", groups=stores) == 0.175
    weights = [9, 1, 1, 9]
    weighted = mape(
        [0, 10, 4, 0], [2, 9, 5, 1], zero="skip", groups=stores, sample_weight=weights
    )
    assert weighted == 0.175


# ---------------------------------------------------------------------- scikit-learn


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("zero", ["raise", "epsilon"])
def test_mape_is_scikit_learns(seed, zero):
    y_true, y_pred, _, rng = draw(seed)
    # "raise" refuses what is nearer to 0 than scikit-learn's floor.
    y_true[3] = 1e-18 if zero == "epsilon" else 2.0**-52
    if zero == "raise":
        y_true[y_true == 0] = -1e-5
    shapes = [
        (y_true, y_pred),
        (y_true.tolist(), y_pred[:, np.newaxis]),
        (pd.DataFrame({"a": y_true}), pd.Series(y_pred)),
        (y_true.reshape(10, 3), y_pred.reshape(10, 3)),
        (y_true.reshape(10, 3).tolist(), pd.DataFrame(y_pred.reshape(10, 3))),
    ]
    for rows in shapes:
        n_outputs = np.size(rows[0]) // len(rows[0])
        kinds = ["raw_values", "uniform_average", [0.2, 0.3, 0.7]][
            : 2 + (n_outputs > 1)
        ]
        for sample_weight in (None, rng.random(len(rows[0]))):
            for multioutput in kinds:
                columns = {"sample_weight": sample_weight, "multioutput": multioutput}
                ours = mape(
                    *rows, **columns, **({} if zero == "raise" else {"zero": zero})
                )
                theirs = metrics.mean_absolute_percentage_error(*rows, **columns)
                assert type(ours) is type(theirs)
                np.testing.assert_allclose(ours, theirs, rtol=1e-14, atol=0)


def test_mape_takes_scikit_learns_call():
    ours = inspect.signature(mape).parameters
    theirs = inspect.signature(metrics.mean_absolute_percentage_error).parameters
    for name, parameter in theirs.items():
        assert ours[name].kind is parameter.kind
        assert ours[name].default == parameter.default


@pytest.mark.parametrize("name", POINTWISE)
def test_signature_is_the_declared_one(name):
    parameters = inspect.signature(
        getattr(sklearn_rankscore, POINTWISE[name].function)
    ).parameters
    shared = ["y_true", "y_pred", "sample_weight", "multioutput", "groups"]
    assert list(parameters)[:5] == shared
    own = {n: p.default for n, p in parameters.items() if n not in shared}
    from_training = {"y_train": None, "train_groups": None, "lag": 1}
    assert own == POINTWISE[name].parameters | (from_training if name == "mase" else {})


# --------------------------------------------------------------------------- MASE


def test_mase_from_training_data():
    mase = sklearn_rankscore.mean_absolute_scaled_error
    y_true, y_pred = [8, 90, 9], [7, 80, 9]
    assert mase(y_true, y_pred, y_train=[3, 5, 4, 7]) == pytest.approx(11 / 3 / 2)
    assert mase(y_true, y_pred, y_train=[3, 5, 4, 7], lag=2) == pytest.approx(
        11 / 3 / 1.5
    )
    groups, train_groups = ["a", "b", "a"], ["b", "a", "a", "b", "c", "c"]
    columns = {"groups": groups, "train_groups": train_groups}
    value = mase(y_true, y_pred, y_train=[40, 3, 5, 60, 1, 1], **columns)
    assert value == (0.5 / 2 + 10 / 20) / 2
    by_group = mase(
        y_true, y_pred, naive_scale={"a": 2, "b": 20, "c": 0}, groups=groups
    )
    assert by_group == value
    series = pd.Series([20.0, 2.0], index=["b", "a"])
    assert mase(y_true, y_pred, naive_scale=series, groups=groups) == value


def test_mase_leaves_a_constant_series_out():
    mase = sklearn_rankscore.mean_absolute_scaled_error
    columns = {"groups": ["a", "b"], "train_groups": ["a", "b", "a", "b"]}
    assert mase([1, 2], [2, 3], y_train=[4, 1, 4, 3], **columns) == 0.5


def test_mase_scales_each_output():
    mase = sklearn_rankscore.mean_absolute_scaled_error
    y_true, y_pred = [[8, 90], [9, 90]], [[7, 80], [9, 90]]
    for scale in (
        {"y_train": [[3, 10], [5, 30], [3, 50]]},
        {"naive_scale": [2, 20]},
        {"naive_scale": {"a": [2, 20]}, "groups": ["a", "a"]},
    ):
        assert mase(y_true, y_pred, **scale, multioutput="raw_values").tolist() == [
            0.25,
            0.25,
        ]


# ----------------------------------------------------------------------- stated numbers

CASES = {
    case["id"]: case
    for name in ("lessons.json", "user_reports.json")
    for case in json.loads(
        (Path(__file__).parents[1] / "cases" / name).read_text("utf-8")
    )
}
WORDS = {"zero": {"eps": "epsilon", "skip": "skip"}, "scale": {"0..1": 1, "0..2": 2}}
# What a case without a specification says in words.
IN_WORDS = {
    "S003-07": lambda y_true, y_pred: sklearn_rankscore.huber_loss(
        y_true, y_pred, delta=10
    ),
    "S003-10": lambda y_true, y_pred: 100 * mape(y_true, y_pred),
    "S003-15-A-mae": metrics.mean_absolute_error,
    "S003-15-B-mae": metrics.mean_absolute_error,
}
STATED = [
    *IN_WORDS,
    *(
        n
        for n, case in CASES.items()
        if case.get("spec", {}).get("metric") in POINTWISE
    ),
]


def stated_call(case):
    if case["id"] in IN_WORDS:
        return IN_WORDS[case["id"]](case["y_true"], case["y_score"])
    spec = dict(case["spec"])
    error = getattr(sklearn_rankscore, POINTWISE[spec.pop("metric")].function)
    sign = -1 if spec.pop("scorer", False) else 1
    own = {name: WORDS.get(name, {}).get(value, value) for name, value in spec.items()}
    weights = case.get("weights")
    return sign * error(case["y_true"], case["y_score"], sample_weight=weights, **own)


def test_all_stated_numbers_are_found():
    assert len(STATED) == 25


@pytest.mark.parametrize("name", STATED)
def test_stated_number(name):
    case = CASES[name]
    assert stated_call(case) == pytest.approx(case["expected"], rel=1e-13)
    if "stated" in case:
        shown = 10 ** -case["stated_digits"]
        assert stated_call(case) == pytest.approx(case["stated"], abs=0.5001 * shown)
