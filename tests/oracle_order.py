"""Naive values of the metrics of whole orders, which compare rows in pairs.

They take the labels and the scores of one list. NaN means 0 / 0.
"""

import itertools
import math

NAN = math.nan


def mean_relevance_position(labels):
    """Mean rank, each row weighted by its label."""
    total = sum(labels)
    if total == 0:
        return NAN
    return sum(rank * label for rank, label in enumerate(labels, start=1)) / total


def auc(labels, scores, *, relevant_from=1):
    """Chance that a relevant row scores above an irrelevant one, a tie is half."""
    won, pairs = 0.0, 0
    rows = list(zip(labels, scores, strict=True))
    for (label, score), (other_label, other_score) in itertools.product(rows, rows):
        if label >= relevant_from > other_label:
            pairs += 1
            won += (score > other_score) + 0.5 * (score == other_score)
    return won / pairs if pairs else NAN


def pairwise_accuracy(labels, scores):
    """Share of the pairs of different labels that is in order, a tie is half."""
    won, pairs = 0.0, 0
    rows = list(zip(labels, scores, strict=True))
    for (label, score), (other_label, other_score) in itertools.product(rows, rows):
        if label > other_label:
            pairs += 1
            won += (score > other_score) + 0.5 * (score == other_score)
    return won / pairs if pairs else NAN


def kendall_tau(labels, scores):
    """Kendall's tau-b: concordant minus discordant pairs over the untied ones."""
    rows = list(zip(labels, scores, strict=True))
    balance = untied_labels = untied_scores = 0
    for (label, score), (other_label, other_score) in itertools.combinations(rows, 2):
        by_label = (label > other_label) - (label < other_label)
        by_score = (score > other_score) - (score < other_score)
        balance += by_label * by_score
        untied_labels += by_label != 0
        untied_scores += by_score != 0
    if untied_labels == 0 or untied_scores == 0:
        return NAN
    return balance / math.sqrt(untied_labels * untied_scores)


def mid_ranks(values):
    """Rank of each value, tied values share the mean of their ranks."""
    return [
        sum(other < value for other in values)
        + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


def spearman(labels, scores):
    """Pearson's correlation of the two columns' mid-ranks."""
    x, y = mid_ranks(labels), mid_ranks(scores)
    mean = (len(x) + 1) / 2
    xy = sum((a - mean) * (b - mean) for a, b in zip(x, y, strict=True))
    xx = sum((a - mean) ** 2 for a in x)
    yy = sum((b - mean) ** 2 for b in y)
    return xy / math.sqrt(xx * yy) if xx * yy > 0 else NAN
