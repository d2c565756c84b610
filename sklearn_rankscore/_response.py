"""What a fitted estimator says about relevance: one score per row."""

from collections.abc import Mapping

import numpy as np
from sklearn.base import is_classifier

from sklearn_rankscore._check_names import grade_labels

RESPONSE_METHODS = ("predict", "decision_function", "predict_proba")


def check_response_method(response_method, function):
    """Refuse what is not "auto", a method that gives scores, or several of these."""
    names = np.atleast_1d(response_method).tolist()
    if names != ["auto"] and not (names and set(names) <= set(RESPONSE_METHODS)):
        raise ValueError(
            f"The 'response_method' parameter of {function} must be 'auto', one of "
            f"{RESPONSE_METHODS} or a list of these, best first. "
            f"Got {response_method!r} instead."
        )


def predict_relevance(
    estimator, X, response_method="auto", function="RankScorer", grades=None
):
    """Return one score per row: what the estimator says about relevance.

    Parameters
    ----------
    estimator : object
        A fitted estimator.
    X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
    response_method : str or sequence of str, default="auto"
        See :func:`get_rank_scorer`.
    function : str or object, default="RankScorer"
        What an error message calls the caller.
    grades : mapping of str to float or None, default=None
        The grade of each label, for a classifier whose labels are names: their
        alphabet says nothing about relevance.

    Returns
    -------
    y_score : ndarray of shape (n_rows,)
    """
    method = _choose_response(estimator, response_method, function)
    y_score = getattr(estimator, method)(X)
    if method == "predict_proba":
        levels = _levels(estimator.classes_, grades, function)
        return _expected_level(np.asarray(y_score), levels)
    if np.ndim(y_score) == 2 and np.shape(y_score)[1] != 1:
        raise ValueError(
            f"{function} needs one score per row. {type(estimator).__name__}.{method} "
            f"returned shape {np.shape(y_score)}."
        )
    y_score = np.ravel(y_score)
    classes = getattr(estimator, "classes_", None)
    if classes is None or (method == "predict" and not _are_graded(classes, grades)):
        return y_score
    if method == "predict":
        return grade_labels(y_score, grades, function)
    # It speaks for the second label, which need not be the more relevant one.
    levels = _levels(classes, grades, function)
    return -y_score if len(levels) == 2 and levels[0] > levels[1] else y_score


def _choose_response(estimator, response_method, function):
    if response_method == "auto":
        if not _classifies(estimator):
            return "predict"
        binary = len(estimator.classes_) == 2
        response_method = ["decision_function"] * binary + ["predict_proba"]
    wanted = np.atleast_1d(response_method).tolist()
    for method in wanted:
        if hasattr(estimator, method):
            return method
    raise ValueError(
        f"{function} needs one score per row from {type(estimator).__name__}, which "
        f"has none of {wanted}. CalibratedClassifierCV of sklearn.calibration adds "
        f"predict_proba; response_method= takes another."
    )


def _classifies(estimator):
    # Estimators outside scikit-learn may have no tags, which is_classifier insists on.
    if hasattr(estimator, "__sklearn_tags__"):
        return is_classifier(estimator)
    return getattr(estimator, "_estimator_type", None) == "classifier"


def _are_graded(classes, grades):
    """Tell whether `grades` name every label that the classifier was fitted on."""
    if not isinstance(grades, Mapping):
        return False
    return set(np.asarray(classes).astype(str)) <= set(map(str, grades))


def _levels(classes, grades, function):
    """Return how relevant each label of a classifier is, as a number."""
    if _are_graded(classes, grades):
        return grade_labels(classes, grades, function)
    names = np.asarray(classes).tolist()
    # Numbers that came as objects are numbers.
    levels = np.asarray(names)
    if levels.dtype.kind in "biuf":
        return levels
    lacking = "" if grades is None else f" Got grades={grades!r}."
    raise ValueError(
        f"{function} needs labels that are numbers, or a grade for each name. "
        f"The classifier was fitted on {names!r}.{lacking} Pass "
        f"grades={{name: grade, ...}} to get_rank_scorer or make_rank_scorer "
        f"(GroupedRanker takes that scorer as scoring=), or fit on numeric labels."
    )


def _expected_level(proba, levels):
    if len(levels) == 2:
        # One column, not a product: the order of two labels needs no rounding.
        return proba[:, 0 if levels[0] > levels[1] else 1]
    return proba @ levels
