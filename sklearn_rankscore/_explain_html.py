"""An explained list as HTML: titles are text there, never markup."""

from html import escape

from sklearn_rankscore._explain_text import cells, heading, heads

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


def as_document(explanation):
    """Return a page of its own."""
    title = escape(heading(explanation))
    return _DOCUMENT.format(title=title, body=as_html(explanation))


def as_html(explanation):
    """Return the explanation as an element to show in a notebook."""
    parts = [
        f"<style>{_STYLE}</style>",
        f"<p>{escape(heading(explanation))}</p>",
        f'<div class="scroll">{_positions(explanation)}</div>',
        f'<div class="scroll">{_values(explanation)}</div>',
        _choices(explanation),
    ]
    if explanation.notes:
        items = "".join(f"<li>{escape(note)}</li>" for note in explanation.notes)
        parts.append(f"<ul>{items}</ul>")
    return f'<div class="rankscore">{"".join(parts)}</div>'


def _positions(explanation):
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


def _row(tag, left, right):
    """Write the cells of both sides; titles stand left, numbers right."""
    scope = ' scope="col"' * (tag == "th")
    cells = []
    for i, text in enumerate([*left, *right]):
        kind = {1: "", len(left): ' class="best"'}.get(i, ' class="n"')
        cells.append(f"<{tag}{scope}{kind}>{escape(text)}</{tag}>")
    return "".join(cells)


def _values(explanation):
    body = "".join(
        f'<tr><th scope="row">{escape(value.name)}</th>'
        f'<td class="n">{value.value:.3f}</td>'
        f"<td>{escape(value.fraction or '-')}</td><td>{escape(value.words)}</td></tr>"
        for value in explanation.values
    )
    return f"<table><caption>The metrics</caption><tbody>{body}</tbody></table>"


def _choices(explanation):
    items = "; ".join(
        f"<span{' class=set' * c.changed}>{c.axis}: {escape(c.value)}</span>"
        for c in explanation.choices
    )
    return f"<p>Convention {escape(explanation.convention.name)}: {items}.</p>"
