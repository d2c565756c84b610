"""What holds for the value of every list: ``law(metric, data)``.

A law raises AssertionError where it is broken. ``test_every_metric`` holds the
catalogue to all of them, ``test_mutants`` shows that each can fail.
"""

import itertools
import math

import numpy as np

from tests.laws.draws import assert_same, choices, group_scores, values_of

ROUNDING = 1e-12


def _each_list(data):
    return zip(data.labels, data.scores, strict=True)


def _falling(n_rows):
    """Scores that keep rows in the order in which they stand."""
    return -np.arange(float(n_rows))


def values_lie_in_the_range(metric, data):
    low, high = metric.range
    values = values_of(
        metric, data.y_true, data.y_score, data.ids, **choices(metric, data)
    )
    for value in values.values():
        assert math.isnan(value) or low <= value <= high * (1 + 1e-15)


def no_order_beats_the_ideal_one(metric, data):
    """Labels taken as scores are the best order; a normalised metric is best there."""
    axes = choices(metric, data)
    better = 1 if metric.greater_is_better else -1
    reached = values_of(metric, data.y_true, data.y_score, data.ids, **axes)
    ideal = values_of(metric, data.y_true, data.y_true, data.ids, **axes)
    bound = metric.range[1] if metric.greater_is_better else metric.range[0]
    for one in reached:
        assert not better * (reached[one] - ideal[one]) > ROUNDING
        if metric.normalised and not math.isnan(ideal[one]):
            assert abs(ideal[one] - bound) <= ROUNDING


def _all_equal(values):
    return len(set(values)) == 1


# By the words of the declaration, so that new words need a new line here.
UNDEFINED = {
    "": lambda labels, scores: False,
    "no row of the list was retrieved": lambda labels, scores: False,
    "every gain of the list is 0": lambda labels, scores: max(labels) == 0,
    "every label of the list is 0": lambda labels, scores: max(labels) == 0,
    "the list has no relevant row": lambda labels, scores: max(labels) < 1,
    "the list has no irrelevant row": lambda labels, scores: min(labels) >= 1,
    "the rows of the list are all relevant or all irrelevant": (
        lambda labels, scores: _all_equal([label >= 1 for label in labels])
    ),
    "all labels of the list are equal": lambda labels, scores: _all_equal(labels),
    "all labels or all scores of the list are equal": (
        lambda labels, scores: _all_equal(labels) or _all_equal(scores)
    ),
}


def nan_exactly_where_undefined(metric, data):
    expected = [UNDEFINED[metric.undefined](*rows) for rows in _each_list(data)]
    scores = group_scores(
        metric,
        data.y_true,
        data.y_score,
        data.ids,
        empty="skip",
        **choices(metric, data),
    )
    np.testing.assert_array_equal(np.isnan(scores.values), expected)
    np.testing.assert_array_equal(~scores.defined, expected)


def empty_rule_fills_the_undefined_lists_only(metric, data):
    axes = choices(metric, data)
    rows = (data.y_true, data.y_score, data.ids)
    skipped = group_scores(metric, *rows, empty="skip", **axes)
    filled = group_scores(metric, *rows, empty=0.25, **axes)
    expected = np.where(skipped.defined, skipped.values, 0.25)
    np.testing.assert_array_equal(filled.values, expected)
    np.testing.assert_array_equal(filled.defined, skipped.defined)


# --------------------------------------------------------------- lists among lists


def lists_do_not_touch_each_other(metric, data):
    axes = choices(metric, data)
    together = values_of(metric, data.y_true, data.y_score, data.ids, **axes)
    alone = {}
    for one, (labels, scores) in enumerate(_each_list(data)):
        alone |= values_of(metric, labels, scores, [one] * len(labels), **axes)
    assert_same(together, alone)


def rows_may_stand_in_any_order(metric, data):
    """Up to rounding, unless the ties rule reads the order of the rows."""
    axes = choices(metric, data)
    if axes.get("ties") in ("stable", "reversed"):
        axes["ties"] = "pessimistic"
    order = data.rng.permutation(len(data.ids))
    moved = (data.y_true[order], data.y_score[order], data.ids[order])
    after = values_of(metric, *moved, **axes)
    before = values_of(metric, data.y_true, data.y_score, data.ids, **axes)
    assert_same({one: before[one] for one in after}, after, rtol=ROUNDING)


