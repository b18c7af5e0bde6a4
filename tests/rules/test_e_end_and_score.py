"""E: the end of the game and its score."""

import pytest

from arena.referee.game import Game
from arena.referee.rulesets import find_ruleset
from tests.arrange import arrange, begin, final, idle, play
from tests.rules.legality import assert_refused

CHICAGO_DULUTH = 17  # 3 red
CALGARY_WINNIPEG = 14  # 6 white

# The south-east, where the routes of one seat are easy to add up:
ATLANTA_CHARLESTON = 0  # 2
ATLANTA_MIAMI = 1  # 5
ATLANTA_NASHVILLE = 2  # 1
ATLANTA_NEW_ORLEANS = 3  # 4
ATLANTA_RALEIGH = 5  # 2
CHARLESTON_MIAMI = 15  # 4
MIAMI_NEW_ORLEANS = 70  # 6
NASHVILLE_RALEIGH = 75  # 3
NEW_YORK_WASHINGTON = 79  # 2
RALEIGH_WASHINGTON = 92  # 2
LOOP = [ATLANTA_MIAMI, CHARLESTON_MIAMI, ATLANTA_CHARLESTON]
TO_NEW_YORK = [ATLANTA_RALEIGH, RALEIGH_WASHINGTON, NEW_YORK_WASHINGTON]

# Tickets of `usa`, then of `usa1910`, by their points:
ATLANTA_NEW_YORK_6, BOSTON_MIAMI_12, DENVER_EL_PASO_4, LOS_ANGELES_SEATTLE_9 = 3, 8, 25, 47
ATLANTA_WASHINGTON_4, NASHVILLE_NEW_YORK_6, BOSTON_PHOENIX_19, LAS_VEGAS_MIAMI_21 = 5, 55, 9, 38

PLAIN = find_ruleset("usa").with_bonuses([])


def test_e1_the_last_round_gives_every_seat_one_more_turn_the_caller_last() -> None:
    for seats in (2, 3, 4, 5):
        for caller in range(seats):
            hands, trains = [""] * seats, [45] * seats
            hands[caller], trains[caller] = "RRR", 5
            game = arrange(begin(seats=seats), hands=hands, trains=trains, asked=caller)
            play(game, f"claim {CHICAGO_DULUTH} RRR")
            assert not game.over
            order = idle(game, seats)
            assert order == [(caller + step) % seats for step in range(1, seats + 1)]
            assert game.over
            assert game.result().end == "trains"
            assert game.result().turns == caller + 1 + seats


@pytest.mark.parametrize("left", [0, 1, 2])
def test_e1_is_called_with_two_trains_or_fewer(left: int) -> None:
    game = arrange(begin(), hands=["RRR"], trains=[3 + left])
    play(game, f"claim {CHICAGO_DULUTH} RRR")
    assert idle(game, 2) == [1, 0]
    assert game.over


@pytest.mark.parametrize("left", [3, 4])
def test_e1_is_not_called_with_three_trains(left: int) -> None:
    game = arrange(begin(), hands=["RRR"], trains=[3 + left])
    play(game, f"claim {CHICAGO_DULUTH} RRR")
    idle(game, 6)
    assert not game.over


def test_e1_happens_once() -> None:
    game = arrange(begin(seats=3), hands=["RRR", "WWWWWW", ""], trains=[5, 8, 45])
    play(game, f"claim {CHICAGO_DULUTH} RRR")
    play(game, f"claim {CALGARY_WINNIPEG} WWWWWW")  # seat 1 has two trains left as well
    assert idle(game, 2) == [2, 0]
    assert game.over


def test_e1_a_last_turn_may_be_a_claim_or_tickets() -> None:
    game = arrange(begin(), hands=["RRRB"], trains=[5], ticket_deck=[2, 3, 4], points=[0, 0])
    play(game, f"claim {CHICAGO_DULUTH} RRR", "tickets", "keep 2", "claim 2 B")
    assert game.over
    assert [seat.routes for seat in game.result().seats] == [4 + 1, 0]
    assert [seat.trains_left for seat in game.result().seats] == [1, 45]
    assert [seat.tickets_kept for seat in game.result().seats] == [3, 4]


def test_e1_nothing_is_played_after_the_end() -> None:
    game = arrange(begin(), hands=["BBB"], last_turns=0)
    idle(game)
    assert game.over
    assert game.legal() == []
    for text in ("take ?", "tickets", "pass", "claim 2 B"):
        assert_refused(game, text)


def test_e1_a_last_round_of_passes_is_no_stalemate() -> None:
    game = arrange(
        begin(seats=3), row="", hands=["..."], trains=[0, 0, 0], ticket_deck=[], last_turns=2
    )
    play(game, "pass")
    assert (game.result().end, game.result().turns) == ("trains", 3)


