"""Buttons, keys, drags and controls do what they say."""

import pytest

MAIN = ("precision", "recall", "mrr", "ndcg")
DEFAULT = [3, 2, 0, 2, 0, 3, 0, 1, 0, 1]
BOUNDARY = [3, 2, 1, 2, 0, 3, 0, 0, 0, 1]


def drag(page, source, target, *, release=True):
    """Drag with the mouse from one row onto another."""
    from selenium.webdriver import ActionChains

    actions = ActionChains(page.driver, duration=20)
    actions.click_and_hold(page.find(f"{source} .title"))
    beyond = 6 if source < target else -6
    actions.move_to_element(page.find(f"{target} .title")).move_by_offset(0, beyond)
    if release:
        actions.release()
    actions.perform()


def test_the_badge_cycles_the_grade(page):
    page.open()
    badge = page.row(3) + " .badge"
    seen = []
    for _ in range(5):
        page.press(badge)
        seen.append(page.labels()[2])
    assert seen == [1, 2, 3, 0, 1]
    name = page.find(badge).get_attribute("aria-label")
    assert name.startswith(
        "Grade 1 of 3, slightly relevant: “A short history of bread”"
    )


def test_digits_set_the_grade(page):
    page.open()
    page.keys(page.row(3) + " .badge", "2")
    assert page.labels()[2] == 2
    page.keys(page.row(3) + " .badge", "7")
    assert page.labels()[2] == 2


def test_arrow_buttons_move_a_row_by_one(page):
    page.open()
    page.press(page.row(3) + " .down")
    assert page.labels() == [3, 2, 2, 0, 0, 3, 0, 1, 0, 1]
    page.press(page.row(4) + " .up")
    assert page.labels() == DEFAULT
    assert not page.find(page.row(1) + " .up").is_enabled()
    assert not page.find(page.row(10) + " .down").is_enabled()


