"""Named conventions: what each states, refuses, and how objects are checked."""

import pickle

import numpy as np
import pytest

from sklearn_rankscore import (
    Convention,
    err_score,
    get_convention,
    list_conventions,
    map_score,
    mrr_score,
    ndcg_score,
    precision_at_k_score,
    recall_at_k_score,
    score_per_group,
)
from sklearn_rankscore._metrics.catalogue import METRICS

NAMES = list_conventions()


@pytest.mark.parametrize("name", NAMES)
def test_every_name_states_library_versions_and_metrics(name):
    convention = get_convention(name)
    assert convention.name == name
    stated = (convention.peer, convention.versions, convention.metrics)
    assert all(stated) == (name != "default")
    assert set(convention.metrics or ()) <= set(METRICS)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_refuses_other_metrics(name):
    convention = get_convention(name)
    others = set(METRICS) - set(convention.metrics or METRICS)
    for metric in sorted(others):
        if METRICS[metric].family == "pointwise":
            continue
        with pytest.raises(ValueError, match=f"that peer has no {metric}"):
            score_per_group(
                METRICS[metric].scorer_name,
                [1, 0],
                [2, 1],
                groups=False,
                convention=name,
            )


@pytest.mark.parametrize("name", NAMES)
def test_conventions_are_values(name):
    convention = get_convention(name)
    assert pickle.loads(pickle.dumps(convention)) == convention
    assert hash(convention) == hash(get_convention(name))
    assert repr(convention).startswith(f"Convention(name={name!r}")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("lightgmb", "lightgbm"),
        ("pytrec_eval", "trec_eval"),
        ("ir_measures", "trec_eval"),
        ("scikit-learn", "sklearn"),
    ],
)
def test_an_unknown_name_is_led_to_a_known_one(word, meant):
    with pytest.raises(ValueError, match=f"Did you mean '{meant}'"):
        get_convention(word)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("score_dtype", "float16", "'score_dtype' .* 'float64' or 'float32'"),
        ("label_dtype", "int32", "'label_dtype' .* 'int64'"),
        ("arithmetic", "sum", "'arithmetic' .* 'divided'"),
        ("mean", "median", "'mean' .* 'clipped'"),
        ("stop", "log", "'stop' .* 'linear'"),
        ("weighting", {"ndcg": "some"}, "'weighting' .* a mapping .* 'some'"),
        ("weighting", "all", "'weighting'"),
        ("bare_cutoff", 0, "'bare_cutoff' parameter of Convention .* >= 1. Got 0"),
    ],
)
def test_what_only_conventions_carry_is_checked(field, value, message):
    with pytest.raises(ValueError, match=message):
        Convention(**{field: value})


FAR = {"groups": False, "convention": Convention(score_dtype="float32")}


def test_float32_scores_make_ties():
    near = [1.0, 1.0 + 1e-9]
    assert ndcg_score([0, 1], near, groups=False, k=1) == 1
    assert ndcg_score([0, 1], near, k=1, **FAR) == 0.5


def test_float32_has_one_infinity():
    assert ndcg_score([0, 1, 0], [1e300, 2e300, -1e300], k=1, **FAR) == 0.5


def test_float32_labels_are_compared_as_they_are_stored():
    """0.5 as float32 is not above 0.5."""
    labels = np.array([0.5, 1.0], dtype=np.float32)
    assert map_score(labels, [1, 2], groups=False, convention="catboost") == 1
    assert (
        recall_at_k_score(labels, [2, 1], groups=False, k=1, convention="catboost") == 0
    )


def test_whole_labels_are_cut():
    columns = {"groups": False, "convention": Convention(label_dtype="int64")}
    assert map_score([0.9, 1.7], [2, 1], **columns) == 0.5


@pytest.mark.parametrize(
    ("sums", "mean"), [("float64", 5592406.0), ("float32", 5592405.5)]
)
def test_weights_of_rows_may_be_added_in_float32(sums, mean):
    """In float32 2**24 + 1 is 2**24."""
    convention = Convention(label_dtype="float32", weight_sums=sums)
    weights = score_per_group(
        "ndcg",
        [1, 0, 0, 1],
        [3, 2, 1, 1],
        groups=[0, 0, 0, 1],
        sample_weight=[2.0**24, 1.0, 1.0, 0.1],
        convention=convention,
    ).weights
    assert weights.tolist() == [mean, float(np.float32(0.1))]


WEIGHTED = {"groups": [0, 0, 1, 1], "sample_weight": [3, 3, 1, 1]}


@pytest.mark.parametrize(
    ("rule", "expected"), [("all", 0.25), ("defined", 0.25), ("none", 0.5)]
)
def test_weighting_of_lists(rule, expected):
    convention = Convention(weighting={"ndcg": rule})
    value = ndcg_score([0, 0, 1, 0], [2, 1, 2, 1], convention=convention, **WEIGHTED)
    assert value == expected
    value = ndcg_score(
        [0, 0, 1, 0], [2, 1, 2, 1], convention=convention, empty=1, **WEIGHTED
    )
    assert value == {"all": 1.0, "defined": 0.5, "none": 1.0}[rule]
    assert (
        mrr_score([0, 0, 1, 0], [2, 1, 2, 1], convention=convention, **WEIGHTED) == 0.25
    )


def test_a_clipped_mean_does_not_exceed_one():
    convention = Convention(weighting={"ndcg": "defined"}, mean="clipped", empty=1)
    columns = {"groups": [0, 0, 1, 1], "sample_weight": [0.1, 0.1, 0.1, 0.1]}
    assert ndcg_score([0, 0, 1, 0], [2, 1, 2, 1], convention=convention, **columns) == 1


def test_positive_only_hides_rows_from_its_metrics():
    labels, scores = [1, 1, 0], [1.0, -1.0, -2.0]
    convention = Convention(positive_only=("recall", "precision"))
    columns = {"groups": False, "convention": convention}
    assert recall_at_k_score(labels, scores, k=2, **columns) == 0.5
    assert precision_at_k_score(labels, scores, k=3, **columns) == 1.0
    assert mrr_score(labels, [-1, -2, -3], **columns) == 1.0
    assert recall_at_k_score(labels, [-1, -2, -3], k=2, **columns) == 0.0


def test_stops_of_err_may_be_the_labels():
    chances = [0.5, 0.25]
    value = err_score(chances, [2, 1], groups=False, max_grade=1, convention="catboost")
    assert value == 0.5 + 0.5 * 0.25 / 2


ARITHMETIC = ("ratio", "reciprocal", "terms", "divided")


@pytest.mark.parametrize("ties", ["average", "stable"])
@pytest.mark.parametrize("discount", ["log2", "reciprocal", 10.0, lambda r: 1 / r])
@pytest.mark.parametrize("arithmetic", ARITHMETIC)
def test_arithmetic_touches_the_last_bits_only(arithmetic, discount, ties):
    rng = np.random.default_rng(0)
    labels, scores = rng.integers(0, 4, 300), rng.integers(0, 30, 300)
    ids = np.repeat(np.arange(30), 10)
    labels[:10] = 0
    values = [
        score_per_group(
            "ndcg",
            labels,
            scores,
            groups=ids,
            convention=Convention(arithmetic=of, discount=discount, ties=ties),
            empty="skip",
        ).values
        for of in (arithmetic, "ratio")
    ]
    np.testing.assert_allclose(*values, rtol=1e-14)
    assert np.isnan(values[0]).tolist() == [True] + [False] * 29