def ids_may_have_any_name_and_order(metric, data):
    """Lists come out in order of first appearance, whatever the ids are."""
    axes = choices(metric, data)
    before = values_of(metric, data.y_true, data.y_score, data.ids, **axes)
    names = data.rng.permutation([f"query {one}" for one in range(data.n_lists)])
    renamed = values_of(metric, data.y_true, data.y_score, names[data.ids], **axes)
    assert_same(dict(zip(names, before.values(), strict=True)), renamed)
    by_list = data.rng.permutation(data.n_lists)
    order = np.concatenate([np.flatnonzero(data.ids == one) for one in by_list])
    moved = (data.y_true[order], data.y_score[order], data.ids[order])
    assert_same(
        {one: before[one] for one in by_list.tolist()},
        values_of(metric, *moved, **axes),
    )


def only_the_order_of_scores_matters(metric, data):
    """Whole ranks, a steep curve and neighbours 1e-12 apart give the same bits."""
    axes = choices(metric, data)
    values = values_of(metric, data.y_true, data.y_score, data.ids, **axes)
    dense = np.unique(data.y_score, return_inverse=True)[1]
    for scores in (dense, np.exp(20 * data.y_score), 1 + 1e-12 * dense):
        assert_same(values, values_of(metric, data.y_true, scores, data.ids, **axes))


# ---------------------------------------------------------------- cut-offs and ties


def a_cut_behind_the_list_changes_nothing(metric, data):
    """A metric that cuts gives its uncut value; another takes no k."""
    axes = choices(metric, data)
    rows = (data.y_true, data.y_score, data.ids)
    if not metric.cutoff:
        try:
            values_of(metric, *rows, **axes, k=1)
        except ValueError:
            return
        raise AssertionError(f"{metric.name} takes k, its declaration says it does not")
    longest = max(map(len, data.labels))
    uncut = values_of(metric, *rows, **axes | {"k": None})
    for k in (longest, longest + 1, 10 * longest):
        assert_same(uncut, values_of(metric, *rows, **axes | {"k": k}))


def ties_run_over_all_orders(metric, data):
    """Average, worst and best are those of the values of all orders of tied rows."""
    if "ties" not in metric.axes:
        return
    axes = choices(metric, data)
    worst, best = np.min, np.max
    if not metric.greater_is_better:
        worst, best = best, worst
    rules = {"average": np.mean, "pessimistic": worst, "optimistic": best}
    if metric.ordered_only:
        del rules["average"]
    for labels, scores in _each_list(data):
        every = _in_these_orders(metric, _all_orders(labels, scores), axes)
        for ties, over_orders in rules.items():
            np.testing.assert_allclose(
                _of_one_list(metric, labels, scores, axes | {"ties": ties}),
                over_orders(every),
                rtol=ROUNDING,
                atol=ROUNDING,
            )


def ordered_ties_read_the_rows(metric, data):
    """Stable keeps tied rows as they stand, reversed mirrors them."""
    if "ties" not in metric.axes:
        return
    axes = choices(metric, data)
    for labels, scores in _each_list(data):
        for ties, step in {"stable": 1, "reversed": -1}.items():
            order = [
                label for block in _blocks(labels, scores) for label in block[::step]
            ]
            np.testing.assert_array_equal(
                _of_one_list(metric, labels, scores, axes | {"ties": ties}),
                _in_these_orders(metric, [order], axes)[0],
            )


def _blocks(labels, scores):
    labels, scores = np.array(labels), np.array(scores)
    return [labels[scores == score] for score in np.unique(scores)[::-1]]


def _all_orders(labels, scores):
    """Labels in every order that the scores allow, each different one once."""
    choices_of_block = [
        sorted(set(itertools.permutations(block.tolist())))
        for block in _blocks(labels, scores)
    ]
    for chosen in itertools.product(*choices_of_block):
        yield list(itertools.chain.from_iterable(chosen))


def _in_these_orders(metric, orders, axes):
    """Values of lists whose rows stand in rank order, all in one call."""
    orders = np.array(list(orders))
    values = values_of(
        metric,
        orders.ravel(),
        np.tile(_falling(orders.shape[1]), len(orders)),
        np.repeat(np.arange(len(orders)), orders.shape[1]),
        **axes,
    )
    return np.array(list(values.values()))


def _of_one_list(metric, labels, scores, axes):
    return values_of(metric, labels, scores, [0] * len(labels), **axes)[0]
