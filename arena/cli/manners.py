"""How commands speak to people: sentences apart from results, questions, and what Ctrl-C does."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from arena.cli import colours
from arena.cli.group import UserError
from arena.terminal import printable

if TYPE_CHECKING:
    from arena.authoring.check_result import CheckResult
    from arena.tournament.outlook import Outlook


def say(sentence: str) -> None:
    """Print a sentence on standard error, apart from the results."""
    click.echo(printable(sentence), err=True)


def checked(outcome: CheckResult) -> str:
    """How a check came out, in lines with its verdict in colour."""
    return colours.with_verdict(outcome.line(), outcome.verdict, outcome.passed)


def is_agreed(outlook: Outlook, is_dry: bool, yes: bool) -> bool:
    """Tell what is going to be played; returns whether it is, after a question if it is a lot."""
    if is_dry:
        for line in outlook.lines():
            click.echo(printable(line))
        return False
    if outlook.to_play:
        say(outlook.sentence())
    if outlook.is_large() and not yes:
        if not sys.stdin.isatty():
            raise UserError("that is more than an hour or 100,000 games: say --yes if it is meant")
        click.confirm("Go on?", abort=True, err=True)
    return True


@contextmanager
def resumable() -> Iterator[None]:
    """Let Ctrl-C or SIGTERM stop a command cleanly, and say how to go on with it."""

    def stop(number: int, frame: object) -> None:
        if not stopped:
            stopped.append(number)
            raise KeyboardInterrupt

    stopped: list[int] = []
    before = [(each, signal.signal(each, stop)) for each in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    except KeyboardInterrupt as interrupt:
        command = shlex.join(["arena", *sys.argv[1:]])
        progress = f"{interrupt}. " if str(interrupt) else "Stopped. "
        say(f"{progress}Go on with: {command}")
        raise click.exceptions.Exit(128 + (stopped or [signal.SIGINT])[0]) from None
    finally:
        for each, handler in before:
            signal.signal(each, signal.SIG_IGN if stopped else handler)
