"""Ratings: those of TrueSkill's message passing, a function of the games and of nothing else."""

from collections.abc import Sequence
from itertools import pairwise, permutations
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from trueskill import TrueSkill

from arena.ranking import message_passing
from arena.ranking.lead import Lead
from arena.ranking.leaderboard import Leaderboards, csv_of, formatted
from arena.ranking.outcomes import OutcomeCounts
from arena.ranking.ratings import Rated, Ratings, rate
from arena.ranking.skill import MARGIN, UNKNOWN, Skill, exposed
from arena.ranking.tally import Tally
from arena.results.manifest import Manifest
from arena.results.tables import Tables
from arena.tournament.settings import Discipline
from tests.tournament.mocks import manifest_of, tables_of

SKILL = TrueSkill(mu=25, sigma=25 / 3, beta=25 / 6, tau=0, draw_probability=0.02)
BOTS = 6


class Bot(NamedTuple):
    name: str
    version: str


class Game(NamedTuple):
    table: tuple[int, ...]
    places: tuple[int, ...]


def made_up(number: int, seats: Sequence[int] = (2, 3, 4), seed: int = 1) -> list[Game]:
    """Games between bots of which the later come out better, with ties now and then."""
    rng = Random(seed)
    games = []
    for _ in range(number):
        table = tuple(rng.sample(range(BOTS), rng.choice(seats)))
        scores = [rng.randrange(6) + bot for bot in table]
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        games.append(Game(table, places))
    return games


def rated(games: Sequence[Game], bots: int = BOTS) -> Rated:
    """Bots rated by games."""
    counts = []
    for seats in sorted({len(game.table) for game in games}):
        here = [game for game in games if len(game.table) == seats]
        counts.append(OutcomeCounts(seats))
        counts[-1].add(
            np.array([game.table for game in here]), np.array([game.places for game in here])
        )
    return rate(counts, [Bot(f"bot{number}", f"{number:02}") for number in range(bots)])


def skills(games: Sequence[Game], bots: int = BOTS) -> list[Skill]:
    """The same, if nothing speaks against it."""
    result = rated(games, bots)
    assert result.doubts == []
    return result.skills


def by_the_package(games: Sequence[Game], passes: int) -> tuple[NDArray[np.float64], ...]:
    """Mus, with a mean of 0, and sigmas: one game after the other, over and over.

    Each time what a game said before is divided out, and the package rates it anew.
    """
    precisions = np.full(BOTS, SKILL.sigma**-2)
    weighted = precisions * SKILL.mu
    said = [np.zeros((2, len(game.table))) for game in games]
    for _ in range(passes):
        for game, old in zip(games, said, strict=True):
            bots = list(game.table)
            others = np.stack([precisions[bots], weighted[bots]]) - old
            teams = [(SKILL.create_rating(t / p, p**-0.5),) for p, t in others.T]
            new = SKILL.rate(teams, game.places, min_delta=1e-9)
            precisions[bots] = [rating.sigma**-2 for (rating,) in new]
            weighted[bots] = [rating.sigma**-2 * rating.mu for (rating,) in new]
            old[:] = np.stack([precisions[bots], weighted[bots]]) - others
    mus = weighted / precisions
    return mus - mus.mean(), precisions**-0.5


def agree(ours: Sequence[Skill], theirs: tuple[NDArray[np.float64], ...]) -> bool:
    """Whether skills are these, whatever the level of all."""
    mus = np.array([skill.mu for skill in ours])
    assert mus - mus.mean() == pytest.approx(theirs[0], abs=1e-3)
    assert [skill.sigma for skill in ours] == pytest.approx(theirs[1], abs=1e-3)
    return True


PLACES = [
    *[tuple(range(1, seats + 1)) for seats in range(2, 7)],
    *[(1, 1), (2, 1, 2), (1, 1, 3, 3), (4, 1, 1, 1, 5), (1, 1, 1, 1, 1, 1), (6, 4, 5, 1, 2, 2)],
]


