"""The commands evaluate and compare: every source, text, JSON, HTML, and refusals."""

import json
import re
import sys
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import narwhals as nw
import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from sklearn_rankscore import compare, evaluate, rows_from_run
from sklearn_rankscore._cli.main import main
from sklearn_rankscore._files import tables
from sklearn_rankscore.datasets import make_ranking

X, Y, QID = make_ranking(n_queries=20, n_docs=(3, 9), random_state=0)
NAMED = np.array([f"q{query}" for query in QID])
SCORES = {"one": X[:, 0].round(3), "two": (X[:, 0] + X[:, 1]).round(3)}


def write_lines(path, lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def table(folder, name="scores.csv", separator=",", scores=SCORES):
    head = separator.join(["qid", "label", *scores])
    rows = zip(NAMED, Y, *scores.values(), strict=True)
    lines = [head, *(separator.join(map(str, row)) for row in rows)]
    return [write_lines(folder / name, lines), "--score", *scores]


def parquet(folder):
    frame = nw.from_dict({"qid": NAMED, "label": Y, **SCORES}, backend="polars")
    frame.write_parquet(folder / "scores.parquet")
    return [str(folder / "scores.parquet"), "--score", *SCORES]


def one_table_per_model(folder):
    files = []
    for name, scores in SCORES.items():
        columns = {"score": scores}
        files += table(folder, f"{name}.csv", scores=columns)[:1]
    return files


def letor(folder):
    path = str(folder / "test.letor")
    dump_svmlight_file(X, Y, path, query_id=QID)
    files = [
        write_lines(folder / f"{name}.txt", map(str, scores))
        for name, scores in SCORES.items()
    ]
    return [path, "--predictions", *files]


def trec_runs(folder):
    files = []
    for name, scores in SCORES.items():
        rows = enumerate(zip(NAMED, scores, strict=True))
        lines = [f"{query} Q0 d{i} 1 {score} x" for i, (query, score) in rows]
        files.append(write_lines(folder / f"{name}.run", lines))
    rows = enumerate(zip(NAMED, Y, strict=True))
    qrels = [f"{query} 0 d{i} {label}" for i, (query, label) in rows if i % 7]
    return [*files, "--qrels", write_lines(folder / "x.qrels", qrels)]


SOURCES = {
    "csv": table,
    "tsv": lambda folder: table(folder, "scores.tsv", "\t"),
    "parquet": parquet,
    "tables": one_table_per_model,
    "letor": letor,
}
METRICS = ["--metrics", "ndcg@5", "map"]


def run(*arguments):
    return main([*arguments, "--resamples", "200"])


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_gives_the_same_numbers(source, tmp_path, capsys):
    assert run("evaluate", *SOURCES[source](tmp_path), *METRICS, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    evaluation = evaluate(Y, SCORES, groups=QID, metrics=["ndcg@5", "map"])
    expected = evaluation.summary(n_resamples=200)
    assert document["n_lists"] == 20
    assert document["convention"] == "default"
    for name in ("model", "metric", "mean", "low", "high", "n_undefined"):
        found = [row[name] for row in document["summary"]]
        assert found == expected.columns[name].tolist()
    assert len(document["worst"]) == 5 * 4


def test_runs_are_read_with_their_judgements(tmp_path, capsys):
    options = ["--convention", "trec_eval", "--json"]
    assert run("evaluate", *trec_runs(tmp_path), *METRICS, *options) == 0
    document = json.loads(capsys.readouterr().out)
    rows = rows_from_run(
        tmp_path / "two.run", tmp_path / "x.qrels", convention="trec_eval"
    )
    evaluation = evaluate(
        rows.y_true,
        rows.y_score,
        groups=rows.groups,
        retrieved=rows.retrieved,
        tiebreak=rows.ids,
        convention="trec_eval",
        metrics=["ndcg@5", "map"],
    )
    found = [row["mean"] for row in document["summary"] if row["model"] == "two"]
    assert found == evaluation.means["mean"].tolist()


def small_run(folder, name, queries):
    """Write a run that finds the one relevant document of each query first."""
    lines = [f"{query} Q0 d1 1 0.5 x" for query in queries.split()]
    return write_lines(folder / name, lines)


def small_qrels(folder, queries="q1 q2 q3 q4"):
    lines = [f"{query} 0 d1 1" for query in queries.split()]
    return ["--qrels", write_lines(folder / "x.qrels", lines)]


@pytest.mark.parametrize(
    ("options", "mean", "n_lists", "said"),
    [
        (
            ["--convention", "trec_eval"],
            1.0,
            3,
            "a: leaves out 1 query without judgements ('q9') and 1 judged query that "
            "the run lacks ('q4').",
        ),
        (
            ["--convention", "trec_eval", "--queries", "judged"],
            0.75,
            4,
            "a: leaves out 1 query without judgements ('q9') and counts 1 judged query "
            "that the run lacks ('q4') as nothing retrieved.",
        ),
        (
            [],
            0.75,
            4,
            "a: leaves out 1 query without judgements ('q9') and counts 1 judged query "
            "that the run lacks ('q4') as nothing retrieved.",
        ),
        (
            ["--queries", "both"],
            1.0,
            3,
            "a: leaves out 1 query without judgements ('q9') and 1 judged query that "
            "the run lacks ('q4').",
        ),
    ],
)
def test_the_convention_or_an_option_says_which_queries_count(
    options, mean, n_lists, said, tmp_path, capsys
):
    files = [small_run(tmp_path, "a.run", "q1 q2 q3 q9"), *small_qrels(tmp_path)]
    command = ["evaluate", *files, *options, "--metrics", "map"]
    report = tmp_path / "a.html"
    assert run(*command, "--json", "--html", str(report)) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["summary"][0]["mean"] == mean
    assert (document["n_lists"], document["notes"]) == (n_lists, [said])
    assert escape(said) in report.read_text(encoding="utf-8")
    assert run(*command) == 0
    assert capsys.readouterr().out.endswith(f"\n\nnotes\n{said}\n")


def test_compare_notes_each_run(tmp_path, capsys):
    runs = [small_run(tmp_path, f"{n}.run", f"q1 q2 q3 q{n}") for n in (8, 9)]
    command = ["compare", *runs, *small_qrels(tmp_path), "--metrics", "map"]
    assert run(*command, "--json") == 0
    notes = json.loads(capsys.readouterr().out)["notes"]
    assert notes == [
        f"{n}: leaves out 1 query without judgements ('q{n}') and counts 1 judged "
        f"query that the run lacks ('q4') as nothing retrieved."
        for n in (8, 9)
    ]
    assert run(*command) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == ["notes", *notes]


def test_where_nothing_is_left_out_there_is_no_note(tmp_path, capsys):
    files = [small_run(tmp_path, "a.run", "q1 q2 q3 q4"), *small_qrels(tmp_path)]
    assert run("evaluate", *files, "--metrics", "map", "--json") == 0
    assert json.loads(capsys.readouterr().out)["notes"] == []
    assert run("evaluate", *files, "--metrics", "map") == 0
    assert "notes" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_runs_that_answer_other_queries_have_no_common_number(
    command, tmp_path, capsys
):
    first = small_run(tmp_path, "a.run", "q1 q2 q3")
    second = small_run(tmp_path, "b.run", "q1 q4 q3")
    files = [first, second, *small_qrels(tmp_path), "--metrics", "map"]
    assert run(command, *files, "--convention", "trec_eval") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{second!r} lacks 'q2' of {first!r} (first of 1)" in printed.err
    assert "--queries judged" in printed.err
    options = ["--convention", "trec_eval", "--queries", "judged"]
    assert run(command, *files, *options) == 0
    # One by one each has its own number, and so have runs that lack the same.
    for one in (first, second):
        assert run("evaluate", one, *files[2:], "--convention", "trec_eval") == 0
    shorter = small_run(tmp_path, "c.run", "q3 q2 q1")
    assert run(command, first, shorter, *files[2:], "--convention", "trec_eval") == 0


@pytest.mark.parametrize(
    ("queries", "options", "message"),
    [
        ("q1 q2 q3", ["--queries", "same"], "evaluate of .*a.run.* Got 'q4' in qrels"),
        ("q9", [], "evaluate of .*a.run.* needs a query .* run begins with 'q9'"),
    ],
)
def test_queries_that_do_not_fit_name_the_run(
    queries, options, message, tmp_path, capsys
):
    files = [small_run(tmp_path, "a.run", queries), *small_qrels(tmp_path)]
    assert run("evaluate", *files, *options) == 2
    printed = capsys.readouterr()
    assert re.search(message, printed.err), printed.err
    assert len(printed.err.splitlines()) == 1


def test_queries_are_of_runs(tmp_path, capsys):
    assert run("evaluate", *table(tmp_path), "--queries", "both") == 2
    assert "--queries says which queries of TREC runs count" in capsys.readouterr().err


UNJUDGED = "a: of 3 retrieved documents 2 without judgements, "


@pytest.mark.parametrize(
    ("options", "mrr", "ending"),
    [
        ([], 1 / 3, "counted as irrelevant (first 'd8' of query 'q1')."),
        (["--set", "unjudged=condense"], 1.0, "left out (first 'd8' of query 'q1')."),
    ],
)
def test_unjudged_documents_of_a_run_are_noted(options, mrr, ending, tmp_path, capsys):
    lines = [f"q1 Q0 d{name} 1 {score} x" for name, score in ("83", "92", "11")]
    path = write_lines(tmp_path / "a.run", lines)
    files = [path, *small_qrels(tmp_path, "q1"), "--metrics", "mrr", *options]
    assert run("evaluate", *files, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["notes"] == [UNJUDGED + ending]
    assert document["summary"][0]["mean"] == pytest.approx(mrr, rel=1e-15)


def test_unjudged_documents_of_a_run_are_irrelevant_by_default(tmp_path, capsys):
    files = trec_runs(tmp_path)
    assert run("evaluate", *files, "--metrics", "mrr", "kendall_tau", "--json") == 2
    assert "The labels in " in capsys.readouterr().err
    assert run("evaluate", *files, "--metrics", "mrr", "--json") == 0


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_too_few_resamples_are_refused(command, tmp_path, capsys):
    assert main([command, *table(tmp_path), "--resamples", "1"]) == 2
    assert "must be an int >= 40 for level=0.95. Got 1" in capsys.readouterr().err


def test_comparison_is_that_of_compare(tmp_path, capsys):
    files = table(tmp_path)
    options = ["--baseline", "one", "--seed", "3", "--level", "0.9"]
    assert run("compare", *files, *METRICS, *options, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    evaluation = evaluate(Y, SCORES, groups=NAMED, metrics=["ndcg@5", "map"])
    expected = compare(evaluation, "one", n_resamples=200, random_state=3, level=0.9)
    assert document["sentences"] == list(expected.sentences)
    assert document["comparison"][0]["model"] == "two"
    difference = [row["difference"] for row in document["comparison"]]
    assert difference == expected.columns["difference"].tolist()
    assert run("compare", *files, *METRICS, *options) == 0
    assert str(expected) in capsys.readouterr().out


def test_text_shows_means_and_the_worst(tmp_path, capsys):
    assert run("evaluate", *table(tmp_path), *METRICS, "--worst", "1") == 0
    text = capsys.readouterr().out
    assert "20 lists, convention 'default'" in text
    assert text.count("±") == 5
    assert "the worst queries" in text


def test_json_has_no_nan(tmp_path, capsys):
    path = write_lines(tmp_path / "a.csv", ["qid,label,score", "q,1,2", "q,0,1"])
    assert run("evaluate", path, "--json") == 0
    row = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)["summary"][0]
    assert row["low"] is None


class Pictures(HTMLParser):
    """Collects what a page would load, and the tags it holds."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.sources = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        names = {"src", "srcset", "href", "data"}
        self.sources += [value for name, value in attributes if name in names]


RISKY = {"<img src=x onerror=alert(1)>": SCORES["one"], "two": SCORES["two"]}


@pytest.mark.parametrize(("command", "n_pictures"), [("evaluate", 2), ("compare", 2)])
def test_the_report_holds_its_pictures_and_runs_nothing(
    command, n_pictures, tmp_path, capsys
):
    path = tmp_path / "report.html"
    files = table(tmp_path, scores=RISKY)
    assert run(command, *files, *METRICS, "--html", str(path)) == 0
    assert str(path) in capsys.readouterr().err
    page = path.read_text(encoding="utf-8")
    parsed = Pictures(page)
    # One for light and one for dark screens.
    assert len(parsed.sources) == 2 * n_pictures
    assert all(s.startswith("data:image/png;base64,") for s in parsed.sources)
    assert parsed.tags.count("img") == n_pictures
    assert "script" not in parsed.tags
    assert not re.search(r"https?://|url\(", page)
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_a_report_without_matplotlib_names_the_extra(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)
    report = str(tmp_path / "report.html")
    assert run("evaluate", *table(tmp_path), *METRICS, "--html", report) == 2
    assert "sklearn-rankscore[plot]" in capsys.readouterr().err


GOOD = ["qid,label,score", "q,1,2", "q,0,1", "r,1,2"]


@pytest.mark.parametrize(
    ("lines", "options", "message"),
    [
        (["qid,label,other", "q,1,x"], [], "--score must name a column of .* Got none"),
        (["qid,label,a,b", "q,1,2,", "q,0,1,3"], [], "Column 'b' of .* hold numbers"),
        (GOOD, ["--document", "id"], "--document must name"),
        (
            GOOD,
            ["--convention", "trec_eval"],
            "--convention trec_eval .* document id: name .* by --document",
        ),
        (GOOD, ["--set", "ties=ascending"], "--document"),
        (GOOD, ["--set", "max_grade=4"], "--set max_grade is unknown to"),
        (GOOD, ["--label", "grade"], r"--label must name .*'score'\]. Got 'grade'"),
        (GOOD, ["--group", "query"], "--group must name"),
        (GOOD, ["--score", "score", "x"], "--score must name .* Got 'x'"),
        ([*GOOD, "q,1"], [], "must have 3 columns in every row.* Got 2 in row 5"),
        ([*GOOD, "q,high,1"], [], "Column 'label' of .* must hold numbers"),
        (GOOD[:1], [], "must have a head and at least one row"),
        (GOOD, ["--metrics", "ndgc"], r"Unknown metric 'ndgc'\."),
        (GOOD, ["--convention", "x"], "--convention must be one of"),
        (GOOD, ["--level", "2"], "--level must be"),
    ],
)
@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_what_cannot_be_done_is_said_in_one_line(
    command, lines, options, message, tmp_path, capsys
):
    # compare wants two models, but finds what is wrong before.
    path = write_lines(tmp_path / "a.csv", lines)
    assert run(command, path, *options) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.search(message, printed.err), printed.err
    assert len(printed.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("write", "changed", "message"),
    [
        (letor, lambda files: [files[0], *files], "one file of labels. Got 2 files"),
        (
            letor,
            lambda files: [*files, files[-1]],
            "a file of its own. Got .*two.txt' twice",
        ),
        (letor, lambda files: [*files, files[0]], "one finite number per row"),
        (
            letor,
            lambda files: [*files, write_lines(Path(files[0] + ".short"), ["1"])],
            "one number per row.*holds 1 for the",
        ),
        (table, lambda files: ["absent.csv"], "absent.csv"),
        (trec_runs, lambda files: [*files[1:], "--metrics", "mrr"], "two models"),
    ],
)
def test_files_that_do_not_fit_are_refused(write, changed, message, tmp_path, capsys):
    assert run("compare", *changed(write(tmp_path))) == 2
    assert re.search(message, capsys.readouterr().err)


def test_parquet_without_a_reader_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tables, "find_spec", lambda name: None)
    assert run("evaluate", *parquet(tmp_path)) == 2
    assert "needs pyarrow or polars" in capsys.readouterr().err


def summary(capsys, *arguments):
    assert run("evaluate", *arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)["summary"]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_without_score_all_other_numeric_columns_are_models(suffix, tmp_path, capsys):
    columns = {"qid": QID, "label": Y, "doc_id": np.arange(len(Y)), "weight": Y + 1}
    columns |= {"title": NAMED, **SCORES}
    frame, path = nw.from_dict(columns, backend="polars"), tmp_path / f"a.{suffix}"
    getattr(frame, f"write_{suffix}")(path)
    rows = summary(capsys, str(path), "--metrics", "map")
    assert [row["model"] for row in rows] == list(SCORES)
    expected = evaluate(Y, SCORES, groups=QID, metrics="map").means["mean"]
    assert [row["mean"] for row in rows] == expected.tolist()


@pytest.mark.parametrize(
    ("metric", "settings"),
    [
        ("err@5", {"max_grade": 4}),
        ("iprec", {"ties": "stable", "relevant_from": 0.5}),
    ],
)
def test_settings_are_passed_on(metric, settings, tmp_path, capsys):
    pairs = [f"{name}={value}" for name, value in settings.items()]
    options = [word for pair in pairs for word in ("--set", pair)]
    rows = summary(capsys, *table(tmp_path), "--metrics", metric, *options)
    expected = evaluate(Y, SCORES, groups=QID, metrics=metric, **settings)
    assert [row["mean"] for row in rows] == expected.means["mean"].tolist()


def test_a_setting_is_a_name_and_a_value(tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        run("evaluate", *table(tmp_path), "--set", "max_grade")
    assert "must be NAME=VALUE. Got 'max_grade'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("convention", "metrics"),
    [("default", ["ndcg@10", "map", "mrr"]), ("lightgbm", ["ndcg@10", "map"])],
)
def test_default_metrics_are_those_of_the_convention(
    convention, metrics, tmp_path, capsys
):
    rows = summary(capsys, *table(tmp_path), "--convention", convention)
    assert [row["metric"] for row in rows] == metrics * 2


@pytest.mark.parametrize(("column", "option"), [("doc_id", []), ("name", ["name"])])
def test_document_ids_of_a_table_order_ties(column, option, tmp_path, capsys):
    scores, ids = X[:, 0].round(0), np.array([f"d{i}" for i in range(len(Y))])
    columns = {"qid": QID, "label": Y, column: ids, "score": scores}
    path = str(tmp_path / "a.csv")
    nw.from_dict(columns, backend="polars").write_csv(path)
    named = ["--document", *option] if option else []
    options = ["--metrics", "map", "--convention", "trec_eval", *named]
    (row,) = summary(capsys, path, *options)
    keywords = {"metrics": "map", "convention": "trec_eval", "tiebreak": ids}
    expected = evaluate(Y, scores, groups=QID, **keywords)
    assert row["mean"] == expected.means["mean"][0]


DOCUMENTS = [["p", "d1", 1, 0.9], ["p", "d2", 0, 0.5], ["q", "d1", 2, 0.1]]


def files_of_two_models(folder, changed=()):
    """Write a table per model, the second sorted another way."""
    for name, rows in (("a", DOCUMENTS), ("b", DOCUMENTS[1::-1] + DOCUMENTS[2:])):
        rows = [dict(changed).get((name, *row[:2]), row) for row in rows]
        head = ["qid", "doc_id", "label", "score"]
        lines = [",".join(map(str, row)) for row in [head, *rows]]
        yield write_lines(folder / f"{name}.csv", lines)


def test_tables_with_documents_may_be_sorted_alike_or_not(tmp_path, capsys):
    options = ["--metrics", "ndcg", "--json"]
    assert run("compare", *files_of_two_models(tmp_path), *options) == 0
    (row,) = json.loads(capsys.readouterr().out)["comparison"]
    assert (row["model"], row["n_lists"]) == ("b", 2)


def test_tables_with_other_labels_are_refused(tmp_path, capsys):
    changed = {("b", "q", "d1"): ["q", "d1", 3, 0.1]}
    files = list(files_of_two_models(tmp_path, changed))
    assert run("compare", *files, "--metrics", "ndcg") == 2
    message = "the same labels in each query. Those of 'a' and 'b' differ in query 'q'"
    assert message in capsys.readouterr().err


def test_predictions_have_no_column_of_documents(tmp_path, capsys):
    assert run("evaluate", *letor(tmp_path), "--document", "doc") == 2
    assert "no table is read" in capsys.readouterr().err


RUN = ["q Q0 d1 1 2 x", "q Q0 d2 2 1 x"]
TABLE = ["qid,label,score", "q,1,2", "q,0,1"]

# Words that only a program can use.
OF_PYTHON = re.compile(
    r"\bparameter\b|\w\(|\w+=(\s|None|\{|')|y_true|y_score|tiebreak|n_resamples|\{'"
)


@pytest.mark.parametrize(
    ("name", "lines", "options", "remedy"),
    [
        ("a.run", RUN, [], "TREC run: name its judgements by --qrels"),
        (
            "a.qrels",
            ["q 0 d1 1"],
            [],
            "name the runs as FILE, and this file by --qrels",
        ),
        ("a.letor", ["1 qid:1 1:2 # x, y"], [], "by --predictions"),
        ("a.svm", ["1 1:2 3:0.5"], [], "by --predictions"),
        ("a.run", RUN, ["--qrels", "a.run"], "lines 'query iteration doc label'"),
        ("a.letor", ["1 1:2"], ["--predictions", "a.letor"], "a.letor.query'. Put a"),
        ("a.csv", TABLE, [], "two models. Got 'score' only: name more files, or more"),
        ("a.csv", ["qid,label,m", "q,x,1"], [], "Column 'label' of 'a.csv'"),
        ("a.csv", ["qid,label,m", "q,-1,1"], [], "Column 'label' of 'a.csv' must hold"),
        ("a.csv", TABLE, ["--baseline", "x"], "two models"),
        ("a.csv", TABLE, ["--resamples", "0"], "--resamples must be"),
        ("a.csv", TABLE, ["--metrics", "ndcg@0"], "Got 'ndcg@0' instead"),
        ("a.csv", TABLE, ["--metrics", "map", "map"], "--metrics must name each"),
        ("a.csv", TABLE, ["--metrics", "ndgc"], "Unknown metric 'ndgc'. Did you mean"),
        ("a.csv", TABLE, ["--metrics", "err"], "--set max_grade"),
        ("a.csv", TABLE, ["--set", "ties=x"], "--set ties"),
        ("a.csv", TABLE, ["--set", "gain=x"], "--set gain"),
        ("a.csv", TABLE, ["--convention", "lgbm"], "--convention must be one of"),
        ("a.csv", TABLE, ["--set", "ties=descending"], "by --document"),
        (
            "a.csv",
            TABLE,
            ["--convention", "sklearn", "--metrics", "map"],
            "--convention default or",
        ),
        ("a.csv", ["qid,label,m", "q,600,1"], ["--set", "gain=exponential"], "a.csv"),
        ("a.csv", TABLE, ["--metrics", "iprec"], "--set ties="),
    ],
)
def test_messages_speak_of_options(
    name, lines, options, remedy, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / name, lines)
    code = main(["compare", name, *options])
    printed = capsys.readouterr()
    assert code == 2
    assert printed.err.count("\n") == 1
    assert remedy in printed.err
    assert not OF_PYTHON.search(printed.err), printed.err


@pytest.mark.parametrize("option", ["--seed", "--worst"])
def test_counts_are_whole_numbers(option, tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        run("evaluate", *table(tmp_path), option, "-1")
    assert f"{option}: must be a whole number >= " in capsys.readouterr().err


def test_help_and_message_state_one_rule(capsys):
    for command in ("evaluate", "compare"):
        with pytest.raises(SystemExit, match="0"):
            main([command, "--help"])
        text = capsys.readouterr().out
        assert "every column of numbers is a model, `score` among them" in text
        assert "--names NAME" in text
