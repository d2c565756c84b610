"""Synthetic lists of any number and size."""

import numpy as np
from scipy.special import ndtri
from sklearn.utils import check_random_state

from sklearn_rankscore._lists.arrays import Floats, Integers
from sklearn_rankscore.datasets.digits import Seed, Span, check_count, check_span


def make_ranking(
    n_queries: int = 100,
    n_docs: Span = (5, 50),
    n_features: int = 20,
    *,
    n_informative: int = 5,
    n_grades: int = 5,
    noise: float = 0.5,
    query_effect: float = 1.0,
    shuffle_rows: bool = False,
    random_state: Seed = None,
) -> tuple[Floats, Integers, Integers]:
    """Draw lists of graded rows, in the manner of ``make_classification``.

    The features are independent standard normal numbers. A row's relevance is a sum
    of the informative ones with random weights, scaled to variance 1, plus noise, plus
    one number per list; its grade says between which thresholds that falls. The
    thresholds are fixed so that on average each grade is half as frequent as the one
    below.

    The number per list is what separates ranking from regression: it moves the grades
    of a whole list up or down, and no order within the list depends on it. A model
    that knows only it predicts grades well and ranks at random.

    Parameters
    ----------
    n_queries : int, default=100
        Number of lists.
    n_docs : int or (int, int), default=(5, 50)
        Rows of each list, or the smallest and the largest number of them, each size
        between the two equally likely.
    n_features : int, default=20
        Number of columns: the informative ones, then one that holds the number per
        list (if there is room), then columns without meaning.
    n_informative : int, default=5
        Number of columns that the order within a list depends on.
    n_grades : int, default=5
        Number of grades, 0 to ``n_grades - 1``.
    noise : float, default=0.5
        Standard deviation of what no column tells.
    query_effect : float, default=1.0
        Standard deviation of the number per list; 0 for none.
    shuffle_rows : bool, default=False
        Mix the rows of all lists; by default the rows of a list are contiguous.
    random_state : int, RandomState instance or None, default=None
        Pass an int for the same data on every call.

    Returns
    -------
    X : ndarray of shape (n_rows, n_features)
        The features, float64.
    y : ndarray of shape (n_rows,)
        The grades, int64.
    groups : ndarray of shape (n_rows,)
        Number of each row's list, 0 to ``n_queries - 1``.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    See Also
    --------
    sklearn.datasets.make_classification : Rows without lists.

    Examples
    --------
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, groups = make_ranking(n_queries=4, n_docs=3, random_state=0)
    >>> X.shape
    (12, 20)
    >>> groups
    array([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    """
    n_queries = check_count(n_queries, "n_queries", "make_ranking")
    span = check_span(n_docs, "n_docs", "make_ranking")
    n_features = check_count(n_features, "n_features", "make_ranking")
    n_informative = check_count(
        n_informative, "n_informative", "make_ranking", n_features
    )
    n_grades = check_count(n_grades, "n_grades", "make_ranking")
    for name, value in (("noise", noise), ("query_effect", query_effect)):
        if not 0 <= value < np.inf:
            raise ValueError(
                f"The {name!r} parameter of make_ranking must be a finite number >= 0. "
                f"Got {value!r} instead."
            )
    rng = check_random_state(random_state)
    sizes = rng.randint(span[0], span[1] + 1, size=n_queries)
    groups = np.repeat(np.arange(n_queries), sizes)
    X = rng.standard_normal((len(groups), n_features))
    level = rng.standard_normal(n_queries)[groups]
    if n_features > n_informative:
        X[:, n_informative] = level
    weights = rng.standard_normal(n_informative)
    relevance = X[:, :n_informative] @ (weights / np.linalg.norm(weights))
    relevance += noise * rng.standard_normal(len(groups)) + query_effect * level
    y = np.searchsorted(_thresholds(n_grades, noise, query_effect), relevance)
    if shuffle_rows:
        order = rng.permutation(len(groups))
        return X[order], y[order], groups[order]
    return X, y, groups


def _thresholds(n_grades: int, noise: float, query_effect: float) -> Floats:
    """Cut the normal distribution of relevance into grades of halving frequency."""
    shares = 0.5 ** np.arange(n_grades)
    below = np.cumsum(shares)[:-1] / shares.sum()
    cuts: Floats = np.sqrt(1 + noise**2 + query_effect**2) * ndtri(below)
    return cuts
