"""Warehouses and depots, for any board (W)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.referee import taking
from arena.referee.actions import Action, CityAction, Take, number
from arena.referee.events import Event
from arena.referee.modules.terrain import TakeTerrain
from arena.referee.phases import CARD, TURN
from arena.referee.rules import Holders, Kind, Question, Rules
from arena.referee.scoring import award
from arena.referee.table import Table
from arena.referee.turns import follow_action, follow_answer, follow_set_up

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.view import SeatView

DEPOT: Final = "depot"
COLLECT: Final = "collect"
END: Final = "end"
DEPOTS: Final = 5
"""Depots of a seat, the one placed at the start included (W1)."""
BONUS: Final = 10
"""Points for the most depots in reserve (W8)."""


class Warehouses:
    """The depots on the board and in reserve, and the warehouses."""

    __slots__ = ("cards", "owner", "reserve", "sizes", "stored_taken", "stored_turn")

    def __init__(self, seats: int) -> None:
        self.owner: dict[int, int] = {}
        """The seat whose depot stands on a city, by city."""
        self.reserve = [DEPOTS] * seats
        """For each seat, the depots it can still place or pay with."""
        self.sizes = [0] * seats
        """For each seat, how many cards are in its warehouse (W6)."""
        self.cards: list[list[int]] = [[] for _ in range(seats)]
        """For each seat, the cards in its warehouse; in a view, none."""
        self.stored_turn = 0
        """The turn in which a card was stored last, and the cards taken in it before."""
        self.stored_taken = 0

    def clone(self) -> Warehouses:
        """An independent copy."""
        other = object.__new__(Warehouses)
        other.owner = self.owner.copy()
        other.reserve = self.reserve[:]
        other.sizes = self.sizes[:]
        other.cards = [cards[:] for cards in self.cards]
        other.stored_turn = self.stored_turn
        other.stored_taken = self.stored_taken
        return other


def warehouses_of(table: Table) -> Warehouses:
    """The warehouses of a table that has them."""
    warehouses: Warehouses = table.extras[Warehouses]
    return warehouses


class PlaceDepot(CityAction, frozen=True):
    """Place a depot of the reserve on a city."""

    word: ClassVar[str] = "depot"


class Store(Action, frozen=True):
    """Put the top card of the deck, unseen, into a seat's warehouse."""

    word: ClassVar[str] = "store"
    seat: int

    def text(self, board: Board) -> str:
        return f"store {self.seat}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        seat = number(text)
        return None if seat is None else cls(seat)


class Collect(Action, frozen=True):
    """Take the cards of these seats' warehouses, for a depot each."""

    word: ClassVar[str] = "collect"
    seats: tuple[int, ...]

    def text(self, board: Board) -> str:
        return " ".join(["collect", *map(str, self.seats)])

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        seats = [number(word) for word in text.split(" ")] if text else []
        return None if None in seats else cls(tuple(seat for seat in seats if seat is not None))


class EndTurn(Action, frozen=True):
    """End the turn without placing more depots."""

    word: ClassVar[str] = "end"


class DepotPlaced(Event, frozen=True):
    """A seat placed a depot of its reserve."""

    seat: int
    city: int

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.owner[self.city] = self.seat
        warehouses.reserve[self.seat] -= 1


class Stored(Event, frozen=True):
    """The top card of the deck went into a warehouse, seen by nobody (W2)."""

    owner: int

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.sizes[self.owner] += 1
        warehouses.stored_turn = table.turns
        warehouses.stored_taken = table.taken
        table.deck_size -= 1

    def teach(self, view: SeatView) -> None:
        view.cards.left_unseen(view.first_holder(HOLDERS) + self.owner, 1)


class Collected(Event, frozen=True):
    """A seat took all cards of a warehouse, which it alone sees, for a depot (W3)."""

    seat: int
    owner: int
    cards: tuple[int, ...]
    size: int

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.sizes[self.owner] = 0
        warehouses.reserve[self.seat] -= 1
        table.hand_sizes[self.seat] += self.size
        for card in self.cards:
            table.hands[self.seat][card] += 1

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else Collected(self.seat, self.owner, (), self.size)

    def teach(self, view: SeatView) -> None:
        warehouse = view.first_holder(HOLDERS) + self.owner
        if self.seat == view.me:
            view.cards.shown(warehouse, self.cards)
        else:
            view.cards.passed_on(warehouse, self.seat)


