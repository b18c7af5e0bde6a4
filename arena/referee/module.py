"""What a module (an expansion, or a part of the basic game) can bring into the rules.

A module is one object with everything of its own. The rest of the project asks the modules of a
ruleset and names none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from arena.referee.actions import Action
from arena.referee.drawing import Drawing
from arena.referee.events import Claimed, Event
from arena.referee.kinds import Kind
from arena.referee.observed import Observed
from arena.referee.phases import Phase
from arena.vocabulary import Card, CityNumber, RouteMask, RouteNumber, Seat

if TYPE_CHECKING:
    from random import Random

    from arena.boards import Board
    from arena.referee.game import Game
    from arena.referee.scene import Scene
    from arena.referee.table import Table


class Cloned(Protocol):
    """What a module keeps on the table, or among the game's secrets."""

    def clone(self) -> Cloned:
        """An independent copy."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a module asks the seat whose turn it is, if it arises."""

    phase: Phase
    arises: Callable[[Table], bool]
    rank: int
    """Where it comes among the questions of other modules: the lowest is asked first."""
    secretly: bool = False
    """Whether it depends on the seat's hand, so that other seats must not see it."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A question that every seat answers before the first turn."""

    phase: Phase
    rank: int
    """Where it comes among those of other modules: the lowest is asked first."""
    backwards: bool = False
    """Whether the last seat answers first."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile that is shuffled."""

    letters: str
    """The letters that records write its cards with; none for tickets, which are numbers."""
    change: Callable[[Table, int], None]
    """What a shuffle to a pile of this size changes on the table."""
    sentence: str
    """What replays say of a shuffle: `the train deck is shuffled`."""


@dataclass(frozen=True, slots=True)
class Holders:
    """Places beside the hands that hold train cards which some or all seats have not seen."""

    sizes: Callable[[Table], list[int]]
    fill: Callable[[Game, list[list[Card]]], None]
    """Put these cards there, in a game that a seat imagines."""


@dataclass(frozen=True, slots=True)
class Building:
    """A kind of building: a city holds one building, of whatever kind (W5)."""

    name: str
    owners: Callable[[Table], Mapping[CityNumber, Seat]]
    """By city: the seat whose building of this kind stands there."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A further condition that a route must meet to be claimed."""

    routes: Callable[[Table, Seat], RouteMask]
    """The mask of the routes that meet it for a seat."""
    reason: str
    """Why another route is refused, to follow the route's name."""


