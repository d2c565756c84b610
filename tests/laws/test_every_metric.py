"""The catalogue times the laws."""

import inspect

import pytest

from sklearn_rankscore._metrics.catalogue import METRICS
from tests.laws import call_laws, value_laws
from tests.laws.draws import check
from tests.style.public_scores import score_names

LAWS = {
    name: law
    for module in (value_laws, call_laws)
    for name, law in vars(module).items()
    if inspect.isfunction(law)
    and law.__module__ == module.__name__
    and not name.startswith("_")
}
RANKING = [name for name, metric in METRICS.items() if metric.family != "pointwise"]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", RANKING)
def test_law(name, law):
    check(LAWS[law], METRICS[name])


def public_functions():
    """Score functions of the public namespace, by name."""
    return set(score_names())


def catalogue_is_public(public):
    functions = [metric.function for metric in METRICS.values()]
    assert sorted(functions) == sorted(set(functions))
    assert set(functions) == public


def test_catalogue_is_the_public_functions():
    catalogue_is_public(public_functions())
