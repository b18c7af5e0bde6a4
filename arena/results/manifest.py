"""The manifest of a results folder: its tournament, its bots, and the machines that played it."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, json

from arena.errors import ArenaError, clipped
from arena.identity import engine
from arena.match.bot_folder import Folder
from arena.match.planning_files import PlanningFiles
from arena.match.source import Source
from arena.own_files import MAIN
from arena.results.board_copies import BoardCopyError, copied_board
from arena.results.files import unseal, write_folder, write_whole
from arena.tournament.configuration import Configuration, check_tables, settings_of
from arena.tournament.keys import DEEPEST, ConfigurationError, Keys, refuse_excess
from arena.tournament.names import is_name
from arena.tournament.paired_schedule import PairedSchedule
from arena.tournament.parameters import parameter_refusal
from arena.tournament.schedule import Schedule, SingleGame, first_rounds
from arena.tournament.secret import Secret, is_drawn
from arena.tournament.settings import BALANCED, PAIRED, SCHEDULES, SWAP, Settings
from arena.tournament.sittings import Extension, Joining, Stage

FILE: Final = "manifest.json"
FORMAT: Final = 3
"""The version of the results: any arena reads results that have its own number here."""
LONGEST: Final = 200
"""The most characters of a reason that a message repeats."""
EXCESS: Final = "its numbers are too large, or its lists too deep"
UNSET: Final = {
    "bonuses": "the ruleset's own",
    "board": "the ruleset's own",
    "seed": "a secret",
}
"""What settings that a configuration leaves out stand for."""
VERSION: Final = re.compile("[0-9a-f]{16}")
"""The version of a bot, which is also the name of its file."""
PLANNING: Final = re.compile(r"arena/planning/[\w/]+\.py")
"""The name of a file of `arena.planning`."""
ENGINE: Final = re.compile(r"[\w.]+\+[0-9a-f]{16}")
"""An engine: the version of arena, and a hash of what decides a game."""
PACKAGES: Final = ("msgspec", "multiprocess", "numpy", "pandas", "pyarrow", "trueskill")


class ManifestError(ArenaError):
    """A folder whose results belong to something else, or to nothing that can be read."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot in the roster."""

    name: str
    version: str
    file: str
    parameters: dict[str, Any]
    planning: PlanningFiles = {}
    """The files of `arena.planning` that it plays by, as they were when it joined."""
    withdrawn: bool = False
    """Whether it was taken out of the table; its games stay."""
    disqualified: bool = False
    """Whether the table is as if it had never played; its games stay stored."""
    person: bool = False
    """Whether it is no bot but a person, who has no file."""

    @property
    def present(self) -> bool:
        """Whether it is in the table, and plays on with those that join."""
        return not (self.withdrawn or self.disqualified)


class PlayedByPeople(Struct, frozen=True, forbid_unknown_fields=True):
    """What there is to know of a game with people, beside the game: such games are not rated."""

    practice: bool
    """Whether decisions could be taken back."""
    taken_back: int = 0
    """How often one was."""
    hints: int = 0
    """How often the planner was asked for a hint."""

    def words(self) -> str:
        """The same as a person reads it."""
        kind = "a practice game" if self.practice else "a game"
        counted = [(self.taken_back, "decision taken back", "decisions taken back")]
        counted.append((self.hints, "hint", "hints"))
        told = [
            f"{number} {one if number == 1 else more}" for number, one, more in counted if number
        ]
        return ", ".join([f"{kind} with people", *told])


