"""Ids of any type and order become lists in order of first appearance."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sklearn_rankscore import map_score
from sklearn_rankscore._lists.groups import group_rows


def naive(ids):
    """Rows of each id, ids in order of first appearance."""
    rows = {}
    for row, one in enumerate(ids):
        rows.setdefault(one, []).append(row)
    return rows


def rows_by_list(groups):
    order = np.arange(groups.n_rows) if groups.order is None else groups.order
    return [part.tolist() for part in np.split(order, groups.offsets[1:-1])]


def draw(dtype, n=300):
    rng = np.random.default_rng(0)
    info = np.iinfo(dtype)
    some = np.array([info.min, info.min + 1, 0, 3, info.max - 1, info.max], dtype=dtype)
    return rng.choice(some, size=n)


WHOLE = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
DAYS = [datetime.date(2026, 1, day) for day in (3, 1, 3, 2, 1)]
MANY = {
    **{dtype: draw(dtype) for dtype in WHOLE},
    **{f"dense {dtype}": np.arange(600) % 113 for dtype in WHOLE[:4]},
    "bool": [True, False, True, True],
    "float": [0.5, -0.0, 0.0, 0.5],
    "text": ["b", "a", "b", "ä", "a"],
    "bytes": [b"b", b"a", b"b"],
    "mixed": ["1", (1,), "1", (2, 3), (1,), (2, 3)],
    "wide": [2**70, -1, 2**70, 2**70 + 1],
    "dates": DAYS,
    "datetime64": np.array(["2026-01-02", "2026-01-01", "2026-01-02"], "datetime64[D]"),
    "column": np.array([[4], [2], [4]]),
    "category": pd.Series(["b", "a", "b"], dtype=pd.CategoricalDtype(["c", "b", "a"])),
    "pandas Int64": pd.Series([4, 2, 4], dtype="Int64"),
    "pandas string": pd.Series(["x", "y", "x"], dtype="string"),
    "polars": pl.Series(["x", "y", "x"]),
    "pyarrow": pa.array(["x", "y", "x"]),
}


@pytest.mark.parametrize("kind", MANY)
@pytest.mark.parametrize("layout", ["as it is", "sorted runs"])
def test_lists_are_those_of_a_dict(kind, layout):
    ids = MANY[kind]
    if kind.startswith("dense"):
        ids = np.random.default_rng(1).permutation(ids).astype(kind.split()[1])
    plain = ids if kind == "mixed" else np.asarray(ids, object).ravel().tolist()
    if layout == "sorted runs":
        plain = [one for one, rows in naive(plain).items() for _ in rows]
        ids = plain if kind == "mixed" else np.array(plain, dtype=object)
    groups = group_rows(ids, len(plain), "ndcg_score")
    expected = naive(plain)
    assert groups.ids.tolist() == list(expected)
    assert rows_by_list(groups) == list(expected.values())
    assert (groups.order is None) == (layout == "sorted runs")


@pytest.mark.parametrize(
    "ids",
    [
        [1.0, float("nan")],
        ["a", None],
        pd.Series(["a", pd.NA], dtype="string"),
        pd.Series([1, pd.NA], dtype="Int64"),
        np.array(["2026-01-01", "NaT"], "datetime64[D]"),
        pl.Series(["a", None]),
        pa.array(["a", None]),
    ],
    ids=str,
)
def test_a_missing_id_is_refused_with_its_row(ids):
    with pytest.raises(ValueError, match=r"Got a missing id at row 1\."):
        group_rows(ids, 2, "ndcg_score")


@pytest.mark.parametrize(
    ("ids", "first", "second"),
    [
        ([1, 1, True], "1, a whole number, at row 0", "True, a bool, at row 2"),
        ([True, 0.0], "True, a bool, at row 0", "0.0, a fraction, at row 1"),
        ([2, "2"], "2, a whole number, at row 0", "'2', text, at row 1"),
        ([b"a", "a"], "b'a', bytes, at row 0", "'a', text, at row 1"),
        ([1, 1.0, 2], "1, a whole number, at row 0", "1.0, a fraction, at row 1"),
    ],
)
@pytest.mark.parametrize("container", [list, tuple, "array", "pandas"])
def test_ids_of_several_kinds_are_no_ids(ids, first, second, container):
    """Python finds 1, True and 1.0 equal, and text arrays would hold "2" for both."""
    if container == "array":
        given = np.empty(len(ids), dtype=object)
        given[:] = ids
    elif container == "pandas":
        given = pd.Series(ids, dtype=object)
    else:
        given = container(ids)
    with pytest.raises(TypeError, match=rf"'groups' .* Got {first} and {second}"):
        group_rows(given, len(ids), "ndcg_score")
    if len(ids) == 2:
        rows = {"groups": False, "ties": "ascending", "tiebreak": given}
        with pytest.raises(TypeError, match=rf"'tiebreak' .* Got {first} and {second}"):
            map_score([1, 0], [0.5, 0.5], **rows)


def test_a_missing_id_among_text_is_told_as_missing():
    with pytest.raises(ValueError, match=r"Got a missing id at row 1\."):
        group_rows(["a", float("nan")], 2, "ndcg_score")


def test_numpy_and_python_kinds_are_one():
    ids = np.array([np.int64(3), 3, np.str_("a"), "a"], dtype=object)
    assert group_rows(ids[:2], 2, "f").n_lists == 1
    assert group_rows(ids[2:], 2, "f").n_lists == 1


def test_an_id_of_several_parts_is_told_the_remedy():
    with pytest.raises(ValueError, match=r"shape \(2, 2\)\..*\[f'\{a\}/\{b\}' for"):
        group_rows([("u1", "q1"), ("u1", "q2")], 2, "ndcg_score")


def test_keys_that_have_no_order_are_refused():
    keys = [("a", 1), "b"]
    rows = {"groups": False, "ties": "ascending", "tiebreak": keys}
    with pytest.raises(TypeError, match="keys that can be ordered among each other"):
        map_score([1, 0], [0.5, 0.5], **rows)
