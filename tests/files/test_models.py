"""Nothing in a file is dropped, merged or renamed without an error or a note."""

import datetime
import decimal
import gzip
import json
import re

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sklearn_rankscore._cli.main import main

GOOD = {"qid": ["a", "a", "b"], "label": ["1", "0", "1"], "m": ["3", "2", "1"]}


def write(folder, kind, columns):
    """Write columns of text as a text file, or as Parquet."""
    path = folder / f"rows.{kind}"
    if kind == "parquet":
        pl.DataFrame(columns).write_parquet(path)
    else:
        separator = "\t" if kind == "tsv" else ","
        rows = [columns, *zip(*columns.values(), strict=True)]
        path.write_text("".join(f"{separator.join(row)}\n" for row in rows))
    return str(path)


def run(capsys, *arguments):
    code = main([*map(str, arguments), "--metrics", "map", "--resamples", "200"])
    return code, *capsys.readouterr()


def refusal(capsys, *arguments):
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    return err


def means(capsys, *arguments):
    code, out, err = run(capsys, "evaluate", *arguments, "--json")
    assert code == 0, err
    return {row["model"]: row["mean"] for row in json.loads(out)["summary"]}


# The rows of a text file are its lines, those of Parquet are counted from 1.
ROW = {"csv": 3, "tsv": 3, "parquet": 2}


@pytest.mark.parametrize("kind", ROW)
@pytest.mark.parametrize(
    ("column", "cells", "said"),
    [
        ("m", ["3", "x", "1"], "must hold numbers. Got 'x' in row {} (first of 1); --"),
        ("m", ["3", "", "1"], "must hold numbers. Got an empty cell in row {}."),
        ("m", ["3", "nan", "1"], "must hold finite numbers. Got 'nan' in row {}."),
        ("m", ["3", "1e400", "1"], "must hold finite numbers. Got '1e400' in row {}."),
        ("m", ["3", "1_0", "1"], "must hold numbers. Got '1_0' in row {} "),
        (
            "m",
            ["3", "9007199254740993", "1"],
            "must hold numbers that float64 can tell ",
        ),
        ("label", ["1", "", "1"], "must hold numbers. Got an empty cell in row {}."),
        ("label", ["1", "inf", "1"], "must hold finite numbers. Got 'inf' in row {}."),
        ("label", ["1", "-1", "1"], "must hold labels >= 0. Got -1.0 in row {} "),
        ("qid", ["a", "", "b"], "must hold ids. Got an empty cell in row {}."),
        ("qid", ["a", "  ", "b"], "must hold ids. Got an empty cell in row {}."),
    ],
)
def test_a_cell_is_named(kind, column, cells, said, tmp_path, capsys):
    path = write(tmp_path, kind, {**GOOD, column: cells, "n": ["1", "2", "3"]})
    err = refusal(capsys, "evaluate", path)
    assert f"Column {column!r} of {path!r} {said.format(ROW[kind])}" in err


@pytest.mark.parametrize("missing", [None, float("nan")])
@pytest.mark.parametrize("column", ["m", "label", "qid"])
def test_what_parquet_lacks_is_refused_as_in_text(column, missing, tmp_path, capsys):
    columns = {"qid": [1.0, 1.0, 2.0], "label": [1.0, 0.0, 1.0], "m": [3.0, 2.0, 1.0]}
    columns[column] = [columns[column][0], missing, columns[column][2]]
    path = tmp_path / "rows.parquet"
    pl.DataFrame(columns).write_parquet(path)
    err = refusal(capsys, "evaluate", path)
    assert re.search(rf"Column '{column}' of .* in row 2\.", err)


@pytest.mark.parametrize("score", [[], ["--score", "m"]])
def test_the_remedy_for_a_column_of_notes_is_score(score, tmp_path, capsys):
    path = write(tmp_path, "csv", {**GOOD, "half": ["1", "2", "x"]})
    code, _, err = run(capsys, "evaluate", path, *score)
    assert (code, "--score names the columns" in err) == ((0, False), (2, True))[
        not score
    ]


