"""Heart of Africa (A): terrain cards, which double the points of a route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arena.boards.colors import LOCOMOTIVE, NAMES as CARD_NAMES
from arena.referee.module import Module, Pile, Sentence, Telling
from arena.referee.modules.terrain.actions import DoubledClaim, TakeTerrain
from arena.referee.modules.terrain.cards import (
    LETTERS,
    NAMES,
    PILE,
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
from arena.referee.scene import listed, number
from arena.vocabulary import Seat

if TYPE_CHECKING:
    from arena.referee.scene import Scene

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


def at_question(scene: Scene, seat: Seat) -> list[str]:
    """The terrain cards that an asked seat looks at."""
    terrain = terrain_of(scene.table)
    return [f"terrain: {counted(terrain.cards[seat])}", f"open: {counted(terrain.row)}"]


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
    telling=Telling(
        sentences={
            TerrainDealt: Sentence(lambda event, scene: f"is dealt a {NAMES[event.kind]} card"),
            TerrainTaken: Sentence(taking_in_words),
            TerrainPlayed: Sentence(playing_in_words),
        },
        laid_open={TerrainShown: lambda event: NAMES[event.kind]},
        at_question=at_question,
        on_table=lambda scene: [f"open terrain: {counted(terrain_of(scene.table).row)}"],
        of_seat=lambda scene, seat: [f"terrain: {counted(terrain_of(scene.table).cards[seat])}"],
    ),
)
