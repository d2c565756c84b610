"""Two models on the same lists: differences, their tests by scipy, and a sentence."""

import math
import warnings
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from sklearn_rankscore._comparison.resampling import (
    ROUNDING,
    Progress,
    batch_size,
    bootstrap_means,
    columns_by_lists,
    one_blas_thread,
)
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers

# scipy's permutation_test loops over lists in Python. Beyond so many flips (a second)
# its monte_carlo_test is given means under coin tosses instead: the same distribution.
_MOST_LOOPED_FLIPS = 5_000_000


def paired_differences(
    first: Floats, second: Floats, counted: Bools | bool = True
) -> Floats:
    """Return first - second, without what is rounding only.

    Differences by rounding are 0, and those of a row that are equal but for rounding
    are equal: their spread, and what is divided by it, would be noise.

    Parameters
    ----------
    first, second : ndarray of float64 of shape (..., n_lists)
    counted : ndarray of bool of shape (n_lists,), default=True
        Which lists count; the others need not be equal.

    Returns
    -------
    differences : ndarray of the same shape
    """
    rounding = ROUNDING * np.maximum(1.0, np.fmax(np.abs(first), np.abs(second)))
    differences = first - second
    differences = np.where(np.abs(differences) <= rounding, 0.0, differences)
    counted = counted & ~np.isnan(differences)
    axis: dict[str, Any] = {"axis": -1, "keepdims": True, "where": counted}
    low = np.min(differences, initial=np.inf, **axis)
    high = np.max(differences, initial=-np.inf, **axis)
    low, high = np.where(counted.any(axis=-1, keepdims=True), (low, high), 0.0)
    alike = high - low <= np.min(rounding, initial=np.inf, **axis)
    return np.where(alike & counted, low + (high - low) / 2, differences)


def is_constant(values: Floats) -> Bools:
    """Tell whether the values of each row are all one number."""
    if not values.shape[-1]:
        return np.zeros(values.shape[:-1], dtype=bool)
    constant: Bools = values.max(axis=-1) == values.min(axis=-1)
    return constant


def sign_flip_pvalues(
    contributions: Floats, *, n_permutations: int, seed: int, verbose: bool = False
) -> Floats:
    """Return the two-sided p-values of the randomisation test of mean 0.

    Under the hypothesis of no difference, which of two models a value belongs to is
    a coin toss for each list. All ways are tried where they are not more than
    `n_permutations`.

    Parameters
    ----------
    contributions : ndarray of float64 of shape (n_lists, n_columns)
        What each list contributes to the difference of two means, without NaN.
    n_permutations : int
    seed : int
        Every call with it tosses the same coins.
    verbose : bool, default=False

    Returns
    -------
    pvalues : ndarray of float64 of shape (n_columns,)
        NaN where there are fewer than two lists.
    """
    from scipy.stats import permutation_test

    n_lists, n_columns = contributions.shape
    if n_lists < 2:
        return np.full(n_columns, np.nan)
    rng = np.random.default_rng(seed)
    progress = Progress("randomisation test", n_permutations, verbose)

    def means(signs: Array, axis: int = -1) -> Floats:
        progress.advance(1 if signs.ndim == 1 else len(signs))
        of_columns: Floats = signs @ contributions / n_lists
        return of_columns

    # Older versions of scipy count all the ways in float64.
    with one_blas_thread(), np.errstate(over="ignore"):
        if n_lists * n_permutations > _MOST_LOOPED_FLIPS:
            return _from_tosses(means, n_lists, n_permutations, rng)
        pvalues: Floats = permutation_test(
            (np.ones(n_lists),),
            means,
            permutation_type="samples",
            vectorized=True,
            n_resamples=n_permutations,
            batch=batch_size(n_lists),
            random_state=rng,
        ).pvalue
    return pvalues


