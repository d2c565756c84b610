"""The public score functions: signature, manual, and one call each.

In: raw arrays and keywords.
Out: a float, or values per list from ``score_per_group``.

Read ``per_group`` first: its ``score_per_group`` tells every parameter that ranking
metrics share at length, as ``mean_absolute_percentage_error`` in ``percentages`` does
for row-wise errors. The manuals (``gain``, ``hit``, ``positions``, ``order``;
``errors``, ``percentages``) say them in one line each and tell what is their own. They
are written out, not generated, so that editors show them; tests hold them equal to the
kernels, equal parameters to equal words, and each line to the account that it opens.
"""
