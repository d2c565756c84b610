"""Every way to a number: ``surface(case)`` -> what it says of each model.

A surface returns one value per list of each model where it shows them, else the mean.
"""

import csv
import json
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from sklearn.base import BaseEstimator
from sklearn.model_selection import GridSearchCV

import sklearn_rankscore as package
from sklearn_rankscore._cli.main import main


@dataclass(frozen=True)
class Case:
    """Lists of equal length that two models rank, and a metric by its scorer's name."""

    name: str
    function: str
    labels: np.ndarray
    scores: dict
    axes: dict
    folder: str

    @property
    def y_true(self):
        return self.labels.ravel()

    @property
    def ids(self):
        return np.repeat(np.arange(len(self.labels)), self.labels.shape[1])

    @property
    def flat(self):
        return {model: scores.ravel() for model, scores in self.scores.items()}

    @property
    def cut(self):
        k = self.name.partition("@")[2]
        return {"k": int(k)} if k else {}

    @property
    def is_loss(self):
        return self.name.startswith("neg_")

    @property
    def call(self):
        return {"groups": self.ids, **self.axes}

    def evaluation(self):
        return package.evaluate(self.y_true, self.flat, metrics=self.name, **self.call)


class Column(BaseEstimator):
    """A model that predicts one of its columns."""

    def __init__(self, number=0):
        self.number = number

    def fit(self, X, y):
        self.fitted_ = True
        return self

    def predict(self, X):
        return X[:, self.number]


def _columns(case):
    return np.column_stack(list(case.flat.values()))


# ------------------------------------------------------------------- one per list


def score_per_group(case):
    return {
        model: package.score_per_group(case.name, case.y_true, s, **case.call).values
        for model, s in case.flat.items()
    }


def evaluate(case):
    evaluation = case.evaluation()
    return dict(zip(evaluation.models, evaluation.values[:, 0], strict=True))


def table_per_group(case):
    columns = case.evaluation().per_group.columns
    return _by_model(columns, case)


def worst(case):
    """The lowest values of all lists stand first; back in the order of the lists."""
    columns = case.evaluation().worst(len(case.labels)).columns
    for model in case.flat:
        of_model = columns["value"][columns["model"] == model]
        assert (np.diff(of_model) >= 0).all()
    order = np.argsort(columns["group"], kind="stable")
    return _by_model({name: c[order] for name, c in columns.items()}, case)


def group_values_display(case):
    display = package.GroupValuesDisplay.from_evaluation(
        case.evaluation(), ax=Figure().subplots()
    )
    drawn = {}
    for number, model in enumerate(display.models):
        # Drawn from the lowest up; the data beside it keeps the order of the lists.
        heights = np.asarray(display.lines_[number].get_ydata(), dtype=float)
        np.testing.assert_array_equal(heights, np.sort(display.values[number]))
        drawn[model] = display.values[number]
    return drawn


def explain(case):
    found = {}
    for model, scores in case.flat.items():
        values = []
        for one in range(len(case.labels)):
            told = package.explain(
                case.y_true, scores, group=one, scoring=case.name, **case.call
            )
            values += [v.value for v in told.values if v.name == case.name]
        found[model] = np.array(values)
    return found


def deciding(case):
    """The largest differences name the values that they are differences of."""
    comparison = package.compare(case.evaluation(), n_resamples=200)
    columns = comparison.deciding(len(case.labels)).columns
    found = evaluate(case)
    left = np.setdiff1d(np.arange(len(case.labels)), columns["group"])
    # Lists that do not differ are not named.
    np.testing.assert_array_equal(*(values[left] for values in found.values()))
    for model, against, one, value, other in zip(
        *(columns[c] for c in ("model", "against", "group", "value", "value_against")),
        strict=True,
    ):
        found[model][one], found[against][one] = value, other
    return found


def _by_model(columns, case):
    return {model: columns["value"][columns["model"] == model] for model in case.flat}


# ----------------------------------------------------------------------- the mean


def public_function(case):
    """A loss is shown as it is; its scorer, and all by that name, negate it."""
    function = getattr(package, case.function, None)
    if function is None:
        return None
    turn = -1 if case.is_loss else 1
    call = case.call | case.cut
    return {m: turn * function(case.y_true, s, **call) for m, s in case.flat.items()}


def rank_scorer(case):
    scorer = package.get_rank_scorer(case.name, groups=lambda X: case.ids, **case.axes)
    X = _columns(case)
    return {
        model: scorer(Column(number).fit(X, case.y_true), X, case.y_true)
        for number, model in enumerate(case.flat)
    }


def _search(case):
    X = _columns(case)
    rows = np.arange(len(X))
    scorer = package.get_rank_scorer(case.name, groups=lambda X: case.ids, **case.axes)
    return GridSearchCV(
        Column(),
        {"number": range(len(case.flat))},
        scoring=scorer,
        cv=[(rows, rows)] * 2,
        error_score="raise",
    ).fit(X, case.y_true)


