"""Numbers that docstrings print, worked out by hand: no doctest is its own witness.

Most examples score two lists, whose labels in rank order are 3 0 1 and 2 0.
"""

import doctest
import math
import re

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics

import sklearn_rankscore
from sklearn_rankscore.datasets import make_ranking

SECOND = 1 / math.log2(3)  # the discount of rank 2; that of rank 3 is 1 / 2

BY_HAND = {
    "Convention": [SECOND],
    # List a has 3 of 3 + SECOND, list b all that it can have.
    "crosscheck": [(3 / (3 + SECOND) + 1) / 2],
    "ndcg_score": [
        (3.5 / (3 + SECOND) + 1) / 2,
        1,
        (7.5 / (7 + SECOND) + 1) / 2,
    ],
    "dcg_score": [(3 + 1 / 2 + 2) / 2, (3 + 2) / 2],
    "cg_score": [(3 + 0 + 2 + 0) / 2],
    "graded_precision_score": [(3 / 2 + 2 / 2) / 2],
    # Grades 3, 1 and 2 of 3 satisfy with chances 7/8, 1/8 and 3/8.
    "err_score": [(7 / 8 + 1 / 8 * 1 / 8 / 3 + 3 / 8) / 2],
    "pfound_score": [0.5 + 0.5 * 0.5 * 1 * 0.5 * 1],
    "precision_at_k_score": [(2 / 3 + 1 / 2) / 2, (2 / 3 + 1 / 3) / 2],
    "recall_at_k_score": [(1 / 2 + 1) / 2, 1],
    "mrr_score": [1, (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4],
    "map_score": [((1 + 2 / 3) / 2 + 1) / 2, (1 / 2 + 1) / 2],
    "rbp_score": [0.2 * (1 + 0.8**2 + 0.8**4)],
    "rbp_residual_loss": [0.8**5],
    "f1_at_k_score": [(1 / 2 + 2 / 3) / 2],
    "fall_out_at_k_loss": [(1 / 1 + 1 / 1) / 2],
    "hit_rate_score": [1],
    "r_precision_score": [(1 / 2 + 1) / 2],
    "judged_at_k_score": [1 / 2],
    "bpref_score": [((1 + 0) / 2 + 1) / 2],
    "interpolated_precision_score": [((1 + 2 / 3) / 2 + 1) / 2],
    "group_auc_score": [(1 / 2 + 1) / 2],
    "pairwise_accuracy_score": [(2 / 3 + 1) / 2],
    "kendall_tau_score": [((2 - 1) / 3 + 1) / 2],
    "spearman_score": [(1 - 6 * (0 + 1 + 1) / (3 * 8) + 1) / 2],
    "mean_relevance_position_loss": [((3 * 1 + 1 * 3) / 4 + 1) / 2],
    "huber_loss": [3 - 1 / 2, (1 / 8 + 1 / 2 + 2 * (3 - 1)) / 3, (0 + 2.5) / 2],
    "pseudo_huber_loss": [5 / 4 - 1, 9 * (5 / 3 - 1) / 2],
    "log_cosh_loss": [math.log(5 / 3) / 2, 1e-18 / 2],
    "mean_absolute_percentage_error": [
        (1 / 1 + 0) / 2,
        (1 / 10 + 1 / 4) / 2,
        (2 / 1 + 1 / 10 + 1 / 4) / 3,
        (1 / 10 + 1 / 4) / 2,
    ],
    "root_mean_squared_percentage_error": [math.sqrt((0.09 + 0.16) / 2), 5 / 10],
    "mape_coverage_score": [3 / 4, 1],
    "symmetric_mean_absolute_percentage_error": [
        (0 + 2 / 5 + 2 / 1 + 0) / 4,
        (2 / 2 + 0 + 0) / 3,
    ],
    "weighted_absolute_percentage_error": [(5 + 0 + 3) / 40, (5 / 10 + 3 / 30) / 2],
    "mean_arctangent_absolute_percentage_error": [(math.pi / 4 + math.pi / 2) / 2],
    # The naive errors are 2, 1 and 3; of the stores 2 and 20.
    "mean_absolute_scaled_error": [0.5 / 2, 0.5 / 2, (1 / 2 + 10 / 20) / 2],
    # One of two relevant rows was found, at rank 2.
    "rows_from_run": [1 / 2 / 2],
    "score_per_group": [SECOND, 0],
    # A line through labels 0 1 1 0 is flat: both orders of each list count.
    "make_rank_scorer": [(1 + SECOND) / 2],
    # List 7 is 2 0 1 for a and 1 0 2 for b; list 8 has its row at rank 1 and 3.
    "evaluate": [
        (2.5 / (2 + SECOND) + 1) / 2,
        (1 - 2.5 / (2 + SECOND)) / 2,
        1,
        0,
        (2 / (2 + SECOND) + 1 / 2) / 2,
        (2 / (2 + SECOND) - 1 / 2) / 2,
        (1 + 1 / 3) / 2,
        (1 - 1 / 3) / 2,
    ],
}
NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:e-?\d+)?(?![\w.])")


