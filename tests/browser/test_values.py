"""The page's numbers are Python's: on random lists, and in the words beside them."""

import dataclasses
import math
from urllib.parse import quote

import numpy as np
import pytest
from browser.page import Page

from sklearn_rankscore import Convention, get_convention, list_conventions
from sklearn_rankscore._explain.explain import explain
from sklearn_rankscore._explain.values import TOLD
from sklearn_rankscore._explore import explore
from sklearn_rankscore._explore.data import page_data, presets_and_questions
from sklearn_rankscore._plans.plan import make_plan

MAX_GRADE = 3

# One call for all conventions: values[convention][metric][list], null where undefined.
EVALUATE = """
const [lists, maxGrade] = arguments;
const options = { maxGrade, persistence: view.DATA.persistence };
const named = Object.values(view.CONVENTIONS);
return Object.fromEntries(named.map((c) => [c.name, Object.fromEntries(
  view.DATA.metrics.filter(({ key }) => c.metrics.includes(key)).map((told) => [
    told.key,
    lists.map(({ rows, k }) => {
      const returned = rows.filter((row) => row.retrieved);
      const missed = rows.filter((row) => !row.retrieved);
      const list = rankscore.stored({ blocks: rankscore.rank(returned), missed }, c);
      const metric = told.key === "idcg" ? "idcg" : told.metric;
      return rankscore.score(metric, list, c, { ...options, k: told.cut ? k : null });
    }),
  ]),
)]));
"""


def random_lists(rng, n_lists):
    """Draw lists with ties, ties in float32 only, negative scores and missed rows."""
    lists = []
    for _ in range(n_lists):
        n = int(rng.integers(1, 13))
        labels = rng.integers(0, MAX_GRADE + 1, n)
        labels[rng.random(n) < 0.4] = 0
        scores = rng.integers(-2, 4, n) + rng.choice([0.0, 1e-9, 0.25], n)
        retrieved = rng.random(n) < 0.85
        retrieved[int(rng.integers(n))] = True
        keys = rng.permutation(n)
        k = int(rng.integers(1, n + 3))
        lists.append((labels, scores, retrieved, keys, k))
    return lists


def as_rows(labels, scores, retrieved, keys, k):
    columns = (np.arange(len(labels)), labels, scores, retrieved, keys)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    names = ("id", "label", "score", "retrieved", "key")
    return {"k": k, "rows": [dict(zip(names, row, strict=True)) for row in rows]}


def python_values(told, convention, lists):
    """The values of one metric on all lists, NaN where it is undefined."""
    values = np.empty(len(lists))
    cuts = np.array([k for *_, k in lists])
    metric = "dcg" if told.key == "idcg" else told.metric
    for k in np.unique(cuts) if told.cut else [None]:
        chosen = np.flatnonzero(cuts == k) if told.cut else np.arange(len(lists))
        columns = [
            np.concatenate([lists[i][column] for i in chosen]) for column in range(4)
        ]
        labels, scores, retrieved, keys = columns
        ids = np.repeat(chosen, [len(lists[i][0]) for i in chosen])
        own = {"max_grade": MAX_GRADE} if metric == "err" else {}
        extras = {"retrieved": retrieved}
        if told.key == "idcg":
            # The ideal DCG is the DCG of the labels as scores, nothing missed.
            scores, extras = labels, {}
            own = {"ties": "stable"}
        plan = make_plan(
            metric, convention=convention, k=k, empty=math.nan, function="test", **own
        )
        if plan.steps[0].convention.ties in ("ascending", "descending"):
            extras["tiebreak"] = keys
        (found,) = plan.per_group(labels, scores, groups=ids, **extras).values()
        values[chosen] = found.values
    return values


# What no named convention does.
UNNAMED = [
    Convention(
        name=f"{ties}, {denominator}",
        ties=ties,
        ap_denominator=denominator,
        recall_denominator="min(R, k)",
        gain=gain,
        discount=discount,
        relevant_from=2,
    )
    for ties, denominator, gain, discount in [
        ("average", "hits", [0, 2, 3, 10], "reciprocal"),
        ("pessimistic", "hits", "exponential", 3),
        ("optimistic", "hits", "linear", lambda ranks: 0.9**ranks),
        ("reversed", "hits", lambda labels: labels**2, "log2"),
        ("ascending", "hits", "linear", "log2"),
        ("optimistic", "R", "exponential", "log2"),
    ]
]


def differences(chromium, path, lists):
    """Yield convention, metric and the largest difference over the lists."""
    start = {"list": "default", "convention": "default"}
    html = explore.render(page_data([], start, UNNAMED))
    path.write_text(html, encoding="utf-8")
    page = Page(chromium, path)
    page.open()
    found = page.run(EVALUATE, [as_rows(*one) for one in lists], MAX_GRADE)
    named = {name: get_convention(name) for name in list_conventions()}
    named |= {convention.name: convention for convention in UNNAMED}
    assert set(found) == set(named)
    for name, metrics in found.items():
        convention = named[name]
        # DCG and its ideal are shown as parts of an nDCG.
        whole = dataclasses.replace(convention, metrics=None)
        assert set(metrics) == {t.key for t in TOLD if t.held_by(convention)}
        for told in TOLD:
            if told.key in metrics:
                here = np.array(metrics[told.key], dtype=float)
                there = python_values(told, whole, lists)
                apart = np.where(np.isnan(here) & np.isnan(there), 0, here - there)
                yield name, told.key, np.max(np.abs(apart))


