"""The candidates of a search, best first, with error bars over folds."""

from dataclasses import dataclass

import numpy as np

from sklearn_rankscore._search_report import SearchReport, search_report
from sklearn_rankscore._viz_style import axes_of, colour, ink, plain

_FUNCTION = "SearchDisplay"


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
        cls, search, metric=None, *, level=0.95, test_fraction=None, most=30, ax=None
    ):
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
    def from_report(cls, report, metric=None, *, most=30, ax=None):
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

    def plot(self, ax=None, *, most=30):
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
        order = np.argsort(-columns["mean"], kind="stable")
        order = self.candidates_ = order[~np.isnan(columns["mean"][order])][:most]
        height = 2.6 + 0.3 * len(order)
        ax = self.ax_ = axes_of(ax, _FUNCTION, figsize=(7, height))
        self.figure_ = ax.figure
        self._draw_candidates(ax, columns, order)
        best = self.report.best(self.metric)
        reach = (
            columns["mean"][best] + np.array([-1, 1]) * columns["standard_error"][best]
        )
        ax.axvspan(*reach, color=colour(ax, 0), alpha=0.15, linewidth=0)
        labels = [plain(self.report.in_words(i)) for i in order]
        chosen = self.report.chosen
        labels = [
            f"{label}  *" if i == chosen else label
            for label, i in zip(labels, order, strict=True)
        ]
        ax.set_yticks(np.arange(len(order)), labels)
        ax.invert_yaxis()
        convention = self.report.conventions[self.metric]
        title = plain(f"Candidates by {self.report.names[self.metric]}")
        ax.set(
            xlabel=f"{plain(self.report.title(self.metric))}, mean over "
            f"{self.report.n_folds} folds",
            title=title
            + plain(f", convention {convention!r}") * bool(convention)
            + "\nbars and band: standard error"
            + "; * chosen" * (chosen in order)
            + f"\n{self.report.note(self.metric)}".rstrip(),
        )
        # Below the picture, where it hides no candidate.
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.8 / height))
        return self

    def _draw_candidates(self, ax, columns, order):
        self.bars_ = []
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

    def frame(self):
        """Return the table of the report as a dataframe."""
        return self.report.frame()
