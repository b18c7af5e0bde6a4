"""X6 to X8: building stations, the routes that they lend in the end, and Europe's ranking."""

from pathlib import Path
from random import Random

import pytest

from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.modules.europe import BuildStation, Stations, lent_routes
from arena.referee.modules.warehouses import Warehouses
from arena.referee.network import each
from arena.referee.results import SeatResult
from arena.referee.rulesets import find_ruleset
from tests.arrange import letters
from tests.properties.lending import best_completed
from tests.rules.expansions import (
    asked,
    assert_refused,
    begin,
    lay_stations,
    play,
    position,
    reserve_of,
    rows_of_playing,
    stations_by,
)
from tests.rules.legality import assert_legal, legal

EUROPE = "europe"
WITH_DEPOTS = "europe+warehouses"
BERLIN_ROMA, FRANKFURT_KOBENHAVN, LONDON_BERLIN, PARIS_WIEN = 9, 16, 20, 26
"""Tickets for 9, 5, 7 and 8 points."""
BERLIN_FRANKFURT, FRANKFURT_MUNCHEN, MUNCHEN_WIEN = 16, 57, 78
FRANKFURT_PARIS, ESSEN_FRANKFURT, ESSEN_KOBENHAVN = 58, 54, 55
BERLIN_WIEN = 20
AMSTERDAM_BRUXELLES, AMSTERDAM_ESSEN, BERLIN_ESSEN = 0, 1, 15  # of 1, 3 and 2 spaces
DIEPPE_LONDON, DIEPPE_PARIS = 47, 49
ONE_EACH = (AMSTERDAM_BRUXELLES, AMSTERDAM_ESSEN)


def europe(hand: str = "", **others: object) -> Game:
    """Seat 0 is about to play with this hand."""
    return position(begin(EUROPE), **{"hands": [hand], **others})


def plainly(*stations: list[str], routes: tuple[int, int] = ONE_EACH) -> Game:
    """Two seats with a route each, these stations and no tickets, shortly before the end."""
    return at_the_end(*([route] for route in routes), stations=[*stations], tickets=[[], []])


def at_the_end(
    *routes: list[int], stations: list[list[str]], tickets: list[list[int]], seats: int = 2
) -> Game:
    """A position shortly before the end, with routes, stations and tickets of the seats."""
    game = position(begin(EUROPE, seats), routes=routes, tickets=tickets, last_turns=0)
    return lay_stations(game, *stations)


def ended(game: Game) -> Game:
    """The game after its last turn."""
    play(game, "take ?", "take ?")
    assert game.over
    return game


# Building


def test_x6_a_station_is_a_turn_of_its_own() -> None:
    game = europe("RRL")
    assert rows_of_playing(game, "station Roma R") == ["0 station Roma R"]
    assert asked(game) == (1, "turn")
    assert stations_by(game, 0) == ["Roma"]
    assert game.extras[Stations].left == [2, 3]
    assert (letters(game.hands[0]), letters(game.discard)) == ("RL", "R")
    assert (game.scores, game.trains, game.owned) == ([0, 0], [45, 45], [0, 0])


@pytest.mark.parametrize(("built", "price"), [(0, 1), (1, 2), (2, 3)])
def test_x6_the_first_costs_one_card_the_second_two_the_third_three(built: int, price: int) -> None:
    game = lay_stations(europe("RRRRBBLLLL"), ["Wien", "Kyiv"][:built])
    paid = {text.split()[2] for text in legal(game, "station Roma ")}
    ways = {
        1: {"R", "B", "L"},
        2: {"RR", "RL", "BB", "BL", "LL"},
        3: {"RRR", "RRL", "RLL", "BBL", "BLL", "LLL"},
    }
    assert paid == ways[price]
    for wrong in {"R", "RR", "RRR", "L", "LL", "LLL"} - paid:
        assert_refused(game, f"station Roma {wrong}", "X6")


def test_x6_locomotives_stand_in_for_any_or_all_of_the_cards() -> None:
    game = lay_stations(europe("GLLL"), ["Wien", "Kyiv"])
    assert legal(game, "station Roma ") == ["station Roma GLL", "station Roma LLL"]
    play(game, "station Roma GLL")
    assert letters(game.hands[0]) == "L"
    assert letters(game.discard) == "GLL"


