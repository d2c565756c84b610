"""A report on a search as text: the candidates in a table, and what is said of them."""

import numpy as np

from sklearn_rankscore._number_table import NumberTable


def overview(report):
    """Return the candidates by mean, one column per metric."""
    order = report.order(report.refit)
    params = report.params_of(order).items()
    columns = {
        "": _marks(report, order),
        **{short_name(name, report.params): column for name, column in params},
    }
    for metric in report.metrics:
        cells = [_cell(report, metric, candidate) for candidate in order]
        columns[report.title(metric)] = np.array(cells)
    return NumberTable(columns, title=_heading(report), notes=report.sentences)


def _heading(report):
    failed = len(report.without_score(report.refit))
    return (
        f"{len(report.params)} candidates x {report.n_folds} folds, mean ± standard "
        f"error over folds; * chosen, = not separable from the best by "
        f"{report.title(report.refit)}" + ", ! no score" * bool(failed)
    )


def _marks(report, order):
    separable = report.columns[report.refit]["separable"]
    marks = np.where(separable, "", "=").astype("U2")
    marks[report.without_score(report.refit)] = "!"
    chosen = np.where(np.arange(len(marks)) == report.chosen, "*", "")
    return np.char.add(chosen, marks)[order]


def _cell(report, metric, candidate):
    """Return mean and standard error as text, or where there is no score."""
    columns = report.columns[metric]
    if failed := columns["failed_folds"][candidate]:
        of = f" in {failed} of {report.n_folds} folds" * bool(failed < report.n_folds)
        return f"no score{of}"
    mean, error = columns["mean"][candidate], columns["standard_error"][candidate]
    return f"{mean:.4f} ± {error:.4f}"


def of_others(report, metric):
    """Say how many others are separable from the best, and who has no score."""
    failed = len(report.without_score(metric))
    n_others = len(report.params) - 1 - failed
    if not n_others:
        return "no other has a score"
    worse = int(report.columns[metric]["separable"].sum())
    return (
        f"{worse} of {n_others} others are separable from it"
        + f", {failed} {has(failed)} no score" * bool(failed)
    )


def has(number):
    """Return the verb to a number of candidates."""
    return "has" if number == 1 else "have"


def short_name(name, params):
    """Return a parameter's name without its steps, where that names one parameter."""
    short = name.rpartition("__")[2]
    names = {known for of_candidate in params for known in of_candidate}
    alike = [known for known in names if known.rpartition("__")[2] == short]
    return short if len(alike) == 1 else name
