"""What claiming a route is worth: a planned one, one that blocks a rival, one in the last turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from operator import itemgetter

from arena.boards.colors import LOCOMOTIVE
from arena.planning.blocking import block_values
from arena.planning.cards import bill_of, missing_for
from arena.planning.globetrotter import bonus_after
from arena.planning.judge import Valued, judges_of
from arena.planning.plan import Plan, unfinished
from arena.planning.thrift import thrift_of
from arena.planning.ways import cheapest
from arena.referee.actions import Claim
from arena.referee.claiming import claimable
from arena.referee.longest_path import longest_path
from arena.referee.network import completed, each
from arena.referee.rulesets import LONGEST_PATH
from arena.referee.scoring import LONGEST_PATH_POINTS
from arena.referee.table import Table
from arena.vocabulary import RouteMask, RouteNumber, Seat, TicketNumber


def claim_values(plan: Plan, table: Table) -> list[Valued]:
    """What each claim of a planned or blocking route is worth now, for each way to pay."""
    payable, planned = payable_routes(table, plan.ground.seat), mask_of(plan)
    worth = {route: step_value(plan, table, route) for route in each(payable & planned)}
    worth.update(block_values(plan, table, payable & ~planned))
    return paid_values(plan, table, worth) if worth else []


def best_block(plan: Plan, table: Table, least: float) -> Valued | None:
    """The best claim of routes beside the plan that are worth more than `least`, cards apart."""
    routes = payable_routes(table, plan.ground.seat) & ~mask_of(plan)
    blocks = block_values(plan, table, routes)
    worth = {route: value for route, value in blocks.items() if value > least}
    values = paid_values(plan, table, worth) if worth else []
    return max(values, key=itemgetter(0), default=None)


def payable_routes(table: Table, seat: Seat) -> RouteMask:
    """The routes that a seat can claim with the cards in its hand."""
    return thrift_of(table.rules.payments).routes(table.hands[seat]) & claimable(table, seat)


def mask_of(plan: Plan) -> RouteMask:
    """The routes of a plan, with its extras."""
    bits, routes = plan.ground.table.board.bits, 0
    for route in (*plan.routes, *plan.extras):
        routes |= bits[route]
    return routes


def paid_values(plan: Plan, table: Table, worth: Mapping[RouteNumber, float]) -> list[Valued]:
    """Claims of these routes: the worth of each, less the cards that the plan will miss for it."""
    ground, board = plan.ground, table.board
    hand = table.hands[ground.seat]
    planned = [*plan.routes, *plan.extras]
    whole, tickets = bill_of(board, planned), bill_of(board, plan.routes)
    before, needed = missing_for(whole, hand), missing_for(tickets, hand)
    rest = {
        route: bill_of(board, [other for other in planned if other != route])
        for route in planned
        if route in worth
    }
    per_card = ground.weights.turn / ground.weights.rate
    mask = sum(board.bits[route] for route in worth)
    found: list[Valued] = []
    for claim in thrifty_claims(table, ground.seat, mask):
        left = after_paying(table, ground.seat, claim)
        waste = missing_for(rest.get(claim.route, whole), left) - before
        if claim.route not in plan.routes:  # tickets come first, whatever else the cards pay for
            waste = max(waste, missing_for(tickets, left) - needed)
        price = per_card * waste + 0.02 * claim.locomotives
        found.append((worth[claim.route] - price, claim))
    return in_all_forms(plan, table, found)


def in_all_forms(plan: Plan, table: Table, claims: list[Valued]) -> list[Valued]:
    """Plain claims, and the same in the forms that modules give them."""
    for judged in judges_of(table.rules).claims:
        claims = judged(plan, table, claims)
    return claims


def other_values(plan: Plan, table: Table) -> list[Valued]:
    """What else modules let a seat do as its turn, and what it is worth."""
    return [valued for values in judges_of(table.rules).others for valued in values(plan, table)]


def thrifty_claims(table: Table, seat: Seat, routes: RouteMask) -> list[Claim]:
    """The claims of these routes that a hand can pay, in each colour with the fewest locomotives.

    A locomotive left in hand can do whatever another card left there could.
    """
    return thrift_of(table.rules.payments).claims(table.hands[seat], routes)


def after_paying(table: Table, seat: Seat, claim: Claim) -> list[int]:
    """What is left of a hand after a claim."""
    hand = list(table.hands[seat])
    hand[claim.color] -= table.board.lengths[claim.route] - claim.locomotives
    hand[LOCOMOTIVE] -= claim.locomotives
    return hand


def step_value(plan: Plan, table: Table, route: RouteNumber) -> float:
    """What it is worth to claim a planned route now: a turn's work, and the risk of waiting."""
    weights = plan.ground.weights
    work = weights.turn + 0.05 * table.board.lengths[route]
    for more in judges_of(table.rules).step:
        work += more(plan, table, route)
    if route in plan.extras:
        return work * weights.extra
    return work + weights.danger * risk(plan, table, route)


