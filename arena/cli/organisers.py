"""The commands of an organiser: withdraw, disqualify, reveal, leaderboard, report, export."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import colours, completing
from arena.cli.group import main
from arena.cli.manners import resumable, say
from arena.cli.options import results_argument, workers_option


@main.command()
@results_argument
@click.argument("bot", shell_complete=completing.bots)
def withdraw(folder: Path, bot: str) -> None:
    """Take a BOT, by name or version, out of the table in RESULTS; its games stay rated."""
    from arena.tournament import leaving

    with resumable():
        tournament = leaving.withdraw(folder, bot, say)
    click.echo(colours.with_headers(tournament.summary()))


@main.command()
@results_argument
@click.argument("bot", shell_complete=completing.bots)
@click.option("--undo", is_flag=True, help="Let the bot's games count again.")
def disqualify(folder: Path, bot: str, undo: bool) -> None:
    """Make the table in RESULTS as if a BOT, by name or version, had never played."""
    from arena.tournament import leaving

    with resumable():
        tournament = leaving.disqualify(folder, bot, undo, say)
    click.echo(colours.with_headers(tournament.summary()))


@main.command()
@results_argument
@click.option("--anyway", is_flag=True, help="Although games are still to be played.")
def reveal(folder: Path, anyway: bool) -> None:
    """Publish the secret of the tournament in RESULTS: all can check its deals, none can join."""
    from arena.tournament import reveal as revealing

    click.echo(revealing.reveal(folder, anyway, say))


@main.command()
@results_argument
def leaderboard(folder: Path) -> None:
    """Print the table of the tournament in the folder RESULTS, finished or not."""
    from arena.tournament.run import look

    tournament = look(folder)
    click.echo(colours.with_headers(tournament.summary()))


@main.command()
@results_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    show_default="<RESULTS>-report",
    help="The folder for the pages.",
)
@click.option(
    "--games",
    "most",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="Show at most so many games as pages.",
)
@click.option("--public", is_flag=True, help="Nothing that teams keep from each other.")
@click.option("--no-verify", "unverified", is_flag=True, help="Don't verify the results first.")
@click.option("--force", is_flag=True, help="Replace a report that is there.")
@click.option("--open", "opened", is_flag=True, help="Open the report in the browser.")
@workers_option
def report(
    folder: Path,
    out: Path | None,
    most: int,
    public: bool,
    unverified: bool,
    force: bool,
    opened: bool,
    workers: int | None,
) -> None:
    """Write the report of RESULTS: tables, charts and games as pages that open from disk."""
    from arena.report import report as reporting

    target = reporting.usual_place(folder) if out is None else out
    asked = reporting.ReportWanted(folder, target, most, public)
    asked.refuse(force)
    with resumable():
        verdict = () if unverified else reporting.verdict_on(folder, workers, say)
        click.echo(asked.write(verdict))
    if opened:
        from arena.replay_file import open_page

        open_page(target / reporting.INDEX)


@main.command()
@results_argument
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--public", is_flag=True, help="Nothing that teams keep from each other.")
@click.option("--force", is_flag=True, help="Replace an exported folder that is there.")
def export(folder: Path, target: Path, public: bool, force: bool) -> None:
    """Copy RESULTS to a new FOLDER, without the secret, to be handed on."""
    from arena.tournament import export as exporting

    kind = exporting.PublicCopy() if public else exporting.FullCopy()
    click.echo(exporting.export(folder, target, kind, force, say))
