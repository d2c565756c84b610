"""Pictures by matplotlib, each with the data that it drew.

In: an estimator, predictions, an evaluation or a search report.
Out: a display with ``ax_``, ``figure_`` and ``frame()``.

Read ``drawing`` first: where the numbers come from, and the looks that all share.
``group_values``, ``cutoffs``, ``search`` and ``conventions`` hold one display each.
"""
