"""Which choices of a convention an explained list used, and where they decided."""

from typing import NamedTuple

from sklearn_rankscore._axes import AXES
from sklearn_rankscore._explain_values import NOTES, number, words_of
from sklearn_rankscore._in_words import value_in_words
from sklearn_rankscore._plan import read_axes


class Choice(NamedTuple):
    """One axis of the convention that was read.

    Attributes
    ----------
    axis : str
        The keyword.
    meaning : str
        What it settles.
    value : str
        What was chosen, in words.
    changed : bool
        Whether a keyword overrode the convention.
    """

    axis: str
    meaning: str
    value: str
    changed: bool


def choices(metrics, settled, named):
    """Return the :class:`Choice` of each axis that one of the metrics reads.

    Parameters
    ----------
    metrics : sequence of Metric
    settled, named : Convention
        With and without the single axes that override it.

    Returns
    -------
    choices : list of Choice
    """
    read = {axis for metric in metrics for axis in read_axes(metric)}
    found = []
    for axis in AXES:
        if axis in read:
            value = getattr(settled, axis)
            changed = value != getattr(named, axis)
            if axis == "empty" and isinstance(value, tuple):
                concerned = {m.name for m in metrics} | {m.family for m in metrics}
                value = tuple(pair for pair in value if pair[0] in concerned)
            words = value_in_words(axis, value)
            found.append(Choice(axis, AXES[axis].meaning, words, changed))
    return found


def notes(steps, values, lists, k):
    """Return a sentence for each place at which the convention decided."""
    sentences = [
        _undefined(step, value)
        for step, value in zip(steps, values, strict=False)
        if not value.defined
    ]
    n = int(lists.lengths[0])
    if k is not None and k > n:
        sentences.append(_beyond(steps, n, k))
    if k is not None:
        sentences.extend(_tied(steps, lists, k))
    return sentences


def _undefined(step, value):
    rule = step.rule if isinstance(step.rule, str) else "counted"
    return NOTES[rule].format(
        name=value.name,
        why=step.metric.undefined,
        convention=step.convention.name,
        rule=number(value.value) if rule == "counted" else rule,
    )


def _beyond(steps, n, k):
    precision = next((s for s in steps if s.metric.name == "precision"), None)
    if precision is None:
        return NOTES["beyond_only"].format(k=k, n=n)
    words = words_of(precision.convention, {})
    divisor = k if words["precision_denominator"] == "k" else n
    name = precision.convention.name
    return NOTES["beyond"].format(k=k, n=n, divisor=divisor, convention=name, **words)


def _tied(steps, lists, k):
    cut = (lists.before < k) & (lists.before + lists.size > k) & (lists.size > 1)
    if cut.any():
        at = cut.argmax()
        convention = steps[0].convention
        yield NOTES["tied"].format(
            first=lists.before[at] + 1,
            last=lists.before[at] + lists.size[at],
            k=k,
            convention=convention.name,
            ties=value_in_words("ties", convention.ties),
        )
