"""Alvin: what capturing him is worth, and where he is safe (V)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.planning.judge import Judge, Valued
from arena.planning.judges.towns import toll
from arena.planning.plan import Plan
from arena.referee.actions import Action
from arena.referee.modules.alvin import POINTS, AlvinPhase, MoveAlvin, alvin_of
from arena.referee.network import each
from arena.referee.table import Table
from arena.vocabulary import Seat

HOLDING: Final = 4
"""Points that a captor counts on for having Alvin at the end."""


def alvin_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What each town for Alvin is worth: he is safest where others can claim the least."""
    return [
        (-toll(plan, table, action.city), action)
        for action in legal
        if isinstance(action, MoveAlvin)
    ]


def add_alvin(table: Table, seat: Seat, worth: list[float]) -> None:
    """Add the points of a capture to all routes that end where Alvin stands (V2, V3)."""
    alvin = alvin_of(table)
    if alvin.holder != seat:
        for route in each(table.board.touching[alvin.town]):
            worth[route] += POINTS + HOLDING


JUDGE: Final = Judge(
    module="alvin", rank=10, answers={AlvinPhase.ALVIN: alvin_values}, worth=add_alvin
)
