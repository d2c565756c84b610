"""Time from raw arrays to the number, beside the peers, in one process and one run.

The main workload has the size of MSLR-WEB30K: 31 531 lists, about 3.85 million rows,
labels 0 to 4. Times are the best of several repeats; ratios are what to compare,
because machines are noisy. Ours starts from raw arrays, checks included; the peers'
objects are built beforehand.

Run ``python benchmarks/speed.py``; ``--quick`` for small workloads, ``--markdown FILE``
and ``--plot FILE`` to write the table and the picture that README shows.
"""

import argparse
import time
import tracemalloc
from contextlib import contextmanager
from pathlib import Path

import contenders
import numpy as np

from sklearn_rankscore import show_versions
from sklearn_rankscore._lists import ranking
from sklearn_rankscore._plans.plan import make_plan

MSLR_LISTS, MSLR_ROWS = 31_531, 3_850_000
EIGHT = ["ndcg@1", "ndcg@5", "ndcg@10", "dcg@10", "map@10", "mrr@10", "precision@5"]
EIGHT = [*EIGHT, "recall@10"]


def draw_lists(n_rows, *, length=None, levels=None, random_state=0):
    """Return labels, scores, ids and sizes of contiguous lists.

    Parameters
    ----------
    n_rows : int
    length : int, optional
        Rows of each list; by default very different ones, 122 on average.
    levels : int, optional
        Number of different scores, for heavy ties.
    random_state : int, default=0
    """
    rng = np.random.default_rng(random_state)
    if length is None:
        n_lists = max(1, round(n_rows * MSLR_LISTS / MSLR_ROWS))
        sizes = np.clip(rng.lognormal(4.57, 0.7, n_lists), 1, 1251).astype(np.intp)
    else:
        sizes = np.full(max(1, n_rows // length), length)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    labels = rng.choice(5, p=[0.52, 0.32, 0.13, 0.02, 0.01], size=len(groups))
    scores = rng.standard_normal(len(groups))
    if levels is not None:
        scores = np.floor(rng.random(len(groups)) * levels)
    return labels, scores, groups, sizes


def best_time(call, repeats):
    """Return the shortest of several times, in seconds, after one call to warm up."""
    call()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return min(times)


def peak_memory(call):
    """Return the most memory that the call held at once, in bytes."""
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@contextmanager
def without_compiled_code():
    """Let the NumPy twin rank."""
    compiled, ranking.compiled = ranking.compiled, None
    try:
        yield
    finally:
        ranking.compiled = compiled


def ours(lists, scoring="ndcg@10", **options):
    """Return a call of ours from raw arrays."""
    labels, scores, groups, _ = lists
    plan = make_plan(scoring, **options)
    return lambda: plan.scores(labels, scores, groups=groups)


def main_workload(n_rows, repeats):
    """Yield rows (what, seconds) on the main workload."""
    lists = draw_lists(n_rows)
    tied = draw_lists(n_rows, levels=10)
    yield "reading the arrays once", best_time(contenders.reading(*lists), repeats)
    for threads in (1, 2):
        call = contenders.lightgbm_eval(*lists, threads=threads)
        yield f"LightGBM's eval, {threads} thread(s)", best_time(call, repeats)
    call = contenders.lightgbm_eval(*lists, k=None, threads=2)
    yield "LightGBM's eval, k=None, 2 threads", best_time(call, repeats)
    for convention in ("lightgbm", "sklearn"):
        for n_jobs in (1, 2):
            call = ours(lists, convention=convention, n_jobs=n_jobs)
            what = f"ours, {convention}, n_jobs={n_jobs}"
            yield what, best_time(call, repeats)
    with without_compiled_code():
        yield "ours, NumPy only", best_time(ours(lists), repeats)
    yield "ours, eight metrics in one call", best_time(ours(lists, EIGHT), repeats)
    for what, data in (("", lists), (", heavy ties", tied)):
        for convention in ("lightgbm", "sklearn"):
            for n_jobs in (1, 2):
                call = ours(data, "ndcg", convention=convention, n_jobs=n_jobs)
                name = f"ours, {convention}, k=None{what}, n_jobs={n_jobs}"
                yield name, best_time(call, repeats)
    yield "ours, heavy ties", best_time(ours(tied), repeats)
    for name, peer in (
        ("XGBoost's Booster.eval, 2 threads", contenders.xgboost_eval),
        ("CatBoost's eval_metric, 2 threads", contenders.catboost_eval),
        ("pytrec_eval, dicts built before", contenders.pytrec_eval_evaluate),
        ("scikit-learn, one call per list", contenders.scikit_learn),
    ):
        try:
            yield name, best_time(peer(*lists), 1)
        except ImportError as error:
            print(f"{name}: not installed ({error.name})")


def growth(sizes, repeats):
    """Return rows, seconds and extra memory per input byte over growing inputs."""
    found = []
    for n_rows in sizes:
        lists = draw_lists(n_rows)
        call = ours(lists)
        seconds = best_time(call, max(3, min(repeats, 10**7 // n_rows)))
        inputs = sum(array.nbytes for array in lists[:3])
        found.append((len(lists[0]), seconds, peak_memory(call) / inputs))
    return found


def shapes(n_rows, repeats):
    """Yield rows (shape, seconds per million rows) of unlike lists."""
    for length in (5, 120, 1_000, n_rows):
        lists = draw_lists(n_rows, length=length)
        for scoring in ("ndcg@10", "ndcg"):
            seconds = best_time(ours(lists, scoring), repeats)
            what = f"lists of {length:,} rows, {scoring}"
            yield what, seconds / len(lists[0]) * 1e6


def exponent(found):
    """Return the slope of log time over log rows, from 10 k rows on."""
    rows, seconds, _ = np.array([row for row in found if row[0] >= 9_000]).T
    return float(np.polyfit(np.log(rows), np.log(seconds), 1)[0])


# What README shows of the main workload.
SHOWN = (
    "reading the arrays once",
    "LightGBM's eval, 2 thread(s)",
    "ours, lightgbm, n_jobs=1",
    "ours, lightgbm, n_jobs=2",
    "ours, sklearn, n_jobs=2",
    "ours, NumPy only",
    "ours, eight metrics in one call",
    "ours, sklearn, k=None, n_jobs=2",
    "ours, sklearn, k=None, heavy ties, n_jobs=2",
    "XGBoost's Booster.eval, 2 threads",
    "CatBoost's eval_metric, 2 threads",
    "pytrec_eval, dicts built before",
    "scikit-learn, one call per list",
)


def as_markdown(table, found):
    """Return what README shows: a table, and how time and memory grow."""
    reference = table["LightGBM's eval, 2 thread(s)"]
    lines = ["| nDCG@10, 31 531 lists, 3.85 M rows | ms | of LightGBM's eval |"]
    lines.append("|---|---|---|")
    for what in SHOWN:
        if what in table:
            ms, ratio = table[what] * 1e3, table[what] / reference
            lines.append(f"| {what} | {ms:.1f} | {ratio:.2f} |")
    most = max(memory for rows, _, memory in found if rows >= 9_000)
    first, last = found[0], found[-1]
    lines.append(
        f"\nFrom {first[0]:,} rows ({first[1] * 1e3:.2f} ms) to {last[0]:,} "
        f"({last[1] * 1e3:.0f} ms) time grows with rows to the power "
        f"{exponent(found):.2f}; extra memory is at most {most:.2f} of the inputs."
    )
    return "\n".join(lines) + "\n"


def draw_plot(found, path):
    """Plot time over rows on log scales."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    rows, seconds, _ = np.array(found).T
    figure, axes = plt.subplots(figsize=(5, 3.4), layout="constrained")
    axes.loglog(rows, seconds * 1e3, marker="o", label="ours, nDCG@10, one thread")
    line = seconds[-1] * rows / rows[-1] * 1e3
    axes.loglog(rows, line, ls="--", lw=1, color="0.5", label="in proportion to rows")
    axes.set(xlabel="rows", ylabel="ms from raw arrays to the number")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)


def main():
    """Run all, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a hundredth of the rows")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    show_versions()
    scale = 100 if options.quick else 1
    table = {}
    for what, seconds in main_workload(MSLR_ROWS // scale, options.repeats):
        table[what] = seconds
        print(f"{what:45} {seconds * 1e3:10.2f} ms", flush=True)
    reference = table["LightGBM's eval, 2 thread(s)"]
    print("\nas ratios to LightGBM's eval on 2 threads")
    for what, seconds in table.items():
        print(f"{what:45} {seconds / reference:10.2f}")
    for what, micro in shapes(1_000_000 // scale, options.repeats):
        print(f"{what:45} {micro:10.3f} us per row")
    sizes = [n for n in (1_000, 10_000, 100_000, 10**6, 10**7) if n <= 10**7 // scale]
    found = growth(sizes, options.repeats)
    for rows, seconds, memory in found:
        print(f"{rows:>12,} rows {seconds * 1e3:10.3f} ms, memory {memory:.2f}")
    print(f"time grows with rows to the power {exponent(found):.3f}")
    if options.markdown:
        options.markdown.write_text(as_markdown(table, found), encoding="utf-8")
    if options.plot:
        draw_plot(found, options.plot)


if __name__ == "__main__":
    main()
