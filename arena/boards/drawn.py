"""The columns that say how a board is drawn: the bend of a route, and the place of a name."""

import re
from typing import Final

from arena.boards.board import Drawn
from arena.boards.csv_sheet import Sheet, SheetRow

BEND: Final = "bend"
"""The column of routes that says how far a route is bent."""
LABEL: Final = "label"
"""The column of cities that says where a name stands."""
MOST_BEND: Final = 60
"""The greatest bend, in percent of the way between the cities."""
COMPASS: Final = (
    *("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE"),
    *("S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"),
)
"""The directions in which a name can stand, clockwise."""
BEND_FORM: Final = re.compile(r"-?[0-9]{1,3}")
LABEL_FORM: Final = re.compile(f"(?:{'|'.join(COMPASS)})(?: [0-9]{{1,2}})?")


def read_drawn(cities: Sheet, routes: Sheet) -> Drawn:
    """What the files of cities and of routes say about drawing."""
    return Drawn(
        bends=tuple(read_bend(row) for row in routes.rows),
        labels=tuple(read_label(row) for row in cities.rows),
    )


def read_bend(row: SheetRow) -> int | None:
    """The bend of a route in percent; None if the file leaves it to the picture."""
    cell = row.cells.get(BEND, "")
    if not cell:
        return None
    if not (BEND_FORM.fullmatch(cell) and abs(int(cell)) <= MOST_BEND):
        raise row.wrong(f"{BEND} is {cell!r}, not a whole number from -{MOST_BEND} to {MOST_BEND}")
    return int(cell)


def read_label(row: SheetRow) -> str | None:
    """Where the name of a city stands; None if the file leaves it to the picture."""
    cell = row.cells.get(LABEL, "")
    if not cell:
        return None
    if not LABEL_FORM.fullmatch(cell):
        reason = "not a direction and perhaps a distance in pixels, such as NE or WSW 6"
        raise row.wrong(f"{LABEL} is {cell!r}, {reason}")
    return cell
