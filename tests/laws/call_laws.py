"""What holds for every call: ``law(metric, data)``, as in ``value_laws``."""

import functools
import inspect
import math
import operator
from unittest import mock

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import sklearn_rankscore
from sklearn_rankscore import get_convention
from sklearn_rankscore._lists.ranked import block_bounds
from sklearn_rankscore._metrics.catalogue import METRICS, parse_name
from sklearn_rankscore._plans import rankings
from sklearn_rankscore._plans.plan import make_plan
from sklearn_rankscore._plans.rankings import read_axes
from tests.laws.draws import (
    assert_same,
    choices,
    grades_of,
    group_scores,
    required,
    values_of,
)

# Keywords that scikit-learn's functions of the same name take.
DROP_IN = {"ndcg": {"ignore_ties"}, "dcg": {"ignore_ties", "log_base"}}


def _public(metric):
    return getattr(sklearn_rankscore, metric.function)


def the_number_is_the_mean_over_lists(metric, data):
    axes = choices(metric, data)
    scores = group_scores(metric, data.y_true, data.y_score, data.ids, **axes)
    kept = ~np.isnan(scores.values)
    if not kept.any():
        return
    rows = (data.y_true, data.y_score)
    number = _public(metric)(*rows, groups=data.ids, **axes)
    assert type(number) is float
    assert math.isclose(number, np.mean(scores.values[kept]), rel_tol=1e-14)
    of_list = data.rng.uniform(0.1, 3, data.n_lists)
    per_row = of_list[data.ids] * data.rng.uniform(0.5, 1.5, len(data.ids))
    weights = np.bincount(data.ids, per_row) / np.bincount(data.ids)
    weighted = _public(metric)(*rows, groups=data.ids, sample_weight=per_row, **axes)
    expected = np.average(scores.values[kept], weights=weights[kept])
    assert math.isclose(weighted, expected, rel_tol=1e-13)


def a_whole_weight_is_a_repetition(metric, data):
    axes = choices(metric, data)
    times = data.rng.integers(0, 4, data.n_lists)
    times[data.rng.integers(data.n_lists)] = 2
    rows, ids = [], []
    for one in np.repeat(np.arange(data.n_lists), times):
        rows.append(np.flatnonzero(data.ids == one))
        ids += [len(rows)] * len(rows[-1])
    rows = np.concatenate(rows)
    repeated = values_of(metric, data.y_true[rows], data.y_score[rows], ids, **axes)
    if np.isnan(list(repeated.values())).all():
        return
    number = _public(metric)(data.y_true[rows], data.y_score[rows], groups=ids, **axes)
    weighted = _public(metric)(
        data.y_true,
        data.y_score,
        groups=data.ids,
        sample_weight=times[data.ids],
        **axes,
    )
    assert math.isclose(number, weighted, rel_tol=1e-13, abs_tol=1e-15)


def the_default_convention_is_what_it_says(metric, data):
    """Every axis of it, given as a keyword, changes nothing."""
    convention = get_convention("default")
    spelled = {axis: getattr(convention, axis) for axis in read_axes(metric)}
    rows = (data.y_true, data.y_score, data.ids)
    silent = group_scores(metric, *rows, **required(metric))
    aloud = group_scores(metric, *rows, **spelled | required(metric))
    np.testing.assert_array_equal(silent.values, aloud.values)


def a_plan_of_many_gives_each_its_own_number(metric, data):
    """One ranking serves all cut-offs and all metrics, bit for bit."""
    cuts = ("", "@1", "@3", "@9") if metric.cutoff else ("",)
    names = [metric.scorer_name + cut for cut in cuts]
    others = [
        other
        for other in METRICS.values()
        if other.family != "pointwise"
        and other.function != metric.function
        and grades_of(other) == grades_of(metric)
    ]
    columns = {"groups": data.ids, "sample_weight": 1.0 + data.ids}
    rows = (data.y_true, data.y_score)
    needs = functools.reduce(operator.or_, map(required, [metric, *others]))
    axes = {axis: choice for axis, choice in needs.items() if axis in _read_by(metric)}
    together = make_plan(
        [*(other.scorer_name for other in others), *names], empty=0, **needs
    ).scores(*rows, **columns)
    for name in names:
        alone = make_plan(name, empty=0, **axes).scores(*rows, **columns)
        assert alone[name] == together[name]


