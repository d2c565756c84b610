"""The shape of the package: few modules with one subject, short functions, no extras.

The order of the sub-packages is import-linter's to hold (pyproject.toml).
"""

import ast
from pathlib import Path

import pytest

import sklearn_rankscore

LONGEST_MODULE = 400
LONGEST_MANUAL = 700
LONGEST_BODY = 50
MOST_IN_A_FOLDER = 8
# Beside the docstrings of the sub-packages.
MOST_MODULES = 85
FORBIDDEN_WORDS = {"utils", "util", "helpers", "helper", "common", "base", "misc"}
EXTRAS = {
    "catboost",
    "ir_measures",
    "lightgbm",
    "matplotlib",
    "pandas",
    "polars",
    "pyarrow",
    "pytrec_eval",
    "ranx",
    "xgboost",
}

PACKAGE = Path(sklearn_rankscore.__file__).parent
SOURCES = {
    str(path.relative_to(PACKAGE).with_suffix("")): path.read_text("utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
}
MODULES = [name for name in SOURCES if not name.endswith("__init__")]
SUBPACKAGES = sorted({name.partition("/")[0] for name in SOURCES if "/" in name})


def is_manual(module):
    return module.startswith("_scores/")


def imported_names(nodes):
    """Every module, and every name taken from a module, in dotted form."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def from_the_public_face(source):
    """Public names that a module takes from the package instead of a module of it."""
    return sorted(
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "sklearn_rankscore"
        for alias in node.names
        if alias.name not in SUBPACKAGES
    )


def run_on_import(node):
    """Every statement below `node` that importing the module runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            child = ast.Module(child.orelse, [])
        yield child
        yield from run_on_import(child)


def eager_extras(source):
    """Optional packages imported when the module is."""
    names = imported_names(run_on_import(ast.parse(source)))
    return sorted({name.split(".")[0] for name in names} & EXTRAS)


def long_bodies(source):
    """Functions with more lines than the budget, docstring not counted."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1:] if ast.get_docstring(node) else node.body
            if first and node.end_lineno - first[0].lineno + 1 > LONGEST_BODY:
                found.append(node.name)
    return found


def statements(source):
    """What a module does beside its docstring."""
    tree = ast.parse(source)
    return [ast.unparse(node) for node in tree.body[bool(ast.get_docstring(tree)) :]]


@pytest.mark.parametrize("module", SOURCES)
def test_private_modules_import_from_where_a_name_is_written(module):
    if module == "__init__":
        return
    assert from_the_public_face(SOURCES[module]) == []


@pytest.mark.parametrize("module", SOURCES)
def test_optional_packages_are_imported_inside_functions(module):
    assert eager_extras(SOURCES[module]) == []


@pytest.mark.parametrize("module", MODULES)
def test_modules_stay_short(module):
    longest = LONGEST_MANUAL if is_manual(module) else LONGEST_MODULE
    assert len(SOURCES[module].splitlines()) <= longest


@pytest.mark.parametrize("module", SOURCES)
def test_functions_stay_short(module):
    assert long_bodies(SOURCES[module]) == []


@pytest.mark.parametrize("module", SOURCES)
def test_names_say_what_a_module_holds(module):
    words = {word for part in module.split("/") for word in part.strip("_").split("_")}
    assert FORBIDDEN_WORDS.isdisjoint(words)


def test_folders_stay_small():
    assert len(MODULES) <= MOST_MODULES
    for folder in SUBPACKAGES:
        inside = [name for name in MODULES if name.startswith(f"{folder}/")]
        assert 0 < len(inside) <= MOST_IN_A_FOLDER, folder


@pytest.mark.parametrize("folder", [f for f in SUBPACKAGES if f.startswith("_")])
def test_private_folders_hold_a_guide_and_no_logic(folder):
    source = SOURCES[f"{folder}/__init__"]
    guide = ast.get_docstring(ast.parse(source))
    assert statements(source) == []
    for said in ("In: ", "Out: ", "Read ``"):
        assert said in guide
    modules = {name.split("/")[1] for name in MODULES if name.startswith(f"{folder}/")}
    # Every module of the folder is told, and none that is not there.
    assert {name for name in modules if f"``{name}``" not in guide} == set()


@pytest.mark.parametrize(
    ("rule", "source", "found"),
    [
        (
            from_the_public_face,
            "from sklearn_rankscore import _lists, ndcg_score",
            ["ndcg_score"],
        ),
        (
            eager_extras,
            "try:\n    import pandas as pd\nexcept ImportError:\n    pd = None",
            ["pandas"],
        ),
        (eager_extras, "class A:\n    from lightgbm import Dataset", ["lightgbm"]),
        (eager_extras, "def late():\n    import pandas", []),
        (eager_extras, "if TYPE_CHECKING:\n    import pandas", []),
        (
            eager_extras,
            "if TYPE_CHECKING:\n    x = 1\nelse:\n    import pandas",
            ["pandas"],
        ),
        (long_bodies, 'def f():\n    """Two."""\n' + "    x = 1\n" * 50, []),
        (long_bodies, 'def f():\n    """Two."""\n' + "    x = 1\n" * 51, ["f"]),
        (statements, '"""A guide."""\nx = 1', ["x = 1"]),
    ],
)
def test_each_rule_finds_what_breaks_it(rule, source, found):
    assert rule(source) == found
