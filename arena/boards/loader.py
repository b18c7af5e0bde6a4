"""Reading a board from its three files, and refusing one that could not be played."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from arena.boards.board import KINDS, Board, BoardError, City, Route
from arena.boards.board_files import CITIES, ROUTES, TICKETS, BoardFiles, read_files
from arena.boards.colors import COLORS, GRAY, NAMES
from arena.boards.csv_sheet import Sheet, SheetRow, read_sheet
from arena.boards.drawn import BEND, LABEL, read_drawn
from arena.boards.tickets import read_tickets
from arena.errors import unknown
from arena.vocabulary import CityNumber

BUNDLED: Final = Path(__file__).parent
CITY_COLUMNS: Final = ("name", "x", "y", "kind", "group", "dead_end", LABEL)
ROUTE_COLUMNS: Final = ("city_a", "city_b", "length", "color", "parallel", "locomotives", BEND)
ROUTE_COLORS: Final = {NAMES[color]: color for color in (*COLORS, GRAY)}
LONGEST_ROUTE: Final = 9
MODULE_COLUMNS: Final = {"tunnel": 1}
"""Further columns of routes that modules read, each with its greatest value.

Those of bundled boards are here from the start: a board can be read without the rules. Modules add
theirs."""


def board_names() -> tuple[str, ...]:
    """The names of the boards that come with the package, sorted."""
    return tuple(sorted(file.parent.name for file in BUNDLED.glob("*/cities.csv")))


def load_board(name_or_folder: str | Path | BoardFiles) -> Board:
    """A bundled board by its name, or the board of a user's own in a folder, or in files' contents.

    The contents of files were read before, and perhaps on another machine.
    """
    if isinstance(name_or_folder, BoardFiles):
        return board_of(name_or_folder, Path(name_or_folder.name))
    if isinstance(name_or_folder, str) and name_or_folder in board_names():
        return load_bundled(name_or_folder)
    folder = Path(name_or_folder)
    try:
        found = folder.is_dir()
    except OSError:  # a name too long for a file, a folder closed to this user
        found = False
    if not found:
        raise BoardError(unknown("board or folder", str(name_or_folder), board_names()))
    return read_board(folder)


@cache
def load_bundled(name: str) -> Board:
    """A bundled board, read once."""
    return read_board(BUNDLED / name)


def read_board(folder: Path) -> Board:
    """The board in this folder, named after it."""
    return board_of(read_files(folder), folder)


def board_of(files: BoardFiles, folder: Path) -> Board:
    """The board that these files make; errors name the folder."""
    city_sheet = read_sheet(folder / CITIES, files.cities, "cities")
    cities = read_cities(city_sheet)
    route_sheet = read_sheet(folder / ROUTES, files.routes, "routes")
    routes, columns = read_routes(route_sheet, cities), read_columns(route_sheet)
    deck = read_sheet(folder / TICKETS, files.tickets, "tickets")
    tickets = read_tickets(deck, cities, routes)
    drawn = read_drawn(city_sheet, route_sheet)
    return Board.of(files.name, cities, routes, tickets, columns, drawn)


def read_cities(sheet: Sheet) -> tuple[City, ...]:
    """The cities, each with a name of its own."""
    sheet.allow_only(CITY_COLUMNS)
    sheet.require(("name",))
    cities: dict[str, City] = {}
    for row in sheet.rows:
        city = read_city(row)
        if city.name in cities:
            raise row.wrong(f"the city {city.name!r} is there twice")
        cities[city.name] = city
    return tuple(cities.values())


def read_city(row: SheetRow) -> City:
    """The city of one row."""
    name = row.name("name")
    return City(
        name=name,
        x=row.number("x"),
        y=row.number("y"),
        kind=row.one_of("kind", "kind of city", KINDS) if "kind" in row.cells else "city",
        group=row.name("group") if "group" in row.cells else name,
        dead_end=row.flag("dead_end"),
    )


def read_routes(sheet: Sheet, cities: Sequence[City]) -> tuple[Route, ...]:
    """The routes; those between the same two cities are parallel 1, 2 and so on."""
    sheet.allow_only((*ROUTE_COLUMNS, *MODULE_COLUMNS))
    sheet.require(ROUTE_COLUMNS[:4])
    numbers = {city.name: CityNumber(number) for number, city in enumerate(cities)}
    pairs = [row.pair("city", numbers) for row in sheet.rows]
    tracks = Counter(frozenset(pair) for pair in pairs)
    taken: defaultdict[frozenset[str], set[int]] = defaultdict(set)
    routes = []
    for row, pair in zip(sheet.rows, pairs, strict=True):
        connection = frozenset(pair)
        parallel = read_parallel(row, tracks[connection], taken[connection])
        taken[connection].add(parallel)
        routes.append(read_route(row, numbers[pair[0]], numbers[pair[1]], parallel))
    return tuple(routes)


def read_columns(sheet: Sheet) -> dict[str, tuple[int, ...]]:
    """The columns of the file of routes that belong to modules."""
    return {
        column: tuple(row.whole(column, 0, most) for row in sheet.rows)
        for column, most in MODULE_COLUMNS.items()
        if column in sheet.columns
    }


def read_parallel(row: SheetRow, tracks: int, taken: set[int]) -> int:
    """The number of a route among those between its cities, or the next one if none is given."""
    if "parallel" not in row.cells:
        return len(taken) + 1
    parallel = row.whole("parallel", 1, tracks)
    if parallel in taken:
        raise row.wrong(f"parallel {parallel} between these cities is there twice")
    return parallel


def read_route(row: SheetRow, city_a: CityNumber, city_b: CityNumber, parallel: int) -> Route:
    """The route of one row."""
    length = row.whole("length", 1, LONGEST_ROUTE)
    return Route(
        city_a=city_a,
        city_b=city_b,
        length=length,
        color=ROUTE_COLORS[row.one_of("color", "colour of a route", ROUTE_COLORS)],
        parallel=parallel,
        locomotives=row.whole("locomotives", 0, length),
    )
