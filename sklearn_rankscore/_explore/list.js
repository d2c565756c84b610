"use strict";

// Draws the rows of a list. `act` holds what a row can ask for: move(from, to),
// grade(id, label), remove(id).
const rows = (() => {
  const { $, h } = dom;

  function drawReturned(state, act) {
    const { shown } = rankscore.positions(view.ranking(state), view.settled(state));
    const items = shown.map((position, i) => returned(state, act, shown, i));
    if (state.k < shown.length) {
      items.splice(state.k, 0, h("li", { className: "cut" }, `cut at k = ${state.k}`));
    }
    $("rows").replaceChildren(...items);
  }

  function returned(state, act, shown, i) {
    const { rank, tied, before } = shown[i];
    const row = view.row(state, shown[i].row.id);
    const names = ["row"];
    if (rank > state.k) names.push("behind");
    if (tied) names.push("tied");
    if (tied && shown[i - 1]?.before !== before) names.push("tie-first");
    if (tied && shown[i + 1]?.before !== before) names.push("tie-last");
    const score = `score ${Number(row.score.toPrecision(5))}${tied ? " · tied" : ""}`;
    const place = { i, n: shown.length };
    const item = h(
      "li",
      { className: names.join(" "), "data-id": row.id, "data-rank": rank },
      handle(row, place, act),
      h("span", { className: "rank" }, `${rank}`),
      badge(state, row, act),
      h("span", { className: "title" }, row.title),
      h("span", { className: tied ? "score tie" : "score" }, score),
      h(
        "span",
        { className: "moves" },
        arrow("up", "↑", row, i === 0, () => act.move(i, i - 1)),
        arrow("down", "↓", row, i === shown.length - 1, () => act.move(i, i + 1)),
      ),
    );
    item.addEventListener("pointerdown", (event) => startDrag(event, act));
    return item;
  }

  function handle(row, { i, n }, act) {
    const targets = { ArrowUp: i - 1, ArrowDown: i + 1, Home: 0, End: n - 1 };
    return h(
      "button",
      {
        type: "button",
        className: "handle",
        "data-part": "handle",
        "aria-label": `Move “${row.title}”, rank ${i + 1} of ${n}`,
        "aria-describedby": "help",
        onkeydown: (event) => {
          if (!(event.key in targets)) return;
          event.preventDefault();
          act.move(i, targets[event.key]);
        },
      },
      "⠿",
    );
  }

  function badge(state, row, act) {
    const { max_grade: top, grade_names: names } = view.listOf(state);
    const share = Math.min(1, row.label / top);
    const level = share === 0 ? 0 : share === 1 ? 4 : Math.min(3, Math.ceil(share * 3));
    const meaning = names[row.label];
    const next = view.nextGrade(state, row.id);
    const grade = `${row.label} of ${top}${meaning ? `, ${meaning}` : ""}`;
    return h(
      "button",
      {
        type: "button",
        className: "badge",
        title: meaning ?? "",
        "data-part": "badge",
        "data-level": level,
        "aria-label": `Grade ${grade}: “${row.title}”. Press for ${next}.`,
        onclick: () => act.grade(row.id, next),
        onkeydown: ({ key }) => {
          if (/^\d$/.test(key) && Number(key) <= top) act.grade(row.id, Number(key));
        },
      },
      `${Number(row.label.toPrecision(3))}`,
    );
  }

  function arrow(part, sign, row, disabled, onclick) {
    const label = `Move “${row.title}” ${part}`;
    const facts = {
      type: "button",
      className: part,
      "data-part": part,
      disabled,
      onclick,
    };
    return h("button", { ...facts, "aria-label": label }, sign);
  }

  function drawMissed(state, act) {
    const items = state.missed.map((id) => {
      const row = view.row(state, id);
      const facts = {
        type: "button",
        className: "remove",
        "data-part": "remove",
        "aria-label": `Remove “${row.title}”`,
        onclick: () => act.remove(id),
      };
      return h(
        "li",
        { className: "row", "data-id": id },
        badge(state, row, act),
        h("span", { className: "title" }, row.title),
        h("button", facts, "Remove"),
      );
    });
    $("missed").replaceChildren(...items);
  }

  // With a mouse the whole row drags; a finger drags by the handle and scrolls elsewhere.
  function startDrag(event, act) {
    const button = event.target.closest("button");
    const onHandle = button?.classList.contains("handle");
    const mouse = event.pointerType === "mouse" && event.button === 0;
    if (!(onHandle || (mouse && !button))) return;
    const item = event.currentTarget;
    const items = [...$("rows").querySelectorAll(".row")];
    const from = items.indexOf(item);
    const drag = {
      item,
      items,
      from,
      to: from,
      start: event.clientY,
      tops: items.map((one) => one.getBoundingClientRect().top),
      heights: items.map((one) => one.offsetHeight),
    };
    // A press beside the buttons would select text.
    if (!onHandle) event.preventDefault();
    item.setPointerCapture(event.pointerId);
    const ended = new AbortController();
    const on = (target, kind, act_, capture = false) =>
      target.addEventListener(kind, act_, { signal: ended.signal, capture });
    const end = (commit) => {
      ended.abort();
      for (const one of items) {
        one.classList.remove("dragging", "shifting");
        one.style.transform = "";
      }
      if (commit) act.move(from, drag.to);
    };
    on(item, "pointermove", ({ clientY }) => dragTo(drag, clientY));
    on(item, "pointerup", () => end(true));
    on(item, "pointercancel", () => end(false));
    on(document, "keydown", ({ key }) => key === "Escape" && end(false), true);
  }

  // Let the row follow the pointer, and the others make room.
  function dragTo(drag, y) {
    const { item, items, from, tops, heights } = drag;
    const by = y - drag.start;
    if (Math.abs(by) < 4 && !item.classList.contains("dragging")) return;
    item.classList.add("dragging");
    item.style.transform = `translateY(${by}px)`;
    const middles = tops.map((top, i) => top + heights[i] / 2);
    const here = middles[from] + by;
    const above = middles.findIndex((middle, i) => i < from && here < middle);
    const below = middles.findLastIndex((middle, i) => i > from && here > middle);
    drag.to = above >= 0 ? above : below >= 0 ? below : from;
    items.forEach((one, i) => {
      if (i === from) return;
      const up = i > from && i <= drag.to;
      const down = i < from && i >= drag.to;
      const slot = up ? i - 1 : down ? i + 1 : i;
      one.classList.add("shifting");
      one.style.transform = slot === i ? "" : `translateY(${tops[slot] - tops[i]}px)`;
    });
  }

  return { drawReturned, drawMissed };
})();
