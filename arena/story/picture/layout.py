"""Where everything of a board lies on its picture, by its files or found where they are silent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Final

from arena.boards import Board
from arena.story.picture.bend_search import quick_bends
from arena.story.picture.canvas import Canvas, canvas
from arena.story.picture.label_search import place_labels
from arena.story.picture.labels import Box, Label
from arena.story.picture.tracks import CLAIMED, Pair, Track, lay, pairs

PADDING: Final = 12
"""The room around everything."""
WIDEST: Final = 18
"""The room around a city, for what modules put on it."""
POINTS: Final = 9
"""How many points of a route are looked at for the edges."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The picture of a board before it is written: a track a route, and a name a city."""

    canvas: Canvas
    frame: Box
    """The edges of the picture."""
    bends: dict[Pair, float]
    tracks: tuple[Track, ...]
    labels: tuple[Label | None, ...]
    """None for a junction, which has no name on the board."""


@lru_cache(maxsize=16)
def layout(board: Board) -> Layout:
    """The layout of a board, worked out once for the boards used last."""
    drawn = canvas(board)
    bends = bends_of(board, drawn)
    tracks = lay(board, drawn, bends)
    labels = place_labels(board, drawn, tracks, board.drawn.labels)
    return Layout(drawn, framed(drawn, tracks, labels), bends, tracks, labels)


def bends_of(board: Board, drawn: Canvas) -> dict[Pair, float]:
    """The bend of each connection: as the board's file says, or found where it is silent.

    The first of double routes decides: the others go beside it.
    """
    said = {pair: board.drawn.bends[routes[0]] for pair, routes in pairs(board).items()}
    found = quick_bends(board, drawn) if None in said.values() else {}
    for pair, routes in pairs(board).items():
        bend = said[pair]
        if bend is not None:
            found[pair] = float(bend if board.routes[routes[0]].city_a == pair[0] else -bend)
    return found


def framed(drawn: Canvas, tracks: Iterable[Track], labels: Iterable[Label | None]) -> Box:
    """The edges of a picture that shows all spots, wagons and names."""
    boxes = [Box(x, y, x, y).grown(WIDEST) for x, y in drawn.places]
    boxes += [
        Box(x, y, x, y).grown(CLAIMED) for track in tracks for x, y in track.curve.points(POINTS)
    ]
    boxes += [label.box for label in labels if label is not None]
    return Box(
        floor(min(box.left for box in boxes)) - PADDING,
        floor(min(box.top for box in boxes)) - PADDING,
        ceil(max(box.right for box in boxes)) + PADDING,
        ceil(max(box.bottom for box in boxes)) + PADDING,
    )