def test_the_keyboard_moves_a_row_and_keeps_the_focus(page):
    from selenium.webdriver.common.keys import Keys

    page.open()
    moved = page.titles()[2]
    page.keys(page.row(3) + " .handle", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert page.titles()[4] == moved
    assert page.changes()["ndcg"][1] == "0.737"
    focus = "return document.activeElement.getAttribute('aria-label')"
    assert page.run(focus) == f"Move “{moved}”, rank 5 of 10"
    page.keys(page.row(5) + " .handle", Keys.HOME)
    assert page.titles()[0] == moved
    page.keys(page.row(1) + " .handle", Keys.END)
    assert page.titles()[9] == moved
    assert moved in page.find("#live").get_attribute("textContent")


def test_dragging_moves_a_row(page):
    page.open()
    drag(page, page.row(3), page.row(5))
    assert page.labels() == [3, 2, 2, 0, 0, 3, 0, 1, 0, 1]
    changes = page.changes()
    assert changes["ndcg"] == ("0.717", "0.737", "+0.019")
    assert all(changes[key][2] == "0.000" for key in ("precision", "recall", "mrr"))
    drag(page, page.row(5), page.row(3))
    assert page.labels() == DEFAULT


def test_escape_takes_a_drag_back(page):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    page.open()
    drag(page, page.row(3), page.row(5), release=False)
    ActionChains(page.driver).send_keys(Keys.ESCAPE).release().perform()
    assert page.labels() == DEFAULT
    assert "dragging" not in page.find("#rows").get_attribute("innerHTML")


def test_a_finger_drags_by_the_handle(page):
    page.open()
    middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
    middle += "return [box.x + box.width / 2, box.y + box.height / 2]"
    x, y = page.run(middle, page.row(3) + " .handle")
    _, target = page.run(middle, page.row(5) + " .handle")
    touch = [("touchStart", y), ("touchMove", (y + target) / 2)]
    touch += [("touchMove", target + 6), ("touchEnd", None)]
    for kind, at in touch:
        points = [] if at is None else [{"x": x, "y": at}]
        call = {"type": kind, "touchPoints": points}
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", call)
    assert page.labels() == [3, 2, 2, 0, 0, 3, 0, 1, 0, 1]


def test_the_slider_moves_the_cut(page):
    from selenium.webdriver.common.keys import Keys

    page.open()
    page.keys("#k", Keys.ARROW_RIGHT)
    assert [page.shown(key) for key in MAIN] == ["0.667", "0.667", "1.000", "0.826"]
    page.keys("#k", Keys.HOME)
    assert [page.shown(key) for key in MAIN] == ["1.000", "0.167", "1.000", "1.000"]
    page.keys("#k", Keys.END)
    assert page.find("#k-value").text == "12"
    warning = "k = 12 is beyond the 10 rows. Precision divides by min(k, n) = 10"
    assert page.find("#beyond").text.startswith(warning)
    assert page.shown("precision") == "0.600"
    page.choose("#convention", "trec_eval")
    assert "Precision divides by k = 12" in page.find("#beyond").text
    assert page.shown("precision") == "0.500"
    assert not page.find("#swap").is_enabled()


def test_the_cut_line_stands_behind_rank_k(page):
    page.open(list="default", k=3)
    order = page.run(
        "return [...document.querySelectorAll('#rows li')].map((one) =>"
        " one.dataset.rank ?? one.textContent)"
    )
    assert order[:5] == ["1", "2", "3", "cut at k = 3", "4"]
    behind = "return document.querySelectorAll('#rows .behind').length"
    assert page.run(behind) == 7


def test_swapping_across_the_cut(page):
    page.open(list="boundary")
    page.press("#swap")
    assert page.labels() == [3, 2, 1, 2, 3, 0, 0, 0, 0, 1]
    changes = page.changes()
    assert changes["precision"] == ("0.800", "1.000", "+0.200")
    assert changes["ndcg"] == ("0.787", "0.950", "+0.163")
    assert changes["ndcg_all"] == ("0.931", "0.943", "+0.012")


def test_swapping_at_the_bottom_leaves_the_cut_metrics_alone(page):
    page.open(list="boundary", k=9)
    assert page.find("#swap").text == "Swap ranks 9 and 10"
    page.press("#swap")
    assert page.changes()["ndcg_all"] == ("0.931", "0.933", "+0.002")
    page.open(list="boundary", blocks="0-1-2-3-4-5-6-7-9-8")
    assert page.labels() == [3, 2, 1, 2, 0, 3, 0, 0, 1, 0]
    assert [page.shown(key) for key in MAIN] == ["0.800", "0.667", "1.000", "0.787"]


def test_sorting_ideally(page):
    page.open(list="blind-mrr")
    page.press("#sort")
    assert page.labels() == [3, 3, 2, 2, 2, 0, 0, 0, 0, 0]
    changes = page.changes()
    assert changes["precision"] == ("0.200", "1.000", "+0.800")
    assert changes["recall"] == ("0.200", "1.000", "+0.800")
    assert changes["ndcg"] == ("0.399", "1.000", "+0.601")
    assert changes["mrr"] == ("1.000", "1.000", "0.000")
    assert "agree at every rank" in page.find("#golden").text


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize("k", [3, 5, 8, 10])
def test_the_order_of_irrelevant_rows_changes_nothing(page, gain, k):
    page.open(list="boundary", gain=gain, k=k)
    drag(page, page.row(7), page.row(9))
    changes = page.changes()
    assert len(changes) == 11
    assert {difference for *_, difference in changes.values()} == {"0.000"}


def test_undo_and_reset(page):
    from selenium.webdriver.common.keys import Keys

    page.open()
    assert not page.find("#undo").is_enabled()
    page.press(page.row(3) + " .badge")
    page.press("#sort")
    page.press("#undo")
    assert page.labels() == [3, 2, 1, 2, 0, 3, 0, 1, 0, 1]
    page.keys("body", Keys.CONTROL + "z")
    assert page.labels() == DEFAULT
    page.press("#sort")
    page.keys("#k", Keys.ARROW_RIGHT)
    page.press("#reset")
    assert page.labels() == DEFAULT
    assert page.find("#k-value").text == "5"
    page.press("#undo")
    assert page.labels() == sorted(DEFAULT, reverse=True)


def test_the_gain_moves_ndcg_alone(page):
    page.open()
    page.press('#gain input[value="exponential"] + span')
    changes = page.changes()
    assert changes["ndcg"] == ("0.717", "0.698", "\N{MINUS SIGN}0.020")
    assert all(changes[key][2] == "0.000" for key in ("precision", "recall", "mrr"))
    page.press('#gain input[value="linear"] + span')
    assert page.shown("ndcg") == "0.717"
    assert page.find("#choices dd").text == "gain: label"


def test_the_log_base_moves_dcg_and_not_ndcg(page):
    page.open()
    page.choose("#base", "10")
    changes = page.changes()
    assert changes["dcg"] == ("5.123", "17.019", "+11.896")
    assert changes["ndcg"][2] == changes["ndcg_all"][2] == "0.000"
    assert (
        page.find("#choices .set").text
        == "discount: 1/log(rank + 1) to base 10 (set here)"
    )


def test_a_convention_without_a_metric_says_so(page):
    page.open(list="none-relevant")
    assert page.shown("ndcg") == page.shown("recall") == "0.000"
    assert "0 / 0 by convention" in page.card("recall")[1]
    assert "0 / 5" in page.card("precision")[1]
    page.choose("#convention", "lightgbm")
    assert page.shown("ndcg") == "1.000"
    assert "not in lightgbm" in page.find('.card[data-key="recall"]').text
    note = "ndcg@5 has no value here: every gain of the list is 0. Convention lightgbm"
    assert note in page.find("#notes").text


def test_the_binary_view_forgets_the_grades(page):
    page.open(list="three-grades")
    assert page.shown("ndcg") == "0.931"
    page.press("#binary")
    labels = "return [...document.querySelectorAll('#table tbody tr')].map((row) =>"
    assert page.run(labels + " row.cells[2].textContent)") == list("111011")
    assert page.changes()["ndcg"] == ("0.931", "0.975", "+0.043")
    assert page.changes()["precision"][2] == "0.000"


def test_missed_documents_raise_the_ideal(page):
    page.open(list="missed")
    assert page.shown("ndcg") == "0.785"
    for _ in range(2):
        page.press("#missed .remove")
    assert page.shown("ndcg") == "0.961"
    before = page.card("idcg")[0]
    page.press("#add")
    assert page.card("idcg")[0] > before
    assert page.find("#missed .title").text == "Missed document 1"
    assert page.labels() == [3, 2, 3, 0, 1, 2]
    page.press("#missed .badge")
    assert page.find("#missed .badge").text == "0"
    assert page.shown("ndcg") == "0.961"


def test_moving_a_row_dissolves_its_tie(page):
    page.open(list="tied")
    tied = "return [...document.querySelectorAll('#rows .tied')].map((one) =>"
    ranks = tied + " Number(one.dataset.rank))"
    assert page.run(ranks) == [1, 2, 3, 6, 7]
    assert "Ranks 1 to 3 are tied and k = 2" in page.find("#notes").text
    page.press(page.row(2) + " .up")
    assert page.run(ranks) == [2, 3, 6, 7]
    page.press(page.row(6) + " .down")
    assert page.run(ranks) == [2, 3]
    assert page.find(page.row(2) + " .score").text == "score 0.9 · tied"


def test_a_row_that_lands_in_a_tie_splits_it(page):
    page.open(list="tied", k=5)
    page.press(page.row(4) + " .up")
    tied = "return [...document.querySelectorAll('#rows .tied')].map((one) =>"
    assert page.run(tied + " Number(one.dataset.rank))") == [1, 2, 6, 7]


@pytest.mark.parametrize(
    ("ties", "first"),
    [("stable", 0), ("reversed", 1), ("pessimistic", 0), ("optimistic", 3)],
)
def test_the_rule_for_ties_orders_the_rows(page, ties, first):
    page.open(list="tied")
    page.choose("#ties", ties)
    assert page.labels()[0] == first


def test_a_preset_is_opened_from_the_picker(page):
    page.open()
    page.choose("#list", "widest-gap")
    assert page.labels() == [1, 1, 1, 1, 1, 3, 3, 0, 0, 0]
    assert "0.475 with gain = label" in page.find("#notice").text
    assert not page.find("#undo").is_enabled()


def test_a_link_opens_the_same_view(page):
    page.open(list="tied")
    page.press(page.row(5) + " .badge")
    page.press(page.row(4) + " .up")
    page.press("#add")
    page.choose("#convention", "catboost")
    page.choose("#base", "10")
    page.press("#binary")
    link = page.link()
    seen = page.titles(), page.labels(), [page.shown(key) for key in MAIN]
    page.driver.get("about:blank")
    page.driver.get(f"{page.address}#{link}")
    assert seen == (page.titles(), page.labels(), [page.shown(key) for key in MAIN])
    assert page.link() == link


@pytest.mark.parametrize(
    "state",
    [
        {"list": "nowhere"},
        {"k": "-3"},
        {"k": "many"},
        {"convention": "toString"},
        {"gain": "quadratic", "ties": "none", "base": "1"},
        {"labels": "1-2"},
        {"labels": "-".join(["9"] * 10)},
        {"labels": "0-1-x-3-0-1-2-3-0-1"},
        {"blocks": "0-0-1-2-3-4-5-6-7-8"},
        {"blocks": "0-1"},
        {"missed": "3"},
        {"missed": "77-77"},
    ],
)
def test_an_address_that_makes_no_sense_opens_the_list(page, state):
    page.open(**state)
    assert page.labels() == DEFAULT
    assert [page.shown(key) for key in MAIN] == ["0.600", "0.500", "1.000", "0.717"]


def test_questions_explain_their_answers(page):
    page.open()
    options = "#questions .question:nth-child({}) label:nth-of-type({}) input"
    page.press(options.format(1, 1))
    assert page.find("#questions .answer").text.startswith("Not quite.")
    page.press(options.format(1, 2))
    page.press(options.format(2, 3))
    page.press(options.format(3, 1))
    assert page.find("#tally").text == "3 of 3 right, 3 answered."
    page.press("#questions .question:nth-child(3) .answer button")
    assert page.labels() == BOUNDARY


def test_the_theme_can_be_set(page):
    page.open()
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = page.run(paper)
    page.press("#theme")
    assert page.run(paper) != light
    page.press("#theme")
    assert page.run(paper) == light
