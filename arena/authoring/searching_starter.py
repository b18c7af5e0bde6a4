"""A bot that thinks ahead: it imagines whole games, and tries its best answers in each of them.

A game is imagined so that it fits all that the bot knows: the other hands and the deck are dealt
anew each time. Then everybody follows a plan to the end. `arena check` tells whether it still plays
by the rules; with `--parameters 'games = 8'` it thinks four times as long.
"""

from collections.abc import Sequence

from arena.bot import Action, Game, View
from arena.planning import Follower, Judgement, Weights

THOUGHT = 10_000
"""How many decisions of imagined games it may think through in a game: a second or so.

They are counted and not timed, so that it plays the same again under the same seed.
"""
RESERVE = 40.0
"""Seconds of processor time that it leaves in any case: in rare games, decisions take long."""


class SearchingStarter:
    """The referee calls `choose` whenever it is this bot's decision."""

    def __init__(self, games: int = 2, answers: int = 3) -> None:
        """Imagine so many games a turn, and try so many answers in each."""
        self.games = games
        self.answers = answers
        self.judgement = Judgement(Weights())
        self.left = THOUGHT

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """In a turn, the answer that comes out best; else the one that looks best."""
        shortlist = self.shortlist(view, legal)
        if view.phase != "turn" or len(shortlist) == 1 or self.left <= 0:
            return shortlist[0]
        margins = [0] * len(shortlist)
        for _ in range(self.games):
            game = view.sample(view.rng)  # all answers are tried in the same game: luck is the same
            for n, action in enumerate(shortlist):
                if view.cpu_left() < RESERVE:
                    return shortlist[0]
                margins[n] += self.try_out(game.clone(), action, view.me)
        return shortlist[margins.index(max(margins))]

    def shortlist(self, view: View, legal: Sequence[Action]) -> list[Action]:
        """The answers that look best at first sight, the best one first."""
        values = self.judgement.values(view, legal)
        ranked = sorted(values, key=lambda valued: valued[0], reverse=True)
        return [action for _, action in ranked[: self.answers]] or [legal[0]]

    def try_out(self, game: Game, action: Action, me: int) -> int:
        """By how many points this seat is ahead at the end of an imagined game."""
        game.apply(action)
        players = [Follower(seat, Weights()) for seat in range(game.seats)]
        while not game.over:
            game.apply(players[game.seat].choose(game))
            self.left -= 1
        scores = [seat.score for seat in game.result().seats]
        return scores[me] - max(score for seat, score in enumerate(scores) if seat != me)
