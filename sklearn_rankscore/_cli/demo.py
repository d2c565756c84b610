"""The demonstration: choose an LGBMRanker by nDCG per query, then check the number."""

import contextlib
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sklearn
from sklearn.base import clone
from sklearn.metrics import ndcg_score as sklearn_ndcg_score
from sklearn.model_selection import GridSearchCV, GroupKFold, GroupShuffleSplit
from sklearn.utils import Bunch

from sklearn_rankscore._comparison.compare import Comparison, compare
from sklearn_rankscore._comparison.evaluate import evaluate
from sklearn_rankscore._comparison.search_report import search_report
from sklearn_rankscore._lists.arrays import Array, Floats
from sklearn_rankscore._lists.groups import group_rows
from sklearn_rankscore._scores.gain import ndcg_score
from sklearn_rankscore._selection.names import get_rank_scorer
from sklearn_rankscore._training.ranker import GroupedRanker
from sklearn_rankscore.datasets.digits import load_digits_ranking
from sklearn_rankscore.datasets.files import load_ranking_file


def compare_best_two(
    search: Any,
    fitted_on: Bunch,
    held_out: Bunch,
    *,
    metrics: Sequence[str],
    **options: Any,
) -> Comparison:
    """Compare the chosen candidate with the best other one on held-out queries.

    Parameters
    ----------
    search : object
        A fitted search with ``best_estimator_``.
    fitted_on, held_out : Bunch
        Of `X`, `y` and `groups`. The other candidate is fitted on the first; both are
        scored on the second.
    metrics : sequence of str
    **options
        As in :func:`compare`.

    Returns
    -------
    comparison : Comparison
        The chosen candidate against the other; models are named by their parameters.

    Raises
    ------
    ValueError
        If the search has one candidate only, or one with a score.
    """
    report = search_report(search)
    chosen = int(search.best_index_)
    means = report.columns[report.refit]["mean"].copy()
    means[chosen] = np.nan
    if np.isnan(means).all():
        raise ValueError(
            f"compare_best_two needs a candidate with a score beside the chosen one. "
            f"Got none of {len(means) - 1}; pass error_score='raise' to the search to "
            f"see why."
        )
    other = int(np.nanargmax(means))
    rival = clone(search.estimator).set_params(**report.params[other])
    rival.fit(fitted_on.X, fitted_on.y, groups=fitted_on.groups)
    names = report.in_words(chosen), report.in_words(other)
    models = search.best_estimator_, rival
    scores = {
        name: model.predict(held_out.X)
        for name, model in zip(names, models, strict=True)
    }
    evaluation = evaluate(held_out.y, scores, groups=held_out.groups, metrics=metrics)
    return compare(evaluation, baseline=names[1], **options)


def format_report(report: Mapping[str, Any]) -> str:
    """Return the report as text for a terminal."""
    chosen_on, held_out = report["chosen_on"], report["held_out"]
    name = f"ndcg@{report['k']}"
    return "\n".join(
        [
            f"data      {report['data']}",
            f"          {chosen_on['queries']} queries ({chosen_on['rows']} rows) to "
            f"choose on, {held_out['queries']} ({held_out['rows']}) held out",
            f"search    {len(report['candidates'])} candidates x {report['folds']} "
            "folds of whole queries; mean and spread over folds, convention 'default'",
            "",
            *_format_candidates(report),
            "",
            f"{name} of the chosen model on the held-out queries",
            *_format_pairs(report["scores"]),
            "",
            _why(report["scores"], held_out["queries"]),
            "",
            "the two best candidates on the held-out queries",
            *report["comparison"],
            f"{report['seconds']} s",
        ]
    )


def _format_candidates(report: Mapping[str, Any]) -> list[str]:
    first = report["candidates"][0]
    names = [name for name in first if name != "params"]
    heads = "".join(f"{name:>15}" for name in first["params"])
    lines = ["  " + heads + "".join(f"{name:>18}" for name in names)]
    for candidate in report["candidates"]:
        mark = "* " if candidate["params"] == report["chosen"] else "  "
        values = "".join(f"{value:>15}" for value in candidate["params"].values())
        cells = (
            f"{candidate[name]['mean']:.4f} ± {candidate[name]['std']:.4f}"
            for name in names
        )
        lines.append(mark + values + "".join(f"{cell:>18}" for cell in cells))
    return [*lines, f"* chosen by {names[0]}"]


