"""What printed numbers say: which candidates they leave, and by what chance."""

import math
import re

import numpy as np

from sklearn_rankscore._axes import is_real

_PRINTED = re.compile(r"\s*([+-]?\d*\.?\d+(?:[eE][+-]?\d+)?)\s*(%?)\s*")

# Numbers that agree so well differ by rounding in float64 only.
_SAME = 1e-12


def read_printed(value):
    """Return a printed number, and half a unit of its last digit.

    Parameters
    ----------
    value : str or float

    Returns
    -------
    number, half : float
    """
    try:
        text = repr(float(value)) if is_real(value) else str(value)
        match = _PRINTED.fullmatch(text)
        number, half = _number_and_half(*match.groups()) if match else (0.0, 0.0)
    except OverflowError:
        half = math.inf
    # Beyond float64 there is no number to compare with, or no digit to say how well.
    if not 0 < half < math.inf or math.isinf(number):
        raise ValueError(
            f"The 'reported' parameter of identify_convention must be a number as "
            f"printed, such as '0.475' or '47.5%', or a mapping of metric to these. "
            f"Got {value!r} instead."
        )
    return number, max(half * (1 + 1e-9), abs(number) * _SAME)


def _number_and_half(text, percent):
    scale = 0.01 if percent else 1.0
    mantissa, _, exponent = text.lower().partition("e")
    digits = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return float(text) * scale, 0.5 * 10.0**-digits * scale


def within(values, printed):
    """Tell whether numbers are the printed ones, to their digits."""
    return all(
        abs(value - number) <= half
        for value, (number, half) in zip(values, printed, strict=True)
    )


def distance(values, printed):
    """Return how far numbers are off, in halves of the last digit, at the worst."""
    return max(
        abs(value - number) / half
        for value, (number, half) in zip(values, printed, strict=True)
    )


def equal(one, other):
    """Tell whether two candidates have the same numbers."""
    return all(
        abs(a - b) <= _SAME * max(1.0, abs(a)) for a, b in zip(one, other, strict=True)
    )


def classes(values, places):
    """Split places into classes of equal numbers, in order of first appearance."""
    found: list[list[int]] = []
    for place in places:
        for same in found:
            if equal(values[place], values[same[0]]):
                same.append(place)
                break
        else:
            found.append([place])
    return found


def chance_of_accident(values, printed, metrics, right):
    """Return the chance that at least one wrong candidate falls on the numbers.

    Parameters
    ----------
    values : sequence of tuple of float
        The numbers of all candidates.
    printed : sequence of (float, float)
        The numbers and half a unit of their last digit.
    metrics : sequence of str
        The metric of each number; numbers of one metric move together and count once.
    right : int
        The candidate that is taken as right; wrong is what has other numbers.

    Returns
    -------
    chance : float
    """
    none_falls = 1.0
    for same in classes(values, range(len(values))):
        if equal(values[same[0]], values[right]):
            continue
        falls = dict.fromkeys(metrics, 1.0)
        for metric, value, (number, half) in zip(
            metrics, values[same[0]], printed, strict=True
        ):
            off = abs(value - number)
            inside = math.erf(half / off / math.sqrt(2)) if off else 1.0
            falls[metric] = min(falls[metric], inside)
        none_falls *= 1.0 - float(np.prod(list(falls.values())))
    return 1.0 - none_falls
