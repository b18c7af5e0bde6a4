"""Keeping tickets, and what taking more would bring."""

from itertools import combinations
from math import inf
from statistics import fmean

import pytest

from arena.planning.plan import Plan, make_plan, survey
from arena.planning.tickets import best_of, keep_values, tickets_value
from arena.planning.weights import Weights
from arena.referee.actions import Keep
from arena.referee.game import Game
from tests.arrange import arrange, begin, new_game

DENVER_EL_PASO = 25
DALLAS_NEW_YORK = 24
LOS_ANGELES_NEW_YORK = 45
LOS_ANGELES_MIAMI = 43
MONTREAL_VANCOUVER = 54


def plan(game: Game) -> Plan:
    """The plan of seat 0."""
    return make_plan(survey(game, 0, Weights()), game.tickets[0])


def test_the_best_of_some_gains_is_the_mean_over_all_choices() -> None:
    gains = [9.0, 4.0, 1.0, -3.0, -8.0]
    expected = fmean(max(taken) for taken in combinations(gains, 3))
    assert best_of(gains, 3, second=0.0) == pytest.approx(expected)


def test_a_second_good_ticket_counts_in_part() -> None:
    gains = [9.0, 4.0, -3.0]
    assert best_of(gains, 3, second=0.5) == pytest.approx(9.0 + 0.5 * 4.0)


def test_tickets_that_share_their_way_are_kept_together() -> None:
    offer = [LOS_ANGELES_NEW_YORK, DALLAS_NEW_YORK, MONTREAL_VANCOUVER]
    game = new_game(tickets=offer)
    values = {
        keep.tickets: value
        for value, keep in keep_values(survey(game, 0, Weights()), [])
        if isinstance(keep, Keep)
    }
    together = values[LOS_ANGELES_NEW_YORK, DALLAS_NEW_YORK]
    assert together > values[DALLAS_NEW_YORK, MONTREAL_VANCOUVER]


def test_a_completed_ticket_is_a_gift() -> None:
    offer = [DENVER_EL_PASO, LOS_ANGELES_MIAMI, MONTREAL_VANCOUVER]
    game = arrange(begin(), tickets=[[]], routes=[[38, 49]], trains=[4, 4])
    game.offers[0] = tuple(offer)
    game.phase = "keep"
    best = max(keep_values(survey(game, 0, Weights()), []), key=lambda valued: valued[0])
    assert best[1] == Keep((DENVER_EL_PASO,))


def test_no_tickets_are_wanted_while_the_plan_takes_long() -> None:
    busy = arrange(begin(), tickets=[[LOS_ANGELES_NEW_YORK, MONTREAL_VANCOUVER]])
    assert tickets_value(plan(busy), busy) == -inf


def test_tickets_are_worth_more_to_a_seat_that_is_done_early() -> None:
    early = arrange(begin(), tickets=[[]])
    late = arrange(begin(), tickets=[[]], trains=[10, 5])
    assert tickets_value(plan(early), early) > tickets_value(plan(late), late)
