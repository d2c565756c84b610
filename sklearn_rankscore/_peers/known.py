"""The peers: what each computes and where it differs from its convention, as data."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    list_conventions,
    value_in_words,
)
from sklearn_rankscore._metrics.catalogue import METRICS
from sklearn_rankscore._peers.ask import (
    ask_catboost,
    ask_ir_measures,
    ask_lightgbm,
    ask_pytrec_eval,
    ask_ranx,
    ask_sklearn,
    ask_torchmetrics,
    ask_xgboost,
)
from sklearn_rankscore._peers.records import Applies, Caveat, Measure, Peer
from sklearn_rankscore._peers.replay import replay_catboost, replay_sklearn


def _at_k(name: str, metric: str, *, bare: str = "", **facts: Any) -> Measure:
    return Measure(metric, f"{name}@{{k}}", bare or name, **facts)


def _xgboost_measures() -> Iterator[Measure]:
    longest = "@{longest}"
    for suffix, empty in (("", {}), ("-", {"empty": 0.0})):
        for gain in ({}, {"gain": "linear"}):
            labels = "any" if gain else "whole"
            axes = {**gain, **empty}
            at, bare = f"ndcg@{{k}}{suffix}", f"ndcg{longest}{suffix}"
            yield Measure("ndcg", at, bare, axes, labels=labels)
        at, bare = f"map@{{k}}{suffix}", f"map{longest}{suffix}"
        yield Measure("map", at, bare, empty, labels="binary")
    yield Measure("precision", "pre@{k}", f"pre{longest}", labels="binary")


def _catboost_measures() -> Iterator[Measure]:
    for metric in ("ndcg", "dcg"):
        for kind, gain in (("Base", {}), ("Exp", {"gain": "exponential"})):
            for position, discount in (
                ("LogPosition", {}),
                ("Position", {"discount": "reciprocal"}),
            ):
                bare = f"{metric.upper()}:type={kind};denominator={position}"
                yield Measure(metric, f"{bare};top={{k}}", bare, {**gain, **discount})
    for name, metric, facts in (
        ("MAP", "map", {}),
        ("MRR", "mrr", {}),
        ("PrecisionAt", "precision", {}),
        ("RecallAt", "recall", {}),
        ("ERR", "err", {"labels": "chance", "parameters": {"max_grade": 1}}),
        ("PFound", "pfound", {"labels": "chance"}),
    ):
        yield Measure(metric, f"{name}:top={{k}}", name, **facts)


def _ranx_measures() -> Iterator[Measure]:
    exponential = {"gain": "exponential"}
    for name, metric, axes in (
        ("ndcg", "ndcg", {}),
        ("ndcg_burges", "ndcg", exponential),
        ("dcg", "dcg", {}),
        ("dcg_burges", "dcg", exponential),
        ("map", "map", {}),
        ("mrr", "mrr", {}),
        ("precision", "precision", {}),
        ("recall", "recall", {}),
        ("f1", "f1", {}),
        ("hit_rate", "hit_rate", {}),
    ):
        yield _at_k(name, metric, axes=axes, labels="whole")
    yield Measure("r_precision", bare="r-precision", labels="whole")


def _pytrec_eval_measures() -> Iterator[Measure]:
    for at, bare, metric in (
        ("ndcg_cut_{k}", "ndcg", "ndcg"),
        ("map_cut_{k}", "map", "map"),
        ("", "recip_rank", "mrr"),
        ("P_{k}", "", "precision"),
        ("recall_{k}", "", "recall"),
        ("success_{k}", "", "hit_rate"),
        ("", "Rprec", "r_precision"),
        ("", "bpref", "bpref"),
    ):
        yield Measure(metric, at, bare, labels="whole")


def _ir_measures_measures() -> Iterator[Measure]:
    for name, metric in (("nDCG", "ndcg"), ("AP", "map")):
        yield _at_k(name, metric, labels="whole")
    for name, metric in (("P", "precision"), ("R", "recall"), ("Success", "hit_rate")):
        yield Measure(metric, f"{name}@{{k}}", labels="whole")
    yield Measure("mrr", "RR@{k}", labels="whole", convention="msmarco")
    for name, metric in (("RR", "mrr"), ("Rprec", "r_precision"), ("Bpref", "bpref")):
        yield Measure(metric, bare=name, labels="whole")


def _torchmetrics_measures() -> Iterator[Measure]:
    for name, metric in (
        ("normalized_dcg", "ndcg"),
        ("average_precision", "map"),
        ("reciprocal_rank", "mrr"),
        ("precision", "precision"),
        ("recall", "recall"),
        ("hit_rate", "hit_rate"),
        ("fall_out", "fall_out"),
    ):
        labels = "whole" if metric == "ndcg" else "binary"
        at, bare = f"retrieval_{name}(top_k={{k}})", f"retrieval_{name}()"
        yield Measure(metric, at, bare, labels=labels)
    yield Measure("r_precision", bare="retrieval_r_precision()", labels="binary")


def _label_above(limit: float) -> Applies:
    return lambda lists, measure: lists.labels.max() > limit


_RANX_CAVEATS = (
    Caveat(
        "from 16 rows on a Run sorts equal scores in no fixed order",
        lambda lists, measure: lists.ties_in_lists_of(16),
    ),
)

_RANX_LEFT_OUT = {
    "bpref": "gives a list another value when many lists stand beside it",
    "rbp": "adds up grades, where the measure knows relevant and not",
}

_PEERS = (
    Peer(
        name="scikit-learn",
        module="sklearn",
        distributions=("scikit-learn",),
        convention="sklearn",
        ask=ask_sklearn,
        measures=tuple(
            Measure(name, f"{name}_score(k={{k}})", f"{name}_score()")
            for name in ("ndcg", "dcg")
        ),
        caveats=(
            Caveat(
                "refuses lists of one row",
                lambda lists, measure: bool(lists.sizes.min() == 1),
                refused=True,
            ),
        ),
        weights="lists",
        tolerance=1e-14,
        replay=replay_sklearn,
        left_out={
            "ignore_ties=True": "orders equal scores by an unstable sort, which "
            "depends on the processor",
        },
    ),
    Peer(
        name="LightGBM",
        module="lightgbm",
        distributions=("lightgbm",),
        convention="lightgbm",
        ask=ask_lightgbm,
        measures=tuple(
            _at_k(name, name, bare=f"{name}@{{longest}}", labels="whole")
            for name in ("ndcg", "map")
        ),
        caveats=(
            Caveat("has gains for labels 0 to 30", _label_above(30), ("ndcg",), True),
            Caveat(
                "refuses lists of more than 10000 rows",
                lambda lists, measure: lists.longest > 10_000,
                ("ndcg",),
                True,
            ),
        ),
        weights="rows",
    ),
    Peer(
        name="XGBoost",
        module="xgboost",
        distributions=("xgboost", "xgboost-cpu"),
        convention="xgboost",
        ask=ask_xgboost,
        measures=tuple(_xgboost_measures()),
        caveats=(Caveat("takes labels 0 to 31", _label_above(31), ("ndcg",), True),),
        weights="lists",
        decimals=17,
        left_out={
            "auc": "compares pairs of equal labels too, by the order of the rows",
        },
    ),
    Peer(
        name="CatBoost",
        module="catboost",
        distributions=("catboost",),
        convention="catboost",
        ask=ask_catboost,
        measures=tuple(_catboost_measures()),
        weights="lists",
        tolerance=1e-12,
        replay=replay_catboost,
    ),
    Peer(
        name="pytrec_eval",
        module="pytrec_eval",
        distributions=("pytrec_eval-terrier", "pytrec-eval-terrier"),
        convention="trec_eval",
        ask=ask_pytrec_eval,
        measures=tuple(_pytrec_eval_measures()),
        tolerance=1e-12,
        left_out={
            "iprec_at_recall, 11pt_avg": "takes recall levels as whole numbers of "
            "rows by cutting off level x R + 0.9 as a float64 holds it",
        },
    ),
    Peer(
        name="ranx",
        module="ranx",
        distributions=("ranx",),
        convention="ranx",
        ask=ask_ranx,
        measures=tuple(_ranx_measures()),
        caveats=_RANX_CAVEATS,
        tolerance=1e-12,
        left_out=_RANX_LEFT_OUT,
    ),
    Peer(
        name="ranx, dicts",
        module="ranx",
        distributions=("ranx",),
        convention="ranx_dict",
        ask=partial(ask_ranx, as_dicts=True),
        measures=tuple(_ranx_measures()),
        caveats=_RANX_CAVEATS,
        tolerance=1e-12,
        left_out=_RANX_LEFT_OUT,
    ),
    Peer(
        name="ir_measures",
        module="ir_measures",
        distributions=("ir-measures",),
        convention="trec_eval",
        ask=ask_ir_measures,
        measures=tuple(_ir_measures_measures()),
        tolerance=1e-12,
    ),
    Peer(
        name="torchmetrics",
        module="torchmetrics",
        distributions=("torchmetrics",),
        convention="torchmetrics",
        ask=ask_torchmetrics,
        measures=tuple(_torchmetrics_measures()),
        tolerance=1e-6,
    ),
)

PEERS = {peer.name: peer for peer in _PEERS}


# Headings of the table, and the axes below them.
_AXES = {
    "gain": "gain",
    "equal scores": "ties",
    "relevant": "relevant_from",
    "AP over": "ap_denominator",
    "P over": "precision_denominator",
    "scores": "score_dtype",
    "queries of a run": "queries",
}


def peers_table() -> Table:
    """Tabulate what every named convention chooses, and what it is compared with.

    Returns
    -------
    table : Table
    """
    names = [name for name in list_conventions() if name != "default"]
    conventions = [get_convention(name) for name in names]
    compared: dict[str, list[str]] = {name: [] for name in names}
    for peer in PEERS.values():
        for name in {peer.convention, *(m.convention for m in peer.measures)} - {""}:
            compared[name].append(peer.name)
    columns = {
        "convention": names,
        "library": [f"{c.peer} {c.versions}" for c in conventions],
        "metrics": [", ".join(c.metrics or ()) for c in conventions],
        "empty list": [_empty_in_words(c) for c in conventions],
    }
    for heading, axis in _AXES.items():
        columns[heading] = [_choice(axis, c) for c in conventions]
    columns["compared with"] = [", ".join(compared[name]) or "-" for name in names]
    notes = [
        f"Not represented: {what} of {peer.name}, because it {why}."
        for peer in PEERS.values()
        for what, why in peer.left_out.items()
    ]
    return Table(columns, notes=tuple(dict.fromkeys(notes)))


def _choice(axis: str, convention: Convention) -> str:
    """Return the value of an axis in words, "-" where no metric reads it."""
    pipeline = ("score_dtype", "queries")
    read = {a for name in convention.metrics or () for a in METRICS[name].axes}
    if axis not in (*read, *pipeline):
        return "-"
    return value_in_words(axis, getattr(convention, axis))


def _empty_in_words(convention: Convention) -> str:
    """Return what an empty list counts, and the metrics where it is another value."""
    rules = {
        name: value_in_words("empty", convention.empty_rule(name, METRICS[name].family))
        for name in convention.metrics or ()
        if METRICS[name].undefined
    }
    most = max(rules.values(), key=list(rules.values()).count)
    others = [f"{name} {rule}" for name, rule in rules.items() if rule != most]
    return ", ".join([most, *others])