class Emptied(Event, frozen=True):
    """All warehouses were emptied, to be a new deck (W7)."""

    def change(self, table: Table) -> None:
        warehouses = warehouses_of(table)
        warehouses.sizes = [0] * table.seats


END_TURN: Final = EndTurn()
STORES: Final = tuple(Store(seat) for seat in range(6))


def refuse_depot(table: Table, action: PlaceDepot) -> str | None:
    """Why a depot can't be placed there; None if it can."""
    warehouses, cities = warehouses_of(table), table.board.cities
    if type(action.city) is not int or not 0 <= action.city < len(cities):
        return f"there is no city {action.city!r} on the board {table.board.name}"
    city = cities[action.city]
    if city.kind != "city":
        return f"{city.name} is a {city.kind}, where no building stands (W5)"
    if action.city in warehouses.owner:
        return f"{city.name} has a depot of seat {warehouses.owner[action.city]} (W5)"
    if not warehouses.reserve[table.seat]:
        return "there is no depot left in reserve (W4)"
    return None


def depot_options(table: Table) -> list[PlaceDepot]:
    """All cities where the asked seat can place a depot."""
    warehouses = warehouses_of(table)
    if not warehouses.reserve[table.seat]:
        return []
    owner = warehouses.owner
    return [depot for depot in all_depots(table.board) if depot.city not in owner]


@cache
def all_depots(board: Board) -> tuple[PlaceDepot, ...]:
    """The depots on all cities of a board that can have one (W5)."""
    cities = enumerate(board.cities)
    return tuple(PlaceDepot(number) for number, city in cities if city.kind == "city")


def place_depot(game: Game, action: PlaceDepot) -> None:
    """Place the depot."""
    game.emit(DepotPlaced(game.seat, action.city))


def follow_depot(game: Game) -> None:
    """Go on as if nothing had been placed: it is no action (W4)."""
    if game.phase == DEPOT:
        follow_set_up(game)
    elif game.phase == TURN:
        game.ask(game.seat, TURN)
    else:
        follow_action(game)


def is_due(table: Table) -> bool:
    """Whether a card is to be stored before this turn's first train card (W2)."""
    return table.deck_size > 0 and warehouses_of(table).stored_turn != table.turns


def refuse_storing(table: Table, action: Store) -> str | None:
    """Why a card can't be stored there; None if it can."""
    if not is_due(table):
        return "a card is stored once a turn, before its first train card (W2)"
    if type(action.seat) is not int or not 0 <= action.seat < table.seats:
        return f"there is no warehouse of seat {action.seat!r} (W2)"
    return None


def storing_options(table: Table) -> tuple[Store, ...]:
    """All warehouses, if a card is due."""
    return STORES[: table.seats] if is_due(table) else ()


def store(game: Game, action: Store) -> None:
    """Put the top card there, unseen."""
    warehouses_of(game).cards[action.seat].append(game.deck.pop())
    game.emit(Stored(action.seat))


def follow_storing(game: Game) -> None:
    """A train card follows at once, if one can be taken (W2)."""
    if taking.options(game):
        game.ask(game.seat, CARD)
    else:
        follow_action(game)


def store_first(table: Table) -> str | None:
    """Why no train card can be taken yet; None if one can."""
    return "first the top card of the deck goes into a warehouse (W2)" if is_due(table) else None


def train_card_first(table: Table) -> str | None:
    """Why no terrain card can follow a stored card; None if one can."""
    warehouses = warehouses_of(table)
    if warehouses.stored_turn == table.turns and warehouses.stored_taken == table.taken:
        return "a train card follows the stored one at once (W2)"
    return None


def within_reach(table: Table) -> list[int]:
    """The owners, ascending, of filled warehouses that the route just claimed leads to (W3)."""
    warehouses = warehouses_of(table)
    ends = table.board.routes[table.last_route].cities
    owners = {warehouses.owner.get(city) for city in ends}
    return sorted(owner for owner in owners if owner is not None and warehouses.sizes[owner])


