"""compare: intervals that cover, tests that keep their level, scipy's own p-values."""

import itertools
import math
import pickle
import statistics
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from sklearn_rankscore import compare, evaluate, map_score
from sklearn_rankscore._comparison import paired
from sklearn_rankscore._comparison.paired import (
    Family,
    benjamini_hochberg,
    compare_columns,
    corrected,
    count_deciding,
    holm,
    paired_differences,
    sentence,
    sign_flip_pvalues,
)
from sklearn_rankscore._comparison.resampling import (
    Progress,
    as_seed,
    bootstrap_means,
)
from sklearn_rankscore.datasets import make_ranking

X, Y, QID = make_ranking(n_queries=40, n_docs=(2, 12), random_state=0)
SCORES = {
    "A": X[:, 1],
    "B": X[:, 1] + X[:, 2] / 9,
    "C": X[:, 1] - X[:, 0],
    "twin": X[:, 1] * 2,
}


DRAWS = {"level": 0.95, "n_resamples": 99, "n_permutations": 999, "seed": 0}


@pytest.fixture(scope="module")
def evaluation():
    return evaluate(Y, SCORES, groups=QID, metrics=["ndcg@10", "map"])


@pytest.fixture(scope="module")
def comparison(evaluation):
    return compare(evaluation, random_state=3)


def test_every_pair_and_metric_is_compared_once(comparison):
    pairs = zip(*(comparison.columns[n] for n in ("model", "against")), strict=True)
    assert [f"{a}-{b}" for a, b in pairs][::2] == [
        "B-A",
        "C-A",
        "twin-A",
        "C-B",
        "twin-B",
        "twin-C",
    ]
    assert comparison.columns["metric"].tolist() == ["ndcg@10", "map"] * 6


# scipy before 1.13 says of zeros that it takes the normal approximation
@pytest.mark.filterwarnings("ignore:Exact p-value calculation:UserWarning")
def test_p_values_are_those_of_direct_calls(comparison):
    for row, differences in zip(
        comparison.table.rows, comparison.differences, strict=True
    ):
        if not differences.any():
            assert row["model"] == "twin"
            continue
        direct = scipy.stats.permutation_test(
            (differences,),
            np.mean,
            permutation_type="samples",
            vectorized=True,
            n_resamples=2000,
            random_state=np.random.default_rng(3),
        )
        assert row["p_randomisation"] == direct.pvalue
        assert row["p_t"] == scipy.stats.ttest_1samp(differences, 0).pvalue
        assert row["p_wilcoxon"] == scipy.stats.wilcoxon(differences).pvalue


def test_few_lists_are_tested_by_all_signs():
    differences = np.array([0.3, -0.1, 0.2, 0.4, 0.1, 0.2])
    signs = np.array(np.meshgrid(*[[-1, 1]] * 6)).reshape(6, -1)
    extreme = np.abs(differences @ signs) >= differences.sum() - 1e-12
    (p,) = sign_flip_pvalues(differences[:, None], n_permutations=1000, seed=0)
    assert p == extreme.mean()


def share_as_far_out(shares):
    """P-value by every way to toss a coin per list, one plain loop each."""
    reached = abs(math.fsum(shares))
    sums = [
        math.fsum(sign * share for sign, share in zip(signs, shares, strict=True))
        for signs in itertools.product((-1, 1), repeat=len(shares))
    ]
    return sum(abs(total) >= reached - 1e-12 for total in sums) / len(sums)


def test_many_lists_are_tested_alike(monkeypatch):
    """Beyond a size coins are tossed in blocks; here so few that all can be named."""
    monkeypatch.setattr(paired, "_MOST_LOOPED_FLIPS", 0)
    shares = np.random.default_rng(1).normal([0, 0.2, 0.4, 0.8], 1, (11, 4))
    exact = [share_as_far_out(column) for column in shares.T.tolist()]
    assert max(exact) > 0.5 > 0.05 > min(exact)
    found = sign_flip_pvalues(shares, n_permutations=100_000, seed=0)
    # Twice the share of one side: six standard errors are 6 sqrt(2 p / 100 000).
    allowed = 6 * np.sqrt(2 * np.array(exact) / 100_000)
    assert (np.abs(found - exact) < allowed).all()


