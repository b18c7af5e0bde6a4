"""Europe: what tunnels cost, when to pay for them, and where a station saves a ticket (X)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import Final

from arena.boards.colors import LOCOMOTIVE
from arena.planning.cards import missing_cards
from arena.planning.claims import after_paying, step_value
from arena.planning.judge import Judge, Valued
from arena.planning.plan import Plan, unfinished
from arena.planning.weights import Weights
from arena.referee.actions import Action, Claim
from arena.referee.modules.europe import (
    STATION_POINTS,
    BuildStation,
    PaySurcharge,
    is_tunnel,
    stations_of,
)
from arena.referee.modules.europe.kinds import EuropePhase
from arena.referee.modules.europe.tunnels import TURNED_UP
from arena.referee.network import completed, each
from arena.referee.sites import built_on, sites
from arena.referee.table import Table
from arena.vocabulary import Card, CityNumber, RouteMask, RouteNumber, Seat

SURCHARGE: Final = 0.7
"""How many cards a tunnel costs more on average."""
PATIENCE: Final = 0.4
"""What building a planned station is worth beside a planned route, while routes are to be claimed:
it can wait, and another plan may do without it."""


def for_europe(weights: Weights) -> Weights:
    """The weights of a board with short routes, on which tunnels take everybody's time."""
    return replace(weights, turn=weights.turn * weights.brevity, pace=weights.pace * weights.toil)


def price_loans(table: Table, seat: Seat, weights: Weights, costs: list[float]) -> int:
    """Price the routes of others that a station would lend a seat: a turn, cards, its points."""
    stations = stations_of(table)
    built, free = set(stations.built_by(seat)), set(sites(table.board)) - built_on(table)
    price = STATION_POINTS + weights.turn + per_card(weights) * stations.price(seat)
    for route in each(routes_of_others(table, seat)):
        cities = table.board.routes[route].cities
        if not built.isdisjoint(cities):
            costs[route] = min(costs[route], 0.0)
        elif stations.left[seat] and not free.isdisjoint(cities):
            costs[route] = min(costs[route], price)
    return stations.left[seat]


def routes_of_others(table: Table, seat: Seat) -> RouteMask:
    """The mask of the routes that other seats own."""
    return sum(owned for other, owned in enumerate(table.owned) if other != seat)


def per_card(weights: Weights) -> float:
    """What a useful card is worth in points."""
    return weights.turn / weights.rate


def turns_for_tunnels(
    table: Table, seat: Seat, routes: Sequence[RouteNumber], weights: Weights
) -> float:
    """How many turns it takes to take the cards that tunnels cost more."""
    return sum(is_tunnel(table, route) for route in routes) * SURCHARGE / weights.rate


def tunnel_values(plan: Plan, table: Table, claims: list[Valued]) -> list[Valued]:
    """These claims; tunnels are worth less, the likelier the hand can't pay what they cost more."""
    found: list[Valued] = []
    for value, claim in claims:
        if isinstance(claim, Claim) and is_tunnel(table, claim.route):
            value = tunnel_value(plan, table, value, claim)
        found.append((value, claim))
    return found


def tunnel_value(plan: Plan, table: Table, value: float, claim: Claim) -> float:
    """What a claim of a tunnel is worth: it may fail and cost the turn.

    What it may cost more does not count: it will cost as much later.
    """
    weights, odds = plan.ground.weights, surcharge_odds(table, plan.ground.seat, claim.color)
    left = after_paying(table, plan.ground.seat, claim)
    spare = left[LOCOMOTIVE] + (left[claim.color] if claim.color != LOCOMOTIVE else 0)
    fails = sum(odds[spare + 1 :])
    if table.last_turns is not None:
        return value * (1.0 - fails)
    return value * (1.0 - fails) - fails * weights.turn


def surcharge_odds(table: Table, seat: Seat, color: Card) -> list[float]:
    """How likely a tunnel paid in a colour costs 0, 1, 2 and 3 cards more, by the unseen cards."""
    cards_of = table.rules.ruleset.cards
    piles = zip(cards_of, table.discard, table.row, table.hands[seat], strict=True)
    unseen = [cards - discard - row - hand for cards, discard, row, hand in piles]
    alike = unseen[LOCOMOTIVE] + (unseen[color] if color != LOCOMOTIVE else 0)
    share = alike / (sum(unseen) or 1)
    return [
        comb(TURNED_UP, cards) * share**cards * (1.0 - share) ** (TURNED_UP - cards)
        for cards in range(TURNED_UP + 1)
    ]


