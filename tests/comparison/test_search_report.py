"""Searches: the one-standard-error rule, and which candidates are worse."""

import math
import pickle

import numpy as np
import pytest
import scipy.stats
import sklearn
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    GroupShuffleSplit,
    LeavePGroupsOut,
    RepeatedKFold,
    TimeSeriesSplit,
)
from sklearn.tree import DecisionTreeRegressor

from sklearn_rankscore import get_rank_scorer, one_standard_error, search_report
from sklearn_rankscore._comparison.folds import (
    compare_with_best,
    constants_in_words,
    standard_errors,
)
from sklearn_rankscore.datasets import make_ranking

X, Y, QID = make_ranking(n_queries=60, n_docs=10, random_state=0)
DEPTHS = [5, 1, 2, 3, 4]


def searched(depths=DEPTHS, cv=None, **options):
    options = {
        "scoring": get_rank_scorer(["ndcg@10", "map"]),
        "refit": "ndcg@10",
        "error_score": "raise",
        **options,
    }
    model = DecisionTreeRegressor(random_state=0)
    with sklearn.config_context(enable_metadata_routing=True):
        search = GridSearchCV(
            model, {"max_depth": depths}, cv=cv or GroupKFold(5), **options
        )
        return search.fit(X, Y, groups=QID)


@pytest.fixture(scope="module")
def search():
    return searched()


def results(folds, params=None, name="ndcg@10"):
    """What a search stores, given the scores of each candidate by fold."""
    folds = np.asarray(folds, dtype=float)
    columns = {f"split{i}_test_{name}": fold for i, fold in enumerate(folds.T)}
    params = params or [{"depth": i} for i in range(len(folds))]
    return {"params": params, f"mean_test_{name}": folds.mean(axis=1), **columns}


FOLDS = [[0.5, 0.5, 0.5], [0.6, 0.7, 0.8], [0.7, 0.75, 0.83], [0.66, 0.76, 0.8]]


@pytest.mark.parametrize(
    ("complexity", "expected"),
    [
        # The best has mean 0.76 and standard error 0.038: 0.74 is near, 0.70 is not.
        ("depth", 2),
        (lambda params: -params["depth"], 3),
        (lambda params: (0, 0), 2),
    ],
)
def test_the_simplest_of_the_good_is_taken(complexity, expected):
    rule = one_standard_error("ndcg@10", complexity=complexity)
    assert rule(results(FOLDS)) == expected


def test_a_candidate_at_the_border_is_good():
    best = [0.7, 0.8, 0.9]
    border = np.mean(best) - np.std(best, ddof=1) / np.sqrt(3)
    rule = one_standard_error("ndcg@10", complexity="depth")
    assert rule(results([[border + 1e-12] * 3, best])) == 0
    assert rule(results([[border - 1e-12] * 3, best])) == 1


def test_failed_candidates_are_passed_over():
    rule = one_standard_error("ndcg@10", complexity="depth")
    assert rule(results([[np.nan] * 3, [0.5, 0.6, 0.7]])) == 1


def test_it_is_a_refit_of_a_grid_search(search):
    rule = one_standard_error("ndcg@10", complexity="max_depth")
    simple = searched(refit=rule)
    assert simple.best_params_["max_depth"] < search.best_params_["max_depth"]
    assert simple.best_index_ == rule(search.cv_results_)
    single = searched(scoring=get_rank_scorer("ndcg@10"), refit=rule)
    assert single.best_params_ == simple.best_params_
    assert pickle.loads(pickle.dumps(rule)) == rule


@pytest.mark.parametrize(
    ("stored", "rule", "error", "message"),
    [
        (results(FOLDS), ("map", "depth"), ValueError, r"scored by: \['ndcg@10'\]"),
        (results(FOLDS), ("ndcg@10", "size"), ValueError, "Got 'size'; there are"),
        (results([[0.5], [0.6]]), ("ndcg@10", "depth"), ValueError, "two folds"),
        (results([[np.nan] * 3]), ("ndcg@10", "depth"), ValueError, "0 candidates"),
        (
            results([[0.5, 0.6]] * 2, [{"depth": None}, {"depth": 3}]),
            ("ndcg@10", "depth"),
            TypeError,
            r"can be ordered. Got \[None, 3\]",
        ),
    ],
)
def test_the_rule_refuses_by_name(stored, rule, error, message):
    with pytest.raises(error, match=message):
        one_standard_error(rule[0], complexity=rule[1])(stored)


