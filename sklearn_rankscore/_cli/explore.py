"""The commands ``explore`` and ``explain``: a table of rows in, a page or text out."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from sklearn_rankscore._cli.words import Commands, note, said_of
from sklearn_rankscore._conventions.axes import BY_KEY
from sklearn_rankscore._conventions.convention import get_convention, list_conventions
from sklearn_rankscore._explain.explain import explain
from sklearn_rankscore._explore.explore import explore
from sklearn_rankscore._files.models import USUAL_LABELS
from sklearn_rankscore._files.outputs import is_standard_output, refuse_inputs
from sklearn_rankscore._files.tables import FileTable, is_missing, read_table
from sklearn_rankscore._lists.run_files import DOCUMENT_NAMES, QUERY_NAMES, SCORE_NAMES

# Keyword -> the columns that may hold it, the first one that there is.
_COLUMNS = {
    "y_true": USUAL_LABELS,
    "y_score": SCORE_NAMES,
    "groups": (*QUERY_NAMES, "group"),
    "titles": ("title",),
    "retrieved": ("retrieved",),
    "tiebreak": (*DOCUMENT_NAMES, "id"),
}
_NEEDED = ("y_true", "y_score")

_SOURCE = """\
FILE is .csv, .tsv or .parquet: a head, a label and a score per row, and any of
  qid         the query of the row; without it all rows are one list
  title       what the row is called
  retrieved   no for a judged document that was never returned; its score may be blank
  doc_id      orders tied rows in conventions that do so
"""


def add_explore(commands: Commands) -> None:
    """Add the command ``explore`` to the subparsers of the command line."""
    command = _command(
        commands,
        "explore",
        "write a page on which lists can be changed while their metrics follow",
        "Write one HTML file on which rows can be moved and graded while the metrics "
        "follow. Without FILE it opens on presets.",
    )
    command.add_argument("file", metavar="FILE", nargs="?", help="see below")
    command.add_argument(
        "-o",
        "--output",
        metavar="PAGE",
        default="explore.html",
        help="the page to write (default: explore.html)",
    )
    command.set_defaults(run=_explore)


def add_explain(commands: Commands) -> None:
    """Add the command ``explain`` to the subparsers of the command line."""
    command = _command(
        commands,
        "explain",
        "print a list rank by rank, beside its ideal order",
        "Print a list rank by rank, beside its ideal order, and the fraction behind "
        "each metric.",
    )
    command.add_argument("file", metavar="FILE", help="see below")
    command.add_argument("--group", help="the list, where FILE holds more than one")
    command.set_defaults(run=_explain)


def _command(
    commands: Commands, name: str, summary: str, description: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=_SOURCE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--k", type=int, help="cut-off")
    command.add_argument(
        "--convention",
        choices=list_conventions(),
        default="default",
        metavar="NAME",
        help="convention to start with (default: default)",
    )
    return command


def _explore(options: argparse.Namespace) -> str | None:
    read = _Read({})
    if options.file is not None:
        refuse_inputs(options.output, "-o", [options.file])
        read = _read(options.file)
    with said_of(read.words, read.places):
        page = explore(**read.keywords, k=options.k, convention=options.convention)
    page.to_html(options.output)
    # A page that was printed ends where it ends.
    return None if is_standard_output(options.output) else f"wrote {options.output}"


def _explain(options: argparse.Namespace) -> str:
    keywords, words, places = _read(options.file)
    if get_convention(options.convention).ties not in BY_KEY:
        keywords.pop("tiebreak", None)
    chosen = {"k": options.k, "convention": options.convention}
    group = options.group
    if keywords["groups"] is not False:
        # Parquet may hold ids that are no text.
        group = next((id for id in keywords["groups"] if str(id) == group), group)
    with said_of(words, places):
        return str(explain(**keywords, **chosen, group=group))


class _Read(NamedTuple):
    """The keywords of a file, and what messages call its columns and rows."""

    keywords: dict[str, Any]
    words: Mapping[str, str] | None = None
    places: Sequence[int] | None = None


def _read(path: str) -> _Read:
    table = read_table(path)
    columns = _columns(table)
    left_out = [name for name in table.columns if name not in columns.values()]
    if left_out:
        note(f"not read of {path!r}: {', '.join(map(repr, left_out))}")
    words = {
        keyword: f"Column {name!r} of {path!r}" for keyword, name in columns.items()
    }
    return _Read(_keywords(table, columns), words, table.places)


def read_rows(path: str | PathLike[str]) -> dict[str, Any]:
    """Read the columns of a file as keywords of explain and explore.

    Parameters
    ----------
    path : str or path-like
        A table with a head that names its columns: .csv, .tsv or .parquet.

    Returns
    -------
    keywords : dict

    Raises
    ------
    ValueError
        If there is no label, no score or no row, or a cell cannot be read.
    """
    table = read_table(path)
    return _keywords(table, _columns(table))


def _columns(table: FileTable) -> dict[str, str]:
    """Return the column of each keyword."""
    columns = {}
    for keyword, usual in _COLUMNS.items():
        name = next((name for name in usual if name in table.columns), None)
        if name is not None:
            columns[keyword] = name
        elif keyword in _NEEDED:
            raise ValueError(
                f"{Path(table.path).name} must have a column "
                f"{' or '.join(map(repr, usual))}. Its columns are "
                f"{list(table.columns)}."
            )
    return columns


def _keywords(table: FileTable, columns: Mapping[str, str]) -> dict[str, Any]:
    keywords: dict[str, Any] = {"groups": False}
    readers: dict[str, Callable[[str], Iterable[object]]] = {
        "y_true": table.numbers,
        "groups": table.ids,
        "tiebreak": table.ids,
        "titles": table.texts,
        "retrieved": table.flags,
    }
    for keyword, name in columns.items():
        if keyword != "y_score":
            keywords[keyword] = list(readers[keyword](name))
    keywords["y_score"] = _scores(table, columns["y_score"], keywords.get("retrieved"))
    return keywords


def _scores(
    table: FileTable, name: str, retrieved: Sequence[bool] | None
) -> list[float]:
    """Return the scores; 0 for the blank one of a document that was never returned."""
    if retrieved is None:
        return list(table.numbers(name).tolist())
    cells = [
        0 if is_missing(cell) and not looked_at else cell
        for cell, looked_at in zip(table.columns[name], retrieved, strict=True)
    ]
    filled = replace(table, columns={**table.columns, name: cells})
    return list(filled.numbers(name).tolist())
