"""Playing a seat of an imagined game by its plan, fast enough to play many games while thinking."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from math import inf
from operator import itemgetter
from typing import Final

from arena.boards import Board
from arena.boards.colors import COLORS, GRAY, LOCOMOTIVE
from arena.planning.answers import answer_values
from arena.planning.cards import (
    LAST_CARD,
    OTHER_COLOR,
    bill_of,
    blind_value,
    least_values,
    missing_for,
    with_locomotive,
)
from arena.planning.claims import (
    after_paying,
    best_block,
    claim_values,
    final_values,
    other_values,
    step_value,
)
from arena.planning.judge import Valued, judges_of
from arena.planning.plan import Plan, make_plan, survey, turns_for, unfinished
from arena.planning.taking import take_values
from arena.planning.tickets import tickets_value
from arena.planning.turns import turns_left
from arena.planning.weights import Weights
from arena.referee.actions import BLIND, Action, Claim
from arena.referee.claiming import claimable
from arena.referee.game import Game
from arena.referee.network import each
from arena.referee.phases import CARD, KEEP, TURN
from arena.referee.table import Table
from arena.referee.taking import TAKES
from arena.referee.tickets import TAKE_TICKETS
from arena.vocabulary import Card, RouteMask, RouteNumber, Seat, TicketNumber

Leg = tuple[RouteNumber, int, int, float]
"""A route of a plan, its colour, the cards it costs beside a ferry's locomotives, and the use of a
card for it."""
AGE: Final = 8
"""Turns after which a plan is made anew: the hand has grown, and other routes are nearer now."""
HANDFUL: Final = 4
"""Cards by which a hand grows before it is judged again what tickets would bring."""


class Follower:
    """Follows a plan until it is done, cut off or some turns old, and makes a new one only then.

    It judges as the planner does, but not everything at every turn: what more tickets would bring
    only when its network or its hand has grown since it last did, and without expansions only those
    claims of its plan for which the cards are laid out.
    """

    __slots__ = (
        "blind",
        "extras",
        "ferries",
        "first",
        "given_up",
        "judged",
        "legs",
        "needed",
        "plan",
        "seat",
        "turns",
        "values",
        "weights",
        "worth",
    )

    legs: list[Leg]
    """The routes of the plan: coloured ones first, then gray ones, the longest first."""
    needed: RouteMask
    """The routes of the plan that tickets need, as a bit mask."""
    extras: RouteMask
    """The routes of the plan that no ticket needs, as a bit mask."""
    first: RouteNumber | None
    """A route to claim before all others, as soon as its cards are there; None if there is none."""
    turns: int
    """For how many turns the plan has been followed."""
    given_up: set[TicketNumber]
    """Tickets that are not planned for any more."""
    worth: float
    """What taking tickets would bring, as it was last judged."""
    judged: tuple[RouteMask, int]
    """The network, and the cards in hand by the `HANDFUL`, for which that was judged."""
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
        self.worth = -inf
        self.given_up = set()
        self.plan: Plan | None = None
        if plan is not None:
            self.follow(plan)

    def follow(self, plan: Plan) -> Plan:
        """Follow this plan from now on."""
        table = plan.ground.table
        board = table.board
        self.plan = plan
        self.turns = 1
        self.given_up = set(table.tickets[self.seat]).difference(plan.tickets)
        self.needed = sum(board.bits[route] for route in plan.routes)
        self.extras = sum(board.bits[route] for route in plan.extras)
        self.legs = legs_of(plan, self.weights)
        self.ferries = sum(board.ferries[leg[0]] for leg in self.legs)
        return plan

    def copy(self) -> Follower:
        """A follower that goes on from here by itself."""
        other = copy(self)
        if self.plan is not None:
            other.plan = replace(self.plan, damages={})
        return other

    def choose(self, game: Game) -> Action:
        """The answer of this seat to the question asked."""
        if game.phase is TURN:
            return self.play_turn(game, self.current_plan(game))
        if game.phase is CARD and self.plan is not None and not game.extras:
            return self.take_second(game)
        return self.answer(game)

    def tickets_worth(self, game: Game, plan: Plan) -> float:
        """What taking tickets would bring; -inf while the plan takes long.

        It is judged anew when the network or the hand has grown: to judge takes long.
        """
        ground = plan.ground
        most = ground.weights.slack * turns_left(game, self.seat, ground.weights)
        if self.needed.bit_count() > most:
            return -inf
        turns = turns_for(replace(ground, table=game), list(each(self.needed)))
        if turns > most:
            return -inf
        now = game.owned[self.seat], game.hand_sizes[self.seat] // HANDFUL
        if now != self.judged:
            self.judged = now
            ground = survey(game, self.seat, self.weights)
            self.worth = tickets_value(replace(plan, ground=ground, turns=turns), game)
        return self.worth

    def answer(self, game: Game) -> Action:
        """The answer to any other question, as the planner gives it."""
        plan = self.new_plan(game) if self.plan is None or game.phase is KEEP else self.plan
        if game.phase is CARD:
            values = take_values(plan, game)
        else:
            values = answer_values(plan, game, game.legal())
        if game.phase is KEEP or game.phase in judges_of(game.rules).unsettling:
            self.plan = None  # new tickets, or a town to begin at, want a new plan
        return best_of(values, game)

    def current_plan(self, game: Game) -> Plan:
        """The plan without the routes already claimed; a new one if it is cut off or completed."""
        plan = self.plan
        if plan is None or self.turns >= AGE:
            return self.new_plan(game)
        self.turns += 1
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
        tickets = [held for held in game.tickets[self.seat] if held not in self.given_up]
        tickets = unfinished(game, self.seat, tickets)
        if tickets or self.plan is None or game.extras:
            ground = survey(game, self.seat, self.weights)
        else:
            turns = turns_left(game, self.seat, self.weights)
            last = self.plan.ground
            ground = replace(last, table=game, weights=self.weights, turns=turns)
        return self.follow(make_plan(ground, tickets))

    def play_turn(self, game: Game, plan: Plan) -> Action:
        """Claim a route, take cards or take tickets, whichever is worth most."""
        self.values = None
        if game.last_turns is not None:
            values = final_values(plan, game) + other_values(plan, game)
            return best_of(values or take_values(plan, game), game)
        if self.first is not None:
            action = self.play_for(game, self.first)
            if action is not None:
                return action
            self.first = None  # it is claimed, or lost
        if game.extras:
            plan = self.hurried(game, plan)
            values = claim_values(plan, game) + take_values(plan, game) + other_values(plan, game)
        else:
            values = self.plain_values(game, plan)
        if game.ticket_deck_size:
            values.append((self.tickets_worth(game, plan), TAKE_TICKETS))
        return best_of(values, game)

    def plain_values(self, game: Game, plan: Plan) -> list[Valued]:
        """What claims and the best card are worth without expansions."""
        payable, uses = self.look_over(game)
        values: list[Valued] = [(self.claim_value(game, plan, claim), claim) for claim in payable]
        take, useful = self.take_first(game, uses)
        if take is not None:
            values.append((useful * self.weights.turn / self.weights.rate, take))
        block = best_block(plan, game, max((value for value, _ in values), default=-inf))
        return values if block is None else [*values, block]

    def claim_value(self, game: Game, plan: Plan, claim: Claim) -> float:
        """What a claim is worth that is paid by its route's own share of the hand.

        The plan misses none of these cards, but its tickets may miss what an extra takes.
        """
        value = step_value(plan, game, claim.route) - 0.02 * claim.locomotives
        if claim.route in plan.extras and plan.routes:
            bill = bill_of(game.board, plan.routes)
            missing = missing_for(bill, after_paying(game, self.seat, claim))
            missing -= missing_for(bill, game.hands[self.seat])
            value -= max(0, missing) * self.weights.turn / self.weights.rate
        return value

    def hurried(self, game: Game, plan: Plan) -> Plan:
        """The plan with the turns that it takes, and that are left, by now."""
        ground = plan.ground
        left = turns_left(game, self.seat, ground.weights)
        ground = replace(ground, table=game, turns=left)
        turns = turns_for(ground, plan.routes) + len(plan.lent)
        return replace(plan, ground=ground, turns=turns)

    def play_for(self, table: Table, route: RouteNumber) -> Action | None:
        """Claim this route or take a card for it; None if neither can be done."""
        if not claimable(table, self.seat) >> route & 1:
            return None
        every, self.legs = self.legs, [leg_of(table.board, route, 1.0)]
        payable, uses = self.look_over(table)
        self.legs = every
        return payable[0] if payable else self.take_first(table, uses)[0]

    def look_over(self, table: Table) -> tuple[list[Claim], list[float]]:
        """Lay out the hand for the plan: the claims it pays, and what each kind of card does.

        It does again what `lay_out` and `card_values` do, in one loop for claims and cards, because
        it is the hottest place of imagined games. A test holds its values and theirs together.
        """
        hand = table.hands[self.seat]
        left = hand[:LOCOMOTIVE]
        values = least_values(hand)
        open_routes = claimable(table, self.seat)
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
                locomotives = lacking + table.board.ferries[route]
                if locomotives <= hand[LOCOMOTIVE]:
                    color = LOCOMOTIVE if locomotives == table.board.lengths[route] else color
                    payable.append(Claim(route, color, locomotives))
        return payable, with_locomotive(table, values, other, missing, spare, self.weights)

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


def best_of(values: Sequence[Valued], game: Game) -> Action:
    """The action that is worth most; the first legal one if none is worth anything."""
    return max(values, key=itemgetter(0))[1] if values else game.legal()[0]


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
