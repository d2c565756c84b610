"""The public error functions: signature, manual, and one call each."""

import math

import numpy as np

from sklearn_rankscore._conventions.axes import is_real, is_whole
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._plans.errors import clean_error_rows, error_means, train_scales
from sklearn_rankscore._plans.plan import make_plan


def _error(
    name, function, y_true, y_pred, sample_weight, multioutput, groups, **parameters
):
    """Run one error through the pipeline, not negated."""
    plan = make_plan(METRICS[name].scorer_name, function=function, **parameters)
    (step,) = plan.steps
    rows = clean_error_rows(
        y_true, y_pred, function=function, groups=groups, sample_weight=sample_weight
    )
    weights = _output_weights(multioutput, rows.n_outputs, function)
    means = error_means(step.metric, step.parameters, rows, function, step.convention)
    return means if weights is None else float(np.average(means, weights=weights))


def _output_weights(multioutput, n_outputs, function):
    """Return the weights of the outputs, None to leave them apart."""
    if isinstance(multioutput, str):
        known = {"raw_values": None, "uniform_average": np.ones(n_outputs)}
        if multioutput in known:
            return known[multioutput]
    elif _can_average(multioutput, n_outputs):
        return np.asarray(multioutput)
    raise ValueError(
        f"The 'multioutput' parameter of {function} must be 'raw_values', "
        f"'uniform_average' or, for several outputs, one weight per output, the sum "
        f"not 0. Got {multioutput!r} for {n_outputs} output{'s' * (n_outputs > 1)}."
    )


def _can_average(weights, n_outputs):
    entries = np.atleast_1d(weights).tolist()
    real = len(entries) == n_outputs > 1 and all(map(is_real, entries))
    return real and math.isfinite(sum(entries)) and sum(entries) != 0


def _train_scales(function, y_train, naive_scale, lag, *, groups, train_groups):
    """Check what comes with `y_train`, and return the scale of its series."""
    if naive_scale is not None:
        raise ValueError(
            f"{function} needs one of naive_scale= and y_train=. Got both."
        )
    if not is_whole(lag) or lag < 1:
        raise ValueError(
            f"The 'lag' parameter of {function} must be an int >= 1. "
            f"Got {lag!r} instead."
        )
    if train_groups is not None and (groups is None or groups is False):
        raise ValueError(
            f"The 'train_groups' parameter of {function} needs groups=, one id "
            f"per row of y_true. Got groups={groups}."
        )
    return train_scales(y_train, lag, train_groups, function)


def huber_loss(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
    delta=1.0,
):
    """Huber loss: squared for small errors, linear for large ones.

    Lower is better; 0 for exact predictions, no upper bound. Per row, with e = y_pred -
    y_true, ``e**2 / 2`` where ``|e| <= delta`` and ``delta * (|e| - delta / 2)``
    beyond; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.
    delta : float, default=1.0
        Size of the error at which the loss turns linear; > 0, in units of the target.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing, or
        ``delta`` is no number > 0.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    pseudo_huber_loss : A smooth form of it.
    score_per_group : The value of each group.

    Notes
    -----
    Under other names: LightGBM's metric ``huber`` is this with ``delta=alpha`` (0.9
    unless set), CatBoost's ``Huber:delta=d`` with ``delta=d``. Smooth L1 is this
    divided by delta. A quantile, which some models call alpha as well, is something
    else. XGBoost's ``mphe`` is :func:`pseudo_huber_loss`.

    It lies between the halves of two errors of scikit-learn: at most half the squared
    error, and at most delta times the absolute error.

    References
    ----------
    .. [1] Huber (1964), "Robust estimation of a location parameter",
       10.1214/aoms/1177703732.

    Examples
    --------
    >>> from sklearn_rankscore import huber_loss
    >>> huber_loss([0], [3])  # half the squared error would be 4.5
    2.5
    >>> huber_loss([0, 0, 0], [0.5, 1, 3], delta=2)
    1.5416666666666667
    >>> huber_loss([0, 0, 0], [0, 0, 3], groups=["a", "a", "b"])
    1.25
    """
    return _error(
        "huber",
        "huber_loss",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
        delta=delta,
    )


