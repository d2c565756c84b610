"""What a finished search supports: which candidates are worse, and by which metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from sklearn_rankscore._comparison.folds import (
    compare_with_best,
    constants_in_words,
    fold_scores,
    metric_names,
    share_tested,
)
from sklearn_rankscore._comparison.resampling import check_level
from sklearn_rankscore._comparison.tables import NumberTable, stacked
from sklearn_rankscore._lists.arrays import Array, Floats, Integers


def overview(report: "SearchReport") -> NumberTable:
    """Return the candidates by mean, one column per metric."""
    order = report.order(report.refit)
    params = report.params_of(order).items()
    columns = {
        "": _marks(report, order),
        **{short_name(name, report.params): column for name, column in params},
    }
    for metric in report.metrics:
        cells = [_cell(report, metric, candidate) for candidate in order]
        columns[report.title(metric)] = np.array(cells)
    return NumberTable(columns, title=_heading(report), notes=report.sentences)


def _heading(report: "SearchReport") -> str:
    failed = len(report.without_score(report.refit))
    return (
        f"{len(report.params)} candidates x {report.n_folds} folds, mean ± standard "
        f"error over folds; * chosen, = not separable from the best by "
        f"{report.title(report.refit)}" + ", ! no score" * bool(failed)
    )


def _marks(report: "SearchReport", order: Integers) -> Array:
    separable = report.columns[report.refit]["separable"]
    marks = np.where(separable, "", "=").astype("U2")
    marks[report.without_score(report.refit)] = "!"
    chosen = np.where(np.arange(len(marks)) == report.chosen, "*", "")
    return np.char.add(chosen, marks)[order]


def _cell(report: "SearchReport", metric: str, candidate: int) -> str:
    """Return mean and standard error as text, or where there is no score."""
    columns = report.columns[metric]
    if failed := columns["failed_folds"][candidate]:
        of = f" in {failed} of {report.n_folds} folds" * bool(failed < report.n_folds)
        return f"no score{of}"
    mean, error = columns["mean"][candidate], columns["standard_error"][candidate]
    return f"{mean:.4f} ± {error:.4f}"


def of_others(report: "SearchReport", metric: str) -> str:
    """Say how many others are separable from the best, and who has no score."""
    failed = len(report.without_score(metric))
    n_others = len(report.params) - 1 - failed
    if not n_others:
        return "no other has a score"
    worse = int(report.columns[metric]["separable"].sum())
    return (
        f"{worse} of {n_others} others are separable from it"
        + f", {failed} {has(failed)} no score" * bool(failed)
    )


def has(number: int) -> str:
    """Return the verb to a number of candidates."""
    return "has" if number == 1 else "have"


def short_name(name: str, params: Sequence[Mapping[str, Any]]) -> str:
    """Return a parameter's name without its steps, where that names one parameter."""
    short = name.rpartition("__")[2]
    names = {known for of_candidate in params for known in of_candidate}
    alike = [known for known in names if known.rpartition("__")[2] == short]
    return short if len(alike) == 1 else name


