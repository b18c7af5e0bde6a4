"""Playing a game to its end at random."""

from random import Random

from arena.referee.chance import pick
from arena.referee.game import Game


def play_out(game: Game, rng: Random) -> int:
    """Play uniformly random legal actions until the game is over; return how many it took."""
    decisions = 0
    while not game.over:
        actions = game.legal()
        game.apply(actions[pick(rng, len(actions))])
        decisions += 1
    return decisions
