"""The candidates of a search, best first, with error bars over folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sklearn_rankscore._comparison.search_report import SearchReport, search_report
from sklearn_rankscore._displays.drawing import (
    axes_of,
    colour,
    ink,
    legend,
    name_ticks,
    settle,
    write,
)
from sklearn_rankscore._lists.arrays import Array, Integers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.container import ErrorbarContainer

_FUNCTION = "SearchDisplay"
# The part of the figure's width that names of candidates may take.
_LABELS, _LABELS_WIDE, _LABELS_GIVEN = 0.45, 0.25, 0.22
_LONGEST = 36
_FONT = 10


def _size(names: Sequence[str]) -> tuple[tuple[float, float], float]:
    """Return the size of a figure, and the part of its width that names may take."""
    height = 2.6 + 0.3 * len(names)
    if max(map(len, names), default=0) <= _LONGEST:
        return (7, height), _LABELS
    return (10, max(height, 5.4)), _LABELS_WIDE


@dataclass(eq=False, repr=False)
class SearchDisplay:
    """The candidates of a search, best first, with error bars over folds.

    Made by ``from_estimator`` or ``from_report``. Filled marks are candidates that are
    not separable from the best, hollow ones are; the band is one standard error of the
    best. How many have no score, and are not drawn, stands above.

    Parameters
    ----------
    report : SearchReport
    metric : str
        The metric drawn.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    bars_ : list of matplotlib ErrorbarContainer
        The candidates that are not separable from the best, then those that are, if
        any.
    candidates_ : ndarray of int
        Their numbers in ``cv_results_``, from the top of the picture down.

    See Also
    --------
    search_report : The numbers without a picture.

    Examples
    --------
    >>> import sklearn
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold
    >>> from sklearn.tree import DecisionTreeRegressor
    >>> from sklearn_rankscore import SearchDisplay, get_rank_scorer
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=60, random_state=0)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     search = GridSearchCV(
    ...         DecisionTreeRegressor(random_state=0), {"max_depth": [1, 3, 5]},
    ...         scoring=get_rank_scorer("ndcg@10"), cv=GroupKFold(5),
    ...     ).fit(X, y, groups=qid)
    >>> SearchDisplay.from_estimator(search).candidates_.tolist()
    [2, 1, 0]
    """

    report: SearchReport
    metric: str

    @classmethod
    def from_estimator(
        cls,
        search: Any,
        metric: str | None = None,
        *,
        level: float = 0.95,
        test_fraction: float | None = None,
        most: int = 30,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the candidates of a fitted search.

        Parameters
        ----------
        search : object
            A fitted ``GridSearchCV``, ``RandomizedSearchCV`` or the like.
        metric : str, optional
            A metric of the search; by default the one it chose by.
        level, test_fraction
            As in :func:`search_report`.
        most : int, default=30
            How many candidates to draw, from the best down.
        ax : matplotlib Axes, optional

        Returns
        -------
        display : SearchDisplay
        """
        report = search_report(search, level=level, test_fraction=test_fraction)
        return cls.from_report(report, metric, most=most, ax=ax)

    @classmethod
    def from_report(
        cls,
        report: SearchReport,
        metric: str | None = None,
        *,
        most: int = 30,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the candidates of a report.

        Parameters
        ----------
        report : SearchReport
        metric : str, optional
            A metric of the search; by default the one it chose by.
        most : int, default=30
            How many candidates to draw, from the best down.
        ax : matplotlib Axes, optional

        Returns
        -------
        display : SearchDisplay

        Raises
        ------
        ValueError
            If the search was not scored by `metric`.
        """
        metric = report.refit if metric is None else metric
        if metric not in report.metrics:
            raise ValueError(
                f"The 'metric' parameter of {_FUNCTION} must be one of "
                f"{report.metrics}. Got {metric!r} instead."
            )
        return cls(report, metric).plot(ax, most=most)

    def plot(self, ax: Axes | None = None, *, most: int = 30) -> Self:
        """Draw on the axes, or on a new figure.

        Parameters
        ----------
        ax : matplotlib Axes, optional
        most : int, default=30
            How many candidates to draw, from the best down.

        Returns
        -------
        display : SearchDisplay
        """
        columns = self.report.columns[self.metric]
        order = self.report.order(self.metric)
        order = self.candidates_ = order[~np.isnan(columns["mean"][order])][:most]
        names = [self.report.in_words(i) for i in order]
        size, share = _size(names) if ax is None else (None, _LABELS_GIVEN)
        ax = self.ax_ = axes_of(ax, _FUNCTION, figsize=size)
        self.figure_ = ax.figure
        self._draw_candidates(ax, columns, order)
        best = self.report.best(self.metric)
        reach = (
            columns["mean"][best] + np.array([-1, 1]) * columns["standard_error"][best]
        )
        ax.axvspan(*reach, color=colour(ax, 0), alpha=0.15, linewidth=0)
        chosen = self.report.chosen
        name_ticks(
            ax.yaxis,
            names,
            share * ax.figure.bbox.width,
            endings=["  *" * bool(i == chosen) for i in order],
            fontsize=min(_FONT, 72 * ax.bbox.height / ax.figure.dpi / (len(order) + 1)),
        )
        ax.invert_yaxis()
        self._write_labels(ax, "; * chosen" * (chosen in order))
        # Below the picture, where it hides no candidate.
        kinds = [str(bars.get_label()) for bars in self.bars_]
        legend(ax, self.bars_, kinds, below=True)
        settle(ax)
        return self

    def _write_labels(self, ax: Axes, chosen: str) -> None:
        convention = self.report.conventions[self.metric]
        room = 0.8 * ax.bbox.width
        write(
            ax.xaxis.label,
            room,
            lambda title: f"{title}, mean over {self.report.n_folds} folds",
            self.report.title(self.metric),
        )
        of_convention = f", convention {convention!r}" * bool(convention)
        without_score = f"\n{self.report.note(self.metric)}".rstrip()
        write(
            ax.title,
            room,
            lambda metric, convention: (
                f"Candidates by {metric}{convention}\n"
                f"bars and band: standard error{chosen}{without_score}"
            ),
            self.report.names[self.metric],
            of_convention,
        )

    def _draw_candidates(
        self, ax: Axes, columns: Mapping[str, Array], order: Integers
    ) -> None:
        self.bars_: list[ErrorbarContainer] = []
        separable = columns["separable"][order]
        place = np.arange(len(order))
        for kept, face, label in (
            (~separable, colour(ax, 0), "not separable from the best"),
            (separable, "none", "worse than the best"),
        ):
            if not kept.any():
                continue
            bars = ax.errorbar(
                columns["mean"][order][kept],
                place[kept],
                xerr=columns["standard_error"][order][kept],
                fmt="o",
                color=ink(ax),
                markerfacecolor=face,
                markersize=7,
                capsize=3,
                label=label,
            )
            self.bars_.append(bars)

    def frame(self) -> Any:
        """Return the table of the report as a dataframe."""
        return self.report.frame()
