"""What the page is given: lists, conventions, metrics and words, as plain data."""

import json
import math

import numpy as np

from sklearn_rankscore._axes import AXES, TIES
from sklearn_rankscore._catalogue import METRICS
from sklearn_rankscore._conventions import get_convention, list_conventions
from sklearn_rankscore._explain_notes import choices
from sklearn_rankscore._explain_values import (
    DIVISORS,
    LONGEST_SUM,
    NOTES,
    TOLD,
)
from sklearn_rankscore._explore_lists import preset_data, presets_and_questions
from sklearn_rankscore._in_words import value_in_words

# Log bases to choose from, beside that of the convention.
_BASES = (2.0, math.e, 10.0)
_MOST_ADDED = 20

# Fields of a convention that the page computes with, and those that it has no use for:
# they settle the mean over lists, the last bits, or rows that it refuses.
READ = (
    "name",
    "peer",
    "discount",
    "ties",
    "relevant_from",
    "precision_denominator",
    "ap_denominator",
    "recall_denominator",
    "ideal",
    "positive_only",
    "label_dtype",
    "score_dtype",
    "stop",
)
UNREAD = (
    "unjudged",
    "queries",
    "weighting",
    "arithmetic",
    "mean",
    "bare_cutoff",
    "versions",
    "weight_sums",
)


def page_data(lists, start, conventions):
    """Return all that the page computes and says, ready for JSON.

    Parameters
    ----------
    lists : list of dict
        As from :func:`list_data`.
    start : dict
        "list" and "convention": what to open.
    conventions : sequence of Convention
        Offered beside the named ones.

    Returns
    -------
    data : dict
    """
    written = presets_and_questions()
    presets = [preset_data(preset) for preset in written["presets"]]
    labels = {label for one in (*lists, *presets) for label in one["labels"]}
    grades = max(one["max_grade"] for one in (*lists, *presets))
    labels |= set(range(int(grades) + 1))
    depth = max(len(one["labels"]) for one in (*lists, *presets)) + _MOST_ADDED
    named = [get_convention(name) for name in list_conventions()]
    offered = [*named, *conventions]
    return {
        "lists": lists,
        "presets": presets,
        "questions": [
            {**question, "explanation": " ".join(question["explanation"])}
            for question in written["questions"]
        ],
        "conventions": [convention_data(c, labels, depth) for c in offered],
        "metrics": [_metric_data(told) for told in TOLD],
        "notes": NOTES,
        "divisors": DIVISORS,
        "words": {
            "gain": [
                [name, value_in_words("gain", name)] for name in AXES["gain"].names
            ],
            "ties": [[name, value_in_words("ties", name)] for name in TIES],
            "base": [[base, value_in_words("discount", base)] for base in _BASES],
        },
        "persistence": METRICS["rbp"].parameters["persistence"],
        "longest_sum": LONGEST_SUM,
        "most_added": _MOST_ADDED,
        "start": start,
    }


def embedded(data):
    """Write data as JSON that no text in it can break out of an HTML script."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def convention_data(convention, labels, depth):
    """Return what the page reads of a convention.

    Functions are given as their values, for these labels and down to that rank.
    """
    held = [told for told in TOLD if told.held_by(convention)]
    metrics = [METRICS[told.metric] for told in held]
    return {
        **{name: getattr(convention, name) for name in READ},
        "discount": _discount_data(convention.discount, depth),
        "gain": _gain_data(convention, labels),
        "empty": {told.metric: _rule_data(told, convention) for told in TOLD},
        "metrics": [told.key for told in held],
        "choices": [
            choice._asdict()
            for choice in choices(metrics, convention, convention)
            if choice.axis != "unjudged"
        ],
    }


def _rule_data(told, convention):
    rule = convention.empty_rule(told.metric, METRICS[told.metric].family)
    # Not a number is counted, but nothing to count with.
    return "skip" if isinstance(rule, float) and math.isnan(rule) else rule


def _gain_data(convention, labels):
    """Return a gain as its name, its table, or pairs of label and gain."""
    gain = convention.gain
    if not callable(gain):
        return gain
    stored = np.array(sorted(labels), dtype=np.float64)
    if convention.label_dtype != "float64":
        stored = stored.astype(convention.label_dtype).astype(np.float64)
    return {"pairs": np.column_stack((stored, gain(stored))).tolist()}


def _discount_data(discount, depth):
    """Return a discount as its name, its base, or its factors by rank."""
    if not callable(discount):
        return discount
    return np.asarray(discount(np.arange(1.0, depth + 1)), dtype=np.float64).tolist()


def _metric_data(told):
    metric = METRICS[told.metric]
    return {
        "key": told.key,
        "metric": told.metric,
        "short": told.short,
        "cut": told.cut,
        "words": told.words,
        "undefined": metric.undefined,
        "bounded": math.isfinite(metric.range[1]),
        "gain": "gain" in metric.keywords,
    }
