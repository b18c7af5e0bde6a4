"""Decisions of stored games as arrays: what a bot saw, what it could do, what it did, what came.

The records hold every decision and every shuffle, so what a seat saw is worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
from msgspec import Struct
from numpy.typing import NDArray

from arena.errors import ArenaError, unknown
from arena.planning.arrays import ArrayLayout, layout_of, mask, numbering_of, observation, ways
from arena.referee.modules import rules_of
from arena.referee.record import Record, Row, own_board, plies_in, positions, rules_for
from arena.referee.view import SeatView
from arena.results.game_search import bots_meant
from arena.results.manifest import Manifest, results_of
from arena.results.store import GameStore
from arena.rl.rewards import by_place

Arrays = dict[str, NDArray[Any]]
"""Arrays by name, all with a row for each decision."""

NEEDED: Final = {
    "games": ["game", "ruleset", "seats", "bonuses"],
    "seats": ["game", "seat", "bot", "version", "score", "place", "fault_ply"],
    "moves": ["game", "seat", "phase", "action"],
}
COLUMNS: Final = {
    "observations": np.int16,
    "action_masks": np.int8,
    "actions": np.int32,
    "rewards": np.float32,
    "places": np.int8,
    "scores": np.int32,
    "games": np.int64,
    "plies": np.int32,
    "seats": np.int8,
    "bots": np.str_,
    "ways": np.int16,
}
"""The arrays of a dataset, with their types."""


class DatasetError(ArenaError):
    """A dataset that can't be made as asked, with the reason."""


class WantedDecisions(Struct, frozen=True, kw_only=True):
    """Whose decisions are wanted; what is None or empty may be anything."""

    bots: tuple[str, ...] = ()
    """Names or versions of bots."""
    seats: tuple[int, ...] = ()
    """Numbers of seats, from 0."""
    ruleset: str | None = None
    players: int | None = None
    """How many seats the games have."""
    won: bool = False
    """Only decisions of seats that came first."""
    games: int | None = None
    """From the first games only, this many of them."""
    ways: bool = False
    """Whether to add the plan for the tickets, as `arena.planning.arrays.Ways` lays it out."""


class GameRows(Struct, frozen=True):
    """A stored game: its record, and a row of `seats` for each seat."""

    game: int
    record: Record
    seats: list[dict[str, Any]]


class Decisions:
    """The decisions in a results folder, game by game; no more than a part is in memory."""

    def __init__(self, folder: Path, wanted: WantedDecisions) -> None:
        self.manifest = results_of(folder)
        self.wanted = wanted
        self.ruleset, self.players = the_only_games(self.manifest, wanted)
        self._store = GameStore(folder)
        bots = [number for name in wanted.bots for number in bots_meant(self.manifest, name)]
        self._bots = {(self.manifest.bots[n].name, self.manifest.bots[n].version) for n in bots}
        for seat in wanted.seats:
            if not 0 <= seat < self.players:
                raise DatasetError(f"there is no seat {seat} among {self.players}, from 0")

    @property
    def layout(self) -> ArrayLayout:
        """Where everything is in the observations."""
        return layout_of(rules_of(self.manifest.settings.rules(self.ruleset)), self.players)

    @property
    def damaged(self) -> list[str]:
        """A sentence for each file that could not be read."""
        return self._store.damaged

    def __iter__(self) -> Iterator[Arrays]:
        """The wanted decisions of one game after the other; games without any are left out."""
        for stored in self._games():
            chosen = {row["seat"]: row for row in stored.seats if self._is_wanted(row)}
            if chosen:
                arrays = decisions_in(stored, chosen, with_ways=self.wanted.ways)
                if len(arrays["actions"]):
                    yield arrays

    def _games(self) -> Iterator[GameRows]:
        """The games of the ruleset and number of seats, in order."""
        left = self.wanted.games
        for tables in self._store.read_all(NEEDED):
            for stored in stored_games(tables, self.manifest, self.ruleset, self.players):
                if left is not None:
                    if left == 0:
                        return
                    left -= 1
                yield stored

    def _is_wanted(self, row: dict[str, Any]) -> bool:
        """Whether a seat's decisions are wanted."""
        if self._bots and (row["bot"], row["version"]) not in self._bots:
            return False
        if self.wanted.seats and row["seat"] not in self.wanted.seats:
            return False
        return not self.wanted.won or row["place"] == 1