def test_complexity_is_a_name_or_a_function():
    with pytest.raises(TypeError, match="'complexity' parameter of one_standard_error"):
        one_standard_error("ndcg@10", complexity=3)


def test_differences_are_tested_by_the_corrected_t(search):
    columns = search_report(search).columns["ndcg@10"]
    folds = [search.cv_results_[f"split{i}_test_ndcg@10"] for i in range(5)]
    scores = np.column_stack(folds)
    best = scores.mean(axis=1).argmax()
    differences = scores[1] - scores[best]
    assert columns["difference"][1] == pytest.approx(differences.mean())
    plain = scipy.stats.ttest_1samp(differences, 0)
    # 1 / 5 of the data tests, 4 / 5 train.
    inflated = plain.statistic / np.sqrt(1 + 5 * 0.25)
    p = 2 * scipy.stats.t.sf(abs(inflated), 4)
    assert columns["p"][1] == pytest.approx(p)
    low, high = columns["low"][1], columns["high"][1]
    assert low < columns["difference"][1] < high
    reach = scipy.stats.t.ppf(0.975, 4) * abs(differences.mean() / inflated)
    assert high - low == pytest.approx(2 * reach)
    assert np.isnan(columns["p"][best])
    known = ~np.isnan(columns["p"])
    assert columns["p_holm"][known].min() == pytest.approx(
        4 * columns["p"][known].min()
    )


def test_means_and_spread_are_those_of_the_search(search):
    report = search_report(search)
    for name in ("ndcg@10", "map"):
        columns, stored = report.columns[name], search.cv_results_
        np.testing.assert_allclose(columns["mean"], stored[f"mean_test_{name}"])
        spread = columns["standard_deviation"] * np.sqrt(4 / 5)
        np.testing.assert_allclose(spread, stored[f"std_test_{name}"])
        np.testing.assert_allclose(
            columns["standard_error"], columns["standard_deviation"] / np.sqrt(5)
        )


def test_the_table_has_each_metric_best_first(search):
    report = search_report(search)
    table = report.table
    assert table.columns["metric"].tolist() == ["ndcg@10"] * 5 + ["map"] * 5
    assert table.columns["best"].tolist()[::5] == [True, True]
    assert table.columns["chosen"].sum() == 2
    assert (np.diff(table.columns["mean"][:5]) <= 0).all()
    order = table.columns["candidate"][:5]
    assert table.columns["max_depth"][:5].tolist() == [DEPTHS[i] for i in order]
    assert len(report.frame()) == 10


def test_the_text_says_who_is_separable(search):
    report = search_report(search)
    worse = int(report.columns["ndcg@10"]["separable"].sum())
    assert 0 < worse < 4
    depth = DEPTHS[int(np.argmax(search.cv_results_["mean_test_ndcg@10"]))]
    assert report.sentences[0] == (
        f"ndcg@10: best is max_depth={depth}; {worse} of 4 others are separable from it"
    )
    assert report.sentences[-1] == "all 2 metrics choose the same candidate"
    assert str(report).count("±") >= 10
    assert "<table>" in report._repr_html_()


def test_a_choice_that_changes_with_metric_or_convention_is_said():
    def one(estimator, X, y):
        return -estimator.max_depth

    conventions = {
        "ndcg": get_rank_scorer("ndcg@10", groups=False),
        "exponential": get_rank_scorer("ndcg@10", groups=False, convention="lightgbm"),
        "size": one,
    }
    report = search_report(searched(scoring=conventions, refit="ndcg"))
    assert report.conventions == {
        "ndcg": "default",
        "exponential": "lightgbm",
        "size": "",
    }
    changed = report.sentences[-1]
    assert changed.startswith("the choice by ndcg changes with ")
    assert changed.endswith("size")
    assert report.title("exponential") == "exponential (lightgbm)"


