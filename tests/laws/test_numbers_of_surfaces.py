"""Three queries worked out by hand, read off every surface that shows their numbers.

Model a ranks the labels of the queries as 2 0 1, 0 1 and 0 0 3; model b as 0 1 2,
1 0 and 3 0 0.
"""

import json
import math
import re

import numpy as np
import pytest

from sklearn_rankscore import (
    GroupValuesDisplay,
    compare,
    evaluate,
    get_rank_scorer,
    mrr_score,
    score_per_group,
)
from sklearn_rankscore._cli.main import main

LABELS = [2, 0, 1, 0, 1, 0, 0, 3]
QID = ["p", "p", "p", "q", "q", "r", "r", "r"]
SCORES = {"a": [3, 2, 1, 2, 1, 3, 2, 1], "b": [1, 3, 2, 1, 2, 2, 1, 3]}

# Reciprocal ranks of the first relevant row.
MRR = {"a": [1, 1 / 2, 1 / 3], "b": [1 / 2, 1, 1]}
SECOND, THIRD = 1 / math.log2(3), 1 / 2
NDCG = {
    "a": [(2 + THIRD) / (2 + SECOND), SECOND, THIRD],
    "b": [(SECOND + 2 * THIRD) / (2 + SECOND), 1, 1],
}
BY_HAND = {"mrr": MRR, "ndcg": NDCG}
METRICS = list(BY_HAND)


def mean(values):
    return sum(values) / 3


def standard_error(values):
    squares = sum((value - mean(values)) ** 2 for value in values)
    return math.sqrt(squares / 2 / 3)


@pytest.fixture(scope="module")
def evaluation():
    return evaluate(LABELS, SCORES, groups=QID, metrics=METRICS)


@pytest.fixture
def path(tmp_path):
    lines = ["qid,label,a,b"]
    columns = zip(QID, LABELS, *SCORES.values(), strict=True)
    lines += [",".join(map(str, row)) for row in columns]
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_values_of_queries(evaluation):
    for i, model in enumerate(SCORES):
        for j, (name, by_hand) in enumerate(BY_HAND.items()):
            expected = pytest.approx(by_hand[model], rel=1e-14)
            assert evaluation.values[i, j].tolist() == expected
            values = score_per_group(name, LABELS, SCORES[model], groups=QID).values
            assert values.tolist() == expected


def test_the_summary(evaluation):
    rows = evaluation.summary(quantiles=(0.5,), n_resamples=200).rows
    assert [(row["model"], row["metric"]) for row in rows] == [
        (model, metric) for model in SCORES for metric in METRICS
    ]
    for row in rows:
        values = BY_HAND[row["metric"]][row["model"]]
        found = [row[name] for name in ("mean", "standard_error", "q50")]
        by_hand = [mean(values), standard_error(values), sorted(values)[1]]
        assert found == pytest.approx(by_hand, rel=1e-14)
        assert row["share_1"] == values.count(1) / 3
        assert row["share_0"] == 0


def test_the_worst_queries(evaluation):
    rows = evaluation.worst(2).rows
    assert [(row["model"], row["metric"], row["group"]) for row in rows] == [
        *(("a", "mrr", "r"), ("a", "mrr", "q"), ("a", "ndcg", "r"), ("a", "ndcg", "q")),
        *(("b", "mrr", "p"), ("b", "mrr", "q"), ("b", "ndcg", "p"), ("b", "ndcg", "q")),
    ]


def test_weighted_means_and_their_errors():
    """Weights 1, 2 and 1 make the mean of 1, 1/2 and 1/3 equal 7/12."""
    weights = [{"p": 1, "q": 2, "r": 1}[query] for query in QID]
    columns = {"groups": QID, "sample_weight": weights}
    found = evaluate(LABELS, SCORES["a"], metrics="mrr", **columns)
    (row,) = found.summary(n_resamples=99).rows
    assert row["mean"] == pytest.approx(7 / 12, rel=1e-14)
    assert mrr_score(LABELS, SCORES["a"], **columns) == row["mean"]
    # Off the mean by 5/12, -1/12 and -3/12, times their weights 5/12, -2/12, -3/12:
    # the squares add up to 38/144, times 3 / 2 for few lists, over 4 squared.
    assert row["standard_error"] == pytest.approx(
        math.sqrt(38 / 144 * 3 / 2) / 4, rel=1e-14
    )


# MRR differs by -1/2, 1/2 and 2/3. With other signs the sum 2/3 is reached by 5/3,
# 2/3 and 2/3, and by these turned round. nDCG differs by -0.19, 0.37 and 0.50: the sum
# 0.68 is reached by itself and 1.06, and by these turned round.
P_OF_SIGNS = {"mrr": 6 / 8, "ndcg": 4 / 8}


