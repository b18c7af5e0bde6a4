"""The command `arena` itself: its errors as one sentence, and the nearest name of a command."""

from __future__ import annotations

import click

from arena import __version__
from arena.errors import ArenaError, unknown
from arena.terminal import printable


class UserError(click.ClickException):
    """An error that the user can fix: one sentence, exit code 2."""

    exit_code = 2


class Arena(click.Group):
    """The group of commands, which shows an ArenaError as one sentence, without a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            raise UserError(printable(str(error))) from error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is None and not ctx.resilient_parsing:
            raise click.UsageError(unknown("command", cmd_name, self.commands))
        return command


@click.group(cls=Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def main() -> None:
    """Tournaments for bots that play the Ticket to Ride family of board games."""
