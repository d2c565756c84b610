"""Rows not retrieved, not judged, or ordered by key, against the loops."""

import inspect
import math

import numpy as np
import pandas as pd
import pytest

from sklearn_rankscore import ndcg_score, score_per_group
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._plans.plan import make_plan
from tests import oracle
from tests.formulas import FORMULAS, SIGN, expected

RETRIEVAL = [name for name in FORMULAS if "ties" in METRICS[name].axes]
CUTOFFS = (None, 1, 2, 4)


def draw_rows(rng, name, *, n_lists=400):
    """Columns of many short lists, about a fifth of the rows without a label."""
    sizes = rng.integers(1, 7, n_lists)
    n_rows = sizes.sum()
    labels = rng.choice(FORMULAS[name].grades or (0, 0, 1, 2, 3), n_rows)
    unjudged = rng.random(n_rows) < 0.2
    return {
        "ids": np.repeat(np.arange(n_lists), sizes),
        "labels": np.where(unjudged, oracle.UNJUDGED, labels).astype(float),
        "scores": rng.integers(0, 3, n_rows).astype(float),
        "retrieved": rng.random(n_rows) < 0.7,
        "keys": rng.permutation(n_rows),
    }


def lists_of(columns):
    """Columns of each list."""
    ends = np.flatnonzero(np.diff(columns["ids"])) + 1
    parts = [np.split(column, ends) for column in columns.values()]
    for of_list in zip(*parts, strict=True):
        yield dict(zip(columns, of_list, strict=True))


def value_of(name, rows, axes):
    """Loop over the retrieved rows of one list; the others are missed."""
    shown, missed = rows["retrieved"], rows["labels"][~rows["retrieved"]]
    if "missed" in inspect.signature(FORMULAS[name].loop).parameters:
        axes = axes | {"missed": tuple(missed.tolist())}
    return expected(name, rows["labels"][shown], rows["scores"][shown], **axes)


def differences(name, columns, from_loop, *, y_true, **keywords):
    """Hold one call for all lists to the loops."""
    # What was not retrieved has no score that anybody looks at.
    scores = np.where(columns["retrieved"], columns["scores"], math.nan)
    got = score_per_group(
        METRICS[name].scorer_name,
        y_true,
        scores,
        groups=columns["ids"],
        retrieved=columns["retrieved"],
        empty="skip",
        **keywords,
    )
    assert got.groups.tolist() == list(range(len(from_loop)))
    values = SIGN[name] * got.values
    np.testing.assert_allclose(values, from_loop, rtol=1e-12, atol=1e-12)


def cuts_of(name):
    for k in CUTOFFS if METRICS[name].cutoff else (None,):
        yield {} if k is None else {"k": k}


@pytest.mark.parametrize("name", RETRIEVAL)
@pytest.mark.parametrize("ties", ["average", "stable", "pessimistic", "optimistic"])
def test_missed_and_unjudged_rows(name, ties):
    """An unjudged row is irrelevant, except where the loop tells the two apart."""
    if ties not in FORMULAS[name].ties:
        ties = "reversed"
    rng = np.random.default_rng(0)
    for cut in cuts_of(name):
        axes = {**FORMULAS[name].required, "ties": ties, **cut}
        columns = draw_rows(rng, name)
        y_true = np.where(columns["labels"] < 0, math.nan, columns["labels"])
        from_loop = [value_of(name, rows, axes) for rows in lists_of(columns)]
        differences(
            name, columns, from_loop, y_true=y_true, unjudged="irrelevant", **axes
        )


@pytest.mark.parametrize("name", RETRIEVAL)
def test_condensed_lists(name):
    """Unjudged rows leave the list, which may leave nothing."""
    rng = np.random.default_rng(1)
    for cut in cuts_of(name):
        axes = {**FORMULAS[name].required, **cut}
        columns = draw_rows(rng, name)
        y_true = np.where(columns["labels"] < 0, math.nan, columns["labels"])
        from_loop = []
        for rows in lists_of(columns):
            judged = rows["labels"] >= 0
            kept = {column: values[judged] for column, values in rows.items()}
            from_loop.append(value_of(name, kept, axes))
        differences(
            name, columns, from_loop, y_true=y_true, unjudged="condense", **axes
        )