def pseudo_huber_loss(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
    delta=1.0,
):
    """Pseudo-Huber loss: the Huber loss without the kink.

    Lower is better; 0 for exact predictions, no upper bound. Per row, with e = y_pred -
    y_true, ``delta**2 * (sqrt(1 + (e / delta)**2) - 1)``; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.
    delta : float, default=1.0
        Size of the error at which the loss turns linear; > 0, in units of the target.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing, or
        ``delta`` is no number > 0.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    huber_loss : Exactly squared, then exactly linear.
    score_per_group : The value of each group.

    Notes
    -----
    Under another name: XGBoost's metric ``mphe`` is this with ``delta=huber_slope`` (1
    unless set). It never exceeds :func:`huber_loss`, and stays less than ``delta**2 /
    2`` below it.

    References
    ----------
    .. [1] Charbonnier, Blanc-Féraud, Aubert and Barlaud (1997), "Deterministic edge-
       preserving regularization in computed imaging", 10.1109/83.551699.

    Examples
    --------
    >>> from sklearn_rankscore import pseudo_huber_loss
    >>> pseudo_huber_loss([0], [0.75])
    0.25
    >>> pseudo_huber_loss([0, 0], [0, 4], delta=3)
    3.0
    """
    return _error(
        "pseudo_huber",
        "pseudo_huber_loss",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
        delta=delta,
    )


def log_cosh_loss(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
):
    """Log-cosh loss: the logarithm of the hyperbolic cosine of the error.

    Lower is better; 0 for exact predictions, no upper bound. Per row, with e = y_pred -
    y_true, ``log(cosh(e))``: about ``e**2 / 2`` for small errors and ``|e| - log(2)``
    for large ones; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, or an id in `groups` is missing.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    huber_loss : Says where the linear part begins.
    score_per_group : The value of each group.

    Notes
    -----
    What is small depends on the unit of the target, as there is no delta: divide both
    arrays by it. Neither tiny nor huge errors lose digits.

    References
    ----------
    .. [1] Saleh and Saleh (2022), "Statistical properties of the log-cosh loss function
       used in machine learning", arXiv:2208.04564.

    Examples
    --------
    >>> import math
    >>> from sklearn_rankscore import log_cosh_loss
    >>> round(log_cosh_loss([0, 0], [0, math.log(3)]), 4)  # log(5 / 3) / 2
    0.2554
    >>> log_cosh_loss([0], [1e-9])
    5e-19
    """
    return _error(
        "log_cosh",
        "log_cosh_loss",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
    )


def mean_absolute_percentage_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
    zero="raise",
):
    """Mean absolute percentage error, with a rule for targets of zero.

    Lower is better; 0 for exact predictions, no upper bound; a fraction, 1 is 100 %.
    Per row ``|y_pred - y_true| / |y_true|``; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.
    zero : {"raise", "skip", "epsilon", "lightgbm", "catboost"}, float or \
            ("add", float), default="raise"
        What a target of 0 does:

        - "raise": it is refused.
        - "skip": its row is left out, of the divisor too.
        - "epsilon": it is divided by 2.2e-16, as scikit-learn does.
        - a number: the least ``|y|`` to divide by; "lightgbm" and "catboost" are 1,
          which those libraries use.
        - ``("add", c)``: every row is divided by ``|y| + c``.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing,
        ``zero="raise"`` meets a target of 0, or ``zero="skip"`` leaves no row.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    symmetric_mean_absolute_percentage_error : Divides by both sizes.
    weighted_absolute_percentage_error : Divides once, by the sum.
    mean_arctangent_absolute_percentage_error : Is bounded at 0.
    mape_coverage_score : The share of rows that zero="skip" keeps.
    score_per_group : The value of each group.

    Notes
    -----
    The name, the call and the value are scikit-learn's wherever no target is 0; it too
    divides by 2.2e-16 at least. Where one is, scikit-learn's value says nothing but how
    far off that row was: choose a rule.

    An exact prediction of 0 counts as no error; "skip" leaves its row out like those of
    other targets of 0. A group whose targets are all 0 has no value under "skip" and is
    left out; without any other group the call raises. Where targets below 1 matter,
    "lightgbm" and "catboost" give no percentage.

    References
    ----------
    .. [1] Hyndman and Koehler (2006), "Another look at measures of forecast accuracy",
       10.1016/j.ijforecast.2006.03.001.

    Examples
    --------
    >>> from sklearn_rankscore import mean_absolute_percentage_error
    >>> mean_absolute_percentage_error([1, 100], [2, 100])
    0.5
    >>> mean_absolute_percentage_error([0, 10, 4], [2, 9, 5], zero="skip")
    0.175
    >>> mean_absolute_percentage_error([0, 10, 4], [2, 9, 5], zero="lightgbm")
    0.7833333333333333
    >>> stores = ["a", "a", "b"]
    >>> mean_absolute_percentage_error([10, 10, 4], [9, 9, 5], groups=stores)
    0.175
    """
    return _error(
        "mape",
        "mean_absolute_percentage_error",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
        zero=zero,
    )


