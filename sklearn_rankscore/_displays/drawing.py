"""What all displays share: where numbers come from, axes, and looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._selection.carriers import predict_relevance, resolve_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis
    from matplotlib.text import Text
    from matplotlib.typing import ColorType


class FromEstimator:
    """Gives a display with ``from_predictions`` its ``from_estimator``."""

    from_predictions: ClassVar[Callable[..., Any]]

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        groups: GroupsLike | str | Callable[[Any], ArrayLike] = None,
        response_method: str | Sequence[str] = "auto",
        name: str | None = None,
        **options: Any,
    ) -> Self:
        """Draw the predictions of a fitted estimator.

        Parameters
        ----------
        estimator : object
            A fitted estimator.
        X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
            What the estimator predicts from.
        y : array-like of shape (n_rows,)
            Relevance labels.
        groups : array-like of shape (n_rows,), str, callable or False
            The query id of each row; or where they are, a column of X or an index level
            of X or y, as in :func:`get_rank_scorer`.
        response_method : str or sequence of str, default="auto"
            See :func:`get_rank_scorer`.
        name : str, optional
            What the legend calls it; by default its class.
        **options
            As in ``from_predictions``.

        Returns
        -------
        display : object
            The display, drawn.
        """
        function = f"{cls.__name__}.from_estimator"
        if isinstance(groups, str) or callable(groups):
            groups = resolve_groups(groups, X, y, None, function)
        grades = options.get("grades")
        scores = predict_relevance(
            estimator, X, response_method, function, grades=grades
        )
        by_name = {name or type(estimator).__name__: scores}
        display: Self = cls.from_predictions(y, by_name, groups=groups, **options)
        return display


# Okabe and Ito's colours, those first that stand out; neighbours differ in lightness,
# and each goes with a line and a marker of its own.
ON_LIGHT = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9")
ON_DARK = ("#56B4E9", "#D55E00", "#CC79A7", "#009E73", "#E69F00", "#F0E442")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P")


def axes_of(ax: Axes | None, display: str, **figure_options: Any) -> Axes:
    """Return the axes to draw on; matplotlib is only imported here.

    Parameters
    ----------
    ax : matplotlib Axes or None
        None makes a figure.
    display : str
        What an error message calls the caller.
    **figure_options
        For ``matplotlib.pyplot.subplots``.
    """
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{display}.plot needs matplotlib. Install it with the package's extra: "
            f"pip install 'sklearn-rankscore[plot]'"
        ) from error
    axes: Axes = plt.subplots(layout="constrained", **figure_options)[1]
    return axes


def colour(ax: Axes, number: int) -> str:
    """Return the colour of the curve with this number, by the ground it stands on."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(ax.get_facecolor())
    dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
    palette = ON_DARK if dark else ON_LIGHT
    return palette[number % len(palette)]


def curve(ax: Axes, number: int) -> dict[str, Any]:
    """Return colour, line and marker of the curve with this number."""
    # Beyond the colours each colour comes again with another line.
    line = number + number // len(ON_LIGHT)
    return {
        "color": colour(ax, number),
        "linestyle": LINES[line % len(LINES)],
        "marker": MARKERS[number % len(MARKERS)],
    }


def ink(ax: Axes) -> ColorType:
    """Return the colour of what is neither data nor ground."""
    return ax.spines["bottom"].get_edgecolor()


def plain(text: str) -> str:
    """Return text that matplotlib neither takes for a formula nor hides."""
    text = str(text).replace("$", r"\$")
    # A legend leaves out what begins with an underscore.
    return f" {text}" if text.startswith("_") else text


# Characters that names are tried with, until what they stand in has room.
_LENGTHS = (sys.maxsize, 80, 60, 48, 40, 32, 24, 18, 12, 9)
_MOST_ENTRIES, _MOST_ROWS = 12, 5
# What a legend may hold without hiding the curves that it stands among.
_MOST_ENTRIES_INSIDE, _LONGEST_INSIDE = 6, 30
# From the label of the axes to what stands below it, in points.
_BELOW = 4
# From what stands outside to the edge of the figure, in inches.
_MARGIN = 0.05


def shorten(names: Sequence[str], most: int) -> list[str]:
    """Cut names in the middle, so that names that differ still do.

    Parameters
    ----------
    names : sequence of str
    most : int or inf
        Characters to keep, the ellipsis included.

    Returns
    -------
    shorter : list of str
    """
    shorter = {name: _cut(name, most) for name in names}
    for short in dict.fromkeys(shorter.values()):
        alike = [name for name in shorter if shorter[name] == short]
        if len(alike) > 1:
            shorter |= _cut_around(alike, most)
    if len(set(shorter.values())) < len(shorter):
        shorter = {
            name: f"{_cut(name, max(1, most - len(str(number)) - 3))} ({number})"
            for number, name in enumerate(shorter, 1)
        }
    return [shorter[name] for name in names]


