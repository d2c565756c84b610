"""A rule for ``refit=``: the simplest candidate that is about as good as the best."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sklearn_rankscore._folds import complete, fold_scores, standard_errors


def one_standard_error(metric, *, complexity):
    """Make a ``refit=`` that takes the simplest candidate about as good as the best.

    About as good is: a mean over folds not more than one standard error of the best
    candidate below the best one. Candidates that failed in a fold are passed over.

    Parameters
    ----------
    metric : str
        A name out of the scoring of the search, such as ``"ndcg@10"``.
    complexity : str or callable
        What tells how simple a candidate is, smaller being simpler: the name of a
        parameter of the search, or ``complexity(params)`` -> number or tuple.

    Returns
    -------
    refit : OneStandardError
        Takes ``cv_results_`` and returns the index of a candidate: for ``refit=`` of
        GridSearchCV and its like, which then have no ``best_score_``.

    Raises
    ------
    TypeError
        If `complexity` is neither a name nor a function.

    See Also
    --------
    search_report : Which candidates are separable from the best.

    References
    ----------
    .. [1] Breiman, Friedman, Olshen and Stone (1984), "Classification and regression
       trees", section 3.4.3: the 1 SE rule.

    Examples
    --------
    >>> import sklearn
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold
    >>> from sklearn.tree import DecisionTreeRegressor
    >>> from sklearn_rankscore import get_rank_scorer, one_standard_error
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=60, random_state=0)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     search = GridSearchCV(
    ...         DecisionTreeRegressor(random_state=0), {"max_depth": [1, 2, 3, 4, 5]},
    ...         scoring=get_rank_scorer(["ndcg@10", "map"]), cv=GroupKFold(5),
    ...         refit=one_standard_error("ndcg@10", complexity="max_depth"),
    ...     ).fit(X, y, groups=qid)
    >>> search.best_params_
    {'max_depth': 4}
    """
    if not isinstance(complexity, str) and not callable(complexity):
        raise TypeError(
            f"The 'complexity' parameter of one_standard_error must be the name of a "
            f"parameter of the search, or a function of the parameters. "
            f"Got {complexity!r} instead."
        )
    return OneStandardError(metric, complexity)


@dataclass(frozen=True)
class OneStandardError:
    """The rule that :func:`one_standard_error` makes; it can be pickled.

    Attributes
    ----------
    metric : str
    complexity : str or callable
    """

    metric: str
    complexity: str | Callable

    def __call__(self, cv_results):
        """Return the index of the candidate to take.

        Parameters
        ----------
        cv_results : dict
            ``search.cv_results_``.

        Returns
        -------
        index : int

        Raises
        ------
        ValueError
            If the search has no such metric or parameter, one fold only, or no
            candidate with a score in every fold.
        TypeError
            If complexities cannot be ordered.
        """
        scores = complete(fold_scores(cv_results, self.metric, "one_standard_error"))
        means, errors = scores.mean(axis=1), standard_errors(scores)
        if scores.shape[1] < 2 or np.isnan(means).all():
            raise ValueError(
                f"one_standard_error needs at least two folds and a candidate with a "
                f"score. Got {scores.shape[1]} folds and "
                f"{np.count_nonzero(~np.isnan(means))} candidates with a score."
            )
        best = np.nanargmax(means)
        good = np.flatnonzero(means >= means[best] - errors[best])
        params = cv_results["params"]
        # Of equally simple candidates the better one, of equally good ones the first.
        keys = [(self._complexity(params[i]), -means[i], i) for i in good.tolist()]
        try:
            return min(keys)[2]
        except TypeError as error:
            raise TypeError(
                f"one_standard_error needs complexities that can be ordered. Got "
                f"{[key[0] for key in keys]}; pass complexity= a function of the "
                f"parameters that returns numbers."
            ) from error

    def _complexity(self, params):
        if callable(self.complexity):
            return self.complexity(params)
        if self.complexity not in params:
            raise ValueError(
                f"The 'complexity' parameter of one_standard_error must name a "
                f"parameter of every candidate. Got {self.complexity!r}; there are "
                f"{list(params)}."
            )
        return params[self.complexity]
