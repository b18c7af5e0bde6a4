"""Handing results on (`arena export`): a copy without the secret, or one that all may see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.match.source import Source
from arena.results.board_copies import FOLDER as BOARDS, boards_of, write_boards
from arena.results.columns import FILE as PAGE, page
from arena.results.files import SEAL, explained, put_in_place, write_whole
from arena.results.manifest import (
    FILE as MANIFEST,
    Manifest,
    read_roster,
    results_of,
    write_bot,
    write_manifest,
)
from arena.results.seal import seal
from arena.results.store import EVERYTHING, PART, GameStore, parquet
from arena.results.tables import SCHEMAS, WORDS, Tables, pack
from arena.tournament.run import look
from arena.tournament.submit import warnings

QUOTING: Final = ("sentence", "traceback", "output")
"""The columns of faults that quote bots: their code, their errors and what they print."""
CONTENTS: Final = frozenset({*SCHEMAS, MANIFEST, PAGE, SEAL, BOARDS, "bots", "unfinished"})
"""What an exported folder holds, beside CSV files."""


class ExportRefused(ArenaError):
    """Results that can't be handed on, or not to that place."""


class FullCopy:
    """All but the secret, for those who may see every bot: co-organisers, an archive."""

    without = "without its secret"

    def check(self, manifest: Manifest) -> None:
        """Refuse results that must not be handed on like this."""

    def manifest(self, manifest: Manifest) -> Manifest:
        """The manifest as it is handed on."""
        return manifest

    def tables(self, tables: Tables) -> Tables:
        """The tables as they are handed on."""
        return tables

    def bots(self, folder: Path, manifest: Manifest) -> tuple[Source, ...]:
        """The bots whose files are handed on."""
        return read_roster(folder, manifest)


class PublicCopy(FullCopy):
    """What all may see during a contest: nothing of what teams keep from each other.

    The seeds of played games stay. A game's seed tells the piles of that game alone, which its
    moves tell anyway; only duplicates have the same piles in games that are still to be played.
    """

    without = "without its secret, and without sources, parameters and words of the bots"

    def check(self, manifest: Manifest) -> None:
        """Refuse a tournament whose played games tell the cards of games to come."""
        settings = manifest.settings
        if settings.duplicate and settings.seed is None and manifest.revealed is None:
            raise ExportRefused(
                "duplicate = true: the games of a round have the same piles, so that those that"
                " were played tell the cards of others; reveal the secret first, at the end"
            )

    def manifest(self, manifest: Manifest) -> Manifest:
        """The manifest without the parameters and paths of bots, and what they import."""
        bots = tuple(replace(bot, file="", parameters={}, planning={}) for bot in manifest.bots)
        return replace(manifest, bots=bots, public=True)

    def tables(self, tables: Tables) -> Tables:
        """The tables with faults that quote nobody, and without the bots' own words."""
        faults = tables["faults"]
        silence = pa.array([""] * len(faults), pa.string())
        for name in QUOTING:
            at = faults.schema.get_field_index(name)
            faults = faults.set_column(at, faults.schema.field(name), silence)
        silent = {name: table for name, table in tables.items() if name != WORDS}
        return {**silent, "faults": faults}

    def bots(self, folder: Path, manifest: Manifest) -> tuple[Source, ...]:
        """No bot's file is handed on."""
        return ()


def export(
    folder: Path, target: Path, kind: FullCopy, force: bool, say: Callable[[str], None]
) -> str:
    """Copy results to a new folder, whole or not at all; returns a sentence that tells it.

    It needs no lock, and can be done while the tournament is being played.
    """
    manifest = results_of(folder)
    kind.check(manifest)
    refuse_place(folder, target, force)
    for warning in warnings(manifest.settings):
        say(warning)
    with put_in_place(target) as aside:
        write_boards(aside, manifest.settings)
        for bot in kind.bots(folder, manifest):
            write_bot(aside, bot)
        games = copy_games(folder, aside, kind)
        write_manifest(aside, kind.manifest(unchanged(folder, manifest)))
        look(aside).leaderboards.write(aside)
        about = page(manifest.settings.name, boards_of(manifest.settings))
        write_whole(aside / PAGE, about.encode())
        if (folder / SEAL).exists():  # else the run has not ended
            seal(aside)
    return f"{games:,} games of {folder} are in {target}, {kind.without}."


def copy_games(folder: Path, aside: Path, kind: FullCopy) -> int:
    """Copy all stored games; returns how many they are."""
    store, games = GameStore(folder), 0
    for tables in store.read_all(EVERYTHING):
        games += len(tables["games"])
        write_games(GameStore(aside), kind.tables(tables))
    if store.damaged:
        raise ExportRefused(f"{store.damaged[0]}: run the tournament again first")
    return games


def write_games(store: GameStore, tables: Tables) -> None:
    """Write games as parts, and those that can be in none yet as unfinished ones."""
    numbers = tables["games"]["game"].to_pylist()
    for part in sorted({number // PART for number in numbers}):
        own = [number for number in numbers if number // PART == part]
        first = [number for at, number in enumerate(own) if number == part * PART + at]
        if first and not store.path("games", part).exists():
            write_part(store, part, chosen(tables, first))
            own = own[len(first) :]
        if own:
            path = store.folder / "unfinished" / f"game-{own[0]:09}.arrow"
            write_whole(path, pack(chosen(tables, own)))


def write_part(store: GameStore, part: int, tables: Tables) -> None:
    """Write the files of a part, `games` last."""
    for name in reversed(tuple(tables)):
        write_whole(store.path(name, part), parquet(tables[name]))


def chosen(tables: Tables, games: list[int]) -> Tables:
    """The rows of these games."""
    here = pc.field("game").isin(pa.array(games, pa.int64()))
    return {name: table.filter(here) for name, table in tables.items()}


def unchanged(folder: Path, before: Manifest) -> Manifest:
    """The manifest as it is after all games were read; a tournament that has grown is refused."""
    now = results_of(folder)
    if replace(now, environments=()) != replace(before, environments=()):
        raise ExportRefused(f"{folder} has changed meanwhile: export it again")
    return now


def refuse_place(folder: Path, target: Path, force: bool) -> None:
    """Refuse a place that holds anything else than an export which may be replaced."""
    with explained(target):
        if target.resolve().is_relative_to(folder.resolve()):
            raise ExportRefused(f"{target} lies in the results themselves")
        there = list(target.iterdir()) if target.exists() else []
    for path in there:
        if not force:
            raise ExportRefused(f"{target} is there already, with {path.name}: say --force")
        if path.name not in CONTENTS and path.suffix != ".csv":
            raise ExportRefused(f"{target} is no exported folder: it holds {path.name}")
