"""Games played by the policies, and the states on their way."""

from collections.abc import Iterator
from functools import cache
from random import Random

from arena.referee.game import Game
from tests.properties.policies import POLICIES, Policy

MOST_DECISIONS = 30_000
"""More than any game can take: a few hundred claims, each after at most 110 cards."""

STATES = 20
"""States kept of a game."""


def steps(game: Game, policy: Policy, rng: Random) -> Iterator[Game]:
    """The game itself, at each of its questions and at its end."""
    for _ in range(MOST_DECISIONS):
        yield game
        if game.over:
            return
        game.apply(policy(game, rng))
    raise AssertionError(f"the game has not ended after {MOST_DECISIONS} decisions")


def games(ruleset: str, seats: int, number: int) -> Iterator[tuple[Game, Policy, Random]]:
    """So many games just dealt for each policy, with the policy and a generator for it."""
    for name, policy in POLICIES.items():
        for nth in range(number):
            rng = Random(f"{ruleset} {seats} {name} {nth}")
            yield Game(ruleset, seats, rng.getrandbits(32)), policy, rng


@cache
def played(ruleset: str, seats: int) -> tuple[tuple[Game, ...], ...]:
    """For each policy some states of one game in random order, the last of them its end."""
    found = []
    for game, policy, rng in games(ruleset, seats, 1):
        way = [state.clone() for state in steps(game, policy, rng)]
        found.append((*rng.sample(way[:-1], STATES), way[-1]))
    return tuple(found)


def finished(ruleset: str, seats: int) -> list[Game]:
    """A game of each policy, played to the end."""
    return [way[-1] for way in played(ruleset, seats)]


def states(ruleset: str, seats: int, number: int) -> Iterator[tuple[Game, Random]]:
    """So many states of a game of each policy, none the end, and a generator for each.

    They are the same for all who ask: whoever plays on takes a clone.
    """
    for policy, way in zip(POLICIES, played(ruleset, seats), strict=True):
        for nth, state in enumerate(way[: min(number, STATES)]):
            yield state, Random(f"{ruleset} {seats} {policy} {nth} on")
