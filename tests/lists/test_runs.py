"""rows_from_run: every source gives the same rows, and trec_eval's numbers follow."""

import copy
import gzip
import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sklearn_rankscore import (
    Convention,
    get_convention,
    list_conventions,
    map_score,
    mrr_score,
    ndcg_score,
    rows_from_run,
    score_per_group,
)

RUN = {
    "q2": {"d1": 0.5, "d9": 2.0},
    "q1": {"d1": 0.9, "d2": 0.5, "d7": 0.4},
    "q8": {"d1": 1.0},
}
QRELS = {
    "q1": {"d2": 1, "d1": 0, "d5": 2},
    "q2": {"d1": 3},
    "q3": {"d4": 1, "d5": 0},
}


def flat(nested):
    rows = [(q, d, v) for q, docs in nested.items() for d, v in docs.items()]
    names = ("query_id", "doc_id", "value")
    return dict(zip(names, zip(*rows, strict=True), strict=True))


def renamed(nested, *names):
    return dict(zip(names, flat(nested).values(), strict=True))


def write_run(path, opener=open):
    with opener(path, "wt") as file:
        for query, document, score in zip(*flat(RUN).values(), strict=True):
            file.write(f"{query} Q0 {document} 1\t{score!r} tag\n")
    return path


def write_qrels(path):
    with open(path, "w") as file:
        for query, document, label in zip(*flat(QRELS).values(), strict=True):
            file.write(f"{query}\t0 {document}  {label}\n\n")
    return path


def one_sided(*arguments, **keywords):
    """Call rows_from_run where some queries stand on one side only."""
    with pytest.warns(UserWarning, match="quer"):
        return rows_from_run(*arguments, **keywords)


def sources(folder):
    """Yield the same run and judgements in every form."""
    yield RUN, QRELS
    for frame in (pd.DataFrame, pl.DataFrame, pa.table):
        columns = {name: list(column) for name, column in flat(RUN).items()}
        columns["score"] = columns.pop("value")
        judged = renamed(QRELS, "qid", "docno", "label")
        judged = {name: list(column) for name, column in judged.items()}
        yield frame(columns), frame(judged)
    yield write_run(folder / "a.run"), str(write_qrels(folder / "a.qrels"))
    yield write_run(folder / "a.run.gz", gzip.open), folder / "a.qrels"


def test_every_form_gives_the_same_rows(tmp_path):
    for run, qrels in sources(tmp_path):
        rows = one_sided(run, qrels)
        assert (rows.left_out.tolist(), rows.missed.tolist()) == (["q8"], ["q3"])
        assert rows.groups.tolist() == ["q1"] * 4 + ["q2"] * 2 + ["q3"] * 2
        assert rows.ids.tolist() == ["d1", "d2", "d7", "d5", "d1", "d9", "d4", "d5"]
        assert rows.y_true.tolist()[:2] == [0, 1]
        np.testing.assert_array_equal(rows.y_true, [0, 1, np.nan, 2, 3, np.nan, 1, 0])
        scores = [0.9, 0.5, 0.4, np.nan, 0.5, 2.0, np.nan, np.nan]
        np.testing.assert_array_equal(rows.y_score, scores)
        assert (
            rows.retrieved.tolist() == [True] * 3 + [False] + [True] * 2 + [False] * 2
        )


def test_queries_of_one_side_follow_the_rule():
    assert set(one_sided(RUN, QRELS).groups) == {"q1", "q2", "q3"}
    assert set(one_sided(RUN, QRELS, queries="both").groups) == {"q1", "q2"}
    both = {query: QRELS[query] for query in ("q1", "q2")}
    run = {query: RUN[query] for query in ("q1", "q2")}
    assert set(rows_from_run(run, both, queries="same").groups) == {"q1", "q2"}


def test_an_unanswered_query_counts_as_missed():
    run, qrels = {"a": {"x": 1.0}}, {"a": {"x": 1}, "b": {"y": 1}}
    for queries, expected in (("judged", 0.5), ("both", 1.0)):
        y_true, y_score, qid, retrieved, _ = one_sided(run, qrels, queries=queries)
        assert ndcg_score(y_true, y_score, groups=qid, retrieved=retrieved) == expected


