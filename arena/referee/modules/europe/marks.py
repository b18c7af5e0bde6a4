"""Europe on the board's picture: tunnels, stations, and the routes that stations lend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arena.referee.drawing import Drawing, Mark
from arena.referee.modules.europe.lending import lent_routes
from arena.referee.modules.europe.stations import stations_of
from arena.referee.modules.europe.tunnels import tunnels_on
from arena.referee.network import each
from arena.referee.scene import number

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.table import Table


def tunnels(board: Board) -> list[Mark]:
    """The mouth of a tunnel on each route that is one."""
    return [Mark(name="tunnel", title="a tunnel", route=route) for route in each(tunnels_on(board))]


def marks(table: Table) -> Iterator[Mark]:
    """The stations on the board and in reserve, and in the end the routes that they lend."""
    stations = stations_of(table)
    for city, seat in sorted(stations.owner.items()):
        yield Mark(name="station", title=f"station of seat {seat}", city=city, seat=seat)
    for seat, left in enumerate(stations.left):
        text = number(left, "station")
        title = f"in the reserve of seat {seat}: {text}"
        yield Mark(name="stations", title=title, seat=seat, text=text)
    if table.over:
        yield from lent(table)


def lent(table: Table) -> Iterator[Mark]:
    """The routes that stations lend, each with all seats that they are lent to."""
    borrowers: dict[int, list[str]] = {}
    for seat in range(table.seats):
        for route in each(lent_routes(table, seat)):
            borrowers.setdefault(route, []).append(str(seat))
    for route, seats in sorted(borrowers.items()):
        yield Mark(name="lent", title=f"lent to seat {' and '.join(seats)}", route=route)


MOUTH: Final = (
    '<path class="rock" d="M-7,5V0A7,7 0 0 1 7,0V5Z"/>'
    '<path class="hole" d="M-4,5V0.5A4,4 0 0 1 4,0.5V5Z"/>'
)
"""The mouth of a tunnel."""
HALL: Final = (
    '<path class="piece" d="M-8,6V-2A8,8 0 0 1 8,-2V6Z"/><path class="number" d="M0,0.5"/>'
)
"""A station: a hall with a round roof."""
RING: Final = '<circle class="lent-ring" r="9"/>'
STYLE: Final = """
.arena-board .rock{fill:#8a7a66;stroke:#2b241b;stroke-width:1.2}
.arena-board .hole{fill:#17130e}
.arena-board .lent-ring{fill:none;stroke:var(--claim);stroke-width:2.4;stroke-dasharray:4 2.2}
"""

DRAWING: Final = Drawing(
    symbols={
        "tunnel": MOUTH,
        "station": f'<g transform="translate(0,-11)">{HALL}</g>',
        "stations": HALL,
        "lent": RING,
    },
    style=STYLE,
    of_board=tunnels,
    of_table=marks,
)
