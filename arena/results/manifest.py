"""The manifest of a results folder: its tournament, its bots, and the machines that played it."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, json

from arena import __version__
from arena.errors import ArenaError
from arena.match.source import Source
from arena.results.files import write_whole
from arena.tournament.configuration import Configuration, Settings
from arena.tournament.schedule import Joining, Schedule

FILE: Final = "manifest.json"
FORMAT: Final = 1
PACKAGES: Final = ("msgspec", "multiprocess", "pandas", "pyarrow", "trueskill")


class ManifestError(ArenaError):
    """A folder whose results belong to something else, or to nothing that can be read."""


class Entry(Struct, frozen=True):
    """A bot in the roster."""

    name: str
    version: str
    file: str
    parameters: dict[str, Any]
    withdrawn: bool = False
    """Whether it was taken out of the table; its games stay."""


class Environment(Struct, frozen=True):
    """What games were played with: isolation, Python, system and libraries."""

    isolation: str
    """The level of isolation that was reached."""
    python: str
    system: str
    packages: tuple[str, ...]


class Manifest(Struct, frozen=True, kw_only=True):
    """The contents of manifest.json: what a results folder holds."""

    format: int
    arena: str
    settings: Settings
    founders: int
    """How many bots the tournament began with; those after them joined later."""
    bots: tuple[Entry, ...]
    joinings: tuple[Joining, ...] = ()
    """The bots that joined later, in order."""
    environments: tuple[Environment, ...] = ()
    """All environments that games were played in."""


def environment(isolation: str) -> Environment:
    """The environment of this machine, at this level of isolation."""
    return Environment(
        isolation,
        platform.python_version(),
        f"{platform.system()} {platform.release()} {platform.machine()}",
        tuple(f"{name} {version(name)}" for name in PACKAGES),
    )


def begin(configuration: Configuration) -> Manifest:
    """The manifest of a tournament that has not begun."""
    return Manifest(
        format=FORMAT,
        arena=__version__,
        settings=configuration.settings,
        founders=len(configuration.bots),
        bots=tuple(map(entry, configuration.bots)),
    )


def schedule_of(manifest: Manifest) -> Schedule:
    """The games of a tournament as it has grown so far."""
    return Schedule(manifest.settings, manifest.founders, manifest.joinings)


def entry(bot: Source) -> Entry:
    """A bot's entry in the roster."""
    return Entry(bot.name, bot.version, bot.file, bot.parameters)


def bot_path(folder: Path, bot: Entry | Source) -> Path:
    """The path of a bot's copy in a results folder."""
    return folder / "bots" / f"{bot.version}.py"


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a folder; None if nothing was ever played into it."""
    path = folder / FILE
    try:
        contents = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from error
    try:
        manifest = json.decode(contents, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path} is damaged: {error}") from error
    if manifest.format != FORMAT:
        raise ManifestError(f"{path} has format {manifest.format}, this arena reads {FORMAT}")
    if not is_sound(manifest):
        raise ManifestError(f"{path} is damaged: its numbers don't fit together")
    return manifest


def is_sound(manifest: Manifest) -> bool:
    """Whether a manifest has seats, deals and bots, and names no bot that is not in its roster."""
    settings, bots = manifest.settings, range(len(manifest.bots))
    named = [number for one in manifest.joinings for number in (one.bot, *one.absent)]
    return (
        bool(settings.seats)
        and settings.deals >= 1
        and 1 <= manifest.founders <= len(bots)
        and all(number in bots for number in named)
    )


def results_of(folder: Path) -> Manifest:
    """The manifest of a folder that must have one."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise ManifestError(f"{folder} holds no results: it has no {FILE}")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder."""
    write_whole(folder / FILE, json.format(json.encode(manifest)) + b"\n")


def read_roster(folder: Path, manifest: Manifest) -> tuple[Source, ...]:
    """All bots of the roster, from their copies in the folder."""
    return tuple(read_bot(folder, bot) for bot in manifest.bots)


def read_bot(folder: Path, bot: Entry) -> Source:
    """A bot from its copy in the folder, which must still have the same version."""
    path = bot_path(folder, bot)
    try:
        source = Source(bot.name, bot.file, path.read_bytes(), bot.parameters)
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from error
    if source.version != bot.version:
        raise ManifestError(f"{path} is not the bot that played: its version is {source.version}")
    return source


def write_bot(folder: Path, bot: Source) -> None:
    """Keep a copy of a bot in the folder."""
    if not bot_path(folder, bot).exists():
        write_whole(bot_path(folder, bot), bot.code)


def differences(ours: Manifest, theirs: Manifest) -> list[str]:
    """How the tournament in a folder differs from one that is to be played into it."""
    found = []
    if ours.arena != theirs.arena:
        found.append(f"it was played by arena {theirs.arena}, this is {ours.arena}")
    here, there = msgspec.to_builtins(ours.settings), msgspec.to_builtins(theirs.settings)
    found += [
        f"{key} is {setting_text(there[key])} there and {setting_text(here[key])} here"
        for key in here
        if here[key] != there[key]
    ]
    return found + bot_differences(ours.bots, theirs.bots[: theirs.founders])


def bot_differences(ours: tuple[Entry, ...], theirs: tuple[Entry, ...]) -> list[str]:
    """How the bots that two tournaments begin with differ."""
    here, there = [(b.name, b.version) for b in ours], [(b.name, b.version) for b in theirs]
    changed = {name for name, _ in here} & {name for name, _ in there}
    replaced: set[str] = set()
    found = []
    for name, number in there:
        if (name, number) not in here:
            found.append(
                f"{name} has changed, it is version {number} there"
                if name in changed
                else f"{name} is only there"
            )
            replaced.add(name)
    found += [
        f"{name} is only here"
        for name, number in here
        if (name, number) not in there and name not in replaced
    ]
    return found or (["the bots are in another order"] if here != there else [])


def setting_text(value: object) -> str:
    """The value of a setting, for a message."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {item:g}" for key, item in value.items())
    return "the ruleset's own" if value is None else json.encode(value).decode()
