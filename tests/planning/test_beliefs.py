"""Beliefs: likely tickets for rivals, honest, and drawn together from what no one has seen."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest

from arena.bench.planned_games import TUNING, planned_game, positions
from arena.planning import TicketBeliefs
from arena.planning.atlas import atlas_of
from arena.planning.beliefs import drawn
from arena.planning.history import Keeping, histories
from arena.planning.judges import terrain, towns
from arena.planning.suspicion import USUAL, BeliefWeights
from arena.referee.game import Game
from arena.referee.phases import TURN
from arena.referee.rulesets import NAMES
from arena.referee.tickets import too_many
from arena.referee.view import SeatView
from arena.vocabulary import Seat
from tests.arrange import begin, play

EL_PASO_SANTA_FE, DENVER_SANTA_FE = 49, 38
DENVER_EL_PASO = 25


def late_view(ruleset: str, seats: int, turn: int, number: int = 0) -> tuple[Game, SeatView]:
    """A game of planners, and what the seat knows that is asked for this turn."""
    game = planned_game(TUNING, ruleset, seats, number)
    for view in positions(game):
        if view.phase is TURN and view.turns >= turn:
            return game, view
    raise AssertionError("the game was too short")


def all_tickets(game: Game) -> list[int]:
    """Every ticket that lies anywhere in a game."""
    return sorted([*game.ticket_deck, *(t for some in (*game.tickets, *game.offers) for t in some)])


def seen_again(game: Game, seat: Seat) -> SeatView:
    """What a seat of an imagined game knows."""
    return game.view(seat)


@pytest.mark.parametrize("ruleset", NAMES)
def test_imagined_games_fit_all_that_is_known_on_every_ruleset(ruleset: str) -> None:
    game, view = late_view(ruleset, 3, 40)
    beliefs = TicketBeliefs(view)
    rng = Random(1)
    for _ in range(3):
        imagined = beliefs.imagine(rng)
        lie = all_tickets(imagined)
        assert len(lie) == len(set(lie)) == len(all_tickets(game))
        assert list(map(len, imagined.tickets)) == game.ticket_counts
        assert not any(too_many(game.rules, tickets) for tickets in imagined.tickets)
        assert imagined.tickets[view.me] == game.tickets[view.me]
        again = seen_again(imagined, view.me)
        assert again.places.seen == view.places.seen
        assert again.legal() == view.legal()


def test_what_was_seen_before_can_come_back_to_a_rival() -> None:
    """Late in a long game rivals are offered tickets that this seat has returned."""
    for number in range(40):
        game = planned_game(TUNING, "usa", 2, number)
        rng = Random(number)
        remembered = None
        while not game.over:
            legal = game.legal()
            taking = [action for action in legal if action.text(game.board) == "tickets"]
            game.apply(taking[0] if taking else rng.choice(legal))
            if game.over or game.turns < 20:
                continue
            view = game.view(game.seat)
            if view.places.choices:
                remembered = view
                break
        if remembered is not None:
            imagined = TicketBeliefs(remembered).imagine(rng)
            assert all_tickets(imagined) == all_tickets(game)
            assert list(map(len, imagined.tickets)) == game.ticket_counts
            return
    raise AssertionError("no game had such a choice")


def test_beliefs_look_at_nothing_that_the_seat_does_not_know() -> None:
    """Two games that a seat can't tell apart give it the same beliefs."""
    game, view = late_view("usa", 3, 30)
    other = view.sample(Random(5))
    assert other.tickets != game.tickets
    same = seen_again(other, view.me)
    pairs = [TicketBeliefs(known).imagine(Random(7)) for known in (view, same)]
    assert pairs[0].tickets == pairs[1].tickets
    assert pairs[0].ticket_deck == pairs[1].ticket_deck
    assert pairs[0].hands == pairs[1].hands


def test_the_same_seed_gives_the_same_games() -> None:
    _, view = late_view("africa", 2, 20)
    first, second = (TicketBeliefs(view) for _ in range(2))
    rngs = Random(3), Random(3)
    for _ in range(5):
        assert first.imagine(rngs[0]).tickets == second.imagine(rngs[1]).tickets