def the_only_games(manifest: Manifest, wanted: WantedDecisions) -> tuple[str, int]:
    """The ruleset and the number of seats that are meant: arrays of others have other sizes."""
    settings = manifest.settings
    if wanted.ruleset is not None and wanted.ruleset not in settings.rulesets:
        raise DatasetError(unknown("ruleset", wanted.ruleset, settings.rulesets))
    rulesets = settings.rulesets if wanted.ruleset is None else (wanted.ruleset,)
    if len(rulesets) > 1:
        raise DatasetError(f"of which ruleset? Say --ruleset: {', '.join(rulesets)}")
    if wanted.players is not None and wanted.players not in settings.seats:
        there = " or ".join(map(str, settings.seats))
        raise DatasetError(f"no game has {wanted.players} seats, only {there}")
    players = settings.seats if wanted.players is None else (wanted.players,)
    if len(players) > 1:
        raise DatasetError(
            f"games of how many seats? Say --players: {', '.join(map(str, players))}"
        )
    return rulesets[0], players[0]


def stored_games(
    tables: dict[str, pa.Table], manifest: Manifest, ruleset: str, players: int
) -> Iterator[GameRows]:
    """The games of a part, each with its rows of the other tables."""
    starts = {
        name: np.searchsorted(tables[name]["game"].to_numpy(), tables["games"]["game"].to_numpy())
        for name in ("seats", "moves")
    }
    for at, game in enumerate(tables["games"].to_pylist()):
        if game["ruleset"] != ruleset or game["seats"] != players:
            continue
        rows = {}
        for name, begins in starts.items():
            end = begins[at + 1] if at + 1 < len(begins) else len(tables[name])
            rows[name] = tables[name].slice(begins[at], end - begins[at]).to_pylist()
        told = tuple(Row(row["seat"], row["phase"], row["action"]) for row in rows["moves"])
        board = own_board(manifest.settings.rules(ruleset))
        record = Record(ruleset, players, tuple(game["bonuses"]), told, board)
        yield GameRows(game["game"], record, rows["seats"])


def decisions_in(stored: GameRows, chosen: dict[int, dict[str, Any]], with_ways: bool) -> Arrays:
    """The decisions of some seats of a game, up to a fault: what came after was not their own."""
    record = stored.record
    rules = rules_for(record)
    numbering = numbering_of(rules)
    views = {seat: SeatView(rules, record.seats, seat) for seat in chosen}
    found: dict[str, list[Any]] = {name: [] for name in COLUMNS if with_ways or name != "ways"}
    ply, log = 0, None
    for game in positions(record):
        events = game.events(log)
        ply, log = ply + plies_in(events), game.log
        for seat, view in views.items():
            for event in events:
                seen = event.seen_by(seat)
                if seen is not None:
                    view.learn(seen)
        row = chosen.get(game.seat)
        if game.over or row is None or (row["fault_ply"] is not None and ply >= row["fault_ply"]):
            continue
        view = views[game.seat]
        action = rules.parse(record.rows[ply].action)
        found["observations"].append(observation(view))
        found["action_masks"].append(mask(view))
        found["actions"].append(numbering.index_of(action, view))
        found["plies"].append(ply)
        found["seats"].append(game.seat)
        if with_ways:
            found["ways"].append(ways(view))
    add_outcomes(found, stored, chosen)
    return {name: np.array(values, COLUMNS[name]) for name, values in found.items()}


def add_outcomes(
    found: dict[str, list[Any]], stored: GameRows, chosen: dict[int, dict[str, Any]]
) -> None:
    """Add to each decision how its game came out for its seat."""
    rewards = by_place([row["place"] for row in stored.seats], [0] * len(stored.seats))
    for seat in found["seats"]:
        row = chosen[seat]
        found["rewards"].append(rewards[seat])
        found["places"].append(row["place"])
        found["scores"].append(row["score"])
        found["games"].append(stored.game)
        found["bots"].append(row["bot"])
