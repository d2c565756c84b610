"""Displays: the data, labels and limits of their axes."""

import subprocess
import sys

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sklearn
import sklearn.metrics
from matplotlib.text import Text
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold

from sklearn_rankscore import (
    Convention,
    ConventionDisplay,
    CutoffDisplay,
    GroupValuesDisplay,
    SearchDisplay,
    evaluate,
    get_rank_scorer,
    list_conventions,
    ndcg_score,
    search_report,
)
from sklearn_rankscore._displays.drawing import ON_DARK, ON_LIGHT, curve, plain, shorten
from sklearn_rankscore.datasets import make_ranking

X, Y, QID = make_ranking(n_queries=30, n_docs=12, random_state=0)
SCORES = {"one": X[:, 0], "two": X[:, 0] + X[:, 1]}


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def legend_of(display):
    return [text.get_text() for text in display.ax_.get_legend().get_texts()]


def test_cutoffs_are_drawn_with_their_intervals():
    display = CutoffDisplay.from_predictions(
        Y, SCORES, groups=QID, cutoffs=[10, 1, 5], n_resamples=200
    )
    assert legend_of(display) == ["one", "two"]
    assert display.ax_.get_xlabel() == "cut-off k"
    assert display.ax_.get_ylabel() == "ndcg@k, mean over 30 lists"
    assert "convention 'default'" in display.ax_.get_title()
    summary = evaluate(
        Y, SCORES, groups=QID, metrics=["ndcg@1", "ndcg@5", "ndcg@10"]
    ).summary(n_resamples=200)
    for number, scores in enumerate(SCORES.values()):
        cutoffs, means = display.lines_[number].get_data()
        assert cutoffs.tolist() == [1, 5, 10]
        assert means.tolist() == [
            ndcg_score(Y, scores, groups=QID, k=k) for k in (1, 5, 10)
        ]
        edges = display.bands_[number].get_paths()[0].vertices
        rows = summary.rows[3 * number : 3 * number + 3]
        for k, row in zip((1, 5, 10), rows, strict=True):
            ends = np.unique(edges[edges[:, 0] == k, 1])
            assert ends.tolist() == [row["low"], row["high"]]
    low, high = display.ax_.get_ylim()
    assert low < display.low.min()
    assert high > display.high.max()


def test_cutoffs_of_an_evaluation_are_those_of_the_metric():
    metrics = ["map@3", "ndcg@10", "map", "ndcg@2"]
    evaluation = evaluate(Y, SCORES, groups=QID, metrics=metrics, convention="lightgbm")
    display = CutoffDisplay.from_evaluation(evaluation, n_resamples=50)
    assert display.cutoffs.tolist() == [2, 10]
    assert "convention 'lightgbm'" in display.ax_.get_title()
    frame = display.frame()
    assert frame.columns.tolist() == ["model", "k", "mean", "low", "high"]
    assert len(frame) == 4
    with pytest.raises(ValueError, match="an evaluation of 'mrr' at a cut-off"):
        CutoffDisplay.from_evaluation(evaluation, "mrr")


def test_values_of_queries_are_sorted_per_model():
    evaluation = evaluate(Y, SCORES, groups=QID, metrics=["map", "kendall_tau"])
    display = GroupValuesDisplay.from_evaluation(evaluation)
    for number, (line, model) in enumerate(zip(display.lines_, SCORES, strict=True)):
        values = evaluation.values[number, 0]
        assert line.get_ydata().tolist() == np.sort(values).tolist()
        assert legend_of(display)[number] == f"{model}, mean {values.mean():.3f}"
    assert display.ax_.get_ylabel() == "map"
    assert display.ax_.get_title() == "map per query, convention 'default'"
    assert len(display.frame()) == 60


def average_precisions(scores):
    """By scikit-learn, query by query, 0 where no row is relevant."""
    values = []
    for query in range(30):
        rows = query == QID
        relevant = Y[rows] > 0
        values.append(
            sklearn.metrics.average_precision_score(relevant, scores[rows])
            if relevant.any()
            else 0.0
        )
    return np.array(values)


