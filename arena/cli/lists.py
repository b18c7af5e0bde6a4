"""The commands that list what there is: rulesets, boards, rules; and the benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from arena.cli import colours, completing
from arena.cli.group import UserError, main
from arena.cli.manners import say
from arena.systems import confines

BELIEFS: Final = "beliefs"
"""The word that asks the benchmark for beliefs; no ruleset has this name."""


@main.command()
@click.argument("names", nargs=-1, shell_complete=completing.rulesets)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def rulesets(names: tuple[str, ...], as_json: bool) -> None:
    """List the rulesets with their numbers, or only those named."""
    from arena import catalogue

    rows = catalogue.rulesets(names)
    click.echo(
        catalogue.as_json(rows) if as_json else colours.with_header(catalogue.ruleset_table(rows))
    )


@main.command()
@click.argument("folders", nargs=-1, shell_complete=completing.boards)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
@click.option("--svg", metavar="FILE", help="Write the board's picture to FILE; - prints it.")
@click.option("--draw", is_flag=True, help="Find bends and places of names, and write them down.")
def boards(folders: tuple[str, ...], as_json: bool, svg: str | None, draw: bool) -> None:
    """List the boards, or check the board in a FOLDER of your own."""
    from arena import catalogue

    if draw or svg is not None:
        from arena import board_drawing

        if as_json:
            raise UserError("--json is for the list of boards, not for --svg or --draw")
        folder = board_drawing.only(folders, "--draw" if draw else "--svg")
        if draw:
            say(board_drawing.draw(folder))
        if svg == "-":
            click.echo(board_drawing.picture(folder), nl=False)
        elif svg is not None:
            board_drawing.write_picture(folder, Path(svg))
        return
    rows = catalogue.boards(folders)
    click.echo(
        catalogue.as_json(rows) if as_json else colours.with_header(catalogue.board_table(rows))
    )


@main.command()
@click.argument("names", metavar="[RULE]...", nargs=-1, shell_complete=completing.rules)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def rules(names: tuple[str, ...], as_json: bool) -> None:
    """List the rules by number, or print a RULE such as T5, or all of a letter such as W."""
    from arena import catalogue, rule_listing

    rows = rule_listing.rules(names)
    as_text = rule_listing.rule_pages if names else rule_listing.rule_titles
    click.echo(catalogue.as_json(rows) if as_json else colours.with_chapters(as_text(rows)))


@main.command()
@click.argument(
    "names", metavar="[beliefs] [RULESET]...", nargs=-1, shell_complete=completing.rulesets
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    help="Time for each figure: 1 second unless you say otherwise.",
)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    help="For beliefs: the real games of each ruleset and number of seats, 20 by default.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def bench(names: tuple[str, ...], seconds: float | None, games: int | None, as_json: bool) -> None:
    """Measure the referee and the sandbox, with all rulesets or only those named.

    With the word beliefs: measure what is believed of rivals' tickets (docs/strength.md).
    """
    if names[:1] == (BELIEFS,):
        if seconds is not None:
            raise UserError("beliefs are measured by --games, not by --seconds")
        bench_beliefs(names[1:], games or 20, as_json)
        return
    if games is not None:
        raise UserError("--games is for `arena bench beliefs`, without that it is --seconds")
    bench_speed(names, 1.0 if seconds is None else seconds, as_json)


def bench_speed(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure the referee and the sandbox."""
    from msgspec import json

    from arena import bench as benchmark, catalogue

    if seconds != seconds:
        raise UserError("--seconds is a number of seconds, not nan")
    chosen = [row.name for row in catalogue.rulesets(names)]
    measures = benchmark.measure(chosen, seconds)
    if as_json:
        click.echo(json.format(json.encode(benchmark.report(measures))).decode())
        return
    for figure in measures:
        click.echo(figure.line())
    if not confines():
        say("the sandbox was not measured: it needs the kernel of Linux")


def bench_beliefs(names: tuple[str, ...], games: int, as_json: bool) -> None:
    """Measure what is believed of rivals' tickets."""
    from msgspec import json

    from arena import catalogue
    from arena.bench.beliefs import RULESETS, TITLE, measure_beliefs

    chosen = [row.name for row in catalogue.rulesets(names or RULESETS)]
    found = measure_beliefs(chosen, games)
    if as_json:
        click.echo(json.format(json.encode(list(found))).decode())
        return
    click.echo(TITLE)
    for figures in found:
        click.echo(figures.line())