def refuse_collecting(table: Table, action: Collect) -> str | None:
    """Why these warehouses can't be collected; None if they can."""
    seats, reach = action.seats, within_reach(table)
    if type(seats) is not tuple or any(type(s) is not int or s not in reach for s in seats):
        return f"only the warehouses of seats {reach} can be collected, not {seats!r} (W3)"
    if list(seats) != sorted(set(seats)):
        return f"warehouses are named once each, ascending, not {seats} (W3)"
    if len(seats) > warehouses_of(table).reserve[table.seat]:
        return "each warehouse costs a depot of the reserve (W3)"
    return None


def collecting_options(table: Table) -> list[Collect]:
    """All choices of warehouses that the asked seat can pay for."""
    reach = within_reach(table)
    most = min(len(reach), warehouses_of(table).reserve[table.seat])
    return [Collect(seats) for size in range(most + 1) for seats in combinations(reach, size)]


def collect(game: Game, action: Collect) -> None:
    """Pay a depot for each warehouse and take its cards."""
    warehouses = warehouses_of(game)
    for owner in action.seats:
        cards = tuple(warehouses.cards[owner])
        warehouses.cards[owner] = []
        game.emit(Collected(game.seat, owner, cards, len(cards)))


def can_collect(table: Table) -> bool:
    """Whether there is a warehouse to collect and a depot to pay."""
    return bool(warehouses_of(table).reserve[table.seat] and within_reach(table))


def may_end(table: Table, action: EndTurn) -> str | None:
    """Nothing is against it."""
    return None


def end_options(table: Table) -> tuple[EndTurn, ...]:
    """Ending the turn, always."""
    return (END_TURN,)


def end_turn(game: Game, action: EndTurn) -> None:
    """Place no more depots."""


def has_depots(table: Table) -> bool:
    """Whether the seat whose turn it is has depots in reserve."""
    return warehouses_of(table).reserve[table.turn] > 0


def empty_warehouses(game: Game) -> list[int]:
    """The cards of all warehouses, once some seat has no depot in reserve (W7)."""
    warehouses = warehouses_of(game)
    if min(warehouses.reserve) > 0 or not any(warehouses.sizes):
        return []
    cards = sorted(card for stored in warehouses.cards for card in stored)
    warehouses.cards = [[] for _ in range(game.seats)]
    game.emit(Emptied())
    return cards


def sizes(table: Table) -> list[int]:
    """How many cards, unseen by all, each warehouse holds."""
    return warehouses_of(table).sizes


def fill(game: Game, cards: list[list[int]]) -> None:
    """Let the warehouses hold these cards."""
    warehouses_of(game).cards = cards


HOLDERS: Final = Holders(sizes, fill)


def bonus(game: Game) -> list[int]:
    """Points for the most depots in reserve (W8)."""
    return award(BONUS, warehouses_of(game).reserve)


def install(rules: Rules) -> None:
    """Plug warehouses and depots into the rules."""
    rules.extras[Warehouses] = Warehouses
    rules.room["city for a depot"] = len(all_depots(rules.board))
    rules.holders.append(HOLDERS)
    rules.setting_up.append((DEPOT, True))
    phases = (DEPOT, TURN, END)
    rules.add(
        Kind(PlaceDepot, phases, refuse_depot, depot_options, place_depot, follow_depot, False)
    )
    rules.add(Kind(Store, (TURN, CARD), refuse_storing, storing_options, store, follow_storing))
    rules.suspend(Take, store_first)
    rules.suspend(TakeTerrain, train_card_first)
    rules.add(
        Kind(Collect, (COLLECT,), refuse_collecting, collecting_options, collect, follow_answer)
    )
    rules.after_claim.append(Question(COLLECT, can_collect))
    rules.add(Kind(EndTurn, (END,), may_end, end_options, end_turn, follow_answer))
    rules.end_of_turn.append(Question(END, has_depots))
    rules.refills.append(empty_warehouses)
    rules.bonuses["depots"] = bonus
