"""The TOML configuration of a tournament: its keys, allowed values, and errors for wrong ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from arena.boards import BoardError, BoardFiles, load_board
from arena.boards.board_files import read_files, refuse_large
from arena.bundled import Taken
from arena.errors import clipped, unknown
from arena.match.limits import Limits
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.referee.modules import rules_of
from arena.referee.rulesets import BONUSES, RULESETS, RulesetError, find_ruleset
from arena.tournament.bot_list import bots_of
from arena.tournament.keys import ConfigurationError, Keys, read_toml
from arena.tournament.names import is_name
from arena.tournament.parameters import read_parameters
from arena.tournament.settings import ALL, MOST_SEED, SCHEDULES, Settings, usual_schedule

MOST_ROUNDS: Final = 10_000_000
SEED: Final = f"a whole number from 0 to {MOST_SEED}, or a printable text"
"""What a seed must be, as error messages say it."""


class Configuration(Struct, frozen=True):
    """A tournament's settings and the bots that it begins with."""

    settings: Settings
    bots: tuple[Source, ...]
    leaves_schedule: bool = False
    """Whether the file has no `schedule`: then the results there or the number of bots decide."""
    taken: tuple[Taken, ...] = ()
    """What the names of its bots were taken for."""

    def changed(self, rounds: int | None, seed: str | None, trusted: bool) -> Configuration:
        """This configuration with the values of the command line; None keeps the file's value."""
        settings = self.settings
        settings = msgspec.structs.replace(
            settings,
            rounds=settings.rounds if rounds is None else rounds,
            seed=settings.seed if seed is None else typed_seed(seed),
            isolation=Isolation.NONE if trusted else settings.isolation,
        )
        return msgspec.structs.replace(self, settings=settings)

    def scheduled(self, there: Settings | None) -> Configuration:
        """This configuration with its schedule; `there` are the results' settings, if any.

        Those who leave it out go on with whatever was chosen when their tournament began.
        """
        if not self.leaves_schedule:
            return self
        usual = usual_schedule(self.settings.seats, len(self.bots))
        chosen = usual if there is None else there.schedule
        settings = msgspec.structs.replace(self.settings, schedule=chosen)
        return msgspec.structs.replace(self, settings=settings)


def read_configuration(path: Path) -> Configuration:
    """Read a tournament's file; an error names the key that is wrong."""
    keys = Keys(path, "", read_toml(path))
    leaves_schedule = "schedule" not in keys.values
    settings = settings_of(keys, board_of(keys))
    bots = bots_of(keys, settings.limits.files)
    configuration = Configuration(settings, bots, leaves_schedule, tuple(keys.taken))
    keys.refuse_others()
    check_tables(keys, configuration.settings, len(configuration.bots))
    return configuration


def settings_of(
    keys: Keys, board: BoardFiles | None, schedules: Collection[str] = SCHEDULES
) -> Settings:
    """The settings that a file holds, and that can be played on this board of the user's own."""
    settings = Settings(
        name=keys.text("name"),
        rulesets=(rulesets := rulesets_of(keys)),
        seats=seats_of(keys, rulesets),
        rounds=rounds_of(keys),
        seed=seed_of(keys),
        duplicate=keys.truth("duplicate", False),
        schedule=keys.choice("schedule", schedules, ALL),
        bonuses=bonuses_of(keys),
        board=board,
        isolation=Isolation(keys.choice("isolation", list(Isolation), Isolation.SANDBOX)),
        limits=limits_of(keys),
    )
    if board is not None:
        refuse_unfit(keys, settings, board)
    return settings


def board_of(keys: Keys) -> BoardFiles | None:
    """The board of the user's own that a configuration names by its folder, if it names one."""
    value = keys.get("board", None)
    if value is None:
        return None
    expected = "a folder with the files of a board, cities.csv, routes.csv and tickets.csv"
    if not isinstance(value, str) or not value or "\0" in value:
        raise keys.error("board", value, expected)
    folder = find_folder(keys, value)
    if folder is None:
        raise keys.error("board", value, expected)
    try:
        load_board(folder)
        files = read_files(folder)
        refuse_large(files)
    except BoardError as error:
        raise ConfigurationError(f"{keys.file}: board = {clipped(value)}: {error}") from error
    if not is_name(files.name):
        raise keys.error("board", value, "a folder with a short name, which becomes the board's")
    return files


def find_folder(keys: Keys, name: str) -> Path | None:
    """A folder: beside the configuration, then in the current folder."""
    try:
        return next(
            (place / name for place in (keys.file.parent, Path()) if (place / name).is_dir()), None
        )
    except OSError:  # a name that is too long, a folder that is closed
        return None


