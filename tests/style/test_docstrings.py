"""Public docstrings are numpydoc, and one parameter has one description."""

import inspect
import re
from collections import defaultdict
from typing import get_type_hints

import pytest
from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

import sklearn_rankscore
from sklearn_rankscore import datasets
from sklearn_rankscore._conventions.axes import AXES
from sklearn_rankscore._metrics.catalogue import METRICS
from tests.style.public_scores import score_names

# Why each numpydoc check that is off is off.
NOT_CHECKED = {
    "ES01": "an extended summary is not needed where the summary says it",
    "GL08": "dunder and inherited members",
    "PR01": "signatures are compared by test_parameters_are_all_documented",
    "PR02": "the same",
    "PR06": "'bool' and 'str' are what scikit-learn writes",
    "RT02": "a return value has a name here, which numpydoc takes for a type",
    "RT03": "a returned scorer or array needs no sentence beyond its type",
    "SA01": "a See Also that says nothing is worse than none",
    "SA04": "the names say it",
    "SS06": "a summary may need a second line",
    "EX01": "a record class is shown in the example of what returns it",
    "PR07": "a parameter whose type says all needs no sentence",
    "PR08": "a description may open with code",
    "PR09": "a description may end with code",
    "RT05": "the same",
}


def public_objects():
    for module in (sklearn_rankscore, datasets):
        for name in module.__all__:
            yield f"{module.__name__}.{name}"


@pytest.mark.parametrize("name", list(public_objects()))
def test_numpydoc_accepts(name):
    problems = validate(name)["errors"]
    assert [p for p in problems if p[0] not in NOT_CHECKED] == []


def scores():
    return [getattr(sklearn_rankscore, name) for name in score_names()]


