"""Tickets: dealing the first ones (G5), taking more as a turn, keeping and returning them (D)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final

from arena.referee.actions import Keep, TakeTickets
from arena.referee.chance import pick
from arena.referee.events import RETURNED, TICKETS, Kept, Offered
from arena.referee.kinds import Kind, OnlyKind
from arena.referee.module import Module, Pile, SetUp
from arena.referee.observed import Form, Observed
from arena.referee.phases import KEEP, TURN
from arena.referee.table import Table
from arena.referee.turns import follow_action, follow_set_up
from arena.vocabulary import Seat, TicketNumber

if TYPE_CHECKING:
    from random import Random

    from arena.referee.game import Game
    from arena.referee.rules import Rules

TAKE_TICKETS: Final = TakeTickets()


class TakeTicketsKind(OnlyKind[TakeTickets]):
    """Taking tickets of the deck, which is a whole turn."""

    action = TakeTickets
    only = TAKE_TICKETS
    phases = (TURN,)
    disturbance = 80

    def refusal(self, table: Table, action: TakeTickets) -> str | None:
        """Why tickets can't be taken now; None if they can."""
        return None if table.ticket_deck_size else "the ticket deck is empty (D1)"

    def play(self, game: Game, action: TakeTickets) -> None:
        """Take the top tickets, or what is left of them."""
        offer(game, game.seat, game.rules.ruleset.take)

    def follow(self, game: Game, action: TakeTickets) -> None:
        """Ask which of the tickets stay."""
        game.ask(game.seat, KEEP)


class KeepKind(Kind[Keep]):
    """Keeping some of the tickets just dealt.

    Its options are the choices of enough tickets, not tried one by one: all of them are legal, and
    trying them took a third of the time of a random game of `mega`.
    """

    action = Keep
    phases = (KEEP,)
    disturbance = 40

    def refusal(self, table: Table, action: Keep) -> str | None:
        """Why these tickets can't be kept; None if they can."""
        dealt, kept = table.offers[table.seat], action.tickets
        if type(kept) is not tuple or any(type(t) is not int or t not in dealt for t in kept):
            return f"only tickets just dealt can be kept, of {list(dealt)} not {kept!r} (G5)"
        if kept != tuple(ticket for ticket in dealt if ticket in kept):
            return f"kept tickets are named once each in the order dealt, {list(dealt)} (G5)"
        if len(kept) < fewest(table):
            rule = "G5" if table.turns == 0 else "D1"
            return f"{fewest(table)} tickets or more are kept, not {len(kept)} ({rule})"
        return too_many(table.rules, kept)

    def options(self, table: Table) -> Sequence[Keep]:
        """All choices of enough tickets, the smallest first."""
        dealt = table.offers[table.seat]
        sizes = range(fewest(table), len(dealt) + 1)
        found = [Keep(kept) for size in sizes for kept in combinations(dealt, size)]
        if table.rules.first_decks:
            found = [keep for keep in found if not too_many(table.rules, keep.tickets)]
        return found

    def play(self, game: Game, action: Keep) -> None:
        """Keep these tickets; no one learns of first choices until all are made (G5)."""
        if game.turns > 0:
            part_tickets(game, game.seat, action.tickets)
            return
        game.chosen[game.seat] = action.tickets
        if game.seat == game.seats - 1:
            for seat, kept in enumerate(game.chosen):
                part_tickets(game, seat, kept)

    def follow(self, game: Game, action: Keep) -> None:
        """Go on with setting up or with the turn."""
        if game.turns > 0:
            follow_action(game)
            return
        if game.rules.ruleset.mixes_returned and game.seat == game.seats - 1:
            mix_returned(game)
        follow_set_up(game)

    def every(self, rules: Rules) -> Iterable[Keep]:
        """Every choice of places in an offer, in the order of their bits: 0, 1, 0 and 1, 2, …"""
        places = [TicketNumber(place) for place in range(rules.most_offered)]
        for choice in range(1, 1 << len(places)):
            yield Keep(tuple(place for place in places if choice >> place & 1))

    def general(self, table: Table, action: Keep) -> Keep:
        """The places of the tickets in the offer."""
        offered = table.offers[table.seat]
        return Keep(tuple(TicketNumber(offered.index(ticket)) for ticket in action.tickets))

    def particular(self, table: Table, action: Keep) -> Keep:
        """The tickets at these places of the offer; none, which is not legal, if it is shorter."""
        offered = table.offers[table.seat]
        there = all(place < len(offered) for place in action.tickets)
        return Keep(tuple(offered[place] for place in action.tickets) if there else ())

    def fuss(self, action: Keep) -> int:
        """How many tickets are kept: with fewer, a seat goes for fewer routes."""
        return len(action.tickets)


