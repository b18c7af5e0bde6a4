"""Pages of a report as tests look at them: elements, links, texts."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from arena.report.report import ReportWanted

VOID = {"meta", "br", "img", "input"}


class Element(NamedTuple):
    """An element of a page: its name, attributes, where it stands, and the text in it."""

    name: str
    attributes: dict[str, str | None]
    above: tuple[str, ...]
    text: list[str]

    @property
    def words(self) -> str:
        """All text inside."""
        return "".join(self.text)


class Page(HTMLParser):
    """A page, read as a browser reads it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.source = path.read_text("utf-8")
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(self.source)
        assert self._open == [], [element.name for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), tuple(each.name for each in self._open), [])
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        above = tuple(each.name for each in self._open)
        self.elements.append(Element(tag, dict(attrs), above, []))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().name == tag

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    def all(self, name: str) -> list[Element]:
        """All elements with a name."""
        return [element for element in self.elements if element.name == name]

    def inside(self, outer: Element, name: str) -> Iterator[Element]:
        """The elements with a name inside another one."""
        at = self.elements.index(outer)
        for element in self.elements[at + 1 :]:
            if len(element.above) <= len(outer.above):
                return
            if element.name == name:
                yield element

    def table(self, caption: str) -> list[list[str]]:
        """The cells of the body of a table."""
        (chosen,) = (
            table
            for table in self.all("table")
            if any(one.words == caption for one in self.inside(table, "caption"))
        )
        (body,) = self.inside(chosen, "tbody")
        return [[cell.words for cell in self._cells(row)] for row in self.inside(body, "tr")]

    def _cells(self, row: Element) -> Iterator[Element]:
        at = self.elements.index(row)
        for element in self.elements[at + 1 :]:
            if len(element.above) <= len(row.above):
                return
            if element.name in ("th", "td"):
                yield element


def written(results: Path, target: Path, most: int = 0, is_public: bool = False) -> Path:
    """The folder with a report."""
    wanted = ReportWanted(results, target, most, is_public)
    wanted.refuse(force=False)
    wanted.write()
    return target


def files_of(report: Path) -> dict[str, bytes]:
    """All files of a report."""
    files = (path for path in sorted(report.rglob("*")) if path.is_file())
    return {path.relative_to(report).as_posix(): path.read_bytes() for path in files}


def pages_of(report: Path) -> dict[str, Page]:
    """The pages of a report by path, but for those of games."""
    return {path: Page(report / path) for path in files_of(report) if not path.startswith("games")}
