"""The object that scikit-learn's model selection calls with (estimator, X, y)."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from numbers import Real
from typing import Any, Self, TypeAlias, TypeVar

import numpy as np
import sklearn
from numpy.typing import ArrayLike
from sklearn.utils.metadata_routing import UNCHANGED, MetadataRequest

from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._plans.plan import Plan, make_plan
from sklearn_rankscore._selection.carriers import (
    Carrier,
    Grades,
    ResponseMethod,
    check_carrier,
    check_response_method,
    missing_groups,
    predict_relevance,
    resolve_groups,
)

Score: TypeAlias = float | dict[str, float]
ScoreFunction: TypeAlias = Callable[..., float | Mapping[str, float]]
Scoring: TypeAlias = str | Sequence[str] | ScoreFunction
# Whether scikit-learn's routing hands on metadata, and under which name.
Request: TypeAlias = bool | str | None

_Scoring = TypeVar("_Scoring")


def own_names(scoring: _Scoring) -> _Scoring | list[str]:
    """Return several names as a list of one's own; the rest is for others to check."""
    if isinstance(scoring, (str, bytes)):
        return scoring
    if hasattr(scoring, "tolist"):
        names: list[str] = scoring.tolist()
        return names
    return list(scoring) if isinstance(scoring, Sequence) else scoring


def accepts(func: Callable[..., Any], name: str) -> bool:
    """Tell whether a function takes a keyword of that name."""
    parameters = inspect.signature(func).parameters.values()
    return any(p.name == name or p.kind is p.VAR_KEYWORD for p in parameters)


def name_of(func: object) -> str:
    """Name a function without an address, so that a repr is the same in every run."""
    if isinstance(func, partial):
        words = [name_of(func.func), *map(describe, func.args)]
        words += [f"{name}={describe(value)}" for name, value in func.keywords.items()]
        return f"partial({', '.join(words)})"
    return getattr(func, "__name__", type(func).__name__)


# An option that is longer than this is data: its kind and size are said instead.
_LONGEST = 80


def describe(value: Any) -> str:
    """Describe an option in one line, without addresses and without data."""
    if callable(value):
        return name_of(value)
    kind = type(value).__name__
    if hasattr(value, "index") and hasattr(value, "dtype"):
        return f"<Series of {len(value)} ids>"
    shape = getattr(value, "shape", ())
    if shape:
        return f"<{kind} of shape {shape}>"
    if not isinstance(value, Collection) or isinstance(value, str):
        return repr(value)
    # The length first: to write out what is long takes long.
    if len(value) > _LONGEST or len(repr(value)) > _LONGEST:
        return f"<{kind} of {len(value)} entries>"
    return repr(value)


