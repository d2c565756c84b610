"""Our metrics inside the boosters: what they print is what we score."""

import copy
import inspect
import pickle

import lightgbm
import numpy as np
import pandas as pd
import pytest
from lightgbm import LGBMRanker, LGBMRegressor
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sklearn_rankscore import (
    GroupedRanker,
    catboost_eval_metric,
    get_rank_scorer,
    lightgbm_eval_metric,
    mrr_score,
    ndcg_score,
    score_per_group,
    xgboost_eval_metric,
)

RNG = np.random.default_rng(0)
# Lists of one row and lists without a relevant row are where libraries differ.
SIZES = np.append([1, 1, 2], RNG.integers(3, 15, 40))
QID = np.repeat(np.arange(len(SIZES)), SIZES)
X = RNG.normal(size=(len(QID), 5))
Y = np.where(
    QID % 7 == 0, 0, np.clip(np.round(X[:, 0] + RNG.normal(size=len(QID))), 0, 4)
)
WEIGHTS = RNG.random(len(QID)).astype(np.float32)
FIT = QID % 3 > 0
NAMES = ["ndcg@3", "map", "mrr"]
ROUNDS = 6


def lists_of(rows):
    return pd.factorize(QID[rows])[0]


def sizes_of(rows):
    return np.bincount(lists_of(rows))


def scores_by_round(predict, rows, metric="ndcg@3", weights=None, **options):
    """Our score of the model after each round."""
    name, k = metric.split("@") if "@" in metric else (metric, None)
    score = {"ndcg": ndcg_score, "mrr": mrr_score}[name]
    k = None if k is None else int(k)
    return [
        score(
            Y[rows],
            predict(number),
            groups=QID[rows],
            k=k,
            sample_weight=weights,
            **options,
        )
        for number in range(1, ROUNDS + 1)
    ]


LIGHTGBM = {"min_child_samples": 2, "metric": "None", "n_jobs": 1, "verbose": -1}
CONVENTIONS = [
    {},
    {"convention": "sklearn"},
    {"convention": "lightgbm"},
    {"gain": "exponential", "ties": "pessimistic", "empty": "skip"},
]


def fit_lightgbm(metric, weighted=False, model=LGBMRanker, **params):
    return model(n_estimators=ROUNDS, **LIGHTGBM, **params).fit(
        X[FIT],
        Y[FIT],
        group=sizes_of(FIT),
        eval_metric=metric,
        eval_group=[sizes_of(~FIT)],
        eval_sample_weight=[WEIGHTS[~FIT]] if weighted else None,
        **watched(X[~FIT], Y[~FIT]),
    )


def watched(X, y):
    """An evaluation set as this version of LightGBM takes it."""
    if "eval_X" in inspect.signature(LGBMRanker.fit).parameters:
        return {"eval_X": (X,), "eval_y": (y,)}
    return {"eval_set": [(X, y)]}


