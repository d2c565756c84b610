"""From one query id per row to the rows of each list."""

from dataclasses import dataclass
from numbers import Number

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from sklearn_rankscore._lists.arrays import (
    Array,
    Bools,
    GroupsLike,
    Integers,
    Scalar,
)
from sklearn_rankscore._lists.border import as_ids, is_missing, plain


def offsets_of(counts: Integers | Bools) -> Integers:
    """Return where the entries of each list begin, and where the last ones end."""
    return np.concatenate(([0], np.cumsum(counts, dtype=np.intp)))


@dataclass(frozen=True)
class Groups:
    """The rows of each list, lists in order of first appearance.

    Parameters
    ----------
    order : ndarray of intp of shape (n_rows,) or None
        Row numbers, list after list; None where the rows already stand so.
    offsets : ndarray of intp of shape (n_lists + 1,)
        List i holds the entries ``offsets[i]`` to ``offsets[i + 1]`` of `order`.
    ids : ndarray of shape (n_lists,)
        The query id of each list.
    """

    order: Integers | None
    offsets: Integers
    ids: Array

    @property
    def n_lists(self) -> int:
        return len(self.ids)

    @property
    def n_rows(self) -> int:
        return int(self.offsets[-1])

    def keep(self, mask: Bools) -> "Groups":
        """Return the same lists without some rows; a list may become empty."""
        kept = self.take(mask)
        offsets = offsets_of(kept)[self.offsets]
        if self.order is None:
            return Groups(None, offsets, self.ids)
        renumbered = np.cumsum(mask) - 1
        return Groups(renumbered[self.order[kept]], offsets, self.ids)

    def members(self, number: int) -> Integers:
        """Return the row numbers of one list."""
        entries = np.arange(self.offsets[number], self.offsets[number + 1])
        return entries if self.order is None else self.order[entries]

    def take(self, rows: NDArray[Scalar]) -> NDArray[Scalar]:
        """Return a per-row array list after list, without a copy where possible."""
        return rows if self.order is None else rows[self.order]


def single_list(n_rows: int) -> Groups:
    """All rows as one list."""
    offsets = np.array([0, n_rows], dtype=np.intp)
    return Groups(None, offsets, np.zeros(1, dtype=np.intp))


def equal_lists(n_lists: int, length: int) -> Groups:
    """Rows of a matrix, one list each."""
    lists = np.arange(n_lists + 1, dtype=np.intp)
    return Groups(None, lists * length, lists[:-1])


# Ids in a span of so many times their number are looked up instead of sorted.
_TABLE_ROOM = 4

MISSING = (
    "{function} needs the query of each row: pass groups=, one id per row (any order, "
    "any dtype), or groups=False if all rows are one list. In cross-validation groups "
    "reach a scorer only by metadata routing, or by a carrier: "
    "get_rank_scorer(..., groups='qid')."
)


def group_rows(groups: GroupsLike, n_rows: int, function: str) -> Groups:
    """Return the lists of `n_rows` rows, given one id per row or False.

    Parameters
    ----------
    groups : array-like of shape (n_rows,), or False
        The query id of each row, wherever the rows stand; False for one list.
    n_rows : int
    function : str
        What an error message calls the caller.

    Returns
    -------
    groups : Groups
    """
    if groups is False:
        return single_list(n_rows)
    if groups is None:
        raise ValueError(MISSING.format(function=function))
    ids = _as_ids(groups, function)
    _check_length(ids, n_rows, function)
    firsts = _run_starts(ids, function)
    heads = ids[firsts]
    _check_missing(heads, firsts, function)
    codes, known = _encode(heads)
    if len(known) == len(heads):
        return Groups(None, np.append(firsts, n_rows), heads)
    lengths = np.diff(firsts, append=n_rows)
    sizes = np.bincount(codes, weights=lengths).astype(np.intp)
    offsets = offsets_of(sizes)
    return Groups(_order(codes, firsts, lengths), offsets, heads[known])


def _as_ids(groups: ArrayLike, function: str) -> Array:
    """Return the ids as a one-dimensional array in which equal ids compare equal."""
    one_number = isinstance(groups, (Number, np.bool_))
    if one_number or not any(hasattr(groups, n) for n in ("__len__", "__array__")):
        raise TypeError(
            f"The 'groups' parameter of {function} must hold one id per row, or be "
            f"False for one list. Got {groups!r} instead."
        )
    if isinstance(groups, (str, bytes, dict, set)):
        raise TypeError(
            f"The 'groups' parameter of {function} must hold one id per row. "
            f"Got {groups!r} instead; a column name belongs into "
            f"get_rank_scorer(..., groups=...)."
        )
    ids = as_ids(groups)
    check_one_kind(
        groups if isinstance(groups, list | tuple) else ids, "groups", function
    )
    if ids.dtype.kind == "V":
        raise TypeError(
            f"The 'groups' parameter of {function} must hold plain ids, not records. "
            f"Got dtype {ids.dtype}."
        )
    if ids.ndim == 2 and ids.shape[1] == 1:
        ids = ids.ravel()
    if ids.ndim != 1:
        raise ValueError(
            f"The 'groups' parameter of {function} must have one dimension. "
            f"Got shape {ids.shape}. An id of several parts becomes one column by "
            f"[f'{{a}}/{{b}}' for a, b in groups]."
        )
    return ids


