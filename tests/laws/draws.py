"""Random lists for the laws, and how a law asks the package for values."""

from dataclasses import dataclass

import numpy as np
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from sklearn_rankscore import score_per_group
from tests.formulas import FORMULAS, TIES


@dataclass(frozen=True)
class Lists:
    """A few short lists with many ties, and the choices of one call."""

    labels: tuple[tuple[float, ...], ...]
    scores: tuple[tuple[float, ...], ...]
    k: int | None
    ties: str
    seed: int

    @property
    def n_lists(self):
        return len(self.labels)

    @property
    def y_true(self):
        return np.concatenate(self.labels)

    @property
    def y_score(self):
        return np.concatenate(self.scores)

    @property
    def ids(self):
        return np.repeat(np.arange(self.n_lists), [len(rows) for rows in self.labels])

    @property
    def rng(self):
        """A generator for what the law itself draws, the same in every replay."""
        return np.random.default_rng(self.seed)


@st.composite
def lists_of(draw, grades, longest=5, most=4):
    sizes = draw(st.lists(st.integers(1, longest), min_size=1, max_size=most))
    columns = [
        tuple(
            tuple(draw(st.lists(values, min_size=size, max_size=size)))
            for size in sizes
        )
        for values in (
            st.sampled_from(grades),
            st.sampled_from((-1.0, -0.25, 0.0, 0.5, 2.0)),
        )
    ]
    k = draw(st.none() | st.integers(1, longest + 2))
    ties = draw(st.sampled_from(TIES))
    return Lists(*columns, k=k, ties=ties, seed=draw(st.integers(0, 999)))


# A law that enumerates orders takes longer lists, but fewer of them.
SIZES = {"ties_run_over_all_orders": {"longest": 7, "most": 2}}


def check(law, metric, *, examples=25, shrink=True):
    """Hold a metric to a law on the same draws in every run."""
    grades = grades_of(metric)
    phases = [Phase.explicit, Phase.generate] + [Phase.shrink] * shrink

    @settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=examples,
        phases=phases,
        report_multiple_bugs=False,
    )
    @given(lists_of(grades, **SIZES.get(law.__name__, {})))
    def holds(data):
        law(metric, data)

    holds()


def grades_of(metric):
    """Labels that the metric takes, half of them irrelevant."""
    return FORMULAS[metric.name].grades or (0, 0, 1, 2, 3)


def required(metric):
    """The keywords that the metric cannot do without."""
    return FORMULAS[metric.name].required


def choices(metric, data):
    """The keywords of one call: what is required, cut-off and ties."""
    axes = dict(required(metric))
    if metric.cutoff:
        axes["k"] = data.k
    if data.ties in FORMULAS[metric.name].ties and "ties" in metric.axes:
        axes["ties"] = data.ties
    return axes


def group_scores(metric, y_true, y_score, groups, **axes):
    """What ``score_per_group`` says of the metric, losses as they are."""
    scores = score_per_group(metric.scorer_name, y_true, y_score, groups=groups, **axes)
    sign = 1 if metric.greater_is_better else -1
    return scores._replace(values=sign * scores.values)


def values_of(metric, y_true, y_score, groups, **axes):
    """Value of each list by its id, NaN where the metric is undefined."""
    scores = group_scores(metric, y_true, y_score, groups, empty="skip", **axes)
    return dict(zip(scores.groups.tolist(), scores.values.tolist(), strict=True))


def assert_same(first, second, *, rtol=0.0):
    """Hold two mappings of ids to values equal, NaN to NaN."""
    assert list(first) == list(second)
    np.testing.assert_allclose(
        list(first.values()), list(second.values()), rtol=rtol, atol=rtol
    )
