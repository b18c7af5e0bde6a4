"""Finding stored games (`arena games`): of a bot, won, lost or faulty, by opponent and margin."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow.compute as pc
from msgspec import Struct
from numpy.typing import NDArray

from arena.errors import ArenaError, unknown
from arena.ranking.seated import numbers_of, roster_numbers
from arena.results.manifest import Manifest, results_of
from arena.results.store import GameStore
from arena.results.tables import Tables
from arena.tournament.leaving import is_meant
from arena.words import Word

NEEDED: Final = {
    "games": ["game", "ruleset"],
    "seats": ["game", "seat", "bot", "version", "score", "place", "fault"],
}
"""The tables and columns that games are found by."""

Numbers = NDArray[np.int64]
Chosen = NDArray[np.bool_]


class GameSearchError(ArenaError):
    """A search that can't find anything, with the reason."""


class GameOrder(Word):
    """Which games come first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    CLOSEST = "closest"
    WIDEST = "widest"


def named_order(name: str) -> GameOrder:
    """An order by its name; one that there is not names the nearest."""
    if name not in list(GameOrder):
        raise GameSearchError(unknown("order", name, list(GameOrder)))
    return GameOrder(name)


class GameSearch(Struct, frozen=True, kw_only=True):
    """What games are looked for; what is None or empty may be anything."""

    bot: str | None = None
    """The bot that the game is told of; else it is told of its winner."""
    won: bool = False
    lost: bool = False
    faulty: bool = False
    against: tuple[str, ...] = ()
    ruleset: str | None = None
    seats: int | None = None
    margin: int | None = None
    """The most points between the bot and the best of the others."""


class SeatFound(Struct, frozen=True):
    """A seat of a game that was found."""

    seat: int
    bot: str
    version: str
    place: int
    score: int
    fault: str | None


class GameFound(Struct, frozen=True):
    """A game that was found, told of one of its seats."""

    game: int
    ruleset: str
    seats: int
    own: SeatFound
    margin: int
    """The points by which its score is above that of the best other seat."""
    others: list[SeatFound]
    """The other seats, by place."""


class GamesFound(Struct, frozen=True):
    """The games that a search found."""

    manifest: Manifest
    total: int
    """How many games were found."""
    games: list[GameFound]
    """The first of them, as many as were asked for."""
    damaged: list[str]
    """A sentence for each file that could not be read."""


def find_games(
    folder: Path, search: GameSearch, order: GameOrder = GameOrder.NEWEST, most: int | None = None
) -> GamesFound:
    """Look for games in a folder, part by part: no more than one part is in memory."""
    manifest, store = results_of(folder), GameStore(folder)
    sieve = Sieve(manifest, search)
    total, found = 0, list[GameFound]()
    for tables in store.read_all(NEEDED):
        if len(tables["games"]):
            part = PartOfGames(tables, manifest)
            rows = sieve.rows(part)
            total += len(rows)
            found += map(part.found, first(part, rows, order, most))
    found.sort(key=sort_key(order))
    return GamesFound(manifest, total, found[:most], store.damaged)


class PartOfGames:
    """The seats of the games of a part as arrays, a row a seat, game by game."""

    def __init__(self, tables: Tables, manifest: Manifest) -> None:
        self.seats = tables["seats"]
        self.rulesets = tables["games"]["ruleset"].combine_chunks()
        self.games = self.seats["game"].to_numpy()
        self.bots = numbers_of(self.seats, roster_numbers(manifest.bots))
        self.places = self.seats["place"].to_numpy()
        self.scores = self.seats["score"].to_numpy().astype(np.int64)
        self.faulty: Chosen = self.seats["fault"].is_valid().to_numpy()
        self.starts = np.flatnonzero(np.diff(self.games, prepend=-1))
        self.sizes = np.diff(np.append(self.starts, len(self.games)))
        self.at = np.repeat(np.arange(len(self.starts)), self.sizes)
        """For each row, which of the games it belongs to."""
        self.margins = self._margins()

    def winners(self) -> Chosen:
        """The rows of the winners, one a game: of several the first."""
        found = np.zeros(len(self.games), bool)
        found[np.lexsort((self.places, self.at))[self.starts]] = True
        return found

    def in_game(self, rows: Chosen) -> Numbers:
        """For each row, how many rows of its game are among these."""
        counted: Numbers = np.add.reduceat(rows.astype(np.int64), self.starts)[self.at]
        return counted

    def found(self, row: int) -> GameFound:
        """The game of a row, told of that row's seat."""
        at = self.at[row]
        start = int(self.starts[at])
        rows = self.seats.slice(start, int(self.sizes[at])).to_pylist()
        seats = [seat_found(one) for one in rows]
        own = seats.pop(row - start)
        game, margin = int(self.games[row]), int(self.margins[row])
        others = sorted(seats, key=lambda seat: (seat.place, seat.seat))
        return GameFound(game, self.rulesets[at].as_py(), len(rows), own, margin, others)

    def _margins(self) -> Numbers:
        """For each row, the points by which it is above the best other row of its game."""
        order = np.lexsort((-self.scores, self.at))
        best, second = order[self.starts], order[self.starts + 1]
        rival = self.scores[best][self.at]
        rival[best] = self.scores[second]
        margins: Numbers = self.scores - rival
        return margins


