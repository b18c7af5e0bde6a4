"""A sampled game is one that may be, for all that its seat knows, and can be played."""

from collections.abc import Iterator
from random import Random

import pytest

from arena.errors import ArenaError
from arena.referee.game import Game
from arena.referee.playout import play_out
from arena.referee.table import Table
from arena.referee.view import SeatView
from tests.properties.card_knowledge import CardKnowledge
from tests.properties.games import finished, states
from tests.properties.holdings import check_cards, check_modules, check_tickets
from tests.properties.pictures import happenings, picture, plain
from tests.properties.tables import SEATS, at_each_table
from tests.properties.ticket_knowledge import TicketKnowledge

STATES = 5
SAMPLES = 3
MODULES_KNOW_IN_PART = {"Tolls": ("coins",)}
"""What modules keep on the table of which a seat knows only its own part."""
KNOWN_IN_PART = {"hands", "tickets", "offers", "extras", "rules", "board"}


def views(ruleset: str, seats: int, number: int) -> Iterator[tuple[Game, SeatView, Random]]:
    """States of games, each with the view of the seat that is asked."""
    for game, rng in states(ruleset, seats, number):
        yield game, game.view(game.seat), rng


@at_each_table
def test_a_sample_has_every_card_and_ticket(ruleset: str, seats: int) -> None:
    for _, view, rng in views(ruleset, seats, STATES):
        for _ in range(SAMPLES):
            sample = view.sample(rng)
            check_cards(sample)
            check_tickets(sample)
            check_modules(sample)


@at_each_table
def test_a_sample_agrees_with_all_that_its_seat_sees(ruleset: str, seats: int) -> None:
    for game, view, rng in views(ruleset, seats, STATES):
        for possible in (game, *(view.sample(rng) for _ in range(SAMPLES))):
            for name in set(Table.__slots__) - KNOWN_IN_PART:
                assert getattr(possible, name) == getattr(view, name), name
            assert possible.hands[view.me] == view.hand
            assert possible.tickets[view.me] == view.my_tickets
            assert possible.offers[view.me] == view.my_offer
            assert list(map(len, possible.offers)) == list(map(len, game.offers))
            assert open_extras(possible) == open_extras(view)
            assert possible.legal() == view.legal() or view.seat != view.me


def open_extras(table: Table) -> list[object]:
    """What the modules show to all."""
    found = []
    for kept in table.extras.values():
        in_part = MODULES_KNOW_IN_PART.get(type(kept).__name__, ())
        shown = {name: getattr(kept, name) for name in kept.__slots__ if name not in in_part}
        found.append(plain(shown))
    return found


@at_each_table
def test_what_a_seat_is_sure_of_is_so_in_every_sample(ruleset: str, seats: int) -> None:
    for game, view, rng in views(ruleset, seats, STATES):
        cards, tickets = CardKnowledge(game, view.me), TicketKnowledge(game, view.me)
        for possible in (game, *(view.sample(rng) for _ in range(SAMPLES))):
            cards.check(possible)
            tickets.check(possible)


@at_each_table
def test_the_hands_of_a_sample_can_have_come_about(ruleset: str, seats: int) -> None:
    for game, view, rng in views(ruleset, seats, STATES):
        cards = CardKnowledge(game, view.me)
        for possible in (game, *(view.sample(rng) for _ in range(SAMPLES))):
            assert cards.explains(possible)


@at_each_table
def test_a_sample_can_be_played_to_its_end(ruleset: str, seats: int) -> None:
    for _, view, rng in views(ruleset, seats, 1):
        sample = view.sample(rng)
        play_out(sample, rng)
        assert sample.result().seats[view.me].trains_left == sample.trains[view.me]
        check_cards(sample)
        check_tickets(sample)


@at_each_table
def test_a_sample_has_its_seats_view_and_no_other(ruleset: str, seats: int) -> None:
    for _, view, rng in views(ruleset, seats, STATES):
        before = picture(view)
        sample = view.sample(rng)
        assert picture(view) == before
        again = sample.view(view.me)
        assert picture(again) == before
        assert happenings(again.log) == happenings(view.log)
        for other in view.others:
            with pytest.raises(ArenaError):
                sample.view(other)


@at_each_table
def test_a_sample_played_on_leaves_the_view_alone(ruleset: str, seats: int) -> None:
    for _, view, rng in views(ruleset, seats, 1):
        before = picture(view)
        play_out(view.sample(rng), rng)
        assert picture(view) == before


@at_each_table
def test_the_same_seed_gives_the_same_sample(ruleset: str, seats: int) -> None:
    for _, view, _ in views(ruleset, seats, 2):
        one, two = view.sample(Random(7)), view.sample(Random(7))
        assert picture(one) == picture(two)
        play_out(one, Random(1))
        play_out(two, Random(1))
        assert picture(one) == picture(two)


@at_each_table
def test_samples_differ_in_what_is_hidden(ruleset: str, seats: int) -> None:
    for game, view, rng in views(ruleset, seats, STATES):
        samples = [view.sample(rng) for _ in range(10)]
        if view.deck_size > 5 and len(set(game.deck)) > 1:
            assert len({tuple(sample.deck) for sample in samples}) > 1
        if view.shuffles == 1 and sum(view.hidden()[:seats]) > 3:
            assert len({plain(sample.hands) for sample in samples}) > 1
        if len(TicketKnowledge(game, view.me).unknown()) > 5:
            assert len({tuple(sample.ticket_deck) for sample in samples}) > 1
            assert view.turns == 0 or len({plain(sample.tickets) for sample in samples}) > 1


def test_there_is_nothing_to_sample_in_a_finished_game() -> None:
    for game in finished("usa", SEATS["usa"][0]):
        with pytest.raises(ArenaError, match="when it is asked"):
            game.view(0).sample(Random(0))
