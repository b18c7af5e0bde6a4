"""Europe in the kernel where games seldom lead: much that is lent, payments on the table."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest

from arena.kernel import KernelError, Table, imagined, trials
from arena.referee.events import Decided, Shuffled
from arena.referee.game import Game
from arena.referee.modules.europe import Stations, lent_routes, tunnels_of
from arena.referee.modules.europe.tunnels import MOST_GIVEN_UP, TurnedUp
from arena.referee.network import each
from tests.kernel.europe_ends import RULESETS, compare_end, last_turn
from tests.kernel.lockstep import in_lockstep
from tests.kernel.long_lockstep import SHARE

ENDS = 100
"""Ends of games that are looked at."""


def test_x7_x8_ends_with_much_to_lend_are_scored_as_by_the_referee() -> None:
    lent: Counter[int] = Counter()
    for seed in range(ENDS):
        game = compare_end(RULESETS[seed % len(RULESETS)], seed)
        lent.update(len([*each(lent_routes(game, seat))]) for seat in range(game.seats))
    assert lent[2] + lent[3] > 8


def test_x8_seats_of_equal_points_are_told_apart_as_by_the_referee() -> None:
    decided: Counter[str] = Counter()
    for seed in range(ENDS):
        seats = compare_end(RULESETS[seed % len(RULESETS)], seed, level=True).result().seats
        for one, other in combinations(seats, 2):
            if one.score == other.score and one.tickets_completed == other.tickets_completed:
                stations = one.bonuses["stations"] != other.bonuses["stations"]
                decided["stations" if stations else "path"] += one.place != other.place
    assert decided["stations"] > 5
    assert decided["path"] > 5


def test_x3_decks_run_out_while_cards_are_turned_up() -> None:
    fewer, renewed = 0, 0
    for seed, seats in ((1, 3), (3, 5)):
        events = in_lockstep("europe+warehouses", seats, seed, "payer", SHARE).game.events()
        renewed += sum(
            type(one) is TurnedUp and type(next_one) is Shuffled
            for one, next_one in pairwise(events)
        )
        up = 0
        for event in events:
            up += type(event) is TurnedUp
            if type(event) is Decided:
                fewer += event.phase == "surcharge" and up < 3
                up = 0
    assert renewed
    assert fewer


def test_x3_seats_come_to_their_last_tunnel() -> None:
    barred = 0
    for seed in range(4):
        pair = in_lockstep("europe", 2, seed, "digger")
        barred += tunnels_of(pair.game).given_up.count(MOST_GIVEN_UP)
    assert barred


def at_a_tunnel(ruleset: str) -> Game:
    """A game whose asked seat can pay what a tunnel costs more."""
    for seed in range(50):
        rng, game = Random(seed), Game(ruleset, 3, seed)
        while not game.over:
            if game.phase == "surcharge":
                return game
            claims = [action for action in game.legal() if action.word == "claim"]
            game.apply(rng.choice(claims or game.legal()))
    raise AssertionError("no such question")


@pytest.mark.parametrize("ruleset", ["europe", "europemega+warehouses"])
def test_x3_a_payment_on_the_table_goes_to_the_kernel_and_back(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = at_a_tunnel(ruleset)
    back = Table.from_game(game).to_game()
    assert back.pending == game.pending
    assert back.legal() == game.legal()
    view = game.view(game.seat)
    compiled = trials(view, Random(3), 4, game.legal())
    monkeypatch.setattr(imagined, "KernelTable", None)
    assert trials(view, Random(3), 4, game.legal()) == compiled


def test_a_payment_for_no_tunnel_is_refused_in_a_sentence() -> None:
    game = at_a_tunnel("europe")
    assert game.pending is not None
    game.open_to[game.seat] &= ~(1 << game.pending.route)
    with pytest.raises(KernelError, match=r"for no tunnel that could be claimed \(X3\)"):
        Table.from_game(game)


def test_two_buildings_on_a_city_are_refused_in_a_sentence() -> None:
    game = last_turn("europe+warehouses", 3)
    stations = game.extras[Stations]
    table = Table.from_game(game)
    depot = next(city for city, owner in enumerate(table.values()["depot_owner"]) if owner >= 0)
    stations.owner[depot] = stations.owner.pop(next(iter(stations.owner)))
    with pytest.raises(KernelError, match="has two buildings"):
        Table.from_game(game)
