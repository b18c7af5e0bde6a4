"""When a terrain card may be taken (A3) and a claim doubled (A5), and what happens then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import sub
from typing import TYPE_CHECKING

from arena.boards.colors import LOCOMOTIVE
from arena.referee.actions import BLIND
from arena.referee.claiming import CLAIM, PayingKind, claim, claimable
from arena.referee.modules.terrain.actions import (
    TAKES,
    DoubledClaim,
    TakeTerrain,
    claim_fields,
)
from arena.referee.modules.terrain.cards import (
    NAMES,
    TerrainPlayed,
    TerrainTaken,
    deck_of,
    settle,
    terrain_of,
)
from arena.referee.modules.terrain.doubling import (
    MOST_PRICE,
    doubled_payments,
    doubled_with,
    doublings,
    most_of_others,
)
from arena.referee.phases import CARD, TURN
from arena.referee.table import Table
from arena.referee.taking import CardKind

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.rules import Rules


class TakeTerrainKind(CardKind[TakeTerrain]):
    """Taking a terrain card, as either card of a turn (A3).

    Its options are those that lie open, not tried one by one: they are asked for at every decision.
    """

    action = TakeTerrain
    phases = (TURN, CARD)
    disturbance = 60

    def refusal(self, table: Table, action: TakeTerrain) -> str | None:
        """Why this terrain card can't be taken; None if it can."""
        terrain = terrain_of(table)
        if type(action.kind) is not int or action.kind not in TAKES:
            return f"there is no terrain {action.kind!r} (A2)"
        if action.kind == BLIND:
            return None if terrain.deck_size else "the terrain deck is empty (A3)"
        return None if terrain.row[action.kind] else f"no {NAMES[action.kind]} card lies open (A3)"

    def options(self, table: Table) -> Sequence[TakeTerrain]:
        """All terrain cards that can be taken."""
        terrain = terrain_of(table)
        found = [TAKES[kind] for kind, number in enumerate(terrain.row) if number]
        if terrain.deck_size:
            found.append(TAKES[BLIND])
        return found

    def every(self, rules: Rules) -> Iterable[TakeTerrain]:
        """Each terrain, and the top card of the deck."""
        return TAKES.values()

    def play(self, game: Game, action: TakeTerrain) -> None:
        """Take the card and lay it open."""
        blind = action.kind == BLIND
        kind = deck_of(game).pop() if blind else action.kind
        game.emit(TerrainTaken(game.seat, kind, blind))

    def follow(self, game: Game, action: TakeTerrain) -> None:
        """Settle the terrain cards, then go on as after any card."""
        settle(game)
        CardKind.follow(self, game, action)

    def fuss(self, action: TakeTerrain) -> int:
        """1 for an open card, 0 for an unseen one, which leaves the open ones as they are."""
        return int(action.kind != BLIND)


class DoubledClaimKind(PayingKind[DoubledClaim]):
    """Claiming a route and doubling its points with terrain cards (A5).

    Its options are looked up by the hand, as those of plain claims are and for the same reason.
    """

    action = DoubledClaim
    phases = (TURN,)
    disturbance = 120

    def refusal(self, table: Table, action: DoubledClaim) -> str | None:
        """Why this doubled claim is not legal; None if it is."""
        reason = CLAIM.refusal(table, action.claim)
        if reason is not None:
            return reason
        kind, price = doublings(table.board)[action.route]
        if not price:
            return f"a route of {table.board.lengths[action.route]} can't be doubled (A5)"
        cards, seat = terrain_of(table).cards, table.seat
        needed = most_of_others(cards, seat)[kind] - cards[seat][kind]
        reason = wrong_number(action, kind, price, needed)
        if reason is not None:
            return reason
        if action.terrain > cards[seat][kind]:
            return f"the seat has {cards[seat][kind]} {NAMES[kind]} cards (A5)"
        if action.locomotives + action.terrain_locomotives > table.hands[seat][LOCOMOTIVE]:
            return "the hand has not so many locomotives (A7)"
        if action.terrain_locomotives < needed:
            return f"another seat has more {NAMES[kind]} cards (A6)"
        return None

    def options(self, table: Table) -> Sequence[DoubledClaim]:
        """All claims of the asked seat, doubled in all ways it can pay."""
        board, seat = table.board, table.seat
        hand, cards = table.hands[seat], terrain_of(table).cards
        open_routes = claimable(table, seat)
        found: list[DoubledClaim] = []
        mine, others = cards[seat], most_of_others(cards, seat)
        locomotives = most = hand[LOCOMOTIVE]
        if most > MOST_PRICE:  # more than the price are played only to tie (A7)
            most = min(most, max(MOST_PRICE, *map(sub, others, mine)))
        for extra in range(most + 1):
            routes = doubled_with(board, mine, others, extra) & open_routes
            if routes:
                payments = doubled_payments(table.rules, extra)
                found += payments.affordable(hand, locomotives - extra, routes)
        return found

    def every(self, rules: Rules) -> Iterable[DoubledClaim]:
        """Every claim with 0, 1, … locomotives as terrain; more than the price stand for a tie.

        How many it takes to tie follows from the position (A7).
        """
        prices = doublings(rules.board)
        for extra in range(MOST_PRICE + 2):
            for ways in doubled_payments(rules, extra).ways:
                yield from (way for way in ways if extra <= prices[way.route][1] + 1)

    def general(self, table: Table, action: DoubledClaim) -> DoubledClaim:
        """The claim with one locomotive more than the price, if that many are played to tie."""
        _, price = doublings(table.board)[action.route]
        if action.terrain_locomotives <= price:
            return action
        return DoubledClaim(*claim_fields(action), 0, price + 1)

    def particular(self, table: Table, action: DoubledClaim) -> DoubledClaim:
        """The claim with as many locomotives as it takes to tie, if it plays more than the price.

        Where no more than the price are needed, it stays as it is, which is not legal then.
        """
        kind, price = doublings(table.board)[action.route]
        cards, seat = terrain_of(table).cards, table.seat
        needed = most_of_others(cards, seat)[kind] - cards[seat][kind]
        if action.terrain_locomotives <= price or needed <= price:
            return action
        return DoubledClaim(*claim_fields(action), 0, needed)

    def play(self, game: Game, action: DoubledClaim) -> None:
        """Play the terrain cards and claim the route for twice its points."""
        kind, _ = doublings(game.board)[action.route]
        game.emit(TerrainPlayed(game.seat, kind, action.terrain, action.terrain_locomotives))
        claim(game, action, 2)

    def follow(self, game: Game, action: DoubledClaim) -> None:
        """Settle the terrain cards, then go on as after any claim."""
        settle(game)
        PayingKind.follow(self, game, action)


def wrong_number(action: DoubledClaim, kind: int, price: int, needed: int) -> str | None:
    """Why this is not the number of cards that doubling takes (A5, A7); None if it is."""
    played = (action.terrain, action.terrain_locomotives)
    sentence = f"doubling this route takes {price} {NAMES[kind]} cards, not {played} (A5)"
    if any(type(number) is not int or number < 0 for number in played):
        return sentence
    if sum(played) == price or (played == (0, needed) and needed > price):
        return None
    if needed > price:
        return f"it takes exactly {needed} locomotives to tie, and no terrain card (A7)"
    return sentence
