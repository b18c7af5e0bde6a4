"""Europe (X): tunnels that may cost more, stations that lend routes, and its own tie-break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.referee.module import Bonus, Building, Interruption, Limit, Module
from arena.referee.modules.europe.actions import BuildStation, GiveUpTunnel, PaySurcharge
from arena.referee.modules.europe.kinds import EuropePhase, GiveUpTunnelKind, PaySurchargeKind
from arena.referee.modules.europe.lending import counting_routes, lent_routes
from arena.referee.modules.europe.marks import DRAWING
from arena.referee.modules.europe.stations import (
    BuildStationKind,
    StationBuilt,
    Stations,
    stations_of,
)
from arena.referee.modules.europe.telling import TELLING
from arena.referee.modules.europe.tunnels import (
    COLUMN,
    MOST_GIVEN_UP,
    SurchargePaid,
    TunnelGivenUp,
    Tunnels,
    TurnedUp,
    discard_after_claim,
    is_tunnel,
    not_barred,
    surcharge,
    tunnels_of,
    turn_up,
)
from arena.referee.observed import Form, Observed
from arena.referee.table import KINDS
from arena.vocabulary import RouteNumber, Seat

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.table import Table

__all__ = [
    "BuildStation",
    "GiveUpTunnel",
    "PaySurcharge",
    "Stations",
    "Tunnels",
    "is_tunnel",
    "lent_routes",
    "stations_of",
    "surcharge",
    "tunnels_of",
]

STATION_POINTS: Final = 4
"""What each station left in reserve scores (X7)."""


def reserves(game: Game) -> list[int]:
    """Points for the stations in reserve (X7)."""
    return [STATION_POINTS * left for left in stations_of(game).left]


def tie_break(game: Game, seat: Seat, completed: int, path: int) -> tuple[int, int, int]:
    """Completed tickets, then the fewest stations built, then the longest path (X8)."""
    return completed, stations_of(game).left[seat], path


def route_on_hold(table: Table) -> RouteNumber:
    """The tunnel whose payment lies on the table; 0 if none does."""
    return RouteNumber(0) if table.pending is None else table.pending.route


MODULE: Final = Module(
    name="europe",
    kinds=(PaySurchargeKind(), GiveUpTunnelKind(), BuildStationKind()),
    events=(TurnedUp, SurchargePaid, TunnelGivenUp, StationBuilt),
    phases=EuropePhase,
    exports=(
        BuildStation,
        GiveUpTunnel,
        PaySurcharge,
        Stations,
        Tunnels,
        is_tunnel,
        lent_routes,
        stations_of,
        surcharge,
        tunnels_of,
    ),
    state={Stations: Stations, Tunnels: Tunnels},
    route_columns={COLUMN: 1},
    open_cards=lambda table: tunnels_of(table).turned,
    building=Building("station", lambda table: stations_of(table).owner),
    limits=(
        Limit(
            not_barred,
            f"is a tunnel, and the seat has given up {MOST_GIVEN_UP} of them (X3)",
        ),
    ),
    on_claim=discard_after_claim,
    interruption=Interruption(EuropePhase.SURCHARGE, is_tunnel, turn_up),
    bonuses={"stations": Bonus(reserves, rule="X7")},
    ticket_routes=counting_routes,
    tie_break=tie_break,
    observed=(
        Observed("station_owner", Form.OWNERS, lambda table: stations_of(table).owner),
        Observed("stations_left", Form.SEATS, lambda table: stations_of(table).left),
        Observed("laid", Form.NUMBERS, lambda table: int(table.pending is not None)),
        Observed("laid_route", Form.ROUTE, route_on_hold),
        Observed("turned", Form.NUMBERS, lambda table: tunnels_of(table).turned, KINDS),
        Observed("given_up", Form.SEATS, lambda table: tunnels_of(table).given_up),
    ),
    telling=TELLING,
    drawing=DRAWING,
)
