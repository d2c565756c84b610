"""When a booster stops early and by what: the metric that ``scoring`` names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from sklearn.base import is_classifier

from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._lists.border import plain
from sklearn_rankscore._selection.carriers import resolve_groups
from sklearn_rankscore._selection.names import as_scorer
from sklearn_rankscore._selection.rank_scorer import RankScorer
from sklearn_rankscore._training.fit_rows import FitRows
from sklearn_rankscore._training.libraries import library_of

# By which of its parameters an estimator names a metric of its own, or cut-offs of it.
_METRICS = {
    "lightgbm": (
        *("metric", "metrics", "metric_types", "eval_metric"),
        *("eval_at", "ndcg_eval_at", "ndcg_at", "map_eval_at", "map_at"),
    ),
    "xgboost": ("eval_metric",),
    "catboost": ("eval_metric",),
}

# LightGBM's words for no metric.
_NO_METRIC = ("none", "na", "null", "custom")

# By which of its parameters an estimator stops early without being told.
_ROUNDS = {
    "lightgbm": (
        *("early_stopping_round", "early_stopping_rounds"),
        *("early_stopping", "n_iter_no_change"),
    ),
    "xgboost": ("early_stopping_rounds",),
    "catboost": (),
}


@dataclass(frozen=True)
class Stopping:
    """When to stop early, and by what.

    Parameters
    ----------
    rounds : int or None
        Without improvement; None leaves it to the estimator.
    scorer : RankScorer or None
        Its first metric steers; None leaves it to the estimator's own.
    """

    rounds: int | None
    scorer: RankScorer | None = None

    def queries(self, X: Any, y: Any, ids: GroupsLike) -> GroupsLike:
        """Return the query of each row: a scorer may have a carrier of its own."""
        if self.scorer is None:
            return ids
        return resolve_groups(self.scorer.groups, X, y, ids, "GroupedRanker.fit")


class _Ranker(Protocol):
    """What is read of a GroupedRanker."""

    scoring: str | RankScorer
    validation_fraction: float | None
    early_stopping_rounds: int | None


def find_stopping(
    model: Any, ranker: _Ranker, has_evals: bool, params: Mapping[str, Any]
) -> Stopping:
    """Return when a model stops early, and by what.

    Parameters
    ----------
    model : estimator
        The last step of a Pipeline.
    ranker : GroupedRanker
    has_evals : bool
        Whether evaluation sets were passed.
    params : dict
        Arguments of ``fit``.

    Returns
    -------
    stopping : Stopping
    """
    library = library_of(model)
    rounds, fraction = ranker.early_stopping_rounds, ranker.validation_fraction
    watched = has_evals or fraction is not None
    # What a classifier is watched by while it is fitted is not what it predicts.
    if not library or not watched or is_classifier(model):
        return Stopping(rounds)
    given = {**model.get_params(), **_bare(params)}
    stops = (
        rounds is not None
        # CatBoost keeps its best round unasked; LightGBM may stop by a callback.
        or library == "catboost"
        or (library == "lightgbm" and fraction is not None)
        or any(given.get(name) for name in _ROUNDS[library])
    )
    if not stops or has_metric(given, library):
        return Stopping(rounds)
    return Stopping(rounds, as_scorer(ranker.scoring))


def _bare(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of fit without the step of a Pipeline that they go to."""
    return {name.rpartition("__")[2]: value for name, value in params.items()}


def has_metric(given: Mapping[str, Any], library: str) -> bool:
    """Tell whether the user chose what to stop by."""
    values = [given[name] for name in _METRICS[library] if given.get(name) is not None]
    if any(str(value).lower() not in _NO_METRIC for value in values):
        return True
    # A callback of XGBoost's that stops would watch ours, and take it for a loss.
    callbacks = given.get("callbacks") or [] if library == "xgboost" else []
    kinds = {cls.__name__ for call in callbacks for cls in type(call).__mro__}
    return "EarlyStopping" in kinds


def check_watched(
    stopping: Stopping, model: object, train: FitRows, evals: Sequence[FitRows]
) -> None:
    """Refuse to stop by a metric that evaluation sets have no value of.

    Parameters
    ----------
    stopping : Stopping
    model : estimator
    train : FitRows
    evals : list of FitRows
        The sets that were passed, then the one that was set aside, if any.
    """
    scorer = stopping.scorer
    if scorer is None:
        return
    # CatBoost evaluates the learn set as well.
    sets = [*evals, train] if library_of(model) == "catboost" else evals
    if scorer.needs_metadata and any(rows.queries is None for rows in sets):
        number = next(i for i, rows in enumerate(sets) if rows.queries is None)
        which = f"evaluation set {number}" if number < len(evals) else "the rows of fit"
        raise ValueError(
            f"GroupedRanker.fit stops early by {scorer.first_name!r}, its scoring=, "
            f"and needs the query of each row for that. Got none for {which}. Pass "
            f"groups= and eval_groups=, or an eval_metric of {type(model).__name__}'s "
            f"own."
        )
    for number, rows in enumerate(evals):
        _check_defined(scorer, rows, number)


def _check_defined(scorer: RankScorer, rows: FitRows, number: int) -> None:
    """Refuse a set on which the metric is undefined for every list."""
    plan = scorer.first_plan
    if plan is None or plan.steps[0].metric.family == "pointwise":
        return
    # Any scores do, if none are tied: what is undefined depends on labels.
    scores = np.arange(len(rows.y), dtype=np.float64)
    ids = rows.queries
    found = plan.per_group(rows.y, scores, groups=ids)[scorer.first_name]
    if found.defined.any():
        return
    n, first = len(found.groups), plain(found.groups[0])
    raise ValueError(
        f"GroupedRanker.fit stops early by {scorer.first_name!r}, its scoring=, and "
        f"needs a query in evaluation set {number} on which that has a value. Got "
        f"{n} without, the first of them {first!r}: {plan.steps[0].metric.undefined}. "
        f"Watch other queries: a larger validation_fraction=, another random_state=, "
        f"or eval_set= and eval_groups=."
    )
