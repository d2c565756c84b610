"""From a run and its judgements to one row per document."""

import warnings
from typing import Any, NamedTuple, Self

import numpy as np

from sklearn_rankscore._conventions.axes import Queries
from sklearn_rankscore._conventions.convention import ConventionLike, get_convention
from sklearn_rankscore._lists.arrays import Array, Bools, Floats, Integers
from sklearn_rankscore._lists.run_files import (
    QRELS,
    RUN,
    Entries,
    Source,
    read_entries,
)


class _Columns(NamedTuple):
    """What is unpacked of :class:`RunRows`."""

    y_true: Floats
    y_score: Floats
    groups: Array
    retrieved: Bools
    ids: Array


class RunRows(_Columns):
    """One row per document that was retrieved or judged, query after query.

    Attributes
    ----------
    y_true : ndarray of float64 of shape (n_rows,)
        The labels; NaN for a retrieved document that nobody judged.
    y_score : ndarray of float64 of shape (n_rows,)
        The scores; NaN for a judged document that was not retrieved.
    groups : ndarray of shape (n_rows,)
        The query ids.
    retrieved : ndarray of bool of shape (n_rows,)
        Whether the run holds the document.
    ids : ndarray of shape (n_rows,)
        The document ids.
    left_out : ndarray of shape (n_left_out,)
        The queries without judgements, of which there are no rows. No part of the
        tuple, as `missed`.
    missed : ndarray of shape (n_missed,)
        The judged queries that the run lacks: lists of missed documents under
        ``queries="judged"``, without rows under "both".
    """

    left_out: Array
    missed: Array

    def __new__(
        cls,
        y_true: Floats,
        y_score: Floats,
        groups: Array,
        retrieved: Bools,
        ids: Array,
        *,
        left_out: Array,
        missed: Array,
    ) -> Self:
        """Make the tuple, and keep beside it which queries stand on one side."""
        rows = super().__new__(cls, y_true, y_score, groups, retrieved, ids)
        rows.left_out, rows.missed = left_out, missed
        return rows

    def __getnewargs_ex__(self) -> tuple[tuple[Array, ...], dict[str, Array]]:
        """Return what copies and pickles are made of."""
        return tuple(self), {"left_out": self.left_out, "missed": self.missed}

    def _replace(self, /, **columns: Any) -> Self:
        arguments = {**self._asdict(), **self.__getnewargs_ex__()[1], **columns}
        return type(self)(**arguments)


