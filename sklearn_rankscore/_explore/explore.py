"""The page to play with: one HTML file that holds lists, script and style."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.metadata import version
from importlib.resources import files
from os import PathLike
from pathlib import Path
from string import Template
from typing import Any

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    list_conventions,
)
from sklearn_rankscore._explore.data import (
    ListData,
    embedded,
    page_data,
    presets_and_questions,
    user_lists,
)
from sklearn_rankscore._files.outputs import write_page
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._metrics.catalogue import check_cutoff

# In the order in which they use each other.
SCRIPTS = (
    "metrics.js",
    "state.js",
    "verdict.js",
    "dom.js",
    "list.js",
    "numbers.js",
    "page.js",
)


class ExplorePage:
    """A page on which lists can be changed while their metrics follow.

    Returned by :func:`explore`. A notebook shows it in a frame.

    Attributes
    ----------
    html : str
        The whole page; it loads nothing and sends nothing.
    """

    def __init__(self, html: str) -> None:
        self.html = html

    def to_html(self, path: str | PathLike[str]) -> Path:
        """Write the page to a file; if that fails, what stood there stays.

        Parameters
        ----------
        path : str or path-like

        Returns
        -------
        path : pathlib.Path
        """
        write_page(path, self.html)
        return Path(path)

    def __repr__(self) -> str:
        return f"<ExplorePage of {len(self.html)} characters; write it with .to_html()>"

    def _repr_html_(self) -> str:
        return (
            '<iframe title="One list, many numbers" sandbox="allow-scripts" '
            'style="width: 100%; height: 46rem; border: 0" '
            f'srcdoc="{escape(self.html)}"></iframe>'
        )


def explore(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    groups: GroupsLike = None,
    k: int | None = None,
    convention: str | Convention = "default",
    titles: ArrayLike | None = None,
    retrieved: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
    grades: Mapping[str, float] | None = None,
    max_grade: int | None = None,
) -> ExplorePage:
    """Make a page on which a list can be changed while its metrics follow.

    Rows can be moved, graded and added, the cut-off, gain, discount, ties and
    convention changed; cards, the table rank by rank and a table of before and after
    show which metric moves. The page is one HTML file: it loads nothing, sends nothing,
    and its address holds what it shows.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows), optional
        Relevance grades, finite and >= 0; without them the page opens on presets.
    y_score : array-like of the same shape, optional
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    k : int or None, default=None
        The cut-off to open with, >= 1; None for 5, or the length of a shorter list.
    convention : str or Convention, default="default"
        The convention to open with; all named ones can be chosen on the page.
    titles : array-like of the shape of `y_true`, optional
        What the rows are called; text, never markup.
    retrieved : array-like of bool of shape (n_rows,), optional
        False marks a judged row that the system did not return.
    tiebreak : array-like of shape (n_rows,), optional
        Keys that order tied rows under ``ties="ascending"`` or ``"descending"``.
        By default the number of the row.
    grades : mapping of str to float, optional
        The grade of each label, where `y_true` holds names.
    max_grade : int, optional
        The top of the label scale; by default the highest label, rounded up.

    Returns
    -------
    page : ExplorePage
        ``page.to_html(path)`` writes it; a notebook shows it.

    Raises
    ------
    ValueError
        If the arrays, ``k`` or the convention are refused as by the score functions,
        or if there are more rows than a page can hold.
    TypeError
        If one of the two arrays is given without the other.

    See Also
    --------
    explain : One list as a table, in Python.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from sklearn_rankscore import explore
    >>> page = explore([3, 0, 1], [0.9, 0.8, 0.7], groups=False, titles=["a", "b", "c"])
    >>> path = page.to_html(pathlib.Path(tempfile.mkdtemp()) / "page.html")
    >>> path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    True
    """
    chosen = get_convention(convention, function="explore")
    named = chosen.name in list_conventions() and chosen == get_convention(chosen.name)
    if not named and chosen.name in list_conventions():
        raise ValueError(
            f"The 'convention' parameter of explore must not bear the name of another "
            f"one. Got a changed {chosen.name!r}: give it a name of its own."
        )
    k = check_cutoff(k, "explore")
    lists: list[ListData] = []
    if y_true is not None and y_score is not None:
        columns = {"groups": groups, "retrieved": retrieved, "tiebreak": tiebreak}
        lists = user_lists(
            y_true, y_score, k, titles, max_grade, grades=grades, **columns
        )
    elif y_true is not None or y_score is not None:
        lacking = "y_true" if y_true is None else "y_score"
        raise TypeError(
            f"The {lacking!r} parameter of explore must be given with the other array; "
            f"without both the page opens on presets. Got None."
        )
    first = lists[0]["id"] if lists else presets_and_questions()["presets"][0]["id"]
    start = {"list": first, "convention": chosen.name}
    return ExplorePage(render(page_data(lists, start, [] if named else [chosen])))


def render(data: Mapping[str, Any]) -> str:
    """Put data, script and style into the page."""
    script = "\n".join(map(_asset, SCRIPTS))
    style = _asset("page.css")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return Template(_asset("page.html")).substitute(
        script=script,
        style=style,
        policy=policy,
        data=embedded(data),
        version=version("sklearn-rankscore"),
    )


@cache
def _asset(name: str) -> str:
    return files("sklearn_rankscore._explore").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """Return what a content security policy calls a script or style by."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
