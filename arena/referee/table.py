"""The table: all that lies open, and the hidden cards that one knows.

A `Game` is a table whose every card is known; a `View` is the table as one seat sees it. The rules
of legality ask a table and nothing else, so a bot can ask them of its view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from arena.boards.colors import LOCOMOTIVE
from arena.referee.phases import OVER, Phase
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.actions import Action
    from arena.referee.events import PaymentLaid
    from arena.referee.rules import Rules

KINDS: Final = LOCOMOTIVE + 1
"""How many kinds of train card there are."""


class Table:
    """What is open to see, changed by events alone."""

    __slots__ = (
        "board", "deck_size", "discard", "extras", "hand_sizes", "hands", "last_pass",
        "last_route", "last_turns", "offers", "open_to", "over", "owned", "passes", "pending",
        "phase", "row", "row_size", "rules", "scores", "seat", "seats", "shuffles", "taken",
        "ticket_counts", "ticket_deck_size", "tickets", "trains", "turn", "turns",
    )  # fmt: skip

    rules: Rules
    board: Board
    seats: int
    """How many seats there are."""
    seat: Seat
    """Who is asked."""
    phase: Phase
    """What is asked."""
    over: bool
    """Whether the game has ended."""
    turn: int
    """Whose turn it is; -1 before the first."""
    turns: int
    """Turns begun so far."""
    taken: int
    """Cards taken in this turn; a locomotive from the row counts as two."""
    last_turns: int | None
    """Turns still to begin once the last round has been called, else None (E1)."""
    passes: int
    """Passes in a row, the last of them in turn `last_pass` (G7)."""
    last_pass: int
    row: list[int]
    """How many of each card lie face up."""
    row_size: int
    deck_size: int
    discard: list[int]
    shuffles: int
    """How often the train deck has been shuffled."""
    hands: list[list[int]]
    """For each seat, how many of each card it is known to hold."""
    hand_sizes: list[int]
    """For each seat, how many cards it holds, which is public (T8)."""
    trains: list[int]
    scores: list[int]
    """Points scored while playing."""
    owned: list[int]
    """For each seat, its routes as a bit mask."""
    open_to: list[int]
    """For each seat, the routes that are neither claimed nor closed to it."""
    last_route: int
    """The route claimed last."""
    pending: PaymentLaid | None
    """The claim whose payment lies on the table while a question about it is open, else None."""
    tickets: list[tuple[int, ...]]
    """For each seat, the kept tickets that are known; there may be any number (D3)."""
    ticket_counts: list[int]
    offers: list[tuple[int, ...]]
    """For each seat, the tickets dealt to it for choosing that are known."""
    ticket_deck_size: int
    extras: dict[type, Any]
    """What modules keep on the table, by its type."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.board = rules.board
        self.seats = seats
        self.seat = 0
        self.phase = OVER
        self.over = False
        self.turn = -1
        self.turns = self.taken = self.passes = self.last_pass = self.shuffles = 0
        self.last_route = 0
        self.last_turns = None
        self.pending = None
        self.row = [0] * KINDS
        self.discard = [0] * KINDS
        self.row_size = self.deck_size = self.ticket_deck_size = 0
        self.hands = [[0] * KINDS for _ in range(seats)]
        self.hand_sizes = [0] * seats
        self.trains = [rules.ruleset.trains] * seats
        self.scores = [0] * seats
        self.owned = [0] * seats
        self.open_to = [rules.board.everything] * seats
        self.tickets = [()] * seats
        self.ticket_counts = [0] * seats
        self.offers = [()] * seats
        self.extras = {part: new(rules.board, seats) for part, new in rules.states.items()}

    @property
    def doubles_close(self) -> bool:
        """Whether claiming one route of a connection closes the others to all (C5, O5)."""
        return self.seats < self.rules.ruleset.open_doubles

    def legal(self) -> list[Action]:
        """Every legal answer to the question asked."""
        found: list[Action] = []
        for kind in self.rules.asked[self.phase].values():
            found += kind.options(self)
        return found

    def is_legal(self, action: Action) -> bool:
        """Whether `action` is a legal answer to the question asked."""
        return self.rules.refusal(self, action) is None

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not legal now, in a sentence with its rule; None if it is."""
        return self.rules.refusal(self, action)

    def copy_to(self, other: Table) -> None:
        """Make `other`, a bare table, equal to this one without sharing anything that changes."""
        other.rules = self.rules
        other.board = self.board
        other.seats = self.seats
        other.seat = self.seat
        other.phase = self.phase
        other.over = self.over
        other.turn = self.turn
        other.turns = self.turns
        other.taken = self.taken
        other.last_turns = self.last_turns
        other.passes = self.passes
        other.last_pass = self.last_pass
        other.row = self.row[:]
        other.row_size = self.row_size
        other.deck_size = self.deck_size
        other.discard = self.discard[:]
        other.shuffles = self.shuffles
        other.hands = [hand[:] for hand in self.hands]
        other.hand_sizes = self.hand_sizes[:]
        other.trains = self.trains[:]
        other.scores = self.scores[:]
        other.owned = self.owned[:]
        other.open_to = self.open_to[:]
        other.last_route = self.last_route
        other.pending = self.pending
        other.tickets = self.tickets[:]
        other.ticket_counts = self.ticket_counts[:]
        other.offers = self.offers[:]
        other.ticket_deck_size = self.ticket_deck_size
        extras = self.extras
        other.extras = {part: extras[part].clone() for part in extras} if extras else extras
