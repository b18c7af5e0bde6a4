"""Checking the files of a results folder beside its games: tables, bots, and what is in excess."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Final

import pandas as pd
from msgspec import Struct, field

from arena.ranking.leaderboard import Leaderboards, csv_of, standings
from arena.results.columns import FILE as PAGE
from arena.results.files import SEAL, TEMPORARY
from arena.results.lock import FILE as LOCK
from arena.results.manifest import FILE as MANIFEST, Manifest, ManifestError, read_bot, schedule_of
from arena.results.seal import files_in
from arena.results.secret_file import FILE as SECRET
from arena.results.store import UNFINISHED, GameStore, parts_of
from arena.results.tables import SCHEMAS

SEATS: Final = "seat_advantage.csv"
"""The table that tells how many games all tables were made from."""
OWN: Final = (MANIFEST, SECRET, LOCK, SEAL, PAGE)
BOARDS: Final = "boards"
"""A folder for the boards that were played on, whose files have the names of the boards."""


class FolderCheck(Struct):
    """What was found in a results folder."""

    differences: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """What need not be wrong, for the run has not ended."""


def check_folder(folder: Path, manifest: Manifest, store: GameStore, sealed: bool) -> FolderCheck:
    """Compare the tables with what all stored games give, and find files that don't belong there.

    In a folder that is not sealed, tables may still be missing, or tell of fewer games. A game with
    people is not rated, so it has no tables.
    """
    found = FolderCheck()
    if manifest.people is not None:
        unknown = strays(folder, manifest, (), sealed)
        found.differences += [f"{folder / path} does not belong there" for path in unknown]
        return found
    boards = standings(manifest, store)
    tables = expected_tables(boards)
    told = games_told(folder)
    older = not sealed and told < boards.games
    (found.remarks if older else found.differences).extend(changed_tables(folder, tables))
    if told > boards.games:
        sentence = f"{folder / SEATS} tells of {told:,} games, but only {boards.games:,} are stored"
        found.differences.append(sentence)
    if sealed:
        absent = (folder / name for name in tables if not (folder / name).exists())
        found.differences += [f"{path} is not there" for path in absent]
    found.differences += boards.doubts()
    finished = sealed and boards.games == len(schedule_of(manifest))
    unknown = strays(folder, manifest, tables, finished)
    found.differences += [f"{folder / path} does not belong there" for path in unknown]
    return found


def expected_tables(boards: Leaderboards) -> dict[str, str]:
    """The text of each table that the stored games give, by the name of its file."""
    return {name: csv_of(frame) for name, frame in boards.files()} if boards.games else {}


def games_told(folder: Path) -> int:
    """How many games the table of seats was made from; 0 if there is none that can be read."""
    try:
        seats = pd.read_csv(folder / SEATS)
        return int(seats.loc[seats["seat"] == 0, "games"].sum())
    except (OSError, ValueError, KeyError, TypeError):  # its lines are compared anyway
        return 0


def changed_tables(folder: Path, tables: dict[str, str]) -> Iterator[str]:
    """The first line of each table that is not what the games give."""
    for name, expected in tables.items():
        try:
            there = (folder / name).read_bytes().decode("utf-8", "backslashreplace")
        except OSError:
            continue
        lines = zip_longest(there.split("\n"), expected.split("\n"), fillvalue="")
        for at, (line, right) in enumerate(lines, 1):
            if line != right:
                yield f"{folder / name}, line {at}: {line!r}, but the games give {right!r}"
                break


def bot_differences(folder: Path, manifest: Manifest) -> Iterator[str]:
    """The bots whose files are missing or not as they were when they played."""
    for bot in () if manifest.public else manifest.bots:
        if bot.person:
            continue
        try:
            read_bot(folder, bot)
        except ManifestError as error:
            yield str(error)


def is_copy(folder: Path, path: PurePosixPath, versions: Collection[str] | None) -> bool:
    """Whether a file is part of the copy of a bot: of one of these versions, or of any."""
    place, *rest = path.parts
    if place != "bots" or not rest:
        return False
    version = rest[0].removesuffix(".py")
    if len(rest) > 1 and (folder / place / f"{version}.py").exists():
        return False  # the file is the copy, and this folder beside it is none
    return versions is None or version in versions


def strays(
    folder: Path, manifest: Manifest, tables: Collection[str], finished: bool
) -> Iterator[str]:
    """The files in a folder that no command of arena has written there.

    Unless it is finished, there may be games in no part, and a bot that is not in the manifest yet.
    """
    parts = range(parts_of(len(schedule_of(manifest))))
    belonging = {*OWN, *tables, *(f"{t}/part-{n:05}.parquet" for t in SCHEMAS for n in parts)}
    versions = {bot.version for bot in manifest.bots}
    for name in sorted(files_in(folder)):
        path = PurePosixPath(name)
        if name in belonging or path.name.startswith(TEMPORARY) or path.parts[0] == BOARDS:
            continue
        if is_copy(folder, path, versions if finished else None):
            continue
        if path.parent.name == UNFINISHED and not finished:
            continue
        yield name