def search_report(case):
    report = package.search_report(_search(case), test_fraction=0.5)
    means = dict(zip(case.flat, report.columns["score"]["mean"].tolist(), strict=True))
    best = list(case.flat)[report.best("score")]
    assert means[best] == max(means.values())
    return means


def search_display(case):
    display = package.SearchDisplay.from_report(
        package.search_report(_search(case), test_fraction=0.5),
        ax=Figure().subplots(),
    )
    drawn = np.concatenate([bars[0].get_xdata() for bars in display.bars_])
    means = display.report.columns["score"]["mean"]
    # The dots stand at the means.
    assert all(np.isclose(drawn, mean).any() for mean in means)
    return dict(zip(case.flat, means.tolist(), strict=True))


def summary(case):
    columns = case.evaluation().summary(n_resamples=200).columns
    return dict(zip(columns["model"].tolist(), columns["mean"], strict=True))


def convention_display(case):
    drawn = {}
    for model, scores in case.flat.items():
        evaluation = package.evaluate(
            case.y_true, {model: scores}, metrics=case.name, **case.call
        )
        display = package.ConventionDisplay.from_evaluation(
            [evaluation], ax=Figure().subplots()
        )
        drawn[model] = display.values[0, 0]
    return drawn


def cutoff_display(case):
    if "@" not in case.name:
        return None
    display = package.CutoffDisplay.from_evaluation(
        case.evaluation(),
        case.name.partition("@")[0],
        n_resamples=200,
        ax=Figure().subplots(),
    )
    heights = [line.get_ydata()[0] for line in display.lines_]
    return dict(zip(display.models, heights, strict=True))


def comparison(case):
    """Says differences: the first model's mean is put at what it is elsewhere."""
    found = package.compare(case.evaluation(), n_resamples=200)
    (row,) = found.table.rows
    means = summary(case)
    sign = np.sign(row["difference"])
    (line,) = found.sentences
    if sign and "equals" not in line:
        winner, loser = ("model", "against") if sign > 0 else ("against", "model")
        assert f"{row[winner]} beats {row[loser]} by" in line
    return {
        row["against"]: means[row["against"]],
        row["model"]: means[row["against"]] + row["difference"],
    }


def _command(case, *words):
    table = f"{case.folder}/table.csv"
    with open(table, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["label", "qid", *case.flat])
        columns = (case.y_true.tolist(), case.ids.tolist(), *case.flat.values())
        rows.writerows(zip(*columns, strict=True))
    settings = [f"--set={name}={value}" for name, value in case.axes.items()]
    return [*words[:1], table, "--metrics", case.name, "--json", *settings, *words[1:]]


def command_evaluate(case, capsys):
    assert main(_command(case, "evaluate", "--resamples", "200")) == 0
    document = json.loads(capsys.readouterr().out)
    return {row["model"]: row["mean"] for row in document["summary"]}


def command_compare(case, capsys):
    assert main(_command(case, "compare", "--resamples", "200")) == 0
    document = json.loads(capsys.readouterr().out)
    (row,) = document["comparison"]
    means = command_evaluate(case, capsys)
    return {
        row["against"]: means[row["against"]],
        row["model"]: means[row["against"]] + row["difference"],
    }


def lightgbm_eval(case):
    metric = package.lightgbm_eval_metric(case.name, **case.axes)
    sizes = np.full(len(case.labels), case.labels.shape[1])
    found = {}
    for model, scores in case.flat.items():
        _, found[model], higher = metric(case.y_true, scores, None, sizes)
        assert higher is True
    return found


class _Matrix:
    """What a custom metric asks of XGBoost's DMatrix."""

    def __init__(self, case):
        self.case = case

    def get_label(self):
        return self.case.y_true.astype(np.float32)

    def get_weight(self):
        return np.array([], dtype=np.float32)

    def get_uint_info(self, _):
        return np.arange(len(self.case.labels) + 1) * self.case.labels.shape[1]


def xgboost_eval(case):
    metric = package.xgboost_eval_metric(case.name, **case.axes)
    return {
        model: metric(scores.astype(np.float32), _Matrix(case))[0][1]
        for model, scores in case.flat.items()
    }


def catboost_eval(case):
    metric = package.catboost_eval_metric(case.name, groups=[case.ids], **case.axes)
    assert metric.is_max_optimal() is True
    found = {}
    for model, scores in case.flat.items():
        error, weight = metric.evaluate([scores], case.y_true, None)
        found[model] = metric.get_final_error(error, weight)
    return found


def identify(case):
    """The default convention is found behind the number, written with all its digits.

    A wrong sign is no number of any convention; then there is nothing to return.
    """
    if case.axes or not hasattr(package, case.function):
        return None
    function = getattr(package, case.function)
    turn = -1 if case.is_loss else 1
    found = {}
    for model, scores in case.flat.items():
        number = turn * function(case.y_true, scores, groups=case.ids, **case.cut)
        said = package.identify_convention(
            {case.name: repr(number)}, case.y_true, scores, groups=case.ids
        )
        found[model] = number if "default" in said.conventions else np.nan
    return found