def offer(game: Game, seat: Seat, number: int, first: Sequence[TicketNumber] = ()) -> None:
    """Deal a seat the top tickets to choose from, after those of other decks."""
    dealt = (*first, *game.ticket_deck[:number])
    del game.ticket_deck[:number]
    game.emit(Offered(seat, dealt, len(dealt), len(first)))


def fewest(table: Table) -> int:
    """How many of its tickets the asked seat must keep: more before the first turn."""
    return table.rules.ruleset.keep if table.turns == 0 else 1


def choices_of(dealt: tuple[TicketNumber, ...], least: int) -> Iterator[tuple[TicketNumber, ...]]:
    """All choices of at least this many tickets, the smallest first."""
    sizes = range(least, len(dealt) + 1)
    return chain.from_iterable(combinations(dealt, size) for size in sizes)


def too_many(rules: Rules, kept: Sequence[TicketNumber]) -> str | None:
    """Why these tickets can't be kept together: too many of one deck (X9); None if they can."""
    for deck in rules.ruleset.first_decks:
        number = sum(ticket in rules.first_decks[deck.name] for ticket in kept)
        if deck.most is not None and number > deck.most:
            return f"{deck.most} of the {deck.name} tickets may be kept at most, not {number} (X9)"
    return None


def part_tickets(game: Game, seat: Seat, kept: tuple[TicketNumber, ...]) -> None:
    """Let a seat have these of its tickets; the others go under the deck, in the order dealt.

    Where what is returned at the start leaves the game, they do not.
    """
    returned = tuple(ticket for ticket in game.offers[seat] if ticket not in kept)
    gone = game.turns == 0 and game.rules.ruleset.returned_leave
    if not gone:
        game.ticket_deck += returned
    game.emit(Kept(seat, kept, returned, len(kept), len(returned), gone))


def choose_for_others(game: Game, rng: Random) -> None:
    """In an imagined game, choose first tickets for the seats that have chosen unseen (G5)."""
    game.chosen = [()] * game.seats
    if game.phase == KEEP and game.turns == 0:
        for seat in range(game.seat):
            choices = [
                kept
                for kept in choices_of(game.offers[seat], game.rules.ruleset.keep)
                if not too_many(game.rules, kept)
            ]
            game.chosen[seat] = choices[pick(rng, len(choices))]


def mix_returned(game: Game) -> None:
    """Shuffle the tickets that were returned at the start, all together (G5)."""
    returned = game.seats * game.rules.ruleset.deal - sum(game.ticket_counts)
    if returned:
        lowest = game.ticket_deck[-returned:]
        game.ticket_deck[-returned:] = game.shuffle(RETURNED, 0, lowest)


def new_ticket_deck(table: Table, size: int) -> None:
    """Show on the table that all tickets are now in the deck."""
    table.ticket_deck_size = size


def keep_size(table: Table, size: int) -> None:
    """Nothing to show: tickets have only changed places within the deck."""


TICKET_RULES: Final = Module(
    name="tickets",
    kinds=(TakeTicketsKind(), KeepKind()),
    events=(Offered, Kept),
    piles={
        TICKETS: Pile("", new_ticket_deck, "the ticket deck is shuffled"),
        RETURNED: Pile("", keep_size, "the returned tickets are shuffled under their deck"),
    },
    set_up=(SetUp(KEEP, rank=0),),
    observed=(
        Observed("kept", Form.MY_TICKETS, lambda table: table.tickets),
        Observed("offers", Form.MY_OFFER, lambda table: table.offers),
        Observed("ticket_counts", Form.SEATS, lambda table: table.ticket_counts),
        Observed("ticket_deck_size", Form.NUMBERS, lambda table: table.ticket_deck_size),
    ),
)