def test_lists_of_other_weights_are_tested_by_all_signs():
    differences = [0.3, -0.1, 0.2, 0.4, -0.25, 0.2, 0.05]
    weights = [1.0, 4.0, 0.5, 2.0, 1.0, 0.25, 3.0]
    columns = compare_columns(np.array([differences]), np.array(weights), **DRAWS)
    products = [w * d for w, d in zip(weights, differences, strict=True)]
    assert columns["difference"][0] == pytest.approx(
        math.fsum(products) / math.fsum(weights), rel=1e-14
    )
    assert columns["p_randomisation"][0] == share_as_far_out(products)
    assert share_as_far_out(products) != share_as_far_out(differences)
    # Neither test minds the scale of what each list adds to the difference.
    t = statistics.mean(products) / (statistics.stdev(products) / math.sqrt(7))
    assert columns["p_t"][0] == pytest.approx(2 * scipy.stats.t.sf(t, 6), rel=1e-12)
    assert columns["effect_size"][0] == pytest.approx(t / math.sqrt(7), rel=1e-12)
    assert columns["p_wilcoxon"][0] == scipy.stats.wilcoxon(products).pvalue
    counts = [columns[name][0] for name in ("wins", "ties", "losses", "n_lists")]
    assert counts == [5, 0, 2, 7]
    # The sum 0.75 is gone without the 0.8 of one list.
    assert columns["n_deciding"][0] == 1


@pytest.mark.parametrize("weights", [[1, 1, 1, 1, 1], [1, 2, 0.5, 3, 1.5]])
def test_intervals_are_those_of_all_resamples(weights):
    """Five lists can be drawn in 3125 ways, each as likely as the other."""
    values = [0.1, 0.95, 0.4, 0.6, 0.3]
    means = sorted(
        math.fsum(weights[i] * values[i] for i in drawn)
        / math.fsum(weights[i] for i in drawn)
        for drawn in itertools.product(range(5), repeat=5)
    )
    low, high = bootstrap_means(
        np.array([values]).T,
        np.array(weights, dtype=float),
        level=0.5,
        n_resamples=50_000,
        seed=0,
    )
    # Beyond 0.7407 lies a quarter of Student's t for 4 degrees of freedom. Times
    # sqrt(5 / 4) that is 0.8281, beyond which lies 0.2038 of the normal: 637 ways.
    # Four standard errors of a share of 50 000 draws are 0.0072, or 22 ways.
    assert means[637 - 22] <= low[0] <= means[637 + 22]
    assert means[-637 - 22] <= high[0] <= means[-637 + 22]


def test_the_tests_are_those_of_scipy_and_of_the_peer(evaluation, comparison):
    a, c = (evaluation.values[evaluation.models.index(m), 0] for m in ("A", "C"))
    row = comparison.table.rows[2]
    assert (row["model"], row["against"], row["metric"]) == ("C", "A", "ndcg@10")
    assert row["p_t"] == pytest.approx(scipy.stats.ttest_rel(c, a).pvalue, rel=1e-10)


@pytest.mark.filterwarnings("ignore")  # ranx and numba warn of their own dependencies
def test_the_randomisation_test_agrees_with_ranx():
    pytest.importorskip("ranx", reason="the peer of this test")
    from ranx.statistical_tests import fisher_randomization_test, paired_student_t_test

    rng = np.random.default_rng(5)
    first = rng.beta(2, 2, 30)
    second = np.clip(first + rng.normal(0.03, 0.1, 30), 0, 1)
    theirs, _ = fisher_randomization_test(first, second, n_permutations=20_000)
    columns = compare_columns(
        (second - first)[None], np.ones(30), **DRAWS | {"n_permutations": 20_000}
    )
    assert columns["p_randomisation"][0] == pytest.approx(theirs, abs=0.01)
    t_test, _ = paired_student_t_test(first, second)
    assert columns["p_t"][0] == pytest.approx(t_test, rel=1e-10)


