"""TrueSkill ratings of the bots, updated by the places of each game in order of game number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct, json
from trueskill import TrueSkill

from arena.results.files import write_whole
from arena.results.tables import Tables
from arena.tournament.schedule import Schedule

FILE: Final = "ratings.json"
POOLED: Final = 0
"""The pool of games with any number of seats."""

# Bots don't learn: with the usual tau the table would depend on the order of the games. Without
# draws to be expected, a tie would make a rating less certain.
SKILL: Final = TrueSkill(tau=0, draw_probability=0.02)


class Outcome(NamedTuple):
    """How a game came out: the bots by seat, and their places."""

    game: int
    table: tuple[int, ...]
    places: tuple[int, ...]


class Skill(NamedTuple):
    """A bot's rating.

    Two plain numbers: a rating of `trueskill` computes mu and sigma from others, and would not be
    quite the same after it was saved and loaded.
    """

    mu: Annotated[float, Meta(ge=-1e6, le=1e6)]
    sigma: Annotated[float, Meta(ge=1e-6, le=1e6)]


class Rated(Struct, frozen=True):
    """The contents of ratings.json, which keeps the ratings between runs."""

    games: Annotated[int, Meta(ge=0)]
    mu_sigma: dict[int, list[Skill]]


class Ratings:
    """The ratings of all bots, over all games and for each number of seats."""

    def __init__(self, bots: int, seats: Sequence[int]) -> None:
        self.games = 0
        """All games with a lower number are rated."""
        self._bots = bots
        self._waiting: dict[int, Outcome] = {}
        pools = [POOLED, *seats] if len(seats) > 1 else [POOLED]
        self._pools = {pool: [Skill(SKILL.mu, SKILL.sigma)] * bots for pool in pools}

    def of(self, pool: int) -> list[Skill]:
        """The bots' ratings in a pool: a number of seats, or all."""
        return self._pools.get(pool, self._pools[POOLED])

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Rate these games, each as soon as all before it are there."""
        for outcome in outcomes:
            if outcome.game >= self.games:
                self._waiting[outcome.game] = outcome
            while self.games in self._waiting:
                self._next(self._waiting.pop(self.games))

    def settle(self) -> None:
        """Rate the games that wait for earlier ones, which won't come."""
        for game in sorted(self._waiting):
            self._next(self._waiting.pop(game))

    def _next(self, outcome: Outcome) -> None:
        self._rate(self._pools[POOLED], outcome)
        if len(outcome.table) in self._pools:
            self._rate(self._pools[len(outcome.table)], outcome)
        self.games = outcome.game + 1

    def leader(self) -> int:
        """The number of the bot with the highest rating."""
        ratings = self._pools[POOLED]
        return max(range(self._bots), key=lambda bot: exposed(ratings[bot]))

    def save(self, folder: Path) -> None:
        """Save the ratings, so that the next run can go on from here."""
        write_whole(folder / FILE, json.encode(Rated(self.games, self._pools)))

    def load(self, folder: Path) -> None:
        """Go on from saved ratings; if they can't be used, all games are rated anew."""
        try:
            rated = json.decode((folder / FILE).read_bytes(), type=Rated)
        except (OSError, msgspec.DecodeError):
            return
        if rated.mu_sigma.keys() != self._pools.keys():
            return
        if any(len(ratings) > self._bots for ratings in rated.mu_sigma.values()):
            return
        self.games = rated.games
        for pool, ratings in rated.mu_sigma.items():
            self._pools[pool][: len(ratings)] = ratings

    def _rate(self, ratings: list[Skill], outcome: Outcome) -> None:
        teams = [(SKILL.create_rating(*ratings[bot]),) for bot in outcome.table]
        for bot, (rating,) in zip(outcome.table, SKILL.rate(teams, outcome.places), strict=True):
            ratings[bot] = Skill(rating.mu, rating.sigma)


def exposed(rating: Skill) -> float:
    """The rating that orders the leaderboard: a bot is almost certainly at least this strong."""
    return rating.mu - 3 * rating.sigma


def outcomes(tables: Tables, schedule: Schedule) -> Iterator[Outcome]:
    """The outcome of each game in these tables."""
    places = iter(tables["seats"]["place"].to_pylist())
    for game in tables["games"]["game"].to_pylist():
        table = schedule[game].table
        yield Outcome(game, table, tuple(islice(places, len(table))))
