"""Kernels of row-wise errors, held to their formulas row by row, and their border."""

import math

import numpy as np
import pytest

from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._metrics.catalogue import METRICS, REFERENCED
from sklearn_rankscore._metrics.errors import RowErrors
from sklearn_rankscore._metrics.percentages import EPSILON
from sklearn_rankscore._plans.errors import (
    clean_error_rows,
    error_means,
    error_values,
    train_scales,
)


def huber(y, p, delta):
    e = abs(p - y)
    return e * e / 2 if e <= delta else delta * (e - delta / 2)


def pseudo_huber(y, p, delta):
    return delta**2 * (math.sqrt(1 + ((p - y) / delta) ** 2) - 1)


def smape(y, p, scale):
    return 0.0 if y == p == 0 else scale * abs(p - y) / (abs(y) + abs(p))


def maape(y, p):
    if y == 0:
        return 0.0 if p == 0 else math.pi / 2
    return math.atan(abs((p - y) / y))


# Kernel, its parameters as stored, and the value of a row.
MEANS_OF_ROWS = [
    ("huber", {"delta": 0.7}, lambda y, p: huber(y, p, 0.7)),
    ("huber", {"delta": 3.0}, lambda y, p: huber(y, p, 3.0)),
    ("pseudo_huber", {"delta": 0.7}, lambda y, p: pseudo_huber(y, p, 0.7)),
    ("log_cosh", {}, lambda y, p: math.log(math.cosh(p - y))),
    ("mape", {"zero": EPSILON}, lambda y, p: abs(p - y) / max(abs(y), 2**-52)),
    ("mape", {"zero": 1.0}, lambda y, p: abs(p - y) / max(abs(y), 1)),
    ("mape", {"zero": ("add", 0.5)}, lambda y, p: abs(p - y) / (abs(y) + 0.5)),
    ("smape", {"scale": 1.0}, lambda y, p: smape(y, p, 1)),
    ("smape", {"scale": 200.0}, lambda y, p: smape(y, p, 200)),
    ("maape", {}, maape),
    ("mape_coverage", {}, lambda y, p: float(y != 0)),
    ("mase", {"naive_scale": np.array([2.5])}, lambda y, p: abs(p - y) / 2.5),
]
IDS = [f"{name}-{own}" for name, own, _ in MEANS_OF_ROWS]


NEED_NO_SCALE = [
    name
    for name, metric in METRICS.items()
    if metric.family == "pointwise" and name != "mase"
]


def draw(seed, n_rows=60):
    """Targets of zero, tiny and negative ones, and predictions that may be exact."""
    rng = np.random.default_rng(seed)
    y_true = rng.choice([0, 0, 1e-9, -3, 0.25, 7], n_rows) * rng.choice([1, 1.5])
    y_pred = np.where(rng.random(n_rows) < 0.2, y_true, rng.normal(0, 4, n_rows))
    return y_true, y_pred, rng.integers(0, 4, n_rows), rng.random(n_rows)


def expected_mean(of_row, y_true, y_pred, weights):
    rows = zip(y_true.tolist(), y_pred.tolist(), weights.tolist(), strict=True)
    terms = [(w * of_row(y, p), w) for y, p, w in rows]
    return math.fsum(t for t, _ in terms) / math.fsum(w for _, w in terms)


@pytest.mark.parametrize(("name", "own", "of_row"), MEANS_OF_ROWS, ids=IDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_kernel_is_the_mean_of_its_formula(name, own, of_row, weighted):
    for seed in range(5):
        y_true, y_pred, ids, weights = draw(seed)
        sample_weight = weights if weighted else None
        rows = clean_error_rows(
            y_true, y_pred, function="f", groups=ids, sample_weight=sample_weight
        )
        values = error_values(METRICS[name], own, rows, "f")
        assert values.shape == (4, 1)
        for group, value in zip(rows.groups.ids, values[:, 0], strict=True):
            of_group = ids == group
            w = weights[of_group] if weighted else np.ones(of_group.sum())
            expected = expected_mean(of_row, y_true[of_group], y_pred[of_group], w)
            assert value == pytest.approx(expected, rel=1e-13)


def values(name, y_true, y_pred, *, groups=None, weights=None, **own):
    rows = clean_error_rows(
        y_true, y_pred, function="f", groups=groups, sample_weight=weights
    )
    metric = METRICS[name] if name in METRICS else REFERENCED[name]
    return error_values(metric, metric.parameters | own, rows, "f")[:, 0].tolist()


@pytest.mark.parametrize(
    ("name", "own", "expected"),
    [
        ("wape", {}, [8 / 14, 0.5]),
        ("rmspe", {"zero": 2.0}, [math.sqrt((0 + 0.25 + 9) / 3), 0.5]),
        ("rmspe", {"zero": "skip"}, [math.sqrt((0 + 0.25) / 2), 0.5]),
        ("mape", {"zero": "skip"}, [0.25, 0.5]),
        ("mape_coverage", {}, [2 / 3, 1.0]),
        ("mase", {"naive_scale": {5: np.ones(1), 7: np.full(1, 2.0)}}, [4 / 3, 1.0]),
        ("mean_absolute_error", {}, [8 / 3, 1.0]),
        ("mean_squared_error", {}, [40 / 3, 1.0]),
        ("root_mean_squared_error", {}, [math.sqrt(40 / 3), 1.0]),
    ],
)
def test_values_by_hand(name, own, expected):
    """Group 7 predicts 10, 4, 0 as 10, 2, 6; group 5 predicts 2 as 3."""
    got = values(name, [10, 2, 4, 0], [10, 3, 2, 6], groups=[7, 5, 7, 7], **own)
    assert got == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("mape", {"zero": "skip"}),
        ("rmspe", {"zero": "skip"}),
        ("wape", {}),
        ("mase", {"naive_scale": {"a": np.ones(1), "b": np.zeros(1)}}),
        ("r2", {}),
    ],
)
def test_undefined_is_nan_in_the_kernel(name, own):
    got = values(name, [1, 0, 4], [1, 0, 4], groups=["a", "b", "a"], **own)
    assert got[0] == (1 if name == "r2" else 0)
    assert math.isnan(got[1])


