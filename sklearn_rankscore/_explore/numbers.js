"use strict";

// Draws the numbers: cards, the table of the last change, the table rank by rank, and
// the choices behind them. `numbers` is what verdict.of(state) says.
const panels = (() => {
  const { DATA, CONVENTIONS, WORDS } = view;
  const { $, h } = dom;
  const MAIN = ["precision", "recall", "mrr", "ndcg"];

  const written = ({ held, value }) => (held ? verdict.digits(value) : "–");

  function drawCards(state, numbers) {
    const card = (key) => cardOf(state, key, numbers[key]);
    const rest = Object.keys(numbers).filter(
      (key) => ![...MAIN, "ndcg_all"].includes(key),
    );
    $("main-cards").replaceChildren(...MAIN.map(card));
    if (numbers.ndcg_all.held)
      $("main-cards").lastChild.append(uncut(numbers.ndcg_all));
    $("more-cards").replaceChildren(...rest.map(card));
    const strip = MAIN.map((key) =>
      h(
        "span",
        {},
        h("small", {}, numbers[key].short),
        h("b", {}, written(numbers[key])),
      ),
    );
    $("summary").replaceChildren(...strip);
  }

  function cardOf(state, key, told) {
    const { held, defined, refused, value } = told;
    const { bounded } = DATA.metrics.find((metric) => metric.key === key);
    const line = (className, text) => h("p", { className }, text);
    const parts = [h("h3", {}, told.short), line("value", written(told))];
    if (held && bounded) parts.push(bar(value));
    if (!held) parts.push(line("words", `not in ${state.convention}`));
    else if (refused) parts.push(line("words", refused));
    else {
      const fraction = defined
        ? told.fraction
        : `${told.fraction} by convention`.trim();
      parts.push(line("fraction", fraction), line("words", told.words));
    }
    const kind = !held ? " absent" : !defined ? " decided" : "";
    const facts = { "data-key": key, "data-value": `${value ?? ""}` };
    return h("article", { className: `card${kind}`, ...facts }, ...parts);
  }

  function bar(value) {
    const fill = h("span");
    fill.style.width = `${100 * Math.min(1, value || 0)}%`;
    return h("span", { className: "bar", "aria-hidden": "true" }, fill);
  }

  function uncut(told) {
    const text = `all ranks: ${told.defined ? `${told.fraction} = ` : ""}${written(told)}`;
    const facts = { "data-key": "ndcg_all", "data-value": `${told.value}` };
    return h("p", { className: "uncut", ...facts }, text);
  }

  // -- before and after ------------------------------------------------------------

  function drawChange(before, numbers) {
    if (before === null) {
      const hint = "Change something: the numbers before and after appear here.";
      $("change").replaceChildren(h("p", { className: "hint" }, hint));
      return;
    }
    const head = ["metric", "before", "after", "difference"].map((text, i) =>
      h("th", { scope: "col", className: i ? "" : "words" }, text),
    );
    const body = Object.keys(numbers)
      .filter((key) => numbers[key].held || before.numbers[key].held)
      .map((key) => changeRow(key, before.numbers[key], numbers[key]));
    const table = h(
      "table",
      {},
      h("caption", {}, `${before.what}.`),
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...body),
    );
    $("change").replaceChildren(h("div", { className: "scroll" }, table));
  }

  function changeRow(key, old, now) {
    const name = old.short === now.short ? now.short : `${old.short} → ${now.short}`;
    const by = old.held && now.held ? now.value - old.value : NaN;
    const text = verdict.digits(Math.abs(by));
    const still = !(Number(text) > 0);
    const sign = still ? "" : by > 0 ? "+" : "−";
    const kind = still ? "still" : by > 0 ? "up" : "down";
    return h(
      "tr",
      { "data-key": key },
      h("th", { scope: "row", className: "words" }, name),
      h("td", {}, written(old)),
      h("td", {}, written(now)),
      h("td", { className: kind }, sign + text),
    );
  }

  // -- rank by rank ----------------------------------------------------------------

  function drawTable(state) {
    const c = view.settled(state);
    const { shown, ideal } = rankscore.positions(view.ranking(state), c);
    const divisor = DATA.divisors[c.discount] ?? DATA.divisors[""];
    const left = ["i", "document", "label", "gain", divisor, "share", "DCG"];
    const right = ["document", "label", "gain", "share", "IDCG"];
    const head = [...left, ...right].map((text, i) =>
      h("th", { scope: "col", className: kindOf(i) }, text),
    );
    const group = (text, side, className) =>
      h("th", { scope: "colgroup", colSpan: side.length, className }, text);
    const depth = Math.max(shown.length, ideal.length);
    const body = Array.from({ length: depth }, (_, i) =>
      tableRow(state, i, shown[i], ideal[i]),
    );
    const words = `share = gain / ${divisor}, DCG and IDCG its running sum.`;
    const caption = `${words} Ranks behind k = ${state.k} don't count.`;
    const table = h(
      "table",
      { className: "rank-table" },
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          group("In the order shown", left, ""),
          group("In the ideal order", right, "best"),
        ),
        h("tr", {}, ...head),
      ),
      h("tbody", {}, ...body),
    );
    $("table").replaceChildren(table);
    const even = shown.every(
      (one, i) => Math.abs(one.running - ideal[i].running) < 1e-9,
    );
    $("golden").textContent =
      even && ideal.length === shown.length
        ? "The two running sums agree at every rank: this order is ideal, so nDCG " +
          "is 1 at every k unless every gain is 0."
        : "Where the two running sums agree at every rank, the order is ideal.";
  }

  const kindOf = (i) =>
    ({ 1: "words", 6: "running", 7: "words best", 11: "running" })[i] ?? "";

  function tableRow(state, i, here, best) {
    const { discount } = view.settled(state);
    const side = ({ row, gain }) => [
      view.row(state, row.id).title,
      `${Number(row.label.toPrecision(6))}`,
      verdict.number(gain),
    ];
    const sums = ({ share, running }) => [share, running].map(verdict.digits);
    const divisor = verdict.digits(1 / rankscore.discountAt(i + 1, discount));
    const texts = [
      `${i + 1}`,
      ...(here ? side(here) : ["", "", ""]),
      divisor,
      ...(here ? sums(here) : ["", ""]),
      ...(best ? [...side(best), ...sums(best)] : ["", "", "", "", ""]),
    ];
    const className = i + 1 === state.k ? "last" : i + 1 > state.k ? "behind" : "";
    const cells = texts.map((text, j) => h("td", { className: kindOf(j) }, text));
    return h("tr", { className }, ...cells);
  }

  // -- choices ---------------------------------------------------------------------

  function drawChoices(state, numbers) {
    const said = Object.values(numbers).flatMap(({ note }) => note ?? []);
    const notes = [...said, ...verdict.decisions(state)];
    $("notes").replaceChildren(...notes.map((note) => h("li", {}, note)));
    const set = {
      gain: WORDS.gain.get(state.gain),
      discount: WORDS.base.get(state.base),
      ties: WORDS.ties.get(state.ties),
    };
    const choice = ({ axis, meaning, value }) => {
      const text = set[axis] ? `${set[axis]} (set here)` : value;
      const className = set[axis] ? "set" : "";
      return h(
        "div",
        {},
        h("dt", {}, meaning),
        h("dd", { className }, `${axis}: ${text}`),
      );
    };
    $("choices").replaceChildren(...CONVENTIONS[state.convention].choices.map(choice));
  }

  return { drawCards, drawChange, drawTable, drawChoices };
})();
