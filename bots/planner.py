"""A bot that plans: a cheap network for all its tickets, and every answer at its worth in points.

At the beginning of a turn it looks over the board (`survey`): what every route costs, in turns and
trains less its points. Over these costs it plans a network that joins all its tickets
(`make_plan`), giving up those for which there are not enough turns or trains. What is left of both
goes into routes that pay well for themselves.

Then every answer has a worth in points, so that unlike things can be compared:

- a route of the plan saves the work of a turn, and the risk that somebody else claims it;
- a card is worth the part of a turn it saves, if the plan needs it;
- new tickets are worth what the best of them may bring, at what joining them would cost.

The best one is played.
"""

from collections.abc import Sequence

from arena.bot import Action, TakeTickets, View
from arena.planning import (
    Plan,
    Valued,
    Weights,
    answer_values,
    claim_values,
    final_values,
    make_plan,
    survey,
    take_values,
    tickets_value,
)


class Planner:
    """Plays what is worth most to its plan; the parameters are weights of its judgement."""

    def __init__(self, **weights: float) -> None:
        self.weights = Weights(**weights)
        self.plan: Plan | None = None
        self.given_up: set[int] = set()
        """Tickets that are not planned for any more."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer with what is worth most."""
        if view.phase in ("keep", "turn", "start", "depot") or self.plan is None:
            self.make_plan(view)
        values = self.values(view, legal)
        return max(values, key=worth)[1] if values else legal[0]

    def make_plan(self, view: View) -> None:
        """Plan for the tickets that have not been given up, and give up what does not fit."""
        tickets = [ticket for ticket in view.my_tickets if ticket not in self.given_up]
        self.plan = make_plan(survey(view, view.me, self.weights), tickets)
        self.given_up.update(set(view.my_tickets) - set(self.plan.tickets))

    def values(self, view: View, legal: Sequence[Action]) -> list[Valued]:
        """What the answers are worth that are worth a thought."""
        plan = self.plan
        assert plan is not None
        if view.phase == "turn":
            return self.turn_values(view, plan)
        if view.phase == "card":
            return take_values(plan, view)
        return answer_values(plan, view, legal)

    def turn_values(self, view: View, plan: Plan) -> list[Valued]:
        """What a claim, cards and tickets are worth; in the last turn only claims are."""
        if view.last_round:
            last = final_values(plan, view)
            if last:
                return last
        values = claim_values(plan, view) + take_values(plan, view)
        if not view.last_round and view.ticket_deck_size:
            values.append((tickets_value(plan, view), TakeTickets()))
        return values


def worth(valued: Valued) -> float:
    """What an answer is worth."""
    return valued[0]
