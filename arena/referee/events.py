"""The events of a game: what each changes (a claim closes double routes, C5), and who sees it.

An event changes the table of whoever learns of it, the referee's as well as a bot's, and knows how
it looks to a seat: what the seat may not know is left out before it leaves the referee.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from arena.boards.colors import LOCOMOTIVE
from arena.referee.actions import Action
from arena.referee.phases import OVER, TURN
from arena.referee.results import Result
from arena.vocabulary import Card, RouteNumber, Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.table import Table
    from arena.referee.view import SeatView

HIDDEN: Final = -1
"""Stands for a card that the receiver may not know."""
DECK: Final = "deck"
TICKETS: Final = "tickets"
RETURNED: Final = "returned"


class Event(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """Something that happened."""

    def change(self, table: Table) -> None:
        """Make the table show that this happened."""

    def seen_by(self, seat: Seat) -> Event | None:
        """The event as `seat` sees it; None if it sees nothing of it."""
        return self

    def teach(self, view: SeatView) -> None:
        """Update what a view knows about hidden cards; this is called before `change`."""


class Decided(Event, frozen=True):
    """A seat answered a question: a row of the record. Its effects are events of their own."""

    seat: Seat
    phase: str
    action: Action

    def seen_by(self, seat: Seat) -> Event | None:
        return None


class Shuffled(Event, frozen=True):
    """A pile was shuffled; its cards, the next to be drawn first, are seen by nobody."""

    pile: str
    """`deck`, `tickets`, or the name of another pile."""
    cards: tuple[int, ...]
    """Empty, as a seat sees it."""
    size: int
    """How many cards it has."""

    def change(self, table: Table) -> None:
        table.rules.piles[self.pile].change(table, self.size)

    def seen_by(self, seat: Seat) -> Event:
        return Shuffled(self.pile, (), self.size)

    def teach(self, view: SeatView) -> None:
        if self.pile == DECK and view.shuffles:
            if any(view.discard):
                view.cards.reshuffled(view.discard[:], view.unseen(), view.hidden())
            else:
                view.cards.began_again(view.unseen(), view.hidden())
        elif self.pile == TICKETS:
            view.places.start(self.size)
        elif self.pile == RETURNED:
            view.places.mix(self.size)


class Dealt(Event, frozen=True):
    """A seat got its first cards."""

    seat: Seat
    cards: tuple[Card, ...]
    """The cards; for other seats, empty."""
    size: int
    """How many they are."""

    def change(self, table: Table) -> None:
        hand = table.hands[self.seat]
        for card in self.cards:
            hand[card] += 1
        table.hand_sizes[self.seat] += self.size
        table.deck_size -= self.size

    def seen_by(self, seat: Seat) -> Event:
        return self if seat == self.seat else Dealt(self.seat, (), self.size)

    def teach(self, view: SeatView) -> None:
        if self.seat != view.me:
            view.cards.left_unseen(self.seat, self.size)
        for card in self.cards:
            view.cards.left(card)


class Shown(Event, frozen=True):
    """The top card of the deck was laid into the row."""

    card: Card

    def change(self, table: Table) -> None:
        table.row[self.card] += 1
        table.row_size += 1
        table.deck_size -= 1

    def teach(self, view: SeatView) -> None:
        view.cards.left(self.card)


class Cleared(Event, frozen=True):
    """The row was discarded for its locomotives (T5)."""

    def change(self, table: Table) -> None:
        table.discard = [a + b for a, b in zip(table.discard, table.row, strict=True)]
        table.row = [0] * len(table.row)
        table.row_size = 0


class Took(Event, frozen=True):
    """A seat took a card from the row."""

    seat: Seat
    card: Card

    def change(self, table: Table) -> None:
        card = self.card
        table.row[card] -= 1
        table.row_size -= 1
        table.hands[self.seat][card] += 1
        table.hand_sizes[self.seat] += 1
        table.taken += 2 if card == LOCOMOTIVE else 1


class Drew(Event, frozen=True):
    """A seat drew the top card of the deck, which it alone sees (T3)."""

    seat: Seat
    card: Card
    """The card; for other seats, -1."""

    def change(self, table: Table) -> None:
        if self.card != HIDDEN:
            table.hands[self.seat][self.card] += 1
        table.hand_sizes[self.seat] += 1
        table.deck_size -= 1
        table.taken += 1

    def seen_by(self, seat: Seat) -> Event:
        return self if seat == self.seat else Drew(self.seat, HIDDEN)

    def teach(self, view: SeatView) -> None:
        if self.card == HIDDEN:
            view.cards.left_unseen(self.seat, 1)
        else:
            view.cards.left(self.card)


class Claimed(Event, frozen=True):
    """A seat claimed a route and paid for it; a scorer named twice gets the points twice."""

    seat: Seat
    route: RouteNumber
    color: Card
    locomotives: int
    points: int
    """What the route is worth."""
    scorers: tuple[Seat, ...]
    """Who gets these points: the claimer, unless an expansion says otherwise."""

    def change(self, table: Table) -> None:
        seat, board = self.seat, table.board
        length = board.lengths[self.route]
        pay(table, seat, self.color, length - self.locomotives)
        pay(table, seat, LOCOMOTIVE, self.locomotives)
        table.trains[seat] -= length
        for scorer in self.scorers:
            table.scores[scorer] += self.points
        table.owned[seat] |= 1 << self.route
        table.last_route = self.route
        closed = ~board.connection[self.route]
        doubles_close = table.seats < table.rules.ruleset.open_doubles  # C5, O5
        others = closed if doubles_close else ~(1 << self.route)
        table.open_to = [routes & others for routes in table.open_to]
        table.open_to[seat] &= closed  # C4
        for change in table.rules.on_claim:
            change(table, self)

    def teach(self, view: SeatView) -> None:
        number = view.board.lengths[self.route] - self.locomotives
        teach_payment(view, self.seat, self.color, number)
        teach_payment(view, self.seat, LOCOMOTIVE, self.locomotives)


class PaymentLaid(Event, frozen=True):
    """A seat laid down the payment for a route, and is asked a question before it is claimed."""

    seat: Seat
    route: RouteNumber
    color: Card
    locomotives: int
    factor: int
    """How many times the route's points will count."""

    def change(self, table: Table) -> None:
        hand = table.hands[self.seat]
        for card, number in self.cards(table):
            hand[card] = max(0, hand[card] - number)
            table.hand_sizes[self.seat] -= number
        table.pending = self

    def teach(self, view: SeatView) -> None:
        for card, number in self.cards(view):
            teach_payment(view, self.seat, card, number)

    def cards(self, table: Table) -> tuple[tuple[Card, int], tuple[Card, int]]:
        """The cards on the table: how many of the colour, how many locomotives."""
        others = table.board.lengths[self.route] - self.locomotives
        return (self.color, others), (LOCOMOTIVE, self.locomotives)


