"""SVMlight and LETOR files, with query ids inside or list sizes beside them."""

import gzip
import os
import zlib
from pathlib import Path
from typing import Literal, TypeAlias, overload

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.datasets import load_svmlight_file
from sklearn.utils import Bunch

from sklearn_rankscore._lists.arrays import Array, Floats, Integers
from sklearn_rankscore.datasets.digits import XyGroups, as_bunch

FilePath: TypeAlias = str | os.PathLike[str]
ZeroBased: TypeAlias = bool | Literal["auto"]

_UNREADABLE = (ValueError, OverflowError, EOFError, gzip.BadGzipFile, zlib.error)


@overload
def load_ranking_file(
    path: FilePath,
    *,
    query_path: FilePath | None = ...,
    n_features: int | None = ...,
    zero_based: ZeroBased = ...,
    return_X_y: Literal[False] = ...,
) -> Bunch: ...


@overload
def load_ranking_file(
    path: FilePath,
    *,
    query_path: FilePath | None = ...,
    n_features: int | None = ...,
    zero_based: ZeroBased = ...,
    return_X_y: Literal[True],
) -> XyGroups: ...


def load_ranking_file(
    path: FilePath,
    *,
    query_path: FilePath | None = None,
    n_features: int | None = None,
    zero_based: ZeroBased = "auto",
    return_X_y: bool = False,
) -> Bunch | XyGroups:
    r"""Load a learning-to-rank file in the SVMlight or LETOR format.

    One line per row, ``label qid:7 1:0.5 3:0.25 # a comment``, as MSLR-WEB10K, Yahoo
    LTRC, Istella and the LETOR collections are published; or without ``qid:`` and
    with a second file that holds the size of each list, one per line and in order, as
    LightGBM and XGBoost read them.

    Parameters
    ----------
    path : str or path-like
        The file; ``.gz`` and ``.bz2`` are decompressed.
    query_path : str or path-like, default=None
        The file of list sizes. It replaces ids in the file. With None, and without
        ids in the file, ``<path>.query`` is read (for ``a.txt.gz`` also
        ``a.txt.query``).
    n_features : int, default=None
        Number of columns; None takes the largest index in the file. Pass the number
        of the training file when reading a test file.
    zero_based : bool or "auto", default="auto"
        Whether the feature indices start at 0; "auto" reads it off the file, which
        fails where a file of zero-based indices never uses feature 0.
    return_X_y : bool, default=False
        Return ``(data, target, groups)`` instead of a Bunch.

    Returns
    -------
    Bunch
        The data set; with ``return_X_y=True`` only ``(data, target, groups)``.

        data : CSR matrix of shape (n_rows, n_features)
            The features; what a line leaves out is 0.
        target : ndarray of shape (n_rows,)
            The labels; int64 where all are whole, else float64.
        groups : ndarray of shape (n_rows,)
            Id of each row's list: its ``qid``, or the list's number from 0.
        feature_names : list of str
            ``"feature_<column>"``, with columns counted from 0.
        filename : str
            The path.

    Raises
    ------
    ValueError
        If the file or the sizes cannot be read, rows lack a list, or the sizes don't
        sum to the number of rows.
    OSError
        If a file cannot be opened.

    See Also
    --------
    sklearn.datasets.load_svmlight_file : Reads the format; knows no list sizes.

    References
    ----------
    T. Qin, T.-Y. Liu (2013). Introducing LETOR 4.0 Datasets. arXiv:1306.2597.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from sklearn_rankscore.datasets import load_ranking_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "three.txt"
    ...     _ = path.write_text("2 qid:7 1:1\n0 qid:7 2:1 # doc 4\n1 qid:9 1:3\n")
    ...     X, y, groups = load_ranking_file(path, return_X_y=True)
    >>> X.toarray()
    array([[1., 0.],
           [0., 1.],
           [3., 0.]])
    >>> y, groups
    (array([2, 0, 1]), array([7, 7, 9]))
    """
    path = os.fspath(path)
    data, labels, ids = _read(path, n_features, zero_based)
    if query_path is None and not len(ids):
        query_path = _query_path(path)
    if query_path is not None:
        ids = _ids_from_sizes(os.fspath(query_path), path, len(labels))
    if len(ids) != len(labels):
        raise ValueError(
            f"load_ranking_file needs 'qid:' on every row or on none. "
            f"{path!r} has it on {len(ids)} of {len(labels)} rows."
        )
    whole = np.isfinite(labels).all() and not np.any(labels % 1)
    bunch = Bunch(
        data=data,
        target=labels.astype(np.int64) if whole else labels,
        groups=ids,
        feature_names=[f"feature_{column}" for column in range(data.shape[1])],
        filename=path,
    )
    return as_bunch(bunch, return_X_y=return_X_y)


def _read(
    path: str, n_features: int | None, zero_based: ZeroBased
) -> tuple[csr_matrix, Floats, Array]:
    try:
        data, labels, ids = load_svmlight_file(
            path, n_features=n_features, zero_based=zero_based, query_id=True
        )
    except _UNREADABLE as error:
        raise ValueError(
            f"load_ranking_file cannot read {path!r} as SVMlight: {error}"
        ) from error
    if not len(labels):
        raise ValueError(
            f"load_ranking_file needs at least one row. {path!r} has none."
        )
    return data, labels, ids


def list_sizes_path(path: FilePath) -> str | None:
    """Return the file of list sizes that stands beside a file, None without one."""
    return next((p for p in _list_sizes_paths(path) if Path(p).is_file()), None)


def _list_sizes_paths(path: FilePath) -> list[str]:
    stems = [path]
    if Path(path).suffix in (".gz", ".bz2"):
        stems.append(os.fspath(Path(path).with_suffix("")))
    return [f"{stem}.query" for stem in stems]


def _query_path(path: str) -> str:
    """Find the file of list sizes beside a file without ids."""
    found = list_sizes_path(path)
    if found is not None:
        return found
    raise ValueError(
        f"load_ranking_file needs the list of each row. {path!r} has no 'qid:' and "
        f"there is no {_list_sizes_paths(path)[-1]!r}. Pass query_path= a file that "
        "holds the size of each list, one per line."
    )


def _ids_from_sizes(query_path: str, path: str, n_rows: int) -> Integers:
    """Give every row the number of its list, from the sizes of the lists."""
    try:
        sizes = [int(size) for size in Path(query_path).read_text().split()]
    except ValueError as error:
        raise ValueError(
            f"load_ranking_file cannot read {query_path!r} as list sizes: {error}"
        ) from error
    wrong = next((number for number, size in enumerate(sizes, 1) if size < 1), None)
    if wrong is not None:
        raise ValueError(
            f"load_ranking_file needs list sizes >= 1. {query_path!r} has "
            f"{sizes[wrong - 1]} for list {wrong}."
        )
    if sum(sizes) != n_rows:
        raise ValueError(
            f"The list sizes in {query_path!r} sum to {sum(sizes)} but {path!r} has "
            f"{n_rows} rows."
        )
    return np.repeat(np.arange(len(sizes)), sizes)
