"""What a shell offers when a word of a command is begun: rulesets, rules, boards, bots, games.

Each of these is asked with what has been typed before. They say nothing of what is wrong there:
the command itself does, once it is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from arena.errors import ArenaError

MOST_GAMES: Final = 100
"""The most numbers of games that are offered."""
SHELLS: Final = ("bash", "zsh", "fish")
Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def offering(names: Callable[[click.Context, str], Iterable[str]]) -> Offer:
    """An offer of those names that begin as the word does; none where they can't be found."""

    @wraps(names)
    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            found = list(names(ctx, incomplete))
        except (ArenaError, OSError):
            return []
        return [CompletionItem(name) for name in found if name.startswith(incomplete)]

    return offer


@offering
def rulesets(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The names of all rulesets."""
    from arena.referee.rulesets import NAMES

    return NAMES


@offering
def rules(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The numbers of all rules; in small letters too, as people may type them."""
    from arena.rule_listing import rules as listed

    numbers = [row.rule for row in listed(())]
    return numbers if incomplete[:1].isupper() or not incomplete else map(str.lower, numbers)


@offering
def shells(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The shells that words can be completed in."""
    return SHELLS


@offering
def styles(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The styles of bots that `arena new` writes."""
    from arena.authoring.new_bot import STYLES

    return STYLES


@offering
def isolations(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """Where bots can run."""
    from arena.match.seats import Isolation

    return list(Isolation)


@offering
def orders(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The orders in which games are listed."""
    from arena.results.game_search import GameOrder

    return list(GameOrder)


@offering
def bots(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The bots of the results folder that was typed before."""
    from arena.results.manifest import read_manifest

    manifest = read_manifest(folder_typed(ctx))
    return dict.fromkeys(bot.name for bot in manifest.bots) if manifest else ()


@offering
def games(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The numbers of the games in the results folder that was typed before."""
    from arena.results.stored_game import last_game

    numbers = map(str, range(last_game(folder_typed(ctx)) + 1))
    return [number for number in numbers if number.startswith(incomplete)][:MOST_GAMES]


@offering
def pages(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """The pages that come with arena."""
    from arena.bundled import pages as coming

    return coming()


def boards(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The boards that come with arena, else folders."""
    from arena.boards.loader import board_names

    return found_or(filter(lambda name: name.startswith(incomplete), board_names()), incomplete)


def results(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The results in the folder `results`, else folders."""
    from arena.results.manifest import FILE

    there = sorted(file.parent.as_posix() for file in Path("results").glob(f"*/{FILE}"))
    return found_or(filter(lambda name: name.startswith(incomplete), there), incomplete)


def files_and(names: Iterable[str], suffix: str, incomplete: str) -> list[CompletionItem]:
    """Names and files here with this suffix that begin as a word does, else any files."""
    here = sorted(path.name for path in Path().glob(f"*{suffix}"))
    found = [name for name in [*here, *sorted(names)] if name.startswith(incomplete)]
    return [CompletionItem(name) for name in found] or [CompletionItem(incomplete, type="file")]


def found_or(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """These names, or what folders there are."""
    return [*map(CompletionItem, names)] or [CompletionItem(incomplete, type="dir")]


def folder_typed(ctx: click.Context) -> Path:
    """The results folder that was typed before; it is left over where an option still waits."""
    typed = ctx.params.get("folder") or next(iter(ctx.args), ".")
    return Path(typed)
