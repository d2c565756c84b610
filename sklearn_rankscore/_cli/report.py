"""The report: one HTML file with tables and pictures inside."""

import base64
import html
import io
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from sklearn_rankscore._comparison.compare import Comparison
from sklearn_rankscore._comparison.evaluation import Evaluation
from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._displays.group_values import GroupValuesDisplay

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto;
       padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { padding: 0.2rem 0.6rem; text-align: right; white-space: nowrap;
         border-bottom: 1px solid #8886; }
td:first-child, th:first-child { text-align: left; }
img { max-width: 100%; }
"""


class _Draw(Protocol):
    """What draws on axes of matplotlib."""

    def __call__(self, *, ax: Any) -> object: ...


class _Shown(Protocol):
    """What shows itself as HTML in a notebook."""

    def _repr_html_(self) -> str: ...


@dataclass
class HtmlReport:
    """Headings, paragraphs, tables and pictures, one after the other.

    Parameters
    ----------
    title : str
    """

    title: str
    parts: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """Add a heading."""
        self.parts.append(f"<h2>{html.escape(text)}</h2>")

    def paragraph(self, text: str) -> None:
        """Add a paragraph of plain text."""
        self.parts.append(f"<p>{html.escape(text)}</p>")

    def table(self, table: _Shown) -> None:
        """Add a table, which escapes its own cells."""
        self.parts.append(table._repr_html_())

    def picture(self, draw: _Draw, text: str) -> None:
        """Add what `draw(ax=ax)` draws, for light and for dark screens.

        Parameters
        ----------
        draw : callable
        text : str
            What the picture shows, for those who do not see it.
        """
        light, dark = (_png(draw, style) for style in ("default", "dark_background"))
        self.parts.append(
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            f'<img src="{light}" alt="{html.escape(text)}"></picture>'
        )

    def render(self) -> str:
        """Return the report as one HTML document."""
        title = html.escape(self.title)
        body = "\n".join(self.parts)
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            f"<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
        )


def _png(draw: _Draw, style: str) -> str:
    """Return a picture as an address that holds it."""
    try:
        import matplotlib.style
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "An HTML report needs matplotlib. Install it with the package's extra: "
            "pip install 'sklearn-rankscore[plot]'"
        ) from error
    # A figure of its own leaves pyplot, and whatever shows its figures, alone.
    with matplotlib.style.context(style):
        figure = Figure(figsize=(7, 4.5), layout="constrained")
        draw(ax=figure.subplots())
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=110)
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


def evaluation_page(evaluation: Evaluation, summary: Table, worst: Table) -> HtmlReport:
    """Return the report of ``evaluate``."""
    page = HtmlReport("Evaluation per query")
    page.table(evaluation)
    for metric in evaluation.metrics:
        page.heading(metric)
        page.picture(
            partial(GroupValuesDisplay.from_evaluation, evaluation, metric),
            f"{metric} of each query, sorted, one line per model",
        )
    page.heading("Summary")
    page.table(summary)
    page.heading("The worst queries")
    page.table(worst)
    return page


def comparison_page(comparison: Comparison, deciding: Table) -> HtmlReport:
    """Return the report of ``compare``."""
    page = HtmlReport("Comparison per query")
    page.table(comparison)
    for number, line in enumerate(comparison.sentences):
        model, against, metric = (
            str(comparison.columns[name][number])
            for name in ("model", "against", "metric")
        )
        page.heading(line)
        page.picture(
            partial(
                GroupValuesDisplay.from_evaluation,
                comparison.evaluation,
                metric,
                difference=(model, against),
            ),
            f"{metric} of each query: {model} minus {against}, sorted",
        )
    page.heading("The queries that decide")
    page.table(deciding)
    return page
