"""What a comparison of two models supports, in one sentence."""

import math
from typing import NamedTuple

import numpy as np

_MOST_DIGITS = 4

# Ends of an interval that agree so well differ by rounding in float64 only.
_SAME = 1e-12


class Family(NamedTuple):
    """The level of a family of tests, their number, and the draws of each."""

    size: float
    number: int
    n_permutations: int


def sentence(row, tests):
    """Say who beats whom on a metric, by how much, and whether that is separable.

    Parameters
    ----------
    row : mapping
        One entry of a comparison's columns.
    tests : Family

    Returns
    -------
    text : str
    """
    model, against, queries = row["model"], row["against"], _queries(row["n_lists"])
    if not row["n_lists"]:
        return f"{row['metric']}: no query on which {model} and {against} have a value"
    if row["ties"] == row["n_lists"]:
        return f"{row['metric']}: {model} equals {against} on {queries}"
    difference, low, high = row["difference"], row["low"], row["high"]
    constant = bool(high - low <= _SAME * abs(difference))
    if constant:
        low = high = difference
    if difference < 0:
        model, against = against, model
        difference, low, high = -difference, -high, -low
    digits = _decimals(low, high)
    beats = f"{model} beats {against} by" if difference else f"{model} - {against} ="
    interval = "" if math.isnan(low) else f" [{low:z.{digits}f}, {high:z.{digits}f}]"
    return (
        f"{row['metric']}: {beats} {difference:z.{digits}f}{interval} on {queries}"
        f"{', a constant difference' * constant}: {_verdict(row, tests)}"
    )


def _queries(n):
    return f"{n} {'query' if n == 1 else 'queries'}"


def _decimals(low, high):
    """Return three decimals, or as many as show the width in four digits at most."""
    width, size = high - low, max(abs(low), abs(high))
    if not width > 0:
        return 3
    shown = math.ceil(-math.log10(width / 2))
    return max(3, min(shown, _MOST_DIGITS - 1 - math.floor(math.log10(size))))


def _verdict(row, tests):
    p, corrected = row["p_randomisation"], row["p_holm"]
    if math.isnan(p):
        return "not separable, one query says nothing about others"
    of_tests = f", {corrected:.2g} corrected for {tests.number}" * (tests.number > 1)
    if is_separable(corrected, tests.size):
        return f"separable (p = {p:.2g}{of_tests})"
    if is_separable(p, tests.size):
        few = ""
        draws = tests.n_permutations
        if p <= 2 / (draws + 1) and 2 ** row["n_lists"] > draws:
            enough = math.ceil(2 * tests.number / tests.size)
            few = f"; the smallest p of so few draws, pass n_permutations={enough}"
        return f"not separable (p = {p:.2g}{of_tests} comparisons{few})"
    return f"not separable (p = {p:.2g})"


def is_separable(corrected, size):
    """Return which differences stand after the correction for their number."""
    with np.errstate(invalid="ignore"):
        return np.asarray(corrected) <= size
