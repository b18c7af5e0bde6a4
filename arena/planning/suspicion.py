"""How strongly each ticket is suspected in a rival's hand, alone and beside its other tickets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp
from operator import mul
from typing import Final, NamedTuple

from arena.planning.clues import Clues, Signs
from arena.planning.judge import judges_of
from arena.planning.plan import plan_for
from arena.vocabulary import RouteMask, TicketNumber


class Companions(NamedTuple):
    """What a ticket has to do with the other tickets of the same seat."""

    new: float
    """How many routes of the rival lie on its direct ways, and on none of the others'."""
    shared: float
    """The share of its direct ways' routes, not yet built, that lie on the others' too."""


class Together(NamedTuple):
    """What the best plan for all tickets of a seat is like; `late` as for the signs of a ticket."""

    value: float
    """What it is worth, in tens of points, of which tickets already completed are no part."""
    value_late: float
    given_up: float
    """The points of the tickets that it gives up, in tens."""
    load: float
    """The share of the rival's trains that it takes."""


class Belief(NamedTuple):
    """What the signs of a ticket weigh: each adds this to the logarithm of its odds."""

    signs: Signs
    company: Companions


class BeliefWeights(NamedTuple):
    """What the signs of tickets and of whole hands weigh.

    The weights make the true tickets of planners likeliest (`python -m arena.bench.tuning`).
    """

    first: Belief
    """For the tickets kept before the first turn."""
    later: Belief
    """For tickets kept in a later turn."""
    hand: Together
    """For the tickets of a hand together, beside the weights of each of them."""


USUAL: Final = BeliefWeights(
    first=Belief(
        Signs(
            built=1.88,
            done=-0.4,
            done_late=0.87,
            lost=1.6,
            points=0.85,
            points_late=-0.72,
            ends=2.13,
            ends_late=2.02,
            early=-0.21,
            cards=0.18,
            built_before=0.0,
            done_before=0.0,
            far=-2.78,
            away=-0.45,
        ),
        Companions(new=0.63, shared=1.08),
    ),
    later=Belief(
        Signs(
            built=1.73,
            done=0.05,
            done_late=0.37,
            lost=0.3,
            points=1.0,
            points_late=-0.1,
            ends=1.13,
            ends_late=1.48,
            early=0.04,
            cards=-0.25,
            built_before=-2.58,
            done_before=-0.57,
            far=-2.22,
            away=-0.5,
        ),
        Companions(new=0.29, shared=0.27),
    ),
    hand=Together(value=1.04, value_late=-1.28, given_up=-0.25, load=0.03),
)
"""Where no module's judge has weights of its own."""


class Suspicion:
    """The odds of tickets in one rival's hand."""

    def __init__(self, clues: Clues) -> None:
        self.clues = clues
        self.beliefs = judges_of(clues.table.rules).beliefs or USUAL
        self.alone: list[dict[TicketNumber, float]] = [{} for _ in clues.history.choices]
        """For each choice of the rival, what speaks for each ticket as one of it: a cache."""
        self.whole: dict[frozenset[TicketNumber], float] = {}
        """What speaks for hands that were looked at: a cache."""

    def of(self, ticket: TicketNumber, nth: int) -> float:
        """The logarithm of the odds of a ticket, alone, as one that the nth choice kept."""
        known = self.alone[nth]
        if ticket not in known:
            signs = self.clues.signs(ticket, nth)
            known[ticket] = sum(map(mul, signs, self.belief_of(nth).signs))
        return known[ticket]

    def odds(
        self, tickets: Sequence[TicketNumber], nth: int, others: Collection[TicketNumber]
    ) -> list[float]:
        """The odds of each of these tickets as one of the nth choice, beside the others held."""
        covered = self.cover(others)
        new, shared = self.belief_of(nth).company
        found = []
        for ticket in tickets:
            company = self.company(ticket, covered)
            found.append(exp(self.of(ticket, nth) + new * company.new + shared * company.shared))
        return found

    def cover(self, tickets: Collection[TicketNumber]) -> RouteMask:
        """The routes on direct ways of these tickets."""
        covered = 0
        for ticket in tickets:
            covered |= self.clues.atlas[ticket].direct
        return covered

    def company(self, ticket: TicketNumber, covered: RouteMask) -> Companions:
        """What a ticket has to do with others that cover these routes."""
        direct, owned = self.clues.atlas[ticket].direct, self.clues.owned
        left = direct & ~owned
        new = (direct & owned & ~covered).bit_count()
        return Companions(new, (left & covered).bit_count() / (left.bit_count() or 1))

    def of_hand(self, hand: Collection[TicketNumber]) -> float:
        """The logarithm of the odds of a hand beside those of its single tickets."""
        key = frozenset(hand)
        if key not in self.whole:
            self.whole[key] = sum(map(mul, self.together(hand), self.beliefs.hand))
        return self.whole[key]

    def together(self, hand: Collection[TicketNumber]) -> Together:
        """What the best plan for these tickets is like."""
        clues = self.clues
        to_join = [ticket for ticket in sorted(hand) if clues.now.of(ticket)]
        plan = plan_for(clues.ground, to_join)
        value = plan.value / 10.0
        points = clues.table.board.tickets
        given_up = sum(points[ticket].points for ticket in to_join if ticket not in plan.tickets)
        load = plan.trains / max(1.0, clues.trains)
        return Together(value, value * clues.laid, given_up / 10.0, load)

    def belief_of(self, nth: int) -> Belief:
        """What the signs weigh for the tickets of the nth choice, counted from 0."""
        return self.beliefs.later if nth else self.beliefs.first