def reciprocal_ranks(n_lists, seed):
    """Return mrr of lists of ten rows in random order, one of them relevant."""
    rng = np.random.default_rng(seed)
    labels = np.zeros((n_lists, 10))
    labels[:, 0] = 1
    return evaluate(labels, rng.random(labels.shape), metrics=["mrr", "ndcg"])


@pytest.mark.parametrize("n_lists", [30, 120])
def test_intervals_cover_the_mean_that_is_known(n_lists):
    ranks = np.arange(1, 11)
    known = {"mrr": np.mean(1 / ranks), "ndcg": np.mean(1 / np.log2(ranks + 1))}
    covered = dict.fromkeys(known, 0)
    for study in range(500):
        table = reciprocal_ranks(n_lists, seed=study).summary(
            n_resamples=999, random_state=study, quantiles=()
        )
        for row in table.rows:
            covered[row["metric"]] += row["low"] <= known[row["metric"]] <= row["high"]
    for count in covered.values():
        assert 0.93 * 500 <= count <= 0.97 * 500


def test_tests_keep_their_level_where_nothing_differs():
    n_studies, n_lists = 4000, 40
    first, second = (
        reciprocal_ranks(n_studies * n_lists, seed=seed).values[0] for seed in (1, 2)
    )
    for metric in range(2):
        differences = (first - second)[metric].reshape(n_studies, n_lists)
        columns = compare_columns(differences, np.ones(n_lists), **DRAWS)
        for test in ("p_randomisation", "p_t", "p_wilcoxon"):
            assert 0.04 <= np.mean(columns[test] <= 0.05) <= 0.06, test


def test_differences_are_those_of_the_score_functions():
    weights = np.random.default_rng(0).uniform(0, 2, len(Y)) * (QID % 4 > 0)
    pair = {name: SCORES[name] for name in ("A", "C")}
    options = {"groups": QID, "sample_weight": weights}
    comparison = compare(evaluate(Y, pair, metrics="map", **options), n_resamples=99)
    (row,) = comparison.table.rows
    means = {name: map_score(Y, scores, **options) for name, scores in pair.items()}
    assert row["difference"] == pytest.approx(means["C"] - means["A"], rel=1e-12)
    assert row["low"] < row["difference"] < row["high"]
    assert row["n_lists"] == len(np.unique(QID[weights > 0]))


def test_equal_models_are_equal(comparison):
    met = 0
    for row, line in zip(comparison.table.rows, comparison.sentences, strict=True):
        if (row["model"], row["against"]) == ("twin", "A"):
            met += 1
            numbers = [row[n] for n in ("difference", "low", "high", "effect_size")]
            assert numbers == [0, 0, 0, 0]
            pvalues = [row[n] for n in ("p_randomisation", "p_t", "p_wilcoxon")]
            assert pvalues == [1, 1, 1]
            assert (row["ties"], row["n_deciding"]) == (40, 0)
            assert line == f"{row['metric']}: twin equals A on 40 queries"
    assert met == 2


def test_differences_by_rounding_are_ties():
    first = np.array([0.3, 0.1 + 0.2, 1e6, 0.5, np.nan])
    second = np.array([0.1 + 0.2, 0.3, 1e6 + 1e-7, 0.5 + 1e-9, 0.1])
    differences = paired_differences(first, second)
    assert differences[:3].tolist() == [0, 0, 0]
    assert differences[3] < 0
    assert np.isnan(differences[4])


def test_a_single_query_says_nothing():
    pair = {"A": X[:, 0], "C": X[:, 0] - X[:, 1]}
    comparison = compare(evaluate(Y, pair, groups=False, metrics="ndcg@10"))
    (row,) = comparison.table.rows
    numbers = ("low", "high", "p_randomisation", "p_t", "p_wilcoxon", "p_holm", "p_bh")
    assert np.isnan([row[name] for name in numbers]).all()
    assert not row["separable"]
    assert comparison.sentences[0].endswith(
        "on 1 query: not separable, one query says nothing about others"
    )


