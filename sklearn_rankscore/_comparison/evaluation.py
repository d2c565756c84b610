"""The values of each list for several models and metrics, and what they sum up to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.resampling import (
    ROUNDING,
    ListValues,
    RandomStateLike,
    check_count,
    check_quantiles,
    check_resampling,
    mean_columns,
    summarise,
)
from sklearn_rankscore._comparison.tables import FrameLibrary, NumberTable, stacked
from sklearn_rankscore._lists.arrays import Array, Integers
from sklearn_rankscore._lists.rows import ListMarks

# What tells the lists of a slice: a value per group, or per list in order.
Attribute: TypeAlias = Mapping[Any, Any] | ArrayLike


def join_evaluations(
    evaluations: Sequence["Evaluation"], function: str = "join"
) -> "Evaluation":
    """Return one evaluation of all models, or say what keeps them apart."""
    first, *others = evaluations
    for other in others:
        _check_alike(first, other, function)
    joined = [first, *(_in_order(first, other, function) for other in others)]
    models = [name for evaluation in joined for name in evaluation.models]
    twice = [name for name in models if models.count(name) > 1]
    if twice:
        raise ValueError(
            f"{function} needs models of different names. Got {twice[0]!r} twice; name "
            f"models by evaluate(y_true, {{'name': y_score}}, ...)."
        )
    return replace(
        first,
        models=tuple(models),
        values=np.concatenate([evaluation.values for evaluation in joined]),
        defined=np.concatenate([evaluation.defined for evaluation in joined]),
    )


def _check_alike(first: "Evaluation", other: "Evaluation", function: str) -> None:
    here, there = first.models[0], other.models[0]
    if first.metrics != other.metrics:
        raise ValueError(
            f"{function} needs the same metrics in the same order. Got "
            f"{list(first.metrics)} for {here!r} and {list(other.metrics)} for "
            f"{there!r}."
        )
    for mine, its in zip(first.plan.steps, other.plan.steps, strict=True):
        for name, value in mine.parameters.items():
            if not _equal(value, its.parameters[name]):
                raise ValueError(
                    f"{function} needs one {name}= for {mine.name}. Got {value!r} for "
                    f"{here!r} and {its.parameters[name]!r} for {there!r}."
                )
        if mine.convention != its.convention:
            raise ValueError(
                f"{function} needs one convention. Got {mine.convention} for {here!r} "
                f"and {its.convention} for {there!r} in {mine.name}."
            )


def _equal(one: Any, other: Any) -> bool:
    """Tell whether two parameters are equal; they may hold arrays, by group."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            _equal(value, other[key]) for key, value in one.items()
        )
    return np.array_equal(one, other)


def _in_order(first: "Evaluation", other: "Evaluation", function: str) -> "Evaluation":
    """Return `other` with its lists in the order of `first`."""
    here, there = first.groups.tolist(), other.groups.tolist()
    place = {group: at for at, group in enumerate(there)}
    for groups, known, lacks in (
        (here, place, other.models[0]),
        (there, set(here), first.models[0]),
    ):
        missing = [group for group in groups if group not in known]
        if missing:
            raise ValueError(
                f"{function} needs every query of every model. {lacks!r} lacks "
                f"{missing[0]!r} (first of {len(missing)})."
            )
    other = other.take(np.array([place[group] for group in here], dtype=np.intp))
    _check_labels(first, other, function)
    # The mean weight of rows in another order may differ in the last bits.
    apart = ~np.isclose(other.weights, first.weights, rtol=ROUNDING, atol=0.0)
    if apart.any():
        at = np.flatnonzero(apart)[0]
        raise ValueError(
            f"{function} needs one weight per query. Got {first.weights[at]} for "
            f"{first.models[0]!r} and {other.weights[at]} for {other.models[0]!r} in "
            f"query {here[at]!r}."
        )
    return other


