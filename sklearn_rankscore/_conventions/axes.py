"""The axes of a convention and their allowed values."""

import math
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from numbers import Integral, Real

BY_KEY = ("ascending", "descending")
TIES = ("average", "stable", "reversed", "pessimistic", "optimistic", *BY_KEY)
EMPTY_RULES = ("skip", "raise")


@dataclass(frozen=True)
class Axis:
    """One convention axis: its named values, and what else it takes."""

    meaning: str
    names: tuple[str, ...]
    other: str = ""
    convert: Callable = lambda value: None

    @property
    def allowed(self) -> str:
        words = [repr(name) for name in self.names] + ([self.other] * bool(self.other))
        return (
            words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
        )

    def check(self, name, value, function):
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


def is_whole(value) -> bool:
    """Tell whether `value` is a whole number; True and False are none."""
    # NumPy's bool is no Integral.
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_real(value) -> bool:
    """Tell whether `value` is a plain real number (NaN included, bool not)."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _gain_table(value):
    if callable(value):
        return value
    # The keys of a mapping or the order of a set are no table.
    if isinstance(value, (Mapping, Set, str, bytes)):
        return None
    try:
        table = list(value)
    except TypeError:
        return None
    sound = table and all(is_real(gain) and 0 <= gain <= LARGEST for gain in table)
    return tuple(map(float, table)) if sound else None


def _log_base(value):
    if callable(value):
        return value
    return float(value) if is_real(value) and 1 < value < math.inf else None


def _empty_value(value):
    if isinstance(value, Mapping):
        value = value.items()
    elif is_real(value):
        return float(value) if not math.isinf(value) else None
    try:
        pairs = tuple(sorted((str(name), _empty_rule(rule)) for name, rule in value))
    except (TypeError, ValueError):
        return None
    return None if any(rule is None for _, rule in pairs) else pairs


def _empty_rule(rule):
    if rule in EMPTY_RULES:
        return rule
    return float(rule) if is_real(rule) and not math.isinf(rule) else None


def name_tuple(value):
    """Return a list or tuple of names as a tuple; a bare name is no list of one."""
    listed = isinstance(value, (list, tuple))
    return tuple(value) if listed and all(isinstance(n, str) for n in value) else None


def _threshold(value):
    return float(value) if is_real(value) and 0 < value < math.inf else None


AXES = {
    "gain": Axis(
        "value of a label",
        ("linear", "exponential"),
        "a sequence of gains from 0 to 1e150 indexed by label, or a callable",
        _gain_table,
    ),
    "discount": Axis(
        "what a gain at a rank is divided by",
        ("log2", "reciprocal"),
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
        "what hits are divided by in precision", ("min(k, n)", "k")
    ),
    "ap_denominator": Axis(
        "what average precision is divided by", ("min(R, k)", "R", "hits")
    ),
    "ideal": Axis("which rows the ideal order is made of", ("judged", "retrieved")),
    "unjudged": Axis(
        "what a row with label NaN is", ("raise", "irrelevant", "condense")
    ),
    "recall_denominator": Axis(
        "what hits are divided by in recall", ("R", "min(R, k)")
    ),
}


def check_axis(name, value, function):
    """Return the axis value in its stored form, or raise naming `function`."""
    return AXES[name].check(name, value, function)