def seat_found(row: dict[str, Any]) -> SeatFound:
    """A row of `seats`, as it is told."""
    return SeatFound(**{name: row[name] for name in SeatFound.__struct_fields__})


class Sieve:
    """Keeps the rows of `seats` that are looked for; names that nothing has are refused."""

    def __init__(self, manifest: Manifest, search: GameSearch) -> None:
        if (search.won or search.lost) and search.bot is None:
            raise GameSearchError("won or lost by whom? Say --bot with a bot's name")
        if search.won and search.lost:
            raise GameSearchError("no game is both --won and --lost")
        self._search = search
        self._bots = None if search.bot is None else bots_meant(manifest, search.bot)
        self._against = [bots_meant(manifest, name) for name in search.against]
        settings = manifest.settings
        if search.ruleset is not None and search.ruleset not in settings.rulesets:
            raise GameSearchError(unknown("ruleset", search.ruleset, settings.rulesets))
        if search.seats is not None and search.seats not in settings.seats:
            there = " or ".join(map(str, settings.seats))
            raise GameSearchError(f"no game has {search.seats} seats, only {there}")

    def rows(self, part: PartOfGames) -> Numbers:
        """The rows of the seats that the games which are looked for are told of."""
        kept = part.winners() if self._bots is None else np.isin(part.bots, self._bots)
        for test in self._tests(part):
            kept &= test
        return np.flatnonzero(kept)

    def _tests(self, part: PartOfGames) -> Iterator[Chosen]:
        """For each thing that is looked for, the rows that have it."""
        search = self._search
        if search.won or search.lost:
            yield (part.places == 1) == search.won
        if search.faulty:
            yield part.faulty if self._bots is not None else part.in_game(part.faulty) > 0
        if search.ruleset is not None:
            of_game = pc.equal(part.rulesets, search.ruleset).to_numpy(zero_copy_only=False)
            yield of_game[part.at]
        if search.seats is not None:
            yield (part.sizes == search.seats)[part.at]
        if search.margin is not None:
            yield np.abs(part.margins) <= search.margin
        for rivals in self._against:
            there = np.isin(part.bots, rivals)
            yield part.in_game(there) > there


def bots_meant(manifest: Manifest, text: str) -> list[int]:
    """The bots that have this name, in all their versions, or this version."""
    found = [at for at, bot in enumerate(manifest.bots) if bot.name == text]
    found = found or [at for at, bot in enumerate(manifest.bots) if is_meant(bot, text)]
    if not found:
        raise GameSearchError(unknown("bot", text, {bot.name for bot in manifest.bots}))
    return found


def first(part: PartOfGames, rows: Numbers, order: GameOrder, most: int | None) -> Collection[int]:
    """Those of the rows that come first."""
    games, wide = part.games[rows], np.abs(part.margins[rows])
    keys = {
        GameOrder.NEWEST: (-games,),
        GameOrder.OLDEST: (games,),
        GameOrder.CLOSEST: (-games, wide),
        GameOrder.WIDEST: (-games, -wide),
    }
    chosen: list[int] = rows[np.lexsort(keys[order])[:most]].tolist()
    return chosen


def sort_key(order: GameOrder) -> Callable[[GameFound], tuple[int, ...]]:
    """What games of several parts are sorted by, as `first` does within one."""
    keys: dict[GameOrder, Callable[[GameFound], tuple[int, ...]]] = {
        GameOrder.NEWEST: lambda found: (-found.game,),
        GameOrder.OLDEST: lambda found: (found.game,),
        GameOrder.CLOSEST: lambda found: (abs(found.margin), -found.game),
        GameOrder.WIDEST: lambda found: (-abs(found.margin), -found.game),
    }
    return keys[order]
