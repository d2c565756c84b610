"""Metrics in the forms in which boosters call a custom evaluation."""

from typing import Any

import numpy as np

from sklearn_rankscore._plan import make_plan
from sklearn_rankscore._rank_scorer import needs_groups
from sklearn_rankscore._rank_scorer_words import describe


class _EvalMetric:
    """Metrics by name, checked once, in the form that a booster calls."""

    def __init__(self, scoring, function, options):
        self.scoring = scoring
        self.function = function
        self.options = options
        self.plan = make_plan(scoring, function=function, **options)

    def _ids(self, sizes):
        """Return one id per row, given the sizes of groups."""
        if sizes is not None and len(sizes):
            return np.repeat(np.arange(len(sizes)), sizes)
        if needs_groups(self.plan):
            raise ValueError(
                f"{self!r} got data without groups, the query of each row. Give them "
                f"to the booster: a ranker, or group= (qid=) of its data set."
            )
        return None

    def __repr__(self):
        words = [repr(self.scoring)]
        words += [f"{name}={describe(value)}" for name, value in self.options.items()]
        return f"{self.function}({', '.join(words)})"


class LightGBMMetric(_EvalMetric):
    """A custom evaluation of LightGBM, made by :func:`lightgbm_eval_metric`."""

    # LightGBM counts the parameters to tell the two forms apart.
    def __call__(self, first, second, weight=None, group=None):
        """Evaluate ``(preds, dataset)``, or ``(y_true, y_pred, weight, group)``."""
        if hasattr(second, "get_label"):
            labels, scores = second.get_label(), first
            weight, group = second.get_weight(), second.get_group()
        else:
            labels, scores = first, second
        values = self.plan.scores(
            labels, scores, groups=self._ids(group), sample_weight=weight
        )
        results = [(name, value, True) for name, value in values.items()]
        return results[0] if isinstance(self.scoring, str) else results


class XGBoostMetric(_EvalMetric):
    """A custom evaluation of XGBoost, made by :func:`xgboost_eval_metric`."""

    @property
    def __name__(self):
        return str(self.scoring)

    def __call__(self, preds, dmatrix):
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

    # CatBoost would try to compile it, and warn that it cannot.
    no_jit = True

    def __init__(self, scoring, options, groups=None, labels=None):
        super().__init__(scoring, "catboost_eval_metric", options)
        self._sets: Any = None if groups is None else _known_sets(groups, labels)

    def bind(self, groups, labels):
        """Return the same metric that knows the rows of each set."""
        return CatBoostMetric(self.scoring, self.options, groups, labels)

    @property
    def is_bound(self):
        """Whether it knows the groups."""
        return self._sets is not None

    def is_max_optimal(self):
        """Tell CatBoost that greater is better."""
        return True

    def get_final_error(self, error, weight):
        """Return the value."""
        return error

    def evaluate(self, approxes, target, weight):
        """Evaluate the raw predictions of one set."""
        if self._sets is None:
            raise ValueError(
                f"{self!r} got no groups: CatBoost hands on labels and predictions "
                f"only. Pass catboost_eval_metric(..., groups=[ids of the learn set, "
                f"ids of each evaluation set]), or use it in GroupedRanker."
            )
        target = np.asarray(target)
        found = [ids for ids, labels in self._sets if _same_rows(ids, labels, target)]
        if len(found) != 1:
            raise ValueError(self._no_set(target, found))
        values = self.plan.scores(
            target, np.asarray(approxes[0]), groups=found[0], sample_weight=weight
        )
        return values[self.plan.names[0]], 1.0

    def _no_set(self, target, found):
        lengths = [len(ids) for ids, _ in self._sets]
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

    def __deepcopy__(self, memo):
        # CatBoost copies its parameters, and clone insists on finding the same object.
        return self


def _known_sets(groups, labels):
    """Pair the ids of each set with its labels, if those are known."""
    groups = list(groups)
    labels = [None] * len(groups) if labels is None else list(labels)
    if not groups or np.ndim(groups[0]) == 0 or len(groups) != len(labels):
        raise ValueError(
            f"The 'groups' parameter of catboost_eval_metric must be a list, the ids "
            f"of the learn set and of each evaluation set, and 'labels' one as long. "
            f"Got {len(groups)} and {len(labels)} entries."
        )
    return [
        # CatBoost keeps labels in single precision.
        (
            np.asarray(ids),
            None if y is None else np.asarray(y, dtype=np.float32).ravel(),
        )
        for ids, y in zip(groups, labels, strict=True)
    ]


def _same_rows(ids, labels, target):
    if len(ids) != len(target):
        return False
    return labels is None or np.array_equal(labels, target.astype(np.float32))
