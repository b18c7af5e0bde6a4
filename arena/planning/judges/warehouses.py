"""Warehouses and depots: where to place, what to store, when to collect (W)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.planning.judge import Judge, Valued
from arena.planning.plan import Plan
from arena.referee.actions import Action
from arena.referee.modules.warehouses.actions import END_TURN, Collect, PlaceDepot, Store
from arena.referee.modules.warehouses.kinds import WarehousesPhase, is_due
from arena.referee.modules.warehouses.stock import warehouses_of
from arena.referee.table import Table
from arena.referee.taking import TAKES
from arena.vocabulary import RouteNumber, Seat

DEPOT: Final = 2.5
"""Points that a depot in reserve is worth, for the bonus and for later."""
STORED: Final = 1.1
"""Points that an unseen card of a warehouse is worth."""


def best_warehouse(plan: Plan, table: Table) -> Seat:
    """The seat whose warehouse this seat will most likely collect, and soon."""
    seat, warehouses = plan.ground.seat, warehouses_of(table)
    touches = [0] * table.seats
    for route in (*plan.routes, *plan.extras):
        for city in table.board.routes[route].cities:
            if city in warehouses.owner:
                touches[warehouses.owner[city]] += 1
    return max(
        range(table.seats),
        key=lambda owner: (bool(touches[owner]) * (1 + warehouses.sizes[owner]), owner == seat),
    )


def collecting_value(plan: Plan, table: Table, route: RouteNumber) -> float:
    """What the warehouses are worth that a claim of this route lets its seat collect."""
    warehouses = warehouses_of(table)
    if not warehouses.reserve[plan.ground.seat]:
        return 0.0
    owners = {warehouses.owner.get(city) for city in table.board.routes[route].cities}
    return sum(
        max(0.0, STORED * warehouses.sizes[owner] - DEPOT) for owner in owners if owner is not None
    )


def collect_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What each choice of warehouses brings, for a depot apiece."""
    sizes = warehouses_of(table).sizes
    return [
        (sum(STORED * sizes[owner] - DEPOT for owner in action.seats), action)
        for action in legal
        if isinstance(action, Collect)
    ]


def depot_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What each city for a depot is worth: planned routes that end there collect its warehouse."""
    board = table.board
    return [
        (
            sum(1.0 for route in plan.routes if board.bits[route] & board.touching[action.city]),
            action,
        )
        for action in legal
        if isinstance(action, PlaceDepot)
    ]


def through_warehouse(plan: Plan, table: Table, found: list[Valued]) -> list[Valued]:
    """Replace train cards by storing a card, which has to come before the first of them (W2)."""
    if not found or not is_due(table):
        return found
    trains = [value for value, action in found if action in TAKES.values()]
    others = [(value, action) for value, action in found if action not in TAKES.values()]
    if not trains:
        return others
    return [*others, (max(trains), Store(best_warehouse(plan, table)))]


def end_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """Only ending the turn has a worth: depots in reserve score, and pay for warehouses."""
    return [(0.0, END_TURN)]


JUDGE: Final = Judge(
    module="warehouses",
    rank=20,
    answers={
        WarehousesPhase.DEPOT: depot_values,
        WarehousesPhase.COLLECT: collect_values,
        WarehousesPhase.END: end_values,
    },
    step=collecting_value,
    takes=through_warehouse,
)
