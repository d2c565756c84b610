"""Lists as the page holds them: those of a user, and the presets."""

import json
from functools import cache
from importlib.resources import files

import numpy as np

from sklearn_rankscore._catalogue import check_cutoff
from sklearn_rankscore._explain_table import row_titles
from sklearn_rankscore._rows import clean_rows

_MOST_ROWS = 50_000
_OPENING_CUT = 5


def list_data(identity, title, query, notice, rows, k, max_grade, grade_names=()):
    """Return a list as the page holds it.

    Parameters
    ----------
    identity, title, query, notice : str
    rows : sequence of (title, label, score, retrieved, key)
    k : int
        The cut-off that it opens with.
    max_grade : float
        The badge cycles through 0, 1, ... up to it.
    grade_names : sequence of str
        From grade 0 up.

    Returns
    -------
    data : dict
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
def presets_and_questions():
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
        files("sklearn_rankscore").joinpath("_explore_presets.json").read_text("utf-8")
    )
    return json.loads(text)


def preset_data(preset):
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


def user_lists(y_true, y_score, k, titles, max_grade, **columns):
    """Return lists of raw arrays as the page holds them."""
    rows = clean_rows(y_true, y_score, function="explore", **columns)
    n_rows = len(rows.labels)
    if n_rows > _MOST_ROWS:
        raise ValueError(
            f"explore holds at most {_MOST_ROWS} rows in one page. Got {n_rows}: pass "
            f"some of the lists."
        )
    top = _top_grade(max_grade, rows.labels)
    titles = row_titles(titles, n_rows, "explore")
    order = np.arange(n_rows) if rows.groups.order is None else rows.groups.order
    every = np.ones(n_rows, dtype=bool)
    retrieved = every if rows.retrieved is None else rows.retrieved
    keys = np.arange(n_rows) if rows.keys is None else rows.keys
    lists = []
    for i, group in enumerate(rows.groups.ids.tolist()):
        chosen = order[rows.groups.offsets[i] : rows.groups.offsets[i + 1]]
        fields = (titles, rows.labels, rows.scores, retrieved, keys)
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


def _top_grade(max_grade, labels):
    highest = max(1, int(np.ceil(labels.max())))
    if max_grade is None:
        return highest
    if check_cutoff(max_grade, "explore") < highest:
        raise ValueError(
            f"The 'max_grade' parameter of explore must be at least the highest label, "
            f"{highest}. Got {max_grade!r} instead."
        )
    return int(max_grade)


def _notice(entries):
    """Say how many rows a list has and how many of them are relevant."""
    relevant = sum(label >= 1 for _, label, *_ in entries)
    missed = sum(not retrieved for *_, retrieved, _ in entries)
    said = f"{len(entries) - missed} rows were returned, {missed} judged ones missed"
    return f"{said}; {relevant} are relevant."