def surcharge_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What paying for a tunnel is worth, beside giving it up and trying again."""
    laid, weights = table.pending, plan.ground.weights
    assert laid is not None
    last = table.last_turns is not None
    gain = plan.ground.worth[laid.route]
    if not last:
        gain = step_value(plan, table, laid.route) + SURCHARGE * per_card(weights)
    found: list[Valued] = []
    for action in legal:
        if isinstance(action, PaySurcharge):
            left = without(table, plan.ground.seat, action)
            price = 0.0 if last else waste(plan, table, left, but=laid.route)
            found.append((gain - price - 0.02 * action.locomotives, action))
        else:
            found.append((0.0, action))
    return found


def without(table: Table, seat: Seat, paid: PaySurcharge | BuildStation) -> list[int]:
    """What is left of a hand after a payment."""
    hand = list(table.hands[seat])
    hand[paid.color] -= paid.cards - paid.locomotives
    hand[LOCOMOTIVE] -= paid.locomotives
    return hand


def waste(plan: Plan, table: Table, left: Sequence[int], but: RouteNumber = -1) -> float:
    """What the planned routes miss with what is left of the hand, in points."""
    planned = [route for route in (*plan.routes, *plan.extras) if route != but]
    before = missing_cards(table.board, planned, table.hands[plan.ground.seat])
    lost = missing_cards(table.board, planned, left) - before
    return per_card(plan.ground.weights) * lost


def station_values(plan: Plan, table: Table) -> list[Valued]:
    """What each station is worth that the plan needs or that completes a ticket at once."""
    worth = station_gains(plan, table)
    if not worth:
        return []
    last = table.last_turns is not None
    found: list[Valued] = []
    for station in thrifty_stations(table):
        if station.city in worth:
            left = without(table, plan.ground.seat, station)
            price = 0.0 if last else waste(plan, table, left)
            found.append((worth[station.city] - price - 0.02 * station.locomotives, station))
    return found


def station_gains(plan: Plan, table: Table) -> dict[CityNumber, float]:
    """By city: what a station there brings, before its cards; only where that is anything."""
    weights, seat = plan.ground.weights, plan.ground.seat
    free = set(sites(table.board)) - built_on(table)
    routes = rescues(plan, table)
    if table.last_turns is None:
        step = weights.turn * (PATIENCE if plan.routes else 1.0)
        routes.update({route: max(step, routes.get(route, 0.0)) for route in plan.lent})
    if not stations_of(table).left[seat]:
        return {}
    gains: dict[CityNumber, float] = {}
    for route, gain in routes.items():
        for city in free.intersection(table.board.routes[route].cities):
            gains[city] = max(gain, gains.get(city, 0.0))
    return gains


def rescues(plan: Plan, table: Table) -> dict[RouteNumber, float]:
    """Routes of others that would complete tickets the plan has given up, or that time cuts off.

    Each with the points that it brings, less those of the station and of its turn.
    """
    seat, board, last = plan.ground.seat, table.board, table.last_turns is not None
    planned = () if last else plan.tickets
    lost = [t for t in unfinished(table, seat, table.tickets[seat]) if t not in planned]
    if not lost:
        return {}
    counting = table.rules.ticket_routes(table, seat)
    price = STATION_POINTS + (0.0 if last else plan.ground.weights.turn)
    gains = {}
    for route in each(routes_of_others(table, seat) & ~counting):
        done = completed(board, counting | board.bits[route], lost)
        gain = 2.0 * sum(board.tickets[ticket].points for ticket in done) - price  # not lost, won
        if gain > 0.0:
            gains[route] = gain
    return gains


def thrifty_stations(table: Table) -> list[BuildStation]:
    """The stations that the hand can pay, in each colour with the fewest locomotives."""
    found: dict[tuple[CityNumber, Card], BuildStation] = {}
    for station in table.rules.asked[table.phase][BuildStation].options(table):
        assert isinstance(station, BuildStation)
        key = station.city, station.color
        if key not in found or station.locomotives < found[key].locomotives:
            found[key] = station
    return list(found.values())


JUDGE: Final = Judge(
    module="europe",
    weights=for_europe,
    answers={EuropePhase.SURCHARGE: surcharge_values},
    loans=price_loans,
    turns=turns_for_tunnels,
    claims=tunnel_values,
    others=station_values,
)
