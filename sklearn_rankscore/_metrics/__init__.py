"""Every metric, declared once beside its formula.

In: ``RankedLists``, or the rows of row-wise errors; the axes that the kernel names.
Out: one value per list, NaN where the metric is undefined. Nothing here averages.

Read ``catalogue`` first (what a metric declares), then ``gain``. ``hit`` counts
relevant rows, ``positions`` looks where they stand, ``user`` reads down the list
and may stop, ``order`` judges whole orders, ``errors`` and ``percentages`` compare
row by row.
"""
