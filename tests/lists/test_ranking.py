"""Compiled and NumPy ranking, thread counts and blocks: all give the same bits."""

import os
from itertools import pairwise
from unittest import mock

import numpy as np
import pytest

from sklearn_rankscore import ndcg_score, show_versions
from sklearn_rankscore._lists import ranking
from sklearn_rankscore._lists.ranked import block_bounds
from sklearn_rankscore._lists.ranking import kernel_in_use
from sklearn_rankscore._plans import rankings
from sklearn_rankscore._plans.plan import make_plan

NAMES = ["ndcg@10", "ndcg", "map@3", "mrr", "err@5", "kendall_tau", "recall@70"]
needs_compiled = pytest.mark.skipif(
    ranking.compiled is None, reason="the compiled kernel is not installed"
)


def sizes_of(rng, kind):
    if kind == "one list":
        return np.array([700])
    if kind == "single rows":
        return np.ones(300, dtype=np.intp)
    if kind == "empty lists":
        return rng.integers(0, 4, size=200)
    return rng.integers(1, {"short": 6, "mixed": 300}[kind], size=60)


def scores_of(rng, kind, n):
    scores = rng.standard_normal(n)
    return {
        "distinct": scores,
        "tied": np.round(scores),
        "all tied": np.zeros(n),
        "signed zeros": np.where(scores > 0, 0.0, -0.0),
        "denormal": scores * 5e-324,
        "huge": scores * 1e300,
        "rising": np.arange(n, dtype=float),
        "falling": -np.arange(n, dtype=float),
    }[kind]


SIZES = ["one list", "single rows", "empty lists", "short", "mixed"]
SCORES = ["distinct", "tied", "all tied", "signed zeros", "denormal", "huge"]
SCORES = [*SCORES, "rising", "falling"]


def naive(scores, offsets, k):
    """Rank by sorted(), list after list."""
    rows, counts = [], []
    for begin, end in pairwise(offsets):
        ranked = sorted(range(begin, end), key=lambda row: -scores[row])
        if k is not None and len(ranked) > k:
            ranked = [row for row in ranked if scores[row] >= scores[ranked[k - 1]]]
        rows += ranked
        counts.append(len(ranked))
    return rows, counts


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("k", [None, 1, 2, 10, 64, 65, 1000])
@pytest.mark.parametrize(
    "rank",
    [
        pytest.param(ranking.rank_rows_numpy, id="numpy"),
        pytest.param(ranking.rank_rows_compiled, id="compiled", marks=needs_compiled),
    ],
)
def test_rows_are_those_of_a_stable_sort(sizes, scores, k, rank):
    rng = np.random.default_rng(0)
    offsets = np.concatenate(([0], np.cumsum(sizes_of(rng, sizes)))).astype(np.intp)
    values = scores_of(rng, scores, int(offsets[-1]))
    rows, counts = rank(values, offsets, k)
    expected_rows, expected_counts = naive(values, offsets.tolist(), k)
    assert counts.tolist() == expected_counts
    assert rows.tolist() == expected_rows


def draw(rng, label_dtype, n_lists=80):
    groups = np.repeat(np.arange(n_lists), rng.integers(1, 90, size=n_lists))
    labels = rng.integers(0, 5, size=len(groups)).astype(label_dtype)
    return labels, np.round(rng.standard_normal(len(groups)), 1), groups


def bits(labels, scores, groups, **options):
    plan = make_plan(NAMES, max_grade=4, **options)
    values = plan.per_group(labels, scores, groups=groups).values()
    return np.stack([value.values for value in values]).tobytes()


DTYPES = ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"]


@pytest.mark.parametrize("dtype", [*DTYPES, "float16", "float32", "float64"])
def test_the_type_of_labels_does_not_show(dtype):
    labels, scores, groups = draw(np.random.default_rng(1), "int64")
    assert bits(labels.astype(dtype), scores, groups) == bits(labels, scores, groups)


@needs_compiled
@pytest.mark.parametrize("convention", ["default", "half labels"])
def test_the_kernel_does_not_show(convention):
    labels, scores, groups = draw(np.random.default_rng(2), "float64")
    if convention == "half labels":
        labels /= 2
    with mock.patch.object(ranking, "compiled", None):
        assert kernel_in_use() == "numpy"
        expected = bits(labels, scores, groups)
    assert kernel_in_use() == "compiled"
    assert bits(labels, scores, groups) == expected


@pytest.mark.parametrize("n_jobs", [1, 2, 3, -1])
@pytest.mark.parametrize("block_rows", [1, 50, 700, 10**6])
def test_threads_and_blocks_do_not_show(n_jobs, block_rows):
    labels, scores, groups = draw(np.random.default_rng(3), "int64")
    rng = np.random.default_rng(4)
    order = rng.permutation(len(labels))
    expected = bits(labels, scores, groups)
    with mock.patch.object(
        rankings,
        "block_bounds",
        lambda offsets: block_bounds(offsets, block_rows),
    ):
        assert bits(labels, scores, groups, n_jobs=n_jobs) == expected
        shuffled = (labels[order], scores[order], groups[order])
        one = bits(*shuffled)
        assert bits(*shuffled, n_jobs=n_jobs) == one


@pytest.mark.parametrize("n_jobs", [0, 1.5, True, "2"])
def test_threads_are_checked(n_jobs):
    with pytest.raises(ValueError, match=r"'n_jobs' parameter of ndcg_score must be"):
        ndcg_score([1, 0], [1, 2], groups=False, n_jobs=n_jobs)


def test_show_versions_says_which_kernel_answers(capsys):
    """A continuous integration run says which one it built."""
    show_versions()
    printed = capsys.readouterr().out
    assert f"ranking kernel       {kernel_in_use()}" in printed
    assert "scikit-learn" in printed
    expected = os.environ.get("RANKSCORE_EXPECT_KERNEL", kernel_in_use())
    assert kernel_in_use() == expected
