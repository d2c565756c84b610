"""Scoring several models by several metrics, list by list."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.evaluation import Evaluation
from sklearn_rankscore._comparison.tables import library_of
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._lists.rows import ListMarks
from sklearn_rankscore._plans.plan import GroupScores, make_plan

# Of one model, or of several by name.
Scores: TypeAlias = ArrayLike | Mapping[str, ArrayLike]


def evaluate(
    y_true: ArrayLike,
    y_score: Scores,
    *,
    groups: GroupsLike = None,
    metrics: str | Sequence[str],
    convention: str | Convention = "default",
    sample_weight: ArrayLike | None = None,
    k: int | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    **keywords: Any,
) -> Evaluation:
    """Score one or several models by several metrics, list by list.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape, or mapping of str to such
        Predicted scores; a mapping holds those of several models, by name, and so do
        the columns of a data frame beside one-dimensional `y_true`.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    metrics : str or sequence of str
        Names, cut-offs included: ``["ndcg@10", "map"]``. Losses come negated, under
        ``"neg_..."``, so that greater is better everywhere.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    k : int or None, default=None
        The cut-off of the metrics that name none.
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    **keywords
        Single axes of the convention and parameters of the metrics.

    Returns
    -------
    evaluation : Evaluation

    Raises
    ------
    ValueError, TypeError
        As the score functions; the message names the model.

    See Also
    --------
    compare : Whether one model beats another.
    score_per_group : One metric and model; shared parameters at length.

    Examples
    --------
    >>> from sklearn_rankscore import evaluate
    >>> y_true = [2, 0, 1, 0, 0, 1]
    >>> scores = {"a": [3, 2, 1, 1, 2, 3], "b": [1, 2, 3, 3, 2, 1]}
    >>> evaluation = evaluate(
    ...     y_true, scores, groups=[7, 7, 7, 8, 8, 8], metrics=["ndcg", "mrr"]
    ... )
    >>> print(evaluation)
    2 lists, convention 'default'; mean ± standard error over lists
    <BLANKLINE>
    model  ndcg             mrr
    a      0.9751 ± 0.0249  1.0000 ± 0.0000
    b      0.6301 ± 0.1301  0.6667 ± 0.3333
    """
    options = {"convention": convention, "k": k, "grades": grades, **keywords}
    plan = make_plan(metrics, function="evaluate", **options)
    given = _by_model(y_score, groups)
    several = isinstance(given, Mapping)
    scores = dict(given) if isinstance(given, Mapping) else {"model": given}
    if not scores or not all(isinstance(name, str) for name in scores):
        raise ValueError(
            f"The 'y_score' parameter of evaluate must be an array or a mapping of "
            f"model names to arrays. Got the names {list(scores)}."
        )
    columns = {
        "groups": groups,
        "sample_weight": sample_weight,
        "retrieved": retrieved,
        "tiebreak": tiebreak,
    }
    found: list[list[GroupScores]] = []
    marks: list[ListMarks] = []
    for name, column in scores.items():
        caller = f"evaluate for {name!r}" if several else "evaluate"
        of_model = make_plan(metrics, function=caller, **options)
        # All models have the labels of the first.
        once = {} if marks else {"on_rows": lambda rows: marks.append(rows.marks)}
        of_lists = of_model.per_group(y_true, column, **once, **columns)
        found.append(list(of_lists.values()))
    return Evaluation(
        plan=plan,
        models=tuple(scores),
        groups=found[0][0].groups,
        values=np.array([[metric.values for metric in model] for model in found]),
        defined=np.array([[metric.defined for metric in model] for model in found]),
        weights=found[0][0].weights,
        marks=marks[0],
        library=library_of(y_true, *scores.values(), groups),
    )


def _by_model(y_score: Scores, groups: GroupsLike) -> Scores:
    """Return the columns of a frame of several models by name; else what was given.

    Without groups a frame is a matrix, one list per row.
    """
    frame = nw.from_native(y_score, eager_only=True, pass_through=True)
    if groups is None or not isinstance(frame, nw.DataFrame) or len(frame.columns) < 2:
        return y_score
    names = [str(name) for name in frame.columns]
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise ValueError(
            f"The 'y_score' parameter of evaluate must have columns of different "
            f"names, those of the models. Got {twice!r} twice."
        )
    columns = zip(names, frame.iter_columns(), strict=True)
    return {name: column.to_native() for name, column in columns}
