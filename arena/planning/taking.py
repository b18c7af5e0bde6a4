"""What each card that can be taken is worth to the plan, in points."""

from __future__ import annotations

from collections.abc import Sequence

from arena.boards.colors import COLORS, LOCOMOTIVE
from arena.planning.cards import blind_value, card_values
from arena.planning.judge import Valued, judges_of
from arena.planning.plan import Plan
from arena.referee.actions import BLIND
from arena.referee.table import Table
from arena.referee.taking import TAKES


def take_values(plan: Plan, table: Table) -> list[Valued]:
    """What each card that can be taken now is worth, with the best second card if one follows."""
    ground = plan.ground
    values = card_values(table, ground.seat, plan.routes, plan.extras, ground.weights)
    blind = blind_value(table, ground.seat, values)
    found = train_cards(table, values, blind)
    per_card = ground.weights.turn / ground.weights.rate
    for judged in judges_of(table.rules).takes:
        found = judged(plan, table, found)
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
