"""The command line: ``python -m sklearn_rankscore COMMAND``.

In: files and options.
Out: text, JSON or a report, and an exit status.

Read ``main`` first. ``evaluate`` holds the commands evaluate and compare (``runs``
what they ask and say of runs, ``report`` their HTML), ``explore`` explain and
explore, ``peers`` crosscheck, identify and peers, ``demo`` the demonstration.
``words`` turns what the package says into what a person at a keyboard can do.
"""
