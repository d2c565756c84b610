"""Small result tables: text, Markdown, HTML, and a data frame where one is wanted."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

import narwhals.stable.v2 as nw
import numpy as np

from sklearn_rankscore._lists.arrays import Array

FrameLibrary: TypeAlias = Literal["pandas", "polars", "pyarrow"]
FRAME_LIBRARIES: tuple[FrameLibrary, ...] = ("pandas", "polars", "pyarrow")


def installed_frame_library() -> FrameLibrary | None:
    """Return the name of the first data frame library that is installed, or None."""
    return next(filter(find_spec, FRAME_LIBRARIES), None)


@dataclass(frozen=True)
class Table:
    """Named columns of equal length, with a title and notes.

    Parameters
    ----------
    columns : mapping of str to sequence
        Each column holds values of one type, or None where there is none.
    title : str, default=""
        What stands above the table.
    notes : tuple of str, default=()
        Sentences that stand below it.
    """

    columns: Mapping[str, Any]
    title: str = ""
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, as dicts of column to value."""
        return [
            dict(zip(self.columns, row, strict=True))
            for row in zip(*self.columns.values(), strict=True)
        ]

    def frame(self) -> Any:
        """Return the table as a data frame.

        Returns
        -------
        frame : pandas.DataFrame, polars.DataFrame, pyarrow.Table or dict
            Of the first of these libraries that is installed; without any of them the
            columns, a dict of lists.
        """
        columns = {name: list(values) for name, values in self.columns.items()}
        return _as_frame(columns, installed_frame_library())

    def _cells(self) -> list[list[str]]:
        """Return every cell as text, rows of columns, headings first."""
        body = zip(*self.columns.values(), strict=True)
        return [
            list(self.columns),
            *([_as_text(value) for value in row] for row in body),
        ]

    def _right(self) -> list[bool]:
        """Tell which columns hold numbers only."""
        return [
            all(value is None or not isinstance(value, str) for value in values)
            for values in self.columns.values()
        ]

    def markdown(self) -> str:
        """Return the table as a Markdown table.

        Returns
        -------
        text : str
        """
        escaped = [[cell.replace("|", "\\|") for cell in row] for row in self._cells()]
        rule = ["---:" if right else "---" for right in self._right()]
        lines = [escaped[0], rule, *escaped[1:]]
        return "\n".join(f"| {' | '.join(row)} |" for row in lines)

    def __str__(self) -> str:
        cells, right = self._cells(), self._right()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(
                cell.rjust(width) if flush else cell.ljust(width)
                for cell, width, flush in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in cells
        ]
        head = [self.title, ""] if self.title else []
        tail = ["", *self.notes] if self.notes else []
        return "\n".join([*head, *lines, *tail])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        head, *body = [[html.escape(cell) for cell in row] for row in self._cells()]
        parts = [f"<p><b>{html.escape(self.title)}</b></p>"] if self.title else []
        parts += ["<table>", _html_row(head, "th")]
        parts += [_html_row(row, "td") for row in body]
        parts.append("</table>")
        parts += [f"<p>{html.escape(note)}</p>" for note in self.notes]
        return "\n".join(parts)


def _as_frame(columns: dict[str, Any], library: FrameLibrary | None) -> Any:
    if library is None:
        return columns
    return nw.from_dict(columns, backend=library).to_native()


def _html_row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(value) if isinstance(value, float) else str(value)


def stacked(parts: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """Return the columns of several tables, one below the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def library_of(*inputs: object) -> FrameLibrary | None:
    """Return the dataframe library that the first of some inputs comes from, or None.

    Parameters
    ----------
    *inputs : object
        Series and frames of pandas, polars or pyarrow, among other things.

    Returns
    -------
    library : str or None
        One of ``FRAME_LIBRARIES``.
    """
    for value in inputs:
        module = type(value).__module__.partition(".")[0]
        for library in FRAME_LIBRARIES:
            if library == module:
                return library
    return None


@dataclass(frozen=True, repr=False)
class NumberTable(Table):
    """A table whose columns are arrays.

    Parameters
    ----------
    library : str or None, default=None
        What ``frame()`` makes, "pandas", "polars" or "pyarrow"; by default the first of
        these that is installed.
    """

    library: FrameLibrary | None = None

    def frame(self) -> Any:
        """Return the table as a data frame.

        Returns
        -------
        frame : pandas.DataFrame, polars.DataFrame, pyarrow.Table or dict
            Of the library that the scores or labels came in; without any of the three
            the columns, a dict of arrays.
        """
        columns = {name: np.asarray(values) for name, values in self.columns.items()}
        return _as_frame(columns, self.library or installed_frame_library())

    def _cells(self) -> list[list[str]]:
        columns = [np.asarray(values).tolist() for values in self.columns.values()]
        body = zip(*columns, strict=True)
        return [list(self.columns), *([_short(value) for value in row] for row in body)]


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:z.4g}" if isinstance(value, float) else str(value)
