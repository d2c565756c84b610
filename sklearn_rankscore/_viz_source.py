"""How displays get their numbers: from an estimator, from predictions."""

from collections.abc import Callable
from typing import ClassVar

from sklearn_rankscore._carriers import resolve_groups
from sklearn_rankscore._response import predict_relevance


class FromEstimator:
    """Gives a display with ``from_predictions`` its ``from_estimator``."""

    from_predictions: ClassVar[Callable]

    @classmethod
    def from_estimator(
        cls,
        estimator,
        X,
        y,
        *,
        groups=None,
        response_method="auto",
        name=None,
        **options,
    ):
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
        scores = {name or type(estimator).__name__: scores}
        return cls.from_predictions(y, scores, groups=groups, **options)
