"""Heart of Africa: terrain cards, which double routes (A)."""

from __future__ import annotations

from functools import cache
from operator import sub
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.boards.colors import (
    BLACK,
    BLUE,
    GRAY,
    GREEN,
    LOCOMOTIVE,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
)
from arena.referee import claiming
from arena.referee.actions import BLIND, Action, Claim
from arena.referee.chance import shuffle, spread
from arena.referee.events import Event, pay, teach_payment
from arena.referee.payments import Payments, claims_for
from arena.referee.phases import CARD, TURN
from arena.referee.rules import Kind, Pile, Rules
from arena.referee.table import Table
from arena.referee.taking import follow
from arena.referee.turns import follow_claim

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.view import SeatView

PILE: Final = "terrain"
LETTERS: Final = "DJM"
"""Desert, jungle and mountain, by number."""
NAMES: Final = ("desert", "jungle", "mountain")
EACH: Final = 15
"""Cards of each terrain (A2)."""
OPEN: Final = 2
"""Cards that lie face up."""
TERRAIN_OF: Final = {
    **dict.fromkeys((YELLOW, ORANGE, RED), 0),
    **dict.fromkeys((PURPLE, BLUE, GREEN), 1),
    **dict.fromkeys((WHITE, GRAY, BLACK), 2),
}
"""The terrain of a route, by its printed colour (A2, A5)."""
PRICES: Final = (0, 1, 1, 1, 2, 2, 2)
"""Terrain cards that double a route, by its length; longer ones can't be doubled (A5)."""
MOST_PRICE: Final = max(PRICES)


class Terrain:
    """The terrain cards: all but the order of the deck is open."""

    __slots__ = ("cards", "deck", "deck_size", "discard", "row", "shuffles")

    def __init__(self, seats: int) -> None:
        self.row = [0] * len(NAMES)
        self.discard = [0] * len(NAMES)
        self.cards = [[0] * len(NAMES) for _ in range(seats)]
        """For each seat, how many of each terrain lie before it (A4)."""
        self.deck_size = 0
        self.shuffles = 0
        self.deck: list[int] = []
        """The deck, the next card last; in a view, empty."""

    def clone(self) -> Terrain:
        """An independent copy."""
        other = object.__new__(Terrain)
        other.row = self.row[:]
        other.discard = self.discard[:]
        other.cards = [cards[:] for cards in self.cards]
        other.deck_size = self.deck_size
        other.shuffles = self.shuffles
        other.deck = self.deck[:]
        return other


def terrain_of(table: Table) -> Terrain:
    """The terrain cards of a table that has them."""
    terrain: Terrain = table.extras[Terrain]
    return terrain


class TakeTerrain(Action, frozen=True):
    """Take an open terrain card of this kind, or the top one of the deck (`BLIND`)."""

    word: ClassVar[str] = "terrain"
    kind: int

    def text(self, board: Board) -> str:
        return "terrain ?" if self.kind == BLIND else f"terrain {LETTERS[self.kind]}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        if len(text) != 1 or text not in "?" + LETTERS:
            return None
        return cls(BLIND if text == "?" else LETTERS.index(text))


class DoubledClaim(Action, frozen=True):
    """Claim a route and double its points with so many terrain cards and locomotives."""

    word: ClassVar[str] = "claim"
    route: int
    color: int
    locomotives: int
    terrain: int
    terrain_locomotives: int

    @property
    def claim(self) -> Claim:
        """The claim without its doubling."""
        return Claim(self.route, self.color, self.locomotives)

    def text(self, board: Board) -> str:
        letter = LETTERS[TERRAIN_OF[board.colors[self.route]]]
        return (
            f"{self.claim.text(board)} with {letter * self.terrain}{'L' * self.terrain_locomotives}"
        )

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        paid, _, played = text.partition(" with ")
        claim = Claim.parse(paid, board)
        if claim is None or not played:
            return None
        terrain = len(played.rstrip("L"))
        doubled = cls(*claim_fields(claim), terrain, len(played) - terrain)
        return doubled if doubled.text(board) == f"claim {text}" else None


def claim_fields(claim: Claim) -> tuple[int, int, int]:
    """Route, colour and locomotives of a claim."""
    return claim.route, claim.color, claim.locomotives


class TerrainShown(Event, frozen=True):
    """The top card of the terrain deck was laid open."""

    kind: int

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.row[self.kind] += 1
        terrain.deck_size -= 1


class TerrainDealt(Event, frozen=True):
    """A seat got its first terrain card."""

    seat: int
    kind: int

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.cards[self.seat][self.kind] += 1
        terrain.deck_size -= 1


