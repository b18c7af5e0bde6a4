"""How long it takes to rate games from nothing, to rate them with some more, and with what memory.

    python -m tests.ranking.rating_speed --bots 20 --seats 4 --games 100000

The games are made up, and come a thousand at a time, as from the parts of a results folder.
"""

import argparse
import resource
import time

import numpy as np
import pyarrow as pa

from arena.ranking.ratings import Ratings
from arena.results.manifest import Manifest
from arena.results.store import PART
from arena.results.tables import Tables
from arena.tournament.settings import Discipline
from tests.tournament.mocks import manifest_of

SPREAD = 20
"""By how much the best bot is better than the last, where 4 is the luck of a game."""


def part(manifest: Manifest, seats: int, rng: np.random.Generator) -> Tables:
    """A part of games at random tables, with ties now and then."""
    bots = len(manifest.bots)
    tables = rng.permuted(np.tile(np.arange(bots), (PART, 1)), axis=1)[:, :seats]
    scores = np.round(2 * rng.normal(np.linspace(0, SPREAD, bots)[tables], 25 / 6))
    places = 1 + np.sum(scores[:, None, :] > scores[:, :, None], axis=2)
    names, versions = (
        pa.array([getattr(bot, name) for bot in manifest.bots]).take(pa.array(tables.ravel()))
        for name in ("name", "version")
    )
    games = np.arange(PART)
    columns = {"game": games.repeat(seats), "bot": names, "version": versions}
    return {
        "games": pa.table({"game": games, "ruleset": ["usa"] * PART}),
        "seats": pa.table({**columns, "place": places.ravel()}),
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", type=int, default=20)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=100_000)
    words = parser.parse_args()
    manifest = manifest_of(words.bots, seats=(words.seats,))
    rng, ratings = np.random.default_rng(1), Ratings(manifest)
    discipline = Discipline("usa", words.seats)
    counting, rating = 0.0, []
    for portion in (words.games, PART):
        for _ in range(portion // PART):
            tables = part(manifest, words.seats, rng)
            start = time.process_time()
            ratings.add(tables)
            counting += time.process_time() - start
        start = time.process_time()
        ratings.of(discipline)
        rating.append(time.process_time() - start)
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{words.bots} bots, {words.games:,} games of {words.seats}: counted in {counting:.2f} s,"
        f" rated in {rating[0]:.2f} s, with {PART:,} more in {rating[1]:.2f} s,"
        f" {largest:.0f} MB; doubts: {ratings.doubts() or 'none'}"
    )


if __name__ == "__main__":
    main()
