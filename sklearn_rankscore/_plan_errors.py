"""The part of a plan that compares targets with predictions, row by row."""

from dataclasses import dataclass

import numpy as np

from sklearn_rankscore._error_rows import clean_error_rows, error_means, settled_values
from sklearn_rankscore._plan_step import GroupScores, Step


@dataclass(frozen=True)
class Errors:
    """Metrics of rows: the mean over groups, or without groups over all rows."""

    steps: tuple[Step, ...]
    function: str

    def numbers(self, y_true, y_pred, **columns):
        """Return the number of each metric."""
        rows = clean_error_rows(y_true, y_pred, function=self.function, **columns)
        return {
            str(step.name): float(np.mean(error_means(*self._asked(step, rows))))
            for step in self.steps
        }

    def values(self, y_true, y_pred, *, on_rows=None, **columns):
        """Return the values per group of each metric, as :class:`GroupScores`."""
        rows = clean_error_rows(y_true, y_pred, function=self.function, **columns)
        if on_rows is not None:
            on_rows(rows)
        ids = rows.groups.ids
        weights = np.ones(len(ids)) if rows.weights is None else rows.weights
        scores = {}
        for step in self.steps:
            values, defined = settled_values(*self._asked(step, rows))
            scores[str(step.name)] = GroupScores(
                ids, values.mean(axis=1), weights, defined.all(axis=1)
            )
        return scores

    def _asked(self, step, rows):
        return step.metric, step.parameters, rows, self.function, step.convention
