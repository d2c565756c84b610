"""One metric under several conventions, as the scorers of a search."""

import re

from sklearn_rankscore._axes import BY_KEY
from sklearn_rankscore._conventions import get_convention
from sklearn_rankscore._scorer import get_rank_scorer


def convention_scorers(
    metric, conventions, *, groups=None, response_method="auto", **axes
):
    """Build a scorer per convention, as a dict for a search with several metrics.

    Parameters
    ----------
    metric : str
        A name out of :func:`get_rank_scorer_names`, ``"ndcg@10"``.
    conventions : sequence of str or Convention
        Those that order equal scores by document id are refused: scorers have no ids.
    groups : None, str, int, Series, callable or False, default=None
        Where the query ids are, as in :func:`get_rank_scorer`.
    response_method : str or sequence of str, default="auto"
        As in :func:`get_rank_scorer`.
    **axes : dict
        Single axes that override every convention.

    Returns
    -------
    scorers : dict of str to RankScorer
        Keys are metric and convention, ``"ndcg@10 lightgbm"``; one of them is the
        ``refit=`` of the search.

    Raises
    ------
    ValueError
        If a convention is unknown, named twice, does not hold for the metric or needs
        document ids.

    See Also
    --------
    convention_sensitivity : Read the fitted search.

    Examples
    --------
    >>> from sklearn_rankscore import convention_scorers
    >>> list(convention_scorers("ndcg@10", ["sklearn", "lightgbm"]))
    ['ndcg@10 sklearn', 'ndcg@10 lightgbm']
    """
    scorers = {}
    for given in conventions:
        convention = get_convention(given, function="convention_scorers")
        if axes.get("ties", convention.ties) in BY_KEY:
            raise ValueError(
                f"The convention {convention.name!r} of convention_scorers orders "
                f"equal scores by document id, and scorers get no ids. Leave it out, "
                f"or pass ties=, for instance ties='average'."
            )
        key = f"{metric} {convention.name}"
        if key in scorers:
            raise ValueError(
                f"The 'conventions' parameter of convention_scorers must name each "
                f"convention once. Got {convention.name!r} twice."
            )
        scorers[key] = get_rank_scorer(
            metric,
            convention=given,
            groups=groups,
            response_method=response_method,
            **axes,
        )
    return scorers


def scores_of_search(search, metric):
    """Return the metric, and the score of each candidate under each convention.

    Parameters
    ----------
    search : fitted search
        With ``scoring=convention_scorers(...)``.
    metric : str or None
        Which of its metrics; None for the only one.

    Returns
    -------
    metric : str
    scores : dict of str to dict of str to float
        By convention, then by the parameters of the candidate.
    """
    results = search.cv_results_
    found: dict[str, dict] = {}
    for key in results:
        words = key.removeprefix("mean_test_").split(" ", 1)
        if key.startswith("mean_test_") and len(words) == 2:
            found.setdefault(words[0], {})[words[1]] = results[key]
    if (
        not found
        or (metric is None and len(found) > 1)
        or (metric and metric not in found)
    ):
        raise ValueError(
            f"convention_sensitivity needs a search that was fitted with scoring="
            f"convention_scorers(metric, [...]), and metric= where there are several. "
            f"Got the metrics {sorted(found)} and metric={metric!r}."
        )
    metric = metric or next(iter(found))
    models = [
        ", ".join(f"{_bare(name)}={value!r}" for name, value in params.items())
        for params in results["params"]
    ]
    scores = {
        name: dict(zip(models, values.tolist(), strict=True))
        for name, values in found[metric].items()
    }
    return metric, scores


def _bare(name):
    """Return the name of a parameter without the steps that lead to it."""
    return re.sub("^(estimator__)+", "", name)