class PaymentTakenUp(Event, frozen=True):
    """The payment on the table went back to the hand, to be paid now or to be kept."""

    seat: Seat

    def change(self, table: Table) -> None:
        laid = table.pending
        if laid is not None:
            for card, number in laid.cards(table):
                table.hands[self.seat][card] += number
                table.hand_sizes[self.seat] += number
        table.pending = None


class Offered(Event, frozen=True):
    """A seat was dealt tickets to choose from."""

    seat: Seat
    tickets: tuple[TicketNumber, ...]
    """The tickets; for other seats, empty."""
    size: int
    """How many they are."""
    first: int = 0
    """How many of them, the first ones, come from decks that are dealt from at the start only."""

    def change(self, table: Table) -> None:
        table.offers[self.seat] = self.tickets
        table.ticket_deck_size -= self.size - self.first

    def seen_by(self, seat: Seat) -> Event:
        return self if seat == self.seat else Offered(self.seat, (), self.size, self.first)

    def teach(self, view: SeatView) -> None:
        view.places.offer(self.seat, self.tickets, self.size, self.first)


class Kept(Event, frozen=True):
    """A seat kept some of its tickets; the others went under the ticket deck."""

    seat: Seat
    kept: tuple[TicketNumber, ...]
    """Those that it kept; for other seats, empty."""
    returned: tuple[TicketNumber, ...]
    """Those that it returned; for other seats, empty."""
    kept_size: int
    """How many it kept."""
    returned_size: int
    """How many it returned."""
    gone: bool = False
    """Whether the returned ones left the game, and are not under the deck."""

    def change(self, table: Table) -> None:
        seat = self.seat
        table.tickets[seat] += self.kept
        table.ticket_counts[seat] += self.kept_size
        if not self.gone:
            table.ticket_deck_size += self.returned_size
        table.offers[seat] = ()

    def seen_by(self, seat: Seat) -> Event:
        if seat == self.seat:
            return self
        return Kept(self.seat, (), (), self.kept_size, self.returned_size, self.gone)

    def teach(self, view: SeatView) -> None:
        view.places.keep(self)


class Passed(Event, frozen=True):
    """A seat had nothing legal to do (G7)."""

    seat: Seat

    def change(self, table: Table) -> None:
        table.passes = table.passes + 1 if table.last_pass == table.turns - 1 else 1
        table.last_pass = table.turns


class Asked(Event, frozen=True):
    """A seat is asked a question; a turn begins when a new seat is asked for its turn."""

    seat: Seat
    phase: str
    """The question."""
    secretly: bool = False
    """Whether other seats must not see the question, because it tells something about the hand."""

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat == self.seat or not self.secretly else None

    def change(self, table: Table) -> None:
        table.seat = self.seat
        phase = table.phase = table.rules.phases[self.phase]
        if phase is TURN and self.seat != table.turn:
            table.turn = self.seat
            table.turns += 1
            table.taken = 0
            if table.last_turns is not None:
                table.last_turns -= 1


class LastRound(Event, frozen=True):
    """A seat ended its turn with two trains or fewer: each seat has one turn more (E1)."""

    seat: Seat

    def change(self, table: Table) -> None:
        table.last_turns = table.seats


class Ended(Event, frozen=True):
    """The game is over; all tickets are shown (D2)."""

    tickets: tuple[tuple[TicketNumber, ...], ...]
    """For each seat, all its tickets."""
    result: Result
    """How the game came out."""

    def change(self, table: Table) -> None:
        table.over = True
        table.phase = OVER
        table.tickets = list(self.tickets)


def seen_by(seat: Seat, events: Sequence[Event]) -> list[Event]:
    """What a seat sees of these events."""
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


def pay(table: Table, seat: Seat, card: Card, number: int) -> None:
    """Discard cards of a hand; those that a view did not know were among its unknown ones."""
    hand = table.hands[seat]
    hand[card] = max(0, hand[card] - number)
    table.hand_sizes[seat] -= number
    table.discard[card] += number


def teach_payment(view: SeatView, seat: Seat, card: Card, number: int) -> None:
    """Tell a view which cards of a payment it had not known to be in the hand."""
    unseen = number - view.hands[seat][card]
    if unseen > 0:
        view.cards.paid(seat, card, unseen)
