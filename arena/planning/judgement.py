"""The planner's judgement: its plan, and what every answer is worth to it in points."""

from __future__ import annotations

from collections.abc import Sequence

from arena.planning.answers import answer_values
from arena.planning.claims import claim_values, final_values, other_values
from arena.planning.judge import Valued
from arena.planning.plan import Plan, make_plan, survey
from arena.planning.taking import take_values
from arena.planning.tickets import tickets_value
from arena.planning.weights import Weights
from arena.referee.actions import Action, TakeTickets
from arena.referee.phases import CARD, KEEP, TURN
from arena.referee.table import Table
from arena.vocabulary import TicketNumber


class Judgement:
    """Judges all answers of a seat through a game, by a plan that it keeps up to date."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.plan: Plan | None = None
        """The latest plan; None before the first question."""
        self.given_up: set[TicketNumber] = set()
        """Tickets that are not planned for any more."""

    def values(self, table: Table, legal: Sequence[Action]) -> list[Valued]:
        """What each answer worth considering is worth, in points.

        The table is the view of the seat that is asked, or a game that it imagines.
        """
        plan = self.plan_for(table)
        if table.phase is TURN:
            return turn_values(plan, table)
        if table.phase is CARD:
            return take_values(plan, table)
        return answer_values(plan, table, legal)

    def plan_for(self, table: Table) -> Plan:
        """A new plan when a turn begins or the game is set up; else that of this turn."""
        if self.plan is None or table.turns == 0 or table.phase in (KEEP, TURN):
            self.plan = self.new_plan(table)
        return self.plan

    def new_plan(self, table: Table) -> Plan:
        """A plan for the tickets that have not been given up; it gives up what does not fit."""
        held = table.tickets[table.seat]
        tickets = [ticket for ticket in held if ticket not in self.given_up]
        plan = make_plan(survey(table, table.seat, self.weights), tickets)
        self.given_up.update(set(held) - set(plan.tickets))
        return plan


def turn_values(plan: Plan, table: Table) -> list[Valued]:
    """What claims, cards, tickets and the turns of modules are worth; cards nothing at the end."""
    others = other_values(plan, table)
    if table.last_turns is not None:
        return final_values(plan, table) + others or take_values(plan, table)
    values = claim_values(plan, table) + take_values(plan, table) + others
    if table.ticket_deck_size:
        values.append((tickets_value(plan, table), TakeTickets()))
    return values