@pytest.mark.parametrize("kind", ROW)
def test_columns_of_text_stay_out_with_a_note(kind, tmp_path, capsys):
    more = {"title": ["x", "y", "z"], "tags": ["x", "y", "z"], "void": ["", "", ""]}
    path = write(tmp_path, kind, {**GOOD, **more})
    code, out, err = run(capsys, "evaluate", path, "--json")
    assert code == 0
    assert {row["model"] for row in json.loads(out)["summary"]} == {"m"}
    assert err == (
        f"not read of {path!r}: 'title' (no score by its name), 'tags' (text), "
        f"'void' (empty)\n"
    )


@pytest.mark.parametrize("command", ["evaluate", "explain", "explore"])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_two_columns_of_one_name_are_refused(kind, command, tmp_path, capsys):
    path = tmp_path / f"rows.{kind}"
    head = ["qid", "label", "score", "score"]
    if kind == "csv":
        path.write_text(f"{','.join(head)}\na,1,2,3\na,0,1,1\n")
    else:
        arrays = [pa.array(v) for v in (["a", "a"], [1, 0], [2, 1], [3, 1])]
        pq.write_table(pa.table(arrays, names=head), path)
    assert main([command, str(path)]) == 2
    err = capsys.readouterr().err
    assert "Got 'score' twice in its head, as columns 3 and 4." in err


