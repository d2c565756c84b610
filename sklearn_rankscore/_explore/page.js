"use strict";

// The page: holds the state, draws it, and turns what is pressed into the next one.
(() => {
  const { DATA, CONVENTIONS, WORDS } = view;
  const { $, h } = dom;

  let state;
  let past = [];
  let before = null; // what the numbers were, and what was done to them
  let gesture = null; // a slider drag is one change
  let pause; // the timer of the address

  // -- changes ---------------------------------------------------------------------

  function change(next, what, kind = null) {
    if (kind === null || kind !== gesture) {
      past = [...past.slice(-199), state];
      before = { numbers: verdict.of(state) };
    }
    gesture = kind;
    before.what = what;
    state = next;
    draw();
    const { ndcg } = verdict.of(state);
    const value = ndcg.held ? ` ${ndcg.short} is ${verdict.digits(ndcg.value)}.` : "";
    $("live").textContent = `${what}.${value}`;
  }

  function open(next) {
    past = [];
    before = null;
    gesture = null;
    state = next;
    draw();
  }

  function undo() {
    if (!past.length) return;
    const rest = past.slice(0, -1);
    change(past.at(-1), "Undid the last change");
    past = rest;
    drawButtons();
  }

  const titleOf = (id) => view.row(state, id).title;

  const act = {
    move(from, to) {
      const target = Math.max(0, Math.min(view.nRows(state) - 1, to));
      if (target === from) return;
      const title = titleOf(view.shownOrder(state)[from]);
      const what = `Moved “${title}” from rank ${from + 1} to rank ${target + 1}`;
      change(view.moved(state, from, target), what);
    },
    grade(id, label) {
      change(view.graded(state, id, label), `Set “${titleOf(id)}” to grade ${label}`);
    },
    remove(id) {
      change(view.withoutMissed(state, id), `Removed “${titleOf(id)}”`);
    },
  };

  // -- drawing ---------------------------------------------------------------------

  function draw() {
    const numbers = verdict.of(state);
    const focus = focused();
    drawHead();
    rows.drawReturned(state, act);
    rows.drawMissed(state, act);
    drawButtons();
    drawControls();
    panels.drawCards(state, numbers);
    panels.drawChange(before, numbers);
    panels.drawTable(state);
    panels.drawChoices(state, numbers);
    refocus(focus);
    keepAddress();
  }

  // Drawing replaces the rows: remember which control of which row had the focus.
  function focused() {
    const { activeElement } = document;
    const row = activeElement?.closest(".row");
    return row && { id: row.dataset.id, part: activeElement.dataset.part };
  }

  function refocus(focus) {
    const row = focus && document.querySelector(`.row[data-id="${focus.id}"]`);
    const wanted = row?.querySelector(`[data-part="${focus.part}"]:enabled`);
    (wanted ?? row?.querySelector(".handle, .badge"))?.focus();
  }

  // Browsers throttle pages that change their address often: wait for a pause.
  function keepAddress() {
    clearTimeout(pause);
    pause = setTimeout(writeAddress, 250);
  }

  function writeAddress() {
    try {
      history.replaceState(null, "", `#${view.encoded(state)}`);
    } catch {
      // A page inside a notebook's frame has no address of its own.
    }
  }

  function drawHead() {
    const list = view.listOf(state);
    const n = view.nRows(state);
    $("list").value = state.list;
    $("ranking-title").textContent = list.query;
    $("notice").textContent = list.notice;
    $("k").max = n + 2;
    $("k").value = state.k;
    $("k-value").textContent = state.k;
    const [beyond] = state.k > n ? verdict.decisions(state) : [];
    $("beyond").hidden = !beyond;
    $("beyond").textContent = beyond ?? "";
  }

  function drawButtons() {
    const added = state.labels.length - view.listOf(state).labels.length;
    $("swap").disabled = state.k >= view.nRows(state);
    $("swap").textContent = `Swap ranks ${state.k} and ${state.k + 1}`;
    $("undo").disabled = !past.length;
    $("add").disabled = added >= DATA.most_added;
  }

  const baseName = (base) => (base === Math.E ? "e" : `${base}`);
  const option = (value, text, selected) => h("option", { value, selected }, text);

  function drawControls() {
    const named = CONVENTIONS[state.convention];
    const own = Object.fromEntries(
      named.choices.map(({ axis, value }) => [axis, value]),
    );
    $("convention").value = state.convention;
    $("peer").textContent = named.peer;
    const gains = [...WORDS.gain].map(([name, words]) => [name, `${name}: ${words}`]);
    const spoken = typeof named.gain === "string";
    if (!spoken) gains.push(["own", own.gain]);
    const gain = state.gain ?? (spoken ? named.gain : "own");
    const choices = gains.map(([name, text]) => gainChoice(name, text, gain));
    $("gain").replaceChildren(...choices);
    const bases = [...WORDS.base.keys()].map((base) =>
      option(base, baseName(base), state.base === base),
    );
    const discount = named.discount === "log2" ? "2" : (own.discount ?? named.discount);
    const base = `${discount} (convention)`;
    $("base").replaceChildren(option("", base, !state.base), ...bases);
    const rules = [...WORDS.ties].map(([rule, words]) =>
      option(rule, words, state.ties === rule),
    );
    const ties = `${WORDS.ties.get(named.ties)} (convention)`;
    $("ties").replaceChildren(option("", ties, !state.ties), ...rules);
    $("binary").checked = state.binary;
  }

  function gainChoice(name, text, chosen) {
    const pick = () => {
      const named = CONVENTIONS[state.convention].gain;
      const gain = name === "own" || name === named ? null : name;
      change({ ...state, gain }, `Set the gain to ${text}`);
      document.querySelector("#gain input:checked").focus();
    };
    const facts = {
      type: "radio",
      name: "gain",
      value: name,
      checked: name === chosen,
    };
    return h(
      "label",
      {},
      h("input", { ...facts, onchange: pick }),
      h("span", {}, text),
    );
  }

  // -- controls --------------------------------------------------------------------

  function prepareControls() {
    const groups = [
      ["Your lists", DATA.lists],
      ["Presets", DATA.presets],
    ];
    for (const [label, lists] of groups) {
      const options = lists.map((list) => option(list.id, list.title, false));
      if (options.length) $("list").append(h("optgroup", { label }, ...options));
    }
    const names = Object.keys(CONVENTIONS);
    $("convention").append(...names.map((name) => option(name, name, false)));
    on("list", "change", ({ value }) => {
      open(view.opened(value, state.convention));
      $("live").textContent = `Opened ${view.listOf(state).title}.`;
    });
    on("k", "input", ({ value }) => {
      change({ ...state, k: Number(value) }, `Moved the cut to k = ${value}`, "k");
    });
    on("k", "change", () => {
      gesture = null;
    });
    on("convention", "change", ({ value }) => {
      const next = { ...state, convention: value, gain: null, base: null, ties: null };
      change(next, `Changed the convention to ${value}`);
    });
    on("base", "change", ({ value }) => {
      const base = value === "" ? null : Number(value);
      const words = base === null ? "that of the convention" : baseName(base);
      change({ ...state, base }, `Set the log base to ${words}`);
    });
    on("ties", "change", ({ value }) => {
      const words = WORDS.ties.get(value) ?? "the rule of the convention";
      change({ ...state, ties: value || null }, `Set tied rows to ${words}`);
    });
    on("binary", "change", ({ checked }) => {
      const what = `Turned the binary view ${checked ? "on" : "off"}`;
      change({ ...state, binary: checked }, what);
    });
  }

  const on = (id, kind, react) =>
    $(id).addEventListener(kind, (event) => react(event.target));

  function prepareButtons() {
    on("swap", "click", () => {
      const { k } = state;
      change(view.moved(state, k - 1, k), `Swapped ranks ${k} and ${k + 1}`);
    });
    on("sort", "click", () => change(view.sortedIdeally(state), "Sorted ideally"));
    on("undo", "click", undo);
    on("reset", "click", () => {
      change(view.opened(state.list), "Reset the list and the controls");
    });
    on("add", "click", () => change(view.withMissed(state), "Added a missed document"));
    on("share", "click", share);
    on("theme", "click", () => setTheme(isDark() ? "light" : "dark"));
    document.addEventListener("keydown", (event) => {
      const asked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      if (!asked || event.shiftKey) return;
      event.preventDefault();
      undo();
    });
    window.addEventListener("hashchange", () => {
      const shown = view.encoded(state);
      if (location.hash.slice(1) !== shown) open(view.decoded(location.hash));
    });
  }

  async function share() {
    writeAddress();
    let said = "Copied.";
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      said = "The address bar holds the link.";
    }
    $("share").textContent = said;
    $("live").textContent = said;
    setTimeout(() => {
      $("share").textContent = "Copy link";
    }, 2000);
  }

  function isDark() {
    const set = document.documentElement.dataset.theme;
    return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    $("theme").textContent = theme === "dark" ? "Light" : "Dark";
  }

  // -- questions -------------------------------------------------------------------

  const answers = new Map();

  function drawQuestions() {
    const items = DATA.questions.map((question, i) => {
      const answer = h("div", { role: "status" });
      const choice = (text, j) => {
        const onchange = () => explain(question, i, j, answer);
        const input = h("input", { type: "radio", name: `question-${i}`, onchange });
        return h("label", {}, input, h("span", {}, text));
      };
      const legend = h("legend", {}, `${i + 1}. ${question.text}`);
      const options = question.options.map(choice);
      return h(
        "div",
        { className: "question" },
        h("fieldset", {}, legend, ...options, answer),
      );
    });
    $("questions").replaceChildren(...items);
    drawTally();
  }

  function explain(question, i, j, answer) {
    const right = j === question.right;
    answers.set(i, right);
    const onclick = () => {
      open(view.opened(question.preset, "default"));
      $("rows").focus();
      document.querySelector(".columns").scrollIntoView({ block: "start" });
    };
    const verdictWord = h("b", {}, right ? "Right. " : "Not quite. ");
    answer.className = `answer ${right ? "right" : "wrong"}`;
    answer.replaceChildren(
      h("p", {}, verdictWord, question.explanation),
      h("button", { type: "button", onclick }, "Open that list"),
    );
    drawTally();
  }

  function drawTally() {
    const right = [...answers.values()].filter(Boolean).length;
    const asked = DATA.questions.length;
    $("tally").textContent = `${right} of ${asked} right, ${answers.size} answered.`;
  }

  prepareControls();
  prepareButtons();
  drawQuestions();
  $("theme").textContent = isDark() ? "Light" : "Dark";
  open(view.decoded(location.hash));
})();