class Environment(Struct, frozen=True, forbid_unknown_fields=True):
    """What games were played with: isolation, engine, Python, system and libraries."""

    isolation: str
    """The level of isolation that was reached."""
    engine: str
    """The version of arena and the hash of what decides a game, as the games' own column has it."""
    python: str
    system: str
    packages: tuple[str, ...]


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of manifest.json: what a results folder holds."""

    format: int
    settings: Settings
    commitment: str
    """The hash of the secret that all deals come from, or of the public seed."""
    revealed: str | None = None
    """The secret itself, once it has been published: no games are added after that."""
    founders: int
    """How many bots the tournament began with; those after them joined later."""
    bots: tuple[Entry, ...]
    stages: tuple[Stage, ...] = ()
    """How it has grown since: the bots that joined and the rounds that were added, in order."""
    environments: tuple[Environment, ...] = ()
    """All environments that games were played in."""
    public: bool = False
    """Whether this is a public copy: without the bots' files, parameters and words."""
    people: PlayedByPeople | None = None
    """For a game that people played in: one game, which is not rated; else None."""

    @property
    def engines(self) -> tuple[str, ...]:
        """All engines that games were played by; no other one goes on unless it is told to."""
        return tuple(dict.fromkeys(used.engine for used in self.environments))


def environment(isolation: str) -> Environment:
    """The environment of this machine, at this level of isolation."""
    return Environment(
        isolation,
        engine(),
        platform.python_version(),
        f"{platform.system()} {platform.release()} {platform.machine()}",
        tuple(f"{name} {version(name)}" for name in PACKAGES),
    )


def begin(configuration: Configuration, secret: Secret) -> Manifest:
    """The manifest of a tournament that has not begun, which commits to its secret."""
    return Manifest(
        format=FORMAT,
        settings=configuration.settings,
        commitment=secret.commitment,
        founders=len(configuration.bots),
        bots=tuple(map(entry, configuration.bots)),
    )


def schedule_of(manifest: Manifest) -> Schedule:
    """The games of a tournament as it has grown so far, of a comparison, or the one of people."""
    if manifest.settings.schedule in PAIRED:
        return PairedSchedule(manifest.settings, manifest.founders)
    kind = Schedule if manifest.people is None else SingleGame
    return kind(manifest.settings, manifest.commitment, manifest.founders, manifest.stages)


def entry(bot: Source) -> Entry:
    """A bot's entry in the roster."""
    return Entry(bot.name, bot.version, bot.file, bot.parameters, bot.planning)


def bot_path(folder: Path, bot: Entry | Source) -> Path:
    """The path of the copy of a bot in a results folder: of its file, or else of its folder."""
    file = folder / "bots" / f"{bot.version}.py"
    together = file.with_suffix("")
    return together if together.is_dir() and not file.exists() else file


