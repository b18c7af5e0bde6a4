"""What a run will cost: the processor time of a game, estimated from a second of sample games."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from statistics import mean
from typing import Final

from arena.match.faults import BotFault
from arena.match.messages import Begin
from arena.match.seats import Isolation, SeatedBot
from arena.match.source import Source
from arena.referee.game import Game, IllegalAction, Log
from arena.referee.rulesets import Ruleset
from arena.sandbox.company import Company
from arena.sandbox.venue import Venue
from arena.seeds import bot_seed, tournament_number
from arena.tournament.settings import Discipline, Settings
from arena.vocabulary import Seat

SAMPLE: Final = 1.0
"""Seconds for all sample games together, apart from answers that take longer by themselves."""
SHARE: Final = 20
"""One of this many games is played as a sample, and at least one of each discipline."""
SEATING: Final = 0.004
"""Seconds of processor time that making and ending a bot's process costs its parent."""


def costs(
    venue: Venue, settings: Settings, bots: Sequence[Source], games: Mapping[Discipline, int]
) -> dict[Discipline, float]:
    """The seconds of processor time that a game of each discipline takes, about.

    `games` tells how many there are to play; disciplines without any are left out.
    """
    played = [each for each in settings.disciplines() if games.get(each)]
    found = {}
    for discipline in played:
        tables = sample_tables(bots, discipline.seats, -(-games[discipline] // SHARE))
        rules = settings.rules(discipline.ruleset)
        found[discipline] = mean_cost(venue, rules, tables, SAMPLE / len(played))
    return found


def sample_tables(bots: Sequence[Source], seats: int, most: int) -> Iterator[list[Source]]:
    """Some tables in which all bots sit about equally often, in an order that is always the same.

    Where there are many bots, each table has some from all over the list.
    """
    tables = -(-len(bots) // seats)
    every = (
        [bots[(at + tables * seat) % len(bots)] for seat in range(seats)] for at in range(tables)
    )
    return islice(every, most)


def mean_cost(
    venue: Venue, ruleset: Ruleset, tables: Iterable[list[Source]], seconds: float
) -> float:
    """The mean cost of a game at these tables, as many of them as there is time for."""
    end = time.monotonic() + seconds
    found = []
    for number, table in enumerate(tables):
        found.append(game_cost(venue, ruleset, table, number, end))
        if time.monotonic() >= end:
            break
    return mean(found)


def game_cost(
    venue: Venue, ruleset: Ruleset, table: Sequence[Source], number: int, end: float
) -> float:
    """The seconds of processor time of a game, which is cut short at its end of time.

    From then on quick random moves bring the game to its end, and tell how many answers were left:
    each of them is taken to cost what the bot's others did.
    """
    seed = tournament_number("a sample game", number)
    game, company, begun = Game(ruleset, len(table), seed), Company(), time.process_time()
    seats: list[SeatedBot] = []
    try:
        for me, source in enumerate(table):
            begin = Begin(ruleset, len(table), me, bot_seed(seed, me), venue.limits.cpu, source)
            seats.append(venue.seat(begin, company))
        asked = play_until(game, seats, end)
        own = time.process_time() - begun
        total = count_rest(game, asked)
    finally:
        for seat in seats:
            seat.close()
    thought = sum(
        min(venue.limits.cpu, seat.cpu * all_answers / max(1, answers))
        for seat, answers, all_answers in zip(seats, asked, total, strict=True)
    )
    # Bots that are not isolated think in this process, whose time was measured with theirs.
    alone = venue.isolation == Isolation.NONE
    referee = max(0.0, own - sum(seat.cpu for seat in seats)) if alone else own
    seating = 0.0 if alone else SEATING * len(table)
    return thought + referee * sum(total) / max(1, sum(asked)) + seating


def play_until(game: Game, seats: Sequence[SeatedBot], end: float) -> list[int]:
    """Have bots play until the end of time, each at least once; returns how often each answered."""
    asked, out, rng = [0] * len(seats), set[Seat](), random.Random(0)
    seen: list[Log] = [None] * len(seats)
    while not game.over and (time.monotonic() < end or 0 in asked):
        seat = game.seat
        if seat in out:
            hurry(game, rng)
            continue
        events, seen[seat] = game.seen_by(seat, seen[seat]), game.log
        asked[seat] += 1
        try:
            game.apply(seats[seat].choose(events))
        except (BotFault, IllegalAction):  # the tournament will tell
            out.add(seat)
            hurry(game, rng)
    return asked


def count_rest(game: Game, asked: Sequence[int]) -> list[int]:
    """Play a game to its end; returns how often each seat was asked in all."""
    total, rng = list(asked), random.Random(0)
    while not game.over:
        total[game.seat] += 1
        hurry(game, rng)
    return total


def hurry(game: Game, rng: random.Random) -> None:
    """Claim any route, else do anything: so a game has about as many turns as between bots."""
    legal = game.legal()
    game.apply(rng.choice([one for one in legal if one.word == "claim"] or list(legal)))


def duration(seconds: float) -> str:
    """A length of time in words, as exact as an estimate can be."""
    for unit, size in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(1, round(seconds))} s"
