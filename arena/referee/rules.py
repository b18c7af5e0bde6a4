"""A ruleset made playable: its board, its actions and what its modules plug in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from arena.boards import load_board
from arena.referee.actions import Action, NotationError
from arena.referee.payments import Payments, claims_for
from arena.referee.phases import KEEP, OVER
from arena.referee.rulesets import Ruleset, RulesetError

if TYPE_CHECKING:
    from random import Random

    from arena.referee.events import Claimed
    from arena.referee.game import Game
    from arena.referee.table import Table


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of action: when it may answer, what makes it legal, and what it does."""

    action: type[Action]
    phases: tuple[str, ...]
    refusal: Callable[[Table, Any], str | None]
    """Why this action is not legal now, in a sentence with its rule; None if it is."""
    options: Callable[[Table], Sequence[Action]]
    """All legal actions of this kind."""
    play: Callable[[Game, Any], None]
    """Do it, trusting that it is legal."""
    follow: Callable[[Game], None]
    """Ask the next question, once the table is settled."""
    counts: bool = True
    """Whether it is what a turn is for (G6), so that a seat that can do it may not pass."""

    def suspended(self, reason: Callable[[Table], str | None]) -> Kind:
        """The same kind, legal only while `reason` has nothing against it."""
        refusal, options = self.refusal, self.options
        return replace(
            self,
            refusal=lambda table, action: reason(table) or refusal(table, action),
            options=lambda table: () if reason(table) else options(table),
        )

    def restricted(self, reason: Callable[[Table, Any], str | None]) -> Kind:
        """The same kind, legal only where `reason` has nothing against it."""
        refusal, options = self.refusal, self.options
        return replace(
            self,
            refusal=lambda table, action: reason(table, action) or refusal(table, action),
            options=lambda table: [a for a in options(table) if reason(table, a) is None],
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A question asked of the seat whose turn it is, where it arises."""

    phase: str
    arises: Callable[[Table], bool]
    aside: bool = False
    """Whether it arises by what is in the seat's hand, so that others must not notice."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile that is shuffled."""

    letters: str
    """The letters that records write its cards with; none for tickets, which are numbers."""
    change: Callable[[Table, int], None]
    """What a shuffle to a pile of so many cards changes on the table."""


@dataclass(frozen=True, slots=True)
class Holders:
    """Places beside the hands that hold train cards which some or all seats have not seen."""

    sizes: Callable[[Table], list[int]]
    fill: Callable[[Game, list[list[int]]], None]
    """Put these cards there, in a game that a seat imagines."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Something more that a route must be to be claimed."""

    routes: Callable[[Table, int], int]
    """The mask of routes that a seat may claim as far as this goes."""
    reason: str
    """Why another is refused, to follow the route's name."""


MOST_PARSED: Final = 50_000
"""Texts of actions that are kept in mind."""


def claimer_scores(table: Table, route: int) -> tuple[int, ...]:
    """The points of a route are the claimer's (C6)."""
    return (table.seat,)


class Rules:
    """What a game of one ruleset looks up. Once made it changes nothing but what it remembers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.board = load_board(ruleset.board)
        self.deck = self.board.deck(ruleset.deck)
        """The tickets in play."""
        self.payments = Payments(self.board, claims_for)
        self.asked: dict[str, dict[type[Action], Kind]] = {OVER: {}}
        """By phase: the kinds of action that may answer."""
        self.words: dict[str, list[type[Action]]] = {}
        """By the first word of their text: the actions of this ruleset."""
        self.parsed: dict[str, Action] = {}
        """Actions by their text, as far as they have been read."""
        self.piles: dict[str, Pile] = {}
        self.holders: list[Holders] = []
        self.setting_up: list[tuple[str, bool]] = [(KEEP, False)]
        """The questions before the first turn: phase, and whether the last seat answers first."""
        self.before_dealing: list[Callable[[Game], None]] = []
        """What is done once train cards and tickets are shuffled."""
        self.after_dealing: list[Callable[[Game], None]] = []
        """What is done once train cards and tickets are dealt."""
        self.refills: list[Callable[[Game], list[int]]] = []
        """Where a new train deck comes from when there are no discards."""
        self.sampling: list[Callable[[Game, Random], None]] = []
        """What of a module is unknown to a seat that imagines a game: make it up."""
        self.limits: list[Limit] = []
        self.scorers: Callable[[Table, int], tuple[int, ...]] = claimer_scores
        """Who scores when the asked seat claims a route."""
        self.on_claim: list[Callable[[Table, Claimed], None]] = []
        """What a claim changes on the table beside the route itself."""
        self.after_claim: list[Question] = []
        self.end_of_turn: list[Question] = []
        self.bonuses: dict[str, Callable[[Game], list[int]]] = {}
        """Bonuses beside those of the basic game, by name: the points of each seat."""
        self.room: dict[str, int] = {}
        """What each seat needs one of when setting up, and how many there are."""
        self.extras: dict[type, Callable[[int], Any]] = {}
        """What modules keep on the table, by its type, made from the number of seats."""

    def add(self, kind: Kind) -> None:
        """Let this kind of action answer in its phases."""
        for phase in kind.phases:
            self.asked.setdefault(phase, {})[kind.action] = kind
        actions = self.words.setdefault(kind.action.word, [])
        if kind.action not in actions:
            actions.append(kind.action)

    def suspend(self, action: type[Action], reason: Callable[[Table], str | None]) -> None:
        """Let a kind of action be legal only while `reason` has nothing against it."""
        for kinds in self.asked.values():
            if action in kinds:
                kinds[action] = kinds[action].suspended(reason)

    def restrict(self, action: type[Action], reason: Callable[[Table, Any], str | None]) -> None:
        """Let a kind of action be legal only where `reason` has nothing against it."""
        for kinds in self.asked.values():
            if action in kinds:
                kinds[action] = kinds[action].restricted(reason)

    def refusal(self, table: Table, action: Action) -> str | None:
        """Why `action` does not answer the question asked; None if it does."""
        kind = self.asked[table.phase].get(type(action))
        return self.misplaced(table, action) if kind is None else kind.refusal(table, action)

    def can_answer(self, table: Table, phase: str) -> bool:
        """Whether the asked seat could do anything of what answers in this phase."""
        return any(kind.options(table) for kind in self.asked[phase].values())

    def misplaced(self, table: Table, action: Action) -> str:
        """Why an action of this kind does not answer the question asked."""
        if table.over:
            return "the game is over (E1)"
        words = [kind.word for kind in self.asked[table.phase]]
        given = repr(action.word) if isinstance(action, Action) else f"a {type(action).__name__}"
        answers = " or ".join(words)
        return f"{given} does not answer the question {table.phase!r}: only {answers} does (G6)"

    def parse(self, text: str) -> Action:
        """The action that a record writes so."""
        known = self.parsed.get(text)
        if known is not None:
            return known
        word, _, rest = text.partition(" ")
        for action in self.words.get(word, ()):
            parsed = action.parse(rest, self.board)
            if parsed is not None and parsed.text(self.board) == text:
                if len(self.parsed) < MOST_PARSED:
                    self.parsed[text] = parsed
                return parsed
        raise NotationError(f"{text[:40]!r} is no action of {self.ruleset.name}")

    def setting_up_order(self, seats: int) -> list[tuple[str, int]]:
        """Who is asked what before the first turn, in order."""
        order = range(seats)
        return [
            (phase, seat)
            for phase, backwards in self.setting_up
            for seat in (reversed(order) if backwards else order)
        ]

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the ruleset does not allow or the tickets don't reach."""
        self.ruleset.check_seats(seats)
        needed = seats * self.ruleset.deal
        if needed > len(self.deck):
            raise RulesetError(
                f"{seats} seats are dealt {needed} tickets, but the deck has {len(self.deck)}"
            )
        for what, number in self.room.items():
            if seats > number:
                raise RulesetError(f"{seats} seats need a {what} each, but there are {number}")
