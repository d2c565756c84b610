"""Raw arrays become lists in rank order: the one border of the package.

In: labels, scores, query ids and whatever else comes per row, in any form.
Out: ``Rows`` (clean, list after list) and ``RankedLists`` (each list's rows by
rank, cut at k, with the blocks of tied scores).

Read ``rows`` first: it is the way in. It asks ``border`` for clean arrays and all
messages about them, and ``groups`` for the rows of each id. ``ranking`` is the hot
loop, in NumPy and as the compiled ``kernels``; ``ranked`` is what metrics see.
``runs`` and ``run_files`` make rows of a retrieval run and its judgements;
``arrays`` names the types that all sub-packages hand on.
"""
