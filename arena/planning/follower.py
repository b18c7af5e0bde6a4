"""Playing a seat of an imagined game by its plan, quickly: to think games through to their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from arena.boards.colors import COLORS, LOCOMOTIVE
from arena.planning.answers import answer_values
from arena.planning.cards import Bill, Share, bill_of, blind_value, lay_out, values_of
from arena.planning.claims import paid_values, thrifty_claims
from arena.planning.plan import Plan, quick_plan, survey
from arena.planning.taking import take_values
from arena.planning.weights import Weights
from arena.referee.actions import BLIND, Action, Claim
from arena.referee.claiming import claimable
from arena.referee.game import Game
from arena.referee.network import completed, each
from arena.referee.phases import CARD, KEEP, TURN
from arena.referee.taking import TAKES


class Follower:
    """Follows a plan until it is done or cut off, and makes a new one only then.

    It judges as the planner does, with what takes long left out: it takes no tickets, and does not
    mind who else wants a route.
    """

    __slots__ = ("bill", "extras", "needed", "plan", "seat", "weights")

    bill: Bill
    """What the routes of the plan cost."""
    needed: int
    """The routes of the plan that tickets need, as a bit mask."""
    extras: int
    """The others of them."""

    def __init__(self, seat: int, weights: Weights, plan: Plan | None = None) -> None:
        self.seat = seat
        self.weights = weights
        self.plan: Plan | None = None
        if plan is not None:
            self.follow(plan)

    def follow(self, plan: Plan) -> Plan:
        """Follow this plan from now on."""
        board = plan.ground.table.board
        self.plan = plan
        self.bill = bill_of(board, [*plan.routes, *plan.extras])
        self.needed = sum(board.bits[route] for route in plan.routes)
        self.extras = sum(board.bits[route] for route in plan.extras)
        return plan

    def choose(self, game: Game) -> Action:
        """The answer of this seat to the question asked."""
        if game.phase == TURN:
            return self.play_turn(game, self.current_plan(game))
        if game.phase == CARD and self.plan is not None and not game.extras:
            return self.take(game, self.plan)
        return self.answer(game)

    def answer(self, game: Game) -> Action:
        """The answer to any other question, as the planner gives it."""
        plan = self.new_plan(game) if self.plan is None or game.phase == KEEP else self.plan
        if game.phase == CARD:
            values = take_values(plan, game)
        else:
            values = answer_values(plan, game, game.legal())
        if game.phase == KEEP:
            self.plan = None  # new tickets want a new plan
        return max(values, key=itemgetter(0))[1] if values else game.legal()[0]

    def current_plan(self, game: Game) -> Plan:
        """The plan without what is done; a new one where it is cut off or all done."""
        plan = self.plan
        if plan is None:
            return self.new_plan(game)
        owned, left = game.owned[self.seat], game.open_to[self.seat]
        if not self.needed & ~left and not self.extras & ~left:
            return plan if self.needed or self.extras else self.new_plan(game)
        if self.needed & ~owned & ~left:
            return self.new_plan(game)
        routes = tuple(route for route in plan.routes if not owned >> route & 1)
        extras = tuple(route for route in plan.extras if left >> route & 1)
        if not (routes or extras):
            return self.new_plan(game)
        return self.follow(replace(plan, routes=routes, extras=extras))

    def new_plan(self, game: Game) -> Plan:
        """A plan for the tickets held."""
        ground = survey(game, self.seat, self.weights)
        return self.follow(quick_plan(ground, game.tickets[self.seat]))

    def play_turn(self, game: Game, plan: Plan) -> Action:
        """Claim a route of the plan or take cards for it, whichever gets on with it more."""
        if game.last_turns is not None:
            return self.play_last_turn(game, plan)
        if game.extras:
            return self.play_any_turn(game, plan)
        shares, spare = lay_out(self.bill, game.hands[self.seat])
        claim = self.best_claim(game, plan, shares, spare)
        take, cards = self.best_take(game, plan, shares, spare)
        if claim is None or cards * self.weights.turn / self.weights.rate > self.work(plan, claim):
            return take or claim or game.legal()[0]
        return claim

    def work(self, plan: Plan, claim: Claim) -> float:
        """What claiming a route of the plan saves: the work of a turn."""
        return self.weights.turn * (self.weights.extra if claim.route in plan.extras else 1.0)

    def best_claim(
        self, game: Game, plan: Plan, shares: Sequence[Share], spare: int
    ) -> Claim | None:
        """The longest route of the plan that its share of the hand and spare locomotives pay."""
        board, open_routes = game.board, claimable(game, self.seat)
        best, most = None, -100
        for share in shares:
            route, _, lacking = share
            if lacking <= max(0, spare) and open_routes >> route & 1:
                merit = board.lengths[route] - 2 * lacking - 10 * (route in plan.extras)
                if merit > most:
                    best, most = share, merit
        if best is None:
            return None
        route, color, lacking = best
        locomotives = board.ferries[route] + lacking
        if locomotives > game.hands[self.seat][LOCOMOTIVE]:
            return None
        if locomotives == board.lengths[route]:
            color = LOCOMOTIVE
        return Claim(route, color, locomotives)

    def take(self, game: Game, plan: Plan) -> Action:
        """The card that does most for the plan."""
        shares, spare = lay_out(self.bill, game.hands[self.seat])
        take, _ = self.best_take(game, plan, shares, spare)
        return take or game.legal()[0]

    def best_take(
        self, game: Game, plan: Plan, shares: Sequence[Share], spare: int
    ) -> tuple[Action | None, float]:
        """The card that does most, and how many useful cards this and the next one are."""
        values = values_of(game, self.seat, plan.extras, shares, spare, self.weights)
        blind = blind_value(game, self.seat, values) if game.deck_size else -1.0
        best, first = BLIND, blind
        second = 0.0
        row = game.row
        for card in COLORS:
            if row[card]:
                value = values[card]
                if value > first:
                    best, first, second = card, value, value if row[card] > 1 else first
                elif value > second:
                    second = value
        total = first + max(second, blind, 0.0)
        if not game.taken and row[LOCOMOTIVE] and values[LOCOMOTIVE] > total:
            return TAKES[LOCOMOTIVE], values[LOCOMOTIVE]
        return (None, 0.0) if first < 0.0 else (TAKES[best], total)

    def play_any_turn(self, game: Game, plan: Plan) -> Action:
        """A turn with expansions, as the planner values it but for the risks of waiting."""
        routes = (self.needed | self.extras) & claimable(game, self.seat)
        values = take_values(plan, game)
        if routes:
            worth = dict.fromkeys(each(routes), self.weights.turn)
            values += paid_values(plan, game, worth)
        return max(values, key=itemgetter(0))[1] if values else game.legal()[0]

    def play_last_turn(self, game: Game, plan: Plan) -> Action:
        """Claim what brings most: points, and a ticket completed."""
        board, owned = game.board, game.owned[self.seat]
        best, most = None, 0.0
        for claim in thrifty_claims(game, self.seat, claimable(game, self.seat)):
            points = plan.ground.worth[claim.route]
            if claim.route in plan.routes:
                done = completed(board, owned | board.bits[claim.route], plan.tickets)
                points += 2.0 * sum(board.tickets[ticket].points for ticket in done)
            if points > most:
                best, most = claim, points
        return best or game.legal()[0]
