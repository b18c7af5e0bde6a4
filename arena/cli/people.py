"""The command for people who play against bots: play."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli import completing
from arena.cli.group import UserError, main
from arena.cli.manners import say
from arena.cli.names import BotFile


@main.command()
@click.argument("ruleset", shell_complete=completing.rulesets)
@click.argument("bots", metavar="BOT...", nargs=-1, type=BotFile())
@click.option("--seat", "seats", type=int, multiple=True, help="A person's seat, from 0.")
@click.option("--people", type=click.IntRange(1), help="How many people play.  [default: 1]")
@click.option("--name", "names", multiple=True, help="A person's name; may be repeated.")
@click.option("--seed", type=click.IntRange(0), help="Deal by this seed.  [default: drawn]")
@click.option("--board", type=click.Path(path_type=Path), help="Play on the board in this folder.")
@click.option("--practice", is_flag=True, help="Decisions can be taken back.")
@click.option("--trusted", is_flag=True, help="For bots of your own: play them unconfined.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    show_default="results/play/<ruleset>-<number>",
    help="The folder for the game, once it is over.",
)
@click.option("--text", "is_text", is_flag=True, help="Play in the terminal, not in the browser.")
@click.option("--no-open", "is_closed", is_flag=True, help="Only print the page's address.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The page's port.")
def play(
    ruleset: str,
    bots: tuple[Path, ...],
    seats: tuple[int, ...],
    people: int | None,
    names: tuple[str, ...],
    seed: int | None,
    board: Path | None,
    practice: bool,
    trusted: bool,
    out: Path | None,
    is_text: bool,
    is_closed: bool,
    port: int,
) -> None:
    """Play a game of RULESET against bots, by file or name, in the browser or as text.

    Several people share the screen. The game is stored like any other, unrated.
    """
    from arena.authoring.check import drawn_seed
    from arena.boards.board_files import read_files
    from arena.match.reading import read_source
    from arena.play import playing
    from arena.play.session import Quit
    from arena.referee.rulesets import find_ruleset

    rules = find_ruleset(ruleset)
    invitation = playing.Invitation(
        ruleset=rules if board is None else rules.on_board(read_files(board)),
        bots=tuple(map(read_source, bots)),
        people=max(1, len(seats), len(names)) if people is None else people,
        seats=seats,
        names=names,
        seed=drawn_seed() if seed is None else seed,
        practice=practice,
        trusted=trusted,
        out=out,
    )
    if is_text and (is_closed or port):
        raise UserError("--text plays in the terminal: --no-open and --port are for the page")
    try:
        if is_text:
            playing.play_text(invitation, click.echo)
        else:
            playing.play_page(invitation, click.echo, port, not is_closed)
    except (Quit, KeyboardInterrupt):
        say(playing.LEFT)
        raise click.exceptions.Exit(130) from None