def test_what_is_drawn_of_queries_is_what_scikit_learn_says():
    one, two = map(average_precisions, SCORES.values())
    display = GroupValuesDisplay.from_predictions(Y, SCORES, groups=QID, metric="map")
    for line, values in zip(display.lines_, (one, two), strict=True):
        np.testing.assert_allclose(line.get_ydata(), np.sort(values), rtol=1e-12)
    assert legend_of(display) == [
        f"one, mean {one.mean():.3f}",
        f"two, mean {two.mean():.3f}",
    ]
    difference = GroupValuesDisplay.from_predictions(
        Y, SCORES, groups=QID, metric="map", difference=("two", "one")
    )
    apart = two - one
    above, below, mean = difference.lines_
    drawn = above.get_data().values + below.get_data().values
    np.testing.assert_allclose(drawn, np.sort(apart)[::-1], atol=1e-12)
    assert mean.get_ydata()[0] == pytest.approx(apart.mean(), rel=1e-12)
    equal = np.abs(apart) < 1e-12
    assert legend_of(difference) == [
        f"two better: {(apart[~equal] > 0).sum()}",
        f"one better: {(apart[~equal] < 0).sum()}",
        f"mean {apart.mean():+.3f}; equal: {equal.sum()}",
    ]


def test_undefined_values_are_not_drawn():
    flat = np.where(QID < 10, 0.0, X[:, 0])
    display = GroupValuesDisplay.from_predictions(
        Y, flat, groups=QID, metric="kendall_tau"
    )
    assert len(display.lines_[0].get_ydata()) < 30
    assert not np.isnan(display.lines_[0].get_ydata()).any()
    nothing = GroupValuesDisplay.from_predictions(
        Y, np.zeros(len(Y)), groups=QID, metric="kendall_tau"
    )
    assert legend_of(nothing) == ["model"]


def test_many_queries_are_drawn_without_marks():
    labels = np.tile([1, 0, 0], (100, 1))
    scores = np.random.default_rng(0).random((100, 3))
    display = GroupValuesDisplay.from_predictions(labels, scores, metric="mrr")
    assert display.lines_[0].get_marker() == ""


def test_a_difference_has_both_sides():
    display = GroupValuesDisplay.from_predictions(
        Y, SCORES, groups=QID, metric="map", difference=("two", "one")
    )
    differences = display.values[1] - display.values[0]
    above, below, mean = display.lines_
    assert above.get_data().values.max() == pytest.approx(differences.max())
    assert below.get_data().values.min() == pytest.approx(differences.min())
    drawn = above.get_data().values + below.get_data().values
    np.testing.assert_allclose(drawn, np.sort(differences)[::-1], atol=1e-12)
    assert mean.get_ydata()[0] == pytest.approx(differences.mean())
    assert below.get_hatch()
    assert not above.get_hatch()
    assert legend_of(display) == [
        f"two better: {(differences > 0).sum()}",
        f"one better: {(differences < 0).sum()}",
        f"mean {differences.mean():+.3f}; equal: {(differences == 0).sum()}",
    ]
    assert display.ax_.get_ylabel() == "map: two - one"


@pytest.mark.parametrize("difference", ["two", ("two",), ("two", "three")])
def test_a_difference_is_of_two_of_the_models(difference):
    evaluation = evaluate(Y, SCORES, groups=QID, metrics="map")
    with pytest.raises(ValueError, match="'difference' parameter of GroupValues"):
        GroupValuesDisplay.from_evaluation(evaluation, difference=difference)


@pytest.fixture(scope="module")
def search():
    grid = {"alpha": [1e-3, 1.0, 1e5], "fit_intercept": [True, False]}
    with sklearn.config_context(enable_metadata_routing=True):
        return GridSearchCV(
            Ridge(),
            grid,
            scoring=get_rank_scorer(["ndcg@5", "map"]),
            refit="map",
            cv=GroupKFold(3),
            error_score="raise",
        ).fit(X, Y, groups=QID)


