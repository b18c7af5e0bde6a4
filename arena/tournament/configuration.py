"""The TOML configuration of a tournament: its keys, allowed values, and errors for wrong ones."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from keyword import iskeyword
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from arena.boards import BoardError, BoardFiles, load_board
from arena.boards.board_files import read_files, refuse_large
from arena.errors import ArenaError, clipped, unknown
from arena.match.limits import Limits
from arena.match.seats import Isolation
from arena.match.source import Source, read_source
from arena.referee.modules import rules_of
from arena.referee.rulesets import BONUSES, RULESETS, RulesetError, find_ruleset
from arena.tournament.bot_files import files_of, is_pattern
from arena.tournament.names import imitated, imitation, is_name, mixture
from arena.tournament.settings import ALL, SCHEDULES, Settings, usual_schedule

Kind = TypeVar("Kind", int, float)

MOST_ROUNDS: Final = 10_000_000
MOST_SEED: Final = (1 << 63) - 1
MOST_BITS: Final = 256
DEEPEST: Final = 50
SEED: Final = f"a whole number from 0 to {MOST_SEED}, or a printable text"
"""What a seed must be, as error messages say it."""


class ConfigurationError(ArenaError):
    """A configuration that can't be played, with the file, the key and what was expected."""


class Configuration(Struct, frozen=True):
    """A tournament's settings and the bots that it begins with."""

    settings: Settings
    bots: tuple[Source, ...]
    leaves_schedule: bool = False
    """Whether the file has no `schedule`: then the results there or the number of bots decide."""

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
    configuration = Configuration(settings, bots_of(keys), leaves_schedule)
    keys.refuse_others()
    check_tables(keys, configuration.settings, len(configuration.bots))
    return configuration


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
        refuse_excess(values, DEEPEST)
        return values
    except FileNotFoundError:
        near = [str(file) for file in path.parent.glob("*.toml")] + shipped()
        raise ConfigurationError(unknown("configuration", str(path), near or ["none"])) from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is no TOML: it is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path} is no TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        reason = f"a number has more than {MOST_BITS} bits, or lists lie {DEEPEST} deep"
        raise ConfigurationError(f"{path} cannot be read: {reason}") from error


def refuse_excess(value: object, deepest: int) -> None:
    """Refuse huge numbers and deeply nested lists, which Python reads but cannot print."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        if not deepest:
            raise RecursionError
        for item in value:
            refuse_excess(item, deepest - 1)
    elif isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise ValueError


def shipped() -> list[str]:
    """The paths of the configurations in the folder `configs`."""
    return [str(file) for file in Path("configs").glob("*.toml")]


class Keys:
    """The keys of a file or of a table in it, each read once; those left over are unknown."""

    def __init__(self, file: Path, table: str, values: dict[str, Any]) -> None:
        self.file = file
        self.table = table
        self.values = values
        self.known: list[str] = []

    def get(self, key: str, default: Any = ...) -> Any:
        """The value of a key, which must be there unless it has a default."""
        self.known.append(key)
        if key not in self.values and default is ...:
            raise ConfigurationError(f"{self.file}: the key {self.name(key)} is missing")
        return self.values.get(key, default)

    def name(self, key: str) -> str:
        """The full name of a key, with its table, for messages."""
        return f"{self.table}.{key}" if self.table else key

    def error(self, key: str, value: object, expected: str) -> ConfigurationError:
        """The error for a key with a wrong value."""
        said = clipped(value)
        return ConfigurationError(f"{self.file}: {self.name(key)} = {said}: expected {expected}")

    def text(self, key: str) -> str:
        """A short name that can also be the name of a folder (see `is_name`)."""
        value = self.get(key)
        if not is_name(value):
            raise self.error(key, value, "a short name that can be a folder's")
        self.refuse_mixture(key, str(value))
        return str(value)

    def refuse_mixture(self, key: str, name: str) -> None:
        """Refuse a name whose letters are of several scripts: it looks like one that it is not."""
        scripts = mixture(name)
        if scripts is not None:
            raise ConfigurationError(
                f"{self.file}: {self.name(key)} = {name!a}: expected letters of one script,"
                f" not {scripts}"
            )

    def number(self, key: str, kind: type[Kind], low: Kind, high: Kind, default: Any = ...) -> Kind:
        """A number within bounds; a key of fractions accepts whole numbers too."""
        value = self.get(key, default)
        kinds = (int,) if kind is int else (int, float)
        if type(value) not in kinds or not low <= value <= high:
            what = "a whole number" if kind is int else "a number"
            raise self.error(key, value, f"{what} from {low:,} to {high:,}")
        return kind(value)

    def truth(self, key: str, default: bool) -> bool:
        """The value of a key that is true or false."""
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, value, "true or false")
        return value

    def choice(self, key: str, valid: Collection[str], default: Any = ...) -> str:
        """The value of a key that must be one of the valid words."""
        value = self.get(key, default)
        if not isinstance(value, str) or value not in valid:
            reason = unknown(self.name(key), value, valid)
            raise ConfigurationError(f"{self.file}: {self.name(key)} = {clipped(value)}: {reason}")
        return value

    def several(self, key: str, expected: str, default: Any = ...) -> list[Any]:
        """A list in which no item is repeated."""
        value = self.get(key, default)
        if not isinstance(value, list):
            raise self.error(key, value, expected)
        for item, times in Counter(map(repr, value)).items():
            if times > 1:
                raise self.error(key, value, f"each only once, but {item:.60} is there twice")
        return value

    def refuse_others(self) -> None:
        """Refuse keys that were never read: an unknown key is an error, never ignored."""
        for key in self.values:
            if key not in self.known:
                raise ConfigurationError(f"{self.file}: {unknown('key', key, self.known)}")


def settings_of(keys: Keys, board: BoardFiles | None) -> Settings:
    """The settings that a file holds, and that can be played on this board of the user's own."""
    settings = Settings(
        name=keys.text("name"),
        rulesets=(rulesets := rulesets_of(keys)),
        seats=seats_of(keys, rulesets),
        rounds=rounds_of(keys),
        seed=seed_of(keys),
        duplicate=keys.truth("duplicate", False),
        schedule=keys.choice("schedule", SCHEDULES, ALL),
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
    )
    limits.refuse_others()
    return read


