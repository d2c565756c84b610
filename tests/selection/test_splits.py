"""check_group_splits: which splitters cut queries, how many, what to use instead."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.model_selection import (
    GroupKFold,
    GroupShuffleSplit,
    KFold,
    LeaveOneGroupOut,
    PredefinedSplit,
    ShuffleSplit,
    StratifiedGroupKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
    TimeSeriesSplit,
)

from sklearn_rankscore import check_group_splits, ndcg_score

QID = np.repeat(np.arange(40), 10)
N_ROWS = len(QID)
X = np.zeros((N_ROWS, 1))
Y = np.tile([0, 1, 2, 3, 4], N_ROWS // 5)

WHOLE = [
    GroupKFold(4),
    GroupShuffleSplit(3, random_state=0),
    StratifiedGroupKFold(4),
    LeaveOneGroupOut(),
    KFold(4),  # ten queries of ten rows each in a fold, by luck of the order
    PredefinedSplit(QID % 3),
]
CUT = [
    (KFold(4, shuffle=True, random_state=0), "GroupKFold(4)"),
    (KFold(3), "GroupKFold(3)"),
    (StratifiedKFold(4, shuffle=True, random_state=0), "StratifiedGroupKFold(4)"),
    (ShuffleSplit(3, random_state=0), "GroupShuffleSplit(3)"),
    (StratifiedShuffleSplit(2, random_state=0), "GroupShuffleSplit(2)"),
    (TimeSeriesSplit(6), "GroupKFold(6)"),
    (3, "GroupKFold(3)"),
]


@pytest.mark.parametrize("cv", WHOLE, ids=lambda cv: type(cv).__name__)
def test_splitters_that_keep_queries_whole(cv):
    found = check_group_splits(cv, X, Y, QID)
    assert found.whole
    assert (found.n_groups, found.n_cut, found.first_cut) == (40, 0, None)
    assert set(found.cut_per_split) == {0}
    assert found.advice == f"{type(cv).__name__} keeps all 40 queries whole."


@pytest.mark.parametrize(("cv", "instead"), CUT, ids=lambda value: type(value).__name__)
def test_splitters_that_cut_and_what_to_use(cv, instead):
    found = check_group_splits(cv, X, Y, QID)
    assert not found.whole
    assert 0 < found.n_cut <= 40
    assert max(found.cut_per_split) <= found.n_cut
    assert f"cuts {found.n_cut} of 40 queries in two" in found.advice
    assert f"the first is {found.first_cut!r}" in found.advice
    assert f"cv={instead} " in found.advice


def count_by_hand(cv):
    cut = []
    for train, test in cv.split(X, Y):
        both = set(QID[train]) & set(QID[test])
        counts = pd.Series(QID[test]).value_counts()
        cut.append(both | set(counts.index[counts < 10]))
    return [len(queries) for queries in cut], len(set().union(*cut))


@pytest.mark.parametrize(
    "cv", [KFold(3), ShuffleSplit(3, test_size=0.05, random_state=1)], ids=repr
)
def test_counts(cv):
    found = check_group_splits(cv, X, Y, QID)
    assert (list(found.cut_per_split), found.n_cut) == count_by_hand(cv)


def test_a_stump_in_the_test_set_is_a_cut_without_a_leak():
    splits = [(np.arange(100, 200), np.arange(5))]
    found = check_group_splits(splits, X, Y, QID)
    assert (found.n_cut, found.first_cut) == (1, 0)


def test_rows_in_both_sets_are_a_cut():
    splits = [(np.arange(5, 100), np.arange(10))]
    assert check_group_splits(splits, X, Y, QID).n_cut == 1


def test_ids_of_every_kind_in_any_order():
    moved = np.random.default_rng(0).permutation(N_ROWS)
    names = np.array([f"q{number}" for number in QID])[moved]
    frame = pd.DataFrame({"x": 0.0, "qid": names})
    expected = check_group_splits(KFold(4), X, Y, names)
    assert expected.n_cut == 40
    for groups, rows in (
        ("qid", frame),
        (1, frame),
        ("qid", frame.set_index("qid")),
        (lambda X: X["qid"], frame),
        (list(names), frame),
    ):
        assert check_group_splits(KFold(4), rows, Y, groups) == expected


def test_split_by_user_and_scored_by_query():
    """A user asks several queries: folds of users keep them whole."""
    users = QID // 4
    found = check_group_splits(GroupKFold(5), X, Y, QID, split_groups=users)
    assert found.whole
    crossed = np.arange(N_ROWS) % 7
    found = check_group_splits(GroupKFold(5), X, Y, QID, split_groups=crossed)
    assert found.n_cut == 40


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (None, "needs the query of each row"),
        (QID[:-1], "one id per row"),
        (np.full(40, 10), "one id per row, not group sizes"),
        ("qid", "must name a column of X"),
    ],
)
def test_groups_are_checked(groups, message):
    with pytest.raises(ValueError, match=message):
        check_group_splits(KFold(4), X, Y, groups)


FRAME = pd.DataFrame({"x": 0.0}, index=np.arange(N_ROWS)[::-1])


@pytest.mark.parametrize("groups", [pd.Series(QID), pd.Series(QID, index=QID)])
def test_a_series_with_another_index_is_refused_with_the_remedies(groups):
    with pytest.raises(
        ValueError, match=r"groups\.loc\[X\.index\].*groups\.to_numpy\(\)"
    ):
        check_group_splits(GroupKFold(4), FRAME, Y, groups)


def test_a_series_is_read_by_position_where_no_index_says_otherwise():
    expected = check_group_splits(KFold(3), X, Y, QID)
    groups = pd.Series(QID, index=FRAME.index)
    for rows, ids in ((FRAME, groups), (FRAME, groups.to_numpy()), (X, groups)):
        assert check_group_splits(KFold(3), rows, Y, ids) == expected
    shuffled = pd.Series(QID).loc[FRAME.index]
    assert check_group_splits(KFold(4), FRAME, Y, shuffled).whole


def test_a_position_may_be_a_numpy_int():
    rows = np.column_stack([QID % 3, QID])
    expected = check_group_splits(KFold(3), rows, Y, QID)
    assert check_group_splits(KFold(3), rows, Y, np.int64(1)) == expected


@pytest.mark.parametrize("cv", [[], ()], ids=repr)
def test_a_splitter_without_splits_is_refused(cv):
    with pytest.raises(ValueError, match=r"'cv' parameter .* at least one split"):
        check_group_splits(cv, X, Y, QID)


def test_one_list_is_no_question():
    with pytest.raises(ValueError, match="Got False, all rows as one list"):
        check_group_splits(KFold(3), X, Y, False)
    for groups in (True, np.False_):
        with pytest.raises(TypeError, match="'groups' parameter of check_group_splits"):
            check_group_splits(KFold(3), X, Y, groups)


def test_why_a_cut_inflates_the_score():
    """Random scores on whole queries, and on a random fifth of the rows."""
    rng = np.random.default_rng(0)
    qid = np.repeat(np.arange(500), 20)
    labels, scores = rng.integers(0, 5, len(qid)), rng.random(len(qid))
    fifth = rng.random(len(qid)) < 0.2

    def ndcg_by_query(rows):
        for query in np.unique(qid[rows]):
            of = rows & (qid == query)
            # scikit-learn takes no list of one row, which is as it should be or empty.
            yield (
                metrics.ndcg_score([labels[of]], [scores[of]], k=5)
                if of.sum() > 1
                else float(labels[of][0] > 0)
            )

    whole = ndcg_score(labels, scores, groups=qid, k=5)
    stumps = ndcg_score(labels[fifth], scores[fifth], groups=qid[fifth], k=5)
    for value, rows in ((whole, np.full(len(qid), True)), (stumps, fifth)):
        assert value == pytest.approx(np.mean(list(ndcg_by_query(rows))), rel=1e-12)
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    quoted = f"nDCG@5 {whole:.2f} on whole queries, {stumps:.2f} on a random"
    assert quoted in " ".join(readme.split())
