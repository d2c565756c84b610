"""Ranking metrics per query for scikit-learn's model selection.

The flow, and the sub-packages in its order; each imports only those above it::

    (y_true, y_score, groups) -> clean rows -> lists -> ranks -> values, one per list
        -> one number -> scorer, table, display, page

    _conventions   the choices behind a number, as values
    _lists         raw arrays in, lists in rank order out: the one border
    _metrics       every metric, declared once beside its formula
    _plans         a checked request, run from raw arrays to numbers
    _scores        the public score functions
    _selection     scorers for model selection
    _training      rankers that get their groups, metrics that watch them
    _comparison    evaluate, compare, search_report: what a difference is worth
    _peers         other libraries' numbers beside ours
    datasets       data to rank
    _files         files in and out, without a loss
    _explain       one list, position by position
    _explore       a page to play with
    _displays      pictures
    _cli           the command line

The docstring of each says what goes in, what comes out and where to begin. This module
holds the public names and no logic.
"""

from importlib import import_module as _import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING

from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    list_conventions,
)
from sklearn_rankscore._lists.ranking import show_versions
from sklearn_rankscore._scores.errors import (
    huber_loss,
    log_cosh_loss,
    mean_absolute_scaled_error,
    pseudo_huber_loss,
)
from sklearn_rankscore._scores.gain import (
    cg_score,
    dcg_score,
    err_score,
    graded_precision_score,
    ndcg_score,
    pfound_score,
)
from sklearn_rankscore._scores.hit import (
    f1_at_k_score,
    fall_out_at_k_loss,
    hit_rate_score,
    judged_at_k_score,
    precision_at_k_score,
    r_precision_score,
    recall_at_k_score,
)
from sklearn_rankscore._scores.order import (
    group_auc_score,
    kendall_tau_score,
    mean_relevance_position_loss,
    pairwise_accuracy_score,
    spearman_score,
)
from sklearn_rankscore._scores.per_group import score_per_group
from sklearn_rankscore._scores.percentages import (
    mape_coverage_score,
    mean_absolute_percentage_error,
    mean_arctangent_absolute_percentage_error,
    root_mean_squared_percentage_error,
    symmetric_mean_absolute_percentage_error,
    weighted_absolute_percentage_error,
)
from sklearn_rankscore._scores.positions import (
    bpref_score,
    interpolated_precision_score,
    map_score,
    mrr_score,
    rbp_residual_loss,
    rbp_score,
)
from sklearn_rankscore._selection.names import (
    get_rank_scorer,
    get_rank_scorer_names,
    make_rank_scorer,
)
from sklearn_rankscore._selection.rank_scorer import RankScorer
from sklearn_rankscore._selection.splits import check_group_splits
from sklearn_rankscore._training.eval_metrics import (
    catboost_eval_metric,
    lightgbm_eval_metric,
    xgboost_eval_metric,
)
from sklearn_rankscore._training.ranker import GroupedRanker

if TYPE_CHECKING:
    from sklearn_rankscore._comparison.compare import Comparison, compare
    from sklearn_rankscore._comparison.evaluate import evaluate
    from sklearn_rankscore._comparison.evaluation import Evaluation
    from sklearn_rankscore._comparison.folds import one_standard_error
    from sklearn_rankscore._comparison.search_report import SearchReport, search_report
    from sklearn_rankscore._displays.conventions import ConventionDisplay
    from sklearn_rankscore._displays.cutoffs import CutoffDisplay
    from sklearn_rankscore._displays.group_values import GroupValuesDisplay
    from sklearn_rankscore._displays.search import SearchDisplay
    from sklearn_rankscore._explain.explain import explain
    from sklearn_rankscore._explore.explore import explore
    from sklearn_rankscore._lists.runs import rows_from_run
    from sklearn_rankscore._peers.crosscheck import crosscheck
    from sklearn_rankscore._peers.identify import identify_convention
    from sklearn_rankscore._peers.sensitivity import (
        convention_scorers,
        convention_sensitivity,
    )

__version__ = _version("sklearn-rankscore")

# What a scorer never needs is imported when it is first asked for.
_LATE = {
    "Comparison": "_comparison.compare",
    "ConventionDisplay": "_displays.conventions",
    "CutoffDisplay": "_displays.cutoffs",
    "Evaluation": "_comparison.evaluation",
    "GroupValuesDisplay": "_displays.group_values",
    "SearchDisplay": "_displays.search",
    "SearchReport": "_comparison.search_report",
    "compare": "_comparison.compare",
    "convention_scorers": "_peers.sensitivity",
    "convention_sensitivity": "_peers.sensitivity",
    "crosscheck": "_peers.crosscheck",
    "evaluate": "_comparison.evaluate",
    "explain": "_explain.explain",
    "explore": "_explore.explore",
    "identify_convention": "_peers.identify",
    "one_standard_error": "_comparison.folds",
    "rows_from_run": "_lists.runs",
    "search_report": "_comparison.search_report",
}


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "Comparison",
    "Convention",
    "ConventionDisplay",
    "CutoffDisplay",
    "Evaluation",
    "GroupValuesDisplay",
    "GroupedRanker",
    "RankScorer",
    "SearchDisplay",
    "SearchReport",
    "bpref_score",
    "catboost_eval_metric",
    "cg_score",
    "check_group_splits",
    "compare",
    "convention_scorers",
    "convention_sensitivity",
    "crosscheck",
    "dcg_score",
    "err_score",
    "evaluate",
    "explain",
    "explore",
    "f1_at_k_score",
    "fall_out_at_k_loss",
    "get_convention",
    "get_rank_scorer",
    "get_rank_scorer_names",
    "graded_precision_score",
    "group_auc_score",
    "hit_rate_score",
    "huber_loss",
    "identify_convention",
    "interpolated_precision_score",
    "judged_at_k_score",
    "kendall_tau_score",
    "lightgbm_eval_metric",
    "list_conventions",
    "log_cosh_loss",
    "make_rank_scorer",
    "map_score",
    "mape_coverage_score",
    "mean_absolute_percentage_error",
    "mean_absolute_scaled_error",
    "mean_arctangent_absolute_percentage_error",
    "mean_relevance_position_loss",
    "mrr_score",
    "ndcg_score",
    "one_standard_error",
    "pairwise_accuracy_score",
    "pfound_score",
    "precision_at_k_score",
    "pseudo_huber_loss",
    "r_precision_score",
    "rbp_residual_loss",
    "rbp_score",
    "recall_at_k_score",
    "root_mean_squared_percentage_error",
    "rows_from_run",
    "score_per_group",
    "search_report",
    "show_versions",
    "spearman_score",
    "symmetric_mean_absolute_percentage_error",
    "weighted_absolute_percentage_error",
    "xgboost_eval_metric",
]
