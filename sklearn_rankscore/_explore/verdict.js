"use strict";

// What the page says of a state: each metric's value with its fraction and words, and
// where the convention decided. Python's explain() says the same.
const verdict = (() => {
  const { DATA, WORDS } = view;

  // As Python writes it, which rounds a tie to the even digit.
  function digits(value) {
    if (!Number.isFinite(value)) return "–";
    const sixteenths = value * 16;
    if (Number.isInteger(sixteenths) && sixteenths % 2 !== 0) {
      const below = Math.floor(value * 1000);
      return ((below % 2 === 0 ? below : below + 1) / 1000).toFixed(3);
    }
    return value.toFixed(3);
  }

  function number(value) {
    if (!Number.isFinite(value)) return "–";
    const nearest = Math.round(value);
    return Math.abs(value - nearest) < 5e-10 ? `${nearest}` : digits(value);
  }

  const filled = (text, words) =>
    text.replace(/\{(\w+)\}/g, (brace, name) => words[name] ?? brace);

  function named(told, k) {
    const stem = told.key === "idcg" ? "idcg" : told.metric;
    return told.cut ? `${stem}@${k}` : stem;
  }

  // Every metric of the page: held, value, fraction, words, note.
  function of(state) {
    const c = view.settled(state);
    const list = view.ranking(state);
    const own = { maxGrade: view.maxGrade(state), persistence: DATA.persistence };
    const context = { state, c, list, own, refused: refusal(state, c, list) };
    return Object.fromEntries(
      DATA.metrics.map((told) => [told.key, evaluatedOne(told, context)]),
    );
  }

  function evaluatedOne(told, { state, c, list, own, refused }) {
    const words = filled(told.words, { ...c, persistence: own.persistence });
    const facts = {
      short: told.cut ? `${told.short}@${state.k}` : told.short,
      words: filled(words, { max_grade: own.maxGrade }),
      name: named(told, state.k),
    };
    if (!c.metrics.includes(told.key)) return { ...facts, held: false };
    if (told.gain && refused) return { ...facts, held: true, value: NaN, refused };
    const metric = told.key === "idcg" ? "idcg" : told.metric;
    const options = { ...own, k: told.cut ? state.k : null };
    const value = rankscore.score(metric, list, c, options);
    if (Number.isNaN(value)) return { ...facts, ...decided(told, facts.name, c) };
    const fraction = fractionOf(metric, value, list, c, options);
    return { ...facts, held: true, defined: true, value, fraction };
  }

  // A metric without a value, and what the convention makes of it.
  function decided(told, name, c) {
    const rule = c.empty[told.metric];
    const counted = typeof rule === "number";
    const fraction = ["precision", "recall", "map", "ndcg"].includes(told.metric);
    const note = filled(DATA.notes[counted ? "counted" : rule], {
      name,
      why: told.undefined,
      convention: c.name,
      rule: counted ? number(rule) : rule,
    });
    return {
      held: true,
      defined: false,
      value: counted ? rule : NaN,
      fraction: fraction ? "0 / 0" : "",
      note,
    };
  }

  // Why the gains of a table cannot be read, or "".
  function refusal(state, c, list) {
    const labels = [...list.blocks.flat(), ...list.missed].map((row) => row.label);
    const wrong = labels.find((label) => Number.isNaN(rankscore.gainOf(label, c.gain)));
    if (wrong === undefined) return "";
    return filled(DATA.notes.refused, { convention: c.name, label: wrong });
  }

  function fractionOf(metric, value, list, c, options) {
    const n = rankscore.length(list);
    const k = options.k ?? Infinity;
    const relevant = rankscore.nRelevant(list, c);
    const over = (below) => `${number(value * below)} / ${number(below)}`;
    const capped = (rule) => (rule === "min(R, k)" ? Math.min(relevant, k) : relevant);
    switch (metric) {
      case "precision":
        return over(c.precision_denominator === "k" ? k : Math.min(k, n));
      case "recall":
        return over(capped(c.recall_denominator));
      case "map":
        return c.ap_denominator === "hits" ? "" : over(capped(c.ap_denominator));
      case "mrr": {
        if (value === 0) return "0";
        const whole = Math.abs(1 / value - Math.round(1 / value)) < 1e-9;
        return whole ? `1 / ${Math.round(1 / value)}` : "mean over tied rows";
      }
      case "ndcg": {
        const part = (name) => number(rankscore.score(name, list, c, options));
        return `${part("dcg")} / ${part("idcg")}`;
      }
      default:
        return sumOf(metric, list, c, { ...options, k });
    }
  }

  function sumOf(metric, list, c, options) {
    const n = rankscore.length(list);
    const judged = c.ideal === "judged" ? n + list.missed.length : n;
    const depth = Math.min(options.k, metric === "idcg" ? judged : n);
    const shown = Math.min(depth, DATA.longest_sum);
    const terms = rankscore.terms(metric, list, c, options, shown).map(number);
    if (depth > shown) terms.push("...");
    return terms.join(" + ") || "0";
  }

  // Where the convention decided, beside undefined metrics.
  function decisions(state) {
    const c = view.settled(state);
    const list = view.ranking(state);
    const n = rankscore.length(list);
    const said = [];
    if (state.k > n) {
      const key = c.metrics.includes("precision") ? "beyond" : "beyond_only";
      const divisor = c.precision_denominator === "k" ? state.k : n;
      const words = { ...c, k: state.k, n, divisor, convention: c.name };
      said.push(filled(DATA.notes[key], words));
    }
    let before = 0;
    for (const { length } of list.blocks) {
      if (length > 1 && before < state.k && before + length > state.k) {
        said.push(
          filled(DATA.notes.tied, {
            first: before + 1,
            last: before + length,
            k: state.k,
            convention: c.name,
            ties: WORDS.ties.get(c.ties),
          }),
        );
      }
      before += length;
    }
    return said;
  }

  return { of, decisions, digits, number };
})();