def test_candidates_are_drawn_best_first(search):
    display = SearchDisplay.from_estimator(search)
    means = search.cv_results_["mean_test_map"]
    drawn = np.concatenate([bars.lines[0].get_xdata() for bars in display.bars_])
    np.testing.assert_allclose(np.sort(drawn), np.sort(means))
    assert (np.diff(means[display.candidates_]) <= 0).all()
    # scikit-learn divides the squares by 3 folds, a standard error by 2 and by 3.
    errors = search.cv_results_["std_test_map"] / np.sqrt(2)
    bars = [bar for shown in display.bars_ for bar in shown.lines[2][0].get_segments()]
    for (left, place), (right, _) in bars:
        candidate = display.candidates_[int(place)]
        ends = means[candidate] + np.array([-1, 1]) * errors[candidate]
        np.testing.assert_allclose([left, right], ends, rtol=1e-12)
    assert len(bars) == len(means)
    labels = [label.get_text() for label in display.ax_.get_yticklabels()]
    marked = [label for label in labels if label.endswith("  *")]
    alpha = search.best_params_["alpha"]
    intercept = search.best_params_["fit_intercept"]
    assert marked == [f"alpha={alpha}, fit_intercept={intercept}  *"]
    assert display.ax_.get_xlabel() == "map, mean over 3 folds"
    title = display.ax_.get_title()
    assert title.startswith("Candidates by map, convention 'default'")
    top, bottom = display.ax_.get_ylim()
    assert top > bottom, "the best stands on top"
    assert len(display.frame()) == 12


def test_candidates_may_be_drawn_by_another_metric_and_be_few(search):
    display = SearchDisplay.from_report(search_report(search), "ndcg@5", most=2)
    assert len(display.candidates_) == 2
    assert display.ax_.get_xlabel() == "ndcg@5, mean over 3 folds"
    with pytest.raises(ValueError, match=r"must be one of \['ndcg@5', 'map'\]"):
        SearchDisplay.from_estimator(search, "mrr")


def test_candidates_that_are_worse_are_hollow():
    folds = {"ndcg": np.array([[0.8, 0.81, 0.79, 0.8], [0.1, 0.12, 0.09, 0.1]])}
    results = {"params": [{"depth": 1}, {"depth": 2}], "mean_test_ndcg": [0.8, 0.1]}
    for fold in range(4):
        results[f"split{fold}_test_ndcg"] = folds["ndcg"][:, fold]
    search = GridSearchCV(Ridge(), {}, cv=GroupKFold(4), refit="ndcg")
    search.cv_results_, search.scorer_, search.best_index_ = results, None, 0
    display = SearchDisplay.from_estimator(search)
    good, worse = display.bars_
    assert worse.lines[0].get_markerfacecolor() == "none"
    assert good.lines[0].get_markerfacecolor() == ON_LIGHT[0]
    assert legend_of(display) == ["not separable from the best", "worse than the best"]


def test_candidates_without_a_score_are_said_in_the_figure():
    results = {"params": [{"depth": i} for i in range(3)], "mean_test_ndcg": None}
    for fold, values in enumerate(([0.8, np.nan, 0.1], [0.7, 0.9, 0.2])):
        results[f"split{fold}_test_ndcg"] = np.array(values)
    search = GridSearchCV(Ridge(), {}, cv=GroupKFold(2), refit="ndcg")
    search.cv_results_, search.scorer_, search.best_index_ = results, None, 0
    display = SearchDisplay.from_estimator(search)
    assert display.candidates_.tolist() == [0, 2]
    texts = [text.get_text() for text in display.figure_.findobj(Text)]
    assert any("1 of 3 candidates has no score" in text for text in texts)


