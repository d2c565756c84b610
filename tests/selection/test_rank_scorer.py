"""The scorer object: what it takes, returns, asks for, says and survives."""

import copy
import functools
import io
import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
import sklearn.metrics
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.metadata_routing import MetadataRequest

from sklearn_rankscore import (
    Convention,
    RankScorer,
    dcg_score,
    get_rank_scorer,
    get_rank_scorer_names,
    make_rank_scorer,
    map_score,
    mrr_score,
    ndcg_score,
    precision_at_k_score,
)
from sklearn_rankscore._metrics.catalogue import METRICS, REFERENCED
from sklearn_rankscore._plans.plan import make_plan
from sklearn_rankscore._selection.carriers import predict_relevance

RNG = np.random.default_rng(0)
QID = RNG.permutation(np.repeat(np.arange(20), RNG.integers(1, 12, 20)))
X = RNG.normal(size=(len(QID), 4))
Y = np.clip(np.round(X[:, 0] + RNG.normal(size=len(QID))), 0, 4)
WEIGHTS = RNG.random(len(QID))
MODEL = Ridge().fit(X, Y)
SCORES = MODEL.predict(X)
FRAME = pd.DataFrame(X, index=pd.Index(QID, name="qid"), columns=list("abcd"))


def number_of_rows(y_true, y_score, *, groups, sample_weight=None, factor=1):
    return factor * len(y_true)


def two_numbers(y_true, y_score, *, groups):
    return {"rows": len(y_true), "lists": len(np.unique(groups))}


def rows_as_array(y_true, y_score, *, groups):
    return np.ones(len(y_true))


def no_groups(y_true, y_score):
    return 0.0


def first_column(X):
    return np.asarray(X)[:, 0]


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


BY_NAME = {
    "ndcg": functools.partial(ndcg_score),
    "ndcg@3": functools.partial(ndcg_score, k=3),
    "dcg@2": functools.partial(dcg_score, k=2),
    "map": functools.partial(map_score),
    "mrr@4": functools.partial(mrr_score, k=4),
    "precision@3": functools.partial(precision_at_k_score, k=3),
}