def search_report(
    search: Any, *, level: float = 0.95, test_fraction: float | None = None
) -> "SearchReport":
    """Say what a fitted search supports beyond its best candidate.

    Parameters
    ----------
    search : object
        A fitted ``GridSearchCV``, ``RandomizedSearchCV`` or the like.
    level : float, default=0.95
        The confidence level of the intervals; ``1 - level`` is that of the tests.
    test_fraction : float, optional
        The share of the data in a test fold. By default that of K folds, or what a
        splitter such as ``GroupShuffleSplit`` was built with.

    Returns
    -------
    report : SearchReport

    Raises
    ------
    ValueError
        If the search is not fitted, has one fold or one candidate, no candidate has
        a score by some metric, `level` or `test_fraction` is not between 0 and 1, or
        the latter is not known.

    See Also
    --------
    one_standard_error : Choose the simplest of the good candidates.
    compare : Compare two models on held-out queries.

    Notes
    -----
    Candidates are compared with the best one fold by fold. Training sets overlap, so
    the folds are not independent: the variance of the mean difference is taken as
    ``(1 / n_folds + test / train)`` times that of the folds (the corrected resampled t
    test). P-values are corrected by Holm over the candidates of a metric. A difference
    that is the same in all folds has no t: its p-value is NaN, it is not separable.

    A candidate that failed in a fold, or has no finite score there, has no score by
    that metric: it is counted apart, stands last and is neither separable nor not.

    References
    ----------
    .. [1] Nadeau and Bengio (2003), "Inference for the generalization error",
       10.1023/A:1024068626366.

    Examples
    --------
    >>> import sklearn
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold
    >>> from sklearn.tree import DecisionTreeRegressor
    >>> from sklearn_rankscore import get_rank_scorer, search_report
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=60, random_state=0)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     search = GridSearchCV(
    ...         DecisionTreeRegressor(random_state=0), {"max_depth": [1, 3, 5]},
    ...         scoring=get_rank_scorer(["ndcg@10", "map"]), cv=GroupKFold(5),
    ...         refit="ndcg@10",
    ...     ).fit(X, y, groups=qid)
    >>> for line in search_report(search).sentences:
    ...     print(line)
    ndcg@10: best is max_depth=5; 1 of 2 others are separable from it
    map: best is max_depth=5; 1 of 2 others are separable from it
    all 2 metrics choose the same candidate
    """
    if not hasattr(search, "cv_results_"):
        raise ValueError(
            f"search_report needs a fitted search. {type(search).__name__} has no "
            f"cv_results_; call fit first."
        )
    check_level(level, "search_report")
    results = search.cv_results_
    names = metric_names(results)
    scores = {name: fold_scores(results, name, "search_report") for name in names}
    n_candidates, n_folds = scores[names[0]].shape
    if n_candidates < 2 or n_folds < 2:
        raise ValueError(
            f"search_report needs at least two candidates and two folds. Got "
            f"{n_candidates} and {n_folds}."
        )
    for name in names:
        _check_any_score(scores[name], name)
    fraction = share_tested(search, test_fraction, n_folds)
    return SearchReport(
        params=list(results["params"]),
        scores=scores,
        columns={
            name: compare_with_best(scores[name], fraction, level) for name in names
        },
        names={name: _metric_of(search.scorer_, name) for name in names},
        conventions={name: _convention(search.scorer_, name) for name in names},
        chosen=getattr(search, "best_index_", None),
        refit=search.refit if search.refit in names else names[0],
        level=level,
    )


def _check_any_score(scores: Floats, metric: str) -> None:
    """Refuse a metric by which no candidate has a score in every fold."""
    failed = ~np.isfinite(scores)
    if failed.any(axis=1).all():
        candidate, fold = (int(at) for at in np.argwhere(failed)[0])
        raise ValueError(
            f"search_report needs a candidate with a score in every fold. By "
            f"{metric!r} none of {len(scores)} has one, candidate {candidate} failed "
            f"in fold {fold}. Pass error_score='raise' to the search to see why."
        )


def _scorer_of(scorer: Any, name: str) -> Any:
    return scorer.get(name) if isinstance(scorer, dict) else scorer


def _metric_of(scorer: Any, name: str) -> str:
    """Return the metric behind "score", which is what a search calls a single one."""
    metric = getattr(_scorer_of(scorer, name), "scoring", None)
    return metric if name == "score" and isinstance(metric, str) else name


def _convention(scorer: Any, name: str) -> str:
    """Return the convention that a scorer of this package scores by, by name."""
    scorer = _scorer_of(scorer, name)
    if not hasattr(scorer, "options"):
        return ""
    convention = scorer.options.get("convention", "default")
    return str(getattr(convention, "name", convention))


