"""A bot that has learnt: a net cloned from the planner's games, and improved by playing itself.

It sees the position as arrays, with a plain plan for its tickets, and plays the action that its net
judges best. How it was trained is told in docs/learning.md. The net knows the ruleset `usa`; on
others the bot plays by the planner's judgement.
"""

from collections.abc import Sequence
from operator import itemgetter

import numpy as np
from features import Ground, Position
from net import Net

from arena.bot import Action, View, data
from arena.planning import Judgement, Weights
from arena.planning.arrays import layout_of, numbering_of, observation, ways

RULESET = "usa"


class Learner:
    """Plays what its net judges best."""

    def __init__(self, eager: float = 3.0) -> None:
        """Count claims as `eager` times as likely as the net finds them."""
        self.eager = eager
        with np.load(data("net.npz")) as weights:
            self.net = Net(dict(weights))
        self.ground: Ground | None = None
        self.judgement = Judgement(Weights())

    def start(self, view: View) -> None:
        """Look up what the ruleset's numbers mean."""
        if view.rules.ruleset.name == RULESET:
            layout, self.numbering = layout_of(view.rules, view.seats), numbering_of(view.rules)
            self.ground = Ground(layout, self.numbering)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer with what the net judges best."""
        if self.ground is None:
            values = self.judgement.values(view, legal)
            return max(values, key=itemgetter(0))[1] if values else legal[0]
        if len(legal) == 1:
            return legal[0]
        position = Position(self.ground, observation(view)[None], ways(view)[None])
        may = np.zeros((1, len(self.numbering)), bool)
        may[0, [self.numbering.index_of(action, view) for action in legal]] = True
        numbers = self.ground.thrifty(may)[0].nonzero()[0]
        actions = position.of_actions(np.zeros(len(numbers), int), numbers)
        merits = self.net.judge(position.row_of_state[0], actions, numbers)
        return self.numbering.action_of(int(numbers[self.best(merits, numbers)]), view)

    def best(self, merits: np.ndarray, numbers: np.ndarray) -> int:
        """The place of the best action: the likeliest kind, of it the likeliest route, and of that
        the likeliest payment.

        There are many claims and few cards: the likeliest single action is a card nearly always.
        """
        assert self.ground is not None
        likely = np.exp(merits - merits.max())
        likely[self.ground.route[numbers] >= 0] *= self.eager
        for groups in (self.ground.kind[numbers], self.ground.route[numbers]):
            totals = np.bincount(groups + 1, likely)
            likely = np.where(groups + 1 == totals.argmax(), likely, 0.0)
        return int(likely.argmax())