def code_path(folder: Path, bot: Entry) -> Path:
    """The path of the copy of the file with a bot's class."""
    path = bot_path(folder, bot)
    return path / MAIN if path.is_dir() else path


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a folder; None if nothing was ever played into it."""
    path = folder / FILE
    try:
        contents = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from error
    return checked(path, contents)


def checked(path: Path, contents: bytes) -> Manifest:
    """The manifest in a file, read by the same rules as a configuration."""
    try:
        values = json.decode(contents)
        refuse_excess(values, DEEPEST + 2)  # parameters lie two levels deeper than in TOML
        refuse_format(path, values)
        manifest = msgspec.convert(without_board(values), Manifest)
        settings = checked_settings(path, values["settings"], manifest.founders)
    except (ConfigurationError, BoardCopyError) as error:
        reason = str(error).removeprefix(f"{path}: ")
        raise ManifestError(f"{path} is damaged: {reason}") from error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ManifestError(f"{path} is damaged: {str(error)[:LONGEST] or EXCESS}") from error
    manifest = msgspec.structs.replace(manifest, settings=settings)
    wrong = next(problems(manifest), None)
    if wrong is not None:
        raise ManifestError(f"{path} is damaged: {wrong}")
    return manifest


def without_board(values: Any) -> Any:
    """The contents of a manifest without the title of its board, whose files lie beside it."""
    if isinstance(values, dict) and isinstance(values.get("settings"), dict):
        return {**values, "settings": {**values["settings"], "board": None}}
    return values


def refuse_format(path: Path, values: object) -> None:
    """Refuse results of another version, which has other contents."""
    if isinstance(values, dict) and values.get("format") != FORMAT:
        there = clipped(values.get("format"))
        raise ManifestError(f"{path} has format {there}, this arena reads {FORMAT}")


def checked_settings(path: Path, values: dict[str, Any], founders: int) -> Settings:
    """Settings, read by the rules of configurations."""
    keys = Keys(path, "", values)
    board = copied_board(path.parent, keys.get("board", None))
    settings = settings_of(keys, board, (*SCHEDULES, *PAIRED))
    keys.refuse_others()
    check_tables(keys, settings, founders)
    return settings


def problems(manifest: Manifest) -> Iterator[str]:
    """What is wrong with a manifest whose settings are right."""
    revealed, seed = manifest.revealed, manifest.settings.seed
    if revealed is not None and (seed is not None or not is_drawn(revealed)):
        yield "what it reveals is no secret"
    if not manifest.founders <= len(manifest.bots):
        yield f"it has {len(manifest.bots)} bots, but began with {manifest.founders}"
    for number, bot in enumerate(manifest.bots):
        if not is_sound(bot):
            yield f"bots[{number}] can't be a bot"
    if len({(bot.name, bot.version) for bot in manifest.bots}) < len(manifest.bots):
        yield "a bot is there twice"
    for number, used in enumerate(manifest.environments):
        if ENGINE.fullmatch(used.engine) is None:
            yield f"environments[{number}] has no engine"
    yield from stage_problems(manifest)
    if manifest.settings.schedule in PAIRED:
        yield from pair_problems(manifest)


def is_sound(bot: Entry) -> bool:
    """Whether an entry could be that of a bot: its name, versions and parameters."""
    return (
        is_name(bot.name)
        and VERSION.fullmatch(bot.version) is not None
        and "\0" not in bot.file
        and all(map(PLANNING.fullmatch, bot.planning))
        and all(map(VERSION.fullmatch, bot.planning.values()))
        and not any(parameter_refusal(*parameter) for parameter in bot.parameters.items())
    )


def stage_problems(manifest: Manifest) -> Iterator[str]:
    """What is wrong with how the tournament has grown: bots came one by one, rounds in order."""
    newest, rounds = manifest.founders - 1, first_rounds(manifest.settings, manifest.stages)
    drawn = manifest.settings.schedule == BALANCED
    for number, stage in enumerate(manifest.stages):
        if isinstance(stage, Extension):
            fits = 0 < stage.first == rounds < stage.rounds and are_bots(stage.absent, newest + 1)
            rounds = stage.rounds
        else:
            if not (drawn and stage.bot == newest >= manifest.founders):  # else it got more tables
                newest += 1
            fits = stage.bot == newest and is_possible(stage, manifest.settings, drawn)
        if not fits:
            yield f"stages[{number}] can't be"
    if newest != len(manifest.bots) - 1:
        yield f"it has {len(manifest.bots)} bots, of whom the last never joined"
    if rounds != manifest.settings.rounds:
        yield f"it has {manifest.settings.rounds} rounds, but has grown to {rounds}"


def pair_problems(manifest: Manifest) -> Iterator[str]:
    """What is wrong with a comparison of two bots: it has one number of seats, and never grows."""
    settings = manifest.settings
    if len(settings.seats) > 1 or not settings.duplicate or manifest.stages:
        yield "it can't be a comparison"
    if settings.schedule == SWAP and manifest.founders <= settings.seats[0]:
        yield f"{manifest.founders} bots can't be a comparison at {settings.seats[0]} seats"


def is_possible(joining: Joining, settings: Settings, drawn: bool) -> bool:
    """Whether a bot could join with these tables, by discipline, without those absent."""
    others = joining.bot - len(joining.absent)
    disciplines = settings.disciplines() if drawn else ()
    return (
        len(joining.tables) == len(disciplines)
        and are_bots(joining.absent, joining.bot)
        and all(
            tables == 0 or (tables > 0 and others >= discipline.seats - 1)
            for tables, discipline in zip(joining.tables, disciplines, strict=True)
        )
    )


def are_bots(numbers: Sequence[int], bots: int) -> bool:
    """Whether these are the numbers of some of the first bots, in order."""
    return list(numbers) == sorted({*numbers} & {*range(bots)})


def results_of(folder: Path) -> Manifest:
    """The manifest of a folder that must have one."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise ManifestError(f"{folder} holds no results: it has no {FILE}")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder."""
    values = {**msgspec.to_builtins(manifest), "settings": stated(manifest.settings)}
    unseal(folder)
    write_whole(folder / FILE, json.format(json.encode(values)) + b"\n")