class Listed(NamedTuple):
    """A file in the list of bots, with what the list says of it."""

    key: str
    """How messages name it: by its place in the list, or by its path if a pattern found it."""
    path: Path
    item: dict[str, Any]
    found: bool
    """Whether a pattern or a folder found it."""


def bots_of(keys: Keys) -> tuple[Source, ...]:
    """The bots, each from a file, with a name and parameters if the configuration gives them."""
    expected = 'a list of bots, such as ["bots/random_bot.py"]'
    value = keys.get("bots")
    if not isinstance(value, list) or not value:
        raise keys.error("bots", value, expected)
    several = (files_listed(keys, f"bots[{number}]", item) for number, item in enumerate(value))
    listed = once_each([one for some in several for one in some])
    bots = tuple(bot_of(keys, one) for one in listed)
    refuse_twins(keys, listed, bots)
    return bots


def files_listed(keys: Keys, key: str, item: object) -> list[Listed]:
    """The files of one item of the list: one, or all that its pattern or its folder has."""
    if isinstance(item, str):
        item = {"file": item}
    if not isinstance(item, dict) or not isinstance(item.get("file"), str):
        expected = 'a file, or {file = "bots/x.py", name = "x-fast", depth = 2}'
        raise keys.error(key, item, expected)
    places, file = tuple(dict.fromkeys([keys.file.parent, Path()])), item["file"]
    try:
        if not is_pattern(places, file):
            return [Listed(key, find_bot(keys, key, file), item, False)]
        paths = files_of(places, file)
    except (OSError, ValueError) as error:  # a folder that is closed, a name that can't be one
        reason = error.strerror if isinstance(error, OSError) else "it can't be a file's name"
        said = f"{keys.file}: {key} = {clipped(file)}: it cannot be read: {reason}"
        raise ConfigurationError(said) from error
    if not paths:
        near = unknown("bot file", file, bots_near(places, file))
        raise ConfigurationError(f"{keys.file}: {key} = {clipped(file)}: {near}")
    if len(paths) > 1 and "name" in item:
        raise keys.error(
            f"{key}.name", item["name"], f"no name for a pattern of {len(paths)} files"
        )
    return [Listed(str(path), path, item, True) for path in paths]


def once_each(listed: Iterable[Listed]) -> list[Listed]:
    """The files, without those that a pattern found and that are there otherwise."""
    listed = list(listed)
    there = {one.path.resolve() for one in listed if not one.found}
    kept = []
    for one in listed:
        path = one.path.resolve()
        if not one.found or path not in there:
            kept.append(one)
            there.add(path)
    return kept


