"""One list, position by position.

In: labels and scores of one list, a convention.
Out: an ``Explanation``: rows in both orders, what each metric is made of, the
choices that were read, as text, HTML or a frame.

Read ``explain`` first, then ``positions`` and ``values``;
``explanation`` is what prints.
"""