def test_x6_the_cards_are_of_one_colour_and_in_the_hand() -> None:
    game = lay_stations(europe("RBG"), ["Wien"])
    assert legal(game, "station") == []
    assert_refused(game, "station Roma RR", "X6")
    for wrong in (
        (1, 2, 3),
        (8, 2, 0),
        (0, 2, 2),
        (0, 2, -1),
        (True, 2, 0),
        (0, 2.0, 0),
        (9, 2, 0),
    ):
        city = game.board.city("Roma")
        assert_refused(game, BuildStation(city, *wrong), "X6")  # type: ignore[arg-type]


def test_x6_the_refusal_names_the_price() -> None:
    game = lay_stations(europe("RB"), ["Wien", "Kyiv"])
    refusal = game.refusal(game.rules.parse("station Roma R"))
    assert refusal == "the next station costs 3 cards of one colour that the seat holds (X6)"


def test_x6_any_city_will_do_with_or_without_routes() -> None:
    game = europe("R", routes=[[0], [1]])
    assert len(legal(game, "station ")) == len(game.board.cities) == 47


def test_x6_there_are_three_of_them() -> None:
    game = lay_stations(europe("RRRRRR"), ["Wien", "Kyiv", "Roma"])
    assert legal(game, "station") == []
    assert_refused(game, "station Paris R", "X6")
    assert_refused(game, "station Paris RRRR", "X6")


def test_x6_a_city_that_does_not_exist_is_refused() -> None:
    game = europe("R")
    for city in (-1, 47, "Roma", 2.0, True):
        assert_refused(game, BuildStation(city, 0, 1, 0))  # type: ignore[arg-type]


def test_w5_x6_a_city_has_one_station_whoever_builds_it() -> None:
    game = lay_stations(europe("RRR"), ["Wien"], ["Roma"])
    for city in ("Wien", "Roma"):
        assert_refused(game, f"station {city} RR", "W5")
    assert len(legal(game, "station ")) == 45


def test_w5_no_station_where_a_depot_stands_and_no_depot_where_a_station_stands() -> None:
    game = position(begin(WITH_DEPOTS, depots=("Roma", "Wien")), hands=["RRR", "BBB"])
    for city in ("Roma", "Wien"):
        assert_refused(game, f"station {city} R", "W5")
    play(game, "station Paris R", "end")
    assert_refused(game, "depot Paris", "W5")
    assert "depot Paris" not in legal(game)
    assert_legal(game, "depot Kyiv", "station Kyiv B")


def test_w4_depots_are_placed_before_a_station_and_after_it() -> None:
    game = position(begin(WITH_DEPOTS, depots=("Roma", "Wien")), hands=["RRR"])
    play(game, "depot Kyiv", "station Paris R")
    assert asked(game) == (0, "end")
    play(game, "depot Riga", "end")
    assert reserve_of(game) == [2, 4]
    assert asked(game) == (1, "turn")


def test_w3_a_station_collects_no_warehouse_and_is_no_building_to_collect_from() -> None:
    game = position(
        begin(WITH_DEPOTS, depots=("Roma", "Wien")), hands=["RRR", "K"], stores=["BB", "GG"]
    )
    play(game, "station Bruxelles R")
    assert asked(game) == (0, "end")
    play(game, "end", "claim 0 K")
    assert asked(game) == (1, "end")
    assert game.extras[Warehouses].sizes == [2, 2]


def test_g7_a_seat_that_can_build_a_station_may_not_pass() -> None:
    game = position(begin(EUROPE), hands=["R", "..."], row="", deck="", ticket_deck=[], trains=[0])
    assert {text.split()[0] for text in legal(game)} == {"station"}
    assert_refused(game, "pass", "G7")


def test_g7_a_seat_that_can_pay_for_none_passes() -> None:
    game = position(begin(EUROPE), hands=["RB", "..."], row="", deck="", ticket_deck=[], trains=[0])
    lay_stations(game, ["Wien"])
    assert legal(game) == ["pass"]


# Lending


def test_x7_a_station_lends_a_route_of_another_seat_that_ends_at_its_city() -> None:
    # Berlin - Frankfurt is seat 0's; seat 1 has Frankfurt - München - Wien and Frankfurt - Essen.
    game = at_the_end(
        [BERLIN_FRANKFURT],
        [ESSEN_FRANKFURT, ESSEN_KOBENHAVN],
        stations=[["Frankfurt", "Essen"]],
        tickets=[[FRANKFURT_KOBENHAVN]],
    )
    assert set(each(lent_routes(game, 0))) == {ESSEN_FRANKFURT, ESSEN_KOBENHAVN}
    result = ended(game).result().seats[0]
    assert (result.tickets_won, result.tickets_lost, result.tickets_completed) == (5, 0, 1)