def test_a_single_scorer_keeps_its_name():
    scorer = get_rank_scorer("ndcg@5", convention="lightgbm")
    report = search_report(searched([1, 4], scoring=scorer, refit=True))
    assert report.metrics == ["score"]
    assert report.title("score") == "ndcg@5 (lightgbm)"
    assert report.sentences[0].startswith("ndcg@5 (lightgbm): best is ")


class OfThirds(LeavePGroupsOut):
    """Leaves two of three sets of queries out: three folds of 40 queries."""

    def split(self, X, y=None, groups=None):
        return super().split(X, y, groups % 3)

    def get_n_splits(self, X=None, y=None, groups=None):
        return super().get_n_splits(X, y, groups % 3)


@pytest.mark.parametrize(
    ("cv", "given", "expected"),
    [
        (GroupKFold(4), None, 1 / 4),
        (GroupKFold(4), 0.5, 0.5),
        (RepeatedKFold(n_splits=4, n_repeats=2, random_state=0), None, 1 / 4),
        (GroupShuffleSplit(3, test_size=0.3, random_state=0), None, 0.3),
        # 12 of the 60 queries test where 18 train; 40 where 20 do.
        (
            GroupShuffleSplit(3, test_size=0.2, train_size=0.3, random_state=0),
            None,
            12 / 30,
        ),
        (OfThirds(n_groups=2), None, 40 / 60),
    ],
)
def test_the_share_of_a_test_fold_is_known(cv, given, expected):
    search = searched([1, 4], cv)
    columns = search_report(search, test_fraction=given).columns["map"]
    folds = [
        search.cv_results_[f"split{i}_test_map"]
        for i in range(cv.get_n_splits(X, Y, QID))
    ]
    other = int(np.argmin(search.cv_results_["mean_test_map"]))
    differences = np.array([fold[other] - fold[1 - other] for fold in folds])
    inflation = 1 / len(folds) + expected / (1 - expected)
    t = differences.mean() / np.sqrt(differences.var(ddof=1) * inflation)
    p = 2 * scipy.stats.t.cdf(t, len(folds) - 1)
    assert columns["p"][other] == pytest.approx(p, rel=1e-10)


def fitted(folds):
    """A search as it stands after fitting, given the scores of each candidate."""
    search = GridSearchCV(
        DecisionTreeRegressor(), {}, cv=GroupKFold(len(folds[0])), refit="ndcg"
    )
    search.cv_results_, search.scorer_ = results(folds, name="ndcg"), None
    return search


def test_the_corrected_test_by_hand():
    """Four folds: a quarter of the data tests, so 1 / 4 + 1 / 3 of the variance."""
    columns = search_report(
        fitted([[0.8, 0.8, 0.9, 0.9], [0.7, 0.8, 0.8, 0.8]])
    ).columns["ndcg"]
    # Differences -0.1, 0, -0.1, -0.1: mean -0.075, variance 0.0075 / 3 = 0.0025.
    error = 0.05 * math.sqrt(7 / 12)
    # Student's t for 3 degrees of freedom has a closed form; 3.18245 leaves 0.025.
    angle = math.atan(0.075 / error / math.sqrt(3))
    p = 1 - 2 / math.pi * (angle + math.sin(angle) * math.cos(angle))
    found = [columns[name][1] for name in ("difference", "low", "high", "p", "p_holm")]
    reach = 3.1824463 * error
    expected = [-0.075, -0.075 - reach, -0.075 + reach, p, p]
    assert found == pytest.approx(expected, rel=1e-6)
    assert columns["separable"].tolist() == [False, False]
    # The best: 0.85, deviations of 0.05, variance 0.01 / 3.
    assert columns["standard_deviation"][0] == pytest.approx(0.1 / math.sqrt(3))
    assert columns["standard_error"][0] == pytest.approx(0.05 / math.sqrt(3))


def test_candidates_that_differ_by_rounding_are_not_separable():
    """One that is 2**-54 worse in every fold, which has no spread at all."""
    near = 0.5 - 2.0**-54
    columns = search_report(fitted([[0.5] * 4, [near] * 4])).columns["ndcg"]
    found = [columns[name][1] for name in ("difference", "low", "high", "p", "p_holm")]
    assert found == [0, 0, 0, 1, 1]
    assert not columns["separable"].any()


