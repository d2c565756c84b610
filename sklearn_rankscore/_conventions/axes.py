"""The axes of a convention and their allowed values."""

import math
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias, TypeGuard, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

# What each axis is stored as, which is what a kernel gets; what its keyword takes
# beyond that bears ``Like``.
FromFloats: TypeAlias = Callable[[NDArray[np.float64]], ArrayLike]
GainName: TypeAlias = Literal["linear", "exponential"]
Gain: TypeAlias = GainName | tuple[float, ...] | FromFloats
GainLike: TypeAlias = Gain | Iterable[float]
DiscountName: TypeAlias = Literal["log2", "reciprocal"]
Discount: TypeAlias = DiscountName | float | FromFloats
ByKey: TypeAlias = Literal["ascending", "descending"]
Ties: TypeAlias = Literal[
    "average", "stable", "reversed", "pessimistic", "optimistic", ByKey
]
EmptyName: TypeAlias = Literal["skip", "raise"]
EmptyRule: TypeAlias = EmptyName | float
Empty: TypeAlias = EmptyRule | tuple[tuple[str, EmptyRule], ...]
EmptyLike: TypeAlias = Empty | Mapping[str, EmptyRule]
PrecisionDenominator: TypeAlias = Literal["min(k, n)", "k"]
ApDenominator: TypeAlias = Literal["min(R, k)", "R", "hits"]
RecallDenominator: TypeAlias = Literal["R", "min(R, k)"]
Ideal: TypeAlias = Literal["judged", "retrieved"]
Unjudged: TypeAlias = Literal["raise", "irrelevant", "condense"]
Weighting: TypeAlias = Literal["all", "defined", "none"]
Weightings: TypeAlias = Mapping[str, Weighting] | tuple[tuple[str, Weighting], ...]
Queries: TypeAlias = Literal["judged", "both", "same"]
FloatType: TypeAlias = Literal["float64", "float32"]
LabelType: TypeAlias = Literal[FloatType, "int64"]
Stop: TypeAlias = Literal["exponential", "linear"]
Arithmetic: TypeAlias = Literal["ratio", "reciprocal", "terms", "divided"]
Mean: TypeAlias = Literal["pairwise", "sequential", "clipped"]

BY_KEY: tuple[ByKey, ...] = get_args(ByKey)
TIES: tuple[Ties, ...] = get_args(Ties)
EMPTY_RULES: tuple[EmptyName, ...] = get_args(EmptyName)
WEIGHTINGS: tuple[Weighting, ...] = get_args(Weighting)


@dataclass(frozen=True)
class Axis:
    """One convention axis: its named values, and what else it takes."""

    meaning: str
    names: tuple[str, ...]
    other: str = ""
    convert: Callable[[Any], Any] = lambda value: None

    @property
    def allowed(self) -> str:
        words = [repr(name) for name in self.names] + ([self.other] * bool(self.other))
        return (
            words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
        )

    def check(self, name: str, value: object, function: str) -> Any:
        """Return `value` in its stored form, or raise in the one grammar."""
        if isinstance(value, str) and value in self.names:
            return value
        stored = None if isinstance(value, str) else self.convert(value)
        if stored is None:
            raise ValueError(
                f"The {name!r} parameter of {function} must be {self.allowed}. "
                f"Got {value!r} instead."
            )
        return stored


# Gains, weights and errors beyond it would leave float64 when they are multiplied.
LARGEST = 1e150