@pytest.mark.parametrize("function", scores(), ids=lambda f: f.__name__)
def test_parameters_are_all_documented(function):
    documented = [p.name for p in NumpyDocString(function.__doc__)["Parameters"]]
    assert documented == list(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", scores(), ids=lambda f: f.__name__)
def test_a_score_says_direction_errors_source_and_example(function):
    sections = NumpyDocString(function.__doc__)
    prose = " ".join(sections["Extended Summary"])
    assert re.search(r"(Higher|Lower) is better", prose)
    for section in ("Returns", "Raises", "References", "Examples"):
        assert sections[section], section


# What all functions of a kind share, and where it is told at length.
SHARED = {
    "ranking": (
        "score_per_group",
        {
            "convention",
            "empty",
            "grades",
            "groups",
            "k",
            "n_jobs",
            "retrieved",
            "sample_weight",
            "tiebreak",
            "ties",
            "unjudged",
            "y_score",
            "y_true",
        },
    ),
    "row-wise": (
        "mean_absolute_percentage_error",
        {"groups", "multioutput", "sample_weight", "y_pred", "y_true"},
    ),
}
METRIC_OF = {metric.function: metric for metric in METRICS.values()}

# Functions that take a parameter of the same name and type for something else.
OTHER_MEANING = {
    ("convention_sensitivity", "tiebreak"): "ids, and what is left out without them",
    ("crosscheck", "tiebreak"): "the ids that peers are given",
    ("evaluate", "k"): "for the metrics that name no cut-off",
    ("explore", "convention"): "what the page opens with",
    ("explore", "k"): "what the page opens with",
    ("identify_convention", "k"): "None tries several",
    ("identify_convention", "tiebreak"): "ids, and what is left out without them",
    ("rows_from_run", "convention"): "says which queries count",
}


def kind_of(function):
    pointwise = METRIC_OF[function.__name__].family == "pointwise"
    return "row-wise" if pointwise else "ranking"


def is_account(function):
    return function.__name__ == SHARED[kind_of(function)][0]


def described(function):
    """Return the type and the lines of each parameter that a docstring tells."""
    sections = NumpyDocString(inspect.getdoc(function))
    found = [*sections["Parameters"], *sections["Other Parameters"]]
    return {parameter.name: (parameter.type, parameter.desc) for parameter in found}


def manuals(kind):
    return [f for f in scores() if kind_of(f) == kind and not is_account(f)]


def told(function):
    """Return the type and text of each parameter, but for what families differ in."""
    for name, (type_, lines) in described(function).items():
        # The default rule for empty lists.
        yield name, type_, " ".join(lines).replace('"skip".', "0.")


def accounts(kind):
    return described(getattr(sklearn_rankscore, SHARED[kind][0]))


def lines_of(kind):
    """Return the one line of each shared parameter, as unsigned metrics have it."""
    unsigned = [f for f in manuals(kind) if not METRIC_OF[f.__name__].signed]
    return {
        name: (type_, text)
        for function in unsigned
        for name, type_, text in told(function)
        if name in SHARED[kind][1]
    }


def test_one_parameter_has_one_description():
    texts = defaultdict(set)
    for function in scores():
        kind, signed = kind_of(function), METRIC_OF[function.__name__].signed
        at_length = SHARED[kind][1] if is_account(function) else set()
        for name, type_, text in told(function):
            if name not in at_length:
                labels = (signed,) if name == "y_true" else ()
                texts[kind, name, *labels].add((type_, text))
    different = {name: found for name, found in texts.items() if len(found) > 1}
    assert different == {}


@pytest.mark.parametrize(
    "function", [*manuals("ranking"), *manuals("row-wise")], ids=lambda f: f.__name__
)
def test_a_shared_parameter_has_one_line_and_a_pointer(function):
    account, shared = SHARED[kind_of(function)]
    longer = {
        name: lines
        for name, (_, lines) in described(function).items()
        if name in shared and len(lines) != 1
    }
    assert longer == {}
    pointers = {
        name: " ".join(text)
        for names, text in NumpyDocString(function.__doc__)["See Also"]
        for name, _ in names
    }
    assert "hared parameters at length" in pointers[account]


@pytest.mark.parametrize("kind", SHARED)
def test_the_account_opens_with_the_line_and_goes_on(kind):
    account = accounts(kind)
    assert set(lines_of(kind)) == SHARED[kind][1]
    for name, (type_, line) in lines_of(kind).items():
        at_length = " ".join(account[name][1])
        assert (account[name][0], at_length[: len(line)]) == (type_, line)
        assert len(at_length) > len(line) + 20, name
        # A short line that goes on is no line of its own.
        assert line.endswith("."), name


def test_the_account_of_ranking_tells_every_axis():
    account = accounts("ranking")
    assert set(AXES) <= set(account)
    for function in manuals("ranking"):
        for name, type_, text in told(function):
            if name in AXES:
                assert account[name][0] == type_, name
                assert " ".join(account[name][1]).startswith(text), name
    for name, axis in AXES.items():
        at_length = " ".join((account[name][0], *account[name][1]))
        assert [n for n in axis.names if f'"{n}"' not in at_length] == []
    labels = " ".join(account["y_true"][1])
    signed = [m.scorer_name for m in METRICS.values() if m.signed]
    assert "labels of either sign" in labels
    assert [n for n in signed if f'``"{n}"``' not in labels] == []


def test_other_functions_say_the_same_of_the_same_parameter():
    lines = lines_of("ranking")
    different, used = {}, set()
    for name in sklearn_rankscore.__all__:
        function = getattr(sklearn_rankscore, name)
        if name in METRIC_OF or not inspect.isfunction(function):
            continue
        for parameter, type_, text in told(function):
            if parameter not in lines or lines[parameter][0] != type_:
                continue
            if text.startswith(lines[parameter][1]):
                continue
            if (name, parameter) in OTHER_MEANING:
                used.add((name, parameter))
            else:
                different[name, parameter] = text
    assert different == {}
    assert used == set(OTHER_MEANING)


def test_evaluate_explain_and_get_rank_scorer_share_what_they_should():
    lines = lines_of("ranking")
    for name, shared in {
        "evaluate": {
            "convention",
            "grades",
            "groups",
            "retrieved",
            "sample_weight",
            "tiebreak",
            "y_true",
        },
        "explain": {
            "convention",
            "grades",
            "groups",
            "k",
            "retrieved",
            "tiebreak",
            "y_score",
            "y_true",
        },
        "get_rank_scorer": {"convention"},
    }.items():
        found = {p: (t, text) for p, t, text in told(getattr(sklearn_rankscore, name))}
        for parameter in shared:
            assert found[parameter] == lines[parameter], (name, parameter)


@pytest.mark.parametrize("function", scores(), ids=lambda f: f.__name__)
def test_types_are_told_and_resolve(function):
    hints = get_type_hints(function)
    assert list(hints) == [*inspect.signature(function).parameters, "return"]
