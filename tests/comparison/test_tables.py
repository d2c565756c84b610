"""Result tables: text, Markdown, HTML, frames of whatever library there is."""

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sklearn_rankscore._comparison import tables
from sklearn_rankscore._comparison.tables import Table

TABLE = Table(
    {
        "name": ["a", "b|c"],
        "value": [0.1, None],
        "count": [1, 20],
        "same": [True, False],
        "why": ["", "<b>"],
    },
    title="two & more",
    notes=("A note <i>.",),
)


def test_text_is_aligned_numbers_to_the_right():
    assert str(TABLE).splitlines() == [
        "two & more",
        "",
        "name  value  count  same  why",
        "a       0.1      1   yes",
        "b|c             20    no  <b>",
        "",
        "A note <i>.",
    ]
    assert repr(TABLE) == str(TABLE)


def test_markdown_escapes_the_separator():
    assert TABLE.markdown().splitlines() == [
        "| name | value | count | same | why |",
        "| --- | ---: | ---: | ---: | --- |",
        "| a | 0.1 | 1 | yes |  |",
        "| b\\|c |  | 20 | no | <b> |",
    ]


def test_html_escapes_everything():
    text = TABLE._repr_html_()
    assert "<p><b>two &amp; more</b></p>" in text
    assert "<td>&lt;b&gt;</td>" in text
    assert "<p>A note &lt;i&gt;.</p>" in text
    assert text.count("<tr>") == 3


def test_rows_are_dicts():
    assert len(TABLE) == 2
    assert TABLE.rows[1] == {
        "name": "b|c",
        "value": None,
        "count": 20,
        "same": False,
        "why": "<b>",
    }


@pytest.mark.parametrize(
    ("libraries", "kind"),
    [
        (("pandas", "polars", "pyarrow"), pd.DataFrame),
        (("polars", "pyarrow"), pl.DataFrame),
        (("pyarrow",), pa.Table),
    ],
)
def test_frame_of_the_first_library_that_is_installed(libraries, kind, monkeypatch):
    found = {"find_spec": lambda name: name if name in libraries else None}
    monkeypatch.setattr(tables, "find_spec", found["find_spec"])
    frame = TABLE.frame()
    assert type(frame) is kind
    assert frame.shape == (2, 5)
    assert list(frame["count"]) == [1, 20] or frame["count"].to_pylist() == [1, 20]


def test_without_a_library_the_frame_is_a_dict_of_columns(monkeypatch):
    monkeypatch.setattr(tables, "find_spec", lambda name: None)
    assert TABLE.frame() == {name: list(of) for name, of in TABLE.columns.items()}


def test_a_table_may_be_empty():
    empty = Table({"name": [], "value": []})
    assert len(empty) == 0
    assert str(empty) == "name  value"
    assert empty.frame().shape == (0, 2)
    assert len(Table({})) == 0
