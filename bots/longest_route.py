"""A bot that claims long routes: a route of six scores as much as fifteen of one.

It claims the longest route that it can pay for, unless that is a short one: then it takes cards
towards the long route that it is nearest to. Tickets do not interest it, so it keeps the cheapest.
"""

from collections import Counter
from collections.abc import Sequence

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
    Store,
    Take,
    View,
    best_place,
    claims_among,
)


class LongestRoute:
    """Claims the longest route it can, of `least` trains or more while there are such routes."""

    def __init__(self, *, least: int = 6) -> None:
        self.least = least

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question in `view.phase`."""
        match view.phase:
            case "keep":
                return min(legal, key=lambda keep: points_at_risk(view, keep))
            case "turn":
                return self.long_claim(view, legal) or take_card(view, legal)
            case "card":
                return take_card(view, legal)
            case "end":
                return EndTurn()  # depots in reserve pay for warehouses
            case _:
                return best_place(view, legal, trains_at(view))

    def long_claim(self, view: View, legal: Sequence[Action]) -> Action | None:
        """The longest claim that can be paid for; None if it is too short to be content with."""
        lengths = view.board.lengths
        longest = max((lengths[route] for route in view.open_routes()), default=0)
        least = 0 if view.last_round else min(self.least, longest)
        claims = [claim for claim in claims_among(legal) if lengths[claim.route] >= least]
        return max(claims, key=lambda claim: merit_of_claim(view, claim), default=None)


def points_at_risk(view: View, keep: Action) -> int:
    """What the tickets cost if none of them is completed."""
    assert isinstance(keep, Keep)
    return sum(view.board.tickets[ticket].points for ticket in keep.tickets)


def merit_of_claim(view: View, claim: RouteClaim) -> tuple[int, ...]:
    """Long before short, doubled before plain, few locomotives before many."""
    length, spare = view.board.lengths[claim.route], view.hand[claim.color]
    if isinstance(claim, DoubledClaim):
        return length, 1, -claim.locomotives - claim.terrain_locomotives, spare
    return length, 0, -claim.locomotives, spare


def take_card(view: View, legal: Sequence[Action]) -> Action:
    """Take the card that brings a long route nearest, or else a blind one."""
    if Store(view.me) in legal:
        return Store(view.me)  # where there are warehouses, a card is stored before one is taken
    for card in (*cards_by_use(view), BLIND):
        if Take(card) in legal:
            return Take(card)
    return (claims_among(legal) or legal)[0]


def cards_by_use(view: View) -> list[Card]:
    """The cards for the three most promising routes: long, and missing few cards.

    A locomotive from the row costs two cards, so none is wanted.
    """
    lengths = view.board.lengths
    missing = {route: view.missing(route) for route in view.open_routes()}
    nearest = sorted(missing, key=lambda route: missing[route][1] - 2 * lengths[route])
    cards = dict.fromkeys(missing[route][0] for route in nearest[:3])
    return [card for card in cards if card != LOCOMOTIVE]


def trains_at(view: View) -> Counter[CityNumber]:
    """For each city, the trains of all routes there that nobody else has."""
    trains: Counter[CityNumber] = Counter()
    for number, route in enumerate(view.board.routes):
        if view.owner(number) in (None, view.me):
            for city in route.cities:
                trains[city] += route.length
    return trains
