"""Tie blocks, and values of ranked rows with the ties settled."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sklearn_rankscore._ranks import length_classes, padded


def tie_blocks(scores, rank):
    """Return for each entry the ranks above its tie block, and the block's size."""
    opens = rank == 1
    opens[1:] |= scores[1:] != scores[:-1]
    if opens.all():
        return rank - 1, np.broadcast_to(1, rank.shape)
    first = np.flatnonzero(opens)
    sizes = np.diff(first, append=len(rank))
    return np.repeat(rank[first] - 1, sizes), np.repeat(sizes, sizes)


@dataclass(frozen=True)
class Run:
    """Values of ranked rows, ties settled: what a kernel sums over.

    Entries stand list after list, by rank. Rows of one tie block keep a common block
    (`before` ranks above it, `size` rows); where ties were broken each row is its own.
    """

    n_lists: int
    k: int | None
    owner: np.ndarray
    before: np.ndarray
    size: np.ndarray
    rank: np.ndarray
    values: np.ndarray

    @cached_property
    def tied(self):
        """Entries that share their block."""
        return np.flatnonzero(self.size > 1)

    @cached_property
    def firsts(self):
        """The entries that open a tie block."""
        return np.flatnonzero(self.rank == self.before + 1)

    @cached_property
    def opens(self):
        """The entry that opens each entry's tie block."""
        return np.arange(len(self.rank)) - (self.rank - self.before) + 1

    def sum(self, values):
        """Sum per list, one addition after the other in rank order."""
        return np.bincount(self.owner, weights=values, minlength=self.n_lists)

    @cached_property
    def block_end(self):
        """The last rank of each entry's block that is not cut off."""
        end = self.before + self.size
        return end if self.k is None else np.minimum(end, self.k)

    def share_in_top(self):
        """Return the share of each entry's block that lies in the top k."""
        return (self.block_end - self.before) / self.size

    def above(self, values):
        """Sum whole numbers over the ranks above each entry's tie block."""
        reached = np.concatenate(([0.0], np.cumsum(values)))
        return reached[self.opens] - reached[np.arange(len(self.rank)) - self.rank + 1]

    def inside(self, values):
        """Sum whole numbers over each entry's tie block."""
        reached = np.concatenate(([0.0], np.cumsum(values)))
        return reached[self.opens + self.size] - reached[self.opens]

    def product_above(self, factors):
        """Multiply the factors of the ranks above each entry."""
        counts = np.bincount(self.owner, minlength=self.n_lists)
        starts = np.cumsum(counts) - counts
        product = np.ones(len(factors))
        for lists, width in length_classes(counts):
            matrix, cells = padded(factors, starts[lists], counts[lists], width, 1.0)
            inner = np.arange(1, width) < counts[lists][:, None]
            product[cells[:, 1:][inner]] = np.cumprod(matrix, axis=1)[:, :-1][inner]
        return product


def reorder(run, ties, keys):
    """Return the values, those of each tie block in the order of the rule."""
    values = run.values
    if ties == "stable":
        return values
    tied = run.tied
    opens = run.opens[tied]
    if ties == "reversed":
        source = 2 * opens + run.size[tied] - 1 - tied
    else:
        falling = ties in ("optimistic", "descending")
        sorting = -keys[tied] if falling else keys[tied]
        source = tied[np.lexsort((sorting, opens))]
    values = values.copy()
    values[tied] = values[source]
    return values
