"""What scikit-learn asks the adapter about itself and the estimator inside."""

import re

from sklearn.base import BaseEstimator, MetaEstimatorMixin
from sklearn.utils import RegressorTags, get_tags

from sklearn_rankscore._libraries import final_step, is_ranker, library_of


class AdapterTags(MetaEstimatorMixin, BaseEstimator):
    """Tags, metadata requests, and what RFECV reads of a fitted estimator."""

    @property
    def feature_importances_(self):
        """Feature importances of the fitted estimator."""
        return final_step(self.estimator_).feature_importances_

    @property
    def coef_(self):
        """Coefficients of the fitted estimator."""
        return final_step(self.estimator_).coef_

    def __repr__(self, N_CHAR_MAX=700):
        # A function that finds the groups would be printed with its address.
        address = r"<(?:function )?([^ ]+)(?: object)? at 0x[0-9a-f]+>"
        return re.sub(address, r"\1", super().__repr__(N_CHAR_MAX))

    def get_metadata_routing(self):
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

    def __sklearn_tags__(self):
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