@pytest.mark.parametrize("name", [*NEED_NO_SCALE, *REFERENCED])
def test_a_group_of_weight_zero_has_no_value(name):
    got = values(
        name, [1, 2, 4, 5], [1, 1, 4, 5], groups=[1, 0, 1, 0], weights=[1, 0, 1, 0]
    )
    assert not math.isnan(got[0])
    assert math.isnan(got[1])


def test_weighted_group_values_and_group_weights():
    rows = clean_error_rows(
        [1.0, 1.0, 1.0],
        [2.0, 5.0, 3.0],
        function="f",
        groups=["a", "b", "a"],
        sample_weight=[3, 5, 1],
    )
    metric = METRICS["mape"]
    own = {"zero": "raise"}
    assert error_values(metric, own, rows, "f").tolist() == [[1.25], [4.0]]
    assert rows.weights.tolist() == [2.0, 5.0]
    (mean,) = error_means(metric, own, rows, "f", Convention())
    assert mean == pytest.approx((2 * 1.25 + 5 * 4) / 7, rel=1e-15)


@pytest.mark.parametrize(
    ("rule", "expected"), [("skip", 0.5), (0.0, 0.25), (1.0, 0.75)]
)
def test_empty_rule_of_groups_without_a_value(rule, expected):
    rows = clean_error_rows([0, 2], [1, 3], function="f", groups=["a", "b"])
    means = error_means(METRICS["wape"], {}, rows, "f", Convention(empty=rule))
    assert means.tolist() == [expected]


def test_empty_rule_raise_names_the_group():
    rows = clean_error_rows([0, 2, 0], [1, 3, 1], function="f", groups=["a", "b", "c"])
    with pytest.raises(ValueError, match=r"for group 'a', first of 2: every target"):
        error_means(METRICS["wape"], {}, rows, "f", Convention(empty="raise"))


def test_groups_are_added_up_as_the_convention_says():
    predicted = np.random.default_rng(0).random(1000)
    rows = clean_error_rows(
        np.zeros(1000), predicted, function="f", groups=np.arange(1000)
    )
    absolute = REFERENCED["mean_absolute_error"]
    for mean, total in (
        ("pairwise", np.sum(predicted)),
        ("sequential", np.cumsum(predicted)[-1]),
    ):
        (got,) = error_means(absolute, {}, rows, "f", Convention(mean=mean))
        assert got == total / 1000
    assert np.sum(predicted) != np.cumsum(predicted)[-1]


def test_r2_of_constant_targets():
    """Equal targets stay equal: their mean, rounded, is another number."""
    assert np.mean([0.1] * 3) != 0.1
    y_true = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1.0, 3.0, 7.0]
    y_pred = [0.1, 0.1, 0.1, 0.1, 0.2, 0.1, 1.0, 3.0, 2.0]
    columns = {"groups": [0, 0, 0, 1, 1, 1, 2, 2, 2]}
    assert values("r2", y_true, y_pred, **columns)[:2] == [1.0, 0.0]
    got = values("r2", y_true, y_pred, weights=[3, 1, 3, 3, 1, 3, 0, 0, 1], **columns)
    assert got == [1.0, 0.0, 0.0]


# -------------------------------------------------------------------- digits of floats


@pytest.mark.parametrize("error", [1e-300, 1e-160, 1e-9, 1e-3, 0.999, 1.0, 1.001])
def test_small_errors_keep_their_digits(error):
    small = error < 1e-3
    expected = error**2 / 2 if small else math.log(math.cosh(error))
    assert values("log_cosh", [0], [error]) == pytest.approx([expected], rel=1e-14)
    expected = error**2 / 2 if small else math.sqrt(1 + error**2) - 1
    assert values("pseudo_huber", [0], [error]) == pytest.approx([expected], rel=1e-13)