def is_whole(value: object) -> TypeGuard[int]:
    """Tell whether `value` is a whole number; True and False are none."""
    # NumPy's bool is no Integral.
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_real(value: object) -> TypeGuard[float]:
    """Tell whether `value` is a plain real number (NaN included, bool not)."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _gain_table(value: Any) -> tuple[float, ...] | FromFloats | None:
    if callable(value):
        function: FromFloats = value
        return function
    # The keys of a mapping or the order of a set are no table.
    if isinstance(value, (Mapping, Set, str, bytes)):
        return None
    try:
        table = list(value)
    except TypeError:
        return None
    sound = table and all(is_real(gain) and 0 <= gain <= LARGEST for gain in table)
    return tuple(map(float, table)) if sound else None


def _log_base(value: object) -> float | FromFloats | None:
    if callable(value):
        return value
    return float(value) if is_real(value) and 1 < value < math.inf else None


def _empty_value(value: Any) -> Empty | None:
    if isinstance(value, Mapping):
        value = value.items()
    elif is_real(value):
        return float(value) if not math.isinf(value) else None
    try:
        rules = sorted((str(name), _empty_rule(rule)) for name, rule in value)
    except (TypeError, ValueError):
        return None
    pairs = tuple((name, rule) for name, rule in rules if rule is not None)
    return pairs if len(pairs) == len(rules) else None


def _empty_rule(rule: object) -> EmptyRule | None:
    for name in EMPTY_RULES:
        if rule == name:
            return name
    return float(rule) if is_real(rule) and not math.isinf(rule) else None


def name_tuple(value: object) -> tuple[str, ...] | None:
    """Return a list or tuple of names as a tuple; a bare name is no list of one."""
    if not isinstance(value, (list, tuple)):
        return None
    return tuple(value) if all(isinstance(name, str) for name in value) else None


def _threshold(value: object) -> float | None:
    return float(value) if is_real(value) and 0 < value < math.inf else None


AXES = {
    "gain": Axis(
        "value of a label",
        get_args(GainName),
        "a sequence of gains from 0 to 1e150 indexed by label, or a callable",
        _gain_table,
    ),
    "discount": Axis(
        "what a gain at a rank is divided by",
        get_args(DiscountName),
        "a log base > 1, or a callable of the ranks",
        _log_base,
    ),
    "ties": Axis("order of rows with equal scores", TIES),
    "empty": Axis(
        "value of a list on which the metric is undefined",
        EMPTY_RULES,
        "a number that is not infinite, or a mapping of metric or family to these",
        _empty_value,
    ),
    "relevant_from": Axis(
        "label from which a row is relevant", (), "a finite number > 0", _threshold
    ),
    "precision_denominator": Axis(
        "what hits are divided by in precision", get_args(PrecisionDenominator)
    ),
    "ap_denominator": Axis(
        "what average precision is divided by", get_args(ApDenominator)
    ),
    "ideal": Axis("which rows the ideal order is made of", get_args(Ideal)),
    "unjudged": Axis("what a row with label NaN is", get_args(Unjudged)),
    "recall_denominator": Axis(
        "what hits are divided by in recall", get_args(RecallDenominator)
    ),
}


def _weighting(value: Any) -> tuple[tuple[str, Weighting], ...] | None:
    """Return a mapping of metric to weighting as sorted pairs, or None."""
    try:
        pairs = tuple(sorted(dict(value).items()))
    except (TypeError, ValueError):
        return None
    return pairs if all(rule in WEIGHTINGS for _, rule in pairs) else None


def _bare_cutoff(value: object) -> int | None:
    return int(value) if is_whole(value) and value >= 1 else None


_METRICS = "a list or tuple of names of metrics"
# What a named convention carries and no public function takes as a keyword.
UNSPOKEN = {
    "weighting": Axis(
        "which lists their weights apply to",
        (),
        "a mapping of metric to 'all', 'defined' or 'none'",
        _weighting,
    ),
    "label_dtype": Axis("what labels are stored as", get_args(LabelType)),
    "weight_sums": Axis("what row weights are added up in", get_args(FloatType)),
    "score_dtype": Axis("what scores are stored as", get_args(FloatType)),
    "stop": Axis("how a label becomes a chance", get_args(Stop)),
    "arithmetic": Axis("order of the last operations", get_args(Arithmetic)),
    "mean": Axis("how lists are added up", get_args(Mean)),
    "bare_cutoff": Axis("cut-off of bare names", (), "an int >= 1", _bare_cutoff),
    "positive_only": Axis("metrics of positive scores", (), _METRICS, name_tuple),
    "metrics": Axis("metrics that it holds for", (), _METRICS, name_tuple),
    "queries": Axis("which queries of a run count", get_args(Queries)),
}


def check_axis(name: str, value: object, function: str) -> Any:
    """Return the axis value in its stored form, or raise naming `function`."""
    return AXES[name].check(name, value, function)
