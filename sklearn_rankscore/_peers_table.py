"""What every named convention chooses, as one table."""

from sklearn_rankscore._catalogue import METRICS
from sklearn_rankscore._conventions import get_convention, list_conventions
from sklearn_rankscore._in_words import value_in_words
from sklearn_rankscore._peers import PEERS
from sklearn_rankscore._table import Table

# Headings of the table, and the axes below them.
_AXES = {
    "gain": "gain",
    "equal scores": "ties",
    "relevant": "relevant_from",
    "AP over": "ap_denominator",
    "P over": "precision_denominator",
    "scores": "score_dtype",
    "queries of a run": "queries",
}


def peers_table():
    """Tabulate what every named convention chooses, and what it is compared with.

    Returns
    -------
    table : Table
    """
    names = [name for name in list_conventions() if name != "default"]
    conventions = [get_convention(name) for name in names]
    compared: dict[str, list[str]] = {name: [] for name in names}
    for peer in PEERS.values():
        for name in {peer.convention, *(m.convention for m in peer.measures)} - {""}:
            compared[name].append(peer.name)
    columns = {
        "convention": names,
        "library": [f"{c.peer} {c.versions}" for c in conventions],
        "metrics": [", ".join(c.metrics) for c in conventions],
        "empty list": [_empty_in_words(c) for c in conventions],
    }
    for heading, axis in _AXES.items():
        columns[heading] = [_choice(axis, c) for c in conventions]
    columns["compared with"] = [", ".join(compared[name]) or "-" for name in names]
    notes = [
        f"Not represented: {what} of {peer.name}, because it {why}."
        for peer in PEERS.values()
        for what, why in peer.left_out.items()
    ]
    return Table(columns, notes=tuple(dict.fromkeys(notes)))


def _choice(axis, convention):
    """Return the value of an axis in words, "-" where no metric reads it."""
    pipeline = ("score_dtype", "queries")
    read = {a for name in convention.metrics for a in METRICS[name].axes}
    if axis not in (*read, *pipeline):
        return "-"
    return value_in_words(axis, getattr(convention, axis))


def _empty_in_words(convention):
    """Return what an empty list counts, and the metrics where it is another value."""
    rules = {
        name: value_in_words("empty", convention.empty_rule(name, METRICS[name].family))
        for name in convention.metrics
        if METRICS[name].undefined
    }
    most = max(rules.values(), key=list(rules.values()).count)
    others = [f"{name} {rule}" for name, rule in rules.items() if rule != most]
    return ", ".join([most, *others])
