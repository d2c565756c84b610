"""The data sets: what they promise about lists, images, grades and files."""

import gzip
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_digits

from sklearn_rankscore.datasets import (
    load_digits_ranking,
    load_ranking_file,
    make_ranking,
)
from sklearn_rankscore.datasets.digits import LOOK_ALIKES

SUBSETS = {"train": (0, 1198), "test": (1198, 1797)}


def list_sizes(groups):
    return np.unique(groups, return_counts=True)[1]


def number_of_runs(groups):
    return 1 + np.count_nonzero(groups[1:] != groups[:-1])


# ------------------------------------------------------------------ digit images


@pytest.mark.parametrize("subset", SUBSETS)
def test_digits_stay_in_their_pool_and_leave_out_the_query(subset):
    digits = load_digits_ranking(subset=subset)
    first, last = SUBSETS[subset]
    for images in (digits.groups, digits.documents):
        assert first <= images.min()
        assert images.max() < last
    assert not np.any(digits.groups == digits.documents)


def test_digits_lists_have_the_sizes_asked_for_and_no_image_twice():
    digits = load_digits_ranking(n_queries=150, n_candidates=(3, 9))
    sizes = list_sizes(digits.groups)
    assert len(sizes) == number_of_runs(digits.groups) == 150
    assert set(sizes) == set(range(3, 10))
    pairs = np.column_stack([digits.groups, digits.documents])
    assert len(np.unique(pairs, axis=0)) == len(pairs) == len(digits.target)
    assert set(list_sizes(load_digits_ranking(n_candidates=7).groups)) == {7}


def test_digits_can_use_the_whole_pool():
    every_query = load_digits_ranking(subset="test", n_queries=599, n_candidates=1)
    np.testing.assert_array_equal(np.sort(every_query.groups), np.arange(1198, 1797))
    every_other = load_digits_ranking(subset="test", n_queries=2, n_candidates=598)
    assert set(list_sizes(every_other.groups)) == {598}


def test_digits_grades_follow_the_table_of_look_alikes():
    digits = load_digits_ranking()
    shown = load_digits().target
    pairs = {frozenset(pair) for pair in LOOK_ALIKES}
    for query, document, grade in zip(
        digits.groups, digits.documents, digits.target, strict=True
    ):
        seen = {shown[query], shown[document]}
        assert grade == (2 if len(seen) == 1 else int(frozenset(seen) in pairs))
    assert set(digits.target) == {0, 1, 2}
    table = load_digits_ranking.__doc__
    assert f"a look-alike: {', '.join(f'{a}-{b}' for a, b in LOOK_ALIKES)}," in table


def test_digits_features_come_from_the_pixels():
    digits = load_digits_ranking(n_queries=3, n_candidates=4)
    images = load_digits().images / 16
    for row in range(len(digits.target)):
        query, document = images[digits.groups[row]], images[digits.documents[row]]
        blocks = {
            f"block_{i}{j}": abs(
                np.mean((query - document)[2 * i : 2 * i + 2, 2 * j : 2 * j + 2])
            )
            for i in range(4)
            for j in range(4)
        }
        rows, _ = np.mgrid[:8, :8]
        expected = {
            "euclidean": np.linalg.norm(query - document),
            "euclidean_shifted": min(
                np.linalg.norm(query - moved(document, i, j))
                for i in (-1, 0, 1)
                for j in (-1, 0, 1)
            ),
            "manhattan": np.abs(query - document).sum(),
            "chebyshev": np.abs(query - document).max(),
            "cosine": np.vdot(query, document)
            / (np.linalg.norm(query) * np.linalg.norm(document)),
            "correlation": np.corrcoef(query.ravel(), document.ravel())[0, 1],
            "overlap": np.minimum(query, document).sum()
            / np.maximum(query, document).sum(),
            "row_profile": np.abs(query.sum(axis=1) - document.sum(axis=1)).sum(),
            "column_profile": np.abs(query.sum(axis=0) - document.sum(axis=0)).sum(),
            "centre_row": abs(
                np.average(rows, weights=query) - np.average(rows, weights=document)
            ),
            "centre_column": abs(
                np.average(rows.T, weights=query) - np.average(rows.T, weights=document)
            ),
            "ink_query": query.mean(),
            "ink_document": document.mean(),
            "ink_difference": abs(query.mean() - document.mean()),
            **blocks,
        }
        assert list(expected) == digits.feature_names
        np.testing.assert_allclose(digits.data[row], list(expected.values()), rtol=1e-9)


