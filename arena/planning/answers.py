"""What answers are worth to questions other than turn and card: tickets to keep, and modules'."""

from __future__ import annotations

from collections.abc import Sequence

from arena.planning.judge import Valued, judges_of
from arena.planning.plan import Plan
from arena.planning.tickets import keep_values
from arena.referee.actions import Action
from arena.referee.phases import KEEP
from arena.referee.table import Table


def answer_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What each answer to a question other than turn and card is worth, in points."""
    if table.phase is KEEP:
        return keep_values(plan.ground, plan.tickets)
    values = judges_of(table.rules).answers.get(table.phase)
    return values(plan, table, legal) if values else []
