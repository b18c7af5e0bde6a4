"""The documentation becomes a site without a warning, with the public names from the code."""

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

import arena.bot
import arena.referee

PROJECT = Path(__file__).parents[1]
WORDS = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make site` builds it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"),
            *("-d", folder / "trees", "-c", PROJECT / "site", PROJECT, folder / "pages"),
        ],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "pages"


def text_of(page: Path) -> str:
    """What can be read on a page."""
    return html.unescape(WORDS.sub("", page.read_text("utf-8")))


def test_every_page_is_on_the_site(site: Path) -> None:
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").glob("*.md")]
    built = [site / page.relative_to(PROJECT).with_suffix(".html") for page in pages]
    assert [page.name for page in built if not page.is_file()] == []


@pytest.mark.parametrize("module", [arena.bot, arena.referee], ids=lambda module: module.__name__)
def test_every_public_name_is_on_the_site(site: Path, module: object) -> None:
    page = text_of(site / "site" / "api" / f"{module.__name__.partition('.')[2]}.html")
    names = [name for name in module.__all__ if callable(getattr(module, name))]
    assert len(names) > 10
    assert [name for name in names if name not in page] == []


def test_the_text_of_a_field_is_on_the_site(site: Path) -> None:
    assert "Points of the completed tickets." in text_of(site / "site" / "api" / "referee.html")


def test_a_link_to_a_rule_leads_to_it(site: Path) -> None:
    assert 'id="t5"' in (site / "docs" / "rules.html").read_text("utf-8")
