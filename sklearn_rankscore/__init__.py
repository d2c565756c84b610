"""Ranking metrics per query for scikit-learn's model selection.

The flow, which is also the listing of the modules::

    (y_true, y_score, groups) -> Groups -> RankedLists -> value per list -> number
          _check                _groups     _lists       _metrics_*       _reduce

``_conventions`` names the choices behind a number, ``_catalogue`` holds what each
metric declares, ``_plan`` runs a checked request through the flow. On top stand
``_score`` (the functions), ``_scorer`` (scorers) and ``_ranker`` (the adapter).
"""

from importlib import import_module as _import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING

from sklearn_rankscore._conventions import Convention, get_convention, list_conventions
from sklearn_rankscore._errors import (
    huber_loss,
    log_cosh_loss,
    mape_coverage_score,
    mean_absolute_percentage_error,
    mean_absolute_scaled_error,
    mean_arctangent_absolute_percentage_error,
    pseudo_huber_loss,
    root_mean_squared_percentage_error,
    symmetric_mean_absolute_percentage_error,
    weighted_absolute_percentage_error,
)
from sklearn_rankscore._ranker import GroupedRanker
from sklearn_rankscore._score import score_per_group
from sklearn_rankscore._score_gain import (
    cg_score,
    dcg_score,
    err_score,
    graded_precision_score,
    ndcg_score,
    pfound_score,
)
from sklearn_rankscore._score_hit import (
    bpref_score,
    f1_at_k_score,
    fall_out_at_k_loss,
    hit_rate_score,
    interpolated_precision_score,
    judged_at_k_score,
    map_score,
    mrr_score,
    precision_at_k_score,
    r_precision_score,
    rbp_residual_loss,
    rbp_score,
    recall_at_k_score,
)
from sklearn_rankscore._score_order import (
    group_auc_score,
    kendall_tau_score,
    mean_relevance_position_loss,
    pairwise_accuracy_score,
    spearman_score,
)
from sklearn_rankscore._scorer import (
    RankScorer,
    get_rank_scorer,
    get_rank_scorer_names,
    make_rank_scorer,
)
from sklearn_rankscore._splits import check_group_splits
from sklearn_rankscore._versions import show_versions

if TYPE_CHECKING:
    from sklearn_rankscore._crosscheck import crosscheck
    from sklearn_rankscore._eval_metrics import (
        catboost_eval_metric,
        lightgbm_eval_metric,
        xgboost_eval_metric,
    )
    from sklearn_rankscore._evaluate import evaluate
    from sklearn_rankscore._evaluation import Evaluation
    from sklearn_rankscore._explain import explain
    from sklearn_rankscore._explore import explore
    from sklearn_rankscore._identify import identify_convention
    from sklearn_rankscore._one_standard_error import one_standard_error
    from sklearn_rankscore._runs import rows_from_run
    from sklearn_rankscore._search_report import SearchReport, search_report
    from sklearn_rankscore._sensitivity import convention_sensitivity
    from sklearn_rankscore._sensitivity_scorers import convention_scorers
    from sklearn_rankscore._stats import Comparison, compare
    from sklearn_rankscore._viz_conventions import ConventionDisplay
    from sklearn_rankscore._viz_cutoffs import CutoffDisplay
    from sklearn_rankscore._viz_groups import GroupValuesDisplay
    from sklearn_rankscore._viz_search import SearchDisplay

__version__ = _version("sklearn-rankscore")

# What a scorer never needs is imported when it is first asked for.
_LATE = {
    "Comparison": "_stats",
    "ConventionDisplay": "_viz_conventions",
    "CutoffDisplay": "_viz_cutoffs",
    "Evaluation": "_evaluation",
    "GroupValuesDisplay": "_viz_groups",
    "SearchDisplay": "_viz_search",
    "SearchReport": "_search_report",
    "catboost_eval_metric": "_eval_metrics",
    "compare": "_stats",
    "convention_scorers": "_sensitivity_scorers",
    "convention_sensitivity": "_sensitivity",
    "crosscheck": "_crosscheck",
    "evaluate": "_evaluate",
    "explain": "_explain",
    "explore": "_explore",
    "identify_convention": "_identify",
    "lightgbm_eval_metric": "_eval_metrics",
    "one_standard_error": "_one_standard_error",
    "rows_from_run": "_runs",
    "search_report": "_search_report",
    "xgboost_eval_metric": "_eval_metrics",
}


def __getattr__(name):
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
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
