"""evaluate: the values of the score functions, and sums that follow from them."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.stats

from sklearn_rankscore import (
    compare,
    evaluate,
    kendall_tau_score,
    map_score,
    ndcg_score,
    rows_from_run,
    score_per_group,
)
from sklearn_rankscore.datasets import make_ranking

X, Y, QID = make_ranking(n_queries=40, n_docs=(1, 12), random_state=0)
SCORES = {"one": X[:, 0], "two": X[:, 0] + X[:, 1], "flat": np.zeros(len(Y))}
METRICS = ["ndcg@5", "map", "kendall_tau"]
FUNCTIONS = {"map": map_score, "kendall_tau": kendall_tau_score}


@pytest.fixture(scope="module")
def evaluation():
    return evaluate(Y, SCORES, groups=QID, metrics=METRICS)


def test_values_are_those_of_score_per_group(evaluation):
    for i, scores in enumerate(SCORES.values()):
        for j, name in enumerate(METRICS):
            of_lists = score_per_group(name, Y, scores, groups=QID)
            np.testing.assert_array_equal(evaluation.values[i, j], of_lists.values)
            np.testing.assert_array_equal(evaluation.defined[i, j], of_lists.defined)
    assert evaluation.groups.tolist() == of_lists.groups.tolist()


WEIGHTS = np.random.default_rng(0).uniform(0, 2, len(Y)) * (QID % 5 > 0)


@pytest.mark.parametrize("convention", ["default", "lightgbm"])
@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_means_are_those_of_the_score_functions(convention, weights):
    metrics = ["ndcg", "map"] + ["kendall_tau"] * (convention == "default")
    options = {"groups": QID, "convention": convention, "sample_weight": weights}
    scores = {name: SCORES[name] for name in ("one", "two")}
    summary = evaluate(Y, scores, metrics=metrics, **options).summary(n_resamples=40)
    for row in summary.rows:
        function = FUNCTIONS.get(row["metric"], ndcg_score)
        assert row["mean"] == function(Y, SCORES[row["model"]], **options)


def test_losses_come_negated():
    # First list: the relevant row stands second. Second list: grades 1 and 2 at ranks
    # 1 and 3, (1 * 1 + 2 * 3) / (1 + 2) = 7 / 3.
    labels, scores, ids = [0, 1, 1, 0, 2], [2, 1, 3, 2, 1], [7, 7, 8, 8, 8]
    name = "neg_mean_relevance_position"
    evaluation = evaluate(labels, scores, groups=ids, metrics=name)
    np.testing.assert_allclose(evaluation.values[0, 0], [-2, -7 / 3], rtol=1e-15)
    assert evaluation.models == ("model",)


def test_the_smaller_loss_wins():
    """Squared errors 0 and 0.5 against 0 and 100, in the mean of two lists."""
    scores = {"good": [1, 2, 3, 5], "bad": [1, 2, 13, 14]}
    evaluation = evaluate(
        [1.0, 2, 3, 4], scores, groups=[0, 0, 1, 1], metrics="neg_mean_squared_error"
    )
    assert evaluation.values.tolist() == [[[0.0, -0.5]], [[0.0, -100.0]]]
    assert not np.signbit(evaluation.values[:, :, 0]).any()
    (line,) = compare(evaluation).sentences
    assert "good beats bad by 49.75" in line
    assert evaluation.worst(1, model="bad").rows[0]["group"] == 1


def test_summary_says_how_values_spread(evaluation):
    table = evaluation.summary(quantiles=(0.25, 0.5), n_resamples=500)
    assert len(table) == 9
    for row, values, defined in zip(
        table.rows,
        evaluation.values.reshape(9, -1),
        evaluation.defined.reshape(9, -1),
        strict=True,
    ):
        known = values[defined]
        assert row["n_lists"] == 40
        assert row["n_undefined"] == 40 - len(known)
        if not len(known):
            assert np.isnan([row["mean"], row["low"], row["q50"], row["share_0"]]).all()
            continue
        counted = values[~np.isnan(values)]
        assert row["standard_error"] == pytest.approx(scipy.stats.sem(counted))
        assert row["q25"] == np.quantile(known, 0.25)
        assert row["share_1"] == np.mean(known == 1)
        assert row["share_0"] == np.mean(known == 0)
        assert row["low"] < row["mean"] < row["high"]


def test_intervals_are_scipys(evaluation):
    row = evaluation.summary(n_resamples=300, level=0.9, random_state=4).rows[0]
    # Percentiles expanded for 40 lists: Student's t, and the factor n - 1 for n.
    reach = scipy.stats.t.ppf(0.95, 39) * np.sqrt(40 / 39)
    direct = scipy.stats.bootstrap(
        (evaluation.values[0, 0],),
        np.mean,
        n_resamples=300,
        confidence_level=2 * scipy.stats.norm.cdf(reach) - 1,
        method="percentile",
        random_state=np.random.default_rng(4),
    ).confidence_interval
    assert row["low"] == pytest.approx(direct.low, rel=1e-12)
    assert row["high"] == pytest.approx(direct.high, rel=1e-12)


def test_whole_weights_repeat_lists():
    times = 1 + QID % 3
    weighted = evaluate(
        Y, SCORES["two"], groups=QID, metrics="map", sample_weight=times
    )
    rows = np.repeat(np.arange(len(Y)), times)
    copy = np.concatenate([np.arange(n) for n in times])
    repeated = evaluate(
        Y[rows], SCORES["two"][rows], groups=QID[rows] * 3 + copy, metrics="map"
    )
    means = [e.means["mean"][0] for e in (weighted, repeated)]
    assert means[0] == pytest.approx(means[1], rel=1e-12)
    unit = evaluate(
        Y, SCORES["two"], groups=QID, metrics="map", sample_weight=np.full(len(Y), 3.0)
    )
    plain = evaluate(Y, SCORES["two"], groups=QID, metrics="map")
    for name in ("low", "high", "standard_error"):
        a, b = (e.summary(n_resamples=99).columns[name] for e in (unit, plain))
        np.testing.assert_allclose(a, b, rtol=1e-12)


def test_lists_without_weight_do_not_count():
    weights = (QID >= 20).astype(float)
    some = evaluate(
        Y, SCORES["two"], groups=QID, metrics="map", sample_weight=weights
    ).summary(n_resamples=50)
    kept = QID >= 20
    rest = evaluate(Y[kept], SCORES["two"][kept], groups=QID[kept], metrics="map")
    rest = rest.summary(n_resamples=50)
    for name in ("mean", "low", "high", "standard_error"):
        np.testing.assert_allclose(some.columns[name], rest.columns[name], rtol=1e-12)


def test_a_single_list_has_a_mean_and_no_spread():
    evaluation = evaluate(Y, SCORES["two"], groups=False, metrics="ndcg@5")
    (row,) = evaluation.summary().rows
    assert row["mean"] == ndcg_score(Y, SCORES["two"], groups=False, k=5)
    assert np.isnan([row["standard_error"], row["low"], row["high"]]).all()
    assert str(evaluation).startswith("1 list, ")


@pytest.mark.parametrize("n", [-1, 0, 2.5, True])
def test_worst_takes_a_count(evaluation, n):
    with pytest.raises(ValueError, match=f"'n' parameter of worst .* Got {n}"):
        evaluation.worst(n)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_columns_of_a_frame_are_models(library, evaluation):
    found = evaluate(Y, library(SCORES), groups=QID, metrics=METRICS)
    assert found.models == evaluation.models
    np.testing.assert_array_equal(found.values, evaluation.values)


def test_columns_of_a_frame_may_be_numbered():
    frame = pd.DataFrame(np.column_stack(list(SCORES.values())))
    found = evaluate(Y, frame, groups=QID, metrics="map")
    assert found.models == ("0", "1", "2")


def test_a_frame_without_groups_is_a_matrix():
    frame = pd.DataFrame([[2.0, 1.0], [1.0, 2.0]])
    found = evaluate([[1, 0], [1, 0]], frame, metrics="mrr")
    assert found.models == ("model",)
    assert found.values.tolist() == [[[1.0, 0.5]]]


def test_values_that_are_all_equal_have_an_interval_of_no_width():
    scores, groups = [1, 2] * 9, np.repeat(range(9), 2)
    found = evaluate([1, 0] * 9, scores, groups=groups, metrics="ndcg").summary()
    assert found.columns["low"] == found.columns["mean"] == found.columns["high"]


def test_no_error_is_no_negative_zero():
    found = evaluate([1, 2], [1, 2], groups=False, metrics="neg_mape")
    assert "-0" not in str(found)
    assert "-0" not in str(found.worst())


def test_worst_are_the_lowest_defined_values(evaluation):
    table = evaluation.worst(3, model="two", metric="map")
    values = evaluation.values[1, 1][evaluation.defined[1, 1]]
    assert table.columns["value"].tolist() == np.sort(values)[:3].tolist()
    assert set(table.columns["model"]) == {"two"}
    for row in table.rows:
        at = evaluation.groups.tolist().index(row["group"])
        assert evaluation.values[1, 1, at] == row["value"]
    everywhere = evaluation.worst(2)
    # The flat model has no rank correlation anywhere, so nothing there is worst.
    assert len(everywhere) == 2 * (9 - 1)
    with pytest.raises(ValueError, match=r"'model' parameter must be one of .*'one'"):
        evaluation.worst(model="three")


def attributes(evaluation):
    lengths = np.bincount(QID)[evaluation.groups] > 6
    named = ["long" if long else "short" for long in lengths]
    by_group = dict(zip(evaluation.groups.tolist(), named, strict=True))
    yield named
    yield by_group
    yield pd.Series(by_group)[::-1]
    yield np.array(named)


def test_slices_are_summaries_of_their_lists(evaluation):
    for attribute in attributes(evaluation):
        table = evaluation.by(attribute, n_resamples=40)
        named = next(attributes(evaluation))
        assert list(dict.fromkeys(table.columns["slice"])) == list(dict.fromkeys(named))
        for row in table.rows[::9]:
            inside = [name == row["slice"] for name in named]
            values = evaluation.values[0, 0, inside]
            assert row["n_lists"] == sum(inside)
            assert row["mean"] == pytest.approx(values.mean(), rel=1e-14)


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ({0: "a"}, "value for every group. Got none for 1"),
        (["a"], "Got 1 for 40 lists"),
    ],
)
def test_every_list_needs_its_attribute(evaluation, attribute, message):
    with pytest.raises(ValueError, match=message):
        evaluation.by(attribute)


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (np.asarray, pd.DataFrame),
        (pd.Series, pd.DataFrame),
        (pl.Series, pl.DataFrame),
        (pa.array, pa.Table),
    ],
)
def test_frames_are_of_the_library_that_came(column, kind):
    evaluation = evaluate(
        column(Y), SCORES["one"], groups=column(QID), metrics=["mrr", "map"]
    )
    for table in (evaluation, evaluation.summary(n_resamples=40), evaluation.worst(1)):
        assert isinstance(table.frame(), kind)
    frame = evaluation.frame()
    assert frame.shape == (80, 6)
    assert np.asarray(frame["value"]).tolist() == evaluation.values.ravel().tolist()


def test_text_and_html_show_means(evaluation):
    text = str(evaluation)
    assert "40 lists, convention 'default'" in text
    assert f"{evaluation.means['mean'][0]:.4f} ± " in text
    risky = evaluate(Y, {"<b>": SCORES["one"]}, groups=QID, metrics="map")
    assert "<b>model" not in risky._repr_html_()
    assert "&lt;b&gt;" in risky._repr_html_()


def test_it_can_be_pickled(evaluation):
    again = pickle.loads(pickle.dumps(evaluation))
    assert str(again) == str(evaluation)


def test_columns_that_become_one_name_are_refused():
    frame = pd.DataFrame({1: [1.0, 2.0], "a": [1.0, 2.0], "1": [2.0, 1.0]})
    with pytest.raises(
        ValueError, match=r"'y_score' .* different names.* Got '1' twice"
    ):
        evaluate([1, 0], frame, groups=False, metrics="map")


def test_matrices_have_a_list_per_row():
    y_true, y_score = np.array([[0, 1, 2], [1, 0, 0]]), np.array([[1, 2, 3], [1, 2, 3]])
    evaluation = evaluate(y_true, y_score, metrics="ndcg")
    assert evaluation.groups.tolist() == [0, 1]
    assert evaluation.means["mean"][0] == ndcg_score(y_true, y_score)


def runs():
    qrels = {"p": {"a": 1, "b": 0}, "q": {"a": 2, "c": 1}, "r": {"b": 1}}
    yield "bm25", {"p": {"a": 1, "b": 2}, "q": {"a": 1}, "r": {"b": 1, "z": 2}}, qrels
    again = dict(reversed(qrels.items()))
    yield "dense", {"p": {"a": 3, "b": 2}, "q": {"c": 1, "a": 0}, "r": {"b": 1}}, again


def evaluated_runs():
    for name, run, qrels in runs():
        rows = rows_from_run(run, qrels)
        yield evaluate(
            rows.y_true,
            {name: rows.y_score},
            groups=rows.groups,
            retrieved=rows.retrieved,
            unjudged="irrelevant",
            metrics=["mrr", "ndcg"],
        )


def test_models_on_other_rows_of_the_same_queries_are_joined():
    first, second = evaluated_runs()
    joined = first.join(second)
    assert joined.models == ("bm25", "dense")
    assert joined.groups.tolist() == ["p", "q", "r"]
    np.testing.assert_array_equal(joined.values[:, 0], [[0.5, 1, 0.5], [1, 1, 1]])


OTHER = {"groups": QID, "metrics": ["map"]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"metrics": ["mrr"]}, r"the same metrics .* \['map'\] for 'a' and \['mrr'\]"),
        ({"convention": "lightgbm"}, "needs one convention. Got .* in map"),
        ({"groups": QID + 1}, "'b' lacks 0 "),
        ({"rows": QID > 2}, r"'b' lacks 0 \(first of 3\)"),
        ({"sample_weight": 1.0 + QID}, "one weight per query. Got 1.0 for 'a' and 2.0"),
        ({"name": "a"}, "Got 'a' twice"),
    ],
)
def test_what_does_not_belong_together_is_refused(changed, message):
    changed = {**OTHER, **changed}
    rows, name = changed.pop("rows", slice(None)), changed.pop("name", "b")
    changed["groups"] = changed["groups"][rows]
    first = evaluate(Y, {"a": X[:, 0]}, **OTHER)
    second = evaluate(Y[rows], {name: X[rows, 0]}, **changed)
    with pytest.raises(ValueError, match=message):
        first.join(second)


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ({}, {}, "'y_score' parameter of evaluate"),
        ({1: X[:, 0]}, {}, r"names \[1\]"),
        ({"a": X[:, 0], "b": X[1:, 0]}, {}, "evaluate for 'b' must have the same"),
        ({"a": X[:, 0] * np.nan}, {}, "'y_score' parameter of evaluate for 'a'"),
        ({"a": X[:, 0]}, {"metrics": ["ndgc"]}, "Unknown metric 'ndgc' in evaluate"),
        ({"a": X[:, 0]}, {"groups": None}, "needs the query of each row"),
    ],
)
def test_bad_input_is_refused(scores, options, message):
    with pytest.raises(ValueError, match=message):
        evaluate(Y, scores, **{**OTHER, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1}, "'level' parameter of summary"),
        ({"n_resamples": 0}, "'n_resamples' parameter of summary"),
        ({"n_resamples": True}, "'n_resamples' parameter of summary"),
        ({"quantiles": [2]}, "'quantiles' parameter of summary"),
        ({"quantiles": [np.nan]}, "'quantiles' parameter of summary"),
        ({"quantiles": 0.5}, "'quantiles' parameter of summary"),
        ({"quantiles": "0.5"}, "'quantiles' parameter of summary"),
        ({"level": 0}, "'level' parameter of summary"),
        ({"level": np.nan}, "'level' parameter of summary"),
        ({"n_resamples": 1}, "must be an int >= 40 for level=0.95. Got 1 instead"),
        ({"n_resamples": 39}, "must be an int >= 40 for level=0.95. Got 39 instead"),
        ({"n_resamples": 19, "level": 0.9}, "int >= 20 for level=0.9. Got 19"),
        ({"n_resamples": 99, "level": 0.99999}, "int >= 200000 for level=0.99999"),
        ({"n_resamples": 3, "level": 0.5}, "int >= 4 for level=0.5. Got 3"),
    ],
)
def test_bad_options_of_a_summary_are_refused(evaluation, options, message):
    with pytest.raises(ValueError, match=message):
        evaluation.summary(**options)
    if "quantiles" not in options:
        with pytest.raises(ValueError, match=message.replace("summary", "compare")):
            compare(evaluation, **options)


@pytest.mark.parametrize("level", [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_the_fewest_draws_make_an_interval_around_the_mean(evaluation, level):
    least = {0.01: 3, 0.5: 4, 0.8: 10, 0.9: 20, 0.95: 40, 0.99: 200, 0.999: 2000}
    table = evaluation.summary(level=level, n_resamples=least[level])
    kept = ~np.isnan(table.columns["mean"])
    assert (table.columns["low"] <= table.columns["high"])[kept].all()
    with pytest.raises(ValueError, match=f"int >= {least[level]} for level={level}"):
        evaluation.by(np.arange(40) % 2, level=level, n_resamples=least[level] - 1)


@pytest.mark.parametrize(("level", "n"), [(0.95, 38), (0.9, 18), (0.99, 198)])
def test_permutations_must_be_able_to_reach_the_level(evaluation, level, n):
    message = rf"'n_permutations' parameter of compare must be an int >= {n + 1} for"
    with pytest.raises(ValueError, match=message):
        compare(evaluation, level=level, n_permutations=n)
    table = compare(evaluation, level=level, n_permutations=n + 1)
    smallest = np.nanmin(table.columns["p_randomisation"])
    assert smallest >= 2 / (n + 2)
    assert 2 / (n + 2) <= 1 - level + 1e-12


LABELS, SAME_ID = [1, 0, 0, 1], [0, 0, 1, 1]


def labelled(name, labels, groups=SAME_ID, **options):
    """Evaluate a model on some labels; its scores do not matter."""
    scores = np.arange(float(np.size(labels))).reshape(np.shape(labels))
    options = {"metrics": "ndcg@2", "groups": groups, **options}
    return evaluate(labels, {name: scores}, **options)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"labels": LABELS}, {"labels": np.float32(LABELS)}),
        ({"labels": LABELS}, {"labels": np.array(LABELS, dtype=bool)}),
        ({"labels": [1, 0.0, 0, 1]}, {"labels": [1, -0.0, 0, 1]}),
        # Other lists first, and rows moved with their ids.
        ({"labels": [2, 0, 1, 3]}, {"labels": [3, 1, 2, 0], "groups": [1, 1, 0, 0]}),
        ({"labels": [2, 0, 1, 3]}, {"labels": [3, 2, 0, 1], "groups": [1, 0, 0, 1]}),
        ({"labels": LABELS}, {"labels": np.reshape(LABELS, (2, 2)), "groups": None}),
        (
            {"labels": LABELS},
            {"labels": list("ABBA"), "grades": {"A": 1, "B": 0}},
        ),
        (
            {"labels": [1, np.nan, 0, 1], "unjudged": "irrelevant"},
            {"labels": [1, np.nan, 0, 1], "unjudged": "irrelevant"},
        ),
        # Rows with a key are the same rows wherever they stand.
        (
            {"labels": [2, 0, 1, 3], "tiebreak": list("abcd"), "ties": "ascending"},
            {"labels": [0, 2, 3, 1], "tiebreak": list("badc"), "ties": "ascending"},
        ),
        # The judged rows of a run are those of another, whatever it retrieved.
        (
            {
                "labels": [1, np.nan, 0, np.nan],
                "retrieved": [True] * 4,
                "unjudged": "irrelevant",
            },
            {
                "labels": [np.nan, 1, 0, np.nan],
                "retrieved": [True, False, True, True],
                "unjudged": "irrelevant",
            },
        ),
    ],
)
def test_equal_labels_are_of_the_same_lists(first, second):
    joined = labelled("a", **first).join(labelled("b", **second))
    assert joined.models == ("a", "b")


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            {"labels": LABELS},
            {"labels": [0, 1, 1, 0]},
            "join needs the labels of each query in one order. Those of 'a' and 'b' "
            "differ in query 0 (first of 2); give all the same rows.",
        ),
        (
            {"labels": LABELS},
            {"labels": [1, 0, 0, 2]},
            "join needs the same labels in each query. Those of 'a' and 'b' differ in "
            "query 1 (first of 1); evaluate all on one y_true.",
        ),
        ({"labels": LABELS}, {"labels": [1, 0, 0, 1, 0], "groups": [0, 0, 1, 1, 1]}, 1),
        ({"labels": LABELS}, {"labels": [2, 0, 0, 1], "groups": [1, 0, 0, 1]}, 0),
        ({"labels": LABELS}, {"labels": [[1, 0], [1, 1]], "groups": None}, 1),
        (
            {"labels": list("ABBA"), "grades": {"A": 1, "B": 0}},
            {"labels": list("ABBA"), "grades": {"A": 1, "B": 0.5}},
            0,
        ),
        (
            {"labels": [1, np.nan, 0, 1], "unjudged": "irrelevant"},
            {"labels": [1, 0, 0, 1], "unjudged": "irrelevant"},
            0,
        ),
        (
            {"labels": [2, 0, 1, 3], "tiebreak": list("abcd"), "ties": "ascending"},
            {"labels": [2, 0, 3, 1], "tiebreak": list("abcd"), "ties": "ascending"},
            1,
        ),
        (
            {"labels": LABELS, "retrieved": [True] * 4},
            {"labels": [1, 1, 0, 1], "retrieved": [True] * 4},
            0,
        ),
        (
            {"labels": LABELS, "metrics": "neg_mean_absolute_error"},
            {"labels": [1, 0, 0, 1.5], "metrics": "neg_mean_absolute_error"},
            1,
        ),
    ],
)
def test_other_labels_are_not_of_the_same_lists(first, second, message):
    with pytest.raises(ValueError, match="label") as caught:
        labelled("a", **first).join(labelled("b", **second))
    if isinstance(message, int):
        message = f"differ in query {message} ("
    assert message in str(caught.value)


def test_labels_are_told_apart_after_take_and_pickling():
    first, second = labelled("a", LABELS), labelled("b", [1, 0, 1, 0])
    again = pickle.loads(pickle.dumps(second.take(np.array([1, 0]))))
    with pytest.raises(ValueError, match="'a' and 'b' differ in query 1 "):
        first.join(again)
    assert first.take([0]).join(again.take([1])).models == ("a", "b")
    three = labelled("c", LABELS).join(first)
    with pytest.raises(ValueError, match="'c' and 'b' differ in query 1 "):
        three.join(again)


def test_one_label_among_many_is_found():
    rng = np.random.default_rng(0)
    labels, ids = rng.integers(0, 5, 200_000), rng.integers(0, 2_000, 200_000)
    order = rng.permutation(len(labels))
    scores = rng.random(len(labels))
    first = evaluate(labels, {"a": scores}, groups=ids, metrics="mrr")
    moved = evaluate(labels[order], {"b": scores}, groups=ids[order], metrics="mrr")
    assert first.join(moved).models == ("a", "b")
    changed = labels[order].copy()
    changed[77] += 1
    other = evaluate(changed, {"b": scores}, groups=ids[order], metrics="mrr")
    with pytest.raises(ValueError, match=rf"query {ids[order][77]} \(first of 1\)"):
        first.join(other)


def test_weights_of_moved_rows_are_the_same_but_for_rounding():
    weights, moved = np.array([0.1, 0.2, 0.3]), [2, 1, 0]
    parts = [
        evaluate(
            np.array([2, 0, 1])[rows],
            {name: np.arange(3.0)[rows]},
            groups=[7, 7, 7],
            sample_weight=weights[rows],
            tiebreak=rows,
            ties="ascending",
            metrics="ndcg",
        )
        for name, rows in (("a", [0, 1, 2]), ("b", moved))
    ]
    # The premise: 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in float64.
    assert parts[0].weights != parts[1].weights
    assert parts[0].join(parts[1]).models == ("a", "b")


def test_parameters_that_are_arrays_are_compared():
    y = np.array([[1.0, 2.0], [3.0, 5.0]])
    one, same, other = (
        evaluate(
            y,
            {name: y + 1},
            groups=[0, 1],
            metrics="neg_mase",
            naive_scale={0: scale, 1: scale},
        )
        for name, scale in (("a", [1.0, 2.0]), ("b", [1.0, 2.0]), ("c", [1.0, 3.0]))
    )
    assert one.join(same).models == ("a", "b")
    with pytest.raises(ValueError, match=r"join needs one naive_scale= for neg_mase"):
        one.join(other)
