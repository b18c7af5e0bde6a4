"""A bot that plans a cheap network for its tickets, and plays the answer worth most in points.

At the beginning of a turn it looks over the board (`survey`): what every route costs, in turns and
trains less its points. Over these costs it plans a network that joins all its tickets
(`make_plan`), giving up those for which there are not enough turns or trains. What is left of both
goes into routes that pay well for themselves.

Then every answer has a worth in points, so that unlike things can be compared:

- a route of the plan saves the work of a turn, and the risk that another seat claims it;
- a card is worth the part of a turn it saves, if the plan needs it;
- new tickets are worth what the best of them may bring, at what joining them would cost.

The best one is played. All of this is in `arena.planning`, for every bot to use; `Judgement` puts
it together. What it wants is noted, so that replays can show it.
"""

from collections.abc import Sequence
from operator import itemgetter

from arena.bot import Action, View
from arena.planning import Judgement, Weights


class Planner:
    """Plays what is worth most to its plan; the parameters are weights of its judgement."""

    def __init__(self, **weights: float) -> None:
        self.judgement = Judgement(Weights(**weights))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer with what is worth most."""
        values = self.judgement.values(view, legal)
        plan = self.judgement.plan
        if view.phase == "turn" and plan is not None and plan.routes:
            view.note("wants", routes=plan.routes)
        return max(values, key=itemgetter(0))[1] if values else legal[0]
