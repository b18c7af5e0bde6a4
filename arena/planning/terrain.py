"""Heart of Africa: what terrain cards are worth, and when to play them (A)."""

from __future__ import annotations

from typing import Final

from arena.boards.colors import LOCOMOTIVE
from arena.planning.cards import use_of_locomotive
from arena.planning.plan import Plan
from arena.planning.worth import doubling_odds
from arena.referee.actions import BLIND, Action, Claim
from arena.referee.modules.terrain import (
    NAMES,
    TAKES,
    DoubledClaim,
    claim_fields,
    doublings,
    may_double,
    most_of_others,
    terrain_of,
)
from arena.referee.modules.warehouses import Warehouses, train_card_first
from arena.referee.table import Table

CARD: Final = 1.0
"""Points that a terrain card is worth for later."""


def terrain_values(plan: Plan, table: Table) -> list[tuple[float, Action]]:
    """What each terrain card that can be taken is worth, in points."""
    if Warehouses in table.extras and train_card_first(table):
        return []
    terrain = terrain_of(table)
    weights, leisure = plan.ground.weights, plan.leisure
    odds = doubling_odds(table, plan.ground.seat, weights)
    most = weights.turn / weights.rate  # no more than any other card that the plan needs
    values = [
        leisure * min(most, odds[kind] * kind_gain(plan, table, kind)) for kind in range(len(NAMES))
    ]
    found: list[tuple[float, Action]] = [
        (values[kind], TAKES[kind]) for kind, number in enumerate(terrain.row) if number
    ]
    if terrain.deck_size:
        found.append((sum(values) / len(values), TAKES[BLIND]))
    return found


def kind_gain(plan: Plan, table: Table, kind: int) -> float:
    """What one more terrain card of a kind would bring: its part in doubling a planned route."""
    held = terrain_of(table).cards[plan.ground.seat][kind]
    doubled = []
    for route in (*plan.routes, *plan.extras):
        needs, price = doublings(table.board)[route]
        if needs == kind and price:
            doubled.append((plan.ground.worth[route] / price, price))
    for gain, price in sorted(doubled, reverse=True):
        held -= price
        if held < 0:
            return gain
    return 0.0


def doubled_values(
    plan: Plan, table: Table, claims: list[tuple[float, Action]]
) -> list[tuple[float, Action]]:
    """These claims, and the same doubled where that can be paid; the plain ones may wait for it."""
    found: list[tuple[float, Action]] = []
    weights, leisure = plan.ground.weights, plan.leisure
    last = table.last_turns is not None
    patience = 0.0 if last or plan.turns + 3 >= plan.ground.turns else leisure * weights.patience
    for value, claim in claims:
        assert isinstance(claim, Claim)
        points = plan.ground.worth[claim.route]
        _, price = doublings(table.board)[claim.route]
        found.append((value - patience * points if price else value, claim))
        part = 1.0 if last or claim.route in plan.routes else leisure * weights.aside
        found += [
            (value + part * (points - cost), doubled)
            for cost, doubled in doublings_of(plan, table, claim)
        ]
    return found


def doublings_of(plan: Plan, table: Table, claim: Claim) -> list[tuple[float, DoubledClaim]]:
    """The ways to double a claim now, each with what its cards are worth for later."""
    seat, weights = plan.ground.seat, plan.ground.weights
    kind, price = doublings(table.board)[claim.route]
    cards = terrain_of(table).cards
    held, most = cards[seat][kind], most_of_others(cards, seat)[kind]
    spare = table.hands[seat][LOCOMOTIVE] - claim.locomotives
    locomotive = use_of_locomotive(table, weights) * weights.turn / weights.rate
    prices = (0.0, 0.0) if table.last_turns is not None else (CARD, locomotive)
    return [
        (
            prices[0] * max(0, price - extra) + prices[1] * extra,
            DoubledClaim(*claim_fields(claim), max(0, price - extra), extra),
        )
        for extra in range(min(max(price, most - held), spare) + 1)
        if price and may_double(price, held, most, extra)
    ]
