"""The table: all that lies open in a game, the hidden cards that are known, and what is legal.

A `Game` is a table whose every card is known; a `View` is the table as one seat sees it. The rules
of legality ask a table and nothing else, so a bot can ask them of its view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from arena.boards.colors import LOCOMOTIVE
from arena.referee.phases import OVER, Phase
from arena.vocabulary import RouteMask, RouteNumber, Seat, TicketNumber

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.actions import Action
    from arena.referee.events import PaymentLaid
    from arena.referee.rules import Rules

KINDS: Final = LOCOMOTIVE + 1
"""How many kinds of train card there are."""


class Table:
    """What lies open in a game, changed by events alone."""

    __slots__ = {
        "board": "The board that the game is played on.",
        "deck_size": "How many cards are in the train deck.",
        "discard": "How many of each card lie on the discard pile.",
        "extras": "What the modules keep on the table, by its type.",
        "hand_sizes": "For each seat, how many cards it holds, which is public.",
        "hands": "For each seat, how many of each card it is known to hold.",
        "last_pass": "In which turn, counted from 1, a seat passed last; 0 if none has passed.",
        "last_route": "The route claimed last; 0 before the first claim.",
        "last_turns": "How many turns are still to begin in the last round, else None.",
        "offers": "For each seat, the tickets dealt to it for choosing that are known.",
        "open_to": "For each seat, the mask of routes that are neither claimed nor closed to it.",
        "over": "Whether the game has ended.",
        "owned": "For each seat, the mask of the routes that it owns.",
        "passes": "How many turns in a row were passes, up to the turn `last_pass`.",
        "pending": "The claim whose payment lies on the table during a question, else None.",
        "phase": "The question that is asked.",
        "row": "How many of each card lie face up.",
        "row_size": "How many cards lie face up.",
        "rules": "The rules that the game is played by.",
        "scores": "For each seat, the points scored while playing.",
        "seat": "The seat that is asked.",
        "seats": "How many seats there are.",
        "shuffles": "How often the train deck has been shuffled.",
        "taken": "Cards taken in this turn; a locomotive from the row counts as two.",
        "ticket_counts": "For each seat, how many tickets it has kept.",
        "ticket_deck_size": "How many tickets are in the ticket deck.",
        "tickets": "For each seat, the kept tickets that are known; there may be any number.",
        "trains": "For each seat, how many trains it has left.",
        "turn": "The seat whose turn it is; -1 before the first turn.",
        "turns": "How many turns have begun so far.",
    }

    rules: Rules
    board: Board
    seats: int
    seat: Seat
    phase: Phase
    over: bool
    turn: Seat
    turns: int
    taken: int
    last_turns: int | None
    passes: int  # G7
    last_pass: int
    row: list[int]
    row_size: int
    deck_size: int
    discard: list[int]
    shuffles: int
    hands: list[list[int]]
    hand_sizes: list[int]  # T8
    trains: list[int]
    scores: list[int]
    owned: list[RouteMask]
    open_to: list[RouteMask]
    last_route: RouteNumber
    pending: PaymentLaid | None
    tickets: list[tuple[TicketNumber, ...]]  # D3
    ticket_counts: list[int]
    offers: list[tuple[TicketNumber, ...]]
    ticket_deck_size: int
    extras: dict[type, Any]

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
        for options in self.rules.listers[self.phase]:
            found += options(self)
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
