"""Rank within lists, cut at k: the one hot loop, in NumPy and compiled."""

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from sklearn_rankscore._lists.arrays import Floats, Integers, Scalar
from sklearn_rankscore._lists.groups import offsets_of

compiled: ModuleType | None
try:
    from sklearn_rankscore._lists import kernels
except ImportError:
    compiled = None
else:
    compiled = kernels

_BLOCK_CELLS = 1 << 17


def length_classes(sizes: Integers) -> Iterator[tuple[Integers, int]]:
    """Yield lists of similar length, and that length, so that padding stays small."""
    by_size = np.argsort(sizes, kind="stable")
    ordered = sizes[by_size]
    ratio = 1.25 if ordered[-1] * len(sizes) > _BLOCK_CELLS else 2.0
    first = int(np.searchsorted(ordered, 0, side="right"))
    while first < len(ordered):
        limit = max(ordered[first] * ratio, ordered[first] + 4)
        last = int(np.searchsorted(ordered, limit, side="right"))
        width = int(ordered[last - 1])
        step = max(1, _BLOCK_CELLS // width)
        for begin in range(first, last, step):
            yield by_size[begin : min(begin + step, last)], width
        first = last


def padded(
    values: NDArray[Scalar], starts: Integers, sizes: Integers, width: int, fill: float
) -> tuple[NDArray[Scalar], Integers]:
    """Return rows of `values` as a matrix, and the position of each of its cells."""
    cells = starts[:, None] + np.arange(width)
    if sizes.min() == width:
        return values[cells], cells
    beyond = np.arange(width) >= sizes[:, None]
    cells[beyond] = 0
    matrix = values[cells]
    matrix[beyond] = fill
    return matrix, cells


def _top_classes(
    scores: Floats, starts: Integers, sizes: Integers, k: int | None
) -> Iterator[tuple[Integers, Integers | int, Integers]]:
    """Yield per class of lists: the lists, how many rows each keeps, those in order."""
    whole = sizes if k is None else np.where(sizes <= k, sizes, 0)
    if k is not None and (sizes > k).any():
        whole = whole.copy()
        keep = whole.copy()
        for lists, width in length_classes(np.where(sizes > k, sizes, 0)):
            matrix, cells = padded(scores, starts[lists], sizes[lists], width, -np.inf)
            border = np.partition(matrix, width - k, axis=1)[:, width - k]
            chosen = matrix >= border[:, None]
            counts = np.count_nonzero(chosen, axis=1)
            keep[lists] = counts
            exact = counts == k
            whole[lists[~exact]] = sizes[lists[~exact]]
            chosen[~exact] = False
            picked = cells[chosen].reshape(-1, k)
            order = np.argsort(-scores[picked], axis=1)
            yield lists[exact], k, np.take_along_axis(picked, order, axis=1).ravel()
    else:
        keep = whole
    for lists, width in length_classes(whole):
        matrix, cells = padded(-scores, starts[lists], sizes[lists], width, np.inf)
        order = np.argsort(matrix, axis=1)
        ranked = np.take_along_axis(cells, order, axis=1)
        counts = keep[lists]
        if counts.min() < width:
            ranked = ranked[np.arange(width) < counts[:, None]]
        yield lists, counts, ranked.ravel()


def rank_rows(
    scores: Floats, offsets: Integers, k: int | None
) -> tuple[Integers, Integers]:
    """Rank the rows of each list by falling score, equal scores in row order.

    Parameters
    ----------
    scores : ndarray of float64 of shape (n_rows,)
    offsets : ndarray of intp of shape (n_lists + 1,)
    k : int or None
        Rank no further than the k-th row and the rows tied with it.

    Returns
    -------
    rows : ndarray of intp
        Row numbers in rank order, list after list.
    counts : ndarray of intp of shape (n_lists,)
        How many of them belong to each list.
    """
    offsets = np.asarray(offsets, dtype=np.intp)
    if k is not None and k >= np.diff(offsets).max(initial=0):
        k = None
    rank = rank_rows_numpy if compiled is None else rank_rows_compiled
    return rank(np.ascontiguousarray(scores), offsets, k)


def rank_rows_compiled(
    scores: Floats, offsets: Integers, k: int | None
) -> tuple[Integers, Integers]:
    """Do :func:`rank_rows` by the compiled twin."""
    sizes = np.diff(offsets)
    if k is None or k > kernels.most_slots:
        rows = np.empty(len(scores), dtype=np.intp)
        kernels.sorted_rows(scores, offsets, rows)
        return (rows, sizes) if k is None else _cut(scores, rows, sizes, k)
    counts = np.minimum(sizes, k)
    rows = np.empty(counts.sum(), dtype=np.intp)
    left_out = np.empty(len(sizes), dtype=np.intp)
    kernels.top_rows(scores, offsets, k, rows, left_out)
    if left_out.any():
        counts += left_out
        top, rows = rows, np.empty(counts.sum(), dtype=np.intp)
        kernels.with_ties(scores, offsets, k, top, left_out, rows)
    return rows, counts


def _cut(
    scores: Floats, rows: Integers, sizes: Integers, k: int
) -> tuple[Integers, Integers]:
    """Cut whole ranked lists at k, keeping the rows tied with the k-th."""
    ends = np.cumsum(sizes)
    last = np.minimum(ends - sizes + k, ends) - 1
    filled = sizes > 0
    lowest = np.repeat(scores[rows[last[filled]]], sizes[filled])
    kept = scores[rows] >= lowest
    counts = np.diff(offsets_of(kept)[np.append(0, ends)])
    return rows[kept], counts


def rank_rows_numpy(
    scores: Floats, offsets: Integers, k: int | None
) -> tuple[Integers, Integers]:
    """Do :func:`rank_rows` without compiled code."""
    starts, sizes = offsets[:-1], np.diff(offsets)
    parts = list(_top_classes(scores, starts, sizes, k))
    counts = np.zeros_like(sizes)
    for lists, kept, _ in parts:
        counts[lists] = kept
    begins = np.cumsum(counts) - counts
    rows = np.empty(counts.sum(), dtype=np.intp)
    for lists, _, ranked in parts:
        kept = counts[lists]
        shift = begins[lists] - (np.cumsum(kept) - kept)
        rows[np.repeat(shift, kept) + np.arange(len(ranked))] = ranked
    _restore_row_order(scores, rows, counts)
    return rows, counts


def _restore_row_order(scores: Floats, rows: Integers, counts: Integers) -> None:
    """Put tied rows into row order, in place: NumPy's fast sort is not stable."""
    ranked = scores[rows]
    same = ranked[1:] == ranked[:-1]
    ends = np.cumsum(counts)
    inner = ends[(ends > 0) & (ends < len(rows))]
    same[inner - 1] = False
    if not same.any():
        return
    first = np.concatenate(([0], np.flatnonzero(~same) + 1))
    sizes = np.diff(first, append=len(rows))
    tied = np.flatnonzero(np.repeat(sizes > 1, sizes))
    block = np.repeat(first, sizes)[tied]
    rows[tied] = np.sort(block * len(scores) + rows[tied]) % len(scores)


_PACKAGES = (
    "sklearn-rankscore",
    "numpy",
    "scipy",
    "scikit-learn",
    "narwhals",
    "lightgbm",
    "xgboost",
    "xgboost-cpu",
    "catboost",
    "pytrec_eval-terrier",
    "ranx",
    "ir-measures",
    "torchmetrics",
    "pandas",
    "polars",
    "matplotlib",
)


def kernel_in_use() -> str:
    """Return "compiled" or "numpy": what ranks the rows of the lists.

    Returns
    -------
    kernel : str
        Both give the same rows, hence the same numbers; compiled is faster.
    """
    return "numpy" if compiled is None else "compiled"


def show_versions() -> None:
    """Print the versions of this package and what it works with.

    The line "ranking kernel" says whether the compiled code or its NumPy twin ranks:
    both give the same numbers. Put the output into a bug report.

    Examples
    --------
    >>> from sklearn_rankscore import show_versions
    >>> show_versions()
    python ...
    ranking kernel ...
    """
    print(f"{'python':20} {platform.python_version()} on {platform.platform()}")
    print(f"{'ranking kernel':20} {kernel_in_use()}")
    for package in _PACKAGES:
        try:
            print(f"{package:20} {version(package)}")
        except PackageNotFoundError:
            continue
