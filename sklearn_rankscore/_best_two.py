"""The best two candidates of a search, compared on queries that it never saw."""

import numpy as np
from sklearn.base import clone

from sklearn_rankscore._evaluate import evaluate
from sklearn_rankscore._search_report import search_report
from sklearn_rankscore._stats import compare


def compare_best_two(search, fitted_on, held_out, *, metrics, **options):
    """Compare the chosen candidate with the best other one on held-out queries.

    Parameters
    ----------
    search : object
        A fitted search with ``best_estimator_``.
    fitted_on, held_out : Bunch
        Of `X`, `y` and `groups`. The other candidate is fitted on the first; both are
        scored on the second.
    metrics : sequence of str
    **options
        As in :func:`compare`.

    Returns
    -------
    comparison : Comparison
        The chosen candidate against the other; models are named by their parameters.

    Raises
    ------
    ValueError
        If the search has one candidate only, or one with a score.
    """
    report = search_report(search)
    means = report.columns[report.refit]["mean"].copy()
    means[report.chosen] = np.nan
    if np.isnan(means).all():
        raise ValueError(
            f"compare_best_two needs a candidate with a score beside the chosen one. "
            f"Got none of {len(means) - 1}; pass error_score='raise' to the search to "
            f"see why."
        )
    other = int(np.nanargmax(means))
    rival = clone(search.estimator).set_params(**report.params[other])
    rival.fit(fitted_on.X, fitted_on.y, groups=fitted_on.groups)
    names = report.in_words(report.chosen), report.in_words(other)
    models = search.best_estimator_, rival
    scores = {
        name: model.predict(held_out.X)
        for name, model in zip(names, models, strict=True)
    }
    evaluation = evaluate(held_out.y, scores, groups=held_out.groups, metrics=metrics)
    return compare(evaluation, baseline=names[1], **options)
