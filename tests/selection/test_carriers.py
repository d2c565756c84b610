"""What ``groups=`` of scorers and adapter finds, and what it refuses."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.linear_model import Ridge

from sklearn_rankscore import (
    GroupedRanker,
    get_rank_scorer,
    make_rank_scorer,
    mrr_score,
)
from sklearn_rankscore._selection.carriers import (
    check_carrier,
    drop_carrier,
    resolve_groups,
)

IDS = ["b", "a", "b", "c"]
NUMBERS = [1, 0, 1, 2]
COLUMNS = {"x": [0.5, 1.5, 2.5, 3.5], "qid": IDS, "z": [1, 2, 3, 4]}
PANDAS = pd.DataFrame(COLUMNS, index=[7, 5, 3, 1])
LABELS = np.array([0, 1, 1, 0])
MATRIX = np.array([[0.5, 1.5, 2.5, 3.5], NUMBERS, [1, 2, 3, 4]]).T
NESTED = pd.MultiIndex.from_arrays([["u"] * 4, IDS], names=["user", "qid"])


def ids_of_frame(X):
    return X["qid"]


FRAMES = {
    "pandas": PANDAS,
    "polars": pl.DataFrame(COLUMNS),
    "pyarrow": pa.table(COLUMNS),
}
ARRAYS = {
    "ndarray": MATRIX,
    "nested list": MATRIX.tolist(),
    "csr_matrix": sparse.csr_matrix(MATRIX),
    "csr_array": sparse.csr_array(MATRIX),
    "csc_array": sparse.csc_array(MATRIX),
    "coo_array": sparse.coo_array(MATRIX),
}


def found(carrier, X, y=LABELS, groups=None):
    ids = resolve_groups(carrier, X, y, groups, "f")
    return np.asarray(ids).tolist()


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("carrier", ["qid", 1, np.int64(1), -2, ids_of_frame])
def test_a_column_of_a_frame(kind, carrier):
    assert found(carrier, FRAMES[kind]) == IDS


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("carrier", [1, -2])
def test_a_column_of_an_array(kind, carrier):
    assert found(carrier, ARRAYS[kind]) == NUMBERS


def test_int_names_of_columns_are_positions():
    frame = pd.DataFrame({2: [0, 0], 0: [5, 6]})
    assert found(0, frame) == [0, 0]
    assert found(1, frame) == [5, 6]


@pytest.mark.parametrize(
    ("X", "y"),
    [
        pytest.param(
            PANDAS[["x"]].set_index(pd.Index(IDS, name="qid")), LABELS, id="X"
        ),
        pytest.param(PANDAS[["x"]].set_index(NESTED), LABELS, id="level of X"),
        pytest.param(MATRIX, pd.Series(LABELS, pd.Index(IDS, name="qid")), id="y"),
        pytest.param(MATRIX, pd.Series(LABELS, NESTED), id="level of y"),
        pytest.param(PANDAS[["x"]], pd.DataFrame(LABELS, NESTED), id="frame y"),
        pytest.param(
            pl.DataFrame({"x": [1, 2, 3, 4]}), pd.Series(LABELS, NESTED), id="polars X"
        ),
        pytest.param(
            sparse.csr_array(MATRIX), pd.Series(LABELS, NESTED), id="sparse X"
        ),
        pytest.param(MATRIX.tolist(), pd.Series(LABELS, NESTED), id="list X"),
    ],
)
def test_an_index_level(X, y):
    assert found("qid", X, y) == IDS


def test_a_name_is_a_column_first_then_a_level_of_x_then_of_y():
    y = pd.Series(LABELS, pd.Index([9, 9, 9, 9], name="qid"))
    X = PANDAS.set_index(pd.Index([8, 8, 8, 8], name="qid"))
    assert found("qid", X, y) == IDS
    assert found("qid", X[["x"]], y) == [8, 8, 8, 8]
    assert found("qid", PANDAS[["x"]], y) == [9, 9, 9, 9]


def test_a_series_is_looked_up_by_the_index_of_x():
    lookup = pd.Series(["c", "b", "a", "b", "unused"], index=[1, 3, 5, 7, 9])
    assert found(lookup, PANDAS) == IDS
    assert found(lookup, PANDAS.iloc[[3, 3, 0]]) == ["c", "c", "b"]


def test_none_is_metadata_and_false_is_one_list_by_identity():
    assert found(None, PANDAS, groups=IDS) == IDS
    assert resolve_groups(None, PANDAS, LABELS, None, "f") is None
    assert resolve_groups(False, PANDAS, LABELS, IDS, "f") is False
    assert found(0, MATRIX) == MATRIX[:, 0].tolist()


@pytest.mark.parametrize(
    "carrier", ["qid", 1, ids_of_frame, pd.Series(IDS, index=PANDAS.index)]
)
def test_an_explicit_carrier_wins_over_metadata(carrier):
    assert found(carrier, PANDAS, groups=[4, 4, 4, 4]) == IDS


BARE = [
    IDS,
    tuple(IDS),
    np.array(IDS),
    pd.Index(IDS),
    pl.Series(IDS),
    pa.array(IDS),
    PANDAS,
    {"a": 1},
    {"a"},
]


@pytest.mark.parametrize("groups", BARE, ids=lambda value: type(value).__name__)
def test_bare_arrays_are_refused_and_the_others_named(groups):
    takers = {
        "get_rank_scorer": lambda: get_rank_scorer("ndcg", groups=groups),
        "make_rank_scorer": lambda: make_rank_scorer(mrr_score, groups=groups),
        "GroupedRanker": lambda: GroupedRanker(None, groups=groups).fit(MATRIX, LABELS),
    }
    for name, take in takers.items():
        with pytest.raises(TypeError) as caught:
            take()
        message = str(caught.value)
        assert f"The 'groups' parameter of {name} must be None" in message
        assert f"Got {type(groups).__name__} instead" in message
        for word in ("str", "int", "Series", "callable", "False", "metadata"):
            assert word in message


@pytest.mark.parametrize("groups", [True, np.False_, np.True_, 1.0, b"qid", object()])
def test_what_is_no_carrier_is_refused(groups):
    with pytest.raises(TypeError, match=f"Got {type(groups).__name__} instead"):
        check_carrier(groups, "f")


def sparse_ids(X):
    return sparse.csr_array(np.array(NUMBERS)[:, np.newaxis])


NOT_IDS = {
    "numpy's False": (None, np.False_, "must be Python's False .* Pass groups=False"),
    "callable to a bool": (lambda X: np.False_, None, "must be Python's False"),
    "sparse": (
        None,
        sparse.csc_matrix(np.eye(4)[:, :1]),
        r"sparse csc_matrix of shape \(4, 1\).*groups\.toarray\(\)\.ravel\(\)",
    ),
    "callable to sparse": (sparse_ids, None, r"sparse csr_array of shape \(4, 1\)"),
}


@pytest.mark.parametrize("case", NOT_IDS)
def test_what_looks_like_ids_but_is_none_is_refused(case):
    carrier, groups, message = NOT_IDS[case]
    with pytest.raises(TypeError, match=message):
        resolve_groups(carrier, MATRIX, LABELS, groups, "f")


def test_numpys_false_is_no_carrier_and_told_from_false():
    with pytest.raises(TypeError, match=r"Python's False.*Pass groups=False"):
        get_rank_scorer("ndcg", groups=np.False_)


def test_a_series_needs_a_unique_index():
    with pytest.raises(ValueError, match=r"unique index\. Got 3 more than once"):
        check_carrier(pd.Series(IDS, index=[1, 3, 3, 5]), "f")


MISSES = {
    "no such column": ("query", PANDAS, "Got 'query'; X is a DataFrame, its columns"),
    "no names": ("qid", MATRIX, "X is a ndarray.*set_output"),
    "too wide": (3, MATRIX, "Got 3 for 3 columns"),
    "too far left": (-4, MATRIX, "Got -4 for 3 columns"),
    "one dimension": (0, MATRIX[:, 0], "Got 0 for 0 columns"),
    "label without id": (
        pd.Series(IDS[:3], index=[7, 5, 3]),
        PANDAS,
        r"Got none for 1 at row 3 \(first of 1\)",
    ),
    "no index": (pd.Series(IDS), MATRIX, "X of type ndarray, which has no index"),
    "polars has no index": (pd.Series(IDS), FRAMES["polars"], "which has no index"),
}


@pytest.mark.parametrize("case", MISSES)
def test_a_carrier_that_finds_nothing_says_what_it_looked_at(case):
    carrier, X, message = MISSES[case]
    with pytest.raises(ValueError, match=message):
        resolve_groups(carrier, X, LABELS, None, "f")


def width(X):
    return X.shape[1] if hasattr(X, "shape") else len(X[0])


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("carrier", ["qid", 1, -2])
def test_the_column_is_dropped_from_a_frame_of_the_same_kind(kind, carrier):
    X = FRAMES[kind]
    kept = drop_carrier(carrier, X)
    assert type(kept) is type(X)
    names = getattr(kept, "column_names", None) or list(kept.columns)
    assert names == ["x", "z"]


@pytest.mark.parametrize("kind", ARRAYS)
def test_the_column_is_dropped_from_an_array(kind):
    kept = drop_carrier(1, ARRAYS[kind])
    dense = kept.toarray() if sparse.issparse(kept) else np.asarray(kept)
    np.testing.assert_array_equal(dense, MATRIX[:, [0, 2]])


@pytest.mark.parametrize("carrier", ["qid", 1, -2])
def test_a_column_that_is_gone_already_is_not_dropped_again(carrier):
    kept = drop_carrier(carrier, drop_carrier(carrier, PANDAS), n_features=2)
    assert list(kept.columns) == ["x", "z"]
    assert list(drop_carrier(carrier, PANDAS, n_features=2).columns) == ["x", "z"]


@pytest.mark.parametrize("carrier", [None, False, ids_of_frame, pd.Series(IDS), "user"])
def test_carriers_that_are_no_column_drop_nothing(carrier):
    assert drop_carrier(carrier, PANDAS) is PANDAS


def test_dropping_keeps_the_index_and_dtypes():
    frame = PANDAS.assign(kind=pd.Categorical(["u", "v", "u", "v"]))
    pd.testing.assert_frame_equal(drop_carrier("qid", frame), frame.drop(columns="qid"))


def _objects(*values):
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


# A fold is a selection of rows: each kind of ids must come out as the same lists.
IDS_OF_EVERY_KIND = {
    "str": np.array(IDS),
    "object": np.array(IDS, dtype=object),
    "bytes": np.array([b"b", b"a", b"b", b"c"]),
    "mixed objects": _objects("b", ("a", 1), "b", (2,)),
    "category": pd.Series(IDS, dtype="category"),
    "string": pd.Series(IDS, dtype="string"),
    "datetime": pd.to_datetime(pd.Series(["2020", "2019", "2020", "2021"])),
    "uint64": np.array([2**64 - 1, 2**63, 2**64 - 1, 0], dtype=np.uint64),
    "negative": np.array([-1, -2, -1, 5]),
    "float": np.array([1.5, 0.5, 1.5, 2.5]),
    "bool-like list": [True, False, True, True],
    "list": IDS,
    "tuple": tuple(IDS),
    "column": np.array(IDS)[:, np.newaxis],
    "polars": pl.Series(IDS),
    "pyarrow": pa.chunked_array([IDS]),
    "index": pd.Index(IDS),
    "other index": pd.Series(IDS, index=[40, 30, 20, 10]),
}


@pytest.mark.parametrize("kind", IDS_OF_EVERY_KIND)
def test_ids_of_every_kind_group_by_position(kind):
    ids = IDS_OF_EVERY_KIND[kind]
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    model = Ridge().fit(X, [0, 1, 2, 3])
    codes = [1, 0, 1, 1] if kind == "bool-like list" else NUMBERS
    scorer = get_rank_scorer("mrr")
    y = [1, 1, 0, 1]
    assert scorer(model, X, y, groups=ids) == scorer(model, X, y, groups=codes)