def test_e2_a_joined_ticket_adds_its_points_and_another_takes_them_away() -> None:
    result = final(
        begin(ruleset=PLAIN),
        points=[30, 30],
        routes=[TO_NEW_YORK, []],
        tickets=[[ATLANTA_NEW_YORK_6, BOSTON_MIAMI_12], [ATLANTA_NEW_YORK_6, DENVER_EL_PASO_4]],
    )
    first, second = result.seats
    assert (first.tickets_won, first.tickets_lost, first.score) == (6, 12, 30 + 6 - 12)
    assert (second.tickets_won, second.tickets_lost, second.score) == (0, 10, 30 - 10)
    assert (first.tickets_kept, first.tickets_completed) == (2, 1)
    assert (second.tickets_kept, second.tickets_completed) == (2, 0)


def test_e2_branches_do_not_come_between_the_cities_of_a_ticket() -> None:
    chicago_new_orleans, hub = 18, [21, 64, 66, 63, 65, 27]  # of 7; by Little Rock, with branches
    result = final(begin(ruleset=PLAIN), routes=[hub], tickets=[[chicago_new_orleans], []])
    assert [seat.score for seat in result.seats] == [7, 0]


def test_e2_another_seats_routes_do_not_join() -> None:
    south, middle, north = TO_NEW_YORK
    result = final(
        begin(ruleset=PLAIN),
        routes=[[south, north], [middle]],
        tickets=[[ATLANTA_NEW_YORK_6], [ATLANTA_NEW_YORK_6]],
    )
    assert [seat.score for seat in result.seats] == [-6, -6]


def test_e2_tickets_that_were_returned_do_not_count() -> None:
    game = begin(ruleset=PLAIN)
    result = final(game, tickets=[[], [DENVER_EL_PASO_4]], points=[1, 1])
    assert [seat.score for seat in result.seats] == [1, -3]


def test_e2_the_score_adds_routes_and_tickets_and_bonuses() -> None:
    result = final(
        begin(), points=[12, 40], routes=[TO_NEW_YORK], tickets=[[ATLANTA_NEW_YORK_6], [25, 47]]
    )
    assert [seat.score for seat in result.seats] == [12 + 6 + 10, 40 - 4 - 9]
    assert [seat.routes for seat in result.seats] == [12, 40]


@pytest.mark.parametrize(
    ("routes", "longest"),
    [
        ([], 0),
        ([ATLANTA_MIAMI], 5),
        (TO_NEW_YORK, 6),
        # three branches at Atlanta: the two longest count
        ([ATLANTA_MIAMI, ATLANTA_NEW_ORLEANS, ATLANTA_CHARLESTON], 9),
        # two pieces apart from each other: the longer counts
        ([ATLANTA_MIAMI, CALGARY_WINNIPEG], 6),
        # a loop: 5 + 4 + 2
        (LOOP, 11),
        # the same loop with a branch: in and round
        ([*LOOP, ATLANTA_NASHVILLE], 12),
        # with branches of 1 and 6 at two of its cities: all but the 1
        ([*LOOP, ATLANTA_NASHVILLE, MIAMI_NEW_ORLEANS], 17),
        # two loops that meet at Atlanta: 11, and 1 + 3 + 2
        ([*LOOP, ATLANTA_NASHVILLE, NASHVILLE_RALEIGH, ATLANTA_RALEIGH], 17),
    ],
)
def test_e3_the_longest_path_passes_cities_again_but_no_route_twice(
    routes: list[int], longest: int
) -> None:
    result = final(begin(), routes=[[], routes], tickets=[])
    assert result.seats[1].longest_path == longest


def test_e3_the_longest_path_scores_ten() -> None:
    result = final(begin(), routes=[[ATLANTA_NEW_ORLEANS], [ATLANTA_MIAMI]], tickets=[])
    assert [seat.bonuses for seat in result.seats] == [{"longest_path": 0}, {"longest_path": 10}]
    assert [seat.score for seat in result.seats] == [0, 10]


def test_e3_the_longest_path_counts_and_not_the_most_trains() -> None:
    branches = [ATLANTA_MIAMI, ATLANTA_NEW_ORLEANS, ATLANTA_CHARLESTON]  # 11 trains, path 9
    result = final(begin(), routes=[branches, [14, 12]], tickets=[])  # 6 + 4 in a line
    assert [seat.score for seat in result.seats] == [0, 10]


def test_e3_every_seat_that_ties_for_it_scores() -> None:
    routes = [[ATLANTA_MIAMI], [35], [ATLANTA_NEW_ORLEANS], [88]]  # 5, 5, 4, 5
    result = final(begin(seats=4), routes=routes, tickets=[])
    assert [seat.score for seat in result.seats] == [10, 10, 0, 10]


def test_e3_nobody_scores_it_without_a_route() -> None:
    result = final(begin(), tickets=[])
    assert [seat.score for seat in result.seats] == [0, 0]
    assert [seat.bonuses["longest_path"] for seat in result.seats] == [0, 0]


