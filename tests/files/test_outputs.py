"""What is written stands whole or not at all, and never over what is read."""

import os
import stat
import subprocess
import sys

import pytest

from sklearn_rankscore import explain, explore
from sklearn_rankscore._cli.main import main

TABLE = "qid,label,score,m2\nq1,1,2,1\nq1,0,1,2\n"
RUN = "q1 Q0 d1 1 2 x\nq1 Q0 d2 2 1 x\n"
QRELS = "q1 0 d1 1\nq1 0 d2 0\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with every kind of input, and another name for the table."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "a.csv": TABLE,
        "a.run": RUN,
        "q.qrels": QRELS,
        "a.letor": "1 1:1\n0 1:2\n",
        "a.letor.query": "2\n",
        "p.txt": "2\n1\n",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "link.csv").symlink_to("a.csv")
    os.link("a.csv", "hard.csv")
    (tmp_path / "sub").mkdir()
    return tmp_path


def contents(folder):
    return {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}


LETOR = ["evaluate", "a.letor", "--predictions", "p.txt", "--html"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "a.csv", "--html", "a.csv"],
        ["compare", "a.csv", "--html", "sub/../a.csv"],
        ["compare", "a.csv", "--html", "link.csv"],
        ["compare", "link.csv", "--html", "a.csv"],
        ["evaluate", "a.csv", "--html", "hard.csv"],
        ["evaluate", "a.run", "--qrels", "q.qrels", "--html", "q.qrels"],
        ["evaluate", "a.run", "--qrels", "q.qrels", "--html", "a.run"],
        [*LETOR, "a.letor"],
        [*LETOR, "p.txt"],
        [*LETOR, "a.letor.query"],
        ["explore", "a.csv", "-o", "a.csv"],
        ["explore", "link.csv", "-o", "hard.csv"],
    ],
)
def test_an_output_that_is_an_input_is_refused(arguments, folder, capsys):
    before = contents(folder)
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "must not be a file that is read" in printed.err
    assert printed.err.count("\n") == 1
    assert contents(folder) == before


def pages():
    return [explore(), explain([1, 0], [2, 1], groups=False)]


@pytest.mark.parametrize("page", pages(), ids=["explore", "explain"])
@pytest.mark.parametrize("when", ["written", "moved"])
def test_a_failure_leaves_what_stood_there(page, when, tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("before")

    def full(*arguments, **keywords):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace" if when == "moved" else "open", full)
    with pytest.raises(OSError, match=r"No space left on device: .*page\.html"):
        page.to_html(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("page", pages(), ids=["explore", "explain"])
def test_a_link_stays_and_permissions_too(page, tmp_path):
    target, link = tmp_path / "page.html", tmp_path / "link.html"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to("page.html")
    assert page.to_html(link) == link
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_page_has_the_permissions_that_open_gives(tmp_path):
    path, opened = tmp_path / "page.html", tmp_path / "opened"
    mask = os.umask(0o027)
    try:
        explore().to_html(path)
        opened.write_text("")
    finally:
        os.umask(mask)
    assert path.stat().st_mode == opened.stat().st_mode
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_to_nothing_is_followed(tmp_path):
    (tmp_path / "link.html").symlink_to("page.html")
    explore().to_html(tmp_path / "link.html")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "page.html").is_file()


@pytest.mark.parametrize("target", ["no/page.html", "."])
def test_what_cannot_be_written_is_named(target, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["explore", "-o", target]) == 2
    assert f"{target!r}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def command(*arguments, **keywords):
    return subprocess.run(
        [sys.executable, "-m", "sklearn_rankscore", *map(str, arguments)],
        check=False,
        stderr=subprocess.PIPE,
        **keywords,
    )


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="needs /dev/stdout")
def test_a_page_on_standard_output_is_all_that_is_there(tmp_path):
    piped = command("explore", "-o", "/dev/stdout", stdout=subprocess.PIPE)
    assert piped.stdout.decode() == explore().html
    with open(tmp_path / "page.html", "wb") as file:
        assert command("explore", "-o", "/dev/stdout", stdout=file).returncode == 0
    assert (tmp_path / "page.html").read_text("utf-8") == explore().html


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="needs /dev/stdout")
def test_a_report_and_its_text_share_a_file(tmp_path):
    table, both = tmp_path / "a.csv", tmp_path / "both"
    table.write_text(TABLE)
    options = ["--metrics", "map", "--html", "/dev/stdout"]
    with open(both, "wb") as file:
        command("evaluate", table, *options, stdout=file)
    text = both.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.count("the worst queries") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    explore().to_html(pipe)
    assert reader.communicate()[0].decode() == explore().html
    assert stat.S_ISFIFO(pipe.stat().st_mode)
