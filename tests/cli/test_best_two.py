"""The end of a search: its best two candidates on queries that it never saw."""

import numpy as np
import pytest
import sklearn
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.utils import Bunch

from sklearn_rankscore import GroupedRanker, get_rank_scorer, ndcg_score
from sklearn_rankscore._cli.demo import compare_best_two
from sklearn_rankscore.datasets import make_ranking

X, Y, QID = make_ranking(n_queries=60, n_docs=10, random_state=0)
SEEN = Bunch(X=X[QID < 40], y=Y[QID < 40], groups=QID[QID < 40])
HELD_OUT = Bunch(X=X[QID >= 40], y=Y[QID >= 40], groups=QID[QID >= 40])


def searched(alphas, refit):
    search = GridSearchCV(
        GroupedRanker(Ridge()),
        {"estimator__alpha": alphas},
        scoring=get_rank_scorer(["ndcg@10", "map"]),
        refit=refit,
        cv=GroupKFold(4),
        error_score="raise",
    )
    with sklearn.config_context(enable_metadata_routing=True):
        return search.fit(SEEN.X, SEEN.y, groups=SEEN.groups)


def take_last(results):
    return len(results["params"]) - 1


@pytest.mark.parametrize("refit", ["ndcg@10", take_last])
def test_the_chosen_meets_the_best_other(refit):
    search = searched([1e5, 1.0, 1e3], refit)
    comparison = compare_best_two(search, SEEN, HELD_OUT, metrics=["ndcg@10", "map"])
    means = search.cv_results_["mean_test_ndcg@10"]
    others = [i for i in range(3) if i != search.best_index_]
    rival = search.cv_results_["params"][max(others, key=means.__getitem__)]
    chosen = search.best_params_["estimator__alpha"]
    assert set(comparison.columns["model"]) == {f"alpha={chosen}"}
    assert set(comparison.columns["against"]) == {f"alpha={rival['estimator__alpha']}"}
    scores = [
        ndcg_score(HELD_OUT.y, model.predict(HELD_OUT.X), groups=HELD_OUT.groups, k=10)
        for model in (
            search.best_estimator_,
            Ridge(alpha=rival["estimator__alpha"]).fit(SEEN.X, SEEN.y),
        )
    ]
    assert comparison.columns["difference"][0] == pytest.approx(scores[0] - scores[1])
    assert comparison.columns["n_lists"].tolist() == [20, 20]


def test_one_candidate_has_no_rival():
    with pytest.raises(ValueError, match="at least two candidates"):
        compare_best_two(searched([1.0], "map"), SEEN, HELD_OUT, metrics="map")


def test_a_rival_without_a_score_is_none():
    search = searched([1.0, 10.0], "map")
    other = 1 - search.best_index_
    search.cv_results_["split0_test_map"][other] = np.nan
    message = r"a score beside the chosen one\. Got none of 1"
    with pytest.raises(ValueError, match=message):
        compare_best_two(search, SEEN, HELD_OUT, metrics="map")
