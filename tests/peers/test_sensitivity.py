"""Whether the choice between models depends on the convention."""

from fractions import Fraction

import numpy as np
import pytest
import sklearn
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold

from sklearn_rankscore import Convention, GroupedRanker, get_rank_scorer, ndcg_score
from sklearn_rankscore._peers.sensitivity import (
    convention_scorers,
    convention_sensitivity,
)
from sklearn_rankscore.datasets import make_ranking

Y = [1, 1, 1, 2, 0, 0]
QID = [7] * 6
MODELS = {"a": [6, 5, 4, 3, 2, 1], "b": [2, 1, 0, 6, 5, 4]}
THREE = ["sklearn", "lightgbm", "catboost"]


def test_the_choice_flips_with_the_gain():
    found = convention_sensitivity(
        MODELS, Y, groups=QID, metric="ndcg@3", conventions=THREE
    )
    assert found.flips
    assert found.best == {"sklearn": "a", "lightgbm": "b", "catboost": "a"}
    assert found.columns["order"] == ["a > b", "b > a", "a > b"]
    assert found.columns["pairs_flipped"] == [0.0, 1.0, 0.0]
    assert "The best model depends on the convention." in str(found)
    for convention in THREE:
        for model, scores in MODELS.items():
            value = ndcg_score(Y, scores, groups=QID, k=3, convention=convention)
            assert found.scores[convention][model] == pytest.approx(value, rel=1e-15)
    lead = found.scores["lightgbm"]["b"] - found.scores["lightgbm"]["a"]
    assert found.columns["margin"][1] == lead > 0


def test_every_named_convention_by_default():
    found = convention_sensitivity(MODELS, Y, groups=QID, metric="map")
    assert set(found.scores) >= {"default", "lightgbm", "xgboost", "trec_eval", "ranx"}
    assert any("sklearn (has no map)" in note for note in found.notes)


def test_a_choice_that_stands():
    found = convention_sensitivity(
        {"good": Y, "bad": [-y for y in Y]}, Y, groups=QID, conventions=THREE
    )
    assert not found.flips
    assert set(found.best.values()) == {"good"}
    assert "The best model is the same under every convention." in found.notes


def test_rounding_is_no_choice():
    """Both models have the same values, one in another order of the queries.

    Added up one after the other the last bits differ, added up in pairs they do not.
    """
    ranks = np.random.default_rng(0).integers(1, 7, 27)
    models = {}
    for name, of_lists in (("a", ranks), ("b", np.sort(ranks))):
        # The relevant row stands in front of as many others as its rank says.
        others = np.tile(9 - np.arange(1.0, 6), (27, 1))
        models[name] = np.column_stack((9.5 - of_lists, others)).ravel()
    labels = np.tile([1, 0, 0, 0, 0, 0], 27)
    found = convention_sensitivity(
        models, labels, groups=np.repeat(np.arange(27), 6), metric="map"
    )
    expected = np.mean([Fraction(1, int(rank)) for rank in ranks])
    margins = [scores["a"] - scores["b"] for scores in found.scores.values()]
    assert any(margins), "no convention rounds otherwise: another draw is needed"
    for scores in found.scores.values():
        assert list(scores.values()) == pytest.approx([float(expected)] * 2, rel=1e-6)
    assert not found.flips
    assert set(found.columns["margin"]) == {0.0}
    assert set(found.columns["pairs_flipped"]) == {0.0}


def test_conventions_of_ones_own():
    mine = Convention(name="mine", gain=(0, 1, 5))
    found = convention_sensitivity(
        MODELS, Y, groups=QID, metric="ndcg@3", conventions=["sklearn", mine]
    )
    assert found.best == {"sklearn": "a", "mine": "b"}
    assert found.columns["in_words"][1].startswith("gain table 0, 1, 5;")


def test_conventions_by_document_id_need_ids():
    tied = {"a": [1] * 6, "b": [2] * 6}
    found = convention_sensitivity(tied, Y, groups=QID)
    assert "trec_eval" not in found.scores
    assert any("trec_eval (orders equal scores" in note for note in found.notes)
    found = convention_sensitivity(tied, Y, groups=QID, tiebreak=list("abcdef"))
    assert found.scores["trec_eval"]["a"] == found.scores["trec_eval"]["b"]


def search(scoring, refit):
    X, y, qid = make_ranking(n_queries=40, random_state=0)
    return GridSearchCV(
        GroupedRanker(Ridge()),
        {"estimator__alpha": [0.1, 10.0, 1e4]},
        scoring=scoring,
        refit=refit,
        cv=GroupKFold(4),
        error_score="raise",
    ).fit(X, y, groups=qid)