def root_mean_squared_percentage_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
    zero="raise",
):
    """Root mean squared percentage error, with a rule for targets of zero.

    Lower is better; 0 for exact predictions, no upper bound; a fraction, 1 is 100 %.
    Per group the root of the mean of ``((y_pred - y_true) / y_true)**2``.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.
    zero : {"raise", "skip", "epsilon", "lightgbm", "catboost"}, float or \
            ("add", float), default="raise"
        What a target of 0 does:

        - "raise": it is refused.
        - "skip": its row is left out, of the divisor too.
        - "epsilon": it is divided by 2.2e-16, as scikit-learn does.
        - a number: the least ``|y|`` to divide by; "lightgbm" and "catboost" are 1,
          which those libraries use.
        - ``("add", c)``: every row is divided by ``|y| + c``.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Value of all rows, or mean over groups. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing,
        ``zero="raise"`` meets a target of 0, or ``zero="skip"`` leaves no row.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mean_absolute_percentage_error : Without the square.
    score_per_group : The value of each group.

    Notes
    -----
    CatBoost's ``RMSPE`` is this with ``zero="catboost"``. The root is taken per group:
    the mean over groups is not the root of a mean over all rows.

    A group whose targets are all 0 has no value under "skip" and is left out; without
    any other group the call raises.

    References
    ----------
    .. [1] Hyndman and Koehler (2006), "Another look at measures of forecast accuracy",
       10.1016/j.ijforecast.2006.03.001.

    Examples
    --------
    >>> from sklearn_rankscore import root_mean_squared_percentage_error
    >>> root_mean_squared_percentage_error([10, 10], [13, 14], groups=False)
    0.3535533905932738
    >>> root_mean_squared_percentage_error([0, 10], [5, 15], zero="skip")
    0.5
    """
    return _error(
        "rmspe",
        "root_mean_squared_percentage_error",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
        zero=zero,
    )


def mape_coverage_score(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
):
    """Share of the rows whose target is not 0.

    Higher is better; 0 to 1. It says how much of the data
    ``mean_absolute_percentage_error`` and ``root_mean_squared_percentage_error`` look
    at under ``zero="skip"``. Predictions play no part.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.

    Returns
    -------
    coverage : float or ndarray of shape (n_outputs,)
        Share of all rows, or mean over groups. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, or an id in `groups` is missing.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mean_absolute_percentage_error : The error that it belongs to.
    score_per_group : The value of each group.

    Notes
    -----
    The number of rows skipped is ``(1 - coverage) * n_rows``. In a scorer of both,
    ``get_rank_scorer(["neg_mape", "mape_coverage"], zero="skip")``, each fold tells how
    many targets it left out.

    References
    ----------
    .. [1] Hyndman and Koehler (2006), "Another look at measures of forecast accuracy",
       10.1016/j.ijforecast.2006.03.001, on percentage errors at zero.

    Examples
    --------
    >>> from sklearn_rankscore import mape_coverage_score
    >>> mape_coverage_score([0, 10, 4, 2], [2, 9, 5, 2])
    0.75
    >>> round((1 - 0.75) * 4)
    1
    """
    return _error(
        "mape_coverage",
        "mape_coverage_score",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
    )


