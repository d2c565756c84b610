"""Which public names are score functions."""

import sklearn_rankscore

# Named like an error, and a rule for choosing candidates.
NO_METRIC = {"one_standard_error"}


def score_names():
    """Return the names of the public score, loss and error functions."""
    return [
        name
        for name in sklearn_rankscore.__all__
        if name.endswith(("_score", "_loss", "_error")) and name not in NO_METRIC
    ]