def test_a_ticket_that_is_built_is_believed_more_often_than_by_chance() -> None:
    game = begin("RRGG" + "BBBB" + "RGYYK")
    play(game, "take ?", "take ?", f"claim {DENVER_SANTA_FE} BB", "take ?", "take ?")
    play(game, f"claim {EL_PASO_SANTA_FE} BB")
    view = game.view(game.seat)
    beliefs, rng = TicketBeliefs(view), Random(2)
    rival = view.others[0]
    believed = sum(DENVER_EL_PASO in beliefs.imagine(rng).tickets[rival] for _ in range(100))
    chance = sum(DENVER_EL_PASO in view.sample(rng).tickets[rival] for _ in range(100))
    assert believed > 2 * chance


def test_true_tickets_are_believed_more_often_than_by_chance() -> None:
    hits: Counter[str] = Counter()
    for number in range(12):
        game, view = late_view("usa", 2, 30, number)
        beliefs, rng, rival = TicketBeliefs(view), Random(number), view.others[0]
        true = set(game.tickets[rival])
        for _ in range(20):
            hits["beliefs"] += len(true.intersection(beliefs.imagine(rng).tickets[rival]))
            hits["chance"] += len(true.intersection(view.sample(rng).tickets[rival]))
    assert hits["beliefs"] > 2 * hits["chance"]


def test_hands_are_dealt_whose_tickets_go_together() -> None:
    rng, dealt, drafted = Random(1), [], []
    for number in range(4):
        _, view = late_view("usa", 4, 40, number)
        beliefs = TicketBeliefs(view)
        for _ in range(5):
            hands, draft = beliefs.deal(rng).hands, beliefs.draft(rng).hands
            for seat, suspicion in beliefs.suspicions.items():
                dealt.append(suspicion.together(hands[seat]).value)
                drafted.append(suspicion.together(draft[seat]).value)
    assert fmean(dealt) > fmean(drafted) + 0.15  # a point and a half


def test_boards_of_modules_have_weights_of_their_own() -> None:
    def weights(ruleset: str) -> BeliefWeights:
        _, view = late_view(ruleset, 2, 20)
        return TicketBeliefs(view).suspicions[view.others[0]].beliefs

    assert weights("usa") is weights("mega") is USUAL
    assert weights("africa") is terrain.BELIEFS is not USUAL
    assert weights("oldwest") is towns.BELIEFS is not USUAL


def test_before_the_first_choice_is_known_any_tickets_are_imagined() -> None:
    view = Game("usa", 2, 1).view(0)
    imagined, sample = TicketBeliefs(view).imagine(Random(1)), view.sample(Random(1))
    assert (imagined.offers, imagined.ticket_deck) == (sample.offers, sample.ticket_deck)


def test_the_history_has_claims_in_order_and_when_tickets_were_kept() -> None:
    game = begin("RRGG" + "BBBB" + "RGYYK")
    play(game, "take ?", "take ?", f"claim {DENVER_SANTA_FE} BB", "take ?", "take ?")
    play(game, "tickets")
    play(game, f"keep {game.offers[1][0]}", "take ?", "take ?")
    play(game, f"claim {EL_PASO_SANTA_FE} BB")
    rival = histories(game.view(0).log, 2)[1]
    assert rival.claims == [DENVER_SANTA_FE, EL_PASO_SANTA_FE]
    assert rival.choices == [Keeping(3, 3, 0), Keeping(1, 3, 1)]


def test_a_ticket_s_direct_ways_are_hardly_longer_than_the_shortest() -> None:
    rules = begin().rules
    sketch = atlas_of(rules)[DENVER_EL_PASO]
    assert sketch.length == 4.0
    assert sketch.direct >> DENVER_SANTA_FE & 1
    assert sketch.direct >> EL_PASO_SANTA_FE & 1
    assert sketch.direct.bit_count() < 10


def test_things_are_drawn_by_their_odds() -> None:
    rng = Random(4)
    counted = Counter(drawn(rng, [1.0, 0.0, 3.0]) for _ in range(4000))
    assert counted[1] == 0
    assert 2800 < counted[2] < 3200
