"""A seat's plan: which tickets to complete or give up, by which routes, and in how many turns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from arena.boards.colors import GRAY, LOCOMOTIVE
from arena.planning.cards import bill_of, lay_out
from arena.planning.globetrotter import bonus_after, bonus_by_tickets
from arena.planning.judge import judges_of
from arena.planning.turns import chance, turns_left
from arena.planning.ways import Join, Network, Networks, steps_of
from arena.planning.weights import Weights
from arena.planning.worth import hopes, worths
from arena.referee.claiming import claimable
from arena.referee.network import Steps, completed, each
from arena.referee.table import Table
from arena.vocabulary import RouteMask, RouteNumber, Seat, TicketNumber

Joining = Callable[[Sequence[Join]], Network | None]
MOST_EXTRAS: Final = 4


@dataclass(frozen=True, slots=True)
class Ground:
    """What a seat builds on: what every route costs and brings it, and how many turns it has."""

    table: Table
    seat: Seat
    weights: Weights
    worth: Sequence[float]
    """For each route, the points that claiming it brings."""
    hopes: Sequence[float]
    """For each route, these points and those that modules may add later."""
    costs: Sequence[float]
    """For each route, what claiming it costs: nothing if owned, infinite if it can't be."""
    steps: Steps
    networks: Networks = field(compare=False)
    """Cheap networks by these costs."""
    turns: float
    """How many turns there are until the end of the game."""
    bonuses: Sequence[float]
    """What Globetrotter is worth after 0, 1, 2, … further tickets; empty if not in force."""
    loans: int = 0
    """How many routes of others can be paid for to serve unclaimed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The tickets that a seat goes for, and the routes that it means to claim."""

    ground: Ground
    tickets: tuple[TicketNumber, ...]
    """The tickets still to complete."""
    routes: tuple[RouteNumber, ...]
    """The routes still to claim for these tickets."""
    extras: tuple[RouteNumber, ...]
    """Routes to claim for their points, with the trains and turns left over."""
    turns: float
    """How many turns the tickets still take."""
    value: float
    """Points that it brings, less the price of its turns and trains."""
    damages: dict[RouteNumber, float] = field(default_factory=dict, compare=False)
    """What the loss of each planned route would cost: a cache."""
    lent: tuple[RouteNumber, ...] = ()
    """Routes of others that the tickets need, still to be paid for."""

    @property
    def trains(self) -> int:
        """How many trains the tickets still take."""
        lengths = self.ground.table.board.lengths
        return sum(lengths[route] for route in self.routes)

    @property
    def leisure(self) -> float:
        """The weight, up to 1, of what does not help the tickets: less if lost turns cost much."""
        ground = self.ground
        weights, tickets = ground.weights, ground.table.board.tickets
        stake = 2.0 * sum(tickets[ticket].points for ticket in self.tickets)
        odds = chance(self.turns, ground.turns, weights)
        later = chance(self.turns + 1.0, ground.turns, weights)
        return weights.turn / (weights.turn + stake * (odds - later))

    def costs(self) -> list[float]:
        """What each route costs beside this plan: nothing if it is owned or planned."""
        costs = list(self.ground.costs)
        for route in (*self.routes, *self.lent):
            costs[route] = 0.0
        return costs


def survey(table: Table, seat: Seat, weights: Weights) -> Ground:
    """Look over the board: what routes cost and bring a seat now."""
    for fitted in judges_of(table.rules).weights:
        weights = fitted(weights)
    worth = worths(table, seat)
    hoped = hopes(table, seat, weights, worth)
    costs = route_costs(table, seat, weights, hoped)
    loans = sum(price(table, seat, weights, costs) for price in judges_of(table.rules).loans)
    steps = steps_of(table.board, costs)
    turns = turns_left(table, seat, weights)
    bonuses = bonus_by_tickets(table, seat, weights)
    networks = Networks(steps, costs)
    return Ground(table, seat, weights, worth, hoped, costs, steps, networks, turns, bonuses, loans)


def route_costs(table: Table, seat: Seat, weights: Weights, worth: Sequence[float]) -> list[float]:
    """What each route costs a seat: its turns and trains, less its points."""
    board, hand = table.board, table.hands[seat]
    costs = [inf] * len(board.lengths)
    held = [weights.held * cards for cards in hand[:LOCOMOTIVE]]
    most = max(held)
    per_card = weights.turn / weights.rate
    for route in each(table.open_to[seat] & board.up_to[table.trains[seat]]):
        length, color = board.lengths[route], board.colors[route]
        have = min(length, most if color == GRAY else held[color])
        cost = weights.turn + per_card * (length - have) + weights.train * length - worth[route]
        costs[route] = max(cost, weights.least * length)
    for route in each(table.owned[seat]):
        costs[route] = 0.0
    return costs


def make_plan(ground: Ground, tickets: Sequence[TicketNumber]) -> Plan:
    """The best plan for some tickets, of which some may be given up, with its extras."""
    plan = plan_for(ground, unfinished(ground.table, ground.seat, tickets))
    return replace(plan, extras=best_extras(plan))


def unfinished(table: Table, seat: Seat, tickets: Sequence[TicketNumber]) -> list[TicketNumber]:
    """Those of the tickets that are not completed yet by the routes that count for a seat's."""
    done = completed(table.board, table.rules.ticket_routes(table, seat), tickets)
    return [ticket for ticket in tickets if ticket not in done]


