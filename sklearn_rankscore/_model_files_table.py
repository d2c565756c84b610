"""The cells of a table in a file, as numbers or ids; errors name column and row."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from numbers import Real

import numpy as np

from sklearn_rankscore._check import LARGEST_EXACT
from sklearn_rankscore._run_files_text import as_number

_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True)
class FileTable:
    """Columns of cells as they stand in a file: text, or what Parquet holds.

    Parameters
    ----------
    path : str
    columns : dict of str to list
    places : sequence of int
        The row of each entry as a reader finds it: the line of a text file, counted
        from 1 with the head; in Parquet the row, counted from 1.
    """

    path: str
    columns: dict[str, list]
    places: Sequence[int]

    def numbers(self, name, *, missing=False):
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

    def _number(self, name, at, cell, flags, missing):
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

    def ids(self, name):
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

    def flags(self, name):
        """Return a column of yes and no."""
        words = [str(cell).strip().lower() for cell in self.columns[name]]
        for at, word in enumerate(words):
            if word not in _FLAGS:
                shown = repr(_shown(self.columns[name][at]))
                raise self._refusal(name, "yes or no", shown, at)
        return [_FLAGS[word] for word in words]

    def texts(self, name):
        """Return a column as text; what is missing is empty."""
        return ["" if cell is None else str(cell) for cell in self.columns[name]]

    def kind(self, name):
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

    def _refusal(self, name, what, got, at):
        return ValueError(
            f"Column {name!r} of {self.path!r} must hold {what}. Got "
            f"{got} in row {self.places[at]}."
        )


def is_missing(cell):
    """Tell whether there is nothing in a cell."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _fast_numbers(cells):
    """Return a column of plain, finite numbers at once, None for any other."""
    types = set(map(type, cells))
    if not (types == {str} or types <= {int, float}):
        return None
    if types == {str} and any("_" in cell or "\0" in cell for cell in cells):
        return None
    try:
        values = np.array(cells).astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    plain = np.isfinite(values).all() and (np.abs(values) < LARGEST_EXACT).all()
    return values if plain else None


def _all_flags(cells):
    """Tell whether every cell is true or false, by type or as text."""
    words = {str(cell).strip().lower() for cell in cells if not is_missing(cell)}
    return bool(words) and words <= {"true", "false"}


def _is_whole(cell):
    if isinstance(cell, str):
        return cell.strip().lstrip("+-").isdecimal()
    return isinstance(cell, int) and not isinstance(cell, bool)


def _large(cells):
    return any(isinstance(cell, int) and cell.bit_length() >= 64 for cell in cells)


def _shown(cell):
    return cell if isinstance(cell, str | int | float) else str(cell)
