"""A bot's notes on its decisions: a few words, with cities and routes to mark, for its author.

A notebook counts what is kept of a question and of a game. Both ends have one: the bot's process,
so that no more is sent, and the referee's, which believes no process.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Annotated, Final

from msgspec import Meta, Struct

from arena.boards import Board
from arena.errors import ArenaError, clipped
from arena.vocabulary import CityNumber, RouteNumber

NOTES_OF_A_QUESTION: Final = 10
"""The most notes that are kept of a question; with all that they may hold they fit its answer."""
NOTES_OF_A_GAME: Final = 1000
"""The most notes that are kept of a bot's game."""
LETTERS_OF_A_GAME: Final = 50_000
"""The most letters of notes that are kept of a bot's game."""
LONGEST_LABEL: Final = 40
"""The most letters of a label that are kept."""
LONGEST_TEXT: Final = 400
"""The most letters of a text that are kept."""
MARKS: Final = 100
"""The most routes, and the most cities, that a note marks."""

Marked = Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=MARKS)]
"""The numbers of marked routes or cities."""


class NoteError(ArenaError, ValueError):
    """A note that says nothing, or marks what is not on the board."""


class Note(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A note of a bot on the question that it answers."""

    label: Annotated[str, Meta(min_length=1, max_length=LONGEST_LABEL)]
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    routes: Marked
    cities: Marked


class Notebook:
    """The notes of one bot in one game."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.page: tuple[Note, ...] = ()
        """The notes on the question that is being answered, in order."""
        self._notes = 0
        self._letters = 0

    def turn_page(self) -> None:
        """Begin with a new question."""
        self.page = ()

    def keep(self, note: Note) -> bool:
        """Keep a note if it fits the board, and there is room for it; returns whether there was."""
        letters = self._letters + len(note.label) + len(note.text)
        is_full = len(self.page) >= NOTES_OF_A_QUESTION or self._notes >= NOTES_OF_A_GAME
        if is_full or letters > LETTERS_OF_A_GAME or not self._has(note):
            return False
        self.page += (note,)
        self._notes += 1
        self._letters = letters
        return True

    def _has(self, note: Note) -> bool:
        """Whether the board has what a note marks."""
        routes, cities = len(self._board.routes), len(self._board.cities)
        return max(note.routes, default=0) < routes and max(note.cities, default=0) < cities


def new_note(
    board: Board,
    label: str,
    text: str,
    routes: Iterable[RouteNumber],
    cities: Iterable[CityNumber],
) -> Note:
    """A note as a bot makes it: what is too long is cut, what can't be meant is refused."""
    label = sendable("label", label)[:LONGEST_LABEL]
    if not label.strip():
        raise NoteError("a note has a label: a word for what it is about")
    text = sendable("text", text)[:LONGEST_TEXT]
    marked_routes = numbers_of("route", routes, len(board.routes))
    return Note(label, text, marked_routes, numbers_of("city", cities, len(board.cities)))


def sendable(part: str, text: str) -> str:
    """A text with letters that UTF-8 can't encode written as escapes."""
    if not isinstance(text, str):
        raise NoteError(f"the {part} of a note is a str, not {clipped(text)}")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def numbers_of(kind: str, given: Iterable[int], there: int) -> tuple[int, ...]:
    """The numbers of routes or cities, each once; one that the board does not have is refused."""
    try:
        numbers = tuple(dict.fromkeys(map(index, given)))
    except TypeError:
        raise NoteError(f"a note marks each {kind} by its number, not {clipped(given)}") from None
    for number in numbers:
        if not 0 <= number < there:
            raise NoteError(f"there is no {kind} {number}, they are numbered from 0 to {there - 1}")
    return numbers[:MARKS]
