"""The leaderboards, head to head and seat advantage of a tournament: their columns and order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from arena.errors import ArenaError
from arena.ranking.encounters import Upset, surely_beaten, upsets
from arena.ranking.intervals import (
    Counts,
    Estimate,
    Figures,
    Wins,
    mean_rate,
    played_weights,
    prior_of,
    rate_intervals,
    rates,
)
from arena.ranking.places import Shares, difference, place_ranges, verdicts
from arena.ranking.ratings import Ratings
from arena.ranking.scopes import Scope, scopes_of
from arena.ranking.skill import Skill, exposed
from arena.ranking.tally import NEEDED, Tally
from arena.results.files import write_whole
from arena.results.manifest import Manifest, schedule_of
from arena.results.store import GameStore

COLUMNS: Final = {
    "place": "{}",
    "bot": "{}",
    "version": "{}",
    "rating": "{:.4f}",
    "mu": "{:.4f}",
    "sigma": "{:.4f}",
    "games": "{}",
    "wins": "{}",
    "win_rate": "{:.4f}",
    "win_rate_low": "{:.4f}",
    "win_rate_high": "{:.4f}",
    "mean_score": "{:.2f}",
    "mean_place": "{:.3f}",
    "tickets_completed": "{:.4f}",
    "faults": "{}",
    "place_low": "{}",
    "place_high": "{}",
}
"""The columns of leaderboard.csv, and how their values are written."""
MEANS: Final = {
    "win_rate": ("wins", "games"),
    "mean_score": ("score", "games"),
    "mean_place": ("place", "games"),
    "tickets_completed": ("tickets_completed", "tickets_kept"),
}
"""The columns that are means over disciplines: each of one measure for each of another."""


class Leaderboards:
    """All tables of a tournament, made from the same ratings and sums."""

    def __init__(self, manifest: Manifest, ratings: Ratings, tally: Tally) -> None:
        self.tally = tally
        self.scopes = scopes_of(tally.disciplines)
        """What each table is about; the last one is over all."""
        self._manifest = manifest
        self._ratings = ratings
        self._ranked: dict[Scope, pd.DataFrame] = {}
        self._prior = prior_of(manifest.settings.duplicate)
        self.bots = [manifest.bots[number] for number in tally.roster]
        """The bots that a table can have, in the order of the tally."""

    @property
    def games(self) -> int:
        """How many games are stored, also those that don't count."""
        return self.tally.games

    def write(self, folder: Path) -> None:
        """Write every table into the results."""
        for name, frame in self.files():
            write_whole(folder / name, csv_of(frame).encode())

    def files(self) -> Iterator[tuple[str, pd.DataFrame]]:
        """Every table with the name of its file."""
        for scope in self.scopes:
            yield scope.file, formatted(self.leaderboard(scope))
        yield "head_to_head.csv", self.head_to_head()
        yield "seat_advantage.csv", self.seat_advantage()

    def leaderboard(self, scope: Scope | None = None) -> pd.DataFrame:
        """The bots in order of their ratings; without a scope, over all."""
        return self.ranked(scope or self.scopes[-1]).reset_index(drop=True)

    def ranked(self, scope: Scope) -> pd.DataFrame:
        """The bots in order of their ratings; the index has their numbers in the tally."""
        if scope not in self._ranked:
            self._ranked[scope] = self._ranking(scope)
        return self._ranked[scope].copy()

    def _ranking(self, scope: Scope) -> pd.DataFrame:
        frame = self._figures(scope)
        frame = frame[self._played(scope)]
        ranges = place_ranges(verdicts(self.differences(scope, frame.index.to_numpy())))
        frame["place_low"], frame["place_high"] = ranges[:, 0], ranges[:, 1]
        frame = frame.sort_values(["rating", "bot", "version"], ascending=[False, True, True])
        frame.insert(0, "place", range(1, len(frame) + 1))
        return frame[list(COLUMNS)]

    def differences(self, scope: Scope, chosen: Counts) -> Estimate:
        """How much some bots differ in the share of opponents that they come before."""
        pairs = np.ix_(chosen, chosen)
        shares = [
            Shares(one.shares[:, chosen], one.games[:, chosen], one.products[pairs], one.met[pairs])
            for one in self.tally.shares()
        ]
        return difference(shares, scope.weights, self._prior)

    def upsets(self, scope: Scope, frame: pd.DataFrame) -> list[Upset]:
        """Where head to head contradicts the order of the table of one discipline."""
        at = scope.discipline
        if at is None:
            return []
        rounds = self.tally.rounds(at)
        beats = surely_beaten(self.tally.met[at], self.tally.beaten[at], rounds, self._prior)
        return upsets(beats, frame.index.tolist())

    def doubts(self) -> list[str]:
        """Sentences on why not to believe the ratings; usually none."""
        return self._ratings.doubts()

    def head_to_head(self) -> pd.DataFrame:
        """How often each bot came before each other one, in the games that they had together."""
        rows = []
        for at, discipline in enumerate(self.tally.disciplines):
            met, beaten = self.tally.met[at], self.tally.beaten[at]
            for pair in np.argwhere(met > 0).tolist():
                one, other = pair
                games, wins, losses = met[one, other], beaten[one, other], beaten[other, one]
                names = [
                    name for bot in pair for name in (self.bots[bot].name, self.bots[bot].version)
                ]
                rate = f"{(games + wins - losses) / (2 * games):.4f}"
                rows.append((*discipline, *names, games, wins, games - wins - losses, losses, rate))
        names = ["ruleset", "seats", "bot", "version", "opponent", "opponent_version"]
        return pd.DataFrame(rows, columns=[*names, "games", "wins", "draws", "losses", "win_rate"])

    def seat_advantage(self) -> pd.DataFrame:
        """How often each seat wins, whoever sits there; each bot has every seat equally often."""
        rows = []
        for at, discipline in enumerate(self.tally.disciplines):
            games, wins = (self.tally.of_seats(name, at) for name in ("games", "wins"))
            low_high = rate_intervals([Wins(wins, games)], [1.0], self._prior)
            for seat in range(discipline.seats):
                played, won = games[:, seat].sum(), wins[:, seat].sum()
                if played:
                    figures = (f"{rate:.4f}" for rate in (won / played, *low_high[seat]))
                    rows.append((*discipline, seat, played, won, *figures))
        names = ["win_rate", "win_rate_low", "win_rate_high"]
        return pd.DataFrame(rows, columns=["ruleset", "seats", "seat", "games", "wins", *names])

    def has_played(self, bot: int) -> bool:
        """Whether a bot, by its number in the roster, has a line in the table."""
        roster = self.tally.roster
        return bot in roster and bool(self._played(self.scopes[-1])[roster.index(bot)])

    def place(self, bot: int) -> tuple[int, int]:
        """A bot's place in the leaderboard, and how many bots are in it."""
        order = self.ranked(self.scopes[-1]).index.tolist()
        return order.index(self.tally.roster.index(bot)) + 1, len(order)

    def sigmas(self) -> dict[int, float]:
        """The sigma of each bot in the table, by its number in the roster."""
        frame = self.ranked(self.scopes[-1])
        roster = self.tally.roster
        return {roster[at]: float(sigma) for at, sigma in frame["sigma"].items()}

    def rounds(self, scope: Scope) -> int:
        """How many rounds the table is made from."""
        chosen = (at for at, weight in enumerate(scope.weights) if weight)
        return max(self.tally.rounds(at) for at in chosen)

    def _played(self, scope: Scope) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which bots have played in the disciplines of a scope, be it games that don't count."""
        chosen = np.array(scope.weights) > 0
        return np.asarray(self.tally.played[chosen].sum(axis=0) > 0)

    def _figures(self, scope: Scope) -> pd.DataFrame:
        """The bots with their ratings, sums and means, in the order of the tally."""
        mu, sigma = self._skills(scope)
        frame = pd.DataFrame(
            {
                "bot": [bot.name for bot in self.bots],
                "version": [bot.version for bot in self.bots],
                "rating": [exposed(Skill(*each)) for each in zip(mu, sigma, strict=True)],
                "mu": mu,
                "sigma": sigma,
            }
        )
        for name in ("games", "wins", "faults"):
            frame[name] = sum(
                self.tally.of_bots(name, at).sum(axis=0)
                for at, weight in enumerate(scope.weights)
                if weight
            )
        for name, (parts, wholes) in MEANS.items():
            frame[name] = self._mean(scope, parts, wholes)
        low_high = rate_intervals(self.tally.wins(), scope.weights, self._prior)
        frame["win_rate_low"], frame["win_rate_high"] = low_high[:, 0], low_high[:, 1]
        return frame

    def _mean(self, scope: Scope, parts: str, wholes: str) -> Figures:
        """The mean over disciplines of one measure for each of another."""
        every = range(len(self.tally.disciplines))
        below = [self.tally.of_bots(wholes, at) for at in every]
        found = [rates(self.tally.of_bots(parts, at), below[at]) for at in every]
        return mean_rate(found, played_weights(below, scope.weights))

    def _skills(self, scope: Scope) -> tuple[Figures, Figures]:
        """The mean of mu over the disciplines that a bot has played, and the sigma of that mean."""
        roster = self.tally.roster
        pools = [self._ratings.of(discipline) for discipline in self.tally.disciplines]
        mu = [np.array([pool[bot].mu for bot in roster]) for pool in pools]
        variance = [np.array([pool[bot].sigma ** 2 for bot in roster]) for pool in pools]
        weights = played_weights([one[None, :] for one in self.tally.played], scope.weights)
        squares = [weight**2 for weight in weights]
        return mean_rate(mu, weights), np.sqrt(mean_rate(variance, squares))


class Unrated(ArenaError):
    """Results that have no leaderboard, because people played."""


def csv_of(frame: pd.DataFrame) -> str:
    """A table as the text of its CSV file."""
    return str(frame.to_csv(index=False, lineterminator="\n"))


def formatted(frame: pd.DataFrame) -> pd.DataFrame:
    """A leaderboard with its values formatted as in its file; what is not known is left empty."""
    return pd.DataFrame(
        {
            name: ["" if value != value else form.format(value) for value in frame[name]]
            for name, form in COLUMNS.items()
        }
    )


def standings(manifest: Manifest, store: GameStore) -> Leaderboards:
    """The leaderboards of all stored games; there are none of games with people."""
    if manifest.people is not None:
        raise Unrated(f"{store.folder} holds {manifest.people.words()}, which is not rated")
    schedule = schedule_of(manifest)
    tally, ratings = Tally(manifest), Ratings(manifest)
    for tables in store.read_all(NEEDED):
        games: Sequence[int] = tables["games"]["game"].to_pylist()
        tally.add(tables, [schedule[game].round for game in games])
        ratings.add(tables)
    return Leaderboards(manifest, ratings, tally)
