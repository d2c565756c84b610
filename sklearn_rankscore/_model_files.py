"""Files with the scores of models: tables, LETOR files with predictions, TREC runs."""

import csv
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import narwhals.stable.v2 as nw
import numpy as np

from sklearn_rankscore._datasets_file import load_ranking_file
from sklearn_rankscore._run_files import (
    DOCUMENT_NAMES,
    LABEL_NAMES,
    QUERY_NAMES,
    SCORE_NAMES,
)
from sklearn_rankscore._runs import join_run, one_sided_queries

# What tables hold beside labels and the scores of models; "" heads an index.
_NO_SCORES = frozenset(
    {
        *(*QUERY_NAMES, *LABEL_NAMES, *DOCUMENT_NAMES),
        *("", "index", "group", "id", "title", "rank", "retrieved", "iteration"),
        *("weight", "weights", "sample_weight", "unnamed: 0"),
    }
)


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
    notes : tuple of str
        What was left out of the file, or counted although it is not in it.
    """

    y_true: np.ndarray
    scores: dict
    groups: np.ndarray
    retrieved: np.ndarray | None = None
    ids: np.ndarray | None = None
    notes: tuple[str, ...] = ()


def read_models(
    files,
    *,
    label=None,
    group=None,
    score=(),
    document=None,
    predictions=(),
    qrels=None,
    queries="judged",
):
    """Read files, of the kind that the other arguments and the names say.

    Parameters
    ----------
    files : sequence of str
        TREC runs if `qrels` is given; one LETOR file if `predictions` are; else tables,
        ``.csv``, ``.tsv`` or ``.parquet``.
    label, group : str, optional
        Columns of a table; by default the first that has one of the usual names.
    score : sequence of str
        The columns that hold scores, one per model; by default as above, or where there
        is none of a usual name, the numeric columns that are nothing else.
    document : str, optional
        The column of a table that holds document ids; by default as above, if any.
    predictions : sequence of str
        Files of one score per row.
    qrels : str, optional
        A TREC file of judgements.
    queries : {"judged", "both", "same"}, default="judged"
        Which queries of TREC runs count, as in ``rows_from_run``.

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
    if document is not None and (qrels is not None or predictions):
        raise ValueError(
            f"--document names a column of a table, and no table is read. "
            f"Got {document!r}."
        )
    if qrels is not None:
        return _read_runs(files, qrels, queries)
    if predictions:
        if len(files) > 1:
            raise ValueError(
                f"Predictions belong to one file of labels. Got {len(files)} files."
            )
        return [_read_predictions(files[0], predictions)]
    names = label, group, score, document
    return [_read_table(path, *names, len(files) > 1) for path in files]


def _stem(path):
    return Path(path).name.split(".")[0]


def _read_runs(files, qrels, queries):
    models = [_read_run(path, qrels, queries) for path in files]
    held = [dict.fromkeys(rows.groups.tolist()) for rows in models]
    for path, other in zip(files[1:], held[1:], strict=True):
        _check_same_queries((files[0], held[0]), (path, other))
    return models


def _read_run(path, qrels, queries):
    rows, model = join_run(path, qrels, queries, f"evaluate of {path!r}"), _stem(path)
    told = one_sided_queries(rows, queries)
    return ModelRows(
        rows.y_true,
        {model: rows.y_score},
        rows.groups,
        rows.retrieved,
        rows.ids,
        (f"{model}: {told}.",) if told else (),
    )


def _check_same_queries(first, other):
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


def _read_predictions(path, predictions):
    _, y_true, groups = load_ranking_file(path, return_X_y=True)
    scores = {}
    for file in predictions:
        try:
            column = np.loadtxt(file, ndmin=1)
        except ValueError as error:
            raise ValueError(
                f"Predictions must be numbers. {file!r}: {error}"
            ) from error
        if column.shape != y_true.shape:
            raise ValueError(
                f"Predictions must be one number per row. {file!r} holds shape "
                f"{column.shape} for the {len(y_true)} rows of {path!r}."
            )
        scores[_stem(file)] = column
    if len(scores) < len(predictions):
        raise ValueError(
            f"Files of predictions must differ in name: it is that of the model. Got "
            f"{list(predictions)}."
        )
    return ModelRows(y_true, scores, groups)


def _read_table(path, label, group, score, document, several):
    columns = _parquet(path) if path.endswith(".parquet") else _csv(path)
    label = _column(columns, label, LABEL_NAMES, "--label", path)
    group = _column(columns, group, QUERY_NAMES, "--group", path)
    if document is not None or any(name in columns for name in DOCUMENT_NAMES):
        document = _column(columns, document, DOCUMENT_NAMES, "--document", path)
    names = score or _score_columns(columns, {label, group, document}, path)
    for name in names:
        _column(columns, name, (), "--score", path)
    scores = {name: _numbers(columns[name], name, path) for name in names}
    if several and len(names) == 1:
        # One column of each file: the files are what tells models apart.
        scores = {_stem(path): scores[names[0]]}
    return ModelRows(
        _numbers(columns[label], label, path),
        scores,
        columns[group],
        ids=None if document is None else columns[document],
    )


def _score_columns(columns, taken, path):
    """Return the column with a usual name, or all numeric ones that are nothing else.

    A blank cell makes no column text: it is refused later, and not left out in silence.
    """
    usual = [name for name in SCORE_NAMES if name in columns and name not in taken]
    names = usual[:1] or [
        name
        for name, column in columns.items()
        if name not in taken
        and name.strip().lower() not in _NO_SCORES
        and _holds_numbers(column)
    ]
    if not names:
        raise ValueError(
            f"--score must name a column of {path!r} that holds the scores of a model. "
            f"Got none, and beside labels and ids no column of {list(columns)} holds "
            f"numbers."
        )
    return names


def _holds_numbers(column):
    if column.dtype.kind not in "iufUO":
        return False
    filled = [value for value in column.tolist() if value not in ("", None)]
    try:
        np.array(filled).astype(np.float64)
    except (TypeError, ValueError):
        return False
    return bool(filled)


def _csv(path):
    """Return the columns of a text table, as text."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.reader(file, delimiter="\t" if path.endswith(".tsv") else ",")
        head = next(rows, [])
        body = [row for row in rows if row]
    for number, row in enumerate(body, 2):
        if len(row) != len(head):
            raise ValueError(
                f"{path!r} must have {len(head)} columns in every row, as in its head. "
                f"Got {len(row)} in row {number}."
            )
    if not body:
        raise ValueError(f"{path!r} must have a head and at least one row.")
    return dict(zip(head, map(np.array, zip(*body, strict=True)), strict=True))


def _parquet(path):
    library: Any = next(filter(find_spec, ("pyarrow", "polars")), None)
    if library is None:
        raise ValueError(
            f"Reading {path!r} needs pyarrow or polars: pip install pyarrow."
        )
    frame = nw.read_parquet(path, backend=library)
    return {name: np.array(frame[name].to_list()) for name in frame.columns}


def _column(columns, name, usual, option, path):
    """Return the name of a column that was asked for, or has a usual name."""
    if name is None:
        name = next((known for known in usual if known in columns), None)
    if name not in columns:
        got = f" Got {name!r}." if name else ""
        raise ValueError(
            f"{option} must name a column of {path!r}, one of {list(columns)}.{got}"
        )
    return name


def _numbers(column, name, path):
    try:
        return column.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"Column {name!r} of {path!r} must hold numbers: {error}."
        ) from error
