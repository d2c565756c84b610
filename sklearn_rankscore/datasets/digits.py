"""Scikit-learn's digit images as a retrieval problem: a demonstration."""

from typing import Any, Literal, TypeAlias, overload

import numpy as np
from sklearn.datasets import load_digits
from sklearn.utils import Bunch, check_random_state

from sklearn_rankscore._conventions.axes import is_whole
from sklearn_rankscore._lists.arrays import Array, Floats, Integers

# A number of things, or the smallest and the largest.
Span: TypeAlias = int | tuple[int, int]
Seed: TypeAlias = int | np.random.RandomState | None
# Features, labels and ids; the first two may be pandas objects, or sparse.
XyGroups: TypeAlias = tuple[Any, Any, Array]


def check_count(
    value: object, name: str, function: str, high: int | None = None
) -> int:
    """Return a whole number of things, at least one and at most `high`."""
    if not is_whole(value) or value < 1 or (high is not None and value > high):
        allowed = ">= 1" if high is None else f"from 1 to {high}"
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int {allowed}. "
            f"Got {value!r} instead."
        )
    return int(value)


def check_span(
    value: object, name: str, function: str, high: int | None = None
) -> tuple[int, int]:
    """Return a smallest and a largest number of things from one or two numbers."""
    low, top = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
    least = check_count(low, name, function, high)
    most = check_count(top, name, function, high)
    if least > most:
        raise ValueError(
            f"The {name!r} parameter of {function} must be an int or a tuple "
            f"(smallest, largest). Got {value!r} instead."
        )
    return least, most


def as_bunch(
    bunch: Bunch, *, return_X_y: bool, as_frame: bool = False
) -> Bunch | XyGroups:
    """Give the result the form that was asked for."""
    if as_frame:
        import pandas as pd

        index = pd.Index(bunch.groups, name="qid")
        bunch.data = pd.DataFrame(bunch.data, index, bunch.feature_names)
        bunch.target = pd.Series(bunch.target, index, name="grade")
    return (bunch.data, bunch.target, bunch.groups) if return_X_y else bunch


LOOK_ALIKES = ((0, 6), (1, 7), (2, 7), (3, 5), (3, 8), (4, 9))

# The images come in the order in which people wrote them, so a cut by position also
# holds out most of the handwritings.
Pool: TypeAlias = Literal["train", "test"]
_POOLS = {"train": (0, 1198), "test": (1198, 1797)}

_BLOCKS = [f"block_{row}{column}" for row in range(4) for column in range(4)]
FEATURES = [
    "euclidean",
    "euclidean_shifted",
    "manhattan",
    "chebyshev",
    "cosine",
    "correlation",
    "overlap",
    "row_profile",
    "column_profile",
    "centre_row",
    "centre_column",
    "ink_query",
    "ink_document",
    "ink_difference",
    *_BLOCKS,
]

_DESCR = """Digit images as a retrieval problem

A demonstration, not learning-to-rank data: the 1797 images of
sklearn.datasets.load_digits, 8 x 8 pixels. A list is one query image and candidate
images of the same pool, never the query image itself. Grade 2: the same digit; 1: a
look-alike, by the pairs {pairs}; 0: any other digit.
The features of a row compare the pixels of the two images; no digit enters them.
Pool "train" is the first 1198 images, pool "test" the other 599.
"""


@overload
def load_digits_ranking(
    *,
    subset: Pool = ...,
    n_queries: int = ...,
    n_candidates: Span = ...,
    random_state: Seed = ...,
    return_X_y: Literal[False] = ...,
    as_frame: bool = ...,
) -> Bunch: ...


@overload
def load_digits_ranking(
    *,
    subset: Pool = ...,
    n_queries: int = ...,
    n_candidates: Span = ...,
    random_state: Seed = ...,
    return_X_y: Literal[True],
    as_frame: bool = ...,
) -> XyGroups: ...