@pytest.mark.parametrize("places", PLACES)
def test_one_game_is_rated_as_by_the_package(places: tuple[int, ...]) -> None:
    seats = len(places)
    teams = [(SKILL.create_rating(),) for _ in places]
    expected = [rating for (rating,) in SKILL.rate(teams, places, min_delta=1e-9)]
    mus, sigmas = np.array([(rating.mu, rating.sigma) for rating in expected]).T
    assert mus.mean() == pytest.approx(25, abs=1e-4)
    assert agree(skills([Game(tuple(range(seats)), places)], seats), (mus - 25, sigmas))


@pytest.mark.parametrize("places", [(1, 2), (1, 1)])
def test_one_game_of_two_is_what_integration_gives(places: tuple[int, int]) -> None:
    """Over all skills of both: how likely they are, times how likely the result is."""
    grid = np.linspace(-40, 90, 521)
    prior = np.exp(-(((grid - 25) / (25 / 3)) ** 2) / 2)
    ahead = (grid[:, None] - grid[None, :]) / (2**0.5 * 25 / 6)
    margin = MARGIN / (2**0.5 * 25 / 6)
    cdf = np.vectorize(SKILL.cdf)
    likely = cdf(ahead - margin) if places == (1, 2) else cdf(ahead + margin) - cdf(ahead - margin)
    joint = prior[:, None] * prior[None, :] * likely
    for axis, skill in enumerate(skills([Game((0, 1), places)], 2)):
        own = joint.sum(axis=1 - axis) / joint.sum()
        mean = own @ grid
        assert skill == pytest.approx((mean, (own @ (grid - mean) ** 2) ** 0.5), abs=1e-3)


@pytest.mark.parametrize("seats", [(2,), (3,), (4,), (2, 3, 4)])
def test_many_games_are_rated_as_by_the_package_that_goes_over_them_again_and_again(
    seats: tuple[int, ...],
) -> None:
    games = made_up(9, seats)
    assert agree(skills(games), by_the_package(games, 40))


def test_an_outcome_counts_as_often_as_it_occurred() -> None:
    often = [Game((0, 1, 2), (1, 2, 3))] * 7 + [Game((2, 3, 4, 5), (1, 2, 2, 4))] * 3
    games = [*often, Game((3, 0), (1, 2)), Game((1, 5), (1, 1))]
    assert agree(skills(games), by_the_package(games, 40))
    assert skills(games) != skills([*games, games[0]])


def test_any_order_of_games_seats_and_roster_gives_the_same_ratings_to_the_last_bit() -> None:
    games = made_up(150)
    rng = Random(2)
    for _ in range(20):
        listed = rng.sample(range(BOTS), BOTS)
        stored = [shuffled_seats(game, listed, rng) for game in rng.sample(games, len(games))]
        manifest = manifest_of(BOTS, seats=(2, 3, 4))
        bots = tuple(
            msgspec.structs.replace(bot, name=f"bot{n}", version=f"{n:02}")
            for bot, n in zip(manifest.bots, listed, strict=True)
        )
        manifest = msgspec.structs.replace(manifest, bots=bots)
        ratings = Ratings(manifest)
        for tables in in_portions(manifest, stored, rng):
            ratings.add(tables)
        for seats in (2, 3, 4):
            found = ratings.of(Discipline("usa", seats))
            expected = skills([game for game in games if len(game.table) == seats])
            assert [found[listed.index(bot)] for bot in range(BOTS)] == expected


def shuffled_seats(game: Game, listed: Sequence[int], rng: Random) -> Game:
    """The same game with other seats, its bots numbered as they are listed."""
    seats = rng.sample(range(len(game.table)), len(game.table))
    return Game(
        tuple(listed.index(game.table[seat]) for seat in seats),
        tuple(game.places[seat] for seat in seats),
    )


def in_portions(manifest: Manifest, games: Sequence[Game], rng: Random) -> list[Tables]:
    """Stored games in several tables."""
    cuts = [0, *sorted(rng.sample(range(1, len(games)), 5)), len(games)]
    return [
        tables_of(
            manifest,
            range(start, end),
            [game.table for game in games[start:end]],
            [game.places for game in games[start:end]],
        )
        for start, end in pairwise(cuts)
    ]


