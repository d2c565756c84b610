"""GroupedRanker: the library's own model, whatever order and form the rows come in."""

import copy
import inspect
import pickle
import threading
from collections import deque

import joblib
import lightgbm
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn
from lightgbm import LGBMRanker, LGBMRegressor
from scipy import sparse
from sklearn.base import (
    BaseEstimator,
    RegressorMixin,
    clone,
    is_classifier,
    is_regressor,
)
from sklearn.ensemble import BaggingRegressor, RandomForestClassifier
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.feature_selection import RFECV
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

from sklearn_rankscore import GroupedRanker, get_rank_scorer, map_score, ndcg_score

LIGHTGBM = tuple(map(int, lightgbm.__version__.split(".")[:2]))

RNG = np.random.default_rng(0)
SIZES = RNG.integers(3, 15, 30)
QID = np.repeat(np.arange(30), SIZES)
N_ROWS = len(QID)
X = RNG.normal(size=(N_ROWS, 5))
Y = np.clip(np.round(X[:, 0] + RNG.normal(size=N_ROWS)), 0, 4)
WEIGHTS = RNG.random(N_ROWS)
LIST_WEIGHTS = np.bincount(QID, weights=WEIGHTS) / SIZES

# The same rows, shuffled, under names that sort otherwise than they appear.
MOVED = RNG.permutation(N_ROWS)
NAMES = np.array([f"query {(7 * number) % 30}" for number in QID])
STABLE = np.argsort(pd.factorize(NAMES[MOVED])[0], kind="stable")
AS_SORTED = MOVED[STABLE]

SMALL = {"n_estimators": 8, "n_jobs": 1, "random_state": 0}


def lightgbm_ranker(**params):
    return LGBMRanker(**SMALL, min_child_samples=2, verbose=-1, **params)


def xgboost_ranker(**params):
    library = pytest.importorskip("xgboost", reason="xgboost is an extra")
    return library.XGBRanker(**SMALL, **params)


def catboost_ranker(**params):
    library = pytest.importorskip("catboost", reason="catboost is an extra")
    return library.CatBoostRanker(
        n_estimators=8,
        thread_count=1,
        random_seed=0,
        verbose=0,
        allow_writing_files=False,
        **params,
    )


def fit_lightgbm(model, rows, weighted):
    weight = WEIGHTS[rows] if weighted else None
    return model.fit(X[rows], Y[rows], group=sizes(rows), sample_weight=weight)


def fit_xgboost(model, rows, weighted):
    weight = LIST_WEIGHTS[lists(rows)] if weighted else None
    return model.fit(X[rows], Y[rows], qid=codes(rows), sample_weight=weight)


def fit_catboost(model, rows, weighted):
    weight = LIST_WEIGHTS[QID[rows]] if weighted else None
    return model.fit(X[rows], Y[rows], group_id=codes(rows), group_weight=weight)


def codes(rows):
    return pd.factorize(QID[rows])[0]


def sizes(rows):
    return np.bincount(codes(rows))


def lists(rows):
    return pd.unique(QID[rows])


RANKERS = {
    "lightgbm": (lightgbm_ranker, fit_lightgbm),
    "xgboost": (xgboost_ranker, fit_xgboost),
    "catboost": (catboost_ranker, fit_catboost),
}


@pytest.fixture(params=RANKERS)
def library(request):
    return request.param


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


# ---- the library's own model


@pytest.mark.parametrize("weighted", [False, True])
def test_sorted_rows_give_the_librarys_own_model_bit_for_bit(library, weighted):
    make, fit = RANKERS[library]
    own = fit(make(), np.arange(N_ROWS), weighted).predict(X)
    ranker = GroupedRanker(make())
    ranker.fit(X, Y, groups=QID, sample_weight=WEIGHTS if weighted else None)
    np.testing.assert_array_equal(ranker.predict(X), own)
    assert ranker.n_groups_ == 30


@pytest.mark.parametrize("weighted", [False, True])
def test_shuffled_rows_with_names_give_the_model_of_their_stable_sort(
    library, weighted
):
    make, fit = RANKERS[library]
    own = fit(make(), AS_SORTED, weighted).predict(X)
    weight = WEIGHTS[MOVED] if weighted else None
    ranker = GroupedRanker(make())
    ranker.fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED], sample_weight=weight)
    np.testing.assert_array_equal(ranker.predict(X), own)
    np.testing.assert_array_equal(ranker.predict(X[MOVED]), own[MOVED])


def test_weights_change_the_model(library):
    make, _ = RANKERS[library]
    plain = GroupedRanker(make()).fit(X, Y, groups=QID).predict(X)
    weighted = GroupedRanker(make()).fit(X, Y, groups=QID, sample_weight=WEIGHTS)
    assert (weighted.predict(X) != plain).any()


PER_ROW = {"lightgbm": "init_score", "xgboost": "base_margin", "catboost": "baseline"}


def test_arguments_per_row_follow_the_rows(library):
    make, _ = RANKERS[library]
    start = X[:, 1] * 3
    name = PER_ROW[library]

    def fit(rows, groups):
        ranker = GroupedRanker(make())
        return ranker.fit(X[rows], Y[rows], groups=groups, **{name: start[rows]})

    def scores(ranker):
        # XGBoost needs the margin at predict too; the trees are what is compared.
        return ranker.predict(X)

    found = scores(fit(MOVED, NAMES[MOVED]))
    np.testing.assert_array_equal(found, scores(fit(AS_SORTED, codes(AS_SORTED))))
    unmoved = GroupedRanker(make()).fit(
        X[MOVED], Y[MOVED], groups=NAMES[MOVED], **{name: start}
    )
    assert (scores(unmoved) != found).any()