def test_conventions_and_metrics_make_a_map():
    display = ConventionDisplay.from_predictions(
        pd.Series(Y), {"one": X[:, 0]}, groups=QID, metrics=["ndcg@5", "mrr", "dcg@5"]
    )
    assert "default" in display.conventions
    assert "trec_eval" not in display.conventions, "it orders ties by document"
    assert set(display.conventions) <= set(list_conventions())
    column = display.conventions.index("lightgbm")
    value = ndcg_score(Y, X[:, 0], groups=QID, k=5, convention="lightgbm")
    assert display.values[0, column] == value
    assert np.isnan(display.values[1, column])
    n_conventions = len(display.conventions)
    texts = [text.get_text() for text in display.texts_]
    assert texts[column] == f"{value:.3f}"
    assert texts[n_conventions + column] == "-"
    shown = np.asarray(display.image_.get_array())
    assert shown[0, column] == value
    # DCG has no bound: its row is compared with its largest.
    assert np.nanmax(shown[2]) == 1
    names = [label.get_text() for label in display.ax_.get_xticklabels()]
    assert names == list(display.conventions)
    assert display.ax_.get_title() == "one: mean over 30 lists, by convention"
    frame = display.frame()
    assert isinstance(frame, pd.DataFrame)
    assert len(frame) == 3 * n_conventions


def test_conventions_that_order_ties_by_key_need_the_keys():
    display = ConventionDisplay.from_predictions(
        Y, X[:, 0], groups=QID, metrics="mrr", tiebreak=np.arange(len(Y))
    )
    assert "trec_eval" in display.conventions


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"conventions": ["sklearn"]}, "Got 'sklearn', which has ndcg, dcg"),
        ({"conventions": ["default", "default"]}, "each convention once"),
        ({"scores": SCORES}, r"needs one model, .* \['one', 'two'\]"),
    ],
)
def test_conventions_are_refused_by_name(options, message):
    scores = options.pop("scores", X[:, 0])
    options = {"metrics": ["mrr"], "groups": QID, **options}
    with pytest.raises(ValueError, match=message):
        ConventionDisplay.from_predictions(Y, scores, **options)


@pytest.mark.parametrize(
    ("display", "options"),
    [
        (CutoffDisplay, {"n_resamples": 40}),
        (GroupValuesDisplay, {}),
        (ConventionDisplay, {"conventions": ["default"]}),
    ],
)
def test_an_estimator_is_drawn_like_its_predictions(display, options):
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    model = Ridge().fit(frame, Y)
    indexed = frame.set_index(pd.Index(QID, name="qid"))
    for data, groups in ((frame, QID), (indexed, "qid")):
        found = display.from_estimator(model, data, Y, groups=groups, **options)
        told = display.from_predictions(
            Y, {"Ridge": model.predict(frame)}, groups=QID, **options
        )
        for name in ("mean", "values"):
            if hasattr(found, name):
                np.testing.assert_array_equal(getattr(found, name), getattr(told, name))
    named = display.from_estimator(
        model, frame, Y, groups=QID, name="linear", **options
    )
    assert "linear" in str(getattr(named, "models", getattr(named, "model", "")))


def test_axes_may_be_given():
    figure, (left, right) = plt.subplots(1, 2)
    display = CutoffDisplay.from_predictions(
        Y, SCORES, groups=QID, ax=left, n_resamples=40
    )
    assert display.ax_ is left
    assert display.plot(right).figure_ is figure
    assert len(right.get_lines()) == 2


def test_dark_ground_gets_light_ink():
    with matplotlib.style.context("dark_background"):
        display = GroupValuesDisplay.from_predictions(
            Y, SCORES, groups=QID, difference=("one", "two")
        )
        assert display.lines_[0].get_edgecolor()[:3] == (1, 1, 1)
        face = matplotlib.colors.to_hex(display.lines_[0].get_facecolor())
        assert face.upper() == ON_DARK[0]


@pytest.mark.parametrize("palette", [ON_LIGHT, ON_DARK])
def test_neighbours_differ_in_grey(palette):
    rgb = np.array([matplotlib.colors.to_rgb(colour) for colour in palette])
    grey = rgb @ [0.299, 0.587, 0.114]
    assert (np.abs(np.diff(grey)) > 0.1).all()