def test_the_winner_and_by_how_much(evaluation):
    """b loses one query and wins two, under either metric."""
    for row, name in zip(compare(evaluation).table.rows, METRICS, strict=True):
        apart = [b - a for a, b in zip(*BY_HAND[name].values(), strict=True)]
        assert (row["model"], row["against"], row["metric"]) == ("b", "a", name)
        assert row["difference"] == pytest.approx(mean(apart), rel=1e-14)
        assert (row["wins"], row["ties"], row["losses"]) == (2, 0, 1)
        assert row["p_randomisation"] == P_OF_SIGNS[name]
        t = mean(apart) / standard_error(apart)
        # Student's t for 2 degrees of freedom has a closed form.
        p = 1 - t / math.sqrt(2 + t * t)
        assert row["p_t"] == pytest.approx(p, rel=1e-12)
        assert row["effect_size"] == pytest.approx(t / math.sqrt(3), rel=1e-12)
        # Without its win of 2/3 nothing is left of MRR, but 0.18 of nDCG.
        assert row["n_deciding"] == {"mrr": 1, "ndcg": 2}[name]


def test_sentences_name_the_winner(evaluation):
    for line, name in zip(compare(evaluation).sentences, METRICS, strict=True):
        by = mean(BY_HAND[name]["b"]) - mean(BY_HAND[name]["a"])
        assert line.startswith(f"{name}: b beats a by {by:.3f} [")
        p = f"not separable (p = {P_OF_SIGNS[name]})"
        assert line.endswith(f"on 3 queries: {p}")


def read(capsys, *arguments):
    assert main([*arguments, "--resamples", "200"]) == 0
    return capsys.readouterr().out


def test_the_command_evaluate(path, capsys):
    arguments = ["evaluate", path, "--score", "a", "b", "--metrics", *METRICS]
    document = json.loads(read(capsys, *arguments, "--json"))
    for row in document["summary"]:
        values = BY_HAND[row["metric"]][row["model"]]
        found = [row["mean"], row["standard_error"]]
        assert found == pytest.approx([mean(values), standard_error(values)])
    first = [row["group"] for row in document["worst"][::3]]
    assert first == ["r", "r", "p", "p"]
    lines = read(capsys, *arguments).splitlines()
    for model in SCORES:
        cells = [
            f"{mean(of[model]):.4f} ± {standard_error(of[model]):.4f}"
            for of in BY_HAND.values()
        ]
        (shown,) = (line for line in lines if re.match(rf"{model} .*±", line))
        assert re.findall(r"\S+ ± \S+", shown) == cells


def test_the_command_compare(path, capsys):
    arguments = ["compare", path, "--score", "a", "b", "--metrics", *METRICS]
    document = json.loads(read(capsys, *arguments, "--json"))
    for row, name in zip(document["comparison"], METRICS, strict=True):
        by = mean(BY_HAND[name]["b"]) - mean(BY_HAND[name]["a"])
        assert (row["model"], row["against"]) == ("b", "a")
        assert row["difference"] == pytest.approx(by)
    text = read(capsys, *arguments)
    for sentence in document["sentences"]:
        assert sentence in text


def test_the_command_explain(tmp_path, capsys):
    path = tmp_path / "p.csv"
    path.write_text("label,score\n2,1\n0,3\n1,2\n")
    assert main(["explain", str(path)]) == 0
    text = capsys.readouterr().out
    rows = re.findall(r"^ *[123] .*$", text, flags=re.MULTILINE)
    cells = [re.findall(r"\d+\.\d{3}", line) for line in rows]
    # Labels 0, 1 and 2 have shares of 0, SECOND and 2 THIRD, which is 1.
    dcg, ideal = [0, SECOND, SECOND + 1], [2, 2 + SECOND, 2 + SECOND]
    assert [row[2] for row in cells] == [f"{value:.3f}" for value in dcg]
    assert [row[-1] for row in cells] == [f"{value:.3f}" for value in ideal]


class Echo:
    """Predicts the first column."""

    def predict(self, X):
        return np.asarray(X)[:, 0]


def test_a_scorer():
    for model, scores in SCORES.items():
        X = np.array(scores, dtype=float)[:, np.newaxis]
        found = get_rank_scorer(METRICS)(Echo(), X, LABELS, groups=QID)
        by_hand = {name: mean(of[model]) for name, of in BY_HAND.items()}
        assert found == pytest.approx(by_hand, rel=1e-14)


def test_what_is_drawn(evaluation):
    display = GroupValuesDisplay.from_evaluation(evaluation, "ndcg")
    for line, values in zip(display.lines_, NDCG.values(), strict=True):
        assert line.get_ydata().tolist() == pytest.approx(sorted(values), rel=1e-14)
