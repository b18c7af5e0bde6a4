"""Deliberate faults in the kernel and in the referee: lockstep must find every one of them.

    python -m tests.kernel.faults [EVERY [SHARE]]

builds the kernel with the faults of `IN_KERNEL`, switches on one after the other, then does the
same with the faults of `IN_REFEREE`, and prints what showed each; with a number, only every nth.
With a share, everything is compared at this share of the decisions only, as in long runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from arena.errors import ArenaError
from tests.kernel.faulty_build import Fault, build, load, switch_of

AFRICA = ("africa", "africa+warehouses")
WEST = ("oldwest", "oldwest+alvin")
ALVIN = ("oldwest+alvin", "oldwest+alvin+warehouses")
EUROPE = ("europe", "europe+warehouses", "europemega")
STORES = ("usa+warehouses", "africa+warehouses", "oldwest+alvin+warehouses")
POLICIES = ("random", "undecided", "mixed", "collector", "shunner", "glutton", "claimer", "hoarder")
OF_EUROPE = ("random", "payer", "digger", "borrower")
MOST_GAMES = 240
"""Games after which a fault counts as not found."""
ENDS = 60
"""Ends of games of Europe that are looked at before."""

IN_KERNEL = (
    Fault("G2", "chance.c", "nth % 10", "(nth + 1) % 10"),
    Fault("G2", "chance.c", "shuffle->pile == pile", "1"),
    Fault("G4", "g_game.c", "n < r->first_hand", "n < r->first_hand - 1"),
    Fault("G5", "d_tickets.c", "s->turns == 0 ? r->keep : 1", "r->keep"),
    Fault(
        *("G5", "g_game.c", "r->mixes_returned", "0", WEST),
        within="if (r->mixes_returned && s->seat == s->seats - 1)",
    ),
    Fault("G7", "g_game.c", "s->passes == s->seats", "s->passes == s->seats - 1"),
    Fault("G7", "g_game.c", "!can_act(r, s)", "1"),
    Fault("T2", "t_taking.c", "card == LOCOMOTIVE ? 2 : 1", "1"),
    Fault("T4", "t_taking.c", "s->taken ? LOCOMOTIVE : KINDS", "KINDS"),
    Fault(
        *("T5", "t_taking.c", "s->row[LOCOMOTIVE] >= r->crowd", "s->row[LOCOMOTIVE] > r->crowd"),
        within="s->row_size == r->row && s->row[LOCOMOTIVE] >= r->crowd",
    ),
    Fault("T5", "t_taking.c", "r->row - r->crowd + 1", "r->row - r->crowd + 2"),
    Fault("T4", "t_taking.c", "nth == open", "nth > open"),
    Fault("T6", "t_taking.c", "s->shuffles++", "s->shuffles += 2"),
    Fault("T7", "g_game.c", "s->taken < 2", "s->taken < 3"),
    Fault("C1", "py_rules.c", "length - cards", "length - cards - 1"),
    Fault("C1", "c_claiming.c", "hand[claim.color] >= others", "1"),
    Fault("C1", "c_claiming.c", "before >> bit & 1", "0"),
    Fault("C1", "c_claiming.c", "r->payable[color]", "r->everything"),
    Fault("C2", "c_claiming.c", "r->up_to[s->trains[seat]]", "r->up_to[MOST_TRAINS]"),
    Fault("C4", "c_claiming.c", "mask_without(s->open_to[seat], connection)", "s->open_to[seat]"),
    Fault("C5", "c_claiming.c", "s->seats < r->open_doubles", "s->seats <= r->open_doubles"),
    Fault("C6", "c_claiming.c", "r->points[route] * factor", "r->points[route] + factor - 1"),
    Fault("C8", "c_claiming.c", "claim.locomotives >= r->ferry[route]", "1", AFRICA),
    Fault("D1", "d_tickets.c", "at_most(fewest_kept(r, s), offered + 1)", "offered"),
    Fault("D1", "d_tickets.c", "at_most(number, s->ticket_deck_size)", "at_most(number, 1)"),
    Fault("E1", "g_game.c", "s->trains[s->turn] <= r->last_trains", "s->trains[s->turn] < 2"),
    Fault("E2", "e_scoring.c", "r->places[ticket][1]", "1", AFRICA),
    Fault("E3", "e_longest_path.c", "at_least(best, longest[node] + length)", "at_least(best, 1)"),
    Fault("E3", "e_longest_path.c", "branch[node]", "0"),
    Fault(
        *("E4", "e_scoring.c", "most", "1", ("usa1910", "mega")),
        within="if (most && merit(s, &results[seat], bonus, seat) == ",
    ),
    Fault("E5", "e_scoring.c", "a->score > b->score", "a->score >= b->score + 9"),
    Fault("A2", "a_terrain.c", "open_terrain(s) == TERRAIN_OPEN", "open_terrain(s) == 1", AFRICA),
    Fault(
        *("A5", "a_terrain.c", "r->terrain_of[r->color[action.what]]", "0", AFRICA),
        within="State *s, Action action) {\n    int kind = r->terrain_of[r->color[action.what]]",
    ),
    Fault("A7", "a_terrain.c", "reach == others", "reach >= others", AFRICA),
    Fault("A8", "a_terrain.c", "s->terrain_discard[kind] += action.terrain", "0", AFRICA),
    Fault("O2", "o_towns.c", "mask_or(s->reach[s->seat], touching)", "touching", WEST),
    Fault(
        *("O3", "o_towns.c", "!s->pieces_left[s->seat]", "0", WEST),
        within="if (!s->pieces_left[s->seat]) return;",
    ),
    Fault("O4", "o_towns.c", "s->scores[owner] += points", "s->scores[s->seat] += points", WEST),
    Fault("V1", "o_towns.c", "city == r->alvin_home", "0", ALVIN),
    Fault("V3", "v_alvin.c", "s->alvin_holder == (int8_t)s->seat", "0", ALVIN),
    Fault("W2", "t_taking.c", "s->stored_turn != s->turns", "s->taken == 0", STORES),
    Fault(
        *("W3", "w_warehouses.c", "s->stored_sizes[owner]", "1", STORES),
        within="owner != NOBODY && s->stored_sizes[owner]",
    ),
    Fault("W4", "g_game.c", "s->reserve[s->turn] > 0", "0", STORES),
    Fault("W7", "w_warehouses.c", "out |= !s->reserve[seat]", "out = true", STORES),
    Fault(
        *("W8", "e_scoring.c", "s->reserve[seat]", "DEPOTS - s->reserve[seat]", STORES),
        within="case DEPOTS_BONUS: return s->reserve[seat]",
    ),
    Fault("X1", "g_game.c", "r->europe ? STATIONS : 0", "r->europe ? 2 : 0", EUROPE),
    Fault("X2", "d_tickets.c", "r->returned_leave && s->turns == 0", "0", EUROPE),
    Fault("X2", "d_tickets.c", "long_deck + seat * r->long_deal", "long_deck", EUROPE),
    Fault("X3", "x_europe.c", "n < TURNED_UP && s->deck_size", "n < 2 && s->deck_size", EUROPE),
    Fault(
        *("X3", "x_europe.c", "!s->deck_size", "0", EUROPE),
        within="if (!s->deck_size) refill(r, s);",
    ),
    Fault(
        *("X3", "x_europe.c", "s->laid_color == LOCOMOTIVE", "0", EUROPE),
        within="int alike = s->laid_color == LOCOMOTIVE",
    ),
    Fault("X3", "x_europe.c", "s->turned[LOCOMOTIVE] + alike", "alike", EUROPE),
    Fault(
        *("X3", "x_europe.c", "locomotives < cards", "locomotives < 1", EUROPE),
        within="color != LOCOMOTIVE && locomotives < cards",
    ),
    Fault("X3", "x_europe.c", "s->given_up[s->seat]++", "0", EUROPE),
    Fault("X3", "c_claiming.c", "s->given_up[seat] >= MOST_GIVEN_UP", "0", EUROPE),
    Fault("X4", "x_europe.c", "s->hand_sizes[seat] -= (uint8_t)length", "0", EUROPE),
    Fault("X6", "x_europe.c", "STATIONS - s->stations_left[s->seat] + 1", "1", EUROPE),
    Fault("X6", "w_warehouses.c", "s->station_owner[city] == NOBODY", "1", EUROPE),
    Fault("X6", "w_warehouses.c", "r->towns - s->depots - s->stations", "r->towns", EUROPE),
    Fault(
        *("X7", "e_scoring.c", "r->europe", "0", EUROPE),
        within="if (r->europe) lend_routes(r, s, seat, above);",
    ),
    Fault("X7", "x_europe.c", "s->owned[owner]", "s->open_to[owner]", EUROPE),
    Fault("X7", "x_europe.c", "a != b && n == size", "a != b && !size", EUROPE),
    Fault("X7", "x_europe.c", "number + 1", "1", EUROPE),
    Fault("X7", "x_europe.c", "one->points > other->points", "other->points == 0", EUROPE),
    Fault("X7", "x_europe.c", "one->size > other->size", "one->size < other->size", EUROPE),
    Fault(
        *("X7", "x_europe.c", "one->done[w]", "other->done[w]", EUROPE),
        within="return one->done[w] >> lowest_bit(differing)",
    ),
    Fault("X7", "e_scoring.c", "STATION_POINTS * s->stations_left[seat]", "0", EUROPE),
    Fault(
        *("X8", "e_scoring.c", "s->stations_left[one]", "s->stations_left[other]", EUROPE),
        within="return s->stations_left[one]",
    ),
    Fault(
        *("X9", "d_tickets.c", "r->long_most", "MOST_OFFER", ("europemega",)),
        within="bits_in[chosen & long_ones] <= r->long_most",
    ),
)
"""Faults that are put into the kernel."""


IN_PLANS = (
    Fault("ways", "p_ways.c", "costs->cost[roads->route[pair][n]] < costs->cost[best]", "0"),
    Fault("ways", "p_ways.c", "node < best ? node : best", "best < MOST_NODES ? best : node"),
    Fault("ways", "p_ways.c", "left[route] != 0.0", "1"),
    Fault("ways", "p_ways.c", "joined.cost < alone[at - 1]", "joined.cost <= alone[at - 1]"),
    Fault(
        *("ways", "p_ways.c", "joined.cost < best->cost", "joined.cost <= best->cost"),
        within="if (joined.cost < best->cost) *best = joined;\n        return true;",
    ),
    Fault("ways", "p_ways.c", "cut < size + 2", "cut < size"),
    Fault("ways", "p_ways.c", "networks->key[place] != key", "!networks->key[place]"),
    Fault(
        *("cards", "p_cards.c", "r->ferry[route]", "0"),
        within="bill->locomotives += sign * r->ferry[route]",
    ),
    Fault("cards", "p_cards.c", "cards[color] > cards[most]", "cards[color] >= cards[most]"),
    Fault("cards", "p_cards.c", "cards - use", "cards"),
    Fault("cards", "p_cards.c", "at_least(missing, 0)", "missing"),
    Fault("turns", "p_cards.c", "trains - 0.75 * cards", "trains - cards"),
    Fault("turns", "p_cards.c", "turns < soonest", "turns > soonest || soonest == INFINITY"),
    Fault("turns", "p_cards.c", "all > one ? all : one", "all"),
    Fault("turns", "p_cards.c", "at_least(spare, 0)", "spare"),
    Fault("plan", "p_plan.c", "s->ticket_counts[other]", "s->ticket_counts[c->seat]"),
    Fault("plan", "p_plan.c", "done + more - most", "more - most"),
    Fault("plan", "p_plan.c", "have > length", "0"),
    Fault("plan", "p_plan.c", "trains > c->s->trains[c->seat]", "0"),
    Fault("plan", "p_plan.c", "draft.value > best.value", "draft.value >= best.value"),
    Fault("plan", "p_plan.c", "best.value <= plan->value", "best.value < plan->value - 9.0"),
    Fault(
        "plan", "p_plan.c", "r->ticket_points[tickets[n]] < r->ticket_points[tickets[best]]", "0"
    ),
    Fault("plan", "p_plan.c", "mask_empty(plan->routes) ? hand[LOCOMOTIVE] : 0", "0"),
    Fault("plan", "p_plan.c", "at_least(r->ferry[route] - hand[LOCOMOTIVE], 0)", "0"),
    Fault("plan", "p_plan.c", "a->route > b->route", "a->route < b->route"),
    Fault("plan", "p_plan.c", "plan->extras < MOST_EXTRAS", "plan->extras < MOST_EXTRAS - 1"),
    Fault("claims", "p_claims.c", "value > best->value", "value >= best->value"),
    Fault("claims", "p_claims.c", "0.3 + 0.5 * ends", "0.3"),
    Fault("claims", "p_claims.c", "way < stake ? way : stake", "stake"),
    Fault("claims", "p_claims.c", "c->s->seats >= r->open_doubles", "0"),
    Fault("claims", "p_claims.c", "top(above, ends[0]) != top(above, ends[1])", "1"),
    Fault("claims", "p_claims.c", "!mask_has(&found, route) || worth > value[route]", "1"),
    Fault(
        *("claims", "p_claims.c", "mask_has(&planned, route)", "0"),
        within="if (mask_has(&planned, route)) put_on_bill",
    ),
    Fault("claims", "p_claims.c", "!mask_has(&plan->routes, route)", "0"),
    Fault("claims", "p_claims.c", "(path >= others) + (path > others)", "path > others"),
    Fault("claims", "p_claims.c", "2.0 * points", "points"),
    Fault("tickets", "p_tickets.c", "c->r->ticket_points[ticket] + one_more(ground, 0)", "0"),
    Fault("tickets", "p_tickets.c", "cost > 0.9 * trains", "cost > trains"),
    Fault("tickets", "p_tickets.c", "take > 1", "0"),
    Fault("tickets", "p_tickets.c", "!same_place(starts, place_of(r, ticket, 0))", "0"),
    Fault("tickets", "p_tickets.c", "plan->turns > c->w->slack * ground->turns", "0"),
    Fault(
        *("planner", "p_planner.c"),
        "a->cards != b->cards ? a->cards > b->cards : a->route > b->route",
        "a->route > b->route",
    ),
    Fault("planner", "p_planner.c", "!set_has(&p->given_up, held[n])", "1"),
    Fault("planner", "p_planner.c", "missing <= spare", "missing < spare"),
    Fault("planner", "p_planner.c", "lacking > spare", "lacking > spare + 1"),
    Fault("planner", "p_planner.c", "wild ? LOCOMOTIVE : card", "card"),
    Fault("planner", "p_planner.c", "s->row[next] > (next == card)", "s->row[next]"),
    Fault("planner", "p_planner.c", "s->phase != CARD || !p->planned", "1"),
    Fault("planner", "p_planner.c", "!mask_has(&p->plan.routes, route)", "0"),
)
"""Faults in the kernel's planners, which games beside those of Python find."""
BOARDS = ((14, 50), (30, 120))
"""Cities and routes of boards of one's own, with ferries, that are played on too."""
MOST_PLANNED = 40
"""Positions after which a fault in plans counts as not found."""


