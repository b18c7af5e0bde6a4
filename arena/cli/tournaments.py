"""The commands that play tournaments: run, submit."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import colours
from arena.cli.group import main
from arena.cli.hiring import employment, own_workers
from arena.cli.manners import checked, is_agreed, resumable, say
from arena.cli.names import ConfigurationFile, say_taken
from arena.cli.options import (
    caution_options,
    cluster_options,
    engine_option,
    out_option,
    renamed,
    workers_option,
)
from arena.systems import refuse_playing


@main.command()
@click.argument("configuration", type=ConfigurationFile())
@out_option
@workers_option
@cluster_options
@click.option(
    "--rounds",
    type=click.IntRange(1, 10_000_000),
    help="Play so many rounds, whatever the file says.",
)
@click.option("--deals", hidden=True, callback=renamed, expose_value=False)
@click.option("--seed", help="This public seed, whatever the file says.")
@click.option("--trusted", is_flag=True, help="Play bots of your own fast and unguarded.")
@click.option("--report", "reported", is_flag=True, help="Write the report at the end.")
@engine_option
@caution_options
def run(
    configuration: Path,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    insecure: bool,
    rounds: int | None,
    seed: str | None,
    trusted: bool,
    reported: bool,
    new_engine: bool,
    is_dry: bool,
    yes: bool,
) -> None:
    """Play the tournament in the CONFIGURATION, a file or a name, or go on with it."""
    with resumable():
        from arena.tournament.configuration import read_configuration
        from arena.tournament.outlook import look_ahead
        from arena.tournament.run import run as play

        chosen = read_configuration(configuration).changed(rounds, seed, trusted)
        say_taken(chosen.taken)
        if cluster in (None, "local"):
            refuse_playing(chosen.settings.isolation)
        folder = out or Path("results", chosen.settings.name)
        hire = employment(cluster, insecure, workers)
        if is_agreed(look_ahead(chosen, folder, own_workers(cluster, workers)), is_dry, yes):
            tournament = play(chosen, folder, hire, say, new_engine)
            click.echo(colours.with_headers(tournament.summary()))
            if reported:
                from arena.report.report import report_beside

                click.echo(report_beside(folder, workers, say))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("configuration", type=ConfigurationFile())
@out_option
@workers_option
@cluster_options
@click.option("--name", help="The bot's name in the table.  [default: the file's]")
@click.option("--parameters", default="", help="For the bot, such as 'depth = 2'.")
@click.option("--trusted", is_flag=True, help="For a tournament of your own bots, unguarded.")
@engine_option
@caution_options
def submit(
    file: Path,
    configuration: Path,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    insecure: bool,
    name: str | None,
    parameters: str,
    trusted: bool,
    new_engine: bool,
    is_dry: bool,
    yes: bool,
) -> None:
    """Check the bot in FILE and let it into the tournament of a CONFIGURATION."""
    from arena.tournament import submit as submitting
    from arena.tournament.configuration import read_configuration
    from arena.tournament.outlook import look_ahead
    from arena.tournament.parameters import read_parameters

    chosen = read_configuration(configuration).changed(None, None, trusted)
    say_taken(chosen.taken)
    refuse_playing(chosen.settings.isolation)
    folder = out or Path("results", chosen.settings.name)
    bot = submitting.read_bot(file, name, chosen.settings.limits.files, read_parameters(parameters))
    submitting.refuse_unguarded(chosen, trusted)
    chosen = submitting.as_played(chosen, folder, new_engine)
    submission = submitting.Submission(chosen, folder, bot, new_engine)
    with resumable():
        is_new = not submission.known()
        if is_new and not is_dry:
            for warning in submitting.warnings(chosen.settings):
                say(warning)
            for outcome in submitting.check(chosen, bot):
                click.echo(checked(outcome))
                if not outcome.passed:
                    say(f"{file} is refused: it fails check {outcome.number}.")
                    raise click.exceptions.Exit(1)
        hire = employment(cluster, insecure, workers)
        more = [bot] if is_new else []
        outlook = look_ahead(chosen, folder, own_workers(cluster, workers), *more)
        if is_agreed(outlook, is_dry, yes):
            summary = submission.summary(submission.play(hire, say))
            click.echo(colours.with_headers(summary))