def rows_from_run(
    run: Source,
    qrels: Source,
    *,
    queries: Queries | None = None,
    convention: ConventionLike = "default",
) -> RunRows:
    """Turn a run and its judgements into the rows that score functions take.

    Parameters
    ----------
    run : mapping, dataframe or path
        What a system retrieved: ``{query: {document: score}}``; a frame of pandas,
        polars or pyarrow with columns such as ``query_id, doc_id, score``; or a TREC
        file of lines ``query Q0 document rank score tag`` (``.gz`` is decompressed).
        Ranks in the file are not looked at: the scores decide.
    qrels : mapping, dataframe or path
        The judgements: ``{query: {document: label}}``; a frame with columns such as
        ``query_id, doc_id, relevance``; or a TREC file of lines ``query iteration
        document label``.
    queries : {"judged", "both", "same"}, optional
        Queries of one side only. A query that was judged but not answered is a list
        of missed documents under "judged" (``trec_eval -c``), is left out under "both"
        (trec_eval's default), and raises under "same". A query that was answered but
        not judged is left out under "judged" and "both", because nothing is known of
        it, and raises under "same". None takes what the convention says.
    convention : str or Convention, default="default"
        Says which queries count where `queries` does not: "both" under "trec_eval" and
        "trec_eval10", else "judged".

    Returns
    -------
    rows : RunRows
        A named tuple of arrays `y_true`, `y_score`, `groups`, `retrieved`, `ids`, one
        entry per document. Queries stand in the order of `qrels`; in each the
        retrieved documents in the order of `run`, then those judged and missed. Beside
        the tuple, ``rows.left_out`` holds the queries without judgements and
        ``rows.missed`` the judged ones that the run lacks.

    Raises
    ------
    ValueError
        If a document stands twice in a list, a score or label is not finite, a file or
        frame cannot be read, no query is on both sides, or ``queries="same"`` finds
        one on one side only.
    TypeError
        If an input is of another kind, or ids are of several types.

    Warns
    -----
    UserWarning
        If a query stands on one side only: how many do, the first, and what is made of
        them.

    See Also
    --------
    map_score : Takes such rows.
    judged_at_k_score : The share of the top k that was judged.

    Notes
    -----
    Judged documents that were not retrieved count in the ideal order and in R. A
    label of NaN and a score of NaN are refused by the score functions unless
    ``unjudged=`` and ``retrieved=`` say what they mean, so neither is forgotten. Labels
    below 0 come as they are, and are refused there.

    References
    ----------
    .. [1] NIST, trec_eval, https://github.com/usnistgov/trec_eval.

    Examples
    --------
    >>> from sklearn_rankscore import map_score, rows_from_run
    >>> run = {"q1": {"d1": 0.9, "d2": 0.5, "d7": 0.4}}
    >>> qrels = {"q1": {"d2": 1, "d1": 0, "d5": 2}}
    >>> y_true, y_score, qid, retrieved, ids = rows_from_run(run, qrels)
    >>> ids.tolist(), y_true.tolist(), retrieved.tolist()
    (['d1', 'd2', 'd7', 'd5'], [0.0, 1.0, nan, 2.0], [True, True, True, False])

    The choices of trec_eval:

    >>> map_score(
    ...     y_true, y_score, groups=qid, retrieved=retrieved, unjudged="irrelevant",
    ...     ties="descending", tiebreak=ids, ap_denominator="R",
    ... )
    0.25
    """
    function = "rows_from_run"
    chosen = get_convention(convention, function=function)
    queries = chosen.queries_rule(queries, function)
    rows = join_run(run, qrels, queries, function)
    told = one_sided_queries(rows, queries)
    if told:
        warnings.warn(f"{function} {told}.", UserWarning, stacklevel=2)
    return rows


def join_run(run: Source, qrels: Source, queries: Queries, function: str) -> RunRows:
    """Return the :class:`RunRows` under a settled rule, without a warning.

    Parameters
    ----------
    run, qrels
        As in :func:`rows_from_run`.
    queries : {"judged", "both", "same"}
    function : str
        What an error message calls the caller.

    Returns
    -------
    rows : RunRows
    """
    found, judged = (
        read_entries(source, kind, function)
        for source, kind in ((run, RUN), (qrels, QRELS))
    )
    n_judged = len(judged.values)
    sides, query_ids = _number(judged.named, found.named, "queries", function)
    of_judged, of_found = np.split(sides, [len(judged.named)])
    of_query = np.concatenate((of_judged[:n_judged], of_found[: len(found.values)]))
    of_document, document_ids = _number(
        judged.documents, found.documents, "documents", function
    )
    pairs = of_query * len(document_ids) + of_document
    for entries, keys, kind in (
        (judged, pairs[:n_judged], QRELS),
        (found, pairs[n_judged:], RUN),
    ):
        _refuse_twice(keys, entries, kind.name, function)
    is_judged, is_answered = (
        np.isin(np.arange(len(query_ids)), numbers)
        for numbers in (of_judged[:n_judged], of_found)
    )
    _check_sides(is_judged, is_answered, query_ids, queries, function)
    kept = is_judged if queries == "judged" else is_judged & is_answered
    label, is_missed = _join(pairs[:n_judged], judged.values, pairs[n_judged:])
    missed = np.flatnonzero(is_missed)

    # Retrieved rows first, so that a stable sort by query leaves them first.
    entry = np.concatenate((np.arange(n_judged, len(pairs)), missed))
    y_true = np.concatenate((label, judged.values[missed]))
    y_score = np.concatenate((found.values, np.full(len(missed), np.nan)))
    rows = np.argsort(of_query[entry], kind="stable")
    rows = rows[kept[of_query[entry[rows]]]]
    entry = entry[rows]
    return RunRows(
        y_true[rows],
        y_score[rows],
        query_ids[of_query[entry]],
        entry >= n_judged,
        document_ids[of_document[entry]],
        left_out=query_ids[~is_judged],
        missed=query_ids[is_judged & ~is_answered],
    )


