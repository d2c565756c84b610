"""Other libraries' numbers beside ours.

In: labels and scores, or a number from elsewhere.
Out: each peer's own number and ours under its convention; the conventions that
reproduce a number; whether the choice of a model depends on the convention.

Read ``records`` first (what a peer declares), then ``known`` (the peers as data).
``ask`` calls them, ``replay`` repeats their arithmetic, and ``crosscheck``,
``identify`` (with its ``candidates``) and ``sensitivity`` are what users call.
"""
