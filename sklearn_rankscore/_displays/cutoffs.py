"""A metric over the cut-off k, with an interval band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.evaluate import Scores, evaluate
from sklearn_rankscore._comparison.evaluation import Evaluation
from sklearn_rankscore._comparison.resampling import RandomStateLike
from sklearn_rankscore._comparison.tables import FrameLibrary, NumberTable
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._displays.drawing import (
    FromEstimator,
    axes_of,
    curve,
    legend,
    plain,
    settle,
    write,
)
from sklearn_rankscore._lists.arrays import Floats, GroupsLike, Integers
from sklearn_rankscore._metrics.catalogue import parse_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D

CUTOFFS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
_FUNCTION = "CutoffDisplay"


@dataclass(eq=False, repr=False)
class CutoffDisplay(FromEstimator):
    """A metric over the cut-off k, one line per model.

    Made by ``from_estimator``, ``from_predictions`` or ``from_evaluation``.

    Parameters
    ----------
    metric : str
        Its name, without a cut-off.
    cutoffs : ndarray of int of shape (n_cutoffs,)
    models : tuple of str
    mean, low, high : ndarray of float64 of shape (n_models, n_cutoffs)
        Means over lists, and their intervals.
    n_lists : int
    convention : str
    level : float
        The confidence level.
    library : str or None
        What ``frame()`` makes.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    lines_ : list of matplotlib Line2D
        One per model.
    bands_ : list of matplotlib collections
        One per model.

    See Also
    --------
    evaluate : The numbers without a picture.

    Examples
    --------
    >>> from sklearn_rankscore import CutoffDisplay
    >>> from sklearn_rankscore.datasets import make_ranking
    >>> X, y, qid = make_ranking(n_queries=30, random_state=0)
    >>> display = CutoffDisplay.from_predictions(
    ...     y, {"one": X[:, 0], "two": X[:, 0] + X[:, 1]}, groups=qid
    ... )
    >>> display.ax_.get_xlabel()
    'cut-off k'
    """

    metric: str
    cutoffs: Integers
    models: tuple[str, ...]
    mean: Floats
    low: Floats
    high: Floats
    n_lists: int
    convention: str
    level: float
    library: FrameLibrary | None = None

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: Scores,
        *,
        groups: GroupsLike = None,
        metric: str = "ndcg",
        cutoffs: Sequence[int] = CUTOFFS,
        convention: str | Convention = "default",
        sample_weight: ArrayLike | None = None,
        level: float = 0.95,
        n_resamples: int = 2000,
        random_state: RandomStateLike = 0,
        ax: Axes | None = None,
        **keywords: Any,
    ) -> Self:
        """Draw a metric of one or several models at several cut-offs.

        Parameters
        ----------
        y_true, y_score, groups, convention, sample_weight
            As in :func:`evaluate`.
        metric : str, default="ndcg"
            A metric that takes a cut-off.
        cutoffs : sequence of int, default=(1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
        level, n_resamples, random_state
            Of the interval, as in :meth:`Evaluation.summary`.
        ax : matplotlib Axes, optional
        **keywords
            Single axes of the convention and parameters of the metric.

        Returns
        -------
        display : CutoffDisplay
        """
        evaluation = evaluate(
            y_true,
            y_score,
            groups=groups,
            metrics=[f"{metric}@{k}" for k in cutoffs],
            convention=convention,
            sample_weight=sample_weight,
            **keywords,
        )
        return cls.from_evaluation(
            evaluation,
            metric,
            level=level,
            n_resamples=n_resamples,
            random_state=random_state,
            ax=ax,
        )

    @classmethod
    def from_evaluation(
        cls,
        evaluation: Evaluation,
        metric: str = "ndcg",
        *,
        level: float = 0.95,
        n_resamples: int = 2000,
        random_state: RandomStateLike = 0,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the cut-offs of a metric that an evaluation holds.

        Parameters
        ----------
        evaluation : Evaluation
            Of metrics such as ``["ndcg@1", "ndcg@5", "ndcg@10"]``.
        metric : str, default="ndcg"
        level, n_resamples, random_state
            Of the interval, as in :meth:`Evaluation.summary`.
        ax : matplotlib Axes, optional

        Returns
        -------
        display : CutoffDisplay

        Raises
        ------
        ValueError
            If the evaluation holds no cut-off of the metric.
        """
        wanted = parse_name(metric, function=_FUNCTION).metric
        names = [step.name for step in evaluation.plan.steps]
        cuts = sorted(
            (name.k, at)
            for at, name in enumerate(names)
            if name.metric is wanted and name.k
        )
        if not cuts:
            raise ValueError(
                f"{_FUNCTION} needs an evaluation of {metric!r} at a cut-off, such as "
                f"{metric + '@10'!r}. Got {list(evaluation.metrics)}."
            )
        columns = evaluation.summary(
            level=level,
            n_resamples=n_resamples,
            quantiles=(),
            random_state=random_state,
        ).columns
        places = [at for _, at in cuts]
        shape = len(evaluation.models), len(names)
        mean, low, high = (
            columns[name].reshape(shape)[:, places] for name in ("mean", "low", "high")
        )
        display = cls(
            metric=metric,
            cutoffs=np.array([k for k, _ in cuts]),
            models=evaluation.models,
            mean=mean,
            low=low,
            high=high,
            n_lists=len(evaluation.groups),
            convention=evaluation.convention,
            level=level,
            library=evaluation.library,
        )
        return display.plot(ax)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw on the axes, or on a new figure.

        Parameters
        ----------
        ax : matplotlib Axes, optional

        Returns
        -------
        display : CutoffDisplay
        """
        ax = self.ax_ = axes_of(ax, _FUNCTION)
        from matplotlib.ticker import MaxNLocator

        self.figure_ = ax.figure
        self.lines_: list[Line2D] = []
        self.bands_: list[Collection] = []
        for number, model in enumerate(self.models):
            look = curve(ax, number)
            self.lines_ += ax.plot(
                self.cutoffs, self.mean[number], label=plain(model), **look
            )
            band = ax.fill_between(
                self.cutoffs,
                self.low[number],
                self.high[number],
                color=look["color"],
                alpha=0.25,
                linewidth=0,
            )
            self.bands_.append(band)
        ax.set(
            xlabel="cut-off k",
            ylabel=f"{self.metric}@k, mean over {self.n_lists} lists",
        )
        locator = ax.xaxis.get_major_locator()
        if isinstance(locator, MaxNLocator):
            locator.set_params(integer=True)
        legend(ax, self.lines_, self.models)
        write(
            ax.title,
            ax.bbox.width,
            lambda convention: (
                f"{self.metric}@k, convention {convention}\n"
                f"band: {self.level:.0%} bootstrap interval over lists"
            ),
            repr(self.convention),
        )
        settle(ax)
        return self

    def frame(self) -> Any:
        """Return model, k, mean, low and high as a dataframe."""
        n_models, n_cutoffs = self.mean.shape
        columns = {
            "model": np.repeat(self.models, n_cutoffs),
            "k": np.tile(self.cutoffs, n_models),
            "mean": self.mean.ravel(),
            "low": self.low.ravel(),
            "high": self.high.ravel(),
        }
        return NumberTable(columns, library=self.library).frame()
