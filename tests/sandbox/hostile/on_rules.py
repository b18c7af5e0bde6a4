"""Bots that try to win by other means than the rules have."""

import gc
import sys

from arena.bot import BLIND, LOCOMOTIVE, Claim, Game, Keep, MoveAlvin, Pass, Take, View
from arena.sandbox import parent


class RewritesLegal:
    """Makes its own list of what is legal."""

    def choose(self, view, legal):
        wish = Claim(0, LOCOMOTIVE, 1)
        View.legal = lambda view: [wish]
        type(legal).actions = [wish]
        return legal[0]


class RewritesHand:
    """Gives itself all locomotives, and claims with them."""

    def choose(self, view, legal):
        if view.phase != "turn":
            return legal[0]
        view.hand[LOCOMOTIVE] = 14
        spaces = view.rules.board.lengths[0]
        return Claim(0, LOCOMOTIVE, spaces)


class RewritesRules:
    """Takes the rules out of its referee, which is not the referee."""

    def choose(self, view, legal):
        Game.refusal = lambda game, action: None
        return Keep(tuple(range(30)))


class RewritesSending:
    """Sends what it likes instead of what it returned."""

    def choose(self, view, legal):
        encode = parent.encode_message
        parent.encode_message = lambda reply: encode(parent.Chose(Keep((28, 29))))
        return legal[0]


class PassesAlways:
    """Passes where it may not."""

    def choose(self, view, legal):
        return Pass()


class KeepsNothing:
    """Keeps no ticket."""

    def choose(self, view, legal):
        return Keep(())


class KeepsTwice:
    """Keeps a ticket twice."""

    def choose(self, view, legal):
        return Keep((legal[0].tickets[0],) * 2)


class PlaysOtherGame:
    """Makes a move of a game that is not played here."""

    def choose(self, view, legal):
        return MoveAlvin(0)


class RepeatsItself:
    """Gives an answer again that was legal once."""

    def choose(self, view, legal):
        self.answer = getattr(self, "answer", legal[0])
        return self.answer


class TakesAgain:
    """Takes cards when it should keep tickets."""

    def choose(self, view, legal):
        return Take(BLIND)


class LooksForGame:
    """Looks among all objects for the game that knows every hand."""

    def choose(self, view, legal):
        gc.unfreeze()
        games = [item for item in gc.get_objects() if isinstance(item, Game)]
        if games:
            raise RuntimeError(f"got through: {games[0].hands}")
        return legal[0]


class LooksAtCallers:
    """Looks among those who called it for one who knows more."""

    def choose(self, view, legal):
        frame = sys._getframe()
        while frame is not None:
            for name, value in frame.f_locals.items():
                if isinstance(value, Game) or name in ("game", "match", "seats", "nursery"):
                    raise RuntimeError(f"got through: {name}")
            frame = frame.f_back
        return legal[0]