def test_x7_one_ticket_may_need_several_stations() -> None:
    for stations in (["Frankfurt"], ["Kobenhavn"], ["Berlin"], []):
        game = at_the_end(
            [BERLIN_FRANKFURT],
            [ESSEN_FRANKFURT, ESSEN_KOBENHAVN],
            stations=[stations],
            tickets=[[FRANKFURT_KOBENHAVN]],
        )
        assert lent_routes(game, 0) == 0
        assert ended(game).result().seats[0].tickets_lost == 5


def test_x7_a_station_lends_one_route_only() -> None:
    # One station between two routes of seat 1: only one of them counts.
    game = at_the_end(
        [BERLIN_WIEN],
        [ESSEN_FRANKFURT, ESSEN_KOBENHAVN],
        stations=[["Essen"]],
        tickets=[[FRANKFURT_KOBENHAVN]],
    )
    assert ended(game).result().seats[0].tickets_completed == 0


def test_x7_the_lent_route_is_the_same_for_all_tickets_of_the_seat() -> None:
    # Paris - Wien needs Frankfurt - Paris, Frankfurt - Kobenhavn needs Frankfurt - Essen: one goes.
    game = at_the_end(
        [FRANKFURT_MUNCHEN, MUNCHEN_WIEN, ESSEN_KOBENHAVN],
        [FRANKFURT_PARIS, ESSEN_FRANKFURT],
        stations=[["Frankfurt"]],
        tickets=[[PARIS_WIEN, FRANKFURT_KOBENHAVN]],
    )
    assert list(each(lent_routes(game, 0))) == [FRANKFURT_PARIS]
    result = ended(game).result().seats[0]
    assert (result.tickets_won, result.tickets_lost) == (8, 5)


def test_x7_one_lent_route_can_serve_two_tickets() -> None:
    game = at_the_end(
        [BERLIN_WIEN, FRANKFURT_PARIS, DIEPPE_PARIS, DIEPPE_LONDON],
        [BERLIN_FRANKFURT],
        stations=[["Berlin"]],
        tickets=[[PARIS_WIEN, LONDON_BERLIN]],
    )
    assert list(each(lent_routes(game, 0))) == [BERLIN_FRANKFURT]
    result = ended(game).result().seats[0]
    assert (result.tickets_won, result.tickets_completed) == (15, 2)


def test_x7_several_seats_may_count_one_route_and_its_owner_loses_nothing() -> None:
    game = at_the_end(
        [ESSEN_KOBENHAVN],
        [ESSEN_KOBENHAVN + 1],
        [ESSEN_FRANKFURT, BERLIN_FRANKFURT, BERLIN_WIEN],
        stations=[["Essen"], ["Frankfurt"]],
        tickets=[[FRANKFURT_KOBENHAVN], [FRANKFURT_KOBENHAVN], []],
        seats=3,
    )
    lent = [list(each(lent_routes(game, seat))) for seat in range(3)]
    assert lent == [[ESSEN_FRANKFURT], [ESSEN_FRANKFURT], []]
    result = ended(game).result().seats
    assert [came.tickets_completed for came in result] == [1, 1, 0]
    assert result[2].longest_path == 2 + 3 + 3


def test_x7_both_ends_of_one_route_can_lend_it() -> None:
    game = at_the_end(
        [BERLIN_WIEN],
        [ESSEN_FRANKFURT],
        stations=[["Essen", "Frankfurt"]],
        tickets=[[FRANKFURT_KOBENHAVN]],
    )
    assert lent_routes(game, 0) == 0
    game.owned[0] |= 1 << ESSEN_KOBENHAVN
    assert list(each(lent_routes(game, 0))) == [ESSEN_FRANKFURT]


def test_x7_own_routes_and_unclaimed_ones_are_not_lent() -> None:
    game = at_the_end([ESSEN_KOBENHAVN], [], stations=[["Essen"]], tickets=[[FRANKFURT_KOBENHAVN]])
    assert lent_routes(game, 0) == 0


