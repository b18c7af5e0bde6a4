"""A bot that plans a network for its tickets, and plays the answer that is worth most to it.

What everything is worth comes from `arena.planning`, in points. Your own ideas go into `taste`, and
into the weights. `arena check` tells whether it still plays by the rules.
"""

from collections.abc import Sequence

from arena.bot import Action, RouteClaim, Take, TakeTickets, View
from arena.planning import (
    Plan,
    Weights,
    answer_values,
    claim_values,
    final_values,
    make_plan,
    survey,
    take_values,
    tickets_value,
)

Valued = tuple[float, Action]
"""An answer, and what it is worth in points."""


class PlanningStarter:
    """The referee calls `choose` whenever it is this bot's decision."""

    def __init__(self, tickets: float = 0.0) -> None:
        """The parameter is for you to try: `arena check --parameters 'tickets = 2'`."""
        self.tickets = tickets
        self.weights = Weights()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer with what is worth most."""
        values = self.values(view, legal)
        if not values:
            return legal[0]
        return max(values, key=lambda valued: valued[0] + self.taste(view, valued[1]))[1]

    def values(self, view: View, legal: Sequence[Action]) -> list[Valued]:
        """What every answer worth a thought is worth to the plan."""
        plan = self.plan(view)
        if view.phase == "card":  # the second card of a turn
            return take_values(plan, view)
        if view.phase != "turn":  # tickets to keep, and the questions of expansions
            return answer_values(plan, view, legal)
        if view.last_round:  # nothing later comes of a card or a ticket
            return final_values(plan, view) or take_values(plan, view)
        values = claim_values(plan, view) + take_values(plan, view)
        if view.ticket_deck_size:
            values.append((tickets_value(plan, view), TakeTickets()))
        return values

    def plan(self, view: View) -> Plan:
        """A cheap network for all tickets; those that cost more than they bring are left out."""
        ground = survey(view, view.me, self.weights)  # what every route costs and brings
        return make_plan(ground, view.my_tickets)

    def taste(self, view: View, action: Action) -> float:
        """Points that you add to an answer, because you know better."""
        if isinstance(action, TakeTickets):
            return self.tickets
        if isinstance(action, RouteClaim):
            return 0.0  # view.board.lengths[action.route] is how long the route is
        if isinstance(action, Take):
            return 0.0  # view.hand[action.card] is how many of these cards you have
        return 0.0