SAID = [
    ({"q9": {"a": 1.0}}, {}, "judged", "leaves out 1 query without judgements ('q9')"),
    (
        {"q9": {"a": 1.0}, "q8": {"a": 1.0}},
        {},
        "both",
        "leaves out 2 queries without judgements (first 'q9')",
    ),
    (
        {},
        {"q3": {"a": 1}, "q2": {"a": 1}, "q5": {"a": 0}},
        "judged",
        "counts 3 judged queries that the run lacks (first 'q3') as nothing retrieved",
    ),
    (
        {},
        {"q3": {"a": 1}},
        "both",
        "leaves out 1 judged query that the run lacks ('q3')",
    ),
    (
        {"q9": {"a": 1.0}},
        {"q3": {"a": 1}},
        "judged",
        "leaves out 1 query without judgements ('q9') and counts 1 judged query that "
        "the run lacks ('q3') as nothing retrieved",
    ),
    (
        {"q9": {"a": 1.0}},
        {"q3": {"a": 1}},
        "both",
        "leaves out 1 query without judgements ('q9') and 1 judged query that the run "
        "lacks ('q3')",
    ),
]


@pytest.mark.parametrize(("found", "judged", "queries", "said"), SAID)
def test_queries_of_one_side_are_said_in_one_warning(found, judged, queries, said):
    run, qrels = {"q1": {"a": 1.0}, **found}, {"q1": {"a": 1}, **judged}
    with pytest.warns(UserWarning, match="quer") as caught:
        rows = rows_from_run(run, qrels, queries=queries)
    assert [str(warning.message) for warning in caught] == [f"rows_from_run {said}."]
    assert caught[0].filename == __file__
    assert rows.left_out.tolist() == list(found)
    assert rows.missed.tolist() == list(judged)


def test_the_same_queries_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows = rows_from_run({"q1": {"a": 1.0}}, {"q1": {"a": 1}})
    assert (len(rows.left_out), len(rows.missed)) == (0, 0)


def test_queries_of_a_dict_without_documents_are_not_forgotten():
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="the peer of this test")
    run = {"a": {"x": 1.0}, "b": {}, "c": {}, "e": {"x": 1.0}}
    qrels = {"a": {"x": 1}, "b": {"y": 1}, "d": {}, "e": {}}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)
    for queries in ("judged", "both"):
        rows = one_sided(run, qrels, queries=queries)
        assert rows.groups.tolist() == ["a", "b"] == list(theirs)
        assert rows.retrieved.tolist() == [True, False]
        assert sorted(rows.left_out) == ["c", "d", "e"]
        assert rows.missed.tolist() == []
    with pytest.raises(TypeError, match="every query by a str"):
        rows_from_run({"a": {"x": 1.0}, 7: {}}, qrels)


def test_rows_unpack_as_five_and_keep_what_is_beside_them():
    rows = one_sided(RUN, QRELS)
    assert len(rows) == len(rows._fields) == 5
    twins = [pickle.loads(pickle.dumps(rows, protocol)) for protocol in range(6)]
    for twin in [*twins, copy.copy(rows), copy.deepcopy(rows), rows._replace()]:
        assert type(twin) is type(rows)
        for mine, its in zip(rows, twin, strict=True):
            np.testing.assert_array_equal(mine, its)
        assert twin.left_out.tolist() == ["q8"]
        assert twin.missed.tolist() == ["q3"]
    assert rows._replace(y_true=None).y_true is None


BOTH = ("trec_eval", "trec_eval10")


@pytest.mark.parametrize("name", list_conventions())
def test_the_convention_says_which_queries_count_unless_told(name):
    expected = ["q1", "q2"] if name in BOTH else ["q1", "q2", "q3"]
    for convention in (name, get_convention(name)):
        rows = one_sided(RUN, QRELS, convention=convention)
        assert list(dict.fromkeys(rows.groups.tolist())) == expected
    for queries, n_queries in (("judged", 3), ("both", 2)):
        rows = one_sided(RUN, QRELS, queries=queries, convention=name)
        assert len(set(rows.groups)) == n_queries


def test_a_convention_of_ones_own_says_which_queries_count():
    with pytest.raises(ValueError, match="Got 'q3' in qrels and not in run"):
        rows_from_run(RUN, QRELS, convention=Convention(queries="same"))
    with pytest.raises(ValueError, match="'queries' parameter of Convention"):
        Convention(queries="all")
    with pytest.raises(ValueError, match="'convention' parameter of rows_from_run"):
        rows_from_run(RUN, QRELS, convention="trec")


def test_ids_may_be_whole_numbers():
    rows = rows_from_run({7: {1: 0.5, 2: 0.1}}, {7: {2: 1}})
    assert rows.groups.tolist() == [7, 7]
    assert rows.ids.tolist() == [1, 2]


