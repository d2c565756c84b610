"""Bad arrays: the stated error, of exactly that type, and nothing else."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from scipy.sparse import csr_array
from sklearn.datasets import make_regression
from sklearn.linear_model import Ridge
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_validate

import sklearn_rankscore
from sklearn_rankscore import ndcg_score
from sklearn_rankscore._metrics.catalogue import METRICS
from tests.formulas import FORMULAS
from tests.refusals import GOOD, INF, MATRIX, NAN, RANKING, K, refused

# Rows for every metric: what the call changes, and the message ({f} is the function).
CUTOFFS = {
    "k zero": (0, K + r"0 instead\.$"),
    "k negative": (-1, K + r"-1 instead\.$"),
    "k fraction": (2.5, K + r"2\.5 instead\.$"),
    "k whole float": (2.0, K + r"2\.0 instead\.$"),
    "k bool": (True, K + r"True instead\.$"),
    "k text": ("5", K + r"'5' instead\.$"),
    "k nan": (NAN, K + r"nan instead\.$"),
    "k list": ([5], K + r"\[5\] instead\.$"),
}

Y_TRUE = r"^The 'y_true' parameter of {f} must "
LABELS = {
    "NaN": ([1, NAN, 2, NAN], Y_TRUE + r"hold finite .* Got nan at row 1 \(first of 2"),
    "infinite": ([1, 0, INF, 0], Y_TRUE + r"hold finite numbers\. Got inf at row 2"),
    "text": (["1", "0", "2", "0"], Y_TRUE + r"hold numbers\. .*'1'"),
    "text array": (
        np.array(["hi", "no", "hi", "no"]),
        Y_TRUE + r"hold numbers\..*'hi'",
    ),
    "text column": (
        pd.Series(["hi", "no", "hi", "no"]),
        Y_TRUE + r"hold numbers.*'hi'",
    ),
    "mixed": ([1, "0", 2, 0], Y_TRUE + r"hold numbers\."),
    "complex": ([1 + 2j, 0, 2, 0], Y_TRUE + r"hold numbers\..*complex128.*\(1\+2j\)"),
    "none": ([1, None, 2, 0], Y_TRUE + r"hold finite numbers\. Got nan at row 1"),
    "missing": (
        pd.Series([1, 0, pd.NA, 0], dtype="Int64"),
        Y_TRUE + r"hold (finite )?numbers\. Got (nan|a missing value) at row 2",
    ),
    "date": (
        np.array(["2020-01-01"] * 4, dtype="datetime64[D]"),
        Y_TRUE + r"hold numbers\..*datetime64",
    ),
    "masked": (
        np.ma.masked_equal([1, 0, 2, 0], 2),
        Y_TRUE + r"not be masked\. Got a masked value at row 2",
    ),
    "cube": (np.ones((2, 2, 1)), Y_TRUE + r"have one or two dim.* shape \(2, 2, 1\)"),
    "number": (3, Y_TRUE + r"have one or two dimensions\. Got shape \(\)"),
    "ragged": ([[1, 0], [2]], Y_TRUE + r".*unequal length"),
}
NOT_ARRAYS = {
    "sparse": csr_array(np.eye(4)),
    "one text": "1020",
    "bytes": b"1020",
    "set": {1, 0},
    "mapping": {0: 1, 1: 0},
}
NEGATIVE = {
    "negative": ([1, 0, -1, -2], r"hold labels >= 0\. Got -1 at row 2 \(first of 2"),
    "negative float": ([1, -0.5, 1, 1], r"hold labels >= 0\. Got -0\.5 at row 1"),
}

Y_SCORE = r"^The 'y_score' parameter of {f} must hold "
SCORES = {
    "NaN": ([1, 2, NAN, 3], Y_SCORE + r"finite numbers\. Got nan at row 2"),
    "infinite": ([1, -INF, 2, 3], Y_SCORE + r"finite numbers\. Got -inf at row 1"),
    "text": (["1", "2", "3", "4"], Y_SCORE + r"numbers\. .*'1'"),
    "complex": ([1j, 2, 3, 4], Y_SCORE + r"numbers\. .*complex128"),
    "none": ([1, 2, None, 4], Y_SCORE + r"numbers\. Got a missing value at row 2"),
    "too whole": (
        [1, 2**60, 2**60 + 1, 3],
        Y_SCORE + rf"whole numbers up to 2\*\*53\. Got {2**60} at row 1",
    ),
}

G = r"^The 'groups' parameter of {f} must "
GROUPS = {
    "sizes": (
        [2, 2],
        G + r".*Got 2 entries for 4 rows.*sum to 4.*group sizes.*np.repeat",
    ),
    "short": (["a", "a", "b"], G + r"hold one id per row.*Got 3 entries for 4 rows"),
    "long": ([1] * 5, G + r"hold one id per row.*Got 5 entries for 4 rows"),
    "NaN": (
        [1.0, 1.0, NAN, 2.0],
        G + r"hold an id for every row\..*missing id at row 2",
    ),
    "none": (["a", None, "b", "b"], G + r"hold an id for every row.*at row 1"),
    "pandas NA": (
        pd.Series(["a", "a", "b", pd.NA], dtype="string"),
        G + r"hold an id for every row.*at row 3",
    ),
    "pandas NaN": (
        pd.Series(["a", "a", "b", np.nan]),
        G + r"hold an id for every row.*at row 3",
    ),
    "pandas Int64": (
        pd.Series([1, pd.NA, 2, 2], dtype="Int64"),
        G + r"hold an id for every row.*at row 1",
    ),
    "polars null": (pl.Series(["a", "a", None, "b"]), G + r"hold an id.*at row 2"),
    "NaT": (
        np.array(["2020-01-01", "2020-01-01", "NaT", "2020-01-02"], "datetime64[D]"),
        G + r"hold an id for every row.*at row 2",
    ),
    "matrix": (
        [["a", "a"], ["b", "b"]],
        G + r"have one dimension\. Got shape \(2, 2\)",
    ),
    "none at all": (
        None,
        r"^{f} needs the query of each row.*groups=False.*get_rank_sc",
    ),
}
NOT_GROUPS = {
    "True": (True, r"'groups' parameter of {f}.*False for one list\. Got True instead"),
    "zero": (0, r"'groups' parameter of {f}.*False for one list\. Got 0 instead"),
    "column name": (
        "qid",
        r"'groups' parameter of {f}.*Got 'qid' instead.*get_rank_sco",
    ),
    "mapping": ({"a": 2}, r"'groups' parameter of {f} must hold one id per row"),
}

W = r"^The 'sample_weight' parameter of {f} must hold "
WEIGHTS = {
    "negative": ([1, -1, 1, 1], W + r"weights from 0 to 1e\+150\. Got -1 at row 1"),
    "all zero": ([0, 0, 0, 0], W + r"a weight > 0\. All 4 weights are zero"),
    "NaN": ([1, 1, 1, NAN], W + r"finite numbers\. Got nan at row 3"),
    "infinite": ([1, INF, 1, 1], W + r"finite numbers\. Got inf at row 1"),
    "short": ([1, 1, 1], W + r"one weight per row\. Got shape \(3,\) for 4 rows"),
    "per list": ([1, 2], W + r"one weight per row\. Got shape \(2,\) for 4 rows"),
    "text": (["1", "1", "1", "1"], W + r"numbers\."),
}

SHAPES = {
    "lengths": (
        {**GOOD, "y_score": [1, 2, 3]},
        r"^y_true and y_score of {f} must have the same length\. Got 4 and 3\.$",
    ),
    "matrix and flat": (
        {"y_true": MATRIX["y_true"], "y_score": GOOD["y_score"]},
        r"^y_true and y_score of {f} must have .* shape\. Got \(2, 2\) and \(4,\)\.$",
    ),
    "widths": (
        {"y_true": MATRIX["y_true"], "y_score": [[1, 2, 3], [1, 2, 3]]},
        r"^y_true and y_score of {f} must have .* shape\. Got \(2, 2\) and \(2, 3\)\.$",
    ),
    "matrix with groups": (
        {**MATRIX, "groups": ["a", "b"]},
        r"^The 'groups' parameter of {f} must be None for two-dimensional input",
    ),
    "matrix as one list": (
        {**MATRIX, "groups": False},
        r"^The 'groups' parameter of {f} must be None for two-dimensional input",
    ),
    "column without groups": (
        {"y_true": [[1], [0]], "y_score": [[1], [2]]},
        r"^{f} needs groups= for a column of shape \(n, 1\).*\(2, 1\)",
    ),
    "weight per row of a matrix": (
        {**MATRIX, "sample_weight": [1, 1, 1, 1]},
        r"'sample_weight' .* one weight per list\. Got shape \(4,\) for 2 lists",
    ),
    "no rows": (
        {"y_true": [], "y_score": [], "groups": []},
        r"^The 'y_true' parameter of {f} must hold at least one row\. Got shape \(0,\)",
    ),
    "no columns": (
        {"y_true": np.empty((2, 0)), "y_score": np.empty((2, 0))},
        r"^The 'y_true' parameter of {f} must hold at least one row\. .*\(2, 0\)",
    ),
}


def calls():
    """All rows above as (id, error, message, keywords)."""
    for label, (k, message) in CUTOFFS.items():
        yield f"{label}", ValueError, message, {**GOOD, "k": k}
    for label, (y_true, message) in LABELS.items():
        yield f"label {label}", ValueError, message, {**GOOD, "y_true": y_true}
    for label, y_true in NOT_ARRAYS.items():
        message = Y_TRUE + rf"be a dense array .* Got {type(y_true).__name__} instead"
        yield f"label {label}", TypeError, message, {**GOOD, "y_true": y_true}
    for label, (y_true, message) in NEGATIVE.items():
        yield f"label {label}", ValueError, Y_TRUE + message, {**GOOD, "y_true": y_true}
    for label, (y_score, message) in SCORES.items():
        yield f"score {label}", ValueError, message, {**GOOD, "y_score": y_score}
    for label, (groups, message) in GROUPS.items():
        yield f"groups {label}", ValueError, message, {**GOOD, "groups": groups}
    for label, (groups, message) in NOT_GROUPS.items():
        yield f"groups {label}", TypeError, message, {**GOOD, "groups": groups}
    for label, (weights, message) in WEIGHTS.items():
        yield (
            f"weights {label}",
            ValueError,
            message,
            {**GOOD, "sample_weight": weights},
        )
    for label, (keywords, message) in SHAPES.items():
        yield label, ValueError, message, keywords


CALLS = {label: rest for label, *rest in calls()}


@pytest.mark.parametrize("label", CALLS)
@pytest.mark.parametrize("name", RANKING)
def test_bad_arrays(name, label):
    metric = METRICS[name]
    error, message, keywords = CALLS[label]
    if label.startswith("label negative") and metric.signed:
        message = None
    if "k" in keywords and not metric.cutoff:
        error, message = TypeError, "unexpected keyword argument 'k'"
    keywords = {**FORMULAS[name].required, **keywords}
    if message is None:
        getattr(sklearn_rankscore, metric.function)(**keywords)
    else:
        refused(error, message, metric.function, **keywords)


# ----------------------------------------------------------------- scikit-learn's way


@pytest.mark.parametrize("routing", [False, True])
def test_make_scorer_without_groups_raises(routing):
    """It never scores the fold as one list."""
    X, y = make_regression(40, 3, random_state=0)
    grades = np.digitize(y, np.quantile(y, [0.5, 0.8]))
    scorer = make_scorer(ndcg_score)
    with (
        sklearn.config_context(enable_metadata_routing=routing),
        pytest.raises(ValueError, match=r"ndcg_score needs the query of each row"),
    ):
        cross_validate(Ridge(), X, grades, scoring=scorer, error_score="raise")


def test_make_scorer_with_groups_routed_scores_each_query():
    X, y = make_regression(40, 3, random_state=0)
    grades = np.digitize(y, np.quantile(y, [0.5, 0.8]))
    groups = np.repeat(np.arange(8), 5)
    folds = [(np.arange(20), np.arange(20, 40))]
    with sklearn.config_context(enable_metadata_routing=True):
        scorer = make_scorer(ndcg_score, k=3).set_score_request(groups=True)
        got = cross_validate(
            Ridge(), X, grades, scoring=scorer, cv=folds, params={"groups": groups}
        )
    predicted = Ridge().fit(X[:20], grades[:20]).predict(X[20:])
    expected = ndcg_score(grades[20:], predicted, groups=groups[20:], k=3)
    assert got["test_score"].tolist() == [expected]
