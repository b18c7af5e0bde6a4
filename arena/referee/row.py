"""The face-up row and the train deck: three locomotives clear the row (T5), new decks (T6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.boards.colors import LOCOMOTIVE
from arena.referee.chance import spread
from arena.referee.events import DECK, Cleared, Shown

if TYPE_CHECKING:
    from arena.referee.game import Game


def settle(game: Game) -> None:
    """Refill the deck, fill the row and clear a crowded one, until nothing is left to do."""
    full = game.rules.ruleset.row
    while True:
        if not game.deck:
            refill(game)
        if game.row_size < full and game.deck:
            game.emit(Shown(game.deck.pop()))
        elif is_crowded(game) and not is_endless(game):
            game.emit(Cleared())
        else:
            return


def refill(game: Game) -> None:
    """Shuffle the discards into a new deck (T6), or the cards that a module has for one."""
    cards = spread(game.discard)
    for refill_from in game.rules.refills:
        cards = cards or refill_from(game)
    if cards:
        game.deck = game.shuffle(DECK, game.shuffles, cards)[::-1]


def is_crowded(game: Game) -> bool:
    """Whether a full row shows too many locomotives (T5)."""
    ruleset = game.rules.ruleset
    return game.row_size == ruleset.row and game.row[LOCOMOTIVE] >= ruleset.crowd


def is_endless(game: Game) -> bool:
    """Whether clearing the row might never end (T5)."""
    rest = len(game.deck) + sum(game.discard)
    locomotives = game.deck.count(LOCOMOTIVE) + game.discard[LOCOMOTIVE]
    others = game.row_size + rest - game.row[LOCOMOTIVE] - locomotives
    ruleset = game.rules.ruleset
    too_few = others < ruleset.row - ruleset.crowd + 1  # any row would be crowded
    return too_few or (rest == ruleset.row and locomotives >= ruleset.crowd)