def test_constant_arguments_per_row_follow_the_rows_too(library):
    make, _ = RANKERS[library]
    given = {PER_ROW[library]: X[MOVED, 1] * 3}
    rows = {"X": X[MOVED], "y": Y[MOVED], "groups": NAMES[MOVED]}
    by_call = GroupedRanker(make()).fit(**rows, **given)
    built = GroupedRanker(make(), fit_params=given).fit(**rows)
    np.testing.assert_array_equal(built.predict(X), by_call.predict(X))
    other = GroupedRanker(make(), fit_params={PER_ROW[library]: X[:, 1]})
    both = other.fit(**rows, **given)
    np.testing.assert_array_equal(both.predict(X), by_call.predict(X))


class KeepsArguments(RegressorMixin, BaseEstimator):
    """Remembers what its fit was given."""

    def fit(self, X, y, qid=None, **arguments):
        self.given_ = arguments
        return self

    def predict(self, X):
        return np.zeros(len(X))


NOT_PER_ROW = (
    "feature_name",
    "categorical_feature",
    "cat_features",
    "text_features",
    "embedding_features",
    "feature_weights",
    "monotone_constraints",
    "eval_names",
    "eval_at",
    "callbacks",
)


@pytest.mark.parametrize("prefix", ["", "keepsarguments__"])
def test_what_is_not_per_row_stays_whatever_its_length(prefix):
    ids = np.array([0, 1] * 6)
    entries = list(range(12))
    model = KeepsArguments()
    if prefix:
        model = make_pipeline(StandardScaler(), model)
    given = dict.fromkeys((*(prefix + n for n in NOT_PER_ROW), "per_row"), entries)
    ranker = GroupedRanker(model).fit(np.eye(12), entries, groups=ids, **given)
    kept = (ranker.estimator_[-1] if prefix else ranker.estimator_).given_
    assert {name: kept[name] for name in NOT_PER_ROW} == dict.fromkeys(
        NOT_PER_ROW, entries
    )
    assert kept["per_row"] == [*range(0, 12, 2), *range(1, 12, 2)]


@pytest.mark.parametrize("name", ["pairs", "graph", "keepsarguments__pairs"])
def test_positions_of_rows_are_refused_by_call_and_by_constant(name):
    ids = [0, 1] * 3
    model = make_pipeline(KeepsArguments())
    given = {name: [(0, 2)]}
    for ranker, call in (
        (GroupedRanker(model), given),
        (GroupedRanker(model, fit_params=given), {}),
    ):
        with pytest.raises(ValueError, match=f"The '{name}' parameter .* by position"):
            ranker.fit(np.eye(6), ids, groups=ids, **call)


def test_names_of_as_many_columns_as_rows_stay():
    names = [f"column {number}" for number in range(12)]
    ranker = GroupedRanker(lightgbm_ranker()).fit(
        RNG.normal(size=(12, 12)),
        [0, 1] * 6,
        groups=[0, 1, 2] * 4,
        feature_name=names,
    )
    expected = [name.replace(" ", "_") for name in names]
    assert list(ranker.estimator_.feature_name_) == expected


def test_a_pointwise_model_is_the_same_as_alone():
    alone = Ridge().fit(X[MOVED], Y[MOVED], sample_weight=WEIGHTS[MOVED])
    for groups in (NAMES[MOVED], None):
        ranker = GroupedRanker(Ridge())
        ranker.fit(X[MOVED], Y[MOVED], groups=groups, sample_weight=WEIGHTS[MOVED])
        np.testing.assert_array_equal(ranker.predict(X), alone.predict(X))


class TakesGroups(RegressorMixin, BaseEstimator):
    """Remembers what its fit was given."""

    def fit(self, X, y, groups=None):
        self.given_ = {"X": X, "y": y, "groups": groups}
        return self

    def predict(self, X):
        return np.zeros(len(X))


class TakesQid(TakesGroups):
    def fit(self, X, y, qid):
        self.given_ = {"X": X, "y": y, "groups": qid}
        return self


class TakesGroupId(TakesGroups):
    def fit(self, X, y, *, group_id):
        self.given_ = {"X": X, "y": y, "groups": group_id}
        return self


class TakesSizes(TakesGroups):
    def fit(self, X, y, group, sample_weight=None):
        self.given_ = {"X": X, "y": y, "groups": group, "weight": sample_weight}
        return self


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (TakesGroups(), NAMES[AS_SORTED]),
        (TakesQid(), codes(AS_SORTED)),
        (TakesGroupId(), codes(AS_SORTED)),
        (TakesSizes(), sizes(AS_SORTED)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_unknown_estimator_gets_groups_as_its_fit_names_them(model, expected):
    ranker = GroupedRanker(model).fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED])
    given = ranker.estimator_.given_
    np.testing.assert_array_equal(given["groups"], expected)
    np.testing.assert_array_equal(given["X"], X[AS_SORTED])
    np.testing.assert_array_equal(given["y"], Y[AS_SORTED])


def test_groups_that_are_optional_may_be_left_out():
    ranker = GroupedRanker(TakesGroups()).fit(X[MOVED], Y[MOVED])
    assert ranker.estimator_.given_["groups"] is None
    np.testing.assert_array_equal(ranker.estimator_.given_["X"], X[MOVED])
    assert ranker.n_groups_ is None


@pytest.mark.parametrize("make", [lightgbm_ranker, TakesQid], ids=["lightgbm", "qid"])
def test_false_is_one_list(make):
    assert GroupedRanker(make(), groups=False).fit(X, Y).n_groups_ == 1
    assert GroupedRanker(make()).fit(X, Y, groups=False).n_groups_ == 1


