"""The commands ``evaluate`` and ``compare`` of the command line."""

import argparse
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from sklearn_rankscore._cli.report import (
    HtmlReport,
    comparison_page,
    evaluation_page,
)
from sklearn_rankscore._cli.runs import (
    add_notes,
    add_queries,
    notes_as_text,
    queries_rule,
    unjudged_notes,
    unjudged_rule,
)
from sklearn_rankscore._cli.words import (
    CommandError,
    Commands,
    note,
    said_of,
    whole_from,
)
from sklearn_rankscore._comparison.compare import compare
from sklearn_rankscore._comparison.evaluate import evaluate
from sklearn_rankscore._comparison.evaluation import Evaluation, join_evaluations
from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._conventions.axes import BY_KEY
from sklearn_rankscore._conventions.convention import Convention, get_convention
from sklearn_rankscore._files.models import SCORES_OF_A_TABLE, ModelRows, read_models
from sklearn_rankscore._files.outputs import refuse_inputs, write_page
from sklearn_rankscore._metrics.catalogue import parse_name
from sklearn_rankscore.datasets.files import list_sizes_path

_SOURCES = f"""\
what FILE is:
  scores.csv, .tsv, .parquet      a table: labels, query ids, a column per model
  test.letor --predictions A B    LETOR or SVMlight with qid:, and a score per row
  a.run b.run --qrels FILE        TREC runs and their judgements

the models of a table:
{SCORES_OF_A_TABLE}
what models are called: their column; where each file holds one, the file, with as much
of its path as tells it apart (x/run.txt y/run.txt: x/run, y/run); or as --names says.
"""

_REMEDIES = {
    "a TREC run": "name its judgements by --qrels",
    "TREC judgements": "name the runs as FILE, and this file by --qrels",
    "LETOR or SVMlight": "name files of one score per row by --predictions",
}

_METRICS = ("ndcg@10", "map", "mrr")


def add_evaluate(commands: Commands) -> None:
    """Add the command ``evaluate`` to the subparsers of the command line."""
    command = _command(
        commands,
        "evaluate",
        "score models per query, with intervals",
        "Score one or several models per query: means with intervals over queries, and "
        "the worst queries.",
    )
    command.add_argument(
        "--worst",
        type=whole_from(1),
        default=5,
        help="how many of the worst queries to list",
    )
    command.set_defaults(run=_run(_evaluate))


def add_compare(commands: Commands) -> None:
    """Add the command ``compare`` to the subparsers of the command line."""
    command = _command(
        commands,
        "compare",
        "say which model beats which, and whether that is separable",
        "Compare models query by query: differences with intervals and tests, and the "
        "queries that decide.",
    )
    command.add_argument(
        "--baseline", metavar="MODEL", help="compare all with this one"
    )
    command.set_defaults(run=_run(_compare))


def _command(
    commands: Commands, name: str, summary: str, description: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=_SOURCES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_options(command)
    return command


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="see below")
    command.add_argument("--label", metavar="COLUMN", help="of a table (label, ...)")
    command.add_argument("--group", metavar="COLUMN", help="of a table (qid, ...)")
    command.add_argument(
        "--score",
        metavar="COLUMN",
        nargs="+",
        default=[],
        help="of a table, one per model (default: see below)",
    )
    command.add_argument(
        "--document",
        metavar="COLUMN",
        help="of a table: ids, by which some conventions order equal scores (doc_id, "
        "...)",
    )
    command.add_argument("--predictions", metavar="FILE", nargs="+", default=[])
    command.add_argument("--qrels", metavar="FILE", help="judgements of TREC runs")
    add_queries(command)
    command.add_argument(
        "--names",
        metavar="NAME",
        nargs="+",
        default=[],
        help="what the models are called, in their order",
    )
    command.add_argument(
        "--metrics",
        nargs="+",
        help="names with cut-offs (default: those of ndcg@10 map mrr that the "
        "convention holds for)",
    )
    command.add_argument("--convention", default="default", metavar="NAME")
    command.add_argument(
        "--set",
        dest="settings",
        action="append",
        type=_setting,
        default=[],
        metavar="NAME=VALUE",
        help="an axis of the convention or a parameter of a metric, as often as "
        "needed: --set max_grade=4 --set ties=stable",
    )
    command.add_argument("--level", type=float, default=0.95, help="of intervals")
    command.add_argument("--resamples", type=int, default=2000)
    command.add_argument("--seed", type=whole_from(0), default=0)
    command.add_argument("--json", action="store_true", help="print JSON, not tables")
    command.add_argument("--html", metavar="FILE", help="write a report with pictures")


def _setting(text: str) -> tuple[str, str | float]:
    """Return the name and the value, a number where it reads as one."""
    name, equals, value = text.partition("=")
    if not (equals and name.isidentifier()):
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE. Got {text!r} instead.")
    for number in (int, float):
        try:
            return name, number(value)
        except ValueError:
            continue
    return name, value


# What is printed, as JSON and as text, and how the page is made.
_Answer: TypeAlias = tuple[dict[str, Any], str, Callable[[], HtmlReport]]


