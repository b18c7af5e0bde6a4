"""How a tournament grows: rounds that are added, bots that join or leave, as its manifest says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from arena.match.source import Source
from arena.results.manifest import (
    Entry,
    Manifest,
    ManifestError,
    entry,
    joined,
    schedule_of,
    write_bot,
    write_manifest,
)
from arena.tournament.configuration import Configuration
from arena.tournament.names import imitated, imitation
from arena.tournament.sittings import Extension, Joining


def grow(
    folder: Path, manifest: Manifest, wanted: Configuration, say: Callable[[str], None]
) -> Manifest:
    """Let the tournament in a folder grow to what a configuration wants: more rounds, more bots."""
    there, here = manifest.settings.rounds, wanted.settings.rounds
    if here < there:
        say(f"{folder} has grown to {there:,} rounds: it goes on with those, not with {here:,}")
    more = newcomers(manifest, wanted.bots)
    if here <= there and not more:
        return manifest
    if manifest.revealed is not None:
        raise ManifestError(
            f"the secret of {folder} has been revealed, so that its deals are known: it can't grow"
        )
    grown = enlarged(manifest, wanted)
    for bot in more:
        write_bot(folder, bot)
    write_manifest(folder, grown)
    return grown


def newcomers(manifest: Manifest, bots: Iterable[Source]) -> list[Source]:
    """Those of the bots that are not in the roster."""
    return [bot for bot in bots if joined(bot, manifest.bots) not in manifest.bots]


def enlarged(manifest: Manifest, wanted: Configuration) -> Manifest:
    """The manifest with the rounds and the bots that a configuration has more."""
    rounds = wanted.settings.rounds
    grown = with_rounds(manifest, rounds) if rounds > manifest.settings.rounds else manifest
    for bot in newcomers(manifest, wanted.bots):
        grown = with_bot(grown, bot)
    return grown


def with_rounds(manifest: Manifest, rounds: int) -> Manifest:
    """The manifest with this number of rounds, which is more than before."""
    more = Extension(manifest.settings.rounds, rounds, absent(manifest))
    return sound(
        msgspec.structs.replace(
            manifest,
            settings=msgspec.structs.replace(manifest.settings, rounds=rounds),
            stages=(*manifest.stages, more),
        )
    )


def with_bot(manifest: Manifest, bot: Source) -> Manifest:
    """The manifest with one bot more, and its games; a name that imitates another is refused."""
    other = imitated(bot.name, (there.name for there in manifest.bots))
    if other is not None:
        raise ManifestError(imitation(bot.name, other))
    gone = absent(manifest)
    tables = schedule_of(manifest).usual_tables(gone)
    return sound(
        msgspec.structs.replace(
            manifest,
            bots=(*manifest.bots, entry(bot)),
            stages=(*manifest.stages, Joining(len(manifest.bots), gone, tables)),
        )
    )


def sound(manifest: Manifest) -> Manifest:
    """The manifest, unless it has more games than can be numbered."""
    schedule_of(manifest)
    return manifest


def absent(manifest: Manifest) -> tuple[int, ...]:
    """The bots that have been withdrawn or disqualified."""
    return tuple(number for number, bot in enumerate(manifest.bots) if not bot.present)


def with_withdrawn(manifest: Manifest, number: int, gone: bool) -> Manifest:
    """The manifest with a bot marked as withdrawn, or as present again."""
    return with_entry(
        manifest, number, msgspec.structs.replace(manifest.bots[number], withdrawn=gone)
    )


def with_disqualified(manifest: Manifest, number: int, gone: bool) -> Manifest:
    """The manifest with a bot marked as disqualified, or not any more."""
    return with_entry(
        manifest, number, msgspec.structs.replace(manifest.bots[number], disqualified=gone)
    )


def with_entry(manifest: Manifest, number: int, bot: Entry) -> Manifest:
    """The manifest with another entry for one of its bots."""
    bots = list(manifest.bots)
    bots[number] = bot
    return msgspec.structs.replace(manifest, bots=tuple(bots))