def refuse_unfit(keys: Keys, settings: Settings, board: BoardFiles) -> None:
    """Refuse a board that lacks what a ruleset needs, or has too little for so many seats."""
    for ruleset in settings.all_rules():
        try:
            for seats in settings.seats:
                rules_of(ruleset).check_seats(seats)
        except (BoardError, RulesetError) as error:
            reason = f"{ruleset.name} can't be played on it: {error}"
            raise ConfigurationError(f"{keys.file}: board = {board.name!r}: {reason}") from error


def rulesets_of(keys: Keys) -> tuple[str, ...]:
    """The rulesets, one or a list of them."""
    if not isinstance(keys.get("ruleset"), list):
        return (keys.choice("ruleset", RULESETS),)
    value = keys.several("ruleset", 'a ruleset or a list of them, such as ["usa", "africa"]')
    if not value:
        raise keys.error("ruleset", value, "at least one ruleset")
    for name in value:
        if not isinstance(name, str) or name not in RULESETS:
            reason = unknown("ruleset", name, RULESETS)
            raise ConfigurationError(f"{keys.file}: ruleset = {clipped(value)}: {reason}")
    return tuple(value)


def seats_of(keys: Keys, rulesets: Iterable[str]) -> tuple[int, ...]:
    """The numbers of seats, which every ruleset must allow."""
    expected = "a number of seats or a list of them, such as [2, 4]"
    if type(keys.values.get("seats")) is int:
        keys.values["seats"] = [keys.values["seats"]]
    value = keys.several("seats", expected)
    if not value or any(type(seats) is not int for seats in value):
        raise keys.error("seats", value, expected)
    try:
        for ruleset in map(find_ruleset, rulesets):
            for seats in value:
                ruleset.check_seats(seats)
    except RulesetError as error:
        raise ConfigurationError(f"{keys.file}: seats = {value}: {error}") from error
    return tuple(sorted(value))


def rounds_of(keys: Keys) -> int:
    """The number of rounds; `deals`, as it was called, is refused with what has changed."""
    if "deals" in keys.values:
        raise ConfigurationError(
            f"{keys.file}: deals is now rounds: how often each table sits down, in every rotation"
            " of the seats; every game has a deal of its own"
        )
    return keys.number("rounds", int, 1, MOST_ROUNDS)


def seed_of(keys: Keys) -> int | str | None:
    """The public seed, a number or a text; None if the tournament is to have a secret."""
    value = keys.get("seed", None)
    if value is not None and not is_seed(value):
        raise keys.error("seed", value, SEED)
    return value  # type: ignore[no-any-return]


def typed_seed(seed: str) -> int | str:
    """The seed that a text on the command line stands for: digits stand for a number."""
    value = int(seed) if seed.isdecimal() and len(seed) <= len(str(MOST_SEED)) else seed
    if not is_seed(value) or (value == seed and seed.isdecimal()):
        raise ConfigurationError(f"seed = {clipped(seed)}: expected {SEED}")
    return value


def is_seed(value: object) -> bool:
    """Whether a value can be a tournament's seed."""
    if isinstance(value, str):
        return value != "" and value.isprintable()
    return type(value) is int and 0 <= value <= MOST_SEED


def bonuses_of(keys: Keys) -> tuple[str, ...] | None:
    """The bonuses in force; None if the file leaves them to the ruleset."""
    if keys.get("bonuses", None) is None:
        return None
    value = keys.several("bonuses", f"a list of {' and '.join(BONUSES)}")
    for bonus in value:
        if bonus not in BONUSES:
            reason = unknown("bonus", bonus, BONUSES)
            raise ConfigurationError(f"{keys.file}: bonuses = {value}: {reason}")
    return tuple(sorted(value))


def limits_of(keys: Keys) -> Limits:
    """The limits of a bot; those that the file leaves out have their default values."""
    value = keys.get("limits", {})
    if not isinstance(value, dict):
        raise keys.error("limits", value, "a table, [limits]")
    usual = Limits()
    limits = Keys(keys.file, "limits", value)
    read = Limits(
        cpu=limits.number("cpu", float, 0.01, 1e6, usual.cpu),
        idle=limits.number("idle", float, 0.01, 1e6, usual.idle),
        wall=limits.number("wall", float, 0.01, 1e6, usual.wall),
        memory=limits.number("memory", int, 128, 1 << 20, usual.memory),
        output=limits.number("output", int, 0, 1 << 14, usual.output),
        files=limits.number("files", int, 1, 1 << 10, usual.files),
    )
    limits.refuse_others()
    return read


def read_limits(text: str) -> Limits:
    """Limits as they are given on a command line, such as `cpu = 10, memory = 2048`."""
    return limits_of(Keys(Path("--limits"), "", {"limits": read_parameters(text)}))


def check_tables(keys: Keys, settings: Settings, bots: int) -> None:
    """Refuse a configuration with fewer bots than seats."""
    if bots < settings.seats[-1]:
        value = list(settings.seats)
        raise keys.error("seats", value, f"no more seats than there are bots, {bots}")
