"""Resampling over lists by scipy: intervals of means, and the sign-flip test."""

import sys
import time
from functools import cache

import numpy as np
from sklearn.utils import check_random_state
from threadpoolctl import ThreadpoolController  # a dependency of scikit-learn

# Cells of a batch: enough for the matrix product, few enough to stay small in memory.
_BATCH_CELLS = 1 << 21
# scipy's permutation_test loops over lists in Python. Beyond so many flips (a second)
# its monte_carlo_test is given means under coin tosses instead: the same distribution.
_MOST_LOOPED_FLIPS = 5_000_000

_PATIENCE = 2.0


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

    def __init__(self, title, total, verbose, clock=time.monotonic):
        self.title, self.total, self.verbose, self.clock = title, total, verbose, clock
        self.done, self.told = 0, clock()

    def advance(self, steps):
        """Count steps, and tell if nothing was told for a while."""
        self.done += steps
        if self.verbose and self.clock() - self.told >= _PATIENCE:
            self.told = self.clock()
            done = min(self.done, self.total)
            print(f"{self.title}: {done} of {self.total} resamples", file=sys.stderr)


def as_seed(random_state):
    """Return one seed, so that every draw may begin with the same stream."""
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32))
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(2**32, dtype=np.uint32))
    return random_state


@cache
def _controller():
    return ThreadpoolController()


def _one_blas_thread():
    """Keep BLAS from waiting for busy cores: the products are thin, and many."""
    return _controller().limit(limits=1, user_api="blas")


def _batch(n_lists):
    return max(1, _BATCH_CELLS // n_lists)


def bootstrap_means(values, weights, *, level, n_resamples, seed, verbose=False):
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

    def means(drawn, axis=-1):
        # How often each list was drawn, times all columns: one product per batch.
        drawn = np.atleast_2d(drawn).astype(np.intp)
        cells = drawn + np.arange(len(drawn))[:, None] * n_lists
        counts = np.bincount(cells.ravel(), minlength=len(drawn) * n_lists)
        progress.advance(len(drawn))
        totals = counts.reshape(len(drawn), n_lists) @ sums
        return (totals[:, :-1] / totals[:, -1:]).T

    with _one_blas_thread():
        interval = bootstrap(
            (np.arange(n_lists),),
            means,
            vectorized=True,
            confidence_level=_expanded(level, n_lists),
            n_resamples=n_resamples,
            batch=_batch(n_lists),
            method="percentile",
            random_state=np.random.default_rng(seed),
        ).confidence_interval
    return interval.low, interval.high


def _expanded(level, n_lists):
    """Return the level at which percentiles cover `level` for few lists, too.

    Resamples spread by a factor of sqrt((n - 1) / n) too little, and know nothing of
    the wider tails of Student's t (Hesterberg's expanded percentiles).
    """
    from scipy.stats import norm, t

    reach = t.ppf((1 + level) / 2, n_lists - 1) * np.sqrt(n_lists / (n_lists - 1))
    # Percentiles of a level that rounds to 1 are the extremes.
    return float(min(2 * norm.cdf(reach) - 1, np.nextafter(1, 0)))


def sign_flip_pvalues(contributions, *, n_permutations, seed, verbose=False):
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

    def means(signs, axis=-1):
        progress.advance(1 if signs.ndim == 1 else len(signs))
        return signs @ contributions / n_lists

    # Older versions of scipy count all the ways in float64.
    with _one_blas_thread(), np.errstate(over="ignore"):
        if n_lists * n_permutations > _MOST_LOOPED_FLIPS:
            return _from_tosses(means, n_lists, n_permutations, rng)
        return permutation_test(
            (np.ones(n_lists),),
            means,
            permutation_type="samples",
            vectorized=True,
            n_resamples=n_permutations,
            batch=_batch(n_lists),
            random_state=rng,
        ).pvalue


def _from_tosses(means, n_lists, n_permutations, rng):
    """Return the p-values of `means`, whose columns share the coin tosses."""
    from scipy.stats import monte_carlo_test

    batches = []
    for first in range(0, n_permutations, _batch(n_lists)):
        size = min(_batch(n_lists), n_permutations - first), -(-n_lists // 8)
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
