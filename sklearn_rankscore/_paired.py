"""Two models on the same lists: differences, and tests of their mean by scipy."""

import warnings

import numpy as np

from sklearn_rankscore._resampling import bootstrap_means, sign_flip_pvalues
from sklearn_rankscore._summary import columns_by_lists

# Two sums over one list may differ in the last bits; that is a tie.
_SAME = 1e-12


def paired_differences(first, second):
    """Return first - second, 0 where they differ by rounding only."""
    scale = np.maximum(1.0, np.fmax(np.abs(first), np.abs(second)))
    differences = first - second
    return np.where(np.abs(differences) <= _SAME * scale, 0.0, differences)


def compare_columns(
    differences, weights, *, level, n_resamples, n_permutations, seed, verbose=False
):
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
    rows: list[dict] = [{}] * len(differences)
    options = {"seed": seed, "verbose": verbose}
    counted = ~np.isnan(differences) & (weights > 0)
    for lists, columns in columns_by_lists(counted):
        found, weight = differences[columns][:, lists], weights[lists]
        # Each list's share in the difference of weighted means: their plain mean is it.
        shares = found * (weight * len(weight) / weight.sum())
        low, high = bootstrap_means(
            found.T, weight, level=level, n_resamples=n_resamples, **options
        )
        randomisation = sign_flip_pvalues(
            shares.T, n_permutations=n_permutations, **options
        )
        for at, column in enumerate(columns):
            rows[column] = {
                "difference": _mean(shares[at]),
                "low": low[at],
                "high": high[at],
                "p_randomisation": randomisation[at],
                **_tests(shares[at]),
                "effect_size": _effect_size(shares[at]),
                "wins": np.count_nonzero(found[at] > 0),
                "ties": np.count_nonzero(found[at] == 0),
                "losses": np.count_nonzero(found[at] < 0),
                "n_lists": len(weight),
                "n_deciding": count_deciding(shares[at]),
            }
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _tests(shares):
    """Return the p-values of the paired t test and of Wilcoxon's signed ranks."""
    from scipy.stats import ttest_1samp, wilcoxon

    if len(shares) < 2:
        return {"p_t": np.nan, "p_wilcoxon": np.nan}
    if not shares.any():
        return {"p_t": 1.0, "p_wilcoxon": 1.0}
    with warnings.catch_warnings():
        # Said of differences that are all alike, and of few lists.
        warnings.simplefilter("ignore")
        t, signed_ranks = ttest_1samp(shares, 0.0), wilcoxon(shares)
    return {"p_t": float(t.pvalue), "p_wilcoxon": float(signed_ranks.pvalue)}


def _effect_size(shares):
    """Return Cohen's d of paired values: mean over standard deviation."""
    if len(shares) < 2:
        return np.nan
    if not shares.any():
        return 0.0
    with np.errstate(divide="ignore"):
        return _mean(shares) / shares.std(ddof=1)


def _mean(shares):
    return _total(shares) / len(shares) if len(shares) else np.nan


def _total(shares):
    """Return the sum, 0 where wins and losses cancel but for rounding."""
    total = shares.sum()
    return total if abs(total) > _rounding(shares) else 0.0


def _rounding(shares):
    return _SAME * np.abs(shares).sum()


def count_deciding(shares):
    """Count the lists without which the difference would be gone or turned round."""
    total = _total(shares)
    if not total:
        return 0
    # Rounding must not keep those that decide from reaching the sum of all.
    enough = abs(total) - _rounding(shares)
    reached = np.cumsum(np.sort(shares * np.sign(total))[::-1]) >= enough
    reached[-1] = True
    return int(np.argmax(reached)) + 1


def holm(pvalues):
    """Return the p-values corrected so that the chance of any false one holds."""
    order = np.argsort(pvalues)
    steps = np.arange(len(pvalues), 0, -1)
    corrected = np.minimum(np.maximum.accumulate(pvalues[order] * steps), 1.0)
    return _unsorted(corrected, order)


def benjamini_hochberg(pvalues):
    """Return the p-values corrected so that the share of false ones holds."""
    from scipy.stats import false_discovery_control

    return false_discovery_control(pvalues, method="bh") if len(pvalues) else pvalues


def _unsorted(values, order):
    out = np.empty_like(values)
    out[order] = values
    return out


def corrected(correction, pvalues):
    """Apply a correction to the p-values that there are, leaving NaN."""
    known = ~np.isnan(pvalues)
    out = np.full(len(pvalues), np.nan)
    out[known] = correction(pvalues[known])
    return out
