"""Ratings: those of TrueSkill for the games in order, however the games come in."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from trueskill import Rating, TrueSkill

from arena.ranking.ratings import Outcome, Ratings, Skill, exposed, outcomes
from arena.results.manifest import schedule_of
from tests.tournament.mocks import manifest_of, tables_of

BOTS = 5
SEATS = (2, 3, 4)
SKILL = TrueSkill(mu=25, sigma=25 / 3, beta=25 / 6, tau=0, draw_probability=0.02)


def made_up(number: int, seed: int = 1, seats: Sequence[int] = SEATS) -> list[Outcome]:
    """Games between bots of which the later come out better, with ties now and then."""
    rng = Random(seed)
    games = []
    for game in range(number):
        table = tuple(rng.sample(range(BOTS), rng.choice(seats)))
        scores = [rng.randrange(6) + bot for bot in table]
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        games.append(Outcome(game, table, places))
    return games


def rated(games: Sequence[Outcome], seats: Sequence[int] = SEATS) -> Ratings:
    """Ratings of games as they come."""
    ratings = Ratings(BOTS, seats)
    ratings.add(games)
    return ratings


def figures(ratings: Ratings) -> dict[int, list[Skill]]:
    """All ratings there are, to the last bit."""
    return {pool: list(ratings.of(pool)) for pool in (0, *SEATS)}


def by_hand(games: Sequence[Outcome]) -> list[tuple[float, float]]:
    """What the package gives for games in this order."""
    ratings = [Rating(25, 25 / 3)] * BOTS
    for game in games:
        teams = [(ratings[bot],) for bot in game.table]
        ranks = [place - 1 for place in game.places]
        for bot, (rating,) in zip(game.table, SKILL.rate(teams, ranks), strict=True):
            ratings[bot] = rating
    return [(rating.mu, rating.sigma) for rating in ratings]


def same(ratings: Sequence[Skill], expected: Sequence[tuple[float, float]]) -> bool:
    """Whether ratings are these, but for rounding."""
    return [tuple(rating) for rating in ratings] == [pytest.approx(pair, 1e-9) for pair in expected]


def test_ratings_are_those_of_trueskill_for_the_games_in_order() -> None:
    games = made_up(300)
    assert any(len(set(game.places)) < len(game.places) for game in games)
    assert same(rated(games).of(0), by_hand(games))


@pytest.mark.parametrize("seats", SEATS)
def test_each_number_of_seats_has_ratings_of_its_own(seats: int) -> None:
    games = made_up(200)
    own = [game for game in games if len(game.table) == seats]
    assert same(rated(games).of(seats), by_hand(own))
    assert not same(rated(games).of(seats), by_hand(games))


def test_one_number_of_seats_is_all_games() -> None:
    games = made_up(50, seats=(3,))
    ratings = rated(games, (3,))
    assert ratings.of(3) == ratings.of(0)
    assert same(ratings.of(3), by_hand(games))


def test_who_has_not_played_has_the_rating_that_all_begin_with() -> None:
    ratings = rated([Outcome(0, (1, 3), (1, 2))])
    assert ratings.of(0)[0] == ratings.of(0)[2] == (25, 25 / 3)
    assert exposed(ratings.of(0)[0]) == pytest.approx(0, abs=1e-9)
    assert ratings.of(2)[1] != (25, 25 / 3)
    assert ratings.of(3) == [(25, 25 / 3)] * BOTS


def test_a_rating_is_mu_less_three_sigma() -> None:
    assert exposed(Skill(30.0, 1.5)) == 25.5


def test_games_make_every_rating_more_certain_ties_too() -> None:
    ties = rated([Outcome(game, (0, 1), (1, 1)) for game in range(30)])
    one, other = ties.of(0)[:2]
    assert one.sigma < 25 / 3
    assert one.mu == pytest.approx(other.mu)


def test_the_better_bot_leads() -> None:
    assert rated([Outcome(0, (1, 3), (2, 1))]).leader() == 3
    assert rated(made_up(300)).leader() == BOTS - 1


@settings(deadline=None, max_examples=20)
@given(st.permutations(range(20)), st.lists(st.integers(0, 20)))
def test_the_order_in_which_games_come_in_does_not_matter(
    order: list[int], cuts: list[int]
) -> None:
    games = made_up(20)
    ratings = Ratings(BOTS, SEATS)
    ends = [0, *sorted(cuts), 20]
    for start, end in pairwise(ends):
        ratings.add(games[game] for game in order[start:end])
    assert ratings.games == 20
    assert figures(ratings) == figures(rated(games))


def test_a_game_that_comes_in_again_counts_once() -> None:
    games = made_up(20)
    ratings = rated([*games[:10], *games, *games])
    assert figures(ratings) == figures(rated(games))
    ratings.settle()
    assert figures(ratings) == figures(rated(games))


def test_a_game_waits_for_those_before_it() -> None:
    games = made_up(10)
    ratings = rated(games[:3] + games[4:])
    assert ratings.games == 3
    assert figures(ratings) == figures(rated(games[:3]))
    ratings.add([games[3]])
    assert ratings.games == 10
    assert figures(ratings) == figures(rated(games))


def test_in_the_end_games_are_rated_without_those_that_are_missing() -> None:
    games = made_up(30)
    there = [game for game in games if game.game not in (0, 7, 8, 20)]
    ratings = rated(list(reversed(there)))
    ratings.settle()
    assert ratings.games == 30
    assert same(ratings.of(0), by_hand(there))
    ratings.settle()
    assert same(ratings.of(0), by_hand(there))


def test_ratings_that_were_kept_go_on_to_the_last_bit(tmp_path: Path) -> None:
    games = made_up(200)
    for game in range(200):
        ratings = Ratings(BOTS, SEATS)
        ratings.load(tmp_path)
        assert ratings.games == game
        ratings.add(games[game : game + 1])
        ratings.save(tmp_path)
    assert figures(ratings) == figures(rated(games))


def test_games_that_wait_are_not_kept(tmp_path: Path) -> None:
    games = made_up(20)
    rated(games[:5] + games[10:]).save(tmp_path)
    ratings = Ratings(BOTS, SEATS)
    ratings.load(tmp_path)
    ratings.add(games)
    assert figures(ratings) == figures(rated(games))


def test_a_bot_may_join_ratings_that_were_kept(tmp_path: Path) -> None:
    games = made_up(20)
    rated(games).save(tmp_path)
    grown = Ratings(BOTS + 1, SEATS)
    grown.load(tmp_path)
    assert grown.games == 20
    assert grown.of(0) == [*rated(games).of(0), (25, 25 / 3)]


KEPT = {"games": 3, "mu_sigma": {str(pool): [[20.0, 2.0]] * BOTS for pool in (0, *SEATS)}}


def test_what_was_kept_is_believed(tmp_path: Path) -> None:
    (tmp_path / "ratings.json").write_text(json.dumps(KEPT), "utf-8")
    ratings = Ratings(BOTS, SEATS)
    ratings.load(tmp_path)
    assert (ratings.games, ratings.of(3)[0]) == (3, (20.0, 2.0))


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "{",
        json.dumps(KEPT)[:-5],
        "[]",
        "null",
        "\0" * 100,
        *(
            json.dumps(KEPT | change)
            for change in (
                {"games": -1},
                {"games": 1.5},
                {"games": None},
                {"mu_sigma": {}},
                {"mu_sigma": {"0": [[20.0, 2.0]] * BOTS}},
                *(
                    {"mu_sigma": KEPT["mu_sigma"] | {"3": ratings}}  # type: ignore[operator]
                    for ratings in (
                        [[20.0, 2.0]] * (BOTS + 1),
                        [[20.0, 0.0]] * BOTS,
                        [[20.0, -2.0]] * BOTS,
                        [[20.0, 1e-200]] * BOTS,
                        [[1e300, 2.0]] * BOTS,
                        [[20.0]] * BOTS,
                        [[20.0, None]] * BOTS,
                        [["20", 2.0]] * BOTS,
                        {"1": [20.0, 2.0]},
                    )
                ),
            )
        ),
    ],
)
def test_what_is_damaged_is_rated_anew(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "ratings.json").write_text(damaged, "utf-8")
    ratings = Ratings(BOTS, SEATS)
    ratings.load(tmp_path)
    assert ratings.games == 0
    ratings.add(made_up(10))
    assert figures(ratings) == figures(rated(made_up(10)))


def test_where_nothing_was_kept_rating_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "ratings.json").mkdir()
    for folder in (tmp_path, tmp_path / "missing"):
        ratings = Ratings(BOTS, SEATS)
        ratings.load(folder)
        assert ratings.games == 0


def test_outcomes_are_the_places_of_games_at_the_tables_of_the_schedule() -> None:
    manifest = manifest_of(bots=4, seats=(2, 3), rounds=2)
    schedule = schedule_of(manifest)
    numbers = [0, 1, *range(len(schedule) - 4, len(schedule))]
    tables = [schedule[game].table for game in numbers]
    places = [tuple(range(len(table), 0, -1)) for table in tables]
    stored = tables_of(manifest, numbers, tables, places)
    assert {len(table) for table in tables} == {2, 3}
    assert list(outcomes(stored, schedule)) == [
        Outcome(*each) for each in zip(numbers, tables, places, strict=True)
    ]
