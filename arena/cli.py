"""The commands of `arena`, their options and exit codes.

Everything that takes time to import is imported by the command that needs it.
"""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena import __version__
from arena.errors import ArenaError, unknown
from arena.systems import refuse_playing
from arena.terminal import printable

if TYPE_CHECKING:
    from arena.tournament.outlook import Outlook
    from arena.workers.workforce import Hire

INCOMPLETE = 3
"""The exit code of `arena verify` for results without a difference that are not complete."""


class UserError(click.ClickException):
    """An error that the user can fix: one sentence, exit code 2."""

    exit_code = 2


class Arena(click.Group):
    """The group of commands, which shows an ArenaError as one sentence, without a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            raise UserError(printable(str(error))) from error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is None and not ctx.resilient_parsing:
            raise click.UsageError(unknown("command", cmd_name, self.commands))
        return command


@click.group(cls=Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def main() -> None:
    """Tournaments for bots that play the Ticket to Ride family of board games."""


@main.command()
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def rulesets(names: tuple[str, ...], as_json: bool) -> None:
    """List the rulesets with their numbers, or only those named."""
    from arena import catalogue

    rows = catalogue.rulesets(names)
    click.echo(catalogue.as_json(rows) if as_json else catalogue.ruleset_table(rows))


@main.command()
@click.argument("folders", nargs=-1)
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
    click.echo(catalogue.as_json(rows) if as_json else catalogue.board_table(rows))


@main.command()
@click.argument("names", metavar="[RULE]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def rules(names: tuple[str, ...], as_json: bool) -> None:
    """List the rules by number, or print a RULE such as T5, or all of a letter such as W."""
    from arena import catalogue, rule_listing

    rows = rule_listing.rules(names)
    as_text = rule_listing.rule_pages if names else rule_listing.rule_titles
    click.echo(catalogue.as_json(rows) if as_json else as_text(rows))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def new(file: Path, force: bool) -> None:
    """Write a small, working, commented bot to FILE, to start from."""
    from arena.authoring.new_bot import write_starter

    write_starter(file, force)
    click.echo(f"{file} is a bot that plays. Check it with: arena check {file}")


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
def check(
    file: Path,
    names: tuple[str, ...],
    board: Path | None,
    seed: int | None,
    parameters: str,
    isolation: str,
    trusted: bool,
) -> None:
    """Check the bot in FILE: numbered checks, each passed or failed with the reason."""
    from arena.authoring.check import Checks, drawn_seed, refuse_unconfined
    from arena.boards.board_files import read_files
    from arena.match.limits import Limits
    from arena.match.source import read_submission
    from arena.referee.modules import rules_of
    from arena.referee.rulesets import NAMES, find_ruleset
    from arena.sandbox.venue import Venue
    from arena.tournament.parameters import read_parameters

    refuse_playing("sandbox")
    source = read_submission(file, **read_parameters(parameters))
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
    failures = 0
    with Venue(isolation, rulesets, Limits()) as venue:
        head = f"{file}, version {source.version}, seed {seed}, in: {venue.level}"
        click.echo(printable(head))
        checks = Checks(source, venue, seed, rulesets if names else ())
        for outcome in checks.run(checks.full() if trusted else checks.short()):
            click.echo(outcome.line())
            failures += not outcome.passed
    if failures:
        click.echo("Fix the first failure and check again.")
        raise click.exceptions.Exit(1)
    click.echo("All checks passed: this bot can play.")


@main.command()
@click.argument("names", metavar="[RULESET]...", nargs=-1)
@click.option(
    "--seconds",
    default=1.0,
    show_default=True,
    type=click.FloatRange(min=0.01),
    help="Time for each figure.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def bench(names: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure the referee and the sandbox, with all rulesets or only those named."""
    from msgspec import json

    from arena import bench as benchmark, catalogue

    refuse_playing("sandbox")
    if seconds != seconds:
        raise UserError("--seconds is a number of seconds, not nan")
    chosen = [row.name for row in catalogue.rulesets(names)]
    measures = benchmark.measure(chosen, seconds)
    if as_json:
        click.echo(json.format(json.encode(benchmark.report(measures))).decode())
        return
    for figure in measures:
        click.echo(figure.line())


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


