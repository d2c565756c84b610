"""A checked request for metrics, run from raw arrays to numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeAlias

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import AXES, EmptyLike
from sklearn_rankscore._conventions.convention import (
    Convention,
    ConventionLike,
    get_convention,
)
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._lists.border import check_threads
from sklearn_rankscore._lists.rows import Rows

# Importing them fills the catalogue.
from sklearn_rankscore._metrics import (  # noqa: F401
    errors,
    gain,
    hit,
    order,
    percentages,
    positions,
    user,
)
from sklearn_rankscore._metrics.catalogue import (
    FAMILIES,
    METRICS,
    REFERENCED,
    MetricName,
    parse_name,
)
from sklearn_rankscore._plans.errors import ErrorRows, Errors
from sklearn_rankscore._plans.rankings import GroupScores, Rankings, Step, read_axes

__all__ = ["GroupScores", "Plan", "Step", "make_plan", "read_axes"]


OnRows: TypeAlias = Callable[[Rows | ErrorRows], object]


@dataclass(frozen=True)
class Plan:
    """Metrics with every parameter checked; it sees arrays only when it is run."""

    steps: tuple[Step, ...]
    function: str
    grades: Mapping[str, float] | None = None
    n_jobs: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(step.name) for step in self.steps)

    def scores(
        self, y_true: ArrayLike, y_score: ArrayLike, **columns: Any
    ) -> dict[str, float]:
        """Return the :meth:`numbers`, losses negated as their names say."""
        numbers = self.numbers(y_true, y_score, **columns)
        return {name: of.signed(numbers[name]) for name, of in self._names()}

    def per_group(
        self, y_true: ArrayLike, y_score: ArrayLike, **columns: Any
    ) -> dict[str, GroupScores]:
        """Return the :meth:`values`, losses negated as their names say."""
        found = self.values(y_true, y_score, **columns)
        return {
            name: found[name]._replace(values=of.signed(found[name].values))
            for name, of in self._names()
        }

    def numbers(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        groups: GroupsLike,
        group_errors: bool = True,
        **columns: Any,
    ) -> dict[str, float]:
        """Return the number of each metric, as its own function gives it.

        Parameters
        ----------
        y_true, y_score, groups, **columns
            Raw arrays.
        group_errors : bool, default=True
            False takes row-wise errors over all rows, whatever the groups.
        """
        results: dict[str, float] = {}
        for part in self._parts():
            apart = isinstance(part, Errors) and not group_errors
            given = _read_columns(part, columns)
            ids = None if apart else groups
            results |= part.numbers(y_true, y_score, groups=ids, **given)
        return results

    def values(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        on_rows: OnRows | None = None,
        **columns: Any,
    ) -> dict[str, GroupScores]:
        """Return the values per list of each metric, as :class:`GroupScores`.

        Parameters
        ----------
        y_true, y_score, **columns
            Raw arrays.
        on_rows : callable, optional
            Is given the clean rows of each part of the plan.
        """
        results: dict[str, GroupScores] = {}
        for part in self._parts():
            given = _read_columns(part, columns)
            results |= part.values(y_true, y_score, on_rows=on_rows, **given)
        return results

    def refuse_keys(self) -> None:
        """Refuse a tie rule by key, for callers to whom nothing can hand keys."""
        for step in self.steps:
            if step.by_key:
                raise ValueError(
                    f"The 'ties' parameter of {self.function} must not be "
                    f"{step.by_key!r}, which orders tied rows by tiebreak=, one key "
                    f"per row: no keys reach it. Got it for {step.name} from the "
                    f"convention {step.convention.name!r}; choose another rule, such "
                    f"as ties='stable'."
                )

    def _names(self) -> Iterator[tuple[str, MetricName]]:
        return ((str(step.name), step.name) for step in self.steps)

    def _parts(self) -> Iterator[Errors | Rankings]:
        rowwise = [s for s in self.steps if s.metric.family == "pointwise"]
        ranking = [s for s in self.steps if s.metric.family != "pointwise"]
        if rowwise:
            yield Errors(tuple(rowwise), self.function)
        if ranking:
            yield Rankings(tuple(ranking), self.function, self.grades, self.n_jobs)


def _read_columns(
    part: Errors | Rankings, columns: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the columns for a part of a plan, refusing what row-wise errors lack."""
    if not isinstance(part, Errors):
        return columns
    extras = {name: columns.get(name) for name in ("retrieved", "tiebreak")}
    for name, value in extras.items():
        if value is not None:
            names = ", ".join(str(step.name) for step in part.steps)
            raise TypeError(
                f"The {name!r} parameter of {part.function} is not read by {names}: "
                f"errors of rows have no ranks."
            )
    return {name: value for name, value in columns.items() if name not in extras}