def _cut_around(names: Sequence[str], most: int) -> dict[str, str]:
    """Cut names whose ends are alike, so that what differs stays."""
    start = 0
    while len({name[start : start + 1] for name in names}) == 1:
        start += 1
    return {name: _cut(f"{name[:1]}…{name[start:]}", most) for name in names}


def _cut(name: str, most: int) -> str:
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}…{name[len(name) - tail :]}"


def write(text: Text, room: float, words: Callable[..., str], *names: str) -> None:
    """Set words of which names are part, cut as far as there is no room for them.

    Parameters
    ----------
    text : matplotlib Text
    room : float
        In pixels, along the text.
    words : callable
        Returns the whole text, given the names.
    *names : str
    """
    for most in _LENGTHS:
        text.set_text(words(*map(plain, shorten(names, most))))
        box = text.get_window_extent()
        if max(box.width, box.height) <= room:
            return


def name_ticks(
    axis: XAxis | YAxis,
    names: Sequence[str],
    room: float,
    *,
    endings: Sequence[str] | None = None,
    **options: Any,
) -> None:
    """Name the ticks 0, 1, ... of an axis, cut as far as there is no room for it.

    Parameters
    ----------
    axis : matplotlib Axis
    names : sequence of str
    room : float
        In pixels, away from the axes.
    endings : sequence of str, optional
        What follows each name and is never cut.
    **options
        Of the texts.
    """
    endings = [""] * len(names) if endings is None else endings
    side = "width" if axis.axis_name == "y" else "height"
    for most in _LENGTHS:
        axis.set_ticks(range(len(names)), _labels(names, endings, most), **options)
        boxes = (label.get_window_extent() for label in axis.get_ticklabels())
        if max(getattr(box, side) for box in boxes) <= room:
            return


def legend(
    ax: Axes,
    artists: Sequence[Any],
    names: Sequence[str],
    endings: Sequence[str] | None = None,
    *,
    below: bool = False,
) -> None:
    """Add the legend: among the curves if it is small, else below, and cut.

    Parameters
    ----------
    ax : matplotlib Axes
    artists : sequence of matplotlib artists
    names : sequence of str
    endings : sequence of str, optional
        What follows each name and is never cut.
    below : bool, default=False
        Whether it stands below in any case.
    """
    from matplotlib.lines import Line2D

    endings = [""] * len(names) if endings is None else endings
    longest = max(map(len, names))
    small = len(names) <= _MOST_ENTRIES_INSIDE and longest <= _LONGEST_INSIDE
    if small and not below:
        ax.legend(artists, _labels(names, endings, _LENGTHS[0]))
        return
    fontsize = 10 if small else 8
    outside = _has_room_outside(ax)
    most = _MOST_ENTRIES if outside else _MOST_ENTRIES_INSIDE
    artists, more = list(artists[:most]), []
    if len(names) > most:
        more = [f"and {len(names) - most} more"]
        artists.append(Line2D([], [], linestyle="none"))
    options: dict[str, Any] = {"handlelength": 1.0}
    if outside:
        options = _below(ax, fontsize) | {"ncols": -(-len(artists) // _MOST_ROWS)}
    for length in _LENGTHS:
        labels = _labels(names[:most], endings[:most], length) + more
        drawn = ax.legend(artists, labels, fontsize=fontsize, **options)
        if drawn.get_window_extent().width <= ax.bbox.width:
            return


def _below(ax: Axes, fontsize: float) -> dict[str, Any]:
    """Return where a legend stands below the axes and what is written there."""
    written = ax.xaxis.get_tightbbox()
    # An axis that is switched off takes no room.
    depth = (ax.bbox.y0 - written.y0) * 72 / ax.figure.dpi if written else 0.0
    return {
        "loc": "upper center",
        "bbox_to_anchor": (0.5, 0.0),
        "borderaxespad": (depth + _BELOW) / fontsize,
    }


def _labels(names: Sequence[str], endings: Sequence[str], most: int) -> list[str]:
    shorter = map(plain, shorten(names, most))
    return [name + ending for name, ending in zip(shorter, endings, strict=True)]


def _has_room_outside(ax: Axes) -> bool:
    """Tell whether what stands outside the axes can have room there."""
    return ax.figure.get_layout_engine() is not None or len(ax.figure.axes) == 1


def settle(ax: Axes) -> None:
    """Keep what stands outside the axes in the figure, where no layout does."""
    figure = ax.figure
    if figure.get_layout_engine() is not None or len(figure.axes) > 1:
        return
    inside = figure.bbox.padded(-_MARGIN * figure.dpi)
    around = ax.get_tightbbox()
    if around is None:
        return
    missing = np.subtract(inside.extents, around.extents) * (1, 1, -1, -1)
    if (missing > 0).any():
        edges = ax.bbox.extents + missing * (1, 1, -1, -1)
        in_figure = figure.transSubfigure.inverted()
        (left, bottom), (right, top) = in_figure.transform(edges.reshape(2, 2))
        ax.set_position((left, bottom, right - left, top - bottom))
