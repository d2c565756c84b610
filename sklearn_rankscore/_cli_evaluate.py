"""The commands ``evaluate`` and ``compare`` of the command line."""

import argparse
import json
import math
import sys
from dataclasses import replace

import numpy as np

from sklearn_rankscore._axes import BY_KEY
from sklearn_rankscore._catalogue import parse_name
from sklearn_rankscore._cli_runs import (
    add_notes,
    add_queries,
    notes_as_text,
    queries_rule,
    unjudged_notes,
    unjudged_rule,
)
from sklearn_rankscore._conventions import get_convention
from sklearn_rankscore._evaluate import evaluate
from sklearn_rankscore._model_files import read_models
from sklearn_rankscore._report_html import HtmlReport
from sklearn_rankscore._same_lists import join_evaluations
from sklearn_rankscore._stats import compare
from sklearn_rankscore._viz_groups import GroupValuesDisplay

_SOURCES = """\
what FILE is:
  scores.csv, .tsv, .parquet      a table: labels, query ids, a column per model;
                                  without --score all its other numeric columns
  test.letor --predictions A B    LETOR or SVMlight with qid:, and a score per row
  a.run b.run --qrels FILE        TREC runs and their judgements
"""

_METRICS = ("ndcg@10", "map", "mrr")


class CommandError(Exception):
    """What the person at the keyboard can mend, said in one line."""


def add_evaluate(commands):
    """Add the command ``evaluate`` to the subparsers of the command line."""
    command = commands.add_parser(
        "evaluate",
        help="score models per query, with intervals",
        description="Score one or several models per query: means with intervals over "
        "queries, and the worst queries.",
        epilog=_SOURCES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_options(command)
    command.add_argument(
        "--worst", type=int, default=5, help="how many of the worst queries to list"
    )
    command.set_defaults(run=_run(_evaluate))


def add_compare(commands):
    """Add the command ``compare`` to the subparsers of the command line."""
    command = commands.add_parser(
        "compare",
        help="say which model beats which, and whether that is separable",
        description="Compare models query by query: differences with intervals and "
        "tests, and the queries that decide.",
        epilog=_SOURCES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_options(command)
    command.add_argument(
        "--baseline", metavar="MODEL", help="compare all with this one"
    )
    command.set_defaults(run=_run(_compare))


def _add_options(command):
    command.add_argument("files", nargs="+", metavar="FILE", help="see below")
    command.add_argument("--label", metavar="COLUMN", help="of a table (label, ...)")
    command.add_argument("--group", metavar="COLUMN", help="of a table (qid, ...)")
    command.add_argument(
        "--score", metavar="COLUMN", nargs="+", default=[], help="of a table, per model"
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
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("--json", action="store_true", help="print JSON, not tables")
    command.add_argument("--html", metavar="FILE", help="write a report with pictures")


def _setting(text):
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


def _run(command):
    """Make what the user can mend one line instead of a traceback."""

    def run(options):
        try:
            document, text, report = command(options)
            if options.html:
                page = add_notes(report(), document["notes"])
                with open(options.html, "w", encoding="utf-8") as file:
                    file.write(page.render())
                print(f"wrote {options.html}", file=sys.stderr)
        except (ValueError, TypeError, OSError, ModuleNotFoundError) as error:
            raise CommandError(str(error)) from error
        text += notes_as_text(document["notes"])
        print(json.dumps(document, indent=2) if options.json else text)

    return run


def _resampling(options):
    return {
        "level": options.level,
        "n_resamples": options.resamples,
        "random_state": options.seed,
        "verbose": True,
    }


def _read(options):
    """Return the evaluation of all models that the options name, and notes on it."""
    convention = get_convention(options.convention, function="evaluate")
    models = read_models(
        options.files,
        label=options.label,
        group=options.group,
        score=options.score,
        document=options.document,
        predictions=options.predictions,
        qrels=options.qrels,
        queries=queries_rule(options, convention),
    )
    metrics = options.metrics or _default_metrics(convention)
    settings = dict(options.settings)
    ties = settings.get("ties", convention.ties)
    evaluations, notes = [], []
    for rows in models:
        if ties in BY_KEY and rows.ids is None:
            raise ValueError(
                f"ties={ties!r} of convention {convention.name!r} orders equal scores "
                f"by document id: name the column that holds them by --document."
            )
        keywords = {"unjudged": unjudged_rule(rows, convention, metrics), **settings}
        notes += [*rows.notes, *unjudged_notes(rows, convention, keywords)]
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
            marks = evaluation.marks.in_any_order()
            evaluation = replace(evaluation, marks=marks)
        evaluations.append(evaluation)
    return join_evaluations(evaluations, "evaluate"), notes


def _default_metrics(convention):
    """Return the default metrics that a convention holds for."""
    held = convention.metrics
    chosen = [n for n in _METRICS if held is None or parse_name(n).metric.name in held]
    if not chosen:
        raise ValueError(
            f"The convention {convention.name!r} holds for {', '.join(held)}: name "
            f"some of them by --metrics."
        )
    return chosen


def _plain(table):
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


def _evaluate(options):
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

    def report():
        page = HtmlReport("Evaluation per query")
        _add_overview(page, evaluation, summary)
        page.heading("The worst queries")
        page.table(worst)
        return page

    text = f"{evaluation}\n\n{summary}\n\nthe worst queries\n{worst}"
    return document, text, report


def _add_overview(page, evaluation, summary):
    page.table(evaluation)
    for metric in evaluation.metrics:
        page.heading(metric)
        page.picture(
            lambda ax, metric=metric: GroupValuesDisplay.from_evaluation(
                evaluation, metric, ax=ax
            ),
            f"{metric} of each query, sorted, one line per model",
        )
    page.heading("Summary")
    page.table(summary)


def _compare(options):
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

    def report():
        page = HtmlReport("Comparison per query")
        page.table(comparison)
        for number, line in enumerate(comparison.sentences):
            model, against, metric = (
                str(comparison.columns[name][number])
                for name in ("model", "against", "metric")
            )
            page.heading(line)
            page.picture(
                lambda ax, pair=(model, against), metric=metric: (
                    GroupValuesDisplay.from_evaluation(
                        evaluation, metric, difference=pair, ax=ax
                    )
                ),
                f"{metric} of each query: {model} minus {against}, sorted",
            )
        page.heading("The queries that decide")
        page.table(deciding)
        return page

    text = f"{comparison}\n\nthe queries that decide\n{deciding}"
    return document, text, report
