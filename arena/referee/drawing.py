"""What a module adds to the board's picture: marks on cities, routes and seats, and their style."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.vocabulary import CityNumber, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark on the picture: at a city, on a route, or in the strip that shows a seat.

    Its name is also a CSS class of the city's or the route's element.
    """

    name: str
    """Which mark it is, in letters and hyphens: `depot`."""
    title: str
    """What it says to people, as a tooltip: `depot of seat 2`."""
    city: CityNumber | None = None
    route: RouteNumber | None = None
    seat: Seat | None = None
    """The seat whose colour and number it has, if any; in the strip, the seat that has it."""
    text: str = ""
    """In the strip: a few words after the symbol, such as a number of cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How a module's part of a game is drawn."""

    symbols: Mapping[str, str] = field(default_factory=dict)
    """By the name of a mark: its shape as SVG, around the point 0,0 in pixels. What has the class
    `piece` is filled with the seat's colour; a path of the class `number` bears the seat's number
    at its first point. A mark without a symbol is only a class of its place."""
    bands: frozenset[str] = frozenset()
    """The names of marks that are a broad band under their route."""
    style: str = ""
    """CSS rules for its marks."""
    of_board: Callable[[Board], Iterable[Mark]] | None = None
    """The marks that are on the board in every game."""
    of_table: Callable[[Table], Iterable[Mark]] | None = None
    """The marks of a position."""
