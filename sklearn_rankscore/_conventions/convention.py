"""A convention: the choices behind a number, those with a name, and their words."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, Protocol, TypeAlias

from sklearn_rankscore._conventions.axes import (
    AXES,
    UNSPOKEN,
    ApDenominator,
    Arithmetic,
    Discount,
    EmptyLike,
    EmptyRule,
    FloatType,
    GainLike,
    Ideal,
    LabelType,
    Mean,
    PrecisionDenominator,
    Queries,
    RecallDenominator,
    Stop,
    Ties,
    Unjudged,
    Weighting,
    Weightings,
    check_axis,
)
from sklearn_rankscore._conventions.named import (
    ABOVE_HALF,
    ABOVE_ZERO,
    LIGHTGBM_LABEL_GAIN,
    NAMED,
)

_GAINS = {
    "linear": "label",
    "exponential": "2^label - 1",
    LIGHTGBM_LABEL_GAIN: "2^label - 1",
}
_DISCOUNTS = {"log2": "1/log2(rank + 1)", "reciprocal": "1/rank"}
_TIES = {
    "average": "average over orders",
    "stable": "row order",
    "reversed": "reversed row order",
    "pessimistic": "worst order",
    "optimistic": "best order",
    "ascending": "document id, rising",
    "descending": "document id, falling",
}
_BOUNDS = {ABOVE_HALF: "above 0.5", ABOVE_ZERO: "above 0"}
_ARITHMETIC = {
    "ratio": "sum of gain x discount / ideal",
    "reciprocal": "that sum x (1 / ideal)",
    "terms": "each term x (1 / ideal)",
    "divided": "gain / logarithm, sum / ideal",
}
_STOPS = {
    "exponential": "(2^label - 1) / 2^max_grade",
    "linear": "label / max_grade",
}
_WEIGHTING = {"defined": "unless empty", "none": "ignored"}
_WORDS: dict[str, dict[Any, str]] = {
    "gain": _GAINS,
    "discount": _DISCOUNTS,
    "ties": _TIES,
    "relevant_from": _BOUNDS,
    "arithmetic": _ARITHMETIC,
    "weighting": _WEIGHTING,
}


def value_in_words(axis: str, value: object) -> str:
    """Return the value of an axis of a convention in words."""
    words = _WORDS.get(axis, {})
    if not isinstance(value, dict) and value in words:
        return words[value]
    if axis == "gain" and isinstance(value, tuple):
        shown = ", ".join(f"{gain:g}" for gain in value[:4])
        return f"table {shown}{', ...' * (len(value) > 4)}"
    if axis == "gain" and callable(value):
        return getattr(value, "__name__", type(value).__name__).replace("_", " ")
    if axis == "discount" and isinstance(value, float):
        return f"1/log(rank + 1) to base {value:g}"
    if axis == "empty" and isinstance(value, tuple):
        return ", ".join(f"{name} {value_in_words(axis, of)}" for name, of in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


class _Declared(Protocol):
    """What is read of a metric, which a later layer declares."""

    @property
    def name(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def undefined(self) -> str: ...
    @property
    def axes(self) -> tuple[str, ...]: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...


def in_words(convention: "Convention", metric: "_Declared") -> str:
    """Return what a convention chooses for a metric, in one line.

    Parameters
    ----------
    convention : Convention
    metric : Metric

    Returns
    -------
    words : str
    """
    parts = [
        f"{axis.replace('_', ' ')} {value_in_words(axis, getattr(convention, axis))}"
        for axis in metric.axes
        if axis != "ideal"
    ]
    if metric.undefined:
        rule = convention.empty_rule(metric.name, metric.family)
        parts.append(f"empty {value_in_words('empty', rule)}")
    if "stop" in metric.keywords:
        parts.insert(0, f"stop {_STOPS[convention.stop]}")
    if convention.score_dtype != "float64":
        parts.append(f"{convention.score_dtype} scores")
    if metric.name in convention.positive_only:
        parts.append("scores > 0 only")
    weighting = convention.weighting_of(metric.name)
    if weighting != "all":
        parts.append(f"weights {_WEIGHTING[weighting]}")
    return "; ".join(parts)


_EMPTY_DEFAULT: tuple[tuple[str, EmptyRule], ...] = (
    ("gain", 0.0),
    ("hit", 0.0),
    ("order", "skip"),
    ("pointwise", "skip"),
)


@dataclass(frozen=True)
class Convention:
    """The choices behind a ranking number, as one value.

    Every score function and scorer takes ``convention=``, a name or such an object,
    and its single axes as keywords that override it.

    Parameters
    ----------
    name : str, default="custom"
        What tables and messages call it.
    gain : {"linear", "exponential"}, sequence of float or callable, default="linear"
        Value of a label: the label, ``2**label - 1``, ``gain[label]`` for whole labels,
        or ``gain(labels)``.
    discount : {"log2", "reciprocal"}, float or callable, default="log2"
        Divisor of the gain at rank i: ``log2(i + 1)``, ``i``, the logarithm of
        ``i + 1`` to that base; a callable takes the ranks 1, 2, ... and returns the
        factors.
    ties : {"average", "stable", "reversed", "pessimistic", "optimistic", \
            "ascending", "descending"}, default="average"
        Rows with equal scores: the exact mean over all their orders, their row order,
        its reverse, the order with the worst or the best value, or the order of the
        ``tiebreak`` keys.
    empty : float, "skip", "raise" or mapping, default={"gain": 0, "hit": 0, \
            "order": "skip", "pointwise": "skip"}
        What a list on which the metric is undefined contributes to the mean. A mapping
        goes from the name of a metric, or of its family, to such a rule; families that
        it leaves out have this default.
    relevant_from : float, default=1
        The label from which a row is relevant to the binary metrics.
    precision_denominator : {"min(k, n)", "k"}, default="min(k, n)"
        n is the length of the list.
    ap_denominator : {"min(R, k)", "R", "hits"}, default="min(R, k)"
        R is the number of relevant rows of the list, hits that of those in the top k.
    recall_denominator : {"R", "min(R, k)"}, default="R"
        As for average precision.
    ideal : {"judged", "retrieved"}, default="judged"
        Whether the ideal order of a list is made of all its rows, or only of those that
        were retrieved.
    unjudged : {"raise", "irrelevant", "condense"}, default="raise"
        A row with label NaN: refused, taken as label 0, or left out of the list.
    queries : {"judged", "both", "same"}, default="judged"
        Which queries become lists, where a run and its judgements do not hold the same:
        those that were judged, those of both, or none, which is an error. Read by
        :func:`rows_from_run`, before there are rows, and by the command line.
    weighting : mapping of str to {"all", "defined", "none"}, default={}
        Per metric, which lists their weights apply to: all; those on which the metric
        is defined, while an empty list adds its value unweighted (LightGBM and XGBoost
        in nDCG); or none (CatBoost in MAP, precision and recall).
    positive_only : tuple of str, default=()
        Metrics in which a row with a score <= 0 is taken as not retrieved.
    label_dtype : {"float64", "float32", "int64"}, default="float64"
        What labels are rounded to, and with float32 the weights of lists.
    weight_sums : {"float64", "float32"}, default="float64"
        What the weights of the rows of a list are added up in.
    score_dtype : {"float64", "float32"}, default="float64"
        What scores are rounded to before they are ranked: float32 makes ties.
    stop : {"exponential", "linear"}, default="exponential"
        How ERR makes a chance of a label: ``(2**label - 1) / 2**max_grade``, or
        ``label / max_grade``.
    arithmetic : {"ratio", "reciprocal", "terms", "divided"}, default="ratio"
        Order of the last operations of DCG and nDCG: the sum of gain times discount
        over the ideal; that sum times a stored 1 / ideal; each of its terms times the
        stored 1 / ideal; or gains divided by their logarithm, and a ratio. It touches
        the last bits only.
    mean : {"pairwise", "sequential", "clipped"}, default="pairwise"
        How values of lists are added up, which touches the last bits only: as NumPy
        does, or one after the other; "clipped" also cuts the mean at 1.
    bare_cutoff : int, optional
        What the peer cuts lists at when it is asked for no cut-off. Used to find the
        convention behind a number, never to compute one.
    metrics : tuple of str, optional
        The metrics that it holds for; None for all.
    peer : str, default=""
        The library that it reproduces.
    versions : str, default=""
        The versions of that library.

    Examples
    --------
    >>> from sklearn_rankscore import Convention, get_convention, ndcg_score
    >>> get_convention("lightgbm").ties
    'stable'
    >>> ours = Convention(gain="exponential", empty="skip")
    >>> y_true, y_score, qid = [0, 2, 0, 0], [0.3, 0.1, 0.2, 0.4], [1, 1, 2, 2]
    >>> round(ndcg_score(y_true, y_score, groups=qid, convention=ours), 4)
    0.6309
    """

    name: str = "custom"
    gain: GainLike = "linear"
    discount: Discount = "log2"
    ties: Ties = "average"
    empty: EmptyLike = _EMPTY_DEFAULT
    relevant_from: float = 1.0
    precision_denominator: PrecisionDenominator = "min(k, n)"
    ap_denominator: ApDenominator = "min(R, k)"
    recall_denominator: RecallDenominator = "R"
    ideal: Ideal = "judged"
    unjudged: Unjudged = "raise"
    queries: Queries = "judged"
    weighting: Weightings = ()
    positive_only: tuple[str, ...] = ()
    label_dtype: LabelType = "float64"
    weight_sums: FloatType = "float64"
    score_dtype: FloatType = "float64"
    stop: Stop = "exponential"
    arithmetic: Arithmetic = "ratio"
    mean: Mean = "pairwise"
    bare_cutoff: int | None = None
    metrics: tuple[str, ...] | None = None
    peer: str = ""
    versions: str = ""

    def __post_init__(self) -> None:
        for axis in AXES:
            stored = check_axis(axis, getattr(self, axis), "Convention")
            object.__setattr__(self, axis, stored)
        for name, unspoken in UNSPOKEN.items():
            value = getattr(self, name)
            if name not in ("bare_cutoff", "metrics") or value is not None:
                stored = unspoken.check(name, value, "Convention")
                object.__setattr__(self, name, stored)

    def replace(self, function: str, **axes: object) -> "Convention":
        """Return it with single axes overridden, checked in the name of `function`."""
        checked = {name: check_axis(name, axes[name], function) for name in axes}
        return dataclasses.replace(self, **checked) if checked else self

    def queries_rule(self, queries: Queries | None, function: str) -> Queries:
        """Return which queries of a run count: `queries`, or with None its own rule."""
        if queries is None:
            return self.queries
        checked: Queries = UNSPOKEN["queries"].check("queries", queries, function)
        return checked

    def empty_rule(self, metric: str, family: str) -> EmptyRule:
        """Return the number or rule for lists on which `metric` is undefined."""
        if not isinstance(self.empty, (tuple, Mapping)):
            return self.empty
        rules = dict(self.empty)
        return rules.get(metric, rules.get(family, dict(_EMPTY_DEFAULT)[family]))

    def weighting_of(self, metric: str | None) -> Weighting:
        """Return which lists of `metric` their weights apply to."""
        return "all" if metric is None else dict(self.weighting).get(metric, "all")

    def __repr__(self) -> str:
        changed = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"Convention({', '.join(changed)})"


ConventionLike: TypeAlias = str | Convention

_NAMED = {name: Convention(name=name, **facts) for name, facts in NAMED.items()}


def list_conventions() -> list[str]:
    """List the names that ``convention=`` takes.

    Returns
    -------
    names : list of str

    Examples
    --------
    >>> from sklearn_rankscore import list_conventions
    >>> list_conventions()[0]
    'default'
    """
    return list(_NAMED)


def get_convention(
    convention: ConventionLike, *, function: str = "get_convention"
) -> Convention:
    """Return the convention of a name.

    Parameters
    ----------
    convention : str or Convention
        A name out of :func:`list_conventions`; an object is returned as it is.
    function : str, default="get_convention"
        What an error message calls the caller.

    Returns
    -------
    convention : Convention

    Raises
    ------
    ValueError
        If there is no convention of that name.

    Examples
    --------
    >>> from sklearn_rankscore import get_convention
    >>> get_convention("sklearn").gain
    'linear'
    """
    if isinstance(convention, Convention):
        return convention
    if isinstance(convention, str) and convention in _NAMED:
        return _NAMED[convention]
    near = get_close_matches(str(convention), _NAMED, n=1) or _of_peer(convention)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise ValueError(
        f"The 'convention' parameter of {function} must be a Convention or one of "
        f"{list_conventions()}. Got {convention!r} instead.{hint}"
    )


def _of_peer(word: object) -> list[str]:
    """List the conventions whose peer bears that name."""
    word = str(word).lower()
    return [
        name
        for name, c in _NAMED.items()
        if word and word in f"{c.peer} {c.versions}".lower()
    ]
