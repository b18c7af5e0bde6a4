"""No card and no ticket is ever made or lost, and the table is settled after every step."""

from tests.properties.games import finished, games, steps
from tests.properties.holdings import check_cards, check_modules, check_settled, check_tickets
from tests.properties.tables import at_each_table


@at_each_table
def test_g2_every_card_and_ticket_is_in_one_place_after_every_step(
    ruleset: str, seats: int
) -> None:
    for game, policy, rng in games(ruleset, seats, 2):
        for state in steps(game, policy, rng):
            check_cards(state)
            check_tickets(state)
            check_modules(state)
            check_settled(state)


@at_each_table
def test_the_policies_reach_empty_decks_and_reshuffles(ruleset: str, seats: int) -> None:
    emptied = shuffled = tickets_gone = 0
    for game, policy, rng in games(ruleset, seats, 1):
        for state in steps(game, policy, rng):
            emptied += not state.deck
            tickets_gone += not state.ticket_deck
        shuffled += game.shuffles > 1
    assert emptied
    assert shuffled
    assert tickets_gone


@at_each_table
def test_trains_and_routes_of_a_seat_fit_together(ruleset: str, seats: int) -> None:
    for game in finished(ruleset, seats):
        lengths, trains = game.board.lengths, game.rules.ruleset.trains
        for seat, owned in enumerate(game.owned):
            used = sum(length for route, length in enumerate(lengths) if owned >> route & 1)
            assert game.trains[seat] == trains - used >= 0
        for route in range(len(lengths)):
            assert sum(owned >> route & 1 for owned in game.owned) <= 1