def _from_tosses(
    means: Callable[[Array], Floats],
    n_lists: int,
    n_permutations: int,
    rng: np.random.Generator,
) -> Floats:
    """Return the p-values of `means`, whose columns share the coin tosses."""
    from scipy.stats import monte_carlo_test

    batches = []
    for first in range(0, n_permutations, batch_size(n_lists)):
        size = min(batch_size(n_lists), n_permutations - first), -(-n_lists // 8)
        bits = rng.integers(0, 256, size=size, dtype=np.uint8)
        batches.append(means(np.unpackbits(bits, axis=1, count=n_lists) * 2.0 - 1.0))
    tossed = np.concatenate(batches)
    observed = means(np.ones(n_lists))
    # One column at a time: monte_carlo_test would pool several.
    results = [
        monte_carlo_test(
            [mean],
            lambda size, of_column=of_column: of_column.reshape(size),
            lambda values, axis: values.mean(axis=axis),
            vectorized=True,
            n_resamples=n_permutations,
        )
        for mean, of_column in zip(observed, tossed.T, strict=True)
    ]
    return np.array([result.pvalue for result in results])


def compare_columns(
    differences: Floats,
    weights: Floats,
    *,
    level: float,
    n_resamples: int,
    n_permutations: int,
    seed: int,
    verbose: bool = False,
) -> dict[str, Array]:
    """Return what is known of each difference of means, as columns.

    Parameters
    ----------
    differences : ndarray of float64 of shape (n_columns, n_lists)
        NaN where one of the two models has no value.
    weights : ndarray of float64 of shape (n_lists,)
    level, n_resamples, n_permutations, seed, verbose
        As in ``bootstrap_means`` and ``sign_flip_pvalues``.

    Returns
    -------
    columns : dict of str to ndarray of shape (n_columns,)
    """
    rows: list[dict[str, Any]] = [{}] * len(differences)
    counted = ~np.isnan(differences) & (weights > 0)
    for lists, columns in columns_by_lists(counted):
        found, weight = differences[columns][:, lists], weights[lists]
        # Each list's share in the difference of weighted means: their plain mean is it.
        shares = found * (weight * len(weight) / weight.sum())
        low, high = bootstrap_means(
            found.T,
            weight,
            level=level,
            n_resamples=n_resamples,
            seed=seed,
            verbose=verbose,
        )
        randomisation = sign_flip_pvalues(
            shares.T, n_permutations=n_permutations, seed=seed, verbose=verbose
        )
        constant = is_constant(found)
        if constant.any():
            # Means of equal numbers, and resampled ones, are off by rounding.
            ends = np.isnan(low[constant])
            low[constant] = high[constant] = np.where(ends, np.nan, found[constant, 0])
        for at, column in enumerate(columns):
            rows[column] = {
                "difference": _mean(found[at], shares[at], constant[at]),
                "low": low[at],
                "high": high[at],
                "p_randomisation": randomisation[at],
                **_tests(shares[at], constant[at]),
                "effect_size": _effect_size(shares[at], constant[at]),
                "wins": np.count_nonzero(found[at] > 0),
                "ties": np.count_nonzero(found[at] == 0),
                "losses": np.count_nonzero(found[at] < 0),
                "n_lists": len(weight),
                "n_deciding": count_deciding(shares[at]),
            }
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _mean(differences: Floats, shares: Floats, constant: bool) -> float:
    """Return the difference of the weighted means."""
    if not len(shares):
        return np.nan
    return differences[0] if constant else _total(shares) / len(shares)


def _tests(shares: Floats, constant: bool) -> dict[str, float]:
    """Return the p-values of the paired t test and of Wilcoxon's signed ranks.

    A constant difference has no t: there is no spread to measure it by.
    """
    from scipy.stats import ttest_1samp, wilcoxon

    if len(shares) < 2:
        return {"p_t": np.nan, "p_wilcoxon": np.nan}
    if not shares.any():
        return {"p_t": 1.0, "p_wilcoxon": 1.0}
    with warnings.catch_warnings():
        # Said of ties among the ranks, and of few lists.
        warnings.simplefilter("ignore")
        signed_ranks = float(wilcoxon(shares).pvalue)
    p_t = np.nan if constant else float(ttest_1samp(shares, 0.0).pvalue)
    return {"p_t": p_t, "p_wilcoxon": signed_ranks}


def _effect_size(shares: Floats, constant: bool) -> float:
    """Return Cohen's d of paired values: mean over standard deviation."""
    if not shares.any():
        return np.nan if len(shares) < 2 else 0.0
    if constant:
        return np.nan
    return float(_total(shares) / len(shares) / shares.std(ddof=1))


def _total(shares: Floats) -> float:
    """Return the sum, 0 where wins and losses cancel but for rounding."""
    total = float(shares.sum())
    return total if abs(total) > _rounding(shares) else 0.0


def _rounding(shares: Floats) -> float:
    return ROUNDING * float(np.abs(shares).sum())


def count_deciding(shares: Floats) -> int:
    """Count the lists without which the difference would be gone or turned round."""
    total = _total(shares)
    if not total:
        return 0
    # Rounding must not keep those that decide from reaching the sum of all.
    enough = abs(total) - _rounding(shares)
    reached = np.cumsum(np.sort(shares * np.sign(total))[::-1]) >= enough
    reached[-1] = True
    return int(np.argmax(reached)) + 1


def holm(pvalues: Floats) -> Floats:
    """Return the p-values corrected so that the chance of any false one holds."""
    order = np.argsort(pvalues)
    steps = np.arange(len(pvalues), 0, -1)
    corrected = np.minimum(np.maximum.accumulate(pvalues[order] * steps), 1.0)
    return _unsorted(corrected, order)


def benjamini_hochberg(pvalues: Floats) -> Floats:
    """Return the p-values corrected so that the share of false ones holds."""
    from scipy.stats import false_discovery_control

    return false_discovery_control(pvalues, method="bh") if len(pvalues) else pvalues


def _unsorted(values: Floats, order: Integers) -> Floats:
    out = np.empty_like(values)
    out[order] = values
    return out


def corrected(correction: Callable[[Floats], Floats], pvalues: Floats) -> Floats:
    """Apply a correction to the p-values that there are, leaving NaN."""
    known = ~np.isnan(pvalues)
    out = np.full(len(pvalues), np.nan)
    out[known] = correction(pvalues[known])
    return out


_MOST_DIGITS = 4


class Family(NamedTuple):
    """The level of a family of tests, their number, and the draws of each."""

    size: float
    number: int
    n_permutations: int


def sentence(row: Mapping[str, Any], tests: Family) -> str:
    """Say who beats whom on a metric, by how much, and whether that is separable.

    Parameters
    ----------
    row : mapping
        One entry of a comparison's columns.
    tests : Family

    Returns
    -------
    text : str
    """
    model, against, queries = row["model"], row["against"], _queries(row["n_lists"])
    if not row["n_lists"]:
        return f"{row['metric']}: no query on which {model} and {against} have a value"
    if row["ties"] == row["n_lists"]:
        return f"{row['metric']}: {model} equals {against} on {queries}"
    difference, low, high = row["difference"], row["low"], row["high"]
    constant = bool(high - low <= ROUNDING * abs(difference))
    if constant:
        low = high = difference
    if difference < 0:
        model, against = against, model
        difference, low, high = -difference, -high, -low
    digits = _decimals(low, high)
    beats = f"{model} beats {against} by" if difference else f"{model} - {against} ="
    interval = "" if math.isnan(low) else f" [{low:z.{digits}f}, {high:z.{digits}f}]"
    return (
        f"{row['metric']}: {beats} {difference:z.{digits}f}{interval} on {queries}"
        f"{', a constant difference' * constant}: {_verdict(row, tests)}"
    )


def _queries(n: int) -> str:
    return f"{n} {'query' if n == 1 else 'queries'}"


def _decimals(low: float, high: float) -> int:
    """Return three decimals, or as many as show the width in four digits at most."""
    width, size = high - low, max(abs(low), abs(high))
    if not width > 0:
        return 3
    shown = math.ceil(-math.log10(width / 2))
    return max(3, min(shown, _MOST_DIGITS - 1 - math.floor(math.log10(size))))


def _verdict(row: Mapping[str, Any], tests: Family) -> str:
    p, corrected = row["p_randomisation"], row["p_holm"]
    if math.isnan(p):
        return "not separable, one query says nothing about others"
    of_tests = f", {corrected:.2g} corrected for {tests.number}" * (tests.number > 1)
    if corrected <= tests.size:
        return f"separable (p = {p:.2g}{of_tests})"
    if p <= tests.size:
        few = ""
        draws = tests.n_permutations
        if p <= 2 / (draws + 1) and 2 ** row["n_lists"] > draws:
            enough = math.ceil(2 * tests.number / tests.size)
            few = f"; the smallest p of so few draws, pass n_permutations={enough}"
        return f"not separable (p = {p:.2g}{of_tests} comparisons{few})"
    return f"not separable (p = {p:.2g})"


def is_separable(corrected: Floats, size: float) -> Bools:
    """Return which differences stand after the correction for their number."""
    with np.errstate(invalid="ignore"):
        return corrected <= size