def test_x7_a_lent_route_is_never_on_the_longest_path() -> None:
    game = at_the_end(
        [BERLIN_FRANKFURT, ESSEN_KOBENHAVN],
        [ESSEN_FRANKFURT],
        stations=[["Essen"]],
        tickets=[[FRANKFURT_KOBENHAVN]],
    )
    result = ended(game).result().seats
    assert result[0].tickets_completed == 1
    assert [came.longest_path for came in result] == [3, 2]
    assert [came.bonuses["longest_path"] for came in result] == [10, 0]


def star(folder: Path, *tickets: str) -> Game:
    """A game on a board of three routes, with these tickets and some others after them.

    Hub - Ash and Hub - Elm are seat 1's, Elm - Fir is seat 0's, whose station stands on Hub.
    """
    files = {
        "cities.csv": ["name", "Hub", "Ash", "Elm", "Fir", "Oak", "Yew"],
        "routes.csv": [
            "city_a,city_b,length,color,tunnel",
            *("Hub,Ash,2,red,0", "Hub,Elm,2,blue,0", "Elm,Fir,2,green,0"),
            *("Ash,Oak,2,red,0", "Oak,Yew,2,red,0"),
        ],
        "tickets.csv": [
            "city_a,city_b,points",
            *tickets,
            *("Ash,Oak,1", "Ash,Yew,1", "Oak,Yew,1", "Elm,Fir,1", "Fir,Yew,1", "Fir,Oak,1"),
        ],
    }
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    game = begin(find_ruleset(EUROPE).on_board(str(folder)))
    held = [list(range(len(tickets)))[::-1]]
    return lay_stations(position(game, routes=[[2], [0, 1]], tickets=held), ["Hub"])


@pytest.mark.parametrize(
    ("tickets", "lent"),
    [
        (("Hub,Ash,10", "Hub,Elm,9"), "Ash"),  # the most points
        (("Hub,Ash,9", "Hub,Elm,10"), "Elm"),
        (("Hub,Ash,10", "Hub,Elm,5", "Hub,Fir,6"), "Elm"),  # of both tickets together
        (("Hub,Ash,10", "Hub,Elm,4", "Hub,Fir,6"), "Elm"),  # as many points, more tickets
        (("Hub,Ash,10", "Hub,Elm,10"), "Ash"),  # as many tickets, the first number
        (("Hub,Elm,10", "Hub,Ash,10"), "Elm"),
        (("Hub,Ash,11", "Hub,Elm,4", "Hub,Fir,6"), "Ash"),  # points before tickets
    ],
)
def test_x7_the_most_points_then_the_most_tickets_then_the_first_numbers(
    tmp_path: Path, tickets: tuple[str, ...], lent: str
) -> None:
    game = star(tmp_path, *tickets)
    (route,) = each(lent_routes(game, 0))
    assert game.board.route_name(route) == f"Hub \N{EN DASH} {lent}"


def test_x7_bonuses_do_not_enter_the_choice(tmp_path: Path) -> None:
    game = star(tmp_path, "Hub,Ash,11", "Hub,Elm,4", "Hub,Fir,6")
    game.rules = rules_of(game.rules.ruleset.with_bonuses(["globetrotter"]))
    (route,) = each(lent_routes(game, 0))
    assert game.board.route_name(route) == "Hub \N{EN DASH} Ash"


def test_x7_every_choice_is_the_best_as_brute_force_finds_it() -> None:
    rng = Random(24)
    lent = 0
    for _ in range(250):
        game = random_end(rng)
        for seat in range(game.seats):
            cities = game.extras[Stations].built_by(seat)
            best = best_completed(game.board, game.owned, seat, cities, game.tickets[seat])
            routes = lent_routes(game, seat)
            assert completed_with(game, seat, routes) == best
            assert allowed(game, seat, routes)
            lent += routes != 0
    assert lent > 80


def random_end(rng: Random) -> Game:
    """Routes, stations and tickets thrown together, many of them near each other."""
    seats = rng.choice((2, 3))
    game = begin(EUROPE, seats).clone()
    routes = rng.sample(range(101), rng.randint(50, 95))
    game.owned = [0] * seats
    for route in routes:
        game.owned[rng.randrange(seats)] |= 1 << route
    cities = rng.sample(game.board.cities, 3 * seats)
    names = [city.name for city in cities]
    for seat in range(seats):
        game.tickets[seat] = tuple(rng.sample(range(46), rng.randint(4, 9)))
    return lay_stations(game, *(names[3 * s : 3 * s + rng.randint(0, 3)] for s in range(seats)))


