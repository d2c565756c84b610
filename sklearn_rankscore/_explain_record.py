"""What an explanation holds, and how it prints."""

from dataclasses import dataclass
from pathlib import Path

from sklearn_rankscore._conventions import Convention
from sklearn_rankscore._explain_html import as_document, as_html
from sklearn_rankscore._explain_notes import Choice
from sklearn_rankscore._explain_table import Position
from sklearn_rankscore._explain_text import as_text
from sklearn_rankscore._explain_values import Value
from sklearn_rankscore._outputs import write_page
from sklearn_rankscore._table import Table


@dataclass(frozen=True)
class Explanation:
    """One list, rank by rank, and what its metrics are made of.

    Returned by :func:`explain`. It prints as a table, and shows as one in a notebook.

    Attributes
    ----------
    group : object
        The query id of the list.
    n_rows, n_relevant : int
        The number of rows that were returned, and of rows relevant to the binary
        metrics, returned or not.
    k : int or None
        The cut-off.
    convention : Convention
        The convention, with the single axes that overrode it.
    positions : tuple of Position
        Rank, title, label, gain, divisor, share and running DCG of each row, and the
        same of the ideal order.
    values : tuple of Value
        Name, value, fraction and its words of each metric.
    choices : tuple of Choice
        The axes of the convention that the metrics read.
    notes : tuple of str
        Where the convention decided: an undefined metric, ``k`` beyond the list, ties
        at the cut-off.
    """

    group: object
    n_rows: int
    n_relevant: int
    k: int | None
    convention: Convention
    positions: tuple[Position, ...]
    values: tuple[Value, ...]
    choices: tuple[Choice, ...]
    notes: tuple[str, ...]

    def frame(self):
        """Return the positions as a data frame, one row per rank.

        Returns
        -------
        frame : pandas.DataFrame, polars.DataFrame, pyarrow.Table or dict
            Of the first of these libraries that is installed; its columns are the
            fields of the positions.
        """
        columns = zip(*self.positions, strict=True)
        return Table(dict(zip(Position._fields, columns, strict=True))).frame()

    def to_html(self, path):
        """Write the explanation as a page; if that fails, what stood there stays.

        Parameters
        ----------
        path : str or path-like
            The file to write.

        Returns
        -------
        path : pathlib.Path
        """
        write_page(path, as_document(self))
        return Path(path)

    def __str__(self):
        return as_text(self)

    __repr__ = __str__

    def _repr_html_(self):
        return as_html(self)
