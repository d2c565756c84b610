"""How the fit of each ranker wants groups, weights and evaluation sets.

============ =========== =========================== ==============================
fit of       groups      weights                     evaluation sets
============ =========== =========================== ==============================
LightGBM     sizes       one per row                 ``eval_X``, sizes
XGBoost      ``qid``     one per query: mean of rows ``eval_set``, ``eval_qid``
CatBoost     ``group_id``  ``group_weight``: the same  ``Pool``
others       as named    one per row                 none
============ =========== =========================== ==============================
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np
import sklearn
from numpy.typing import ArrayLike
from sklearn.pipeline import Pipeline

from sklearn_rankscore._selection.rank_scorer import RankScorer
from sklearn_rankscore._training.booster_metrics import (
    CatBoostMetric,
    LightGBMMetric,
    XGBoostMetric,
)
from sklearn_rankscore._training.fit_rows import FitRows
from sklearn_rankscore._training.libraries import (
    fit_parameters,
    group_parameter,
    library_of,
)
from sklearn_rankscore._training.stopping import Stopping, has_metric


@dataclass(frozen=True)
class Task:
    """What an estimator is fitted with.

    Parameters
    ----------
    train : FitRows
    evals : list of FitRows
        Evaluation sets; the steps of a Pipeline before the last transform them too.
    stopping : Stopping
        When to stop early, and by what.
    params : dict
        Further arguments of ``fit``, rows in order; ``step__name`` for a step of a
        Pipeline before the last.
    """

    train: FitRows
    evals: list[FitRows]
    stopping: Stopping
    params: dict[str, Any]


def fit_estimator(estimator: Any, task: Task) -> None:
    """Fit an estimator, or a Pipeline that ends in it, in place."""
    # CatBoost cannot request metadata, nor can every step: they get theirs by hand.
    with sklearn.config_context(enable_metadata_routing=False):
        if isinstance(estimator, Pipeline):
            _fit_pipeline(estimator, task)
        else:
            task = replace(task, params=_steer_lightgbm(estimator, task))
            arguments = _fit_arguments(estimator, task)
            with _own_metric(estimator, task):
                estimator.fit(task.train.X, task.train.y, **arguments)


def _fit_pipeline(pipeline: Pipeline, task: Task) -> None:
    train, evals = task.train, task.evals
    name, last = pipeline.steps[-1]
    mine = {key.removeprefix(f"{name}__"): value for key, value in task.params.items()}
    if len(pipeline.steps) > 1:
        head = pipeline[:-1]
        steps = tuple(f"{step}__" for step, _ in head.steps)
        theirs = {key: mine.pop(key) for key in list(mine) if key.startswith(steps)}
        train = replace(train, X=head.fit_transform(train.X, train.y, **theirs))
        evals = [replace(rows, X=head.transform(rows.X)) for rows in evals]
        # With a cache the fitted steps of the slice are copies.
        pipeline.steps = [*head.steps, (name, last)]
    fit_estimator(last, Task(train, evals, task.stopping, mine))


def _fit_arguments(estimator: Any, task: Task) -> dict[str, Any]:
    """Return the keyword arguments of ``estimator.fit`` beside X and y.

    XGBoost takes the rounds of early stopping by ``set_params``, so `estimator` is a
    clone that is not fitted yet.
    """
    write = _WRITERS.get(library_of(estimator), _others_arguments)
    return {**task.params, **write(estimator, task)}


def _lightgbm_arguments(estimator: Any, task: Task) -> dict[str, Any]:
    train, evals = task.train, task.evals
    arguments = _present(sample_weight=train.sample_weight)
    if train.groups is not None:
        arguments["group"] = train.sizes
    if evals:
        # LightGBM 4.7 renamed the argument and warns about the old one.
        if "eval_X" in fit_parameters(estimator):
            arguments["eval_X"] = tuple(rows.X for rows in evals)
            arguments["eval_y"] = tuple(rows.y for rows in evals)
        else:
            arguments["eval_set"] = [(rows.X, rows.y) for rows in evals]
        if train.groups is not None:
            arguments["eval_group"] = [rows.sizes for rows in evals]
        if any(rows.sample_weight is not None for rows in evals):
            arguments["eval_sample_weight"] = [rows.sample_weight for rows in evals]
    if task.stopping.rounds is not None:
        from lightgbm import early_stopping

        stop = early_stopping(task.stopping.rounds, verbose=False)
        arguments["callbacks"] = [*(task.params.get("callbacks") or []), stop]
    return arguments


def _xgboost_arguments(estimator: Any, task: Task) -> dict[str, Any]:
    train, evals = task.train, task.evals
    arguments = _present(sample_weight=_xgboost_weights(train))
    if train.groups is not None:
        arguments["qid"] = train.codes
    if evals:
        arguments["eval_set"] = [(rows.X, rows.y) for rows in evals]
        if train.groups is not None:
            arguments["eval_qid"] = [rows.codes for rows in evals]
        if any(rows.sample_weight is not None for rows in evals):
            weights = [_xgboost_weights(rows) for rows in evals]
            arguments["sample_weight_eval_set"] = weights
        arguments["verbose"] = task.params.get("verbose", False)
    if task.stopping.rounds is not None:
        estimator.set_params(early_stopping_rounds=task.stopping.rounds)
    return arguments


def _xgboost_weights(rows: FitRows) -> ArrayLike | None:
    """Return one weight per list, where there are lists."""
    if rows.sample_weight is None or rows.groups is None:
        return rows.sample_weight
    return rows.list_weights


def _catboost_arguments(estimator: Any, task: Task) -> dict[str, Any]:
    arguments = _catboost_rows(task.train, "sample_weight")
    if task.evals:
        from catboost import Pool

        kinds = ("cat_features", "text_features", "embedding_features")
        columns = estimator.get_params() | task.params
        columns = {kind: columns[kind] for kind in kinds if columns.get(kind)}
        arguments["eval_set"] = [
            Pool(rows.X, rows.y, **_catboost_rows(rows, "weight"), **columns)
            for rows in task.evals
        ]
    return arguments | _present(early_stopping_rounds=task.stopping.rounds)


def _catboost_rows(rows: FitRows, weight_name: str) -> dict[str, Any]:
    """Return groups, and weights constant within each, as CatBoost insists."""
    if rows.groups is None:
        return _present(**{weight_name: rows.sample_weight})
    if rows.sample_weight is None:
        return {"group_id": rows.codes}
    weights = np.repeat(rows.list_weights, rows.sizes)
    return {"group_id": rows.codes, "group_weight": weights}


def _others_arguments(estimator: Any, task: Task) -> dict[str, Any]:
    train = task.train
    if task.evals or task.stopping.rounds is not None:
        raise ValueError(
            f"The evaluation sets and early stopping of GroupedRanker.fit are for "
            f"LightGBM, XGBoost and CatBoost. {type(estimator).__name__} takes none."
        )
    arguments = _present(sample_weight=train.sample_weight)
    if train.groups is not None:
        name = group_parameter(estimator)
        forms = {"groups": train.ids, "group": train.sizes}
        arguments[name] = forms.get(name, train.codes)
    return arguments


def _steer_lightgbm(estimator: Any, task: Task) -> dict[str, Any]:
    """Return the arguments of fit with the metric of a scorer, the only one."""
    params, scorer = task.params, task.stopping.scorer
    if library_of(estimator) != "lightgbm":
        return params
    if scorer is not None:
        params = {**params, "eval_metric": LightGBMMetric.of_scorer(scorer, task.evals)}
    given = {**estimator.get_params(), **params}
    ours = isinstance(given.pop("eval_metric", None), LightGBMMetric)
    if ours and not has_metric(given, "lightgbm"):
        # LightGBM stops by any of its metrics, so its own would stop beside ours, and
        # it fails where they have one name.
        estimator.set_params(metric="None")
    return params


def _steer_catboost(
    estimator: Any, sets: Sequence[FitRows], scorer: RankScorer | None
) -> None:
    """Give CatBoost the metric of a scorer, or the rows to a metric of ours."""
    given = estimator.get_params()
    metric = given.get("eval_metric")
    if scorer is not None:
        loss = str(given.get("loss_function") or given.get("objective"))
        exponent = loss.startswith(("Poisson", "Tweedie"))
        steering = CatBoostMetric.of_scorer(scorer, sets, exponent=exponent)
        estimator.set_params(eval_metric=steering)
        return
    known = all(rows.queries is not None for rows in sets)
    if isinstance(metric, CatBoostMetric) and not metric.is_bound and known:
        bound = metric.bind([s.queries for s in sets], [s.y for s in sets])
        estimator.set_params(eval_metric=bound)


@contextmanager
def _own_metric(estimator: Any, task: Task) -> Iterator[None]:
    """Let an evaluation metric of ours see whole sets while `estimator` is fitted."""
    library, scorer = library_of(estimator), task.stopping.scorer
    if library == "catboost":
        _steer_catboost(estimator, [task.train, *task.evals], scorer)
    if library != "xgboost" or not hasattr(estimator, "eval_metric"):
        yield
        return
    names = ("eval_metric", "callbacks", "early_stopping_rounds")
    before = {name: getattr(estimator, name) for name in names}
    metrics = before["eval_metric"]
    if scorer is not None:
        metrics = XGBoostMetric.of_scorer(scorer, task.evals)
    metrics = metrics if isinstance(metrics, (list, tuple)) else [metrics]
    ours = [metric for metric in metrics if isinstance(metric, XGBoostMetric)]
    if not ours:
        yield
        return
    watch = _watch_xgboost(estimator, ours[-1], task)
    estimator.set_params(
        eval_metric=[m for m in metrics if m is not ours[-1]] or None,
        callbacks=[*(before["callbacks"] or []), *watch],
        early_stopping_rounds=None,
    )
    try:
        yield
    finally:
        # What watches holds the evaluation sets, and is no part of the model.
        estimator.set_params(**before)


def _watch_xgboost(estimator: Any, metric: XGBoostMetric, task: Task) -> list[Any]:
    """Return callbacks that evaluate `metric` on whole sets, and stop by it."""
    from xgboost import DMatrix
    from xgboost.callback import EarlyStopping, TrainingCallback

    reading = ("missing", "enable_categorical", "feature_types")
    form: dict[str, Any] = {name: getattr(estimator, name) for name in reading}
    margins = task.params.get("base_margin_eval_set") or ()
    sets = {
        f"validation_{number}": (rows, DMatrix(rows.X, base_margin=margin, **form))
        for number, (rows, margin) in enumerate(zip_longest(task.evals, margins))
    }

    class Watch(TrainingCallback):
        rounds = 0

        def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
            for name, (rows, matrix) in sets.items():
                for key, value in metric.of_rows(rows, model.predict(matrix)).items():
                    # XGBoost's default metric may have the same name.
                    evals_log[name].setdefault(key, [])[self.rounds :] = [value]
            self.rounds += 1
            return False

    callbacks: list[TrainingCallback] = [Watch()]
    if estimator.early_stopping_rounds is not None:
        last = metric.plan.names[-1]
        rounds = estimator.early_stopping_rounds
        # XGBoost minimises what it does not know by name.
        stop = EarlyStopping(rounds=rounds, metric_name=last, maximize=True)
        callbacks.append(stop)
    return callbacks


_WRITERS = {
    "lightgbm": _lightgbm_arguments,
    "xgboost": _xgboost_arguments,
    "catboost": _catboost_arguments,
}


def _present(**arguments: Any) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value is not None}
