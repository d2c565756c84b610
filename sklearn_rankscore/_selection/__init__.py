"""Scorers for scikit-learn's model selection.

In: what scikit-learn hands on: an estimator, X, y, and metadata or a column with
ids.
Out: scores for searches, and whether a splitter keeps queries whole.

Read ``carriers`` first: where ids come from is what everything here turns on. Then
``rank_scorer`` (the object) and ``names`` (how it is made); ``splits`` counts the
queries that folds cut.
"""