@pytest.mark.parametrize("name", ["_hidden", "$x^{$", "50 % $"])
def test_names_are_shown_as_they_are(name):
    scores = {name: X[:, 0], "other": X[:, 1]}
    for options in ({}, {"difference": (name, "other")}):
        display = GroupValuesDisplay.from_predictions(Y, scores, groups=QID, **options)
        display.figure_.canvas.draw()
        assert legend_of(display)[0].startswith(plain(name))
        assert plain(name).strip().replace(r"\$", "$") == name


LONG = [
    f"{f'the experiment number {i} with its own settings, ' * 9}"[:120] for i in "abc"
]
PARAMS = [
    {"estimator": f"Pipeline(steps=[{'scale, ' * 9}Ridge(alpha={i})])"}
    for i in range(40)
]
MODELS = {
    "long": dict(zip(LONG, (X + X[:, :1] / 2).T[:3], strict=True)),
    "many": {f"model {i}": X[:, 0] + i * X[:, 1] / 9 for i in range(40)},
    "both": {f"{i} {LONG[0]} {i}": X[:, 0] + i * X[:, 1] / 9 for i in range(40)},
    "wide": {"W" * 119 + i: X[:, 0] for i in "abc"},
}


def drawn_by_folds(params, ax):
    """Draw made-up candidates, each a little worse than the one before."""
    results = {"params": params, "mean_test_ndcg": np.linspace(0.8, 0.2, len(params))}
    for fold in range(4):
        results[f"split{fold}_test_ndcg"] = results["mean_test_ndcg"] + fold / 99
    search = GridSearchCV(Ridge(), {}, cv=GroupKFold(4), refit="ndcg")
    search.cv_results_, search.scorer_, search.best_index_ = results, None, 0
    return SearchDisplay.from_estimator(search, most=40, ax=ax)


def drawn_conventions(ax):
    """Draw one metric under conventions of many and long names."""
    names = [f"the convention of our own with the number {i}" for i in range(40)]
    evaluations = [
        evaluate(
            Y, X[:, 0], groups=QID, metrics="map", convention=Convention(name=name)
        )
        for name in names
    ]
    return ConventionDisplay.from_evaluation(evaluations, ax=ax)


def drawn_names(what, ax):
    """Draw names that are long or many, by the kind of display."""
    kind, _, names = what.partition(" ")
    if what == "conventions many":
        return drawn_conventions(ax)
    if kind == "search":
        few = PARAMS[:3] if names == "long" else PARAMS
        return drawn_by_folds(
            [{"a": i} for i in range(40)] if names == "many" else few, ax
        )
    models, options = MODELS[names], {"groups": QID, "ax": ax}
    if kind == "cutoffs":
        return CutoffDisplay.from_predictions(Y, models, n_resamples=99, **options)
    if kind == "difference":
        options["difference"] = tuple(models)[1::-1]
    if kind == "conventions":
        name = next(iter(models))
        return ConventionDisplay.from_predictions(Y, {name: models[name]}, **options)
    return GroupValuesDisplay.from_predictions(Y, models, **options)


NAMED_PICTURES = [
    f"{kind} {names}"
    for kind in ("cutoffs", "values", "difference", "conventions", "search")
    for names in MODELS
    if (kind, names) != ("search", "wide")
]


def axes_to_draw_on(place):
    if place == "new":
        return None
    layout = {"report": {"layout": "constrained", "figsize": (7, 4.5)}}
    return plt.subplots(**layout.get(place, {}))[1]


def is_inside(figure):
    """Tell whether all that is drawn stands in its figure, but for half a pixel."""
    figure.canvas.draw()
    box, size = figure.get_tightbbox(), figure.get_size_inches()
    room = 0.5 / figure.dpi
    return (box.min >= -room).all() and (box.max <= size + room).all()


@pytest.mark.parametrize("place", ["new", "given", "report"])
@pytest.mark.parametrize("what", NAMED_PICTURES)
def test_the_axes_keep_half_of_the_figure(what, place):
    display = drawn_names(what, axes_to_draw_on(place))
    figure = display.figure_
    assert is_inside(figure)
    box = display.ax_.get_window_extent()
    assert box.width * box.height >= figure.bbox.width * figure.bbox.height / 2
    legend = display.ax_.get_legend()
    if legend is not None:
        assert (
            not legend.get_window_extent().overlaps(box) or len(legend_of(display)) < 4
        )