# ---- groups that are missing or wrong


def test_a_ranker_without_groups_raises_and_names_the_three_ways(library):
    make, _ = RANKERS[library]
    for model in (make(), make_pipeline(StandardScaler(), make())):
        with pytest.raises(ValueError, match=r"GroupedRanker\.fit got no groups") as e:
            GroupedRanker(model).fit(X, Y)
        for way in ("enable_metadata_routing=True", "GroupedRanker(..., groups='qid')"):
            assert way in str(e.value)


@pytest.mark.parametrize("make", [lightgbm_ranker, Ridge, LogisticRegression])
def test_score_without_groups_raises_whatever_is_inside(make):
    y = (Y > 1).astype(int)
    ranker = GroupedRanker(make()).fit(X, y, groups=QID)
    with pytest.raises(ValueError, match=r"GroupedRanker\.score got no groups"):
        ranker.score(X, y)
    assert ranker.score(X, y, groups=QID) == ndcg_score(
        y, ranker.predict(X), groups=QID
    )


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (SIZES, "one id per row, not group sizes"),
        (np.where(QID == 3, np.nan, QID), "missing id"),
        (QID[:-1], "one id per row"),
    ],
)
def test_groups_that_are_wrong_are_refused_by_every_model(groups, message):
    for model in (lightgbm_ranker(), Ridge()):
        with pytest.raises(ValueError, match=message):
            GroupedRanker(model).fit(X, Y, groups=groups)


@pytest.mark.parametrize("where", ["X", "eval_set"])
def test_rows_that_cannot_be_counted_are_refused(where):
    rows, labels, ids = np.arange(6.0).reshape(6, 1), [0, 1, 0, 1, 0, 1], [7] * 6
    given = {"X": rows, "eval_set": rows, where: deque(rows.tolist())}
    ranker = GroupedRanker(LGBMRanker(n_estimators=1, n_jobs=1, verbose=-1))
    with pytest.raises(TypeError, match=r"'X' parameter of .* Got deque instead"):
        ranker.fit(
            given["X"],
            labels,
            groups=ids,
            eval_set=[(given["eval_set"], labels)],
            eval_groups=[ids],
        )


@pytest.mark.parametrize(
    "name", ["group", "qid", "group_id", "eval_group", "eval_qid", "eval_X"]
)
def test_arguments_that_it_writes_itself_are_refused(name):
    with pytest.raises(ValueError, match=f"The '{name}' parameter .* Pass groups="):
        GroupedRanker(lightgbm_ranker()).fit(X, Y, groups=QID, **{name: SIZES})
    with pytest.raises(ValueError, match=f"The '{name}' parameter"):
        GroupedRanker(lightgbm_ranker(), fit_params={name: 1}).fit(X, Y, groups=QID)


def test_limits_of_the_library_are_raised_as_they_are():
    labels = Y.copy()
    labels[0] = 40
    with pytest.raises(Exception, match="label") as caught:
        GroupedRanker(lightgbm_ranker()).fit(X, labels, groups=QID)
    assert type(caught.value).__module__.startswith("lightgbm")


# ---- carriers, and the column that is not a feature


FRAME = pd.DataFrame(X, columns=list("abcde")).assign(qid=NAMES)
PLAIN = GroupedRanker(lightgbm_ranker()).fit(X, Y, groups=NAMES).predict(X)


def names_of(X):
    return NAMES[: len(X)]


@pytest.mark.parametrize(
    ("groups", "rows", "y"),
    [
        ("qid", FRAME, Y),
        (5, FRAME, Y),
        (-1, FRAME, Y),
        ("qid", pl.DataFrame(FRAME), Y),
        ("qid", FRAME.set_index("qid"), Y),
        ("qid", X, pd.Series(Y, index=pd.Index(NAMES, name="qid"))),
        (5, np.column_stack([X, QID]), Y),
        (5, sparse.csr_matrix(np.column_stack([X, QID + 1])), Y),
        (pd.Series(NAMES), FRAME[list("abcde")], Y),
        (names_of, X, Y),
    ],
    ids=[
        "column",
        "position",
        "from the right",
        "polars",
        "index",
        "index of y",
        "ndarray",
        "csr",
        "series",
        "callable",
    ],
)
@pytest.mark.filterwarnings(
    # LightGBM predicts from polars and sparse rows as from arrays, without names.
    "ignore:X does not have valid feature names:UserWarning"
)
def test_a_carrier_is_the_same_as_metadata(groups, rows, y):
    ranker = GroupedRanker(lightgbm_ranker(), groups=groups)
    # Metadata that come as well, for the splitter, are not read.
    ranker.fit(rows, y, groups=np.zeros(N_ROWS))
    assert ranker.n_groups_ == 30
    assert ranker.n_features_in_ == 5
    np.testing.assert_allclose(ranker.predict(rows), PLAIN, rtol=1e-12)
    assert ranker.score(rows, y) == pytest.approx(ndcg_score(Y, PLAIN, groups=NAMES))


def test_predict_takes_rows_with_and_without_the_column():
    ranker = GroupedRanker(lightgbm_ranker(), groups="qid").fit(FRAME, Y)
    assert list(ranker.feature_names_in_) == list("abcde")
    np.testing.assert_array_equal(ranker.predict(FRAME[list("abcde")]), PLAIN)
    with pytest.raises(ValueError, match="feature names"):
        ranker.predict(FRAME[list("abcd")])
    numbered = np.column_stack([QID, X])
    ranker = GroupedRanker(lightgbm_ranker(), groups=0).fit(numbered, Y)
    np.testing.assert_array_equal(ranker.predict(numbered), PLAIN)
    np.testing.assert_array_equal(ranker.predict(X), PLAIN)
    with pytest.raises(ValueError, match="4 features"):
        ranker.predict(X[:, :4])