@pytest.mark.parametrize("options", CONVENTIONS, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
def test_lightgbm_prints_our_score_in_its_scikit_learn_form(options, weighted):
    model = fit_lightgbm(lightgbm_eval_metric("ndcg@3", **options), weighted)
    expected = scores_by_round(
        lambda number: model.predict(X[~FIT], num_iteration=number),
        ~FIT,
        weights=WEIGHTS[~FIT] if weighted else None,
        **options,
    )
    assert model.evals_result_ == {"valid_0": {"ndcg@3": expected}}


@pytest.mark.parametrize("weighted", [False, True])
def test_lightgbm_prints_our_score_in_train(weighted):
    weights = {True: WEIGHTS, False: None}[weighted]

    def dataset(rows, reference=None):
        weight = None if weights is None else weights[rows]
        return lightgbm.Dataset(
            X[rows], Y[rows], weight=weight, group=sizes_of(rows), reference=reference
        )

    train = dataset(FIT)
    history = {}
    booster = lightgbm.train(
        {"objective": "lambdarank", "metric": "None", "verbosity": -1}
        | {"min_data_in_leaf": 2, "num_threads": 1},
        train,
        num_boost_round=ROUNDS,
        valid_sets=[dataset(~FIT, train)],
        feval=lightgbm_eval_metric(NAMES),
        callbacks=[lightgbm.record_evaluation(history)],
    )
    for name in ("ndcg@3", "mrr"):
        expected = scores_by_round(
            lambda number: booster.predict(X[~FIT], num_iteration=number),
            ~FIT,
            name,
            weights=None if weights is None else weights[~FIT],
        )
        assert history["valid_0"][name] == expected
    assert list(history["valid_0"]) == NAMES


def test_lightgbm_equals_its_own_metric_under_its_convention():
    model = LGBMRanker(n_estimators=ROUNDS, **(LIGHTGBM | {"metric": "ndcg"}))
    ours = lightgbm_eval_metric("ndcg@3", convention="lightgbm")
    model.fit(
        X[FIT],
        Y[FIT],
        group=sizes_of(FIT),
        eval_group=[sizes_of(~FIT)],
        eval_at=[3],
        eval_metric=lambda y, p, w, g: ("ours", *ours(y, p, w, g)[1:]),
        **watched(X[~FIT], Y[~FIT]),
    )
    found = model.evals_result_["valid_0"]
    assert found["ours"] == found["ndcg@3"]


def test_lightgbm_without_groups_says_what_to_do():
    with pytest.raises(ValueError, match="got data without groups"):
        LGBMRegressor(n_estimators=2, **LIGHTGBM).fit(
            X, Y, eval_metric=lightgbm_eval_metric("mrr"), **watched(X, Y)
        )


def stopped_early(model, **params):
    return GroupedRanker(
        model.set_params(n_estimators=200, learning_rate=0.5),
        validation_fraction=0.3,
        early_stopping_rounds=3,
        random_state=0,
        **params,
    )


def early_stopping_of_lightgbm():
    metric = lightgbm_eval_metric("ndcg@3")
    return stopped_early(LGBMRanker(**LIGHTGBM), fit_params={"eval_metric": metric})


def early_stopping_of_xgboost(metric="ndcg@3"):
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    return stopped_early(
        xgboost.XGBRanker(n_jobs=1, eval_metric=xgboost_eval_metric(metric))
    )


def early_stopping_of_catboost():
    catboost = pytest.importorskip("catboost", reason="catboost is an extra")
    return stopped_early(
        catboost.CatBoostRanker(
            thread_count=1,
            verbose=0,
            allow_writing_files=False,
            eval_metric=catboost_eval_metric("ndcg@3"),
        )
    )


STOPPING = {
    "lightgbm": (early_stopping_of_lightgbm, lambda m: m.evals_result_["valid_0"]),
    "xgboost": (early_stopping_of_xgboost, lambda m: m.evals_result()["validation_0"]),
    "catboost": (
        early_stopping_of_catboost,
        lambda m: {"ndcg@3": m.get_evals_result()["validation"]["CatBoostMetric"]},
    ),
}


@pytest.mark.parametrize("library", STOPPING)
def test_training_stops_by_our_metric(library):
    make, history = STOPPING[library]
    ranker = make().fit(X, Y, groups=QID)
    values = history(ranker.estimator_)["ndcg@3"]
    assert len(values) < 200
    assert len(values) - 1 - int(np.argmax(values)) == 3
    # Predictions are those of the best round, on the queries set aside too.
    model = ranker.estimator_
    best = getattr(model, "best_iteration_", None)
    best = model.best_iteration if best is None else best - (library == "lightgbm")
    assert best == int(np.argmax(values))


@pytest.mark.parametrize("library", STOPPING)
def test_trained_and_chosen_by_the_same_number(library):
    make, _ = STOPPING[library]
    search = GridSearchCV(
        make(),
        {"estimator__learning_rate": [0.1, 0.5]},
        scoring=get_rank_scorer("ndcg@3", groups="qid"),
        cv=GroupKFold(2),
        error_score="raise",
    )
    frame = pd.DataFrame(X, index=pd.Index(QID, name="qid"))
    search.set_params(estimator__groups="qid").fit(frame, Y, groups=QID)
    assert 0 < search.best_score_ <= 1


@pytest.mark.parametrize("library", STOPPING)
def test_a_fitted_ranker_with_our_metric_is_copied_and_refitted(library):
    make, _ = STOPPING[library]
    ranker = make()
    fitted = clone(ranker).fit(X, Y, groups=QID)
    np.testing.assert_array_equal(
        pickle.loads(pickle.dumps(fitted)).predict(X), fitted.predict(X)
    )
    again = clone(fitted).fit(X, Y, groups=QID)
    np.testing.assert_array_equal(again.predict(X), fitted.predict(X))


# ---- XGBoost


@pytest.mark.parametrize("weighted", [False, True])
def test_xgboost_prints_our_score_in_train(weighted):
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    list_weights = score_per_group(
        "mrr", Y[~FIT], Y[~FIT], groups=QID[~FIT], sample_weight=WEIGHTS[~FIT]
    ).weights.astype(np.float32)

    def matrix(rows, weight=None):
        return xgboost.DMatrix(X[rows], Y[rows], qid=lists_of(rows), weight=weight)

    aside = matrix(~FIT, list_weights if weighted else None)
    history = {}
    booster = xgboost.train(
        {"objective": "rank:ndcg", "nthread": 1, "disable_default_eval_metric": True},
        matrix(FIT),
        num_boost_round=ROUNDS,
        evals=[(aside, "aside")],
        custom_metric=xgboost_eval_metric(NAMES),
        evals_result=history,
        verbose_eval=False,
    )
    for name in ("ndcg@3", "mrr"):
        expected = scores_by_round(
            lambda number: booster.predict(aside, iteration_range=(0, number)),
            ~FIT,
            name,
            weights=list_weights[lists_of(~FIT)] if weighted else None,
        )
        # It prints six digits, and knows no others.
        np.testing.assert_allclose(history["aside"][name], expected, atol=5.1e-7)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("metric", ["mrr", ["mrr", "ndcg@3"]], ids=str)
def test_xgboost_prints_our_score_inside_the_adapter(metric, weighted):
    ranker = early_stopping_of_xgboost(metric).set_params(
        validation_fraction=None, early_stopping_rounds=None
    )
    ranker.set_params(estimator__n_estimators=ROUNDS)
    moved = np.random.default_rng(1).permutation(np.flatnonzero(~FIT))
    ranker.fit(
        X[FIT],
        Y[FIT],
        groups=QID[FIT],
        eval_set=[(X[moved], Y[moved])],
        eval_groups=[QID[moved]],
        # Whole numbers, so that XGBoost's own metric stays below 1.
        eval_sample_weight=[1.0 + QID[moved] % 3] if weighted else None,
    )
    model = ranker.estimator_
    history = model.evals_result()["validation_0"]
    for name in [metric] if isinstance(metric, str) else metric:
        expected = scores_by_round(
            lambda number: model.predict(X[~FIT], iteration_range=(0, number)),
            ~FIT,
            name,
            weights=1.0 + QID[~FIT] % 3 if weighted else None,
        )
        np.testing.assert_allclose(history[name], expected, rtol=1e-14)
    assert repr(model.eval_metric) == repr(ranker.estimator.eval_metric)
    assert model.callbacks is None


def test_xgboosts_own_metrics_go_on_beside_ours():
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    metrics = ["ndcg@2", xgboost_eval_metric("mrr")]
    ranker = GroupedRanker(
        xgboost.XGBRanker(n_estimators=3, n_jobs=1, eval_metric=metrics),
        validation_fraction=0.3,
    ).fit(X, Y, groups=QID)
    assert list(ranker.estimator_.evals_result()["validation_0"]) == ["ndcg@2", "mrr"]


def test_xgboost_stops_upwards_by_metrics_that_it_does_not_know():
    """By its own rule a name such as mrr is minimised."""
    ranker = early_stopping_of_xgboost("mrr").fit(X, Y, groups=QID)
    values = ranker.estimator_.evals_result()["validation_0"]["mrr"]
    assert ranker.estimator_.best_iteration == int(np.argmax(values))
    own = early_stopping_of_xgboost("mrr")
    own.set_params(early_stopping_rounds=None, estimator__early_stopping_rounds=3)
    np.testing.assert_array_equal(
        own.fit(X, Y, groups=QID).predict(X), ranker.predict(X)
    )


def test_xgbranker_alone_is_refused():
    """It would weight queries by their length, and count 1 for one of a single row."""
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    model = xgboost.XGBRanker(eval_metric=xgboost_eval_metric("mrr"), n_jobs=1)
    with pytest.raises(TypeError, match=r"Use GroupedRanker\(XGBRanker"):
        model.fit(X, Y, qid=QID, eval_set=[(X, Y)], eval_qid=[QID])


def test_xgboost_without_groups_says_what_to_do():
    xgboost = pytest.importorskip("xgboost", reason="xgboost is an extra")
    with pytest.raises(ValueError, match="got data without groups"):
        xgboost_eval_metric("mrr")(Y, xgboost.DMatrix(X, Y))


def test_xgboost_metric_inside_a_pipeline():
    ranker = early_stopping_of_xgboost("mrr")
    inside = clone(ranker).set_params(
        estimator=make_pipeline(StandardScaler(), ranker.estimator)
    )
    inside.fit(X, Y, groups=QID)
    history = inside.estimator_[-1].evals_result()["validation_0"]["mrr"]
    assert len(history) < 200


# ---- CatBoost


def fit_catboost(metric, *, learn=FIT, evals=(~FIT,), weighted=False, **params):
    catboost = pytest.importorskip("catboost", reason="catboost is an extra")

    def group_weight(rows):
        if not weighted:
            return None
        per_list = np.bincount(QID, weights=WEIGHTS) / SIZES
        return per_list[QID[rows]]

    def pool(rows):
        return catboost.Pool(
            X[rows], Y[rows], group_id=QID[rows], group_weight=group_weight(rows)
        )

    return catboost.CatBoostRanker(
        n_estimators=ROUNDS,
        thread_count=1,
        verbose=0,
        allow_writing_files=False,
        use_best_model=False,
        eval_metric=metric,
        **params,
    ).fit(
        X[learn],
        Y[learn],
        group_id=QID[learn],
        group_weight=group_weight(learn),
        eval_set=[pool(rows) for rows in evals],
    )


@pytest.mark.parametrize("options", CONVENTIONS, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
def test_catboost_prints_our_score_of_learn_and_evaluation_sets(options, weighted):
    metric = catboost_eval_metric("ndcg@3", groups=[QID[FIT], QID[~FIT]], **options)
    model = fit_catboost(metric, weighted=weighted)
    history = model.get_evals_result()
    per_list = np.bincount(QID, weights=WEIGHTS) / SIZES
    for name, rows in (("learn", FIT), ("validation", ~FIT)):
        expected = scores_by_round(
            lambda number, rows=rows: model.predict(X[rows], ntree_end=number),
            rows,
            weights=per_list[QID[rows]] if weighted else None,
            **options,
        )
        np.testing.assert_allclose(
            history[name]["CatBoostMetric"], expected, rtol=1e-6 if weighted else 1e-14
        )


def test_catboost_sets_are_known_by_length_else_refused():
    catboost = pytest.importorskip("catboost", reason="catboost is an extra")
    unbound = catboost_eval_metric("ndcg@3")
    other = catboost_eval_metric("ndcg@3", groups=[QID[FIT], QID[~FIT][:-1]])
    twice = catboost_eval_metric("ndcg@3", groups=[QID[FIT], QID[FIT][::-1]])
    for metric, message in (
        (unbound, "got no groups"),
        (other, f"Got {int((~FIT).sum())} rows; groups= has sets of lengths"),
        (twice, "fits 2 of the sets"),
    ):
        with pytest.raises(catboost.CatBoostError, match=message):
            fit_catboost(metric)


def test_catboost_labels_tell_sets_of_one_length_apart():
    learn, aside = np.arange(60), np.arange(60, 120)
    metric = catboost_eval_metric(
        "ndcg@3", groups=[QID[learn], QID[aside]], labels=[Y[learn], Y[aside]]
    )
    model = fit_catboost(metric, learn=learn, evals=[aside])
    expected = scores_by_round(
        lambda number: model.predict(X[aside], ntree_end=number), aside
    )
    found = model.get_evals_result()["validation"]["CatBoostMetric"]
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_catboost_learn_set_may_be_one_list():
    labels = [Y[FIT], Y[~FIT]]
    alike = [np.zeros(int(FIT.sum())), QID[~FIT]]
    histories = [
        fit_catboost(
            catboost_eval_metric("ndcg@3", groups=groups, labels=labels)
        ).get_evals_result()
        for groups in ([False, QID[~FIT]], alike)
    ]
    assert histories[0] == histories[1]


@pytest.mark.parametrize("has_time", [False, True])
def test_catboost_shuffling_the_learn_set_is_noticed(has_time):
    """Under ordered boosting it hands on the learn set in an order of its own."""
    catboost = pytest.importorskip("catboost", reason="catboost is an extra")
    metric = catboost_eval_metric(
        "ndcg@3", groups=[QID[FIT], QID[~FIT]], labels=[Y[FIT], Y[~FIT]]
    )
    params = {"boosting_type": "Ordered", "has_time": has_time}
    if has_time:
        fit_catboost(metric, **params)
    else:
        with pytest.raises(catboost.CatBoostError, match="has_time=True"):
            fit_catboost(metric, **params)


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"groups": QID}, "'groups' parameter of catboost_eval_metric must be a list"),
        ({"groups": []}, "'groups' parameter of catboost_eval_metric must be a list"),
        (
            {"groups": [QID], "labels": [Y, Y]},
            "Got 1 and 2 entries",
        ),
        ({"groups": [QID, "a"]}, "Got 2 and 2 entries"),
        ({"groups": [QID, None]}, "Got None for set 1"),
        ({"groups": [False, QID]}, "Got False for set 0"),
    ],
)
def test_catboost_groups_are_checked(kwargs, message):
    with pytest.raises(ValueError, match=message):
        catboost_eval_metric("ndcg", **kwargs)


