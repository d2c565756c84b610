"""The public losses and scaled errors: signature, manual, and one call each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from sklearn_rankscore._conventions.axes import is_whole
from sklearn_rankscore._lists.arrays import Floats, GroupsLike
from sklearn_rankscore._plans.errors import train_scales
from sklearn_rankscore._scores.per_group import score_rows


def _train_scales(
    function: str,
    y_train: ArrayLike,
    naive_scale: object,
    lag: int,
    *,
    groups: GroupsLike,
    train_groups: ArrayLike | None,
) -> Floats | dict[Any, Floats]:
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
    scales: Floats | dict[Any, Floats] = train_scales(
        y_train, lag, train_groups, function
    )
    return scales


def huber_loss(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
    delta: float = 1.0,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.
    delta : float, default=1.0
        Size of the error at which the loss turns linear; > 0, in units of the target.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells, and if `delta` is not above 0.

    See Also
    --------
    pseudo_huber_loss : A smooth form of it.
    score_per_group : The value of each group.
    mean_absolute_percentage_error : Shared parameters at length.

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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("huber", *rows, delta=delta)


def pseudo_huber_loss(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
    delta: float = 1.0,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.
    delta : float, default=1.0
        Size of the error at which the loss turns linear; > 0, in units of the target.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells, and if `delta` is not above 0.

    See Also
    --------
    huber_loss : Exactly squared, then exactly linear.
    score_per_group : The value of each group.
    mean_absolute_percentage_error : Shared parameters at length.

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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("pseudo_huber", *rows, delta=delta)


def log_cosh_loss(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.

    Returns
    -------
    error : float or ndarray of shape (n_outputs,)
        Mean over all rows, or over groups. An array for ``multioutput="raw_values"``,
        else a float.

    Raises
    ------
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells.

    See Also
    --------
    huber_loss : Says where the linear part begins.
    score_per_group : The value of each group.
    mean_absolute_percentage_error : Shared parameters at length.

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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("log_cosh", *rows)


def mean_absolute_scaled_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
    groups: GroupsLike = None,
    naive_scale: ArrayLike | Mapping[Any, ArrayLike] | None = None,
    y_train: ArrayLike | None = None,
    train_groups: ArrayLike | None = None,
    lag: int = 1,
) -> float | Floats:
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
    multioutput : str or array-like of shape (n_outputs,), default="uniform_average"
        "raw_values", "uniform_average", or the weights of the mean over outputs.
    groups : array-like of shape (n_rows,) or False, optional
        The group of each row; the result is the mean of the values of the groups.
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
    ValueError, TypeError
        As :func:`mean_absolute_percentage_error` tells, and if neither or both of
        `naive_scale` and `y_train` are given, a group has no scale, a series is not
        longer than `lag`, or every scale is 0.

    See Also
    --------
    weighted_absolute_percentage_error : Needs no past.
    score_per_group : The value of each group.
    mean_absolute_percentage_error : Shared parameters at length.

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
    rows = (y_true, y_pred, sample_weight, multioutput, groups)
    return score_rows("mase", *rows, naive_scale=naive_scale)