def moved(image, rows, columns):
    """Move an image by up to one pixel; what leaves it is lost."""
    wide = np.pad(image, 2)
    return wide[2 + rows : 10 + rows, 2 + columns : 10 + columns]


def test_digits_can_be_learnt_but_not_solved_by_one_feature():
    digits = load_digits_ranking()
    cosine = digits.data[:, digits.feature_names.index("cosine")]
    by_grade = [cosine[digits.target == grade].mean() for grade in (0, 1, 2)]
    assert by_grade == sorted(by_grade)
    assert cosine[digits.target == 0].max() > cosine[digits.target == 2].min()


def test_digits_repeat_for_the_same_seed_only():
    one, same, other = (load_digits_ranking(random_state=s) for s in (1, 1, 2))
    np.testing.assert_array_equal(one.documents, same.documents)
    assert not np.array_equal(one.groups[:100], other.groups[:100])


def test_digits_as_tuple_and_as_frame():
    digits = load_digits_ranking(n_queries=5)
    X, y, groups = load_digits_ranking(n_queries=5, return_X_y=True)
    np.testing.assert_array_equal(X, digits.data)
    np.testing.assert_array_equal(y, digits.target)
    np.testing.assert_array_equal(groups, digits.groups)
    frame, grades, ids = load_digits_ranking(
        n_queries=5, return_X_y=True, as_frame=True
    )
    expected = pd.DataFrame(X, pd.Index(groups, name="qid"), digits.feature_names)
    pd.testing.assert_frame_equal(frame, expected)
    pd.testing.assert_series_equal(grades, pd.Series(y, expected.index, name="grade"))
    np.testing.assert_array_equal(ids, groups)


# --------------------------------------------------------------- synthetic lists


def test_make_ranking_gives_the_lists_asked_for():
    X, y, groups = make_ranking(300, (2, 4), 7, random_state=0)
    assert X.shape == (len(y), 7) == (len(groups), 7)
    np.testing.assert_array_equal(np.unique(groups), np.arange(300))
    assert number_of_runs(groups) == 300
    assert set(list_sizes(groups)) == {2, 3, 4}
    assert set(list_sizes(make_ranking(9, 6)[2])) == {6}


@pytest.mark.parametrize("n_grades", [1, 2, 5])
def test_make_ranking_halves_the_share_of_each_grade(n_grades):
    _, y, _ = make_ranking(
        4000, 25, 2, n_informative=1, n_grades=n_grades, random_state=0
    )
    halving = 0.5 ** np.arange(n_grades)
    shares = np.bincount(y, minlength=n_grades) / len(y)
    np.testing.assert_allclose(shares, halving / halving.sum(), atol=0.01)


def test_make_ranking_without_noise_grades_by_the_informative_column():
    X, y, groups = make_ranking(50, 20, 3, n_informative=1, noise=0, random_state=0)
    steps = [
        np.diff(y[groups == query][np.argsort(X[groups == query, column])])
        for column in (0, 2)
        for query in range(50)
    ]
    signs = [set(np.sign(np.concatenate(part))) for part in (steps[:50], steps[50:])]
    assert signs[0] in ({0, 1}, {0, -1})
    assert signs[1] == {-1, 0, 1}
    assert all(np.ptp(X[groups == query, 1]) == 0 for query in range(50))
    assert len(set(X[:, 1])) == 50


def test_make_ranking_moves_whole_lists_by_the_query_effect():
    def share_between_lists(query_effect):
        _, y, groups = make_ranking(
            400, 20, 2, n_informative=1, query_effect=query_effect, random_state=0
        )
        means = np.bincount(groups, weights=y) / np.bincount(groups)
        return means.var() / y.var()

    assert share_between_lists(0) < 0.1 < 0.5 < share_between_lists(2.0)