class Slip(NamedTuple):
    """A function or number of the referee, and what stands there wrongly while the slip is on."""

    rule: str
    where: str
    wrong: Any
    rulesets: tuple[str, ...] = ("usa", "africa", "oldwest")


IN_REFEREE = (
    Slip("T4", "arena.referee.taking.in_reach", lambda table: 9),
    Slip("T5", "arena.referee.row.is_crowded", lambda game: False),
    Slip("C2", "arena.referee.claiming.claimable", lambda table, seat: table.open_to[seat]),
    Slip("D1", "arena.referee.tickets.fewest", lambda table: 1),
    Slip("E2", "arena.referee.scoring.completed", lambda board, owned, tickets: list(tickets)),
    Slip("E3", "arena.referee.scoring.longest_path", lambda edges: sum(e[2] for e in edges)),
    Slip("E5", "arena.referee.scoring.ranking", lambda merits: [1] * len(merits)),
    Slip("G7", "arena.referee.turns.can_act", lambda table: False),
    Slip("A6", "arena.referee.modules.terrain.kinds.most_of_others", lambda c, s: [0] * 3, AFRICA),
    Slip("O3", "arena.referee.modules.towns.payable", lambda table: [(0, 0)], WEST),
    Slip("V2", "arena.referee.modules.alvin.POINTS", 5, ALVIN),
    Slip("W3", "arena.referee.modules.warehouses.kinds.within_reach", lambda table: [], STORES),
    Slip("W2", "arena.referee.modules.warehouses.kinds.is_due", lambda table: False, STORES),
    Slip("X3", "arena.referee.modules.europe.tunnels.TURNED_UP", 2, EUROPE),
    Slip("X3", "arena.referee.modules.europe.tunnels.MOST_GIVEN_UP", 5, EUROPE),
    Slip("X6", "arena.referee.modules.europe.stations.Stations.price", lambda *seat: 1, EUROPE),
    Slip("X7", "arena.referee.modules.europe.lending.links_of", lambda *city: [None], EUROPE),
    Slip("X7", "arena.referee.modules.europe.STATION_POINTS", 3, EUROPE),
)
"""Faults that are put into the referee."""


