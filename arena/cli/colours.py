"""Colour where a terminal has it: headings, errors, what passed and what failed.

The rest of click leaves colours out of pipes and files; NO_COLOR leaves them out everywhere.
"""

from __future__ import annotations

import os
import re
from typing import Final

import click

HEADER: Final = re.compile(r"(?:^[^#\n]+\n)?^#  bot .*$", re.MULTILINE)
"""The header of a table of bots, with the line above it that says which table it is."""
CHAPTER: Final = re.compile(r"^[A-Z]\d*: .*$", re.MULTILINE)
"""The title of a chapter of rules, or of a rule."""
ERROR: Final = re.compile(r"^Error:", re.MULTILINE)


def wanted() -> bool | None:
    """Whether there is colour: never with NO_COLOR, else wherever a terminal has it."""
    return False if os.environ.get("NO_COLOR") else None


def heading(text: str) -> str:
    """A text as a heading."""
    return "\n".join(click.style(line, bold=True) for line in text.split("\n"))


def with_error(text: str) -> str:
    """A text with its word Error in red."""
    return ERROR.sub(click.style("Error:", fg="red", bold=True), text)


def with_header(text: str) -> str:
    """A table whose first line is its header."""
    head, *rest = text.split("\n", 1)
    return "\n".join([heading(head), *rest])


def with_headers(text: str) -> str:
    """Tables of bots, each with its header."""
    return HEADER.sub(lambda found: heading(found[0]), text)


def with_chapters(text: str) -> str:
    """Rules, with the titles of their chapters."""
    return CHAPTER.sub(lambda found: heading(found[0]), text)


def with_verdict(text: str, word: str, good: bool) -> str:
    """A text in which a word says that something is well or not."""
    return text.replace(word, click.style(word, fg="green" if good else "red"), 1)
