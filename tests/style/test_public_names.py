"""The namespace is what ``__all__`` says, and holds every function of the catalogue."""

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import sklearn_rankscore
from sklearn_rankscore._metrics.catalogue import METRICS
from tests.style.public_scores import score_names


def written_names():
    """Every public name that the package's face imports, late ones included."""
    tree = ast.parse(Path(sklearn_rankscore.__file__).read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and "sklearn_rankscore" in node.module:
            yield from (alias.name for alias in node.names)


def test_all_is_sorted_and_complete():
    assert sorted(written_names()) == sklearn_rankscore.__all__
    assert dir(sklearn_rankscore) == sklearn_rankscore.__all__


@pytest.mark.parametrize("name", sklearn_rankscore.__all__)
def test_every_name_is_there_and_no_other(name):
    assert getattr(sklearn_rankscore, name).__name__ == name
    with pytest.raises(AttributeError, match=f"no attribute '{name}s'"):
        getattr(sklearn_rankscore, f"{name}s")


def test_importing_it_imports_no_extra_and_none_of_the_late_modules():
    """Beyond what scikit-learn's metrics import themselves."""
    code = (
        "import sys, sklearn.metrics\n"
        "before = set(sys.modules)\n"
        "import sklearn_rankscore\n"
        "late = {f'sklearn_rankscore.{m}' for m in sklearn_rankscore._LATE.values()}\n"
        "new = set(sys.modules) - before\n"
        "print(sorted((late | set(sys.argv[1:])) & new))"
    )
    extras = ["lightgbm", "xgboost", "catboost", "pandas", "polars", "matplotlib"]
    done = subprocess.run(
        [sys.executable, "-c", code, *extras],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_every_metric_has_its_function_and_every_score_its_metric():
    functions = {metric.function for metric in METRICS.values()}
    assert set(score_names()) == functions


def test_version_is_the_installed_one():
    assert sklearn_rankscore.__version__ == version("sklearn-rankscore")
