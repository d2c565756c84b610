"""What a metric declares about itself, and the one table of all metrics."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from sklearn_rankscore._conventions.axes import is_whole
from sklearn_rankscore._lists.arrays import Floats

Family: TypeAlias = Literal["gain", "hit", "order", "pointwise"]
FAMILIES: tuple[Family, ...] = get_args(Family)

# What the lists or rows and the keywords are, each kernel says.
Kernel: TypeAlias = Callable[..., Floats]
Check: TypeAlias = Callable[[Any, str], Any]
KernelT = TypeVar("KernelT", bound=Kernel)

# Kernel keywords that a named convention carries and that no public function takes.
INTERNAL_AXES = frozenset({"arithmetic", "stop"})


@dataclass(frozen=True)
class Metric:
    """The facts of a metric that its kernel's signature cannot say.

    Parameters
    ----------
    name : str
        What scorers, tables and the command line call it.
    title : str
        The name in words.
    family : {"gain", "hit", "order", "pointwise"}
        What it reads of a list; it decides the default rule for empty lists.
    function : str
        The public function.
    kernel : callable
        ``kernel(lists, *, axis, ...)`` -> one value per list, NaN where undefined.
    range : tuple of float
        Lowest and highest value.
    greater_is_better : bool
        The direction.
    normalised : bool
        Whether the ideal order of every list reaches the bound.
    cutoff : {"truncates", "divides", ""}
        What ``k`` does: cut the list, also divide by it, or nothing (not accepted).
    undefined : str
        When there is no value, in words; "" for never.
    reference : str
        The paper or peer that defined it.
    signed : bool, default=False
        Whether labels below 0 have a meaning.
    ordered_only : bool, default=False
        Whether ties must be broken, because their average has no closed form.
    highest_label : callable, optional
        ``highest_label(parameters)`` -> the largest label with a meaning, and why.
    checks : mapping, default={}
        ``check(value, function)`` per parameter of its own, which the kernel gives a
        default; it returns the value in its stored form.
    """

    name: str
    title: str
    family: Family
    function: str
    kernel: Kernel
    range: tuple[float, float]
    greater_is_better: bool
    normalised: bool
    cutoff: Literal["truncates", "divides", ""]
    undefined: str
    reference: str
    signed: bool = False
    ordered_only: bool = False
    highest_label: Callable[[Mapping[str, Any]], tuple[float, str]] | None = None
    checks: Mapping[str, Check] = field(default_factory=dict, hash=False, compare=False)

    def __reduce__(self) -> tuple[Callable[[str], "Metric"], tuple[str]]:
        # Pickled by name: kernels and checks are code, and live in the catalogue.
        return _from_catalogue, (self.name,)

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The convention axes of the kernel: its keywords without a default."""
        return tuple(p.name for p in self._keyword_only if p.default is p.empty)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Parameters of its own: the kernel's keywords with a default."""
        return {
            p.name: p.default for p in self._keyword_only if p.default is not p.empty
        }

    @property
    def _keyword_only(self) -> list[inspect.Parameter]:
        parameters = inspect.signature(self.kernel).parameters.values()
        return [p for p in parameters if p.kind is p.KEYWORD_ONLY]

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """The convention axes that it reads and that users may set."""
        return tuple(name for name in self.keywords if name not in INTERNAL_AXES)

    @property
    def scorer_name(self) -> str:
        """The name that scorers take: losses exist only negated."""
        return self.name if self.greater_is_better else f"neg_{self.name}"


METRICS: dict[str, Metric] = {}

# Names of scikit-learn's own metrics, which have no function here.
REFERENCED: dict[str, Metric] = {}


def _from_catalogue(name: str) -> Metric:
    return (METRICS | REFERENCED)[name]


def declare(name: str, **facts: Any) -> Callable[[KernelT], KernelT]:
    """Put the decorated kernel into the catalogue under `name`."""

    def register(kernel: KernelT) -> KernelT:
        if name in METRICS:
            raise ValueError(f"The metric {name!r} is declared twice.")
        METRICS[name] = Metric(name=name, kernel=kernel, **facts)
        return kernel

    return register


