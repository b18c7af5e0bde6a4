"""Playing a game to its end by random legal actions."""

from random import Random

from arena.referee.game import Game


def play_out(game: Game, rng: Random) -> int:
    """Play uniformly random legal actions until the game is over; return how many it took."""
    decisions = 0
    while not game.over:
        actions = game.legal()
        # `pick` in place: a call for each decision of a game would be a hundredth of its time.
        game.apply(actions[rng.getrandbits(32) * len(actions) >> 32])
        decisions += 1
    return decisions
