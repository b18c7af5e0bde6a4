"""Warehouses and depots (W), an expansion for any board, and its bonus for most depots (W8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arena.referee.drawing import Drawing, Mark
from arena.referee.module import Bonus, Building, Module, Question, Sentence, SetUp, Telling
from arena.referee.modules.warehouses.actions import (
    Collect,
    EndTurn,
    PlaceDepot,
    Store,
    all_depots,
)
from arena.referee.modules.warehouses.kinds import (
    CollectKind,
    EndTurnKind,
    PlaceDepotKind,
    StoreKind,
    WarehousesPhase,
    can_collect,
    has_depots,
    suspends,
)
from arena.referee.modules.warehouses.stock import (
    HOLDERS,
    Collected,
    DepotPlaced,
    Emptied,
    Stored,
    StoredCards,
    Warehouses,
    empty_warehouses,
    warehouses_of,
)
from arena.referee.observed import Form, Observed
from arena.referee.scene import cards_in_words, listed, number
from arena.referee.scoring import award
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.scene import Scene
    from arena.referee.table import Table

__all__ = ["Collect", "EndTurn", "PlaceDepot", "Store", "Warehouses", "warehouses_of"]

BONUS: Final = 10
"""Points for the most depots in reserve (W8)."""


def most_depots(game: Game) -> list[int]:
    """Points for the most depots in reserve (W8)."""
    return award(BONUS, warehouses_of(game).reserve)


def placing_in_words(event: DepotPlaced, scene: Scene) -> str:
    """Words for a depot that was placed, with how many are left."""
    reserve = warehouses_of(scene.table).reserve[event.seat]
    return f"places a depot on {scene.city(event.city)} ({reserve} in reserve)"


def storing_in_words(event: Stored, scene: Scene) -> str:
    """Words for a card that was stored, with its warehouse."""
    size = number(warehouses_of(scene.table).sizes[event.owner], "card")
    place = warehouse(scene, scene.table.seat, event.owner)
    return f"stores a card unseen in {place} ({size})"


def collecting_in_words(event: Collected, scene: Scene) -> str:
    """Words for a warehouse that was collected, with its cards if they are known."""
    place = warehouse(scene, event.seat, event.owner)
    seen = f": {cards_in_words(event.cards)}" if event.cards else ""
    return f"collects {number(event.size, 'card')} from {place}{seen}"


def store_offer(action: Store, scene: Scene) -> str:
    """Words that offer a person to store a card."""
    owner = action.seat
    place = "your own warehouse" if owner == scene.table.seat else f"that of {scene.who(owner)}"
    return f"store the deck's top card, unseen, in {place}"


def collect_offer(action: Collect, scene: Scene) -> str:
    """Words that offer a person to collect warehouses."""
    if not action.seats:
        return "collect nothing"
    return f"collect the warehouses of {listed(map(scene.who, action.seats))}"


def warehouse(scene: Scene, seat: Seat, owner: Seat) -> str:
    """The warehouse of `owner` in a sentence about `seat`."""
    return "its own warehouse" if seat == owner else f"the warehouse of {scene.who(owner)}"


def depots(scene: Scene, seat: Seat) -> list[str]:
    """The depots and the warehouse of a seat."""
    warehouses = warehouses_of(scene.table)
    return [
        f"depots: {scene.cities_of(warehouses.owner, seat)}; {warehouses.reserve[seat]} in reserve;"
        f" {number(warehouses.sizes[seat], 'card')} in the warehouse"
    ]


def marks(table: Table) -> Iterator[Mark]:
    """The depots on the board, and before each seat its warehouse and the depots in reserve."""
    warehouses = warehouses_of(table)
    for city, seat in sorted(warehouses.owner.items()):
        yield Mark(name="depot", title=f"depot of seat {seat}", city=city, seat=seat)
    for seat in range(table.seats):
        cards, depots = warehouses.sizes[seat], warehouses.reserve[seat]
        text = f"{number(cards, 'card')}, {number(depots, 'depot')}"
        title = f"in the warehouse and in the reserve of seat {seat}: {text}"
        yield Mark(name="warehouse", title=title, seat=seat, text=text)


HOUSE: Final = (
    '<g transform="translate(0,-11)"><path class="piece" d="M-6.5,6.5V-2L0,-8L6.5,-2V6.5Z"/>'
    '<path class="number" d="M0,1"/></g>'
)
"""A depot, above its city."""
STORE: Final = '<path class="piece" d="M-8,6V-3L0,-8L8,-3V6Z"/><path d="M-4,6V0H4V6Z" fill="#fff"/>'
"""A warehouse."""

MODULE: Final = Module(
    name="warehouses",
    kinds=(PlaceDepotKind(), StoreKind(), CollectKind(), EndTurnKind()),
    events=(DepotPlaced, Stored, Collected, Emptied),
    phases=WarehousesPhase,
    exports=(Collect, EndTurn, PlaceDepot, Store, Warehouses, warehouses_of),
    state={Warehouses: Warehouses},
    secrets={StoredCards: StoredCards},
    set_up=(SetUp(WarehousesPhase.DEPOT, rank=20, backwards=True),),
    room=lambda board: {"city for a depot": len(all_depots(board))},
    refill=empty_warehouses,
    holders=HOLDERS,
    building=Building("depot", lambda table: warehouses_of(table).owner),
    suspends=suspends,
    after_claim=(Question(WarehousesPhase.COLLECT, can_collect, rank=30),),
    end_of_turn=(Question(WarehousesPhase.END, has_depots, rank=0),),
    bonuses={"depots": Bonus(most_depots, rule="W8")},
    observed=(
        Observed("depot_owner", Form.OWNERS, lambda table: warehouses_of(table).owner),
        Observed("reserve", Form.SEATS, lambda table: warehouses_of(table).reserve),
        Observed("stored_sizes", Form.SEATS, lambda table: warehouses_of(table).sizes),
    ),
    telling=Telling(
        sentences={
            DepotPlaced: Sentence(placing_in_words),
            Stored: Sentence(storing_in_words, by_asked=True),
            Collected: Sentence(collecting_in_words),
            Emptied: Sentence(
                lambda event, scene: "all warehouses are emptied, for a new train deck"
            ),
        },
        declined={
            WarehousesPhase.COLLECT: "collects nothing",
            WarehousesPhase.END: "ends the turn",
        },
        accepted=(Collected, DepotPlaced),
        questions={
            WarehousesPhase.DEPOT: "Where do you place your first depot?",
            WarehousesPhase.COLLECT: "Which warehouses do you collect, for a depot each?",
            WarehousesPhase.END: "Do you place more depots before your turn ends?",
        },
        answers={
            PlaceDepot: lambda action, scene: f"place a depot on {scene.city(action.city)}",
            Store: store_offer,
            Collect: collect_offer,
            EndTurn: lambda action, scene: "end the turn",
        },
        of_seat=depots,
    ),
    drawing=Drawing(symbols={"depot": HOUSE, "warehouse": STORE}, of_table=marks),
)
