"""What further tickets do for the Globetrotter bonus."""

from itertools import pairwise

from arena.boards.colors import RED
from arena.planning.claims import final_values
from arena.planning.globetrotter import MOST, bonus_after, bonus_by_tickets
from arena.planning.plan import make_plan, survey
from arena.planning.tickets import tickets_value
from arena.planning.weights import Weights
from arena.referee.actions import Claim
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.rulesets import find_ruleset
from tests.arrange import arrange, begin

WEIGHTS = Weights()
GLOBETROTTER = find_ruleset("usa1910")
GLOBETROTTER_TICKETS = rules_of(GLOBETROTTER).deck
DENVER_EL_PASO = 25
DENVER_SANTA_FE = 38
EL_PASO_SANTA_FE = 49
NO_BONUS = GLOBETROTTER.with_bonuses(())


def table(held: int, others: int, *, seats: int = 2, trains: int = 45) -> Game:
    """A late table where seat 0 has completed no ticket, and the others hold so many."""
    tickets = [range(held), *[range(held, held + others)] * (seats - 1)]
    game = begin(ruleset=GLOBETROTTER, seats=seats)
    return arrange(game, tickets=tickets, trains=[45] + [trains] * (seats - 1))


def bonuses(game: Game) -> list[float]:
    """What the bonus is worth to seat 0 after none, one, two, … tickets."""
    return list(bonus_by_tickets(game, 0, WEIGHTS))


def test_without_the_bonus_tickets_do_nothing_for_it() -> None:
    game = begin(ruleset=NO_BONUS)
    assert list(bonus_by_tickets(game, 0, WEIGHTS)) == []
    assert bonus_after((), 3) == 0.0


def test_every_ticket_makes_the_bonus_likelier() -> None:
    found = bonuses(table(2, 2))
    assert found == sorted(found)
    assert len(found) == MOST + 1
    assert bonus_after(found, MOST + 5) == found[MOST]


def test_the_more_the_others_hold_the_less_likely_it_is() -> None:
    assert bonuses(table(2, 5))[3] < bonuses(table(2, 2))[3]


def test_others_with_many_trains_will_take_more_tickets() -> None:
    assert bonuses(table(2, 3, trains=45))[3] < bonuses(table(2, 3, trains=3))[3]


def test_the_ticket_that_takes_the_lead_is_worth_most() -> None:
    found = bonuses(table(2, 3, trains=3))
    steps = [after - before for before, after in pairwise(found)]
    assert steps.index(max(steps)) in (2, 3)  # three tickets tie, four lead


def test_with_two_seats_a_sure_lead_also_keeps_the_bonus_from_the_other() -> None:
    points = GLOBETROTTER.globetrotter
    assert round(bonuses(table(2, 2))[MOST], 1) == 2 * points
    assert round(bonuses(table(2, 2, seats=3))[MOST], 1) == 1.5 * points


def test_tickets_are_worth_more_where_the_bonus_is_in_force() -> None:
    values = []
    for ruleset in (NO_BONUS, GLOBETROTTER):
        game = arrange(begin(ruleset=ruleset), tickets=[[]])
        plan = make_plan(survey(game, 0, WEIGHTS), ())
        values.append(tickets_value(plan, game))
    assert values[0] < values[1]


def test_the_other_with_most_tickets_is_the_one_to_beat() -> None:
    game = begin(ruleset=GLOBETROTTER, seats=3)
    some = arrange(game, tickets=[[], [0, 1], [2, 3]])
    many = arrange(game, tickets=[[], [0, 1], range(2, 9)])
    assert bonuses(many)[3] < bonuses(some)[3]


def test_a_plan_is_worth_more_where_its_tickets_may_win_the_bonus() -> None:
    tickets = GLOBETROTTER_TICKETS[:1]
    plain, bonus = (
        make_plan(survey(arrange(begin(ruleset=ruleset), tickets=[tickets]), 0, WEIGHTS), tickets)
        for ruleset in (NO_BONUS, GLOBETROTTER)
    )
    assert plain.routes == bonus.routes
    assert plain.value + 1.0 < bonus.value


def test_the_last_turn_wins_the_bonus_with_a_ticket() -> None:
    gains = []
    for ruleset in (NO_BONUS, GLOBETROTTER):
        game = arrange(
            begin(ruleset=ruleset),
            tickets=[[DENVER_EL_PASO]],
            routes=[[DENVER_SANTA_FE]],
            hands=["RR"],
            last_turns=0,
        )
        plan = make_plan(survey(game, 0, WEIGHTS), game.tickets[0])
        values = {action: value for value, action in final_values(plan, game)}
        gains.append(values[Claim(EL_PASO_SANTA_FE, RED, 0)])
    assert gains[0] == 2 + 2 * 4
    assert gains[1] > gains[0] + 1.0
