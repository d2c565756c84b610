"""Tables of measured numbers: short in text, whole in a frame of the user's library."""

from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from sklearn_rankscore._table import FRAME_LIBRARIES, Table, installed_frame_library


def library_of(*inputs):
    """Return the dataframe library that the first of some inputs comes from, or None.

    Parameters
    ----------
    *inputs : object
        Series and frames of pandas, polars or pyarrow, among other things.

    Returns
    -------
    library : str or None
        One of ``FRAME_LIBRARIES``.
    """
    for value in inputs:
        library = type(value).__module__.partition(".")[0]
        if library in FRAME_LIBRARIES:
            return library
    return None


@dataclass(frozen=True, repr=False)
class NumberTable(Table):
    """A table whose columns are arrays.

    Parameters
    ----------
    library : str or None, default=None
        What ``frame()`` makes, "pandas", "polars" or "pyarrow"; by default the first of
        these that is installed.
    """

    library: str | None = None

    def frame(self):
        """Return the table as a data frame.

        Returns
        -------
        frame : pandas.DataFrame, polars.DataFrame, pyarrow.Table or dict
            Of the library that the scores or labels came in; without any of the three
            the columns, a dict of arrays.
        """
        columns = {name: np.asarray(values) for name, values in self.columns.items()}
        library: Any = self.library or installed_frame_library()
        if library is None:
            return columns
        return nw.from_dict(columns, backend=library).to_native()

    def _cells(self):
        columns = [np.asarray(values).tolist() for values in self.columns.values()]
        body = zip(*columns, strict=True)
        return [list(self.columns), *([_short(value) for value in row] for row in body)]


def _short(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:z.4g}" if isinstance(value, float) else str(value)
