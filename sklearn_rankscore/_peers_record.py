"""A peer: what it computes, under which convention, and how to ask it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from sklearn_rankscore._catalogue import METRICS
from sklearn_rankscore._peers_lists import LABEL_RULES, LABEL_WORDS, Call
from sklearn_rankscore._plan import make_plan


@dataclass(frozen=True)
class Measure:
    """A metric as a peer has it.

    Parameters
    ----------
    metric : str
        Our name.
    at, bare : str
        The peer's words with a cut-off, ``"{k}"`` in its place, and without one, where
        ``"{longest}"`` stands for the length of the longest list; "" for not available.
    axes : mapping, default={}
        Where it departs from the convention of the peer.
    parameters : mapping, default={}
        Parameters of our metric that make it the same.
    labels : {"any", "whole", "binary", "chance"}, default="any"
        The labels that the peer takes.
    convention : str, default=""
        The convention, if another than the peer's.
    """

    metric: str
    at: str = ""
    bare: str = ""
    axes: Mapping = field(default_factory=dict)
    parameters: Mapping = field(default_factory=dict)
    labels: str = "any"
    convention: str = ""

    def call(self, k, longest):
        """Return the call at a cut-off, or None where the peer has none such."""
        words = self.bare if k is None else self.at
        words = words.format(k=k, longest=longest)
        return Call(self.metric, k, words, self.axes) if words else None


@dataclass(frozen=True)
class Caveat:
    """Where a peer refuses an input, or is known to differ from its convention."""

    reason: str
    applies: Callable
    metrics: tuple[str, ...] | None = None
    refused: bool = False

    def concerns(self, lists, measure):
        asked = self.metrics is None or measure.metric in self.metrics
        return asked and self.applies(lists, measure)


@dataclass(frozen=True)
class Peer:
    """A library that computes ranking metrics.

    Parameters
    ----------
    name : str
    module : str
        What is imported.
    distributions : tuple of str
        The names under which it may be installed.
    convention : str
    ask : callable
        ``ask(lists, calls)`` -> the peer's mean over lists for each call.
    measures : tuple of Measure
        What it computes; per metric the first one is the peer's default.
    caveats : tuple of Caveat
    weights : {"rows", "lists", ""}
        What it takes weights of.
    tolerance : float
        The relative difference allowed between its number and ours; 0.0 for none.
    decimals : int, optional
        The decimals it prints, where its numbers come as text.
    replay : callable, optional
        ``replay(lists, call)`` -> its values per list to the last bit, NaN where they
        can't be known.
    left_out : mapping of str to str, default={}
        What it computes that no convention represents, and why.
    """

    name: str
    module: str
    distributions: tuple[str, ...]
    convention: str
    ask: Callable
    measures: tuple[Measure, ...]
    caveats: tuple[Caveat, ...] = ()
    weights: str = ""
    tolerance: float = 0.0
    decimals: int | None = None
    replay: Callable | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None

    @property
    def version(self) -> str:
        """The installed version, "" for none."""
        for distribution in self.distributions:
            try:
                return version(distribution)
            except PackageNotFoundError:
                continue
        return ""

    def measures_of(self, metric):
        return [measure for measure in self.measures if measure.metric == metric]

    def refusal(self, measure, lists):
        """Return why the peer has no number for these lists, "" if it has."""
        if not LABEL_RULES[measure.labels](lists.labels):
            return f"takes {LABEL_WORDS[measure.labels]} only"
        if lists.row_weights is not None and not self.weights:
            return "takes no weights"
        return self._first(lists, measure, refused=True)

    def known_difference(self, measure, lists):
        """Return why its number may differ from its convention, "" if it should not."""
        return self._first(lists, measure, refused=False)

    def _first(self, lists, measure, *, refused):
        for caveat in self.caveats:
            if caveat.refused == refused and caveat.concerns(lists, measure):
                return caveat.reason
        return ""

    def plan(self, measure, k):
        """Return our plan that computes the same."""
        return make_plan(
            METRICS[measure.metric].scorer_name,
            function="crosscheck",
            convention=measure.convention or self.convention,
            k=k,
            **measure.axes,
            **measure.parameters,
        )

    def rounded(self, value):
        """Return our value with the decimals that the peer prints."""
        if self.decimals is None:
            return value
        return float(f"{value:.{self.decimals}f}")


def plan_columns(plan, lists):
    """Return the columns that a plan reads of lists."""
    columns = {"groups": lists.ids, "sample_weight": lists.row_weights}
    if plan.steps[0].convention.ties in ("ascending", "descending"):
        columns["tiebreak"] = lists.documents
    return columns


def our_number(plan, lists):
    """Return the one number of a plan on lists, a loss as peers give it."""
    columns = plan_columns(plan, lists)
    (value,) = plan.numbers(lists.labels, lists.scores, **columns).values()
    return value