def shown_by(rulesets: tuple[str, ...], share: float) -> str | None:
    """What shows a fault that is on: the first difference; None if no game shows one."""
    from tests.kernel.europe_ends import RULESETS, compare_end  # which loads the kernel
    from tests.kernel.lockstep import in_lockstep

    policies = OF_EUROPE if rulesets == EUROPE else POLICIES
    cases = cycle((r, n, p) for p in policies for n in (2, 4, 3) for r in rulesets)
    seed = 0
    try:
        for seed in range(ENDS if rulesets == EUROPE else 0):
            compare_end(RULESETS[seed % len(RULESETS)], seed, level=seed % 4 > 1)
        for seed, (ruleset, seats, policy) in enumerate(islice(cases, MOST_GAMES)):
            in_lockstep(ruleset, seats, seed, policy, share)
    except Exception as difference:  # a referee with a fault may stop with any error
        return f"game {seed + 1}: {difference}"
    return None


def shown_by_plans(boards: Sequence[str]) -> str | None:
    """What shows a fault in plans that is on; None if no game shows it."""
    from tests.kernel.planned_games import played_alike

    number = 0
    try:
        for number, board in enumerate(islice(cycle([None, None, *boards]), MOST_PLANNED)):
            played_alike(board, number)
    except (AssertionError, ArenaError) as difference:
        return f"game {number + 1}: {difference}".replace("\n", " ")
    return None


