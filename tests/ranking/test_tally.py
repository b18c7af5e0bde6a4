"""Sums over all games, against a plain count of them one by one."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from arena.ranking.tally import GROUPS, MEASURES, Tally, TallyError
from arena.results.manifest import Manifest
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
            sums["games"][key] += 1
            sums["wins"][key] += seat.place == 1
            sums["shares"][key] += share(seat, game.seats)
            sums["faults"][key] += seat.fault is not None
            for name in ("score", "place", "tickets_kept", "tickets_completed"):
                sums[name][key] += getattr(seat, name)
    return sums


def share(seat: Seat, seats: Sequence[Seat]) -> int:
    """The share of its opponents that a bot came before, of 120; those level count half."""
    others = [other for other in seats if other is not seat]
    behind = sum(other.place > seat.place for other in others)
    level = sum(other.place == seat.place for other in others)
    return round(120 * (behind + level / 2) / len(others))


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
    for at, size in enumerate(seats):
        expected = counted(games, [size])
        for name in MEASURES:
            found = tally.of_bots(name, at)
            assert found.shape == (rounds, BOTS)
            assert {key: found[key] for key in np.ndindex(found.shape)} == {
                key: expected[name][key] for key in np.ndindex(found.shape)
            }


@TOURNAMENTS
def test_pairs_are_those_of_the_games(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    met, beaten, products = Counter(), Counter(), Counter()
    for game in games:
        at = seats.index(len(game.seats))
        for one, other in product(game.seats, repeat=2):
            shares = [share(seat, game.seats) for seat in (one, other)]
            products[at, one.bot, other.bot] += shares[0] * shares[1]
            if one is not other:
                met[at, one.bot, other.bot] += 1
                beaten[at, one.bot, other.bot] += one.place < other.place
    for key in np.ndindex(len(seats), BOTS, BOTS):
        assert tally.met[key] == met[key]
        assert tally.beaten[key] == beaten[key]
        assert tally.shares()[key[0]].products[key[1:]] == products[key]
    assert np.any(tally.met > tally.beaten + tally.beaten.swapaxes(1, 2))  # there were ties


@TOURNAMENTS
def test_seats_are_those_of_the_games(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    tally = tally_of(games, seats, rounds)
    for at, size in enumerate(seats):
        played, won = np.zeros((rounds, size), int), np.zeros((rounds, size), int)
        for game in games:
            if len(game.seats) == size:
                played[game.round] += 1
                won[game.round] += [seat.place == 1 for seat in game.seats]
        assert np.array_equal(tally.of_seats("games", at), played)
        assert np.array_equal(tally.of_seats("wins", at), won)


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
    for at in range(2):
        for name in MEASURES:
            assert np.array_equal(one.of_bots(name, at), several.of_bots(name, at))
        for name in ("games", "wins"):
            assert np.array_equal(one.of_seats(name, at), several.of_seats(name, at))
    assert np.array_equal(one.met, several.met)
    assert np.array_equal(one.beaten, several.beaten)
    assert np.array_equal(one.answers, several.answers)


def test_nothing_adds_up_to_nothing() -> None:
    tally = tally_of([], (2, 4), 7)
    assert tally.games == 0
    assert not tally.of_bots("games", 0).any()
    assert not tally.met.any()
    assert not tally.answers.any()


def test_every_opponent_counts_alike_in_a_share() -> None:
    """Of 120: the winner gets all, the last nothing, who ties gets half."""
    tally = Tally(manifest_of(BOTS, seats=(5,), rounds=1))
    tally.add(
        tables_of(manifest_of(BOTS, seats=(5,)), [0], [(5, 4, 3, 2, 0)], [(1, 5, 2, 2, 2)]), [0]
    )
    assert tally.of_bots("shares", 0).tolist() == [[60, 0, 60, 60, 0, 120]]


@pytest.mark.parametrize("rounds", [GROUPS, GROUPS + 1, 2500, 10_000_000])
def test_many_rounds_are_counted_in_groups(rounds: int) -> None:
    rng = Random(rounds)
    chosen = sorted({0, 1, rounds - 1, *(rng.randrange(rounds) for _ in range(300))})
    games = [
        game._replace(number=number, round=chosen_round)
        for number, (game, chosen_round) in enumerate(
            zip(random_games(rng, len(chosen), (2,), 1), chosen, strict=True)
        )
    ]
    by_group = tally_of(games, (2,), rounds).of_bots("games", 0)
    assert by_group.shape == (GROUPS, BOTS)
    expected = Counter(game.round % GROUPS for game in games)
    assert by_group.sum(axis=1).tolist() == [2 * expected[group] for group in range(GROUPS)]


def test_a_round_stays_in_its_group_when_the_tournament_grows() -> None:
    games = random_games(Random(5), 60, (2, 4), GROUPS)
    before, after = (tally_of(games, (2, 4), rounds) for rounds in (GROUPS, 3 * GROUPS + 7))
    for name in MEASURES:
        assert np.array_equal(before.of_bots(name, 1), after.of_bots(name, 1))


def test_groups_of_rounds_are_equally_large() -> None:
    rounds = 2500
    manifest = manifest_of(2, rounds=rounds)
    tally = Tally(manifest)
    numbers = range(rounds)
    tally.add(tables_of(manifest, numbers, [(0, 1)] * rounds, [(1, 2)] * rounds), numbers)
    assert set(tally.of_bots("games", 0)[:, 0].tolist()) == {6, 7}


def test_bots_of_one_name_are_told_apart_by_their_versions() -> None:
    manifest = manifest_of(["ann", "ann"])
    tally = Tally(manifest)
    tally.add(tables_of(manifest, [0, 1], [(0, 1), (1, 0)], [(1, 2), (2, 1)]), [0, 0])
    assert tally.of_bots("wins", 0).sum(axis=0).tolist() == [2, 0]


def test_any_name_can_be_counted() -> None:
    manifest = manifest_of(["a\nb", "a", "\n", "a,b", ""], seats=(5,))
    tally = Tally(manifest)
    tally.add(tables_of(manifest, [0], [(0, 1, 2, 3, 4)], [(1, 2, 3, 4, 5)]), [0])
    by_name = dict(zip(tally.roster, tally.of_bots("place", 0).sum(axis=0).tolist(), strict=True))
    assert by_name == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}


def without(manifest: Manifest, *gone: int) -> Manifest:
    """A manifest with these bots withdrawn."""
    bots = [replace(bot, withdrawn=number in gone) for number, bot in enumerate(manifest.bots)]
    return replace(manifest, bots=tuple(bots))


@TOURNAMENTS
def test_only_games_among_the_bots_in_the_table_count(
    games: list[Game], seats: tuple[int, ...], rounds: int
) -> None:
    manifest = manifest_of(BOTS, seats=seats, rounds=rounds)
    some = Tally(without(manifest, 1))
    some.add(stored(games, BOTS, seats, rounds), [game.round for game in games])
    counting = [game for game in games if all(seat.bot != 1 for seat in game.seats)]
    assert 0 < len(counting) < len(games) or max(seats) == 5
    few = Tally(without(manifest, 1))
    few.add(stored(counting, BOTS, seats, rounds), [game.round for game in counting])
    assert some.games == len(games)
    assert some.roster == few.roster == [0, 2, 3, 4, 5]
    for at in range(len(seats)):
        for name in MEASURES:
            assert np.array_equal(some.of_bots(name, at), few.of_bots(name, at))
        for name in ("games", "wins"):
            assert np.array_equal(some.of_seats(name, at), few.of_seats(name, at))
    for name in ("met", "beaten", "answers", "cpu_ms", "idle_ms"):
        assert np.array_equal(getattr(some, name), getattr(few, name))
    assert some.played.sum() == sum(seat.bot != 1 for game in games for seat in game.seats)


def test_sums_do_not_depend_on_the_order_of_the_roster() -> None:
    manifest = manifest_of(["cat", "ann", "bob"])
    turned = replace(manifest, bots=manifest.bots[::-1])
    tables = tables_of(manifest, [0, 1], [(0, 1), (1, 2)], [(1, 2), (1, 2)])
    tallies = [Tally(one) for one in (manifest, turned)]
    for tally in tallies:
        tally.add(tables, [0, 0])
    assert [tally.roster for tally in tallies] == [[1, 2, 0], [1, 0, 2]]
    assert np.array_equal(*(tally.of_bots("wins", 0) for tally in tallies))
    assert np.array_equal(*(tally.beaten for tally in tallies))


def test_a_game_of_another_ruleset_is_refused() -> None:
    manifest = manifest_of(2)
    other = replace(manifest, settings=replace(manifest.settings, rulesets=("africa",)))
    with pytest.raises(TallyError, match="ruleset or number of seats"):
        Tally(manifest).add(tables_of(other, [0], [(0, 1)], [(1, 2)]), [0])
    with pytest.raises(TallyError, match="ruleset or number of seats"):
        Tally(manifest_of(3)).add(tables_of(manifest_of(3), [0], [(0, 1, 2)], [(1, 2, 3)]), [0])
