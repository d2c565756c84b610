"""The page as a whole: what it loads, who can read it, where it fits."""

import pytest
from browser.page import Page

from sklearn_rankscore import Convention
from sklearn_rankscore._explore.explore import explore

HOSTILE = (
    "<img src=x onerror=\"document.title='taken'\">",
    "</script><script>document.title='taken'</script>",
    "<!--<script>",
    "\u2028\u2029 & 'quotes' \"double\"",
    "javascript:document.title='taken'",
)


@pytest.fixture
def own_page(written):
    """Two lists of a user, with titles that would rather be markup."""
    return written(
        [2, 0, 1, 1, 0],
        [0.5, 0.5, 0.1, 0.9, 0.2],
        groups=["<b>first</b>", "<b>first</b>", "<b>first</b>", "second", "second"],
        titles=HOSTILE,
        retrieved=[True, True, False, True, True],
    )


def test_titles_stay_text(own_page):
    assert own_page.titles() == list(HOSTILE[:2])
    assert own_page.find("#missed .title").text == HOSTILE[2]
    assert own_page.find("#ranking-title").text == "Query <b>first</b>"
    own_page.press(own_page.row(2) + " .up")
    assert HOSTILE[1] in own_page.find("#change caption").text
    assert HOSTILE[0] in own_page.find("#table").text
    injected = "return document.querySelectorAll('img, b b, #rows script').length"
    assert own_page.run(injected) == 0
    assert own_page.run("return document.title") == "One list, many numbers"


def test_the_policy_stops_what_might_get_in(chromium, presets_path):
    page = Page(chromium, presets_path)
    page.open()
    page.run("""
        const hole = document.createElement("div");
        hole.innerHTML = '<img src="data:," onerror="document.title = 1">';
        document.body.append(hole);
        const script = document.createElement("script");
        script.textContent = "document.title = 2";
        document.body.append(script);
    """)
    assert page.run("return document.title") == "One list, many numbers"
    assert any("Content Security Policy" in message for message in page.console())


def test_a_users_lists_come_first(own_page):
    from selenium.webdriver.support.ui import Select

    picker = Select(own_page.find("#list"))
    assert picker.first_selected_option.text == "Query <b>first</b>"
    notice = "2 rows were returned, 1 judged ones missed; 2 are relevant."
    assert own_page.find("#notice").text == notice
    own_page.choose("#list", "list-2")
    assert own_page.labels() == [1, 0]
    own_page.choose("#list", "boundary")
    assert len(own_page.labels()) == 10


def test_no_request_leaves_the_page(page):
    page.requests()
    page.open(list="tied")
    for selector in ("#sort", "#undo", "#add", "#reset", "#theme", "#binary", "#share"):
        page.press(selector)
    assert set(page.requests()) == {page.address}


def test_a_convention_of_ones_own(written):
    ours = Convention(name="ours", gain=[0, 1, 10, 100], discount="reciprocal")
    page = written([1, 3, 0, 2], [4, 3, 2, 1], groups=False, convention=ours)
    assert page.find("#gain :checked + span").text == "table 0, 1, 10, 100"
    expected = (1 + 100 / 2 + 10 / 4) / (100 + 10 / 2 + 1 / 3)
    assert page.card("ndcg")[0] == pytest.approx(expected, rel=1e-12)
    assert page.find("#table th:nth-child(5)").text == "i"


def test_labels_that_a_gain_does_not_know(written):
    page = written([0.5, 1, 0], [3, 2, 1], groups=False)
    assert page.labels() == [0.5, 1, 0]
    page.choose("#convention", "lightgbm")
    assert page.shown("ndcg") == "\N{EN DASH}"
    refused = "Convention lightgbm has no gain for label 0.5."
    assert refused in page.find('.card[data-key="ndcg"]').text
    page.press(page.row(1) + " .badge")
    assert page.shown("ndcg") == "1.000"


def test_a_notebook_shows_it_in_a_frame(chromium, tmp_path):
    notebook = tmp_path / "notebook.html"
    frame = explore()._repr_html_()
    notebook.write_text(f"<!DOCTYPE html><body>{frame}</body>", encoding="utf-8")
    page = Page(chromium, notebook)
    page.open()
    chromium.switch_to.frame(page.find("iframe"))
    try:
        page.press("#sort")
        assert page.shown("ndcg") == "1.000"
    finally:
        chromium.switch_to.default_content()
    assert page.console() == []


# -- who can read it -----------------------------------------------------------------


def test_every_control_has_a_name(page):
    page.open(list="missed")
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})
    kinds = {"button", "combobox", "slider", "radio", "checkbox", "list", "region"}
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in tree["nodes"]
        if not node["ignored"] and node["role"]["value"] in kinds
    ]
    assert {kind for kind, _ in named} == kinds
    assert [kind for kind, name in named if not name.strip()] == []


CONTRAST = """
const parse = (color) => color.match(/[\\d.]+/g).map(Number);
const channel = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((c) => channel(c / 255));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const [r, g, b, alpha = 1] = parse(getComputedStyle(one).backgroundColor);
    if (alpha > 0) return [r, g, b];
  }
  return [255, 255, 255];
};
const poor = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const seen = element.checkVisibility() && !element.matches(":disabled, .hidden");
  if (!own || !seen || element.matches("script, option")) continue;
  const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(light);
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.push([element.className, element.textContent, ratio]);
}
return poor;
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out(page, theme):
    page.open(list="tied", k=10)
    page.run("document.documentElement.dataset.theme = arguments[0]", theme)
    page.press("#sort")
    assert page.run(CONTRAST) == []
    page.open(list="none-relevant", convention="lightgbm")
    page.run("document.documentElement.dataset.theme = arguments[0]", theme)
    assert page.run(CONTRAST) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_it_fits_the_width(page, width):
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.open(list="tied", convention="lightgbm")
        page.press("#swap")
        inner = page.run("return document.documentElement.scrollWidth")
        strip = page.run("return getComputedStyle(summary).display")
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert inner <= width
    assert strip == ("grid" if width <= 640 else "none")


def test_paper_has_no_controls(page):
    page.open(list="missed")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = page.run("return document.body.innerText")
        pressable = page.run(
            "return [...document.querySelectorAll('button')].filter("
            "(one) => one.checkVisibility()).map((one) => one.className)"
        )
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert set(pressable) == {"badge"}
    assert "0.785" in shown
    assert "Document D1" in shown
