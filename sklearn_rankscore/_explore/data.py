"""What the page is given: lists, conventions, metrics and words, as plain data."""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import (
    AXES,
    TIES,
    Discount,
    EmptyRule,
    is_whole,
)
from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    list_conventions,
    value_in_words,
)
from sklearn_rankscore._explain.positions import row_titles
from sklearn_rankscore._explain.values import (
    DIVISORS,
    LONGEST_SUM,
    NOTES,
    TOLD,
    Told,
    choices,
)
from sklearn_rankscore._lists.arrays import Array
from sklearn_rankscore._lists.rows import clean_rows
from sklearn_rankscore._metrics.catalogue import METRICS

_MOST_ROWS = 50_000
_OPENING_CUT = 5


# Title, label, score, whether it was retrieved, and what orders tied rows.
Row: TypeAlias = tuple[str, float, float, bool, Any]


class ListData(TypedDict):
    """A list as the page holds it."""

    id: str
    title: str
    query: str
    notice: str
    titles: list[str]
    labels: list[float]
    scores: list[float]
    retrieved: list[bool]
    keys: list[Any]
    k: int
    max_grade: int
    grade_names: dict[int, str]


def list_data(
    identity: str,
    title: str,
    query: str,
    notice: str,
    rows: Sequence[Row],
    k: int,
    max_grade: int,
    grade_names: Iterable[str] = (),
) -> ListData:
    """Return a list as the page holds it.

    Parameters
    ----------
    identity, title, query, notice : str
    rows : sequence of Row
    k : int
        The cut-off that it opens with.
    max_grade : int
        The badge cycles through 0, 1, ... up to it.
    grade_names : iterable of str
        From grade 0 up.

    Returns
    -------
    data : ListData
    """
    titles, labels, scores, retrieved, keys = (
        list(column) for column in zip(*rows, strict=True)
    )
    return {
        "id": identity,
        "title": title,
        "query": query,
        "notice": notice,
        "titles": titles,
        "labels": labels,
        "scores": scores,
        "retrieved": retrieved,
        "keys": keys,
        "k": k,
        "max_grade": max_grade,
        "grade_names": dict(enumerate(grade_names)),
    }


@cache
def presets_and_questions() -> dict[str, list[dict[str, Any]]]:
    """Read the lists that the page opens with, and its questions.

    Returns
    -------
    written : dict
        "presets": id, title, query, two sentences on what to notice, k, the names of
        the grades from 0 up, rows of grade and title from the top down, "missed" rows
        and "scores" where there are any. "questions": text, options, the number of the
        right one, its explanation and the preset that shows it.
    """
    text = (
        files("sklearn_rankscore._explore").joinpath("presets.json").read_text("utf-8")
    )
    written: dict[str, list[dict[str, Any]]] = json.loads(text)
    return written


def preset_data(preset: Mapping[str, Any]) -> ListData:
    """Return a preset as the page holds it."""
    rows, missed = preset["rows"], preset.get("missed", [])
    falling = [round(0.95 - 0.06 * i, 2) for i in range(len(rows))]
    scores = preset.get("scores", falling) + [0.0] * len(missed)
    entries = [
        (title, grade, score, i < len(rows), i)
        for i, ((grade, title), score) in enumerate(
            zip([*rows, *missed], scores, strict=True)
        )
    ]
    return list_data(
        preset["id"],
        preset["title"],
        preset["query"],
        " ".join(preset["notice"]),
        entries,
        preset["k"],
        len(preset["grade_names"]) - 1,
        preset["grade_names"],
    )


def user_lists(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int | None,
    titles: ArrayLike | None,
    max_grade: int | None,
    **columns: Any,
) -> list[ListData]:
    """Return lists of raw arrays as the page holds them."""
    rows = clean_rows(y_true, y_score, function="explore", **columns)
    n_rows = len(rows.labels)
    if n_rows > _MOST_ROWS:
        raise ValueError(
            f"explore holds at most {_MOST_ROWS} rows in one page. Got {n_rows}: pass "
            f"some of the lists."
        )
    top = _top_grade(max_grade, rows.labels)
    named = row_titles(titles, n_rows, "explore")
    order = np.arange(n_rows) if rows.groups.order is None else rows.groups.order
    every = np.ones(n_rows, dtype=bool)
    retrieved = every if rows.retrieved is None else rows.retrieved
    keys = np.arange(n_rows) if rows.keys is None else rows.keys
    lists = []
    for i, group in enumerate(rows.groups.ids.tolist()):
        chosen = order[rows.groups.offsets[i] : rows.groups.offsets[i + 1]]
        fields = (named, rows.labels, rows.scores, retrieved, keys)
        entries = list(zip(*(field[chosen].tolist() for field in fields), strict=True))
        n = max(1, int(retrieved[chosen].sum()))
        cut = min(n, _OPENING_CUT) if k is None else min(k, n + 2)
        title = f"Query {group}"
        lists.append(
            list_data(
                f"list-{i + 1}", title, title, _notice(entries), entries, cut, top
            )
        )
    return lists


def _top_grade(max_grade: int | None, labels: Array) -> int:
    highest = max(1, int(np.ceil(labels.max())))
    if max_grade is None:
        return highest
    if not is_whole(max_grade) or max_grade < highest:
        raise ValueError(
            f"The 'max_grade' parameter of explore must be an int >= {highest}, the "
            f"highest label, or None. Got {max_grade!r} instead."
        )
    return int(max_grade)