# What is never the same id, although Python finds True, 1 and 1.0 equal.
_KINDS: dict[str, tuple[type, ...]] = {
    "a bool": (bool, np.bool_),
    "a whole number": (int, np.integer),
    "a fraction": (float, np.floating),
    "text": (str,),
    "bytes": (bytes,),
}


def check_one_kind(values: ArrayLike, name: str, function: str) -> None:
    """Refuse ids of several kinds, which equality or text would take for each other."""
    entries = values if isinstance(values, list | tuple) else _objects(values)
    kinds = {kind: _kind_of(kind) for kind in set(map(type, entries))}
    if len(set(kinds.values()) - {""}) < 2:
        return
    first: dict[str, int] = {}
    for row, entry in enumerate(entries):
        kind = kinds[type(entry)]
        # NaN stands for a missing id, and is told of as such.
        if kind and entry == entry:
            first.setdefault(kind, row)
        if len(first) == 2:
            (one, here), (other, there) = first.items()
            raise TypeError(
                f"The {name!r} parameter of {function} must hold ids of one kind. Got "
                f"{plain(entries[here])!r}, {one}, at row {here} and "
                f"{plain(entries[there])!r}, {other}, at row {there}; make one type of "
                f"them, such as text."
            )


def _objects(values: ArrayLike) -> list[object]:
    """Return the entries of an array of objects, none of an array of one type."""
    array = np.asarray(values)
    return array.ravel().tolist() if array.dtype.kind == "O" else []


def _kind_of(kind: type) -> str:
    return next((word for word, types in _KINDS.items() if issubclass(kind, types)), "")


def _check_length(ids: Array, n_rows: int, function: str) -> None:
    if len(ids) == n_rows:
        return
    sizes = ids.dtype.kind in "iu" and ids.sum() == n_rows
    looks = f" They sum to {n_rows}, so they look like group sizes." * bool(sizes)
    raise ValueError(
        f"The 'groups' parameter of {function} must hold one id per row, not group "
        f"sizes. Got {len(ids)} entries for {n_rows} rows.{looks} "
        f"Turn sizes into ids with np.repeat(np.arange(len(sizes)), sizes)."
    )


def _run_starts(ids: Array, function: str) -> Integers:
    """Return the rows at which the id differs from the row before."""
    try:
        return np.concatenate(([0], np.flatnonzero(ids[1:] != ids[:-1]) + 1))
    except TypeError:
        # pandas.NA compares to neither true nor false.
        _check_missing(ids, np.arange(len(ids)), function)
        raise


def _check_missing(heads: Array, firsts: Integers, function: str) -> None:
    if heads.dtype.kind in "fcmM":
        missing = heads != heads
    elif heads.dtype.kind == "O":
        missing = np.fromiter(map(is_missing, heads), dtype=bool, count=len(heads))
    else:
        return
    if missing.any():
        row = firsts[np.flatnonzero(missing)[0]]
        raise ValueError(
            f"The 'groups' parameter of {function} must hold an id for every row. "
            f"Got a missing id at row {row}."
        )


def _encode(heads: Array) -> tuple[Integers, Integers]:
    """Return the codes of runs by first appearance, and the first run of each."""
    if heads.dtype.kind == "O":
        numbers: dict[object, int] = {}
        firsts = [numbers.setdefault(value, len(numbers)) for value in heads]
        codes = np.array(firsts, dtype=np.intp)
        known = np.full(len(numbers), len(codes))
        np.minimum.at(known, codes, np.arange(len(codes)))
        return codes, known
    if (heads[1:] > heads[:-1]).all():
        every = np.arange(len(heads))
        return every, every
    if heads.dtype.kind in "iu":
        lowest = heads.min()
        span = int(heads.max()) - int(lowest) + 1
        if span <= _TABLE_ROOM * len(heads):
            # Narrow signed ids would overflow: -128 is 255 below 127.
            wide = heads if heads.dtype.kind == "u" else heads.astype(np.int64)
            return _encode_by_table((wide - lowest).astype(np.intp), span)
    _, first, inverse = np.unique(heads, return_index=True, return_inverse=True)
    by_appearance = np.argsort(first)
    number = np.empty(len(first), dtype=np.intp)
    number[by_appearance] = np.arange(len(first))
    return number[inverse], first[by_appearance]


def _encode_by_table(numbers: Integers, span: int) -> tuple[Integers, Integers]:
    """Do :func:`_encode` for whole numbers below `span` without sorting them."""
    runs = np.arange(len(numbers))
    first = np.full(span, len(numbers))
    np.minimum.at(first, numbers, runs)
    known = np.sort(first[first < len(numbers)])
    code = np.empty(span, dtype=np.intp)
    code[numbers[known]] = np.arange(len(known))
    return code[numbers], known


def _order(codes: Integers, firsts: Integers, lengths: Integers) -> Integers:
    """Return the rows list after list, by a stable counting sort of the runs."""
    runs = np.arange(len(codes))
    by_run = csr_array((runs, codes, np.arange(len(codes) + 1)))
    run_order = by_run.tocsc().data
    lengths = lengths[run_order]
    begins = np.cumsum(lengths) - lengths
    shifts = np.repeat(firsts[run_order] - begins, lengths)
    return shifts + np.arange(len(shifts))
