"""The commands that look back at stored games: games, replay, repro, verify."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from arena.cli import colours, completing
from arena.cli.group import UserError, main
from arena.cli.manners import resumable, say
from arena.cli.options import results_argument, workers_option
from arena.systems import refuse_playing
from arena.terminal import printable

INCOMPLETE = 3
"""The exit code of `arena verify` for results without a difference that are not complete."""


@main.command()
@results_argument
@click.option(
    "--bot",
    metavar="BOT",
    shell_complete=completing.bots,
    help="Games of this bot, by name or version.",
)
@click.option("--won", is_flag=True, help="Only those that it won.")
@click.option("--lost", is_flag=True, help="Only those that it did not win.")
@click.option("--faulty", is_flag=True, help="Only those in which it, or else any bot, failed.")
@click.option(
    "--against",
    metavar="BOT",
    multiple=True,
    shell_complete=completing.bots,
    help="With this opponent; repeatable.",
)
@click.option("--ruleset", shell_complete=completing.rulesets, help="Of this ruleset.")
@click.option("--seats", type=int, help="With this number of seats.")
@click.option("--margin", metavar="N", type=click.IntRange(0), help="Decided by N points or less.")
@click.option(
    "--sort",
    default="newest",
    show_default=True,
    shell_complete=completing.orders,
    help="Or oldest, closest, widest.",
)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(0), help="0 for all.")
@click.option("--csv", "as_csv", is_flag=True, help="Print them as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def games(folder: Path, sort: str, limit: int, as_csv: bool, as_json: bool, **search: Any) -> None:
    """List games in the folder RESULTS, to choose one for replay."""
    from arena import game_listing
    from arena.results.game_search import GameSearch, find_games, named_order

    if as_csv and as_json:
        raise UserError("--csv or --json, not both")
    order = named_order(sort)
    found = find_games(folder, GameSearch(**search), order, limit or None)
    if as_csv or as_json:
        for sentence in found.damaged:
            say(sentence)
        click.echo((game_listing.as_csv if as_csv else game_listing.as_json)(found))
        return
    click.echo(game_listing.as_text(found, folder, order, search["bot"] is not None))


@main.command()
@results_argument
@click.argument("game", type=int, required=False, shell_complete=completing.games)
@click.option("--seat", type=int, help="Only what this seat could see, from 0.")
@click.option("--to", type=int, help="Stop after this ply.")
@click.option("--html", metavar="FILE", help="Write it as a page to FILE; - prints the page.")
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
def replay(
    folder: Path, game: int | None, seat: int | None, to: int | None, html: str | None, opened: bool
) -> None:
    """Tell a GAME in the folder RESULTS, or the last one, move by move, or show it as a page."""
    from arena.results.stored_game import find_game, last_game

    found = find_game(folder, last_game(folder) if game is None else game)
    if html is None and not opened:
        for line in found.story(seat, to):
            click.echo(line)
        return
    from arena import replay_file

    if html == "-":
        if opened:
            raise UserError("--open needs a page in a file, and - prints it")
        click.echo(found.page(seat, to), nl=False)
        return
    file = replay_file.temporary_file(found) if html is None else Path(html)
    replay_file.write_page(found, seat, to, file)
    if opened:
        if html is None:
            click.echo(file)
        replay_file.open_page(file)


@main.command()
@results_argument
@click.argument("game", type=int, shell_complete=completing.games)
@click.option(
    "--seat", type=int, help="The bot's seat.  [default: the first at fault, or that of the ply]"
)
@click.option("--ply", type=int, help="The question.  [default: that of its fault]")
@click.option("--pdb", "debug", is_flag=True, help="Answer it under the debugger.")
@click.option("--trusted", is_flag=True, help="Don't ask whether the bot may run unguarded.")
def repro(
    folder: Path, game: int, seat: int | None, ply: int | None, debug: bool, trusted: bool
) -> None:
    """Ask a bot one question of a GAME again, outside the sandbox."""
    from arena.results.repro import Repro
    from arena.results.stored_game import find_game

    question = Repro(folder, find_game(folder, game), seat, ply)
    for warning in question.warnings():
        say(f"it may answer otherwise than it did: {warning}")
    if not trusted:
        warning = f"{question.bot} runs unguarded, with all your rights"
        if not sys.stdin.isatty():
            raise UserError(f"{warning}: say --trusted if you trust it")
        click.confirm(f"{warning}. Go on?", abort=True, err=True)
    question.run(click.echo, debug)


@main.command()
@results_argument
@workers_option
@click.option(
    "--ask",
    "asked",
    metavar="N",
    type=click.IntRange(1),
    help="Also put N games, drawn at random, to their bots again.",
)
@click.option("--hash", "published", metavar="HASH", help="Compare with a HASH that was published.")
def verify(folder: Path, workers: int | None, asked: int | None, published: str | None) -> None:
    """Referee every game in the folder RESULTS again, and compare every score.

    Exit code 1 means that something differs, 3 that the results are not complete.
    """
    from arena.results import ask as asking, verify as verifying
    from arena.results.seal import published_hash
    from arena.workers.pool import cores

    published = None if published is None else published_hash(published)
    most = workers or len(cores())
    if asked is not None:
        refuse_playing("sandbox")
    with resumable():
        verdict = verifying.verify(folder, most, published)
        inquiries = [] if asked is None else [asking.ask(folder, asked, most)]
    for sentence in (*verdict.remarks, *verdict.differences):
        click.echo(printable(sentence))
    sentence = verdict.sentence()
    click.echo(colours.with_verdict(sentence, sentence, not verdict.differences))
    for inquiry in inquiries:
        for difference in inquiry.differences:
            click.echo(printable(difference))
        click.echo(inquiry.sentence())
    if verdict.differences or any(inquiry.differences for inquiry in inquiries):
        raise click.exceptions.Exit(1)
    if not verdict.complete:
        raise click.exceptions.Exit(INCOMPLETE)