def _read_by(metric):
    return {*read_axes(metric), *metric.parameters}


# ---------------------------------------------------------------------- containers


def _strided(values):
    return np.repeat(values, 2)[::2]


def _read_only(values):
    values = values.copy()
    values.flags.writeable = False
    return values


CONTAINERS = {
    "list": np.ndarray.tolist,
    "tuple": lambda values: tuple(values.tolist()),
    "objects": lambda values: values.astype(object),
    "strided": _strided,
    "read-only": _read_only,
    "big-endian": lambda values: values.astype(values.dtype.newbyteorder(">")),
    "pandas": lambda values: pd.Series(values, index=values[::-1]),
    "nullable pandas": lambda values: pd.Series(values).convert_dtypes(),
    "polars": pl.Series,
    "pyarrow": pa.array,
    "pyarrow chunks": lambda values: pa.chunked_array([values[:1], values[1:]]),
}


def every_container_gives_the_same_number(metric, data):
    """And holds what it held before."""
    axes = choices(metric, data)
    columns = (data.y_true, data.y_score, data.ids, 1.0 + data.ids)
    expected = _number(metric, *columns, axes)
    for wrap in CONTAINERS.values():
        wrapped = [wrap(column) for column in columns]
        number = _number(metric, *wrapped, axes)
        assert number == expected or (math.isnan(number) and math.isnan(expected))
        for container, column in zip(wrapped, columns, strict=True):
            np.testing.assert_array_equal(np.asarray(container, float), column)


def _number(metric, y_true, y_score, groups, sample_weight, axes):
    return _public(metric)(
        y_true,
        y_score,
        groups=groups,
        sample_weight=sample_weight,
        empty=math.nan,
        **axes,
    )


def a_matrix_is_one_list_per_row(metric, data):
    axes = choices(metric, data)
    width = min(map(len, data.labels))
    y_true, y_score = (
        np.array([row[:width] for row in rows]) for rows in (data.labels, data.scores)
    )
    if width == 1:
        return
    weights = data.rng.uniform(1, 2, data.n_lists)
    axes["empty"] = 0
    matrix = _public(metric)(y_true, y_score, sample_weight=weights, **axes)
    flat = _public(metric)(
        y_true.ravel(),
        y_score.ravel(),
        groups=np.repeat(np.arange(data.n_lists), width),
        sample_weight=np.repeat(weights, width),
        **axes,
    )
    assert math.isclose(matrix, flat, rel_tol=1e-14, abs_tol=1e-300)


def blocks_of_lists_do_not_show(metric, data):
    """Long inputs are ranked some lists at a time."""
    rows = (data.y_true, data.y_score, data.ids)
    whole = values_of(metric, *rows, **choices(metric, data))
    small = functools.partial(block_bounds, block_rows=3)
    with mock.patch.object(rankings, "block_bounds", small):
        assert_same(whole, values_of(metric, *rows, **choices(metric, data)))


# ------------------------------------------------------------------------ the face


def names_round_trip(metric, data):
    for k in (None, data.k) if metric.cutoff else (None,):
        text = metric.scorer_name + ("" if k is None else f"@{k}")
        name = parse_name(text)
        assert (name.metric.name, name.k, str(name)) == (metric.name, k, text)


def the_public_function_takes_what_the_kernel_takes(metric, data):
    parameters = inspect.signature(_public(metric)).parameters
    defaults = {
        name: one.default
        for name, one in parameters.items()
        if one.kind is one.KEYWORD_ONLY
    }
    assert set(parameters) - set(defaults) == {"y_true", "y_score"}
    expected = {"groups", "sample_weight", "convention", *_read_by(metric)}
    expected |= {"grades", "n_jobs"}
    expected |= {"k"} if metric.cutoff else set()
    expected |= {"retrieved", "tiebreak"} if "ties" in metric.axes else set()
    assert set(defaults) - DROP_IN.get(metric.name, set()) == expected
    assert defaults.pop("convention") == "default"
    for name, default in defaults.items():
        assert default == metric.parameters.get(name)
