"""Every peer's number beside ours under the peer's convention."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._conventions.convention import in_words
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._metrics.catalogue import MetricName, parse_name
from sklearn_rankscore._peers.known import PEERS
from sklearn_rankscore._peers.records import (
    Call,
    Measure,
    Peer,
    PeerLists,
    as_peer_lists,
    our_number,
    plan_columns,
)
from sklearn_rankscore._peers.replay import REPLAYED
from sklearn_rankscore._plans.reduce import mean_over_lists

_LONGEST_NOTE = 120

# One row of the table: a value per column.
Row: TypeAlias = dict[str, Any]


def crosscheck(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    metrics: str | Sequence[str] = ("ndcg@5", "ndcg@10", "map@10"),
    peers: str | Sequence[str] = "installed",
    sample_weight: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
) -> Table:
    """Compare every peer's number with ours under the peer's convention.

    Each library is asked for its own number on the given lists, through its own public
    functions; beside it stands the number of this package under the convention named
    for that library, and how many float64 lie between the two.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    metrics : str or sequence of str, default=("ndcg@5", "ndcg@10", "map@10")
        Names out of :func:`get_rank_scorer_names`, with cut-offs.
    peers : "installed" or sequence of str, default="installed"
        The libraries to ask: "scikit-learn", "LightGBM", "XGBoost", "CatBoost",
        "pytrec_eval", "ranx", "ranx, dicts", "ir_measures", "torchmetrics". ranx
        compiles for about a minute when it is first used on a machine.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input. Peers
        without weights are not asked.
    tiebreak : array-like of shape (n_rows,), optional
        Document ids, by which some peers order equal scores; they compare ids as text.
        By default the rows are numbered.

    Returns
    -------
    table : Table
        One row per metric and peer that has it; a note names metrics that no peer has.
        ``table.frame()`` is a data frame,
        ``print(table)`` text, and notebooks show it as HTML. Columns: `metric`, `peer`,
        `call` (the metric in the peer's words), `peer_value`, `our_value`, `ulp` (the
        number of float64 between them; 0 is the same bits), `ulp_replayed` (the same
        for the peer's own arithmetic, where it is replayed), `convention`, `in_words`
        and `note` (why there is no number, or why a difference is expected).

    Raises
    ------
    ValueError
        If a metric or a peer is unknown, a named peer is not installed, none of the
        peers has any of the metrics, or the arrays are not what :func:`ndcg_score`
        takes.

    See Also
    --------
    identify_convention : Find the convention behind a number.

    Examples
    --------
    >>> from sklearn_rankscore import crosscheck
    >>> y_true, y_score = [3, 0, 1, 0, 2], [0.9, 0.8, 0.7, 0.3, 0.6]
    >>> qid = ["a", "a", "a", "b", "b"]
    >>> table = crosscheck(
    ...     y_true, y_score, groups=qid, metrics=["ndcg@2"], peers=["scikit-learn"]
    ... )
    >>> row = table.rows[0]
    >>> row["peer"], round(row["peer_value"], 6), row["ulp"] < 10
    ('scikit-learn', 0.913117, True)
    """
    texts = [metrics] if isinstance(metrics, str) else metrics
    names = [parse_name(text, function="crosscheck") for text in texts]
    asked, notes = _choose(peers)
    lists = as_peer_lists(
        y_true,
        y_score,
        function="crosscheck",
        groups=groups,
        sample_weight=sample_weight,
        tiebreak=tiebreak,
    )
    rows = [row for peer in asked for row in _rows_of(peer, names, lists)]
    notes += _without_peer(names, asked, rows)
    order = {str(name): place for place, name in enumerate(names)}
    rows.sort(key=lambda row: order[row["metric"]])
    title = f"{lists.n_lists} lists, {len(lists.labels)} rows"
    columns = {name: [row[name] for row in rows] for name in _COLUMNS}
    return Table(columns, title, tuple(notes))


_COLUMNS = (
    *("metric", "peer", "call", "peer_value", "our_value", "ulp", "ulp_replayed"),
    *("convention", "in_words", "note"),
)


def _choose(peers: str | Sequence[str]) -> tuple[list[Peer], list[str]]:
    """Return the peers to ask, and notes on those that can't be."""
    if peers == "installed":
        missing = [peer.name for peer in PEERS.values() if not peer.installed]
        notes = [f"Not installed: {', '.join(missing)}."] if missing else []
        return [peer for peer in PEERS.values() if peer.installed], notes
    known = {name.lower(): peer for name, peer in PEERS.items()}
    chosen = []
    for name in [peers] if isinstance(peers, str) else peers:
        peer = known.get(str(name).lower())
        if peer is None:
            raise ValueError(
                f"The 'peers' parameter of crosscheck must be 'installed' or names out "
                f"of {list(PEERS)}. Got {name!r} instead."
            )
        if not peer.installed:
            raise ValueError(
                f"The 'peers' parameter of crosscheck must name installed libraries. "
                f"{peer.name} is not: pip install {peer.distributions[0]}"
            )
        chosen.append(peer)
    return chosen, []


def _without_peer(
    names: Sequence[MetricName], asked: Sequence[Peer], rows: Sequence[Row]
) -> list[str]:
    """Return a note on metrics that no peer has; refuse if it would be all there is."""
    found = {row["metric"] for row in rows}
    lacking = [str(name) for name in names if str(name) not in found]
    of_peers = ", ".join(peer.name for peer in asked)
    if not rows:
        had = sorted({measure.metric for peer in asked for measure in peer.measures})
        raise ValueError(
            f"The 'metrics' parameter of crosscheck must name a metric that one of the "
            f"peers asked ({of_peers}) has, out of {had}. Got {lacking}."
        )
    return [f"No peer asked has {', '.join(lacking)}."] if lacking else []


def _rows_of(peer: Peer, names: Sequence[MetricName], lists: PeerLists) -> list[Row]:
    """Return one row per metric that a peer has."""
    rows, calls = [], []
    for name in names:
        measures = peer.measures_of(name.metric.name)
        callable_ones = [m for m in measures if m.call(name.k, lists.longest)]
        for measure in (callable_ones or measures)[:1]:
            call = measure.call(name.k, lists.longest)
            why = peer.refusal(measure, lists)
            if call is None:
                why = "has no cut-off" if name.k else "needs a cut-off"
            row = _row(peer, measure, name, lists)
            rows.append(row | {"call": call.words if call else "", "note": why})
            if call is not None and not why:
                rows[-1]["note"] = peer.known_difference(measure, lists)
                calls.append((rows[-1], measure, call))
    answers = ask_all(peer, lists, [call for _, _, call in calls])
    for (row, measure, call), answer in zip(calls, answers, strict=True):
        if isinstance(answer, Exception):
            row["note"] = _first_line(answer)
            continue
        row["peer_value"] = answer
        row["ulp"] = ulps(peer.rounded(row["our_value"]), answer)
        replayed = replayed_number(peer, measure, call, lists)
        row["ulp_replayed"] = None if replayed is None else ulps(replayed, answer)
    return rows


def _row(peer: Peer, measure: Measure, name: MetricName, lists: PeerLists) -> Row:
    plan = peer.plan(measure, name.k)
    convention = plan.steps[0].convention
    row = dict.fromkeys(_COLUMNS)
    return row | {
        "metric": str(name),
        "peer": peer.name,
        "our_value": our_number(plan, lists),
        "convention": convention.name,
        "in_words": in_words(convention, name.metric),
    }


def ask_all(
    peer: Peer, lists: PeerLists, calls: Sequence[Call]
) -> Sequence[float | Exception]:
    """Ask a peer for calls; where it raises, one after the other, errors as answers."""
    if not calls:
        return []
    try:
        return peer.ask(lists, calls)
    except Exception as error:  # Whatever a peer raises is its answer.
        if len(calls) == 1:
            return [error]
        return [ask_all(peer, lists, [call])[0] for call in calls]


def _first_line(error: Exception) -> str:
    text = " ".join(str(error).split("\n")[0].split())
    return f"{type(error).__name__}: {text}"[:_LONGEST_NOTE]


def replayed_number(
    peer: Peer, measure: Measure, call: Call, lists: PeerLists
) -> float | None:
    """Return the mean of the replayed values, None where they can't be known."""
    if peer.replay is None or measure.metric not in REPLAYED:
        return None
    values = peer.replay(lists, call)
    if np.isnan(values).any():
        return None
    plan = peer.plan(measure, call.k)
    weights = None
    if lists.row_weights is not None:
        columns = plan_columns(plan, lists)
        (scores,) = plan.per_group(lists.labels, lists.scores, **columns).values()
        weights = scores.weights
    defined = np.ones(len(values), dtype=bool)
    (step,) = plan.steps
    describe = step.describe(np.arange(lists.n_lists))
    return mean_over_lists(
        values, defined, weights, 0.0, step.convention, describe, measure.metric
    )


def ulps(one: float, other: float) -> int | None:
    """Count the float64 between two numbers; 0 for the same, None for NaN and number.

    Parameters
    ----------
    one, other : float

    Returns
    -------
    count : int or None
    """
    if np.isnan(one) or np.isnan(other):
        return 0 if np.isnan(one) and np.isnan(other) else None
    pair = np.array([one, other], dtype=np.float64)
    places: list[int] = pair.view(np.int64).tolist()
    # Negative floats count downwards from the sign bit.
    low, high = sorted(place if place >= 0 else -(place + 2**63) for place in places)
    return high - low
