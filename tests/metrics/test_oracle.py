"""Every metric against a plain loop over one list at a time."""

import itertools

import numpy as np
import pytest

from sklearn_rankscore import get_convention, ndcg_score, score_per_group
from sklearn_rankscore._metrics.catalogue import METRICS
from tests.formulas import CONVENTIONS, FORMULAS, SIGN, WHOLE, expected

LISTS_PER_METRIC = 100_000
CUTOFFS = (None, 1, 2, 3, 5, 7)


def draw_lists(rng, n_lists, *, longest=7, grades=WHOLE):
    """Draw lists as (labels, scores), most of them short, some without relevance."""
    sizes = np.minimum(rng.geometric(0.35, n_lists), longest)
    n_rows = sizes.sum()
    labels = rng.choice(grades, n_rows) * (rng.random(n_rows) < 0.7)
    levels = np.repeat(rng.integers(1, sizes + 2), sizes)
    scores = np.ceil(rng.random(n_rows) * levels)
    ends = np.cumsum(sizes)[:-1]
    return list(zip(np.split(labels, ends), np.split(scores, ends), strict=True))


def stack(rng, lists, *, interleaved):
    """Rows of all lists and their ids; rows of one list keep their order."""
    sizes = [len(labels) for labels, _ in lists]
    ids = np.repeat(np.arange(len(lists)), sizes)
    labels, scores = (np.concatenate(column) for column in zip(*lists, strict=True))
    if not interleaved:
        return labels, scores, ids
    ids = rng.permutation(ids)
    places = np.argsort(ids, kind="stable")
    shuffled_labels, shuffled_scores = np.empty_like(labels), np.empty_like(scores)
    shuffled_labels[places], shuffled_scores[places] = labels, scores
    return shuffled_labels, shuffled_scores, ids


def compare(rng, name, lists, from_loop, *, interleaved=False, **axes):
    """Hold one call for all lists to the expected values, first difference shown."""
    y_true, y_score, ids = stack(rng, lists, interleaved=interleaved)
    scoring = METRICS[name].scorer_name
    got = score_per_group(scoring, y_true, y_score, groups=ids, empty="skip", **axes)
    at = np.argsort(got.groups)
    values, defined = SIGN[name] * got.values[at], got.defined[at]
    from_loop = np.array(from_loop)
    wrong = ~np.isclose(values, from_loop, rtol=1e-12, atol=1e-12, equal_nan=True)
    wrong |= defined == np.isnan(from_loop)
    if wrong.any():
        first = np.flatnonzero(wrong)[0]
        labels, scores = (column.tolist() for column in lists[first])
        pytest.fail(
            f"{name} of {labels=} {scores=} under {axes} is {values[first]!r}, defined "
            f"{defined[first]}; the loop gives {from_loop[first]!r} "
            f"({wrong.sum()} of {len(lists)} lists differ)."
        )


def combinations(name):
    """All calls of a metric: every axis value, every ties rule, every cut-off."""
    formula = FORMULAS[name]
    axes = dict(formula.axes)
    if "ties" in METRICS[name].axes:
        axes["ties"] = formula.ties
    if METRICS[name].cutoff:
        axes["k"] = CUTOFFS
    for choice in itertools.product(*axes.values()):
        yield dict(zip(axes, choice, strict=True))


@pytest.mark.parametrize("name", FORMULAS)
def test_short_lists_under_every_choice(name):
    rng = np.random.default_rng(0)
    calls = list(combinations(name))
    per_call = -(-LISTS_PER_METRIC // len(calls))
    for turn, axes in enumerate(calls):
        grades = FORMULAS[name].grades_of(axes, turn)
        lists = draw_lists(rng, per_call, grades=grades)
        from_loop = [expected(name, *rows, **axes) for rows in lists]
        compare(rng, name, lists, from_loop, interleaved=bool(turn % 3), **axes)


@pytest.mark.parametrize(
    ("name", "convention"),
    [
        (name, convention)
        for convention in CONVENTIONS
        for name in get_convention(convention).metrics or FORMULAS
    ],
)
def test_named_conventions(name, convention):
    rng = np.random.default_rng(3)
    formula = FORMULAS[name]
    axes = {
        axis: choice
        for axis, choice in CONVENTIONS[convention].items()
        if axis in ("ties", *formula.axes)
    }
    for k in CUTOFFS if METRICS[name].cutoff else (None,):
        lists = draw_lists(rng, 300, grades=formula.grades or WHOLE)
        cut = {} if k is None else {"k": k}
        from_loop = [
            expected(name, *rows, **formula.required, **axes, **cut) for rows in lists
        ]
        compare(
            rng,
            name,
            lists,
            from_loop,
            convention=convention,
            **formula.required,
            **cut,
        )


def test_every_metric_has_a_formula():
    ranking = {name for name in METRICS if METRICS[name].family != "pointwise"}
    assert set(FORMULAS) == ranking


@pytest.mark.parametrize("labels", [[1, 2, 1, 3], [1.5, 2, 1.5, 3]])
def test_gain_is_asked_about_labels_that_occur(labels):
    """A callable may have no value for others, such as 0 here."""
    y_score = [4, 3, 2, 1]
    value = ndcg_score(labels, y_score, groups=False, gain=lambda label: label - 1)
    table = [label - 1 for label in labels]
    assert value == pytest.approx(ndcg_score(table, y_score, groups=False), rel=1e-14)