def symmetric_mean_absolute_percentage_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
    scale=2,
):
    """Symmetric mean absolute percentage error.

    Lower is better; 0 for exact predictions, `scale` at most. Per row ``scale * |y_pred
    - y_true| / (|y_true| + |y_pred|)``, and 0 where both are 0; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.
    scale : {1, 2, 200}, default=2
        The value of the worst prediction.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups, 0 to `scale`. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing, or
        ``scale`` is none of its values.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mean_absolute_percentage_error : Divides by the target.
    score_per_group : The value of each group.

    Notes
    -----
    One name, three scales: 0 to 1 (utilsforecast), 0 to 2 (torchmetrics, sktime,
    GluonTS), 0 to 200 (CatBoost's ``SMAPE``, darts).

    A row with a target of 0 and another prediction counts `scale` whatever its size, as
    does a row whose prediction has the wrong sign. An error upwards costs less than the
    same error downwards.

    References
    ----------
    .. [1] Makridakis (1993), "Accuracy measures: theoretical and practical concerns",
       10.1016/0169-2070(93)90079-3.

    Examples
    --------
    >>> from sklearn_rankscore import symmetric_mean_absolute_percentage_error
    >>> symmetric_mean_absolute_percentage_error([0, 2, 0, 8], [0, 3, 1, 8])
    0.6
    >>> symmetric_mean_absolute_percentage_error([-1, 2, 0], [1, 2, 0], scale=1)
    0.3333333333333333
    """
    return _error(
        "smape",
        "symmetric_mean_absolute_percentage_error",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
        scale=scale,
    )


def weighted_absolute_percentage_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
):
    """Weighted absolute percentage error: the sum of errors over the sum of targets.

    Lower is better; 0 for exact predictions, no upper bound; a fraction, 1 is 100 %.
    Per group the sum of ``|y_pred - y_true|`` over the sum of ``|y_true|``.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Value of all rows, or mean over groups. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing, or all
        targets are 0.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mean_absolute_percentage_error : Divides row by row.
    score_per_group : The value of each group.

    Notes
    -----
    Also called wMAPE and ND. A target of 0 adds its error and nothing to the divisor,
    which a MAPE weighted by ``|y_true|`` would lose.

    A group whose targets are all 0 has no value, exact predictions included, and is
    left out; without any other group the call raises.

    References
    ----------
    .. [1] Kolassa and Schütz (2007), "Advantages of the MAD/mean ratio over the MAPE",
       Foresight 6, 40-43.

    Examples
    --------
    >>> from sklearn_rankscore import weighted_absolute_percentage_error
    >>> weighted_absolute_percentage_error([0, 10, 30], [5, 10, 33])
    0.2
    >>> stores = ["a", "a", "b"]
    >>> weighted_absolute_percentage_error([0, 10, 30], [5, 10, 33], groups=stores)
    0.3
    """
    return _error(
        "wape",
        "weighted_absolute_percentage_error",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
    )


def mean_arctangent_absolute_percentage_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
):
    """Mean arctangent absolute percentage error.

    Lower is better; 0 for exact predictions, at most pi / 2. Per row ``arctan(|y_pred -
    y_true| / |y_true|)``, pi / 2 where only the target is 0 and 0 where the prediction
    is too; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups, 0 to pi / 2. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, or an id in `groups` is missing.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    mean_absolute_percentage_error : The same without a bound.
    score_per_group : The value of each group.

    Notes
    -----
    The angle, in radians, between an exact prediction and this one. Small errors count
    as in the MAPE; no row, not even one with a target of 0, can dominate.

    References
    ----------
    .. [1] Kim and Kim (2016), "A new metric of absolute percentage error for
       intermittent demand forecasts", 10.1016/j.ijforecast.2015.12.003.

    Examples
    --------
    >>> from sklearn_rankscore import mean_arctangent_absolute_percentage_error
    >>> round(mean_arctangent_absolute_percentage_error([10, 0], [20, 3]), 4)  # 3/8 pi
    1.1781
    """
    return _error(
        "maape",
        "mean_arctangent_absolute_percentage_error",
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
    )


