"""Heart of Africa: what terrain cards are worth, and when to play them (A)."""

from __future__ import annotations

from typing import Final

from arena.boards.colors import LOCOMOTIVE
from arena.planning.plan import Plan
from arena.referee.actions import BLIND, Action, Claim
from arena.referee.modules.terrain import (
    NAMES,
    TAKES,
    DoubledClaim,
    claim_fields,
    doublings,
    most_of_others,
    terrain_of,
)
from arena.referee.modules.warehouses import Warehouses, train_card_first
from arena.referee.table import Table

ODDS: Final = 0.5
"""How likely a terrain card will double the route it is taken for (A6)."""
CARD: Final = 1.0
"""Points that a terrain card is worth for later."""
PATIENCE: Final = 0.25
"""How much of its points a route waits for, when it could be doubled later."""


def terrain_values(plan: Plan, table: Table) -> list[tuple[float, Action]]:
    """What each terrain card that can be taken is worth, in points."""
    if Warehouses in table.extras and train_card_first(table):
        return []
    terrain = terrain_of(table)
    values = [kind_value(plan, table, kind) for kind in range(len(NAMES))]
    found: list[tuple[float, Action]] = [
        (values[kind], TAKES[kind]) for kind, number in enumerate(terrain.row) if number
    ]
    if terrain.deck_size:
        found.append((sum(values) / len(values), TAKES[BLIND]))
    return found


def kind_value(plan: Plan, table: Table, kind: int) -> float:
    """What one more terrain card of a kind is worth: its part in doubling a planned route."""
    cards, seat = terrain_of(table).cards, plan.ground.seat
    held = cards[seat][kind]
    behind = max(0, most_of_others(cards, seat)[kind] - held - 1)
    doubled = []
    for route in (*plan.routes, *plan.extras):
        needs, price = doublings(table.board)[route]
        if needs == kind and price:
            doubled.append((plan.ground.worth[route] / price, price))
    for gain, price in sorted(doubled, reverse=True):
        held -= price
        if held < 0:
            return ODDS * gain / (1 + behind)
    return 0.0


def doubled_values(
    plan: Plan, table: Table, claims: list[tuple[float, Action]]
) -> list[tuple[float, Action]]:
    """These claims, and the same doubled where that can be paid; the plain ones may wait for it."""
    found: list[tuple[float, Action]] = []
    for value, claim in claims:
        assert isinstance(claim, Claim)
        points = plan.ground.worth[claim.route]
        _, price = doublings(table.board)[claim.route]
        in_time = table.last_turns is None and plan.turns + 3 < plan.ground.turns
        waiting = PATIENCE * points if price and in_time else 0.0
        found.append((value - waiting, claim))
        found += [
            (value + points - cost, doubled) for cost, doubled in doublings_of(plan, table, claim)
        ]
    return found


def doublings_of(plan: Plan, table: Table, claim: Claim) -> list[tuple[float, DoubledClaim]]:
    """The ways to double a claim now, each with what its cards are worth for later."""
    seat, weights = plan.ground.seat, plan.ground.weights
    kind, price = doublings(table.board)[claim.route]
    cards = terrain_of(table).cards
    held, most = cards[seat][kind], most_of_others(cards, seat)[kind]
    spare = table.hands[seat][LOCOMOTIVE] - claim.locomotives
    locomotive = weights.locomotive * weights.turn / weights.rate
    return [
        (
            CARD * (price - extra) + locomotive * extra,
            DoubledClaim(*claim_fields(claim), price - extra, extra),
        )
        for extra in range(min(price, spare) + 1)
        if price and price - extra <= held and most <= held + extra
    ]
