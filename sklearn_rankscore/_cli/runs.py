"""What the command line asks and says of runs: queries and unjudged documents."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sklearn_rankscore._cli.report import HtmlReport
from sklearn_rankscore._conventions.axes import Queries, Unjudged
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._files.models import ModelRows
from sklearn_rankscore._metrics.catalogue import parse_name

_TAKEN = {"irrelevant": "counted as irrelevant", "condense": "left out"}


def add_queries(command: argparse.ArgumentParser) -> None:
    """Add the option ``--queries`` to a command that reads runs."""
    command.add_argument(
        "--queries",
        choices=("judged", "both", "same"),
        help="which queries of TREC runs count: all judged ones (trec_eval -c), those "
        "that the run answers too, or all, which must be the same (default: what the "
        "convention says)",
    )


def queries_rule(options: argparse.Namespace, convention: Convention) -> Queries:
    """Return which queries of runs count."""
    if options.queries is not None and options.qrels is None:
        raise ValueError(
            f"--queries says which queries of TREC runs count, and no run is read: "
            f"their judgements are named by --qrels. Got {options.queries!r}."
        )
    return convention.queries_rule(options.queries, "evaluate")


def unjudged_rule(
    rows: ModelRows, convention: Convention, metrics: Iterable[str]
) -> Unjudged | None:
    """Take unjudged documents of a run as irrelevant, where nothing else is said."""
    families = {parse_name(name, function="evaluate").metric.family for name in metrics}
    read = rows.retrieved is not None and families & {"gain", "hit"}
    return "irrelevant" if read and convention.unjudged == "raise" else None


def unjudged_notes(
    rows: ModelRows, convention: Convention, keywords: Mapping[str, Any]
) -> list[str]:
    """Say what became of retrieved documents that nobody judged, in at most one note.

    Parameters
    ----------
    rows : ModelRows
    convention : Convention
    keywords : mapping of str to object
        Of the evaluation, by name.

    Returns
    -------
    notes : list of str
    """
    rule = keywords["unjudged"] or convention.unjudged
    if rule not in _TAKEN or rows.retrieved is None or rows.ids is None:
        return []
    unjudged = np.flatnonzero(np.isnan(rows.y_true))
    if not len(unjudged):
        return []
    first = unjudged[0]
    return [
        f"{', '.join(rows.scores)}: of {np.count_nonzero(rows.retrieved)} retrieved "
        f"documents {len(unjudged)} without judgements, {_TAKEN[rule]} (first "
        f"{rows.ids[first].item()!r} of query {rows.groups[first].item()!r})."
    ]


def notes_as_text(notes: Sequence[str]) -> str:
    """Return the end of a text, "" where there is nothing to say."""
    return "".join(["\n\nnotes", *(f"\n{note}" for note in notes)]) if notes else ""


def add_notes(page: HtmlReport, notes: Sequence[str]) -> HtmlReport:
    """Return an :class:`HtmlReport` with notes at its end, if there are any."""
    if notes:
        page.heading("Notes")
    for note in notes:
        page.paragraph(note)
    return page