class RankScorer:
    """A score per query, in the form that scikit-learn's model selection calls.

    Made by :func:`get_rank_scorer` and :func:`make_rank_scorer`. It asks for `groups`
    under metadata routing by default; built with ``groups=`` it finds them in the data
    and asks for nothing. Without groups it raises, it never scores a fold as one list.

    Parameters
    ----------
    scoring : str, sequence of str, or callable
        A name, several names, or a score function that takes ``groups=``.
    groups : None, str, int, Series, callable or False, default=None
        Where the query ids are, see :func:`get_rank_scorer`.
    response_method : str or sequence of str, default="auto"
        See :func:`get_rank_scorer`.
    greater_is_better : bool, default=True
        False negates the value of a function; names carry their own direction.
    options : dict or None, default=None
        Convention and axes of names, or keyword arguments of the function.

    See Also
    --------
    get_rank_scorer : Make one from names.
    make_rank_scorer : Make one from a function.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn_rankscore import get_rank_scorer
    >>> X, y, qid = [[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1], [7, 7, 8, 8]
    >>> scorer = get_rank_scorer("ndcg@10")
    >>> scorer
    RankScorer('ndcg@10')
    >>> round(scorer(Ridge().fit(X, y), X, y, groups=qid), 4)
    1.0
    """

    def __init__(
        self,
        scoring: Scoring,
        *,
        groups: Carrier = None,
        response_method: ResponseMethod = "auto",
        greater_is_better: bool = True,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.scoring = own_names(scoring)
        self.groups = groups
        self.response_method = response_method
        self.greater_is_better = greater_is_better
        self.options = dict(options or {})
        check_carrier(groups, self._maker)
        check_response_method(response_method, self._maker)
        self._prepare()
        self._requests: dict[str, Request] = {"sample_weight": None}
        if self.needs_metadata:
            self._requests["groups"] = True

    def __call__(
        self,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        groups: GroupsLike = None,
        sample_weight: ArrayLike | None = None,
    ) -> Score:
        """Score the predictions of a fitted estimator.

        Parameters
        ----------
        estimator : object
            A fitted estimator.
        X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
            What the estimator predicts from.
        y : array-like of shape (n_rows,)
            Relevance labels, numbers.
        groups : array-like of shape (n_rows,), False or None, default=None
            The query id of each row, in any order; a scorer built with ``groups=``
            doesn't read it.
        sample_weight : array-like of shape (n_rows,) or None, default=None
            Weights of the rows; the weight of a query is their mean.

        Returns
        -------
        score : float or dict of str to float
            A dict, keyed by metric name, if the scorer was made from several names.
            Greater is better: errors come negated.

        Raises
        ------
        ValueError
            If there are no groups, or labels, predictions, groups or weights that the
            metric refuses.
        """
        if getattr(estimator, "_in_fit", False) and self.groups is not False:
            raise ValueError(
                f"{self!r} cannot score inside the fit of HistGradientBoosting: "
                f"scoring= is given binned columns there. Stop early by "
                f"scoring='loss', or by a metric in GroupedRanker(LGBMRegressor(), "
                f"validation_fraction=0.2, early_stopping_rounds=20)."
            )
        ids = resolve_groups(self.groups, X, y, groups, self)
        if ids is None and self.needs_metadata:
            raise ValueError(missing_groups(self, self._maker))
        y_score = predict_relevance(
            estimator, X, self.response_method, self, self.grades
        )
        if self._plan is None:
            return self._call_function(y, y_score, ids, sample_weight)
        scores = self._run(self._plan, y, y_score, ids, sample_weight)
        return scores[self._plan.names[0]] if isinstance(self.scoring, str) else scores

    def _run(
        self,
        plan: Plan,
        y: ArrayLike,
        y_score: ArrayLike,
        ids: GroupsLike,
        sample_weight: ArrayLike | None,
    ) -> dict[str, float]:
        # Groups that came for a ranking metric don't change an error beside it.
        return plan.scores(
            y,
            y_score,
            groups=ids,
            sample_weight=sample_weight,
            group_errors=self.groups is not None or not self._needs_groups,
        )

    @property
    def first_name(self) -> str:
        """The name of the first metric, or of the function."""
        return name_of(self.scoring) if self._plan is None else self._plan.names[0]

    @property
    def first_plan(self) -> Plan | None:
        """The plan of the first metric alone; None for a function."""
        return self._plan and replace(self._plan, steps=self._plan.steps[:1])

    def first_score(
        self,
        y: ArrayLike,
        y_score: ArrayLike,
        *,
        groups: GroupsLike,
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """Return the score of predictions by the first metric; greater is better."""
        plan = self.first_plan
        if plan is not None:
            scores = self._run(plan, y, y_score, groups, sample_weight)
            return scores[self.first_name]
        weights = sample_weight if self._accept_sample_weight() else None
        score = self._call_function(y, y_score, groups, weights)
        return next(iter(score.values())) if isinstance(score, Mapping) else score

    @property
    def needs_metadata(self) -> bool:
        """Whether groups must come with the call."""
        return self.groups is None and self._needs_groups

    @property
    def grades(self) -> Grades | None:
        """The grade of each label that is a name; None if labels are numbers."""
        fixed = self.scoring.keywords if isinstance(self.scoring, partial) else {}
        return (fixed | self.options).get("grades")

    @property
    def _maker(self) -> str:
        return "make_rank_scorer" if callable(self.scoring) else "get_rank_scorer"

    def _prepare(self) -> None:
        """Derive what follows from the parameters and needs no storing."""
        self._plan: Plan | None = None
        self._needs_groups = True
        if not callable(self.scoring):
            self._plan = make_plan(self.scoring, **self.options)
            self._plan.refuse_keys()
            self._needs_groups = needs_groups(self._plan)

    def _call_function(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        ids: GroupsLike,
        sample_weight: ArrayLike | None,
    ) -> Score:
        assert callable(self.scoring)
        keywords = dict(self.options, groups=ids)
        if sample_weight is not None:
            keywords["sample_weight"] = sample_weight
        value = self.scoring(y_true, y_score, **keywords)
        if isinstance(value, Mapping):
            return {name: self._signed(number) for name, number in value.items()}
        return self._signed(value)

    def _signed(self, value: Any) -> float:
        if not isinstance(value, Real) and np.ndim(value) > 0:
            raise TypeError(
                f"The 'func' parameter of make_rank_scorer must return one number, or "
                f"a dict of them. {name_of(self.scoring)} returned "
                f"{type(value).__name__}."
            )
        return float(value) if self.greater_is_better else -float(value)

    def set_score_request(
        self, *, groups: Request = UNCHANGED, sample_weight: Request = UNCHANGED
    ) -> Self:
        """Say which metadata the scorer asks for, under metadata routing.

        Parameters
        ----------
        groups : bool, None or str, default=UNCHANGED
            True asks for `groups`, False does not, None makes it an error to pass
            them, a str asks for them under that name: with ``groups="qid"`` the
            splitter can have `groups` of its own.
        sample_weight : bool, None or str, default=UNCHANGED
            The same for the weights of rows.

        Returns
        -------
        self : RankScorer
            What is not named keeps its request.

        Raises
        ------
        RuntimeError
            If metadata routing is not enabled.
        ValueError
            If `groups` are asked for, but the scorer was built with ``groups=``.

        Examples
        --------
        >>> import sklearn
        >>> from sklearn_rankscore import get_rank_scorer
        >>> with sklearn.config_context(enable_metadata_routing=True):
        ...     scorer = get_rank_scorer("map").set_score_request(groups="qid")
        >>> scorer.get_metadata_routing().score.requests["groups"]
        'qid'
        """
        if not sklearn.get_config()["enable_metadata_routing"]:
            raise RuntimeError(
                "This method is only available when metadata routing is enabled. You "
                "can enable it using sklearn.set_config(enable_metadata_routing=True). "
                f"Without it, build the scorer with groups=: {self._maker}(..., "
                "groups='qid')."
            )
        if self.groups is not None and groups not in (UNCHANGED, False, None):
            raise ValueError(
                f"The 'groups' parameter of set_score_request must not ask for groups "
                f"that {self!r} would not read: it was built with groups=. "
                f"Got {groups!r}."
            )
        asked = {"groups": groups, "sample_weight": sample_weight}
        changed = {name: to for name, to in asked.items() if to != UNCHANGED}
        _as_request(changed, repr(self))
        self._requests = self._requests | changed
        return self

    def get_metadata_routing(self) -> MetadataRequest:
        """Return what the scorer asks for, as scikit-learn's routing reads it.

        Returns
        -------
        routing : MetadataRequest
        """
        return _as_request(self._requests, repr(self))

    def _accept_sample_weight(self) -> bool:
        """Tell scikit-learn whether to hand on weights; it asks when routing is off."""
        return not callable(self.scoring) or accepts(self.scoring, "sample_weight")

    def __getstate__(self) -> dict[str, Any]:
        # The plan holds functions, which some formats don't store; it is rebuilt.
        derived = ("_plan", "_needs_groups")
        return {key: value for key, value in vars(self).items() if key not in derived}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()

    def __repr__(self) -> str:
        scoring = self.scoring
        words = [name_of(scoring) if callable(scoring) else repr(scoring)]
        if not self.greater_is_better:
            words.append("greater_is_better=False")
        if self.groups is not None:
            words.append(f"groups={describe(self.groups)}")
        if self.response_method != "auto":
            words.append(f"response_method={self.response_method!r}")
        words += [f"{name}={describe(value)}" for name, value in self.options.items()]
        return f"RankScorer({', '.join(words)})"


def grades_of(scoring: str | RankScorer) -> Grades | None:
    """Return the grades that a scorer knows; a name knows none."""
    return scoring.grades if isinstance(scoring, RankScorer) else None


def needs_groups(plan: Plan) -> bool:
    """Tell whether a plan needs the query of each row: row-wise errors do without."""
    return any(step.name.metric.family != "pointwise" for step in plan.steps)


def _as_request(requests: Mapping[str, Request], owner: str) -> MetadataRequest:
    request = MetadataRequest(owner=owner)
    for name, alias in requests.items():
        request.score.add_request(param=name, alias=alias)
    return request
