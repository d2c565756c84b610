"""The commands crosscheck, identify and peers."""

import json

import numpy as np
import polars as pl
import pytest
from sklearn.datasets import dump_svmlight_file

from sklearn_rankscore import ndcg_score
from sklearn_rankscore._cli.main import main
from tests.peers.suites import draw

LISTS = draw(0, 30, sizes=(2, 9), labels=(0, 1, 2))
COLUMNS = {
    "label": LISTS.labels.astype(int),
    "score": LISTS.scores,
    "qid": [f"q{number}" for number in LISTS.ids],
    "doc": LISTS.documents,
}


def csv(folder):
    pl.DataFrame(COLUMNS).write_csv(folder / "rows.csv")
    return [str(folder / "rows.csv")]


def named_csv(folder):
    names = {"label": "grade", "score": "model", "qid": "query"}
    pl.DataFrame(COLUMNS).rename(names).write_csv(folder / "rows.csv")
    given = ["--label", "grade", "--score", "model", "--group", "query"]
    return [str(folder / "rows.csv"), *given, "--document", "doc"]


def parquet(folder):
    pl.DataFrame(COLUMNS).write_parquet(folder / "rows.parquet")
    return [str(folder / "rows.parquet")]


def letor(folder):
    path, scores = str(folder / "test.letor"), folder / "scores.txt"
    features = np.ones((len(LISTS.ids), 1))
    dump_svmlight_file(features, LISTS.labels, path, query_id=LISTS.ids)
    np.savetxt(scores, LISTS.scores, fmt="%.17g")
    return [path, "--predictions", str(scores)]


def run(capsys, *arguments):
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("source", [csv, named_csv, parquet, letor])
def test_crosscheck_of_every_source(source, tmp_path, capsys):
    arguments = ["--peers", "LightGBM", "scikit-learn", "--format", "json"]
    code, out, _ = run(
        capsys, "crosscheck", *source(tmp_path), "--metrics", "ndcg@3", *arguments
    )
    by_peer = {row["peer"]: row for row in json.loads(out)["rows"]}
    ours = ndcg_score(
        LISTS.labels, LISTS.scores, groups=LISTS.ids, k=3, convention="lightgbm"
    )
    assert code == 0
    assert by_peer["LightGBM"]["our_value"] == by_peer["LightGBM"]["peer_value"] == ours
    assert by_peer["scikit-learn"]["ulp_replayed"] == 0


def test_identify(tmp_path, capsys):
    value = ndcg_score(
        LISTS.labels, LISTS.scores, groups=LISTS.ids, k=3, convention="catboost"
    )
    given = ["--reported", f"ndcg@3={100 * value:.5f}%"]
    code, out, _ = run(capsys, "identify", *csv(tmp_path), *given)
    assert code == 0
    assert "catboost" in out
    assert "No other named convention fits." in out
    assert "orders equal scores by document id" in out
    given += ["--document", "doc"]
    code, out, _ = run(capsys, "identify", *csv(tmp_path), *given)
    assert (code, "orders equal scores by document id" in out) == (0, False)


def test_peers_as_markdown(capsys):
    code, out, _ = run(capsys, "peers", "--format", "markdown")
    assert code == 0
    assert out.startswith("| convention | library |")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["identify", "FILE", "--reported", "0.5"], "NAME=NUMBER. Got '0.5'"),
        (["identify", "FILE", "--reported", "ndcg=much"], "Got 'much'"),
        (["crosscheck", "FILE", "--metrics", "ndgc"], "Unknown metric 'ndgc'"),
        (["crosscheck", "FILE", "--peers", "me"], "Got 'me'"),
        (["crosscheck", "FILE", "--document", "id"], "'id'"),
        (["crosscheck", "no/such.csv"], "no/such.csv"),
        (["crosscheck", "FILE", "--metrics", "neg_huber"], "--metrics must name"),
        (["identify", "FILE", "--reported", "ndcg=1e400"], "Got '1e400'"),
        (["identify", "FILE", "--reported", "ndcg=0e400"], "Got '0e400'"),
        (["identify", "FILE", "--reported", "ndcg=1e-400"], "Got '1e-400'"),
        (["identify", "FILE", "--reported", "map=1", "map=0"], "Got 'map' twice"),
        (["crosscheck", "TWO"], "--score must name the column"),
    ],
)
def test_what_cannot_be_is_one_line(arguments, message, tmp_path, capsys):
    (path,) = csv(tmp_path)
    two = tmp_path / "two.csv"
    two.write_text("qid,label,a,b\n1,1,1,1\n")
    paths = {"FILE": path, "TWO": str(two)}
    arguments = [paths.get(word, word) for word in arguments]
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_identify_without_a_match_ends_with_1(tmp_path, capsys):
    given = ["--reported", "ndcg@3=0.000123"]
    code, out, err = run(capsys, "identify", *csv(tmp_path), *given)
    assert (code, err) == (1, "")
    assert out.startswith("Nothing reproduces ndcg@3 = 0.000123; the nearest:")


def test_a_metric_without_a_peer_is_said_below_the_table(tmp_path, capsys):
    given = ["--metrics", "neg_huber", "ndcg@5", "--peers", "scikit-learn"]
    code, out, _ = run(capsys, "crosscheck", *csv(tmp_path), *given)
    assert code == 0
    assert out.endswith("No peer asked has neg_huber.\n")