def _run(
    command: Callable[[argparse.Namespace], _Answer],
) -> Callable[[argparse.Namespace], str]:
    """Write the page, if one is asked for, and return what is to be printed."""

    def run(options: argparse.Namespace) -> str:
        if options.html is not None:
            refuse_inputs(options.html, "--html", _inputs(options))
        document, text, page = command(options)
        if options.html is not None:
            write_page(options.html, add_notes(page(), document["notes"]).render())
            note(f"wrote {options.html}")
        text += notes_as_text(document["notes"])
        return json.dumps(document, indent=2) if options.json else text

    return run


def _inputs(options: argparse.Namespace) -> list[str]:
    """Return all files that are read."""
    sizes = list_sizes_path(options.files[0]) if options.predictions else None
    others = (options.qrels, sizes)
    return [*options.files, *options.predictions, *filter(None, others)]


def _resampling(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "level": options.level,
        "n_resamples": options.resamples,
        "random_state": options.seed,
        "verbose": True,
    }


def _read(options: argparse.Namespace) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of all models that the options name, and notes on it."""
    convention = get_convention(options.convention, function="evaluate")
    settings = dict(options.settings)
    models = read_models(
        options.files,
        label=options.label,
        group=options.group,
        score=options.score,
        document=options.document,
        predictions=options.predictions,
        qrels=options.qrels,
        queries=queries_rule(options, convention),
        names=options.names,
        unjudged=settings.get("unjudged", convention.unjudged) != "raise",
        remedies=_REMEDIES,
    )
    metrics = options.metrics or _default_metrics(convention)
    found = [_evaluation(rows, metrics, convention, settings) for rows in models]
    evaluations = [evaluation for evaluation, _ in found]
    notes = [line for _, lines in found for line in lines]
    return join_evaluations(evaluations, options.command), notes


def _evaluation(
    rows: ModelRows,
    metrics: Sequence[str],
    convention: Convention,
    settings: Mapping[str, Any],
) -> tuple[Evaluation, list[str]]:
    ties = settings.get("ties", convention.ties)
    if ties in BY_KEY and rows.ids is None:
        raise CommandError(
            f"--set ties={ties} or --convention {convention.name} orders equal scores "
            f"by document id: name the column that holds them by --document."
        )
    for line in rows.left_out:
        note(line)
    keywords = {"unjudged": unjudged_rule(rows, convention, metrics), **settings}
    notes = [*rows.notes, *unjudged_notes(rows, convention, keywords)]
    with said_of(rows.words, rows.places):
        evaluation = evaluate(
            rows.y_true,
            rows.scores,
            groups=rows.groups,
            retrieved=rows.retrieved,
            tiebreak=rows.ids if ties in BY_KEY else None,
            metrics=metrics,
            convention=convention,
            **keywords,
        )
    if rows.ids is not None:
        # Rows are known by their documents: each file may sort them its own way.
        evaluation = replace(evaluation, marks=evaluation.marks.in_any_order())
    return evaluation, notes


def _default_metrics(convention: Convention) -> list[str]:
    """Return the default metrics that a convention holds for."""
    held = convention.metrics
    if held is None:
        return list(_METRICS)
    chosen = [name for name in _METRICS if parse_name(name).metric.name in held]
    if not chosen:
        raise ValueError(
            f"The convention {convention.name!r} holds for {', '.join(held)}: name "
            f"some of them by --metrics."
        )
    return chosen


def _plain(table: Table) -> list[dict[str, Any]]:
    """Return the rows of a table as JSON takes them: no NaN."""
    columns = {
        name: np.asarray(column).tolist() for name, column in table.columns.items()
    }
    rows = [
        dict(zip(columns, row, strict=True))
        for row in zip(*columns.values(), strict=True)
    ]
    return [
        {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in row.items()
        }
        for row in rows
    ]


def _evaluate(options: argparse.Namespace) -> _Answer:
    evaluation, notes = _read(options)
    summary = evaluation.summary(**_resampling(options))
    worst = evaluation.worst(options.worst)
    document = {
        "convention": evaluation.convention,
        "level": options.level,
        "notes": notes,
        "n_lists": len(evaluation.groups),
        "summary": _plain(summary),
        "worst": _plain(worst),
    }
    text = f"{evaluation}\n\n{summary}\n\nthe worst queries\n{worst}"
    return document, text, lambda: evaluation_page(evaluation, summary, worst)


def _compare(options: argparse.Namespace) -> _Answer:
    evaluation, notes = _read(options)
    comparison = compare(evaluation, options.baseline, **_resampling(options))
    deciding = comparison.deciding()
    document = {
        "convention": evaluation.convention,
        "level": options.level,
        "notes": notes,
        "comparison": _plain(comparison.table),
        "sentences": list(comparison.sentences),
        "deciding": _plain(deciding),
    }
    text = f"{comparison}\n\nthe queries that decide\n{deciding}"
    return document, text, lambda: comparison_page(comparison, deciding)