def make_plan(
    scoring: str | Sequence[str],
    *,
    function: str = "get_rank_scorer",
    convention: ConventionLike = "default",
    k: int | None = None,
    grades: Mapping[str, float] | None = None,
    n_jobs: int | None = None,
    **keywords: Any,
) -> Plan:
    """Check names, cut-offs and keywords, and return the plan that computes them.

    Parameters
    ----------
    scoring : str or sequence of str
        ``"ndcg@10"``, or several such names.
    function : str, default="get_rank_scorer"
        What an error message calls the caller.
    convention : str or Convention, default="default"
    k : int or None, default=None
        The cut-off of the names that state none.
    grades : mapping of str to float, optional
        The grade of each label, where labels are names.
    n_jobs : int or None, default=None
        Threads, as joblib counts them; None for one. The numbers don't depend on it.
    **keywords
        Single axes that override the convention, and parameters of the metrics; None
        leaves them.

    Returns
    -------
    plan : Plan
    """
    texts = [scoring] if isinstance(scoring, str) else scoring
    if not (isinstance(texts, Sequence) and len(texts)):
        raise ValueError(
            f"The 'scoring' parameter of {function} must be a name like 'ndcg@10' or a "
            f"list of names. Got {scoring!r} instead."
        )
    names = [parse_name(text, k=k, function=function) for text in texts]
    if len(set(map(str, names))) < len(names):
        raise ValueError(
            f"The 'scoring' parameter of {function} must name each metric once. "
            f"Got {list(texts)!r}."
        )
    keywords = {name: value for name, value in keywords.items() if value is not None}
    base = get_convention(convention, function=function)
    _check_read(keywords, names, function)
    if grades is not None and all(n.metric.family == "pointwise" for n in names):
        raise TypeError(
            f"The 'grades' parameter of {function} is not read by errors of rows."
        )
    steps = tuple(_step(name, base, keywords, function) for name in names)
    return Plan(steps, function, grades, check_threads(n_jobs, function))


def _step(
    name: MetricName, base: Convention, keywords: Mapping[str, Any], function: str
) -> Step:
    metric = name.metric
    if base.metrics is not None and metric.name not in base.metrics:
        raise ValueError(
            f"The convention {base.name!r} of {function} holds for "
            f"{', '.join(base.metrics)} ({base.peer}); that peer has no "
            f"{metric.name}. Use convention='default' or single axes."
        )
    axes = {axis: keywords[axis] for axis in read_axes(metric) if axis in keywords}
    convention = base.replace(function, **axes)
    _check_empty(convention.empty, function)
    if metric.ordered_only and convention.ties == "average":
        raise ValueError(
            f"{function} has no exact average over tied rows of {metric.name}: pass "
            f"ties='pessimistic', 'optimistic', 'stable' or 'reversed'."
        )
    parameters = {
        parameter: metric.checks[parameter](keywords.get(parameter, default), function)
        for parameter, default in metric.parameters.items()
    }
    return Step(name, convention, function, parameters)


def _check_empty(empty: EmptyLike, function: str) -> None:
    """Refuse a rule for a metric that does not exist."""
    known = (*METRICS, *REFERENCED, *FAMILIES)
    for name, _ in empty if isinstance(empty, tuple) else ():
        if name not in known:
            near = get_close_matches(str(name), known, n=1, cutoff=0.0)
            raise ValueError(
                f"The 'empty' parameter of {function} must map metrics or families to "
                f"rules. Got {name!r}, which is neither. The nearest is {near[0]!r}."
            )


def _check_read(
    keywords: Iterable[str], names: Sequence[MetricName], function: str
) -> None:
    """Refuse keywords that none of the metrics reads."""
    read = {
        n for name in names for n in (*read_axes(name.metric), *name.metric.parameters)
    }
    for keyword in keywords:
        if keyword in read:
            continue
        what = "is not read by" if keyword in AXES else "is unknown to"
        metrics = ", ".join(str(name) for name in names)
        raise TypeError(
            f"The {keyword!r} parameter of {function} {what} {metrics}. "
            f"Keywords that are read: {sorted(read)}."
        )
