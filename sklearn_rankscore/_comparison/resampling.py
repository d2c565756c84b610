"""Means over lists with their spread, and how sure they are: resampling by scipy."""

import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, TypedDict

import numpy as np
from sklearn.utils import check_random_state
from threadpoolctl import ThreadpoolController

from sklearn_rankscore._conventions.axes import is_real, is_whole
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers
from sklearn_rankscore._plans.plan import Plan, Step
from sklearn_rankscore._plans.reduce import mean_over_lists

# Cells of a batch: enough for the matrix product, few enough to stay small in memory.
_BATCH_CELLS = 1 << 21

_PATIENCE = 2.0

RandomStateLike: TypeAlias = int | np.random.RandomState | np.random.Generator | None


@dataclass(frozen=True, eq=False, repr=False)
class ListValues:
    """The value of each list, for models x metrics: what is summed up."""

    plan: Plan
    models: tuple[str, ...]
    groups: Array
    values: Floats
    defined: Bools
    weights: Floats

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return self.plan.names


class Resampling(TypedDict):
    """The checked parameters that every interval takes."""

    level: float
    n_resamples: int
    seed: int


class Progress:
    """Says on stderr how far long work has come, and nothing about short work.

    Parameters
    ----------
    title : str
        What is being done.
    total : int
        Steps in all.
    verbose : bool
        Whether to say anything.
    clock : callable, default=time.monotonic
    """

    def __init__(
        self,
        title: str,
        total: int,
        verbose: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.title, self.total, self.verbose, self.clock = title, total, verbose, clock
        self.done, self.told = 0, clock()

    def advance(self, steps: int) -> None:
        """Count steps, and tell if nothing was told for a while."""
        self.done += steps
        if self.verbose and self.clock() - self.told >= _PATIENCE:
            self.told = self.clock()
            done = min(self.done, self.total)
            print(f"{self.title}: {done} of {self.total} resamples", file=sys.stderr)


def as_seed(random_state: RandomStateLike) -> int:
    """Return one seed, so that every draw may begin with the same stream."""
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32))
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(2**32, dtype=np.uint32))
    return random_state


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[object]:
    """Keep BLAS from waiting for busy cores: the products are thin, and many."""
    limits = {"limits": 1, "user_api": "blas"}
    limit: AbstractContextManager[object] = _controller().limit(**limits)
    return limit


def batch_size(n_lists: int) -> int:
    return max(1, _BATCH_CELLS // n_lists)


def bootstrap_means(
    values: Floats,
    weights: Floats,
    *,
    level: float,
    n_resamples: int,
    seed: int,
    verbose: bool = False,
) -> tuple[Floats, Floats]:
    """Return the bootstrap interval of weighted means, lists resampled.

    Parameters
    ----------
    values : ndarray of float64 of shape (n_lists, n_columns)
        Without NaN.
    weights : ndarray of float64 of shape (n_lists,)
    level : float
        The confidence level.
    n_resamples : int
    seed : int
        Every call with it draws the same lists.
    verbose : bool, default=False

    Returns
    -------
    low, high : ndarray of float64 of shape (n_columns,)
        NaN where fewer than two lists have a weight.
    """
    from scipy.stats import bootstrap

    values, weights = values[weights > 0], weights[weights > 0]
    n_lists, n_columns = values.shape
    if n_lists < 2:
        return np.full(n_columns, np.nan), np.full(n_columns, np.nan)
    sums = np.column_stack((values * weights[:, None], weights))
    progress = Progress("bootstrap", n_resamples, verbose)

    def means(drawn: Array, axis: int = -1) -> Floats:
        # How often each list was drawn, times all columns: one product per batch.
        drawn = np.atleast_2d(drawn).astype(np.intp)
        cells = drawn + np.arange(len(drawn))[:, None] * n_lists
        counts = np.bincount(cells.ravel(), minlength=len(drawn) * n_lists)
        progress.advance(len(drawn))
        totals = counts.reshape(len(drawn), n_lists) @ sums
        return (totals[:, :-1] / totals[:, -1:]).T

    with one_blas_thread():
        interval = bootstrap(
            (np.arange(n_lists),),
            means,
            vectorized=True,
            confidence_level=_expanded(level, n_lists),
            n_resamples=n_resamples,
            batch=batch_size(n_lists),
            method="percentile",
            random_state=np.random.default_rng(seed),
        ).confidence_interval
    return interval.low, interval.high


def _expanded(level: float, n_lists: int) -> float:
    """Return the level at which percentiles cover `level` for few lists, too.

    Resamples spread by a factor of sqrt((n - 1) / n) too little, and know nothing of
    the wider tails of Student's t (Hesterberg's expanded percentiles).
    """
    from scipy.stats import norm, t

    reach = t.ppf((1 + level) / 2, n_lists - 1) * np.sqrt(n_lists / (n_lists - 1))
    # Percentiles of a level that rounds to 1 are the extremes.
    return float(min(2 * norm.cdf(reach) - 1, np.nextafter(1, 0)))


# Values, sums and means that agree so well differ in the last bits only, by the order
# in which rows or lists were added up.
ROUNDING = 1e-12


def check_resampling(
    level: float, n_resamples: int, random_state: RandomStateLike, function: str
) -> Resampling:
    """Return the checked parameters that every interval takes."""
    check_level(level, function)
    check_count(n_resamples, "n_resamples", function)
    check_enough(n_resamples, "n_resamples", least_resamples(level), level, function)
    seed = as_seed(random_state)
    return Resampling(level=float(level), n_resamples=int(n_resamples), seed=seed)


def check_level(level: float, function: str) -> None:
    """Refuse what is no confidence level."""
    if not (is_real(level) and 0 < level < 1):
        raise ValueError(
            f"The 'level' parameter of {function} must be a float between 0 and 1. "
            f"Got {level!r} instead."
        )


def least_resamples(level: float) -> int:
    """Return how many draws the ends of an interval need, for each to be beyond one.

    With fewer, a percentile lies outside of all draws (Davison and Hinkley (1997),
    "Bootstrap methods and their application", chapter 5).
    """
    # A little less, because 2 / (1 - 0.9) is above 20 in float64.
    return math.ceil(2 / (1 - level) * (1 - 1e-9))


def check_enough(
    value: int, name: str, least: int, level: float, function: str
) -> None:
    """Refuse fewer draws than a level needs."""
    if value < least:
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int >= {least} for "
            f"level={level:g}. Got {value!r} instead."
        )


