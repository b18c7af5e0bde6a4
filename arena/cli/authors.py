"""The commands of a bot's author: new, check."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from arena.cli.group import UserError, main
from arena.systems import refuse_playing
from arena.terminal import printable

if TYPE_CHECKING:
    from arena.authoring.check import Checks
    from arena.authoring.contest import Contest
    from arena.referee.rulesets import Ruleset

GAMES: Final = 10
"""How many games are played against others unless it is said."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option(
    "--style",
    default="plain",
    show_default=True,
    help="What it does: plain follows its tickets, plan judges by a plan, search thinks ahead.",
)
def new(file: Path, force: bool, style: str) -> None:
    """Write a small, working, commented bot to FILE, to start from.

    my_bot/bot.py makes a folder for a bot with modules and data.
    """
    from arena.authoring.new_bot import write_starter

    bot = write_starter(file, style, force)
    click.echo(f"{file} is a bot that plays. Check it with: arena check {bot}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", "names", multiple=True, help="Play only this ruleset; may be repeated.")
@click.option("--board", type=click.Path(path_type=Path), help="Play on the board in this folder.")
@click.option("--seed", type=click.IntRange(0), help="Check with this seed.  [default: drawn]")
@click.option("--parameters", default="", help="For the bot, such as 'depth = 2'.")
@click.option(
    "--isolation",
    default="sandbox",
    show_default=True,
    help="Where the bot runs: sandbox, or process or none with --trusted.",
)
@click.option("--trusted", is_flag=True, help="For a bot of your own: check it unconfined too.")
@click.option(
    "--limits", default="", help="Other limits than those of a usual game, such as 'cpu = 10'."
)
@click.option(
    "--games",
    type=click.IntRange(1, 10_000),
    help="Then play this many games against others, of usa or --ruleset, and show the score.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="BOT",
    help="Whom to play: a file, or planner and other bundled bots; repeat it for more seats.",
)
def check(
    file: Path,
    names: tuple[str, ...],
    board: Path | None,
    seed: int | None,
    parameters: str,
    isolation: str,
    trusted: bool,
    limits: str,
    games: int | None,
    against: tuple[str, ...],
) -> None:
    """Check the bot in FILE: numbered checks, each passed or failed with the reason."""
    from arena.authoring.check import Checks, drawn_seed, refuse_unconfined
    from arena.authoring.contest import Contest, opponent, refuse_crowd
    from arena.boards.board_files import read_files
    from arena.match.reading import read_submission
    from arena.referee.modules import rules_of
    from arena.referee.rulesets import NAMES, find_ruleset
    from arena.sandbox.venue import Venue
    from arena.tournament.configuration import read_limits
    from arena.tournament.parameters import read_parameters

    refuse_playing("sandbox")
    most = read_limits(limits)
    source = read_submission(file, None, most.files, **read_parameters(parameters))
    is_contest = games is not None or bool(against)
    rulesets = [find_ruleset(name) for name in names or NAMES]
    if board is not None:
        if not names:
            raise UserError("--board goes with --ruleset: which rules are played on that board?")
        rulesets = [ruleset.on_board(read_files(board)) for ruleset in rulesets]
        for ruleset in rulesets:
            rules_of(ruleset).check_seats(ruleset.fewest_seats)
    seed = drawn_seed() if seed is None else seed
    if not trusted:
        refuse_unconfined(isolation)
    bots = [source, *map(opponent, against or ("planner",))] if is_contest else []
    contested = rulesets if names else [find_ruleset("usa")]
    if is_contest:
        refuse_crowd(contested, len(bots))
    with Venue(isolation, rulesets, most) as venue:
        head = f"{file}, version {source.version}, seed {seed}, in: {venue.level}"
        click.echo(printable(head))
        checks = Checks(source, venue, seed, rulesets)
        run_checks(checks, trusted)
        if is_contest:
            play_contest(Contest(bots, venue, seed), contested, games or GAMES)


def run_checks(checks: Checks, trusted: bool) -> None:
    """Run and print all checks; exit with 1 if the bot does not pass them."""
    failed: list[int] = []
    chosen = checks.full() if trusted else checks.short()
    for outcome in checks.run(chosen):
        click.echo(outcome.line())
        failed += [] if outcome.passed else [outcome.number]
    if failed:
        rest = f" Checks 2 to {len(chosen)} were not run." if failed == [1] else ""
        click.echo(f"Fix the first failure and check again.{rest}")
        raise click.exceptions.Exit(1)
    click.echo("All checks passed: this bot can play.")


def play_contest(contest: Contest, rulesets: Iterable[Ruleset], games: int) -> None:
    """Play against others and print the score; exit with 1 if the bot has a fault."""
    for ruleset in rulesets:
        click.echo(contest.play(ruleset, games))
    if contest.failure is not None:
        for line in contest.failure.lines():
            click.echo(printable(line))
        raise click.exceptions.Exit(1)
    click.echo("A few games are a first impression, and no proof.")