@pytest.mark.parametrize("weight", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", BY_NAME)
def test_a_name_scores_as_its_function(name, weight):
    score = get_rank_scorer(name)(MODEL, X, Y, groups=QID, sample_weight=weight)
    assert type(score) is float
    assert score == BY_NAME[name](Y, SCORES, groups=QID, sample_weight=weight)


def test_several_names_are_a_dict_also_if_it_is_one():
    found = get_rank_scorer(list(BY_NAME))(MODEL, X, Y, groups=QID)
    assert list(found) == list(BY_NAME)
    for name in BY_NAME:
        assert found[name] == get_rank_scorer(name)(MODEL, X, Y, groups=QID)
    assert list(get_rank_scorer(("map",))(MODEL, X, Y, groups=QID)) == ["map"]


def test_axes_and_conventions_are_those_of_the_functions():
    ours = Convention(gain="exponential", ties="stable")
    for options in (
        {"convention": "lightgbm"},
        {"convention": ours},
        {"gain": "exponential", "ties": "pessimistic"},
        {"k": 3, "gain": [0, 1, 2, 4, 8]},
    ):
        score = get_rank_scorer("ndcg", **options)(MODEL, X, Y, groups=QID)
        assert score == ndcg_score(Y, SCORES, groups=QID, **options)


def test_names_come_from_the_catalogue_and_all_make_scorers():
    names = get_rank_scorer_names()
    assert names == sorted(names)
    metrics = METRICS | REFERENCED
    assert set(names) == {metric.scorer_name for metric in metrics.values()}
    for metric in metrics.values():
        values = {"max_grade": 4, "naive_scale": 1.0}
        required = {n: v for n, v in values.items() if n in metric.parameters}
        if metric.ordered_only:
            required["ties"] = "stable"
        scorer = get_rank_scorer(metric.scorer_name, **required)
        assert repr(scorer).startswith(f"RankScorer({metric.scorer_name!r}")


def test_a_scorer_by_name_is_checked_when_it_is_made():
    bad = {
        "ndgc@10": r"Did you mean 'ndcg@10'\?",
        "ndcg@0": "Got 'ndcg@0' instead",
        "ndcg@x": "Got 'ndcg@x' instead",
        "ndcg@": "Got 'ndcg@' instead",
        "ndcg@" + "9" * 5000: "must be a whole number >= 1",
        "map@10-l2": "Got 'map@10-l2' instead.*use 'map@10' with relevant_from=2",
        "map-l2": "'map-l2' in get_rank_scorer.*use 'map' with relevant_from=2",
        "": "Unknown metric ''",
        "NDCG": "Unknown metric 'NDCG'",
    }
    for name, message in bad.items():
        with pytest.raises(ValueError, match=message):
            get_rank_scorer(name)
    with pytest.raises(ValueError, match="'scoring' parameter of get_rank_scorer"):
        get_rank_scorer([])
    with pytest.raises(ValueError, match="each metric once"):
        get_rank_scorer(["map", "map"])
    with pytest.raises(ValueError, match="'convention' parameter of get_rank_scorer"):
        get_rank_scorer("map", convention="lightgmb")
    with pytest.raises(ValueError, match="'gain' parameter of get_rank_scorer"):
        get_rank_scorer("ndcg", gain="quadratic")
    with pytest.raises(TypeError, match="is not read by mrr"):
        get_rank_scorer("mrr", gain="linear")
    with pytest.raises(TypeError, match="'gian' parameter of get_rank_scorer"):
        get_rank_scorer("mrr", gian="linear")
    with pytest.raises(TypeError, match="make_rank_scorer takes functions"):
        get_rank_scorer(ndcg_score)


@pytest.mark.parametrize(
    "scoring",
    [None, 3, {"map"}, {"map": 1}, (name for name in ["map"])],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_list_of_names_is_refused(scoring):
    with pytest.raises(
        ValueError,
        match="'scoring' parameter of get_rank_scorer must be a name like 'ndcg@10' or",
    ):
        get_rank_scorer(scoring)


@pytest.mark.parametrize("form", [list, tuple, np.array, pd.Index])
def test_names_are_copied(form):
    names = ["map", "ndcg@3"]
    scoring = form(names)
    scorer = get_rank_scorer(scoring)
    assert repr(scorer) == "RankScorer(['map', 'ndcg@3'])"
    own = RankScorer(names)
    names.append("mrr")
    for kept in (scorer, own, pickle.loads(pickle.dumps(own))):
        assert repr(kept) == "RankScorer(['map', 'ndcg@3'])"
        assert list(kept(MODEL, X, Y, groups=QID)) == ["map", "ndcg@3"]


def test_missing_groups_raise_and_name_the_three_ways():
    for scorer in (get_rank_scorer("ndcg@10"), make_rank_scorer(ndcg_score, k=10)):
        with pytest.raises(ValueError, match="got no groups") as caught:
            scorer(MODEL, X, Y)
        message = str(caught.value)
        assert repr(scorer) in message
        for way in (
            "enable_metadata_routing=True",
            "params={'groups': ids}",
            "groups='qid'",
            "column of X or an index level of X or y",
            "groups=ids",
            "groups=False",
        ):
            assert way in message


def test_groups_of_a_call_are_matched_by_position():
    shifted = pd.Series(QID, index=np.arange(len(QID))[::-1])
    y = pd.Series(Y, index=np.arange(len(QID)) + 5)
    scorer = get_rank_scorer("ndcg")
    assert scorer(MODEL, X, y, groups=shifted) == scorer(MODEL, X, Y, groups=QID)


LABELS = {
    "list": list(Y),
    "ints": Y.astype(int),
    "float32": Y.astype(np.float32),
    "series": pd.Series(Y, index=QID),
    "frame": pd.DataFrame({"y": Y}),
    "column": Y[:, np.newaxis],
    "polars": pl.Series(Y),
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_every_kind(kind):
    scorer = get_rank_scorer(["ndcg", "map"])
    assert scorer(MODEL, X, LABELS[kind], groups=QID) == scorer(MODEL, X, Y, groups=QID)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (np.array(list("ab"))[QID % 2], "'y_true' parameter .* must hold numbers"),
        (np.where(QID == 0, np.nan, Y), "must hold finite numbers"),
        (Y - 1, "labels >= 0"),
        (Y[:-1], "same length"),
    ],
)
def test_labels_that_are_no_grades_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        get_rank_scorer("ndcg")(MODEL, X, y, groups=QID)


def test_group_sizes_are_recognised():
    sizes = np.bincount(QID)
    with pytest.raises(ValueError, match="one id per row, not group sizes"):
        get_rank_scorer("ndcg")(MODEL, X, Y, groups=sizes)


def test_explicit_false_is_one_list():
    scorer = get_rank_scorer("ndcg", groups=False)
    assert scorer(MODEL, X, Y) == ndcg_score(Y, SCORES, groups=False)
    assert scorer(MODEL, X, Y, groups=QID) == scorer(MODEL, X, Y)
    by_call = get_rank_scorer("ndcg")(MODEL, X, Y, groups=False)
    assert by_call == scorer(MODEL, X, Y)


# ---- functions


def test_a_function_gets_labels_scores_groups_and_its_arguments():
    scorer = make_rank_scorer(number_of_rows, factor=2)
    assert scorer(MODEL, X, Y, groups=QID) == 2.0 * len(Y)
    error = make_rank_scorer(number_of_rows, greater_is_better=False)
    assert error(MODEL, X, Y, groups=QID) == -len(Y)


def test_a_function_may_return_a_dict():
    assert make_rank_scorer(two_numbers)(MODEL, X, Y, groups=QID) == {
        "rows": len(Y),
        "lists": 20,
    }
    negated = make_rank_scorer(two_numbers, greater_is_better=False)
    assert negated(MODEL, X, Y, groups=QID)["lists"] == -20


def test_a_function_by_carrier_equals_the_name_by_metadata():
    by_carrier = make_rank_scorer(ndcg_score, groups="qid", k=5)
    model = Ridge().fit(FRAME, Y)
    by_name = get_rank_scorer("ndcg@5")(model, FRAME, Y, groups=QID)
    assert by_carrier(model, FRAME, Y) == by_name


def test_a_function_that_is_none_is_refused():
    with pytest.raises(TypeError, match="get_rank_scorer takes names"):
        make_rank_scorer("ndcg")
    with pytest.raises(TypeError, match=r"must take groups=.*no_groups does not"):
        make_rank_scorer(no_groups)
    with pytest.raises(TypeError, match=r"must return one number.*rows_as_array"):
        make_rank_scorer(rows_as_array)(MODEL, X, Y, groups=QID)


# ---- response


class Answers(ClassifierMixin, BaseEstimator):
    """A classifier that answers what it is told to."""

    def __init__(self, classes, **answers):
        self.classes_ = np.asarray(classes)
        self.fitted_ = True
        for method, answer in answers.items():
            setattr(self, method, lambda X, answer=answer: answer)


PROBA = np.array([[0.2, 0.5, 0.3], [0.1, 0.1, 0.8]])


@pytest.mark.parametrize(
    ("classes", "answers", "method", "expected"),
    [
        ([0, 1], {"decision_function": [-1.0, 2.0]}, "auto", [-1.0, 2.0]),
        (
            [0, 1],
            {"decision_function": [-1.0, 2.0], "predict_proba": PROBA[:, :2]},
            "auto",
            [-1.0, 2.0],
        ),
        ([0, 4], {"predict_proba": PROBA[:, :2]}, "auto", PROBA[:, 1]),
        ([0, 1, 4], {"predict_proba": PROBA}, "auto", PROBA @ [0, 1, 4]),
        (
            [0, 1, 4],
            {"predict_proba": PROBA, "decision_function": PROBA},
            "auto",
            PROBA @ [0, 1, 4],
        ),
        ([3], {"predict_proba": np.ones((2, 1))}, "auto", [3.0, 3.0]),
        ([0, 1], {"predict": [1, 0], "predict_proba": PROBA}, "predict", [1, 0]),
        ([0, 1, 4], {"predict_proba": PROBA}, "predict_proba", PROBA @ [0, 1, 4]),
        (
            [0, 1],
            {"predict": [1, 0]},
            ["decision_function", "predict"],
            [1, 0],
        ),
        ([0, 1], {"predict": [[1], [0]]}, ("predict",), [1, 0]),
    ],
)
def test_what_a_classifier_says_about_relevance(classes, answers, method, expected):
    found = predict_relevance(Answers(classes, **answers), X[:2], method)
    np.testing.assert_array_equal(found, expected)
    assert found.shape == (2,)


@pytest.mark.parametrize(
    ("model", "method", "message"),
    [
        (
            Answers([0, 1, 2], decision_function=PROBA),
            "decision_function",
            r"one score per row.*shape \(2, 3\)",
        ),
        (
            Answers(["bad", "good"], predict_proba=PROBA[:, :2]),
            "auto",
            "labels that are numbers.*'bad', 'good'",
        ),
    ],
)
def test_what_gives_no_score_per_row_is_refused(model, method, message):
    with pytest.raises(ValueError, match=message):
        predict_relevance(model, X[:2], method)


@pytest.mark.parametrize(
    ("model", "method", "message"),
    [
        (Answers([0, 1, 2], predict=[0, 1]), "auto", "has none of .*'predict_proba'"),
        (Answers([0, 1], predict=[0, 1]), "predict_proba", "predict_proba; response"),
        (StandardScaler().fit(X), "auto", r"StandardScaler, which has none of \['pred"),
        (
            Ridge().fit(X, Y),
            "predict_proba",
            r"Ridge, .*'predict_proba'\]\. resp",
        ),
    ],
)
def test_an_estimator_without_the_method_is_told_as_in_scikit_learn(
    model, method, message
):
    scorer = get_rank_scorer("ndcg", groups=False, response_method=method)
    with pytest.raises(AttributeError, match=f"^RankScorer.*{message}"):
        scorer(model, X[:2], Y[:2])
    peer = sklearn.metrics.make_scorer(
        sklearn.metrics.ndcg_score, response_method=method.replace("auto", "predict")
    )
    if hasattr(model, "predict") and method == "auto":
        return
    with pytest.raises(AttributeError):
        peer(model, X[:2], Y[:2])


BINARY = (Y > 1).astype(int)


@pytest.mark.parametrize(
    ("model", "y", "expected"),
    [
        (LogisticRegression(), BINARY, lambda m: m.decision_function(X)),
        (make_pipeline(LogisticRegression()), BINARY, lambda m: m.decision_function(X)),
        (GaussianNB(), BINARY, lambda m: m.predict_proba(X)[:, 1]),
        (
            RandomForestClassifier(10, random_state=0),
            Y,
            lambda m: m.predict_proba(X) @ m.classes_,
        ),
        (
            CalibratedClassifierCV(LinearSVC(), cv=2),
            BINARY,
            lambda m: m.predict_proba(X)[:, 1],
        ),
        (
            GridSearchCV(LogisticRegression(), {"C": [1.0]}, cv=2),
            BINARY,
            lambda m: m.decision_function(X),
        ),
        (DecisionTreeClassifier(), np.zeros(len(Y)), lambda m: np.zeros(len(Y))),
        (Ridge(), Y, lambda m: m.predict(X)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_response_of_real_models(model, y, expected):
    model = sklearn.clone(model).fit(X, y)
    np.testing.assert_array_equal(predict_relevance(model, X), expected(model))


def test_a_classifier_is_not_scored_by_its_labels():
    model = RandomForestClassifier(20, max_depth=3, random_state=0).fit(X, Y)
    auto = get_rank_scorer("ndcg")(model, X, Y, groups=QID)
    labels = get_rank_scorer("ndcg", response_method="predict")
    assert auto > labels(model, X, Y, groups=QID)


NAMED = np.where(BINARY == 1, "apt", "bad")
GRADES = {"apt": 1, "bad": 0}
THREE = np.array(["so-so", "apt", "bad"])[np.minimum(Y, 2).astype(int)]


@pytest.mark.parametrize("method", ["decision_function", "predict_proba", "predict"])
@pytest.mark.parametrize("names", [("apt", "bad"), ("bad", "apt")])
def test_a_binary_classifier_of_names_is_ranked_by_their_grades(names, method):
    """Whichever name comes first in the alphabet."""
    named = np.where(BINARY == 1, *names)
    grades = dict(zip(names, (1, 0), strict=True))
    options = {"response_method": method}
    expected = get_rank_scorer("map", **options)(
        LogisticRegression().fit(X, BINARY), X, BINARY, groups=QID
    )
    model = LogisticRegression().fit(X, named)
    by_name = get_rank_scorer("map", grades=grades, **options)
    assert by_name(model, X, named, groups=QID) == pytest.approx(expected, abs=1e-12)
    for function in (
        make_rank_scorer(map_score, grades=grades, **options),
        make_rank_scorer(functools.partial(map_score, grades=grades), **options),
    ):
        assert function(model, X, named, groups=QID) == by_name(
            model, X, named, groups=QID
        )


def test_two_names_that_a_threshold_parts_are_ranked_right():
    rows = np.arange(8.0)[:, np.newaxis]
    named = np.where(rows[:, 0] > 3, "apt", "bad")
    model = LogisticRegression().fit(rows, named)
    scorer = get_rank_scorer("map", grades=GRADES)
    assert scorer(model, rows, named, groups=[0, 1] * 4) == 1.0


def test_numeric_labels_are_ranked_by_grades_that_name_them():
    model = LogisticRegression().fit(X, BINARY)
    upside_down = get_rank_scorer("map", grades={0: 1, 1: 0})
    assert upside_down(model, X, BINARY, groups=QID) == map_score(
        1 - BINARY, -model.decision_function(X), groups=QID
    )
    names = np.where(BINARY == 1, "apt", "bad")
    assert get_rank_scorer("map", grades=GRADES)(
        model, X, names, groups=QID
    ) == map_score(BINARY, model.decision_function(X), groups=QID)


def test_several_names_give_the_expected_grade():
    grades = {"so-so": 1, "apt": 4, "bad": 0}
    model = RandomForestClassifier(10, random_state=0).fit(X, THREE)
    expected = model.predict_proba(X) @ [4, 0, 1]
    found = predict_relevance(model, X, grades=grades)
    np.testing.assert_array_equal(found, expected)
    score = get_rank_scorer("ndcg", grades=grades)(model, X, THREE, groups=QID)
    assert score == ndcg_score(THREE, expected, groups=QID, grades=grades)


@pytest.mark.parametrize("grades", [None, {"apt": 1}, 3], ids=["none", "few", "int"])
@pytest.mark.parametrize("model", [LogisticRegression(), GaussianNB()])
def test_names_without_a_grade_are_refused_with_the_remedy(model, grades):
    scorer = get_rank_scorer("map", grades=grades)
    model = sklearn.clone(model).fit(X, NAMED)
    with pytest.raises(
        ValueError, match=r"fitted on \['apt', 'bad'\].*Pass grades=.*numeric labels"
    ):
        scorer(model, X, NAMED, groups=QID)


def test_numbers_that_come_as_objects_are_numbers():
    model = Answers(np.array([0, 1], dtype=object), decision_function=[-1.0, 2.0])
    np.testing.assert_array_equal(predict_relevance(model, X[:2]), [-1.0, 2.0])


class NoTags:
    """An estimator of a library that knows nothing of scikit-learn's tags."""

    def predict(self, X):
        return X[:, 0]


def test_an_estimator_without_tags_is_asked_to_predict():
    scorer = get_rank_scorer("ndcg")
    assert scorer(NoTags(), X, Y, groups=QID) == ndcg_score(Y, X[:, 0], groups=QID)


@pytest.mark.parametrize("method", ["score", "transform", [], ["auto", "predict"], 3])
def test_unknown_response_methods_are_refused(method):
    with pytest.raises(ValueError, match="'response_method' parameter of get_rank"):
        get_rank_scorer("ndcg", response_method=method)


# ---- what it asks for


def requests(scorer):
    routing = scorer.get_metadata_routing()
    assert isinstance(routing, MetadataRequest)
    return dict(routing.score.requests)


ASKING = {
    "by name": (lambda: get_rank_scorer("ndcg"), True),
    "by names": (lambda: get_rank_scorer(["ndcg", "map"]), True),
    "function": (lambda: make_rank_scorer(ndcg_score), True),
    "carrier": (lambda: get_rank_scorer("ndcg", groups="qid"), None),
    "False": (lambda: get_rank_scorer("ndcg", groups=False), None),
    "position 0": (lambda: get_rank_scorer("ndcg", groups=0), None),
}


@pytest.mark.parametrize("case", ASKING)
def test_groups_are_asked_for_unless_there_is_a_carrier(case):
    make, asked = ASKING[case]
    assert requests(make()).get("groups") is asked
    assert requests(make())["sample_weight"] is None


def test_set_score_request_touches_only_what_it_names(routing):
    scorer = get_rank_scorer("ndcg")
    assert scorer.set_score_request(sample_weight=True) is scorer
    assert requests(scorer) == {"groups": True, "sample_weight": True}
    scorer.set_score_request(groups="qid")
    assert requests(scorer) == {"groups": "qid", "sample_weight": True}
    scorer.set_score_request(groups=False, sample_weight="w")
    assert requests(scorer) == {"groups": False, "sample_weight": "w"}
    scorer.set_score_request()
    assert requests(scorer) == {"groups": False, "sample_weight": "w"}


def test_set_score_request_refuses_what_cannot_be(routing):
    scorer = get_rank_scorer("ndcg")
    with pytest.raises(ValueError, match="valid identifier"):
        scorer.set_score_request(groups="no name")
    assert requests(scorer)["groups"] is True
    with pytest.raises(TypeError, match="unexpected keyword"):
        scorer.set_score_request(k=True)
    carried = get_rank_scorer("ndcg", groups="qid")
    with pytest.raises(ValueError, match="was built with groups="):
        carried.set_score_request(groups=True)
    assert requests(carried.set_score_request(sample_weight=True)) == {
        "sample_weight": True
    }


def test_set_score_request_without_routing():
    with pytest.raises(RuntimeError, match="enable_metadata_routing=True"):
        get_rank_scorer("ndcg").set_score_request(groups="qid")


def test_accepts_weights_when_routing_is_off():
    """Since scikit-learn 1.7 weights of fit go to scorers that say they take them."""
    assert get_rank_scorer("ndcg")._accept_sample_weight()
    assert make_rank_scorer(number_of_rows)._accept_sample_weight()
    assert not make_rank_scorer(two_numbers)._accept_sample_weight()


@pytest.mark.parametrize("form", ["single", "dict", "list"])
def test_weights_of_fit_with_routing_off_break_nothing(form):
    scoring = {
        "single": get_rank_scorer("ndcg", groups="qid"),
        "dict": {"ours": get_rank_scorer("ndcg", groups="qid"), "r2": "r2"},
        "list": get_rank_scorer(["ndcg", "map"], groups="qid"),
    }[form]
    search = GridSearchCV(
        Ridge(), {"alpha": [1.0]}, scoring=scoring, refit=False, error_score="raise"
    ).fit(FRAME, Y, sample_weight=WEIGHTS)
    values = [v for k, v in search.cv_results_.items() if k.startswith("mean_test")]
    assert np.isfinite(values).all()


# ---- what it says and survives


@pytest.mark.parametrize(
    ("scorer", "text"),
    [
        (get_rank_scorer("ndcg@10"), "RankScorer('ndcg@10')"),
        (
            get_rank_scorer("ndcg@10", groups="qid"),
            "RankScorer('ndcg@10', groups='qid')",
        ),
        (get_rank_scorer(("map", "mrr")), "RankScorer(['map', 'mrr'])"),
        (get_rank_scorer("map", groups=False), "RankScorer('map', groups=False)"),
        (get_rank_scorer("map", groups=0), "RankScorer('map', groups=0)"),
        (
            get_rank_scorer("map", groups=first_column),
            "RankScorer('map', groups=first_column)",
        ),
        (
            get_rank_scorer("map", groups=pd.Series([1, 2])),
            "RankScorer('map', groups=<Series of 2 ids>)",
        ),
        (
            get_rank_scorer("ndcg", convention="lightgbm", k=3),
            "RankScorer('ndcg', convention='lightgbm', k=3)",
        ),
        (
            get_rank_scorer("ndcg", gain=np.sqrt),
            "RankScorer('ndcg', gain=sqrt)",
        ),
        (
            get_rank_scorer("map", response_method="predict"),
            "RankScorer('map', response_method='predict')",
        ),
        (
            make_rank_scorer(number_of_rows, greater_is_better=False, factor=2),
            "RankScorer(number_of_rows, greater_is_better=False, factor=2)",
        ),
        (
            make_rank_scorer(functools.partial(ndcg_score, k=3)),
            "RankScorer(partial(ndcg_score, k=3))",
        ),
        (
            get_rank_scorer("map", grades={"apt": 1, "bad": 0}),
            "RankScorer('map', grades={'apt': 1, 'bad': 0})",
        ),
        (
            get_rank_scorer("neg_mase", naive_scale=dict.fromkeys(range(5000), 2.0)),
            "RankScorer('neg_mase', naive_scale=<dict of 5000 entries>)",
        ),
        (
            get_rank_scorer("ndcg", gain=[float(2**label) for label in range(31)]),
            "RankScorer('ndcg', gain=<list of 31 entries>)",
        ),
        (
            get_rank_scorer("ndcg", gain=np.arange(5.0)),
            "RankScorer('ndcg', gain=<ndarray of shape (5,)>)",
        ),
        (
            make_rank_scorer(functools.partial(number_of_rows, np.zeros((2, 3)))),
            "RankScorer(partial(number_of_rows, <ndarray of shape (2, 3)>))",
        ),
    ],
)
def test_repr(scorer, text):
    assert repr(scorer) == text
    assert not re.search("0x[0-9a-f]+", repr(scorer))


KINDS = {
    "name": get_rank_scorer("ndcg@5"),
    "names": get_rank_scorer(["ndcg", "map"], ties="stable"),
    "convention": get_rank_scorer("ndcg", convention=Convention(empty="skip")),
    "function": make_rank_scorer(ndcg_score, k=3, gain="exponential"),
    "error": make_rank_scorer(number_of_rows, greater_is_better=False),
    "carrier": get_rank_scorer("ndcg", groups="qid"),
    "series": get_rank_scorer(
        "ndcg", groups=pd.Series(QID, index=QID * 0 + range(0, len(QID)))
    ),
    "callable": get_rank_scorer("ndcg", groups=first_column),
}


def through_joblib(scorer):
    buffer = io.BytesIO()
    joblib.dump(scorer, buffer)
    buffer.seek(0)
    return joblib.load(buffer)


def through_skops(scorer):
    if isinstance(scorer.groups, pd.Series):
        pytest.skip("skops stores no pandas objects")
    skops = pytest.importorskip("skops.io", reason="skops is an extra of the user")
    data = skops.dumps(scorer)
    return skops.loads(data, trusted=skops.get_untrusted_types(data=data))


@pytest.mark.parametrize(
    "copied",
    [
        lambda scorer: pickle.loads(pickle.dumps(scorer)),
        copy.deepcopy,
        copy.copy,
        lambda scorer: sklearn.clone(scorer, safe=False),
        through_joblib,
        through_skops,
    ],
    ids=["pickle", "deepcopy", "copy", "clone", "joblib", "skops"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_copies_score_say_and_ask_the_same(kind, copied):
    scorer = KINDS[kind]
    twin = copied(scorer)
    assert isinstance(twin, RankScorer)
    assert repr(twin) == repr(scorer)
    assert requests(twin) == requests(scorer)
    model = Ridge().fit(FRAME, Y)
    frame = FRAME.reset_index(drop=True) if kind == "series" else FRAME
    assert twin(model, frame, Y, groups=QID) == scorer(model, frame, Y, groups=QID)


def test_skops_needs_to_trust_our_own_types_only():
    skops = pytest.importorskip("skops.io", reason="skops is an extra of the user")
    for kind in ("name", "names", "carrier"):
        untrusted = skops.get_untrusted_types(data=skops.dumps(KINDS[kind]))
        assert untrusted == ["sklearn_rankscore._selection.rank_scorer.RankScorer"]


def test_a_copy_keeps_its_requests(routing):
    scorer = get_rank_scorer("ndcg").set_score_request(groups="qid")
    assert requests(pickle.loads(pickle.dumps(scorer)))["groups"] == "qid"
    other = copy.deepcopy(scorer).set_score_request(groups=True)
    assert requests(other)["groups"] is True
    assert requests(scorer)["groups"] == "qid"


def test_threads_give_the_serial_values():
    scorer = get_rank_scorer(["ndcg@5", "map", "mrr"])
    parts = [np.flatnonzero(part == QID % 4) for part in range(4)] * 8

    def score(rows):
        return scorer(MODEL, X[rows], Y[rows], groups=QID[rows])

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(score, parts)) == list(map(score, parts))


def test_nothing_is_remembered_between_calls():
    """Arrays are changed in place and addresses reused by permutation_importance."""
    scorer = get_rank_scorer("ndcg")
    moving = X.copy()
    first = scorer(MODEL, moving, Y, groups=QID)
    moving[:] = moving[::-1]
    assert scorer(MODEL, moving, Y, groups=QID) == ndcg_score(
        Y, MODEL.predict(moving), groups=QID
    )
    moving[:] = X
    assert scorer(MODEL, moving, Y, groups=QID) == first


def test_optuna_study_over_cross_validate_by_a_carrier():
    optuna = pytest.importorskip("optuna", reason="optuna is no dependency")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    scorer = get_rank_scorer("ndcg@5", groups="qid")

    def objective(trial):
        model = Ridge(alpha=trial.suggest_float("alpha", 0.1, 10.0))
        return cross_validate(model, FRAME, Y, scoring=scorer, error_score="raise")[
            "test_score"
        ].mean()

    study = optuna.create_study(
        direction="maximize", sampler=optuna.samplers.RandomSampler(seed=0)
    )
    study.optimize(objective, n_trials=3)
    assert 0 < study.best_value <= 1


def test_a_search_that_calls_estimator_x_y():
    """How searches of third parties call a scorer: three arguments, by position."""
    scorer = get_rank_scorer("ndcg@5", groups="qid")

    def search(scoring, folds):
        values = {}
        for alpha in (0.1, 10.0):
            parts = [
                scoring(
                    Ridge(alpha=alpha).fit(
                        FRAME[QID % folds != fold], Y[QID % folds != fold]
                    ),
                    FRAME[QID % folds == fold],
                    Y[QID % folds == fold],
                )
                for fold in range(folds)
            ]
            values[alpha] = np.mean(parts)
        return max(values, key=values.get)

    assert search(scorer, 3) in (0.1, 10.0)


def test_a_call_that_succeeds_writes_no_repr(monkeypatch):
    written = []
    monkeypatch.setattr(RankScorer, "__repr__", lambda self: written.append(1) or "me")
    get_rank_scorer("ndcg")(MODEL, X, Y, groups=QID)
    get_rank_scorer("ndcg", groups="qid")(Ridge().fit(FRAME, Y), FRAME, Y)
    make_rank_scorer(ndcg_score)(LogisticRegression().fit(X, Y), X, Y, groups=QID)
    assert not written
    with pytest.raises(ValueError, match=r"^me got no groups"):
        get_rank_scorer("ndcg")(MODEL, X, Y)


def test_little_is_added_to_predict_and_metric(monkeypatch):
    """Per call at most as many predicts and rankings as there must be: one each."""
    calls = []
    plan = type(make_plan("ndcg"))
    scores = plan.scores
    monkeypatch.setattr(
        plan,
        "scores",
        lambda self, *a, **k: calls.append(self) or scores(self, *a, **k),
    )
    get_rank_scorer(["ndcg", "map", "mrr"])(MODEL, X, Y, groups=QID)
    assert len(calls) == 1