def risk(plan: Plan, table: Table, route: RouteNumber) -> float:
    """What the loss of a planned route would cost, weighted by how likely others want it."""
    if route not in plan.damages:
        plan.damages[route] = damage(plan, route)
    return plan.damages[route] * rivals_near(table, plan.ground.seat, route)


def rivals_near(table: Table, seat: Seat, route: RouteNumber) -> float:
    """How likely others want a route, by how many of its ends their routes reach."""
    touching = table.board.touching
    city_a, city_b = table.board.routes[route].cities
    ends = 0
    for other, owned in enumerate(table.owned):
        if other != seat:
            ends += bool(owned & touching[city_a]) + bool(owned & touching[city_b])
    return 0.3 + 0.5 * ends


def damage(plan: Plan, route: RouteNumber) -> float:
    """What the loss of a planned route would cost: the cheapest way round, or the tickets."""
    board = plan.ground.table.board
    costs = plan.costs()
    for parallel in each(board.connection[route]):
        costs[parallel] = inf
    node_a, node_b = board.ends[route]
    way = cheapest(plan.ground.steps, costs, (node_a,), (node_b,))
    stake = float(sum(board.tickets[ticket].points for ticket in plan.tickets))
    return min(stake, way[0]) if way else stake


def final_values(plan: Plan, table: Table) -> list[Valued]:
    """What every claim brings when no turn comes after this one."""
    seat, worth = plan.ground.seat, plan.ground.worth
    tickets = unfinished(table, seat, table.tickets[seat])
    gains: dict[RouteNumber, float] = {}
    found: list[Valued] = []
    paths = paths_of(table) if LONGEST_PATH in table.rules.ruleset.bonuses else ()
    for claim in thrifty_claims(table, seat, claimable(table, seat)):
        route = claim.route
        if route not in gains:
            gains[route] = worth[route] + final_gain(plan, table, route, tickets, paths)
        found.append((gains[route], claim))
    return in_all_forms(plan, table, found)


def final_gain(
    plan: Plan,
    table: Table,
    route: RouteNumber,
    tickets: Sequence[TicketNumber],
    paths: Sequence[int],
) -> float:
    """What a last route brings beside its points: tickets completed, and the bonuses.

    `paths` are the longest paths of all seats, where one brings points.
    """
    board, seat, bonuses = table.board, plan.ground.seat, plan.ground.bonuses
    owned = table.owned[seat] | board.bits[route]
    counting = table.rules.ticket_routes(table, seat) | board.bits[route]
    done = completed(board, counting, tickets)
    gain = 2.0 * sum(board.tickets[ticket].points for ticket in done)  # not lost, and won
    gain += bonus_after(bonuses, len(done)) - bonus_after(bonuses, 0)
    if paths:
        gain += path_gain(paths, seat, path_of(table, owned))
    return gain


def path_gain(paths: Sequence[int], seat: Seat, path: int) -> float:
    """How much more a longest path brings a seat than the one that it has."""
    others = max(paths[other] for other in range(len(paths)) if other != seat)

    def lead(path: int) -> int:
        return (path >= others) + (path > others)

    return float(LONGEST_PATH_POINTS * (lead(path) - lead(paths[seat])))


def paths_of(table: Table) -> list[int]:
    """The longest path of each seat."""
    return [path_of(table, owned) for owned in table.owned]


def path_of(table: Table, owned: RouteMask) -> int:
    """The longest path of some routes."""
    board = table.board
    return longest_path([(*board.ends[route], board.lengths[route]) for route in each(owned)])
