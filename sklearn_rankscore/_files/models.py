"""Files with the scores of models: tables, LETOR files with predictions, TREC runs."""

from collections.abc import Collection, Container, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np

from sklearn_rankscore._conventions.axes import Queries
from sklearn_rankscore._files.names import model_names
from sklearn_rankscore._files.tables import FileTable, read_table
from sklearn_rankscore._lists.arrays import Array, Bools, Floats
from sklearn_rankscore._lists.run_files import (
    DOCUMENT_NAMES,
    LABEL_NAMES,
    QUERY_NAMES,
    SCORE_NAMES,
    as_number,
    open_text,
)
from sklearn_rankscore._lists.runs import RunRows, join_run, one_sided_queries
from sklearn_rankscore.datasets.files import load_ranking_file

# Beside scores: what the command line takes for labels.
USUAL_LABELS = tuple(name for name in LABEL_NAMES if name not in SCORE_NAMES)

# What tables hold beside labels and the scores of models; "" heads an index.
NO_MODELS = frozenset(
    {
        *(*QUERY_NAMES, *USUAL_LABELS, *DOCUMENT_NAMES),
        *("", "index", "group", "id", "title", "rank", "retrieved", "iteration"),
        *("weight", "weights", "sample_weight", "unnamed: 0"),
    }
)

# The one rule for what --score leaves open, as help and messages say it.
SCORES_OF_A_TABLE = """\
  without --score every column of numbers is a model, `score` among them, but labels,
  ids (qid, doc_id, ...) and what is called weight, rank, retrieved, title, id or index;
  columns of text are left out and named on stderr
"""


class ModelRows(NamedTuple):
    """Rows as score functions take them, and the scores of models on them.

    Attributes
    ----------
    y_true : ndarray of shape (n_rows,)
    scores : dict of str to ndarray of shape (n_rows,)
        By model.
    groups : ndarray of shape (n_rows,)
    retrieved : ndarray of bool of shape (n_rows,) or None
    ids : ndarray of shape (n_rows,) or None
        The document ids.
    words : dict of str to str
        What messages call the arrays: where they stand in files.
    places : sequence of int or None
        The row of the file in which each row stands, as a reader finds it.
    left_out : tuple of str
        Which columns of the file were not read.
    notes : tuple of str
        Which queries of a run were left out, or counted although it lacks them.
    """

    y_true: Floats
    scores: dict[str, Floats]
    groups: Array
    retrieved: Bools | None = None
    ids: Array | None = None
    words: Mapping[str, str] = MappingProxyType({})
    places: Sequence[int] | None = None
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_models(
    files: Sequence[str],
    *,
    label: str | None = None,
    group: str | None = None,
    score: Sequence[str] = (),
    document: str | None = None,
    predictions: Sequence[str] = (),
    qrels: str | None = None,
    queries: Queries = "judged",
    names: Sequence[str] = (),
    unjudged: bool = False,
    remedies: Mapping[str, str] = MappingProxyType({}),
) -> list[ModelRows]:
    """Read files, of the kind that the other arguments and the names say.

    Parameters
    ----------
    files : sequence of str
        TREC runs if `qrels` is given; one LETOR file if `predictions` are; else tables,
        ``.csv``, ``.tsv`` or ``.parquet``.
    label, group : str, optional
        Columns of a table; by default the first that has one of the usual names.
    score : sequence of str
        The columns that hold scores, one per model; by default all columns of numbers
        but labels, ids and those called as what is no score, such as ``weight``.
    document : str, optional
        The column of a table that holds document ids; by default as above, if any.
    predictions : sequence of str
        Files of one score per row.
    qrels : str, optional
        A TREC file of judgements.
    queries : {"judged", "both", "same"}, default="judged"
        Which queries of TREC runs count, as in ``rows_from_run``.
    names : sequence of str
        What the models are called, in their order; by default their columns or files.
    unjudged : bool, default=False
        Whether an empty label of a table is one that nobody gave, or refused.
    remedies : mapping of str to str
        As `read_table` takes them.

    Returns
    -------
    models : list of ModelRows

    Raises
    ------
    ValueError
        If a file cannot be read as what it is taken for.
    OSError
        If a file cannot be opened.
    """
    columns = {
        "--label": label,
        "--group": group,
        "--score": score or None,
        "--document": document,
    }
    if predictions and qrels is not None:
        raise ValueError("--predictions and --qrels cannot both be given.")
    if predictions or qrels is not None:
        for option, column in columns.items():
            if column is not None:
                raise ValueError(
                    f"{option} names a column of a table, and no table is read. "
                    f"Got {column!r}."
                )
    if qrels is not None:
        models = _read_runs(files, qrels, queries)
    elif predictions:
        models = [_read_predictions(files, predictions)]
    else:
        asked = _Asked(label, group, score, document, unjudged, remedies)
        models = _read_tables(files, asked)
    return _rename(models, names)


