"""The public score functions: signature, manual, and one call each.

In: raw arrays and keywords.
Out: a float, or values per list from ``score_per_group``.

Read ``per_group`` first: it tells every parameter that the functions share at
length, and the manuals (``gain``, ``hit``, ``positions``, ``order``, ``errors``)
say them in one line each. They are written out, not generated, so that editors show
them; tests hold them equal to the kernels, and equal parameters to equal words.
"""
