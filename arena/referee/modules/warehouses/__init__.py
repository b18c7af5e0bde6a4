"""Warehouses and depots (W), an expansion for any board, and its bonus for most depots (W8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.referee.module import Bonus, Module, Question, Sentence, SetUp, Telling
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
from arena.referee.scene import cards_in_words, number
from arena.referee.scoring import award
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.scene import Scene

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
    suspends=suspends,
    after_claim=(Question(WarehousesPhase.COLLECT, can_collect, rank=30),),
    end_of_turn=(Question(WarehousesPhase.END, has_depots, rank=0),),
    bonuses={"depots": Bonus(most_depots, rule="W8")},
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
        of_seat=depots,
    ),
)
