"""Values per list, weights and the empty rule -> one number."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from sklearn_rankscore._conventions.axes import EmptyRule
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import Bools, Floats

# Says of which lists there is no value, given the first and their number.
Describe: TypeAlias = Callable[[int, int], str]


def settle_empty(
    values: Floats, rule: EmptyRule, describe: Describe
) -> tuple[Floats, Bools]:
    """Replace the undefined values by what the rule says.

    Parameters
    ----------
    values : ndarray of float64 of shape (n_lists,)
        NaN where the metric is undefined.
    rule : float, "skip" or "raise"
        "skip" leaves NaN.
    describe : callable
        ``describe(first, count)`` says which lists are undefined, for "raise".

    Returns
    -------
    values : ndarray of float64 of shape (n_lists,)
    defined : ndarray of bool of shape (n_lists,)
    """
    defined = ~np.isnan(values)
    if defined.all():
        return values, defined
    if rule == "raise":
        empty = np.flatnonzero(~defined)
        raise ValueError(describe(empty[0], len(empty)))
    filler = np.nan if rule == "skip" else rule
    return np.where(defined, values, filler), defined


def mean_over_lists(
    values: Floats,
    defined: Bools,
    weights: Floats | None,
    rule: EmptyRule,
    convention: Convention,
    describe: Describe,
    metric: str | None = None,
) -> float:
    """Return the mean over lists, as the convention weights and adds it up.

    `metric` is the name that the weighting of the convention goes by.
    """
    weighting = convention.weighting_of(metric)
    if weighting == "none":
        weights = None
    kept: slice | Bools = slice(None)
    if rule == "skip" and not defined.all():
        if not defined.any():
            raise ValueError(describe(0, len(values)))
        kept = defined
    values, defined = values[kept], defined[kept]
    add: Callable[[Floats], float] = (
        np.sum if convention.mean == "pairwise" else _add_in_order
    )
    if weights is None:
        return _clipped(add(values) / len(values), convention)
    weights = weights[kept]
    total = add(weights)
    if total == 0:
        raise ValueError(
            "The 'sample_weight' parameter must give a weight > 0 to a list that "
            f"is not skipped. All {len(weights)} of them weigh 0."
        )
    weighted = values * weights
    if weighting == "defined":
        weighted = np.where(defined, weighted, values)
    return _clipped(add(weighted) / total, convention)


def _clipped(mean: float, convention: Convention) -> float:
    return float(min(mean, 1.0) if convention.mean == "clipped" else mean)


def _add_in_order(values: Floats) -> float:
    total: float = np.cumsum(values)[-1]
    return total
