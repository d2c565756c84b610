"""Metrics under several conventions, as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.evaluate import Scores, evaluate
from sklearn_rankscore._comparison.evaluation import Evaluation
from sklearn_rankscore._comparison.tables import FrameLibrary, NumberTable, library_of
from sklearn_rankscore._conventions.axes import BY_KEY
from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    list_conventions,
)
from sklearn_rankscore._displays.drawing import (
    FromEstimator,
    axes_of,
    ink,
    name_ticks,
    settle,
    write,
)
from sklearn_rankscore._lists.arrays import Floats, GroupsLike
from sklearn_rankscore._metrics.catalogue import parse_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FUNCTION = "ConventionDisplay"
# Longer names of conventions get a higher figure.
_LONGEST = 16


@dataclass(eq=False, repr=False)
class ConventionDisplay(FromEstimator):
    """The same ranking by several metrics under several conventions.

    Made by ``from_estimator``, ``from_predictions`` or ``from_evaluation``. Colours
    compare within a row: from 0 to the metric's upper bound, or where it has none to
    the largest value of the row. Where a convention does not have the metric, the cell
    says "-".

    Parameters
    ----------
    metrics : tuple of str
    conventions : tuple of str
    values : ndarray of float64 of shape (n_metrics, n_conventions)
        NaN where a convention does not have the metric.
    model : str
    n_lists : int
    library : str or None
        What ``frame()`` makes.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    image_ : matplotlib AxesImage
    texts_ : list of matplotlib Text
        The values, row by row.

    See Also
    --------
    list_conventions : The conventions that have a name.

    Examples
    --------
    >>> from sklearn_rankscore import ConventionDisplay
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=30, random_state=0)
    >>> display = ConventionDisplay.from_predictions(
    ...     y, X[:, 0], groups=qid, metrics=["ndcg@10", "map"],
    ...     conventions=["default", "sklearn", "lightgbm"],
    ... )
    >>> [text.get_text() for text in display.texts_]
    ['0.276', '0.276', '0.263', '0.482', '-', '0.515']
    """

    metrics: tuple[str, ...]
    conventions: tuple[str, ...]
    values: Floats
    model: str
    n_lists: int
    library: FrameLibrary | None = None

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: Scores,
        *,
        groups: GroupsLike = None,
        metrics: str | Sequence[str] = (
            "ndcg@10",
            "map@10",
            "mrr",
            "precision@10",
            "recall@10",
        ),
        conventions: Sequence[str | Convention] | None = None,
        sample_weight: ArrayLike | None = None,
        tiebreak: ArrayLike | None = None,
        ax: Axes | None = None,
    ) -> Self:
        """Draw metrics under several conventions.

        Parameters
        ----------
        y_true, groups, sample_weight
            As in :func:`evaluate`.
        y_score : array-like, or mapping of one str to such
            The scores of one model.
        metrics : sequence of str, \
                default=("ndcg@10", "map@10", "mrr", "precision@10", "recall@10")
        conventions : sequence of str or Convention, optional
            By default all that have a name and one of the metrics, those that order
            tied rows by key only with `tiebreak`.
        tiebreak : array-like of shape (n_rows,), optional
            As in :func:`evaluate`.
        ax : matplotlib Axes, optional

        Returns
        -------
        display : ConventionDisplay
        """
        metrics = [metrics] if isinstance(metrics, str) else list(metrics)
        chosen = _choose(metrics, conventions, tiebreak)
        evaluations = []
        for convention in chosen:
            held = [name for name in metrics if _holds(convention, name)]
            by_key = convention.ties in BY_KEY
            evaluation = evaluate(
                y_true,
                y_score,
                groups=groups,
                metrics=held,
                convention=convention,
                sample_weight=sample_weight,
                tiebreak=tiebreak if by_key else None,
            )
            evaluations.append(evaluation)
        display = cls.from_evaluation(evaluations, ax=ax)
        display.library = library_of(y_true, y_score, groups)
        return display

    @classmethod
    def from_evaluation(
        cls, evaluations: Sequence[Evaluation], *, ax: Axes | None = None
    ) -> Self:
        """Draw evaluations of one model under several conventions.

        Parameters
        ----------
        evaluations : sequence of Evaluation
            One per convention; metrics may differ.
        ax : matplotlib Axes, optional

        Returns
        -------
        display : ConventionDisplay

        Raises
        ------
        ValueError
            If an evaluation holds several models, or a convention comes twice.
        """
        names = [evaluation.convention for evaluation in evaluations]
        models = {model for evaluation in evaluations for model in evaluation.models}
        if len(models) != 1 or len(set(names)) < len(names):
            raise ValueError(
                f"{_FUNCTION} needs one model, and each convention once. Got the "
                f"models {sorted(models)} and the conventions {names}."
            )
        metrics = tuple(dict.fromkeys(m for e in evaluations for m in e.metrics))
        values = np.full((len(metrics), len(names)), np.nan)
        for column, evaluation in enumerate(evaluations):
            rows = [metrics.index(name) for name in evaluation.metrics]
            values[rows, column] = evaluation.means["mean"]
        display = cls(
            metrics=metrics,
            conventions=tuple(names),
            values=values,
            model=models.pop(),
            n_lists=len(evaluations[0].groups),
            library=evaluations[0].library,
        )
        return display.plot(ax)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw on the axes, or on a new figure.

        Parameters
        ----------
        ax : matplotlib Axes, optional

        Returns
        -------
        display : ConventionDisplay
        """
        n_metrics, n_conventions = self.values.shape
        long = max(map(len, self.conventions)) > _LONGEST
        size = (2.5 + 0.75 * n_conventions, 1.8 + 0.5 * n_metrics + long)
        part = 3 if ax is None and not long else 4
        ax = self.ax_ = axes_of(ax, _FUNCTION, figsize=size)
        self.figure_ = ax.figure
        shares = self._shares()
        self.image_ = ax.imshow(shares, cmap="cividis", vmin=0, vmax=1, aspect="auto")
        self.texts_ = [
            ax.text(column, row, f"{value:.3f}", ha="center", va="center")
            for (row, column), value in np.ndenumerate(self.values)
        ]
        for text, share in zip(self.texts_, shares.ravel(), strict=True):
            if np.isnan(share):
                text.set(text="-", color=ink(ax))
            else:
                # The middle of the colours is where black and white read alike.
                text.set_color("black" if share > 0.5 else "white")
        height = ax.figure.bbox.height / part
        name_ticks(ax.xaxis, self.conventions, height, rotation=35, ha="right")
        ax.set_yticks(range(n_metrics), self.metrics)
        ax.set_xlabel("convention")
        write(
            ax.title,
            ax.bbox.width,
            lambda model: f"{model}: mean over {self.n_lists} lists, by convention",
            self.model,
        )
        settle(ax)
        return self

    def _shares(self) -> Floats:
        """Return each value as a share of its metric's bound, or of the row's best."""
        bounds = []
        for name, row in zip(self.metrics, self.values, strict=True):
            bound = np.abs(parse_name(name).metric.range).max()
            if not np.isfinite(bound):
                bound = np.abs(row[~np.isnan(row)]).max(initial=0)
            bounds.append(bound or 1)
        shares: Floats = np.abs(self.values) / np.array(bounds)[:, None]
        return shares

    def frame(self) -> Any:
        """Return metric, convention and value as a dataframe."""
        columns = {
            "metric": np.repeat(self.metrics, len(self.conventions)),
            "convention": np.tile(self.conventions, len(self.metrics)),
            "value": self.values.ravel(),
        }
        return NumberTable(columns, library=self.library).frame()


def _choose(
    metrics: Sequence[str],
    conventions: Sequence[str | Convention] | None,
    tiebreak: ArrayLike | None,
) -> list[Convention]:
    """Return the conventions to draw, each of which has one of the metrics."""
    if conventions is not None:
        chosen = [get_convention(name, function=_FUNCTION) for name in conventions]
    else:
        chosen = [get_convention(name) for name in list_conventions()]
        chosen = [
            c
            for c in chosen
            if (tiebreak is not None or c.ties not in BY_KEY)
            and any(_holds(c, name) for name in metrics)
        ]
    for convention in chosen:
        if not any(_holds(convention, name) for name in metrics):
            raise ValueError(
                f"The 'conventions' parameter of {_FUNCTION} must hold conventions "
                f"that have one of the metrics {metrics}. Got {convention.name!r}, "
                f"which has {', '.join(convention.metrics or ())}."
            )
    return chosen


def _holds(convention: Convention, name: str) -> bool:
    metric = parse_name(name, function=_FUNCTION).metric
    return convention.metrics is None or metric.name in convention.metrics
