"""What every test of bad input starts from."""

import re

import pytest

import sklearn_rankscore
from sklearn_rankscore._metrics.catalogue import METRICS

NAN, INF = float("nan"), float("inf")
GOOD = {
    "y_true": [1, 0, 1, 0],
    "y_score": [0.4, 0.1, 0.3, 0.2],
    "groups": ["a", "a", "b", "b"],
}
MATRIX = {"y_true": [[1, 0], [1, 0]], "y_score": [[0.4, 0.1], [0.3, 0.2]]}
K = r"^The 'k' parameter of {f} must be an int >= 1 or None\. Got "
CUT = r"^The cut-off of a metric in {f} must be a whole number >= 1, .* Got "
RANKING = [name for name, metric in METRICS.items() if metric.family != "pointwise"]


def refused(error, message, function, *arguments, **keywords):
    """Hold a call to exactly this type of error and this message."""
    with pytest.raises(error) as caught:
        getattr(sklearn_rankscore, function)(*arguments, **keywords)
    assert type(caught.value) is error
    text = str(caught.value)
    assert re.search(message.replace("{f}", function), text), text
