"""The conformance report: every installed library's metrics against its convention.

Compares list by list over hand-made edge cases, digits and random lists with ties,
empty lists, single rows and cut-offs beyond the length, and the means of weighted
lists. One row per library and metric: how many lists were compared, the share of them
equal bit for bit by the public functions and by the replayed arithmetic, the largest
difference in ulp (float64 between two numbers), and the largest one of the means.
Writes ``crosscheck.md``, with a table per library first, and ``crosscheck.json``. Run
``python benchmarks/crosscheck.py [--folder FOLDER]``.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from sklearn_rankscore import score_per_group
from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._peers.ask import ask_lightgbm
from sklearn_rankscore._peers.crosscheck import replayed_number, ulps
from sklearn_rankscore._peers.known import PEERS
from sklearn_rankscore._peers.records import Call, our_number
from sklearn_rankscore._peers.replay import REPLAYED, replay_lightgbm_mean
from tests.peers.suites import CUTOFFS, SUITES, draw, edge_lists

# What LightGBM is asked beyond single lists.
MANY_LISTS = 10_000
THREADS = (1, 2)


class Tally:
    """What was seen of one metric of one library."""

    def __init__(self):
        self.n_lists = self.same = self.n_replayed = self.same_replayed = 0
        self.largest = self.largest_of_means = self.n_means = 0

    def add_list(self, theirs, ours, replayed):
        """Count one list; `replayed` is None or NaN where it is not known."""
        apart = ulps(theirs, ours)
        self.n_lists += 1
        self.same += apart == 0
        self.largest = max(self.largest, apart)
        if replayed is not None and not np.isnan(replayed):
            self.n_replayed += 1
            self.same_replayed += replayed == theirs

    def add_mean(self, theirs, ours):
        """Count one mean over lists."""
        self.n_means += 1
        self.largest_of_means = max(self.largest_of_means, ulps(theirs, ours))


def comparable(peer, lists, cutoffs):
    """List the calls of a peer that should give our number."""
    return [
        (measure, call)
        for measure in peer.measures
        if not peer.refusal(measure, lists)
        and not peer.known_difference(measure, lists)
        for k in cutoffs
        if (call := measure.call(k, lists.longest)) is not None
    ]


def compare_lists(peer, lists, cutoffs, tallies):
    """Compare list by list."""
    for single in lists.split():
        pairs = comparable(peer, single, cutoffs)
        answers = peer.ask(single, [call for _, call in pairs]) if pairs else []
        for (measure, call), theirs in zip(pairs, answers, strict=True):
            ours = peer.rounded(our_number(peer.plan(measure, call.k), single))
            replayed = None
            if peer.replay is not None and measure.metric in REPLAYED:
                (replayed,) = peer.replay(single, call)
            tallies[measure.metric].add_list(theirs, ours, replayed)


def compare_means(peer, lists, cutoffs, tallies):
    """Compare the numbers of all lists together."""
    pairs = comparable(peer, lists, cutoffs)
    answers = peer.ask(lists, [call for _, call in pairs]) if pairs else []
    for (measure, call), theirs in zip(pairs, answers, strict=True):
        ours = replayed_number(peer, measure, call, lists)
        if ours is None:
            ours = peer.rounded(our_number(peer.plan(measure, call.k), lists))
        tallies[measure.metric].add_mean(theirs, ours)


def compare_peer(peer, quick):
    """Return what was seen of each metric of a peer."""
    tallies = defaultdict(Tally)
    for lists, k in edge_lists().values():
        compare_lists(peer, lists, (k, None), tallies)
        compare_means(peer, lists, (k, None), tallies)
    for build in SUITES.values():
        lists = build()
        compare_means(peer, lists, CUTOFFS, tallies)
        if not quick:
            compare_lists(peer, lists, CUTOFFS, tallies)
    return tallies


def rows_of(peer, tallies):
    for metric, tally in tallies.items():
        yield {
            "library": peer.name,
            "version": peer.version,
            "metric": metric,
            "lists": tally.n_lists,
            "same bits": _share(tally.same, tally.n_lists),
            "largest ulp": tally.largest,
            "same bits, replayed": _share(tally.same_replayed, tally.n_replayed),
            "means": tally.n_means,
            "largest ulp of means": tally.largest_of_means,
        }


def per_library(rows):
    """Return the table with one row per library."""
    by_library = defaultdict(list)
    for row in rows:
        by_library[row["library"]].append(row)
    columns = defaultdict(list)
    for name, of in by_library.items():
        same = [r["metric"] for r in of if r["largest ulp"] == 0]
        near = [r["metric"] for r in of if r["largest ulp"]]
        replayed = [r["metric"] for r in of if r["same bits, replayed"] == "100.0 %"]
        columns["library"].append(f"{name} {of[0]['version']}")
        columns["lists x calls"].append(sum(r["lists"] for r in of))
        columns["same bits in all"].append(", ".join(same) or "-")
        columns["not in all"].append(", ".join(near) or "-")
        columns["largest ulp"].append(max(r["largest ulp"] for r in of))
        columns["same bits, replayed"].append(", ".join(replayed) or "-")
    return Table(columns)


def _share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else None


def lightgbm_threads():
    """Say whether LightGBM's means of many lists are ours to the last bit."""
    lists = draw(0, MANY_LISTS, sizes=(1, 60))
    values = score_per_group(
        "ndcg@10", lists.labels, lists.scores, groups=lists.ids, convention="lightgbm"
    ).values
    for threads in THREADS:
        (theirs,) = ask_lightgbm(lists, [Call("ndcg", 10, "ndcg@10")], threads=threads)
        ours = replay_lightgbm_mean(values, threads=threads)
        yield (
            f"LightGBM ndcg@10 of {MANY_LISTS} lists with {threads} thread"
            f"{'s' * (threads > 1)}: {ulps(theirs, ours)} ulp."
        )


def report(quick=False):
    """Return the table of all peers that are installed."""
    rows, notes, missing = [], [], []
    for peer in PEERS.values():
        if not peer.installed:
            missing.append(peer.name)
            continue
        print(f"asking {peer.name}", file=sys.stderr)
        rows += rows_of(peer, compare_peer(peer, quick))
    if PEERS["LightGBM"].installed:
        notes += lightgbm_threads()
    if missing:
        notes.append(f"Not installed: {', '.join(missing)}.")
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return Table(columns, notes=tuple(notes))


def main(arguments=None):
    """Print the report and write it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    parser.add_argument("--quick", action="store_true", help="means, and edge cases")
    options = parser.parse_args(arguments)
    table = report(options.quick)
    print(table)
    libraries = per_library(table.rows)
    text = "\n\n".join([libraries.markdown(), *table.notes, table.markdown()])
    (options.folder / "crosscheck.md").write_text(text + "\n", encoding="utf-8")
    document = {"rows": table.rows, "notes": list(table.notes)}
    (options.folder / "crosscheck.json").write_text(
        json.dumps(document, indent=2) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
