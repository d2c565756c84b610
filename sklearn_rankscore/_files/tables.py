"""Tables of rows as files hold them: CSV, TSV and Parquet, read without a loss."""

import csv
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from importlib.util import find_spec
from numbers import Real
from os import PathLike
from types import MappingProxyType
from typing import Any, BinaryIO, TypeAlias, TypeGuard

import narwhals.stable.v2 as nw
import numpy as np

from sklearn_rankscore._lists.arrays import Array, Floats
from sklearn_rankscore._lists.border import LARGEST_EXACT
from sklearn_rankscore._lists.run_files import as_number, open_text, suffix_of

# Text, or whatever Parquet holds.
_Cells: TypeAlias = Sequence[object]

_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True)
class FileTable:
    """Columns of cells as they stand in a file: text, or what Parquet holds.

    Parameters
    ----------
    path : str
    columns : mapping of str to sequence
    places : sequence of int
        The row of each entry as a reader finds it: the line of a text file, counted
        from 1 with the head; in Parquet the row, counted from 1.
    """

    path: str
    columns: Mapping[str, _Cells]
    places: Sequence[int]

    def numbers(self, name: str, *, missing: bool = False) -> Floats:
        """Return a column as finite numbers; `missing` lets empty cells be NaN."""
        cells = self.columns[name]
        values = _fast_numbers(cells)
        if values is None:
            flags = _all_flags(cells)
            values = np.array(
                [
                    self._number(name, at, cell, flags, missing)
                    for at, cell in enumerate(cells)
                ],
                dtype=np.float64,
            )
        return values

    def _number(
        self, name: str, at: int, cell: object, flags: bool, missing: bool
    ) -> float:
        if is_missing(cell):
            if missing:
                return math.nan
            raise self._refusal(name, "numbers", "an empty cell", at)
        value = _FLAGS[str(cell).strip().lower()] if flags else as_number(cell)
        if value is None:
            raise self._refusal(name, "numbers", repr(_shown(cell)), at)
        if not math.isfinite(value) and not (missing and math.isnan(value)):
            raise self._refusal(name, "finite numbers", repr(_shown(cell)), at)
        if _is_whole(cell) and int(value) != int(cell):
            raise self._refusal(
                name, "numbers that float64 can tell apart", repr(_shown(cell)), at
            )
        return value

    def ids(self, name: str) -> Array:
        """Return a column as ids, as they are written: 007 is not 7."""
        cells = self.columns[name]
        for at, cell in enumerate(cells):
            if is_missing(cell) or (isinstance(cell, float) and math.isnan(cell)):
                raise self._refusal(name, "ids", "an empty cell", at)
            if not isinstance(cell, str | Real | Decimal | date):
                raise self._refusal(name, "ids", type(cell).__name__, at)
            if isinstance(cell, str) and "\0" in cell:
                # NumPy would cut it off and take two ids for one.
                raise self._refusal(name, "ids", f"{cell!r}, with a NUL", at)
        if all(isinstance(cell, int) and cell.bit_length() < 64 for cell in cells):
            return np.array(cells)
        if all(isinstance(cell, Real) and not isinstance(cell, bool) for cell in cells):
            return np.array(cells, dtype=object if _large(cells) else None)
        return np.array([str(cell) for cell in cells])

    def flags(self, name: str) -> list[bool]:
        """Return a column of yes and no."""
        words = [str(cell).strip().lower() for cell in self.columns[name]]
        for at, word in enumerate(words):
            if word not in _FLAGS:
                shown = repr(_shown(self.columns[name][at]))
                raise self._refusal(name, "yes or no", shown, at)
        return [_FLAGS[word] for word in words]

    def texts(self, name: str) -> list[str]:
        """Return a column as text; what is missing is empty."""
        return ["" if cell is None else str(cell) for cell in self.columns[name]]

    def kind(self, name: str) -> str:
        """Say what a column holds; refuse numbers with text among them."""
        cells = self.columns[name]
        if _fast_numbers(cells) is not None:
            return "numbers"
        if _all_flags(cells):
            return "yes and no"
        filled = [at for at, cell in enumerate(cells) if not is_missing(cell)]
        others = [at for at in filled if as_number(cells[at]) is None]
        if others and 2 * len(others) <= len(filled):
            raise ValueError(
                f"Column {name!r} of {self.path!r} must hold numbers. "
                f"Got {_shown(cells[others[0]])!r} in row {self.places[others[0]]} "
                f"(first of {len(others)}); --score names the columns to read."
            )
        return "text" if others else "numbers" if filled else "empty"

    def _refusal(self, name: str, what: str, got: str, at: int) -> ValueError:
        return ValueError(
            f"Column {name!r} of {self.path!r} must hold {what}. Got "
            f"{got} in row {self.places[at]}."
        )


