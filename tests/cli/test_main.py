"""The command line and the demo behind it."""

import json
import math
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from sklearn_rankscore._cli import demo, main
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
    monkeypatch.setattr(demo, "GRID", grid)
    monkeypatch.setattr(demo, "N_TREES", 5)


def assert_pairs_agree(scores):
    here, there = scores["here"], scores["there"]
    assert here["lightgbm"] == there["lightgbm"]
    assert math.isclose(here["sklearn"], there["sklearn"], rel_tol=1e-14)
    assert here["lightgbm"] != here["sklearn"]


@pytest.mark.usefixtures("small")
def test_demo_on_a_file_agrees_with_both_peers(path, capsys):
    code = main.main(["demo", "--data", path, "--folds", "2", "--k", "3", "--json"])
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
    report = demo.run_demo(path, k=3, folds=2)
    best = max(report["candidates"], key=lambda candidate: candidate["ndcg@3"]["mean"])
    assert report["chosen"] == best["params"]
    assert len(report["candidates"]) == 6
    for candidate in report["candidates"]:
        assert list(candidate) == ["params", "ndcg@3", "map", "mrr"]
        assert all(0 < candidate[name]["mean"] <= 1 for name in ("ndcg@3", "map"))


@pytest.mark.usefixtures("small")
def test_demo_on_digits_prints_what_the_report_holds(capsys):
    report = demo.run_demo(folds=2)
    assert_pairs_agree(report["scores"])
    lines = demo.format_report(report).splitlines()
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
    lines = demo._format_pairs(
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
    assert main.main(["demo", "--data", str(path), "--folds", folds]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("python -m sklearn_rankscore demo: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_demo_says_that_a_file_is_not_there(capsys):
    assert main.main(["demo", "--data", "no such file"]) == 2
    assert "No such file or directory: 'no such file'" in capsys.readouterr().err


def test_demo_without_lightgbm_names_the_extra(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    assert main.main(["demo"]) == 2
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
        main.main(arguments)
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


def run_module(*arguments, **keywords):
    keywords = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **keywords}
    command = [sys.executable, "-m", "sklearn_rankscore", *map(str, arguments)]
    return subprocess.run(command, check=False, text=True, **keywords)


COMMANDS = [["--help"], ["peers"], ["explain", "FILE"], ["evaluate", "FILE"]]


@pytest.fixture
def one_list(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("qid,label,score\nq,1,2\nq,0,1\n")
    return path


def assert_one_line_and_2(ended, said):
    assert ended.returncode == 2
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_said_in_one_line(command, one_list):
    arguments = [one_list if word == "FILE" else word for word in command]
    with open("/dev/full", "w") as full:
        ended = run_module(*arguments, stdout=full)
    assert_one_line_and_2(ended, "No space left on device: 'standard output'")


@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor of POSIX")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_output_is_said_in_one_line(command, one_list):
    arguments = [one_list if word == "FILE" else word for word in command]
    ended = run_module(*arguments, preexec_fn=lambda: os.close(1))
    assert_one_line_and_2(ended, "standard output")


@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor of POSIX")
def test_notes_never_mix_with_the_result(one_list):
    one_list.write_text("qid,label,score,tags\nq,1,2,x\nq,0,1,y\n")
    arguments = ["evaluate", one_list, "--json"]
    ended = run_module(*arguments, preexec_fn=lambda: os.close(2))
    assert (ended.returncode, json.loads(ended.stdout)["n_lists"]) == (0, 1)


def test_what_a_terminal_cannot_show_is_escaped(one_list):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = run_module("evaluate", one_list, env=environment)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\\xb1" in ended.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupt_ends_by_the_signal_and_leaves_nothing(one_list, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("before")
    options = ["--resamples", "2000000000", "--html", str(page)]
    arguments = [sys.executable, "-m", "sklearn_rankscore", "evaluate", str(one_list)]
    one_list.write_text("qid,label,score\nq,1,2\nq,0,1\nr,1,2\n")
    started = subprocess.Popen(
        [*arguments, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first = started.stderr.readline()
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert "resamples" in first
    assert started.returncode == -signal.SIGINT
    assert out == ""
    assert "Traceback" not in err
    assert page.read_text() == "before"
    assert sorted(tmp_path.iterdir()) == [one_list, page]


UNREADABLE = {
    "bytes.bin": b"\xff\xfe\x00\x01,\x80",
    "bytes.parquet": b"\xff\xfe\x00\x01,\x80",
    "bytes.csv.gz": b"\xff\xfe\x00\x01,\x80",
    "short.csv.gz": b"\x1f\x8b\x08\x00",
    "empty.csv": b"",
    "empty.parquet": b"",
    "folder.csv": None,
    "absent.csv": None,
}
READERS = {
    "explain": ["explain", "FILE"],
    "explore": ["explore", "FILE"],
    "evaluate": ["evaluate", "FILE"],
    "compare": ["compare", "FILE"],
    "crosscheck": ["crosscheck", "FILE"],
    "identify": ["identify", "FILE", "--reported", "ndcg=1"],
    "demo": ["demo", "--data", "FILE"],
    "run": ["evaluate", "FILE", "--qrels", "good.qrels"],
    "qrels": ["evaluate", "good.run", "--qrels", "FILE"],
    "labels": ["evaluate", "FILE", "--predictions", "good.txt"],
    "predictions": ["evaluate", "good.letor", "--predictions", "FILE"],
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_cannot_be_read_is_named(
    reader, name, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    for file, content in UNREADABLE.items():
        if content is not None:
            (tmp_path / file).write_bytes(content)
    (tmp_path / "good.qrels").write_text("q 0 d 1\n")
    (tmp_path / "good.run").write_text("q Q0 d 1 1 x\n")
    (tmp_path / "good.letor").write_text("1 qid:1 1:1\n")
    (tmp_path / "good.txt").write_text("1\n")
    arguments = [name if word == "FILE" else word for word in READERS[reader]]
    assert main.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{name!r}" in printed.err
    assert printed.err.count("\n") == 1
    assert not (tmp_path / "explore.html").exists()
