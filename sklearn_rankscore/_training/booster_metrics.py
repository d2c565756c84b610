"""Metrics in the forms in which boosters call a custom evaluation."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._lists.arrays import Array, Floats, GroupsLike, Integers
from sklearn_rankscore._plans.plan import Plan, make_plan
from sklearn_rankscore._selection.rank_scorer import (
    RankScorer,
    describe,
    needs_groups,
)
from sklearn_rankscore._training.fit_rows import FitRows

# Ids and labels of the rows of a set, where they are known.
KnownSet: TypeAlias = tuple[Array | Literal[False] | None, Floats | None]


class _EvalMetric:
    """Metrics by name, checked once, in the form that a booster calls."""

    _maker = ""

    def __init__(
        self,
        scoring: str | Sequence[str],
        options: Mapping[str, Any],
        plan: "Plan | FirstMetric | None" = None,
    ) -> None:
        self.scoring = scoring
        self.options = options
        if plan is None:
            plan = make_plan(scoring, function=self._maker, **options)
            plan.refuse_keys()
        self.plan = plan
        self._sets: list[KnownSet] | None = None

    @classmethod
    def of_scorer(cls, scorer: RankScorer, sets: Iterable[FitRows]) -> Self:
        """Return the first metric of a scorer, which knows the rows of each set."""
        metric = cls(scorer.first_name, scorer.options, FirstMetric(scorer))
        metric._sets = [_known_set(rows.queries, rows.y) for rows in sets]
        return metric

    def _ids(self, sizes: Integers | None) -> Integers | None:
        """Return one id per row, given the sizes of groups."""
        if sizes is not None and len(sizes):
            return np.repeat(np.arange(len(sizes)), sizes)
        if isinstance(self.plan, FirstMetric) or needs_groups(self.plan):
            raise ValueError(
                f"{self!r} got data without groups, the query of each row. Give them "
                f"to the booster: a ranker, or group= (qid=) of its data set."
            )
        return None

    def _known(
        self, sets: Sequence[KnownSet], target: Array
    ) -> tuple[GroupsLike, Array]:
        """Return the ids and labels of the set that has these labels."""
        found = [known for known in sets if _same_rows(known, target)]
        if len(found) != 1 and not _all_alike(found):
            raise ValueError(self._no_set(sets, target, found))
        ids, labels = found[0]
        return ids, target if labels is None else labels

    def _no_set(
        self, sets: Sequence[KnownSet], target: Array, found: Sequence[KnownSet]
    ) -> str:
        lengths = [_n_rows(known) for known in sets]
        if found:
            return (
                f"{self!r} finds sets by their number of rows. Got {len(target)} rows, "
                f"which fits {len(found)} of the sets of lengths {lengths}. Pass "
                f"labels= too, or sets of different lengths."
            )
        if len(target) in lengths:
            return (
                f"{self!r} got a set of {len(target)} rows in another order than its "
                f"labels=. CatBoost shuffles the learn set under "
                f"boosting_type='Ordered' and with categorical features; has_time=True "
                f"keeps it in order."
            )
        return (
            f"{self!r} finds sets by their number of rows. Got {len(target)} rows; "
            f"groups= has sets of lengths {lengths}."
        )

    def __repr__(self) -> str:
        words = [repr(self.scoring)]
        words += [f"{name}={describe(value)}" for name, value in self.options.items()]
        return f"{self._maker}({', '.join(words)})"


class FirstMetric:
    """The first metric of a scorer, in the form of a plan."""

    def __init__(self, scorer: RankScorer) -> None:
        self.scorer = scorer
        self.names = (scorer.first_name,)

    def scores(
        self, y_true: ArrayLike, y_score: ArrayLike, **columns: Any
    ) -> dict[str, float]:
        """Return the number by name; greater is better."""
        return {self.names[0]: self.scorer.first_score(y_true, y_score, **columns)}


class LightGBMMetric(_EvalMetric):
    """A custom evaluation of LightGBM, made by :func:`lightgbm_eval_metric`."""

    _maker = "lightgbm_eval_metric"

    # LightGBM counts the parameters to tell the two forms apart.
    def __call__(
        self,
        first: Array,
        second: Any,
        weight: Array | None = None,
        group: Integers | None = None,
    ) -> tuple[str, float, bool] | list[tuple[str, float, bool]]:
        """Evaluate ``(preds, dataset)``, or ``(y_true, y_pred, weight, group)``."""
        if hasattr(second, "get_label"):
            labels, scores = second.get_label(), first
            weight, group = second.get_weight(), second.get_group()
        else:
            labels, scores = first, second
        # A regressor's data have no groups, and labels in single precision.
        ids: GroupsLike
        if self._sets is None:
            ids = self._ids(group)
        else:
            ids, labels = self._known(self._sets, labels)
        values = self.plan.scores(labels, scores, groups=ids, sample_weight=weight)
        results = [(name, value, True) for name, value in values.items()]
        return results[0] if isinstance(self.scoring, str) else results


class XGBoostMetric(_EvalMetric):
    """A custom evaluation of XGBoost, made by :func:`xgboost_eval_metric`."""

    _maker = "xgboost_eval_metric"

    @property
    def __name__(self) -> str:
        return str(self.scoring)

    def of_rows(self, rows: FitRows, scores: ArrayLike) -> dict[str, float]:
        """Evaluate predictions of evaluation rows."""
        if rows.queries is None and self._sets is None:
            self._ids(None)
        return self.plan.scores(
            rows.y, scores, groups=rows.queries, sample_weight=rows.sample_weight
        )

    def __call__(self, preds: Array, dmatrix: Any) -> list[tuple[str, float]]:
        """Evaluate predictions of a DMatrix."""
        if not hasattr(dmatrix, "get_label"):
            raise TypeError(
                f"{self!r} must be given whole sets. XGBRanker calls a custom metric "
                f"query by query, weights the mean by query length and counts 1 for a "
                f"query of one row. Use GroupedRanker(XGBRanker(eval_metric=...)), or "
                f"xgboost.train(custom_metric=...)."
            )
        sizes = np.diff(dmatrix.get_uint_info("group_ptr").astype(np.intp))
        weight = dmatrix.get_weight()
        if len(weight) == 0:
            weight = None
        elif len(weight) == len(sizes):
            weight = np.repeat(weight, sizes)
        values = self.plan.scores(
            dmatrix.get_label(),
            preds,
            groups=self._ids(sizes),
            sample_weight=weight,
        )
        return list(values.items())


class CatBoostMetric(_EvalMetric):
    """A custom evaluation of CatBoost, made by :func:`catboost_eval_metric`."""

    _maker = "catboost_eval_metric"

    # CatBoost would try to compile it, and warn that it cannot.
    no_jit = True
    _learn: KnownSet | None = None
    _exponent = False

    def bind(
        self, groups: Iterable[GroupsLike], labels: Iterable[ArrayLike] | None
    ) -> "CatBoostMetric":
        """Return the same metric that knows the rows of each set."""
        bound = CatBoostMetric(self.scoring, self.options, self.plan)
        bound._sets = _known_sets(groups, labels)
        return bound

    @classmethod
    def of_scorer(
        cls, scorer: RankScorer, sets: Iterable[FitRows], *, exponent: bool = False
    ) -> Self:
        """Return what scores the evaluation sets, which are all but the first.

        With `exponent` the model predicts that of the raw predictions.
        """
        metric = super().of_scorer(scorer, sets)
        metric._learn = next(iter(metric._sets or ()), None)
        metric._exponent = exponent
        return metric

    @property
    def is_bound(self) -> bool:
        """Whether it knows the groups."""
        return self._sets is not None

    def is_max_optimal(self) -> bool:
        """Tell CatBoost that greater is better."""
        return True

    def get_final_error(self, error: float, weight: float) -> float:
        """Return the value."""
        return error

    def evaluate(
        self, approxes: Sequence[ArrayLike], target: ArrayLike, weight: ArrayLike | None
    ) -> tuple[float, float]:
        """Evaluate the raw predictions of one set."""
        if self._sets is None:
            raise ValueError(
                f"{self!r} got no groups: CatBoost hands on labels and predictions "
                f"only. Pass catboost_eval_metric(..., groups=[ids of the learn set, "
                f"ids of each evaluation set]), or use it in GroupedRanker."
            )
        target = np.asarray(target)
        if self._learn is not None and _shuffled(self._learn, target):
            # CatBoost may shuffle the learn set, by which nothing stops. It has no
            # way to leave its value out, and takes no NaN.
            return 0.0, 1.0
        ids, labels = self._known(self._sets, target)
        scores = np.asarray(approxes[0])
        scores = np.exp(scores) if self._exponent else scores
        values = self.plan.scores(labels, scores, groups=ids, sample_weight=weight)
        return values[self.plan.names[0]], 1.0

    def __deepcopy__(self, memo: object) -> Self:
        # CatBoost copies its parameters, and clone insists on finding the same object.
        return self


def _known_sets(
    groups: Iterable[GroupsLike], labels: Iterable[ArrayLike] | None
) -> list[KnownSet]:
    """Pair the ids of each set with its labels, if those are known."""
    ids = list(groups)
    known: list[Any] = [None] * len(ids) if labels is None else list(labels)
    if not ids or len(ids) != len(known) or any(map(_is_one_id, ids)):
        raise ValueError(
            f"The 'groups' parameter of catboost_eval_metric must be a list, the ids "
            f"of the learn set and of each evaluation set, and 'labels' one as long. "
            f"Got {len(ids)} and {len(known)} entries."
        )
    sets = [_known_set(*pair) for pair in zip(ids, known, strict=True)]
    number = next((i for i, rows in enumerate(sets) if not _n_rows(rows)), None)
    if number is not None:
        raise ValueError(
            f"The 'groups' parameter of catboost_eval_metric must hold one id per row "
            f"of each set, or labels= be passed: a set is known by its rows. "
            f"Got {ids[number]!r} for set {number}."
        )
    return sets


def _is_one_id(ids: GroupsLike) -> bool:
    return ids is not None and ids is not False and np.ndim(ids) == 0


def _known_set(ids: GroupsLike, labels: ArrayLike | None) -> KnownSet:
    # Errors of rows do without ids, which may be None, or False for one list.
    ids = ids if ids is None or ids is False else np.asarray(ids)
    if labels is not None:
        labels = np.asarray(labels, dtype=np.float64).ravel()
    return ids, labels


def _shuffled(known: KnownSet, target: Array) -> bool:
    """Tell whether rows are those of a set in another order."""
    if known[1] is None:
        return False
    labels = known[1].astype(np.float32)
    return not np.array_equal(labels, target) and np.array_equal(
        np.sort(labels), np.sort(target.astype(np.float32))
    )


def _n_rows(known: KnownSet) -> int:
    ids, labels = known
    rows = ids if labels is None else labels
    return 0 if rows is None or rows is False else len(rows)


def _same_rows(known: KnownSet, target: Array) -> bool:
    if _n_rows(known) != len(target):
        return False
    # Boosters keep labels in single precision.
    labels = known[1]
    return labels is None or np.array_equal(
        labels.astype(np.float32), target.astype(np.float32)
    )


def _all_alike(found: Sequence[KnownSet]) -> bool:
    """Tell whether it does not matter which of some sets the rows are of."""
    return bool(found) and all(
        _alike(one, other)
        for known in found[1:]
        for one, other in zip(found[0], known, strict=True)
    )


def _alike(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return one is other
