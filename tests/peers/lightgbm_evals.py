"""LightGBM's own evaluation of predictions that it is given."""

import numpy as np


def evals_of(lightgbm, metric, y_true, y_pred, *, sizes=None, weight=None, **params):
    """Return its values by name, as it computes them on one thread."""
    params |= {
        "objective": "none",
        "metric": metric,
        "num_threads": 1,
        "verbosity": -1,
    }
    data = lightgbm.Dataset(
        np.zeros((len(y_true), 1)),
        label=y_true,
        group=sizes,
        weight=weight,
        init_score=y_pred,
        params=params,
    ).construct()
    # A booster without trees predicts the initial scores.
    booster = lightgbm.Booster(params, train_set=data)
    return {name: value for _, name, value, _ in booster.eval_train()}