def test_the_column_is_kept_on_request():
    numbered = FRAME.assign(qid=QID)
    ranker = GroupedRanker(lightgbm_ranker(), groups="qid", drop_groups=False)
    assert list(ranker.fit(numbered, Y).feature_names_in_) == [*"abcde", "qid"]


TYPED = FRAME[list("abcde")].assign(kind=pd.Categorical(np.array(list("uvw"))[QID % 3]))


@pytest.mark.parametrize("form", ["pandas", "polars", "pyarrow", "csr", "nan"])
def test_rows_reach_the_ranker_as_they_are(form):
    """Categories, missing values and frames: the model is that of a sorted copy."""
    rows = {
        "pandas": TYPED,
        "polars": pl.DataFrame(TYPED[list("abcde")]),
        "pyarrow": pa.Table.from_pandas(TYPED[list("abcde")], preserve_index=False),
        "csr": sparse.csr_array(X),
        "nan": np.where(X > 1, np.nan, X),
    }[form]
    if form == "pyarrow" and LIGHTGBM < (4, 7):
        pytest.skip("LightGBM before 4.7 takes no pyarrow tables in scikit-learn")
    seen = {}

    class Sees(LGBMRanker):
        def fit(self, X, y, group=None):
            seen["type"] = type(X)
            return super().fit(X, y, group=group)

    moved = (
        rows.iloc[MOVED]
        if form == "pandas"
        else rows[MOVED]
        if (form != "pyarrow")
        else rows.take(MOVED)
    )
    model = Sees(n_estimators=3, n_jobs=1, min_child_samples=2, verbose=-1)
    ranker = GroupedRanker(model).fit(moved, Y[MOVED], groups=NAMES[MOVED])
    assert seen["type"] is type(rows)
    if form == "pandas":
        assert "kind" in ranker.estimator_.booster_.dump_model()["feature_names"]
        assert ranker.estimator_.booster_.pandas_categorical == [list("uvw")]


class Labels(TakesGroups):
    def fit(self, X, y, groups):
        self.given_ = {"y": y}
        return self


@pytest.mark.parametrize(
    "y",
    [list(Y), pd.Series(Y, index=QID), pl.Series(Y), Y.astype(int)],
    ids=lambda y: type(y).__name__,
)
def test_labels_of_every_kind_are_reordered(y):
    moved = (
        [y[row] for row in MOVED]
        if isinstance(y, list)
        else (y.iloc[MOVED] if isinstance(y, pd.Series) else y[MOVED])
    )
    ranker = GroupedRanker(Labels()).fit(X[MOVED], moved, groups=NAMES[MOVED])
    given = ranker.estimator_.given_["y"]
    assert type(given) is type(y)
    np.testing.assert_array_equal(np.asarray(given), Y[AS_SORTED])


def test_a_column_of_labels_is_flattened_with_scikit_learns_warning():
    with pytest.warns(DataConversionWarning):
        ranker = GroupedRanker(lightgbm_ranker()).fit(X, Y[:, np.newaxis], groups=NAMES)
    np.testing.assert_array_equal(ranker.predict(X), PLAIN)


# ---- classifiers


@pytest.mark.parametrize(
    ("model", "y", "expected"),
    [
        (LogisticRegression(), Y > 1, lambda m: m.decision_function(X)),
        (GaussianNB(), (Y > 1).astype(int), lambda m: m.predict_proba(X)[:, 1]),
        (
            RandomForestClassifier(5, random_state=0),
            Y,
            lambda m: m.predict_proba(X) @ m.classes_,
        ),
        (
            make_pipeline(StandardScaler(), LogisticRegression()),
            Y,
            lambda m: m.predict_proba(X) @ m.classes_,
        ),
    ],
    ids=["decision", "probability", "expected label", "pipeline"],
)
def test_a_classifier_predicts_relevance(model, y, expected):
    ranker = GroupedRanker(model).fit(X, y)
    np.testing.assert_array_equal(ranker.predict(X), expected(ranker.estimator_))
    assert is_regressor(ranker)
    assert not is_classifier(ranker)


# ---- Pipelines


NAMED = np.where(Y > 1, "apt", "bad")


@pytest.mark.parametrize(
    "model", [LogisticRegression(), GaussianNB(), make_pipeline(LogisticRegression())]
)
def test_a_classifier_of_names_predicts_by_the_grades_of_scoring(model):
    scorer = get_rank_scorer("map", grades={"apt": 1, "bad": 0})
    named = GroupedRanker(model, scoring=scorer).fit(X, NAMED, groups=QID)
    numbers = GroupedRanker(model, scoring="map").fit(X, Y > 1, groups=QID)
    np.testing.assert_allclose(named.predict(X), numbers.predict(X), atol=1e-10)
    found = named.score(X, NAMED, groups=QID)
    assert found == pytest.approx(numbers.score(X, Y > 1, groups=QID), abs=1e-12)
    assert scorer(named, X, NAMED, groups=QID) == found


@pytest.mark.parametrize("scoring", ["map", get_rank_scorer("map")], ids=repr)
def test_a_classifier_of_names_without_grades_is_refused(scoring):
    ranker = GroupedRanker(LogisticRegression(), scoring=scoring)
    ranker.fit(X, NAMED, groups=QID)
    with pytest.raises(
        ValueError, match=r"GroupedRanker\.predict needs labels.*as scoring="
    ):
        ranker.predict(X)