def load_digits_ranking(
    *,
    subset: Pool = "train",
    n_queries: int = 200,
    n_candidates: Span = (5, 30),
    random_state: Seed = 0,
    return_X_y: bool = False,
    as_frame: bool = False,
) -> Bunch | XyGroups:
    """Load scikit-learn's digit images as a retrieval problem, without a download.

    A list is one query image and candidate images; a good ranker puts the images of
    the query's digit first, its look-alikes next. This is a demonstration on real
    images and not learning-to-rank data: there are no users, no documents and no
    judges, and the grades follow from a table.

    ========  =====================================================
    grade     the candidate shows
    ========  =====================================================
    2         the digit of the query
    1         a look-alike: 0-6, 1-7, 2-7, 3-5, 3-8, 4-9, either way
    0         any other digit
    ========  =====================================================

    Parameters
    ----------
    subset : {"train", "test"}, default="train"
        Whose images: the first 1198 or the other 599. Queries and candidates come
        from the same pool, so the two subsets have no image in common.
    n_queries : int, default=200
        Number of lists, at most one per image of the pool.
    n_candidates : int or (int, int), default=(5, 30)
        Rows of each list, or the smallest and the largest number of them.
    random_state : int, RandomState instance or None, default=0
        Draws the queries and their candidates.
    return_X_y : bool, default=False
        Return ``(data, target, groups)`` instead of a Bunch.
    as_frame : bool, default=False
        Return pandas objects whose index, named "qid", is the group of each row.

    Returns
    -------
    Bunch
        The data set; with ``return_X_y=True`` only ``(data, target, groups)``.

        data : ndarray of shape (n_rows, 30), or DataFrame
            Features of (query image, candidate image), from their pixels only.
        target : ndarray of shape (n_rows,), or Series
            Grade of each row: 0, 1 or 2.
        groups : ndarray of shape (n_rows,)
            Id of each row's list: the position of the query image in
            ``sklearn.datasets.load_digits().images``. Rows of a list are contiguous.
        documents : ndarray of shape (n_rows,)
            Position of the candidate image in the same array.
        feature_names : list of str
            Names of the columns of `data`.
        DESCR : str
            What the data are.

    Raises
    ------
    ValueError
        If a parameter is out of range, or the pool has fewer images than asked for.

    See Also
    --------
    sklearn.datasets.load_digits : The images.

    References
    ----------
    E. Alpaydin, C. Kaynak (1998). Optical Recognition of Handwritten Digits. UCI
    Machine Learning Repository.

    Examples
    --------
    >>> from sklearn_rankscore.datasets import load_digits_ranking
    >>> digits = load_digits_ranking(n_queries=3, n_candidates=5)
    >>> digits.data.shape
    (15, 30)
    >>> digits.target.shape, len(set(digits.groups))
    ((15,), 3)
    """
    if subset not in _POOLS:
        raise ValueError(
            f"The 'subset' parameter of load_digits_ranking must be a str among "
            f"{set(_POOLS)}. Got {subset!r} instead."
        )
    first, last = _POOLS[subset]
    n_queries = check_count(n_queries, "n_queries", "load_digits_ranking", last - first)
    pool = last - first
    span = check_span(n_candidates, "n_candidates", "load_digits_ranking", pool - 1)
    rng = check_random_state(random_state)
    queries, documents = _draw(rng, last - first, n_queries, span)
    bunch = _compare(first + queries, first + documents)
    return as_bunch(bunch, return_X_y=return_X_y, as_frame=as_frame)


def _draw(
    rng: np.random.RandomState, pool_size: int, n_queries: int, span: tuple[int, int]
) -> tuple[Integers, Integers]:
    """Draw query images and, for each, other images of the pool without repeats."""
    queries = rng.choice(pool_size, size=n_queries, replace=False)
    sizes = rng.randint(span[0], span[1] + 1, size=n_queries)
    keys = rng.uniform(size=(n_queries, pool_size))
    keys[np.arange(n_queries), queries] = np.inf
    documents = np.argsort(keys, axis=1)[:, : span[1]]
    kept = np.arange(span[1]) < sizes[:, np.newaxis]
    return np.repeat(queries, sizes), documents[kept]


def _compare(queries: Integers, documents: Integers) -> Bunch:
    """Describe and grade every (query image, candidate image)."""
    digits = load_digits()
    images = digits.images / 16
    shown, wanted = digits.target[documents], digits.target[queries]
    alike = np.zeros((10, 10), dtype=np.int64)
    for one, other in LOOK_ALIKES:
        alike[one, other] = alike[other, one] = 1
    np.fill_diagonal(alike, 2)
    return Bunch(
        data=_features(images[queries], images[documents]),
        target=alike[wanted, shown],
        groups=queries,
        documents=documents,
        feature_names=list(FEATURES),
        DESCR=_DESCR.format(pairs=", ".join(f"{a}-{b}" for a, b in LOOK_ALIKES)),
    )


def _features(query: Floats, document: Floats) -> Floats:
    """Compare images (n, 8, 8) pairwise: one column per name in FEATURES."""
    gap = np.abs(query - document)
    ink_query, ink_document = query.mean(axis=(1, 2)), document.mean(axis=(1, 2))
    blocks = (query - document).reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4))
    columns = [
        np.sqrt((gap**2).sum(axis=(1, 2))),
        _shifted_distance(query, document),
        gap.sum(axis=(1, 2)),
        gap.max(axis=(1, 2)),
        _cosine(query, document),
        _cosine(_centred(query), _centred(document)),
        np.minimum(query, document).sum(axis=(1, 2))
        / np.maximum(query, document).sum(axis=(1, 2)),
        np.abs(query.sum(axis=2) - document.sum(axis=2)).sum(axis=1),
        np.abs(query.sum(axis=1) - document.sum(axis=1)).sum(axis=1),
        np.abs(_centre(query, axis=1) - _centre(document, axis=1)),
        np.abs(_centre(query, axis=2) - _centre(document, axis=2)),
        ink_query,
        ink_document,
        np.abs(ink_query - ink_document),
        *np.abs(blocks).reshape(-1, 16).T,
    ]
    table: Floats = np.column_stack(columns)
    return table


def _shifted_distance(query: Floats, document: Floats) -> Floats:
    """Least Euclidean distance over the moves of the candidate by up to one pixel."""
    padded = np.pad(document, ((0, 0), (1, 1), (1, 1)))
    squares = [
        ((query - padded[:, row : row + 8, column : column + 8]) ** 2).sum(axis=(1, 2))
        for row in range(3)
        for column in range(3)
    ]
    least: Floats = np.min(squares, axis=0)
    return np.sqrt(least)


def _cosine(query: Floats, document: Floats) -> Floats:
    product: Floats = (query * document).sum(axis=(1, 2))
    square: Floats = (query**2).sum(axis=(1, 2)) * (document**2).sum(axis=(1, 2))
    return product / np.sqrt(square)


def _centred(images: Floats) -> Floats:
    means: Floats = images.mean(axis=(1, 2), keepdims=True)
    return images - means


def _centre(images: Floats, axis: int) -> Floats:
    """Mean position of the ink along an axis of the images, in pixels."""
    ink = images.sum(axis=3 - axis)
    centres: Floats = ink @ np.arange(8) / ink.sum(axis=1)
    return centres