def test_a_score_asked_for_twice_is_refused(tmp_path, capsys):
    path = write(tmp_path, "csv", GOOD)
    assert "Got 'm' twice" in refusal(capsys, "evaluate", path, "--score", "m", "m")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("qid,label,m\na,1,2\n\na,0,1,9\n", "Got 4 in row 4."),
        ("qid,label,m\na,1,2\na,0\n", "Got 2 in row 3."),
        ('qid,label,m\n"a\nb",1,2\n\nc,0,x\nc,0,1\n', "Got 'x' in row 5 "),
        ('qid,label,m\na,1,2\n"a,0,1\na,1,1\n', "cannot be read"),
    ],
)
def test_rows_are_counted_as_a_reader_counts_lines(text, said, tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_text(text)
    assert said in refusal(capsys, "evaluate", path)


def test_marks_and_blank_lines_are_no_rows(tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbf\r\nqid,label,m\r\n\r\na,0,2\r\na,1,1\r\n\r\n")
    assert means(capsys, path) == {"m": 0.5}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_ids_stay_as_they_are_written(kind, tmp_path, capsys):
    columns = {"qid": ["007", "7"], "label": ["1", "1"], "m": ["2", "1"]}
    path = write(tmp_path, kind, columns)
    code, out, _ = run(capsys, "evaluate", path, "--json")
    groups = {row["group"] for row in json.loads(out)["worst"]}
    assert (code, groups) == (0, {"007", "7"})


@pytest.mark.parametrize(
    "ids",
    [
        [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)],
        [decimal.Decimal("1.50"), decimal.Decimal("2.50")],
    ],
)
def test_dates_and_decimals_are_what_text_would_hold(ids, tmp_path, capsys):
    frame = pl.DataFrame({"qid": ids, "label": [1, 1], "m": [1, 2]})
    found = []
    for kind in ("csv", "parquet"):
        path = tmp_path / f"a.{kind}"
        getattr(frame, f"write_{kind}")(path)
        code, out, _ = run(capsys, "evaluate", path, "--json")
        assert code == 0
        found.append([row["group"] for row in json.loads(out)["worst"]])
    assert found == [[str(day) for day in ids]] * 2


def test_decimals_are_scores_and_yes_and_no_are_labels(tmp_path, capsys):
    scores = [decimal.Decimal("0.2"), decimal.Decimal("0.1")]
    frame = pl.DataFrame({"qid": ["a", "a"], "label": [False, True], "m": scores})
    for kind in ("csv", "parquet"):
        getattr(frame, f"write_{kind}")(tmp_path / f"a.{kind}")
        assert means(capsys, tmp_path / f"a.{kind}") == {"m": 0.5}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_an_empty_label_is_one_that_nobody_gave_where_that_is_said(
    kind, tmp_path, capsys
):
    path = write(tmp_path, kind, {**GOOD, "label": ["", "1", "1"]})
    options = ["--set", "unjudged=irrelevant"]
    assert means(capsys, path, *options) == {"m": 0.75}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_score_is_a_model_as_all_numbers_are(kind, tmp_path, capsys):
    columns = {"qid": ["a", "a"], "label": ["0", "1"], "score": ["2", "1"]}
    path = write(tmp_path, kind, {**columns, "m2": ["1", "2"], "weight": ["1", "1"]})
    assert means(capsys, path) == {"score": 0.5, "m2": 1.0}
    code, out, _ = run(capsys, "compare", path)
    assert (code, "m2 beats score" in out) == (0, True)


def test_scores_are_never_taken_for_labels(tmp_path, capsys):
    path = write(tmp_path, "csv", {"qid": ["a"], "score": ["1"], "m2": ["1"]})
    assert "--label must name a column" in refusal(capsys, "evaluate", path)


def test_a_compressed_table_is_read(tmp_path, capsys):
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(gzip.compress(b"qid,label,m\na,0,2\na,1,1\n"))
    assert means(capsys, path) == {"m": 0.5}


# -- names of models ---------------------------------------------------------------

RUN = "q1 Q0 d1 1 2 x\nq1 Q0 d2 2 1 x\n"


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """Runs in two folders, by one name, and their judgements."""
    monkeypatch.chdir(tmp_path)
    for name in ("x/run.txt", "y/run.txt", "v1.2.run", "v1.3.run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(RUN)
    (tmp_path / "qrels").write_text("q1 0 d1 0\nq1 0 d2 1\n")
    return ["--qrels", "qrels"]


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["x/run.txt", "y/run.txt"], ["x/run", "y/run"]),
        (["v1.2.run", "v1.3.run"], ["v1.2.run", "v1.3.run"]),
        (["x/run.txt", "v1.2.run"], ["run", "v1"]),
        (["x/run.txt", "y/run.txt", "v1.2.run"], ["x/run", "y/run", "v1"]),
    ],
)
def test_models_are_called_as_tells_them_apart(files, names, runs, capsys):
    assert means(capsys, *files, *runs) == dict.fromkeys(names, 0.5)
    named = means(capsys, *files, *runs, "--names", *"ABC"[: len(files)])
    assert list(named) == list("ABC"[: len(files)])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["x/run.txt", "x/run.txt"], "Got 'x/run.txt' twice."),
        (["x/run.txt", "./x/run.txt"], "Got './x/run.txt' twice."),
        (["x/run.txt", "v1.2.run", "--names", "A"], "Got 1 for the 2 models"),
        (["x/run.txt", "v1.2.run", "--names", "A", "A"], "Got 'A' twice"),
        (["x/run.txt", "--label", "l"], "--label names a column of a table"),
        (["x/run.txt", "--predictions", "qrels"], "cannot both be given"),
    ],
)
def test_names_that_do_not_fit_are_refused(arguments, said, runs, capsys):
    assert said in refusal(capsys, "evaluate", *arguments, *runs)


def test_columns_of_one_name_in_two_files_ask_for_names(tmp_path, capsys):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("qid,label,m,n\nq,0,2,1\nq,1,1,2\n")
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    assert "name them by --names" in refusal(capsys, "evaluate", *files)
    found = means(capsys, *files, "--names", "a", "b", "c", "d")
    assert found == {"a": 0.5, "b": 1.0, "c": 0.5, "d": 1.0}


def test_a_mark_before_a_run_is_no_part_of_its_first_query(runs, tmp_path, capsys):
    (tmp_path / "v1.2.run").write_bytes(b"\xef\xbb\xbf" + RUN.encode())
    assert means(capsys, "v1.2.run", *runs) == {"v1": 0.5}