def test_a_search_scored_under_several_conventions():
    scoring = convention_scorers("ndcg@5", THREE)
    with sklearn.config_context(enable_metadata_routing=True):
        fitted = search(scoring, "ndcg@5 sklearn")
    found = convention_sensitivity(fitted)
    assert list(found.scores) == THREE
    assert list(found.scores["sklearn"]) == ["alpha=0.1", "alpha=10.0", "alpha=10000.0"]
    for convention in THREE:
        means = fitted.cv_results_[f"mean_test_ndcg@5 {convention}"]
        assert list(found.scores[convention].values()) == means.tolist()
        best = list(found.scores[convention])[int(np.argmax(means))]
        assert found.best[convention] == best
    assert len(convention_sensitivity(fitted, conventions=["lightgbm"])) == 1
    with pytest.raises(ValueError, match=r"\['sklearn', .* Got 'ranx'"):
        convention_sensitivity(fitted, conventions=["ranx"])


def test_a_search_scored_by_several_metrics():
    scoring = convention_scorers("ndcg@5", THREE) | convention_scorers("map", ["ranx"])
    with sklearn.config_context(enable_metadata_routing=True):
        fitted = search(scoring, "map ranx")
    assert list(convention_sensitivity(fitted, metric="map").scores) == ["ranx"]
    with pytest.raises(ValueError, match=r"\['map', 'ndcg@5'\] and metric=None"):
        convention_sensitivity(fitted)


def test_a_search_that_was_scored_otherwise():
    with sklearn.config_context(enable_metadata_routing=True):
        fitted = search(get_rank_scorer("ndcg@5"), True)
    with pytest.raises(ValueError, match=r"convention_scorers\(metric, \[...\]\)"):
        convention_sensitivity(fitted)


def test_scorers_without_routing():
    scorers = convention_scorers("ndcg@3", ["sklearn", "lightgbm"], groups=False)
    X = np.array([[score] for score in MODELS["b"]], dtype=float)
    model = Ridge(alpha=1e-9).fit(X, X[:, 0])
    for key, scorer in scorers.items():
        convention = key.split()[1]
        value = ndcg_score(Y, MODELS["b"], groups=False, k=3, convention=convention)
        assert scorer(model, X, Y) == pytest.approx(value)


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        (("ndcg@5", ["trec_eval"]), {}, r"'trec_eval' .* document id"),
        (("mrr", ["msmarco"]), {}, r"'msmarco' of convention_scorers"),
        (("ndcg@5", ["sklearn", "sklearn"]), {}, r"Got 'sklearn' twice"),
        (("ndcg@5", ["sklaern"]), {}, r"convention_scorers .* Did you mean 'sklearn'"),
        (("map", ["sklearn"]), {}, r"that peer has no map"),
        (("ndcg@5", ["sklearn"]), {"ties": "ascending"}, r"document id"),
    ],
)
def test_scorers_refuse(arguments, keywords, message):
    with pytest.raises(ValueError, match=message):
        convention_scorers(*arguments, **keywords)


def test_a_tie_rule_makes_scorers_of_conventions_by_document_id():
    scorers = convention_scorers("ndcg@5", ["trec_eval"], ties="average")
    assert list(scorers) == ["ndcg@5 trec_eval"]


@pytest.mark.parametrize(
    ("models", "keywords", "message"),
    [
        ({"a": MODELS["a"]}, {}, r"two models or more.* Got 1 models"),
        ({}, {}, r"two models or more"),
        (
            MODELS,
            {"metric": "ndgc"},
            r"Unknown metric 'ndgc' in convention_sensitivity",
        ),
        (MODELS, {"conventions": ["msmarco"]}, r"have a number here. Got msmarco"),
        (MODELS, {"metric": "err@3"}, r"'max_grade' parameter"),
    ],
)
def test_refusals(models, keywords, message):
    with pytest.raises(ValueError, match=message):
        convention_sensitivity(models, Y, groups=QID, **keywords)


def test_scores_of_models_need_labels():
    with pytest.raises(TypeError, match=r"needs y_true= beside scores of models"):
        convention_sensitivity({"a": [1, 2], "b": [2, 1]}, groups=[7, 7])


def test_candidates_without_a_score_have_no_place_in_the_orders():
    scoring = convention_scorers("ndcg@5", THREE)
    with sklearn.config_context(enable_metadata_routing=True):
        fitted = search(scoring, "ndcg@5 sklearn")
    whole = convention_sensitivity(fitted)
    for convention in THREE[:2]:
        fitted.cv_results_[f"mean_test_ndcg@5 {convention}"][1] = np.nan
    found = convention_sensitivity(fitted)
    assert found.notes[1] == (
        "1 of 3 candidates has no score and has no place in the orders: alpha=10.0."
    )
    for convention in THREE:
        of_whole = dict(whole.scores[convention])
        del of_whole["alpha=10.0"]
        assert found.scores[convention] == of_whole
        assert found.best[convention] == max(of_whole, key=of_whole.get)
    fitted.cv_results_[f"mean_test_ndcg@5 {THREE[2]}"][0] = np.nan
    with pytest.raises(ValueError, match=r"Got 1 models .* 2 of 3 candidates have no"):
        convention_sensitivity(fitted)
