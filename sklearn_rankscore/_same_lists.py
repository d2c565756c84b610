"""Evaluations put together: the same lists, metrics and convention, or an error."""

from dataclasses import replace

import numpy as np

_SAME = 1e-12


def join_evaluations(evaluations, function="join"):
    """Return one evaluation of all models, or say what keeps them apart."""
    first, *others = evaluations
    for other in others:
        _check_alike(first, other, function)
    joined = [first, *(_in_order(first, other, function) for other in others)]
    models = [name for evaluation in joined for name in evaluation.models]
    twice = [name for name in models if models.count(name) > 1]
    if twice:
        raise ValueError(
            f"{function} needs models of different names. Got {twice[0]!r} twice; name "
            f"models by evaluate(y_true, {{'name': y_score}}, ...)."
        )
    return replace(
        first,
        models=tuple(models),
        values=np.concatenate([evaluation.values for evaluation in joined]),
        defined=np.concatenate([evaluation.defined for evaluation in joined]),
    )


def _check_alike(first, other, function):
    here, there = first.models[0], other.models[0]
    if first.metrics != other.metrics:
        raise ValueError(
            f"{function} needs the same metrics in the same order. Got "
            f"{list(first.metrics)} for {here!r} and {list(other.metrics)} for "
            f"{there!r}."
        )
    for mine, its in zip(first.plan.steps, other.plan.steps, strict=True):
        for name, value in mine.parameters.items():
            if not _equal(value, its.parameters[name]):
                raise ValueError(
                    f"{function} needs one {name}= for {mine.name}. Got {value!r} for "
                    f"{here!r} and {its.parameters[name]!r} for {there!r}."
                )
        if mine.convention != its.convention:
            raise ValueError(
                f"{function} needs one convention. Got {mine.convention} for {here!r} "
                f"and {its.convention} for {there!r} in {mine.name}."
            )


def _equal(one, other):
    """Tell whether two parameters are equal; they may hold arrays, by group."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            _equal(value, other[key]) for key, value in one.items()
        )
    if isinstance(one, dict) or isinstance(other, dict):
        return False
    return np.array_equal(one, other)


def _in_order(first, other, function):
    """Return `other` with its lists in the order of `first`."""
    here, there = first.groups.tolist(), other.groups.tolist()
    place = {group: at for at, group in enumerate(there)}
    for groups, known, lacks in (
        (here, place, other.models[0]),
        (there, set(here), first.models[0]),
    ):
        missing = [group for group in groups if group not in known]
        if missing:
            raise ValueError(
                f"{function} needs every query of every model. {lacks!r} lacks "
                f"{missing[0]!r} (first of {len(missing)})."
            )
    other = other.take([place[group] for group in here])
    _check_labels(first, other, function)
    # The mean weight of rows in another order may differ in the last bits.
    apart = ~np.isclose(other.weights, first.weights, rtol=_SAME, atol=0.0)
    if apart.any():
        at = np.flatnonzero(apart)[0]
        raise ValueError(
            f"{function} needs one weight per query. Got {first.weights[at]} for "
            f"{first.models[0]!r} and {other.weights[at]} for {other.models[0]!r} in "
            f"query {here[at]!r}."
        )
    return other


def _check_labels(first, other, function):
    """Refuse lists with other labels, or with labels that belong to other rows."""
    content, order = first.marks.differ(other.marks)
    one_y_true, same_rows = "evaluate all on one y_true", "give all the same rows"
    for wrong, what, remedy in (
        (content, "the same labels in each query", one_y_true),
        (order, "the labels of each query in one order", same_rows),
    ):
        if wrong.any():
            at = np.flatnonzero(wrong)
            raise ValueError(
                f"{function} needs {what}. Those of {first.models[0]!r} and "
                f"{other.models[0]!r} differ in query {first.groups.tolist()[at[0]]!r} "
                f"(first of {len(at)}); {remedy}."
            )
