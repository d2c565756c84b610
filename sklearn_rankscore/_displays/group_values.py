"""The value of each query: sorted per model, or as difference between two models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.evaluate import Scores, evaluate
from sklearn_rankscore._comparison.evaluation import Evaluation
from sklearn_rankscore._comparison.paired import paired_differences
from sklearn_rankscore._comparison.tables import FrameLibrary, NumberTable
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._displays.drawing import (
    FromEstimator,
    axes_of,
    colour,
    curve,
    ink,
    legend,
    plain,
    settle,
    write,
)
from sklearn_rankscore._lists.arrays import Array, Floats, GroupsLike

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

_FUNCTION = "GroupValuesDisplay"
# Beyond it the markers of neighbouring queries would merge.
_MOST_MARKERS = 60


@dataclass(eq=False, repr=False)
class GroupValuesDisplay(FromEstimator):
    """The value of each query, sorted; or the difference of two models, sorted.

    Made by ``from_estimator``, ``from_predictions`` or ``from_evaluation``.

    Parameters
    ----------
    metric : str
    groups : ndarray of shape (n_lists,)
    models : tuple of str
    values : ndarray of float64 of shape (n_models, n_lists)
        NaN where a metric is undefined and left out.
    convention : str
    library : str or None
        What ``frame()`` makes.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    lines_ : list of matplotlib artists
        One per model; for a difference the steps above and below 0, then the mean.

    See Also
    --------
    compare : What such differences support.

    Examples
    --------
    >>> from sklearn_rankscore import GroupValuesDisplay
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=30, random_state=0)
    >>> display = GroupValuesDisplay.from_predictions(
    ...     y, {"one": X[:, 0], "two": X[:, 0] + X[:, 1]}, groups=qid, metric="map",
    ...     difference=("two", "one"),
    ... )
    >>> display.ax_.get_ylabel()
    'map: two - one'
    """

    metric: str
    groups: Array
    models: tuple[str, ...]
    values: Floats
    convention: str
    library: FrameLibrary | None = None

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: Scores,
        *,
        groups: GroupsLike = None,
        metric: str = "ndcg@10",
        convention: str | Convention = "default",
        sample_weight: ArrayLike | None = None,
        difference: tuple[str, str] | None = None,
        ax: Axes | None = None,
        **keywords: Any,
    ) -> Self:
        """Draw the values per query of one or several models.

        Parameters
        ----------
        y_true, y_score, groups, convention, sample_weight
            As in :func:`evaluate`.
        metric : str, default="ndcg@10"
        difference : (str, str), optional
            Two models: draw the first minus the second.
        ax : matplotlib Axes, optional
        **keywords
            Single axes of the convention and parameters of the metric.

        Returns
        -------
        display : GroupValuesDisplay
        """
        evaluation = evaluate(
            y_true,
            y_score,
            groups=groups,
            metrics=metric,
            convention=convention,
            sample_weight=sample_weight,
            **keywords,
        )
        return cls.from_evaluation(evaluation, difference=difference, ax=ax)

    @classmethod
    def from_evaluation(
        cls,
        evaluation: Evaluation,
        metric: str | None = None,
        *,
        difference: tuple[str, str] | None = None,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the values per query of an evaluation.

        Parameters
        ----------
        evaluation : Evaluation
        metric : str, optional
            One of its metrics; the first by default.
        difference : (str, str), optional
            Two of its models: draw the first minus the second.
        ax : matplotlib Axes, optional

        Returns
        -------
        display : GroupValuesDisplay

        Raises
        ------
        ValueError
            If the evaluation holds no such metric or model.
        """
        metric = evaluation.metrics[0] if metric is None else metric
        display = cls(
            metric=metric,
            groups=evaluation.groups,
            models=evaluation.models,
            values=evaluation.values[:, evaluation.place("metric", metric)],
            convention=evaluation.convention,
            library=evaluation.library,
        )
        return display.plot(ax, difference=difference)

    def plot(
        self, ax: Axes | None = None, *, difference: tuple[str, str] | None = None
    ) -> Self:
        """Draw on the axes, or on a new figure.

        Parameters
        ----------
        ax : matplotlib Axes, optional
        difference : (str, str), optional
            Two models: draw the first minus the second.

        Returns
        -------
        display : GroupValuesDisplay

        Raises
        ------
        ValueError
            If `difference` does not name two of the models.
        """
        if difference is not None and not self._names_two(difference):
            raise ValueError(
                f"The 'difference' parameter of {_FUNCTION} must be two of the models "
                f"{list(self.models)}. Got {difference!r} instead."
            )
        ax = self.ax_ = axes_of(ax, _FUNCTION)
        self.figure_ = ax.figure
        self.lines_: list[Artist] = []
        if difference is None:
            self._draw_values(ax)
        else:
            self._draw_difference(ax, difference)
        write(
            ax.title,
            ax.bbox.width,
            lambda convention: f"{self.metric} per query, convention {convention}",
            repr(self.convention),
        )
        settle(ax)
        return self

    def _names_two(self, difference: Sequence[str]) -> bool:
        named = not isinstance(difference, str) and len(difference) == 2
        return named and set(difference) <= set(self.models)

    def _draw_values(self, ax: Axes) -> None:
        means = []
        for number, model in enumerate(self.models):
            values = np.sort(self.values[number][~np.isnan(self.values[number])])
            look = curve(ax, number)
            if len(values) > _MOST_MARKERS:
                look["marker"] = ""
            rank = np.arange(1, len(values) + 1)
            means.append(f", mean {np.mean(values):.3f}" if len(values) else "")
            label = plain(model) + means[-1]
            self.lines_ += ax.plot(rank, values, markersize=4, label=label, **look)
        ax.set(
            xlabel="queries, of each model from its worst to its best",
            ylabel=self.metric,
        )
        legend(ax, self.lines_, self.models, means)

    def _draw_difference(self, ax: Axes, names: tuple[str, str]) -> None:
        values = (self.values[self.models.index(name)] for name in names)
        differences = paired_differences(*values)
        differences = -np.sort(-differences[~np.isnan(differences)])
        edges = np.arange(len(differences) + 1) + 0.5
        sides = np.maximum(differences, 0), np.minimum(differences, 0)
        # Hatched, so that both sides tell apart without colour.
        endings = [f" better: {np.count_nonzero(side)}" for side in sides]
        for number, hatch in enumerate(("", "////")):
            label = plain(names[number]) + endings[number]
            steps = ax.stairs(
                sides[number],
                edges,
                fill=True,
                linewidth=0.5,
                facecolor=colour(ax, number),
                edgecolor=ink(ax),
                hatch=hatch,
                label=label,
            )
            self.lines_.append(steps)
        mean = differences.mean() if len(differences) else np.nan
        label = f"mean {mean:+.3f}; equal: {np.count_nonzero(differences == 0)}"
        line = ax.axhline(mean, color=ink(ax), linestyle="--", label=label)
        self.lines_.append(line)
        ax.axhline(0, color=ink(ax), linewidth=0.8)
        ax.set_xlabel("queries, from the largest difference to the smallest")
        legend(ax, self.lines_, [*names, ""], [*endings, label])
        write(
            ax.yaxis.label,
            ax.bbox.height,
            lambda one, other: f"{self.metric}: {one} - {other}",
            *names,
        )

    def frame(self) -> Any:
        """Return model, group and value as a dataframe."""
        n_models, n_lists = self.values.shape
        columns = {
            "model": np.repeat(self.models, n_lists),
            "group": np.tile(self.groups, n_models),
            "value": self.values.ravel(),
        }
        return NumberTable(columns, library=self.library).frame()
