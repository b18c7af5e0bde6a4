"""Stations (X6): where they stand, what they cost, and building one as a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arena.boards.colors import LOCOMOTIVE
from arena.referee.events import Event, pay, teach_payment
from arena.referee.kinds import Kind
from arena.referee.modules.europe.actions import PRICES, STATIONS, BuildStation, stations_for
from arena.referee.phases import TURN
from arena.referee.sites import built_on, no_site
from arena.referee.table import Table
from arena.referee.turns import follow_action
from arena.vocabulary import Card, CityNumber, Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.rules import Rules
    from arena.referee.view import SeatView


class Stations:
    """The stations on the board and in reserve."""

    __slots__ = ("left", "owner")

    def __init__(self, board: Board, seats: int) -> None:
        self.owner: dict[CityNumber, Seat] = {}
        """The seat whose station stands on a city, by city."""
        self.left = [STATIONS] * seats
        """For each seat, the stations it has not built."""

    def clone(self) -> Stations:
        """An independent copy."""
        other = object.__new__(Stations)
        other.owner = self.owner.copy()
        other.left = self.left[:]
        return other

    def built_by(self, seat: Seat) -> list[CityNumber]:
        """The cities with a station of this seat, in the order of the board."""
        return sorted(city for city, owner in self.owner.items() if owner == seat)

    def price(self, seat: Seat) -> int:
        """How many cards the next station of a seat costs (X6)."""
        return STATIONS - self.left[seat] + 1


def stations_of(table: Table) -> Stations:
    """The stations on a table whose ruleset has them."""
    stations: Stations = table.extras[Stations]
    return stations


class StationBuilt(Event, frozen=True):
    """A seat paid for a station and put it on a city."""

    seat: Seat
    city: CityNumber
    color: Card
    cards: int
    locomotives: int

    def change(self, table: Table) -> None:
        pay(table, self.seat, self.color, self.cards - self.locomotives)
        pay(table, self.seat, LOCOMOTIVE, self.locomotives)
        stations = stations_of(table)
        stations.owner[self.city] = self.seat
        stations.left[self.seat] -= 1

    def teach(self, view: SeatView) -> None:
        teach_payment(view, self.seat, self.color, self.cards - self.locomotives)
        teach_payment(view, self.seat, LOCOMOTIVE, self.locomotives)


class BuildStationKind(Kind[BuildStation]):
    """Building a station, which is a whole turn (X6).

    Its options are listed by the payments in hand and the cities that are left, not tried one by
    one: there are hundreds, asked for at every turn.
    """

    action = BuildStation
    phases = (TURN,)
    disturbance = 85

    def refusal(self, table: Table, action: BuildStation) -> str | None:
        """Why this station can't be built; None if it can."""
        reason = no_site(table, action.city)
        if reason is not None:
            return reason
        stations, seat = stations_of(table), table.seat
        if not stations.left[seat]:
            return f"all {STATIONS} stations are built (X6)"
        price, paid = stations.price(seat), (action.color, action.cards, action.locomotives)
        if any(type(number) is not int for number in paid) or paid not in payable(table):
            cards = "card" if price == 1 else "cards of one colour"
            return f"the next station costs {price} {cards} that the seat holds (X6)"
        return None

    def options(self, table: Table) -> Sequence[BuildStation]:
        """All ways to build a station."""
        if not stations_of(table).left[table.seat]:
            return ()
        occupied = built_on(table)
        return [
            station
            for paid in payable(table)
            for station in stations_for(table.board, *paid)
            if station.city not in occupied
        ]

    def every(self, rules: Rules) -> Iterable[BuildStation]:
        """Every way to pay for the first, the second and the third station, on every city."""
        return [
            station
            for cards in range(1, STATIONS + 1)
            for color, locomotives in PRICES[cards]
            for station in stations_for(rules.board, color, cards, locomotives)
        ]

    def play(self, game: Game, action: BuildStation) -> None:
        """Pay for the station and put it there."""
        paid = action.color, action.cards, action.locomotives
        game.emit(StationBuilt(game.seat, action.city, *paid))

    def follow(self, game: Game, action: BuildStation) -> None:
        """The turn is over, but for the questions at its end."""
        follow_action(game)

    def fuss(self, action: BuildStation) -> int:
        """How many locomotives are paid: the fewer go to the discards, the less they change."""
        return action.locomotives


def payable(table: Table) -> list[tuple[Card, int, int]]:
    """The ways in which the asked seat can pay for its next station: colour, cards, locomotives."""
    hand, price = table.hands[table.seat], stations_of(table).price(table.seat)
    return [
        (color, price, locomotives)
        for color, locomotives in PRICES[price]
        if hand[color] >= price - locomotives and hand[LOCOMOTIVE] >= locomotives
    ]
