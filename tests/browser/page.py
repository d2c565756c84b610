"""What tests do with the page: open it, press, drag, read."""

import json
import shutil
from urllib.parse import urlencode


def start_chromium():
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in (
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"),
        *("--no-first-run", "--disable-background-networking", "--disable-sync"),
        *("--disable-component-update", "--hide-scrollbars", "--window-size=1280,1400"),
    ):
        options.add_argument(flag)
    options.set_capability(
        "goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"}
    )
    service = Service(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


class Page:
    """The page in a browser."""

    def __init__(self, driver, path):
        self.driver = driver
        self.address = path.as_uri()

    def open(self, **state):
        """Load the page afresh, with a state in its address."""
        parts = urlencode(state)
        self.driver.get("about:blank")
        self.driver.get(self.address + (f"#{parts}" if parts else ""))

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def press(self, selector):
        self.find(selector).click()

    def keys(self, selector, *keys):
        """Focus an element and type."""
        element = self.find(selector)
        self.run("arguments[0].focus()", element)
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def choose(self, selector, value):
        from selenium.webdriver.support.ui import Select

        Select(self.find(selector)).select_by_value(value)

    def row(self, rank):
        return f'#rows .row[data-rank="{rank}"]'

    def titles(self):
        script = "return [...document.querySelectorAll('#rows .title')]"
        return self.run(f"{script}.map((one) => one.textContent)")

    def labels(self):
        script = "return [...document.querySelectorAll('#rows .badge')]"
        return self.run(f"{script}.map((one) => Number(one.textContent))")

    def card(self, key):
        """Return the exact value behind a card, and what it shows."""
        card = self.find(f'[data-key="{key}"][data-value]')
        return float(card.get_attribute("data-value")), card.text

    def shown(self, key):
        """Return the three digits that a card shows."""
        if key == "ndcg_all":
            return self.card(key)[1].split("= ")[-1].removeprefix("all ranks: ")
        return self.find(f'.card[data-key="{key}"] .value').text

    def changes(self):
        """Return metric -> (before, after, difference) of the last change."""
        rows = self.run(
            "return [...document.querySelectorAll('#change tbody tr')].map("
            "(row) => [row.dataset.key, ...[...row.cells].slice(1).map("
            "(cell) => cell.textContent)])"
        )
        return {key: tuple(cells) for key, *cells in rows}

    def link(self):
        """Return the address that the page offers for sharing."""
        self.press("#share")
        return self.run("return location.hash.slice(1)")

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Return the addresses that the browser asked for since the last call."""
        logged = self.driver.get_log("performance")
        messages = [json.loads(entry["message"])["message"] for entry in logged]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]
