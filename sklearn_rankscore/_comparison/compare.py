"""Whether one model beats another: paired differences per query, and their tests."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from sklearn_rankscore._comparison.evaluation import Evaluation, join_evaluations
from sklearn_rankscore._comparison.paired import (
    Family,
    benjamini_hochberg,
    compare_columns,
    corrected,
    holm,
    is_separable,
    paired_differences,
    sentence,
)
from sklearn_rankscore._comparison.resampling import (
    RandomStateLike,
    check_count,
    check_enough,
    check_resampling,
    least_resamples,
)
from sklearn_rankscore._comparison.tables import NumberTable
from sklearn_rankscore._lists.arrays import Array, Floats


def compare(
    evaluation: Evaluation | Sequence[Evaluation],
    baseline: str | None = None,
    *,
    level: float = 0.95,
    n_resamples: int = 2000,
    n_permutations: int | None = None,
    random_state: RandomStateLike = 0,
    verbose: bool = False,
) -> "Comparison":
    """Compare models query by query: how much better, and how sure that is.

    Parameters
    ----------
    evaluation : Evaluation or sequence of Evaluation
        One that holds several models, or several on the same lists, with the same
        metrics and convention.
    baseline : str, optional
        The model that all others are compared with; by default every pair is compared.
    level : float, default=0.95
        The confidence level of the intervals; ``1 - level`` is that of the tests.
    n_resamples : int, default=2000
        How often the lists are drawn for an interval, at least ``2 / (1 - level)``
        times.
    n_permutations : int, optional
        How often the signs are drawn for a test, whose smallest p-value is
        ``2 / (n_permutations + 1)``. By default `n_resamples`, or more where the
        correction for the number of comparisons could not reach ``1 - level`` else.
    random_state : int, RandomState instance, Generator or None, default=0
        An int gives the same numbers on every call.
    verbose : bool, default=False
        Tell on stderr how far long work has come.

    Returns
    -------
    comparison : Comparison

    Raises
    ------
    ValueError
        If there is one model only, `baseline` is none of them, evaluations differ in
        metrics, convention, queries, labels (the first query is named) or weights, or
        a parameter is out of range.
    TypeError
        If an input is no Evaluation.

    See Also
    --------
    evaluate : Makes evaluations.

    Notes
    -----
    Differences are those of lists on which both models have a value, times the weight
    of the list over the mean weight. The interval is the bootstrap over lists, as in
    :meth:`Evaluation.summary`; the test is the randomisation test, in which the sign of
    each difference is a coin toss (Fisher's); both by scipy, as are the paired t test
    and Wilcoxon's signed ranks. P-values are corrected over all pairs and metrics, and
    a difference is called separable where that of the randomisation test, corrected by
    Holm, is at most ``1 - level``. Differences within 1e-12 count as ties. Where all
    differences are equal, their spread is 0 and nothing is divided by it: the interval
    is the difference, and `p_t` and `effect_size` are NaN.

    References
    ----------
    .. [1] Smucker, Allan and Carterette (2007), "A comparison of statistical
       significance tests for information retrieval evaluation",
       10.1145/1321440.1321528.
    .. [2] Sakai (2018), "Laboratory experiments in information retrieval",
       10.1007/978-981-13-1199-4.

    Examples
    --------
    >>> from sklearn_rankscore import compare, evaluate
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=40, random_state=0)
    >>> scores = {"A": X[:, 1], "B": X[:, 1] + X[:, 2] / 9, "C": X[:, 1] - X[:, 0]}
    >>> comparison = compare(
    ...     evaluate(y, scores, groups=qid, metrics="ndcg@10"), baseline="A"
    ... )
    >>> for line in comparison.sentences:
    ...     print(line)
    ndcg@10: B beats A by 0.006 [-0.007, 0.016] on 40 queries: not separable (p = 0.38)
    ndcg@10: C beats A by 0.174 [0.131, 0.218] on 40 queries: separable (p = 0.001,
        0.002 corrected for 2)
    """
    evaluation = join_evaluations(_as_evaluations(evaluation), "compare")
    options = check_resampling(level, n_resamples, random_state, "compare")
    pairs = _pairs(evaluation.models, baseline)
    n_tests = len(pairs) * len(evaluation.metrics)
    if n_permutations is None:
        n_permutations = max(n_resamples, math.ceil(4 * n_tests / (1 - level)))
    check_count(n_permutations, "n_permutations", "compare")
    # The smallest p-value, 2 / (n_permutations + 1), must reach 1 - level.
    least = least_resamples(level) - 1
    check_enough(n_permutations, "n_permutations", least, level, "compare")
    values, counted = evaluation.values, evaluation.weights > 0
    differences = np.array(
        [paired_differences(values[i], values[j], counted) for i, j in pairs]
    ).reshape(-1, values.shape[-1])
    numbers = compare_columns(
        differences,
        evaluation.weights,
        n_permutations=n_permutations,
        verbose=verbose,
        **options,
    )
    first, second = np.array(evaluation.models)[np.array(pairs)].T
    n_metrics = len(evaluation.metrics)
    columns = {
        "model": np.repeat(first, n_metrics),
        "against": np.repeat(second, n_metrics),
        "metric": np.tile(evaluation.metrics, len(pairs)),
        **numbers,
        "p_holm": corrected(holm, numbers["p_randomisation"]),
        "p_bh": corrected(benjamini_hochberg, numbers["p_randomisation"]),
    }
    columns["separable"] = is_separable(columns["p_holm"], 1 - level)
    return Comparison(evaluation, columns, differences, level, n_permutations)


def _as_evaluations(given: Evaluation | Sequence[Evaluation]) -> Sequence[Evaluation]:
    several = [given] if isinstance(given, Evaluation) else given
    kinds = [type(part).__name__ for part in several]
    if not kinds or set(kinds) != {Evaluation.__name__}:
        raise TypeError(
            f"The 'evaluation' parameter of compare must be what evaluate returns, or "
            f"a sequence of such. Got {kinds}."
        )
    return several


def _pairs(models: tuple[str, ...], baseline: str | None) -> list[tuple[int, int]]:
    if len(models) < 2:
        raise ValueError(
            f"compare needs at least two models. Got {models[0]!r} only; pass "
            f"evaluate(y_true, {{'name': y_score, ...}}, ...) or several evaluations."
        )
    if baseline is None:
        return [(j, i) for i, j in combinations(range(len(models)), 2)]
    if baseline not in models:
        raise ValueError(
            f"The 'baseline' parameter of compare must be one of {list(models)}. "
            f"Got {baseline!r} instead."
        )
    reference = models.index(baseline)
    return [(i, reference) for i in range(len(models)) if i != reference]


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Differences between models, and what they support; made by :func:`compare`.

    Attributes
    ----------
    evaluation : Evaluation
        The models that were compared.
    columns : dict of str to ndarray
        One entry per pair of models and metric: `model`, `against`, `metric`,
        `difference` of means with its interval `low` to `high`, `p_randomisation`,
        `p_t`, `p_wilcoxon`, `effect_size` (mean over standard deviation of the
        differences), `wins`, `ties`, `losses`, `n_lists`, `n_deciding` (the fewest
        queries without which the difference is gone), `p_holm`, `p_bh`, `separable`.
    differences : ndarray of float64 of shape (n_entries, n_lists)
        Per query; NaN where one of the two has no value.
    level : float
        The confidence level.
    n_permutations : int
        How often the signs were drawn for a test.
    """

    evaluation: Evaluation
    columns: dict[str, Array]
    differences: Floats
    level: float
    n_permutations: int

    @property
    def sentences(self) -> tuple[str, ...]:
        """One sentence per pair and metric."""
        tests = Family(1 - self.level, len(self.differences), self.n_permutations)
        rows = zip(*self.columns.values(), strict=True)
        return tuple(
            sentence(dict(zip(self.columns, row, strict=True)), tests) for row in rows
        )

    @property
    def table(self) -> NumberTable:
        """The columns as a table, with the sentences below."""
        return NumberTable(
            self.columns,
            title=self._title,
            notes=self.sentences,
            library=self.evaluation.library,
        )

    @property
    def _title(self) -> str:
        n_tests = len(self.differences)
        corrected_for = f", corrected for {n_tests} comparisons" * (n_tests > 1)
        return (
            f"{self.level:.0%} intervals over queries, convention "
            f"{self.evaluation.convention!r}; randomisation test{corrected_for}"
        )

    def frame(self) -> Any:
        """Return the table in the library of the input."""
        return self.table.frame()

    def deciding(self, n: int = 5) -> NumberTable:
        """Return the queries with the largest part in each difference.

        Parameters
        ----------
        n : int, default=5
            How many of each pair and metric.

        Returns
        -------
        table : NumberTable
            Columns `model`, `against`, `metric`, `group`, `value` (of the model),
            `value_against`, `difference`, largest first.
        """
        evaluation = self.evaluation
        size = np.abs(self.differences) * evaluation.weights
        size[np.isnan(size)] = 0.0
        largest = np.argsort(-size, axis=1, kind="stable")[:, :n]
        entry, _ = np.nonzero(np.take_along_axis(size, largest, axis=1))
        lists = largest[np.take_along_axis(size, largest, axis=1) > 0]
        models, metrics = evaluation.models, evaluation.metrics
        names = {name: self.columns[name][entry] for name in ("model", "against")}
        i, j = ([models.index(name) for name in names[which]] for which in names)
        metric = self.columns["metric"][entry]
        at = [metrics.index(name) for name in metric]
        return NumberTable(
            {
                **names,
                "metric": metric,
                "group": evaluation.groups[lists],
                "value": evaluation.values[i, at, lists],
                "value_against": evaluation.values[j, at, lists],
                "difference": self.differences[entry, lists],
            },
            library=evaluation.library,
        )

    def __repr__(self) -> str:
        return "\n".join((self._title, "", *self.sentences))

    def _repr_html_(self) -> str:
        return self.table._repr_html_()