def test_any_order_of_listing_gives_the_same_bytes_of_the_leaderboards_ratings() -> None:
    games = made_up(60, (3,))
    texts = set()
    for listed in list(permutations(range(BOTS)))[::36]:
        manifest = manifest_of(BOTS, seats=(3,), rounds=60)
        bots = tuple(manifest.bots[bot] for bot in listed)
        manifest = msgspec.structs.replace(manifest, bots=bots)
        tables = [tuple(listed.index(bot) for bot in game.table) for game in games]
        stored = tables_of(manifest, range(60), tables, [game.places for game in games])
        tally, ratings = Tally(manifest), Ratings(manifest)
        tally.add(stored, range(60))
        ratings.add(stored)
        board = formatted(Leaderboards(manifest, ratings, tally).leaderboard())
        texts.add(csv_of(board[["place", "bot", "version", "rating", "mu", "sigma"]]))
    assert len(texts) == 1


def test_each_number_of_seats_has_ratings_of_its_own() -> None:
    games = made_up(90)
    manifest = manifest_of(BOTS, seats=(2, 3, 4))
    ratings = Ratings(manifest)
    for tables in in_portions(manifest, games, Random(3)):
        ratings.add(tables)
    for seats in (2, 3, 4):
        own = [game for game in games if len(game.table) == seats]
        assert ratings.of(Discipline("usa", seats)) == skills(own)
    assert ratings.doubts() == []


def test_games_with_a_disqualified_bot_are_not_rated() -> None:
    games = made_up(60, (2,))
    manifest = manifest_of(BOTS)
    gone = msgspec.structs.replace(manifest.bots[1], disqualified=True)
    bots = (manifest.bots[0], gone, *manifest.bots[2:])
    ratings = Ratings(msgspec.structs.replace(manifest, bots=bots))
    for tables in in_portions(manifest, games, Random(5)):
        ratings.add(tables)
    assert ratings.of(Discipline("usa", 2)) == skills(
        [game for game in games if 1 not in game.table]
    )


def test_games_that_come_later_count_too() -> None:
    games = made_up(40, (2,))
    manifest = manifest_of(BOTS)
    ratings = Ratings(manifest)
    portions = in_portions(manifest, games, Random(4))
    for tables in portions[:-1]:
        ratings.add(tables)
    two = Discipline("usa", 2)
    before = ratings.of(two)
    ratings.add(portions[-1])
    assert before != ratings.of(two) == skills(games)


def test_who_has_met_nobody_has_the_rating_that_all_begin_with() -> None:
    ours = skills([Game((1, 3), (1, 2))])
    assert ours[0] == ours[2] == UNKNOWN == (25, 25 / 3)
    assert exposed(UNKNOWN) == pytest.approx(0, abs=1e-9)
    assert ours[1].mu > 25 > ours[3].mu
    assert rate([OutcomeCounts(2)], [Bot("a", "1")]).skills == [UNKNOWN]


def test_who_has_met_nobody_makes_no_difference_to_the_others() -> None:
    games = made_up(50)
    assert skills(games, BOTS + 4)[:BOTS] == skills(games)


def test_a_rating_is_mu_less_three_sigma() -> None:
    assert exposed(Skill(30.0, 1.5)) == 25.5


def test_the_mean_of_mu_is_25() -> None:
    assert np.mean([skill.mu for skill in skills(made_up(200))]) == pytest.approx(25, abs=1e-9)


def test_groups_that_never_met_have_each_their_mean_at_25() -> None:
    one = [Game((0, 1), (1, 2)), Game((1, 2), (1, 2)), Game((2, 0), (1, 2)), Game((2, 0), (1, 2))]
    other = [Game((3, 4, 5), (1, 2, 3)), Game((5, 3, 4), (1, 2, 3))]
    ours = skills(one + other)
    for group in (ours[:3], ours[3:]):
        assert np.mean([skill.mu for skill in group]) == pytest.approx(25, abs=1e-9)
    assert ours[:3] == [pytest.approx(skill, abs=1e-8) for skill in skills(one, 3)]


def test_games_make_every_rating_more_certain_ties_too() -> None:
    one, other = skills([Game((0, 1), (1, 1))] * 30, 2)
    assert one.sigma < skills([Game((0, 1), (1, 1))] * 3, 2)[0].sigma < 25 / 3
    assert one.mu == pytest.approx(other.mu)


