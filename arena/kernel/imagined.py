"""Play-outs of imagined games for bots that think ahead: in the kernel, or without it in Python.

Both play the very same games from the same generator, so a bot answers alike on every machine; the
kernel only takes less time.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arena.errors import ArenaError
from arena.kernel.quick_chance import WORD, QuickChance, QuickGenerator
from arena.referee.actions import Action
from arena.referee.game import Game
from arena.referee.results import Result
from arena.referee.view import SeatView

try:
    from arena.kernel.table import KernelTable
except ImportError:  # the kernel was not built
    KernelTable = None  # type: ignore[assignment, misc]


def playouts(view: SeatView, rng: Random, number: int) -> list[Result]:
    """The results of this many imagined games that fit a view, played on at random to their end."""
    (results,) = trials(view, rng, number, [None])
    return results


def trials(
    view: SeatView, rng: Random, number: int, actions: Sequence[Action | None]
) -> list[list[Result]]:
    """For each action, the results of the same imagined games after it: None plays none first.

    The cards lie the same for all actions of one imagined game, so luck tells them less apart.
    """
    if type(number) is not int or number < 0:
        raise ArenaError(f"a number of imagined games is 0 or more, not {number!r}")
    found: list[list[Result]] = [[] for _ in actions]
    for _ in range(number):
        game, seed = view.sample(rng), rng.getrandbits(64)
        table = None if KernelTable is None else KernelTable.from_game(game)
        for results, action in zip(found, actions, strict=True):
            if table is None:
                results.append(finished(game, action, seed))
            else:
                results.append(table.finished(action, seed))
    return found


def finished(game: Game, action: Action | None, seed: int) -> Result:
    """The result of a game after an action and random play, by the referee."""
    game = game.clone()
    game.chance = QuickChance(~seed & WORD)
    if action is not None:
        game.apply(action)
    generator = QuickGenerator(seed)
    while not game.over:
        legal = game.legal()
        game.apply(legal[generator.pick(len(legal))])
    return game.result()
