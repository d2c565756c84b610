"""Scorers by name, and from functions.

How the query ids reach a scorer, and a :class:`GroupedRanker`:

With metadata routing they are passed once, ``groups=qid`` to ``fit`` of a search,
``params={"groups": qid}`` to ``cross_validate`` and its like, and reach splitter,
scorer and ranker, since all three ask for them. Without routing ``groups=qid`` reaches
the splitter only: build scorer and ranker with ``groups="qid"`` then, best an index
level of X, else a column. ``permutation_importance`` takes no metadata and needs that
too. Pass ``error_score="raise"``: else scikit-learn turns any error into NaN, and a
search goes on with its first candidate.

Where folds and queries differ, say so by another name. To split by user and score by
query:

>>> import sklearn
>>> from sklearn.linear_model import Ridge
>>> from sklearn.model_selection import GridSearchCV, GroupKFold
>>> from sklearn_rankscore import GroupedRanker, get_rank_scorer
>>> from sklearn_rankscore.datasets import make_ranking
>>> X, y, qid = make_ranking(n_queries=40, random_state=0)
>>> user = qid % 10
>>> with sklearn.config_context(enable_metadata_routing=True):
...     ranker = GroupedRanker(Ridge()).set_fit_request(groups="qid")
...     scorer = get_rank_scorer("ndcg@10").set_score_request(groups="qid")
...     search = GridSearchCV(
...         ranker, {"estimator__alpha": [1, 10]}, scoring=scorer,
...         cv=GroupKFold(5), error_score="raise",
...     ).fit(X, y, groups=user, qid=qid)
>>> bool(0 < search.best_score_ <= 1)
True

Without routing the carrier is what scorer and ranker read, and ``groups=user`` is what
the splitter gets:

>>> import pandas as pd
>>> frame = pd.DataFrame(X, index=pd.Index(qid, name="qid"))
>>> search = GridSearchCV(
...     GroupedRanker(Ridge(), groups="qid"), {"estimator__alpha": [1, 10]},
...     scoring=get_rank_scorer("ndcg@10", groups="qid"), cv=GroupKFold(5),
...     error_score="raise",
... ).fit(frame, y, groups=user)
>>> bool(0 < search.best_score_ <= 1)
True
"""

from collections.abc import Sequence
from typing import Any

from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._metrics.catalogue import METRICS, REFERENCED
from sklearn_rankscore._selection.carriers import Carrier, ResponseMethod
from sklearn_rankscore._selection.rank_scorer import (
    RankScorer,
    ScoreFunction,
    accepts,
    name_of,
)


def get_rank_scorer(
    scoring: str | Sequence[str],
    *,
    convention: str | Convention = "default",
    groups: Carrier = None,
    response_method: ResponseMethod = "auto",
    **axes: Any,
) -> RankScorer:
    """Get a scorer of ranking metrics per query, by name.

    Parameters
    ----------
    scoring : str or sequence of str
        ``"ndcg@10"``, ``"map"``, ``"neg_mape"``: a name out of
        :func:`get_rank_scorer_names`, with a cut-off after ``@`` where the metric takes
        one. Several names make one scorer that predicts once, ranks once and returns a
        dict: for ``GridSearchCV`` (with ``refit="ndcg@10"``), ``RandomizedSearchCV``,
        ``cross_validate``, ``permutation_importance``. Functions of scikit-learn that
        take a single score (``cross_val_score``, ``learning_curve``,
        ``validation_curve``, ``permutation_test_score``, ``RFECV``,
        ``SequentialFeatureSelector``, halving searches, a dict of scorers) want one
        name.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    groups : None, str, int, Series, callable or False, default=None
        Where the query ids of the rows are:

        - None: they come as metadata ``groups=``, one id per row, in any order. Under
          metadata routing scikit-learn delivers them to the scorer by itself.
        - str: a column of X, else an index level of X, else an index level of y. A
          column is seen by the model, unless ``GroupedRanker(..., groups=...)`` or a
          Pipeline drops it; an index level never is.
        - int: the position of a column of X.
        - pandas Series: looked up by ``X.index``; its own index must be unique.
        - callable: ``groups(X)`` gives the ids. To be pickled it must be a function of
          a module.
        - False: all rows are one list, said on purpose.

        All but None work without metadata routing, win over metadata, and make a
        scorer that asks for none. Arrays are refused: they don't follow the rows into
        a fold. Row-wise errors (``neg_...``) ask for groups only if told to.
    response_method : {"auto", "predict", "decision_function", "predict_proba"} or \
            sequence of these, default="auto"
        What of the estimator is the score of a row. "auto": ``predict``; of a binary
        classifier ``decision_function``, else the probability of the higher label; of
        a classifier with more labels, the expected label. The first of a sequence that
        the estimator has is taken.
    **axes : dict
        ``k``, single axes of the convention (``gain="exponential"``,
        ``ties="stable"``, see :class:`Convention`) and parameters of the metrics
        (``max_grade=4``, ``zero="skip"``). Each goes to the metrics that read it; one
        at least must. Also ``grades={"RELATED": 1, ...}`` for labels that are names
        (a classifier of names is ranked by them too), and ``n_jobs``, the threads that
        rank lists, which no score depends on.

    Returns
    -------
    scorer : RankScorer
        Called as ``scorer(estimator, X, y, groups=ids)``; greater is better.

    Raises
    ------
    ValueError
        If a name, a cut-off, an axis or its value is unknown; when called, if a
        classifier was fitted on names that `grades` lack.
    TypeError
        If `groups` is an array, or `scoring` is a function.

    See Also
    --------
    get_rank_scorer_names : The names.
    make_rank_scorer : Make a scorer from a function.
    GroupedRanker : Give rankers their groups in cross-validation.

    Examples
    --------
    With metadata routing:

    >>> import sklearn
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold
    >>> from sklearn_rankscore import get_rank_scorer
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=20, random_state=0)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     search = GridSearchCV(
    ...         Ridge(), {"alpha": [1, 10]}, cv=GroupKFold(4), error_score="raise",
    ...         scoring=get_rank_scorer(["ndcg@10", "map"]), refit="ndcg@10",
    ...     ).fit(X, y, groups=qid)
    >>> sorted(key for key in search.cv_results_ if key.startswith("mean_test"))
    ['mean_test_map', 'mean_test_ndcg@10']

    Without, by an index level:

    >>> import pandas as pd
    >>> X = pd.DataFrame(X, index=pd.Index(qid, name="qid"))
    >>> scorer = get_rank_scorer("ndcg@10", groups="qid")
    >>> search = GridSearchCV(
    ...     Ridge(), {"alpha": [1, 10]}, cv=GroupKFold(4), error_score="raise",
    ...     scoring=scorer,
    ... ).fit(X, y, groups=X.index)
    >>> bool(0 < search.best_score_ <= 1)
    True
    """
    if callable(scoring):
        raise TypeError(
            f"The 'scoring' parameter of get_rank_scorer must be a name or a sequence "
            f"of names. Got {name_of(scoring)} instead; make_rank_scorer takes "
            f"functions."
        )
    options = axes if convention == "default" else {"convention": convention, **axes}
    return RankScorer(
        scoring, groups=groups, response_method=response_method, options=options
    )