def _rename(models: Sequence[ModelRows], names: Sequence[str]) -> list[ModelRows]:
    """Call models by `names`, one each and in order, or refuse two of one name."""
    found = [name for rows in models for name in rows.scores]
    if names and len(names) != len(found):
        raise ValueError(
            f"--names must give one name per model. Got {len(names)} for the "
            f"{len(found)} models {found}."
        )
    chosen = list(names) or found
    twice = next((name for name in chosen if chosen.count(name) > 1), None)
    if twice is not None:
        remedy = "" if names else ": name them by --names, one name per model"
        raise ValueError(
            f"Models must have different names. Got {twice!r} twice among "
            f"{chosen}{remedy}."
        )
    left = iter(chosen)
    return [
        rows._replace(scores={next(left): column for column in rows.scores.values()})
        for rows in models
    ]


def _read_runs(files: Sequence[str], qrels: str, queries: Queries) -> list[ModelRows]:
    models = [
        _read_run(name, path, qrels, queries)
        for name, path in zip(model_names(files), files, strict=True)
    ]
    held = [dict.fromkeys(rows.groups.tolist()) for rows in models]
    for path, other in zip(files[1:], held[1:], strict=True):
        _check_same_queries((files[0], held[0]), (path, other))
    return models


def _read_run(name: str, path: str, qrels: str, queries: Queries) -> ModelRows:
    rows = _run_rows(path, qrels, queries)
    told = one_sided_queries(rows, queries)
    return ModelRows(
        rows.y_true,
        {name: rows.y_score},
        rows.groups,
        rows.retrieved,
        rows.ids,
        words={"y_true": f"The labels in {qrels!r}", "y_score": f"Scores in {path!r}"},
        notes=(f"{name}: {told}.",) if told else (),
    )


_Answered: TypeAlias = tuple[str, Collection[object]]


def _check_same_queries(first: _Answered, other: _Answered) -> None:
    """Refuse two runs that answer other queries, as (path, queries).

    On the queries of both, neither run would have the number that it has alone.
    """
    for (path, here), (lacking, there) in ((first, other), (other, first)):
        missing = [query for query in here if query not in there]
        if missing:
            raise ValueError(
                f"Runs are evaluated together on the same queries. {lacking!r} lacks "
                f"{missing[0]!r} of {path!r} (first of {len(missing)}): --queries "
                f"judged counts for every run what it lacks as nothing retrieved."
            )


def _run_rows(path: str, qrels: str, queries: Queries) -> RunRows:
    function = f"evaluate of {path!r}"
    try:
        return join_run(path, qrels, queries, function)
    except ValueError as error:
        said = str(error)
        for name, file in (("run", path), ("qrels", qrels)):
            said = said.replace(f"The {name!r} parameter of {function}", repr(file))
        raise ValueError(said) from error


