"""Taking train cards (T): from the row or the deck, and when a second card may follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from arena.boards.colors import LETTERS, LOCOMOTIVE, NAMES
from arena.referee.actions import BLIND, Take
from arena.referee.events import DECK, Cleared, Dealt, Drew, Shown, Took
from arena.referee.kinds import A, Kind
from arena.referee.module import Module, Pile
from arena.referee.observed import Form, Observed
from arena.referee.phases import CARD, TURN
from arena.referee.table import KINDS, Table
from arena.referee.turns import follow_action

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.rules import Rules

TAKES: Final = {card: Take(card) for card in (*range(KINDS), BLIND)}


class CardKind(Kind[A]):
    """Taking one of the two cards of a turn."""

    def follow(self, game: Game, action: A) -> None:
        """Ask for the second card, if one is due and there is one (T1, T7)."""
        if game.taken < 2 and (game.deck_size or game.rules.can_answer(game, CARD)):
            game.ask(game.seat, CARD)
        else:
            follow_action(game)


class TakeKind(CardKind[Take]):
    """Taking a train card, from the row or from the deck.

    Its options are looked up by the row, not tried one by one: they are asked for at every
    decision.
    """

    action = Take
    phases = (TURN, CARD)
    disturbance = 50

    def refusal(self, table: Table, action: Take) -> str | None:
        """Why this card can't be taken now; None if it can."""
        card = action.card
        if type(card) is not int or card not in TAKES:
            return f"there is no card {card!r} (G2)"
        if card == BLIND:
            return None if table.deck_size else "the deck is empty (T7)"
        if card >= in_reach(table):
            return "a locomotive from the row can only be the first card (T2, T4)"
        if not table.row[card]:
            return f"there is no {NAMES[card]} card in the row (T1)"
        return None

    def options(self, table: Table) -> Sequence[Take]:
        """All cards that can be taken now."""
        return takes(tuple(table.row[: in_reach(table)]), table.deck_size > 0)

    def play(self, game: Game, action: Take) -> None:
        """Take the card."""
        if action.card == BLIND:
            game.emit(Drew(game.seat, game.deck.pop()))
        else:
            game.emit(Took(game.seat, action.card))

    def every(self, rules: Rules) -> Iterable[Take]:
        """Each card of the row by colour, locomotives, and the top card of the deck."""
        return TAKES.values()

    def fuss(self, action: Take) -> int:
        """1 for a card of the row, 0 for an unseen one, which leaves the row as it is."""
        return int(action.card != BLIND)


@cache
def takes(row: tuple[int, ...], from_deck: bool) -> tuple[Take, ...]:
    """The cards that can be taken from this part of a row, and from the deck if it has any."""
    found = tuple(TAKES[card] for card, number in enumerate(row) if number)
    return (*found, TAKES[BLIND]) if from_deck else found


def in_reach(table: Table) -> int:
    """How many kinds of card may be taken from the row, locomotives being the last (T2, T4)."""
    return LOCOMOTIVE if table.taken else KINDS


def new_deck(table: Table, size: int) -> None:
    """Show on the table that the discards, or at first all cards, are now the deck."""
    table.deck_size = size
    table.shuffles += 1
    table.discard = [0] * KINDS


TAKE: Final = TakeKind()
TAKING: Final = Module(
    name="taking",
    kinds=(TAKE,),
    events=(Dealt, Shown, Cleared, Took, Drew),
    piles={DECK: Pile(LETTERS, new_deck, "the train deck is shuffled")},
    observed=(
        Observed("hands", Form.HANDS, lambda table: table.hands),
        Observed("hand_sizes", Form.SEATS, lambda table: table.hand_sizes),
        Observed("row", Form.NUMBERS, lambda table: table.row, KINDS),
        Observed("discard", Form.NUMBERS, lambda table: table.discard, KINDS),
        Observed("deck_size", Form.NUMBERS, lambda table: table.deck_size),
        Observed("taken", Form.NUMBERS, lambda table: table.taken),
    ),
)