def plan_for(ground: Ground, tickets: Sequence[TicketNumber]) -> Plan:
    """The best plan for tickets still to complete, of which some may be given up.

    While a plan takes too many of the turns left, one is drafted without each of its tickets, and
    the best of these drafts replaces it if it is worth more. They join tickets in one order only,
    because that is quick and there is a draft for each ticket, again and again.
    """
    chosen = list(tickets)
    plan = draft(ground, chosen, tickets, ground.networks.join_all)
    while chosen and (plan is None or plan.turns > ground.weights.tight * ground.turns):
        fewer = [[kept for kept in chosen if kept != dropped] for dropped in chosen]
        drafts = [draft(ground, some, tickets, ground.networks.join_in_order) for some in fewer]
        values = [draft.value if draft else -inf for draft in drafts]
        best = values.index(max(values))
        if plan is not None and values[best] <= plan.value:
            break
        if drafts[best] is None:  # still too much, so the cheapest ticket to fail goes first
            best = chosen.index(min(chosen, key=lambda t: ground.table.board.tickets[t].points))
        plan, chosen = drafts[best], fewer[best]
    assert plan is not None  # without tickets there is always a plan
    return plan


def turns_for(ground: Ground, routes: Sequence[RouteNumber]) -> float:
    """How many turns it takes to take the cards for these routes and claim them."""
    table = ground.table
    turns = len(routes) + taking_turns(table, ground.seat, routes, ground.weights)
    for more in judges_of(table.rules).turns:
        turns += more(table, ground.seat, routes, ground.weights)
    return turns


def taking_turns(
    table: Table, seat: Seat, routes: Sequence[RouteNumber], weights: Weights
) -> float:
    """How many turns it takes to take the cards: more if too many are of the same colour."""
    shares, spare = lay_out(bill_of(table.board, routes), table.hands[seat])
    lacking = [0] * LOCOMOTIVE
    for _, color, cards in shares:
        lacking[color] += cards
    missing = max(0, sum(lacking) - spare)
    return max(missing / weights.rate, (max(lacking) - max(0, spare)) / weights.single)


def draft(
    ground: Ground,
    chosen: Collection[TicketNumber],
    tickets: Sequence[TicketNumber],
    joining: Joining,
) -> Plan | None:
    """The plan for the chosen tickets, the others lost; None without a way, or means for it."""
    table, seat, weights = ground.table, ground.seat, ground.weights
    network = joining(joins_of(table, seat, chosen))
    if network is None:
        return None
    routes, lent = parted(sorted(network[1]), table.open_to[seat])
    if len(lent) > ground.loans:
        return None
    trains = sum(table.board.lengths[route] for route in routes)
    if trains > table.trains[seat]:
        return None
    turns = turns_for(ground, routes)
    value = sum(ground.hopes[route] for route in routes)
    value -= weights.turn * turns + weights.train * trains
    value -= sum(ground.costs[route] for route in lent)  # their turns among it
    turns += len(lent)
    odds = chance(turns, ground.turns, weights)
    for ticket in tickets:
        points = table.board.tickets[ticket].points
        value += points * (2.0 * odds - 1.0) if ticket in chosen else -points
    value += odds * bonus_after(ground.bonuses, len(chosen))
    value += (1.0 - odds) * bonus_after(ground.bonuses, 0)
    return Plan(ground, tuple(chosen), routes, (), turns, value, lent=lent)


def parted(
    routes: Sequence[RouteNumber], left: RouteMask
) -> tuple[tuple[RouteNumber, ...], tuple[RouteNumber, ...]]:
    """Those of the routes that a seat can claim, and those that it can only be lent."""
    claims = tuple(route for route in routes if left >> route & 1)
    return claims, tuple(route for route in routes if not left >> route & 1)


def joins_of(table: Table, seat: Seat, tickets: Collection[TicketNumber]) -> list[Join]:
    """What has to be joined for these tickets: their places, and each to the start if any."""
    joins = [table.board.tickets[ticket].ends for ticket in tickets]
    for start_of in judges_of(table.rules).start:
        start = start_of(table, seat)
        if start:
            joins += [(start, ends[0]) for ends in joins]
    return joins


def best_extras(plan: Plan) -> tuple[RouteNumber, ...]:
    """Routes to claim for their points, with what the plan leaves of trains and turns."""
    ground = plan.ground
    board = ground.table.board
    trains = ground.table.trains[ground.seat] - plan.trains
    turns = ground.turns - plan.turns
    planned = 0
    for route in plan.routes:
        planned |= board.connection[route]
    extras: list[RouteNumber] = []
    for _, needed, route in paying_routes(plan, trains, planned):
        length = board.lengths[route]
        if needed <= turns and length <= trains and not board.bits[route] & planned:
            extras.append(route)
            planned |= board.connection[route]
            trains -= length
            turns -= needed
            if len(extras) == MOST_EXTRAS:
                break
    return tuple(extras)


def paying_routes(
    plan: Plan, trains: int, planned: RouteMask
) -> list[tuple[float, float, RouteNumber]]:
    """Routes beside the plan that can be claimed, by the points that a turn for them brings."""
    ground = plan.ground
    table, board, rate = ground.table, ground.table.board, ground.weights.rate
    hand = table.hands[ground.seat]
    locomotives = 0 if plan.routes else hand[LOCOMOTIVE]
    most = max(hand[:LOCOMOTIVE])
    found = []
    for route in each(claimable(table, ground.seat) & board.up_to[max(0, trains)] & ~planned):
        color = board.colors[route]
        have = locomotives + (most if color == GRAY else hand[color])
        needed = 1.0 + max(0, board.lengths[route] - have) / rate
        needed += max(0, board.ferries[route] - hand[LOCOMOTIVE])  # each takes a turn (C8, T2)
        if ground.worth[route] > 0:
            found.append((ground.hopes[route] / needed, needed, route))
    found.sort(reverse=True)
    return found
