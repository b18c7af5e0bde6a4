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
from arena.referee.view import SeatView
from arena.vocabulary import TicketNumber


class Judgement:
    """Judges all answers of a seat through a game, by a plan that it keeps up to date."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.plan: Plan | None = None
        """The latest plan; None before the first question."""
        self.given_up: set[TicketNumber] = set()
        """Tickets that are not planned for any more."""

    def values(self, view: SeatView, legal: Sequence[Action]) -> list[Valued]:
        """What each answer worth considering is worth, in points."""
        plan = self.plan_for(view)
        if view.phase is TURN:
            return turn_values(plan, view)
        if view.phase is CARD:
            return take_values(plan, view)
        return answer_values(plan, view, legal)

    def plan_for(self, view: SeatView) -> Plan:
        """A new plan when a turn begins or the game is set up; else that of this turn."""
        if self.plan is None or view.turns == 0 or view.phase in (KEEP, TURN):
            self.plan = self.new_plan(view)
        return self.plan

    def new_plan(self, view: SeatView) -> Plan:
        """A plan for the tickets that have not been given up; it gives up what does not fit."""
        tickets = [ticket for ticket in view.my_tickets if ticket not in self.given_up]
        plan = make_plan(survey(view, view.me, self.weights), tickets)
        self.given_up.update(set(view.my_tickets) - set(plan.tickets))
        return plan


def turn_values(plan: Plan, view: SeatView) -> list[Valued]:
    """What claims, cards, tickets and the turns of modules are worth; cards nothing at the end."""
    others = other_values(plan, view)
    if view.last_round:
        return final_values(plan, view) + others or take_values(plan, view)
    values = claim_values(plan, view) + take_values(plan, view) + others
    if view.ticket_deck_size:
        values.append((tickets_value(plan, view), TakeTickets()))
    return values
