"""Where everything of a board lies on its picture, by its files or found where they are silent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
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


@cache
def layout(board: Board) -> Layout:
    """The layout of a board, worked out once."""
    drawn = canvas(board)
    bends = given_bends(board)
    if bends is None:
        bends = quick_bends(board, drawn)
    tracks = lay(board, drawn, bends)
    labels = place_labels(board, drawn, tracks, board.drawn.labels)
    return Layout(drawn, framed(drawn, tracks, labels), bends, tracks, labels)


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


def given_bends(board: Board) -> dict[Pair, float] | None:
    """The bends that the board's file says; None if it says none at all.

    The first of double routes decides: the others go beside it. Where the file is silent about
    some, those are straight.
    """
    if all(bend is None for bend in board.drawn.bends):
        return None
    found: dict[Pair, float] = {}
    for pair, routes in pairs(board).items():
        bend = float(board.drawn.bends[routes[0]] or 0)
        found[pair] = bend if board.routes[routes[0]].city_a == pair[0] else -bend
    return found
