"""What the command line says: in one line, on stderr, of options and not of Python."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TypeAlias

from sklearn_rankscore._conventions.axes import AXES
from sklearn_rankscore._metrics.catalogue import METRICS, REFERENCED

# What a parameter of a function is on the command line.
_SUBJECTS = {
    "y_true": "The labels",
    "y_score": "The scores",
    "groups": "The query ids",
    "tiebreak": "The document ids",
    "queries": "--queries",
    "scoring": "--metrics",
    "metrics": "--metrics",
    "convention": "--convention",
    "level": "--level",
    "n_resamples": "--resamples",
    "random_state": "--seed",
    "baseline": "--baseline",
    "n": "--worst",
    "peers": "--peers",
    "reported": "--reported",
    "group": "--group",
    "k": "The cut-off k",
}
_PARAMETER = re.compile(r"The '(\w+)' parameter(?: of [\w.]+(?: for ('[^']*'))?)?(?= )")
_AXIS = re.compile(r"\b(\w+)='([\w.]+)'")

# What is said of Python alone, and what the command line says in its place.
_PHRASES = (
    (r"^evaluate for ('.*?') ", r"evaluate of \1 "),
    (r"\b(Unknown metric '.*?') in \w+( for '[^']*')?", r"\1"),
    (
        r" only; pass evaluate\(.*\) or several evaluations\.",
        " only: name more files, or more columns by --score.",
    ),
    (r"\bidentify_convention\b", "identify"),
    (r"\brows_from_run\b", "reading a TREC run"),
    (r"\bload_ranking_file cannot\b", "Cannot"),
    (r"\bload_ranking_file\b", "reading LETOR or SVMlight"),
    (r" See get_rank_scorer_names\(\)\.", ""),
    (r"\bneeds tiebreak=, one key per row \(document ids\)", "needs document ids"),
    (r" Scorers have none: choose another rule there\.", " Name them by --document."),
    (r"pass tiebreak=", "name the ids by --document"),
    (r"Pass query_path= a file that holds", "Put a file there that holds"),
    (r"\b[Pp]ass (?=--)", "use "),
    (r" Pass grades=\{.*?\} for labels by name\.", ""),
    (r", or a mapping of metric to these\b", ""),
    (r" or a sequence of [^.']* indexed by [a-z]+(?=, or a callable)", ""),
    (r",? or a callable\b", ""),
    (r"\bGot None instead\.", "Got none."),
    (r"\ba Convention or one of\b", "one of"),
    (r"\bmust be an int >= 1 or None\b", "must be a whole number >= 1"),
)


# What holds the commands of the command line; in quotes, for argparse's own class takes
# no parameter when it runs.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class CommandError(Exception):
    """What the person at the keyboard can mend, said in one line."""


def whole_from(lowest: int) -> Callable[[str], int]:
    """Return what reads a whole number of an option, `lowest` or more."""

    def whole(text: str) -> int:
        if not text.isdecimal() or int(text) < lowest:
            raise argparse.ArgumentTypeError(
                f"must be a whole number >= {lowest}. Got {text!r} instead."
            )
        return int(text)

    return whole


def note(line: str) -> None:
    """Say something beside the result; where nobody listens, nothing."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(one_line(line), file=sys.stderr, flush=True)


def one_line(text: str) -> str:
    """Return text as one line that can be printed everywhere."""
    return " ".join(text.split("\n")).encode("utf-8", "backslashreplace").decode()


def in_options(
    message: str,
    words: Mapping[str, str] | None = None,
    places: Sequence[int] | None = None,
) -> str:
    """Say a message about parameters in the options of the command line.

    Parameters
    ----------
    message : str
        As a function of the package raised it.
    words : mapping of str to str, optional
        What to call the arrays that came from files.
    places : sequence of int, optional
        The row in the file of each row of the arrays.

    Returns
    -------
    message : str
    """
    parameters = {p for m in (METRICS | REFERENCED).values() for p in m.parameters}
    settings = {*AXES, *parameters}
    subjects = {**_SUBJECTS, **(words or {})}

    def subject(match: re.Match[str]) -> str:
        name, model = match[1], match[2]
        if name in subjects:
            of_model = model and name == "y_score" and name not in (words or {})
            return subjects[name] + (f" of {model}" if of_model else "")
        return f"--set {name}" if name in settings else match[0]

    def setting(match: re.Match[str]) -> str:
        if match[1] == "convention":
            return f"--convention {match[2]}"
        return f"--set {match[1]}={match[2]}" if match[1] in settings else match[0]

    message = _AXIS.sub(setting, _PARAMETER.sub(subject, message))
    for pattern, words_of_options in _PHRASES:
        message = re.sub(pattern, words_of_options, message)
    if places is None:
        return message
    return re.sub(r"\bat row (\d+)", lambda m: f"in row {places[int(m[1])]}", message)


@contextmanager
def said_of(
    words: Mapping[str, str] | None = None, places: Sequence[int] | None = None
) -> Iterator[None]:
    """Make what the body raises about arrays a message about files and options."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise CommandError(in_options(str(error), words, places)) from error
