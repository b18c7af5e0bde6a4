"""Where the numbers of rules are cited: in comments, docstrings and strings of code, and in pages.

A citation is a letter of the rules and one or two digits, as a word of its own: `T5`, `(T2, T4)`,
or `C2 to C5`, which also cites the rules between. Names in code, such as `X32`, are none.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from arena.referee.rule_texts import chapters

PROJECT = Path(__file__).parents[1]
LETTERS = "".join(chapter.letter for chapter in chapters())
NUMBER = rf"(?<![\w./-])[{LETTERS}]\d{{1,2}}(?![\w/-])"
SPAN = re.compile(rf"({NUMBER})(?: to ({NUMBER}))?")


class Manner(IntEnum):
    """How a rule is cited, the most telling manner first."""

    SENTENCE = 0
    """Within a longer string, such as a refusal."""
    COMMENT = 1
    DOCSTRING = 2
    WORD = 3
    """As a string of its own."""


class Citation(NamedTuple):
    """A rule cited in Python code."""

    number: str
    manner: Manner
    name: str
    """The function, class or constant that cites it; empty for the file as a whole."""


class Place(NamedTuple):
    """A citation and its file."""

    file: Path
    citation: Citation


def numbers_in(text: str) -> Iterator[str]:
    """The rules that a text cites."""
    for first, last in SPAN.findall(text):
        if last and last[0] == first[0]:
            yield from (f"{first[0]}{n}" for n in range(int(first[1:]), int(last[1:]) + 1))
        else:
            yield from filter(None, (first, last))


def citations_in(source: str) -> Iterator[Citation]:
    """The rules that a Python source cites."""
    tree = ast.parse(source)
    names = names_by_line(tree.body)
    for line, manner, text in (*strings_of(tree), *comments_of(source)):
        for number in numbers_in(text):
            yield Citation(number, manner, names.get(line, ""))


def strings_of(tree: ast.Module) -> Iterator[tuple[int, Manner, str]]:
    """The strings in a source, each with its line and whether it is a docstring."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            spoken = Manner.WORD if SPAN.fullmatch(node.value) else Manner.SENTENCE
            manner = Manner.DOCSTRING if id(node) in alone else spoken
            yield node.lineno, manner, node.value


def comments_of(source: str) -> Iterator[tuple[int, Manner, str]]:
    """The comments in a source, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], Manner.COMMENT, token.string


def names_by_line(body: list[ast.stmt], within: str = "") -> dict[int, str]:
    """For each line, the name of the function, class or constant that it belongs to.

    A string after a constant describes it and belongs to it.
    """
    names: dict[int, str] = {}
    described = within
    for statement in body:
        own = described if isinstance(statement, ast.Expr) else qualified(statement, within)
        lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
        names |= dict.fromkeys(lines, own)
        if isinstance(statement, ast.ClassDef):
            names |= names_by_line(statement.body, own)
        described = own if isinstance(statement, ast.Assign | ast.AnnAssign) else within
    return names


def qualified(statement: ast.stmt, within: str) -> str:
    """The name that a statement defines, after that of its class; else just the latter."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return f"{within}.{name}" if within else name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return f"{within}.{name}" if within else name
    return within


def python_files(*folders: Path) -> list[Path]:
    """The Python files in these folders."""
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


def places(project: Path) -> list[Place]:
    """All citations in the code of the arena and the bots."""
    return [
        Place(file.relative_to(project), citation)
        for file in python_files(project / "arena", project / "bots")
        for citation in citations_in(file.read_text(encoding="utf-8"))
    ]


class RuleTest(NamedTuple):
    """A rule that the name of a test cites, and the file of that test."""

    number: str
    file: Path


def rule_tests() -> list[RuleTest]:
    """All tests that are named after rules, once for each rule in their name."""
    return [
        RuleTest(number, file.relative_to(PROJECT))
        for file in python_files(PROJECT / "tests")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for number in numbers_in(node.name.upper().replace("_", " "))
    ]
