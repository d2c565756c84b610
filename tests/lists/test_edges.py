"""Inputs at the edge of what float64, int64 and the empty list can hold."""

import sys

import numpy as np
import pytest

from sklearn_rankscore import (
    Convention,
    cg_score,
    get_rank_scorer,
    kendall_tau_score,
    map_score,
    ndcg_score,
    precision_at_k_score,
    recall_at_k_score,
    score_per_group,
)
from sklearn_rankscore._lists.ranked import BLOCK_ROWS
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._plans.plan import make_plan


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_a_bound_between_labels_means_the_same_for_every_type(dtype):
    labels = np.array([0.5, 1, 0], dtype=dtype)
    value = map_score(labels, [3, 2, 1], groups=False, convention="lightgbm")
    assert value == 0.5


def test_a_list_that_condensing_empties_is_empty():
    nan = float("nan")
    columns = {"groups": [1, 1, 2], "unjudged": "condense"}
    values = score_per_group("ndcg", [nan, nan, 1], [1, 2, 3], **columns)
    assert values.values.tolist() == [0.0, 1.0]
    assert values.defined.tolist() == [False, True]
    alone = {"groups": [1, 1], "unjudged": "condense"}
    assert ndcg_score([nan, nan], [1, 2], **alone) == 0
    assert ndcg_score([nan, nan], [1, 2], gain="exponential", **alone) == 0


def test_a_block_may_hold_empty_lists_only():
    rows = BLOCK_ROWS + 1
    labels = np.append(np.ones(rows), np.nan)
    groups = np.append(np.zeros(rows), 1)
    scores = np.arange(rows + 1.0)
    found = score_per_group(
        "ndcg@10", labels, scores, groups=groups, unjudged="condense"
    )
    assert found.values.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("k", [10**9, sys.maxsize, 2**70])
def test_a_cut_behind_everything_is_none(k):
    rows = ([0, 2, 1, 0, 1], [1, 2, 3, 1, 2])
    columns = {"groups": [1, 1, 1, 2, 2]}
    for score in (ndcg_score, map_score, recall_at_k_score):
        assert score(*rows, k=k, **columns) == score(*rows, **columns)
    by_k = {"precision_denominator": "k", **columns}
    assert precision_at_k_score(*rows, k=k, **by_k) < 1e-8


LARGE = r"to 1e\+150\. Got 1e\+(200|308) at row 1"


@pytest.mark.parametrize("score", [ndcg_score, cg_score])
def test_gains_and_weights_that_would_overflow_are_refused(score):
    rows = ([1, 1e308, 2], [1, 2, 3])
    with pytest.raises(ValueError, match=r"'y_true' parameter .*" + LARGE):
        score(*rows, groups=False)
    with pytest.raises(ValueError, match=r"'sample_weight' parameter .*" + LARGE):
        score([1, 0, 1], [1, 2, 3], groups=False, sample_weight=[1, 1e200, 1])
    # The first row has all that there is at rank 1.
    best = {ndcg_score: 1, cg_score: 1e150}[score]
    assert score([1, 1e150, 2], [1, 3, 2], groups=False, k=1) == best


def test_labels_that_float64_cannot_tell_apart_are_refused():
    stamps = np.array([2**60, 2**60 + 1, 2**60 + 2])
    with pytest.raises(ValueError, match=r"whole numbers up to 2\*\*53"):
        kendall_tau_score(stamps, [1, 2, 3], groups=False)


def test_masked_ids_are_refused():
    ids = np.ma.array([1, 1, 2, 2], mask=[0, 0, 0, 1])
    with pytest.raises(ValueError, match="masked"):
        ndcg_score([1, 0, 1, 0], [1, 2, 3, 4], groups=ids)


@pytest.mark.skipif(
    not hasattr(np.dtypes, "StringDType"), reason="NumPy 1 has no StringDType"
)
@pytest.mark.parametrize("missing", [None, float("nan")])
def test_variable_width_strings_show_missing_ids(missing):
    dtype = np.dtypes.StringDType(na_object=missing)
    ids = np.array(["a", missing, "b"], dtype=dtype)
    with pytest.raises(ValueError, match="missing id at row 1"):
        ndcg_score([1, 0, 1], [1, 2, 3], groups=ids)


@pytest.mark.parametrize("empty", [{"ndgc": 1}, (("ndgc", 1),)])
def test_a_rule_for_an_unknown_metric_is_refused_wherever_it_stands(empty):
    rows = ([1, 0], [1, 2])
    with pytest.raises(ValueError, match=r"'ndgc', which is neither.*'ndcg'"):
        ndcg_score(*rows, groups=False, empty=empty)
    with pytest.raises(ValueError, match=r"'ndgc', which is neither.*'ndcg'"):
        ndcg_score(*rows, groups=False, convention=Convention(empty=empty))


@pytest.mark.parametrize("axis", ["metrics", "positive_only"])
def test_a_bare_name_is_no_list_of_metrics(axis):
    with pytest.raises(ValueError, match="must be a list or tuple of names of metrics"):
        Convention(**{axis: "ndcg"})
    assert getattr(Convention(**{axis: ["ndcg"]}), axis) == ("ndcg",)


def test_values_share_no_memory_with_the_caller():
    weights = np.array([1.0, 2.0])
    scores = score_per_group("ndcg", np.eye(2), np.eye(2), sample_weight=weights)
    scores.weights[:] = 7
    assert weights.tolist() == [1.0, 2.0]


def test_declarations_can_be_hashed():
    assert len({*METRICS.values()}) == len(METRICS)


@pytest.mark.parametrize("name", ["fall_out", "rbp_residual"])
def test_the_best_loss_is_zero_without_a_sign(name):
    rows = ([1, 1, 0], [3, 2, 1])
    # 1e-200 squared, which is what two rows leave, is no float64.
    own = {} if name == "fall_out" else {"persistence": 1e-200}
    (value,) = score_per_group(f"neg_{name}@2", *rows, groups=False, **own).values
    assert value == 0
    assert not np.signbit(value)


def test_grades_must_be_read():
    with pytest.raises(TypeError, match=r"'grades' parameter .* is not read by errors"):
        get_rank_scorer("neg_huber", grades={"a": 1})


def test_a_discount_must_not_rise():
    rows = ([1, 0, 2], [1, 2, 3])
    with pytest.raises(ValueError, match=r"must return factors that do not rise"):
        ndcg_score(*rows, groups=False, discount=lambda ranks: np.log2(ranks + 1))


def test_a_gain_that_works_in_place_touches_nobody_else():
    rows = ([3, 0, 1, 2], [4, 3, 2, 1])
    scorer_names = ["cg", "ndcg", "dcg"]

    def twice(labels):
        return np.multiply(labels, 2, out=labels)

    plan = make_plan(scorer_names, gain=twice)
    expected = make_plan(scorer_names, gain=lambda labels: 2 * labels)
    columns = {"groups": False}
    assert plan.scores(*rows, **columns) == expected.scores(*rows, **columns)


@pytest.mark.parametrize("levels", ["abc", [], [[0.5]], [1.5], [None]])
def test_recall_levels_are_checked(levels):
    options = {"ties": "stable", "recall_levels": levels}
    with pytest.raises(ValueError, match=r"'recall_levels' parameter of get_rank"):
        get_rank_scorer("iprec", **options)
