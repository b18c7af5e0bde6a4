"""What the net is given: an observation and a plan as numbers around 1, for many positions at once.

The other seats are taken together, so that a net fits any number of seats. The training in
examples/learning imports this file: a net plays by the very numbers that it has learnt from.
"""

from collections.abc import Callable

import numpy as np

from arena.bot import BLIND, COLORS, GRAY, LOCOMOTIVE, Claim, Keep, Take, TakeTickets
from arena.planning.arrays import ArrayLayout, Numbering, Ways

PAINTS = len(COLORS)
KINDS = PAINTS + 1
ACTION_FEATURES = 26
WORTH, WASTE = 24, 25
"""Where it stands what an action is worth by a rule of thumb, and what it costs the plan."""
TURN, CARD = 2.5, 2.08
"""What a turn and a useful card are worth, about, in points."""
Reader = Callable[[str], np.ndarray]
"""Gives a part of the observations by name."""


class Ground:
    """The tables of a ruleset that features look things up in."""

    def __init__(self, layout: ArrayLayout, numbering: Numbering) -> None:
        board = layout.rules.board
        self.layout, self.ways = layout, Ways(layout.rules)
        self.routes, self.trains = len(board.routes), layout.rules.ruleset.trains
        self.lengths = np.array(board.lengths, np.float32)
        self.cards = np.array(layout.rules.ruleset.cards, np.float32)
        self.points = np.array(layout.rules.points, np.float32)
        self.colors = np.array(board.colors)
        self.color_of = np.zeros((self.routes, GRAY + 1), np.float32)
        self.color_of[np.arange(self.routes), self.colors] = 1.0
        self.ticket_points = np.array(
            [board.tickets[ticket].points for ticket in layout.tickets], np.float32
        )
        ends = np.zeros((self.routes, len(board.cities)), np.float32)
        for route, cities in enumerate(one.cities for one in board.routes):
            ends[route, list(cities)] = 1.0
        self.touching = ends @ ends.T
        """How many ends routes have in common."""
        np.fill_diagonal(self.touching, 0.0)
        self._number(numbering)

    def _number(self, numbering: Numbering) -> None:
        """What each action is about, by its number: -1 for what it is not about."""
        size = len(numbering)
        self.route, self.color, self.jokers = (np.full(size, -1) for _ in range(3))
        self.card, self.choice = np.full(size, -1), np.full(size, -1)
        self.is_tickets = np.zeros(size, np.float32)
        for number, action in enumerate(numbering.actions):
            match action:
                case Claim():
                    self.route[number], self.color[number] = action.route, action.color
                    self.jokers[number] = action.locomotives
                case Take():
                    self.card[number] = KINDS if action.card == BLIND else action.card
                case Keep():
                    self.choice[number] = sum(1 << place for place in action.tickets) - 1
                case TakeTickets():
                    self.is_tickets[number] = 1.0
        self.kind = (
            1 * (self.route >= 0) + 2 * (self.choice >= 0) + 3 * (self.is_tickets > 0)
        ).astype(int)
        """0 for cards and the rest, 1 for claims, 2 for choices of tickets, 3 for taking them."""
        same = (self.route[1:] == self.route[:-1]) & (self.color[1:] == self.color[:-1])
        self.is_dearer = np.concatenate([[False], same & (self.route[1:] >= 0)])
        """Claims that play one locomotive more than the action before them."""

    def thrifty(self, masks: np.ndarray) -> np.ndarray:
        """The legal actions without claims that play more locomotives than they must."""
        legal = masks.astype(bool)
        before = np.concatenate([np.zeros((len(legal), 1), bool), legal[:, :-1]], 1)
        thrifty: np.ndarray = legal & ~(before & self.is_dearer)
        return thrifty