Signed = TypeVar("Signed", float, Floats)


@dataclass(frozen=True)
class MetricName:
    """A metric at a cut-off, as text writes it: ``[neg_]name[@k]``."""

    metric: Metric
    k: int | None

    def signed(self, value: Signed) -> Signed:
        """Return values of the metric as its name says them: losses negated.

        Nothing else in the package knows the sign. Adding 0 makes a negated 0 the 0
        that it is.
        """
        return value if self.metric.greater_is_better else -value + 0.0

    def __str__(self) -> str:
        cut = "" if self.k is None else f"@{self.k}"
        return f"{self.metric.scorer_name}{cut}"


def check_cutoff(k: object, function: str) -> int | None:
    """Return `k` as an int, or None for the whole list."""
    if k is None:
        return None
    if is_whole(k) and k >= 1:
        return int(k)
    raise ValueError(
        f"The 'k' parameter of {function} must be an int >= 1 or None. "
        f"Got {k!r} instead."
    )


_NAME = re.compile(r"(?P<name>[a-z][a-z0-9_]*)(?:@(?P<k>.*))?", re.DOTALL)


def parse_name(
    text: str, *, k: int | None = None, function: str = "get_rank_scorer"
) -> MetricName:
    """Return the metric and cut-off that `text` names.

    Parameters
    ----------
    text : str
        ``"ndcg"``, ``"ndcg@10"``, ``"neg_mape"``.
    k : int or None, default=None
        The cut-off where the text names none.
    function : str, default="get_rank_scorer"
        What an error message calls the caller.

    Returns
    -------
    name : MetricName
    """
    match = _NAME.fullmatch(text) if isinstance(text, str) else None
    known = {metric.scorer_name: metric for metric in (METRICS | REFERENCED).values()}
    if match is None or match["name"] not in known:
        raise ValueError(_unknown_name(text, match, known, function))
    metric = known[match["name"]]
    if match["k"] is not None:
        if k is not None:
            raise ValueError(
                f"{function} got a cut-off twice: in the name {text!r} and as k={k!r}. "
                f"Give it once."
            )
        cutoff: int | None = _cutoff_of(text, match["k"], function)
    else:
        cutoff = check_cutoff(k, function)
    if cutoff is not None and not metric.cutoff:
        raise ValueError(
            f"The metric {metric.scorer_name!r} of {function} takes no cut-off. "
            f"Got k={cutoff} in {text!r}."
        )
    return MetricName(metric, cutoff)


def _cutoff_of(text: object, written: str, function: str) -> int:
    """Return the cut-off of a name as an int."""
    # No list has a rank of 19 digits.
    if re.fullmatch(r"[0-9]{1,18}", written) and int(written) >= 1:
        return int(written)
    raise ValueError(
        f"The cut-off of a metric in {function} must be a whole number >= 1, as in "
        f"'ndcg@10'. Got {text!r} instead.{_level_remedy(text)}"
    )


def _level_remedy(text: object) -> str:
    """Return what says a relevance level here, where a name has it as in ranx."""
    level = re.fullmatch(r"(?P<name>.+)-l(?P<level>[0-9]+)", str(text))
    if level is None:
        return ""
    return (
        f" The level from which rows are relevant is no part of a name: use "
        f"{level['name']!r} with relevant_from={int(level['level'])}."
    )


def _unknown_name(
    text: object,
    match: re.Match[str] | None,
    known: Mapping[str, Metric],
    function: str,
) -> str:
    stem = match["name"] if match else str(text)
    hint = _level_remedy(text) or _near_name(stem, match, known)
    return (
        f"Unknown metric {text!r} in {function}.{hint} The names are {sorted(known)}; "
        f"'@k' cuts the lists, as in 'ndcg@10'."
    )


def _near_name(
    stem: str, match: re.Match[str] | None, known: Mapping[str, Metric]
) -> str:
    if f"neg_{stem}" in known:
        return f" Losses are scored negated: use 'neg_{stem}'."
    near = get_close_matches(stem, known, n=1)
    cut = f"@{match['k']}" if match and match["k"] else ""
    return f" Did you mean {near[0] + cut!r}?" if near else ""
