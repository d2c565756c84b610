"""Lists in rank order, cut at k, with the ties settled; and labels in ideal order."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sklearn_rankscore._conventions.axes import BY_KEY, Ideal, Ties
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers, Numbers
from sklearn_rankscore._lists.groups import offsets_of
from sklearn_rankscore._lists.ranking import length_classes, padded, rank_rows


def tie_blocks(scores: Floats, rank: Integers) -> tuple[Integers, Integers]:
    """Return for each entry the ranks above its tie block, and the block's size."""
    opens = rank == 1
    opens[1:] |= scores[1:] != scores[:-1]
    if opens.all():
        return rank - 1, np.broadcast_to(1, rank.shape)
    first = np.flatnonzero(opens)
    sizes = np.diff(first, append=len(rank))
    return np.repeat(rank[first] - 1, sizes), np.repeat(sizes, sizes)


def sum_per_list(owner: Integers, values: Numbers, n_lists: int) -> Floats:
    """Sum the values of the entries of each list, one addition after the other."""
    sums = np.bincount(owner, weights=values, minlength=n_lists)
    return sums  # type: ignore[return-value] # NumPy's stubs overlook weights=


def _running_sums(values: Numbers) -> Floats:
    """Return the sums of the first 0, 1, 2, ... values."""
    return np.concatenate(([0.0], np.cumsum(values)))


@dataclass(frozen=True)
class Run:
    """Values of ranked rows, ties settled: what a kernel sums over.

    Entries stand list after list, by rank. Rows of one tie block keep a common block
    (`before` ranks above it, `size` rows); where ties were broken each row is its own.
    """

    n_lists: int
    k: int | None
    owner: Integers
    before: Integers
    size: Integers
    rank: Integers
    values: Floats

    @cached_property
    def tied(self) -> Integers:
        """Entries that share their block."""
        return np.flatnonzero(self.size > 1)

    @cached_property
    def firsts(self) -> Integers:
        """The entries that open a tie block."""
        return np.flatnonzero(self.rank == self.before + 1)

    @cached_property
    def opens(self) -> Integers:
        """The entry that opens each entry's tie block."""
        return np.arange(len(self.rank)) - (self.rank - self.before) + 1

    def sum(self, values: Numbers) -> Floats:
        """Sum per list, one addition after the other in rank order."""
        return sum_per_list(self.owner, values, self.n_lists)

    @cached_property
    def block_end(self) -> Integers:
        """The last rank of each entry's block that is not cut off."""
        end = self.before + self.size
        return end if self.k is None else np.minimum(end, self.k)

    def share_in_top(self) -> Floats:
        """Return the share of each entry's block that lies in the top k."""
        return (self.block_end - self.before) / self.size

    def above(self, values: Numbers) -> Floats:
        """Sum whole numbers over the ranks above each entry's tie block."""
        reached = _running_sums(values)
        begins: Integers = np.arange(len(self.rank)) - self.rank + 1
        return reached[self.opens] - reached[begins]

    def inside(self, values: Numbers) -> Floats:
        """Sum whole numbers over each entry's tie block."""
        reached = _running_sums(values)
        ends: Integers = self.opens + self.size
        return reached[ends] - reached[self.opens]

    def product_above(self, factors: Floats) -> Floats:
        """Multiply the factors of the ranks above each entry."""
        counts = np.bincount(self.owner, minlength=self.n_lists)
        starts = np.cumsum(counts) - counts
        product = np.ones(len(factors))
        for lists, width in length_classes(counts):
            matrix, cells = padded(factors, starts[lists], counts[lists], width, 1.0)
            inner = np.arange(1, width) < counts[lists][:, None]
            product[cells[:, 1:][inner]] = np.cumprod(matrix, axis=1)[:, :-1][inner]
        return product


def reorder(run: Run, ties: Ties, keys: Array) -> Floats:
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


# Rows ranked at a time: enough to hide call overhead, few enough to stay in cache.
BLOCK_ROWS = 1 << 19
# Up to so many grades the ideal order comes from counts instead of a sort.
_MOST_LEVELS = 64
# Few grades in lists shorter than this are counted side by side in one integer.
_COUNTER_BITS = 12
_COUNTER = 1 << _COUNTER_BITS


def block_bounds(offsets: Integers, block_rows: int = BLOCK_ROWS) -> Integers:
    """Split lists into runs of about `block_rows` rows: bounds in lists."""
    cuts = np.arange(0, offsets[-1], block_rows)
    bounds = np.searchsorted(offsets, cuts, side="left")
    return np.unique(np.concatenate(([0], bounds, [len(offsets) - 1])))


