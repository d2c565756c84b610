"""Cases of faults that were found by trying the package, by id."""

import json
import math
import warnings
from pathlib import Path

import numpy as np
import pytest

import sklearn_rankscore

CASES = {
    case["id"]: case
    for case in json.loads(
        Path(__file__).with_name("faults_2.json").read_text("utf-8")
    )["cases"]
}

# Still at fault; an entry that holds no more makes its case fail, and must go.
NOT_MENDED = {
    **dict.fromkeys(
        [
            *("F2-map", "F2-ndcg", "F2-recip_rank", "F2-Rprec", "F2-bpref"),
            *("F2-P_5", "F2-recall_5"),
        ],
        "labels below 0 are refused under trec_eval, which takes them",
    ),
}


def marks(name):
    if name not in NOT_MENDED:
        return ()
    return pytest.mark.xfail(strict=True, reason=NOT_MENDED[name])


PARAMETERS = [pytest.param(name, marks=marks(name)) for name in CASES]


def evaluated(case):
    """Run the case as it says, and return the value of its code."""
    names = {"np": np, "rs": sklearn_rankscore}
    exec(case.get("setup", ""), names)
    return eval(case["code"], names)


@pytest.mark.parametrize("name", PARAMETERS)
def test_case(name):
    case = CASES[name]
    if "raises" not in case:
        value = evaluated(case)
        assert math.isclose(value, case["want"], rel_tol=0, abs_tol=case["tol"])
        return
    # One class, or several in parentheses.
    with warnings.catch_warnings(), pytest.raises(eval(case["raises"])) as caught:
        evaluated(case)
    lacking = [text for text in case["message_has"] if text not in str(caught.value)]
    assert lacking == [], str(caught.value)


def test_every_case_states_what_is_right():
    assert all(("want" in case) != ("raises" in case) for case in CASES.values())
    assert set(NOT_MENDED) <= set(CASES)
