"""The command that compares two bots: compare."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from arena.cli import completing
from arena.cli.group import UserError, main
from arena.cli.manners import resumable, say
from arena.cli.names import BotFile
from arena.cli.options import workers_option
from arena.systems import refuse_playing

NOT_BETTER = 1
"""The exit code of `arena compare` if the new bot is worse, or not better by more than delta."""
UNDECIDED = 3
"""The exit code if all rounds were played and don't tell."""


@main.command()
@click.argument("new", type=BotFile())
@click.argument("old", type=BotFile())
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    show_default="usa",
    shell_complete=completing.rulesets,
    help="May be given several times.",
)
@click.option(
    "--seats", type=click.IntRange(2, 6), default=2, show_default=True, help="Seats at a table."
)
@click.option(
    "--against",
    type=BotFile(),
    multiple=True,
    show_default="copies of OLD",
    help="A bot to sit with; may be repeated.",
)
@click.option("--together", is_flag=True, help="Seat both at the same table, at any size.")
@click.option(
    "--rounds",
    type=click.IntRange(1, 1_000_000),
    default=5000,
    show_default=True,
    help="The most deals.",
)
@click.option(
    "--delta",
    type=click.FloatRange(0.001, 0.9),
    default=0.05,
    show_default=True,
    help="A difference that would be too small to matter.",
)
@click.option("--parameters", default="", help="For NEW, such as 'depth = 2'.")
@click.option("--old-parameters", default="", help="For OLD.")
@click.option("--seed", help="A public seed, for the same deals again.  [default: drawn]")
@click.option("--trusted", is_flag=True, help="Play bots of your own fast and unguarded.")
@workers_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    show_default="one in results/compare",
    help="The folder for the games.",
)
def compare(
    new: Path,
    old: Path,
    rulesets: tuple[str, ...],
    seats: int,
    against: tuple[Path, ...],
    together: bool,
    rounds: int,
    delta: float,
    parameters: str,
    old_parameters: str,
    seed: str | None,
    trusted: bool,
    workers: int | None,
    out: Path | None,
) -> None:
    """Is the bot in the file NEW better than that in OLD? Plays until that can be said.

    Exit code 0 means better, 1 worse or not better by more than delta, 3 that all rounds
    can't tell.
    """
    if delta != delta:
        raise UserError("--delta is a difference between 0 and 1, not nan")
    with resumable():
        from arena.authoring.compare import compare as play, prospect
        from arena.authoring.compare_report import report
        from arena.authoring.contenders import Contenders, folder_of
        from arena.ranking.evidence import Decision
        from arena.tournament.parameters import read_parameters
        from arena.workers.pool import cores
        from arena.workers.workforce import on_this_machine

        contenders = Contenders(
            new=new,
            old=old,
            parameters=read_parameters(parameters),
            old_parameters=read_parameters(old_parameters),
            against=against,
            rulesets=rulesets or ("usa",),
            seats=seats,
            together=together,
            rounds=rounds,
            seed=seed,
            trusted=trusted,
        )
        configuration = contenders.configuration()
        refuse_playing(configuration.settings.isolation)
        folder, most = out or folder_of(configuration), workers or len(cores())
        say(prospect(configuration, folder, most))
        run = play(configuration, folder, on_this_machine(most), delta, say)
        click.echo(report(run, shlex.join(["arena", *sys.argv[1:]])))
    if run.evidence.decision is None:
        raise click.exceptions.Exit(UNDECIDED)
    if run.evidence.decision != Decision.BETTER:
        raise click.exceptions.Exit(NOT_BETTER)
