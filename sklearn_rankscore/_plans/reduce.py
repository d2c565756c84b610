"""Values per list, weights and the empty rule -> one number."""

import numpy as np


def settle_empty(values, rule, describe):
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


def mean_over_lists(values, defined, weights, rule, convention, describe, metric=None):
    """Return the mean over lists, as the convention weights and adds it up.

    `metric` is the name that the weighting of the convention goes by.
    """
    weighting = convention.weighting_of(metric)
    if weighting == "none":
        weights = None
    kept = slice(None)
    if rule == "skip" and not defined.all():
        if not defined.any():
            raise ValueError(describe(0, len(values)))
        kept = defined
    values, defined = values[kept], defined[kept]
    add = np.sum if convention.mean == "pairwise" else _add_in_order
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


def _clipped(mean, convention):
    return float(min(mean, 1.0) if convention.mean == "clipped" else mean)


def _add_in_order(values):
    return np.cumsum(values)[-1]
