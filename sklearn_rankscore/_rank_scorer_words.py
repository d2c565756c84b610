"""How a scorer reads and writes what it was given: names, functions, options."""

import inspect
from collections.abc import Collection, Sequence
from functools import partial


def own_names(scoring):
    """Return several names as a list of one's own; the rest is for others to check."""
    if isinstance(scoring, (str, bytes)):
        return scoring
    if hasattr(scoring, "tolist"):
        return scoring.tolist()
    return list(scoring) if isinstance(scoring, Sequence) else scoring


def accepts(func, name):
    """Tell whether a function takes a keyword of that name."""
    parameters = inspect.signature(func).parameters.values()
    return any(p.name == name or p.kind is p.VAR_KEYWORD for p in parameters)


def name_of(func):
    """Name a function without an address, so that a repr is the same in every run."""
    if isinstance(func, partial):
        words = [name_of(func.func), *map(describe, func.args)]
        words += [f"{name}={describe(value)}" for name, value in func.keywords.items()]
        return f"partial({', '.join(words)})"
    return getattr(func, "__name__", type(func).__name__)


# An option that is longer than this is data: its kind and size are said instead.
_LONGEST = 80


def describe(value):
    """Describe an option in one line, without addresses and without data."""
    if callable(value):
        return name_of(value)
    kind = type(value).__name__
    if hasattr(value, "index") and hasattr(value, "dtype"):
        return f"<Series of {len(value)} ids>"
    shape = getattr(value, "shape", ())
    if shape:
        return f"<{kind} of shape {shape}>"
    if not isinstance(value, Collection) or isinstance(value, str):
        return repr(value)
    # The length first: to write out what is long takes long.
    if len(value) > _LONGEST or len(repr(value)) > _LONGEST:
        return f"<{kind} of {len(value)} entries>"
    return repr(value)
