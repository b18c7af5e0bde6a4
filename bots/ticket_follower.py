"""A bot that completes its tickets by the shortest way, and plans again when it is blocked.

Its plan is the routes still to claim for its tickets. Whenever routes change hands it plans again,
so a blocked way is gone round, and a ticket that can't be completed any more is let go. Once all is
done it takes more tickets, or, late in the game, plays out its trains on long routes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from arena.bot import (
    BLIND,
    LOCOMOTIVE,
    Action,
    Card,
    CityNumber,
    DoubledClaim,
    EndTurn,
    Keep,
    RouteClaim,
    RouteNumber,
    Store,
    Take,
    TakeTickets,
    TicketNumber,
    Towns,
    View,
    best_place,
    claims_among,
    towns_of,
)

LONG = 3
"""Without a plan, routes are worth a claim from this length on."""
SHARE = 0.6
"""The part of the trains to plan for: others claim routes too, and end the game early."""
PRICE = 3
"""What the turns for a route of a plan cost in points, roughly."""


class TicketFollower:
    """Follows its tickets, and takes more while every seat has `enough` trains or more."""

    def __init__(self, *, enough: int = 15) -> None:
        self.enough = enough
        self.plan: list[RouteNumber] = []
        self.planned_for: object = None

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question in `view.phase`."""
        if view.phase == "keep":
            return best_tickets(view, legal)
        self.plan_again(view)
        match view.phase:
            case "turn":
                return self.play(view, legal)
            case "card":
                return take_card(view, legal, self.plan)
            case "end":
                return EndTurn()  # depots in reserve pay for warehouses
            case _:
                return best_place(view, legal, trains_at(view, self.plan))

    def plan_again(self, view: View) -> None:
        """Make a new plan if routes or tickets have changed hands since the last one."""
        now = (view.my_tickets, *view.owned, *view.open_routes())
        if now != self.planned_for:
            self.plan, self.planned_for = plan_for(view, view.my_tickets), now

    def play(self, view: View, legal: Sequence[Action]) -> Action:
        """Claim a route of the plan; without a plan take tickets, or claim any long route."""
        if not self.plan and self.has_time(view) and TakeTickets() in legal:
            return TakeTickets()
        return best_claim(view, legal, self.plan) or take_card(view, legal, self.plan)

    def has_time(self, view: View) -> bool:
        """Whether more tickets could still be completed."""
        return not view.last_round and min(view.trains) >= self.enough


def best_tickets(view: View, legal: Sequence[Action]) -> Action:
    """Keep what promises the most points for the routes it takes."""
    ways = {ticket: way_for(view, ticket) for ticket in (*view.my_tickets, *view.my_offer)}

    def promise(keep: Action) -> int:
        assert isinstance(keep, Keep)
        points = sum(view.board.tickets[ticket].points for ticket in keep.tickets)
        found = [ways[ticket] for ticket in (*view.my_tickets, *keep.tickets)]
        routes = {route for way in found for route in way or ()}
        hopeless = any(ways[ticket] is None for ticket in keep.tickets)
        if hopeless or trains_of(view, routes) > SHARE * view.my_trains:
            return -points
        return points - PRICE * len(routes)

    return max(legal, key=promise)


def plan_for(view: View, tickets: Iterable[TicketNumber]) -> list[RouteNumber]:
    """The routes to claim for these tickets, valuable ones first, if the trains last."""
    plan: dict[RouteNumber, None] = {}
    for ticket in sorted(tickets, key=lambda ticket: -view.board.tickets[ticket].points):
        more = dict.fromkeys(way_for(view, ticket) or ())
        if trains_of(view, plan | more) <= view.my_trains:
            plan |= more
    return list(plan)


def way_for(view: View, ticket: TicketNumber) -> list[RouteNumber] | None:
    """The shortest way to complete a ticket; None if there is none."""
    way = view.ticket_way(ticket)
    if way and Towns in view.extras:
        return way + link_to(view, way)
    return way


def link_to(view: View, way: list[RouteNumber]) -> list[RouteNumber]:
    """The routes that lead from the starting town to a way: networks grow from that town."""
    start = towns_of(view).start[view.me]
    if start is None or set(way) & set(view.open_routes()):
        return []
    ends = {city for route in (way[0], way[-1]) for city in view.board.routes[route].cities}
    links = [view.way(start, city) for city in sorted(ends)]
    return min((link for link in links if link), key=lambda link: trains_of(view, link), default=[])


def trains_of(view: View, routes: Iterable[RouteNumber]) -> int:
    """The trains that these routes take."""
    return sum(view.board.lengths[route] for route in routes)


def best_claim(view: View, legal: Sequence[Action], plan: list[RouteNumber]) -> Action | None:
    """The longest claim worth making, paid with the cards that the plan needs least."""
    wanted, needs = worth_claiming(view, plan), cards_missing(view, plan)
    claims = [claim for claim in claims_among(legal) if claim.route in wanted]

    def merit(claim: RouteClaim) -> tuple[int, ...]:
        doubled = claim.terrain if isinstance(claim, DoubledClaim) else 0
        return view.board.lengths[claim.route], doubled, -claim.locomotives, -needs[claim.color]

    return max(claims, key=merit, default=None)


def worth_claiming(view: View, plan: list[RouteNumber]) -> set[RouteNumber]:
    """The routes of the plan; without one, long routes; in the last round, any."""
    routes, lengths = view.open_routes(), view.board.lengths
    if view.last_round:
        return set(routes)
    if plan:
        return set(twins(view, plan))
    least = min(LONG, max((lengths[route] for route in routes), default=0))
    return {route for route in routes if lengths[route] >= least}


def twins(view: View, plan: Iterable[RouteNumber]) -> list[RouteNumber]:
    """The routes of a plan that may be claimed now, and those that join the same cities."""
    wanted = 0
    for route in plan:
        wanted |= view.board.connection[route]
    return [route for route in view.open_routes() if wanted >> route & 1]


def cards_missing(view: View, plan: list[RouteNumber]) -> Counter[Card]:
    """How many of each card the routes of the plan are missing."""
    cards: Counter[Card] = Counter()
    for route in plan:
        card, number = view.missing(route)
        cards[card] += number
    return cards


def take_card(view: View, legal: Sequence[Action], plan: list[RouteNumber]) -> Action:
    """Take the card that completes a payment soonest, or else a blind one."""
    if Store(view.me) in legal:
        return Store(view.me)  # where there are warehouses, a card is stored before one is taken
    for card in (*cards_by_use(view, plan), BLIND):
        if Take(card) in legal:
            return Take(card)
    return (claims_among(legal) or legal)[0]


def cards_by_use(view: View, plan: list[RouteNumber]) -> list[Card]:
    """The cards that routes of the plan are missing, first for long ones that miss few.

    A locomotive from the row costs two cards, so none is wanted.
    """
    routes = twins(view, plan) or plan or view.open_routes()
    lengths = view.board.lengths
    missing = {route: view.missing(route) for route in routes}
    nearest = sorted(missing, key=lambda route: missing[route][1] - lengths[route])
    cards = dict.fromkeys(missing[route][0] for route in nearest if missing[route][1])
    return [card for card in cards if card != LOCOMOTIVE]


def trains_at(view: View, plan: Iterable[RouteNumber]) -> Counter[CityNumber]:
    """For each city, the trains of the routes of the plan there."""
    trains: Counter[CityNumber] = Counter()
    for route in plan:
        for city in view.board.routes[route].cities:
            trains[city] += view.board.lengths[route]
    return trains
