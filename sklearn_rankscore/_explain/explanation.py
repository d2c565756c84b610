"""An explained list as text and as HTML, where titles are text and never markup."""

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._conventions.convention import Convention
from sklearn_rankscore._explain.positions import Position
from sklearn_rankscore._explain.values import DIVISORS, Choice, Value, number
from sklearn_rankscore._files.outputs import write_page

_LONGEST_TITLE = 24


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

    def frame(self) -> Any:
        """Return the positions as a data frame, one row per rank.

        Returns
        -------
        frame : pandas.DataFrame, polars.DataFrame, pyarrow.Table or dict
            Of the first of these libraries that is installed; its columns are the
            fields of the positions.
        """
        columns = zip(*self.positions, strict=True)
        return Table(dict(zip(Position._fields, columns, strict=True))).frame()

    def to_html(self, path: str | PathLike[str]) -> Path:
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

    def __str__(self) -> str:
        return as_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self)


def as_text(explanation: Explanation) -> str:
    """Return the explanation as plain text."""
    parts = [heading(explanation), "", *_positions(explanation), ""]
    parts += _values(explanation)
    parts += ["", f"convention {explanation.convention.name}"]
    parts += [
        f"  {c.axis}: {c.value}{' (set here)' * c.changed}" for c in explanation.choices
    ]
    parts += ["", *explanation.notes] if explanation.notes else []
    return "\n".join(line.rstrip() for line in parts)


def heading(explanation: Explanation) -> str:
    """Return the one line that says what is explained."""
    cut = "not cut" if explanation.k is None else f"k = {explanation.k}"
    n, r = explanation.n_rows, explanation.n_relevant
    return f"group {explanation.group}: n = {n} rows, R = {r} relevant, {cut}"


def cells(explanation: Explanation) -> Iterator[tuple[Position, list[str], list[str]]]:
    """Yield each position with the written cells of its two sides."""
    for p in explanation.positions:
        title, label, gain, *sums = _side(p.title, p.label, p.gain, p.share, p.dcg)
        here = [str(p.rank), title, label, gain, f"{p.divisor:.3f}", *sums]
        best = (p.ideal_title, p.ideal_label, p.ideal_gain, p.ideal_share, p.idcg)
        yield p, here, _side(*best)


def heads(explanation: Explanation) -> tuple[list[str], list[str]]:
    """Return the column heads of the two sides."""
    discount = explanation.convention.discount
    divisor = DIVISORS[discount if isinstance(discount, str) else ""]
    here = ["i", "shown", "label", "gain", divisor, "share", "DCG"]
    return here, ["ideal", "label", "gain", "share", "IDCG"]


def _side(
    title: str, label: float, gain: float, share: float, running: float
) -> list[str]:
    if not title and math.isnan(label):
        return ["", "", "", "", ""]
    grade = "?" if math.isnan(label) else f"{label:g}"
    return [title, grade, number(gain), f"{share:.3f}", f"{running:.3f}"]


def _positions(explanation: Explanation) -> list[str]:
    here, best = heads(explanation)
    rows = [[*here, *best]]
    for position, left, right in cells(explanation):
        left[1] = left[1][:_LONGEST_TITLE] + "=" * position.tied
        right[0] = right[0][:_LONGEST_TITLE]
        rows.append([*left, *right])
    lines = _aligned(rows, words={1, 7})
    counted = sum(position.counted for position in explanation.positions)
    if counted < len(explanation.positions):
        rule = f"- cut at k = {explanation.k} ".ljust(len(lines[0]), "-")
        lines.insert(counted + 1, rule)
    return lines


def _values(explanation: Explanation) -> list[str]:
    rows = [
        [value.name, f"{value.value:.3f}", value.fraction or "-", value.words]
        for value in explanation.values
    ]
    return _aligned(rows, words={0, 2, 3})


def _aligned(rows: Sequence[Sequence[str]], words: Container[int]) -> list[str]:
    """Pad the cells: columns of words to the left, of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i in words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


_STYLE = """
.rankscore { font: 14px/1.45 system-ui, sans-serif; color: CanvasText;
  font-variant-numeric: tabular-nums; color-scheme: light dark; }
.rankscore .scroll { overflow-x: auto; }
.rankscore table { border-collapse: collapse; margin: .75em 0; }
.rankscore caption, .rankscore th, .rankscore td { text-align: left; }
.rankscore caption { font-weight: 600; padding: .2em 0; }
.rankscore th, .rankscore td { padding: .2em .6em; white-space: nowrap;
  border-bottom: 1px solid color-mix(in srgb, CanvasText 18%, transparent); }
.rankscore .n { text-align: right; }
.rankscore .best { border-left: 2px solid; }
.rankscore .beyond td { opacity: .65; }
.rankscore .last td { border-bottom: 2px dashed #0f766e; }
.rankscore .set { font-weight: 600; }
"""

_DOCUMENT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>:root {{ color-scheme: light dark; }} body {{ margin: 1.5rem; }}</style>
</head>
<body>
{body}
</body>
</html>
"""


def as_document(explanation: Explanation) -> str:
    """Return a page of its own."""
    title = escape(heading(explanation))
    return _DOCUMENT.format(title=title, body=as_html(explanation))


def as_html(explanation: Explanation) -> str:
    """Return the explanation as an element to show in a notebook."""
    parts = [
        f"<style>{_STYLE}</style>",
        f"<p>{escape(heading(explanation))}</p>",
        f'<div class="scroll">{_position_rows(explanation)}</div>',
        f'<div class="scroll">{_value_rows(explanation)}</div>',
        _choices(explanation),
    ]
    if explanation.notes:
        items = "".join(f"<li>{escape(note)}</li>" for note in explanation.notes)
        parts.append(f"<ul>{items}</ul>")
    return f'<div class="rankscore">{"".join(parts)}</div>'


def _position_rows(explanation: Explanation) -> str:
    here, best = heads(explanation)
    body = []
    for position, left, right in cells(explanation):
        if position.tied:
            left[1] += " (tied)"
        kind = "" if position.counted else ' class="beyond"'
        if position.rank == explanation.k:
            kind = ' class="last"'
        body.append(f"<tr{kind}>{_row('td', left, right)}</tr>")
    return (
        "<table><caption>Rank by rank, beside the ideal order</caption>"
        f"<thead><tr>{_row('th', here, best)}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _row(tag: str, left: Sequence[str], right: Sequence[str]) -> str:
    """Write the cells of both sides; titles stand left, numbers right."""
    scope = ' scope="col"' * (tag == "th")
    cells = []
    for i, text in enumerate([*left, *right]):
        kind = {1: "", len(left): ' class="best"'}.get(i, ' class="n"')
        cells.append(f"<{tag}{scope}{kind}>{escape(text)}</{tag}>")
    return "".join(cells)


def _value_rows(explanation: Explanation) -> str:
    body = "".join(
        f'<tr><th scope="row">{escape(value.name)}</th>'
        f'<td class="n">{value.value:.3f}</td>'
        f"<td>{escape(value.fraction or '-')}</td><td>{escape(value.words)}</td></tr>"
        for value in explanation.values
    )
    return f"<table><caption>The metrics</caption><tbody>{body}</tbody></table>"


def _choices(explanation: Explanation) -> str:
    items = "; ".join(
        f"<span{' class=set' * c.changed}>{c.axis}: {escape(c.value)}</span>"
        for c in explanation.choices
    )
    return f"<p>Convention {escape(explanation.convention.name)}: {items}.</p>"