def test_lists_without_a_value_are_left_out_of_that_metric():
    flat = SCORES["A"] * (QID != 3)
    pair = {"A": SCORES["B"], "flat": flat}
    metrics = ["kendall_tau", "map"]
    comparison = compare(evaluate(Y, pair, groups=QID, metrics=metrics))
    alone = compare(evaluate(Y, pair, groups=QID, metrics="map"))
    n_lists = comparison.columns["n_lists"].tolist()
    tau = evaluate(Y, pair, groups=QID, metrics="kendall_tau")
    assert n_lists == [int(tau.defined.all(axis=(0, 1)).sum()), 40]
    for name in ("low", "high", "p_randomisation", "p_t", "p_wilcoxon"):
        assert comparison.columns[name][1] == alone.columns[name][0]


def test_no_common_list_is_said():
    columns = compare_columns(np.full((1, 3), np.nan), np.ones(3), **DRAWS)
    row = {name: column[0] for name, column in columns.items()}
    row |= {"model": "A", "against": "B", "metric": "auc", "p_holm": np.nan}
    assert row["n_lists"] == 0
    assert np.isnan([row["difference"], row["low"], row["effect_size"]]).all()
    text = sentence(row, Family(0.05, 1, 9))
    assert text == "auc: no query on which A and B have a value"


def test_deciding_queries_turn_the_difference_round():
    rng = np.random.default_rng(1)
    for _ in range(50):
        shares = rng.normal(0.1, 1, rng.integers(1, 30))
        n = count_deciding(shares)
        against = np.sort(shares * np.sign(shares.sum()))
        assert against[: len(against) - n].sum() <= 1e-12
        assert against[: len(against) - n + 1].sum() > 0
    assert count_deciding(np.full(31, 0.1)) == 31


def relevant_at(ranks):
    """Six rows per list, of which one is relevant and stands at the rank given."""
    own = 6.5 - np.array(ranks)
    others = np.tile(np.arange(5.0, 0, -1), (len(ranks), 1))
    return np.column_stack((own, others))


@pytest.mark.parametrize(
    ("first", "second", "sentence_begins", "deciding"),
    [
        # 1/6 - 1/2, 1/2 - 1/3 and 1/3 - 1/6 are -2/6, 1/6 and 1/6.
        ([2, 3, 6], [6, 2, 3], "mrr: B - A = 0.000 ", 0),
        ([4, 6, 4, 6], [6, 6, 3, 6], "mrr: B - A = 0.000 ", 0),
        # 1/3, 1/12, 0, 3/10 and 0: all three wins make up the sum.
        ([6, 6, 6, 5, 1], [2, 4, 6, 2, 1], "mrr: B beats A by 0.143 ", 3),
    ],
)
def test_rounding_wins_nothing_and_decides_nothing(
    first, second, sentence_begins, deciding
):
    labels = np.eye(1, 6).repeat(len(first), axis=0)
    scores = {"A": relevant_at(first), "B": relevant_at(second)}
    comparison = compare(evaluate(labels, scores, metrics="mrr"), n_resamples=99)
    (row,), (line,) = comparison.table.rows, comparison.sentences
    assert line.startswith(sentence_begins)
    pairs = zip(first, second, strict=True)
    exact = sum(Fraction(1, b) - Fraction(1, a) for a, b in pairs)
    assert row["difference"] == pytest.approx(float(exact / len(first)), rel=1e-14)
    assert (row["effect_size"] == 0) == (exact == 0)
    assert row["n_deciding"] == deciding


def test_deciding_lists_the_largest_differences(comparison):
    table = comparison.deciding(2)
    # Twelve entries; the two of the twin and A have no query that differs.
    assert len(table) == 2 * 10
    first = table.rows[0]
    assert abs(first["difference"]) == np.abs(comparison.differences[0]).max()
    gap = first["value"] - first["value_against"]
    assert gap == pytest.approx(first["difference"])


def test_wins_and_losses_add_up(comparison):
    columns = comparison.columns
    total = columns["wins"] + columns["ties"] + columns["losses"]
    assert total.tolist() == columns["n_lists"].tolist()
    assert columns["wins"].tolist() == (comparison.differences > 0).sum(axis=1).tolist()
    first = comparison.differences[0]
    assert columns["effect_size"][0] == pytest.approx(first.mean() / first.std(ddof=1))


