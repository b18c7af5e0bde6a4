"""The command `arena` itself: its help, its errors as one sentence, the nearest command."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import IO, Any, Final

import click

from arena import __version__
from arena.cli import colours
from arena.errors import ArenaError, unknown
from arena.terminal import printable

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C: no verdict of a command, as 1 is."""


class UserError(click.ClickException):
    """An error that the user can fix: one sentence, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        show(super().show, file)


class Misuse(click.UsageError):
    """A command that was typed wrongly: one sentence, below how it is used."""

    def show(self, file: IO[Any] | None = None) -> None:
        show(super().show, file)


def show(write: Callable[[IO[Any]], None], file: IO[Any] | None) -> None:
    """Show an error as click writes it, with the word Error in red."""
    text = StringIO()
    write(text)
    said = colours.with_error(text.getvalue())
    click.echo(said, file, nl=False, err=True, color=colours.wanted())


class HelpPage(click.HelpFormatter):
    """A page of help whose headings stand out."""

    def write_heading(self, heading: str) -> None:
        super().write_heading(colours.heading(heading))


class Page(click.Context):
    """What a command is run in: it knows whether there is colour."""

    formatter_class = HelpPage

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.color = colours.wanted()


class Command(click.Command):
    """A command whose summary is the whole first sentence of its help."""

    context_class = Page

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence, however long."""
        paragraph = " ".join((self.help or "").split("\n\n")[0].split())
        first, end, _ = paragraph.partition(". ")
        return first + end.strip()


class Arena(click.Group):
    """The group of commands, which shows an ArenaError as one sentence, without a traceback."""

    context_class = Page
    command_class = Command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            raise UserError(printable(str(error))) from error
        except click.UsageError as error:
            raise Misuse(error.format_message(), error.ctx) from error
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is None and not ctx.resilient_parsing:
            raise click.UsageError(unknown("command", cmd_name, self.commands))
        return command


@click.group(cls=Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def main() -> None:
    """Tournaments for bots that play the Ticket to Ride family of board games."""