@main.command()
@click.argument("configuration", type=click.Path(path_type=Path))
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
    new_engine: bool,
    is_dry: bool,
    yes: bool,
) -> None:
    """Play the tournament in the file CONFIGURATION, or go on with it."""
    with resumable():
        from arena.tournament.configuration import read_configuration
        from arena.tournament.outlook import look_ahead
        from arena.tournament.run import run as play

        chosen = read_configuration(configuration).changed(rounds, seed, trusted)
        if cluster in (None, "local"):
            refuse_playing(chosen.settings.isolation)
        folder = out or Path("results", chosen.settings.name)
        hire = employment(cluster, insecure, workers)
        if is_agreed(look_ahead(chosen, folder, own_workers(cluster, workers)), is_dry, yes):
            click.echo(play(chosen, folder, hire, say, new_engine).summary())


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("configuration", type=click.Path(path_type=Path))
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
    refuse_playing(chosen.settings.isolation)
    folder = out or Path("results", chosen.settings.name)
    bot = submitting.read_bot(file, name, read_parameters(parameters))
    submitting.refuse_unguarded(chosen, trusted)
    chosen = submitting.as_played(chosen, folder, new_engine)
    submission = submitting.Submission(chosen, folder, bot, new_engine)
    with resumable():
        is_new = not submission.known()
        if is_new and not is_dry:
            for warning in submitting.warnings(chosen.settings):
                say(warning)
            for outcome in submitting.check(chosen, bot):
                click.echo(outcome.line())
                if not outcome.passed:
                    say(f"{file} is refused: it fails check {outcome.number}.")
                    raise click.exceptions.Exit(1)
        hire = employment(cluster, insecure, workers)
        more = [bot] if is_new else []
        outlook = look_ahead(chosen, folder, own_workers(cluster, workers), *more)
        if is_agreed(outlook, is_dry, yes):
            click.echo(submission.summary(submission.play(hire, say)))


@main.command()
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
@click.argument("bot")
def withdraw(folder: Path, bot: str) -> None:
    """Take a BOT, by name or version, out of the table in RESULTS; its games stay rated."""
    from arena.tournament import leaving

    with resumable():
        tournament = leaving.withdraw(folder, bot, say)
    click.echo(tournament.summary())


@main.command()
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
@click.argument("bot")
@click.option("--undo", is_flag=True, help="Let the bot's games count again.")
def disqualify(folder: Path, bot: str, undo: bool) -> None:
    """Make the table in RESULTS as if a BOT, by name or version, had never played."""
    from arena.tournament import leaving

    with resumable():
        tournament = leaving.disqualify(folder, bot, undo, say)
    click.echo(tournament.summary())


@main.command()
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
@click.option("--anyway", is_flag=True, help="Although games are still to be played.")
def reveal(folder: Path, anyway: bool) -> None:
    """Publish the secret of the tournament in RESULTS: all can check its deals, none can join."""
    from arena.tournament import reveal as revealing

    click.echo(revealing.reveal(folder, anyway, say))


@main.command()
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
def leaderboard(folder: Path) -> None:
    """Print the table of the tournament in the folder RESULTS, finished or not."""
    from arena.tournament.run import look

    tournament = look(folder)
    click.echo(tournament.summary())


@main.command()
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option("--public", is_flag=True, help="Nothing that teams keep from each other.")
@click.option("--force", is_flag=True, help="Replace an exported folder that is there.")
def export(folder: Path, target: Path, public: bool, force: bool) -> None:
    """Copy RESULTS to a new FOLDER, without the secret, to be handed on."""
    from arena.tournament import export as exporting

    kind = exporting.PublicCopy() if public else exporting.FullCopy()
    click.echo(exporting.export(folder, target, kind, force, say))


@main.command()
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
@click.argument("game", type=int)
@click.option("--seat", type=int, help="Only what this seat could see, from 0.")
@click.option("--to", type=int, help="Stop after this ply.")
@click.option("--html", metavar="FILE", help="Write it as a page to FILE; - prints the page.")
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
def replay(
    folder: Path, game: int, seat: int | None, to: int | None, html: str | None, opened: bool
) -> None:
    """Tell a GAME in the folder RESULTS move by move, or show it as a page."""
    from arena.results.stored_game import find_game

    found = find_game(folder, game)
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
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
@click.argument("game", type=int)
@click.option("--seat", type=int, help="The bot's seat.  [default: the first at fault]")
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
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
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
    click.echo(verdict.sentence())
    for inquiry in inquiries:
        for difference in inquiry.differences:
            click.echo(printable(difference))
        click.echo(inquiry.sentence())
    if verdict.differences or any(inquiry.differences for inquiry in inquiries):
        raise click.exceptions.Exit(1)
    if not verdict.complete:
        raise click.exceptions.Exit(INCOMPLETE)


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


def own_workers(cluster: str | None, workers: int | None) -> int | None:
    """How many workers play on this machine; None if a cluster elsewhere plays."""
    from arena.workers.pool import cores

    return (workers or len(cores())) if cluster in (None, "local") else None


def employment(cluster: str | None, insecure: bool, workers: int | None) -> Hire:
    """The workers that these options ask for: processes on this machine, or a cluster."""
    from arena.workers.pool import cores

    most = workers or len(cores())
    if cluster is None:
        if insecure:
            raise UserError("--insecure is for a cluster: it goes with --cluster tcp://host:8786")
        from arena.workers.workforce import on_this_machine

        return on_this_machine(most)
    from arena.progress import say_aside
    from arena.workers.cluster import on_cluster

    return on_cluster(cluster, insecure, most, say_aside)


def say(sentence: str) -> None:
    """Print a sentence on standard error, apart from the results."""
    click.echo(printable(sentence), err=True)


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
