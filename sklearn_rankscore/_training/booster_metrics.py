"""Metrics in the forms in which boosters call a custom evaluation."""

from typing import Any

import numpy as np

from sklearn_rankscore._plans.plan import make_plan
from sklearn_rankscore._selection.rank_scorer import describe, needs_groups


class _EvalMetric:
    """Metrics by name, checked once, in the form that a booster calls."""

    _maker = ""

    def __init__(self, scoring, options, plan=None):
        self.scoring = scoring
        self.options = options
        if plan is None:
            plan = make_plan(scoring, function=self._maker, **options)
            plan.refuse_keys()
        self.plan = plan
        self._sets: Any = None

    @classmethod
    def of_scorer(cls, scorer, sets):
        """Return the first metric of a scorer, which knows the rows of each set."""
        metric = cls(scorer.first_name, scorer.options, FirstMetric(scorer))
        metric._sets = [_known_set(rows.queries, rows.y) for rows in sets]
        return metric

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

    def _known(self, target):
        """Return the ids and labels of the set that has these labels."""
        found = [known for known in self._sets if _same_rows(known, target)]
        if len(found) != 1 and not _all_alike(found):
            raise ValueError(self._no_set(target, found))
        ids, labels = found[0]
        return ids, target if labels is None else labels

    def _no_set(self, target, found):
        lengths = [_n_rows(known) for known in self._sets]
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

    def __repr__(self):
        words = [repr(self.scoring)]
        words += [f"{name}={describe(value)}" for name, value in self.options.items()]
        return f"{self._maker}({', '.join(words)})"


class FirstMetric:
    """The first metric of a scorer, in the form of a plan."""

    def __init__(self, scorer):
        self.scorer = scorer
        self.names = (scorer.first_name,)

    def scores(self, y_true, y_score, **columns):
        """Return the number by name; greater is better."""
        return {self.names[0]: self.scorer.first_score(y_true, y_score, **columns)}


class LightGBMMetric(_EvalMetric):
    """A custom evaluation of LightGBM, made by :func:`lightgbm_eval_metric`."""

    _maker = "lightgbm_eval_metric"

    # LightGBM counts the parameters to tell the two forms apart.
    def __call__(self, first, second, weight=None, group=None):
        """Evaluate ``(preds, dataset)``, or ``(y_true, y_pred, weight, group)``."""
        if hasattr(second, "get_label"):
            labels, scores = second.get_label(), first
            weight, group = second.get_weight(), second.get_group()
        else:
            labels, scores = first, second
        # A regressor's data have no groups, and labels in single precision.
        known = self._sets is not None
        ids, labels = self._known(labels) if known else (self._ids(group), labels)
        values = self.plan.scores(labels, scores, groups=ids, sample_weight=weight)
        results = [(name, value, True) for name, value in values.items()]
        return results[0] if isinstance(self.scoring, str) else results


class XGBoostMetric(_EvalMetric):
    """A custom evaluation of XGBoost, made by :func:`xgboost_eval_metric`."""

    _maker = "xgboost_eval_metric"

    @property
    def __name__(self):
        return str(self.scoring)

    def of_rows(self, rows, scores):
        """Evaluate predictions of evaluation rows."""
        if rows.queries is None and self._sets is None:
            self._ids(None)
        return self.plan.scores(
            rows.y, scores, groups=rows.queries, sample_weight=rows.sample_weight
        )

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

    _maker = "catboost_eval_metric"

    # CatBoost would try to compile it, and warn that it cannot.
    no_jit = True
    _learn: Any = None
    _exponent = False

    def bind(self, groups, labels):
        """Return the same metric that knows the rows of each set."""
        bound = CatBoostMetric(self.scoring, self.options, self.plan)
        bound._sets = _known_sets(groups, labels)
        return bound

    @classmethod
    def of_scorer(cls, scorer, sets, *, exponent=False):
        """Return what scores the evaluation sets, which are all but the first.

        With `exponent` the model predicts that of the raw predictions.
        """
        metric = super().of_scorer(scorer, sets)
        metric._learn = metric._sets[0]
        metric._exponent = exponent
        return metric

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
        if self._learn is not None and _shuffled(self._learn, target):
            # CatBoost may shuffle the learn set, by which nothing stops. It has no
            # way to leave its value out, and takes no NaN.
            return 0.0, 1.0
        ids, labels = self._known(target)
        scores = np.asarray(approxes[0])
        scores = np.exp(scores) if self._exponent else scores
        values = self.plan.scores(labels, scores, groups=ids, sample_weight=weight)
        return values[self.plan.names[0]], 1.0

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
    return [_known_set(ids, y) for ids, y in zip(groups, labels, strict=True)]


def _known_set(ids, labels):
    # Errors of rows do without ids, which may be None, or False for one list.
    ids = ids if ids is None or ids is False else np.asarray(ids)
    if labels is not None:
        labels = np.asarray(labels, dtype=np.float64).ravel()
    return ids, labels


def _shuffled(known, target):
    """Tell whether rows are those of a set in another order."""
    labels = known[1].astype(np.float32)
    return not np.array_equal(labels, target) and np.array_equal(
        np.sort(labels), np.sort(target.astype(np.float32))
    )


def _n_rows(known):
    ids, labels = known
    return len(ids) if labels is None else len(labels)


def _same_rows(known, target):
    if _n_rows(known) != len(target):
        return False
    # Boosters keep labels in single precision.
    labels = known[1]
    return labels is None or np.array_equal(
        labels.astype(np.float32), target.astype(np.float32)
    )


def _all_alike(found):
    """Tell whether it does not matter which of some sets the rows are of."""
    return bool(found) and all(
        one is other or np.array_equal(one, other)
        for known in found[1:]
        for one, other in zip(found[0], known, strict=True)
    )
