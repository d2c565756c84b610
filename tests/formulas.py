"""The loop behind every metric of the catalogue, and what the loop can vary."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tests import oracle, oracle_order, oracle_ties

TIES = ("average", "stable", "reversed", "pessimistic", "optimistic")


def hyperbolic(ranks):
    return 1 / (ranks + 2)


# A table need not rise with the label: the ideal order is the one of the gains.
GAINS = ("linear", "exponential", (0.0, 5.0, 1.0, 2.5), np.sqrt)
DISCOUNTS = ("log2", "reciprocal", 10.0, hyperbolic)
THRESHOLDS = (1.0, 2.0, 1.5)
PRECISIONS = ("min(k, n)", "k")
RECALLS = ("R", "min(R, k)")

WHOLE = (0, 1, 2, 3)
HALVES = (0, 0.5, 1, 1.5, 2)
CHANCES = (0, 0.25, 0.5, 1)
SIGNED = (-2, -0.5, 0, 1, 3)


@dataclass(frozen=True)
class Formula:
    """The loop of a metric, the values of its keywords, the labels that it takes."""

    loop: Callable
    axes: dict = field(default_factory=dict)
    grades: tuple = ()
    ties: tuple = TIES
    required: dict = field(default_factory=dict)

    def grades_of(self, axes, turn):
        """Whole labels, which a gain table needs, and every other time half ones."""
        whole = isinstance(axes.get("gain"), tuple) or turn % 2
        return self.grades or (WHOLE if whole else HALVES)


FORMULAS = {
    "cg": Formula(oracle.cg, {"gain": GAINS}),
    "dcg": Formula(oracle.dcg, {"gain": GAINS, "discount": DISCOUNTS}),
    "ndcg": Formula(oracle.ndcg, {"gain": GAINS, "discount": DISCOUNTS}),
    "graded_precision": Formula(
        oracle.graded_precision, {"gain": GAINS, "precision_denominator": PRECISIONS}
    ),
    "err": Formula(
        oracle.err, {"max_grade": (3, 4.5)}, required={"max_grade": 3}, grades=WHOLE
    ),
    "pfound": Formula(oracle.pfound, {"decay": (0.5, 0.85, 1.0)}, grades=CHANCES),
    "rbp": Formula(
        oracle.rbp, {"persistence": (0.5, 0.8, 0.95), "relevant_from": THRESHOLDS}
    ),
    "rbp_residual": Formula(oracle.rbp_residual, {"persistence": (0.5, 0.8, 0.95)}),
    "precision": Formula(
        oracle.precision,
        {"relevant_from": THRESHOLDS, "precision_denominator": PRECISIONS},
    ),
    "recall": Formula(
        oracle.recall, {"relevant_from": THRESHOLDS, "recall_denominator": RECALLS}
    ),
    "f1": Formula(
        oracle.f1,
        {
            "relevant_from": THRESHOLDS,
            "precision_denominator": PRECISIONS,
            "recall_denominator": RECALLS,
        },
    ),
    "hit_rate": Formula(oracle.hit_rate, {"relevant_from": THRESHOLDS}),
    "mrr": Formula(oracle.reciprocal_rank, {"relevant_from": THRESHOLDS}),
    "map": Formula(
        oracle.average_precision,
        {
            "relevant_from": THRESHOLDS,
            "ap_denominator": ("min(R, k)", "R", "hits"),
        },
    ),
    "r_precision": Formula(oracle.r_precision, {"relevant_from": THRESHOLDS}),
    "bpref": Formula(oracle.bpref, {"relevant_from": THRESHOLDS}),
    "fall_out": Formula(oracle.fall_out, {"relevant_from": THRESHOLDS}),
    "iprec": Formula(
        oracle.interpolated_precision,
        {
            "relevant_from": THRESHOLDS,
            "recall_levels": (oracle.ELEVEN_POINTS, (0.5,), (0.0, 0.3, 1.0)),
        },
        ties=TIES[1:],
        required={"ties": "stable"},
    ),
    "judged": Formula(oracle.judged, {"precision_denominator": PRECISIONS}),
    "auc": Formula(oracle_order.auc, {"relevant_from": THRESHOLDS}, ties=()),
    "pairwise_accuracy": Formula(
        oracle_order.pairwise_accuracy, grades=SIGNED, ties=()
    ),
    "kendall_tau": Formula(oracle_order.kendall_tau, grades=SIGNED, ties=()),
    "spearman": Formula(oracle_order.spearman, grades=SIGNED, ties=()),
    "mean_relevance_position": Formula(
        oracle_order.mean_relevance_position, ties=("average",)
    ),
}

# The order that is worst for them has the largest value.
LOSSES = {"fall_out", "rbp_residual", "mean_relevance_position"}
# The sign of a value per list: losses come negated, as their names say.
SIGN = {name: -1 if name in LOSSES else 1 for name in FORMULAS}


def expected(name, labels, scores, **axes):
    """Value of a metric on one list of scores that may be tied."""
    formula = FORMULAS[name]
    labels, scores = labels.tolist(), scores.tolist()
    if not formula.ties:
        return formula.loop(labels, scores, **axes)
    ties = axes.get("ties", "average")
    if name in LOSSES and ties in ("pessimistic", "optimistic"):
        other = {"pessimistic": "optimistic", "optimistic": "pessimistic"}
        axes["ties"] = other[ties]
    return oracle_ties.value(formula.loop, labels, scores, **axes)


# Conventions in the words of the formulas; the others are held to their peers.
CONVENTIONS = {
    "default": {},
    "sklearn": {},
    "lightgbm": {
        "gain": "exponential",
        "ties": "stable",
        "relevant_from": math.nextafter(0.5, 1),
    },
}
