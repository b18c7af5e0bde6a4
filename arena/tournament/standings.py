"""Where the bots stand, from all games that are stored."""

from arena.tournament.leaderboard import Leaderboards
from arena.tournament.manifest import Manifest, schedule_of
from arena.tournament.ratings import Ratings, outcomes
from arena.tournament.store import Store
from arena.tournament.tally import NEEDED, Tally


def standings(manifest: Manifest, store: Store, ratings: Ratings) -> Leaderboards:
    """The tables; games that have not been rated yet are."""
    schedule = schedule_of(manifest)
    tally = Tally(manifest)
    for tables in store.read_all(NEEDED):
        tally.add(tables)
        ratings.add(outcomes(tables, schedule))
    ratings.settle()
    return Leaderboards(manifest, ratings, tally)
