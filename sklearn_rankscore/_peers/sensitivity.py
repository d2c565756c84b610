"""Whether the choice between models depends on the convention."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.search_report import has
from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._conventions.axes import BY_KEY
from sklearn_rankscore._conventions.convention import (
    Convention,
    get_convention,
    in_words,
    list_conventions,
)
from sklearn_rankscore._lists.arrays import Array, GroupsLike
from sklearn_rankscore._metrics.catalogue import MetricName, parse_name
from sklearn_rankscore._peers.candidates import Candidate, Numbers, equal, why_not
from sklearn_rankscore._peers.records import PeerLists, as_peer_lists
from sklearn_rankscore._selection.names import get_rank_scorer
from sklearn_rankscore._selection.rank_scorer import RankScorer

if TYPE_CHECKING:
    from sklearn_rankscore._selection.carriers import Carrier

# Scores of models by name, under each convention.
ByConvention: TypeAlias = Mapping[str, Mapping[str, float]]


def convention_scorers(
    metric: str,
    conventions: Sequence[str | Convention],
    *,
    groups: "Carrier" = None,
    response_method: str | Sequence[str] = "auto",
    **axes: Any,
) -> dict[str, RankScorer]:
    """Build a scorer per convention, as a dict for a search with several metrics.

    Parameters
    ----------
    metric : str
        A name out of :func:`get_rank_scorer_names`, ``"ndcg@10"``.
    conventions : sequence of str or Convention
        Those that order equal scores by document id are refused: scorers have no ids.
    groups : None, str, int, Series, callable or False, default=None
        Where the query ids are, as in :func:`get_rank_scorer`.
    response_method : str or sequence of str, default="auto"
        As in :func:`get_rank_scorer`.
    **axes : dict
        Single axes that override every convention.

    Returns
    -------
    scorers : dict of str to RankScorer
        Keys are metric and convention, ``"ndcg@10 lightgbm"``; one of them is the
        ``refit=`` of the search.

    Raises
    ------
    ValueError
        If a convention is unknown, named twice, does not hold for the metric or needs
        document ids.

    See Also
    --------
    convention_sensitivity : Read the fitted search.

    Examples
    --------
    >>> from sklearn_rankscore import convention_scorers
    >>> list(convention_scorers("ndcg@10", ["sklearn", "lightgbm"]))
    ['ndcg@10 sklearn', 'ndcg@10 lightgbm']
    """
    scorers = {}
    for given in conventions:
        convention = get_convention(given, function="convention_scorers")
        if axes.get("ties", convention.ties) in BY_KEY:
            raise ValueError(
                f"The convention {convention.name!r} of convention_scorers orders "
                f"equal scores by document id, and scorers get no ids. Leave it out, "
                f"or pass ties=, for instance ties='average'."
            )
        key = f"{metric} {convention.name}"
        if key in scorers:
            raise ValueError(
                f"The 'conventions' parameter of convention_scorers must name each "
                f"convention once. Got {convention.name!r} twice."
            )
        scorers[key] = get_rank_scorer(
            metric,
            convention=given,
            groups=groups,
            response_method=response_method,
            **axes,
        )
    return scorers


def scores_of_search(search: Any, metric: str | None) -> tuple[str, ByConvention]:
    """Return the metric, and the score of each candidate under each convention.

    Parameters
    ----------
    search : fitted search
        With ``scoring=convention_scorers(...)``.
    metric : str or None
        Which of its metrics; None for the only one.

    Returns
    -------
    metric : str
    scores : dict of str to dict of str to float
        By convention, then by the parameters of the candidate.
    """
    results = search.cv_results_
    found: dict[str, dict[str, Array]] = {}
    for key in results:
        words = key.removeprefix("mean_test_").split(" ", 1)
        if key.startswith("mean_test_") and len(words) == 2:
            found.setdefault(words[0], {})[words[1]] = results[key]
    if metric is None and len(found) == 1:
        metric = next(iter(found))
    if metric not in found:
        raise ValueError(
            f"convention_sensitivity needs a search that was fitted with scoring="
            f"convention_scorers(metric, [...]), and metric= where there are several. "
            f"Got the metrics {sorted(found)} and metric={metric!r}."
        )
    models = [
        ", ".join(f"{_bare(name)}={value!r}" for name, value in params.items())
        for params in results["params"]
    ]
    scores = {
        name: dict(zip(models, values.tolist(), strict=True))
        for name, values in found[metric].items()
    }
    return metric, scores


def _bare(name: str) -> str:
    """Return the name of a parameter without the steps that lead to it."""
    return re.sub("^(estimator__)+", "", name)


_FIRST_MODELS = 5


@dataclass(frozen=True, repr=False)
class Sensitivity(Table):
    """The order of models under several conventions; a table with a verdict.

    Attributes
    ----------
    best : dict of str to str
        The chosen model under each convention.
    scores : dict of str to dict of str to float
        The score of each model under each convention.
    """

    best: Mapping[str, str] = field(default_factory=dict)
    scores: ByConvention = field(default_factory=dict)

    @property
    def flips(self) -> bool:
        """Whether the chosen model depends on the convention."""
        return len(set(self.best.values())) > 1


def convention_sensitivity(
    models: Any,
    y_true: ArrayLike | None = None,
    *,
    groups: GroupsLike = None,
    metric: str | None = None,
    conventions: Sequence[str | Convention] | None = None,
    sample_weight: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
) -> Sensitivity:
    """Show whether the choice between models depends on the convention.

    Parameters
    ----------
    models : mapping of str to array-like of shape (n_rows,), or a fitted search
        The scores that each model gives to the same rows; or a search that was fitted
        with ``scoring=convention_scorers(...)``, whose candidates are the models.
    y_true : array-like of shape (n_rows,), optional
        Relevance grades; None for a search.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
        None for a search.
    metric : str, optional
        Default ``"ndcg@10"``; for a search the metric that it was scored by.
    conventions : sequence of str or Convention, optional
        Default all named ones that hold for the metric; for a search those that it was
        scored under.
    sample_weight : array-like of shape (n_rows,), optional
        Weights >= 0; None for a search.
    tiebreak : array-like of shape (n_rows,), optional
        Document ids, for conventions that order equal scores by them; without ids they
        are left out where there are equal scores.

    Returns
    -------
    sensitivity : Sensitivity
        A table with one row per convention: the `best` model, the `margin` by which it
        leads, the `order` of the first five, and the share of the pairs of models that
        stand the other way round than under the first convention (`pairs_flipped`).
        ``sensitivity.flips`` says whether the best model differs, and
        ``sensitivity.scores`` holds every score. Candidates of a search without a score
        are left out, and a note says so.

    Raises
    ------
    ValueError
        If there are fewer than two models, or a search was not scored by
        :func:`convention_scorers`.

    See Also
    --------
    convention_scorers : Score a search under several conventions.

    Examples
    --------
    One model puts the best document first, the other two good ones:

    >>> from sklearn_rankscore import convention_sensitivity
    >>> y_true, qid = [1, 1, 1, 2, 0, 0], [7, 7, 7, 7, 7, 7]
    >>> models = {"a": [6, 5, 4, 3, 2, 1], "b": [2, 1, 0, 6, 5, 4]}
    >>> found = convention_sensitivity(
    ...     models, y_true, groups=qid, metric="ndcg@3",
    ...     conventions=["sklearn", "lightgbm"],
    ... )
    >>> found.best, found.flips
    ({'sklearn': 'a', 'lightgbm': 'b'}, True)
    """
    if hasattr(models, "cv_results_"):
        metric, scores = scores_of_search(models, metric)
        scores, notes = _with_a_score(_chosen(scores, conventions))
    elif y_true is None:
        raise TypeError(
            "convention_sensitivity needs y_true= beside scores of models. Got None."
        )
    else:
        name = parse_name(metric or "ndcg@10", function="convention_sensitivity")
        lists = {
            model: as_peer_lists(
                y_true,
                y_score,
                function="convention_sensitivity",
                groups=groups,
                sample_weight=sample_weight,
                tiebreak=tiebreak,
            )
            for model, y_score in models.items()
        }
        scores, notes = _scores_under(lists, name, conventions, tiebreak is not None)
        metric = str(name)
    return _compare(metric, scores, conventions or (), notes)


def _chosen(
    scores: ByConvention, conventions: Sequence[str | Convention] | None
) -> ByConvention:
    """Return the scores under some of the conventions of a search."""
    if conventions is None:
        return scores
    wanted = [get_convention(convention).name for convention in conventions]
    missing = [name for name in wanted if name not in scores]
    if missing:
        raise ValueError(
            f"The 'conventions' parameter of convention_sensitivity must name those "
            f"that the search was scored under, {list(scores)}. Got {missing[0]!r}."
        )
    return {name: scores[name] for name in wanted}


def _with_a_score(scores: ByConvention) -> tuple[ByConvention, tuple[str, ...]]:
    """Return the scores of the candidates that have all of them, and who is left out.

    A fit that failed left NaN, which has no place in an order.
    """
    models = list(next(iter(scores.values()), ()))
    failed = [
        model
        for model in models
        if not all(math.isfinite(of_models[model]) for of_models in scores.values())
    ]
    if not failed:
        return scores, ()
    kept = {
        convention: {name: of[name] for name in of if name not in failed}
        for convention, of in scores.items()
    }
    verb = has(len(failed))
    note = (
        f"{len(failed)} of {len(models)} candidates {verb} no score and {verb} no "
        f"place in the orders: {failed[0]}" + ", ..." * (len(failed) > 1) + "."
    )
    return kept, (note,)


def _scores_under(
    lists: Mapping[str, PeerLists],
    name: MetricName,
    conventions: Sequence[str | Convention] | None,
    with_documents: bool,
) -> tuple[ByConvention, tuple[str, ...]]:
    """Return the score of each model under each convention, and what was left out."""
    numbers = {model: Numbers(of_model) for model, of_model in lists.items()}
    scores, notes = {}, []
    for convention in conventions or list_conventions():
        convention = get_convention(convention, function="convention_sensitivity")
        reasons = [
            why_not(convention, [name], of_model, with_documents)
            for of_model in lists.values()
        ]
        try:
            if any(reasons):
                raise ValueError(max(reasons))
            scores[convention.name] = {
                model: of_model.of(Candidate(convention, "", None), [name])[0]
                for model, of_model in numbers.items()
            }
        except ValueError as error:
            why = f"{convention.name} ({error})"
            if conventions is not None:
                raise ValueError(
                    f"The 'conventions' parameter of convention_sensitivity must hold "
                    f"conventions that have a number here. Got {why}."
                ) from error
            notes.append(f"Not tried: {why}.")
    return scores, tuple(notes)


def _compare(
    metric: str,
    scores: ByConvention,
    conventions: Sequence[str | Convention],
    notes: Sequence[str],
) -> Sensitivity:
    """Put the orders of the models under each convention side by side."""
    n_models = len(next(iter(scores.values()), ()))
    if n_models < 2:
        raise ValueError(
            f"convention_sensitivity needs two models or more, and a convention under "
            f"which {metric} has a number. Got {n_models} models under "
            f"{len(scores)} conventions. {' '.join(notes)}".rstrip()
        )
    name = parse_name(metric)
    known = {
        c.name: c for c in map(get_convention, [*list_conventions(), *conventions])
    }
    first = _without_rounding(next(iter(scores.values())))
    columns: dict[str, list[Any]] = {
        key: [] for key in ("convention", "best", "margin", "order", "pairs_flipped")
    }
    words, best = [], {}
    for convention, as_scored in scores.items():
        of_models = _without_rounding(as_scored)
        order = sorted(of_models, key=of_models.__getitem__, reverse=True)
        best[convention] = order[0]
        columns["convention"].append(convention)
        columns["best"].append(order[0])
        columns["margin"].append(of_models[order[0]] - of_models[order[1]])
        columns["order"].append(" > ".join(order[:_FIRST_MODELS]))
        columns["pairs_flipped"].append(_flipped(first, of_models))
        of_name = known.get(convention)
        words.append(in_words(of_name, name.metric) if of_name else "")
    columns["in_words"] = words
    verdict = "The best model is the same under every convention."
    if len(set(best.values())) > 1:
        verdict = "The best model depends on the convention."
    title = f"{n_models} models by {metric}"
    return Sensitivity(columns, title, (verdict, *notes), best, scores)


def _without_rounding(of_models: Mapping[str, float]) -> dict[str, float]:
    """Return the scores, those alike but for rounding made equal: no order of theirs.

    Conventions add up the lists in different ways.
    """
    settled: dict[str, float] = {}
    for model in sorted(of_models, key=of_models.__getitem__, reverse=True):
        above = next(reversed(settled.values()), math.nan)
        score = of_models[model]
        settled[model] = above if equal([above], [score]) else score
    return {model: settled[model] for model in of_models}


def _flipped(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the share of pairs of models whose order is the other way round."""
    pairs = list(combinations(one, 2))
    opposite = sum((one[a] - one[b]) * (other[a] - other[b]) < 0 for a, b in pairs)
    return opposite / len(pairs)
