"""The view: a game as one seat knows it, which a bot looks at to decide, and imagines games from.

A view is built from the events that its seat may see, and from nothing else.
"""

from __future__ import annotations

from operator import sub
from random import Random
from typing import TYPE_CHECKING

from arena.boards.colors import GRAY, LOCOMOTIVE
from arena.errors import ArenaError
from arena.referee.actions import Action, Claim
from arena.referee.card_memory import CardMemory
from arena.referee.chance import Seeded
from arena.referee.claiming import claimable
from arena.referee.events import Event
from arena.referee.game import Game, Log
from arena.referee.network import cheapest_way, completed, each, nodes_of
from arena.referee.table import Table
from arena.referee.ticket_memory import TicketMemory
from arena.referee.tickets import choose_for_others
from arena.vocabulary import Card, CityNumber, Node, RouteMask, RouteNumber, Seat, TicketNumber

if TYPE_CHECKING:
    from arena.referee.module import Holders
    from arena.referee.rules import Rules


class SeatView(Table):
    """The table as seat `me` sees it, with the questions that a bot asks of it.

    Beside what every table shows: `hands[seat]` are the cards that a seat is known to hold, all of
    them for `me` and for others those taken from the row and not played since.
    """

    __slots__ = {
        "cards": "What this seat can work out about the train cards that it has not seen.",
        "log": "All that this seat has seen happen: the latest event, and the log before it.",
        "me": "This seat.",
        "places": "What this seat can work out about the tickets that it has not seen.",
    }

    me: Seat
    log: Log
    cards: CardMemory
    places: TicketMemory

    def __init__(self, rules: Rules, seats: int, me: Seat) -> None:
        super().__init__(rules, seats)
        if type(me) is not int or not 0 <= me < seats:
            raise ArenaError(f"there is no seat {me} among {seats}, they are numbered from 0")
        self.me = me
        self.log = None
        self.cards = CardMemory(len(self.hidden()), rules.ruleset.cards)
        first = [ticket for deck in rules.first_decks.values() for ticket in deck]
        self.places = TicketMemory(me, seats, rules.deck, first, rules.ruleset.most_first)

    def learn(self, event: Event) -> None:
        """Add an event, as this seat sees it, to all that the view knows."""
        self.log = (event, self.log)
        event.teach(self)
        event.change(self)

    def legal(self) -> list[Action]:
        """Every legal answer to the question this seat is asked; none when it is not asked."""
        return super().legal() if self.seat == self.me else []

    def refusal(self, action: Action) -> str | None:
        """Why `action` is not legal now, in a sentence with its rule; None if it is."""
        return super().refusal(action) if self.seat == self.me else "it is not this seat's decision"

    def is_legal(self, action: Action) -> bool:
        """Whether `action` is a legal answer of this seat to the question asked."""
        return self.refusal(action) is None

    @property
    def hand(self) -> list[int]:
        """How many of each card this seat holds."""
        return self.hands[self.me]

    @property
    def my_tickets(self) -> tuple[TicketNumber, ...]:
        """The tickets that this seat has kept."""
        return self.tickets[self.me]

    @property
    def my_offer(self) -> tuple[TicketNumber, ...]:
        """The tickets that this seat is to choose from."""
        return self.offers[self.me]

    @property
    def my_trains(self) -> int:
        """The trains that this seat has left."""
        return self.trains[self.me]

    @property
    def others(self) -> list[Seat]:
        """The other seats, in the order in which they play after this one."""
        return [(self.me + step) % self.seats for step in range(1, self.seats)]

    @property
    def last_round(self) -> bool:
        """Whether the last round has been called (E1)."""
        return self.last_turns is not None

    def owner(self, route: RouteNumber) -> Seat | None:
        """The seat that owns a route, if any does."""
        return next((seat for seat in range(self.seats) if self.owned[seat] >> route & 1), None)

    def routes_of(self, seat: Seat) -> list[RouteNumber]:
        """The routes that a seat owns."""
        return list(each(self.owned[seat]))

    def open_routes(self) -> list[RouteNumber]:
        """The routes that this seat may still claim with the trains it has, if it can pay."""
        return list(each(claimable(self, self.me)))

    def payments(self, route: RouteNumber) -> list[Claim]:
        """The ways in which this seat's hand can pay for a route, whether it is open or not."""
        return self.rules.payments.affordable(self.hand, self.hand[LOCOMOTIVE], 1 << route)

    def missing(self, route: RouteNumber) -> tuple[Card, int]:
        """The card that would help most to pay for a route, and how many cards are still missing.

        For a gray route this counts on the colour that the hand has most of.
        """
        board, hand = self.board, self.hands[self.me]
        color, ferry = board.colors[route], board.ferries[route]
        if color == GRAY:
            color = hand.index(max(hand[:LOCOMOTIVE]))
        others = board.lengths[route] - ferry - hand[color]
        number = max(0, ferry + max(0, others) - hand[LOCOMOTIVE])
        return color if others > 0 else LOCOMOTIVE, number

    def connected(self, city_a: CityNumber, city_b: CityNumber) -> bool:
        """Whether this seat's own routes join two cities."""
        starts, goals = nodes_of(self.board, city_a), nodes_of(self.board, city_b)
        return self._way(0, starts, goals) is not None

    def distance(self, city_a: CityNumber, city_b: CityNumber) -> int | None:
        """The fewest trains that would join two cities for this seat; None if it can't be done."""
        return self._trains(self.way(city_a, city_b))

    def way(self, city_a: CityNumber, city_b: CityNumber) -> list[RouteNumber] | None:
        """The routes, fewest trains in all, that this seat would claim to join two cities."""
        starts, goals = nodes_of(self.board, city_a), nodes_of(self.board, city_b)
        return self._way(self.open_to[self.me], starts, goals)

    def completed(self) -> list[TicketNumber]:
        """This seat's tickets that its routes complete."""
        return completed(self.board, self.owned[self.me], self.my_tickets)

    def ticket_distance(self, ticket: TicketNumber) -> int | None:
        """The fewest trains that would complete a ticket; None if it can't be done."""
        return self._trains(self.ticket_way(ticket))

    def ticket_way(self, ticket: TicketNumber) -> list[RouteNumber] | None:
        """The routes, fewest trains in all, that this seat would claim to complete a ticket."""
        return self._way(self.open_to[self.me], *self.board.tickets[ticket].ends)

    def unseen(self) -> list[int]:
        """How many of each card this seat has not seen: in the deck or in hands, it can't tell."""
        left = list(map(sub, self.rules.ruleset.cards, self.row))
        for pile in (self.discard, *self.hands):
            left = list(map(sub, left, pile))
        if self.pending is not None:
            for card, number in self.pending.cards(self):
                left[card] -= number
        for cards_of in self.rules.open_cards:
            left = list(map(sub, left, cards_of(self)))
        return left

    def sample(self, rng: Random) -> Game:
        """A complete game that fits all that this seat knows, to think ahead with."""
        if self.over or self.seat != self.me:
            raise ArenaError("a seat imagines games when it is asked for a decision")
        game = object.__new__(Game)
        self.copy_to(game)
        *held, game.deck = self.cards.place(self.unseen(), self.hidden(), rng)
        for hand, cards in zip(game.hands, held, strict=False):
            for card in cards:
                hand[card] += 1
        game.secrets = {kind: new(self.seats) for kind, new in self.rules.secrets.items()}
        for holders in self.rules.holders:
            first = self.first_holder(holders)
            holders.fill(game, held[first : first + len(holders.sizes(self))])
        kept, offers, game.ticket_deck = self.places.place(rng)
        for seat in self.others:
            game.tickets[seat] = kept[seat]
        game.offers = offers
        choose_for_others(game, rng)
        game.chance = Seeded(rng.getrandbits(64))
        for imagine in self.rules.imagine:
            imagine(game, rng)
        game.log = self.log
        game.sampled_by = self.me
        return game

    def first_holder(self, holders: Holders) -> int:
        """The number of the first of these holders: seats come first, then modules' holders."""
        before = self.rules.holders[: self.rules.holders.index(holders)]
        return self.seats + sum(len(others.sizes(self)) for others in before)

    def hidden(self) -> list[int]:
        """For each seat, then each other holder of cards, how many this seat does not know."""
        sizes = [size - sum(hand) for size, hand in zip(self.hand_sizes, self.hands, strict=True)]
        for holders in self.rules.holders:
            sizes += holders.sizes(self)
        return sizes

    def _way(
        self, open_routes: RouteMask, starts: tuple[Node, ...], goals: tuple[Node, ...]
    ) -> list[RouteNumber] | None:
        return cheapest_way(self.board, self.owned[self.me], open_routes, starts, goals)

    def _trains(self, way: list[RouteNumber] | None) -> int | None:
        return None if way is None else sum(self.board.lengths[route] for route in way)
