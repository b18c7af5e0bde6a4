"""The lists of fields in docs/bots.md: the board, actions, results and events, from the code.

`make docs` writes them between two markers on the page; the tests compare them. What a field is, is
the text below it in its class, or else what the vocabulary says of its type.
"""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import arena.bot
from arena import vocabulary
from arena.bot import City, Result, Route, SeatResult, Ticket
from arena.referee.actions import Action
from arena.referee.events import Event
from arena.referee.modules import rules_of
from arena.referee.rulesets import NAMES, find_ruleset
from tests.layout_page import PROJECT, first_sentence

PAGE = PROJECT / "docs" / "bots.md"
BEGIN = "<!-- fields: begin -->"
END = "<!-- fields: end -->"
BETWEEN = re.compile(f"(?<={re.escape(BEGIN)}\n).*?(?={re.escape(END)})", re.DOTALL)
BOARD = {
    City: "`view.board.cities[n]`",
    Route: "`view.board.routes[n]`",
    Ticket: "`view.board.tickets[n]`",
}
"""What a board is made of, and how a bot gets it."""
RESULTS = {
    Result: "what `end(result)` gets, and `game.result()` returns",
    SeatResult: "`result.seats[n]`",
}


class Field(NamedTuple):
    """A field of a class."""

    name: str
    kind: str
    text: str


@cache
def texts_in(source: str) -> dict[str, tuple[str, str]]:
    """By name: the annotation of each field of a class, or variable of a module, and its text."""
    (item, *rest) = ast.parse(dedent(source)).body
    body = item.body if isinstance(item, ast.ClassDef) else [item, *rest]
    found = {}
    for at, line in enumerate(body):
        after = body[at + 1] if at + 1 < len(body) else None
        text = " ".join(after.value.value.split()) if is_text(after) else ""
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            found[line.target.id] = (ast.unparse(line.annotation), text)
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            found[line.targets[0].id] = ("", text)
    return found


def is_text(line: ast.stmt | None) -> bool:
    """Whether a line is nothing but a text."""
    return (
        isinstance(line, ast.Expr)
        and isinstance(line.value, ast.Constant)
        and isinstance(line.value.value, str)
    )


def fields(kind: type) -> list[Field]:
    """The fields of a class, those of its bases first."""
    words = texts_in(inspect.getsource(vocabulary))
    found = []
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("arena.") and "__annotations__" in vars(base):
            for name, (annotation, text) in texts_in(inspect.getsource(base)).items():
                if not annotation.startswith("ClassVar") and name != "__slots__" and annotation:
                    usual = words.get(annotation, ("", ""))[1]
                    found.append(Field(name, annotation, text or usual))
    return found


def rules() -> list[object]:
    """The rules of all rulesets, with every expansion that goes with them."""
    names = [*NAMES, *(f"{name}+warehouses" for name in NAMES), "oldwest+alvin+warehouses"]
    return [rules_of(find_ruleset(name)) for name in dict.fromkeys(names) if is_ruleset(name)]


def is_ruleset(name: str) -> bool:
    """Whether there is a ruleset of this name."""
    return name.count("+warehouses") < 2


def actions() -> list[type[Action]]:
    """All actions that bots can import and play, the basic game's first."""
    played = dict.fromkeys(action for each in rules() for action in each.actions)
    return [action for action in played if action.__name__ in arena.bot.__all__]


def phases(action: type[Action]) -> list[str]:
    """The questions that an action answers, in any ruleset."""
    return list(
        dict.fromkeys(
            str(phase) for each in rules() for phase, kinds in each.asked.items() if action in kinds
        )
    )


def events() -> list[type[Event]]:
    """All events that a seat can see, the basic game's first."""
    happen = dict.fromkeys(event for each in rules() for event in each.events)
    return [event for event in happen if event.__name__ != "Decided"]


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of a table."""
    names = list(header)
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def section(kind: type, how: str) -> Iterator[str]:
    """A class with all its fields."""
    yield f"**`{kind.__name__}`** ({how}): {first_sentence(kind.__doc__ or '')}"
    yield ""
    rows = ([f"`{f.name}`", f"`{f.kind}`", f.text] for f in fields(kind))
    yield from table(("field", "type", "what it is"), rows)


def call(kind: type) -> str:
    """A class with the names of its fields, as it is called."""
    return f"`{kind.__name__}({', '.join(field.name for field in fields(kind))})`"


def told(kind: type, own: bool) -> str:
    """The fields of a class with their texts; only those with a text of their own, if so wanted."""
    words = {text for _, text in texts_in(inspect.getsource(vocabulary)).values()}
    some = [f for f in fields(kind) if f.text and not (own and f.text in words)]
    return "<br>".join(f"`{field.name}`: {field.text}" for field in some)


def listing() -> str:
    """The part of the page between the markers."""
    lines = ["", "### The board", ""]
    for kind, how in BOARD.items():
        lines += section(kind, how)
    lines += ["### The actions", ""]
    rows = (
        [call(kind), ", ".join(f"`{p}`" for p in phases(kind)), first_sentence(kind.__doc__ or ""),
         told(kind, own=False)]
        for kind in actions()
    )  # fmt: skip
    lines += table(("action", "answers", "what it does", "fields"), rows)
    lines += ["### The result", ""]
    for kind, how in RESULTS.items():
        lines += section(kind, how)
    lines += ["### The events", ""]
    happened = (
        [call(kind), first_sentence(kind.__doc__ or ""), told(kind, True)] for kind in events()
    )
    lines += table(("event", "what happened", "fields"), happened)
    return "\n".join(lines)


def rewritten(page: str) -> str:
    """The page with the lists as they are now."""
    if not BETWEEN.search(page):
        raise ValueError(f"the page has no place for the lists: it needs {BEGIN} and {END}")
    return BETWEEN.sub(lambda _: listing(), page)


if __name__ == "__main__":
    Path(PAGE).write_text(rewritten(PAGE.read_text("utf-8")), "utf-8")
    print(PAGE)
