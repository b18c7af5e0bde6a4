"""The actions of Heart of Africa: taking a terrain card, and claiming a route doubled."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Self

from arena.referee.actions import BLIND, Action, Claim, RouteClaim
from arena.referee.modules.terrain.cards import LETTERS, NAMES, TERRAIN_OF
from arena.vocabulary import Card, RouteNumber

if TYPE_CHECKING:
    from arena.boards import Board


class TakeTerrain(Action, frozen=True):
    """Take an open terrain card of this kind, or the top one of the deck (`BLIND`)."""

    word: ClassVar[str] = "terrain"
    kind: int
    """0 for desert, 1 for jungle, 2 for mountain, or `BLIND`."""

    def text(self, board: Board) -> str:
        return "terrain ?" if self.kind == BLIND else f"terrain {LETTERS[self.kind]}"

    @classmethod
    def parse(cls, text: str, board: Board) -> Self | None:
        if len(text) != 1 or text not in "?" + LETTERS:
            return None
        return cls(BLIND if text == "?" else LETTERS.index(text))


class DoubledClaim(RouteClaim, frozen=True):
    """Claim a route and double its points with terrain cards, locomotives standing in for some."""

    terrain: int
    """How many terrain cards are played."""
    terrain_locomotives: int
    """How many locomotives are played as terrain cards."""

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


def claim_fields(claim: RouteClaim) -> tuple[RouteNumber, Card, int]:
    """Route, colour and locomotives of a claim."""
    return claim.route, claim.color, claim.locomotives


TAKES: Final = {kind: TakeTerrain(kind) for kind in (*range(len(NAMES)), BLIND)}