def test_forgetting_what_a_row_is_raises():
    y_true, y_score, qid, retrieved, _ = one_sided(RUN, QRELS)
    with pytest.raises(ValueError, match="y_score"):
        ndcg_score(np.nan_to_num(y_true), y_score, groups=qid)
    with pytest.raises(ValueError, match="y_true"):
        ndcg_score(y_true, y_score, groups=qid, retrieved=retrieved)


ONE = {"q": {"d": 1}}
TWICE = {"query_id": ["p", "q", "q", "q"], "doc_id": ["d", "e", "d", "e"]}


@pytest.mark.parametrize(
    ("run", "qrels", "options", "error", "message"),
    [
        (ONE, ONE, {"queries": "all"}, ValueError, "'judged', 'both' or 'same'"),
        ({}, ONE, {}, ValueError, "'run' .* at least one document"),
        (ONE, {"q": {}}, {}, ValueError, "'qrels' .* at least one document"),
        ([1, 2], ONE, {}, TypeError, "'run' .* nested dict .* Got list"),
        ({"q": [1]}, ONE, {}, TypeError, "dict of document to score. Got list"),
        (
            {"q": {"d": np.nan}},
            ONE,
            {},
            ValueError,
            "Got nan for document 'd' of",
        ),
        (ONE, {"q": {"d": np.inf}}, {}, ValueError, "finite labels. Got inf"),
        ({"q": {"d": "1"}}, ONE, {}, ValueError, "'run' .* must hold numbers"),
        ({"q": {"d": 1, 2: 1}}, ONE, {}, TypeError, "every document by a str"),
        (
            {7: {"d": 1}},
            {"7": {"d": 1}},
            {},
            TypeError,
            "Got 7 in run and '7' in qrels",
        ),
        ({"p": {"d": 1}}, ONE, {}, ValueError, "a query that is in run and in qrels"),
        (
            {**ONE, "p": {"d": 1}},
            ONE,
            {"queries": "same"},
            ValueError,
            "Got 'p' in run and not in qrels",
        ),
        (
            ONE,
            {**ONE, "p": {"d": 1}, "r": {"d": 1}},
            {"queries": "same"},
            ValueError,
            r"Got 'p' in qrels and not in run \(first of 2\)",
        ),
        (
            pd.DataFrame({**TWICE, "score": [1.0, 2, 3, 4]}),
            ONE,
            {},
            ValueError,
            "'run' .* Got 'e' twice in query 'q', again at row 3",
        ),
        (
            ONE,
            pl.DataFrame({**TWICE, "relevance": [1, 2, 3, 4]}),
            {},
            ValueError,
            "'qrels' .* Got 'e' twice in query 'q'",
        ),
        (pd.DataFrame(TWICE), ONE, {}, ValueError, "a column called one of .*'score'"),
        (
            pd.DataFrame({"qid": ["q", None], "docno": ["d", "e"], "score": [1, 2]}),
            ONE,
            {},
            TypeError,
            "every query by a str",
        ),
    ],
)
def test_bad_input_is_refused_by_name(run, qrels, options, error, message):
    with pytest.raises(error, match=message):
        rows_from_run(run, qrels, **options)


@pytest.mark.parametrize("line", ["q Q0 d 1 0.5", "q Q0 d 1 high tag", "q Q0 d"])
def test_a_bad_line_of_a_file_is_named(tmp_path, line):
    path = tmp_path / "bad.run"
    path.write_text(f"q Q0 e 1 0.7 tag\n{line}\n")
    with pytest.raises(ValueError, match=r"at line 2 of '.*bad.run'"):
        rows_from_run(path, ONE)


def drawn_run(n_queries, seed):
    """Draw a run of tied scores and judgements that overlap it in part."""
    rng = np.random.default_rng(seed)
    names = np.array([f"d{i}" for i in range(60)])
    run, qrels = {}, {}
    for query in map(str, range(n_queries)):
        found = rng.choice(names, rng.integers(1, 40), replace=False)
        judged = rng.choice(names, rng.integers(1, 40), replace=False)
        # Apart in float64 only: pytrec_eval compares float32.
        scores = rng.integers(0, 24, len(found)) / 10 + rng.uniform(0, 1e-9, len(found))
        run[query] = dict(zip(found.tolist(), scores.tolist(), strict=True))
        labels = rng.choice(4, p=[0.6, 0.2, 0.1, 0.1], size=len(judged))
        qrels[query] = dict(zip(judged.tolist(), labels.tolist(), strict=True))
    del run["3"], qrels["5"]
    return run, qrels


