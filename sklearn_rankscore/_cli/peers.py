"""The commands ``crosscheck``, ``identify`` and ``peers`` of the command line."""

import argparse
import json
from collections.abc import Callable
from typing import Any, TypeVar

from sklearn_rankscore._cli.words import CommandError, Commands, note, said_of
from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._files.models import ModelRows, read_models
from sklearn_rankscore._peers.crosscheck import crosscheck
from sklearn_rankscore._peers.identify import identify_convention
from sklearn_rankscore._peers.known import PEERS, peers_table

_REMEDIES = {"LETOR or SVMlight": "name a file of one score per row by --predictions"}


def add_crosscheck(commands: Commands) -> None:
    """Add the command ``crosscheck FILE`` to the subparsers of the command line."""
    command = commands.add_parser(
        "crosscheck",
        help="compare the numbers of the installed libraries with ours",
        description="Ask every installed library for its number on the rows of a file, "
        "and put it beside ours under the convention of that library.",
    )
    _add_file(command)
    command.add_argument(
        "--metrics",
        nargs="+",
        metavar="NAME",
        default=["ndcg@5", "ndcg@10", "map@10"],
        help="names with cut-offs (default: ndcg@5 ndcg@10 map@10)",
    )
    command.add_argument(
        "--peers",
        nargs="+",
        metavar="PEER",
        default="installed",
        help=f"out of {', '.join(PEERS)} (default: those installed)",
    )
    command.set_defaults(run=_crosscheck)


def add_identify(commands: Commands) -> None:
    """Add the command ``identify FILE`` to the subparsers of the command line."""
    command = commands.add_parser(
        "identify",
        help="find the convention behind a number",
        description="Find the conventions that reproduce numbers from elsewhere, on "
        "the rows of a file, to their printed digits.",
    )
    _add_file(command)
    command.add_argument(
        "--reported",
        nargs="+",
        metavar="NAME=NUMBER",
        required=True,
        help="as printed: ndcg@5=0.4750 map@10=31.2%%",
    )
    command.set_defaults(run=_identify)


def add_peers(commands: Commands) -> None:
    """Add the command ``peers`` to the subparsers of the command line."""
    command = commands.add_parser(
        "peers",
        help="list what the numbers of each library mean",
        description="List the named conventions, what they choose, and the libraries "
        "that they are compared with.",
    )
    _add_format(command)
    command.set_defaults(run=lambda options: _printed(peers_table(), options.format))


def _add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        metavar="FILE",
        help=".csv, .tsv or .parquet; or LETOR or SVMlight with --predictions",
    )
    command.add_argument("--label", metavar="COLUMN", help="of a table (label, ...)")
    command.add_argument("--group", metavar="COLUMN", help="of a table (qid, ...)")
    command.add_argument(
        "--score",
        metavar="COLUMN",
        help="of a table (default: its column of numbers, beside labels and ids)",
    )
    command.add_argument(
        "--document",
        metavar="COLUMN",
        help="of a table: document ids, by which some libraries order equal scores",
    )
    command.add_argument(
        "--predictions", metavar="FILE", help="one score per row of a LETOR file"
    )
    _add_format(command)


def _add_format(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format",
        choices=("text", "markdown", "json"),
        default="text",
        help="how to print the table (default: text)",
    )


def _printed(table: Table, style: str) -> str:
    if style == "json":
        return json.dumps({"rows": table.rows, "notes": table.notes}, indent=2)
    return table.markdown() if style == "markdown" else str(table)


def _crosscheck(options: argparse.Namespace) -> str:
    table = _run(crosscheck, options, metrics=options.metrics, peers=options.peers)
    return _printed(table, options.format)


def _identify(options: argparse.Namespace) -> tuple[str, int]:
    reported: dict[str, str] = {}
    for text in options.reported:
        name, equals, number = text.partition("=")
        if not equals:
            raise CommandError(f"--reported takes NAME=NUMBER. Got {text!r} instead.")
        if name in reported:
            raise CommandError(f"--reported takes each name once. Got {name!r} twice.")
        reported[name] = number
    found = _run(identify_convention, options, reported)
    return _printed(found, options.format), 1 if found.verdict == "none" else 0


_T = TypeVar("_T", bound=Table)


def _run(
    function: Callable[..., _T],
    options: argparse.Namespace,
    *arguments: object,
    **keywords: Any,
) -> _T:
    """Call a function with the columns of the file."""
    rows = _read(options)
    for line in rows.left_out:
        note(line)
    (scores,) = rows.scores.values()
    with said_of(rows.words, rows.places):
        return function(
            *arguments,
            rows.y_true,
            scores,
            groups=rows.groups,
            tiebreak=rows.ids if options.document else None,
            **keywords,
        )


def _read(options: argparse.Namespace) -> ModelRows:
    (rows,) = read_models(
        [options.file],
        label=options.label,
        group=options.group,
        score=[options.score] if options.score else (),
        document=options.document,
        predictions=[options.predictions] if options.predictions else (),
        remedies=_REMEDIES,
    )
    if len(rows.scores) > 1:
        raise ValueError(
            f"--score must name the column of {options.file!r} to take, one of "
            f"{list(rows.scores)}."
        )
    return rows
