"""Which library an estimator is of, and how its fit takes groups.

Libraries are known by the names of classes and modules: none is imported to look.
"""

import inspect

from sklearn.pipeline import Pipeline

# How a fit outside the three libraries may ask for groups, best known first.
GROUP_PARAMETERS = ("groups", "qid", "group_id", "group")

_LIBRARIES = {"LGBMModel": "lightgbm", "XGBModel": "xgboost", "CatBoost": "catboost"}
_RANKERS = ("LGBMRanker", "XGBRanker", "CatBoostRanker")

# Arguments by which a library would be told what `groups` and `eval_set` say.
_WRITTEN = ("group", "qid", "group_id", "eval_group", "eval_qid", "eval_X", "eval_y")


def refuse_written(names):
    """Refuse arguments of fit that are derived from groups."""
    refused = [name for name in names if name in _WRITTEN]
    if refused:
        raise ValueError(
            f"The {refused[0]!r} parameter of the estimator is written by "
            f"GroupedRanker.fit. Pass groups= (and eval_set=, eval_groups=), one id "
            f"per row, instead."
        )


def final_step(estimator):
    """Return what does the ranking: the last step of a Pipeline, else itself."""
    while isinstance(estimator, Pipeline):
        estimator = estimator[-1]
    return estimator


def library_of(estimator):
    """Return "lightgbm", "xgboost", "catboost", or "" for any other."""
    for cls in type(estimator).__mro__:
        library = _LIBRARIES.get(cls.__name__)
        if library and cls.__module__.startswith(library):
            return library
    return ""


def group_parameter(estimator):
    """Return the parameter by which fit takes groups, "" for a pointwise model."""
    parameters = fit_parameters(estimator)
    return next((name for name in GROUP_PARAMETERS if name in parameters), "")


def is_ranker(estimator):
    """Tell whether fit cannot do without groups."""
    if library_of(estimator):
        return any(cls.__name__ in _RANKERS for cls in type(estimator).__mro__)
    parameters = fit_parameters(estimator)
    named = (parameters[name] for name in GROUP_PARAMETERS if name in parameters)
    first = next(named, None)
    return first is not None and first.default is first.empty


def fit_parameters(estimator):
    """Return the parameters of the fit of an estimator by name."""
    return inspect.signature(estimator.fit).parameters
