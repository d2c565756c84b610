"""Naive values of every metric: one list at a time, one plain loop each.

A metric here takes the labels of one list in rank order (``labels[0]`` has rank 1)
and, as keywords, what its formula needs. ``missed`` are the labels of judged rows that
the system never returned; ``UNJUDGED`` stands for a label that nobody gave. NaN means
that the formula divides by zero.
Nothing is shared with the package: no array, no closed form for ties, which
``oracle_ties`` enumerates. ``oracle_order`` holds the metrics of whole orders.
"""

import functools
import math
from fractions import Fraction

NAN = math.nan
UNJUDGED = -1


# ---------------------------------------------------------------- choices by name


def gain_of(label, gain="linear"):
    """Worth of a label: Järvelin and Kekäläinen 2002, Burges et al. 2005, a table."""
    label = max(label, 0)
    if gain == "linear":
        return label
    if gain == "exponential":
        return 2**label - 1
    if callable(gain):
        return gain(label)
    return gain[int(label)]


def discount_of(rank, discount="log2"):
    """Factor of the gain at a rank, 1-based."""
    if discount == "log2":
        return 1 / math.log2(rank + 1)
    if discount == "reciprocal":
        return 1 / rank
    if callable(discount):
        return discount(rank)
    return math.log(discount) / math.log(rank + 1)


def count_relevant(labels, relevant_from=1):
    """Rows at or above the label from which a row is relevant."""
    return sum(1 for label in labels if label >= relevant_from)


def count_irrelevant(labels, relevant_from=1):
    """Rows that somebody judged below that label."""
    return sum(1 for label in labels if UNJUDGED < label < relevant_from)


# -------------------------------------------------------------------- gain family


def cg(labels, *, k=None, gain="linear"):
    """Sum of the gains of the first k rows (Järvelin and Kekäläinen 2002)."""
    return sum(gain_of(label, gain) for label in labels[:k])


def dcg(labels, *, k=None, gain="linear", discount="log2"):
    """Sum of discounted gains of the first k rows (Järvelin and Kekäläinen 2002)."""
    total = 0.0
    for rank, label in enumerate(labels[:k], start=1):
        total += gain_of(label, gain) * discount_of(rank, discount)
    return total


def ndcg(labels, *, k=None, gain="linear", discount="log2", missed=(), ideal="judged"):
    """DCG over the DCG of the order with the largest gains first."""
    pool = [*labels, *missed] if ideal == "judged" else labels
    best = sorted(pool, key=lambda label: gain_of(label, gain), reverse=True)
    best_dcg = dcg(best, k=k, gain=gain, discount=discount)
    if best_dcg == 0:
        return NAN
    return dcg(labels, k=k, gain=gain, discount=discount) / best_dcg


def graded_precision(
    labels, *, k=None, gain="linear", precision_denominator="min(k, n)"
):
    """Mean gain of the first k rows (Kekäläinen and Järvelin 2002)."""
    size = top_size(labels, k, precision_denominator)
    return cg(labels, k=k, gain=gain) / size if size else NAN


def err(labels, *, max_grade, k=None):
    """Expected reciprocal rank: 1/r where the user stops (Chapelle et al. 2009)."""
    total, still_reading = 0.0, 1.0
    for rank, label in enumerate(labels[:k], start=1):
        satisfied = gain_of(label, "exponential") / 2**max_grade
        total += still_reading * satisfied / rank
        still_reading *= 1 - satisfied
    return total


def rbp(labels, *, persistence=0.8, k=None, relevant_from=1):
    """Rank-biased precision (Moffat and Zobel 2008)."""
    total = 0.0
    for rank, label in enumerate(labels[:k], start=1):
        if label >= relevant_from:
            total += persistence ** (rank - 1)
    return (1 - persistence) * total


def rbp_residual(labels, *, persistence=0.8, k=None):
    """What rows that nobody judged, and those behind the list, could add to RBP."""
    total = persistence ** len(labels[:k])
    for rank, label in enumerate(labels[:k], start=1):
        if label == UNJUDGED:
            total += (1 - persistence) * persistence ** (rank - 1)
    return total


def pfound(labels, *, decay=0.85, k=None):
    """Chance that the user finds an answer; a label is the chance at its row."""
    total, still_reading = 0.0, 1.0
    for label in labels[:k]:
        total += still_reading * gain_of(label)
        still_reading *= (1 - gain_of(label)) * decay
    return total


# --------------------------------------------------------------------- hit family


def top_size(labels, k, precision_denominator):
    """Number of rows that a precision divides by."""
    n = len(labels)
    if k is None:
        return n
    return k if precision_denominator == "k" else min(k, n)


def precision(labels, *, k=None, relevant_from=1, precision_denominator="min(k, n)"):
    """Share of the first k rows that is relevant."""
    size = top_size(labels, k, precision_denominator)
    return count_relevant(labels[:k], relevant_from) / size if size else NAN


