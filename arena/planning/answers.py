"""What the answers to the questions beside turns and cards are worth."""

from __future__ import annotations

from collections.abc import Sequence

from arena.planning.depots import collect_values, depot_values
from arena.planning.plan import Plan
from arena.planning.taking import Valued
from arena.planning.tickets import keep_values
from arena.planning.towns import alvin_values, city_values, start_values
from arena.referee.actions import Action
from arena.referee.modules.alvin import ALVIN
from arena.referee.modules.towns import CITY, START
from arena.referee.modules.warehouses import COLLECT, DEPOT, END, END_TURN
from arena.referee.phases import KEEP
from arena.referee.table import Table


def answer_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What each answer is worth, whatever is asked beside turns and cards."""
    if table.phase == KEEP:
        return keep_values(plan.ground, plan.tickets)
    if table.phase == START:
        return start_values(plan, table, legal)
    if table.phase == CITY:
        return city_values(plan, table, legal)
    if table.phase == ALVIN:
        return alvin_values(plan, table, legal)
    if table.phase == DEPOT:
        return depot_values(plan, table, legal)
    if table.phase == COLLECT:
        return collect_values(table, legal)
    if table.phase == END:
        return [(0.0, END_TURN)]  # depots in reserve score, and pay for warehouses
    return []
