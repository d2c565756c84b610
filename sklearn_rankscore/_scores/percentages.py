"""The public percentage errors: signature, manual, and one call each."""

from __future__ import annotations

from numpy.typing import ArrayLike

from sklearn_rankscore._lists.arrays import Floats, GroupsLike
from sklearn_rankscore._scores.per_group import score_rows


def mean_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
    zero: str | float | tuple[str, float] = "raise",
) -> float | Floats:
    """Mean absolute percentage error, with a rule for targets of zero.

    Lower is better; 0 for exact predictions, no upper bound; a fraction, 1 is 100 %.
    Per row ``|y_pred - y_true| / |y_true|``; per group their mean.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,) or (n_rows, n_outputs)
        Targets, finite: up to 1e150 in size, whole numbers up to 2**53. Each column is
        an output with a value of its own.
    y_pred : array-like of the same shape
        Predictions, likewise. A scorer takes them from ``predict``.
    sample_weight : array-like of shape (n_rows,), optional
        Weights of the rows, >= 0. With `groups`, a group weighs the mean of its rows.
        Within a group they weigh its rows. They may not all be 0.
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs. The
        first gives the value of each output, the second their plain mean; weights need
        several outputs and a sum that is not 0.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups. Ids
        (of a store, a series, a query) may come in any order and be of any type; none
        may be missing. None and False take all rows together.
    zero : str, float or ("add", float), default="raise"
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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("mape", *rows, zero=zero)


def root_mean_squared_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
    zero: str | float | tuple[str, float] = "raise",
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.
    zero : str, float or ("add", float), default="raise"
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
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells, and where `zero` refuses a
        target of 0.

    See Also
    --------
    mean_absolute_percentage_error : Without the square; shared parameters at length.
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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("rmspe", *rows, zero=zero)


def mape_coverage_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.

    Returns
    -------
    coverage : float or ndarray of shape (n_outputs,)
        Share of all rows, or mean over groups. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells.

    See Also
    --------
    mean_absolute_percentage_error : Its error; shared parameters at length.
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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("mape_coverage", *rows)


def symmetric_mean_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
    scale: float = 2,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.
    scale : {1, 2, 200}, default=2
        The value of the worst prediction.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups, 0 to `scale`. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells, and if `scale` is not 1, 2 or
        200.

    See Also
    --------
    mean_absolute_percentage_error : Divides by the target; shared parameters at length.
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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("smape", *rows, scale=scale)


def weighted_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Value of all rows, or mean over groups. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells, and if all targets are 0.

    See Also
    --------
    mean_absolute_percentage_error : Divides row by row; shared parameters at length.
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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("wape", *rows)


def mean_arctangent_absolute_percentage_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups, 0 to pi / 2. An array for
        ``multioutput="raw_values"``, else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells.

    See Also
    --------
    mean_absolute_percentage_error : Without a bound; shared parameters at length.
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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("maape", *rows)