def test_make_ranking_shuffles_rows_together():
    X, y, groups = make_ranking(20, 10, random_state=3)
    mixed = make_ranking(20, 10, shuffle_rows=True, random_state=3)
    assert number_of_runs(mixed[2]) > 20
    before = np.column_stack([X, y, groups])
    after = np.column_stack(mixed)
    np.testing.assert_array_equal(
        before[np.lexsort(before.T)], after[np.lexsort(after.T)]
    )


def test_make_ranking_repeats_for_the_same_seed():
    for one, same in zip(
        make_ranking(random_state=1), make_ranking(random_state=1), strict=True
    ):
        np.testing.assert_array_equal(one, same)


# ------------------------------------------------------------------------- files

ROWS = "2 qid:7 1:1 3:0.5\n0 qid:7 2:1 # docid = 4\n# a comment\n1 qid:9 1:3\n"
PLAIN = "2 1:1 3:0.5\n0 2:1\n1 1:3\n"
FEATURES = [[1, 0, 0.5], [0, 1, 0], [3, 0, 0]]


def write(folder, name, text):
    path = folder / name
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("files", "options", "groups"),
    [
        ({"a.txt": ROWS}, {}, [7, 7, 9]),
        ({"a.txt.gz": ROWS}, {}, [7, 7, 9]),
        ({"a.txt": ROWS, "a.txt.query": "1\n2\n"}, {}, [7, 7, 9]),
        ({"a.txt": ROWS, "b": "1\n2\n"}, {"query_path": "b"}, [0, 1, 1]),
        ({"a.txt": PLAIN, "a.txt.query": "2\n1\n"}, {}, [0, 0, 1]),
        ({"a.txt": PLAIN, "a.txt.query": "1\n\n2"}, {}, [0, 1, 1]),
        ({"a.txt.gz": PLAIN, "a.txt.query": "2\n1\n"}, {}, [0, 0, 1]),
        ({"a.txt.gz": PLAIN, "a.txt.gz.query": "3\n"}, {}, [0, 0, 0]),
        (
            {"a": PLAIN.replace("1 1:3", "1 qid:2 1:3"), "q": "3"},
            {"query_path": "q"},
            [0] * 3,
        ),
    ],
)
def test_file_gives_rows_labels_and_lists(tmp_path, files, options, groups):
    paths = [write(tmp_path, *file) for file in files.items()]
    if options:
        options = {"query_path": tmp_path / options["query_path"]}
    loaded = load_ranking_file(paths[0], **options)
    np.testing.assert_array_equal(loaded.data.toarray(), FEATURES)
    np.testing.assert_array_equal(loaded.target, [2, 0, 1])
    np.testing.assert_array_equal(loaded.groups, groups)
    assert loaded.target.dtype == np.int64
    assert loaded.feature_names == ["feature_0", "feature_1", "feature_2"]
    assert loaded.filename == str(paths[0])
    X, y, ids = load_ranking_file(str(paths[0]), return_X_y=True, **options)
    assert (loaded.data != X).nnz == 0
    np.testing.assert_array_equal(y, loaded.target)
    np.testing.assert_array_equal(ids, loaded.groups)


def test_file_keeps_rows_where_they_are_and_labels_as_they_are(tmp_path):
    path = write(tmp_path, "a", "0.5 qid:3 0:1\n2 qid:1 1:1\n1 qid:3 1:1\n")
    loaded = load_ranking_file(path)
    np.testing.assert_array_equal(loaded.groups, [3, 1, 3])
    np.testing.assert_array_equal(loaded.target, [0.5, 2, 1])
    assert load_ranking_file(path, n_features=5).data.shape == (3, 5)
    one_more = load_ranking_file(path, zero_based=True, n_features=4)
    assert one_more.data.shape == (3, 4)


# ------------------------------------------------------------------ what is refused


def count_message(name, function, allowed, got):
    return (
        f"The {name!r} parameter of {function} must be an int {allowed}. "
        f"Got {got!r} instead."
    )