def stated(settings: Settings) -> dict[str, Any]:
    """Settings as a manifest states them: of a board its title, for its files lie beside it."""
    title = None if settings.board is None else settings.board.title
    plain = msgspec.to_builtins(msgspec.structs.replace(settings, board=None))
    return {**plain, "board": title}


def read_roster(folder: Path, manifest: Manifest) -> tuple[Source, ...]:
    """All bots of the roster, from their copies in the folder."""
    return tuple(read_bot(folder, bot) for bot in manifest.bots)


def read_bot(folder: Path, bot: Entry) -> Source:
    """A bot from its copy in the folder, which must still be as it was when it joined."""
    if bot.person:
        raise ManifestError(f"{bot.name} is a person, not a bot: there is no file to run")
    path = bot_path(folder, bot)
    try:
        code, beside = read_copy(path)
        source = Source(bot.name, bot.file, code, bot.parameters, Folder(beside))
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from error
    version = source.version_with(bot.planning)
    if version != bot.version:
        raise ManifestError(f"{path} is not the bot that played: its version is {version}")
    return source


def read_copy(path: Path) -> tuple[bytes, dict[str, bytes]]:
    """What a copy of a bot holds: the file with its class, and those beside it."""
    if not path.is_dir():
        return path.read_bytes(), {}
    there = (file for file in path.rglob("*") if not file.is_dir())
    files = {file.relative_to(path).as_posix(): file.read_bytes() for file in there}
    return files.pop(MAIN, b""), files


def write_bot(folder: Path, bot: Source) -> None:
    """Keep a copy of a bot in the folder."""
    path = bot_path(folder, bot)
    if path.exists():
        return
    unseal(folder)
    if bot.folder.files:
        write_folder(path.with_suffix(""), {MAIN: bot.code, **bot.folder.files})
    else:
        write_whole(path, bot.code)


def differences(ours: Configuration, theirs: Manifest) -> list[str]:
    """How the tournament in a folder differs from one that is to be played into it.

    More rounds and more bots are no difference: it can grow.
    """
    here, there = stated(ours.settings), stated(theirs.settings)
    found = [
        f"{key} is {setting_text(key, there[key])} there and {setting_text(key, here[key])} here"
        for key in here
        if here[key] != there[key] and key != "rounds"
    ]
    return found + bot_differences(ours.bots, theirs)


def joined(bot: Source, there: Sequence[Entry]) -> Entry:
    """A bot's entry in a roster, if it is in it, whatever has become of `arena.planning` since."""
    same = (old for old in there if bot.version_with(old.planning) == old.version)
    return next((old for old in same if old.name == bot.name), entry(bot))


def bot_differences(ours: Iterable[Source], theirs: Manifest) -> list[str]:
    """The bots that a tournament began with and that a configuration has not any more."""
    bots = [joined(bot, theirs.bots) for bot in ours]
    here, names = {(bot.name, bot.version) for bot in bots}, {bot.name for bot in bots}
    return [
        f"{bot.name} has changed, it is version {bot.version} there"
        if bot.name in names
        else f"{bot.name} is only there"
        for bot in theirs.bots[: theirs.founders]
        if (bot.name, bot.version) not in here
    ]


def setting_text(key: str, value: object) -> str:
    """The value of a setting, for a message."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {item:g}" for name, item in value.items())
    if key == "ruleset" and isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    return UNSET[key] if value is None else json.encode(value).decode()