def _format_pairs(scores: Mapping[str, Any]) -> list[str]:
    titles = {
        "lightgbm": "LightGBM's own eval, one thread",
        "sklearn": "mean of sklearn.metrics.ndcg_score",
    }
    lines = [f"{'convention':<12}{'sklearn_rankscore':<20}{'the peer itself':<20}"]
    for name, title in titles.items():
        here, there = scores["here"][name], scores["there"][name]
        apart = abs(here - there) / there if there else abs(here)
        verdict = "same bits" if here == there else f"{apart:.1e} apart"
        lines.append(f"{name:<12}{here!r:<20}{there!r:<20}{verdict}: {title}")
    return [line.rstrip() for line in lines]


def _why(scores: Mapping[str, Any], n_queries: int) -> str:
    empty, short = scores["queries_without_relevant_row"], scores["queries_of_one_row"]
    left_out = f"; it refuses queries of one row ({short} left out)" if short else ""
    return (
        "The two pairs differ because LightGBM gives a label the gain 2^label - 1,\n"
        "keeps tied rows in their order and counts a query without a relevant row\n"
        f"({empty} of {n_queries} here) as 1, where scikit-learn takes the label as it "
        f"is,\naverages over tied rows and counts such a query as 0{left_out}."
    )


GRID = {
    "estimator__num_leaves": [7, 15, 31],
    "estimator__learning_rate": [0.05, 0.1, 0.2],
}
N_TREES = 60
HELD_OUT = 0.25

# LightGBM's own limits.
_LARGEST_LABEL = 30
_LONGEST_LIST = 10_000

# The last bits of LightGBM's mean over lists depend on the number of threads, which is
# global to the process: whatever is built last decides.
_ONE_THREAD = {"num_threads": 1, "verbosity": -1}


class DemoError(Exception):
    """What the person at the keyboard can mend, said in one line."""


def run_demo(path: str | None = None, *, k: int = 10, folds: int = 5) -> dict[str, Any]:
    """Choose an LGBMRanker on whole queries and score it on others.

    Parameters
    ----------
    path : str, default=None
        A file for ``load_ranking_file``; None takes the digit images.
    k : int, default=10
        The cut-off of nDCG.
    folds : int, default=5
        Number of folds of whole queries.

    Returns
    -------
    report : dict
        What was done and found, ready for JSON; ``format_report`` prints it.

    Raises
    ------
    DemoError
        If LightGBM is missing or the file cannot be used.
    """
    started = time.perf_counter()
    ranker = GroupedRanker(_lgbm_ranker())
    chosen_on, held_out = _digits() if path is None else _split_file(path)
    _check_part(chosen_on, folds)
    _check_part(held_out, 1)
    names = [f"ndcg@{k}", "map", "mrr"]
    search = GridSearchCV(
        ranker,
        GRID,
        scoring=get_rank_scorer(names),
        refit=names[0],
        cv=GroupKFold(folds),
        error_score="raise",
        verbose=2,
    )
    # scikit-learn reports its progress on stdout, which belongs to the result
    with (
        contextlib.redirect_stdout(sys.stderr),
        sklearn.config_context(enable_metadata_routing=True),
    ):
        search.fit(chosen_on.X, chosen_on.y, groups=chosen_on.groups)
    return {
        "data": "digit images (a demonstration)" if path is None else path,
        "k": k,
        "folds": folds,
        "chosen_on": _size(chosen_on),
        "held_out": _size(held_out),
        "candidates": _candidates(search, names),
        "chosen": _plain(search.best_params_),
        "scores": _compare(held_out, search.best_estimator_.predict(held_out.X), k),
        "comparison": _compare_best_two(search, chosen_on, held_out, names),
        "seconds": round(time.perf_counter() - started, 1),
    }


def _compare_best_two(
    search: Any, chosen_on: Bunch, held_out: Bunch, names: Sequence[str]
) -> list[str]:
    """Say of each metric whether the queries tell the best two candidates apart."""
    with sklearn.config_context(enable_metadata_routing=True):
        found = compare_best_two(search, chosen_on, held_out, metrics=names)
    return list(found.sentences)


def _lgbm_ranker() -> Any:
    try:
        from lightgbm import LGBMRanker
    except ModuleNotFoundError as error:
        raise DemoError(
            "LightGBM is not installed. Install it with the package's extra: "
            "pip install 'sklearn-rankscore[lightgbm]'"
        ) from error
    # the folds of a search are fitted one after the other, so results can be repeated
    return LGBMRanker(n_estimators=N_TREES, n_jobs=1, random_state=0, verbose=-1)


def _digits() -> list[Bunch]:
    """Load both pools of digit images: held-out queries have images of their own."""
    return [
        _part(*load_digits_ranking(subset="train", n_queries=240, return_X_y=True)),
        _part(*load_digits_ranking(subset="test", n_queries=80, return_X_y=True)),
    ]


