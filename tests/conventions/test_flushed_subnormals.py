"""A process that flushes subnormal numbers to 0 imports the package and gives the same.

Libraries built with fast-math options switch the processor to it when they are loaded.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMPILER = next(filter(shutil.which, ("cc", "gcc", "clang")), None)

# Newer compilers leave the switch out of shared libraries, so that it stands here too.
LIBRARY = """
#if defined(__SSE2__)
#include <xmmintrin.h>
__attribute__((constructor)) static void flush(void) {
    _mm_setcsr(_mm_getcsr() | 0x8040);
}
#elif defined(__aarch64__)
#include <stdint.h>
__attribute__((constructor)) static void flush(void) {
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    __asm__ volatile("msr fpcr, %0" : : "r"(fpcr | (1ULL << 24)));
}
#endif
double half(double x) { return x * 0.5; }
"""

PROGRAM = """
import ctypes, json, sys, warnings

if len(sys.argv) > 1:
    library = ctypes.CDLL(sys.argv[1])
    library.half.restype, library.half.argtypes = ctypes.c_double, [ctypes.c_double]
    assert library.half(2.2250738585072014e-308) == 0.0, "nothing is flushed"
# NumPy tells of such a library itself.
warnings.simplefilter("ignore", UserWarning)
import numpy as np
import sklearn_rankscore as rs

rng = np.random.default_rng(0)
ids = np.repeat(np.arange(40), 12)
labels = rng.integers(0, 4, 480).astype(float)
labels[ids % 9 == 0] = 0
scores = np.round(rng.normal(size=480), 1)
names = np.array([f"d{n}" for n in range(480)])
found = {}
for name in rs.list_conventions():
    convention = rs.get_convention(name)
    keys = names if convention.ties in ("ascending", "descending") else None
    some = ("ndcg", "map", "mrr", "auc", "spearman", "bpref")
    for metric in convention.metrics or some:
        metric = {"fall_out": "neg_fall_out"}.get(metric, metric)
        own = {"max_grade": 4} if metric == "err" else {}
        y = labels / 4 if metric == "pfound" else labels
        values = rs.score_per_group(
            metric, y, scores, groups=ids, convention=convention, tiebreak=keys, **own
        ).values
        found[f"{name} {metric}"] = [value.hex() for value in values.tolist()]
small = rs.precision_at_k_score(
    [0, 1e-30, 0, 1], [4, 3, 2, 1], groups=False, k=2, convention="xgboost<2"
)
found["above zero"] = small
found["huber"] = rs.huber_loss(labels, scores).hex()
table = rs.crosscheck(
    labels,
    scores,
    groups=ids,
    metrics=["ndcg@5", "map@5"],
    tiebreak=names,
    peers=["scikit-learn", "LightGBM"],
)
found["peers"] = [list(map(str, row.values())) for row in table.rows]
print(json.dumps(found))
"""


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler builds the library")
def test_every_convention_gives_the_same_bits(tmp_path):
    source, library = tmp_path / "fast.c", tmp_path / "fast.so"
    source.write_text(LIBRARY)
    built = subprocess.run(
        [COMPILER, "-shared", "-fPIC", "-O2", "-ffast-math", source, "-o", library],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    flushed, usual = run(str(library)), run()
    assert flushed == usual
    # Of the two rows at the top the second has a label above 0.
    assert usual["above zero"] == 0.5
    assert len(usual) > 50
