"""Finding places for the names of cities, on no wagon, no spot and no other name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.boards import Board
from arena.boards.drawn import COMPASS
from arena.story.picture.canvas import Canvas
from arena.story.picture.curve import Curve
from arena.story.picture.labels import TOUCH, Label, label
from arena.story.picture.tracks import CLAIMED, Track

Numbers = NDArray[np.float64]
STEP: Final = 4.0
"""The distance between the points by which a route is felt for, in pixels."""
DISTANCES: Final = (0, 3, 6, 9, 13, 17, 22, 28, 36)
"""How far from its spot a name is tried."""
CLEAR: Final = 1.5
"""The air that a name wants around it."""
ROUNDS: Final = 12
"""How often all names are looked at again."""
HIT: Final = 1000.0
"""The cost of a name on a wagon, a spot or another name."""
LIKED: Final = {
    **dict.fromkeys(COMPASS, 3.0),
    **dict.fromkeys(("NNW", "N", "NNE"), 5.0),
    **dict.fromkeys(("S", "NE", "SE"), 2.0),
    "E": 0.0,
    "W": 1.0,
}
"""How little each direction is liked; above a city is the place for what modules put there."""
ALL: Final = tuple(f"{way} {far}" if far else way for far in DISTANCES for way in COMPASS)
"""All places that are tried."""
OUTSIDE: Final = 0.04
"""The cost of each pixel by which a name makes the picture larger."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The places for a name that are tried, and what each costs, wagons and other names apart."""

    labels: tuple[Label, ...]
    boxes: Numbers
    costs: Numbers

    def rated(self, points: Numbers) -> Numbers:
        """What each place costs, with wagons along these points."""
        return self.costs + HIT * whole(self.squeezed(points))

    def squeezed(self, points: Numbers) -> Numbers:
        """For each place, how badly wagons along these points are too near."""
        return squeeze(gaps(near(points, self.boxes), self.boxes) - CLAIMED / 2)


def place_labels(
    board: Board, drawn: Canvas, tracks: Sequence[Track], given: Sequence[str | None]
) -> tuple[Label | None, ...]:
    """The name of each city, where it is given or else where it is clear; none for junctions."""
    points = felt(tracks)
    choices = all_choices(board, drawn, given)
    costs = {city: choice.rated(points) for city, choice in choices.items()}
    chosen = settle(choices, costs)
    return tuple(
        choices[city].labels[chosen[city]] if city in chosen else None
        for city in range(len(board.cities))
    )


def all_choices(board: Board, drawn: Canvas, given: Sequence[str | None]) -> dict[int, Choices]:
    """For each city with a name on the board, the places that are tried."""
    return {
        city: choices_for(board, drawn, city, (place,) if place else ALL)
        for city, place in enumerate(given)
        if board.cities[city].kind != "junction"
    }


def choices_for(board: Board, drawn: Canvas, city: int, places: Sequence[str]) -> Choices:
    """The name of a city at each of these places with its cost, wagons and other names apart."""
    name, at = board.cities[city].name, drawn.places[city]
    labels = tuple(label(name, at, drawn.radii[city], place) for place in places)
    boxes = np.array([astuple(one.box) for one in labels])
    spots = gaps(np.array(drawn.places), boxes) - np.array(drawn.radii)
    own = spots[:, city].copy()
    spots[:, city] = np.inf
    costs = np.array([dislike(place) for place in places])
    costs += HIT * (whole(squeeze(spots)) + (own < TOUCH / 2))
    costs += np.maximum(0.0, 10 + own - spots.min(axis=1, initial=np.inf))  # whose name is it?
    over = np.maximum(-boxes[:, :2], boxes[:, 2:] - [drawn.width, drawn.height])
    costs += OUTSIDE * np.maximum(0.0, over).sum(axis=1)
    return Choices(labels, boxes, costs)


def felt(tracks: Iterable[Track]) -> Numbers:
    """Points along the middle of all wagons, one a row, by which names keep off them."""
    return np.concatenate([felt_along(track.curve) for track in tracks])


def felt_along(curve: Curve) -> Numbers:
    """Points along a curve, one a row."""
    return np.array(curve.points(max(2, round(curve.length() / STEP) + 1)))


def dislike(place: str) -> float:
    """How little a place is liked for itself."""
    way, _, far = place.partition(" ")
    return LIKED[way] + int(far or 0) * 0.8


def squeeze(air: Numbers) -> Numbers:
    """For each box, how badly things are too near: 0 if nothing is nearer than it may be."""
    missing = np.maximum(0.0, CLEAR - air)
    found: Numbers = np.count_nonzero(missing, axis=1) * 0.1 + missing.sum(axis=1) / 50
    return found


def whole(squeezed: Numbers) -> Numbers:
    """The same, with any squeeze at all counted as a whole one more."""
    return squeezed + (squeezed > 1e-9)


def near(points: Numbers, boxes: Numbers) -> Numbers:
    """The points that may come near to one of the boxes."""
    low, high = boxes[:, :2].min(axis=0) - CLAIMED, boxes[:, 2:].max(axis=0) + CLAIMED
    found: Numbers = points[((points > low) & (points < high)).all(axis=1)]
    return found


def gaps(points: Numbers, boxes: Numbers) -> Numbers:
    """For each box, the distance of each point from it."""
    below = boxes[:, None, :2] - points[None]
    above = points[None] - boxes[:, None, 2:]
    away = np.maximum(0.0, np.maximum(below, above))
    found: Numbers = np.hypot(away[..., 0], away[..., 1])
    return found


def settle(choices: Mapping[int, Choices], costs: Mapping[int, Numbers]) -> dict[int, int]:
    """The best place for each name beside all others, by looking at one after the other again."""
    chosen = {city: int(np.argmin(found)) for city, found in costs.items()}
    for _ in range(ROUNDS):
        before = dict(chosen)
        for city, found in costs.items():
            chosen[city] = int(np.argmin(found + HIT * clashes(city, choices, chosen)))
        if chosen == before:
            break
    return chosen


def clashes(city: int, choices: Mapping[int, Choices], chosen: Mapping[int, int]) -> Numbers:
    """For each place of a name, with how many other names it overlaps."""
    others = [choices[town].boxes[place] for town, place in chosen.items() if town != city]
    boxes = choices[city].boxes
    if not others:
        return np.zeros(len(boxes))
    theirs = np.array(others)
    apart = (boxes[:, None, :2] - CLEAR >= theirs[None, :, 2:]) | (
        theirs[None, :, :2] >= boxes[:, None, 2:] + CLEAR
    )
    found: Numbers = np.count_nonzero(~apart.any(axis=2), axis=1).astype(np.float64)
    return found
