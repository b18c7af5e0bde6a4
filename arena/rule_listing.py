"""The rules of the game as `arena rules` prints them: a list of titles, or their texts."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

from msgspec import Struct

from arena.referee.rule_texts import Chapter, RuleText, chapters, find_rules

NARROWEST: Final = 80
WIDEST: Final = 100
"""Lines that are longer tire the eye, however wide the terminal is."""


class RuleRow(Struct, frozen=True):
    """A rule with its chapter."""

    rule: str
    title: str
    chapter: str
    text: tuple[str, ...]
    rulings: tuple[str, ...]


def rules(names: Sequence[str]) -> list[RuleRow]:
    """The rules of these numbers and letters, each once, or all of them."""
    wanted = names or [chapter.letter for chapter in chapters()]
    rows = [rule_row(chapter, rule) for name in wanted for chapter, rule in find_rules(name)]
    return list(dict.fromkeys(rows))


def rule_row(chapter: Chapter, rule: RuleText) -> RuleRow:
    """One rule with its chapter."""
    return RuleRow(
        rule=rule.number,
        title=rule.title,
        chapter=f"{chapter.letter}: {chapter.title}",
        text=rule.text,
        rulings=rule.rulings,
    )


def rule_titles(rows: Sequence[RuleRow]) -> str:
    """The numbers and titles of rules under their chapters."""
    return "\n\n".join(
        "\n".join([chapter, *(f"  {row.rule:<3}  {row.title}" for row in group)])
        for chapter, group in groupby(rows, key=lambda row: row.chapter)
    )


def rule_pages(rows: Sequence[RuleRow]) -> str:
    """The texts of rules under their chapters, wrapped for the terminal."""
    width = max(NARROWEST, min(WIDEST, get_terminal_size().columns))
    return "\n\n".join(
        fill(plain(paragraph), width, break_long_words=False, break_on_hyphens=False)
        for chapter, group in groupby(rows, key=lambda row: row.chapter)
        for paragraph in (chapter, *(line for row in group for line in paragraphs(row)))
    )


def paragraphs(row: RuleRow) -> Iterator[str]:
    """A rule's heading, its text and its rulings."""
    yield f"{row.rule}: {row.title}"
    yield from row.text
    for ruling in row.rulings:
        yield f"Ruling: {ruling}"


def plain(text: str) -> str:
    """A text without Markdown's marks for code."""
    return text.replace("`", "")
