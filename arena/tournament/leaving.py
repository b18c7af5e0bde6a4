"""Taking a bot out of the table: withdrawn with its games rated, or disqualified without them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, unknown
from arena.results.manifest import Entry, Manifest, ManifestError, results_of, write_manifest
from arena.results.seal import seal
from arena.tournament.growth import with_disqualified, with_withdrawn
from arena.tournament.run import Tournament, lock_folder

SHORTEST: Final = 4
"""The fewest letters of a version that can name a bot."""


class LeavingRefused(ArenaError):
    """Results from which no bot can be taken as they are."""


def withdraw(folder: Path, name: str, say: Callable[[str], None]) -> Tournament:
    """Take a bot, by its name or version, out of the leaderboard; its games stay."""

    def left(manifest: Manifest) -> Manifest:
        there = {at: bot for at, bot in enumerate(manifest.bots) if bot.present}
        return with_withdrawn(manifest, find_entry(there, folder, name), True)

    return changed(folder, left, say)


def disqualify(folder: Path, name: str, undo: bool, say: Callable[[str], None]) -> Tournament:
    """Let the table be as if a bot had never played, or undo that; its games stay stored."""

    def left(manifest: Manifest) -> Manifest:
        there = {at: bot for at, bot in enumerate(manifest.bots) if bot.disqualified == undo}
        return with_disqualified(manifest, find_entry(there, folder, name), not undo)

    return changed(folder, left, say)


def changed(
    folder: Path, change: Callable[[Manifest], Manifest], say: Callable[[str], None]
) -> Tournament:
    """Change who is in the table of a folder, and write the tables anew."""
    results_of(folder)
    with lock_folder(folder, say):
        manifest = change(results_of(folder))
        tournament = Tournament(folder, manifest)
        boards = tournament.leaderboards
        if tournament.store.damaged:
            raise LeavingRefused(f"{tournament.store.damaged[0]}: run the tournament again first")
        write_manifest(folder, manifest)
        boards.write(folder)
        seal(folder)
        return tournament


def find_entry(bots: Mapping[int, Entry], folder: Path, name: str) -> int:
    """The number of the one bot, of these, that has this name or version."""
    found = [at for at, bot in bots.items() if bot.name == name]
    found = found or [at for at, bot in bots.items() if is_meant(bot, name)]
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(f"{bots[at].name}@{bots[at].version}" for at in found)
        raise ManifestError(f"{folder} has several bots {name}: say which, {several}")
    names = [bot.name for bot in bots.values()]
    raise ManifestError(f"in {folder} {unknown('bot', name, names or ['none'])}")


def is_meant(bot: Entry, text: str) -> bool:
    """Whether a text is a bot's version or name@version; a version may be cut short."""
    name, _, version = text.rpartition("@")
    return len(version) >= SHORTEST and bot.version.startswith(version) and name in ("", bot.name)