@pytest.mark.parametrize("error", [1e3, 1e100, 1e150])
def test_large_errors_do_not_overflow(error):
    assert values("log_cosh", [0], [error]) == [error - math.log(2)]
    assert values("huber", [0], [error], delta=2.0) == [2 * (error - 1)]
    (pseudo,) = values("pseudo_huber", [0], [error], delta=2.0)
    assert pseudo == pytest.approx(2 * error, rel=1e-2)


@pytest.mark.parametrize("name", [*NEED_NO_SCALE, *REFERENCED])
def test_the_largest_numbers_have_a_value(name):
    own = {"zero": "skip"} if "zero" in (METRICS | REFERENCED)[name].parameters else {}
    got = values(name, [1e150, -1e150], [-1e150, 1e150], **own)
    assert np.isfinite(got).all()


def test_a_tiny_target_follows_the_rule_and_no_other():
    # 2**-60 is below scikit-learn's floor of 2**-52, and quotients by it are exact.
    assert values("mape", [2**-60], [1.0], zero=EPSILON) == [(1 - 2**-60) * 2**52]
    assert values("mape", [2**-60], [1.0], zero=1e-10) == [(1 - 2**-60) / 1e-10]
    assert values("mape", [2**-60], [3 * 2**-60], zero="skip") == [2.0]
    assert values("mape", [2**-60, 0.0], [2**-59, 1.0], zero="skip") == [1.0]
    assert values("rmspe", [2**-60, 2.0], [4 * 2**-60, 2.0], zero="skip") == [
        pytest.approx(math.sqrt(9 / 2), rel=1e-15)
    ]
    assert values("mape", [2**-52], [2**-51], zero="raise") == [1.0]
    for name in ("mape", "rmspe"):
        with pytest.raises(ValueError, match=r"no nearer.*2\.2e-16.*row 1.*zero='"):
            values(name, [1.0, 2**-60], [1.0, 1.0], zero="raise")


@pytest.mark.parametrize(
    ("name", "y_true", "y_pred", "own"),
    [
        ("mape", [4.0, 1e-320], [4.0, 1.0], {"zero": "skip"}),
        ("mape", [4.0, 0.0], [4.0, 1.0], {"zero": 1e-320}),
        ("mape", [4.0, 0.0], [4.0, 1.0], {"zero": ("add", 1e-320)}),
        ("rmspe", [4.0, 1e-10], [4.0, 1e149], {"zero": "raise"}),
        ("mase", [4.0, 0.0], [4.0, 1.0], {"naive_scale": np.array([1e-320])}),
    ],
)
def test_a_quotient_beyond_float64_is_refused(name, y_true, y_pred, own):
    with pytest.raises(ValueError, match="Got infinity, most of it in row 1, where y_"):
        values(name, y_true, y_pred, **own)
    with pytest.raises(ValueError, match=r"infinity in group 'b', most of .* row 1"):
        values(name, y_true, y_pred, groups=["a", "b"], **own)


# --------------------------------------------------------------------------- the border


def test_rows_stand_group_after_group_in_the_kernel():
    seen = []
    rows = clean_error_rows(
        [[1, 10], [2, 20], [3, 30]],
        [[4, 40], [5, 50], [6, 60]],
        function="f",
        groups=["b", "a", "b"],
        sample_weight=[7, 8, 9],
    )
    for number in range(2):
        output = rows.output(number)
        assert isinstance(output, RowErrors)
        seen.append((output.y_true.tolist(), output.y_pred.tolist()))
        assert output.weights.tolist() == [7, 9, 8]
        assert output.offsets.tolist() == [0, 2, 3]
        assert output.ids.tolist() == ["b", "a"]
    assert seen == [([1, 3, 2], [4, 6, 5]), ([10, 30, 20], [40, 60, 50])]


@pytest.mark.parametrize(
    ("y_train", "lag", "train_groups", "expected"),
    [
        ([3, 5, 4, 7], 1, None, [2.0]),
        ([3, 5, 4, 7], 2, None, [1.5]),
        ([[3, 0], [5, 1], [4, 5]], 1, None, [1.5, 2.5]),
        ([3, 10, 5, 40, 4], 1, ["a", "b", "a", "b", "a"], {"a": [1.5], "b": [30.0]}),
        ([3, 5, 40, 10], 1, [0, 0, 1, 1], {0: [2.0], 1: [30.0]}),
        ([4, 4, 4], 1, None, [0.0]),
    ],
)
def test_train_scales(y_train, lag, train_groups, expected):
    scales = train_scales(y_train, lag, train_groups, "f")
    if isinstance(scales, dict):
        assert {group: scale.tolist() for group, scale in scales.items()} == expected
    else:
        assert scales.tolist() == expected


@pytest.mark.parametrize(
    "name", [n for n in METRICS if METRICS[n].family == "pointwise"]
)
def test_declared_facts(name):
    metric = METRICS[name]
    assert metric.keywords == ()
    assert set(metric.checks) == set(metric.parameters)
    assert (metric.cutoff, metric.signed) == ("", False)
    assert metric.function.endswith(
        "_score" if metric.greater_is_better else ("_loss", "_error")
    )
