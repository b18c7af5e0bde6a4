"""Heart of Africa: what terrain cards are worth, and when to play them (A)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.boards.colors import LOCOMOTIVE
from arena.planning.cards import use_of_locomotive
from arena.planning.clues import Signs
from arena.planning.judge import Judge, Valued
from arena.planning.plan import Plan
from arena.planning.suspicion import Belief, BeliefWeights, Companions, Together
from arena.planning.weights import Weights
from arena.referee.actions import BLIND, Claim
from arena.referee.modules.terrain.actions import DoubledClaim, TakeTerrain, claim_fields
from arena.referee.modules.terrain.cards import NAMES, terrain_of
from arena.referee.modules.terrain.doubling import doublings, may_double, most_of_others
from arena.referee.table import Table
from arena.vocabulary import RouteNumber, Seat

CARD: Final = 1.0
"""Points that a terrain card is worth for later."""
BELIEFS: Final = BeliefWeights(
    first=Belief(
        Signs(
            built=1.58,
            done=-0.51,
            done_late=1.15,
            lost=1.32,
            points=0.24,
            points_late=-0.71,
            ends=1.82,
            ends_late=2.01,
            early=0.09,
            cards=0.7,
            built_before=0.0,
            done_before=0.0,
            far=-3.35,
            away=-0.43,
        ),
        Companions(new=0.65, shared=1.23),
    ),
    later=Belief(
        Signs(
            built=2.68,
            done=0.55,
            done_late=0.69,
            lost=1.06,
            points=-0.08,
            points_late=0.17,
            ends=0.7,
            ends_late=1.06,
            early=1.04,
            cards=0.49,
            built_before=-3.15,
            done_before=-1.07,
            far=-3.29,
            away=-0.39,
        ),
        Companions(new=0.43, shared=0.32),
    ),
    hand=Together(value=1.22, value_late=-1.1, given_up=-0.01, load=2.43),
)
"""What tells of rivals' tickets: cards count for more, and where routes after the choice begin."""


def terrain_values(plan: Plan, table: Table) -> list[Valued]:
    """What each terrain card that can be taken is worth, in points."""
    options = table.rules.asked[table.phase][TakeTerrain].options(table)
    if not options:
        return []
    weights, leisure = plan.ground.weights, plan.leisure
    odds = doubling_odds(table, plan.ground.seat, weights)
    most = weights.turn / weights.rate  # no more than any other card that the plan needs
    values = [
        leisure * min(most, odds[kind] * kind_gain(plan, table, kind)) for kind in range(len(NAMES))
    ]
    blind = sum(values) / len(values)
    return [(blind if take.kind == BLIND else values[take.kind], take) for take in options]


def kind_gain(plan: Plan, table: Table, kind: int) -> float:
    """What one more terrain card of a kind would bring: its part in doubling a planned route."""
    held = terrain_of(table).cards[plan.ground.seat][kind]
    doubled = []
    for route in (*plan.routes, *plan.extras):
        needs, price = doublings(table.board)[route]
        if needs == kind and price:
            doubled.append((plan.ground.worth[route] / price, price))
    for gain, price in sorted(doubled, reverse=True):
        held -= price
        if held < 0:
            return gain
    return 0.0


def doubled_values(plan: Plan, table: Table, claims: list[Valued]) -> list[Valued]:
    """These claims, and the same doubled where that can be paid; the plain ones may wait for it."""
    found: list[Valued] = []
    weights, leisure = plan.ground.weights, plan.leisure
    last = table.last_turns is not None
    patience = 0.0 if last or plan.turns + 3 >= plan.ground.turns else leisure * weights.patience
    for value, claim in claims:
        assert isinstance(claim, Claim)
        points = plan.ground.worth[claim.route]
        _, price = doublings(table.board)[claim.route]
        found.append((value - patience * points if price else value, claim))
        part = 1.0 if last or claim.route in plan.routes else leisure * weights.aside
        found += [
            (value + part * (points - cost), doubled)
            for cost, doubled in doublings_of(plan, table, claim)
        ]
    return found


def doublings_of(plan: Plan, table: Table, claim: Claim) -> list[tuple[float, DoubledClaim]]:
    """The ways to double a claim now, each with what its cards are worth for later."""
    seat, weights = plan.ground.seat, plan.ground.weights
    kind, price = doublings(table.board)[claim.route]
    cards = terrain_of(table).cards
    held, most = cards[seat][kind], most_of_others(cards, seat)[kind]
    spare = table.hands[seat][LOCOMOTIVE] - claim.locomotives
    locomotive = use_of_locomotive(table, weights) * weights.turn / weights.rate
    prices = (0.0, 0.0) if table.last_turns is not None else (CARD, locomotive)
    return [
        (
            prices[0] * max(0, price - extra) + prices[1] * extra,
            DoubledClaim(*claim_fields(claim), max(0, price - extra), extra),
        )
        for extra in range(min(max(price, most - held), spare) + 1)
        if price and may_double(price, held, most, extra)
    ]


def with_terrain(plan: Plan, table: Table, cards: list[Valued]) -> list[Valued]:
    """Train and terrain cards together: either can be the first and the second card (A3)."""
    per_card = plan.ground.weights.turn / plan.ground.weights.rate
    terrain = [(value / per_card, take) for value, take in terrain_values(plan, table)]
    if table.taken:
        return cards + terrain
    best_card = max((value for value, _ in cards), default=0.0) / 2
    best_terrain = max((value for value, _ in terrain), default=0.0)
    found = [(value / 2 + max(value / 2, best_terrain), action) for value, action in cards]
    found += [(value + max(best_card, value), action) for value, action in terrain]
    return found


def hope_to_double(table: Table, seat: Seat, weights: Weights, hoped: list[float]) -> None:
    """Add to what claiming routes brings what doubling them may add (A5)."""
    odds = doubling_odds(table, seat, weights)
    per_card = weights.turn / 2  # a turn takes two (A3)
    for route, (kind, price) in enumerate(doublings(table.board)):
        if price:
            hoped[route] += odds[kind] * max(0.0, hoped[route] - price * per_card)


def doubling_odds(table: Table, seat: Seat, weights: Weights) -> list[float]:
    """For each terrain, how likely a seat will double a route: less if others have more (A6)."""
    cards = terrain_of(table).cards
    return [
        weights.doubling / (1 + max(0, most - held - 1))
        for most, held in zip(most_of_others(cards, seat), cards[seat], strict=True)
    ]


def turns_for_terrain(
    table: Table, seat: Seat, routes: Sequence[RouteNumber], weights: Weights
) -> float:
    """How many turns it takes to take the terrain cards that would double these routes."""
    return weights.doubling * terrain_missing(table, seat, routes) / 2  # A3


def terrain_missing(table: Table, seat: Seat, routes: Sequence[RouteNumber]) -> int:
    """How many terrain cards a seat lacks to double all of these routes."""
    lacking = [-held for held in terrain_of(table).cards[seat]]
    prices = doublings(table.board)
    for route in routes:
        kind, price = prices[route]
        lacking[kind] += price
    return sum(max(0, cards) for cards in lacking)


JUDGE: Final = Judge(
    module="terrain",
    hopes=hope_to_double,
    turns=turns_for_terrain,
    claims=doubled_values,
    takes=with_terrain,
    locomotive=lambda weights: weights.wild,
    beliefs=BELIEFS,
)
