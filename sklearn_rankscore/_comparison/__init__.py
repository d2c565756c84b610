"""From values per list to what they support.

In: labels and the scores of several models, or a fitted search.
Out: ``Evaluation``, ``Comparison``, ``SearchReport``: means, intervals, tests,
sentences.

Read ``evaluate`` and ``evaluation`` first, then ``compare`` and ``search_report``.
``resampling`` and ``paired`` hold the statistics (scipy's), ``folds`` those of a
search, ``tables`` prints all results.
"""
