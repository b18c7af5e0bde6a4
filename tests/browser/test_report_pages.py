"""The pages of a report in a browser: they open from disk, and lead to each other."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.listening import heard
from tests.report.conftest import report as report, results as results  # fixtures

Opens = Callable[..., Page]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_every_kind_of_page_opens_and_fits_the_screen(
    width: int, dark: bool, report: Path, open_file: Opens
) -> None:
    for kind in ("index.html", "times.html", "bots/*.html", "games/*.html"):
        page = open_file(sorted(report.glob(kind))[0], "", width, dark)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (int(ground.partition("(")[2].partition(",")[0]) < 100) == dark, kind


def test_everything_has_a_name_for_those_who_listen(report: Path, open_file: Opens) -> None:
    for kind in ("index.html", "times.html", "bots/*.html"):
        tree = heard(open_file(sorted(report.glob(kind))[0]))
        assert "table" in tree
        assert "img" in tree


def test_a_reader_gets_from_the_table_to_a_bot_and_to_a_game(
    report: Path, open_file: Opens
) -> None:
    page = open_file(report / "index.html")
    page.locator("a[href^='bots/']").first.click()
    assert Path(page.url).parent.name == "bots"
    page.locator("a[href*='games/']").first.click()
    assert Path(page.url.partition("#")[0]).parent.name == "games"
    expect(page.locator("#count")).to_contain_text("ply 0 of ")
    page.keyboard.press("End")
    assert page.input_value("#scrub") == page.get_attribute("#scrub", "max")


def test_what_bots_say_is_text(report: Path, open_file: Opens) -> None:
    for path in sorted(report.rglob("*.html")):
        page = open_file(path)
        assert page.locator("img, main script, iframe, object, embed").count() == 0
