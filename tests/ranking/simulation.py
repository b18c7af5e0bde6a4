"""Simulated tournaments of bots whose true strength is known: do the tables hold what they promise?

`python -m tests.ranking.simulation` plays 2,000 tournaments in each of many settings, a few minutes
of processor time, and prints how often intervals held the truth and places were right. Two thousand
tournaments tell 95% from 96.5%. `--list` prints every setting; numbers choose rounds. The constants
of intervals and places were chosen on this model. `--skewed` is another one, which they have not
seen: all luck is exponential, and deals suit bots twice as differently.

A bot's score in a game is its strength + deal x bot (0.3) + deal x seat (0.5) + deal x bot x seat
(0.5) + game (0.8), all normal with these standard deviations. Where every game has its own deal all
of that is new in each game; with duplicates the first three are the same in all games of a round.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ranking.intervals import Wins, prior_of, rate_intervals
from arena.ranking.places import FULL, Shares, place_ranges, surely_better
from arena.results.manifest import schedule_of
from tests.tournament.mocks import manifest_of

TOURNAMENTS = 2000
SEED = 1
ROUNDS = (5, 10, 30, 100)
TRUTHS = ("equal", "spread", "one strong", "ring")
TABLES: tuple[tuple[int, tuple[int, ...]], ...] = (
    *((2, (2,)), (5, (2,)), (5, (4,)), (5, (5,)), (5, (2, 4))),
    *((20, (2,)), (20, (4,)), (20, (5,)), (20, (2, 5))),
)
"""How many bots at tables of how many seats."""
BOT, SEAT, BOT_SEAT, GAME = 0.3, 0.5, 0.5, 0.8
RING = 0.8
AT_ONCE = 6_000_000
"""How many seats are played at a time, to keep memory small."""
MOST_TABLES = 200
"""With more combinations of bots than this, tables are drawn evenly."""

Array = NDArray[np.float64]


class Setting(NamedTuple):
    """What is simulated."""

    truth: str
    bots: int
    seats: tuple[int, ...]
    rounds: int
    duplicate: bool
    skewed: bool = False


class Verdict(NamedTuple):
    """How often the tables of a setting were right."""

    coverage: float
    """How often the interval of a win rate held the truth."""
    lowest: float
    """The same for the bot with the lowest."""
    right: float
    """How often the places of all bots together were right."""
    width: float
    """The mean width of an interval."""
    apart: float
    """How many of the pairs that differ were told apart."""


class Cells:
    """Adding up figures of seats by cell, for many tournaments at once."""

    def __init__(self, cells: NDArray[np.int64], number: int) -> None:
        self._order = np.argsort(cells, kind="stable")
        self._starts = np.searchsorted(cells[self._order], np.arange(number))
        self.counts = np.bincount(cells, minlength=number)

    def sums(self, figures: NDArray[np.float32]) -> Array:
        """The sums over the cells, tournament by tournament."""
        ordered = np.append(figures[:, self._order], np.zeros((len(figures), 1)), axis=1)
        found = np.add.reduceat(ordered, self._starts, axis=1)
        found[:, self.counts == 0] = 0
        return found


class Discipline:
    """The games of one number of seats, played at once in many tournaments."""

    def __init__(self, setting: Setting, seats: int) -> None:
        self._setting = setting
        bots, rounds = setting.bots, setting.rounds
        drawn = "balanced" if comb(bots, seats) > MOST_TABLES else "all"
        manifest = manifest_of(bots, seats=(seats,), rounds=rounds, schedule=drawn)
        schedule = schedule_of(manifest)
        sittings = [schedule[game] for game in range(len(schedule))]
        self.tables = np.array([one.table for one in sittings])
        self._rounds = np.array([one.round for one in sittings])
        self._by_bot = Cells((self._rounds[:, None] * bots + self.tables).ravel(), rounds * bots)
        pairs = [
            self.tables[:, one] * bots + self.tables[:, other]
            for one, other in product(range(seats), repeat=2)
        ]
        self._by_pair = Cells(np.concatenate(pairs), bots * bots)

    def play(self, rng: np.random.Generator, tournaments: int) -> tuple[Wins, Shares]:
        """The results of all games."""
        share = shares_of(self._scores(rng, tournaments))
        bots, rounds, seats = self._setting.bots, self._setting.rounds, self.tables.shape[1]
        flat = share.reshape(tournaments, -1)
        shape = (tournaments, rounds, bots)
        games = np.broadcast_to(self._by_bot.counts.reshape(rounds, bots), shape)
        products = np.concatenate(
            [
                share[:, :, one] * share[:, :, other]
                for one, other in product(range(seats), repeat=2)
            ],
            axis=1,
        )
        wins = self._by_bot.sums((flat > FULL - 0.5).astype(np.float32)).reshape(shape)
        pair = (tournaments, bots, bots)
        return Wins(wins, games), Shares(
            self._by_bot.sums(flat).reshape(shape),
            games,
            self._by_pair.sums(products).reshape(pair),
            np.broadcast_to(self._by_pair.counts.reshape(bots, bots), pair),
        )

    def _scores(self, rng: np.random.Generator, tournaments: int) -> NDArray[np.float32]:
        """The score of each seat in each game of each tournament."""
        games, seats = self.tables.shape
        bots, rounds = self._setting.bots, self._setting.rounds

        skewed = self._setting.skewed
        law = rng.standard_exponential if skewed else rng.standard_normal
        bot = 2 * BOT if skewed else BOT

        def drawn(deviation: float, *shape: int) -> NDArray[np.float32]:
            found = law((tournaments, *shape), dtype=np.float32)
            found *= np.float32(deviation)
            return found

        if self._setting.duplicate:
            row, seat = self._rounds[:, None], np.arange(seats)
            scores = drawn(GAME, games, seats)
            scores += drawn(bot, rounds, bots)[:, row, self.tables]
            scores += drawn(SEAT, rounds, seats)[:, row, seat]
            scores += drawn(BOT_SEAT, rounds, bots, seats)[:, row, self.tables, seat]
        else:
            scores = drawn((bot**2 + SEAT**2 + BOT_SEAT**2 + GAME**2) ** 0.5, games, seats)
        scores += self._strengths().astype(np.float32)
        return scores

    def _strengths(self) -> Array:
        """The strength of the bot in each seat of each game; in a ring, against those there."""
        bots, truth = self._setting.bots, self._setting.truth
        if truth == "spread":
            return np.linspace(1, -1, bots)[self.tables]
        if truth == "one strong":
            return np.where(self.tables == 0, 3.0, 0.0)
        if truth == "ring":
            ahead = (self.tables[:, None, :] - self.tables[:, :, None]) % bots
            edge = np.sign(bots - 2 * ahead) * (ahead > 0)
            return RING * edge.sum(axis=2) / (self.tables.shape[1] - 1)
        return np.zeros(self.tables.shape)


def shares_of(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """The share of opponents that each seat comes before, in units of FULL."""
    seats = scores.shape[2]
    found = np.zeros_like(scores)
    for one in range(seats):
        for other in range(seats):
            found[:, :, one] += scores[:, :, one] > scores[:, :, other]
    return found * np.float32(FULL // (seats - 1))


def judged(setting: Setting, tournaments: int, seed: int = SEED) -> Verdict:
    """How often the tables of this many tournaments are right."""
    disciplines = [Discipline(setting, seats) for seats in setting.seats]
    weights = [1 / len(disciplines)] * len(disciplines)
    prior = prior_of(setting.duplicate)
    truth_number = TRUTHS.index(setting.truth)
    words = (seed, truth_number, setting.bots, *setting.seats, setting.rounds, setting.duplicate)
    rng = np.random.default_rng([int(word) for word in words])
    at_once = max(1, AT_ONCE // sum(one.tables.size * one.tables.shape[1] for one in disciplines))
    rate, share, low_high, better = [], [], [], []
    for first in range(0, tournaments, at_once):
        played = [one.play(rng, min(at_once, tournaments - first)) for one in disciplines]
        wins, shares = [one[0] for one in played], [one[1] for one in played]
        rate.append(np.mean([one.wins.sum(1) / one.games.sum(1) for one in wins], axis=0))
        share.append(np.mean([one.shares.sum(1) / one.games.sum(1) for one in shares], axis=0))
        low_high.append(rate_intervals(wins, weights, prior))
        better.append(surely_better(shares, weights, prior))
    rates, intervals = np.concatenate(rate), np.concatenate(low_high)
    truth = rates.mean(axis=0)
    held = (intervals[..., 0] <= truth) & (truth <= intervals[..., 1])
    ahead = truly_better(np.concatenate(share) / FULL)
    found = np.concatenate(better)
    return Verdict(
        held.mean(),
        held.mean(axis=0).min(),
        right_places(found, ahead).mean(),
        np.diff(intervals)[..., 0].mean(),
        found[:, ahead].mean() if ahead.any() else np.nan,
    )


def truly_better(shares: Array) -> NDArray[np.bool_]:
    """Which bot is better than which: by means over all tournaments, if these differ clearly."""
    apart = shares[:, :, None] - shares[:, None, :]
    error = apart.std(axis=0) / len(shares) ** 0.5
    return np.asarray(apart.mean(axis=0) > 4 * error)


def right_places(found: NDArray[np.bool_], truth: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """In which tournaments the places of every bot hold all places that it may truly have."""
    told, true = place_ranges(found), place_ranges(truth)
    within = (told[..., 0] <= true[..., 0]) & (true[..., 1] <= told[..., 1])
    return np.asarray(within.all(axis=-1))


def settings(rounds: Iterable[int], skewed: bool) -> Iterator[Setting]:
    """All settings that are simulated."""
    for duplicate, number, (bots, seats), truth in product((False, True), rounds, TABLES, TRUTHS):
        if bots > 2 or truth != "ring":  # two bots make no ring
            yield Setting(truth, bots, seats, number, duplicate, skewed)


def row(words: Sequence[str], verdicts: Sequence[Verdict], equal: Sequence[Verdict]) -> str:
    """A line of the table, over some settings; among them those in which all bots are equal."""
    covered = [one.coverage for one in verdicts]
    figures = [
        f"{len(verdicts)}",
        f"{np.mean(covered):.1%}",
        f"{min(covered):.1%}",
        f"{np.mean([one.right for one in verdicts]):.1%}",
        f"{min(one.right for one in verdicts):.1%}",
        f"{1 - min(one.right for one in equal):.1%}",
    ]
    return f"| {' | '.join([*words, *figures])} |"


def main() -> None:
    """Simulate every setting and print the table."""
    found = {}
    rounds = [int(word) for word in sys.argv[1:] if word.isdigit()] or ROUNDS
    for setting in settings(rounds, "--skewed" in sys.argv):
        found[setting] = one = judged(setting, TOURNAMENTS)
        if "--list" in sys.argv:
            figures = " ".join(f"{figure:.4f}" for figure in one)
            print(*setting, figures, flush=True)
    heads = ("deals", "rounds", "settings", "intervals hold", "lowest", "places right", "lowest")
    print(f"| {' | '.join([*heads, 'equal bots parted, at most'])} |")
    print("|---" * 8 + "|")
    for duplicate, number in [*product((False, True), rounds), (None, None)]:
        chosen = {
            setting: one
            for setting, one in found.items()
            if number is None or (setting.duplicate, setting.rounds) == (duplicate, number)
        }
        equal = [one for setting, one in chosen.items() if setting.truth == "equal"]
        words = ("all", "") if number is None else (DEALS[bool(duplicate)], str(number))
        print(row(words, list(chosen.values()), equal))


DEALS = {False: "own", True: "duplicate"}

if __name__ == "__main__":
    main()
