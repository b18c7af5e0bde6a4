"""A bot's own words: what it printed and noted in a game, by ply, for its author alone.

They are no part of a game's record: nothing is decided by them, and no other bot hears of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import MsgspecError, Struct
from msgspec.msgpack import Decoder

from arena.match.limits import Limits
from arena.notes import Note, Notebook
from arena.vocabulary import CityNumber, Ply, RouteNumber, Seat
from arena.words import Word

MOST_KEPT: Final = 64
"""Kilobytes of what a bot prints that are kept by ply, however much it may print."""


class WordsKind(Word):
    """The ways in which a bot says something, by the words that results use."""

    PRINT = "print"
    """It was printed."""
    NOTE = "note"
    """It is a note, which may mark routes and cities."""


class OwnWords(Struct, frozen=True):
    """What a bot printed at one ply, or one of its notes."""

    seat: Seat
    ply: Ply
    kind: WordsKind
    label: str
    """The label of a note; nothing of a print."""
    text: str
    routes: tuple[RouteNumber, ...] = ()
    """The routes that a note marks."""
    cities: tuple[CityNumber, ...] = ()
    """The cities that a note marks."""


decode_notes: Final = Decoder(tuple[Note, ...]).decode


def own_words(seat: Seat, ply: Ply, printed: str, notes: Sequence[Note]) -> Iterator[OwnWords]:
    """What a bot said at one ply: its print first, then its notes."""
    if printed:
        yield OwnWords(seat, ply, WordsKind.PRINT, "", printed)
    for note in notes:
        cities = tuple(map(CityNumber, note.cities))
        yield OwnWords(seat, ply, WordsKind.NOTE, note.label, note.text, note.routes, cities)


def read_notes(sent: bytes | memoryview, notebook: Notebook) -> tuple[Note, ...]:
    """The notes that came with an answer; those that no view would have sent are dropped."""
    notebook.turn_page()
    try:
        notes = decode_notes(sent)
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return ()
    for note in notes:
        notebook.keep(note)
    return notebook.page


def most_printed(limits: Limits) -> int:
    """The most bytes of a bot's prints that are kept by ply, and so the most letters."""
    return min(limits.output, MOST_KEPT) << 10
