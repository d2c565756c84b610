"""Which library an estimator is of, and what it says of itself.

Libraries are known by the names of classes and modules: none is imported to look.
"""

import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any

from sklearn.base import BaseEstimator, MetaEstimatorMixin
from sklearn.pipeline import Pipeline
from sklearn.utils import RegressorTags, Tags, get_tags
from sklearn.utils.metadata_routing import MetadataRequest

# How a fit outside the three libraries may ask for groups, best known first.
GROUP_PARAMETERS = ("groups", "qid", "group_id", "group")

_LIBRARIES = {"LGBMModel": "lightgbm", "XGBModel": "xgboost", "CatBoost": "catboost"}
_RANKERS = ("LGBMRanker", "XGBRanker", "CatBoostRanker")

# Arguments by which a library would be told what `groups` and `eval_set` say.
_WRITTEN = ("group", "qid", "group_id", "eval_group", "eval_qid", "eval_X", "eval_y")


def refuse_written(names: Iterable[str]) -> None:
    """Refuse arguments of fit that are derived from groups."""
    refused = [name for name in names if name in _WRITTEN]
    if refused:
        raise ValueError(
            f"The {refused[0]!r} parameter of the estimator is written by "
            f"GroupedRanker.fit. Pass groups= (and eval_set=, eval_groups=), one id "
            f"per row, instead."
        )


def final_step(estimator: Any) -> Any:
    """Return what does the ranking: the last step of a Pipeline, else itself."""
    while isinstance(estimator, Pipeline):
        estimator = estimator[-1]
    return estimator


def library_of(estimator: object) -> str:
    """Return "lightgbm", "xgboost", "catboost", or "" for any other."""
    for cls in type(estimator).__mro__:
        library = _LIBRARIES.get(cls.__name__)
        if library and cls.__module__.startswith(library):
            return library
    return ""


def group_parameter(estimator: Any) -> str:
    """Return the parameter by which fit takes groups, "" for a pointwise model."""
    parameters = fit_parameters(estimator)
    return next((name for name in GROUP_PARAMETERS if name in parameters), "")


def is_ranker(estimator: Any) -> bool:
    """Tell whether fit cannot do without groups."""
    if library_of(estimator):
        return any(cls.__name__ in _RANKERS for cls in type(estimator).__mro__)
    parameters = fit_parameters(estimator)
    named = (parameters[name] for name in GROUP_PARAMETERS if name in parameters)
    first = next(named, None)
    return first is not None and first.default is first.empty


def fit_parameters(estimator: Any) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of the fit of an estimator by name."""
    return inspect.signature(estimator.fit).parameters


# Scikit-learn has no type information.
class AdapterTags(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """Tags, metadata requests, and what RFECV reads of a fitted estimator."""

    @property
    def feature_importances_(self) -> Any:
        """Feature importances of the fitted estimator."""
        return final_step(self.estimator_).feature_importances_

    @property
    def coef_(self) -> Any:
        """Coefficients of the fitted estimator."""
        return final_step(self.estimator_).coef_

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        # A function that finds the groups would be printed with its address.
        address = r"<(?:function )?([^ ]+)(?: object)? at 0x[0-9a-f]+>"
        return re.sub(address, r"\1", super().__repr__(N_CHAR_MAX))

    def get_metadata_routing(self) -> MetadataRequest:
        """Return what `fit` and `score` ask for, as scikit-learn's routing reads it.

        Returns
        -------
        routing : MetadataRequest
            Without `groups` if the object was built with ``groups=``.
        """
        routing = super().get_metadata_routing()
        if self.groups is not None:
            routing.fit.add_request(param="groups", alias=False)
            routing.score.add_request(param="groups", alias=False)
        return routing

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        model = final_step(self.estimator)
        if hasattr(self.estimator, "__sklearn_tags__"):
            inner = get_tags(self.estimator)
            tags.input_tags.sparse = inner.input_tags.sparse
            tags.input_tags.allow_nan = inner.input_tags.allow_nan
            tags.non_deterministic = inner.non_deterministic
            tags.estimator_type = inner.estimator_type
        ranks = is_ranker(model)
        # CatBoostRanker calls itself a regressor, but takes no labels without groups.
        if ranks and library_of(model):
            tags.estimator_type = None
        elif not ranks or tags.estimator_type == "classifier":
            # Never a classifier: cv=5 would stratify by label and tear queries apart.
            tags.estimator_type = "regressor"
        tags.regressor_tags = RegressorTags(poor_score=True)
        return tags
