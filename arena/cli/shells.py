"""The commands around the others: completion for a shell, and the pages that come along."""

from __future__ import annotations

from typing import Final

import click

from arena.cli import completing
from arena.cli.group import UserError, main
from arena.errors import unknown

NAMES: Final = ("arena", "railarena")
"""The names under which the command is installed."""


@main.command()
@click.argument("shell", metavar="bash|zsh|fish", shell_complete=completing.shells)
def completion(shell: str) -> None:
    """Print what makes a shell complete commands, rulesets, rules, boards, bots and games.

    For bash, `source <(arena completion bash)` does it in this shell; docs/commands.md tells
    where each shell keeps it.
    """
    from click.shell_completion import get_completion_class

    source = get_completion_class(shell) if shell in completing.SHELLS else None
    if source is None:
        raise UserError(unknown("shell", shell, completing.SHELLS))
    for name in NAMES:
        click.echo(source(main, {}, name, f"_{name.upper()}_COMPLETE").source())


@main.command()
@click.argument("page", required=False, shell_complete=completing.pages)
def docs(page: str | None) -> None:
    """Print a PAGE of the documentation, or list the pages."""
    from arena import bundled
    from arena.terminal import table

    pages = bundled.pages()
    if page is None:
        rows = [(name, bundled.about(file)) for name, file in pages.items()]
        click.echo(table(("page", "about"), rows))
    elif page in pages:
        click.echo_via_pager(pages[page].read_text("utf-8"))
    else:
        raise UserError(unknown("page", page, pages))
