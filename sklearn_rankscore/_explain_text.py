"""An explained list as plain text, and the cells that HTML shows too."""

import math

from sklearn_rankscore._explain_values import DIVISORS, number

_LONGEST_TITLE = 24


def as_text(explanation):
    """Return the explanation as plain text."""
    parts = [heading(explanation), "", *_positions(explanation), ""]
    parts += _values(explanation)
    parts += ["", f"convention {explanation.convention.name}"]
    parts += [
        f"  {c.axis}: {c.value}{' (set here)' * c.changed}" for c in explanation.choices
    ]
    parts += ["", *explanation.notes] if explanation.notes else []
    return "\n".join(line.rstrip() for line in parts)


def heading(explanation):
    """Return the one line that says what is explained."""
    cut = "not cut" if explanation.k is None else f"k = {explanation.k}"
    n, r = explanation.n_rows, explanation.n_relevant
    return f"group {explanation.group}: n = {n} rows, R = {r} relevant, {cut}"


def cells(explanation):
    """Yield each position with the written cells of its two sides."""
    for p in explanation.positions:
        title, label, gain, *sums = _side(p.title, p.label, p.gain, p.share, p.dcg)
        here = [str(p.rank), title, label, gain, f"{p.divisor:.3f}", *sums]
        best = (p.ideal_title, p.ideal_label, p.ideal_gain, p.ideal_share, p.idcg)
        yield p, here, _side(*best)


def heads(explanation):
    """Return the column heads of the two sides."""
    discount = explanation.convention.discount
    divisor = DIVISORS[discount if isinstance(discount, str) else ""]
    here = ["i", "shown", "label", "gain", divisor, "share", "DCG"]
    return here, ["ideal", "label", "gain", "share", "IDCG"]


def _side(title, label, gain, share, running):
    if not title and math.isnan(label):
        return ["", "", "", "", ""]
    grade = "?" if math.isnan(label) else f"{label:g}"
    return [title, grade, number(gain), f"{share:.3f}", f"{running:.3f}"]


def _positions(explanation):
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


def _values(explanation):
    rows = [
        [value.name, f"{value.value:.3f}", value.fraction or "-", value.words]
        for value in explanation.values
    ]
    return _aligned(rows, words={0, 2, 3})


def _aligned(rows, words):
    """Pad the cells: columns of words to the left, of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i in words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