def _check_labels(first: "Evaluation", other: "Evaluation", function: str) -> None:
    """Refuse lists with other labels, or with labels that belong to other rows."""
    content, order = first.marks.differ(other.marks)
    one_y_true, same_rows = "evaluate all on one y_true", "give all the same rows"
    for wrong, what, remedy in (
        (content, "the same labels in each query", one_y_true),
        (order, "the labels of each query in one order", same_rows),
    ):
        if wrong.any():
            at = np.flatnonzero(wrong)
            raise ValueError(
                f"{function} needs {what}. Those of {first.models[0]!r} and "
                f"{other.models[0]!r} differ in query {first.groups.tolist()[at[0]]!r} "
                f"(first of {len(at)}); {remedy}."
            )


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(ListValues):
    """The value of each list, for models x metrics; made by :func:`evaluate`.

    Attributes
    ----------
    plan : object
        The metrics with every parameter checked.
    models : tuple of str
    groups : ndarray of shape (n_lists,)
        The query ids, in order of first appearance.
    values : ndarray of float64 of shape (n_models, n_metrics, n_lists)
        After the ``empty`` rule ("skip" leaves NaN); losses negated.
    defined : ndarray of bool of the same shape
        False where ``empty`` decided.
    weights : ndarray of float64 of shape (n_lists,)
    marks : ListMarks
        Numbers per list that stand for its labels.
    library : str or None
        The dataframe library that labels, scores or groups came in.
    """

    marks: ListMarks
    library: FrameLibrary | None

    @property
    def convention(self) -> str:
        """The names of the conventions, mostly one."""
        names = (step.convention.name for step in self.plan.steps)
        return ", ".join(dict.fromkeys(names))

    @property
    def per_group(self) -> NumberTable:
        """The values as a tidy table: model, metric, group, value, weight, defined."""
        n_models, n_metrics, n_lists = self.values.shape
        return NumberTable(
            {
                "model": np.repeat(self.models, n_metrics * n_lists),
                "metric": np.tile(np.repeat(self.metrics, n_lists), n_models),
                "group": np.tile(self.groups, n_models * n_metrics),
                "value": self.values.ravel(),
                "weight": np.tile(self.weights, n_models * n_metrics),
                "defined": self.defined.ravel(),
            },
            library=self.library,
        )

    def summary(
        self,
        *,
        level: float = 0.95,
        n_resamples: int = 2000,
        quantiles: Sequence[float] = (0.1, 0.5, 0.9),
        random_state: RandomStateLike = 0,
        verbose: bool = False,
    ) -> NumberTable:
        """Sum up each model and metric over the lists.

        Parameters
        ----------
        level : float, default=0.95
            The confidence level of the interval.
        n_resamples : int, default=2000
            How often the lists are drawn, with replacement: at least
            ``2 / (1 - level)`` times, so that draws lie beyond both ends.
        quantiles : sequence of float, default=(0.1, 0.5, 0.9)
            Of the values of the lists.
        random_state : int, RandomState instance, Generator or None, default=0
            An int gives the same interval on every call.
        verbose : bool, default=False
            Tell on stderr how far long work has come.

        Returns
        -------
        table : NumberTable
            One row per model and metric: `model`, `metric`, `mean` (what the score
            function returns), `standard_error`, `low`, `high` (bootstrap percentiles
            over lists, expanded for few lists [1]_; NaN for a single list), `n_lists`,
            `n_undefined`; of the lists on which the metric is defined the quantiles
            (`q10`), and the shares whose value is 0 and 1 (`share_0`, `share_1`): an
            easy query hides a hard one in the mean.

        Raises
        ------
        ValueError
            If a parameter is out of range.

        References
        ----------
        .. [1] Hesterberg (2015), "What teachers should know about the bootstrap",
           10.1080/00031305.2015.1089789: expanded percentiles.
        """
        options = check_resampling(level, n_resamples, random_state, "summary")
        columns = summarise(
            self, check_quantiles(quantiles), verbose=verbose, **options
        )
        return NumberTable(columns, library=self.library)

    def worst(
        self, n: int = 10, *, model: str | None = None, metric: str | None = None
    ) -> NumberTable:
        """Return the lists with the lowest values, undefined ones left out.

        Parameters
        ----------
        n : int, default=10
            How many of each model and metric.
        model, metric : str, optional
            One of them; all by default.

        Returns
        -------
        table : NumberTable
            Columns `model`, `metric`, `group`, `value`, `weight`, worst first.

        Raises
        ------
        ValueError
            If `n` is no int >= 1, or there is no such model or metric.
        """
        check_count(n, "n", "worst")
        models = [self.place("model", model)] if model else range(len(self.models))
        metrics = [self.place("metric", metric)] if metric else range(len(self.metrics))
        rows: list[tuple[int, int, int]] = []
        for place in product(models, metrics):
            values = np.where(self.defined[place], self.values[place], np.inf)
            lowest = np.argsort(values, kind="stable")[:n]
            rows += [(*place, at) for at in lowest if np.isfinite(values[at])]
        i, j, at = np.array(rows, dtype=np.intp).reshape(-1, 3).T
        return NumberTable(
            {
                "model": np.array(self.models)[i],
                "metric": np.array(self.metrics)[j],
                "group": self.groups[at],
                "value": self.values[i, j, at],
                "weight": self.weights[at],
            },
            library=self.library,
        )

    def place(self, what: str, name: str) -> int:
        """Return the number of a "model" or "metric", or say which there are."""
        names = {"model": self.models, "metric": self.metrics}[what]
        if name not in names:
            raise ValueError(
                f"The {what!r} parameter must be one of {list(names)}. Got {name!r}."
            )
        return names.index(name)

    def by(self, attribute: Attribute, **options: Any) -> NumberTable:
        """Sum up each slice of the lists.

        Parameters
        ----------
        attribute : mapping of group to value, Series indexed by group, or array-like
            What divides the lists, such as the length or the intent of a query. An
            array has one entry per list, in the order of ``groups``.
        **options
            As in :meth:`summary`.

        Returns
        -------
        table : NumberTable
            The columns of :meth:`summary` behind `slice` and its value, slices in
            order of first appearance.

        Raises
        ------
        ValueError
            If a list has no attribute.
        """
        slices = self._attribute(attribute)
        tables = []
        for value in dict.fromkeys(slices):
            of_slice = self.take(np.flatnonzero([v == value for v in slices]))
            columns = of_slice.summary(**options).columns
            column = np.array([value] * len(columns["model"]))
            tables.append({"slice": column, **columns})
        return NumberTable(stacked(tables), library=self.library)

    def _attribute(self, attribute: Attribute) -> list[Any]:
        """Return the attribute of each list, as a list of plain values."""
        if hasattr(attribute, "index") and hasattr(attribute, "to_dict"):
            attribute = attribute.to_dict()
        if isinstance(attribute, Mapping):
            groups = self.groups.tolist()
            missing = [group for group in groups if group not in attribute]
            if missing:
                raise ValueError(
                    f"The 'attribute' parameter of by must have a value for every "
                    f"group. Got none for {missing[0]!r} (first of {len(missing)})."
                )
            return [attribute[group] for group in groups]
        values: list[Any] = np.asarray(attribute).tolist()
        if len(values) != len(self.groups):
            raise ValueError(
                f"The 'attribute' parameter of by must have one value per list. "
                f"Got {len(values)} for {len(self.groups)} lists."
            )
        return values

    def take(self, lists: Integers) -> "Evaluation":
        """Return the evaluation of some lists, by their numbers."""
        return replace(
            self,
            groups=self.groups[lists],
            values=self.values[..., lists],
            defined=self.defined[..., lists],
            weights=self.weights[lists],
            marks=self.marks.take(lists),
        )

    def join(self, *others: "Evaluation") -> "Evaluation":
        """Put models together that were evaluated on the same lists.

        Parameters
        ----------
        *others : Evaluation
            With the same metrics, convention, groups, labels and weights. Groups may
            stand in another order, and their rows, too: only a group that stands at
            the same rows must have its labels in one order. With ``retrieved`` the
            judged rows count, wherever they stand.

        Returns
        -------
        evaluation : Evaluation

        Raises
        ------
        ValueError
            If they differ in any of these, or two models have one name.
        """
        return join_evaluations((self, *others))

    def frame(self) -> Any:
        """Return the table :attr:`per_group` in the library of the input."""
        return self.per_group.frame()

    @property
    def means(self) -> dict[str, Array]:
        """Columns with one entry per model and metric: mean and standard error."""
        return mean_columns(self)

    def _overview(self) -> NumberTable:
        """Return the table of models and metrics that stands for the evaluation."""
        columns = self.means
        pairs = zip(columns["mean"], columns["standard_error"], strict=True)
        cells = [f"{mean:z.4f} ± {error:.4f}" for mean, error in pairs]
        by_metric = np.reshape(cells, (len(self.models), len(self.metrics))).T
        n_lists = len(self.groups)
        title = (
            f"{n_lists} list{'s' * (n_lists != 1)}, convention {self.convention!r}; "
            f"mean ± standard error over lists"
        )
        of_metrics = dict(zip(self.metrics, by_metric, strict=True))
        return NumberTable({"model": np.array(self.models), **of_metrics}, title=title)

    def __repr__(self) -> str:
        return str(self._overview())

    def _repr_html_(self) -> str:
        return self._overview()._repr_html_()