@dataclass(frozen=True)
class RankedLists:
    """A block of lists: their labels, and their rows in rank order down to `k`.

    Parameters
    ----------
    offsets : ndarray of intp of shape (n_lists + 1,)
        List i holds ``pool[offsets[i]:offsets[i + 1]]``.
    pool : ndarray of shape (n_rows,)
        The labels, list after list; 0 for rows that nobody judged.
    lengths : ndarray of intp of shape (n_lists,)
        The number of retrieved rows of each list.
    retrieved, judged : ndarray of bool of shape (n_rows,) or None
        None for all.
    k : int or None
        The cut-off.
    owner, rank, row, before, size : ndarray of intp of shape (n_entries,)
        Per ranked row: its list, its rank from 1 (tied rows in row order), its place in
        the pool, the number of ranks above its tie block and the size of that block.
    keys : ndarray of shape (n_rows,) or None
        What orders tied rows under "ascending" and "descending".
    """

    offsets: Integers
    pool: Array
    lengths: Integers
    retrieved: Bools | None
    judged: Bools | None
    k: int | None
    owner: Integers
    rank: Integers
    row: Integers
    before: Integers
    size: Integers
    keys: Array | None = None
    # What depends on the pool alone, shared by the same lists at other cut-offs.
    of_pool: dict[str, Any] = field(default_factory=dict)

    @property
    def n_lists(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def label(self) -> Floats:
        """The label of each ranked row, for reading: kernels share it."""
        label = self.pool[self.row].astype(np.float64)
        label.flags.writeable = False
        return label

    @cached_property
    def _ranked(self) -> Integers:
        """The number of ranked rows of each list."""
        return np.bincount(self.owner, minlength=self.n_lists)

    @cached_property
    def depth(self) -> Integers:
        """The number of ranks of each list that count: min(k, n)."""
        return self.lengths if self.k is None else np.minimum(self.lengths, self.k)

    @property
    def deepest(self) -> int:
        """The largest depth."""
        return int(self.depth.max(initial=1))

    def cut(self, k: int | None) -> "RankedLists":
        """Return the same lists, ranked down to `k` only."""
        if k == self.k:
            return self
        keep = self.before < (len(self.pool) if k is None else k)
        return self._entries(keep, k=k)

    def keep(self, retrieved: Bools) -> "RankedLists":
        """Return the same lists, their last ranks cut off where `retrieved` is False.

        `retrieved` holds one bool per ranked row, the same for tied rows.
        """
        lengths = np.bincount(self.owner[retrieved], minlength=self.n_lists)
        return self._entries(retrieved, lengths=lengths)

    def _entries(self, kept: Bools, **changed: Any) -> "RankedLists":
        names = ("owner", "rank", "row", "before", "size")
        entries = {name: getattr(self, name)[kept] for name in names}
        return replace(self, **entries, **changed)

    def break_ties(self, ties: Ties, values: Floats) -> Run:
        """Return the values in the order that the rule gives tied rows."""
        run = Run(
            self.n_lists, self.k, self.owner, self.before, self.size, self.rank, values
        )
        if ties == "average" or not len(run.tied):
            return run
        keys: Array = values
        if ties in BY_KEY:
            # A plan asks for them before it ranks.
            assert self.keys is not None
            keys = self.keys[self.row]
        run = replace(run, values=reorder(run, ties, keys))
        keep = slice(None) if self.k is None else run.rank <= self.k
        rank = run.rank[keep]
        single = np.broadcast_to(1, rank.shape)
        owner, values = run.owner[keep], run.values[keep]
        return Run(self.n_lists, self.k, owner, rank - 1, single, rank, values)

    def count(self, chosen: Bools) -> Integers:
        """Count the chosen rows of the pool of each list, ranked or not."""
        starts = self.offsets[:-1]
        if (self.offsets[1:] > starts).all():
            return np.add.reduceat(chosen, starts, dtype=np.intp)
        return np.diff(offsets_of(chosen)[self.offsets])

    def count_relevant(self, relevant_from: float) -> Integers:
        """Count R, the relevant rows of each list."""
        return self.count(self.pool >= _exact(relevant_from))

    def count_irrelevant(self, relevant_from: float) -> Integers:
        """Count N, the rows of each list judged not to be relevant."""
        irrelevant = self.pool < _exact(relevant_from)
        if self.judged is not None:
            irrelevant &= self.judged
        return self.count(irrelevant)

    @property
    def _level_counts(self) -> Integers | None:
        """Rows per list and grade, or None where labels are not few whole numbers."""
        if "levels" not in self.of_pool:
            self.of_pool["levels"] = self._count_levels()
        counts: Integers | None = self.of_pool["levels"]
        return counts

    def _count_levels(self) -> Integers | None:
        if self.pool.max(initial=0) >= _MOST_LEVELS:
            return None
        levels = self.pool.astype(np.intp)
        if self.pool.dtype.kind == "f" and (levels != self.pool).any():
            return None
        n_levels = int(levels.max(initial=0)) + 1
        sizes = np.diff(self.offsets)
        if n_levels * _COUNTER_BITS < 63 and 0 < sizes.min() <= sizes.max() < _COUNTER:
            return self._packed_counts(levels, n_levels)
        levels += np.repeat(np.arange(self.n_lists) * n_levels, sizes)
        counts = np.bincount(levels, minlength=self.n_lists * n_levels)
        return counts.reshape(self.n_lists, n_levels)

    def _packed_counts(self, levels: Integers, n_levels: int) -> Integers:
        """Count all grades of a list by one addition per row, a few bits for each."""
        np.left_shift(1, levels * _COUNTER_BITS, out=levels)
        packed = np.add.reduceat(levels, self.offsets[:-1])
        return packed[:, None] >> np.arange(n_levels) * _COUNTER_BITS & (_COUNTER - 1)

    def ideal(self, value_of: Callable[[Floats], Floats], source: Ideal) -> Run:
        """Return the values of all rows of `source` in the best order, cut at k."""
        if source == "retrieved" and self.retrieved is not None:
            offsets = offsets_of(self.retrieved)[self.offsets]
            return self._sorted(value_of(self._labels(self.retrieved)), offsets)
        if self._level_counts is None:
            return self._sorted(value_of(self._labels(slice(None))), self.offsets)
        present = np.flatnonzero(self._level_counts.any(axis=0))
        levels = value_of(present.astype(np.float64))
        best_first = np.argsort(-levels, kind="stable")
        reached = np.cumsum(self._level_counts[:, present[best_first]], axis=1)
        if self.k is not None:
            np.minimum(reached, self.k, out=reached)
        kept = np.diff(reached, axis=1, prepend=0)
        ordered = np.repeat(np.tile(levels[best_first], self.n_lists), kept.ravel())
        return self._singles(ordered, kept.sum(axis=1))

    def _labels(self, rows: Bools | slice) -> Floats:
        return self.pool[rows].astype(np.float64)

    def _sorted(self, values: Floats, offsets: Integers) -> Run:
        rows, counts = rank_rows(values, offsets, self.k)
        return self._singles(values[rows], counts)

    def _singles(self, ordered: Floats, counts: Integers) -> Run:
        """Return values in order as a run without ties, cut at k."""
        if np.array_equal(counts, self._ranked):
            owner, rank = self.owner, self.rank
        else:
            owner, rank = _positions(counts)
        if self.k is not None and counts.max(initial=0) > self.k:
            # Rows tied with the k-th came along.
            keep = rank <= self.k
            owner, rank, ordered = owner[keep], rank[keep], ordered[keep]
        single = np.broadcast_to(1, rank.shape)
        return Run(self.n_lists, self.k, owner, rank - 1, single, rank, ordered)


def _exact(bound: float) -> Floats:
    """Return a bound that float32 labels are compared with in float64."""
    # NumPy 1 takes a number, though not an array, in the type of the labels.
    return np.asarray([bound], dtype=np.float64)


def _positions(counts: Integers) -> tuple[Integers, Integers]:
    """Return owner and rank of the entries, given how many each list has."""
    owner = np.repeat(np.arange(len(counts)), counts)
    begins = np.cumsum(counts) - counts
    return owner, np.arange(1, len(owner) + 1) - np.repeat(begins, counts)


def rank_lists(
    labels: Array,
    scores: Floats,
    offsets: Integers,
    k: int | None,
    *,
    retrieved: Bools | None = None,
    judged: Bools | None = None,
    keys: Array | None = None,
) -> RankedLists:
    """Return the lists of labels and float64 scores, ranked down to `k`."""
    if retrieved is None:
        lengths = np.diff(offsets)
        rows, counts = rank_rows(scores, offsets, k)
    else:
        ranked = np.flatnonzero(retrieved)
        inner = offsets_of(retrieved)[offsets]
        lengths = np.diff(inner)
        rows, counts = rank_rows(scores[ranked], inner, k)
        rows = ranked[rows]
    owner, rank = _positions(counts)
    before, size = tie_blocks(scores[rows], rank)
    entries = (owner, rank, rows, before, size)
    return RankedLists(offsets, labels, lengths, retrieved, judged, k, *entries, keys)
