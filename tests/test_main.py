"""The command line and the demo behind it."""

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from sklearn_rankscore import __main__, _demo, _demo_report
from sklearn_rankscore.datasets import make_ranking


@pytest.fixture
def path(tmp_path):
    """A file with queries of one row, without a relevant row, and scattered rows."""
    X, y, groups = make_ranking(
        60, (1, 12), 4, n_informative=2, n_grades=4, shuffle_rows=True, random_state=0
    )
    y[np.isin(groups, np.arange(0, 60, 6))] = 0
    path = tmp_path / "rank.txt"
    dump_svmlight_file(X, y, str(path), query_id=groups)
    return str(path)


@pytest.fixture
def small(monkeypatch):
    """Six candidates of few trees."""
    grid = {"estimator__num_leaves": [3, 5], "estimator__learning_rate": [0.1, 0.2, 1]}
    monkeypatch.setattr(_demo, "GRID", grid)
    monkeypatch.setattr(_demo, "N_TREES", 5)


def assert_pairs_agree(scores):
    here, there = scores["here"], scores["there"]
    assert here["lightgbm"] == there["lightgbm"]
    assert math.isclose(here["sklearn"], there["sklearn"], rel_tol=1e-14)
    assert here["lightgbm"] != here["sklearn"]


@pytest.mark.usefixtures("small")
def test_demo_on_a_file_agrees_with_both_peers(path, capsys):
    code = __main__.main(["demo", "--data", path, "--folds", "2", "--k", "3", "--json"])
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert code == 0
    assert_pairs_agree(report["scores"])
    assert report["scores"]["queries_of_one_row"] > 0
    assert report["scores"]["queries_without_relevant_row"] > 0
    assert report["chosen_on"]["queries"] + report["held_out"]["queries"] == 60
    assert report["held_out"]["queries"] == 15
    assert printed.err.count("[CV] END") == 2 * 6


@pytest.mark.usefixtures("small")
def test_demo_chooses_the_best_mean_over_folds(path):
    report = _demo.run_demo(path, k=3, folds=2)
    best = max(report["candidates"], key=lambda candidate: candidate["ndcg@3"]["mean"])
    assert report["chosen"] == best["params"]
    assert len(report["candidates"]) == 6
    for candidate in report["candidates"]:
        assert list(candidate) == ["params", "ndcg@3", "map", "mrr"]
        assert all(0 < candidate[name]["mean"] <= 1 for name in ("ndcg@3", "map"))


@pytest.mark.usefixtures("small")
def test_demo_on_digits_prints_what_the_report_holds(capsys):
    report = _demo.run_demo(folds=2)
    assert_pairs_agree(report["scores"])
    lines = _demo_report.format_report(report).splitlines()
    (chosen,) = (line for line in lines if line.startswith("* ") and "±" in line)
    assert chosen.split()[1:3] == [str(value) for value in report["chosen"].values()]
    for name in ("lightgbm", "sklearn"):
        (line,) = (line for line in lines if line.startswith(f"{name} "))
        here, there = (float(number) for number in line.split()[1:3])
        assert here == report["scores"]["here"][name]
        assert there == report["scores"]["there"][name]
    assert "same bits" in next(line for line in lines if line.startswith("lightgbm "))
    assert capsys.readouterr().out == ""


def test_a_difference_is_shown_and_not_called_equal():
    lines = _demo_report._format_pairs(
        {
            "here": {"lightgbm": 0.5, "sklearn": 0.25},
            "there": {"lightgbm": 0.5, "sklearn": 0.2},
        }
    )
    assert "same bits" in lines[1]
    assert "2.5e-01 apart" in lines[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1:2\n", "has no 'qid:' and there is no"),
        ("what,ever\n", "as SVMlight: could not convert string to float"),
        ("1 qid:1 1:2\n0 qid:1 1:1\n", "holds one query"),
        (
            "".join(f"1 qid:{i} 1:2\n0 qid:{i} 1:1\n" for i in range(4)),
            "4 folds need as many queries. Got 3 after holding out 25%.",
        ),
        (
            "".join(f"1.5 qid:{i} 1:2\n0 qid:{i} 1:1\n" for i in range(9)),
            "LightGBM needs whole labels from 0 to 30. Got 1.5 in query ",
        ),
        (
            "".join(f"31 qid:{i} 1:2\n0 qid:{i} 1:1\n" for i in range(9)),
            "LightGBM needs whole labels from 0 to 30. Got 31 in query ",
        ),
        (
            "".join(f"1 qid:{i} 1:2\n" for i in range(9)),
            "No query has two rows: there is nothing to rank.",
        ),
        (
            "1 qid:1 1:2\n0 qid:2 1:1\n0 qid:3 1:1\n" * 10_001,
            "LightGBM takes at most 10000 rows per query. Got a query of 10001.",
        ),
    ],
)
def test_demo_says_in_one_line_what_is_wrong_with_a_file(
    tmp_path, capsys, text, message
):
    path = tmp_path / "bad.txt"
    path.write_text(text)
    folds = "4" if "folds" in message else "2"
    assert __main__.main(["demo", "--data", str(path), "--folds", folds]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("python -m sklearn_rankscore demo: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_demo_says_that_a_file_is_not_there(capsys):
    assert __main__.main(["demo", "--data", "no such file"]) == 2
    assert "No such file or directory: 'no such file'" in capsys.readouterr().err


def test_demo_without_lightgbm_names_the_extra(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    assert __main__.main(["demo"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "pip install 'sklearn-rankscore[lightgbm]'" in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["demo", "--k", "0"], "argument --k: must be a whole number >= 1. Got '0'"),
        (["demo", "--k", "x"], "argument --k: must be a whole number >= 1. Got 'x'"),
        (["demo", "--folds", "1"], "--folds: must be a whole number >= 2. Got '1'"),
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_wrong_arguments_end_with_2(capsys, arguments, message):
    with pytest.raises(SystemExit, match=r"^2$"):
        __main__.main(arguments)
    assert message in capsys.readouterr().err


def test_the_module_runs_as_a_command():
    command = [sys.executable, "-m", "sklearn_rankscore"]
    shown = subprocess.run(
        [*command, "--help"], capture_output=True, text=True, check=True
    )
    assert "demo" in shown.stdout
    refused = subprocess.run(
        [*command, "demo", "--data", "no such file"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2


@pytest.mark.parametrize("command", ["peers", "explain"])
def test_a_reader_that_leaves_ends_the_command_quietly(command, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("label,score\n1,2\n0,1\n")
    arguments = [command, *([str(path)] if command == "explain" else [])]
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [sys.executable, "-m", "sklearn_rankscore", *arguments],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (ended.returncode, ended.stderr) == (141, b"")
