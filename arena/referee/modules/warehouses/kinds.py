"""When depots may be placed (W4, W5), cards stored (W2) and warehouses collected (W3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from arena.referee.actions import Take
from arena.referee.kinds import Kind, OnlyKind
from arena.referee.modules.warehouses.actions import (
    END_TURN,
    STORES,
    Collect,
    EndTurn,
    PlaceDepot,
    Store,
    all_depots,
)
from arena.referee.modules.warehouses.stock import (
    Collected,
    DepotPlaced,
    Stored,
    stored_in,
    warehouses_of,
)
from arena.referee.phases import CARD, TURN, Phase
from arena.referee.sites import built_on, no_site
from arena.referee.table import Table
from arena.referee.taking import TAKE
from arena.referee.turns import follow_action, follow_answer, follow_set_up
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.rules import Rules


class WarehousesPhase(Phase):
    """What is asked about depots and warehouses."""

    DEPOT = "depot"
    """Where to place the first depot."""
    COLLECT = "collect"
    """Which warehouses to collect, after a claim."""
    END = "end"
    """Whether to place more depots before the turn ends."""


class PlaceDepotKind(Kind[PlaceDepot]):
    """Placing a depot, which is free and no action (W4).

    Its options are listed by the cities that are left, not tried one by one: there are dozens,
    asked for at every turn.
    """

    action = PlaceDepot
    phases = (WarehousesPhase.DEPOT, TURN, WarehousesPhase.END)
    counts = False
    disturbance = 110

    def refusal(self, table: Table, action: PlaceDepot) -> str | None:
        """Why a depot can't be placed there; None if it can."""
        reason = no_site(table, action.city)
        if reason is None and not warehouses_of(table).reserve[table.seat]:
            reason = "there is no depot left in reserve (W4)"
        return reason

    def options(self, table: Table) -> Sequence[PlaceDepot]:
        """All cities where the asked seat can place a depot."""
        if not warehouses_of(table).reserve[table.seat]:
            return ()
        occupied = built_on(table)
        return [depot for depot in all_depots(table.board) if depot.city not in occupied]

    def every(self, rules: Rules) -> Iterable[PlaceDepot]:
        """Every city of the board that can have a depot."""
        return all_depots(rules.board)

    def play(self, game: Game, action: PlaceDepot) -> None:
        """Place the depot."""
        game.emit(DepotPlaced(game.seat, action.city))

    def follow(self, game: Game, action: PlaceDepot) -> None:
        """Go on with setting up, or ask again: placing a depot is no action."""
        if game.phase is WarehousesPhase.DEPOT:
            follow_set_up(game)
        elif game.phase is TURN:
            game.ask(game.seat, TURN)
        else:
            follow_action(game)


class StoreKind(Kind[Store]):
    """Putting the top card of the deck into a warehouse, before a turn's first train card (W2).

    Its options are all warehouses or none, not tried one by one: they are asked for at every turn.
    """

    action = Store
    phases = (TURN, CARD)
    disturbance = 70

    def refusal(self, table: Table, action: Store) -> str | None:
        """Why a card can't be stored there; None if it can."""
        if not is_due(table):
            return "a card is stored once a turn, before its first train card (W2)"
        if type(action.seat) is not int or not 0 <= action.seat < table.seats:
            return f"there is no warehouse of seat {action.seat!r} (W2)"
        return None

    def options(self, table: Table) -> Sequence[Store]:
        """All warehouses, if a card is due."""
        return STORES[: table.seats] if is_due(table) else ()

    def every(self, rules: Rules) -> Iterable[Store]:
        """The warehouse of the asked seat, of the next one, and so on."""
        return STORES[: rules.ruleset.most_seats]

    def general(self, table: Table, action: Store) -> Store:
        """The seat counted from the asked one."""
        return Store((action.seat - table.seat) % table.seats)

    def particular(self, table: Table, action: Store) -> Store:
        """The seat by its number; one that is not there keeps the number it has."""
        seats = table.seats
        return Store((action.seat + table.seat) % seats) if action.seat < seats else action

    def play(self, game: Game, action: Store) -> None:
        """Put the top card there, unseen."""
        stored_in(game)[action.seat].append(game.deck.pop())
        game.emit(Stored(action.seat))

    def follow(self, game: Game, action: Store) -> None:
        """A train card follows at once, if one can be taken."""
        if TAKE.options(game):
            game.ask(game.seat, CARD)
        else:
            follow_action(game)


