"""One headless Chromium for all tests of the page, and a page object to drive it."""

import os
import shutil
from importlib.util import find_spec

import pytest
from browser.page import Page, start_chromium

from sklearn_rankscore._explore.explore import explore

PROGRAMS = ("chromium", "chromedriver")


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    missing += ["selenium"] * (find_spec("selenium") is None)
    if missing:
        reason = f"needs {' and '.join(missing)}"
        if os.environ.get("RANKSCORE_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    driver = start_chromium()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def presets_path(tmp_path_factory):
    return explore().to_html(tmp_path_factory.mktemp("page") / "presets.html")


@pytest.fixture
def page(chromium, presets_path):
    """The page on its presets, to be opened; no test may leave a console message."""
    page = Page(chromium, presets_path)
    yield page
    assert page.console() == []


@pytest.fixture
def written(chromium, tmp_path):
    """Open what explore() makes of its arguments; no console message may be left."""

    def write(*arguments, **keywords):
        made = explore(*arguments, **keywords)
        page = Page(chromium, made.to_html(tmp_path / "own.html"))
        page.open()
        return page

    yield write
    assert Page(chromium, tmp_path).console() == []