def _split_file(path: str) -> list[Bunch]:
    """Load a file and split off whole queries."""
    try:
        X, y, groups = load_ranking_file(path, return_X_y=True)
    except (OSError, ValueError) as error:
        raise DemoError(str(error)) from error
    if len(np.unique(groups)) < 2:
        raise DemoError(f"{path!r} holds one query. The demo holds out whole queries.")
    splitter = GroupShuffleSplit(n_splits=1, test_size=HELD_OUT, random_state=0)
    rows = next(splitter.split(X, y, groups))
    return [_part(X[part], y[part], groups[part]) for part in rows]


def _part(X: Any, y: Array, groups: Array) -> Bunch:
    """Bring the rows of each query together, as LightGBM's Dataset wants them."""
    lists = group_rows(groups, len(y), "demo")
    X, y, groups = (lists.take(rows) for rows in (X, y, groups))
    return Bunch(X=X, y=y, groups=groups, sizes=np.diff(lists.offsets))


def _check_part(part: Bunch, n_queries: int) -> None:
    """Refuse data that LightGBM or scikit-learn cannot take."""
    if len(part.sizes) < n_queries:
        raise DemoError(
            f"{n_queries} folds need as many queries. Got {len(part.sizes)} after "
            f"holding out {HELD_OUT:.0%}."
        )
    wrong = (part.y < 0) | (part.y > _LARGEST_LABEL) | (part.y % 1 != 0)
    if wrong.any():
        raise DemoError(
            f"LightGBM needs whole labels from 0 to {_LARGEST_LABEL}. Got "
            f"{part.y[wrong][0]} in query {part.groups[wrong][0]}."
        )
    if part.sizes.max() > _LONGEST_LIST:
        raise DemoError(
            f"LightGBM takes at most {_LONGEST_LIST} rows per query. Got a query of "
            f"{part.sizes.max()}."
        )
    if part.sizes.max() < 2:
        raise DemoError("No query has two rows: there is nothing to rank.")


def _size(part: Bunch) -> dict[str, int]:
    return {"queries": len(part.sizes), "rows": len(part.y)}


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("estimator__"): value for name, value in params.items()}


def _candidates(search: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """One row per candidate: its parameters, each metric's mean and spread."""
    results = search.cv_results_
    return [
        {
            "params": _plain(params),
            **{
                name: {
                    "mean": float(results[f"mean_test_{name}"][candidate]),
                    "std": float(results[f"std_test_{name}"][candidate]),
                }
                for name in names
            },
        }
        for candidate, params in enumerate(results["params"])
    ]


def _compare(part: Bunch, scores: Floats, k: int) -> dict[str, Any]:
    """Score the held-out queries by this package and by both peers themselves."""
    ranked = np.repeat(part.sizes > 1, part.sizes)
    here = {}
    for name, rows in (("lightgbm", slice(None)), ("sklearn", ranked)):
        here[name] = ndcg_score(
            part.y[rows], scores[rows], groups=part.groups[rows], k=k, convention=name
        )
    there = {
        "lightgbm": _lightgbm_ndcg(part, scores, k),
        "sklearn": _mean_of_sklearn_ndcg(part, scores, k),
    }
    best_labels = np.maximum.reduceat(part.y, np.cumsum(part.sizes) - part.sizes)
    return {
        "here": here,
        "there": there,
        "queries_of_one_row": int(np.sum(part.sizes == 1)),
        "queries_without_relevant_row": int(np.sum(best_labels == 0)),
    }


def _lightgbm_ndcg(part: Bunch, scores: Floats, k: int) -> float:
    """Let LightGBM's own metric judge the model's scores, which are its start."""
    import lightgbm

    lists = lightgbm.Dataset(
        part.X, part.y, group=part.sizes, init_score=scores, params=_ONE_THREAD
    ).construct()
    metric = {"objective": "lambdarank", "metric": "ndcg", "eval_at": [k]}
    booster = lightgbm.Booster({**metric, **_ONE_THREAD}, lists)
    ((_, _, value, *_),) = booster.eval_train()
    return float(value)


def _mean_of_sklearn_ndcg(part: Bunch, scores: Floats, k: int) -> float:
    """Call scikit-learn's function query by query; it refuses those of one row."""
    ends = np.cumsum(part.sizes)[:-1]
    values = [
        sklearn_ndcg_score([labels], [ranks], k=k)
        for labels, ranks in zip(
            np.split(part.y, ends), np.split(scores, ends), strict=True
        )
        if len(labels) > 1
    ]
    return float(np.mean(values))
