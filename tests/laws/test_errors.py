"""Laws of all row-wise errors, each shown to fail on a mutant: ``law(name, error)``."""

from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sklearn_rankscore
from sklearn_rankscore._metrics.catalogue import METRICS

POINTWISE = {
    name: metric for name, metric in METRICS.items() if metric.family == "pointwise"
}
# Parameters with which a function takes any rows.
SAFE = {
    "mape": {"zero": "lightgbm"},
    "rmspe": {"zero": 0.5},
    "mase": {"naive_scale": 2.0},
}
ERRORS = {
    name: partial(getattr(sklearn_rankscore, metric.function), **SAFE.get(name, {}))
    for name, metric in POINTWISE.items()
}


def draw(seed, n_rows=30):
    rng = np.random.default_rng(seed)
    y_true = rng.choice([0.0, 1e-3, -4.0, 2.5, 9.0], n_rows)
    y_true[0] = 3.0
    return y_true, rng.normal(0, 5, n_rows), rng.integers(0, 4, n_rows), rng


def exact_predictions_have_no_error(name, error):
    y_true, _, groups, _ = draw(0)
    assert error(y_true, y_true) == 0
    assert error(y_true, y_true, groups=groups) == 0
    if name != "wape":  # which has no value without a target other than 0
        assert error([0.0], [0.0]) == 0


def values_lie_in_the_range(name, error):
    low, high = POINTWISE[name].range
    for seed in range(20):
        y_true, y_pred, groups, _ = draw(seed)
        # Half of the predictions have the sign turned: the worst that there is.
        y_pred[::2] = -2 * y_true[::2]
        for value in (error(y_true, y_pred), error(y_true, y_pred, groups=groups)):
            assert type(value) is float
            assert low < value <= high


def weights_are_repetitions(name, error):
    y_true, y_pred, groups, rng = draw(1)
    times = rng.integers(0, 4, len(y_true))
    times[0] = 2
    repeated = error(np.repeat(y_true, times), np.repeat(y_pred, times))
    weighted = error(y_true, y_pred, sample_weight=times)
    assert weighted == pytest.approx(repeated, rel=1e-13)
    of_group = np.array([1, 3, 0, 2])[groups]
    weighted = error(y_true, y_pred, groups=groups, sample_weight=of_group)
    copies = [np.flatnonzero(groups == g) for g in (0, 1, 1, 1, 3, 3)]
    rows = np.concatenate(copies)
    ids = np.repeat(np.arange(len(copies)), list(map(len, copies)))
    repeated = error(y_true[rows], y_pred[rows], groups=ids)
    assert weighted == pytest.approx(repeated, rel=1e-13)


def rows_may_stand_in_any_order(name, error):
    y_true, y_pred, groups, rng = draw(2)
    order = rng.permutation(len(y_true))
    whole = error(y_true[order], y_pred[order])
    assert whole == pytest.approx(error(y_true, y_pred), rel=1e-14)
    grouped = error(y_true[order], y_pred[order], groups=groups[order])
    assert grouped == pytest.approx(error(y_true, y_pred, groups=groups), rel=1e-14)


def the_number_is_the_mean_over_groups(name, error):
    y_true, y_pred, groups, rng = draw(3)
    weights = rng.random(len(y_true))
    values, of_group = [], []
    for group in np.unique(groups):
        rows = groups == group
        w = weights[rows]
        values.append(error(y_true[rows], y_pred[rows], sample_weight=w))
        of_group.append(w.mean())
    number = error(y_true, y_pred, groups=groups, sample_weight=weights)
    assert number == pytest.approx(np.average(values, weights=of_group), rel=1e-13)


def one_group_is_no_group(name, error):
    y_true, y_pred, _, rng = draw(4)
    weights = rng.random(len(y_true))
    expected = error(y_true, y_pred, sample_weight=weights)
    for groups in (None, False, np.zeros(len(y_true), int), ["a"] * len(y_true)):
        assert error(y_true, y_pred, groups=groups, sample_weight=weights) == expected


def a_sign_does_not_matter(name, error):
    """Turning the sign of both arrays turns that of the error."""
    y_true, y_pred, groups, _ = draw(5)
    assert error(-y_true, -y_pred) == error(y_true, y_pred)
    expected = error(y_true, y_pred, groups=groups)
    assert error(-y_true, -y_pred, groups=groups) == expected