def globetrotters() -> Game:
    return begin(ruleset="usa1910", seats=3)


def test_e4_most_completed_tickets_score_fifteen() -> None:
    result = final(
        globetrotters(),
        routes=[[ATLANTA_NASHVILLE, *TO_NEW_YORK], [], []],
        tickets=[[ATLANTA_WASHINGTON_4, NASHVILLE_NEW_YORK_6, BOSTON_PHOENIX_19], [], []],
    )
    assert [seat.bonuses["globetrotter"] for seat in result.seats] == [15, 0, 0]
    assert [seat.score for seat in result.seats] == [4 + 6 - 19 + 15, 0, 0]


def test_e4_completed_tickets_count_and_not_their_points_or_those_kept() -> None:
    result = final(
        globetrotters(),
        routes=[[6, 93, 80, 2], [5, 92], []],
        tickets=[
            [ATLANTA_WASHINGTON_4, NASHVILLE_NEW_YORK_6],  # two done
            [ATLANTA_WASHINGTON_4, BOSTON_PHOENIX_19, LAS_VEGAS_MIAMI_21],  # one done
            [],
        ],
    )
    assert [seat.tickets_completed for seat in result.seats] == [2, 1, 0]
    assert [seat.bonuses["globetrotter"] for seat in result.seats] == [15, 0, 0]


def test_e4_every_seat_that_ties_for_it_scores() -> None:
    result = final(
        globetrotters(),
        routes=[[5, 92], [6, 93, 80, 2], [77]],
        tickets=[[ATLANTA_WASHINGTON_4], [NASHVILLE_NEW_YORK_6], [BOSTON_PHOENIX_19]],
    )
    assert [seat.bonuses["globetrotter"] for seat in result.seats] == [15, 15, 0]
    assert [seat.score for seat in result.seats] == [4 + 15, 6 + 15, -19]


def test_e4_nobody_scores_it_with_no_ticket_completed() -> None:
    result = final(
        globetrotters(), routes=[[5, 92]], tickets=[[BOSTON_PHOENIX_19], [LAS_VEGAS_MIAMI_21]]
    )
    assert [seat.score for seat in result.seats] == [-19, -21, 0]


def test_e4_and_e3_may_be_used_together() -> None:
    both = find_ruleset("usa1910").with_bonuses(["globetrotter", "longest_path"])
    result = final(
        begin(ruleset=both),
        routes=[[5, 92], [CALGARY_WINNIPEG]],
        tickets=[[ATLANTA_WASHINGTON_4], []],
    )
    assert [seat.score for seat in result.seats] == [4 + 15, 10]


def test_e5_points_rank_first() -> None:
    result = final(begin(ruleset=PLAIN, seats=3), points=[7, 30, 12], tickets=[])
    assert [seat.place for seat in result.seats] == [3, 1, 2]


def test_e5_points_rank_before_completed_tickets_and_longest_path() -> None:
    result = final(
        begin(ruleset=PLAIN),
        points=[9, 16],
        routes=[TO_NEW_YORK, []],
        tickets=[[ATLANTA_NEW_YORK_6], []],
    )
    assert [seat.score for seat in result.seats] == [15, 16]
    assert [seat.place for seat in result.seats] == [2, 1]


def test_e5_then_completed_tickets() -> None:
    result = final(
        begin(ruleset=PLAIN, seats=3),
        points=[16, 10, 15],
        routes=[[CALGARY_WINNIPEG, 13], TO_NEW_YORK, []],
        tickets=[[], [ATLANTA_NEW_YORK_6], []],
    )
    assert [seat.score for seat in result.seats] == [16, 16, 15]
    assert [seat.place for seat in result.seats] == [2, 1, 3]


def test_e5_then_the_longest_path() -> None:
    result = final(
        begin(ruleset=PLAIN, seats=3),
        points=[16, 16, 16],
        routes=[[ATLANTA_NEW_ORLEANS], [ATLANTA_NASHVILLE], [ATLANTA_MIAMI]],
        tickets=[],
    )
    assert [seat.place for seat in result.seats] == [2, 3, 1]


def test_e5_seats_still_equal_share_the_place() -> None:
    game = begin(ruleset=PLAIN, seats=5)
    places = [seat.place for seat in final(game, points=[8, 9, 8, 3, 8], tickets=[]).seats]
    assert places == [2, 1, 2, 5, 2]
    places = [seat.place for seat in final(game, points=[4] * 5, tickets=[]).seats]
    assert places == [1, 1, 1, 1, 1]
    routes = [[ATLANTA_MIAMI], [], [35], [ATLANTA_NEW_ORLEANS], []]  # 5, 0, 5, 4, 0
    result = final(game, points=[7, 2, 7, 7, 1], routes=routes, tickets=[])
    assert [seat.place for seat in result.seats] == [1, 4, 1, 3, 5]
