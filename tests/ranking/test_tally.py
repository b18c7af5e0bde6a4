"""Sums over all games, against a plain count of them one by one."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from arena.ranking.tally import GROUPS, MEASURES, Tally
from arena.results.tables import Tables
from tests.tournament.mocks import manifest_of, tables_of

BOTS = 6
FAULTS = [None, None, None, "crash", "timeout"]


class Seat(NamedTuple):
    """One bot in one game."""

    bot: int
    place: int
    score: int
    tickets_kept: int
    tickets_completed: int
    fault: str | None
    answers: list[float]


class Game(NamedTuple):
    """A game with its seats."""

    number: int
    round: int
    seats: list[Seat]


def random_games(rng: Random, number: int, sizes: Sequence[int], rounds: int) -> list[Game]:
    """Games in order of number, not all of them there, with ties and faults."""
    games = []
    for game in sorted(rng.sample(range(3 * number), number)):
        table = rng.sample(range(BOTS), rng.choice(sizes))
        scores = [rng.randrange(-3, 3) for _ in table]
        games.append(
            Game(
                game,
                rng.randrange(rounds),
                [
                    Seat(
                        bot,
                        1 + sum(other > score for other in scores),
                        score,
                        rng.randrange(2, 9),
                        rng.randrange(3),
                        rng.choice(FAULTS),
                        [rng.randrange(1, 100) / 8 for _ in range(rng.randrange(4))],
                    )
                    for bot, score in zip(table, scores, strict=True)
                ],
            )
        )
    return games


def stored(games: Sequence[Game], bots: int, seats: Sequence[int], rounds: int) -> Tables:
    """Games as the store hands them over."""
    rows = [seat for game in games for seat in game.seats]
    names = ("score", "tickets_kept", "tickets_completed", "fault")
    return tables_of(
        manifest_of(bots, seats=seats, rounds=rounds),
        [game.number for game in games],
        [[seat.bot for seat in game.seats] for game in games],
        [[seat.place for seat in game.seats] for game in games],
        times_of(games),
        **{name: [getattr(row, name) for row in rows] for name in names},
    )


def times_of(games: Sequence[Game]) -> list[tuple[int, int, float]]:
    """All answers, in an order in which seats take turns as in a game."""
    found = []
    for game in games:
        longest = max(len(seat.answers) for seat in game.seats)
        for turn in range(longest):
            for number, seat in enumerate(game.seats):
                if turn < len(seat.answers):
                    found.append((game.number, number, seat.answers[turn]))
    return found


def tally_of(games: Sequence[Game], seats: Sequence[int], rounds: int, parts: int = 1) -> Tally:
    """The sums of games that come in so many parts."""
    tally = Tally(manifest_of(BOTS, seats=seats, rounds=rounds))
    ends = [len(games) * part // parts for part in range(parts + 1)]
    for part in range(parts):
        some = games[ends[part] : ends[part + 1]]
        tally.add(stored(some, BOTS, seats, rounds), [game.round for game in some])
    return tally


def counted(games: Sequence[Game], sizes: Sequence[int]) -> dict[str, Counter[tuple[int, int]]]:
    """Each measure by round and bot, one game after the other, in games with so many seats."""
    sums: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    for game in games:
        if len(game.seats) not in sizes:
            continue
        for seat in game.seats:
            key = (game.round, seat.bot)
            others = [other for other in game.seats if other is not seat]
            behind = sum(other.place > seat.place for other in others)
            level = sum(other.place == seat.place for other in others)
            sums["games"][key] += 1
            sums["wins"][key] += seat.place == 1
            sums["shares"][key] += round(120 * (behind + level / 2) / len(others))
            sums["faults"][key] += seat.fault is not None
            for name in ("score", "place", "tickets_kept", "tickets_completed"):
                sums[name][key] += getattr(seat, name)
    return sums


CASES = [
    (random_games(Random(seed), 60, seats, rounds), seats, rounds)
    for seed, seats in enumerate([(2,), (3,), (2, 4), (2, 3, 5), (5,), (3, 4)])
    for rounds in (1, 7)
]
TOURNAMENTS = pytest.mark.parametrize(("games", "seats", "rounds"), CASES)


@TOURNAMENTS
def test_sums_by_deal_and_bot_are_those_of_the_games(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    assert tally.games == len(games)
    for size in seats:
        expected = counted(games, [size])
        for name in MEASURES:
            found = tally.of_bots(name, size)
            assert found.shape == (rounds, BOTS)
            assert {key: found[key] for key in np.ndindex(found.shape)} == {
                key: expected[name][key] for key in np.ndindex(found.shape)
            }


@TOURNAMENTS
def test_rounds_of_different_numbers_of_seats_are_kept_apart(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    for name in MEASURES:
        together = [tally.of_bots(name, size) for size in seats]
        assert np.array_equal(tally.of_bots(name), np.concatenate(together))


@TOURNAMENTS
def test_pairs_are_those_of_the_games(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    met, beaten = Counter(), Counter()
    for game in games:
        for one in game.seats:
            for other in game.seats:
                if one is not other:
                    met[one.bot, other.bot] += 1
                    beaten[one.bot, other.bot] += one.place < other.place
    for pair in np.ndindex(BOTS, BOTS):
        assert tally.met[pair] == met[pair]
        assert tally.beaten[pair] == beaten[pair]
    assert np.any(tally.met > tally.beaten + tally.beaten.T)  # there were ties


@TOURNAMENTS
def test_seats_are_those_of_the_games(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    for size in seats:
        played, won = np.zeros((rounds, size), int), np.zeros((rounds, size), int)
        for game in games:
            if len(game.seats) == size:
                played[game.round] += 1
                won[game.round] += [seat.place == 1 for seat in game.seats]
        assert np.array_equal(tally.of_seats("games", size), played)
        assert np.array_equal(tally.of_seats("wins", size), won)


@TOURNAMENTS
def test_thinking_is_that_of_the_answers(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    for bot in range(BOTS):
        answers = [
            answer
            for game in games
            for seat in game.seats
            if seat.bot == bot
            for answer in seat.answers
        ]
        assert tally.answers[bot] == len(answers)
        assert tally.cpu_ms[bot] == pytest.approx(sum(answers))
        assert tally.idle_ms[bot] == pytest.approx(sum(answers) / 4)


@pytest.mark.parametrize("parts", [2, 7, 60])
def test_parts_add_up(parts: int) -> None:
    games = random_games(Random(3), 60, (2, 4), 7)
    one, several = tally_of(games, (2, 4), 7), tally_of(games, (2, 4), 7, parts)
    assert one.games == several.games
    for name in MEASURES:
        assert np.array_equal(one.of_bots(name), several.of_bots(name))
    for name in ("games", "wins"):
        assert np.array_equal(one.of_seats(name, 4), several.of_seats(name, 4))
    assert np.array_equal(one.met, several.met)
    assert np.array_equal(one.beaten, several.beaten)
    assert np.array_equal(one.answers, several.answers)


def test_nothing_adds_up_to_nothing() -> None:
    tally = tally_of([], (2, 4), 7)
    assert tally.games == 0
    assert not tally.of_bots("games").any()
    assert not tally.met.any()
    assert not tally.answers.any()


def test_every_opponent_counts_alike_in_a_share() -> None:
    """Of 120: the winner gets all, the last nothing, who ties gets half."""
    tally = Tally(manifest_of(BOTS, seats=(5,), rounds=1))
    tally.add(
        tables_of(manifest_of(BOTS, seats=(5,)), [0], [(5, 4, 3, 2, 0)], [(1, 5, 2, 2, 2)]), [0]
    )
    assert tally.of_bots("shares").tolist() == [[60, 0, 60, 60, 0, 120]]


@pytest.mark.parametrize("rounds", [GROUPS, GROUPS + 1, 2500, 10_000_000])
def test_many_rounds_are_counted_in_groups_of_neighbours(rounds: int) -> None:
    rng = Random(rounds)
    chosen = sorted({0, 1, rounds - 1, *(rng.randrange(rounds) for _ in range(300))})
    games = [
        game._replace(number=number, round=chosen_round)
        for number, (game, chosen_round) in enumerate(
            zip(random_games(rng, len(chosen), (2,), 1), chosen, strict=True)
        )
    ]
    tally = tally_of(games, (2,), rounds)
    by_group = tally.of_bots("games")
    assert by_group.shape == (GROUPS, BOTS)
    size = rounds / GROUPS
    expected = Counter(int(game.round / size) for game in games)
    assert by_group.sum(axis=1).tolist() == [2 * expected[group] for group in range(GROUPS)]
    assert by_group[0].any()
    assert by_group[-1].any()


def test_groups_of_rounds_are_equally_large() -> None:
    rounds = 2500
    manifest = manifest_of(2, rounds=rounds)
    tally = Tally(manifest)
    numbers = range(rounds)
    tally.add(tables_of(manifest, numbers, [(0, 1)] * rounds, [(1, 2)] * rounds), numbers)
    assert set(tally.of_bots("games")[:, 0].tolist()) == {6, 7}


def test_bots_of_one_name_are_told_apart_by_their_versions() -> None:
    manifest = manifest_of(["ann", "ann"])
    tally = Tally(manifest)
    tally.add(tables_of(manifest, [0, 1], [(0, 1), (1, 0)], [(1, 2), (2, 1)]), [0, 0])
    assert tally.of_bots("wins").sum(axis=0).tolist() == [2, 0]


def test_any_name_can_be_counted() -> None:
    manifest = manifest_of(["a\nb", "a", "\n", "a,b", ""], seats=(5,))
    tally = Tally(manifest)
    tally.add(tables_of(manifest, [0], [(0, 1, 2, 3, 4)], [(1, 2, 3, 4, 5)]), [0])
    assert tally.of_bots("place").sum(axis=0).tolist() == [1, 2, 3, 4, 5]
