"""The commands of `arena`, their options and exit codes: a file for each group of commands.

Everything that takes time to import is imported by the command that needs it.
"""

from arena.cli import (
    authors,
    comparing,
    learning,
    lists,
    looking_back,
    organisers,
    people,
    shells,
    tournaments,
)
from arena.cli.group import main

__all__ = [
    "authors",
    "comparing",
    "learning",
    "lists",
    "looking_back",
    "main",
    "organisers",
    "people",
    "shells",
    "tournaments",
]
