"""Public docstrings are numpydoc, and one parameter has one description."""

import inspect
import re
from collections import defaultdict

import pytest
from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

import sklearn_rankscore
from sklearn_rankscore import datasets
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


def test_one_parameter_has_one_description():
    texts = defaultdict(set)
    kinds = {m.function: (m.family == "pointwise", m.signed) for m in METRICS.values()}
    for function in scores():
        rowwise, signed = kinds[function.__name__]
        for parameter in NumpyDocString(function.__doc__)["Parameters"]:
            # The default rule for empty lists is the one thing that families differ in.
            text = " ".join(parameter.desc).replace('"skip".', "0.")
            labels = (signed,) if parameter.name == "y_true" else ()
            texts[rowwise, parameter.name, *labels].add((parameter.type, text))
    different = {name: found for name, found in texts.items() if len(found) > 1}
    assert different == {}
