"""Leaderboards of games that nobody played."""

from collections.abc import Sequence

from arena.ranking.leaderboard import Leaderboards
from arena.ranking.ratings import Ratings
from arena.ranking.tally import Tally
from arena.results.manifest import Manifest, schedule_of
from arena.results.tables import Tables
from tests.tournament.mocks import manifest_of, tables_of


def boards_of(manifest: Manifest, tables: Tables, rounds: Sequence[int]) -> Leaderboards:
    """The tables of games that are stored, rated as they say who sat where."""
    tally, ratings = Tally(manifest), Ratings(manifest)
    tally.add(tables, rounds)
    ratings.add(tables)
    return Leaderboards(manifest, ratings, tally)


def ordered(names: list[str], *, seats: tuple[int, ...] = (2,), rounds: int = 8) -> Leaderboards:
    """The tables of a tournament in which the later of two bots always wins, and wins 10 points."""
    manifest = manifest_of(names, seats=seats, rounds=rounds)
    schedule = schedule_of(manifest)
    fixtures = [schedule[game] for game in range(len(schedule))]
    tables = [fixture.table for fixture in fixtures]
    seated = [bot for table in tables for bot in table]
    stored = tables_of(
        manifest,
        [fixture.game for fixture in fixtures],
        tables,
        [[1 + sum(other > bot for other in table) for bot in table] for table in tables],
        [(one.game, seat, 2.0 + one.table[seat]) for one in fixtures for seat in (0, 1)],
        score=[10 * bot for bot in seated],
        tickets_kept=[4] * len(seated),
        tickets_completed=seated,
        fault=["crash" if bot == 0 else None for bot in seated],
    )
    return boards_of(manifest, stored, [fixture.round for fixture in fixtures])
