"""The commands ``explore`` and ``explain``: a table of rows in, a page or text out."""

import argparse
import csv
from pathlib import Path

from sklearn_rankscore._axes import BY_KEY
from sklearn_rankscore._cli_evaluate import CommandError
from sklearn_rankscore._conventions import get_convention, list_conventions
from sklearn_rankscore._explain import explain
from sklearn_rankscore._explore import explore
from sklearn_rankscore._run_files import (
    DOCUMENT_NAMES,
    LABEL_NAMES,
    QUERY_NAMES,
    SCORE_NAMES,
)

_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}

# Keyword -> the columns that may hold it, the first one that there is.
_COLUMNS = {
    "y_true": [name for name in LABEL_NAMES if name not in SCORE_NAMES],
    "y_score": SCORE_NAMES,
    "groups": (*QUERY_NAMES, "group"),
    "titles": ("title",),
    "retrieved": ("retrieved",),
    "tiebreak": (*DOCUMENT_NAMES, "id"),
}
_NEEDED = ("y_true", "y_score")

_SOURCE = """\
FILE is .csv or .tsv with a head: a label and a score per row, and any of
  qid         the query of the row; without it all rows are one list
  title       what the row is called
  retrieved   no for a judged document that was never returned; its score may be blank
  doc_id      orders tied rows in conventions that do so
"""


def add_explore(commands):
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
    command.set_defaults(run=_run(_explore))


def add_explain(commands):
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
    command.set_defaults(run=_run(_explain))


def _command(commands, name, summary, description):
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


def _run(command):
    """Make what the user can mend one line instead of a traceback."""

    def run(options):
        try:
            text = str(command(options))
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        print(text)

    return run


def _explore(options):
    columns = {} if options.file is None else read_rows(options.file)
    page = explore(**columns, k=options.k, convention=options.convention)
    return f"wrote {page.to_html(options.output)}"


def _explain(options):
    columns = read_rows(options.file)
    if get_convention(options.convention).ties not in BY_KEY:
        columns.pop("tiebreak", None)
    chosen = {"k": options.k, "convention": options.convention}
    return explain(**columns, **chosen, group=options.group)


def read_rows(path):
    """Read the columns of a .csv or .tsv file as keywords of explain and explore.

    Parameters
    ----------
    path : str or path-like
        A text table with a head that names its columns.

    Returns
    -------
    keywords : dict

    Raises
    ------
    ValueError
        If there is no label, no score or no row, or a cell cannot be read.
    """
    path = Path(path)
    delimiter = "\t" if path.suffix == ".tsv" else ","
    with path.open(encoding="utf-8-sig", newline="") as lines:
        reader = csv.DictReader(lines, delimiter=delimiter)
        rows = list(reader)
        head = reader.fieldnames or []
    if not rows:
        raise ValueError(f"{path.name} must have a head and at least one row.")
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise ValueError(
                f"{path.name} must have {len(head)} columns in every row, as in its "
                f"head. Got another number in row {number}."
            )
    keywords = {"groups": False}
    for keyword, usual in _COLUMNS.items():
        name = next((name for name in usual if name in head), None)
        if name is not None:
            texts = [row[name] for row in rows]
            if keyword == "y_score" and "retrieved" in head:
                texts = _scores_looked_at(texts, [row["retrieved"] for row in rows])
            keywords[keyword] = _converted(texts, name, keyword, path)
        elif keyword in _NEEDED:
            raise ValueError(
                f"{path.name} must have a column {' or '.join(map(repr, usual))}. "
                f"Its columns are {head}."
            )
    return keywords


def _scores_looked_at(texts, retrieved):
    """Put 0 for the blank score of a document that was never returned."""
    return [
        "0" if not text.strip() and _FLAGS.get(flag.strip().lower()) is False else text
        for text, flag in zip(texts, retrieved, strict=True)
    ]


def _converted(texts, name, keyword, path):
    convert = float if keyword in _NEEDED else _flag if keyword == "retrieved" else str
    values = []
    for number, text in enumerate(texts, 2):
        try:
            values.append(convert(text))
        except ValueError:
            what = "yes or no" if convert is _flag else "a number"
            raise ValueError(
                f"Column {name!r} of {path.name} must hold {what}. Got {text!r} in row "
                f"{number}."
            ) from None
    return values


def _flag(text):
    word = text.strip().lower()
    if word not in _FLAGS:
        raise ValueError(word)
    return _FLAGS[word]
