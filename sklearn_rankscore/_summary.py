"""Means over lists with their spread, and how sure they are."""

import math

import numpy as np

from sklearn_rankscore._axes import is_real, is_whole
from sklearn_rankscore._reduce import mean_over_lists
from sklearn_rankscore._resampling import as_seed, bootstrap_means

# Values of one list may differ in the last bits, by the order of its rows.
_SAME = 1e-12


def check_resampling(level, n_resamples, random_state, function):
    """Return the checked parameters that every interval takes."""
    if not (is_real(level) and 0 < level < 1):
        raise ValueError(
            f"The 'level' parameter of {function} must be a float between 0 and 1. "
            f"Got {level!r} instead."
        )
    check_count(n_resamples, "n_resamples", function)
    check_enough(n_resamples, "n_resamples", least_resamples(level), level, function)
    seed = as_seed(random_state)
    return {"level": float(level), "n_resamples": int(n_resamples), "seed": seed}


def least_resamples(level):
    """Return how many draws the ends of an interval need, for each to be beyond one.

    With fewer, a percentile lies outside of all draws (Davison and Hinkley (1997),
    "Bootstrap methods and their application", chapter 5).
    """
    # A little less, because 2 / (1 - 0.9) is above 20 in float64.
    return math.ceil(2 / (1 - level) * (1 - 1e-9))


def check_enough(value, name, least, level, function):
    """Refuse fewer draws than a level needs."""
    if value < least:
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int >= {least} for "
            f"level={level:g}. Got {value!r} instead."
        )


def check_quantiles(quantiles):
    """Return quantiles as a list, refusing what is none."""
    listed = np.ndim(quantiles) == 1 and not isinstance(quantiles, (str, bytes))
    if not (listed and all(is_real(q) and 0 <= q <= 1 for q in quantiles)):
        raise ValueError(
            f"The 'quantiles' parameter of summary must hold numbers from 0 to 1. "
            f"Got {quantiles!r}."
        )
    return list(quantiles)


def check_count(value, name, function):
    """Refuse what is no number of draws."""
    if not (is_whole(value) and value >= 1):
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int >= 1. "
            f"Got {value!r} instead."
        )


def columns_by_lists(counted):
    """Yield the lists that some columns share, and these columns.

    Parameters
    ----------
    counted : ndarray of bool of shape (n_columns, n_lists)
        The lists that count in each column.

    Yields
    ------
    lists : ndarray of bool of shape (n_lists,)
    columns : ndarray of intp
    """
    # Packed, because whole rows of bools are slow to sort.
    packed = np.packbits(counted, axis=1)
    _, first, inverse = np.unique(
        packed, axis=0, return_index=True, return_inverse=True
    )
    for number, column in enumerate(first):
        yield counted[column], np.flatnonzero(inverse.ravel() == number)


def summarise(evaluation, quantiles, *, level, n_resamples, seed, verbose=False):
    """Return the columns of a summary, one entry per model and metric."""
    n_lists = evaluation.values.shape[-1]
    values = evaluation.values.reshape(-1, n_lists)
    counted = ~np.isnan(values)
    defined = evaluation.defined.reshape(values.shape)
    low, high = np.full((2, len(values)), np.nan)
    for lists, columns in columns_by_lists(counted):
        low[columns], high[columns] = bootstrap_means(
            values[columns][:, lists].T,
            evaluation.weights[lists],
            level=level,
            n_resamples=n_resamples,
            seed=seed,
            verbose=verbose,
        )
    means = mean_columns(evaluation)
    alike = are_alike(values, counted & (evaluation.weights > 0)) & ~np.isnan(low)
    low[alike] = high[alike] = means["mean"][alike]
    return {
        **means,
        "low": low,
        "high": high,
        "n_lists": np.full(len(values), n_lists),
        "n_undefined": (~defined).sum(axis=1),
        **_quantiles(values, defined, quantiles),
        "share_0": _share(values, defined, 0.0),
        "share_1": _share(values, defined, 1.0),
    }


def are_alike(values, counted):
    """Tell which rows hold one value only, but for the last bits."""
    highest = np.max(values, axis=-1, where=counted, initial=-np.inf)
    lowest = np.min(values, axis=-1, where=counted, initial=np.inf)
    return highest - lowest <= _SAME * np.maximum(np.abs(highest), np.abs(lowest))


def mean_columns(evaluation):
    """Return model, metric, mean and standard error, as columns."""
    n_models, n_metrics = evaluation.values.shape[:2]
    rows = [
        _mean_and_error(evaluation, step, (i, j))
        for i in range(n_models)
        for j, step in enumerate(evaluation.plan.steps)
    ]
    mean, error = np.array(rows).T
    return {
        "model": np.repeat(evaluation.models, n_metrics),
        "metric": np.tile(evaluation.metrics, n_models),
        "mean": mean,
        "standard_error": error,
    }


def _mean_and_error(evaluation, step, place):
    """Return what the score function returns, and its standard error."""
    values, defined = evaluation.values[place], evaluation.defined[place]
    weights, counted = evaluation.weights, ~np.isnan(values)
    if not counted.any():
        return np.nan, np.nan
    mean = mean_over_lists(
        values,
        defined,
        weights,
        step.rule,
        step.convention,
        step.describe(evaluation.groups),
        step.metric.name,
    )
    kept = counted & (weights > 0)
    constant = are_alike(values, kept)
    weights, n_kept = weights[kept], np.count_nonzero(kept)
    if n_kept < 2:
        return mean, np.nan
    if constant:
        # Their mean is off by rounding, and would seem to spread.
        return mean, 0.0
    spread = np.sum((weights * (values[kept] - mean)) ** 2) * n_kept / (n_kept - 1)
    return mean, np.sqrt(spread) / weights.sum()


def _quantiles(values, defined, quantiles):
    nothing = np.full(len(quantiles), np.nan)
    found = [
        np.quantile(row[kept], quantiles) if kept.any() else nothing
        for row, kept in zip(values, defined, strict=True)
    ]
    names = [f"q{100 * q:g}" for q in quantiles]
    return dict(zip(names, np.array(found).T, strict=True))


def _share(values, defined, bound):
    """Return the share of the lists with a value that have this one."""
    # A ratio of sums may miss its bound by the last bit.
    there = defined & np.isclose(values, bound, rtol=0, atol=1e-12)
    n_defined = defined.sum(axis=1)
    with np.errstate(invalid="ignore"):
        return there.sum(axis=1) / n_defined