def _notice(entries: Sequence[Row]) -> str:
    """Say how many rows a list has and how many of them are relevant."""
    relevant = sum(label >= 1 for _, label, *_ in entries)
    missed = sum(not retrieved for *_, retrieved, _ in entries)
    said = f"{len(entries) - missed} rows were returned, {missed} judged ones missed"
    return f"{said}; {relevant} are relevant."


# Log bases to choose from, beside that of the convention.
_BASES = (2.0, math.e, 10.0)
_MOST_ADDED = 20

# Fields of a convention that the page computes with, and those that it has no use for:
# they settle the mean over lists, the last bits, or rows that it refuses.
READ = (
    "name",
    "peer",
    "discount",
    "ties",
    "relevant_from",
    "precision_denominator",
    "ap_denominator",
    "recall_denominator",
    "ideal",
    "positive_only",
    "label_dtype",
    "score_dtype",
    "stop",
)
UNREAD = (
    "unjudged",
    "queries",
    "weighting",
    "arithmetic",
    "mean",
    "bare_cutoff",
    "versions",
    "weight_sums",
)


def page_data(
    lists: Sequence[ListData],
    start: Mapping[str, str],
    conventions: Sequence[Convention],
) -> dict[str, Any]:
    """Return all that the page computes and says, ready for JSON.

    Parameters
    ----------
    lists : sequence of ListData
        As from :func:`list_data`.
    start : mapping of str to str
        "list" and "convention": what to open.
    conventions : sequence of Convention
        Offered beside the named ones.

    Returns
    -------
    data : dict
    """
    written = presets_and_questions()
    presets = [preset_data(preset) for preset in written["presets"]]
    labels = {label for one in (*lists, *presets) for label in one["labels"]}
    grades = max(one["max_grade"] for one in (*lists, *presets))
    labels |= set(range(int(grades) + 1))
    depth = max(len(one["labels"]) for one in (*lists, *presets)) + _MOST_ADDED
    named = [get_convention(name) for name in list_conventions()]
    offered = [*named, *conventions]
    return {
        "lists": lists,
        "presets": presets,
        "questions": [
            {**question, "explanation": " ".join(question["explanation"])}
            for question in written["questions"]
        ],
        "conventions": [convention_data(c, labels, depth) for c in offered],
        "metrics": [_metric_data(told) for told in TOLD],
        "notes": NOTES,
        "divisors": DIVISORS,
        "words": {
            "gain": [
                [name, value_in_words("gain", name)] for name in AXES["gain"].names
            ],
            "ties": [[name, value_in_words("ties", name)] for name in TIES],
            "base": [[base, value_in_words("discount", base)] for base in _BASES],
        },
        "persistence": METRICS["rbp"].parameters["persistence"],
        "longest_sum": LONGEST_SUM,
        "most_added": _MOST_ADDED,
        "start": start,
    }


def embedded(data: Mapping[str, Any]) -> str:
    """Write data as JSON that no text in it can break out of an HTML script."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def convention_data(
    convention: Convention, labels: Collection[float], depth: int
) -> dict[str, Any]:
    """Return what the page reads of a convention.

    Functions are given as their values, for these labels and down to that rank.
    """
    held = [told for told in TOLD if told.held_by(convention)]
    metrics = [METRICS[told.metric] for told in held]
    return {
        **{name: getattr(convention, name) for name in READ},
        "discount": _discount_data(convention.discount, depth),
        "gain": _gain_data(convention, labels),
        "empty": {told.metric: _rule_data(told, convention) for told in TOLD},
        "metrics": [told.key for told in held],
        "choices": [
            choice._asdict()
            for choice in choices(metrics, convention, convention)
            if choice.axis != "unjudged"
        ],
    }


def _rule_data(told: Told, convention: Convention) -> EmptyRule:
    rule = convention.empty_rule(told.metric, METRICS[told.metric].family)
    # Not a number is counted, but nothing to count with.
    return "skip" if isinstance(rule, float) and math.isnan(rule) else rule


def _gain_data(convention: Convention, labels: Collection[float]) -> object:
    """Return a gain as its name, its table, or pairs of label and gain."""
    gain = convention.gain
    if not callable(gain):
        return gain
    stored = np.array(sorted(labels), dtype=np.float64)
    if convention.label_dtype != "float64":
        stored = stored.astype(convention.label_dtype).astype(np.float64)
    return {"pairs": np.column_stack((stored, gain(stored))).tolist()}


def _discount_data(discount: Discount, depth: int) -> object:
    """Return a discount as its name, its base, or its factors by rank."""
    if not callable(discount):
        return discount
    return np.asarray(discount(np.arange(1.0, depth + 1)), dtype=np.float64).tolist()


def _metric_data(told: Told) -> dict[str, Any]:
    metric = METRICS[told.metric]
    return {
        "key": told.key,
        "metric": told.metric,
        "short": told.short,
        "cut": told.cut,
        "words": told.words,
        "undefined": metric.undefined,
        "bounded": math.isfinite(metric.range[1]),
        "gain": "gain" in metric.keywords,
    }