@pytest.mark.parametrize(
    ("call", "parameters", "message"),
    [
        (
            load_digits_ranking,
            {"n_queries": 1199},
            count_message("n_queries", "load_digits_ranking", "from 1 to 1198", 1199),
        ),
        (
            load_digits_ranking,
            {"subset": "test", "n_queries": 0},
            count_message("n_queries", "load_digits_ranking", "from 1 to 599", 0),
        ),
        (
            load_digits_ranking,
            {"n_candidates": (5, 1198)},
            count_message(
                "n_candidates", "load_digits_ranking", "from 1 to 1197", 1198
            ),
        ),
        (
            load_digits_ranking,
            {"n_candidates": 2.5},
            count_message("n_candidates", "load_digits_ranking", "from 1 to 1197", 2.5),
        ),
        (
            make_ranking,
            {"n_queries": True},
            count_message("n_queries", "make_ranking", ">= 1", True),
        ),
        (
            make_ranking,
            {"n_docs": (0, 3)},
            count_message("n_docs", "make_ranking", ">= 1", 0),
        ),
        (
            make_ranking,
            {"n_docs": (4, 3)},
            "The 'n_docs' parameter of make_ranking must be an int or a tuple "
            "(smallest, largest). Got (4, 3) instead.",
        ),
        (
            make_ranking,
            {"n_features": 4},
            count_message("n_informative", "make_ranking", "from 1 to 4", 5),
        ),
        (
            make_ranking,
            {"n_grades": 0},
            count_message("n_grades", "make_ranking", ">= 1", 0),
        ),
        (
            make_ranking,
            {"noise": -1},
            "The 'noise' parameter of make_ranking must be a finite number >= 0. "
            "Got -1 instead.",
        ),
        (
            make_ranking,
            {"query_effect": float("nan")},
            "The 'query_effect' parameter of make_ranking must be a finite number "
            ">= 0. Got nan instead.",
        ),
    ],
)
def test_parameters_out_of_range(call, parameters, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call(**parameters)


def test_unknown_subset():
    with pytest.raises(ValueError, match=r"'subset' .* Got 'valid' instead\."):
        load_digits_ranking(subset="valid")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"a": PLAIN},
            "load_ranking_file needs the list of each row. '{a}' has no 'qid:' and "
            "there is no '{a}.query'. Pass query_path= a file that holds the size of "
            "each list, one per line.",
        ),
        (
            {"a": PLAIN, "a.query": "2\n2\n"},
            "The list sizes in '{a}.query' sum to 4 but '{a}' has 3 rows.",
        ),
        (
            {"a": PLAIN, "a.query": ""},
            "The list sizes in '{a}.query' sum to 0 but '{a}' has 3 rows.",
        ),
        (
            {"a": PLAIN, "a.query": "3\n0\n"},
            "load_ranking_file needs list sizes >= 1. '{a}.query' has 0 for list 2.",
        ),
        (
            {"a": PLAIN, "a.query": "3\nx\n"},
            "load_ranking_file cannot read '{a}.query' as list sizes: invalid literal "
            "for int() with base 10: 'x'",
        ),
        (
            {"a": ROWS + "1 2:1\n"},
            "load_ranking_file needs 'qid:' on every row or on none. '{a}' has it on 3 "
            "of 4 rows.",
        ),
        (
            {"a": "relevance,price\n1,2\n"},
            "load_ranking_file cannot read '{a}' as SVMlight: could not convert string "
            "to float: b'relevance,price'",
        ),
        (
            {"a": "1 qid:99999999999999999999 1:2\n"},
            "load_ranking_file cannot read '{a}' as SVMlight: Python int too large to "
            "convert to C long",
        ),
        (
            {"a": "# nothing\n"},
            "load_ranking_file needs at least one row. '{a}' has none.",
        ),
    ],
)
def test_files_that_cannot_be_used(tmp_path, files, message):
    paths = [write(tmp_path, *file) for file in files.items()]
    message = message.replace("{a}", str(paths[0]))
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        load_ranking_file(paths[0])


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_ranking_file(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        load_ranking_file(write(tmp_path, "a", PLAIN), query_path=tmp_path / "none")


def test_a_damaged_archive_is_called_unreadable(tmp_path):
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(ROWS.encode())[:-12])
    with pytest.raises(ValueError, match=r"cannot read .* as SVMlight"):
        load_ranking_file(path)