def _read_predictions(files: Sequence[str], predictions: Sequence[str]) -> ModelRows:
    if len(files) > 1:
        raise ValueError(
            f"--predictions belong to one file of labels. Got {len(files)} files."
        )
    (path,) = files
    _, y_true, groups = load_ranking_file(path, return_X_y=True)
    scores = {}
    for name, file in zip(model_names(predictions), predictions, strict=True):
        scores[name] = _one_number_per_line(file)
        if len(scores[name]) != len(y_true):
            raise ValueError(
                f"--predictions must be files of one number per row. {file!r} holds "
                f"{len(scores[name])} for the {len(y_true)} rows of {path!r}."
            )
    words = {"y_true": f"The labels in {path!r}"}
    return ModelRows(y_true, scores, groups, words=words, places=_counted(y_true))


def _counted(rows: Floats) -> range:
    return range(1, len(rows) + 1)


def _one_number_per_line(path: str) -> Floats:
    values = []
    with open_text(path) as lines:
        for place, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            value = as_number(text)
            if value is None or not np.isfinite(value):
                raise ValueError(
                    f"--predictions must be files of one finite number per row. Got "
                    f"{text!r} in row {place} of {path!r}."
                )
            values.append(value)
    return np.array(values, dtype=np.float64)


class _Asked(NamedTuple):
    """What is asked of a table: its columns, where none are named the usual ones."""

    label: str | None
    group: str | None
    score: Sequence[str]
    document: str | None
    unjudged: bool
    remedies: Mapping[str, str]


def _read_tables(files: Sequence[str], asked: _Asked) -> list[ModelRows]:
    """Return the models of each table; one column of each file is called as it."""
    models = []
    for name, path in zip(model_names(files), files, strict=True):
        rows = _read_table(path, asked)
        if len(files) > 1 and len(rows.scores) == 1:
            rows = rows._replace(scores={name: next(iter(rows.scores.values()))})
        models.append(rows)
    return models


def _read_table(path: str, asked: _Asked) -> ModelRows:
    table = read_table(path, asked.remedies)
    label = _column(table, asked.label, USUAL_LABELS, "--label")
    group = _column(table, asked.group, QUERY_NAMES, "--group")
    document = asked.document
    if document is not None or any(name in table.columns for name in DOCUMENT_NAMES):
        document = _column(table, document, DOCUMENT_NAMES, "--document")
    names, left_out = list(asked.score), dict[str, str]()
    if not names:
        names, left_out = _score_columns(table, {label, group, document})
    for at, name in enumerate(names):
        _column(table, name, (), "--score")
        if name in names[:at]:
            raise ValueError(f"--score must name each column once. Got {name!r} twice.")
    listed = ", ".join(f"{name!r} ({why})" for name, why in left_out.items())
    return ModelRows(
        table.numbers(label, missing=asked.unjudged),
        {name: table.numbers(name) for name in names},
        table.ids(group),
        ids=None if document is None else table.ids(document),
        words={"y_true": f"Column {label!r} of {path!r}"},
        places=table.places,
        left_out=(f"not read of {path!r}: {listed}",) if left_out else (),
    )


def _score_columns(
    table: FileTable, taken: Container[str | None]
) -> tuple[list[str], dict[str, str]]:
    """Return the columns of scores, and why each of the others is none."""
    names, left_out = list[str](), dict[str, str]()
    for name in table.columns:
        if name in taken or not name.strip():
            continue
        if name.strip().lower() in NO_MODELS:
            left_out[name] = "no score by its name"
        elif (kind := table.kind(name)) == "numbers":
            names.append(name)
        else:
            left_out[name] = kind
    if not names:
        raise ValueError(
            f"--score must name a column of {table.path!r} that holds the scores of a "
            f"model. Got none, and beside labels and ids no column of "
            f"{list(table.columns)} holds numbers."
        )
    return names, left_out


def _column(
    table: FileTable, name: str | None, usual: Sequence[str], option: str
) -> str:
    """Return the name of a column that was asked for, or has a usual name."""
    if name is None:
        name = next((known for known in usual if known in table.columns), None)
    if name is None or name not in table.columns:
        got = f" Got {name!r}." if name is not None else ""
        raise ValueError(
            f"{option} must name a column of {table.path!r}, one of "
            f"{list(table.columns)}.{got}"
        )
    return name
