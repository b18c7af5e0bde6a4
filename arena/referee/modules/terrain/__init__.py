"""Heart of Africa (A): terrain cards, which double the points of a route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.boards.colors import LOCOMOTIVE, NAMES as CARD_NAMES
from arena.referee.actions import BLIND
from arena.referee.drawing import Drawing, Mark
from arena.referee.module import Module, Pile, Sentence, Telling
from arena.referee.modules.terrain.actions import DoubledClaim, TakeTerrain
from arena.referee.modules.terrain.cards import (
    LETTERS,
    NAMES,
    PILE,
    TERRAIN_OF,
    Terrain,
    TerrainDealt,
    TerrainDeck,
    TerrainPlayed,
    TerrainShown,
    TerrainTaken,
    deal,
    imagine_deck,
    new_deck,
    shuffle_at_first,
    terrain_of,
)
from arena.referee.modules.terrain.kinds import DoubledClaimKind, TakeTerrainKind
from arena.referee.observed import Form, Observed
from arena.referee.scene import listed, number, payment_in_words
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.boards import Board
    from arena.referee.events import Claimed
    from arena.referee.scene import Scene
    from arena.referee.table import Table

__all__ = ["DoubledClaim", "TakeTerrain", "Terrain", "terrain_of"]


def counted(counts: Sequence[int]) -> str:
    """Terrain cards in words."""
    return listed(f"{count} {NAMES[kind]}" for kind, count in enumerate(counts) if count)


def taking_in_words(event: TerrainTaken, scene: Scene) -> str:
    """Words for a terrain card that was taken."""
    kind = NAMES[event.kind]
    return f"takes a terrain card unseen: {kind}" if event.blind else f"takes an open {kind} card"


def playing_in_words(event: TerrainPlayed, scene: Scene) -> str:
    """Words for the cards that were played to double a route."""
    played = [f"{event.number} {NAMES[event.kind]}"] if event.number else []
    if event.locomotives:
        played.append(number(event.locomotives, CARD_NAMES[LOCOMOTIVE]))
    return f"plays {' and '.join(played)} to double the route"


def taking_offer(action: TakeTerrain, scene: Scene) -> str:
    """Words that offer a person a terrain card."""
    if action.kind == BLIND:
        return "take the top terrain card, unseen"
    return f"take an open {NAMES[action.kind]} card"


def doubling_offer(action: DoubledClaim, scene: Scene) -> str:
    """Words that offer a person a claim with its points doubled."""
    board, route = scene.table.board, action.route
    paid = payment_in_words(action.color, board.lengths[route], action.locomotives)
    played = [f"{action.terrain} {NAMES[TERRAIN_OF[board.colors[route]]]}"] * (action.terrain > 0)
    if action.terrain_locomotives:
        played.append(number(action.terrain_locomotives, CARD_NAMES[LOCOMOTIVE]))
    return f"claim {board.route_name(route)} with {paid}, doubled with {' and '.join(played)}"


def at_question(scene: Scene, seat: Seat) -> list[str]:
    """The terrain cards that an asked seat looks at."""
    terrain = terrain_of(scene.table)
    return [f"terrain: {counted(terrain.cards[seat])}", f"open: {counted(terrain.row)}"]


def note_doubled(table: Table, event: Claimed) -> None:
    """Remember a route that scored more than its length does."""
    if event.points > table.rules.points[event.route]:
        terrain_of(table).doubled |= table.board.bits[event.route]


def ground(board: Board) -> list[Mark]:
    """The terrain of each route."""
    return [
        Mark(name=NAMES[TERRAIN_OF[color]], title=NAMES[TERRAIN_OF[color]], route=route)
        for route, color in enumerate(board.colors)
    ]


def marks(table: Table) -> list[Mark]:
    """The routes that were doubled."""
    doubled = terrain_of(table).doubled
    return [
        Mark(name="doubled", title="doubled", route=route)
        for route, bit in enumerate(table.board.bits)
        if doubled & bit
    ]


TWICE: Final = '<circle class="coin" r="8"/><text class="twice" y="3.4">&#215;2</text>'
STYLE: Final = """
.arena-board .band.desert{stroke:#ecd08a}
.arena-board .band.jungle{stroke:#b9d8a4}
.arena-board .band.mountain{stroke:#cfcac4}
.arena-board .coin{fill:#fff3c4;stroke:#111;stroke-width:1.3}
.arena-board .twice{font-size:9px;font-weight:bold;text-anchor:middle;fill:#111}
"""

MODULE: Final = Module(
    name="terrain",
    kinds=(TakeTerrainKind(), DoubledClaimKind()),
    events=(TerrainShown, TerrainDealt, TerrainTaken, TerrainPlayed),
    exports=(DoubledClaim, TakeTerrain, Terrain, terrain_of),
    state={Terrain: Terrain},
    secrets={TerrainDeck: TerrainDeck},
    piles={PILE: Pile(LETTERS, new_deck, "the terrain deck is shuffled")},
    before_dealing=shuffle_at_first,
    after_dealing=deal,
    imagine=imagine_deck,
    on_claim=note_doubled,
    observed=(
        Observed("terrain_cards", Form.SEATS, lambda table: terrain_of(table).cards, len(NAMES)),
        Observed("terrain_row", Form.NUMBERS, lambda table: terrain_of(table).row, len(NAMES)),
        Observed(
            "terrain_discard", Form.NUMBERS, lambda table: terrain_of(table).discard, len(NAMES)
        ),
        Observed("terrain_deck_size", Form.NUMBERS, lambda table: terrain_of(table).deck_size),
    ),
    telling=Telling(
        sentences={
            TerrainDealt: Sentence(lambda event, scene: f"is dealt a {NAMES[event.kind]} card"),
            TerrainTaken: Sentence(taking_in_words),
            TerrainPlayed: Sentence(playing_in_words),
        },
        answers={TakeTerrain: taking_offer, DoubledClaim: doubling_offer},
        laid_open={TerrainShown: lambda event: NAMES[event.kind]},
        at_question=at_question,
        on_table=lambda scene: [f"open terrain: {counted(terrain_of(scene.table).row)}"],
        of_seat=lambda scene, seat: [f"terrain: {counted(terrain_of(scene.table).cards[seat])}"],
    ),
    drawing=Drawing(
        symbols={"doubled": TWICE},
        bands=frozenset(NAMES),
        style=STYLE,
        of_board=ground,
        of_table=marks,
    ),
)
