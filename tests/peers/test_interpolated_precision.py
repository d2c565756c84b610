"""Interpolated precision against trec_eval's 11-point average."""

import numpy as np
import pytest

from sklearn_rankscore import score_per_group

# trec_eval cuts x * R + 0.9 down to a whole number of relevant rows, which is the
# smallest that reaches recall x only where rounding does not step in between.
SAFE_COUNTS = (1, 2, 5, 10)


def test_eleven_points_are_trec_evals():
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval")
    rng = np.random.default_rng(0)
    qrels, run, columns = {}, {}, []
    for query in range(300):
        n = int(rng.integers(10, 60))
        labels = np.zeros(n, dtype=int)
        labels[rng.permutation(n)[: rng.choice(SAFE_COUNTS)]] = 1
        scores = rng.integers(0, n, size=n) / 4
        names = [f"d{i:03}" for i in range(n)]
        qrels[f"q{query}"] = dict(zip(names, labels.tolist(), strict=True))
        run[f"q{query}"] = dict(zip(names, scores.tolist(), strict=True))
        columns += zip(labels, scores, names, [f"q{query}"] * n, strict=True)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"11pt_avg"}).evaluate(run)
    labels, scores, names, groups = (
        np.array(column) for column in zip(*columns, strict=True)
    )
    ours = score_per_group(
        "iprec", labels, scores, groups=groups, ties="descending", tiebreak=names
    )
    expected = [theirs[group]["11pt_avg"] for group in ours.groups]
    np.testing.assert_allclose(ours.values, expected, rtol=1e-12)
