"""Files of columns, text or Parquet: all of them, or an error that names the row."""

import csv
import os
import re
from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType

import narwhals.stable.v2 as nw

from sklearn_rankscore._model_files_table import FileTable
from sklearn_rankscore._run_files_text import open_text, suffix_of

# What the first line of a file looks like that is no table.
_OTHER_KINDS = {
    "a TREC run": re.compile(r"\S+\s+Q0(\s+\S+){4}"),
    "TREC judgements": re.compile(r"\S+\s+\S+\s+\S+\s+-?\d+"),
    "LETOR or SVMlight": re.compile(
        r"[^\s,]+\s+qid:\S+.*|[^\s,]+(\s+\d+:[^\s,]+)+(\s+#.*)?"
    ),
}


def read_table(path, remedies: Mapping[str, str] = MappingProxyType({})):
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


def _refuse_twice(head, path):
    first: dict[str, int] = {}
    for at, name in enumerate(head, 1):
        if name in first:
            raise ValueError(
                f"{path!r} must name each column once. Got {name!r} twice in its head, "
                f"as columns {first[name]} and {at}."
            )
        first[name] = at


def _refuse_other_kinds(path, line, remedies):
    for kind, pattern in _OTHER_KINDS.items():
        if pattern.fullmatch(line.strip()):
            remedy = f": {remedies[kind]}" if kind in remedies else ""
            raise ValueError(
                f"{path!r} must be a table with a head. It reads as {kind}{remedy}."
            )


def _text(path, remedies):
    """Return the head, the columns as text and the line of each row."""
    delimiter = "\t" if suffix_of(path) == ".tsv" else ","
    head: list[str] = []
    body, places, start = [], [], 1
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


def _parquet(path):
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


def _by_pyarrow(file):
    from pyarrow.parquet import ParquetFile

    table = ParquetFile(file).read()
    return table.column_names, table


def _by_polars(file):
    import polars

    frame = polars.read_parquet(file)
    return frame.columns, frame


_PARQUET = {"pyarrow": _by_pyarrow, "polars": _by_polars}
