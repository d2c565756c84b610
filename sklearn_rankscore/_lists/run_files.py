"""Runs and judgements as columns: from nested dicts, dataframes or TREC files."""

import bz2
import gzip
import lzma
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

import narwhals.stable.v2 as nw
import numpy as np

from sklearn_rankscore._lists.arrays import Array, Floats
from sklearn_rankscore._lists.border import as_numbers

if TYPE_CHECKING:
    from narwhals.stable.v2.typing import IntoDataFrame

# A nested dict, the path of a TREC file, or a dataframe of any library.
Source: TypeAlias = (
    "Mapping[Any, Mapping[Any, float]] | str | os.PathLike[str] | IntoDataFrame"
)
# Queries, documents, and what stands beside them.
Columns: TypeAlias = tuple[list[Any], list[Any], list[Any] | Array]

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


def suffix_of(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a file in small letters, that of compression left out."""
    path = Path(path)
    if path.suffix.lower() in _OPENERS:
        path = path.with_suffix("")
    return path.suffix.lower()


@contextmanager
def open_text(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file, decompressed by its name; errors name it."""
    opener = _OPENERS.get(Path(path).suffix.lower(), open)
    try:
        with opener(path, "rt", encoding="utf-8-sig", newline="") as lines:
            yield lines
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{os.fspath(path)!r} must be text in UTF-8. Got the byte "
            f"{error.object[error.start]:#04x}, which is none."
        ) from error
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise ValueError(
            f"{os.fspath(path)!r} must be compressed as its name says. Got: {error}."
        ) from error


def as_number(cell: object) -> float | None:
    """Return the number in a cell, None where it holds none; 1_000 is none."""
    if isinstance(cell, str) and "_" in cell:
        return None
    if not isinstance(cell, str | Real | Decimal) or isinstance(cell, bool):
        return None
    try:
        return float(cell)
    except (ValueError, OverflowError):
        return None


# What the columns of a frame are called by the libraries that write them.
QUERY_NAMES = ("query_id", "q_id", "qid", "query", "topic")
DOCUMENT_NAMES = ("doc_id", "docno", "docid", "document", "doc")
SCORE_NAMES = ("score", "y_score", "sim")
LABEL_NAMES = ("relevance", "rel", "label", "grade", "y_true", "score")


@dataclass(frozen=True)
class Kind:
    """How the two tables differ: the parameter, its values and its TREC columns."""

    name: str
    value: str
    value_names: tuple[str, ...]
    fields: tuple[str, ...]


RUN = Kind("run", "score", SCORE_NAMES, ("query", "Q0", "doc", "rank", "score", "tag"))
QRELS = Kind("qrels", "label", LABEL_NAMES, ("query", "iteration", "doc", "label"))


@dataclass(frozen=True)
class Entries:
    """One entry per query and document, in the order they came.

    Parameters
    ----------
    queries, documents : ndarray of shape (n_entries,)
        The ids, whole numbers or text.
    values : ndarray of float64 of shape (n_entries,)
        Scores of a run, labels of judgements.
    bare : ndarray of shape (n_queries,)
        The queries of a nested dict that hold no document.
    """

    queries: Array
    documents: Array
    values: Floats
    bare: Array

    @property
    def named(self) -> Array:
        """The query of each entry, then those that hold no document."""
        return np.concatenate((self.queries, self.bare))


def read_entries(source: Source, kind: Kind, function: str) -> Entries:
    """Return a run or judgements as :class:`Entries`, each document once per query."""
    bare: list[Any] = []
    if isinstance(source, Mapping):
        columns = _from_mapping(source, kind, function)
        bare = [query for query, documents in source.items() if not documents]
    elif isinstance(source, (str, os.PathLike)):
        columns = _from_file(os.fspath(source), kind, function)
    else:
        columns = _from_frame(source, kind, function)
    queries, documents, values = columns
    if not len(values):
        raise ValueError(
            f"The {kind.name!r} parameter of {function} must hold at least one "
            f"document. Got none."
        )
    named = _as_ids([*queries, *bare], "query", kind, function)
    entries = Entries(
        named[: len(values)],
        _as_ids(documents, "document", kind, function),
        as_numbers(values, kind.name, function).astype(np.float64),
        named[len(values) :],
    )
    _refuse_nan(entries, kind, function)
    return entries


