"""The command for people who let bots learn: dataset."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import completing
from arena.cli.group import main
from arena.cli.manners import say
from arena.cli.options import results_argument


@main.command()
@results_argument
@click.option(
    "--bot",
    "bots",
    metavar="BOT",
    multiple=True,
    shell_complete=completing.bots,
    help="Of this bot; repeatable.",
)
@click.option("--seat", "seats", type=int, multiple=True, help="Of this seat, from 0; repeatable.")
@click.option("--won", is_flag=True, help="Only of seats that came first.")
@click.option("--ruleset", shell_complete=completing.rulesets, help="Of games of this ruleset.")
@click.option("--players", type=int, help="Of games with this number of seats.")
@click.option("--games", type=click.IntRange(1), help="Of the first games only.")
@click.option("--ways", is_flag=True, help="Add the routes that the seat would claim.")
@click.option("--format", "form", default="npz", show_default=True, help="Or parquet.")
@click.option(
    "--rows",
    default=20_000,
    show_default=True,
    type=click.IntRange(1),
    help="Decisions a file, about.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    show_default="RESULTS-dataset",
    help="The folder for the arrays.",
)
def dataset(
    folder: Path,
    bots: tuple[str, ...],
    seats: tuple[int, ...],
    won: bool,
    ruleset: str | None,
    players: int | None,
    games: int | None,
    ways: bool,
    form: str,
    rows: int,
    out: Path | None,
) -> None:
    """Write what bots saw and did in the games in RESULTS as arrays, to learn from."""
    from arena.rl.dataset import write_dataset
    from arena.rl.decisions import Decisions, WantedDecisions

    wanted = WantedDecisions(
        bots=bots, seats=seats, won=won, ruleset=ruleset, players=players, games=games, ways=ways
    )
    decisions = Decisions(folder, wanted)
    out = out or folder.with_name(f"{folder.name}-dataset")
    description = write_dataset(decisions, out, form, rows)
    for sentence in decisions.damaged:
        say(sentence)
    click.echo(description.sentence(out))
