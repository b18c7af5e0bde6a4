"""The strip below a position: each seat in its colour, with its trains, points and belongings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from arena.referee.drawing import Mark
from arena.referee.scene import number
from arena.referee.table import Table
from arena.story.picture.labels import Box, text_width
from arena.story.picture.svg import element, pair, titled, worded
from arena.vocabulary import Seat

HEIGHT: Final = 32
"""How high a line of the strip is."""
LETTERS: Final = 11.0
"""The size of its letters."""
DISC: Final = 8.0
"""The radius of the disc with a seat's number."""
BETWEEN: Final = 8.0
"""The room between two things of a seat."""
SYMBOL: Final = 18.0
"""The room for a symbol."""


def strip(
    table: Table, symbols: Mapping[str, str], marks: Sequence[Mark], frame: Box
) -> tuple[Box, list[str]]:
    """The frame with room for the strip, and its shapes."""
    seats = [seat_shapes(table, seat, symbols, marks) for seat in range(table.seats)]
    needed = max(width for width, _ in seats) + 2 * BETWEEN
    room = frame.right - frame.left - 2 * BETWEEN
    across = max(1, min(table.seats, int(room // needed)))
    lines = -(-table.seats // across)
    shapes = []
    for seat, (_, inside) in enumerate(seats):
        line, column = divmod(seat, across)
        x = frame.left + 2 * BETWEEN + DISC + column * room / across
        at = pair((x, frame.bottom + line * HEIGHT + HEIGHT / 2 - 4))
        parts = [titled(f"seat {seat}: {standing(table, seat)}"), *inside]
        shapes.append(
            element("g", *parts, class_="seat", data_seat=str(seat), transform=f"translate({at})")
        )
    return Box(frame.left, frame.top, frame.right, frame.bottom + lines * HEIGHT), shapes


def standing(table: Table, seat: Seat) -> str:
    """The trains and the points of a seat."""
    trains, points = number(table.trains[seat], "train"), number(table.scores[seat], "point")
    return f"{trains}, {points}"


def seat_shapes(
    table: Table, seat: Seat, symbols: Mapping[str, str], marks: Sequence[Mark]
) -> tuple[float, list[str]]:
    """How wide the room for a seat is, and its shapes: disc, trains and points, and its marks."""
    x = DISC + BETWEEN
    shapes = [
        element("circle", class_="piece", r=DISC),
        element("path", class_="number", d="M0,0"),
        element("text", worded(standing(table, seat)), x=x, y=LETTERS * 0.35),
    ]
    x += text_width(standing(table, seat), LETTERS) + BETWEEN
    for mark in marks:
        if mark.seat == seat and mark.city is None and mark.route is None:
            place = f"translate({pair((x + SYMBOL / 2, 0.0))})"
            symbol = element("g", symbols.get(mark.name, ""), transform=place)
            x += SYMBOL + 3
            words = element("text", worded(mark.text), x=x, y=LETTERS * 0.35)
            shapes.append(element("g", titled(mark.title), symbol, words, class_=mark.name))
            x += text_width(mark.text, LETTERS) + BETWEEN
    return x, shapes
