"""Old West: where to start, when to build a city piece, and where Alvin is safe (O, V)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.planning.cards import missing_cards
from arena.planning.plan import Plan
from arena.planning.ways import costs_from
from arena.planning.worth import points_of
from arena.referee.actions import Action
from arena.referee.modules.alvin import MoveAlvin
from arena.referee.modules.towns import PRICE, BuildCity, SkipCity, StartTown, towns_of
from arena.referee.network import each
from arena.referee.table import Table

TOLL: Final = 0.15
"""How much of the points of open routes at a town its owner may hope for from others."""
LEAST_PRICE: Final = 1.0
"""What two cards are worth that no route of the plan needs."""


def start_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[tuple[float, Action]]:
    """A start on the planned network costs nothing; the best of them has the richest routes."""
    board = table.board
    nodes = {node for route in plan.routes for node in board.ends[route]}
    away = costs_from(plan.ground.steps, plan.costs(), nodes)
    return [
        (TOLL * toll(plan, table, action.city) - away[action.city], action)
        for action in legal
        if isinstance(action, StartTown)
    ]


def toll(plan: Plan, table: Table, city: int) -> float:
    """The points of the routes at a town that others can still claim."""
    points = points_of(table.board)
    reach = table.board.touching[city]
    open_routes = 0
    for other in range(table.seats):
        if other != plan.ground.seat:
            open_routes |= table.open_to[other]
    return sum(points[route] for route in each(reach & open_routes))


def city_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[tuple[float, Action]]:
    """What a city piece brings, at the price of two cards; nothing if none is built."""
    worth: dict[int, float] = {}
    found: list[tuple[float, Action]] = []
    for action in legal:
        if isinstance(action, SkipCity):
            found.append((0.0, action))
        elif isinstance(action, BuildCity):
            if action.city not in worth:
                worth[action.city] = city_worth(plan, table, action.city)
            found.append((worth[action.city] - pieces_price(plan, table, action), action))
    return found


def city_worth(plan: Plan, table: Table, city: int) -> float:
    """Tolls of others for the time that is left, and own routes between two own pieces (O4)."""
    towns, board, seat = towns_of(table), table.board, plan.ground.seat
    points = points_of(board)
    time_left = min(table.trains) / table.rules.ruleset.trains
    twice = 0.0
    for route in (*plan.routes, *plan.extras):
        ends = board.routes[route].cities
        if city in ends and any(towns.owner.get(end) == seat for end in ends):
            twice += points[route]
    return TOLL * time_left * toll(plan, table, city) * (table.seats - 1) + twice


def pieces_price(plan: Plan, table: Table, action: BuildCity) -> float:
    """What the two cards of a city piece are worth to the plan."""
    ground = plan.ground
    planned = [
        route for route in (*plan.routes, *plan.extras) if not table.owned[ground.seat] >> route & 1
    ]
    hand = list(table.hands[ground.seat])
    before = missing_cards(table.board, planned, hand)
    hand[action.color] -= PRICE - action.locomotives
    hand[-1] -= action.locomotives
    waste = missing_cards(table.board, planned, hand) - before
    return LEAST_PRICE + ground.weights.turn / ground.weights.rate * waste + action.locomotives


def alvin_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[tuple[float, Action]]:
    """Alvin is safest where others can claim the least."""
    return [
        (-toll(plan, table, action.city), action)
        for action in legal
        if isinstance(action, MoveAlvin)
    ]
