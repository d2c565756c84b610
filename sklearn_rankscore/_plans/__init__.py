"""A request for metrics, checked once and run from raw arrays to numbers.

In: names such as ``"ndcg@10"``, a convention, keywords; later the arrays.
Out: one value per list of each metric, and the number that they are reduced to.

Read ``plan`` first. It has two parts, ``rankings`` and ``errors``; only ``reduce``
decides what undefined values, weights and the order of adding do to the mean.
"""
