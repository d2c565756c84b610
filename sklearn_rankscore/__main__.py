"""The command line: ``python -m sklearn_rankscore COMMAND``."""

import argparse
import json
import os
import sys

from sklearn_rankscore._cli_evaluate import CommandError, add_compare, add_evaluate
from sklearn_rankscore._cli_explore import add_explain, add_explore
from sklearn_rankscore._cli_peers import add_crosscheck, add_identify, add_peers
from sklearn_rankscore._demo import DemoError, run_demo
from sklearn_rankscore._demo_report import format_report

# What shells report of a program that SIGPIPE ended.
_BROKEN_PIPE = 141


def main(arguments=None):
    """Run a command and return its exit code.

    0 done, 1 looked for and not found, 2 not possible as asked, 141 nobody reads on.
    """
    parser = argparse.ArgumentParser(
        prog="python -m sklearn_rankscore",
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
    options = parser.parse_args(arguments)
    try:
        code = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more as it ends, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except (CommandError, DemoError) as error:
        print(f"{parser.prog} {options.command}: {error}", file=sys.stderr)
        return 2
    return code or 0


def _add_demo(commands):
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
        "--k", type=_whole_from(1), default=10, help="cut-off of nDCG (default: 10)"
    )
    command.add_argument(
        "--folds",
        type=_whole_from(2),
        default=5,
        help="folds of whole queries (default: 5)",
    )
    command.add_argument(
        "--json", action="store_true", help="print one JSON document instead of tables"
    )
    command.set_defaults(run=_demo)


def _whole_from(lowest):
    def whole(text):
        if not text.isdecimal() or int(text) < lowest:
            raise argparse.ArgumentTypeError(
                f"must be a whole number >= {lowest}. Got {text!r} instead."
            )
        return int(text)

    return whole


def _demo(options):
    report = run_demo(options.data, k=options.k, folds=options.folds)
    print(json.dumps(report, indent=2) if options.json else format_report(report))


if __name__ == "__main__":
    sys.exit(main())
