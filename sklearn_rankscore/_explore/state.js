"use strict";

// What the page shows, as one plain value: which list, the order and labels of its
// rows, the cut-off, the convention. Every action makes a new value; no DOM here.
const view = (() => {
  const DATA = JSON.parse(document.getElementById("rankscore-data").textContent);
  const LISTS = [...DATA.lists, ...DATA.presets];
  const CONVENTIONS = Object.fromEntries(DATA.conventions.map((c) => [c.name, c]));

  const listOf = (state) => LISTS.find((list) => list.id === state.list);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  // The state in which a list opens.
  function opened(id, convention = DATA.start.convention) {
    const list = LISTS.find((known) => known.id === id) ?? LISTS[0];
    const rows = list.labels.map((_, i) => ({ id: i, score: list.scores[i] }));
    const returned = rows.filter((row) => list.retrieved?.[row.id] ?? true);
    const blocks = rankscore.rank(returned);
    return {
      list: list.id,
      labels: [...list.labels],
      blocks: blocks.map((block) => block.map((row) => row.id)),
      missed: rows.filter((row) => !returned.includes(row)).map((row) => row.id),
      k: list.k,
      convention,
      gain: null,
      base: null,
      ties: null,
      binary: false,
    };
  }

  const nRows = (state) => state.blocks.flat().length;

  function row(state, id) {
    const list = listOf(state);
    const added = id >= list.labels.length;
    const number = id - list.labels.length + 1;
    return {
      id,
      label: state.labels[id],
      title: added ? `Missed document ${number}` : list.titles[id],
      score: added ? null : list.scores[id],
      key: added ? id : list.keys[id],
      added,
    };
  }

  // The convention with what the controls override.
  function settled(state) {
    const named = CONVENTIONS[state.convention];
    return {
      ...named,
      gain: state.gain ?? named.gain,
      discount: state.base ?? named.discount,
      ties: state.ties ?? named.ties,
      relevant_from: state.binary ? 1 : named.relevant_from,
    };
  }

  function maxGrade(state) {
    return state.binary ? 1 : listOf(state).max_grade;
  }

  // The list as the convention sees it.
  function ranking(state) {
    const bound = CONVENTIONS[state.convention].relevant_from;
    const rows = (ids) => ids.map((id) => row(state, id));
    const list = { blocks: state.blocks.map(rows), missed: rows(state.missed) };
    const kept = rankscore.stored(list, settled(state));
    if (!state.binary) return kept;
    const flat = (one) => ({ ...one, label: one.label >= bound ? 1 : 0 });
    return {
      blocks: kept.blocks.map((b) => b.map(flat)),
      missed: kept.missed.map(flat),
    };
  }

  // -- actions ---------------------------------------------------------------------

  // Move a row to another rank. It leaves its tie; a tie that it lands in is split.
  function moved(state, from, to) {
    const order = shownOrder(state);
    const [id] = order.splice(from, 1);
    order.splice(to, 0, id);
    const block = new Map();
    state.blocks.forEach((ids, i) => ids.forEach((one) => block.set(one, i)));
    block.set(id, null);
    const blocks = [];
    order.forEach((one, place) => {
      const before = block.get(order[place - 1]);
      const joins = place > 0 && block.get(one) !== null && block.get(one) === before;
      if (joins) blocks.at(-1).push(one);
      else blocks.push([one]);
    });
    return { ...state, blocks };
  }

  // Row ids from the top down, tied rows in the order of the convention.
  function shownOrder(state) {
    const { shown } = rankscore.positions(ranking(state), settled(state));
    return shown.map((position) => position.row.id);
  }

  function graded(state, id, label) {
    const labels = state.labels.map((known, i) => (i === id ? label : known));
    return { ...state, labels };
  }

  // 0, 1, ... max, 0; a grade in between goes up to the next whole one.
  function nextGrade(state, id) {
    const next = Math.floor(state.labels[id]) + 1;
    return next > listOf(state).max_grade ? 0 : next;
  }

  function sortedIdeally(state) {
    const { shown } = rankscore.positions(ranking(state), settled(state));
    const { gain } = settled(state);
    const value = ({ row }) => rankscore.gainOf(row.label, gain);
    const best = shown.toSorted((a, b) => value(b) - value(a));
    return { ...state, blocks: best.map((position) => [position.row.id]) };
  }

  function withMissed(state) {
    const id = state.labels.length;
    const labels = [...state.labels, listOf(state).max_grade];
    return { ...state, labels, missed: [...state.missed, id] };
  }

  const withoutMissed = (state, id) => ({
    ...state,
    missed: state.missed.filter((known) => known !== id),
  });

  // -- the address -----------------------------------------------------------------

  // The values that a control can set, with their words.
  const WORDS = Object.fromEntries(
    Object.entries(DATA.words).map(([name, pairs]) => [name, new Map(pairs)]),
  );

  function encoded(state) {
    const first = opened(state.list);
    const parts = new URLSearchParams({ list: state.list });
    const put = (name, text) => {
      if (!same(state[name], first[name])) parts.set(name, text);
    };
    put("k", state.k);
    put("convention", state.convention);
    for (const name of ["gain", "base", "ties"]) put(name, state[name]);
    put("binary", 1);
    put("labels", state.labels.join("-"));
    put("blocks", state.blocks.map((ids) => ids.join("~")).join("-"));
    put("missed", state.missed.join("-"));
    return parts.toString();
  }

  // Read an address; what makes no sense is left as the list opens.
  function decoded(hash) {
    const parts = new URLSearchParams(hash.replace(/^#/, ""));
    const state = opened(parts.get("list") ?? DATA.start.list);
    const k = Number(parts.get("k"));
    if (parts.has("k") && Number.isInteger(k) && k >= 1) {
      state.k = Math.min(k, nRows(state) + 2);
    }
    if (Object.hasOwn(CONVENTIONS, parts.get("convention"))) {
      state.convention = parts.get("convention");
    }
    for (const name of ["gain", "ties"]) {
      if (WORDS[name].has(parts.get(name))) state[name] = parts.get(name);
    }
    const base = Number(parts.get("base"));
    if (WORDS.base.has(base)) state.base = base;
    state.binary = parts.get("binary") === "1";
    readRows(state, parts);
    return state;
  }

  function readRows(state, parts) {
    const list = listOf(state);
    const n = list.labels.length;
    const numbers = (text) => (text === "" ? [] : text.split("-").map(Number));
    const labels = numbers(parts.get("labels") ?? "");
    const top = Math.max(list.max_grade, ...list.labels);
    const sound = (label) => Number.isFinite(label) && label >= 0 && label <= top;
    const room = n + DATA.most_added;
    if (labels.length >= n && labels.length <= room && labels.every(sound)) {
      state.labels = labels;
    }
    if (parts.has("missed")) {
      const missed = numbers(parts.get("missed"));
      const may = state.labels.map((_, id) => id);
      const free = may.filter((id) => id >= n || state.missed.includes(id));
      const known = missed.every((id) => free.includes(id));
      if (known && new Set(missed).size === missed.length) state.missed = missed;
    }
    const blocks = (parts.get("blocks") ?? "")
      .split("-")
      .map((text) => text.split("~").map(Number));
    const sorted = (ids) => ids.toSorted((a, b) => a - b);
    if (same(sorted(blocks.flat()), sorted(state.blocks.flat()))) state.blocks = blocks;
  }

  return {
    DATA,
    CONVENTIONS,
    WORDS,
    listOf,
    opened,
    nRows,
    row,
    settled,
    maxGrade,
    ranking,
    moved,
    shownOrder,
    graded,
    nextGrade,
    sortedIdeally,
    withMissed,
    withoutMissed,
    encoded,
    decoded,
  };
})();
