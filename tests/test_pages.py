"""The pages for people: each says who it is for, its links lead somewhere, its figures are true."""

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pictures import SHOWN

PROJECT = Path(__file__).parents[1]
DOCS = sorted((PROJECT / "docs").glob("*.md"))
FOLDERS = ("docs", "bots", "configs", "results", "arena", "site")
PAGES = [
    *sorted(PROJECT.glob("*.md")),
    *(page for folder in FOLDERS for page in sorted((PROJECT / folder).rglob("*.md"))),
]
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
BOT = re.compile(r"^\| \[(\w+)\.py\]\(\w+\.py\) \| (.*?) \|", re.MULTILINE)


def named(page: Path) -> str:
    return page.relative_to(PROJECT).as_posix()


def anchors(page: Path) -> set[str]:
    """The headings and anchors of a page, as links name them."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    by_heading = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return by_heading | set(re.findall(r'<a id="([^"]+)">', text))


def dead_links(page: Path) -> Iterator[str]:
    """The links of a page that lead to no file, or to no heading of it."""
    for path, anchor in LINK.findall(page.read_text("utf-8")):
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield f"{path}#{anchor}" if anchor else path


def defaults(bot: str) -> dict[str, str]:
    """The parameters of a bundled bot that have a default, as its page writes them."""
    module = importlib.import_module(f"bots.{bot}")
    (kind,) = (
        item
        for item in vars(module).values()
        if inspect.isclass(item) and item.__module__ == module.__name__ and hasattr(item, "choose")
    )
    parameters = inspect.signature(kind).parameters.values()
    return {p.name: f"{p.name}={p.default}" for p in parameters if p.default is not p.empty}


@pytest.mark.parametrize("page", DOCS, ids=named)
def test_the_first_line_of_a_page_says_who_it_is_for(page: Path) -> None:
    title, empty, first, *_ = page.read_text("utf-8").splitlines()
    assert title.startswith("# ")
    assert empty == ""
    assert first.startswith("For ")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    assert list(dead_links(page)) == []


def test_every_page_is_in_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert [page.name for page in DOCS if f"](docs/{page.name}) |" not in readme] == []


def test_pictures_are_small_and_shown_in_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    pictures = list((PROJECT / "docs" / "pictures").iterdir())
    assert {picture.name for picture in pictures} == set(SHOWN)
    for picture in pictures:
        assert picture.stat().st_size < 200_000
        assert f"](docs/pictures/{picture.name})" in readme


def test_the_page_of_the_bots_shows_their_parameters_as_they_are() -> None:
    told = dict(BOT.findall((PROJECT / "bots" / "README.md").read_text("utf-8")))
    assert set(told) == {path.stem for path in (PROJECT / "bots").glob("*.py")}
    for bot, parameters in told.items():
        assert re.findall(r"`(\w+=[^`]+)`", parameters) == list(defaults(bot).values())


def test_the_glossary_is_in_alphabetical_order() -> None:
    for group in (PROJECT / "docs" / "glossary.md").read_text("utf-8").split("\n## ")[1:]:
        words = [row.split(" | ")[0] for row in re.findall(r"^\| (.*)$", group, re.MULTILINE)][1:]
        assert words == sorted(words, key=str.lower), group.splitlines()[0]