@pytest.mark.parametrize(
    ("correction", "pvalues", "expected"),
    [
        (holm, [0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        (holm, [0.5, np.nan, 0.9], [1.0, np.nan, 1.0]),
        (benjamini_hochberg, [0.01, 0.04, 0.03], [0.03, 0.04, 0.04]),
        (benjamini_hochberg, [np.nan], [np.nan]),
    ],
)
def test_corrections(correction, pvalues, expected):
    found = corrected(correction, np.array(pvalues))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_intervals_are_those_of_a_mean():
    # A model against one that has 0 everywhere differs by its own values.
    labels = np.eye(4)[np.arange(30) % 4]
    scores = np.random.default_rng(0).random((30, 4))
    pair = {"zero": np.where(labels, -1.0, 0.0), "some": scores}
    evaluation = evaluate(labels, pair, metrics=["hit_rate@1"])
    (row,) = compare(evaluation).table.rows
    summary = evaluation.summary().rows[1]
    assert (row["low"], row["high"]) == (summary["low"], summary["high"])


def test_p_values_are_corrected_over_models_and_metrics(comparison):
    p = comparison.columns["p_randomisation"]
    assert comparison.columns["p_holm"].min() == pytest.approx(12 * p.min())
    np.testing.assert_array_equal(
        comparison.columns["p_bh"], scipy.stats.false_discovery_control(p)
    )


BASE = {
    "model": "B",
    "against": "A",
    "metric": "ndcg@10",
    "difference": 0.0041,
    "low": -0.0012,
    "high": 0.0094,
    "p_randomisation": 0.2,
    "p_holm": 0.2,
    "n_lists": 40,
    "ties": 0,
}
SMALL_P = {"p_randomisation": 2 / 2001, "p_holm": 120 / 2001}


@pytest.mark.parametrize(
    ("changed", "number", "expected"),
    [
        (
            {},
            1,
            "ndcg@10: B beats A by 0.004 [-0.001, 0.009] on 40 queries: not separable "
            "(p = 0.2)",
        ),
        (
            {"difference": -0.0041, "low": -0.0094, "high": 0.0012},
            1,
            "ndcg@10: A beats B by 0.004 [-0.001, 0.009] on 40 queries: not separable "
            "(p = 0.2)",
        ),
        (
            {"low": 0.00402, "high": 0.00419, "p_randomisation": 0.01, "p_holm": 0.04},
            4,
            "ndcg@10: B beats A by 0.00410 [0.00402, 0.00419] on 40 queries: separable "
            "(p = 0.01, 0.04 corrected for 4)",
        ),
        (
            {"p_randomisation": 0.02, "p_holm": 0.08},
            4,
            "ndcg@10: B beats A by 0.004 [-0.001, 0.009] on 40 queries: not separable "
            "(p = 0.02, 0.08 corrected for 4 comparisons)",
        ),
        (
            SMALL_P,
            60,
            "ndcg@10: B beats A by 0.004 [-0.001, 0.009] on 40 queries: not separable "
            "(p = 0.001, 0.06 corrected for 60 comparisons; the smallest p of so few "
            "draws, pass n_permutations=2400)",
        ),
        ({"ties": 40}, 1, "ndcg@10: B equals A on 40 queries"),
        (
            {"difference": 0.0, "low": -0.1, "high": 0.1, "p_holm": 1.0},
            1,
            "ndcg@10: B - A = 0.000 [-0.100, 0.100] on 40 queries: not separable "
            "(p = 0.2)",
        ),
    ],
)
def test_a_sentence_says_what_the_numbers_support(changed, number, expected):
    family = Family(0.05, number, 2000)
    assert sentence(BASE | changed, family) == expected


def test_the_advice_on_draws_helps():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 600)
    scores = {f"m{i}": labels + rng.normal(0, 1 + i, 600) for i in range(9)}
    lists = np.repeat(np.arange(60), 10)
    many = evaluate(labels, scores, groups=lists, metrics=["ndcg", "map"])
    comparison = compare(many, n_permutations=999)
    advice = next(line for line in comparison.sentences if "n_permutations=" in line)
    enough = int(advice.split("n_permutations=")[1].rstrip(")"))
    assert not comparison.columns["separable"].any()
    assert compare(many, n_permutations=enough).columns["separable"].any()
    assert compare(many, n_resamples=99).columns["separable"].any()


def test_a_baseline_is_what_others_are_compared_with(evaluation):
    comparison = compare(evaluation, "B")
    assert set(comparison.columns["against"]) == {"B"}
    assert comparison.columns["model"].tolist()[::2] == ["A", "C", "twin"]


def test_several_evaluations_are_one():
    single = [
        evaluate(Y, {name: SCORES[name]}, groups=QID, metrics="map") for name in "AC"
    ]
    both = evaluate(Y, {n: SCORES[n] for n in "AC"}, groups=QID, metrics="map")
    assert str(compare(single)) == str(compare(both))


def test_the_seed_decides(evaluation):
    def intervals(random_state):
        return compare(evaluation, "A", random_state=random_state).columns["low"]

    assert intervals(0).tolist() == intervals(0).tolist()
    assert intervals(0).tolist() != intervals(1).tolist()
    assert isinstance(as_seed(np.random.default_rng(0)), int)
    assert as_seed(np.random.RandomState(0)) == as_seed(np.random.RandomState(0))
    assert as_seed(None) != as_seed(None)


def test_text_html_and_frame(comparison):
    text = str(comparison)
    assert text.splitlines()[0] == (
        "95% intervals over queries, convention 'default'; randomisation test, "
        "corrected for 12 comparisons"
    )
    assert comparison.sentences[-1] in text
    assert "<td>twin</td>" in comparison._repr_html_()
    frame = comparison.frame()
    assert isinstance(frame, pd.DataFrame)
    assert frame["difference"].tolist() == comparison.columns["difference"].tolist()
    assert str(pickle.loads(pickle.dumps(comparison))) == text


def one_model(name, rows=slice(None), **options):
    options = {"groups": QID[rows], "metrics": "map", **options}
    return evaluate(Y[rows], {name: X[rows, 0]}, **options)


@pytest.mark.parametrize(
    ("given", "options", "error", "message"),
    [
        (one_model("A"), {}, ValueError, "at least two models. Got 'A' only"),
        ([], {}, TypeError, "must be what evaluate returns"),
        (["A"], {}, TypeError, r"a sequence of such. Got \['str'\]"),
        (
            [one_model("A"), one_model("B", QID != 7)],
            {},
            ValueError,
            r"compare needs every query of every model. 'B' lacks 7 \(first of 1\)",
        ),
        (
            [one_model("A", QID != 7), one_model("B")],
            {},
            ValueError,
            "'A' lacks 7",
        ),
        ([one_model("A")] * 2, {}, ValueError, "Got 'A' twice"),
        (
            [one_model("A"), one_model("B")],
            {"baseline": "C"},
            ValueError,
            r"'baseline' parameter of compare must be one of \['A', 'B'\]. Got 'C'",
        ),
        (
            [one_model("A"), one_model("B")],
            {"level": 95},
            ValueError,
            "'level' parameter of compare must be a float between 0 and 1. Got 95",
        ),
        (
            [one_model("A"), one_model("B")],
            {"n_permutations": 1.5},
            ValueError,
            "'n_permutations' parameter of compare must be an int >= 1. Got 1.5",
        ),
    ],
)
def test_bad_input_is_refused(given, options, error, message):
    with pytest.raises(error, match=message):
        compare(given, **options)


def test_progress_is_told_of_long_work_only(capsys):
    now = iter([0.0, 1.0, 2.5, 3.0, 5.0])
    progress = Progress("bootstrap", 40, verbose=True, clock=lambda: next(now))
    progress.advance(10)
    assert capsys.readouterr().err == ""
    progress.advance(10)
    assert capsys.readouterr().err == "bootstrap: 20 of 40 resamples\n"
    silent = Progress("bootstrap", 40, verbose=False, clock=lambda: 100.0)
    silent.advance(10)
    assert capsys.readouterr().err == ""


def test_differences_that_are_all_equal_have_no_width():
    y, groups = [1, 0] * 9, np.repeat(range(9), 2)
    scores = {"A": [1, 2] * 9, "B": [2, 1] * 9}
    comparison = compare(evaluate(y, scores, groups=groups, metrics="ndcg"))
    (line,) = comparison.sentences
    # The relevant row stands first or second: 1 - 1 / log2(3) = 1 - 0.631.
    text = "B beats A by 0.369 [0.369, 0.369] on 9 queries, a constant difference: "
    assert f"{text}separable (p = " in line


def constant_differences(n_lists=10, weights=None):
    """Compare models whose squared errors are 4 and 1 on each list, some scaled."""
    y, ids = np.arange(n_lists) / 10, np.arange(n_lists)
    # 0.1, 0.2, ... plus 0.3 is off in the last bits, another bit each.
    scores = {"off by 3": y + 0.3, "off by 1": y + 0.1}
    options = {"groups": ids, "metrics": "neg_mean_absolute_error"}
    return compare(evaluate(y, scores, sample_weight=weights, **options))


@pytest.mark.parametrize("weights", [None, np.arange(10.0)])
def test_constant_differences_have_no_spread(weights):
    comparison = constant_differences(weights=weights)
    # The premise: rounding makes these differences of 0.2 differ.
    evaluation = comparison.evaluation
    raw = evaluation.values[1, 0] - evaluation.values[0, 0]
    assert len(set(raw)) > 1
    (row,) = comparison.table.rows
    assert abs(row["difference"]) == pytest.approx(0.2, rel=1e-14)
    assert row["low"] == row["difference"] == row["high"]
    assert np.isnan([row["p_t"], row["effect_size"]]).all()
    kept = evaluation.weights > 0
    assert set(comparison.differences[0][kept]) == {row["difference"]}
    # The randomisation test and Wilcoxon's need no spread: 2 of all ways are as far.
    if weights is None:
        assert row["p_randomisation"] == 2 / 2**10
        assert row["p_wilcoxon"] == 2 / 2**10
    assert ", a constant difference: separable" in comparison.sentences[0]
    assert evaluation.means["standard_error"].tolist() == [0.0, 0.0]
    summary = evaluation.summary().columns
    assert summary["low"].tolist() == summary["mean"].tolist()
    assert summary["high"].tolist() == summary["mean"].tolist()


def test_lists_without_weight_may_differ_from_a_constant():
    y, ids = np.zeros(6), np.arange(6)
    scores = {"A": np.full(6, 0.1), "B": np.array([0.3, 0.3, 0.3, 0.3, 0.3, 5])}
    options = {"groups": ids, "metrics": "neg_mean_absolute_error"}
    weights = np.array([1, 3, 1, 1, 7, 0.0])
    comparison = compare(evaluate(y, scores, sample_weight=weights, **options))
    (row,) = comparison.table.rows
    assert row["low"] == row["difference"] == row["high"]
    assert np.isnan(row["effect_size"])
    assert comparison.evaluation.means["standard_error"].tolist() == [0.0, 0.0]


def test_small_differences_that_vary_are_no_constant():
    first = np.array([0.5, 0.5, 0.5, 0.5])
    differences = paired_differences(first + np.array([1, 2, 1, 3]) / 1e9, first)
    assert len(set(differences)) == 3
    columns = compare_columns(differences[None], np.ones(4), **DRAWS)
    assert columns["low"][0] < columns["high"][0]
    assert 0 < columns["p_t"][0] < 1


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({"difference": 0.1005, "low": 0.1005 - 1e-17, "high": 0.1005}, "0.101, 0.101"),
        ({"difference": 0.3, "low": 0.3 - 1e-9, "high": 0.3 + 1e-9}, "0.3000, 0.3000"),
        ({"difference": 0.01, "low": -0.0001, "high": 0.02}, "[0.000, 0.020]"),
    ],
)
def test_a_sentence_has_four_digits_at_most_and_no_negative_zero(changed, shown):
    assert shown in sentence(BASE | changed, Family(0.05, 1, 999))
