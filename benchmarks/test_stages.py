"""Each stage and each metric on its own: ``pytest benchmarks/test_stages.py``.

They need pytest-benchmark (extra ``dev``) and are no part of the tests: what counts is
the ratio between two revisions in one run (``--benchmark-compare``).
"""

import numpy as np
import pytest
from speed import draw_lists

from sklearn_rankscore import RankScorer, get_rank_scorer
from sklearn_rankscore._lists.groups import group_rows
from sklearn_rankscore._lists.ranked import rank_lists
from sklearn_rankscore._lists.ranking import rank_rows
from sklearn_rankscore._lists.rows import clean_rows
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._plans.plan import make_plan

ROWS = 200_000
RANKING = [name for name, metric in METRICS.items() if metric.family != "pointwise"]


@pytest.fixture(scope="module")
def lists():
    return draw_lists(ROWS)


def offsets_of(sizes):
    return np.concatenate(([0], np.cumsum(sizes)))


def test_border(benchmark, lists):
    labels, scores, groups, _ = lists
    benchmark(clean_rows, labels, scores, function="ndcg_score", groups=groups)


@pytest.mark.parametrize("order", ["contiguous", "mixed"])
@pytest.mark.parametrize("dtype", ["int64", "U8", "object"])
def test_grouping(benchmark, lists, order, dtype):
    groups = lists[2].astype(dtype)
    if order == "mixed":
        groups = np.random.default_rng(0).permutation(groups)
    benchmark(group_rows, groups, len(groups), "ndcg_score")


@pytest.mark.parametrize("k", [1, 10, 64, 65, None])
def test_ranking(benchmark, lists, k):
    benchmark(rank_rows, lists[1], offsets_of(lists[3]), k)


@pytest.mark.parametrize("k", [10, None])
def test_lists(benchmark, lists, k):
    benchmark(rank_lists, lists[0], lists[1], offsets_of(lists[3]), k)


@pytest.mark.parametrize("name", RANKING)
def test_metric(benchmark, lists, name):
    labels, scores, groups, _ = lists
    metric = METRICS[name]
    own = {"max_grade": 4} if "max_grade" in metric.parameters else {}
    if metric.ordered_only:
        own["ties"] = "stable"
    if metric.highest_label is not None and not own:
        labels = labels / 4
    plan = make_plan(metric.scorer_name, **own)
    benchmark(plan.scores, labels, scores, groups=groups)


class Echo:
    """Predicts the first column."""

    def predict(self, X):
        """Return the first column."""
        return X[:, 0]


def test_scorer_on_a_small_fold(benchmark):
    labels, scores, groups, _ = draw_lists(1_000)
    scorer: RankScorer = get_rank_scorer("ndcg@10")
    benchmark(scorer, Echo(), scores[:, np.newaxis], labels, groups=groups)