def mean_absolute_scaled_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    groups=None,
    naive_scale=None,
    y_train=None,
    train_groups=None,
    lag=1,
):
    """Mean absolute scaled error: in units of the error of a naive forecast.

    Lower is better; 0 for exact predictions, no upper bound, 1 as good as the naive
    forecast was on the past. Per group the mean of ``|y_pred - y_true|`` over the mean
    absolute error of the naive forecast on the training data, ``|y[t] - y[t - lag]|``.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53.
    y_pred : array-like of the same shape
        Predictions, likewise.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
    multioutput : {"raw_values", "uniform_average"} or array-like of shape \
            (n_outputs,), default="uniform_average"
        For several outputs: the value of each, their mean, or their mean with these
        weights.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row (a store, a series, a query), in any order and of any
        type: the result is the mean of the values of the groups. None and False take
        all rows together.
    naive_scale : float, array-like of shape (n_outputs,), or mapping, optional
        What errors are divided by, >= 0: the mean absolute error of the naive forecast,
        for all outputs or for each; a dict or Series holds that of every group.
    y_train : array-like of shape (n_train_rows,) or (n_train_rows, n_outputs), \
            optional
        Past targets in order of time, to take `naive_scale` from.
    train_groups : array-like of shape (n_train_rows,), optional
        The group of each row of `y_train`, in any order; needs `groups`. Without, one
        series serves all groups.
    lag : int, default=1
        The naive forecast for a row of `y_train` is the value so many rows before; the
        length of a season.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError
        If an array holds NaN, infinity or larger numbers, lengths or numbers of outputs
        differ, weights are negative or all zero, an id in `groups` is missing, neither
        or both of `naive_scale` and `y_train` are given, a group has no scale, a series
        is not longer than `lag`, or every scale is 0.
    TypeError
        If an array is no dense array of numbers.

    See Also
    --------
    weighted_absolute_percentage_error : Needs no past.
    score_per_group : The value of each group.

    Notes
    -----
    It has no trouble with targets of 0. A group whose past is constant has a scale of 0
    and no value; it is left out, and without any other group the call raises.

    A scorer sees no training data: ``get_rank_scorer("neg_mase", naive_scale=...)``
    takes a number, or with ``groups=`` the scale of every group.

    References
    ----------
    .. [1] Hyndman and Koehler (2006), "Another look at measures of forecast accuracy",
       10.1016/j.ijforecast.2006.03.001.

    Examples
    --------
    >>> from sklearn_rankscore import mean_absolute_scaled_error
    >>> mean_absolute_scaled_error([8, 9], [7, 9], y_train=[3, 5, 4, 7])
    0.25
    >>> mean_absolute_scaled_error([8, 9], [7, 9], naive_scale=2)
    0.25
    >>> mean_absolute_scaled_error(
    ...     [8, 90], [7, 80], groups=["a", "b"],
    ...     y_train=[3, 5, 40, 60], train_groups=["a", "a", "b", "b"],
    ... )
    0.5
    """
    function = "mean_absolute_scaled_error"
    if y_train is not None:
        lists = {"groups": groups, "train_groups": train_groups}
        naive_scale = _train_scales(function, y_train, naive_scale, lag, **lists)
    elif train_groups is not None or lag != 1:
        raise ValueError(
            f"The 'train_groups' and 'lag' parameters of {function} belong to "
            f"y_train=. Got no y_train."
        )
    return _error(
        "mase",
        function,
        y_true,
        y_pred,
        sample_weight,
        multioutput,
        groups,
        naive_scale=naive_scale,
    )
