"""Playing an imagined game to its end, every seat by its plan."""

from __future__ import annotations

from collections.abc import Sequence

from arena.planning.follower import Follower
from arena.referee.game import Game


def play_to_end(game: Game, followers: Sequence[Follower]) -> int:
    """Play on until the game is over, a follower for each seat; the decisions that it took."""
    decisions = 0
    while not game.over:
        game.apply(followers[game.seat].choose(game))
        decisions += 1
    return decisions


def final_scores(game: Game) -> list[int]:
    """The score of each seat at the end."""
    return [seat.score for seat in game.result().seats]
