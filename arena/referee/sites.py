"""Where a building may stand: on a city that has none yet, whatever kind of building it is (W5)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.vocabulary import CityNumber

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.table import Table


@cache
def sites(board: Board) -> tuple[CityNumber, ...]:
    """The cities of a board that can have a building: no junctions, no countries."""
    return tuple(CityNumber(n) for n, city in enumerate(board.cities) if city.kind == "city")


def built_on(table: Table) -> set[CityNumber]:
    """The cities that have a building."""
    return set().union(*[building.owners(table) for building in table.rules.buildings])


def no_site(table: Table, city: CityNumber) -> str | None:
    """Why no building can be put on a city; None if one can."""
    cities = table.board.cities
    if type(city) is not int or not 0 <= city < len(cities):
        return f"there is no city {city!r} on the board {table.board.name}"
    name, kind = cities[city].name, cities[city].kind
    if kind != "city":
        return f"{name} is a {kind}, where no building stands (W5)"
    for building in table.rules.buildings:
        owner = building.owners(table).get(city)
        if owner is not None:
            return f"{name} has a {building.name} of seat {owner} (W5)"
    return None
