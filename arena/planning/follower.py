"""Playing a seat of an imagined game by its plan, fast enough to play many games while thinking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from operator import itemgetter
from typing import Final

from arena.boards import Board
from arena.boards.colors import COLORS, GRAY, LOCOMOTIVE
from arena.planning.answers import answer_values
from arena.planning.blocking import block_values
from arena.planning.cards import (
    LAST_CARD,
    OTHER_COLOR,
    blind_value,
    least_values,
    with_locomotive,
)
from arena.planning.claims import (
    in_all_forms,
    other_values,
    paid_values,
    step_value,
    thrifty_claims,
)
from arena.planning.judge import Valued, judges_of
from arena.planning.plan import Plan, make_plan, survey, taking_turns, unfinished
from arena.planning.taking import take_values
from arena.planning.tickets import tickets_value
from arena.planning.turns import turns_left
from arena.planning.weights import Weights
from arena.referee.actions import BLIND, Action, Claim
from arena.referee.claiming import claimable
from arena.referee.game import Game
from arena.referee.network import completed, each
from arena.referee.phases import CARD, KEEP, TURN
from arena.referee.table import Table
from arena.referee.taking import TAKES
from arena.referee.tickets import TAKE_TICKETS
from arena.vocabulary import Card, RouteMask, RouteNumber, Seat

Leg = tuple[RouteNumber, int, int, float]
"""A route of a plan, its colour, the cards it costs beside a ferry's locomotives, and the use of a
card for it."""
BLOCKS: Final = 0.5
"""How much a block counts, beside what it counts for the planner: followers who block as gladly as
planners make each other lose more tickets than planners do."""
HANDFUL: Final = 4
"""Cards by which a hand grows before it is judged again what tickets would bring."""
A_LOCOMOTIVE: Final = 0.6
"""By how many points a claim is worse for each locomotive that it takes in place of a card."""


class Follower:
    """Follows a plan until it is done or cut off, and makes a new one only then.

    It judges as the planner does, but not everything at every turn: what more tickets would bring
    only when its network or its hand has grown since it last did.
    """

    __slots__ = (
        "blind",
        "extras",
        "ferries",
        "first",
        "judged",
        "legs",
        "needed",
        "plan",
        "seat",
        "values",
        "weights",
    )

    legs: list[Leg]
    """The routes of the plan: coloured ones first, then gray ones, the longest first."""
    needed: RouteMask
    """The routes of the plan that tickets need, as a bit mask."""
    extras: RouteMask
    """The routes of the plan that no ticket needs, as a bit mask."""
    first: RouteNumber | None
    """A route to claim before all others, as soon as its cards are there; None if there is none."""
    judged: tuple[RouteMask, int]
    """The network, and the cards in hand by the `HANDFUL`, for which it last judged what tickets
    would bring."""
    ferries: int
    """The locomotives that the ferries of the plan need."""
    values: list[float] | None
    """What each second card of a turn does; None if that has to be worked out again."""
    blind: float
    """What the unseen top card does as the second card of a turn."""

    def __init__(self, seat: Seat, weights: Weights, plan: Plan | None = None) -> None:
        self.seat = seat
        self.weights = weights
        self.values = None
        self.first = None
        self.judged = 0, -1
        self.plan: Plan | None = None
        if plan is not None:
            self.follow(plan)

    def follow(self, plan: Plan) -> Plan:
        """Follow this plan from now on."""
        board = plan.ground.table.board
        self.plan = plan
        self.needed = sum(board.bits[route] for route in plan.routes)
        self.extras = sum(board.bits[route] for route in plan.extras)
        self.legs = legs_of(plan, self.weights)
        self.ferries = sum(board.ferries[leg[0]] for leg in self.legs)
        return plan

    def choose(self, game: Game) -> Action:
        """The answer of this seat to the question asked."""
        if game.phase is TURN:
            return self.play_turn(game, self.current_plan(game))
        if game.phase is CARD and self.plan is not None and not game.extras:
            return self.take_second(game)
        return self.answer(game)

    def tickets_worth(self, game: Game, plan: Plan) -> float:
        """What taking tickets would bring; -inf while the plan takes long, or if that was judged
        lately: to judge takes long, and little has changed.
        """
        now = game.owned[self.seat], game.hand_sizes[self.seat] // HANDFUL
        if not game.ticket_deck_size or now == self.judged:
            return -inf
        weights = plan.ground.weights
        most = weights.slack * turns_left(game, self.seat, weights)
        if self.needed.bit_count() > most:
            return -inf
        routes = list(each(self.needed))
        turns = len(routes) + taking_turns(game, self.seat, routes, weights)
        if turns > most:
            return -inf
        self.judged = now
        ground = survey(game, self.seat, self.weights)
        return tickets_value(replace(plan, ground=ground, turns=turns), game)

    def answer(self, game: Game) -> Action:
        """The answer to any other question, as the planner gives it."""
        plan = self.new_plan(game) if self.plan is None or game.phase is KEEP else self.plan
        if game.phase is CARD:
            values = take_values(plan, game)
        else:
            values = answer_values(plan, game, game.legal())
        if game.phase is KEEP or game.phase in judges_of(game.rules).unsettling:
            self.plan = None  # new tickets, or a town to begin at, want a new plan
        return max(values, key=itemgetter(0))[1] if values else game.legal()[0]

    def current_plan(self, game: Game) -> Plan:
        """The plan without the routes already claimed; a new one if it is cut off or completed."""
        plan = self.plan
        if plan is None:
            return self.new_plan(game)
        owned, left = game.owned[self.seat], game.open_to[self.seat]
        if not (self.needed | self.extras) & ~left:
            return plan if self.needed or self.extras else self.new_plan(game)
        if self.needed & ~owned & ~left:
            return self.new_plan(game)
        routes = tuple(route for route in plan.routes if left >> route & 1)
        extras = tuple(route for route in plan.extras if left >> route & 1)
        if not (routes or extras):
            return self.new_plan(game)
        self.plan = Plan(
            plan.ground,
            plan.tickets,
            routes,
            extras,
            plan.turns,
            plan.value,
            plan.damages,
            plan.lent,
        )
        self.needed &= left
        self.extras &= left
        self.legs = [leg for leg in self.legs if left >> leg[0] & 1]
        self.ferries = sum(game.board.ferries[leg[0]] for leg in self.legs)
        return self.plan

    def new_plan(self, game: Game) -> Plan:
        """A plan for the tickets still to complete; without any, the last survey is used again."""
        tickets = unfinished(game, self.seat, game.tickets[self.seat])
        if tickets or self.plan is None or game.extras:
            ground = survey(game, self.seat, self.weights)
        else:
            turns = turns_left(game, self.seat, self.weights)
            last = self.plan.ground
            ground = replace(last, table=game, weights=self.weights, turns=turns)
        return self.follow(make_plan(ground, tickets))

    def play_turn(self, game: Game, plan: Plan) -> Action:
        """Claim a route, take cards or take tickets, whichever is worth most."""
        if game.last_turns is not None:
            return self.play_last_turn(game, plan)
        if self.first is not None:
            action = self.play_for(game, self.first)
            if action is not None:
                return action
            self.first = None  # it is claimed, or lost
        values = self.any_values(game, plan) if game.extras else self.turn_values(game, plan)
        values.append((self.tickets_worth(game, plan), TAKE_TICKETS))
        worth, action = max(values, key=itemgetter(0))
        return action if worth > -inf else game.legal()[0]

    def play_for(self, table: Table, route: RouteNumber) -> Action | None:
        """Claim this route or take a card for it; None if neither can be done."""
        if not claimable(table, self.seat) >> route & 1:
            return None
        every, self.legs = self.legs, [leg_of(table.board, route, 1.0)]
        payable, cards = self.look_over(table)
        self.legs = every
        return payable[0] if payable else self.take_first(table, cards)[0]

    def turn_values(self, game: Game, plan: Plan) -> list[Valued]:
        """What claims and the best card are worth without expansions."""
        payable, cards = self.look_over(game)
        values = self.claim_values(game, plan, payable) + blocks(game, plan)
        take, useful = self.take_first(game, cards)
        if take is not None:
            values.append((useful * self.weights.turn / self.weights.rate, take))
        return values

    def any_values(self, game: Game, plan: Plan) -> list[Valued]:
        """What all that a turn can be used for is worth with expansions."""
        claims = self.claim_values(game, plan, self.look_over(game)[0])
        values = in_all_forms(plan, game, claims) + blocks(game, plan)
        return values + take_values(plan, game) + other_values(plan, game)

    def claim_values(self, game: Game, plan: Plan, claims: Sequence[Claim]) -> list[Valued]:
        """What claims of routes of the plan are worth, less the locomotives they use up."""
        ferries = game.board.ferries
        return [
            (
                step_value(plan, game, claim.route)
                - A_LOCOMOTIVE * (claim.locomotives - ferries[claim.route]),
                claim,
            )
            for claim in claims
        ]

    def look_over(self, game: Table) -> tuple[list[Claim], list[float]]:
        """Lay out the hand for the plan: the claims it pays, and what each kind of card does.

        It does again what `lay_out` and `card_values` do, in one loop for claims and cards, because
        it is the hottest place of imagined games. A test holds its values and theirs together.
        """
        hand = game.hands[self.seat]
        left = hand[:LOCOMOTIVE]
        values = least_values(hand)
        open_routes = claimable(game, self.seat)
        spare = hand[LOCOMOTIVE] - self.ferries
        missing, other = 0, 0.0
        payable: list[Claim] = []
        for route, color, cards, value in self.legs:
            is_gray = color == GRAY
            if is_gray:
                held = max(left)
                color = left.index(held)
            else:
                held = left[color]
            lacking = cards - held
            if lacking > 0:
                left[color] = 0
                missing += lacking
                if is_gray:
                    other = max(other, OTHER_COLOR * value)
                else:
                    value *= 1.0 + LAST_CARD / lacking
                if value > values[color]:
                    values[color] = value
                if lacking > spare:
                    continue
            else:
                left[color] = -lacking
                lacking = 0
            if open_routes >> route & 1:
                locomotives = lacking + game.board.ferries[route]
                if locomotives <= hand[LOCOMOTIVE]:
                    color = LOCOMOTIVE if locomotives == game.board.lengths[route] else color
                    payable.append(Claim(route, color, locomotives))
        return payable, with_locomotive(game, values, other, missing, spare, self.weights)

    def take_first(self, game: Table, values: list[float]) -> tuple[Action | None, float]:
        """The card that does most, and how many useful cards this and the next one are."""
        blind = blind_value(game, self.seat, values) if game.deck_size else -1.0
        card, first, second = best_cards(game.row, values, blind)
        total = first + max(second, blind, 0.0)
        if game.row[LOCOMOTIVE] and values[LOCOMOTIVE] > total:
            return TAKES[LOCOMOTIVE], values[LOCOMOTIVE]
        self.values = None if card == BLIND else values
        self.blind = blind
        return (None, 0.0) if first < 0.0 else (TAKES[card], total)

    def take_second(self, game: Game) -> Action:
        """The card that does most after the first one."""
        values = self.values
        if values is None:
            _, values = self.look_over(game)
            self.blind = blind_value(game, self.seat, values)
        blind = self.blind if game.deck_size else -1.0
        card, value, _ = best_cards(game.row, values, blind)
        return TAKES[card] if value >= 0.0 else game.legal()[0]

    def play_last_turn(self, game: Game, plan: Plan) -> Action:
        """Claim what brings most: points, and a ticket completed."""
        board, owned = game.board, game.rules.ticket_routes(game, self.seat)
        values = other_values(plan, game)
        most, best = max(values, key=itemgetter(0), default=(0.0, None))
        for claim in thrifty_claims(game, self.seat, claimable(game, self.seat)):
            points = plan.ground.worth[claim.route]
            if claim.route in plan.routes:
                done = completed(board, owned | board.bits[claim.route], plan.tickets)
                points += 2.0 * sum(board.tickets[ticket].points for ticket in done)
            if points > most:
                best, most = claim, points
        return best or game.legal()[0]


def blocks(game: Game, plan: Plan) -> list[Valued]:
    """Claims of routes that rivals may need, with what they are worth."""
    routes = block_values(plan, game, BLOCKS * plan.ground.weights.block)
    return paid_values(plan, game, routes) if routes else []


def legs_of(plan: Plan, weights: Weights) -> list[Leg]:
    """The routes of a plan in the order in which a hand is laid out for them."""
    board = plan.ground.table.board
    legs = [leg_of(board, route, 1.0) for route in plan.routes]
    legs += [leg_of(board, route, weights.extra) for route in plan.extras]
    gray = [leg for leg in legs if leg[1] == GRAY]
    gray.sort(key=itemgetter(2, 0), reverse=True)
    return [leg for leg in legs if leg[1] != GRAY] + gray


def leg_of(board: Board, route: RouteNumber, value: float) -> Leg:
    """A route with its colour, the cards it costs beside a ferry's locomotives, and their use."""
    return route, board.colors[route], board.lengths[route] - board.ferries[route], value


def best_cards(
    row: Sequence[int], values: Sequence[float], blind: float
) -> tuple[Card, float, float]:
    """The best card but a locomotive of the row, what it does, and what the next best does."""
    best, first, second = BLIND, blind, 0.0
    for card in COLORS:
        if row[card]:
            value = values[card]
            if value > first:
                best, first, second = card, value, value if row[card] > 1 else first
            elif value > second:
                second = value
    return best, first, second
