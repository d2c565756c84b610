"""Rankers inside scikit-learn, and metrics that watch them train.

In: an estimator of LightGBM, XGBoost, CatBoost or scikit-learn, rows, and their
ids.
Out: a fitted ``GroupedRanker`` that got its groups; eval metrics for the boosters.

Read ``ranker`` first (the adapter), then ``fit_rows`` (rows as they are fitted on),
``libraries`` (whose estimator it is), ``boosters`` (how each library wants its
groups) and ``stopping`` (by which metric). ``eval_metrics`` makes the metrics of
``booster_metrics`` by name.
"""
