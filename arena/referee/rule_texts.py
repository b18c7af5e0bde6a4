"""The rules as texts for people, read from the page `rules.md`, which is their one source."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, unknown

PAGE: Final = Path(__file__).with_name("rules.md")
RULING: Final = "**Ruling**: "
"""How a paragraph begins that settles what a rulebook leaves open."""


class RuleError(ArenaError):
    """A rule that does not exist."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its letter and number, a title of a few words, and paragraphs of text."""

    number: str
    title: str
    text: tuple[str, ...]
    rulings: tuple[str, ...]
    """What was settled where the rulebook leaves a choice, a paragraph each."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of one letter."""

    letter: str
    title: str
    rules: tuple[RuleText, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All rules there are, by letter, in the order of the page."""
    return chapters_of(PAGE.read_text(encoding="utf-8"))


def chapters_of(page: str) -> tuple[Chapter, ...]:
    """The chapters of a page; a part whose heading has no letter is no chapter."""
    parts = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    return tuple(chapter_of(part) for part in parts if re.match(r"[A-Z]: ", part))


def chapter_of(part: str) -> Chapter:
    """The chapter in a part of the page that begins with the words of its heading."""
    head, *rules = re.split(r"^### ", part, flags=re.MULTILINE)
    letter, title = paragraphs(head)[0].split(": ", 1)
    return Chapter(letter, title, tuple(rule_of(rule) for rule in rules))


def rule_of(part: str) -> RuleText:
    """The rule in a part of the page that begins with the words of its heading."""
    heading, *body = paragraphs(part)
    number, title = heading.split(": ", 1)
    return RuleText(
        number,
        title,
        tuple(paragraph for paragraph in body if not paragraph.startswith(RULING)),
        tuple(paragraph.removeprefix(RULING) for paragraph in body if paragraph.startswith(RULING)),
    )


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each as one line."""
    return [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]


def find_rules(name: str) -> tuple[tuple[Chapter, RuleText], ...]:
    """The rule with this number, or all rules of a letter, each with its chapter."""
    wanted = name.upper()
    for chapter in chapters():
        if wanted == chapter.letter:
            return tuple((chapter, rule) for rule in chapter.rules)
        for rule in chapter.rules:
            if wanted == rule.number:
                return ((chapter, rule),)
    raise RuleError(unknown("rule", wanted, names_near(wanted)))


def names_near(wanted: str) -> list[str]:
    """The rules of the same letter as a wrong name, or all letters if it has none of them."""
    for chapter in chapters():
        if wanted.startswith(chapter.letter):
            return [rule.number for rule in chapter.rules]
    return [chapter.letter for chapter in chapters()]