def test_a_pipeline_outside_and_inside_give_the_same_scores(library, routing):
    make, _ = RANKERS[library]
    outside = make_pipeline(StandardScaler(), GroupedRanker(make()))
    outside.fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED])
    inside = GroupedRanker(make_pipeline(StandardScaler(), make()))
    inside.fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED])
    np.testing.assert_allclose(inside.predict(X), outside.predict(X), rtol=1e-12)


@pytest.mark.parametrize("routed", [False, True])
def test_a_pipeline_inside_works_with_routing_on_and_off(library, routed):
    make, _ = RANKERS[library]
    with sklearn.config_context(enable_metadata_routing=routed):
        found = cross_val_score(
            GroupedRanker(make_pipeline(StandardScaler(), make()), groups="qid"),
            FRAME.set_index("qid"),
            Y,
            cv=GroupKFold(3),
            error_score="raise",
            **({"params": {"groups": NAMES}} if routed else {"groups": NAMES}),
        )
    assert ((found > 0) & (found <= 1)).all()


def test_steps_of_a_pipeline_get_their_arguments(tmp_path):
    class Marked(StandardScaler):
        def fit(self, X, y=None, sample_weight=None, mark=None):
            self.mark_ = mark
            return super().fit(X, y, sample_weight)

    model = make_pipeline(Marked(), make_pipeline(StandardScaler(), lightgbm_ranker()))
    ranker = GroupedRanker(model, fit_params={"marked__mark": "constant"})
    start = X[:, 1] * 3
    ranker.fit(X, Y, groups=QID, init_score=start, sample_weight=WEIGHTS)
    assert ranker.estimator_[0].mark_ == "constant"
    scaled = StandardScaler().fit_transform(StandardScaler().fit_transform(X))
    own = lightgbm_ranker().fit(
        scaled, Y, group=SIZES, init_score=start, sample_weight=WEIGHTS
    )
    np.testing.assert_array_equal(ranker.predict(X), own.predict(scaled))


def test_a_pipeline_with_a_cache_and_one_of_a_single_step(tmp_path):
    plain = GroupedRanker(make_pipeline(StandardScaler(), lightgbm_ranker()))
    cached = clone(plain).set_params(estimator__memory=str(tmp_path))
    plain.fit(X, Y, groups=QID)
    for _ in range(2):
        cached.fit(X, Y, groups=QID)
        np.testing.assert_array_equal(cached.predict(X), plain.predict(X))
    single = GroupedRanker(make_pipeline(lightgbm_ranker())).fit(X, Y, groups=QID)
    np.testing.assert_array_equal(single.predict(X), PLAIN_SORTED)


PLAIN_SORTED = GroupedRanker(lightgbm_ranker()).fit(X, Y, groups=QID).predict(X)


def test_evaluation_sets_pass_the_steps_before_the_last(library):
    make, _ = RANKERS[library]
    shift = FunctionTransformer(lambda X: X * 1000.0)
    evals = {"eval_set": [(X, Y)], "eval_groups": [QID]}
    alone = GroupedRanker(make(), early_stopping_rounds=50)
    alone.fit(X * 1000.0, Y, groups=QID, eval_set=[(X * 1000.0, Y)], eval_groups=[QID])
    inside = GroupedRanker(make_pipeline(shift, make()), early_stopping_rounds=50)
    inside.fit(X, Y, groups=QID, **evals)
    assert history(inside.estimator_[-1]) == history(alone.estimator_)


# ---- evaluation sets and early stopping


def history(model):
    """The values of the first evaluation set, round by round."""
    found = getattr(model, "evals_result_", None)
    found = model.evals_result() if hasattr(model, "evals_result") else found
    found = model.get_evals_result() if hasattr(model, "get_evals_result") else found
    name = "validation" if "validation" in found else next(iter(found))
    return {metric: list(values) for metric, values in found[name].items()}


HALF = QID < 15


def test_evaluation_sets_are_sorted_and_weighted_like_the_rows(library):
    make, _ = RANKERS[library]
    aside = np.flatnonzero(~HALF)
    moved = RNG.permutation(aside)
    stable = moved[np.argsort(pd.factorize(NAMES[moved])[0], kind="stable")]

    def fit(rows, groups):
        return GroupedRanker(make()).fit(
            X[HALF],
            Y[HALF],
            groups=NAMES[HALF],
            eval_set=[(X[rows], Y[rows])],
            eval_groups=[groups[rows]],
            eval_sample_weight=[WEIGHTS[rows]],
        )

    assert history(fit(moved, NAMES).estimator_) == history(fit(stable, QID).estimator_)
    unweighted = GroupedRanker(make()).fit(
        X[HALF],
        Y[HALF],
        groups=NAMES[HALF],
        eval_set=(X[moved], Y[moved]),
        eval_groups=[NAMES[moved]],
    )
    assert history(unweighted.estimator_) != history(fit(moved, NAMES).estimator_)


def test_evaluation_sets_are_found_by_a_carrier():
    ranker = GroupedRanker(lightgbm_ranker(), groups="qid")
    ranker.fit(FRAME[HALF], Y[HALF], eval_set=[(FRAME[~HALF], Y[~HALF])])
    explicit = GroupedRanker(lightgbm_ranker()).fit(
        X[HALF],
        Y[HALF],
        groups=QID[HALF],
        eval_set=[(X[~HALF], Y[~HALF])],
        eval_groups=[QID[~HALF]],
    )
    assert history(ranker.estimator_) == history(explicit.estimator_)


