"""Test scores of a search, fold by fold, and rules that choose by them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from math import comb, sqrt
from typing import Any, TypeAlias

import numpy as np
from sklearn.model_selection import (
    BaseShuffleSplit,
    LeavePGroupsOut,
    LeavePOut,
    TimeSeriesSplit,
)

from sklearn_rankscore._comparison.paired import (
    corrected,
    holm,
    is_constant,
    is_separable,
    paired_differences,
)
from sklearn_rankscore._comparison.resampling import are_alike
from sklearn_rankscore._conventions.axes import is_real
from sklearn_rankscore._lists.arrays import Array, Floats

# A parameter of a search, or what orders candidates by all of their parameters.
Complexity: TypeAlias = str | Callable[[Mapping[str, Any]], Any]


def fold_scores(cv_results: Mapping[str, Any], metric: str, function: str) -> Floats:
    """Return the test scores of a search, one row per candidate, one column per fold.

    Parameters
    ----------
    cv_results : dict
        ``search.cv_results_``.
    metric : str
        Its name there. A search by a single scorer calls it ``"score"``.
    function : str
        What an error message calls the caller.

    Returns
    -------
    scores : ndarray of shape (n_candidates, n_folds)
    """
    names = metric_names(cv_results)
    if metric not in names:
        if names != ["score"]:
            raise ValueError(
                f"The 'metric' parameter of {function} must be one that the search was "
                f"scored by: {names}. Got {metric!r} instead."
            )
        metric = "score"
    folds: list[Array] = []
    while (key := f"split{len(folds)}_test_{metric}") in cv_results:
        folds.append(cv_results[key])
    return np.column_stack([np.asarray(fold, dtype=np.float64) for fold in folds])


def metric_names(cv_results: Mapping[str, Any]) -> list[str]:
    """Return the names of the metrics that a search was scored by."""
    prefix = "mean_test_"
    return [key.removeprefix(prefix) for key in cv_results if key.startswith(prefix)]


def complete(scores: Floats) -> Floats:
    """Return the scores, NaN in every fold of a candidate that lacks one in some.

    Its mean would be over other folds than that of the rest, if there were any.
    """
    whole = np.isfinite(scores).all(axis=1, keepdims=True)
    return np.where(whole, scores, np.nan)


def standard_errors(scores: Floats) -> Floats:
    """Return the standard error over folds of each candidate's mean."""
    n_folds = scores.shape[1]
    if n_folds < 2:
        return np.full(len(scores), np.nan)
    return standard_deviations(scores) / sqrt(n_folds)


def standard_deviations(scores: Floats) -> Floats:
    """Return the spread over folds, exactly 0 where all folds have one score."""
    # The mean of equal numbers may be off by rounding, and the spread with it.
    spread: Floats = scores.std(axis=1, ddof=1)
    spread[are_alike(scores, True)] = 0.0
    return spread


def share_tested(search: Any, test_fraction: float | None, n_folds: int) -> float:
    """Return the share of the rows of a split that tests, as given or by the splitter.

    Parameters
    ----------
    search : object
        A fitted search.
    test_fraction : float or None
    n_folds : int

    Returns
    -------
    share : float
    """
    if test_fraction is None:
        return _share_of(search.cv, n_folds)
    if not (is_real(test_fraction) and 0 < test_fraction < 1):
        raise ValueError(
            f"The 'test_fraction' parameter of search_report must be a float between 0 "
            f"and 1. Got {test_fraction!r} instead."
        )
    return test_fraction


def _share_of(splitter: Any, n_folds: int) -> float:
    if isinstance(splitter, BaseShuffleSplit):
        share = _share_drawn(splitter.test_size, splitter.train_size)
    elif isinstance(splitter, LeavePOut | LeavePGroupsOut):
        p = getattr(splitter, "p", None) or splitter.n_groups
        # Every p of so many are tested once, which tells how many there are.
        share = p / next(n for n in count(p) if comb(n, p) >= n_folds)
    elif isinstance(splitter, TimeSeriesSplit):
        # Its training sets grow.
        share = None
    else:
        share = getattr(splitter, "n_repeats", 1) / n_folds
    if share is None:
        raise ValueError(
            f"search_report must know the share of the data in a test fold. Pass "
            f"test_fraction=; the splitter {splitter!r} does not state it."
        )
    return share


def _share_drawn(test: object, train: object) -> float | None:
    """Return the share of the rows drawn that tests, None where sizes are no shares."""
    if not isinstance(test, float) or not isinstance(train, float | None):
        return None
    return test if train is None else test / (test + train)


def compare_with_best(
    scores: Floats, test_fraction: float, level: float
) -> dict[str, Array]:
    """Return mean, spread and comparison with the best, one entry per candidate."""
    from scipy.stats import t

    n_folds = scores.shape[1]
    failed = np.count_nonzero(~np.isfinite(scores), axis=1)
    scores = complete(scores)
    means = scores.mean(axis=1)
    best = np.nanargmax(means)
    differences = paired_differences(scores, scores[best])
    inflation = 1 / n_folds + test_fraction / (1 - test_fraction)
    error = standard_deviations(differences) * np.sqrt(inflation)
    constant = is_constant(differences)
    difference = np.where(constant, differences[:, 0], differences.mean(axis=1))
    margin = t.ppf((1 + level) / 2, n_folds - 1) * error
    # A constant difference has no t: there is no spread to measure it by.
    spread = np.where(constant, np.nan, error)
    pvalues = 2 * t.sf(np.abs(difference / spread), n_folds - 1)
    pvalues[constant & (difference == 0)] = 1.0
    others = np.arange(len(scores)) != best
    pvalues[best] = np.nan
    p_holm = corrected(holm, pvalues)
    return {
        "mean": means,
        "standard_deviation": standard_deviations(scores),
        "standard_error": standard_errors(scores),
        "failed_folds": failed,
        "best": ~others,
        "difference": difference,
        "low": difference - margin,
        "high": difference + margin,
        "p": pvalues,
        "p_holm": p_holm,
        "separable": others & is_separable(p_holm, 1 - level),
    }


def constants_in_words(columns: Mapping[str, Array]) -> str:
    """Say how many candidates differ from the best by one number in all folds."""
    untested = np.isnan(columns["p"]) & ~np.isnan(columns["mean"])
    n = np.count_nonzero(untested & ~columns["best"])
    return f"; {n} by a constant difference, which has no t test" * bool(n)


def one_standard_error(metric: str, *, complexity: Complexity) -> "OneStandardError":
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
    complexity: Complexity

    def __call__(self, cv_results: Mapping[str, Any]) -> int:
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

    def _complexity(self, params: Mapping[str, Any]) -> Any:
        if callable(self.complexity):
            return self.complexity(params)
        if self.complexity not in params:
            raise ValueError(
                f"The 'complexity' parameter of one_standard_error must name a "
                f"parameter of every candidate. Got {self.complexity!r}; there are "
                f"{list(params)}."
            )
        return params[self.complexity]
