"""Which tickets to keep, and what taking more of them would bring."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf

from arena.planning.globetrotter import bonus_after
from arena.planning.judge import Valued
from arena.planning.plan import Ground, Plan, plan_for, unfinished
from arena.planning.turns import chance
from arena.planning.ways import costs_from
from arena.referee.actions import Keep
from arena.referee.table import Table
from arena.referee.tickets import choices_of, fewest, too_many
from arena.vocabulary import Node, TicketNumber


def keep_values(ground: Ground, held: Sequence[TicketNumber]) -> list[Valued]:
    """What each choice of the tickets dealt is worth, planned together with those held."""
    table = ground.table
    choices = choices_of(table.offers[table.seat], fewest(table))
    keeps = [Keep(kept) for kept in choices if not too_many(table.rules, kept)]
    return [(keep_value(ground, held, keep), keep) for keep in keeps]


def keep_value(ground: Ground, held: Sequence[TicketNumber], keep: Keep) -> float:
    """What the best plan for the held tickets and these is worth."""
    table, seat = ground.table, ground.seat
    tickets = unfinished(table, seat, [*held, *keep.tickets])
    gifts = [ticket for ticket in keep.tickets if ticket not in tickets]
    gain = sum(table.board.tickets[ticket].points + one_more(ground, 0) for ticket in gifts)
    return plan_for(ground, tickets).value + gain


def one_more(ground: Ground, tickets: int) -> float:
    """How much more the Globetrotter bonus is worth with one more completed ticket."""
    return bonus_after(ground.bonuses, tickets + 1) - bonus_after(ground.bonuses, tickets)


def tickets_value(plan: Plan, table: Table) -> float:
    """What taking tickets would bring on average; -inf while the plan takes too long."""
    ground, board = plan.ground, table.board
    if not table.ticket_deck_size or plan.turns > ground.weights.slack * ground.turns:
        return -inf
    deck = [ticket for ticket in table.rules.deck if ticket not in table.tickets[ground.seat]]
    costs = plan.costs()
    from_start: dict[tuple[Node, ...], list[float]] = {}
    gains = []
    for ticket in deck:
        starts, goals = board.tickets[ticket].ends
        if starts not in from_start:
            from_start[starts] = costs_from(ground.steps, costs, starts)
        cost = min(from_start[starts][node] for node in goals)
        gains.append(gain_of(plan, table, board.tickets[ticket].points, cost))
    gains.sort(reverse=True)
    take = min(table.rules.ruleset.take, len(gains))
    return best_of(gains, take, ground.weights.runner_up)


def gain_of(plan: Plan, table: Table, points: int, cost: float) -> float:
    """What a ticket would bring whose places cost this much to join beside the plan."""
    ground = plan.ground
    bonus = one_more(ground, len(plan.tickets))
    if cost == 0.0:
        return points + bonus
    trains = table.trains[ground.seat] - plan.trains
    if cost > 0.9 * trains:  # a train costs about a point
        return -float(points)
    needed = plan.turns + 1.0 + 1.1 * cost / ground.weights.turn
    odds = chance(needed, ground.turns, ground.weights)
    return points * (2.0 * odds - 1.0) + odds * bonus - cost


def best_of(gains: Sequence[float], take: int, second: float) -> float:
    """The average best of `take` random gains, and part of the second; the best is given first."""
    ways = comb(len(gains), take)
    worth = 0.0
    for better, gain in enumerate(gains):
        worse = len(gains) - better - 1
        worth += gain * comb(worse, take - 1) / ways
        if gain > 0 and take > 1:
            worth += second * gain * better * comb(worse, take - 2) / ways
    return worth