def test_whole_queries_are_set_aside_for_early_stopping(library):
    make, _ = RANKERS[library]
    ranker = GroupedRanker(
        make(), validation_fraction=0.3, early_stopping_rounds=1, random_state=3
    ).fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED], sample_weight=WEIGHTS[MOVED])
    again = clone(ranker).fit(
        X[MOVED], Y[MOVED], groups=NAMES[MOVED], sample_weight=WEIGHTS[MOVED]
    )
    np.testing.assert_array_equal(ranker.predict(X), again.predict(X))
    assert ranker.n_groups_ == 30
    rounds = len(next(iter(history(ranker.estimator_).values())))
    assert rounds < 8 or library == "catboost"
    assert 0 < ranker.score(X, Y, groups=NAMES) <= 1


def test_the_rows_set_aside_are_whole_queries_and_not_fitted_on():
    seen = []

    class Sees(LGBMRanker):
        def fit(self, X, y, group=None, eval_X=None, eval_y=None, eval_group=None, **_):
            seen.append((X, group, eval_X[0], eval_group[0]))
            return self

    GroupedRanker(Sees(), validation_fraction=0.3, random_state=0).fit(
        X[MOVED], Y[MOVED], groups=NAMES[MOVED]
    )
    rows, group, held_out, held_group = seen[0]
    row_of = {tuple(row): number for number, row in enumerate(X)}
    fitted = [QID[row_of[tuple(row)]] for row in rows]
    aside = [QID[row_of[tuple(row)]] for row in held_out]
    assert len(held_group) == 9
    assert not set(fitted) & set(aside)
    assert sorted(fitted + aside) == sorted(QID)
    for ids, found in ((fitted, group), (aside, held_group)):
        np.testing.assert_array_equal(np.repeat(pd.unique(np.array(ids)), found), ids)


@pytest.mark.parametrize("fraction", [None, 0.3])
def test_boosted_regressors_stop_early_too(fraction):
    ranker = GroupedRanker(
        LGBMRegressor(n_estimators=300, n_jobs=1, verbose=-1),
        validation_fraction=fraction,
        early_stopping_rounds=2,
        random_state=0,
    )
    evals = {"eval_set": [(X[~HALF], Y[~HALF])], "eval_groups": [QID[~HALF]]}
    evals = {} if fraction else evals
    ranker.fit(X[HALF], Y[HALF], groups=QID[HALF], **evals)
    assert ranker.estimator_.best_iteration_ < 300


@pytest.mark.parametrize(
    ("params", "fit", "message"),
    [
        ({"validation_fraction": 0}, {}, "'validation_fraction' parameter .* Got 0"),
        ({"validation_fraction": 1.0}, {}, "'validation_fraction' parameter"),
        ({"validation_fraction": "a"}, {}, "'validation_fraction' parameter"),
        (
            {"early_stopping_rounds": 0},
            {},
            "'early_stopping_rounds' parameter .* Got 0",
        ),
        ({"early_stopping_rounds": 2}, {}, "Pass validation_fraction="),
        ({}, {"eval_set": [(X, Y)]}, "'eval_groups' parameter .* Got none for set 0"),
        (
            {},
            {"eval_set": [(X, Y)], "eval_groups": [QID, QID]},
            "one entry per evaluation set",
        ),
    ],
)
def test_parameters_of_early_stopping_are_checked(params, fit, message):
    with pytest.raises(ValueError, match=message):
        GroupedRanker(lightgbm_ranker(), **params).fit(X, Y, groups=QID, **fit)


def test_models_without_evaluation_sets_say_so():
    with pytest.raises(ValueError, match=r"are for LightGBM.*Ridge takes none"):
        GroupedRanker(Ridge(), validation_fraction=0.3).fit(X, Y, groups=QID)


def test_evaluation_sets_inside_a_search(routing):
    ranker = GroupedRanker(lightgbm_ranker(), early_stopping_rounds=2)
    ranker.set_fit_request(eval_set=True, eval_groups=True)
    search = GridSearchCV(
        ranker,
        {"estimator__num_leaves": [3, 7]},
        cv=GroupKFold(2),
        error_score="raise",
    )
    search.fit(
        X[HALF],
        Y[HALF],
        groups=QID[HALF],
        eval_set=[(X[~HALF], Y[~HALF])],
        eval_groups=[QID[~HALF]],
    )
    assert 0 < search.best_score_ <= 1


@pytest.mark.parametrize("library", ["lightgbm", "xgboost", "catboost"])
def test_training_goes_on_from_a_model(library):
    make, _ = RANKERS[library]
    first = GroupedRanker(make()).fit(X, Y, groups=QID)
    name = "xgb_model" if library == "xgboost" else "init_model"
    more = GroupedRanker(make()).fit(X, Y, groups=QID, **{name: first.estimator_})
    assert (more.predict(X) != first.predict(X)).any()


def test_constant_arguments_of_fit():
    ranker = GroupedRanker(lightgbm_ranker(), fit_params={"eval_at": [7]})
    ranker.fit(X, Y, groups=QID, eval_set=[(X, Y)], eval_groups=[QID])
    assert list(history(ranker.estimator_)) == ["ndcg@7"]


def test_pairs_of_rows_are_refused_when_rows_move():
    pairs = [[0, 1]]
    with pytest.raises(ValueError, match="'pairs' parameter"):
        GroupedRanker(catboost_ranker(loss_function="PairLogit")).fit(
            X[MOVED], Y[MOVED], groups=NAMES[MOVED], pairs=pairs
        )
    GroupedRanker(catboost_ranker(loss_function="PairLogit")).fit(
        X, Y, groups=QID, pairs=pairs
    )


# ---- an estimator like any other