# What an example prints before its numbers.
BEFORE = {
    "evaluate": "mrr\n",
    "rows_from_run": "True, False])",
    "score_per_group": "], ",
    "make_rank_scorer": "ties='stable')",
}


def printed(name):
    """Numbers that the examples print, as text."""
    docstring = getattr(sklearn_rankscore, name).__doc__
    examples = doctest.DocTestParser().get_examples(docstring)
    text = "\n".join(example.want for example in examples)
    if name in BEFORE:
        text = text.partition(BEFORE[name])[2]
    return NUMBER.findall(text)


@pytest.mark.parametrize("name", BY_HAND)
def test_numbers_of_a_docstring_are_those_worked_out(name):
    shown = printed(name)
    assert len(shown) == len(BY_HAND[name])
    for text, value in zip(shown, BY_HAND[name], strict=True):
        digits = len(text.partition(".")[2])
        whole = "e" in text or digits > 6
        allowed = 1e-12 * value if whole else 0.5001 * 10.0**-digits
        assert abs(float(text) - value) <= allowed, (text, value)


def test_the_names_worked_out_are_public():
    """A new function's example is a doctest of a value that its loop has too."""
    assert set(BY_HAND) <= set(sklearn_rankscore.__all__)


def test_the_cells_of_a_convention_display_are_scikit_learns():
    X, y, qid = make_ranking(n_queries=30, random_state=0)
    columns = {"ndcg": [], "exponential": [], "map": [], "map, empty 1": []}
    for query in range(30):
        labels, scores = y[qid == query], X[qid == query, 0]
        empty = not labels.any()
        ndcg, exponential = (
            sklearn.metrics.ndcg_score([gains], [scores], k=10)
            for gains in (labels, 2**labels - 1)
        )
        ap = 0 if empty else sklearn.metrics.average_precision_score(labels > 0, scores)
        for column, value in zip(
            columns.values(), (ndcg, exponential or empty, ap, ap or empty), strict=True
        ):
            column.append(value)
    ndcg, exponential, ap, ap_one = (f"{np.mean(of):.3f}" for of in columns.values())
    shown = [ndcg, ndcg, exponential, ap, "-", ap_one]
    assert str(shown) in sklearn_rankscore.ConventionDisplay.__doc__


def test_the_sentences_of_compare_are_those_of_scikit_learn_and_scipy():
    X, y, qid = make_ranking(n_queries=40, random_state=0)
    scores = {"A": X[:, 1], "B": X[:, 1] + X[:, 2] / 9, "C": X[:, 1] - X[:, 0]}
    values = {
        name: np.array(
            [
                sklearn.metrics.ndcg_score([y[qid == q]], [of[qid == q]], k=10)
                for q in range(40)
            ]
        )
        for name, of in scores.items()
    }
    text = " ".join(sklearn_rankscore.compare.__doc__.split())
    found = re.findall(
        r"ndcg@10: (\w) beats A by ([\d.]+) \[([-\d.]+), ([-\d.]+)\] on 40 queries: "
        r"(not separable|separable) \(p = ([\d.]+)(?:, ([\d.]+) corrected for 2)?\)",
        text,
    )
    assert [model for model, *_ in found] == ["B", "C"]
    for model, difference, low, high, verdict, p, twice in found:
        d = values[model] - values["A"]
        assert f"{d.mean():.3f}" == difference
        error = scipy.stats.sem(d)
        reach = scipy.stats.t.ppf(0.975, 39) * error
        # Ends of a bootstrap of 2000 draws, which scatter and may be skew.
        assert abs(float(low) - (d.mean() - reach)) < 0.3 * error
        assert abs(float(high) - (d.mean() + reach)) < 0.3 * error
        # Of 2000 draws none may be as far out: then p is 2 / 2001.
        exact = scipy.stats.ttest_1samp(d, 0).pvalue
        assert abs(float(p) - max(exact, 2 / 2001)) < 0.06 * (exact > 0.001) + 0.0005
        assert (verdict == "separable") == (exact < 0.05 / 2)
        assert not twice or float(twice) == 2 * float(p)