def test_differences_are_found_however_large_a_ladder_is() -> None:
    """Each of 40 bots wins three of four games against the next one, and meets no other."""
    pairs = np.array([(one, one + 1) for one in range(39)] * 40_000)
    counts = OutcomeCounts(2)
    counts.add(pairs, np.where(np.arange(len(pairs))[:, None] < len(pairs) / 4, [2, 1], [1, 2]))
    result = rate([counts], [Bot(f"bot{number}", f"{number:02}") for number in range(40)])
    assert result.doubts == []
    mus = np.array([skill.mu for skill in result.skills])
    # The difference that wins three of four games, but for the margin of ties.
    assert mus[:-1] - mus[1:] == pytest.approx(np.full(39, 0.6745 * 2**0.5 * 25 / 6), rel=0.02)


def losing(games: int, won: int = 0) -> list[Game]:
    """Bots 1 to 4 in even games of different strength; bot 0 loses all its games but these."""
    rng = Random(5)
    among = [
        Game((one, other), (1, 2) if rng.random() < 0.5 + 0.1 * (one - other) else (2, 1))
        for _ in range(100)
        for one in range(1, 5)
        for other in range(1, one)
    ]
    lost = [Game((0, 1 + game % 4), (2, 1)) for game in range(games - won)]
    return [*among, *lost, *[Game((0, 1), (1, 2))] * won]


def test_the_level_of_the_others_does_not_hang_on_a_bot_that_always_loses() -> None:
    alone = skills(losing(0), 5)
    for games in (160, 1600, 16000):
        ours = skills(losing(games), 5)
        assert ours[0].mu < 10
        for bot in range(1, 5):
            assert ours[bot].mu == pytest.approx(alone[bot].mu, abs=0.1)
            assert ours[bot].sigma == pytest.approx(alone[bot].sigma, abs=0.05)


def test_the_level_does_not_jump_when_such_a_bot_wins_for_the_first_time() -> None:
    never, once = skills(losing(1600), 5), skills(losing(1600, 1), 5)
    assert once[0].mu > never[0].mu + 2
    for bot in range(1, 5):
        assert never[bot].mu == pytest.approx(once[bot].mu, abs=0.2)


@pytest.mark.parametrize("games", [1, 1000, 1_000_000])
def test_a_bot_that_wins_every_game_has_a_rating(games: int) -> None:
    counts = OutcomeCounts(2)
    for _ in range(max(1, games // 1000)):
        many = min(games, 1000)
        counts.add(np.tile([0, 1], (many, 1)), np.tile([1, 2], (many, 1)))
    result = rate([counts], [Bot("winner", "1"), Bot("loser", "2")])
    assert result.doubts == []
    assert 25 < result.skills[0].mu < 50


def test_the_package_contradicts_a_wrong_update(monkeypatch: pytest.MonkeyPatch) -> None:
    right = message_passing.won
    monkeypatch.setattr(
        message_passing, "won", lambda *before: tuple(1.2 * factor for factor in right(*before))
    )
    (doubt,) = rated(made_up(100)).doubts
    assert doubt.startswith("the trueskill package does not agree with the ratings: a game of bot")


def test_ratings_that_still_change_are_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_passing, "MOST", 3)
    assert rated(made_up(100)).doubts[0].startswith("the ratings have not settled")


def test_who_came_before_most_opponents_leads_while_games_are_played() -> None:
    manifest = manifest_of(3)
    lead = Lead(manifest.bots)
    assert lead.leader() == 0
    lead.add(tables_of(manifest, [0], [(1, 2)], [(1, 2)]))
    assert lead.leader() == 1
    lead.add(tables_of(manifest, [1, 2], [(0, 1, 2), (2, 0)], [(2, 3, 1), (1, 2)]))
    assert lead.leader() == 2


def test_who_is_level_with_all_has_half_of_them_behind_him() -> None:
    manifest = manifest_of(3)
    lead = Lead(manifest.bots)
    lead.add(tables_of(manifest, [0, 1, 2], [(0, 1), (1, 2), (2, 1)], [(1, 1), (2, 1), (2, 1)]))
    assert lead.leader() == 0 or lead.leader() == 2
    lead.add(tables_of(manifest, [3], [(0, 2)], [(1, 2)]))
    assert lead.leader() == 0