def test_score_takes_a_name_or_a_scorer():
    ranker = GroupedRanker(lightgbm_ranker(), scoring="map").fit(X, Y, groups=QID)
    expected = map_score(Y, ranker.predict(X), groups=QID)
    assert ranker.score(X, Y, groups=QID) == expected
    ranker.set_params(scoring=get_rank_scorer("map"))
    assert ranker.score(X, Y, groups=QID) == expected
    weighted = ranker.score(X, Y, groups=QID, sample_weight=WEIGHTS)
    assert weighted == map_score(
        Y, ranker.predict(X), groups=QID, sample_weight=WEIGHTS
    )
    with pytest.raises(TypeError, match="'scoring' parameter of GroupedRanker"):
        ranker.set_params(scoring=["map", "ndcg"]).score(X, Y, groups=QID)


def test_a_search_without_scoring(routing):
    search = GridSearchCV(
        GroupedRanker(lightgbm_ranker()),
        {"estimator__num_leaves": [3, 7]},
        cv=GroupKFold(3),
        error_score="raise",
    ).fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED])
    explicit = clone(search).set_params(scoring=get_rank_scorer("ndcg"))
    explicit.fit(X[MOVED], Y[MOVED], groups=NAMES[MOVED])
    assert search.best_score_ == explicit.best_score_


def test_inner_estimator_stays_unfitted_and_parameters_are_nested():
    model = lightgbm_ranker()
    ranker = GroupedRanker(model, groups="qid")
    assert ranker.get_params()["estimator__num_leaves"] == 31
    ranker.set_params(estimator__num_leaves=5).fit(FRAME, Y)
    assert ranker.estimator_.num_leaves == 5
    assert ranker.estimator is model
    with pytest.raises(NotFittedError):
        model.predict(X)
    with pytest.raises(NotFittedError):
        clone(ranker).predict(FRAME)


@pytest.mark.parametrize(
    "copied",
    [
        lambda ranker: pickle.loads(pickle.dumps(ranker)),
        copy.deepcopy,
    ],
    ids=["pickle", "deepcopy"],
)
def test_copies_predict_the_same(library, copied):
    make, _ = RANKERS[library]
    ranker = GroupedRanker(make(), groups="qid").fit(FRAME, Y)
    np.testing.assert_array_equal(copied(ranker).predict(FRAME), ranker.predict(FRAME))
    assert copied(clone(ranker)).fit(FRAME, Y).score(FRAME, Y) == ranker.score(FRAME, Y)


def test_joblib_and_skops_round_trips(tmp_path):
    ranker = GroupedRanker(lightgbm_ranker(), groups="qid").fit(FRAME, Y)
    joblib.dump(ranker, tmp_path / "ranker")
    loaded = joblib.load(tmp_path / "ranker")
    np.testing.assert_array_equal(loaded.predict(FRAME), ranker.predict(FRAME))
    skops = pytest.importorskip("skops.io", reason="skops is an extra of the user")
    data = skops.dumps(ranker)
    untrusted = skops.get_untrusted_types(data=data)
    ours = [name for name in untrusted if "sklearn_rankscore" in name]
    assert ours == ["sklearn_rankscore._training.ranker.GroupedRanker"]
    loaded = skops.loads(data, trusted=untrusted)
    np.testing.assert_array_equal(loaded.predict(FRAME), ranker.predict(FRAME))


def test_repr_is_stable():
    text = "GroupedRanker(estimator=Ridge(), groups='qid')"
    assert repr(GroupedRanker(Ridge(), groups="qid")) == text
    assert "0x" not in repr(GroupedRanker(lightgbm_ranker(), scoring="map"))
    text = "GroupedRanker(estimator=Ridge(), groups=names_of)"
    assert repr(GroupedRanker(Ridge(), groups=names_of)) == text
    assert "0x" not in repr(GroupedRanker(Ridge(), groups=TakesGroups().predict))
    html = GroupedRanker(lightgbm_ranker())._repr_html_()
    assert "LGBMRanker" in html


def test_threads_predict_the_serial_values():
    ranker = GroupedRanker(lightgbm_ranker()).fit(X, Y, groups=QID)
    expected, found = ranker.predict(X), {}

    def predict(number):
        found[number] = ranker.predict(X)

    threads = [threading.Thread(target=predict, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[number] == expected).all() for number in range(4))


def test_importances_and_coefficients_are_shown(routing):
    ranker = GroupedRanker(lightgbm_ranker()).fit(X, Y, groups=QID)
    np.testing.assert_array_equal(
        ranker.feature_importances_, ranker.estimator_.feature_importances_
    )
    assert not hasattr(ranker, "coef_")
    assert not hasattr(GroupedRanker(lightgbm_ranker()), "feature_importances_")
    inside = GroupedRanker(make_pipeline(StandardScaler(), Ridge())).fit(X, Y)
    np.testing.assert_array_equal(inside.coef_, inside.estimator_[-1].coef_)
    selector = RFECV(GroupedRanker(lightgbm_ranker()), cv=GroupKFold(3))
    assert selector.fit(X, Y, groups=QID).support_[0]


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_ranker_inside_bagging_by_position(n_jobs):
    """Bagging turns X into an array: a position is what reaches its members."""
    numbered = np.column_stack([X, QID])
    model = BaggingRegressor(
        GroupedRanker(lightgbm_ranker(), groups=5),
        n_estimators=2,
        bootstrap=False,
        n_jobs=n_jobs,
        random_state=0,
    ).fit(numbered, Y)
    np.testing.assert_allclose(model.predict(numbered), PLAIN_SORTED)