def completed_with(game: Game, seat: int, lent: int) -> list[int]:
    """The tickets that a seat completes with these routes lent to it, sorted."""
    owned = [game.owned[seat] | lent]
    return best_completed(game.board, owned, 0, [], game.tickets[seat])


def allowed(game: Game, seat: int, lent: int) -> bool:
    """Whether each lent route is another's and can be given a station of its own."""
    others = sum(owned for owner, owned in enumerate(game.owned) if owner != seat)
    stations = game.extras[Stations].built_by(seat)

    def assign(routes: list[int], free: frozenset[int]) -> bool:
        if not routes:
            return True
        ends = game.board.routes[routes[0]].cities
        return any(assign(routes[1:], free - {city}) for city in free.intersection(ends))

    return lent & ~others == 0 and assign(list(each(lent)), frozenset(stations))


def test_x7_each_station_in_reserve_scores_four() -> None:
    game = at_the_end(
        [AMSTERDAM_BRUXELLES],
        [AMSTERDAM_ESSEN],
        stations=[["Roma"], ["Wien", "Kyiv", "Paris"]],
        tickets=[[], []],
    )
    result = ended(game).result().seats
    assert [came.bonuses["stations"] for came in result] == [8, 0]
    assert result[0].score == result[0].routes + 8 + result[0].bonuses["longest_path"]


def test_x7_e4_tickets_completed_by_lent_routes_count_for_the_globetrotter() -> None:
    ruleset = begin(EUROPE).rules.ruleset.with_bonuses(["globetrotter"])
    game = position(
        begin(ruleset),
        routes=[[ESSEN_KOBENHAVN], [ESSEN_FRANKFURT]],
        tickets=[[FRANKFURT_KOBENHAVN], [BERLIN_ROMA]],
        last_turns=0,
    )
    result = ended(lay_stations(game, ["Essen"])).result().seats
    assert [came.bonuses["globetrotter"] for came in result] == [15, 0]


# Ranking


def places(game: Game) -> list[int]:
    """The places of the seats once the game has ended."""
    return [came.place for came in ended(game).result().seats]


def test_x8_points_decide_first() -> None:
    game = at_the_end(
        [AMSTERDAM_BRUXELLES], [AMSTERDAM_ESSEN], stations=[[], ["Roma"]], tickets=[[], []]
    )
    game.scores = [0, 40]
    assert places(game) == [2, 1]


def test_x8_completed_tickets_come_before_the_fewest_stations() -> None:
    game = at_the_end(
        [AMSTERDAM_BRUXELLES, FRANKFURT_PARIS],
        [ESSEN_KOBENHAVN, ESSEN_FRANKFURT],
        stations=[[], ["Roma"]],
        tickets=[[], [FRANKFURT_KOBENHAVN]],
    )
    result = equal_points(game)
    assert [came.tickets_completed for came in result] == [0, 1]
    assert [came.place for came in result] == [2, 1]


def test_x8_the_fewest_stations_come_before_the_longest_path() -> None:
    game = at_the_end(
        [AMSTERDAM_BRUXELLES],
        [AMSTERDAM_ESSEN],
        stations=[["Roma"], ["Wien", "Kyiv"]],
        tickets=[[], []],
    )
    result = equal_points(game)
    assert result[0].longest_path < result[1].longest_path
    assert [came.place for came in result] == [1, 2]


def test_x8_then_the_longest_path_and_who_is_still_equal_shares_the_place() -> None:
    game = at_the_end(
        [AMSTERDAM_BRUXELLES], [AMSTERDAM_ESSEN], stations=[["Roma"], ["Wien"]], tickets=[[], []]
    )
    assert [came.place for came in equal_points(game)] == [2, 1]
    game = at_the_end(
        [BERLIN_ESSEN], [ESSEN_FRANKFURT], stations=[["Roma"], ["Wien"]], tickets=[[], []]
    )
    assert [came.place for came in equal_points(game)] == [1, 1]


def equal_points(game: Game) -> tuple[SeatResult, ...]:
    """The result once all seats are given as many points as the best."""
    trial = ended(game.clone()).result().seats
    best = max(came.score for came in trial)
    for seat, came in enumerate(trial):
        game.scores[seat] += best - came.score
    result = ended(game).result().seats
    assert len({came.score for came in result}) == 1
    return result
