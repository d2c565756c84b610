"""The page as Python makes it: whole, safe to embed, and given Python's facts."""

import base64
import hashlib
import json
import math
import re
from dataclasses import fields
from html.parser import HTMLParser
from importlib.resources import files

import numpy as np
import pytest

from sklearn_rankscore import Convention, get_convention, list_conventions
from sklearn_rankscore._cli.explore import read_rows
from sklearn_rankscore._cli.main import main
from sklearn_rankscore._explain.values import TOLD
from sklearn_rankscore._explore.data import (
    READ,
    UNREAD,
    convention_data,
    presets_and_questions,
)
from sklearn_rankscore._explore.explore import SCRIPTS, explore
from sklearn_rankscore._metrics.catalogue import METRICS

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- & -->",
    "\u2028 \u2029 \\ \" '",
    "${title} $policy",
]


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of scripts."""

    def __init__(self, html):
        super().__init__()
        self.found, self.texts, self.inside = [], [], None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        self.inside = self.found[-1] if tag in ("script", "style") else None

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.texts.append((*self.inside, data))

    def named(self, name):
        return [attributes for tag, attributes in self.found if tag == name]


def data_of(page):
    texts = Elements(page.html).texts
    (text,) = (t for _, attributes, t in texts if attributes.get("id"))
    return json.loads(text)


def small(**keywords):
    return explore([2, 0, 1, 1], [4, 3, 2, 1], **{"groups": False, **keywords})


# -- one file, nothing else ----------------------------------------------------------


def test_nothing_is_loaded():
    elements = Elements(explore().html)
    loading = {"src", "srcset", "action", "data", "poster", "background"}
    for tag, attributes in elements.found:
        assert loading.isdisjoint(attributes), tag
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert attributes.get("href", "#").startswith("#")
    assert {"link", "iframe", "img", "base"}.isdisjoint(t for t, _ in elements.found)
    for _, _, text in elements.texts:
        assert not re.search(r"https?://|url\(|@import|fetch\(|XMLHttp|import\(", text)


def test_the_policy_admits_its_own_scripts_and_no_other():
    elements = Elements(explore().html)
    (policy,) = (m["content"] for m in elements.named("meta") if "http-equiv" in m)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    code = [text for tag, at, text in elements.texts if tag == "script" and not at]
    style = [text for tag, _, text in elements.texts if tag == "style"]
    for texts, rule in ((code, "script-src"), (style, "style-src")):
        digests = (hashlib.sha256(text.encode()).digest() for text in texts)
        hashes = [f"'sha256-{base64.b64encode(d).decode()}'" for d in digests]
        assert rules[rule].split() == hashes


@pytest.mark.parametrize("name", [*SCRIPTS, "page.css"])
def test_scripts_and_style_can_stand_in_a_page(name):
    text = files("sklearn_rankscore._explore").joinpath(name).read_text("utf-8")
    assert not re.search(r"</(script|style)|<!--", text, flags=re.IGNORECASE)


# -- what a user gives is text -------------------------------------------------------


def test_titles_cannot_leave_the_data():
    page = small(titles=HOSTILE[:4])
    plain = small()
    tags = [tag for tag, _ in Elements(page.html).found]
    assert tags == [tag for tag, _ in Elements(plain.html).found]
    assert data_of(page)["lists"][0]["titles"] == HOSTILE[:4]


@pytest.mark.parametrize("text", HOSTILE)
def test_query_ids_cannot_leave_the_data(text):
    page = explore([1, 0], [2, 1], groups=[text, text])
    assert data_of(page)["lists"][0]["query"] == f"Query {text}"
    raw = re.search(r'id="rankscore-data">(.*?)</script>', page.html, re.DOTALL)[1]
    assert not set(raw) & set("<>&\u2028\u2029")


def test_the_frame_of_a_notebook_is_sealed():
    frame = small(titles=HOSTILE[:4])._repr_html_()
    ((tag, attributes),) = Elements(frame).found
    assert tag == "iframe"
    assert attributes["sandbox"] == "allow-scripts"
    assert attributes["srcdoc"] == small(titles=HOSTILE[:4]).html


# -- facts come from Python ----------------------------------------------------------


def test_every_field_of_a_convention_is_read_or_knowingly_not():
    computed = {"gain", "empty", "metrics"}
    named = {field.name for field in fields(Convention)}
    assert named == {*READ, *UNREAD, *computed}


def test_every_keyword_of_the_kernels_is_known_to_the_page():
    known = {*READ, "gain", "arithmetic"}
    for told in TOLD:
        metric = METRICS[told.metric]
        assert set(metric.keywords) <= known, metric.name
        assert set(metric.parameters) <= {"max_grade", "persistence"}


@pytest.mark.parametrize("name", list_conventions())
def test_conventions_are_given_as_they_are(name):
    convention = get_convention(name)
    (found,) = (c for c in data_of(explore())["conventions"] if c["name"] == name)
    assert found["ties"] == convention.ties
    assert found["relevant_from"] == convention.relevant_from
    assert found["metrics"] == [t.key for t in TOLD if t.held_by(convention)]
    for told in TOLD:
        rule = convention.empty_rule(told.metric, METRICS[told.metric].family)
        assert found["empty"][told.metric] == rule


def test_functions_are_given_as_their_values():
    ours = Convention(
        name="ours",
        gain=lambda labels: labels**2,
        discount=lambda ranks: 1 / ranks,
        empty=math.nan,
    )
    found = convention_data(ours, {0, 1, 0.5}, depth=3)
    assert found["gain"] == {"pairs": [[0.0, 0.0], [0.5, 0.25], [1.0, 1.0]]}
    assert found["discount"] == [1.0, 0.5, 1 / 3]
    assert set(found["empty"].values()) == {"skip"}


def test_a_convention_of_ones_own_is_offered_and_opened():
    data = data_of(small(convention=Convention(name="ours", gain="exponential")))
    assert data["conventions"][-1]["name"] == data["start"]["convention"] == "ours"
    again = data_of(small(convention=get_convention("lightgbm")))
    assert [c["name"] for c in again["conventions"]] == list_conventions()
    assert again["start"]["convention"] == "lightgbm"


# -- presets and questions -----------------------------------------------------------

WRITTEN = presets_and_questions()


@pytest.mark.parametrize("preset", WRITTEN["presets"], ids=lambda p: p["id"])
def test_presets_are_sound(preset):
    grades = [grade for grade, _ in [*preset["rows"], *preset.get("missed", [])]]
    assert set(grades) <= set(range(len(preset["grade_names"])))
    assert len(preset["notice"]) == 2
    assert all(re.search(r"[.?!]$", sentence) for sentence in preset["notice"])
    titles = [title for _, title in preset["rows"]]
    assert len(set(titles)) == len(titles)
    scores = preset.get("scores", [])
    assert scores == sorted(scores, reverse=True)
    assert len(scores) in (0, len(titles))


def test_questions_lead_to_presets():
    presets = {preset["id"] for preset in WRITTEN["presets"]}
    assert len(presets) == len(WRITTEN["presets"])
    for question in WRITTEN["questions"]:
        assert question["preset"] in presets
        assert 0 <= question["right"] < len(question["options"])


def test_without_data_the_presets_open():
    data = data_of(explore())
    assert data["lists"] == []
    assert data["start"] == {"list": "default", "convention": "default"}


# -- lists of one's own --------------------------------------------------------------


def test_lists_keep_their_rows_in_order_of_first_appearance():
    page = explore(
        [1, 0, 3, 2],
        [0.1, 0.2, 0.3, 0.4],
        groups=["b", "a", "b", "a"],
        titles=["w", "x", "y", "z"],
        retrieved=[True, True, False, True],
        tiebreak=["d", "c", "b", "a"],
    )
    first, second = data_of(page)["lists"]
    assert (first["query"], second["query"]) == ("Query b", "Query a")
    assert (first["titles"], first["labels"]) == (["w", "y"], [1, 3])
    assert (first["retrieved"], first["keys"]) == ([True, False], [3, 1])
    assert second["scores"] == [0.2, 0.4]
    assert data_of(page)["start"]["list"] == first["id"] == "list-1"
    assert (first["k"], second["k"]) == (1, 2)


@pytest.mark.parametrize(("k", "cut"), [(None, 4), (1, 1), (3, 3), (6, 6), (50, 6)])
def test_the_cut_stays_within_reach_of_the_slider(k, cut):
    assert data_of(small(k=k))["lists"][0]["k"] == cut


@pytest.mark.parametrize(
    ("labels", "max_grade", "top"),
    [([0, 0], None, 1), ([2, 0], None, 2), ([1.5, 0], None, 2), ([2, 0], 4, 4)],
)
def test_the_top_of_the_scale(labels, max_grade, top):
    page = explore(labels, [2, 1], groups=False, max_grade=max_grade)
    assert data_of(page)["lists"][0]["max_grade"] == top


def test_a_matrix_holds_a_list_per_row():
    lists = data_of(explore([[1, 0], [0, 2]], [[2, 1], [2, 1]]))["lists"]
    assert [one["labels"] for one in lists] == [[1, 0], [0, 2]]
    assert lists[1]["titles"] == ["row 2", "row 3"]


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"groups": None}, "explore needs the query of each row"),
        ({"k": 0}, "The 'k' parameter of explore must be an int >= 1"),
        (
            {"titles": ["a"]},
            "'titles' parameter of explore must hold one title per row",
        ),
        ({"max_grade": 1}, "an int >= 2, the highest label, or None. Got 1 instead."),
        ({"max_grade": "x"}, "The 'max_grade' parameter of explore must be an int >="),
        ({"max_grade": True}, "The 'max_grade' parameter of explore must be an int >="),
        ({"convention": "nope"}, "The 'convention' parameter of explore must be"),
        (
            {"convention": Convention(name="default", gain="exponential")},
            "Got a changed 'default': give it a name of its own.",
        ),
    ],
)
def test_refusals(keywords, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        small(**keywords)


@pytest.mark.parametrize(
    ("given", "lacking"), [("y_true", "y_score"), ("y_score", "y_true")]
)
def test_one_array_alone_is_no_list(given, lacking):
    message = f"The {lacking!r} parameter of explore must be given with the other array"
    with pytest.raises(TypeError, match=re.escape(message)):
        explore(**{given: [1, 0]}, groups=False)


def test_a_page_has_room_for_so_many_rows():
    labels = np.zeros(50_001)
    with pytest.raises(ValueError, match=r"at most 50000 rows in one page\. Got 50001"):
        explore(labels, labels, groups=False)


def test_labels_that_nobody_gave_are_refused():
    with pytest.raises(ValueError, match=r"finite numbers. Got nan at row 1"):
        explore([1, math.nan], [2, 1], groups=False)


# -- the command line ----------------------------------------------------------------


def run(*arguments):
    return main([str(argument) for argument in arguments])


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(
        "qid,title,label,score,retrieved,doc_id,colour\n"
        'a,"one, two",3,0.5,yes,d3,red\n'
        "b,three,0,0.9,1,d1,\n"
        "a,four,1,0.7,False,d2,\n",
        encoding="utf-8",
    )
    return path


def test_explore_writes_a_page(table, tmp_path, capsys):
    page = tmp_path / "page.html"
    code = run("explore", table, "-o", page, "--convention", "trec_eval", "--k", 2)
    assert (code, capsys.readouterr().out) == (0, f"wrote {page}\n")
    html = page.read_text("utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert '"titles":["one, two","four"]' in html
    assert '"keys":[2,1]' in html
    assert '"start":{"list":"list-1","convention":"trec_eval"}' in html


def test_explore_without_a_file_writes_the_presets(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run("explore") == 0
    assert capsys.readouterr().out == "wrote explore.html\n"
    assert (tmp_path / "explore.html").read_text("utf-8") == explore().html


@pytest.mark.parametrize("convention", ["default", "trec_eval"])
def test_explain_prints_a_list(table, capsys, convention):
    code = run("explain", table, "--group", "a", "--k", 1, "--convention", convention)
    printed = capsys.readouterr().out
    assert code == 0
    assert printed.startswith("group a: n = 1 rows, R = 2 relevant, k = 1\n")
    assert "one, two" in printed


def test_a_table_by_tabs_without_queries_is_one_list(tmp_path):
    path = tmp_path / "rows.tsv"
    path.write_text("score\trel\n2\t1\n1\t0\n", encoding="utf-8")
    assert read_rows(path) == {"y_true": [1, 0], "y_score": [2, 1], "groups": False}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("label\n1\n", "must have a column 'score' or 'y_score' or 'sim'. Its columns"),
        ("score\n1\n", "must have a column 'relevance' or"),
        ("label,score\n", "must have a head and at least one row"),
        (
            "label,score\n1,x\n",
            "rows.csv' must hold numbers. Got 'x' in row 2",
        ),
        ("label,score\n1,2\n1\n", "must have 2 columns in every row"),
        ("label,score,retrieved\n1,2,maybe\n", "must hold yes or no. Got 'maybe'"),
        ("label,score\n-1,2\n", "labels >= 0"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, capsys, text, message):
    path = tmp_path / "rows.csv"
    path.write_text(text, encoding="utf-8")
    assert run("explore", path, "-o", tmp_path / "page.html") == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_a_blank_score_of_what_was_never_returned_is_not_read(tmp_path, capsys):
    text = "label,score,retrieved\n1,0.5,yes\n0,,{}\n"
    path = tmp_path / "a.csv"
    for command in ("explain", "explore"):
        options = ["-o", str(tmp_path / "a.html")] if command == "explore" else []
        path.write_text(text.format("no"))
        assert main([command, str(path), *options]) == 0
        path.write_text(text.format("yes"))
        assert main([command, str(path), *options]) == 2
        assert (
            "a.csv' must hold numbers. Got an empty cell in row 3"
            in capsys.readouterr().err
        )


def test_an_empty_file_is_refused_in_one_line(tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_text("")
    assert main(["explain", str(path)]) == 2
    assert "a.csv' must have a head and at least one row." in capsys.readouterr().err


def test_a_missing_file_and_a_missing_group(tmp_path, table, capsys):
    assert run("explore", tmp_path / "none.csv") == run("explain", table) == 2
    printed = capsys.readouterr().err
    assert "No such file" in printed
    assert "must be the id of one of the 2 lists: 'a', 'b'" in printed
