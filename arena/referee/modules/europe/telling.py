"""Europe in words: tunnels, stations and lent routes, for replays and for people who play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.boards.colors import NAMES
from arena.referee.module import Sentence, Telling
from arena.referee.modules.europe.actions import BuildStation, GiveUpTunnel, PaySurcharge
from arena.referee.modules.europe.kinds import EuropePhase
from arena.referee.modules.europe.lending import lent_routes
from arena.referee.modules.europe.stations import StationBuilt, stations_of
from arena.referee.modules.europe.tunnels import (
    SurchargePaid,
    TunnelGivenUp,
    TurnedUp,
    surcharge,
    tunnels_of,
)
from arena.referee.network import each
from arena.referee.scene import counted, listed, number, payment_in_words
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.referee.scene import Scene


def giving_up(event: TunnelGivenUp, scene: Scene) -> str:
    """Words for a tunnel that was given up."""
    return f"gives up {scene.table.board.route_name(event.route)} and keeps the payment"


def paying(event: SurchargePaid, scene: Scene) -> str:
    """Words for a surcharge that was paid."""
    return f"pays {payment_in_words(event.color, event.cards, event.locomotives)} more"


def building(event: StationBuilt, scene: Scene) -> str:
    """Words for a station that was built, with its price and how many are left."""
    paid = payment_in_words(event.color, event.cards, event.locomotives)
    left = stations_of(scene.table).left[event.seat]
    return f"builds a station in {scene.city(event.city)} for {paid} ({left} left)"


def paying_offer(action: PaySurcharge, scene: Scene) -> str:
    """Words that offer a person to pay a surcharge."""
    return f"pay {payment_in_words(action.color, action.cards, action.locomotives)} more"


def building_offer(action: BuildStation, scene: Scene) -> str:
    """Words that offer a person to build a station."""
    paid = payment_in_words(action.color, action.cards, action.locomotives)
    return f"build a station in {scene.city(action.city)} for {paid}"


def on_table(scene: Scene) -> list[str]:
    """The payment and the cards turned up for a tunnel, while they lie on the table."""
    table, laid = scene.table, scene.table.pending
    if laid is None:
        return []
    board, turned = table.board, tunnels_of(table).turned
    paid = payment_in_words(laid.color, board.lengths[laid.route], laid.locomotives)
    return [
        f"on the table for {board.route_name(laid.route)}: {paid}; turned up: {counted(turned)};"
        f" the tunnel costs {surcharge(table)} more"
    ]


def at_question(scene: Scene, seat: Seat) -> list[str]:
    """What an asked seat looks at: the tunnel, if one lies on the table."""
    return on_table(scene)


def belongings(scene: Scene, seat: Seat) -> list[str]:
    """The stations of a seat, what they lend it in the end, and the tunnels it gave up."""
    table, stations = scene.table, stations_of(scene.table)
    told = f"stations: {scene.cities_of(stations.owner, seat)}; {stations.left[seat]} left"
    if table.over and (lent := lent_routes(table, seat)):
        told += f"; lent: {listed(table.board.route_name(route) for route in each(lent))}"
    if given_up := tunnels_of(table).given_up[seat]:
        told += f"; {number(given_up, 'tunnel')} given up"
    return [told]


TELLING: Final = Telling(
    sentences={
        SurchargePaid: Sentence(paying),
        TunnelGivenUp: Sentence(giving_up),
        StationBuilt: Sentence(building),
    },
    laid_open={TurnedUp: lambda event: NAMES[event.card]},
    questions={EuropePhase.SURCHARGE: "The tunnel costs more. Do you pay?"},
    answers={
        PaySurcharge: paying_offer,
        GiveUpTunnel: lambda action, scene: "give the tunnel up and keep the payment",
        BuildStation: building_offer,
    },
    at_question=at_question,
    on_table=on_table,
    of_seat=belongings,
)
