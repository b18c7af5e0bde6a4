"""The names of cities on the picture: how wide a text is, and where it may stand by its city."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final
from unicodedata import combining, east_asian_width, normalize

from arena.boards.drawn import COMPASS
from arena.story.picture.curve import Point

FONT: Final = 12.0
"""The size of the names, in pixels."""
ASCENT: Final = 9.5
"""How far a capital letter rises above the line, with an accent."""
DESCENT: Final = 2.5
TOUCH: Final = 3.0
"""The distance between a spot and its name."""

WIDTHS: Final = {
    191: "'",
    222: "ijl",
    278: " .,:;!/ftI",
    333: "-()r",
    500: "ckJsvxyz",
    556: "abdeghnopquL0123456789?",
    611: "FTZ",
    667: "ABEKPSVXY&",
    722: "wCDHNRU",
    778: "GOQ",
    833: "mM",
    944: "W",
}
"""The widths of letters in Arial and its likes, in thousandths of the font's size."""
WIDTH_OF: Final = {letter: width / 1000 for width, some in WIDTHS.items() for letter in some}
OTHER: Final = 0.75
"""The width allowed for a letter that is not in the table."""
FULL: Final = 1.05
"""The width allowed for a letter of a script that is written in squares."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        """The rectangle with so much more on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: Box) -> bool:
        """Whether two rectangles overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the picture."""

    place: str
    """The direction and distance from its city, as the board's file writes it."""
    anchor: str
    """Which end of the text is at `x`: start, middle or end."""
    x: float
    y: float
    """The line that the letters stand on."""
    box: Box


def text_width(text: str, size: float = FONT) -> float:
    """How wide a text is, in pixels."""
    return size * sum(map(letter_width, plain(text)))


def is_measured(text: str) -> bool:
    """Whether the widths of all letters of a text are known."""
    return all(letter in WIDTH_OF for letter in plain(text))


def plain(text: str) -> str:
    """A text without its accents, which are no wider than the letters under them."""
    return "".join(letter for letter in normalize("NFD", text) if not combining(letter))


def letter_width(letter: str) -> float:
    """How wide a letter is, as a part of the font's size."""
    if east_asian_width(letter) in "WF":
        return FULL
    return WIDTH_OF.get(letter, OTHER)


def label(name: str, city: Point, radius: float, place: str) -> Label:
    """The name of a city at a place such as `NE` or `W 6`."""
    direction, _, far = place.partition(" ")
    angle = 2 * pi * COMPASS.index(direction) / len(COMPASS)
    x, y = sin(angle), -cos(angle)
    width, height = text_width(name), ASCENT + DESCENT
    # On a diagonal a corner of the box touches the spot, on an axis the middle of a side does.
    lean_x, lean_y = (max(-1.0, min(1.0, part * 1.4143)) for part in (x, y))
    away = radius + TOUCH + int(far or 0)
    middle = city[0] + x * away + lean_x * width / 2, city[1] + y * away + lean_y * height / 2
    left, top = round(middle[0] - width / 2, 1), round(middle[1] - height / 2, 1)
    box = Box(left, top, round(left + width, 1), round(top + height, 1))
    anchor, at = anchored(lean_x, box)
    return Label(place, anchor, at, round(top + ASCENT, 1), box)


def anchored(lean: float, box: Box) -> tuple[str, float]:
    """Which end of a text is fixed: the one at its city, so that a narrow font leaves no gap."""
    if lean > 0.99:
        return "start", box.left
    if lean < -0.99:
        return "end", box.right
    return "middle", round((box.left + box.right) / 2, 1)