def test_equal_candidates_are_not_separable():
    # No tree grows so deep.
    report = search_report(searched([40, 50]))
    assert not report.columns["map"]["separable"].any()
    assert report.columns["map"]["p"].tolist()[1] == 1


def test_params_that_are_no_numbers_are_text():
    report = search_report(searched([None, 3]))
    assert sorted(report.table.columns["max_depth"][:2].tolist()) == ["3", "None"]


@pytest.mark.parametrize(
    ("search", "options", "message"),
    [
        (GridSearchCV(DecisionTreeRegressor(), {}), {}, "needs a fitted search"),
        (searched([3]), {}, "at least two candidates and two folds. Got 1 and 5"),
        (searched([2, 3]), {"level": 2}, "'level' parameter of search_report"),
        (searched([2, 3]), {"test_fraction": 1}, "'test_fraction' parameter of"),
        (
            searched([2, 3], GroupShuffleSplit(2, test_size=9, random_state=0)),
            {},
            "Pass test_fraction=; the splitter GroupShuffleSplit",
        ),
        (
            searched(
                [2, 3],
                GroupShuffleSplit(2, test_size=0.2, train_size=9, random_state=0),
            ),
            {},
            "Pass test_fraction=; the splitter GroupShuffleSplit",
        ),
        (
            searched([2, 3], TimeSeriesSplit(3)),
            {},
            "Pass test_fraction=; the splitter TimeSeriesSplit",
        ),
    ],
)
def test_bad_input_is_refused(search, options, message):
    with pytest.raises(ValueError, match=message):
        search_report(search, **options)


# ---- candidates without a score

NAN = np.nan
BROKEN = [
    [0.80, 0.81, 0.79, 0.80],
    [NAN, NAN, NAN, NAN],
    [0.10, 0.12, 0.09, 0.10],
    [0.90, NAN, 0.99, 0.98],
    [0.79, 0.82, 0.80, 0.78],
]


def stored_search(folds, **others):
    """A search that holds these scores by fold, of one metric or of several."""
    search = GridSearchCV(DecisionTreeRegressor(), {}, cv=GroupKFold(4), refit="ndcg")
    search.cv_results_ = {}
    for name, of_metric in {"ndcg": folds, **others}.items():
        search.cv_results_ |= results(of_metric, name=name)
    search.scorer_, search.best_index_ = None, 0
    return search


def test_a_candidate_without_a_score_is_counted_apart():
    report = search_report(stored_search(BROKEN))
    columns = report.columns["ndcg"]
    assert report.best("ndcg") == 0
    assert columns["failed_folds"].tolist() == [0, 4, 0, 1, 0]
    assert report.without_score("ndcg").tolist() == [1, 3]
    assert np.isnan(columns["mean"]).tolist() == [False, True, False, True, False]
    assert report.sentences == (
        "ndcg: best is depth=0; 1 of 2 others are separable from it, 2 have no score",
    )
    assert report.note("ndcg") == "2 of 5 candidates have no score"
    assert report.table.columns["candidate"].tolist() == [0, 4, 2, 1, 3]
    text = str(report)
    assert "= not separable from the best by ndcg, ! no score" in text
    lines = [line.split() for line in text.splitlines() if "no score" in line]
    assert ["!", "1", "no", "score"] in lines
    assert ["!", "3", "no", "score", "in", "1", "of", "4", "folds"] in lines
    assert "nan" not in text.lower()
    assert "nan" not in report._repr_html_().lower()


def test_tests_are_corrected_for_the_candidates_that_have_a_score():
    columns = search_report(stored_search(BROKEN)).columns["ndcg"]
    without = search_report(stored_search([BROKEN[i] for i in (0, 2, 4)]))
    for name, column in without.columns["ndcg"].items():
        np.testing.assert_array_equal(columns[name][[0, 2, 4]], column)
    # Two tests: the smaller of two p-values is doubled.
    assert columns["p_holm"][2] == pytest.approx(2 * columns["p"][2])
    assert np.isnan(columns["p_holm"][[1, 3]]).all()


