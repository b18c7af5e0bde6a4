"""The rows of tickets add up to what the seats have: in every ruleset, whatever is played."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from arena.match.kept_tickets import kept_tickets
from arena.referee import Game, play_out, record_of
from arena.referee.rulesets import NAMES, find_ruleset


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=3)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_kept_tickets_add_up_to_the_results_of_the_seats(
    name: str, seed: int, data: st.DataObject
) -> None:
    ruleset = find_ruleset(name)
    seats = data.draw(st.integers(ruleset.fewest_seats, ruleset.most_seats))
    game = Game(ruleset, seats, seed)
    play_out(game, Random(seed))
    kept = list(kept_tickets(game, record_of(game)))
    assert [(row.ply, row.ticket) for row in kept] == sorted((row.ply, row.ticket) for row in kept)
    for seat, outcome in enumerate(game.result().seats):
        own = [row for row in kept if row.seat == seat]
        done = [row.points for row in own if row.completed]
        assert sorted(row.ticket for row in own) == sorted(game.tickets[seat])
        assert (len(own), len(done)) == (outcome.tickets_kept, outcome.tickets_completed)
        assert sum(done) == outcome.tickets_won
        assert sum(row.points for row in own) - sum(done) == outcome.tickets_lost
