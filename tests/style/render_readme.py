"""Render README's tables from the package: ``python tests/style/render_readme.py``."""

import re
from pathlib import Path

from sklearn_rankscore import get_convention, list_conventions
from sklearn_rankscore._conventions.axes import AXES
from sklearn_rankscore._conventions.named import LIGHTGBM_LABEL_GAIN
from sklearn_rankscore._metrics.catalogue import FAMILIES, METRICS
from sklearn_rankscore._peers.known import peers_table

README = Path(__file__).parents[2] / "README.md"


def _bound(value):
    return "∞" if value == float("inf") else f"{value:g}"


def _family(metric):
    return FAMILIES.index(metric.family)


def metrics_table():
    rows = [
        "| name | function | metric | range | undefined where | axes and parameters |",
        "|---|---|---|---|---|---|",
    ]
    for metric in sorted(METRICS.values(), key=_family):
        low, high = map(_bound, metric.range)
        cut = "@k" if metric.cutoff else ""
        reads = [*metric.axes, *(f"*{name}*" for name in metric.parameters)]
        rows.append(
            f"| `{metric.scorer_name}{cut}` | `{metric.function}` | {metric.title} | "
            f"{low} to {high} | {metric.undefined or 'never'} | "
            f"{', '.join(reads) or '-'} |"
        )
    return "\n".join(rows)


def _in_words(axis, convention):
    value = getattr(convention, axis)
    if value == LIGHTGBM_LABEL_GAIN:
        return "label_gain: 0, 1, 3, … 2^30 - 1"
    if axis == "empty" and isinstance(value, tuple):
        return ", ".join(f"{family} {rule}" for family, rule in value)
    if axis == "relevant_from" and not value.is_integer():
        return "above 0.5"
    return f"{value:g}" if isinstance(value, float) else str(value)


def conventions_table(names=("default", "sklearn", "lightgbm")):
    named = [get_convention(name) for name in names]
    rows = [
        "| axis | values | " + " | ".join(f'"{c.name}"' for c in named) + " |",
        "|---|---|" + "---|" * len(named),
    ]
    for axis, facts in AXES.items():
        cells = " | ".join(_in_words(axis, convention) for convention in named)
        rows.append(f"| `{axis}`: {facts.meaning} | {facts.allowed} | {cells} |")
    others = [f'"{name}"' for name in list_conventions() if name not in names]
    tail = f"\n\nMore names: {', '.join(others)}." if others else ""
    return "\n".join(rows) + tail


def peers_markdown():
    return peers_table().markdown()


TABLES = {
    "metrics": metrics_table,
    "conventions": conventions_table,
    "peers": peers_markdown,
}


def render(text):
    for name, table in TABLES.items():
        block = f"<!-- {name} -->\n{table()}\n<!-- end -->"
        pattern = rf"<!-- {name} -->\n.*?<!-- end -->"
        text, found = re.subn(pattern, lambda _, b=block: b, text, flags=re.DOTALL)
        assert found == 1, name
    return text


if __name__ == "__main__":
    README.write_text(render(README.read_text(encoding="utf-8")), encoding="utf-8")
