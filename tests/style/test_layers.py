"""The shape of the package: imports go one way, modules and functions stay small."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import sklearn_rankscore

# A module imports only modules of its own stage or of a stage before it. The modules of
# the stage "_lists" are `_lists` and all that start with "_lists_".
STAGES = (
    "_axes",
    "_catalogue",
    "_check",
    "_outputs",
    "_named",
    "_conventions",
    "_groups",
    "_kernels",
    "_ranks",
    "_ties",
    "_lists",
    "_list_marks",
    "_metrics",
    "_pointwise",
    "_reduce",
    "_error_rows",
    "_rows",
    "_plan",
    "_versions",
    "_score",
    "_errors",
    "_run_files",
    "_runs",
    "_carriers",
    "_response",
    "_rank_scorer",
    "_scorer",
    "_libraries",
    "_booster_metrics",
    "_eval_metrics",
    "_boosters",
    "_adapter_tags",
    "_fit_rows",
    "_held_out",
    "_splits",
    "_ranker",
    "_in_words",
    "_table",
    "_peers",
    "_crosscheck",
    "_identify",
    "_sensitivity",
    "_number_table",
    "_resampling",
    "_summary",
    "_same_lists",
    "_evaluation",
    "_evaluate",
    "_paired",
    "_verdicts",
    "_stats",
    "_folds",
    "_one_standard_error",
    "_search_report",
    "_best_two",
    "_explain",
    "_explore",
    "_viz",
    "_datasets",
    "datasets",
    "_demo",
    "_model_files",
    "_report_html",
    "_cli",
    "__init__",
    "__main__",
)
# Stages of public signatures and docstrings, with hardly any logic.
MANUALS = {"_score", "_errors"}
LONGEST_MODULE = 300
LONGEST_BODY = 50
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
SOURCES = {path.stem: path.read_text() for path in sorted(PACKAGE.glob("*.py"))}


def imported_names(nodes):
    """Every module, and every name taken from a module, in dotted form."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def stage_of(module):
    """The stage of a module, None for a name that fits none."""
    stages = (s for s in STAGES if module == s or module.startswith(f"{s}_"))
    return max(stages, key=len, default=None)


def imported_modules(source):
    """Modules of the package that a module imports, anywhere in its text."""
    prefix = "sklearn_rankscore."
    names = imported_names(ast.walk(ast.parse(source)))
    taken = {
        n.removeprefix(prefix).split(".")[0] for n in names if n.startswith(prefix)
    }
    return {name for name in taken if stage_of(name)}


def late_imports(module, source):
    """Modules that `module` imports from a stage after its own."""
    here = STAGES.index(stage_of(module))
    taken = imported_modules(source)
    return sorted(name for name in taken if STAGES.index(stage_of(name)) > here)


def import_circle(sources):
    """Modules that import each other in a circle."""
    graph = {module: imported_modules(source) for module, source in sources.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def from_the_public_face(source):
    """Public names that a module takes from the package instead of a module of it."""
    return sorted(
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "sklearn_rankscore"
        for alias in node.names
        if stage_of(alias.name) is None
    )


def run_on_import(node):
    """Every statement below `node` that importing the module runs."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
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


def test_every_module_has_a_stage():
    assert [module for module in SOURCES if stage_of(module) is None] == []


@pytest.mark.parametrize("module", SOURCES)
def test_imports_go_one_way(module):
    assert late_imports(module, SOURCES[module]) == []


def test_no_modules_import_each_other():
    assert import_circle(SOURCES) == []


@pytest.mark.parametrize("module", SOURCES)
def test_private_modules_import_from_where_a_name_is_written(module):
    assert from_the_public_face(SOURCES[module]) == []


@pytest.mark.parametrize("module", SOURCES)
def test_optional_packages_are_imported_inside_functions(module):
    assert eager_extras(SOURCES[module]) == []


@pytest.mark.parametrize(
    "module", [module for module in SOURCES if stage_of(module) not in MANUALS]
)
def test_modules_stay_short(module):
    length = len(SOURCES[module].splitlines())
    assert length <= LONGEST_MODULE


@pytest.mark.parametrize("module", SOURCES)
def test_functions_stay_short(module):
    assert long_bodies(SOURCES[module]) == []


@pytest.mark.parametrize("module", SOURCES)
def test_names_say_what_a_module_holds(module):
    assert FORBIDDEN_WORDS.isdisjoint(module.strip("_").split("_"))


@pytest.mark.parametrize(
    ("rule", "source", "found"),
    [
        (
            lambda source: late_imports("_groups", source),
            "from sklearn_rankscore._lists import rank_lists",
            ["_lists"],
        ),
        (
            lambda source: late_imports("_groups", source),
            "def late():\n    from sklearn_rankscore import _check, datasets",
            ["datasets"],
        ),
        (
            lambda source: late_imports("_metrics_hit", source),
            "import sklearn_rankscore._metrics_gain, sklearn_rankscore._rank_scorer",
            ["_rank_scorer"],
        ),
        (
            lambda source: import_circle({"_lists": source}),
            "def late():\n    from sklearn_rankscore import _lists",
            ["_lists", "_lists"],
        ),
        (
            from_the_public_face,
            "from sklearn_rankscore import _check, ndcg_score",
            ["ndcg_score"],
        ),
        (
            eager_extras,
            "try:\n    import pandas as pd\nexcept ImportError:\n    pd = None",
            ["pandas"],
        ),
        (eager_extras, "class A:\n    from lightgbm import Dataset", ["lightgbm"]),
        (eager_extras, "def late():\n    import pandas", []),
        (long_bodies, 'def f():\n    """Two."""\n' + "    x = 1\n" * 50, []),
        (long_bodies, 'def f():\n    """Two."""\n' + "    x = 1\n" * 51, ["f"]),
    ],
)
def test_each_rule_finds_what_breaks_it(rule, source, found):
    assert rule(source) == found
