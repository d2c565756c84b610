"""Searches: the one-standard-error rule, and which candidates are worse."""

import pickle

import numpy as np
import pytest
import scipy.stats
import sklearn
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    GroupShuffleSplit,
    RepeatedKFold,
)
from sklearn.tree import DecisionTreeRegressor

from sklearn_rankscore import get_rank_scorer, one_standard_error, search_report
from sklearn_rankscore._folds import (
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
    assert report.sentences[0] == (
        f"ndcg@10: best is max_depth=4; {worse} of 4 others are separable from it"
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


@pytest.mark.parametrize(
    ("cv", "given", "expected"),
    [
        (GroupKFold(4), None, 1 / 4),
        (GroupKFold(4), 0.5, 0.5),
        (RepeatedKFold(n_splits=4, n_repeats=2, random_state=0), None, 1 / 4),
        (GroupShuffleSplit(3, test_size=0.3, random_state=0), None, 0.3),
    ],
)
def test_the_share_of_a_test_fold_is_known(cv, given, expected):
    search = searched([1, 4], cv)
    report = search_report(search, test_fraction=given)
    again = search_report(search, test_fraction=expected)
    for name, column in report.columns["map"].items():
        np.testing.assert_array_equal(column, again.columns["map"][name])


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
    ],
)
def test_bad_input_is_refused(search, options, message):
    with pytest.raises(ValueError, match=message):
        search_report(search, **options)


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
