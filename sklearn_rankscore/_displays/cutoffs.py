"""A metric over the cut-off k, with an interval band."""

from dataclasses import dataclass

import numpy as np

from sklearn_rankscore._comparison.evaluate import evaluate
from sklearn_rankscore._comparison.tables import NumberTable
from sklearn_rankscore._displays.drawing import (
    FromEstimator,
    axes_of,
    curve,
    legend,
    plain,
    settle,
    write,
)
from sklearn_rankscore._metrics.catalogue import parse_name

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
    cutoffs: np.ndarray
    models: tuple
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    n_lists: int
    convention: str
    level: float
    library: str | None = None

    @classmethod
    def from_predictions(
        cls,
        y_true,
        y_score,
        *,
        groups=None,
        metric="ndcg",
        cutoffs=CUTOFFS,
        convention="default",
        sample_weight=None,
        level=0.95,
        n_resamples=2000,
        random_state=0,
        ax=None,
        **keywords,
    ):
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
        interval = {"level": level, "n_resamples": n_resamples}
        return cls.from_evaluation(
            evaluation, metric, random_state=random_state, ax=ax, **interval
        )

    @classmethod
    def from_evaluation(
        cls,
        evaluation,
        metric="ndcg",
        *,
        level=0.95,
        n_resamples=2000,
        random_state=0,
        ax=None,
    ):
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
        places = [
            at for at, name in enumerate(names) if name.metric is wanted and name.k
        ]
        if not places:
            raise ValueError(
                f"{_FUNCTION} needs an evaluation of {metric!r} at a cut-off, such as "
                f"{metric + '@10'!r}. Got {list(evaluation.metrics)}."
            )
        places.sort(key=lambda at: names[at].k)
        columns = evaluation.summary(
            level=level,
            n_resamples=n_resamples,
            quantiles=(),
            random_state=random_state,
        ).columns
        shape = len(evaluation.models), len(names)
        mean, low, high = (
            columns[name].reshape(shape)[:, places] for name in ("mean", "low", "high")
        )
        display = cls(
            metric=metric,
            cutoffs=np.array([names[at].k for at in places]),
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

    def plot(self, ax=None):
        """Draw on the axes, or on a new figure.

        Parameters
        ----------
        ax : matplotlib Axes, optional

        Returns
        -------
        display : CutoffDisplay
        """
        ax = self.ax_ = axes_of(ax, _FUNCTION)
        self.figure_, self.lines_, self.bands_ = ax.figure, [], []
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
        ax.xaxis.get_major_locator().set_params(integer=True)
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

    def frame(self):
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