class CollectKind(Kind[Collect]):
    """Taking the cards of warehouses whose depots the claimed route leads to (W3)."""

    action = Collect
    phases = (WarehousesPhase.COLLECT,)
    disturbance = 20

    def refusal(self, table: Table, action: Collect) -> str | None:
        """Why these warehouses can't be collected; None if they can."""
        seats, reach = action.seats, within_reach(table)
        if type(seats) is not tuple or any(type(s) is not int or s not in reach for s in seats):
            return f"only the warehouses of seats {reach} can be collected, not {seats!r} (W3)"
        if list(seats) != sorted(set(seats)):
            return f"warehouses are named once each, ascending, not {seats} (W3)"
        if len(seats) > warehouses_of(table).reserve[table.seat]:
            return "each warehouse costs a depot of the reserve (W3)"
        return None

    def candidates(self, table: Table) -> Iterable[Collect]:
        """All choices of warehouses in reach, the smallest first."""
        reach = within_reach(table)
        sizes = range(len(reach) + 1)
        return [Collect(seats) for size in sizes for seats in combinations(reach, size)]

    def every(self, rules: Rules) -> Iterable[Collect]:
        """No, one or two warehouses, whose seats are counted from the asked one."""
        seats = [Seat(seat) for seat in range(rules.ruleset.most_seats)]
        return [Collect(some) for size in range(3) for some in combinations(seats, size)]

    def general(self, table: Table, action: Collect) -> Collect:
        """The seats counted from the asked one."""
        seats = sorted((seat - table.seat) % table.seats for seat in action.seats)
        return Collect(tuple(map(Seat, seats)))

    def particular(self, table: Table, action: Collect) -> Collect:
        """The seats by their numbers; those that are not there keep the numbers they have."""
        if any(seat >= table.seats for seat in action.seats):
            return action
        seats = sorted((seat + table.seat) % table.seats for seat in action.seats)
        return Collect(tuple(map(Seat, seats)))

    def play(self, game: Game, action: Collect) -> None:
        """Pay a depot for each warehouse and take its cards."""
        stored = stored_in(game)
        for owner in action.seats:
            cards = tuple(stored[owner])
            stored[owner] = []
            game.emit(Collected(game.seat, owner, cards, len(cards)))

    def follow(self, game: Game, action: Collect) -> None:
        """Go on with the questions after a claim."""
        follow_answer(game)

    def fuss(self, action: Collect) -> int:
        """How many warehouses are emptied: with fewer, others lose less."""
        return len(action.seats)


class EndTurnKind(OnlyKind[EndTurn]):
    """Ending the turn without placing more depots, which is always legal."""

    action = EndTurn
    only = END_TURN
    phases = (WarehousesPhase.END,)
    disturbance = 0

    def follow(self, game: Game, action: EndTurn) -> None:
        """Go on with the questions at the end of a turn."""
        follow_answer(game)


def is_due(table: Table) -> bool:
    """Whether a card is to be stored before this turn's first train card (W2)."""
    return table.deck_size > 0 and warehouses_of(table).stored_turn != table.turns


def suspends(kind: Kind[Any]) -> Callable[[Table], str | None] | None:
    """What tells why a kind of action waits for the stored card (W2); None if it never does."""
    if kind.action is Take:
        return store_first
    takes_other_cards = CARD in kind.phases and kind.action is not Store
    return train_card_first if takes_other_cards else None


def store_first(table: Table) -> str | None:
    """Why no train card can be taken yet; None if one can."""
    return "first the top card of the deck goes into a warehouse (W2)" if is_due(table) else None


def train_card_first(table: Table) -> str | None:
    """Why no card but a train card can follow a stored card; None if one can."""
    warehouses = warehouses_of(table)
    if warehouses.stored_turn == table.turns and warehouses.stored_taken == table.taken:
        return "a train card follows the stored one at once (W2)"
    return None


def within_reach(table: Table) -> list[Seat]:
    """The owners, ascending, of filled warehouses that the route just claimed leads to (W3)."""
    warehouses = warehouses_of(table)
    ends = table.board.routes[table.last_route].cities
    owners = {warehouses.owner.get(city) for city in ends}
    return sorted(owner for owner in owners if owner is not None and warehouses.sizes[owner])


def can_collect(table: Table) -> bool:
    """Whether there is a warehouse to collect and a depot to pay."""
    return bool(warehouses_of(table).reserve[table.seat] and within_reach(table))


def has_depots(table: Table) -> bool:
    """Whether the seat whose turn it is has depots in reserve."""
    return warehouses_of(table).reserve[table.turn] > 0
