"use strict";

// The metrics of one list, by the formulas of the Python kernels. Conventions, names
// and words come from Python as data; here is arithmetic alone.
//
// A list is {blocks, missed}: blocks of tied rows from the top down, and the rows that
// were judged but not returned. A row has a label, a score and a key.
const rankscore = (() => {
  const sum = (values) => values.reduce((total, value) => total + value, 0);

  // The gain of a label; NaN where a table has none.
  function gainOf(label, gain) {
    if (gain === "linear") return label;
    if (gain === "exponential") return 2 ** label - 1;
    const known = gain.pairs?.find(([one]) => one === label);
    return known?.[1] ?? gain[label] ?? NaN;
  }

  // What a gain at a rank is multiplied by.
  function discountAt(rank, discount) {
    if (discount === "log2") return 1 / Math.log2(rank + 1);
    if (discount === "reciprocal") return 1 / rank;
    if (Array.isArray(discount)) return discount[rank - 1];
    return Math.log2(discount) / Math.log2(rank + 1);
  }

  const rising = (value) => (a, b) => value(a) - value(b);
  const falling = (value) => (a, b) => value(b) - value(a);
  const ORDERS = {
    stable: (rows) => rows,
    reversed: (rows) => rows.toReversed(),
    pessimistic: (rows, value) => rows.toSorted(rising(value)),
    optimistic: (rows, value) => rows.toSorted(falling(value)),
    ascending: (rows) => rows.toSorted(rising((row) => row.key)),
    descending: (rows) => rows.toSorted(falling((row) => row.key)),
  };

  // One entry per rank; averaged rows keep their common block: `before` ranks above it
  // and `size` rows. Where ties are broken each row is a block of its own.
  function ranked(list, ties, valueOf) {
    const value = (row) => valueOf(row.label);
    const entries = [];
    for (const block of list.blocks) {
      const before = entries.length;
      const averaged = ties === "average";
      const rows = averaged ? block : ORDERS[ties](block, value);
      rows.forEach((row, place) => {
        const own = averaged
          ? { before, size: block.length }
          : { before: before + place, size: 1 };
        entries.push({ row, value: value(row), rank: before + place + 1, ...own });
      });
    }
    return entries;
  }

  // The ranks of an entry's block that lie in the top k, as the last of them.
  const blockEnd = (entry, k) =>
    Math.max(entry.before, Math.min(entry.before + entry.size, k));

  const shareInTop = (entry, k) => (blockEnd(entry, k) - entry.before) / entry.size;

  // A factor per rank, averaged over the ranks of the block that lie in the top k.
  function expected(entry, k, factorOf) {
    let total = 0;
    for (let rank = entry.before + 1; rank <= blockEnd(entry, k); rank++) {
      total += factorOf(rank);
    }
    return total / entry.size;
  }

  const inTop = (entries, k) =>
    sum(entries.map((entry) => entry.value * shareInTop(entry, k)));

  const discounted = (entries, k, factorOf) =>
    sum(entries.map((entry) => entry.value * expected(entry, k, factorOf)));

  // Blocks with the values of their rows, as the metrics of relevant rows read them.
  function blocksOf(entries) {
    const blocks = [];
    for (const entry of entries) {
      if (entry.rank === entry.before + 1) {
        blocks.push({ before: entry.before, size: entry.size, values: [] });
      }
      blocks.at(-1).values.push(entry.value);
    }
    return blocks;
  }

  function labelsOf(list, source = "judged") {
    const returned = list.blocks.flat().map((row) => row.label);
    if (source !== "judged") return returned;
    return [...returned, ...list.missed.map((row) => row.label)];
  }

  const length = (list) => sum(list.blocks.map((block) => block.length));

  function nRelevant(list, c) {
    return labelsOf(list).filter((label) => label >= c.relevant_from).length;
  }

  const relevance = (c) => (label) => (label >= c.relevant_from ? 1 : 0);

  function hits(list, c, k) {
    return inTop(ranked(list, c.ties, relevance(c)), k);
  }

  function precision(list, c, { k }) {
    const filled = Math.min(k, length(list));
    return hits(list, c, k) / (c.precision_denominator === "k" ? k : filled);
  }

  function recall(list, c, { k }) {
    const all = nRelevant(list, c);
    const capped = c.recall_denominator === "min(R, k)";
    return hits(list, c, k) / (capped ? Math.min(all, k) : all);
  }

  // The first of r relevant rows among m in random order stands at place j with chance
  // r / (m - j + 1) times that of none before it (McSherry and Najork 2008).
  function mrr(list, c, { k }) {
    if (nRelevant(list, c) === 0) return NaN;
    const blocks = blocksOf(ranked(list, c.ties, relevance(c)));
    const first = blocks.find((block) => sum(block.values) > 0);
    if (first === undefined) return 0;
    const { before, size } = first;
    const relevant = sum(first.values);
    let none = 1;
    let value = 0;
    for (let place = 0; place <= size - relevant; place++) {
      if (before + place >= k) break;
      const hit = relevant / (size - place);
      value += (none * hit) / (before + place + 1);
      none *= 1 - hit;
    }
    return value;
  }

  // Relevance times precision at each rank, expected over its block: given a relevant
  // row at place j of m, (j - 1)(r - 1) / (m - 1) of those before it are relevant.
  function precisionsAtHits(entries) {
    let above = 0;
    return blocksOf(entries).flatMap(({ before, size, values }) => {
      const inside = sum(values);
      const found = above;
      above += inside;
      return values.map((_, place) => {
        const mates = (place * (inside - 1)) / Math.max(size - 1, 1);
        return ((inside / size) * (found + 1 + mates)) / (before + place + 1);
      });
    });
  }

  function map(list, c, { k }) {
    const all = nRelevant(list, c);
    if (all === 0) return NaN;
    if (c.ap_denominator === "hits") return precisionOverHits(list, c, k);
    const precisions = precisionsAtHits(ranked(list, c.ties, relevance(c)));
    const over = sum(precisions.slice(0, k));
    return over / (c.ap_denominator === "R" ? all : Math.min(all, k));
  }

  function logChoose(n, r) {
    let total = 0;
    for (let i = 1; i <= r; i++) total += Math.log((n - r + i) / i);
    return total;
  }

  // The chance of h relevant rows at `places` drawn from m rows, r of them relevant.
  function hypergeometric(h, m, r, places) {
    const logs = logChoose(r, h) + logChoose(m - r, places - h) - logChoose(m, places);
    return Math.exp(logs);
  }

  // Precisions summed over the hits in the top k, by their number, which depends on the
  // order of a block that k cuts.
  function precisionOverHits(list, c, k) {
    const ordered = ranked(list, c.ties, relevance(c));
    const precisions = precisionsAtHits(ordered);
    const whole = blocksOf(ranked(list, "average", relevance(c)));
    const settled = ["average", "pessimistic", "optimistic"].includes(c.ties);
    const cut = whole.find(({ before, size }) => before < k && before + size > k);
    const border = settled && cut ? cut.before : k;
    const total = sum(precisions.slice(0, border));
    const found = sum(ordered.slice(0, border).map((entry) => entry.value));
    if (!settled || !cut) return total / Math.max(found, 1);
    return overCutBlock(total, found, cut, k, c.ties);
  }

  function overCutBlock(total, found, { before, size, values }, k, ties) {
    const relevant = sum(values);
    const places = k - before;
    const harmonic = (begin, end) => {
      let partial = 0;
      for (let rank = begin + 1; rank <= end; rank++) partial += 1 / rank;
      return partial;
    };
    const outcomes = [];
    const most = Math.min(relevant, places);
    for (let h = Math.max(0, places - (size - relevant)); h <= most; h++) {
      let gained;
      if (ties === "average") {
        const every = harmonic(before, k);
        const spread = places - (before + 1) * every;
        const mates = ((h - 1) / Math.max(places - 1, 1)) * spread;
        gained = (h / places) * ((found + 1) * every + mates);
      } else if (ties === "optimistic") {
        gained = h + (found - before) * harmonic(before, before + h);
      } else {
        gained = h + (found + h - k) * harmonic(k - h, k);
      }
      const value = (total + gained) / Math.max(found + h, 1);
      const chance = hypergeometric(h, size, relevant, places);
      outcomes.push(ties === "average" ? value * chance : value);
    }
    if (ties === "average") return sum(outcomes);
    return Math[ties === "optimistic" ? "max" : "min"](...outcomes);
  }

  const gains = (c) => (label) => gainOf(label, c.gain);
  const discounts = (c) => (rank) => discountAt(rank, c.discount);

  const cg = (list, c, { k }) => inTop(ranked(list, c.ties, gains(c)), k);

  function dcg(list, c, { k }) {
    return discounted(ranked(list, c.ties, gains(c)), k, discounts(c));
  }

  function idealOrder(list, c) {
    const best = labelsOf(list, c.ideal).map(gains(c));
    return best.sort((a, b) => b - a);
  }

  function idcg(list, c, { k }) {
    const best = idealOrder(list, c).slice(0, k);
    return sum(best.map((gain, i) => gain * discountAt(i + 1, c.discount)));
  }

  function ndcg(list, c, cuts) {
    return dcg(list, c, cuts) / idcg(list, c, cuts);
  }

  // The chance to get past j rows of a block in random order, for j = 0 .. size: rows
  // enter one by one, each at a random place among those before.
  function chanceToPass(stops) {
    let passed = [1];
    stops.forEach((stop, t) => {
      const rows = t + 1;
      passed = Array.from({ length: rows + 1 }, (_, j) => {
        const behind = j < rows ? (rows - j) * passed[j] : 0;
        const among = j > 0 ? j * (1 - stop) * passed[j - 1] : 0;
        return (behind + among) / rows;
      });
    });
    return passed;
  }

  function err(list, c, { k, maxGrade }) {
    const linear = c.stop === "linear";
    const stop = (label) =>
      linear ? label / maxGrade : (2 ** label - 1) / 2 ** maxGrade;
    let reached = 1;
    let value = 0;
    for (const { before, values } of blocksOf(ranked(list, c.ties, stop))) {
      const passed = chanceToPass(values);
      values.forEach((_, place) => {
        const rank = before + place + 1;
        if (rank <= k) value += (reached * (passed[place] - passed[place + 1])) / rank;
      });
      reached *= passed.at(-1);
    }
    return value;
  }

  function rbp(list, c, { k, persistence }) {
    const looks = (rank) => persistence ** (rank - 1);
    const entries = ranked(list, c.ties, relevance(c));
    return (1 - persistence) * discounted(entries, k, looks);
  }

  const METRICS = { precision, recall, mrr, ndcg, map, cg, dcg, idcg, err, rbp };

  // Rows with a score <= 0 count as not returned.
  function onlyPositive({ blocks, missed }) {
    const kept = blocks.map((block) => block.filter((row) => row.score > 0));
    const dropped = blocks.flat().filter((row) => !(row.score > 0));
    const filled = kept.filter((block) => block.length);
    return { blocks: filled, missed: [...dropped, ...missed] };
  }

  // The value of a metric at a cut-off, NaN where it is undefined. k = null is uncut.
  function score(metric, list, convention, options) {
    const seen = convention.positive_only.includes(metric) ? onlyPositive(list) : list;
    const k = options.k ?? labelsOf(list).length;
    return METRICS[metric](seen, convention, { ...options, k });
  }

  // Rows as a convention stores them; blocks whose scores it rounds to one are tied.
  const STORED = { float64: (x) => x, float32: Math.fround, int64: Math.trunc };

  function stored({ blocks, missed }, convention) {
    const label = STORED[convention.label_dtype];
    const score = STORED[convention.score_dtype];
    const joined = [];
    for (const block of blocks) {
      const above = joined.at(-1);
      const floor = Math.min(...(above ?? []).map((row) => row.score));
      const top = Math.max(...block.map((row) => row.score));
      if (above && floor > top && score(floor) === score(top)) above.push(...block);
      else joined.push([...block]);
    }
    const keep = (row) => ({
      ...row,
      label: label(row.label),
      score: score(row.score),
    });
    const inRowOrder = (block) => block.sort((a, b) => a.id - b.id).map(keep);
    return { blocks: joined.map(inRowOrder), missed: missed.map(keep) };
  }

  // What is left at each rank of the value so far: the terms of a sum.
  function terms(metric, list, convention, options, count) {
    const reached = [0];
    for (let k = 1; k <= count; k++) {
      reached.push(score(metric, list, convention, { ...options, k }));
    }
    return reached.slice(1).map((value, i) => value - reached[i]);
  }

  // Rows from the top down, those of a block in the order of the convention; each with
  // its block and the mean gain of that.
  function shownOrder(list, convention) {
    const value = (row) => gainOf(row.label, convention.gain);
    const entries = [];
    for (const block of list.blocks) {
      const before = entries.length;
      const mean = sum(block.map(value)) / block.length;
      const order = ORDERS[convention.ties] ?? ORDERS.stable;
      order(block, value).forEach((row, place) => {
        entries.push({
          row,
          rank: before + place + 1,
          before,
          size: block.length,
          mean,
        });
      });
    }
    return entries;
  }

  // The table: what stands at each rank, and in the ideal order beside it.
  function positions(list, convention) {
    const order = shownOrder(list, convention);
    const averaged = convention.ties === "average";
    let dcgSoFar = 0;
    const shown = order.map(({ row, rank, before, size, mean }) => {
      const gain = averaged ? mean : gainOf(row.label, convention.gain);
      const share = gain * discountAt(rank, convention.discount);
      dcgSoFar += share;
      return { row, rank, before, tied: size > 1, gain, share, running: dcgSoFar };
    });
    const missed = convention.ideal === "judged" ? list.missed : [];
    const best = [...order.map((entry) => entry.row), ...missed];
    best.sort(falling((row) => gainOf(row.label, convention.gain)));
    let idcgSoFar = 0;
    const ideal = best.map((row, i) => {
      const gain = gainOf(row.label, convention.gain);
      const share = gain * discountAt(i + 1, convention.discount);
      idcgSoFar += share;
      return { row, gain, share, running: idcgSoFar };
    });
    return { shown, ideal };
  }

  // Blocks of equal scores, the highest first, rows in their order.
  function rank(rows) {
    const blocks = [];
    for (const row of rows.toSorted(falling((row) => row.score))) {
      if (blocks.length && blocks.at(-1)[0].score === row.score) {
        blocks.at(-1).push(row);
      } else {
        blocks.push([row]);
      }
    }
    return blocks;
  }

  return {
    score,
    terms,
    positions,
    rank,
    stored,
    gainOf,
    discountAt,
    length,
    nRelevant,
  };
})();