@pytest.mark.parametrize("name", RETRIEVAL)
@pytest.mark.parametrize(("ties", "step"), [("ascending", 1), ("descending", -1)])
def test_tied_rows_in_the_order_of_their_keys(name, ties, step):
    rng = np.random.default_rng(2)
    for cut in cuts_of(name):
        columns = draw_rows(rng, name)
        columns["labels"] = np.maximum(columns["labels"], 0)
        axes = {**FORMULAS[name].required, "ties": "stable", **cut}
        from_loop = []
        for rows in lists_of(columns):
            by_key = np.argsort(step * rows["keys"])
            rows = {column: values[by_key] for column, values in rows.items()}
            from_loop.append(value_of(name, rows, axes))
        keyed = axes | {"ties": ties}
        for tiebreak in (columns["keys"], [f"{key:05d}" for key in columns["keys"]]):
            differences(
                name,
                columns,
                from_loop,
                y_true=columns["labels"],
                tiebreak=tiebreak,
                **keyed,
            )


def test_ideal_of_the_retrieved_rows_only():
    """Grades 3 2 3 0 1 2, and a 3 and a 2 that the system missed."""
    y_true, y_score = [3, 2, 3, 0, 1, 2, 3, 2], [8, 7, 6, 5, 4, 3, 2, 1]
    retrieved = [True] * 6 + [False] * 2
    keywords = {"groups": False, "retrieved": retrieved, "k": 6}
    assert round(ndcg_score(y_true, y_score, **keywords), 3) == 0.785
    alone = ndcg_score(y_true, y_score, ideal="retrieved", **keywords)
    assert round(alone, 3) == 0.961


def test_ideal_axis_against_the_loop():
    rng = np.random.default_rng(3)
    for ideal in ("judged", "retrieved"):
        columns = draw_rows(rng, "ndcg")
        columns["labels"] = np.maximum(columns["labels"], 0)
        axes = {"ideal": ideal, "k": 3}
        from_loop = [value_of("ndcg", rows, axes) for rows in lists_of(columns)]
        differences("ndcg", columns, from_loop, y_true=columns["labels"], **axes)


def test_grades_by_name():
    grades = {"RELATED": 2, "WEAK": 1, "UNRELATED": 0}
    names = ["RELATED", "WEAK", "RELATED", "UNRELATED", "WEAK", "RELATED"]
    by_name = ndcg_score(names, [6, 5, 4, 3, 2, 1], groups=False, grades=grades)
    assert by_name == ndcg_score([2, 1, 2, 0, 1, 2], [6, 5, 4, 3, 2, 1], groups=False)


@pytest.mark.parametrize("names", [["ndcg", "auc"], ["auc", "ndcg"]])
def test_unjudged_rows_of_a_metric_that_does_not_read_them(names):
    """AUC has no rule for them, whichever name comes first."""
    plan = make_plan(names, unjudged="irrelevant")
    with pytest.raises(ValueError, match="finite numbers"):
        plan.scores([1, math.nan, 0], [1, 2, 3], groups=False)


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_a_missing_name_is_a_label_that_nobody_gave(missing):
    """Under grades= as under labels that are numbers the ``unjudged`` rule decides."""
    grades = {"good": 2, "bad": 0}
    names = pd.Series(["bad", missing, "good"], dtype=object)
    scores, call = [3.0, 2.0, 1.0], {"groups": False, "grades": grades}
    # At ranks 2 (condensed) and 3 (irrelevant) instead of 1.
    condensed = ndcg_score(names, scores, unjudged="condense", **call)
    assert condensed == pytest.approx(math.log(2) / math.log(3), rel=1e-14)
    irrelevant = ndcg_score(names, scores, unjudged="irrelevant", **call)
    assert irrelevant == pytest.approx(math.log(2) / math.log(4), rel=1e-14)
    with pytest.raises(ValueError, match=r"(?i)row 1.*unjudged="):
        ndcg_score(names, scores, **call)


def test_a_name_may_be_called_nan_or_none():
    grades = {"nan": 1, "None": 0}
    names = np.array(["None", "nan"])
    assert ndcg_score(names, [1.0, 2.0], groups=False, grades=grades) == 1.0


@pytest.mark.parametrize("score", [-np.inf, np.nan])
def test_a_score_that_is_none_is_told_the_remedy(score):
    """Recommenders give -inf to what a user has seen."""
    with pytest.raises(ValueError, match=r"at row 1 .*Leave such rows out.*retrieved="):
        ndcg_score([1, 0], [0.5, score], groups=False)