class TerrainTaken(Event, frozen=True):
    """A seat took a terrain card, open or from the deck; either lies open before it (A4)."""

    seat: int
    kind: int
    blind: bool

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.cards[self.seat][self.kind] += 1
        table.taken += 1
        if self.blind:
            terrain.deck_size -= 1
        else:
            terrain.row[self.kind] -= 1


class TerrainPlayed(Event, frozen=True):
    """A seat played terrain cards, and locomotives as such, to double a route."""

    seat: int
    kind: int
    number: int
    locomotives: int

    def change(self, table: Table) -> None:
        terrain = terrain_of(table)
        terrain.cards[self.seat][self.kind] -= self.number
        terrain.discard[self.kind] += self.number
        pay(table, self.seat, LOCOMOTIVE, self.locomotives)  # A7

    def teach(self, view: SeatView) -> None:
        teach_payment(view, self.seat, LOCOMOTIVE, self.locomotives)


TAKES: Final = {kind: TakeTerrain(kind) for kind in (*range(len(NAMES)), BLIND)}


def refuse_taking(table: Table, take: TakeTerrain) -> str | None:
    """Why this terrain card can't be taken; None if it can."""
    terrain = terrain_of(table)
    if type(take.kind) is not int or take.kind not in TAKES:
        return f"there is no terrain {take.kind!r} (A2)"
    if take.kind == BLIND:
        return None if terrain.deck_size else "the terrain deck is empty (A3)"
    return None if terrain.row[take.kind] else f"no {NAMES[take.kind]} card lies open (A3)"


def taking_options(table: Table) -> list[TakeTerrain]:
    """All terrain cards that can be taken."""
    terrain = terrain_of(table)
    found = [TAKES[kind] for kind, number in enumerate(terrain.row) if number]
    if terrain.deck_size:
        found.append(TAKES[BLIND])
    return found


def take(game: Game, action: TakeTerrain) -> None:
    """Take the card and lay it open."""
    blind = action.kind == BLIND
    kind = terrain_of(game).deck.pop() if blind else action.kind
    game.emit(TerrainTaken(game.seat, kind, blind))


def refuse_doubling(table: Table, action: DoubledClaim) -> str | None:
    """Why this route can't be claimed and doubled so; None if it can."""
    reason = claiming.refusal(table, action.claim)
    if reason is not None:
        return reason
    kind, price = doublings(table.board)[action.route]
    if not price:
        return f"a route of {table.board.lengths[action.route]} can't be doubled (A5)"
    played = (action.terrain, action.terrain_locomotives)
    if any(type(number) is not int or number < 0 for number in played):
        return f"doubling this route takes {price} {NAMES[kind]} cards, not {played} (A5)"
    cards, seat = terrain_of(table).cards, table.seat
    needed = most_of_others(cards, seat)[kind] - cards[seat][kind]
    if sum(played) != price and not (played == (0, needed) and needed > price):
        if needed > price:
            return f"it takes exactly {needed} locomotives to tie, and no terrain card (A7)"
        return f"doubling this route takes {price} {NAMES[kind]} cards, not {played} (A5)"
    if action.terrain > cards[seat][kind]:
        return f"the seat has {cards[seat][kind]} {NAMES[kind]} cards (A5)"
    if action.locomotives + action.terrain_locomotives > table.hands[seat][LOCOMOTIVE]:
        return "the hand has not so many locomotives (A7)"
    if action.terrain_locomotives < needed:
        return f"another seat has more {NAMES[kind]} cards (A6)"
    return None


def doubling_options(table: Table) -> list[DoubledClaim]:
    """All claims of the asked seat, doubled in all ways it can pay."""
    board, seat = table.board, table.seat
    hand, cards = table.hands[seat], terrain_of(table).cards
    open_routes = claiming.claimable(table, seat)
    found: list[DoubledClaim] = []
    mine, others = cards[seat], most_of_others(cards, seat)
    most = max(MOST_PRICE, *map(sub, others, mine))
    for extra in range(min(most, hand[LOCOMOTIVE]) + 1):
        routes = doubled_with(board, mine, others, extra) & open_routes
        if routes:
            payments = doubled_payments(board, extra)
            found += payments.affordable(hand, hand[LOCOMOTIVE] - extra, routes)
    return found


@cache
def doubled_payments(board: Board, extra: int) -> Payments[DoubledClaim]:
    """All ways to pay for a route and double it with so many locomotives as terrain cards."""
    prices = doublings(board)

    def ways(board: Board, route: int) -> list[DoubledClaim]:
        _, price = prices[route]
        terrain = max(0, price - extra)
        return [
            DoubledClaim(*claim_fields(claim), terrain, extra)
            for claim in claims_for(board, route)
            if price
        ]

    return Payments(board, ways)


