"""What the data sets share: whole-number parameters and the forms of a result."""

from sklearn_rankscore._axes import is_whole


def check_count(value, name, function, high=None):
    """Return a whole number of things, at least one and at most `high`."""
    if not is_whole(value) or value < 1 or (high is not None and value > high):
        allowed = ">= 1" if high is None else f"from 1 to {high}"
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int {allowed}. "
            f"Got {value!r} instead."
        )
    return int(value)


def check_span(value, name, function, high=None):
    """Return a smallest and a largest number of things from one or two numbers."""
    low, top = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
    span = tuple(check_count(end, name, function, high) for end in (low, top))
    if span[0] > span[1]:
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int or a tuple "
            f"(smallest, largest). Got {value!r} instead."
        )
    return span


def as_bunch(bunch, *, return_X_y, as_frame=False):
    """Give the result the form that was asked for."""
    if as_frame:
        import pandas as pd

        index = pd.Index(bunch.groups, name="qid")
        bunch.data = pd.DataFrame(bunch.data, index, bunch.feature_names)
        bunch.target = pd.Series(bunch.target, index, name="grade")
    return (bunch.data, bunch.target, bunch.groups) if return_X_y else bunch
