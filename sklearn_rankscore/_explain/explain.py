"""Explain the score of one list, rank by rank."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import AXES
from sklearn_rankscore._conventions.convention import Convention, get_convention
from sklearn_rankscore._explain.explanation import Explanation
from sklearn_rankscore._explain.positions import Position, positions, row_titles
from sklearn_rankscore._explain.values import (
    TOLD,
    Value,
    choices,
    explain_step,
    ideal_value,
    notes,
)
from sklearn_rankscore._lists.arrays import Array, GroupsLike
from sklearn_rankscore._lists.border import LARGEST_EXPONENT
from sklearn_rankscore._lists.ranked import rank_lists
from sklearn_rankscore._lists.rows import Rows, clean_rows
from sklearn_rankscore._metrics.catalogue import check_cutoff
from sklearn_rankscore._plans.plan import Plan, make_plan
from sklearn_rankscore._plans.rankings import Rankings


def explain(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    group: object = None,
    k: int | None = None,
    convention: str | Convention = "default",
    titles: ArrayLike | None = None,
    scoring: str | Sequence[str] | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    **keywords: Any,
) -> Explanation:
    """Explain the metrics of one list, rank by rank.

    Beside each row of the list in its order stands the row that the ideal order has at
    that rank, with gain, divisor, share and running sum of both; below it each metric
    with the fraction that it is, the choices of the convention that were read, and
    where one of them decided.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    group : object, optional
        The query id of the list to explain, for two-dimensional input its number;
        needed where there is more than one.
    k : int or None, default=None
        Cut-off, >= 1; None ranks whole lists.
    convention : str or Convention, default="default"
        Sets every axis that is not given; see :func:`list_conventions`.
    titles : array-like of the shape of `y_true`, optional
        What the rows are called; "row 0", "row 1", ... by default.
    scoring : str or list of str, optional
        The metrics. By default precision, recall, MRR, nDCG (cut at k and not), AP, CG,
        DCG, the ideal DCG, ERR and RBP, as far as the convention holds for them.
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    **keywords
        Single axes of the convention (``gain="exponential"``) and parameters of the
        metrics (``persistence=0.5``). ``max_grade`` of ERR is the highest label where
        it is not given.

    Returns
    -------
    explanation : Explanation
        Prints as text and shows in a notebook; ``frame()`` gives the positions as a
        DataFrame, ``to_html(path)`` writes a page.

    Raises
    ------
    ValueError
        If the arrays, ``k``, the convention or the names are refused as by the score
        functions, or ``group`` names no list.
    TypeError
        If a keyword is read by none of the metrics.

    See Also
    --------
    explore : The same as a page to play with.
    score_per_group : One metric of every list; shared parameters at length.

    Examples
    --------
    >>> from sklearn_rankscore import explain
    >>> y_true = [3, 2, 0, 2, 0, 3, 0, 1, 0, 1]
    >>> y_score = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    >>> print(explain(y_true, y_score, groups=False, k=5))
    group 0: n = 10 rows, R = 6 relevant, k = 5
    <BLANKLINE>
     i  shown  label  gain  log2(i+1)  share    DCG  ideal  label  gain  share   IDCG
     1  row 0      3     3      1.000  3.000  3.000  row 0      3     3  3.000  3.000
     2  row 1      2     2      1.585  1.262  4.262  row 5      3     3  1.893  4.893
     3  row 2      0     0      2.000  0.000  4.262  row 1      2     2  1.000  5.893
     4  row 3      2     2      2.322  0.861  5.123  row 3      2     2  0.861  6.754
     5  row 4      0     0      2.585  0.000  5.123  row 7      1     1  0.387  7.141
    - cut at k = 5 ------------------------------------------------------------------
     6  row 5      3     3      2.807  1.069  6.192  row 9      1     1  0.356  7.497
     7  row 6      0     0      3.000  0.000  6.192  row 2      0     0  0.000  7.497
     8  row 7      1     1      3.170  0.315  6.507  row 4      0     0  0.000  7.497
     9  row 8      0     0      3.322  0.000  6.507  row 6      0     0  0.000  7.497
    10  row 9      1     1      3.459  0.289  6.796  row 8      0     0  0.000  7.497
    <BLANKLINE>
    precision@5  0.600  3 / 5          relevant rows in the top k / min(k, n)
    recall@5     0.500  3 / 6          relevant rows in the top k / R
    mrr          1.000  1 / 1          1 / rank of the first relevant row
    ndcg@5       0.717  5.123 / 7.141  DCG / ideal DCG, both cut at k
    ndcg         0.907  6.796 / 7.497  DCG / ideal DCG, all ranks
    map@5        0.550  2.750 / 5      sum of precision at relevant rows / min(R, k)
    cg@5         7.000  3 + 2 + 0 + 2 + 0  sum of the gains
    ...
    """
    base = get_convention(convention, function="explain")
    k = check_cutoff(k, "explain")
    axes = {name: value for name, value in keywords.items() if name in AXES}
    settled = base.replace("explain", **axes)
    rows = clean_rows(
        y_true,
        y_score,
        function="explain",
        groups=groups,
        retrieved=retrieved,
        tiebreak=tiebreak,
        grades=grades,
        unjudged=settled.unjudged,
        label_dtype=settled.label_dtype,
        score_dtype=settled.score_dtype,
    )
    plan = _plan(scoring, base, k, rows.labels, keywords)
    Rankings(plan.steps, "explain").check_keys(tiebreak)
    for step in plan.steps:
        step.check_labels(rows)
    chosen = _find(rows.groups.ids, group)
    labels, scores, offsets, extras = rows.block(chosen, chosen + 1)
    lists = rank_lists(labels, scores, offsets, None, **extras)
    named = _titles(titles, y_true, rows, chosen)
    table = positions(lists, named, settled, k)
    values = [explain_step(step, lists, scores, table) for step in plan.steps]
    sentences = notes(plan.steps, values, lists, k)
    if scoring is None:
        values = _with_ideal(values, table, k)
    return Explanation(
        rows.groups.ids[chosen],
        int(lists.lengths[0]),
        int(lists.count_relevant(settled.relevant_from)[0]),
        k,
        settled,
        tuple(table),
        tuple(values),
        tuple(choices([step.metric for step in plan.steps], settled, base)),
        tuple(sentences),
    )


def _plan(
    scoring: str | Sequence[str] | None,
    base: Convention,
    k: int | None,
    labels: Array,
    keywords: Mapping[str, Any],
) -> Plan:
    """Return the plan of the metrics to explain."""
    highest = max(1.0, float(labels.max()))
    if scoring is None:
        told = [t for t in TOLD if t.held_by(base) and t.key != "idcg"]
        if highest >= LARGEST_EXPONENT:
            told = [t for t in told if t.metric != "err"]
        scoring = list(dict.fromkeys(t.name(k) for t in told))
        # DCG is explained as a part of nDCG where the convention names nDCG alone.
        base, k = dataclasses.replace(base, metrics=None), None
    names = [scoring] if isinstance(scoring, str) else scoring
    if any(str(name).split("@")[0] == "err" for name in names):
        keywords = {"max_grade": highest, **keywords}
    plan = make_plan(scoring, function="explain", convention=base, k=k, **keywords)
    for step in plan.steps:
        if step.metric.family == "pointwise":
            raise ValueError(
                f"The 'scoring' parameter of explain must name metrics of ranked "
                f"lists. Got {str(step.name)!r}, an error of single rows."
            )
    return plan


def _find(ids: Array, group: object) -> int:
    """Return the number of the list with that id."""
    if group is None and len(ids) == 1:
        return 0
    found = [i for i, known in enumerate(ids) if known == group]
    if not found:
        some = ", ".join(repr(known) for known in ids[:3].tolist())
        more = ", ..." * (len(ids) > 3)
        raise ValueError(
            f"The 'group' parameter of explain must be the id of one of the {len(ids)} "
            f"lists: {some}{more}. Got {group!r} instead."
        )
    return found[0]


def _titles(
    titles: ArrayLike | None, y_true: ArrayLike, rows: Rows, chosen: int
) -> list[str]:
    """Return what the rows of a list are called."""
    named = row_titles(titles, np.size(y_true), "explain")
    if len(named) != rows.groups.n_rows:
        # Rows that nobody judged were left out.
        kept = ~np.isnan(np.asarray(y_true, dtype=np.float64).ravel())
        named = named[kept]
    span = slice(*rows.groups.offsets[chosen : chosen + 2])
    return list(rows.groups.take(named)[span])


def _with_ideal(
    values: Sequence[Value], table: Sequence[Position], k: int | None
) -> list[Value]:
    """Put the ideal DCG behind the DCG it is compared with."""
    full = []
    for value in values:
        full.append(value)
        if value.name.split("@")[0] == "dcg":
            full.append(ideal_value(table, k))
    return full
