"""Counting turns."""

from arena.planning.turns import chance, fewest_turns, turns_left
from arena.planning.weights import Weights
from tests.arrange import arrange, begin

WEIGHTS = Weights()


def test_a_seat_with_more_cards_or_fewer_trains_needs_fewer_turns() -> None:
    assert fewest_turns(20, 10, WEIGHTS) < fewest_turns(20, 0, WEIGHTS)
    assert fewest_turns(10, 0, WEIGHTS) < fewest_turns(20, 0, WEIGHTS)
    assert fewest_turns(0, 0, WEIGHTS) == 0.0


def test_the_turns_left_lie_with_the_fastest_of_the_others() -> None:
    game = arrange(begin(seats=3), trains=[3, 40, 20])
    slower = arrange(begin(seats=3), trains=[3, 40, 30])
    assert turns_left(game, 0, WEIGHTS) < turns_left(slower, 0, WEIGHTS)
    assert turns_left(game, 2, WEIGHTS) < turns_left(game, 0, WEIGHTS)


def test_the_last_round_leaves_one_turn() -> None:
    assert turns_left(arrange(begin(), last_turns=1), 0, WEIGHTS) == 1.0


def test_a_plan_that_needs_fewer_turns_is_likelier_to_be_done() -> None:
    assert chance(5, 20, WEIGHTS) > 0.95
    assert chance(20, 20, WEIGHTS) == 0.5
    assert chance(35, 20, WEIGHTS) < 0.05
