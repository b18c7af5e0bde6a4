"""Old West: where to start, and when to build a city piece (O)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.planning.cards import missing_cards
from arena.planning.clues import Signs
from arena.planning.judge import Judge, Valued
from arena.planning.plan import Plan
from arena.planning.suspicion import Belief, BeliefWeights, Companions, Together
from arena.planning.ways import costs_from
from arena.planning.worth import points_of
from arena.referee.actions import Action
from arena.referee.modules.towns import (
    PRICE,
    BuildCity,
    SkipCity,
    StartTown,
    TownsPhase,
    towns_of,
)
from arena.referee.network import each, nodes_of
from arena.referee.table import Table
from arena.vocabulary import CityNumber, Node, RouteNumber, Seat

TOLL: Final = 0.15
"""How much of the points of open routes at a town its owner may hope for from others."""
LEAST_PRICE: Final = 1.0
"""What two cards are worth that no route of the plan needs."""
BELIEFS: Final = BeliefWeights(
    first=Belief(
        Signs(
            built=0.11,
            done=0.44,
            done_late=1.93,
            lost=1.12,
            points=0.5,
            points_late=-0.6,
            ends=1.59,
            ends_late=-1.15,
            early=-0.1,
            cards=0.22,
            built_before=0.0,
            done_before=0.0,
            far=-1.16,
            away=-0.5,
        ),
        Companions(new=0.41, shared=1.29),
    ),
    later=Belief(
        Signs(
            built=0.8,
            done=0.82,
            done_late=0.1,
            lost=0.4,
            points=1.05,
            points_late=-1.3,
            ends=0.79,
            ends_late=0.62,
            early=0.58,
            cards=-0.04,
            built_before=-0.59,
            done_before=-0.83,
            far=-1.55,
            away=-0.48,
        ),
        Companions(new=0.01, shared=-0.4),
    ),
    hand=Together(value=0.49, value_late=-0.52, given_up=-0.26, load=0.46),
)
"""What tells of rivals' tickets: networks hang together, and so the ends of routes tell less."""


def start_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What each starting town is worth: near to the planned network, and with rich routes."""
    board = table.board
    nodes = {node for route in plan.routes for node in board.ends[route]}
    away = costs_from(plan.ground.steps, plan.costs(), nodes)
    return [
        (
            TOLL * toll(plan, table, action.city)
            - min(away[node] for node in nodes_of(board, action.city)),
            action,
        )
        for action in legal
        if isinstance(action, StartTown)
    ]


def toll(plan: Plan, table: Table, city: CityNumber) -> float:
    """The points of the routes at a town that others can still claim."""
    points = points_of(table.rules)
    reach = table.board.touching[city]
    open_routes = 0
    for other in range(table.seats):
        if other != plan.ground.seat:
            open_routes |= table.open_to[other]
    return sum(points[route] for route in each(reach & open_routes))


def city_values(plan: Plan, table: Table, legal: Sequence[Action]) -> list[Valued]:
    """What a city piece brings, at the price of two cards; nothing if none is built."""
    worth: dict[CityNumber, float] = {}
    found: list[Valued] = []
    for action in legal:
        if isinstance(action, SkipCity):
            found.append((0.0, action))
        elif isinstance(action, BuildCity):
            if action.city not in worth:
                worth[action.city] = city_worth(plan, table, action.city)
            found.append((worth[action.city] - pieces_price(plan, table, action), action))
    return found


def city_worth(plan: Plan, table: Table, city: CityNumber) -> float:
    """What a piece on a city brings: others' routes there, and own ones between own pieces (O4)."""
    towns, board, seat = towns_of(table), table.board, plan.ground.seat
    points = points_of(table.rules)
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


def share_with_towns(table: Table, seat: Seat, worth: list[float]) -> None:
    """Correct the points of routes at towns: the owners of the pieces there score them (O4)."""
    towns, touching = towns_of(table), table.board.touching
    paid: dict[RouteNumber, float] = {}
    for town, owner in towns.owner.items():
        share = 1.0 if owner == seat else -1.0 / (table.seats - 1)
        for route in each(touching[town]):
            paid[route] = paid.get(route, 0.0) + share
    for route, shares in paid.items():
        worth[route] *= shares


def start_of(table: Table, seat: Seat) -> tuple[Node, ...]:
    """The nodes of a seat's starting town, once it has one (O2)."""
    start = towns_of(table).start[seat]
    return () if start is None else nodes_of(table.board, start)


JUDGE: Final = Judge(
    module="towns",
    answers={TownsPhase.START: start_values, TownsPhase.CITY: city_values},
    worth=share_with_towns,
    start=start_of,
    beliefs=BELIEFS,
    unsettles=frozenset({TownsPhase.START}),
)