def judged(labels, *, k=None, precision_denominator="min(k, n)"):
    """Share of the first k rows that somebody judged."""
    size = top_size(labels, k, precision_denominator)
    n_judged = sum(1 for label in labels[:k] if label != UNJUDGED)
    return n_judged / size if size else NAN


def recall(labels, *, k=None, relevant_from=1, recall_denominator="R", missed=()):
    """Share of the relevant rows that stands in the first k."""
    n_relevant = count_relevant([*labels, *missed], relevant_from)
    if n_relevant == 0:
        return NAN
    if recall_denominator == "min(R, k)" and k is not None:
        n_relevant = min(n_relevant, k)
    return count_relevant(labels[:k], relevant_from) / n_relevant


def f1(
    labels,
    *,
    k=None,
    relevant_from=1,
    precision_denominator="min(k, n)",
    recall_denominator="R",
    missed=(),
):
    """Harmonic mean of precision and recall of the first k rows."""
    p = precision(
        labels,
        k=k,
        relevant_from=relevant_from,
        precision_denominator=precision_denominator,
    )
    r = recall(
        labels,
        k=k,
        relevant_from=relevant_from,
        recall_denominator=recall_denominator,
        missed=missed,
    )
    if r == 0:
        return 0.0
    return 2 * p * r / (p + r)


def hit_rate(labels, *, k=None, relevant_from=1, missed=()):
    """1 if a relevant row stands in the first k, else 0."""
    if count_relevant([*labels, *missed], relevant_from) == 0:
        return NAN
    return float(count_relevant(labels[:k], relevant_from) > 0)


def reciprocal_rank(labels, *, k=None, relevant_from=1, missed=()):
    """1 over the rank of the first relevant row, 0 if it stands below k."""
    if count_relevant([*labels, *missed], relevant_from) == 0:
        return NAN
    for rank, label in enumerate(labels[:k], start=1):
        if label >= relevant_from:
            return 1 / rank
    return 0.0


def average_precision(
    labels, *, k=None, relevant_from=1, ap_denominator="min(R, k)", missed=()
):
    """Mean of the precisions at the relevant rows of the first k."""
    n_relevant = count_relevant([*labels, *missed], relevant_from)
    if n_relevant == 0:
        return NAN
    hits, total = 0, 0.0
    for rank, label in enumerate(labels[:k], start=1):
        if label >= relevant_from:
            hits += 1
            total += hits / rank
    if ap_denominator == "hits":
        return total / hits if hits else 0.0
    if ap_denominator == "min(R, k)" and k is not None:
        n_relevant = min(n_relevant, k)
    return total / n_relevant


def r_precision(labels, *, relevant_from=1, missed=()):
    """Precision at R, the number of relevant rows."""
    n_relevant = count_relevant([*labels, *missed], relevant_from)
    if n_relevant == 0:
        return NAN
    return count_relevant(labels[:n_relevant], relevant_from) / n_relevant


def bpref(labels, *, relevant_from=1, missed=()):
    """How rarely irrelevant rows stand above relevant ones (trec_eval's bounds)."""
    n_relevant = count_relevant([*labels, *missed], relevant_from)
    n_irrelevant = count_irrelevant([*labels, *missed], relevant_from)
    if n_relevant == 0:
        return NAN
    above, total = 0, 0.0
    for label in labels:
        if label == UNJUDGED:
            continue
        if label < relevant_from:
            above += 1
        elif above == 0:
            total += 1
        else:
            total += 1 - min(above, n_relevant) / min(n_irrelevant, n_relevant)
    return total / n_relevant


def fall_out(labels, *, k=None, relevant_from=1, missed=()):
    """Share of the irrelevant rows that stands in the first k."""
    n_irrelevant = count_irrelevant([*labels, *missed], relevant_from)
    if n_irrelevant == 0:
        return NAN
    return count_irrelevant(labels[:k], relevant_from) / n_irrelevant


ELEVEN_POINTS = tuple(tenth / 10 for tenth in range(11))


@functools.cache
def rows_for(level, n_relevant):
    """Fewest relevant rows that make up that recall, a decimal as it is written."""
    return math.ceil(Fraction(str(level)) * n_relevant)


def interpolated_precision(
    labels, *, recall_levels=ELEVEN_POINTS, relevant_from=1, missed=()
):
    """Mean over levels of the best precision at a rank whose recall reaches it."""
    n_relevant = count_relevant([*labels, *missed], relevant_from)
    if n_relevant == 0:
        return NAN
    total = 0.0
    for level in recall_levels:
        enough = rows_for(level, n_relevant)
        best, hits = 0.0, 0
        for rank, label in enumerate(labels, start=1):
            hits += label >= relevant_from
            if hits >= enough:
                best = max(best, hits / rank)
        total += best
    return total / len(recall_levels)
