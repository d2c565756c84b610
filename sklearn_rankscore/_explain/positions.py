"""One list rank by rank, in the order shown and in its ideal order."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers
from sklearn_rankscore._lists.ranked import RankedLists
from sklearn_rankscore._metrics.gain import discounts, gain_of


class Position(NamedTuple):
    """One rank of a list, and the same rank of its ideal order.

    Attributes
    ----------
    rank : int
        Counted from 1.
    title, label : str, float
        The row that stands there; "" and NaN behind the last one.
    gain : float
        The value of its label; where ties are averaged, the mean over the tied rows.
    divisor : float
        What the gain is divided by, log2(rank + 1) in most conventions.
    share : float
        Gain over divisor.
    dcg : float
        Sum of the shares down to this rank.
    ideal_title, ideal_label, ideal_gain, ideal_share, idcg
        The same of the ideal order.
    counted : bool
        Whether the rank lies in the top k.
    tied : bool
        Whether the row shares its score with another.
    """

    rank: int
    title: str
    label: float
    gain: float
    divisor: float
    share: float
    dcg: float
    ideal_title: str
    ideal_label: float
    ideal_gain: float
    ideal_share: float
    idcg: float
    counted: bool
    tied: bool


@dataclass(frozen=True)
class _Side:
    """Titles, labels, gains and shares of the rows in one order."""

    titles: list[str]
    labels: Floats
    gains: Floats
    shares: Floats

    def at(self, i: int, running: Floats) -> tuple[str, float, float, float, float]:
        """Return the cells of entry `i`, blank behind the last row."""
        if i < len(self.titles):
            return (
                self.titles[i],
                float(self.labels[i]),
                float(self.gains[i]),
                float(self.shares[i]),
                float(running[i]),
            )
        reached = float(running[-1]) if len(running) else 0.0
        return "", math.nan, 0.0, 0.0, reached


def row_titles(titles: ArrayLike | None, n_rows: int, function: str) -> Array:
    """Return what the rows are called, as an array of text."""
    if titles is None:
        titles = [f"row {row}" for row in range(n_rows)]
    named = np.asarray(titles, dtype=object).ravel()
    if len(named) != n_rows:
        raise ValueError(
            f"The 'titles' parameter of {function} must hold one title per row. "
            f"Got {len(named)} for {n_rows} rows."
        )
    return np.array([str(title) for title in named], dtype=object)


def positions(
    lists: RankedLists, titles: Sequence[str], convention: Convention, k: int | None
) -> list[Position]:
    """Return the ranks of a single list.

    Parameters
    ----------
    lists : RankedLists
        One list, not cut.
    titles : sequence of str
        Of the rows of its pool.
    convention : Convention
    k : int or None

    Returns
    -------
    table : list of Position
    """
    depth = max(1, len(lists.pool))
    factors = discounts(convention.discount, depth).factors[:depth]
    order, gains, tied = _shown(lists, convention)
    shown = _side(lists, titles, order, gains, factors)
    best = _ideal(lists, order, convention)
    ideal = _side(lists, titles, best, _gains(lists, best, convention), factors)
    dcg, idcg = np.cumsum(shown.shares), np.cumsum(ideal.shares)
    table = []
    for i in range(max(len(order), len(best))):
        title, label, gain, share, reached = shown.at(i, dcg)
        divisor = float(1.0 / factors[i]) if factors[i] else math.inf
        here = (i + 1, title, label, gain, divisor, share, reached)
        marks = (k is None or i < k, bool(i < len(tied) and tied[i]))
        table.append(Position._make((*here, *ideal.at(i, idcg), *marks)))
    return table


def _gains(lists: RankedLists, rows: Integers, convention: Convention) -> Floats:
    return gain_of(lists.pool[rows].astype(np.float64), convention.gain)


def _shown(
    lists: RankedLists, convention: Convention
) -> tuple[Integers, Floats, Bools]:
    """Return the pool rows in the order shown, their gains, and which are tied."""
    gains = gain_of(lists.label, convention.gain)
    tied = lists.size > 1
    rule = convention.ties
    if rule == "average":
        block = np.cumsum(lists.rank == lists.before + 1) - 1
        means = np.bincount(block, weights=gains) / np.bincount(block)
        return lists.row, means[block], tied
    if rule in ("pessimistic", "optimistic"):
        sign = 1 if rule == "pessimistic" else -1
        order = lists.row[np.lexsort((sign * gains, lists.before))]
    else:
        placed = lists.break_ties(rule, lists.row.astype(np.float64)).values
        order = placed.astype(np.intp)
    return order, _gains(lists, order, convention), tied


def _ideal(lists: RankedLists, order: Integers, convention: Convention) -> Integers:
    """Return the pool rows by falling gain, equal ones in the order shown."""
    rows = order
    if lists.retrieved is not None and convention.ideal == "judged":
        rows = np.concatenate((order, np.flatnonzero(~lists.retrieved)))
    return rows[np.argsort(-_gains(lists, rows, convention), kind="stable")]


def _side(
    lists: RankedLists,
    titles: Sequence[str],
    rows: Integers,
    gains: Floats,
    factors: Floats,
) -> _Side:
    labels = lists.pool[rows].astype(np.float64)
    if lists.judged is not None:
        labels = np.where(lists.judged[rows], labels, np.nan)
    shares = gains * factors[: len(rows)]
    return _Side([titles[row] for row in rows], labels, gains, shares)