def test_catboost_takes_one_metric():
    with pytest.raises(ValueError, match="must be one name"):
        catboost_eval_metric(["ndcg", "map"])


# ---- all three

MAKERS = [lightgbm_eval_metric, xgboost_eval_metric, catboost_eval_metric]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_names_and_axes_are_checked_in_the_name_of_the_function(make):
    with pytest.raises(ValueError, match="Did you mean 'ndcg@10'"):
        make("ndgc@10")
    with pytest.raises(ValueError, match=f"in {make.__name__} .*Got 'ndcg@0' instead"):
        make("ndcg@0")
    keys = f"'ties' parameter of {make.__name__} must not be 'descending'.*tiebreak="
    with pytest.raises(ValueError, match=keys):
        make("map", convention="trec_eval")
    assert make("map", convention="trec_eval", ties="stable").scoring == "map"
    with pytest.raises(ValueError, match=f"'gain' parameter of {make.__name__}"):
        make("ndcg", gain="cubic")


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_repr_and_copies(make):
    metric = make("ndcg@10", ties="stable")
    text = f"{make.__name__}('ndcg@10', convention='default', ties='stable')"
    assert repr(metric) == text
    assert repr(pickle.loads(pickle.dumps(metric))) == text
    assert repr(copy.deepcopy(metric)) == text


@pytest.mark.parametrize("scoring", [None, {"map"}, {"map": 1}], ids=repr)
@pytest.mark.parametrize("make", [lightgbm_eval_metric, xgboost_eval_metric])
def test_what_is_no_list_of_names_is_refused(make, scoring):
    with pytest.raises(ValueError, match=rf"'scoring' parameter of {make.__name__}"):
        make(scoring)


def test_names_are_copied_and_long_options_said_in_short():
    names = ["map", "ndcg"]
    metric = xgboost_eval_metric(names, gain=list(range(100)))
    names.append("mrr")
    assert repr(metric) == (
        "xgboost_eval_metric(['map', 'ndcg'], convention='default', "
        "gain=<list of 100 entries>)"
    )
