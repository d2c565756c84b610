"""Which convention made a number: those that reproduce it to its printed digits."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from numpy.typing import ArrayLike

from sklearn_rankscore._comparison.tables import Table
from sklearn_rankscore._conventions.axes import AXES
from sklearn_rankscore._conventions.convention import value_in_words
from sklearn_rankscore._lists.arrays import GroupsLike
from sklearn_rankscore._metrics.catalogue import MetricName, parse_name
from sklearn_rankscore._peers.candidates import (
    Candidate,
    Numbers,
    Printed,
    chance_of_accident,
    classes,
    departures,
    distance,
    equal,
    evaluate,
    named_candidates,
    read_printed,
    within,
)
from sklearn_rankscore._peers.records import as_peer_lists
from sklearn_rankscore._plans.rankings import read_axes

_NEAREST = 5

# A number as printed.
Reported: TypeAlias = str | float


@dataclass(frozen=True, repr=False)
class Identification(Table):
    """What :func:`identify_convention` found; a table with a verdict.

    Attributes
    ----------
    verdict : {"named", "one axis away", "not identifiable", "none"}
        Whether one named convention (with those equal to it on these lists) reproduces
        the numbers, or only one that differs from a named one in an axis, or several
        that differ in their numbers or all that was tried, or none.
    conventions : tuple of str
        The named conventions that reproduce all numbers.
    chance : float
        The chance that at least one wrong convention reproduces them by accident; NaN
        where nothing does, and where all that was tried does.
    settled : dict of str to str
        The axes that the numbers tell, and what they say: all that reproduces them
        agrees there, and every other value that was tried does not.
    """

    verdict: str = "none"
    conventions: tuple[str, ...] = ()
    chance: float = math.nan
    settled: Mapping[str, str] = field(default_factory=dict)


def identify_convention(
    reported: Reported | Mapping[str, Reported],
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    groups: GroupsLike = None,
    metric: str = "ndcg",
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    tiebreak: ArrayLike | None = None,
) -> Identification:
    """Find the conventions and cut-offs that reproduce numbers from elsewhere.

    Given a number of a paper, a log or a colleague on the same labels and scores, every
    named convention, and every one that differs from a named one in a single axis, is
    tried; those remain that give all numbers to the digits that were printed.

    Parameters
    ----------
    reported : str, float or mapping of str to these
        The number as printed, best as text: ``"0.4750"`` says four digits, 0.475 only
        three; ``"47.5%"`` is 0.475. Or several, by name:
        ``{"ndcg@5": "0.475", "map@10": "0.3121"}``.
    y_true : array-like of shape (n_rows,) or (n_lists, n_rows)
        Relevance grades, finite and >= 0; bool counts as 0 and 1.
    y_score : array-like of the same shape
        Predicted scores; only their order within a list matters.
    groups : array-like of shape (n_rows,) or False, optional
        The query id of each row; False says one list. Two-dimensional input takes none.
    metric : str, default="ndcg"
        What a single number is.
    k : int or None, default=None
        The cut-off of names without one. With None the whole list is tried, common
        cut-offs, and what a library takes where it is asked for none.
    sample_weight : array-like of shape (n_rows,) or (n_lists,), optional
        Weights >= 0: one per row, or one per list of two-dimensional input.
    tiebreak : array-like of shape (n_rows,), optional
        Document ids. Without them, conventions that order equal scores by id are left
        out where there are equal scores.

    Returns
    -------
    found : Identification
        A table with one row for each convention that reproduces the numbers, named ones
        first (or, if there is none, for the nearest five), and with `verdict`,
        `conventions`, `chance` and `settled`.

    Raises
    ------
    ValueError
        If a number can't be read, a metric is unknown, or the arrays are not what
        :func:`ndcg_score` takes.

    See Also
    --------
    crosscheck : Compare with the peers that are installed.

    Notes
    -----
    `chance` takes each wrong convention's distance from the reported number as the
    spread of a normal distribution, and adds up how likely it is to fall within the
    printed digits. Numbers of one metric at several cut-offs move together and count
    once, with the sharpest of them; different metrics multiply. It is an order of
    magnitude, rather too high than too low: one number of three digits is often
    matched by accident, two of five hardly ever.

    Examples
    --------
    >>> from sklearn_rankscore import identify_convention
    >>> y_true = [1, 1, 1, 1, 1, 3, 3, 0, 0, 0]
    >>> y_score = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    >>> found = identify_convention("0.475", y_true, y_score, groups=False, k=5)
    >>> found.settled["gain"]
    'label'
    >>> found = identify_convention("0.232", y_true, y_score, groups=False, k=5)
    >>> found.settled["gain"]
    '2^label - 1'
    """
    if not isinstance(reported, Mapping):
        reported = {metric: reported}
    names = [_name(text, k) for text in reported]
    printed = [read_printed(value) for value in reported.values()]
    lists = as_peer_lists(
        y_true,
        y_score,
        function="identify_convention",
        groups=groups,
        sample_weight=sample_weight,
        tiebreak=tiebreak,
    )
    with_documents = tiebreak is not None
    numbers = Numbers(lists)
    tried, left_out = named_candidates(names, lists, with_documents)
    named, values, refused = evaluate(tried, names, numbers)
    fits = [within(of_named, printed) for of_named in values]
    cuts = {c.k for c, fit in zip(named, fits, strict=True) if fit}
    conventions = {c.convention.name: c.convention for c in named}
    if not cuts:
        bare = any(name.k is None and name.metric.cutoff for name in names)
        cuts = {None, *(c.bare_cutoff for c in conventions.values() if bare)}
    tried = departures(conventions.values(), cuts, names, lists, with_documents)
    changed, of_changed, _ = evaluate(tried, names, numbers)
    found = _Found(names, printed, [*named, *changed], [*values, *of_changed])
    return found.identification(left_out | refused)


def _name(text: str, k: int | None) -> MetricName:
    """Return the metric and cut-off of a number, if its parameters have defaults."""
    name = parse_name(text, function="identify_convention")
    for parameter, default in name.metric.parameters.items():
        name.metric.checks[parameter](default, "identify_convention")
    if name.k is None and name.metric.cutoff and k is not None:
        return parse_name(text, k=k, function="identify_convention")
    return name


class _Found:
    """Candidates and their numbers, sorted into what fits and what doesn't."""

    def __init__(
        self,
        names: Sequence[MetricName],
        printed: Sequence[Printed],
        tried: Sequence[Candidate],
        values: Sequence[tuple[float, ...]],
    ) -> None:
        self.names, self.printed = names, printed
        self.tried, self.values = tried, values
        self.fitting = [p for p, of in enumerate(values) if within(of, printed)]
        self.named = classes(values, [p for p in self.fitting if not tried[p].change])
        others = classes(values, [p for p in self.fitting if tried[p].change])
        self.changed = [
            same
            for same in others
            if not any(equal(values[same[0]], values[of[0]]) for of in self.named)
        ]
        self.remaining = self.named or self.changed
        of_name = {c.convention.name for c in tried if not c.change}
        fitting = {tried[p].convention.name for same in self.named for p in same}
        self.all_named = fitting == of_name and len(of_name) > 1
        self.nothing_told = len(self.fitting) == len(tried) > 1

    @property
    def verdict(self) -> str:
        if not self.remaining:
            return "none"
        if len(self.remaining) > 1 or self.nothing_told:
            return "not identifiable"
        return "named" if self.named else "one axis away"

    @property
    def chance(self) -> float:
        if not self.remaining or self.nothing_told:
            return math.nan
        metrics = [name.metric.name for name in self.names]
        right = self.remaining[0][0]
        return chance_of_accident(self.values, self.printed, metrics, right)

    @property
    def settled(self) -> dict[str, str]:
        """The axes on which all that fits agrees."""
        read = {axis for name in self.names for axis in read_axes(name.metric)}
        varied = {self.tried[p].change.split(" ")[0] for p in range(len(self.tried))}
        settled = {}
        for axis in AXES if self.fitting else ():
            fitting = [self.tried[p].convention for p in self.fitting]
            words = {value_in_words(axis, getattr(c, axis)) for c in fitting}
            if axis in read & varied and len(words) == 1:
                settled[axis] = words.pop()
        return settled

    def names_of(self, same: Sequence[int]) -> list[str]:
        return list(dict.fromkeys(self.tried[p].convention.name for p in same))

    def identification(self, left_out: Mapping[str, str]) -> Identification:
        shown = [place for same in [*self.named, *self.changed] for place in same]
        if not shown:
            off = [distance(of, self.printed) for of in self.values]
            shown = sorted(range(len(off)), key=off.__getitem__)[:_NEAREST]
        goal = zip(self.names, self.printed, strict=True)
        numbers = ", ".join(f"{name} = {number:g}" for name, (number, _) in goal)
        title = f"Conventions that reproduce {numbers}"
        if not self.remaining:
            title = f"Nothing reproduces {numbers}; the nearest:"
        return Identification(
            self._columns(shown),
            title,
            (*self._findings(), *_reasons(left_out)),
            self.verdict,
            tuple(name for same in self.named for name in self.names_of(same)),
            self.chance,
            self.settled,
        )

    def _columns(self, shown: Sequence[int]) -> dict[str, list[Any]]:
        chosen = [self.tried[place] for place in shown]
        columns: dict[str, list[Any]] = {
            "convention": [candidate.convention.name for candidate in chosen],
            "but": [candidate.change or None for candidate in chosen],
            "k": [candidate.k for candidate in chosen],
        }
        for column, (name, (number, _)) in enumerate(
            zip(self.names, self.printed, strict=True)
        ):
            values = [self.values[place][column] for place in shown]
            columns[str(name)] = values
            columns[f"{name} off by"] = [float(f"{v - number:.2g}") for v in values]
        return columns

    def _findings(self) -> Iterator[str]:
        """Say in sentences what was found."""
        for same in self.named:
            if len(names := self.names_of(same)) > 1:
                yield f"Equal on these lists: {', '.join(names)}."
        if self.nothing_told:
            yield "Every convention tried fits: the number tells nothing apart."
            return
        if self.named and self.all_named:
            yield "Every named convention tried fits: the number tells none apart."
        elif self.verdict == "named":
            yield "No other named convention fits."
        elif self.verdict == "one axis away":
            yield "No named convention fits; one that differs in one axis does."
        elif self.verdict == "not identifiable":
            yield (
                f"Not identifiable: {len(self.remaining)} conventions with different "
                f"numbers fit. More digits, or a second metric, would tell."
            )
        if self.named and self.changed:
            yield f"{len(self.changed)} more fit that differ in one axis."
        if self.settled:
            told = (f"{axis} {words}" for axis, words in self.settled.items())
            yield f"Told by the numbers: {'; '.join(told)}."
        if self.remaining:
            yield f"Chance that a wrong convention fits as well: {self.chance:.2g}."


def _reasons(left_out: Mapping[str, str]) -> list[str]:
    by_reason: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        by_reason.setdefault(reason, []).append(name)
    return [f"Not tried: {', '.join(of)} ({why})." for why, of in by_reason.items()]
