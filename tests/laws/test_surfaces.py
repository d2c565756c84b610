"""One name, one value: whichever way a number is asked for, and whatever its sign.

Expected values come from the loops of the tests (``tests/formulas.py``), from
scikit-learn, and for row-wise errors from their formulas written out below.
"""

import inspect
import math

import numpy as np
import pytest
import sklearn.metrics

from sklearn_rankscore._metrics.catalogue import METRICS, REFERENCED, MetricName
from sklearn_rankscore._plans import plan
from tests.formulas import FORMULAS, expected
from tests.laws import surfaces
from tests.laws.surfaces import Case

ALL = METRICS | REFERENCED
SURFACES = {
    name: surface
    for name, surface in vars(surfaces).items()
    if inspect.isfunction(surface)
    and surface.__module__ == surfaces.__name__
    and not name.startswith("_")
}
RANKING_ONLY = {"explain", "identify"}

# Errors of the rows of one group; halves and quarters are exact in every booster.
ERRORS = {
    "huber": lambda y, p: np.mean(
        np.where(abs(p - y) <= 1, (p - y) ** 2 / 2, abs(p - y) - 0.5)
    ),
    "pseudo_huber": lambda y, p: np.mean(np.sqrt(1 + (p - y) ** 2) - 1),
    "log_cosh": lambda y, p: np.mean(np.log(np.cosh(p - y))),
    "mape": lambda y, p: np.mean(abs(p - y) / y),
    "smape": lambda y, p: np.mean(2 * abs(p - y) / (abs(y) + abs(p))),
    "wape": lambda y, p: sum(abs(p - y)) / sum(y),
    "rmspe": lambda y, p: math.sqrt(np.mean(((p - y) / y) ** 2)),
    "maape": lambda y, p: np.mean(np.arctan(abs(p - y) / y)),
    "mape_coverage": lambda y, p: 1.0,
    "mase": lambda y, p: np.mean(abs(p - y)) / 2,
    "mean_absolute_error": sklearn.metrics.mean_absolute_error,
    "mean_squared_error": sklearn.metrics.mean_squared_error,
    "root_mean_squared_error": lambda y, p: math.sqrt(np.mean((p - y) ** 2)),
    "r2": sklearn.metrics.r2_score,
}
OWN = {"mase": {"naive_scale": 2.0}}


def case_of(name, folder):
    """Three lists of five rows, where every metric of the catalogue has a value."""
    metric = ALL[name]
    axes, cut = dict(OWN.get(name, {})), ""
    labels = np.array([[2, 0, 1, 0, 3], [0, 1, 0, 2, 0], [1, 0, 3, 0, 2]], dtype=float)
    if name in FORMULAS:
        axes = dict(FORMULAS[name].required)
        if max(FORMULAS[name].grades or (3,)) <= 1:
            labels /= 4
        cut = "@3" if metric.cutoff else ""
    else:
        labels += 1
    rng = np.random.default_rng(3)
    scores = {
        model: (rng.permuted(np.tile(np.arange(5), (3, 1)), axis=1) - 1.25) / 2
        for model in ("one", "two")
    }
    return Case(
        metric.scorer_name + cut, metric.function, labels, scores, axes, str(folder)
    )


def by_hand(name, case):
    """Values of each list, negated where the name begins with neg_."""
    k = {"k": 3} if "@" in case.name else {}
    turn = -1.0 if case.name.startswith("neg_") else 1.0
    found = {}
    for model, scores in case.scores.items():
        rows = zip(case.labels, scores, strict=True)
        if name in FORMULAS:
            values = [expected(name, y, s, **k, **case.axes) for y, s in rows]
        else:
            values = [ERRORS[name](y, p) for y, p in rows]
        found[model] = turn * np.array(values, dtype=float)
    return found


def hold(surface, name, folder, capsys):
    """Hold one surface to the values by hand, of each list or in the mean."""
    case = case_of(name, folder)
    wanted = by_hand(name, case)
    ask = SURFACES[surface]
    more = [capsys] * ("capsys" in inspect.signature(ask).parameters)
    found = ask(case, *more)
    if found is None:
        return
    assert set(found) == set(wanted)
    for model, values in found.items():
        of_lists = np.ndim(values) > 0
        goal = wanted[model] if of_lists else np.mean(wanted[model])
        np.testing.assert_allclose(values, goal, rtol=1e-12, atol=1e-15)


def _read(surface, name):
    return surface not in RANKING_ONLY or name in FORMULAS


PAIRS = [(s, n) for s in SURFACES for n in ALL if _read(s, n)]


@pytest.mark.parametrize(("surface", "name"), PAIRS)
def test_every_surface_says_the_same_of_one_name(surface, name, tmp_path, capsys):
    hold(surface, name, tmp_path, capsys)


def test_every_metric_has_a_formula_and_is_not_0_everywhere():
    assert set(FORMULAS) | set(ERRORS) == set(ALL)
    constant = {"mape_coverage", "judged", "rbp_residual"}
    for name in ALL:
        values = by_hand(name, case_of(name, ""))
        differ = not np.array_equal(values["one"], values["two"])
        assert differ or name in constant
        assert any(values["one"] != 0)


# ----------------------------------------------------------------------- mutants

LOSSES = [name for name, metric in ALL.items() if not metric.greater_is_better]


def _flipped(surface):
    """A surface with a sign of its own, after that of the name."""
    ask = SURFACES[surface]

    def mutant(case, *more):
        found = ask(case, *more)
        return found and {model: -1.0 * values for model, values in found.items()}

    # The law looks whether a surface reads what was printed.
    mutant.__signature__ = inspect.signature(ask)
    return mutant


def forgets_the_sign(self, value):
    return value


def signs_twice(self, *columns, **keywords):
    found = PER_GROUP(self, *columns, **keywords)
    return {
        str(step.name): found[str(step.name)]._replace(
            values=step.name.signed(found[str(step.name)].values)
        )
        for step in self.steps
    }


PER_GROUP = plan.Plan.per_group


@pytest.mark.parametrize("surface", SURFACES)
def test_a_sign_of_its_own_is_found(surface, tmp_path, capsys, monkeypatch):
    name = "fall_out"
    hold(surface, name, tmp_path, capsys)
    monkeypatch.setitem(SURFACES, surface, _flipped(surface))
    with pytest.raises(AssertionError):
        hold(surface, name, tmp_path, capsys)


@pytest.mark.parametrize("surface", sorted(set(SURFACES) - {"public_function"}))
def test_a_forgotten_sign_is_found(surface, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(MetricName, "signed", forgets_the_sign)
    with pytest.raises(AssertionError):
        hold(surface, "fall_out", tmp_path, capsys)


@pytest.mark.parametrize("name", LOSSES)
def test_the_public_function_has_the_sign_of_the_loss(name, tmp_path, capsys):
    case = case_of(name, tmp_path)
    found = surfaces.public_function(case)
    assert found is None or all(value < 0 for value in found.values())


@pytest.mark.parametrize(
    "surface", ["evaluate", "summary", "worst", "comparison", "command_evaluate"]
)
def test_a_second_sign_in_an_evaluation_is_found(
    surface, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(plan.Plan, "per_group", signs_twice)
    with pytest.raises(AssertionError):
        hold(surface, "fall_out", tmp_path, capsys)
