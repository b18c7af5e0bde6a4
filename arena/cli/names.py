"""Words that name bots and configurations: a file of the user's, or what comes with arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from arena import bundled
from arena.cli.completing import files_and
from arena.cli.group import UserError
from arena.cli.manners import say
from arena.errors import unknown

if TYPE_CHECKING:
    FileType = click.ParamType[Path]
else:
    FileType = click.ParamType  # older ones don't take the type


class BotFile(FileType):
    """A bot: its file, or the name of one that comes with arena."""

    name = "bot"

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The bot's file; what a name was taken for is said."""
        if isinstance(value, Path):
            return value
        found = sought(bundled.bot_taken, value, ctx)
        if found is None and Path(value).name == value and not Path(value).suffix:
            raise UserError(unknown("bot", value, bundled.bots()))
        return Path(value) if found is None else found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The bots that come with arena, and files."""
        return files_and(bundled.bots(), ".py", incomplete)


class ConfigurationFile(FileType):
    """A tournament's configuration: its file, or the name of one that comes with arena."""

    name = "configuration"

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The configuration's file; what a name was taken for is said."""
        if isinstance(value, Path):
            return value
        return sought(bundled.configuration_taken, value, ctx) or Path(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The configurations that come with arena, and files."""
        return files_and(bundled.configurations(), ".toml", incomplete)


def sought(
    taking: Callable[[str], bundled.Taken | None], word: str, ctx: click.Context | None
) -> Path | None:
    """What a word was taken for, which is said; None if it names nothing that is there."""
    try:
        found = taking(word)
    except (OSError, ValueError):  # no file can have this name, as its reader says
        return None
    if found is None:
        return None
    if ctx is None or not ctx.resilient_parsing:  # not while a shell asks what may follow
        say_taken([found])
    return found.path


def say_taken(found: Sequence[bundled.Taken]) -> None:
    """Say what names were taken for, if they are not just the names of files."""
    said = bundled.sentence(found)
    if said is not None:
        say(said)