def doubled_with(board: Board, mine: list[int], others: list[int], extra: int) -> int:
    """The mask of routes that own terrain cards and so many locomotives double."""
    routes = 0
    for kind, price, mask in doubled_routes(board):
        if may_double(price, mine[kind], others[kind], extra):
            routes |= mask
    return routes


def may_double(price: int, own: int, others: int, extra: int) -> bool:
    """Whether so many locomotives, and own cards for the rest of the price, double a route.

    No other seat may have more than the own cards and these together (A6, A7). Where the price does
    not buy that, exactly the locomotives that make a tie do, without terrain cards (A7).
    """
    needed = others - own
    return extra == needed if extra > price else needed <= extra and price - extra <= own


@cache
def doubled_routes(board: Board) -> list[tuple[int, int, int]]:
    """Terrain, number of cards, and the mask of routes that these double."""
    bits = tuple(zip(board.bits, doublings(board), strict=True))
    kinds = sorted({doubling for _, doubling in bits if doubling[1]})
    return [(*kind, sum(bit for bit, doubling in bits if doubling == kind)) for kind in kinds]


def most_of_others(cards: list[list[int]], seat: int) -> list[int]:
    """For each terrain, the most cards of it that any other seat has."""
    others = zip(*cards[:seat], *cards[seat + 1 :], strict=True)
    return [max(counts) for counts in others]


@cache
def doublings(board: Board) -> tuple[tuple[int, int], ...]:
    """For each route, its terrain and how many cards of it double it, none if it can't be."""
    return tuple(
        (TERRAIN_OF[color], PRICES[length] if length < len(PRICES) else 0)
        for color, length in zip(board.colors, board.lengths, strict=True)
    )


def claim_doubled(game: Game, action: DoubledClaim) -> None:
    """Play the terrain cards and claim the route for twice its points."""
    kind, _ = doublings(game.board)[action.route]
    game.emit(TerrainPlayed(game.seat, kind, action.terrain, action.terrain_locomotives))
    claiming.claim_route(game, *claim_fields(action.claim), 2)


def shuffle_at_first(game: Game) -> None:
    """Shuffle all terrain cards."""
    terrain_of(game).deck = game.shuffle(PILE, 0, spread([EACH] * len(NAMES)))[::-1]


def deal(game: Game) -> None:
    """Give each seat a card and lay two open (A2)."""
    for seat in range(game.seats):
        game.emit(TerrainDealt(seat, terrain_of(game).deck.pop()))
    settle(game)


def settle(game: Game) -> None:
    """Lay cards open until there are enough, shuffling the discards when the deck runs out (A8)."""
    terrain = terrain_of(game)
    while True:
        if not terrain.deck and any(terrain.discard):
            cards = spread(terrain.discard)
            terrain.deck = game.shuffle(PILE, terrain.shuffles, cards)[::-1]
        if sum(terrain.row) == OPEN or not terrain.deck:
            return
        game.emit(TerrainShown(terrain.deck.pop()))


def follow_taking(game: Game) -> None:
    """Settle the terrain cards, then go on as after any card."""
    settle(game)
    follow(game)


def follow_doubling(game: Game) -> None:
    """Settle the terrain cards, then go on as after any claim."""
    settle(game)
    follow_claim(game)


def new_deck(table: Table, size: int) -> None:
    """The discards, or at first all cards, have become the terrain deck."""
    terrain = terrain_of(table)
    terrain.deck_size = size
    terrain.shuffles += 1
    terrain.discard = [0] * len(NAMES)


def make_up_deck(game: Game, rng: Random) -> None:
    """All that does not lie open is in the deck, in any order."""
    terrain = terrain_of(game)
    seen = [terrain.row, terrain.discard, *terrain.cards]
    terrain.deck = spread([EACH - sum(pile[kind] for pile in seen) for kind in range(len(NAMES))])
    shuffle(terrain.deck, rng)


def install(rules: Rules) -> None:
    """Plug the terrain cards into the rules."""
    rules.extras[Terrain] = Terrain
    rules.piles[PILE] = Pile(LETTERS, new_deck)
    rules.before_dealing.append(shuffle_at_first)
    rules.after_dealing.append(deal)
    rules.sampling.append(make_up_deck)
    rules.add(Kind(TakeTerrain, (TURN, CARD), refuse_taking, taking_options, take, follow_taking))
    rules.add(
        Kind(
            DoubledClaim, (TURN,), refuse_doubling, doubling_options, claim_doubled, follow_doubling
        )
    )
