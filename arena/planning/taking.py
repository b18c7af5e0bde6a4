"""What every card that can be taken is worth, in points."""

from __future__ import annotations

from collections.abc import Sequence

from arena.boards.colors import COLORS, LOCOMOTIVE
from arena.planning.cards import blind_value, card_values
from arena.planning.depots import best_warehouse
from arena.planning.plan import Plan
from arena.planning.terrain import terrain_values
from arena.referee.actions import BLIND, Action
from arena.referee.modules.terrain import Terrain
from arena.referee.modules.warehouses import Store, Warehouses, is_due
from arena.referee.table import Table
from arena.referee.taking import TAKES

Valued = tuple[float, Action]
"""An answer, with what it is worth before it."""


def take_values(plan: Plan, table: Table) -> list[Valued]:
    """What each card is worth that can be taken now, with the best one after it if one follows."""
    ground = plan.ground
    values = card_values(table, ground.seat, plan.routes, plan.extras, ground.weights)
    blind = blind_value(table, ground.seat, values)
    found = train_cards(table, values, blind)
    per_card = ground.weights.turn / ground.weights.rate
    if Terrain in table.extras:
        terrain = terrain_values(plan, table)
        found = with_terrain(table, found, [(value / per_card, take) for value, take in terrain])
    if found and Warehouses in table.extras and is_due(table):
        found = through_warehouse(plan, table, found)
    return [(per_card * value, action) for value, action in found]


def train_cards(table: Table, values: Sequence[float], blind: float) -> list[Valued]:
    """What each train card that can be taken does, with the best second one after a first."""
    second = table.taken > 0
    row = sorted((values[card] for card in COLORS for _ in range(table.row[card])), reverse=True)
    blind = blind if table.deck_size else 0.0
    found: list[Valued] = []
    for card in COLORS:
        if table.row[card]:
            rest = row[1:] if values[card] == row[0] else row
            after = 0.0 if second else max([blind, *rest[:1]])
            found.append((values[card] + after, TAKES[card]))
    if table.row[LOCOMOTIVE] and not second:
        found.append((values[LOCOMOTIVE], TAKES[LOCOMOTIVE]))  # it takes the whole turn (T2)
    if table.deck_size:
        after = 0.0 if second else max([blind, *row[:1]])
        found.append((blind + after, TAKES[BLIND]))
    return found


def with_terrain(table: Table, cards: list[Valued], terrain: list[Valued]) -> list[Valued]:
    """Train and terrain cards together: either can be the first and the second card (A3)."""
    if table.taken:
        return cards + terrain
    best_card = max((value for value, _ in cards), default=0.0) / 2
    best_terrain = max((value for value, _ in terrain), default=0.0)
    found = [(value / 2 + max(value / 2, best_terrain), action) for value, action in cards]
    found += [(value + max(best_card, value), action) for value, action in terrain]
    return found


def through_warehouse(plan: Plan, table: Table, found: list[Valued]) -> list[Valued]:
    """The first train card of a turn comes after one for a warehouse (W2)."""
    trains = [value for value, action in found if action in TAKES.values()]
    others = [(value, action) for value, action in found if action not in TAKES.values()]
    if not trains:
        return others
    return [*others, (max(trains), Store(best_warehouse(plan, table)))]
