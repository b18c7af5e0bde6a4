"""What a seat observes as arrays is what its view tells: nothing hidden changes a number."""

import ctypes
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.kernel.vector import Vector
from arena.planning.arrays import mask, observation, ways
from arena.referee.game import Game
from arena.referee.view import SeatView
from tests.properties.games import states
from tests.properties.tables import at_each_table
from tests.properties.test_secrets import worlds

pytestmark = pytest.mark.usefixtures("with_toy")

KERNEL = ["usa", "mega", "africa+warehouses", "oldwest+alvin+warehouses"]
STEPS = 400


@at_each_table
def test_a_seat_observes_the_same_whatever_is_hidden_from_it(ruleset: str, seats: int) -> None:
    changed = 0
    for game, rng in states(ruleset, seats, 1):
        for seat, here, other in worlds(game, rng):
            if other is not None:
                assert arrays(other.view(seat)) == arrays(here.view(seat))
                changed += hidden(other, seat) != hidden(here, seat)
    assert changed


def arrays(view: SeatView) -> list[bytes]:
    """All arrays of a seat."""
    asked = [mask(view)] if view.seat == view.me else []
    return [array.tobytes() for array in (observation(view), ways(view), *asked)]


def hidden(game: Game, seat: int) -> object:
    """What a seat does not see of a game."""
    hands, tickets = game.hands[:], game.tickets[:]
    del hands[seat], tickets[seat]
    return game.deck, game.ticket_deck, hands, tickets


@pytest.mark.parametrize("ruleset", KERNEL)
def test_the_kernel_shows_the_same_whatever_is_hidden(ruleset: str) -> None:
    rng = np.random.default_rng(3)
    vector = Vector(ruleset, 3, range(8))
    changed = 0
    for _ in range(STEPS):
        vector.play(anything(vector.masks, rng))
        vector.look()
        before = shown(vector)
        states = memory(vector)
        clone = states.copy()
        changed += mix_up(vector, states, rng)
        vector.look()
        assert shown(vector) == before
        states[:] = clone
    assert changed > STEPS


def shown(vector: Vector) -> list[bytes]:
    """All arrays of the asked seats."""
    arrays = (vector.observations, vector.masks, vector.seats, vector.ways())
    return [array.tobytes() for array in arrays]


def anything(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game; 0 where it is over."""
    return np.array([rng.choice(row.nonzero()[0]) if row.any() else 0 for row in masks])


def memory(vector: Vector) -> np.ndarray:
    """The kernel's own memory of all games, to be written to, which nobody else may."""
    states = vector.batch.states()
    there = (ctypes.c_char * states.nbytes).from_address(states.ctypes.data)
    return np.frombuffer(there, states.dtype)


def mix_up(vector: Vector, states: np.ndarray, rng: np.random.Generator) -> int:
    """Give what asked seats don't see another order in this memory; tells how often."""
    changed = 0
    for game, state in enumerate(states):
        me, seats = state["seat"], state["seats"]
        known = vector.observation(game, me)[vector.layout["hands"]].reshape(seats, -1)
        deck = state["deck"][: state["deck_size"]]
        order = rng.permutation(deck)
        for step in range(1, seats):
            changed += swap_cards(state["hands"][(me + step) % seats], known[step], order)
        state["deck"][: len(order)] = order
        mix_tickets(state, me, rng)
    return changed


def swap_cards(hand: NDArray[np.uint8], known: NDArray[np.int16], deck: NDArray[np.uint8]) -> int:
    """Exchange an unknown card of a hand for one of the deck; tells whether that was another."""
    unknown = np.flatnonzero(hand > known)
    if not len(unknown) or not len(deck):
        return 0
    given, taken = unknown[0], deck[0]
    deck[0] = given
    hand[given] -= 1
    hand[taken] += 1
    return int(given != taken)


def mix_tickets(state: np.void, me: int, rng: np.random.Generator) -> None:
    """Exchange the other seats' tickets for others of the deck."""
    ring = (state["ticket_first"] + np.arange(state["ticket_deck_size"])) % len(
        state["ticket_deck"]
    )
    kept = np.flatnonzero(state["keeper"][: state["kept_size"]] != me)
    tickets = rng.permutation(np.concatenate([state["ticket_deck"][ring], state["kept"][kept]]))
    state["ticket_deck"][ring], state["kept"][kept] = np.split(tickets, [len(ring)])


def test_what_is_open_does_change_the_arrays() -> None:
    game, rng = Game("usa", 2, 1), Random(1)
    before = observation(game.view(0))
    while not game.owned[1]:
        game.apply(rng.choice(game.legal()))
    assert (observation(game.view(0)) != before).any()
