"""Every law fails on a metric, or a pipeline, that breaks it."""

import dataclasses
import functools

import numpy as np
import pytest

import sklearn_rankscore
from sklearn_rankscore import Convention, mrr_score
from sklearn_rankscore._lists import rows
from sklearn_rankscore._lists.groups import Groups
from sklearn_rankscore._lists.ranked import RankedLists, rank_lists
from sklearn_rankscore._metrics.catalogue import METRICS, MetricName
from sklearn_rankscore._plans import plan, rankings
from sklearn_rankscore._plans.reduce import mean_over_lists, settle_empty
from tests.laws.draws import check
from tests.laws.test_every_metric import LAWS, catalogue_is_public, public_functions


def kernel(name, change):
    """A mutant of a metric: ``change(kernel, lists, **axes)`` is its kernel."""

    def inject(monkeypatch):
        metric = METRICS[name]

        @functools.wraps(metric.kernel)
        def mutant(lists, **axes):
            return change(metric.kernel, lists, **axes)

        mutated = dataclasses.replace(metric, kernel=mutant)
        monkeypatch.setitem(METRICS, name, mutated)

    return name, inject


def patched(name, owner, attribute, replacement):
    """A mutant of the pipeline, seen through one metric."""

    def inject(monkeypatch):
        monkeypatch.setattr(owner, attribute, replacement)

    return name, inject


def discount_is_off_by_one(ndcg, lists, **axes):
    def late(ranks):
        return 1 / np.log2(ranks + 2)

    dcg_axes = {axis: axes[axis] for axis in METRICS["dcg"].keywords}
    dcg = METRICS["dcg"].kernel
    reached = dcg(lists, **dcg_axes)
    shifted = dcg(lists, **dcg_axes | {"discount": late})
    return ndcg(lists, **axes) * shifted / np.where(reached == 0, 1, reached)


def leaks_across_lists(ndcg, lists, **axes):
    values = ndcg(lists, **axes)
    return values + np.nan_to_num(values).sum()


def fills_zeros_too(values, rule, describe):
    settled, defined = settle_empty(values, rule, describe)
    filled = np.where(settled == 0, 0.25, settled)
    return settled if rule == "skip" else filled, defined


def casts_scores(labels, scores, *columns, **extras):
    narrow = scores.astype(np.float32).astype(np.float64)
    return rank_lists(labels, narrow, *columns, **extras)


def takes_the_median(values, *arguments):
    return float(np.median(values))


def ignores_weights(values, defined, weights, *arguments):
    return mean_over_lists(values, defined, None, *arguments)


def overwrites_its_input(self, y_true, y_score, **keywords):
    numbers = PLAN_NUMBERS(self, y_true, y_score, **keywords)
    if isinstance(y_score, np.ndarray) and y_score.flags.writeable:
        y_score[:] = 0
    return numbers


PLAN_NUMBERS = plan.Plan.numbers


def columns_are_lists(n_lists, length):
    offsets = np.arange(n_lists + 1) * length
    order = np.arange(n_lists * length).reshape(n_lists, length).T.ravel()
    return Groups(order, offsets, np.arange(n_lists))


MUTANTS = {
    "values_lie_in_the_range": kernel(
        "ndcg", lambda ndcg, lists, **axes: 1.5 * ndcg(lists, **axes)
    ),
    "no_order_beats_the_ideal_one": kernel("ndcg", discount_is_off_by_one),
    "nan_exactly_where_undefined": kernel(
        "recall", lambda recall, lists, **axes: np.nan_to_num(recall(lists, **axes))
    ),
    "empty_rule_fills_the_undefined_lists_only": patched(
        "recall", rankings, "settle_empty", fills_zeros_too
    ),
    "lists_do_not_touch_each_other": kernel("ndcg", leaks_across_lists),
    "rows_may_stand_in_any_order": kernel(
        "dcg", lambda dcg, lists, **axes: dcg(lists, **axes | {"ties": "stable"})
    ),
    "ids_may_have_any_name_and_order": kernel(
        "dcg", lambda dcg, lists, **axes: dcg(lists, **axes)[::-1]
    ),
    "only_the_order_of_scores_matters": patched(
        "dcg", rankings, "rank_lists", casts_scores
    ),
    "a_cut_behind_the_list_changes_nothing": kernel(
        "precision",
        lambda precision, lists, **axes: precision(
            lists, **axes | {"precision_denominator": "k"}
        ),
    ),
    "ties_run_over_all_orders": kernel(
        "map", lambda ap, lists, **axes: ap(lists, **axes | {"ties": "stable"})
    ),
    "ordered_ties_read_the_rows": kernel(
        "map", lambda ap, lists, **axes: ap(lists, **axes | {"ties": "average"})
    ),
    "the_number_is_the_mean_over_lists": patched(
        "dcg", rankings, "mean_over_lists", takes_the_median
    ),
    "a_whole_weight_is_a_repetition": patched(
        "dcg", rankings, "mean_over_lists", ignores_weights
    ),
    "the_default_convention_is_what_it_says": patched(
        "dcg", plan, "get_convention", lambda *_, **__: Convention(gain="exponential")
    ),
    "a_plan_of_many_gives_each_its_own_number": patched(
        "dcg", RankedLists, "cut", lambda self, k: self
    ),
    "every_container_gives_the_same_number": patched(
        "dcg", plan.Plan, "numbers", overwrites_its_input
    ),
    "a_matrix_is_one_list_per_row": patched(
        "dcg", rows, "equal_lists", columns_are_lists
    ),
    "blocks_of_lists_do_not_show": kernel("ndcg", leaks_across_lists),
    "names_round_trip": patched(
        "ndcg", MetricName, "__str__", lambda self: f"{self.metric.name}@{self.k}"
    ),
    "the_public_function_takes_what_the_kernel_takes": patched(
        "ndcg", sklearn_rankscore, "ndcg_score", mrr_score
    ),
}


@pytest.mark.parametrize("law", MUTANTS)
def test_law_fails_on_its_mutant(law, monkeypatch):
    name, inject = MUTANTS[law]
    check(LAWS[law], METRICS[name], shrink=False)
    inject(monkeypatch)
    with pytest.raises(AssertionError):
        check(LAWS[law], METRICS[name], shrink=False)


def test_catalogue_law_fails_without_a_metric():
    whole = dict(METRICS)
    del METRICS["mrr"]
    try:
        with pytest.raises(AssertionError):
            catalogue_is_public(public_functions())
    finally:
        # Put back in its place: README's table follows the order.
        METRICS.clear()
        METRICS.update(whole)


def test_every_law_has_a_mutant():
    assert set(MUTANTS) == set(LAWS)