def test_one_candidate_without_a_score_is_said_in_the_singular():
    report = search_report(stored_search(BROKEN[:3]))
    assert report.sentences[0].endswith(
        "; 1 of 1 others are separable from it, 1 has no score"
    )
    assert report.note("ndcg") == "1 of 3 candidates has no score"


def test_the_only_candidate_with_a_score_is_the_best():
    report = search_report(stored_search(BROKEN[1::-1]))
    assert report.sentences == ("ndcg: best is depth=1; no other has a score",)


def test_a_metric_may_fail_where_another_does_not():
    whole = [[0.5, 0.6, 0.5, 0.6]] * 4 + [[0.7, 0.8, 0.7, 0.8]]
    report = search_report(stored_search(BROKEN, map=whole))
    assert report.note("map") == ""
    assert "no score" in report.sentences[0]
    assert "no score" not in report.sentences[1]
    assert report.sentences[2] == "the choice by ndcg changes with map"


def test_infinite_scores_are_no_scores():
    report = search_report(stored_search([*BROKEN[:3], [0.9, -np.inf, 0.9, 0.9]]))
    assert report.columns["ndcg"]["failed_folds"].tolist() == [0, 4, 0, 1]
    assert report.without_score("ndcg").tolist() == [1, 3]


@pytest.mark.parametrize("folds", [[[NAN] * 4] * 2, [[0.1, NAN, 0.1, 0.1]] * 3])
def test_a_search_without_any_score_is_refused(folds):
    good = [[0.5, 0.6, 0.5, 0.6]] * len(folds)
    n, fold = len(folds), 0 if np.isnan(folds[0][0]) else 1
    message = (
        rf"search_report needs a candidate with a score in every fold\. By 'map' none "
        rf"of {n} has one, candidate 0 failed in fold {fold}\. Pass error_score='raise'"
    )
    with pytest.raises(ValueError, match=message):
        search_report(stored_search(good, map=folds))


def test_a_fit_that_fails_in_a_real_search_is_said():
    with pytest.warns(Warning, match=r"5 fits failed|non-finite"):
        search = searched([-1, 3, 4], error_score=np.nan)
    report = search_report(search)
    assert report.without_score("map").tolist() == [0]
    assert all("1 has no score" in line for line in report.sentences[:2])


def test_the_simplest_candidate_is_not_one_that_failed_in_a_fold():
    rule = one_standard_error("ndcg", complexity=lambda params: -params["depth"])
    assert rule(results(BROKEN, name="ndcg")) == 4
    infinite = [[0.9, np.inf, 0.9, 0.9], [0.5, 0.6, 0.5, 0.6]]
    assert rule(results(infinite, name="ndcg")) == 1
    with pytest.raises(ValueError, match="0 candidates with a score"):
        rule(results([BROKEN[1], BROKEN[3]], name="ndcg"))


def test_constant_scores_and_differences_have_no_spread():
    # Each row is 0.1 above the next, but for rounding; 0.1 + 0.2 is not 0.3.
    best = np.array([0.3, 0.4, 0.7, 0.8, 0.2])
    other = np.array([0.2, 0.3, 0.6, 0.7, 0.1])
    assert len(set(best - other)) > 1
    columns = compare_with_best(np.array([best, other, np.full(5, 0.1)]), 0.2, 0.95)
    assert columns["low"][1] == columns["difference"][1] == columns["high"][1]
    assert columns["difference"][1] == pytest.approx(-0.1, rel=1e-14)
    assert np.isnan(columns["p"][1])
    assert not columns["separable"][1]
    assert columns["standard_error"][2] == columns["standard_deviation"][2] == 0
    assert 0 < columns["p"][2] < 1
    text = "; 1 by a constant difference, which has no t test"
    assert constants_in_words(columns) == text


def test_one_score_in_all_folds_has_no_error():
    # The mean of three times 0.1 is off by the last bit, and 0.1 + 0.2 is not 0.3.
    scores = np.array([[0.1, 0.1, 0.1], [0.3, 0.1 + 0.2, 0.3]])
    assert scores.std(axis=1, ddof=1).all()
    assert standard_errors(scores).tolist() == [0.0, 0.0]