def boards_in(folder: Path) -> list[str]:
    """Boards of one's own, laid out in this folder."""
    from tests.kernel.test_table import random_board  # which loads the kernel

    boards = []
    for seed, (cities, routes) in enumerate(BOARDS):
        (folder / str(seed)).mkdir()
        boards.append(str(random_board(folder / str(seed), cities, routes, seed)))
    return boards


def forget_tables() -> None:
    """Let the kernel work out its tables again: faults may be in them."""
    from arena.kernel.table import kernel_rules

    kernel_rules.cache_clear()


def found(folder: Path, every: int, share: float) -> Iterator[tuple[str, str | None]]:
    """Each fault in turn, or every nth of them, and what showed it."""
    target = build(folder, (*IN_KERNEL, *IN_PLANS))
    load(target)
    switch = switch_of(target)
    for number, fault in [*enumerate(IN_KERNEL, 1)][::every]:
        switch.value = number
        forget_tables()
        yield f"kernel, {fault.rule}: {fault.wrong}", shown_by(fault.rulesets, share)
    boards = boards_in(folder)
    for number, fault in [*enumerate(IN_PLANS, len(IN_KERNEL) + 1)][::every]:
        switch.value = number
        yield f"plans, {fault.rule}: {fault.wrong}", shown_by_plans(boards)
    switch.value = 0
    forget_tables()
    for slip in IN_REFEREE[::every]:
        with patch(slip.where, slip.wrong):
            yield f"referee, {slip.rule}: {slip.where}", shown_by(slip.rulesets, share)


def main() -> None:
    """Print every fault with what showed it, and fail if one was not found."""
    missed = 0
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    share = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    with TemporaryDirectory() as folder:
        for name, difference in found(Path(folder), every, share):
            missed += difference is None
            print(
                f"{name:70} {'NOT FOUND' if difference is None else difference[:150]}", flush=True
            )
    sys.exit(missed)


if __name__ == "__main__":
    main()