class Position:
    """Positions as rows of numbers, and what their actions are judged by."""

    def __init__(self, ground: Ground, observations: np.ndarray, ways: np.ndarray) -> None:
        self.ground, layout = ground, ground.layout
        rows, seen = len(observations), observations.astype(np.float32)

        def part(name: str) -> np.ndarray:
            return seen[:, layout[name]]

        hands = part("hands").reshape(rows, -1, KINDS)
        owned = part("owned").reshape(rows, -1, ground.routes)
        self.hand, self.mine, self.others = hands[:, 0], owned[:, 0], owned[:, 1:].max(1)
        self.planned = ways[:, ground.ways.planned].astype(np.float32)
        self.choices = ways[:, ground.ways.choices].astype(np.float32)
        self.plan_trains = ways[:, ground.ways.trains].astype(np.float32)
        self.offer = part("offers").reshape(rows, -1, len(ground.ticket_points))
        self.row, self.trains = part("row"), part("trains")[:, 0]
        self.need = (self.planned * ground.lengths) @ ground.color_of
        """By colour, gray last: the cards that planned routes take."""
        self.lacking = np.maximum(self.need[:, :PAINTS] - self.hand[:, :PAINTS], 0.0)
        spare = np.maximum(self.hand[:, :PAINTS] - self.need[:, :PAINTS], 0.0)
        self.gray = np.maximum(self.need[:, GRAY] - spare.max(1), 0.0)
        self.missing = np.maximum(self.lacking.sum(1) + self.gray - self.hand[:, LOCOMOTIVE], 0.0)
        self.best_gray = spare
        self._value_cards(part)
        self.near_others = np.minimum(self.others @ ground.touching, 3.0)
        self.near_mine = np.minimum(self.mine @ ground.touching, 3.0)
        self._sums(part, ways)
        self._known(part, hands)

    def _sums(self, part: Reader, ways: np.ndarray) -> None:
        """The numbers that say how the game stands."""
        trains, scores = part("trains"), part("scores")
        sizes, counts = part("hand_sizes"), part("ticket_counts")
        claims = self.planned.sum(1)
        needed = claims + self.missing / 1.3
        left = np.maximum(trains[:, 1:].min(1) - 2.0, 0.0) / 3.0
        ground = self.ground
        self.sums = np.array(
            [
                trains[:, 0] / 45.0,
                trains[:, 1:].min(1) / 45.0,
                (scores[:, 0] - scores[:, 1:].max(1)) / 40.0,
                sizes[:, 0] / 15.0,
                sizes[:, 1:].max(1) / 15.0,
                counts[:, 0] / 5.0,
                counts[:, 1:].max(1) / 5.0,
                part("ticket_deck_size")[:, 0] / 30.0,
                part("deck_size")[:, 0] / 100.0,
                part("taken")[:, 0],
                part("turns")[:, 0] / 80.0,
                part("last_turns")[:, 0],
                self.plan_trains / 45.0,
                (trains[:, 0] - self.plan_trains) / 45.0,
                claims / 8.0,
                self.missing / 15.0,
                self.gray / 8.0,
                needed / 20.0,
                left / 15.0,
                (left - needed) / 10.0,
                ways[:, ground.ways.joined] / 4.0,
                ways[:, ground.ways.given_up] / 2.0,
                (claims == 0).astype(np.float32),
                (self.missing == 0).astype(np.float32),
            ],
            np.float32,
        ).T

    def _value_cards(self, part: Reader) -> None:
        """What a card of each kind does for the plan, as the planner sees it, about."""
        hand = self.hand[:, :PAINTS]
        values = 0.08 + 0.02 * hand
        lacks = self.lacking > 0
        values = np.where(lacks, 1.0 + 0.15 / np.maximum(self.lacking, 1.0), values)
        wants_gray = (self.gray > 0)[:, None]
        is_best = self.best_gray == self.best_gray.max(1, keepdims=True)
        values = np.where(wants_gray & ~lacks, np.where(is_best, 1.0, 0.3), values)
        is_done = self.missing == 0
        values = np.where(is_done[:, None], 0.3 * values, values)
        joker = np.where(is_done, 0.5, 1.35)
        self.card_values = np.concatenate([values, joker[:, None]], 1)
        unseen = self.ground.cards - part("discard") - self.row - self.hand
        self.blind = (unseen * self.card_values).sum(1) / np.maximum(unseen.sum(1), 1.0)
        self.taken = part("taken")[:, 0]

    def _second(self, rows: np.ndarray, card: np.ndarray) -> np.ndarray:
        """What the best second card does after a first one of the row, or a blind one."""
        left = self.row[rows, :PAINTS]
        colored = card < PAINTS
        left[np.flatnonzero(colored), card[colored]] -= 1
        best = np.where(left > 0, self.card_values[rows, :PAINTS], 0.0).max(1)
        second: np.ndarray = np.maximum(best, self.blind[rows]) * (self.taken[rows] == 0)
        second *= card != LOCOMOTIVE
        return second

    def _missing_after(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """How many cards the plan lacks once a claim is paid."""
        ground = self.ground
        route, color, jokers = ground.route[numbers], ground.color[numbers], ground.jokers[numbers]
        need, hand = self.need[rows], self.hand[rows]
        each, length = np.arange(len(rows)), ground.lengths[route]
        need[each, ground.colors[route]] -= self.planned[rows, route] * length
        hand[each, color] -= np.where(color == LOCOMOTIVE, 0.0, length - jokers)
        hand[:, LOCOMOTIVE] -= jokers
        lacking = np.maximum(need[:, :PAINTS] - hand[:, :PAINTS], 0.0).sum(1)
        spare = np.maximum(hand[:, :PAINTS] - need[:, :PAINTS], 0.0).max(1)
        gray = np.maximum(need[:, GRAY] - spare, 0.0)
        missing: np.ndarray = np.maximum(lacking + gray - hand[:, LOCOMOTIVE], 0.0)
        return missing

    def _known(self, part: Reader, hands: np.ndarray) -> None:
        """All numbers of a position in one row."""
        rows = len(self.hand)
        self.row_of_state = np.concatenate(
            [
                self.sums,
                self.hand / 4.0,
                hands[:, 1:].max(1) / 4.0,
                self.row / 2.0,
                part("discard") / 12.0,
                self.need / 6.0,
                self.lacking / 4.0,
                part("phase"),
                self.mine,
                self.others,
                part("open_to"),
                self.planned,
                part("kept"),
                self.offer.reshape(rows, -1),
                self.choices / 20.0,
            ],
            1,
        )

    def of_actions(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """What is special about each of these actions: a row for each, in its position."""
        found = np.zeros((len(rows), ACTION_FEATURES), np.float32)
        ground = self.ground
        for of_kind, fill in (
            (ground.route[numbers] >= 0, self._claims),
            (ground.card[numbers] >= 0, self._takes),
            (ground.choice[numbers] >= 0, self._keeps),
            (ground.is_tickets[numbers] > 0, self._tickets),
        ):
            here = np.flatnonzero(of_kind)
            if len(here):
                found[here] = fill(rows[here], numbers[here])
        return found

    def _claims(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Claims: the route, whether it is planned, and what the payment leaves lacking."""
        ground, found = self.ground, np.zeros((len(rows), ACTION_FEATURES), np.float32)
        route, color, jokers = ground.route[numbers], ground.color[numbers], ground.jokers[numbers]
        length, planned = ground.lengths[route], self.planned[rows, route]
        cards = length - jokers
        paint = np.minimum(color, PAINTS - 1)
        own_need = planned * length * (ground.colors[route] == color)
        need = self.need[rows, paint] - own_need
        hand = self.hand[rows, paint]
        waste = np.maximum(need - hand + cards, 0.0) - np.maximum(need - hand, 0.0)
        found[:, 0] = 1.0
        found[:, 1] = planned
        found[:, 2] = length / 4.0
        found[:, 3] = ground.points[route] / 8.0
        found[:, 4] = planned * (self.plan_trains[rows] == length)
        found[:, 5] = (self.trains[rows] - length) / 45.0
        found[:, 6] = self.near_others[rows, route] / 2.0
        found[:, 7] = self.near_mine[rows, route] / 2.0
        found[:, 8] = jokers / 3.0
        found[:, 9] = np.where(color == LOCOMOTIVE, 0.0, waste) / 3.0
        found[:, 10] = jokers * (self.missing[rows] > 0) / 3.0
        found[:, 11] = ground.colors[route] == GRAY
        found[:, 12] = np.where(color == LOCOMOTIVE, 0.0, hand - cards) / 4.0
        found[:, 13] = planned * self.near_others[rows, route] / 2.0
        more = self._missing_after(rows, numbers) - self.missing[rows]
        danger = 0.8 * (0.3 + 0.5 * np.minimum(self.near_others[rows, route], 2.0))
        work = TURN + 0.05 * length
        found[:, WORTH] = np.where(planned > 0, work + danger, 0.8 * work) - CARD * more
        found[:, WORTH] = (found[:, WORTH] - 0.02 * jokers) / 2.0
        found[:, WASTE] = more / 2.0
        found[:, 14] = (1.0 - planned) * (length > self.trains[rows] - self.plan_trains[rows])
        return found

    def _takes(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Cards: what the plan lacks of their colour."""
        found = np.zeros((len(rows), ACTION_FEATURES), np.float32)
        card = self.ground.card[numbers]
        colored, paint = card < PAINTS, np.minimum(card, PAINTS - 1)
        lacking = self.lacking[rows, paint] * colored
        best = self.best_gray[rows].max(1) == self.best_gray[rows, paint]
        first = np.where(
            card == KINDS, self.blind[rows], self.card_values[rows, np.minimum(card, 8)]
        )
        found[:, WORTH] = CARD * (first + self._second(rows, card)) / 2.0
        found[:, 15] = lacking / 3.0
        found[:, 16] = lacking > 0
        found[:, 17] = lacking == 1
        found[:, 18] = colored * (self.gray[rows] > 0) * best
        found[:, 19] = colored * self.hand[rows, paint] / 4.0
        found[:, 20] = card == LOCOMOTIVE
        found[:, 21] = card == KINDS
        found[:, 22] = self.missing[rows] / 10.0
        found[:, 23] = colored * self.row[rows, paint] / 2.0
        return found

    def _keeps(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Choices of tickets: their points, and the trains that they take beside the plan."""
        ground, found = self.ground, np.zeros((len(rows), ACTION_FEATURES), np.float32)
        choice = ground.choice[numbers]
        places = np.arange(self.offer.shape[1])
        chosen = ((choice[:, None] + 1) >> places & 1).astype(np.float32)
        points = (self.offer[rows] @ ground.ticket_points * chosen).sum(1)
        trains = self.choices[rows, choice]
        possible = trains >= 0
        more = np.where(possible, trains - self.plan_trains[rows], 0.0)
        found[:, 2] = possible
        found[:, 3] = trains / 30.0 * possible
        found[:, 4] = more / 20.0
        found[:, 5] = points / 20.0
        found[:, 6] = chosen.sum(1) / 2.0
        found[:, 7] = (points - more) / 10.0 * possible
        found[:, 8] = (self.trains[rows] - trains) / 45.0 * possible
        found[:, 9] = more == 0
        return found

    def _tickets(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Taking tickets: how far the plan is, and what is left for more."""
        found = np.zeros((len(rows), ACTION_FEATURES), np.float32)
        found[:, 12] = 1.0
        found[:, 13] = self.missing[rows] == 0
        found[:, 14] = self.planned[rows].sum(1) == 0
        found[:, 15] = (self.trains[rows] - self.plan_trains[rows]) / 45.0
        return found