def test_values_equal_python_on_random_lists(chromium, tmp_path):
    lists = random_lists(np.random.default_rng(0), 2000)
    found = list(differences(chromium, tmp_path / "page.html", lists))
    assert len(found) > 150
    # A NaN on one side only is a difference too: it is not below the bound.
    assert [one for one in found if not one[2] <= 1e-12] == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("1 / Math.log2(rank + 1)", "1 / Math.log2(rank + 2)"),
        ("2 ** label - 1;", "2 ** label;"),
        ("Math.min(entry.before + entry.size, k)", "entry.before + entry.size"),
        ("const filled = Math.min(k, length(list))", "const filled = k"),
        ("? Math.min(all, k) : all", "? all : all"),
        ("none *= 1 - hit", "none *= 1"),
        ("(place * (inside - 1))", "(place * inside)"),
        ("value * chance", "value"),
        ("(found + 1) * every", "found * every"),
        ("best.sort((a, b) => b - a)", "best.sort((a, b) => a - b)"),
        ("? (rows - j) * passed[j]", "? rows * passed[j]"),
        ("(1 - persistence) *", "persistence *"),
        ("row.score > 0", "row.score > -9"),
        ("score(floor) === score(top)", "false"),
        ("float32: Math.fround", "float32: (x) => x + 0"),
        ("label / maxGrade", "label"),
        ("[...returned, ...list.missed", "[...returned, ...[]"),
        ("reversed: (rows) => rows.toReversed()", "reversed: (rows) => rows"),
        ("h + (found - before)", "h + found - before"),
        ("h + (found + h - k)", "h + (found - k)"),
        ('"max" : "min"', '"max" : "max"'),
        ("Math.log2(discount) / ", "1 / "),
        ("return discount[rank - 1]", "return discount[rank]"),
        ("label >= c.relevant_from", "label > c.relevant_from"),
    ],
)
def test_a_wrong_formula_is_seen(chromium, tmp_path, monkeypatch, right, wrong):
    source = explore._asset("metrics.js")
    assert source.count(right) >= 1
    mutant = source.replace(right, wrong)
    asset = explore._asset
    monkeypatch.setattr(
        explore, "_asset", lambda name: mutant if "metrics" in name else asset(name)
    )
    lists = random_lists(np.random.default_rng(0), 300)
    found = differences(chromium, tmp_path / "mutant.html", lists)
    assert any(not apart <= 1e-12 for *_, apart in found)


# What the page says of a state: values, fractions, words, notes and the table.
SAY = """
const state = view.decoded(arguments[0]);
const numbers = verdict.of(state);
const { shown, ideal } = rankscore.positions(view.ranking(state), view.settled(state));
const title = ({ row }) => view.row(state, row.id).title;
const held = Object.values(numbers).filter((told) => told.held);
return {
  values: held.map((told) => [told.name, told.value, told.fraction, told.words]),
  notes: [...held.flatMap((told) => told.note ?? []), ...verdict.decisions(state)],
  choices: view.CONVENTIONS[state.convention].choices.map((c) => [c.axis, c.value]),
  shown: shown.map((one) => [title(one), one.gain, one.share, one.running]),
  ideal: ideal.map((one) => [title(one), one.gain, one.share, one.running]),
};
"""


def explained(preset, convention, k):
    rows = [*preset["rows"], *preset.get("missed", [])]
    labels, titles = (list(column) for column in zip(*rows, strict=True))
    n = len(preset["rows"])
    falling = [round(0.95 - 0.06 * i, 2) for i in range(n)]
    scores = preset.get("scores", falling) + [0.0] * (len(rows) - n)
    by_key = get_convention(convention).ties in ("ascending", "descending")
    return explain(
        labels,
        scores,
        groups=False,
        k=k,
        convention=convention,
        titles=titles,
        retrieved=[i < n for i in range(len(rows))],
        tiebreak=list(range(len(rows))) if by_key else None,
        **_max_grade(preset, convention),
    )


def _max_grade(preset, convention):
    err = next(told for told in TOLD if told.metric == "err")
    held = err.held_by(get_convention(convention))
    return {"max_grade": len(preset["grade_names"]) - 1} if held else {}


def same_values(here, there):
    return len(here) == len(there) and all(
        [a[0], *a[2:]] == [b[0], *b[2:]]
        and (a[1] is None if math.isnan(b[1]) else abs(a[1] - b[1]) < 1e-12)
        for a, b in zip(here, there, strict=True)
    )


def same_table(here, there):
    return len(here) == len(there) and all(
        a[0] == b[0] and np.allclose(a[1:], b[1:], rtol=0, atol=1e-12)
        for a, b in zip(here, there, strict=True)
    )


@pytest.mark.parametrize(
    "preset", presets_and_questions()["presets"], ids=lambda p: p["id"]
)
def test_words_equal_those_of_explain(page, preset):
    page.open()
    for convention in list_conventions():
        for k in (1, preset["k"], len(preset["rows"]) + 1):
            there = explained(preset, convention, k)
            address = f"#list={preset['id']}&convention={quote(convention)}&k={k}"
            here = page.run(SAY, address)
            values = [tuple(value)[:4] for value in there.values]
            assert same_values(here["values"], values), (convention, k)
            assert here["notes"] == list(there.notes), (convention, k)
            choices = [[c.axis, c.value] for c in there.choices if c.axis != "unjudged"]
            assert here["choices"] == choices, (convention, k)
            shown = [
                (p.title, p.gain, p.share, p.dcg) for p in there.positions if p.title
            ]
            assert same_table(here["shown"], shown), (convention, k)
            ideal = [
                (p.ideal_title, p.ideal_gain, p.ideal_share, p.idcg)
                for p in there.positions
            ]
            assert same_table(here["ideal"], ideal), (convention, k)
