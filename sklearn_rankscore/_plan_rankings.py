"""The part of a plan that ranks lists."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from joblib import effective_n_jobs

from sklearn_rankscore._axes import BY_KEY
from sklearn_rankscore._lists import block_bounds, rank_lists
from sklearn_rankscore._plan_step import GroupScores, Step, read_axes
from sklearn_rankscore._reduce import mean_over_lists, settle_empty
from sklearn_rankscore._rows import clean_rows


@dataclass(frozen=True)
class Rankings:
    """Metrics of ranked lists: one border, one ranking for all of them."""

    steps: tuple[Step, ...]
    function: str
    grades: Mapping | None = None
    n_jobs: int | None = None

    def numbers(self, y_true, y_score, **columns):
        """Return the number of each metric."""
        rows, values = self._run(y_true, y_score, **columns)
        return {
            str(step.name): self._mean(step, of_lists, rows)
            for step, of_lists in zip(self.steps, values, strict=True)
        }

    def values(self, y_true, y_score, *, on_rows=None, **columns):
        """Return the values per list of each metric, as :class:`GroupScores`."""
        rows, values = self._run(y_true, y_score, **columns)
        if on_rows is not None:
            on_rows(rows)
        ids = rows.groups.ids
        weights = np.ones(len(ids)) if rows.weights is None else rows.weights
        scores = {}
        for step, of_lists in zip(self.steps, values, strict=True):
            settled, defined = settle_empty(of_lists, step.rule, step.describe(ids))
            scores[str(step.name)] = GroupScores(ids, settled, weights, defined)
        return scores

    def _mean(self, step, values, rows):
        describe = step.describe(rows.groups.ids)
        values, defined = settle_empty(values, step.rule, describe)
        return mean_over_lists(
            values,
            defined,
            rows.weights,
            step.rule,
            step.convention,
            describe,
            step.metric.name,
        )

    def clean_rows(self, y_true, y_score, **columns):
        """Check raw arrays as these metrics read them."""
        self.check_keys(columns.get("tiebreak"))
        convention = self.steps[0].convention
        all_read = all("unjudged" in read_axes(step.metric) for step in self.steps)
        rows = clean_rows(
            y_true,
            y_score,
            function=self.function,
            grades=self.grades,
            unjudged=convention.unjudged if all_read else "raise",
            label_dtype=convention.label_dtype,
            weight_sums=convention.weight_sums,
            score_dtype=convention.score_dtype,
            signed=all(step.metric.signed for step in self.steps),
            **columns,
        )
        for step in self.steps:
            step.check_labels(rows)
        return rows

    def _run(self, y_true, y_score, **columns):
        """Return the clean rows, and one value per list of each metric."""
        rows = self.clean_rows(y_true, y_score, **columns)
        values = [np.empty(rows.groups.n_lists) for _ in self.steps]
        blocks = list(pairwise(block_bounds(rows.groups.offsets)))
        threads = min(effective_n_jobs(self.n_jobs), len(blocks))
        if threads < 2:
            for block in blocks:
                self._fill(values, rows, block)
            return rows, values
        # joblib's own pool looks for results every 10 ms, a third of such a call.
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(partial(self._fill, values, rows), blocks))
        return rows, values

    def _fill(self, values, rows, block):
        """Write the values of the lists of one block."""
        first, last = block
        cuts = [step.name.k for step in self.steps]
        deepest = None if None in cuts else min(max(cuts), 2**62)
        labels, scores, offsets, extras = rows.block(first, last)
        lists = rank_lists(labels, scores, offsets, deepest, **extras)
        for out, step in zip(values, self.steps, strict=True):
            out[first:last] = step.values(lists, scores)

    def check_keys(self, tiebreak):
        """Refuse a tie rule by key without keys, and keys that no rule reads."""
        by_key = [
            step.convention.ties
            for step in self.steps
            if "ties" in step.metric.axes and step.convention.ties in BY_KEY
        ]
        if by_key and tiebreak is None:
            raise ValueError(
                f"{self.function} with ties={by_key[0]!r} needs tiebreak=, one key per "
                f"row (document ids) to order tied rows by. Scorers have none: choose "
                f"another rule there."
            )
        if tiebreak is not None and not by_key:
            raise ValueError(
                f"The 'tiebreak' parameter of {self.function} is read by "
                f"ties='ascending' and ties='descending' only. "
                f"Got ties={self.steps[0].convention.ties!r}."
            )
