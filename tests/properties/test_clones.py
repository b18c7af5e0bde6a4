"""A clone and its original go their own ways."""

from random import Random

from arena.referee.game import Game
from tests.properties.games import states
from tests.properties.pictures import picture, whole
from tests.properties.policies import undecided
from tests.properties.tables import at_each_table

STATES = 2
FAR = 40
"""Decisions played on, to the end of most games."""


def play_on(game: Game, rng: Random) -> list[object]:
    """Play some decisions; return them."""
    played = []
    while not game.over and len(played) < FAR:
        played.append(undecided(game, rng))
        game.apply(played[-1])
    return played


@at_each_table
def test_neither_changes_the_other(ruleset: str, seats: int) -> None:
    for state, rng in states(ruleset, seats, STATES):
        game = state.clone()
        start = whole(game)
        clone = game.clone()
        assert whole(clone) == start
        play_on(clone, rng)
        assert whole(game) == start
        far = whole(clone)
        play_on(game, rng)
        assert whole(clone) == far


@at_each_table
def test_a_clone_plays_the_same_game(ruleset: str, seats: int) -> None:
    for state, rng in states(ruleset, seats, STATES):
        game, clone = state.clone(), state.clone()
        for action in play_on(game, rng):
            clone.apply(action)
        assert picture(clone) == picture(game)
        assert clone.events() == game.events()


@at_each_table
def test_asking_changes_nothing(ruleset: str, seats: int) -> None:
    for game, _ in states(ruleset, seats, STATES):
        before = whole(game)
        game.legal()
        game.events()
        for seat in range(seats):
            view = game.view(seat)
            shown = picture(view)
            view.legal()
            view.unseen()
            assert picture(view) == shown
        assert whole(game) == before
