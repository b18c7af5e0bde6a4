"""Arranging a board's picture once and for all: bends and names together (`arena boards --draw`).

A route may bend a little more to make room for a name. That takes seconds, so it is done once, and
the board's files keep what was found.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.boards import Board
from arena.story.picture import label_search as naming
from arena.story.picture.bend_search import (
    TRIED,
    Numbers,
    beside,
    costs_beside,
    courses_of,
    search_bends,
)
from arena.story.picture.canvas import canvas
from arena.story.picture.curve import arc
from arena.story.picture.tracks import (
    Pair,
    curves_of,
    lay,
    margins,
    pairs,
    side_by_side,
    trimmed,
)

ROUNDS: Final = 6
"""How often all connections are looked at again."""
WELL: Final = 7.0
"""A name whose place costs no more stands well."""
REACH: Final = 100.0
"""How far from a city, in pixels, a route may matter for its name."""


class Arrangement:
    """The bends and the places of names, as far as they are found."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.canvas = canvas(board)
        self.places = np.array(self.canvas.places)
        self.tracks = {pair: len(routes) for pair, routes in pairs(board).items()}
        self.courses = courses_of(board, self.canvas)
        self.chosen = search_bends(self.courses, self.places)
        """For each connection, which bend is chosen."""
        self.choices = naming.all_choices(board, self.canvas, [None] * len(board.cities))
        self.near = {
            course.pair: [
                city
                for city in self.choices
                if np.hypot(*(course.curves[0] - self.places[city]).T).min() < REACH
            ]
            for course in self.courses
        }
        """For each connection, the cities for whose names it may matter."""
        self.measure()

    def bends(self) -> dict[Pair, float]:
        """The bend of each connection in percent, from its lower city to its higher one."""
        return {
            course.pair: float(TRIED[choice])
            for course, choice in zip(self.courses, self.chosen, strict=True)
        }

    def by_route(self) -> list[int]:
        """The bend of each route in percent, from its first city to its second."""
        bends = self.bends()
        return [
            round(bends[city_a, city_b] if city_a < city_b else -bends[city_b, city_a])
            for city_a, city_b in (route.cities for route in self.board.routes)
        ]

    def labels(self) -> list[str | None]:
        """The place of each name; None for a junction."""
        tracks = lay(self.board, self.canvas, self.bends())
        found = naming.place_labels(self.board, self.canvas, tracks, [None] * len(self.places))
        return [None if label is None else label.place for label in found]

    def measure(self) -> None:
        """Lay everything as it is chosen now, and give each name its best place."""
        bends = self.bends()
        self.margins = margins(self.canvas, self.tracks, curves_of(self.canvas, bends))
        self.squeezes: dict[int, dict[Pair, Numbers]] = {city: {} for city in self.choices}
        for pair, bend in bends.items():
            self._set(pair, bend)
        self.costs = {city: self._rated(city, self.squeezes[city]) for city in self.choices}
        self.names = naming.settle(self.choices, self.costs)

    def improve(self) -> None:
        """Try all bends of the connections that hinder a name, beside what is chosen."""
        for number, course in enumerate(self.courses):
            if not any(map(self._is_hindered, self.near[course.pair])):
                continue
            others = beside(number, self.courses, self.chosen)
            costs = course.costs + costs_beside(course, slice(None), others, self.places)
            costs = costs + self._costs_of_names(course.pair)
            choice = int(np.argmin(np.round(costs, 6)))
            if choice != self.chosen[number]:
                self.chosen[number] = choice
                self._set(course.pair, TRIED[choice])

    def _is_hindered(self, city: int) -> bool:
        """Whether the name of a city stands at a place that is not much liked."""
        return float(self.costs[city][self.names[city]]) > WELL

    def _set(self, pair: Pair, bend: float) -> None:
        """Bend a connection so."""
        points = self._points(pair, bend)
        for city in self.near[pair]:
            self.squeezes[city][pair] = self.choices[city].squeezed(points)

    def _points(self, pair: Pair, bend: float) -> Numbers:
        """Points along the wagons of a connection that is bent so."""
        way = arc(self.canvas.places[pair[0]], self.canvas.places[pair[1]], bend)
        curve = trimmed(way, self.margins[pair, pair[0]], self.margins[pair, pair[1]])
        curves = side_by_side(curve, self.tracks[pair])
        return np.concatenate([naming.felt_along(one) for one in curves])

    def _costs_of_names(self, pair: Pair) -> Numbers:
        """For each bend of a connection, what the names near it cost at their best places."""
        total = np.zeros(len(TRIED))
        bent = [self._points(pair, bend) for bend in TRIED]
        for city in self.near[pair]:
            choices, squeezes = self.choices[city], dict(self.squeezes[city])
            del squeezes[pair]
            before = self._squeezed(squeezes)
            fixed = choices.costs + naming.HIT * naming.clashes(city, self.choices, self.names)
            for number, points in enumerate(bent):
                squeezed = before + choices.squeezed(points)
                total[number] += (fixed + naming.HIT * naming.whole(squeezed)).min()
        return total

    def _rated(self, city: int, squeezes: dict[Pair, Numbers]) -> Numbers:
        """What each place for a name costs, other names apart."""
        squeezed = self._squeezed(squeezes)
        found: Numbers = self.choices[city].costs + naming.HIT * naming.whole(squeezed)
        return found

    def _squeezed(self, squeezes: dict[Pair, Numbers]) -> Numbers:
        """How badly each place for a name is squeezed by these connections together."""
        found: Numbers = np.sum(list(squeezes.values()), axis=0) if squeezes else np.zeros(1)
        return found


def arrange(board: Board) -> Arrangement:
    """The best arrangement that is found for a board."""
    arrangement = Arrangement(board)
    for _ in range(ROUNDS):
        before = arrangement.chosen[:]
        arrangement.improve()
        arrangement.measure()
        if arrangement.chosen == before:
            break
    return arrangement