def as_scorer(scoring: str | RankScorer) -> RankScorer:
    """Return the scorer that ``scoring=`` of GroupedRanker is or names."""
    if isinstance(scoring, RankScorer):
        return scoring
    if not isinstance(scoring, str):
        raise TypeError(
            f"The 'scoring' parameter of GroupedRanker must be a name or a RankScorer. "
            f"Got {scoring!r} instead."
        )
    return get_rank_scorer(scoring)


def get_rank_scorer_names() -> list[str]:
    """List the names that :func:`get_rank_scorer` takes.

    Returns
    -------
    names : list of str
        In alphabetical order, without cut-offs; errors exist only as ``"neg_..."``.

    Examples
    --------
    >>> from sklearn_rankscore import get_rank_scorer_names
    >>> "ndcg" in get_rank_scorer_names()
    True
    """
    return sorted(m.scorer_name for m in (METRICS | REFERENCED).values())


def make_rank_scorer(
    func: ScoreFunction,
    *,
    groups: Carrier = None,
    response_method: ResponseMethod = "auto",
    greater_is_better: bool = True,
    **kwargs: Any,
) -> RankScorer:
    """Make a scorer from a score function that takes ``groups=``.

    What ``sklearn.metrics.make_scorer`` is to functions of labels and scores, for
    functions of labels, scores and query ids: asks for groups, or finds them in the
    data, and never calls the function without.

    Parameters
    ----------
    func : callable
        ``func(y_true, y_score, *, groups, **kwargs)`` -> float, or a dict of name to
        float. It is given `sample_weight` too if weights are passed.
    groups : None, str, int, Series, callable or False, default=None
        Where the query ids of the rows are, see :func:`get_rank_scorer`.
    response_method : str or sequence of str, default="auto"
        See :func:`get_rank_scorer`.
    greater_is_better : bool, default=True
        False for an error: the scorer returns it negated.
    **kwargs : dict
        Keyword arguments of `func`.

    Returns
    -------
    scorer : RankScorer
        Called as ``scorer(estimator, X, y, groups=ids)``; greater is better.

    Raises
    ------
    TypeError
        If `func` takes no ``groups=``, or `groups` is an array.

    See Also
    --------
    get_rank_scorer : Get a scorer by name.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn_rankscore import make_rank_scorer, ndcg_score
    >>> scorer = make_rank_scorer(ndcg_score, k=10, ties="stable")
    >>> scorer
    RankScorer(ndcg_score, k=10, ties='stable')
    >>> X, y, qid = [[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 0], [7, 7, 8, 8]
    >>> round(scorer(Ridge().fit(X, y), X, y, groups=qid), 4)
    0.8155
    """
    if not callable(func):
        raise TypeError(
            f"The 'func' parameter of make_rank_scorer must be a function. "
            f"Got {func!r} instead; get_rank_scorer takes names."
        )
    if not accepts(func, "groups"):
        raise TypeError(
            f"The 'func' parameter of make_rank_scorer must take groups=, the query "
            f"of each row. {name_of(func)} does not; sklearn.metrics.make_scorer "
            f"makes scorers of functions without groups."
        )
    return RankScorer(
        func,
        groups=groups,
        response_method=response_method,
        greater_is_better=greater_is_better,
        options=kwargs,
    )
