"""A bot that hoards cards and strikes late.

Nobody can tell from an empty board where it wants to go. It takes cards until it holds many, or
until someone runs low on trains; then it claims a route every turn, first for its tickets and then
long ones, until its cards pay for nothing more of the kind. Then it hoards again.
"""

from collections import Counter
from collections.abc import Sequence

from arena.bot import (
    BLIND,
    COLORS,
    Action,
    DoubledClaim,
    EndTurn,
    Keep,
    RouteClaim,
    RouteNumber,
    SkipCity,
    Store,
    Take,
    TicketNumber,
    View,
    best_place,
    claims_among,
)


class Hoarder:
    """Strikes with `cards` in hand, or when a seat has `few` trains left."""

    def __init__(self, *, cards: int = 20, few: int = 12, least: int = 4) -> None:
        self.cards = cards
        self.few = few
        self.least = least
        """Routes off its ways are worth a claim from this length on."""
        self.striking = False

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question in `view.phase`."""
        match view.phase:
            case "keep":
                return nearest_tickets(view, legal)
            case "turn":
                return self.strike(view, legal) or hoard(view, legal)
            case "card":
                return hoard(view, legal)
            case _:
                return answer(view, legal)

    def strike(self, view: View, legal: Sequence[Action]) -> Action | None:
        """The next claim of a burst; None while the bot hoards, or if the burst is over."""
        late = min(view.trains) <= self.few
        if late or sum(view.hand) >= self.cards:
            self.striking = True
        if not self.striking:
            return None
        claim = self.best_claim(view, legal)
        self.striking = claim is not None
        return claim

    def best_claim(self, view: View, legal: Sequence[Action]) -> Action | None:
        """The longest claim for a ticket, else the longest of all that are long enough."""
        claims = claims_among(legal)
        planned = set(routes_for(view, view.my_tickets))
        lengths = view.board.lengths
        longest = max((lengths[route] for route in view.open_routes()), default=0)
        least = 0 if view.last_round else min(self.least, longest)
        useful = [claim for claim in claims if claim.route in planned]
        long = [claim for claim in claims if lengths[claim.route] >= least]
        return max(useful or long, key=lambda claim: merit_of_claim(view, claim), default=None)


def nearest_tickets(view: View, legal: Sequence[Action]) -> Action:
    """Keep the tickets that take the fewest trains."""
    trains = {ticket: view.ticket_distance(ticket) for ticket in view.my_offer}
    hopeless = view.my_trains + 1

    def cost(keep: Action) -> int:
        assert isinstance(keep, Keep)
        known = (trains[ticket] for ticket in keep.tickets)
        return sum(hopeless if number is None else number for number in known)

    return min(legal, key=cost)


def routes_for(view: View, tickets: Sequence[TicketNumber]) -> list[RouteNumber]:
    """The routes on the shortest ways of tickets for which the trains last."""
    routes: dict[RouteNumber, None] = {}
    for ticket in tickets:
        way = view.ticket_way(ticket) or ()
        if sum(view.board.lengths[route] for route in way) <= view.my_trains:
            routes |= dict.fromkeys(way)
    return list(routes)


def merit_of_claim(view: View, claim: RouteClaim) -> tuple[int, ...]:
    """Long before short, doubled before plain, few locomotives before many."""
    doubled = claim.terrain if isinstance(claim, DoubledClaim) else 0
    return view.board.lengths[claim.route], doubled, -claim.locomotives, view.hand[claim.color]


def hoard(view: View, legal: Sequence[Action]) -> Action:
    """Take a colour that the hand has much of, if the row has it, or else a blind card."""
    if Store(view.me) in legal:
        return Store(view.me)  # where there are warehouses, a card is stored before one is taken
    most = sorted(COLORS, key=lambda color: -view.hand[color])
    for card in (*most[:3], BLIND, *most[3:]):
        if Take(card) in legal:
            return Take(card)
    return (claims_among(legal) or legal)[0]


def answer(view: View, legal: Sequence[Action]) -> Action:
    """Answer the expansions: give no cards away, get those of warehouses, stay on the ways."""
    match view.phase:
        case "end":
            return EndTurn()
        case "city":
            return SkipCity()
    routes = [view.board.routes[route] for route in routes_for(view, view.my_tickets)]
    passed = Counter(city for route in routes for city in route.cities)
    return best_place(view, legal, passed)
