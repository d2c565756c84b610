"""Time and memory of evaluating and comparing models on lists of MSLR-WEB30K's size.

Five models, eight metrics, 31 531 lists of about 3.85 million rows, 2 000 resamples:
all pairs of models are compared by each metric. Each stage is timed once, beside the
time to read the arrays once; the peak is that of the process, inputs included. Run
``python benchmarks/comparison.py [--rows N] [--resamples R]``.
"""

import argparse
import resource
import sys
import time

import numpy as np
from speed import MSLR_ROWS, draw_lists

from sklearn_rankscore import compare, evaluate

METRICS = (
    "ndcg@5",
    "ndcg@10",
    "ndcg",
    "map",
    "mrr",
    "precision@10",
    "recall@10",
    "auc",
)
N_MODELS = 5


def draw_models(labels, random_state=0):
    """Return the scores of models, each a little noisier than the one before."""
    rng = np.random.default_rng(random_state)
    return {
        f"model {i}": labels + (2 + i / 20) * rng.standard_normal(len(labels))
        for i in range(N_MODELS)
    }


def peak_gb():
    """Return the largest memory that the process has held, in GB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9


def timed(title, call):
    begin = time.perf_counter()
    result = call()
    seconds = time.perf_counter() - begin
    print(f"{title:32} {seconds:8.2f} s   peak {peak_gb():.2f} GB", flush=True)
    return result, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=MSLR_ROWS)
    parser.add_argument("--resamples", type=int, default=2000)
    options = parser.parse_args()
    labels, _, groups, sizes = draw_lists(options.rows)
    scores = draw_models(labels)
    print(f"{len(sizes)} lists, {len(labels)} rows, {len(scores)} models, {METRICS}")
    timed(
        "reading the arrays once", lambda: [s.sum() for s in (labels, *scores.values())]
    )
    evaluation, first = timed(
        "evaluate",
        lambda: evaluate(labels, scores, groups=groups, metrics=list(METRICS)),
    )
    summary, second = timed(
        "summary", lambda: evaluation.summary(n_resamples=options.resamples)
    )
    comparison, third = timed(
        f"compare, {N_MODELS * (N_MODELS - 1) // 2} pairs",
        lambda: compare(evaluation, n_resamples=options.resamples),
    )
    print(f"{'all':32} {first + second + third:8.2f} s   peak {peak_gb():.2f} GB")
    print(summary)
    print(comparison)


if __name__ == "__main__":
    main()
