"""A bot's own words as a replay quotes them: each line says whose it is, and none can steer it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from arena.boards import Board
from arena.match.own_words import OwnWords, WordsKind
from arena.terminal import printable
from arena.vocabulary import Ply, Seat


def by_ply(words: Iterable[OwnWords], seat: Seat | None) -> dict[Ply, list[OwnWords]]:
    """What was said at each ply, by all bots or by that of one seat."""
    said: dict[Ply, list[OwnWords]] = defaultdict(list)
    for one in words:
        if seat in (None, one.seat):
            said[one.ply].append(one)
    return said


def quoted(said: OwnWords, board: Board) -> list[str]:
    """The sentences for what a bot said, without their subject: one for each line of a print."""
    if said.kind == WordsKind.PRINT:
        return [f"prints: {line}".rstrip() for line in printed_lines(said.text)]
    return [note_sentence(said, board)]


def printed_lines(text: str) -> list[str]:
    """The lines of a print, without control and direction characters."""
    return printable(text.replace("\r\n", "\n").rstrip("\n")).split("\n")


def note_sentence(note: OwnWords, board: Board) -> str:
    """A note with the names of what it marks, in one line."""
    routes = ", ".join(map(board.route_name, note.routes))
    cities = ", ".join(board.cities[city].name for city in note.cities)
    parts = [flat(note.text), routes, cities]
    told = "; ".join(filter(None, parts))
    return f"notes {flat(note.label)}: {told}" if told else f"notes {flat(note.label)}"


def flat(text: str) -> str:
    """A text in one line, without control and direction characters."""
    return " ".join(printable(text).split())