TYPES = {
    "lightgbm": (lightgbm_ranker, None),
    "xgboost": (xgboost_ranker, None),
    "catboost": (catboost_ranker, None),
    "regressor": (Ridge, "regressor"),
    "classifier": (LogisticRegression, "regressor"),
    "boosted regressor": (LGBMRegressor, "regressor"),
    "pipeline": (lambda: make_pipeline(StandardScaler(), lightgbm_ranker()), None),
    "other with groups": (TakesQid, "regressor"),
}


@pytest.mark.parametrize("kind", TYPES)
def test_type_tag(kind):
    make, expected = TYPES[kind]
    tags = get_tags(GroupedRanker(make()))
    assert tags.estimator_type == expected
    assert tags.regressor_tags.poor_score


def test_input_tags_are_those_of_the_model():
    for model in (Ridge(), RandomForestClassifier(), lightgbm_ranker()):
        own, ours = get_tags(model), get_tags(GroupedRanker(model))
        assert ours.input_tags.sparse == own.input_tags.sparse
        assert ours.input_tags.allow_nan == own.input_tags.allow_nan
        assert ours.non_deterministic == own.non_deterministic


def requests(ranker):
    routing = ranker.get_metadata_routing()
    return dict(routing.fit.requests), dict(routing.score.requests)


def test_groups_are_asked_for_by_default():
    for fit_or_score in requests(GroupedRanker(Ridge())):
        assert fit_or_score["groups"] is True
        assert fit_or_score["sample_weight"] is None


@pytest.mark.parametrize("groups", ["qid", 0, False, names_of])
def test_a_carrier_asks_for_none(groups):
    for fit_or_score in requests(GroupedRanker(Ridge(), groups=groups)):
        assert fit_or_score["groups"] is False


def test_requests_can_be_set(routing):
    ranker = GroupedRanker(Ridge()).set_fit_request(groups="qid", sample_weight=True)
    fit, score = requests(ranker)
    assert (fit["groups"], fit["sample_weight"]) == ("qid", True)
    assert score["groups"] is True
    assert requests(clone(ranker))[0]["groups"] == "qid"


# ---- scikit-learn's own checks of an estimator

NO_WEIGHT_CHECK = "it takes weights that are all zero"
PER_QUERY = "boosting is not invariant to repeating rows instead of weighting them"
GROUPS = "score raises without groups, on purpose"

# What fails, and why: every entry is the library's own, none is ours.
EXPECTED_FAILURES = {
    "ridge": (lambda: GroupedRanker(Ridge(), groups=False), {}),
    "ridge without groups": (
        lambda: GroupedRanker(Ridge()),
        {
            "check_fit_score_takes_y": GROUPS,
            "check_n_features_in_after_fitting": GROUPS,
            "check_pipeline_consistency": GROUPS,
        },
    ),
    "boosted regressor": (
        lambda: GroupedRanker(
            LGBMRegressor(n_jobs=1, verbose=-1, min_child_samples=1), groups=False
        ),
        {
            "check_all_zero_sample_weights_error": NO_WEIGHT_CHECK,
            "check_sample_weight_equivalence_on_dense_data": PER_QUERY,
            "check_sample_weight_equivalence_on_sparse_data": PER_QUERY,
        },
    ),
    "lightgbm": (
        lambda: GroupedRanker(
            LGBMRanker(n_jobs=1, verbose=-1, min_child_samples=1), groups=False
        ),
        {
            "check_all_zero_sample_weights_error": NO_WEIGHT_CHECK,
            "check_sample_weight_equivalence_on_dense_data": PER_QUERY,
            "check_sample_weight_equivalence_on_sparse_data": PER_QUERY,
        },
    ),
    "xgboost": (
        lambda: GroupedRanker(xgboost_ranker(), groups=False),
        {
            "check_all_zero_sample_weights_error": "its message is about base_score",
            "check_sample_weight_equivalence_on_dense_data": PER_QUERY,
            "check_sample_weight_equivalence_on_sparse_data": PER_QUERY,
            "check_complex_data": "its message is about array interfaces",
            "check_estimators_empty_data_messages": "it takes data without rows",
        },
    ),
}
# Checks that scikit-learn 1.6 does not have.
NEWER_CHECKS = {"check_all_zero_sample_weights_error"}


@pytest.mark.filterwarnings("ignore")  # the checks themselves warn in many ways
@pytest.mark.parametrize("case", EXPECTED_FAILURES)
def test_check_estimator(case):
    make, expected = EXPECTED_FAILURES[case]
    results = check_estimator(make(), on_fail=None, on_skip=None)
    run = {result["check_name"] for result in results}
    failed = {r["check_name"] for r in results if r["status"] == "failed"}
    assert failed == expected.keys() & run
    assert expected.keys() - run <= NEWER_CHECKS
    assert len(results) > 40


def test_the_signature_of_fit_names_what_can_be_asked_for():
    names = list(inspect.signature(GroupedRanker.fit).parameters)
    assert names[3:7] == ["groups", "sample_weight", "eval_set", "eval_groups"]


@pytest.mark.parametrize(
    ("scoring", "error", "message"),
    [
        ("nonsense", ValueError, "Unknown metric 'nonsense'"),
        ("ndcg@0", ValueError, "Got 'ndcg@0' instead"),
        (None, TypeError, "'scoring' parameter of GroupedRanker"),
    ],
)
def test_scoring_that_means_nothing_fails_at_fit(scoring, error, message):
    """Not before: scikit-learn's estimators check no parameter when they are made."""
    ranker = clone(GroupedRanker(Ridge(), scoring=scoring))
    with pytest.raises(error, match=message):
        ranker.fit([[0.0], [1.0]], [0, 1], groups=[0, 0])