def outputs_are_averaged_as_in_scikit_learn(name, error):
    y_true, y_pred = np.stack(draw(6)[:2]), np.stack(draw(7)[:2])
    y_true[1, 1] = 1.0
    y_true, y_pred = y_true.T, y_pred.T
    groups, weights = draw(8)[2], draw(8)[3].random(30)
    for columns in ({}, {"groups": groups}, {"sample_weight": weights}):
        each = [
            error(*rows, **columns) for rows in zip(y_true.T, y_pred.T, strict=True)
        ]
        call = partial(error, y_true, y_pred, **columns)
        raw = call(multioutput="raw_values")
        assert isinstance(raw, np.ndarray)
        assert raw.tolist() == each
        assert call() == np.mean(each)
        assert call(multioutput=[3, 1]) == np.average(each, weights=[3, 1])
    single = error(y_true[:, 0], y_pred[:, 0], multioutput="raw_values")
    assert single.tolist() == [error(y_true[:, 0], y_pred[:, 0])]


def every_container_gives_the_same_number(name, error):
    y_true, y_pred, groups, rng = draw(9)
    weights = 1.0 + rng.integers(0, 3, len(y_true))
    columns = (y_true, y_pred, groups, weights)
    expected = call(error, *columns)
    for wrap in CONTAINERS.values():
        wrapped = [wrap(column) for column in columns]
        assert call(error, *wrapped) == expected
        for container, column in zip(wrapped, columns, strict=True):
            np.testing.assert_array_equal(np.ravel(container).astype(float), column)


def call(error, y_true, y_pred, groups, sample_weight):
    return error(y_true, y_pred, groups=groups, sample_weight=sample_weight)


CONTAINERS = {
    "list": np.ndarray.tolist,
    "column": lambda values: values[:, np.newaxis],
    "strided": lambda values: np.repeat(values, 2)[::2],
    "objects": lambda values: values.astype(object),
    "Series": lambda values: pd.Series(values, index=values[::-1]),
    "DataFrame": lambda values: pd.DataFrame({"a": values}),
    "polars": pl.Series,
    "pyarrow": pa.array,
}

LAWS = {
    law.__name__: law
    for law in (
        exact_predictions_have_no_error,
        values_lie_in_the_range,
        weights_are_repetitions,
        rows_may_stand_in_any_order,
        the_number_is_the_mean_over_groups,
        one_group_is_no_group,
        a_sign_does_not_matter,
        outputs_are_averaged_as_in_scikit_learn,
        every_container_gives_the_same_number,
    )
}
# The coverage does not look at predictions.
EXEMPT = {("mape_coverage", "exact_predictions_have_no_error")}
PAIRS = [(name, law) for name in ERRORS for law in LAWS if (name, law) not in EXEMPT]


@pytest.mark.parametrize(("name", "law"), PAIRS)
def test_law(name, law):
    LAWS[law](name, ERRORS[name])


def _shifted(y_true, y_pred, **columns):
    return ERRORS["mape"](y_true, np.asarray(y_pred) + 1e-9, **columns)


def _negated(y_true, y_pred, **columns):
    return -ERRORS["mape"](y_true, y_pred, **columns)


def _without_weights(y_true, y_pred, sample_weight=None, **columns):
    return ERRORS["mape"](y_true, y_pred, **columns)


def _first_row_counts_twice(y_true, y_pred, groups=None, sample_weight=None):
    weights = np.ones(len(y_true))
    weights[0] = 2.0
    return ERRORS["mape"](y_true, y_pred, groups=groups, sample_weight=weights)


def _pooled(y_true, y_pred, groups=None, **columns):
    return ERRORS["mape"](y_true, y_pred, **columns)


def _grouped_otherwise(y_true, y_pred, groups=None, **columns):
    value = ERRORS["mape"](y_true, y_pred, groups=groups, **columns)
    return value if groups is None else value * 1.1


def _signed(y_true, y_pred, **columns):
    return ERRORS["mape"](y_true, np.maximum(y_pred, y_true), **columns)


def _flattened(y_true, y_pred, multioutput="uniform_average", **columns):
    flat = ERRORS["mape"](np.ravel(y_true), np.ravel(y_pred))
    return np.full(2, flat) if multioutput == "raw_values" else flat


def _overwrites(y_true, y_pred, **columns):
    value = ERRORS["mape"](y_true, y_pred, **columns)
    if isinstance(y_pred, list):
        y_pred[0] = 0.0
    return value


MUTANTS = {
    "exact_predictions_have_no_error": _shifted,
    "values_lie_in_the_range": _negated,
    "weights_are_repetitions": _without_weights,
    "rows_may_stand_in_any_order": _first_row_counts_twice,
    "the_number_is_the_mean_over_groups": _pooled,
    "one_group_is_no_group": _grouped_otherwise,
    "a_sign_does_not_matter": _signed,
    "outputs_are_averaged_as_in_scikit_learn": _flattened,
    "every_container_gives_the_same_number": _overwrites,
}


@pytest.mark.parametrize("law", LAWS)
def test_law_fails_on_its_mutant(law):
    LAWS[law]("mape", ERRORS["mape"])
    with pytest.raises(AssertionError):
        LAWS[law]("mape", MUTANTS[law])