TREC = {"ties": "descending", "unjudged": "irrelevant", "empty": 0}
TREC_MEASURES = [
    ("map", "map", {"ap_denominator": "R"}),
    ("map_cut_10", "map@10", {"ap_denominator": "R"}),
    ("ndcg", "ndcg", {}),
    ("ndcg_cut_5", "ndcg@5", {}),
    ("P_5", "precision@5", {"precision_denominator": "k"}),
    ("recall_10", "recall@10", {}),
    ("recip_rank", "mrr", {}),
    ("Rprec", "r_precision", {}),
    ("bpref", "bpref", {}),
    ("success_5", "hit_rate@5", {}),
]


@pytest.mark.parametrize(("measure", "name", "axes"), TREC_MEASURES)
def test_values_per_query_are_those_of_trec_eval(measure, name, axes):
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="the peer of this test")
    run, qrels = drawn_run(60, seed=0)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)
    rows = one_sided(run, qrels, convention="trec_eval")
    ours = score_per_group(
        name,
        rows.y_true,
        rows.y_score.astype(np.float32),
        groups=rows.groups,
        retrieved=rows.retrieved,
        tiebreak=rows.ids,
        **TREC,
        **axes,
    )
    assert set(ours.groups) == set(theirs)
    expected = [theirs[query][measure] for query in ours.groups]
    np.testing.assert_allclose(ours.values, expected, rtol=1e-12, atol=0)


def test_the_mean_is_trec_evals_map():
    """Of the judged queries, as trec_eval -c: one that the run lacks counts 0."""
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="the peer of this test")
    run, qrels = drawn_run(20, seed=1)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)
    assert set(qrels) - set(theirs) == {"3"}
    expected = sum(of_query["map"] for of_query in theirs.values()) / len(qrels)
    y_true, y_score, qid, retrieved, ids = one_sided(run, qrels)
    y_score = y_score.astype(np.float32)
    axes = {**TREC, "ap_denominator": "R", "retrieved": retrieved, "tiebreak": ids}
    value = map_score(y_true, y_score, groups=qid, **axes)
    assert value == pytest.approx(expected, rel=1e-12)
    per_query = score_per_group("map", y_true, y_score, groups=qid, **axes)
    assert per_query.values[per_query.groups == "3"] == 0


def mean_map(run, qrels, convention, **options):
    rows = one_sided(run, qrels, convention=convention, **options)
    return map_score(
        rows.y_true,
        rows.y_score,
        groups=rows.groups,
        retrieved=rows.retrieved,
        tiebreak=rows.ids if get_convention(convention).ties == "descending" else None,
        convention=convention,
    )


def test_a_run_that_lacks_queries_has_the_mean_of_pytrec_eval():
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="the peer of this test")
    run, qrels = drawn_run(20, seed=2)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)
    assert len(theirs) == 18
    expected = sum(values["map"] for values in theirs.values())
    assert mean_map(run, qrels, "trec_eval") == pytest.approx(expected / 18, rel=1e-12)
    # trec_eval -c divides by the number of judged queries.
    ours = mean_map(run, qrels, "trec_eval", queries="judged")
    assert ours == pytest.approx(expected / 19, rel=1e-12)


def test_ir_measures_counts_the_judged_queries():
    ir_measures = pytest.importorskip("ir_measures", reason="the peer of this test")
    run, qrels = drawn_run(20, seed=2)
    theirs = ir_measures.calc_aggregate(
        [ir_measures.AP, ir_measures.RR @ 10], qrels, run
    )
    ours = mean_map(run, qrels, "trec_eval", queries="judged")
    assert ours == pytest.approx(theirs[ir_measures.AP], rel=1e-12)
    rows = one_sided(run, qrels, convention="msmarco")
    ours = mrr_score(
        rows.y_true,
        rows.y_score,
        groups=rows.groups,
        retrieved=rows.retrieved,
        tiebreak=rows.ids,
        k=10,
        convention="msmarco",
    )
    assert ours == pytest.approx(theirs[ir_measures.RR @ 10], rel=1e-12)


def test_ranx_counts_the_judged_queries_where_it_counts_at_all():
    ranx = pytest.importorskip("ranx", reason="the peer of this test")
    # Without ties, whose order in a long list of ranx is no rule.
    run, qrels = drawn_run(20, seed=2)
    rng = np.random.default_rng(0)
    run = {q: {d: rng.random() for d in documents} for q, documents in run.items()}
    objects = ranx.Qrels(qrels), ranx.Run(run)
    for refused in (objects, (qrels, run)):
        with pytest.raises(AssertionError, match="query ids do not match"):
            ranx.evaluate(*refused, "map")
    theirs = ranx.evaluate(*objects, "map", make_comparable=True)
    assert mean_map(run, qrels, "ranx") == pytest.approx(theirs, rel=1e-12)
