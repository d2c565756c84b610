"""Evaluations put together: the same lists, metrics and convention, or an error."""

from dataclasses import replace

import numpy as np


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
        if (mine.convention, mine.parameters) != (its.convention, its.parameters):
            raise ValueError(
                f"{function} needs one convention. Got {mine.convention} for {here!r} "
                f"and {its.convention} for {there!r} in {mine.name}."
            )


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
    if (other.weights != first.weights).any():
        at = np.flatnonzero(other.weights != first.weights)[0]
        raise ValueError(
            f"{function} needs one weight per query. Got {first.weights[at]} for "
            f"{first.models[0]!r} and {other.weights[at]} for {other.models[0]!r} in "
            f"query {here[at]!r}."
        )
    return other