def check_quantiles(quantiles: Sequence[float]) -> list[float]:
    """Return quantiles as a list, refusing what is none."""
    listed = np.ndim(quantiles) == 1 and not isinstance(quantiles, (str, bytes))
    if not (listed and all(is_real(q) and 0 <= q <= 1 for q in quantiles)):
        raise ValueError(
            f"The 'quantiles' parameter of summary must hold numbers from 0 to 1. "
            f"Got {quantiles!r}."
        )
    return list(quantiles)


def check_count(value: int, name: str, function: str) -> None:
    """Refuse what is no number of draws."""
    if not (is_whole(value) and value >= 1):
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int >= 1. "
            f"Got {value!r} instead."
        )


def columns_by_lists(counted: Bools) -> Iterator[tuple[Bools, Integers]]:
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


def summarise(
    evaluation: ListValues,
    quantiles: Sequence[float],
    *,
    level: float,
    n_resamples: int,
    seed: int,
    verbose: bool = False,
) -> dict[str, Array]:
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


def are_alike(values: Floats, counted: Bools | bool) -> Bools:
    """Tell which rows hold one value only, but for the last bits."""
    highest = np.max(values, axis=-1, where=counted, initial=-np.inf)
    lowest = np.min(values, axis=-1, where=counted, initial=np.inf)
    size = np.maximum(np.abs(highest), np.abs(lowest))
    alike: Bools = highest - lowest <= ROUNDING * size
    return alike


def mean_columns(evaluation: ListValues) -> dict[str, Array]:
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


def _mean_and_error(
    evaluation: ListValues, step: Step, place: tuple[int, int]
) -> tuple[float, float]:
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


def _quantiles(
    values: Floats, defined: Bools, quantiles: Sequence[float]
) -> dict[str, Floats]:
    nothing = np.full(len(quantiles), np.nan)
    found = [
        np.quantile(row[kept], quantiles) if kept.any() else nothing
        for row, kept in zip(values, defined, strict=True)
    ]
    names = [f"q{100 * q:g}" for q in quantiles]
    return dict(zip(names, np.array(found).T, strict=True))


def _share(values: Floats, defined: Bools, bound: float) -> Floats:
    """Return the share of the lists with a value that have this one."""
    # A ratio of sums may miss its bound by the last bit.
    there = defined & np.isclose(values, bound, rtol=0, atol=ROUNDING)
    n_defined = defined.sum(axis=1)
    with np.errstate(invalid="ignore"):
        share: Floats = there.sum(axis=1) / n_defined
    return share