@dataclass(frozen=True, slots=True)
class Interruption:
    """A question in the middle of a claim: its payment lies on the table until it is answered."""

    phase: Phase
    concerns: Callable[[Table, RouteNumber], bool]
    """Whether claims of this route are held up."""
    begin: Callable[[Game], bool]
    """Called once the payment lies on the table; returns whether the question arises. If it does
    not, the route is claimed."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points at the end of the game, with a column of their own in the results."""

    points: Callable[[Game], list[int]]
    """The points of each seat."""
    rule: str
    """The number of the rule that gives them."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """How replays tell an event, in words that follow the name of the seat that did it."""

    words: Callable[[Any, Scene], str]
    by_asked: bool = False
    """Whether it is told of the asked seat, because the event itself names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """How a module's part of a game is told to people."""

    sentences: Mapping[type[Event], Sentence] = field(default_factory=dict)
    """For each event of the module but those of `laid_open`: its sentence."""
    laid_open: Mapping[type[Event], Callable[[Any], str]] = field(default_factory=dict)
    """Events that lay a card open: the card's name. Cards laid open together are told together."""
    claim_remark: Callable[[Claimed, Scene], str] | None = None
    """Words at the end of a claim's sentence, such as ` and captures …`, or none."""
    declined: Mapping[Phase, str] = field(default_factory=dict)
    """By question: the answer that no event follows, in words."""
    accepted: tuple[type[Event], ...] = ()
    """The events that follow the other answers to these questions."""
    questions: Mapping[Phase, str] = field(default_factory=dict)
    """By question: how a person is asked."""
    answers: Mapping[type[Action], Callable[[Any, Scene], str]] = field(default_factory=dict)
    """By class of action: how such an answer is offered to a person."""
    at_question: Callable[[Scene, Seat], Iterable[str]] | None = None
    """What else a seat looks at when it is asked."""
    on_table: Callable[[Scene], Iterable[str]] | None = None
    """What else lies on the table for all."""
    of_seat: Callable[[Scene, Seat], Iterable[str]] | None = None
    """What else a seat has before it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Module:
    """A part of the rules with everything of its own."""

    name: str
    """The name that rulesets use."""
    kinds: tuple[Kind[Any], ...] = ()
    """The kinds of action that it adds."""
    events: tuple[type[Event], ...] = ()
    """The events that it emits."""
    phases: type[Phase] | None = None
    """Its questions."""
    needs: tuple[str, ...] = ()
    """The modules that it can't do without."""
    exports: tuple[Any, ...] = ()
    """The classes and functions that bot authors import from `arena.bot`."""
    state: Mapping[type[Cloned], Callable[[Board, int], Cloned]] = field(default_factory=dict)
    """What it keeps on the table, by type: made from the board and the number of seats."""
    secrets: Mapping[type[Cloned], Callable[[int], Cloned]] = field(default_factory=dict)
    """Hidden cards, which only the game has: made from the number of seats."""
    piles: Mapping[str, Pile] = field(default_factory=dict)
    """The piles that it shuffles, by the word of their row in records."""
    route_columns: Mapping[str, int] = field(default_factory=dict)
    """The columns that it reads in a board's file of routes, each with its greatest value."""
    set_up: tuple[SetUp, ...] = ()
    before_dealing: Callable[[Game], None] | None = None
    """What is done once train cards and tickets are shuffled."""
    after_dealing: Callable[[Game], None] | None = None
    """What is done once train cards and tickets are dealt."""
    room: Callable[[Board], Mapping[str, int]] | None = None
    """How many there are of what each seat needs one of; a negative number leaves fewer of them."""
    refill: Callable[[Game], list[Card]] | None = None
    """Where a new train deck comes from when there are no discards."""
    holders: Holders | None = None
    open_cards: Callable[[Table], Sequence[int]] | None = None
    """Train cards that lie open beside row, discards and hands: how many of each kind."""
    building: Building | None = None
    """What it builds on cities."""
    imagine: Callable[[Game, Random], None] | None = None
    """Fill in what is hidden of the module, in a game that a seat imagines."""
    limits: tuple[Limit, ...] = ()
    restrictions: Mapping[type[Action], Callable[[Table, Any], str | None]] = field(
        default_factory=dict
    )
    """By class of action: why such an action is not legal now; None if this module allows it."""
    suspends: Callable[[Kind[Any]], Callable[[Table], str | None] | None] | None = None
    """For a kind of action: what tells why it is suspended now; None if it never is."""
    scorers: Callable[[Table, RouteNumber], tuple[Seat, ...]] | None = None
    """Who scores when the asked seat claims a route, where that is not the claimer."""
    on_claim: Callable[[Table, Claimed], None] | None = None
    """What a claim changes on the table beside the route itself."""
    interruption: Interruption | None = None
    after_claim: tuple[Question, ...] = ()
    end_of_turn: tuple[Question, ...] = ()
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    """Points at the end, by the name of their column in the results without `_bonus`."""
    ticket_routes: Callable[[Table, Seat], RouteMask] | None = None
    """The mask of the routes that count for a seat's tickets, where these are not just its own."""
    tie_break: Callable[[Game, Seat, int, int], Sequence[int]] | None = None
    """What decides between seats of equal points: from the game, the seat, its completed tickets
    and its longest path, numbers of which greater ones are better."""
    observed: tuple[Observed, ...] = ()
    """What seats observe of it as numbers, beside the answers that are legal."""
    telling: Telling = field(default_factory=Telling)
    drawing: Drawing = field(default_factory=Drawing)
