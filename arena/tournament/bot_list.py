"""The bots of a configuration: files, folders and patterns, with their names and parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from arena import bundled
from arena.errors import clipped, unknown
from arena.match.reading import name_of, read_source
from arena.match.source import Source
from arena.tournament.bot_files import bots_in, files_of, is_pattern
from arena.tournament.keys import ConfigurationError, Keys
from arena.tournament.names import imitated, imitation, is_name
from arena.tournament.parameters import parameter_refusal


class Listed(NamedTuple):
    """A file or a bot's folder in the list of bots, with what the list says of it."""

    key: str
    """How messages name it: by its place in the list, or by its path if a pattern found it."""
    path: Path
    item: dict[str, Any]
    found: bool
    """Whether a pattern or a folder found it."""


def bots_of(keys: Keys, limit: int) -> tuple[Source, ...]:
    """The bots, with names and parameters if the configuration gives them.

    A bot that is a folder may have files of so many megabytes.
    """
    expected = 'a list of bots, such as ["my_bot.py", "planner"]'
    value = keys.get("bots")
    if not isinstance(value, list) or not value:
        raise keys.error("bots", value, expected)
    several = (files_listed(keys, f"bots[{number}]", item) for number, item in enumerate(value))
    listed = once_each([one for some in several for one in some])
    bots = tuple(bot_of(keys, one, limit) for one in listed)
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


def bot_of(keys: Keys, listed: Listed, limit: int) -> Source:
    """One bot of the list."""
    key, path, item, _ = listed
    title = item.get("name", name_of(path))
    if not is_name(title):
        raise keys.error(f"{key}.name", title, "a short name")
    keys.refuse_mixture(f"{key}.name", title)
    parameters = {word: value for word, value in item.items() if word not in ("file", "name")}
    for word, value in parameters.items():
        reason = parameter_refusal(word, value)
        if reason is not None:
            name = word if word.isidentifier() else clipped(word)
            raise keys.error(f"{key}.{name}", value, reason)
    return msgspec.structs.replace(read_source(path, title, limit), parameters=parameters)


def find_bot(keys: Keys, key: str, file: str) -> Path:
    """A bot's file: beside the configuration, then in the current folder, then among arena's."""
    places = list(dict.fromkeys([keys.file.parent, Path()]))
    try:
        found = bundled.bot_taken(file, places)
        if found is not None:
            keys.taken.append(found)
            return found.path
        reason = unknown("bot file", file, [*bots_near(places, file), *bundled.bots()])
    except OSError as error:  # a name that is too long, a folder that is closed
        reason = f"it cannot be read: {error.strerror}"
    raise ConfigurationError(f"{keys.file}: {key} = {clipped(file)}: {reason}")


def bots_near(places: Iterable[Path], file: str) -> list[str]:
    """The bot files to suggest for one that does not exist, as paths of the same form."""
    folders = {Path(file).parent, Path("bots"), Path()}
    found = {
        str(bot.relative_to(place)) for place in places for at in folders
        for bot in bots_in(place / at) if at.parts[:1] != ("/",)
    }  # fmt: skip
    return sorted(found) or ["none"]


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
