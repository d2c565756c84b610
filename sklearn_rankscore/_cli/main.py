"""The command line: ``python -m sklearn_rankscore COMMAND``."""

import argparse
import errno
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from sklearn_rankscore._cli.demo import DemoError, format_report, run_demo
from sklearn_rankscore._cli.evaluate import add_compare, add_evaluate
from sklearn_rankscore._cli.explore import add_explain, add_explore
from sklearn_rankscore._cli.peers import add_crosscheck, add_identify, add_peers
from sklearn_rankscore._cli.words import (
    CommandError,
    Commands,
    in_options,
    note,
    whole_from,
)

_PROGRAM = "python -m sklearn_rankscore"

# What shells report of a program that SIGPIPE ended, and SIGINT.
_BROKEN_PIPE, _INTERRUPTED = 141, 130

_MENDABLE = (
    *(CommandError, DemoError, ModuleNotFoundError),
    *(OSError, TypeError, ValueError),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    0 done, 1 looked for and not found, 2 not possible as asked, 141 nobody reads on;
    what interrupts it ends it, as the signal does.
    """
    try:
        return _answer(arguments)
    except KeyboardInterrupt:
        return _interrupted()


def _answer(arguments: Sequence[str] | None) -> int:
    name = _PROGRAM
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
        options = _options(arguments)
        name = f"{_PROGRAM} {options.command}"
        found: str | tuple[str, int] | None = options.run(options)
        text, code = found if isinstance(found, tuple) else (found, 0)
        _print("" if text is None else f"{text}\n")
        return code
    except BrokenPipeError:
        _print_no_more()
        return _BROKEN_PIPE
    except _MENDABLE as error:
        _print_no_more()
        note(f"{name}: {in_options(str(error))}")
        return 2


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what the arguments say; where help is printed, see that it arrives."""
    try:
        return _parser().parse_args(arguments)
    except SystemExit:
        _print("")
        raise


def _print(text: str) -> None:
    # What the terminal cannot show is escaped, and no reason to fail.
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from error


def _print_no_more() -> None:
    """Keep the interpreter from flushing once more as it ends, and complaining."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupted() -> int:
    """End by the signal itself: a shell that runs a script then stops it too."""
    if os.name == "posix":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return _INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_PROGRAM,
        description="Ranking metrics per query, with every convention named.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_demo(commands)
    add_evaluate(commands)
    add_compare(commands)
    add_crosscheck(commands)
    add_identify(commands)
    add_peers(commands)
    add_explain(commands)
    add_explore(commands)
    return parser


def _add_demo(commands: Commands) -> None:
    command = commands.add_parser(
        "demo",
        help="choose an LGBMRanker by nDCG per query and check the number",
        description="Choose an LGBMRanker by nDCG per query with GridSearchCV, then "
        "compare its score on held-out queries with LightGBM's and scikit-learn's own.",
    )
    command.add_argument(
        "--data",
        metavar="FILE",
        help="SVMlight or LETOR file with qid:, or with FILE.query beside it "
        "(default: scikit-learn's digit images)",
    )
    command.add_argument(
        "--k", type=whole_from(1), default=10, help="cut-off of nDCG (default: 10)"
    )
    command.add_argument(
        "--folds",
        type=whole_from(2),
        default=5,
        help="folds of whole queries (default: 5)",
    )
    command.add_argument(
        "--json", action="store_true", help="print one JSON document instead of tables"
    )
    command.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> str:
    report = run_demo(options.data, k=options.k, folds=options.folds)
    return json.dumps(report, indent=2) if options.json else format_report(report)
