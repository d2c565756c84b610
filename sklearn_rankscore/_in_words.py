"""A convention in words, for tables."""

from sklearn_rankscore._named import ABOVE_HALF, ABOVE_ZERO, LIGHTGBM_LABEL_GAIN

_GAINS = {
    "linear": "label",
    "exponential": "2^label - 1",
    LIGHTGBM_LABEL_GAIN: "2^label - 1",
}
_DISCOUNTS = {"log2": "1/log2(rank + 1)", "reciprocal": "1/rank"}
_TIES = {
    "average": "average over orders",
    "stable": "row order",
    "reversed": "reversed row order",
    "pessimistic": "worst order",
    "optimistic": "best order",
    "ascending": "document id, rising",
    "descending": "document id, falling",
}
_BOUNDS = {ABOVE_HALF: "above 0.5", ABOVE_ZERO: "above 0"}
_ARITHMETIC = {
    "ratio": "sum of gain x discount / ideal",
    "reciprocal": "that sum x (1 / ideal)",
    "terms": "each term x (1 / ideal)",
    "divided": "gain / logarithm, sum / ideal",
}
_STOPS = {
    "exponential": "(2^label - 1) / 2^max_grade",
    "linear": "label / max_grade",
}
_WEIGHTING = {"defined": "unless empty", "none": "ignored"}
_WORDS: dict[str, dict] = {
    "gain": _GAINS,
    "discount": _DISCOUNTS,
    "ties": _TIES,
    "relevant_from": _BOUNDS,
    "arithmetic": _ARITHMETIC,
    "weighting": _WEIGHTING,
}


def value_in_words(axis, value):
    """Return the value of an axis of a convention in words."""
    words = _WORDS.get(axis, {})
    if not isinstance(value, dict) and value in words:
        return words[value]
    if axis == "gain" and isinstance(value, tuple):
        shown = ", ".join(f"{gain:g}" for gain in value[:4])
        return f"table {shown}{', ...' * (len(value) > 4)}"
    if axis == "gain" and callable(value):
        return getattr(value, "__name__", type(value).__name__).replace("_", " ")
    if axis == "discount" and isinstance(value, float):
        return f"1/log(rank + 1) to base {value:g}"
    if axis == "empty" and isinstance(value, tuple):
        return ", ".join(f"{name} {value_in_words(axis, of)}" for name, of in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def in_words(convention, metric):
    """Return what a convention chooses for a metric, in one line.

    Parameters
    ----------
    convention : Convention
    metric : Metric

    Returns
    -------
    words : str
    """
    parts = [
        f"{axis.replace('_', ' ')} {value_in_words(axis, getattr(convention, axis))}"
        for axis in metric.axes
        if axis != "ideal"
    ]
    if metric.undefined:
        rule = convention.empty_rule(metric.name, metric.family)
        parts.append(f"empty {value_in_words('empty', rule)}")
    if "stop" in metric.keywords:
        parts.insert(0, f"stop {_STOPS[convention.stop]}")
    if convention.score_dtype != "float64":
        parts.append(f"{convention.score_dtype} scores")
    if metric.name in convention.positive_only:
        parts.append("scores > 0 only")
    weighting = convention.weighting_of(metric.name)
    if weighting != "all":
        parts.append(f"weights {_WEIGHTING[weighting]}")
    return "; ".join(parts)
