"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from arena.cli import completing


def results_argument(command: Callable[..., None]) -> Callable[..., None]:
    """The argument RESULTS of commands that look at a folder of results."""
    return click.argument(
        "folder",
        metavar="RESULTS",
        type=click.Path(path_type=Path),
        shell_complete=completing.results,
    )(command)


def workers_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option `--workers` of commands that work in parallel."""
    return click.option(
        "--workers",
        type=click.IntRange(1, 1024),
        show_default="the number of cores",
        help="Processes that work at the same time.",
    )(command)


def cluster_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options `--cluster` and `--insecure` of commands that can play on other machines."""
    command = click.option(
        "--insecure",
        is_flag=True,
        help="Let the cluster's address be open to all who reach it: tcp:// beyond this machine.",
    )(command)
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster, such as tls://host:8786, or local for one started here.",
    )(command)


def out_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option `--out` of commands that play games."""
    return click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        show_default="results/<name>",
        help="The folder for the results.",
    )(command)


def engine_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option `--new-engine` of commands that go on with stored games."""
    return click.option(
        "--new-engine",
        is_flag=True,
        help="Go on with games that another engine has played.",
    )(command)


def caution_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options `--dry-run` and `--yes` of commands that play games."""
    command = click.option(
        "--yes",
        is_flag=True,
        help="Don't ask whether more than an hour or 100,000 games are meant.",
    )(command)
    return click.option(
        "--dry-run",
        "is_dry",
        is_flag=True,
        help="Only try the bots and tell how many games and how much time; write nothing.",
    )(command)


def renamed(context: click.Context, option: click.Parameter, value: str | None) -> None:
    """Refuse the option that rounds were given by before every game had a deal of its own."""
    if value is not None:
        raise click.UsageError("--deals is now --rounds: every game has a deal of its own")