def is_missing(cell: object) -> bool:
    """Tell whether there is nothing in a cell."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _fast_numbers(cells: _Cells) -> Floats | None:
    """Return a column of plain, finite numbers at once, None for any other."""
    if _is_text(cells):
        if any("_" in cell or "\0" in cell for cell in cells):
            return None
    elif not set(map(type, cells)) <= {int, float}:
        return None
    try:
        values = np.array(cells).astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    plain = np.isfinite(values).all() and (np.abs(values) < LARGEST_EXACT).all()
    return values if plain else None


def _is_text(cells: _Cells) -> TypeGuard[Sequence[str]]:
    return set(map(type, cells)) == {str}


def _all_flags(cells: _Cells) -> bool:
    """Tell whether every cell is true or false, by type or as text."""
    words = {str(cell).strip().lower() for cell in cells if not is_missing(cell)}
    return bool(words) and words <= {"true", "false"}


def _is_whole(cell: object) -> TypeGuard[str | int]:
    if isinstance(cell, str):
        return cell.strip().lstrip("+-").isdecimal()
    return isinstance(cell, int) and not isinstance(cell, bool)


def _large(cells: _Cells) -> bool:
    return any(isinstance(cell, int) and cell.bit_length() >= 64 for cell in cells)


def _shown(cell: object) -> str | int | float:
    return cell if isinstance(cell, str | int | float) else str(cell)


# What the first line of a file looks like that is no table.
_OTHER_KINDS = {
    "a TREC run": re.compile(r"\S+\s+Q0(\s+\S+){4}"),
    "TREC judgements": re.compile(r"\S+\s+\S+\s+\S+\s+-?\d+"),
    "LETOR or SVMlight": re.compile(
        r"[^\s,]+\s+qid:\S+.*|[^\s,]+(\s+\d+:[^\s,]+)+(\s+#.*)?"
    ),
}


def read_table(
    path: str | PathLike[str], remedies: Mapping[str, str] = MappingProxyType({})
) -> FileTable:
    """Read a file of columns.

    Parameters
    ----------
    path : str or path-like
        ``.parquet``; else text with a head, divided by tabs if ``.tsv``, else by
        commas.
    remedies : mapping of str to str
        What to do with a file that reads as "a TREC run", "TREC judgements" or "LETOR
        or SVMlight".

    Returns
    -------
    table : FileTable

    Raises
    ------
    ValueError
        If it cannot be read without a loss: two columns of one name, rows of another
        length than the head, no rows.
    OSError
        If it cannot be opened.
    """
    path = os.fspath(path)
    parquet = suffix_of(path) == ".parquet"
    head, body, places = _parquet(path) if parquet else _text(path, remedies)
    if not body:
        raise ValueError(f"{path!r} must have a head and at least one row.")
    _refuse_twice(head, path)
    return FileTable(path, dict(zip(head, body, strict=True)), places)


def _refuse_twice(head: Sequence[str], path: str) -> None:
    first: dict[str, int] = {}
    for at, name in enumerate(head, 1):
        if name in first:
            raise ValueError(
                f"{path!r} must name each column once. Got {name!r} twice in its head, "
                f"as columns {first[name]} and {at}."
            )
        first[name] = at


def _refuse_other_kinds(path: str, line: str, remedies: Mapping[str, str]) -> None:
    for kind, pattern in _OTHER_KINDS.items():
        if pattern.fullmatch(line.strip()):
            remedy = f": {remedies[kind]}" if kind in remedies else ""
            raise ValueError(
                f"{path!r} must be a table with a head. It reads as {kind}{remedy}."
            )


# Head, columns, and the place of each row.
_Read: TypeAlias = tuple[list[str], Sequence[_Cells], Sequence[int]]


def _text(path: str, remedies: Mapping[str, str]) -> _Read:
    """Return the head, the columns as text and the line of each row."""
    delimiter = "\t" if suffix_of(path) == ".tsv" else ","
    head: list[str] = []
    body: list[list[str]] = []
    places, start = [], 1
    with open_text(path) as lines:
        rows = csv.reader(lines, delimiter=delimiter, strict=True)
        try:
            for row in rows:
                if row and not head:
                    head = row
                    _refuse_other_kinds(path, delimiter.join(head), remedies)
                elif row:
                    body.append(row)
                    places.append(start)
                # A row with line breaks inside quotes begins before it ends.
                start = rows.line_num + 1
        except csv.Error as error:
            raise ValueError(
                f"{path!r} must be a table with columns divided by "
                f"{'tabs' if delimiter == chr(9) else 'commas'}. Got a row that "
                f"cannot be read: {error}, in row {start}."
            ) from error
    for row, place in zip(body, places, strict=True):
        if len(row) != len(head):
            raise ValueError(
                f"{path!r} must have {len(head)} columns in every row, as in its head. "
                f"Got {len(row)} in row {place}."
            )
    return head, list(map(list, zip(*body, strict=True))), places


def _parquet(path: str) -> _Read:
    """Return the head, the columns and the number of each row of a Parquet file."""
    library = next(filter(find_spec, ("pyarrow", "polars")), None)
    if library is None:
        raise ValueError(
            f"Reading {path!r} needs pyarrow or polars: pip install pyarrow."
        )
    # A handle, not a path: both libraries look for patterns and partitions in paths.
    with open(path, "rb") as file:
        try:
            head, native = _PARQUET[library](file)
        except Exception as error:  # The libraries raise classes of their own.
            reason = " ".join(str(error).split())
            raise ValueError(
                f"{path!r} must be a Parquet file. Got: {reason}"
            ) from error
    _refuse_twice(head, path)
    frame = nw.from_native(native, eager_only=True)
    columns = [frame[name].to_list() for name in head]
    return head, columns if len(frame) else [], range(1, len(frame) + 1)


def _by_pyarrow(file: BinaryIO) -> tuple[list[str], Any]:
    from pyarrow.parquet import ParquetFile

    table = ParquetFile(file).read()
    return table.column_names, table


def _by_polars(file: BinaryIO) -> tuple[list[str], Any]:
    import polars

    frame = polars.read_parquet(file)
    return frame.columns, frame


_PARQUET = {"pyarrow": _by_pyarrow, "polars": _by_polars}