@pytest.mark.parametrize("kind", ["cutoffs", "values"])
def test_a_legend_of_many_models_says_how_many_more(kind):
    display = drawn_names(f"{kind} many", None)
    labels = legend_of(display)
    assert len(display.lines_) == 40
    assert [label.split(",")[0] for label in labels[:-1]] == list(MODELS["many"])[:12]
    assert labels[-1] == "and 28 more"


def test_names_in_a_legend_stay_apart_and_keep_their_numbers():
    labels = legend_of(drawn_names("values long", None))
    assert len({label.split("…")[0] for label in labels}) == 3
    for label, (name, scores) in zip(labels, MODELS["long"].items(), strict=True):
        assert label.startswith(name[:20])
        assert label.endswith(f"mean {ndcg_score(Y, scores, groups=QID, k=10):.3f}")


@pytest.mark.parametrize("kind", ["cutoffs", "values", "difference"])
def test_several_axes_are_left_where_they_are(kind):
    _, (left, right) = plt.subplots(1, 2)
    places = [ax.get_position().bounds for ax in (left, right)]
    drawn_names(f"{kind} both", left)
    assert [ax.get_position().bounds for ax in (left, right)] == places
    legend, box = left.get_legend().get_window_extent(), left.bbox
    assert box.x0 <= legend.x0
    assert legend.x1 <= box.x1


@pytest.mark.parametrize(
    ("names", "most", "expected"),
    [
        (["short", "other"], 12, ["short", "other"]),
        (["the first of all", "none"], 9, ["the …all", "none"]),
        # The ends are alike: what differs is shown.
        (["model aaaa of today", "model bbbb of today"], 13, ["m…aaaa…today", 0]),
    ],
)
def test_names_are_cut_in_the_middle(names, most, expected):
    found = shorten(names, most)
    assert len(set(found)) == len(names)
    assert max(map(len, found)) <= most
    for short, name, wanted in zip(found, names, expected, strict=True):
        assert name.startswith(short.partition("…")[0])
        assert name.endswith(short.rpartition("…")[2])
        assert wanted == 0 or name == short or len(wanted) <= most


def test_names_that_differ_are_cut_to_names_that_differ():
    rng = np.random.default_rng(0)
    for _ in range(200):
        letters = rng.choice(
            list("ab…()1 "), (rng.integers(2, 30), rng.integers(1, 40))
        )
        names = ["".join(row) for row in letters]
        for most in (12, 18, 40):
            found = shorten(names, most)
            assert len(set(found)) == len(set(names))
            assert max(map(len, found)) <= most


def test_curves_beyond_the_colours_look_different():
    _, ax = plt.subplots()
    looks = {(curve(ax, i)["color"], str(curve(ax, i)["linestyle"])) for i in range(36)}
    assert len(looks) == 36


def test_importing_the_package_imports_no_matplotlib():
    code = "import sys, sklearn_rankscore; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ModuleNotFoundError, match=r"sklearn-rankscore\[plot\]"):
        GroupValuesDisplay.from_predictions(Y, SCORES, groups=QID)


def test_cutoffs_are_drawn_on_an_axis_of_any_scale():
    """The ticks of a log scale are powers, which no option makes whole."""
    _, ax = plt.subplots()
    ax.set_xscale("log")
    display = CutoffDisplay.from_predictions(
        Y, SCORES, groups=QID, cutoffs=[1, 10], n_resamples=200, ax=ax
    )
    assert display.ax_.get_xscale() == "log"


def test_a_legend_below_needs_no_visible_axis(search):
    fig, ax = plt.subplots()
    ax.xaxis.set_visible(False)
    display = SearchDisplay.from_estimator(search, ax=ax)
    fig.canvas.draw()
    # Where nothing is written below the axes, only the usual 4 points are left free.
    below = display.ax_.get_legend().get_window_extent().y1
    assert 72 * (display.ax_.bbox.y0 - below) / fig.dpi == pytest.approx(4)
