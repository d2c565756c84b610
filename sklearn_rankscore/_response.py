"""What a fitted estimator says about relevance: one score per row."""

import numpy as np
from sklearn.base import is_classifier

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


def predict_relevance(estimator, X, response_method="auto", function="RankScorer"):
    """Return one score per row: what the estimator says about relevance.

    Parameters
    ----------
    estimator : object
        A fitted estimator.
    X : array-like, sparse matrix or dataframe of shape (n_rows, n_columns)
    response_method : str or sequence of str, default="auto"
        See :func:`get_rank_scorer`.
    function : str, default="RankScorer"
        What an error message calls the caller.

    Returns
    -------
    y_score : ndarray of shape (n_rows,)
    """
    method = _choose_response(estimator, response_method, function)
    y_score = getattr(estimator, method)(X)
    if method == "predict_proba":
        return _expected_label(np.asarray(y_score), estimator.classes_, function)
    if np.ndim(y_score) == 2 and np.shape(y_score)[1] != 1:
        raise ValueError(
            f"{function} needs one score per row. {type(estimator).__name__}.{method} "
            f"returned shape {np.shape(y_score)}."
        )
    return np.ravel(y_score)


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


def _expected_label(proba, classes, function):
    if np.asarray(classes).dtype.kind not in "biuf":
        raise ValueError(
            f"{function} needs labels that are numbers, grades of relevance. "
            f"The classifier was fitted on {np.asarray(classes).tolist()!r}."
        )
    # One column, not a product: the order of two labels needs no rounding.
    return proba[:, 1] if len(classes) == 2 else proba @ classes