def one_sided_queries(rows: RunRows, queries: Queries) -> str:
    """Say what became of the queries of one side only; "" where there are none.

    Parameters
    ----------
    rows : RunRows
    queries : {"judged", "both", "same"}

    Returns
    -------
    told : str
    """
    counts = queries == "judged"
    left_out = [_counted("query", "without judgements", rows.left_out)]
    missed = _counted("judged query", "that the run lacks", rows.missed)
    if not counts:
        left_out.append(missed)
    told = [f"leaves out {' and '.join(filter(None, left_out))}"] * any(left_out)
    if counts and missed:
        told.append(f"counts {missed} as nothing retrieved")
    return " and ".join(told)


def _counted(noun: str, which: str, ids: Array) -> str:
    """Say how many queries there are and name the first, "" for none."""
    if not len(ids):
        return ""
    if len(ids) == 1:
        return f"1 {noun} {which} ({ids[0].item()!r})"
    noun = noun.replace("query", "queries")
    return f"{len(ids)} {noun} {which} (first {ids[0].item()!r})"


def _number(
    judged: Array, found: Array, what: str, function: str
) -> tuple[Integers, Array]:
    """Return the number of each id by first appearance, and the ids themselves."""
    if (judged.dtype.kind == "U") != (found.dtype.kind == "U"):
        raise TypeError(
            f"{function} needs {what} named alike in run and qrels. Got "
            f"{found[0].item()!r} in run and {judged[0].item()!r} in qrels."
        )
    both = np.concatenate((judged, found))
    _, first, inverse = np.unique(both, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(order), dtype=np.intp)
    number[order] = np.arange(len(order))
    return number[inverse], both[first[order]]


def _refuse_twice(keys: Integers, entries: Entries, name: str, function: str) -> None:
    order = np.argsort(keys, kind="stable")
    again = order[1:][keys[order][1:] == keys[order][:-1]]
    if len(again):
        row = again.min()
        raise ValueError(
            f"The {name!r} parameter of {function} must name each document once per "
            f"query. Got {entries.documents[row].item()!r} twice in query "
            f"{entries.queries[row].item()!r}, again at row {row}."
        )


def _check_sides(
    judged: Bools, answered: Bools, query_ids: Array, queries: Queries, function: str
) -> None:
    """Refuse sides without a common query, or under "same" with another one."""
    if not (judged & answered).any():
        first = [query_ids[side][0].item() for side in (answered, judged)]
        raise ValueError(
            f"{function} needs a query that is in run and in qrels. Got none: run "
            f"begins with {first[0]!r}, qrels with {first[1]!r}."
        )
    if queries == "same" and (judged != answered).any():
        one_sided = np.flatnonzero(judged != answered)
        side, other = ("qrels", "run") if judged[one_sided[0]] else ("run", "qrels")
        raise ValueError(
            f"{function} with queries='same' needs the same queries in run and "
            f"qrels. Got {query_ids[one_sided[0]].item()!r} in {side} and not in "
            f"{other} (first of {len(one_sided)})."
        )


def _join(
    judged_pairs: Integers, labels: Floats, found_pairs: Integers
) -> tuple[Floats, Bools]:
    """Return the label of each retrieved document, and which judged ones it missed."""
    order = np.argsort(judged_pairs)
    ordered = judged_pairs[order]
    place = np.minimum(np.searchsorted(ordered, found_pairs), len(ordered) - 1)
    known = ordered[place] == found_pairs
    label = np.where(known, labels[order[place]], np.nan)
    missed = np.ones(len(judged_pairs), dtype=bool)
    missed[order[place[known]]] = False
    return label, missed