def bot_of(keys: Keys, listed: Listed) -> Source:
    """One bot of the list."""
    key, path, item, _ = listed
    title = item.get("name", path.stem)
    if not is_name(title):
        raise keys.error(f"{key}.name", title, "a short name")
    keys.refuse_mixture(f"{key}.name", title)
    parameters = {word: value for word, value in item.items() if word not in ("file", "name")}
    for word, value in parameters.items():
        reason = parameter_refusal(word, value)
        if reason is not None:
            name = word if word.isidentifier() else clipped(word)
            raise keys.error(f"{key}.{name}", value, reason)
    return msgspec.structs.replace(read_source(path, title), parameters=parameters)


def find_bot(keys: Keys, key: str, file: str) -> Path:
    """A bot's file: beside the configuration, then in the current folder."""
    places = dict.fromkeys([keys.file.parent, Path()])
    try:
        for place in places:
            if (place / file).is_file():
                return place / file
        reason = unknown("bot file", file, bots_near(places, file))
    except OSError as error:  # a name that is too long, a folder that is closed
        reason = f"it cannot be read: {error.strerror}"
    raise ConfigurationError(f"{keys.file}: {key} = {clipped(file)}: {reason}")


def bots_near(places: Iterable[Path], file: str) -> list[str]:
    """The bot files to suggest for one that does not exist, as paths of the same form."""
    folders = {Path(file).parent, Path("bots"), Path()}
    found = {
        str(bot.relative_to(place)) for place in places for at in folders
        for bot in (place / at).glob("*.py") if at.parts[:1] != ("/",)
    }  # fmt: skip
    return sorted(found) or ["none"]


def parameter_refusal(word: str, value: object) -> str | None:
    """What was expected instead of a parameter that no bot can take; None if it is fine."""
    if not word.isidentifier() or iskeyword(word):
        return "a name that Python can use"
    return None if is_plain(value) else "a number, a text, true, false or a list"


def read_parameters(text: str) -> dict[str, Any]:
    """Parameters as they are given on a command line, such as `depth = 2, style = "bold"`."""
    try:
        text.encode("utf-8")
        read = tomllib.loads(f"parameters = {{{text}}}")
        refuse_excess(read, DEEPEST)
    except (ValueError, RecursionError) as error:  # text that is no TOML raises a ValueError too
        raise no_parameters(text) from error
    parameters: dict[str, Any] = read.pop("parameters")
    if read or any(parameter_refusal(word, value) for word, value in parameters.items()):
        raise no_parameters(text)
    return parameters


def no_parameters(text: str) -> ConfigurationError:
    """The error for a text that cannot be read as parameters."""
    expected = "names that Python can use with numbers, texts or lists, such as 'depth = 2'"
    return ConfigurationError(f"{clipped(text)} are no parameters: expected {expected}")


def is_plain(value: object) -> bool:
    """Whether a value can be handed to a bot in another process, and hashed."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str | bool) or (type(value) is int and abs(value) <= MOST_SEED)


def refuse_twins(keys: Keys, listed: Sequence[Listed], bots: Sequence[Source]) -> None:
    """A bot is its file and parameters: the same twice could not be told apart in the results.

    Two files that patterns found and that have the same name need one of their own, too: whoever
    writes a pattern may not know of both.
    """
    seen: dict[str, list[int]] = {}
    for number, bot in enumerate(bots):
        for twin in seen.setdefault(bot.name, []):
            one, other = listed[twin].key, listed[number].key
            if bots[twin].version == bot.version:
                raise ConfigurationError(
                    f"{keys.file}: {one} and {other} are the same bot, {bot.name}:"
                    " give one of them another name, or take it out"
                )
            if listed[twin].found or listed[number].found:
                raise ConfigurationError(
                    f"{keys.file}: {one} and {other} would both be called {bot.name}:"
                    f' list one of them by itself, {{file = "...", name = "..."}}'
                )
        seen[bot.name].append(number)
    for bot in bots:
        imitates = imitated(bot.name, (each.name for each in bots))
        if imitates is not None:
            raise ConfigurationError(f"{keys.file}: {imitation(bot.name, imitates)}")


def check_tables(keys: Keys, settings: Settings, bots: int) -> None:
    """Refuse a configuration with fewer bots than seats."""
    if bots < settings.seats[-1]:
        value = list(settings.seats)
        raise keys.error("seats", value, f"no more seats than there are bots, {bots}")
