"""Taking cards (T)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from arena.boards.colors import LETTERS, LOCOMOTIVE, NAMES
from arena.referee.actions import BLIND, Take
from arena.referee.events import DECK, Drew, Took
from arena.referee.phases import CARD, TURN
from arena.referee.rules import Kind, Pile, Rules
from arena.referee.table import KINDS, Table
from arena.referee.turns import follow_action

if TYPE_CHECKING:
    from arena.referee.game import Game

TAKES: Final = {card: Take(card) for card in (*range(KINDS), BLIND)}


def refusal(table: Table, take: Take) -> str | None:
    """Why this card can't be taken now; None if it can."""
    card = take.card
    if type(card) is not int or card not in TAKES:
        return f"there is no card {card!r} (G2)"
    if card == BLIND:
        return None if table.deck_size else "the deck is empty (T7)"
    if card >= in_reach(table):
        return "a locomotive from the row can only be the first card (T2, T4)"
    if not table.row[card]:
        return f"there is no {NAMES[card]} card in the row (T1)"
    return None


def options(table: Table) -> tuple[Take, ...]:
    """All cards that can be taken now."""
    return takes(tuple(table.row[: in_reach(table)]), table.deck_size > 0)


@cache
def takes(row: tuple[int, ...], from_deck: bool) -> tuple[Take, ...]:
    """The cards that can be taken from so much of a row, and from the deck if it has any."""
    found = tuple(TAKES[card] for card, number in enumerate(row) if number)
    return (*found, TAKES[BLIND]) if from_deck else found


def in_reach(table: Table) -> int:
    """How many kinds of card may be taken from the row, locomotives being the last (T2, T4)."""
    return LOCOMOTIVE if table.taken else KINDS


def play(game: Game, take: Take) -> None:
    """Take the card."""
    if take.card == BLIND:
        game.emit(Drew(game.seat, game.deck.pop()))
    else:
        game.emit(Took(game.seat, take.card))


def follow(game: Game) -> None:
    """Ask for the second card, if one is due and there is one (T1, T7)."""
    if game.taken < 2 and (game.deck_size or game.rules.can_answer(game, CARD)):
        game.ask(game.seat, CARD)
    else:
        follow_action(game)


def new_deck(table: Table, size: int) -> None:
    """The discards, or at first all cards, have become the deck."""
    table.deck_size = size
    table.shuffles += 1
    table.discard = [0] * KINDS


def install(rules: Rules) -> None:
    """Let cards be taken."""
    rules.piles[DECK] = Pile(LETTERS, new_deck)
    rules.add(Kind(Take, (TURN, CARD), refusal, options, play, follow))