def _from_mapping(source: Mapping[Any, Any], kind: Kind, function: str) -> Columns:
    for query, documents in source.items():
        if not isinstance(documents, Mapping):
            raise TypeError(
                f"The {kind.name!r} parameter of {function} must map each query to a "
                f"dict of document to {kind.value}. Got {type(documents).__name__} for "
                f"query {query!r}."
            )
    rows = [
        (query, document, value)
        for query, documents in source.items()
        for document, value in documents.items()
    ]
    queries, documents, values = zip(*rows, strict=True) if rows else ((), (), ())
    return list(queries), list(documents), list(values)


def _from_frame(source: Any, kind: Kind, function: str) -> Columns:
    frame = nw.from_native(source, eager_only=True, pass_through=True)
    if frame is source:
        raise TypeError(
            f"The {kind.name!r} parameter of {function} must be a nested dict "
            f"{{query: {{document: {kind.value}}}}}, a dataframe or the path of a TREC "
            f"file. Got {type(source).__name__} instead."
        )
    query = _column(frame, QUERY_NAMES, kind, function)
    document = _column(frame, DOCUMENT_NAMES, kind, function)
    value = _column(frame, kind.value_names, kind, function)
    return query.to_list(), document.to_list(), value.to_numpy()


def _column(
    frame: nw.DataFrame[Any], names: Sequence[str], kind: Kind, function: str
) -> nw.Series[Any]:
    for name in names:
        if name in frame.columns:
            return frame[name]
    raise ValueError(
        f"The {kind.name!r} parameter of {function} must have a column called one of "
        f"{list(names)}. Got the columns {frame.columns}; rename one."
    )


def _from_file(path: str, kind: Kind, function: str) -> Columns:
    """Read a TREC file: columns divided by blanks, one document per line."""
    queries: list[str] = []
    documents: list[str] = []
    values: list[float] = []
    place = kind.fields.index(kind.value)
    with open_text(path) as lines:
        for number, line in enumerate(lines, 1):
            fields = line.split()
            if not fields:
                continue
            complete = len(fields) == len(kind.fields)
            value = as_number(fields[place]) if complete else None
            if value is None:
                raise ValueError(
                    f"The {kind.name!r} parameter of {function} must be a TREC file of "
                    f"lines '{' '.join(kind.fields)}'. Got {line.strip()!r} at line "
                    f"{number} of {path!r}."
                )
            values.append(value)
            queries.append(fields[0])
            documents.append(fields[2])
    return queries, documents, values


def _as_ids(ids: Sequence[Any], what: str, kind: Kind, function: str) -> Array:
    """Return ids of one type, so that 7 and '7' are never taken for each other."""
    types = {type(value) for value in ids}
    if types == {str} or types <= {int, np.int32, np.int64}:
        return np.asarray(ids)
    # A frame turns whole numbers with a gap among them into floats and NaN.
    named = sorted(t.__name__ for t in types)
    raise TypeError(
        f"The {kind.name!r} parameter of {function} must name every {what} by a str, "
        f"or every {what} by an int. Got ids of type {', '.join(named)}."
    )


def _refuse_nan(entries: Entries, kind: Kind, function: str) -> None:
    wrong = np.flatnonzero(~np.isfinite(entries.values))
    if len(wrong):
        first = wrong[0]
        raise ValueError(
            f"The {kind.name!r} parameter of {function} must hold finite {kind.value}s."
            f" Got {entries.values[first].item()} for document "
            f"{entries.documents[first].item()!r} of query "
            f"{entries.queries[first].item()!r} (first of {len(wrong)})."
        )