@dataclass(frozen=True, eq=False, repr=False)
class SearchReport:
    """Candidates of a search, compared with the best; made by :func:`search_report`.

    Attributes
    ----------
    params : list of dict
        The parameters of each candidate.
    scores : dict of str to ndarray of shape (n_candidates, n_folds)
        By metric.
    columns : dict of str to dict of str to ndarray of shape (n_candidates,)
        By metric: `mean`, `standard_deviation`, `standard_error`, `failed_folds`,
        `best`, `difference` from the best with its interval `low` to `high`, `p`,
        `p_holm`, `separable`. A candidate with failed folds has no score: NaN.
    names : dict of str to str
        What each metric is called in words; a search by one scorer stores "score".
    conventions : dict of str to str
        By metric; "" where the scorer is none of this package.
    chosen : int or None
        The candidate that the search took.
    refit : str
        The metric that it was taken by.
    level : float
        The confidence level.
    """

    params: list[dict[str, Any]]
    scores: dict[str, Floats]
    columns: dict[str, dict[str, Array]]
    names: dict[str, str]
    conventions: dict[str, str]
    chosen: int | None
    refit: str
    level: float

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics."""
        return list(self.scores)

    @property
    def n_folds(self) -> int:
        """The number of folds."""
        return int(self.scores[self.refit].shape[1])

    def best(self, metric: str) -> int:
        """Return the number of the best candidate by `metric`."""
        return int(np.argmax(self.columns[metric]["best"]))

    def without_score(self, metric: str) -> Integers:
        """Return the numbers of the candidates that have no score by `metric`."""
        return np.flatnonzero(self.columns[metric]["failed_folds"])

    def note(self, metric: str) -> str:
        """Return how many candidates have no score by `metric`; "" where all have."""
        n, of = len(self.without_score(metric)), len(self.params)
        return f"{n} of {of} candidates {has(n)} no score" if n else ""

    @property
    def table(self) -> NumberTable:
        """One row per metric and candidate, best first, those without a score last."""
        parts = []
        for metric in self.metrics:
            order = self.order(metric)
            columns = self.columns[metric]
            parts.append(
                {
                    "metric": np.repeat(metric, len(order)),
                    "convention": np.repeat(self.conventions[metric], len(order)),
                    "candidate": order,
                    **self.params_of(order),
                    **{name: column[order] for name, column in columns.items()},
                    "chosen": order == self.chosen,
                }
            )
        return NumberTable(stacked(parts))

    def frame(self) -> Any:
        """Return the table as a dataframe."""
        return self.table.frame()

    def order(self, metric: str) -> Integers:
        """Return the candidates by number, best first, those without a score last."""
        means = self.columns[metric]["mean"]
        return np.argsort(-means, kind="stable")

    def params_of(self, candidates: Integers) -> dict[str, Array]:
        """Return a column per parameter; text where values are no plain numbers."""
        names = dict.fromkeys(name for params in self.params for name in params)
        columns = {}
        for name in names:
            values = [self.params[i].get(name, "") for i in candidates]
            plain = all(isinstance(v, (Real, np.bool_)) for v in values)
            columns[name] = np.array(values if plain else list(map(str, values)))
        return columns

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the search supports, in words."""
        lines = [
            f"{self.title(metric)}: best is {self.in_words(self.best(metric))}; "
            f"{of_others(self, metric)}{constants_in_words(self.columns[metric])}"
            for metric in self.metrics
        ]
        best = {metric: self.best(metric) for metric in self.metrics}
        other = [metric for metric in best if best[metric] != best[self.refit]]
        if other:
            names = ", ".join(map(self.title, other))
            lines.append(f"the choice by {self.title(self.refit)} changes with {names}")
        elif len(best) > 1:
            lines.append(f"all {len(best)} metrics choose the same candidate")
        return tuple(lines)

    def title(self, metric: str) -> str:
        """Return the name of a metric, with its convention where not the default."""
        name, convention = self.names[metric], self.conventions[metric]
        shown = convention and convention != "default" and convention not in name
        return f"{name} ({convention})" if shown else name

    def in_words(self, candidate: int) -> str:
        """Return the parameters of a candidate as text."""
        return ", ".join(
            f"{short_name(name, self.params)}={value}"
            for name, value in self.params[candidate].items()
        )

    def __repr__(self) -> str:
        return str(overview(self))

    def _repr_html_(self) -> str:
        return overview(self)._repr_html_()
