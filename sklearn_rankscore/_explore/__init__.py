"""A page on which lists can be changed while their metrics follow.

In: lists of a user, or none.
Out: one HTML file that loads nothing.

Read ``explore`` first; ``data`` is all that the page is given. The scripts beside
them compute what the package computes, which tests check in a browser.
"""
