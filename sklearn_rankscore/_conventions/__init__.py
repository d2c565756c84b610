"""The choices behind a number, as values.

In: the name of a convention, an object, single axes as keywords.
Out: a frozen, checked ``Convention``; what its axes allow, and how they are said.

Read ``axes`` first (what can be chosen), then ``convention`` (the record and
``get_convention``); ``named`` holds the facts about each peer as data.
"""
