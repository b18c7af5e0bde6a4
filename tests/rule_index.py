"""docs/rules.md: the page of the rules with anchors, and where each rule is in code and tests.

`make docs` writes it; a test compares it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.referee.rule_texts import PAGE, chapters
from tests.citations import NUMBER, PROJECT, Place, places, rule_tests

TARGET = PROJECT / "docs" / "rules.md"
MOST_PLACES = 4
"""How many places in the code, and how many files of tests, are named for one rule."""
MADE = """\
This page is made of [arena/referee/rules.md](../arena/referee/rules.md) by `make docs`: change that
file, not this one. At its end, [a table](#where-each-rule-is) tells where each rule is in the code,
and which tests prove it.
"""
INDEX = """\
## Where each rule is

For whoever changes the code: the functions, classes and constants that cite a rule, refusals and
comments first, and the files of the tests that have its number in their names.
`.venv/bin/pytest -k test_t5_` runs those of T5.

| rule | about | in the code | tests |
|---|---|---|---|
"""


def page() -> str:
    """The whole page, as it is to be."""
    source = PAGE.read_text(encoding="utf-8")
    opening, words, rest = source.partition("## Words\n")
    return f"{opening}{MADE}\n{linked(words + rest)}\n{INDEX}{''.join(index_rows())}"


def linked(text: str) -> str:
    """A text with an anchor before each rule, and each number that it cites as a link."""
    return "\n".join(
        anchored(line) if line.startswith("#") else with_links(line) for line in text.split("\n")
    )


def anchored(heading: str) -> str:
    """A heading, after the anchor of its rule if it is that of one."""
    rule = re.match(r"### (\w+): ", heading)
    return f'<a id="{rule[1].lower()}"></a>\n\n{heading}' if rule else heading


def with_links(line: str) -> str:
    """A line with each number of a rule as a link to its anchor, outside `code`."""

    def link(found: re.Match[str]) -> str:
        text = found[0]
        return text if text.startswith("`") else f"[{text}](#{text.lower()})"

    return re.sub(rf"`[^`]*`|{NUMBER}", link, line)


def index_rows() -> Iterator[str]:
    """The rows of the table, one for each rule."""
    code, tests = links_to_code(), links_to_tests()
    for chapter in chapters():
        for rule in chapter.rules:
            number = rule.number
            where = f"{code.get(number, '')} | {tests.get(number, '')}"
            yield f"| [{number}](#{number.lower()}) | {rule.title} | {where} |\n"


def links_to_code() -> dict[str, str]:
    """For each rule, links to the places that cite it, the most telling first."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for place in sorted(places(PROJECT), key=telling):
        found[place.citation.number].append(link_to_code(place))
    return {number: first_of(links) for number, links in found.items()}


def first_of(links: Iterable[str]) -> str:
    """The first few of different links."""
    return ", ".join(list(dict.fromkeys(links))[:MOST_PLACES])


def telling(place: Place) -> tuple[object, ...]:
    """How places are sorted: refusals, comments, docstrings, each first those of the referee."""
    file, citation = place
    return citation.manner, not citation.name, "referee" not in file.parts, file, citation.name


def link_to_code(place: Place) -> str:
    """A link such as [referee.claiming.misfit](../arena/referee/claiming.py)."""
    module = place.file.with_suffix("").parts
    names = module[1:] if module[0] == "arena" else module
    name = ".".join((*names, *filter(None, [place.citation.name])))
    return f"[{name}](../{place.file.as_posix()})"


def links_to_tests() -> dict[str, str]:
    """For each rule, links to the files of its tests, those with the most of them first."""
    files: defaultdict[str, Counter[Path]] = defaultdict(Counter)
    for test in rule_tests():
        files[test.number][test.file] += 1
    return {
        number: first_of(f"[{file.stem}](../{file.as_posix()})" for file, _ in counts.most_common())
        for number, counts in files.items()
    }


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
    print(TARGET)
