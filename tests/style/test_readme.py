"""README's tables follow the catalogue, and each of its code blocks runs."""

import ast
import math
import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn import metrics
from sklearn.linear_model import Ridge
from style.render_readme import README, render

from sklearn_rankscore import mean_absolute_percentage_error
from sklearn_rankscore.datasets import make_ranking

TEXT = README.read_text(encoding="utf-8")


def test_tables_are_rendered_from_the_package():
    assert render(TEXT) == TEXT, "run python tests/style/render_readme.py"


def test_it_stays_readable_in_one_go():
    assert len(TEXT.splitlines()) <= 375


def test_there_are_exactly_two_setup_commands():
    commands = re.findall(r"^python3 -m venv \.venv && .*$", TEXT, flags=re.MULTILINE)
    assert len(commands) == 2
    assert commands[0].endswith("demo")
    assert "pytest" in commands[1]


def test_the_python_blocks_run_in_their_order(tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    script = tmp_path / "readme.py"
    script.write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (quoted,) = re.findall(r'It ends in sentences: "([^"]*)"', TEXT)
    assert quoted in done.stdout


def test_the_sentence_on_two_models_is_that_of_scikit_learn():
    X, y, qid = make_ranking(n_queries=80, random_state=0)
    seen = qid < 40
    values = {}
    for n in (5, 20):
        scores = Ridge().fit(X[seen][:, :n], y[seen]).predict(X[:, :n])
        values[n] = [
            metrics.ndcg_score([y[qid == q]], [scores[qid == q]], k=10)
            for q in range(40, 80)
        ]
    differences = np.subtract(values[20], values[5])
    error = differences.std(ddof=1) / math.sqrt(40)
    (found,) = re.findall(
        r"20 columns beats 5 columns by (\S+) \[(\S+), (\S+)\] on 40 queries", TEXT
    )
    difference, low, high = map(float, found)
    assert difference == round(differences.mean(), 3)
    # 2.02 standard errors, by Student's t; the bootstrap sees the skew besides.
    for end, side in ((low, -1), (high, 1)):
        assert abs(end - differences.mean() - side * 2.02 * error) < 0.3 * error


def test_the_table_of_rules_for_zero_is_worked_out():
    table = TEXT.partition("| `zero=` |")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    assert len(rows) == 6
    for rules, _, cell in rows:
        worked = re.match(r"(.*) = ([\d.]+)", cell)
        if rules.startswith('`"raise"`'):
            with pytest.raises(ValueError, match="at row 0"):
                mean_absolute_percentage_error([0, 10], [1, 9])
            continue
        # What stands before the sign is arithmetic; scikit-learn has the other.
        expected = (
            eval(worked[1])
            if worked
            else metrics.mean_absolute_percentage_error([0, 10], [1, 9])
        )
        shown = worked[2] if worked else cell
        digits = len(shown.partition(".")[2])
        assert abs(float(shown) - expected) <= 0.5001 * 10.0**-digits
        for rule in re.findall(r"`(.*?)`", rules):
            zero = ast.literal_eval(rule)
            value = mean_absolute_percentage_error([0, 10], [1, 9], zero=zero)
            assert value == pytest.approx(expected, rel=1e-12)


def test_the_constants_of_four_targets_are_worked_out():
    target = [10, 10, 10, 50]
    errors = (
        (metrics.mean_squared_error, "least squared error ({1:g} against {0:g})"),
        (metrics.mean_absolute_error, "least absolute ({0:g} against {1:g})"),
        (metrics.mean_absolute_percentage_error, "error ({0:g} against {1:g})"),
    )
    text = " ".join(TEXT.split())
    for error, words in errors:
        of_median, of_mean = (error(target, [c] * 4) for c in (10, 20))
        assert words.format(of_median, of_mean) in text
