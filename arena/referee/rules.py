"""The rules of one ruleset, put together once: its board, and what each of its modules brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from arena.boards import load_board
from arena.referee.actions import Action, NotationError
from arena.referee.kinds import Handler, Kind, RestrictedKind, SuspendedKind
from arena.referee.module import Bonus, Module, Pile, Question
from arena.referee.payments import Payments, claims_for
from arena.referee.phases import OVER, Phase
from arena.referee.rulesets import Ruleset, RulesetError
from arena.vocabulary import RouteMask, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.table import Table

MOST_PARSED: Final = 50_000
"""The most parsed actions that are kept in memory."""

Kinds = dict[type[Action], Kind[Any]]


def claimer_scores(table: Table, route: RouteNumber) -> tuple[Seat, ...]:
    """The points of a route are the claimer's (C6)."""
    return (table.seat,)


def own_routes(table: Table, seat: Seat) -> RouteMask:
    """A seat's tickets are completed by its own routes (E2)."""
    return table.owned[seat]


def by_tickets_and_path(game: Game, seat: Seat, completed: int, path: int) -> tuple[int, ...]:
    """Completed tickets decide between seats of equal points, then the longest path (E5)."""
    return completed, path


def unchanged(table: Table, size: int) -> None:
    """A shuffle that changes nothing to be seen: the pile is dealt from at once."""


class Rules:
    """What the games of one ruleset look up and share; once made, only its caches change.

    The modules are put together whatever the order in which they are given: the basic game's parts
    come first, and what several modules bring is ordered by rank or by the modules' names.
    """

    def __init__(self, ruleset: Ruleset, parts: Sequence[Module], added: Iterable[Module]) -> None:
        """Put together the parts of the basic game and the modules added to them."""
        modules = self.modules = (*parts, *sorted(added, key=attrgetter("name")))
        self.ruleset = ruleset
        refuse_lonely(modules)
        self.board = load_board(ruleset.board)
        refuse_columns(self.board.columns, modules, self.board.name)
        self.deck = self.board.deck(ruleset.deck)
        """The tickets of the usual deck."""
        self.first_decks = {
            deck.name: self.board.deck(deck.tickets) for deck in ruleset.first_decks
        }
        """The tickets of the further decks that are dealt from at the start."""
        self.most_offered = max(
            ruleset.take, ruleset.deal + sum(deck.deal for deck in ruleset.first_decks)
        )
        """The most tickets that a seat chooses from at once."""
        self.payments = Payments(self.board, claims_for, ruleset.cards)
        self.points = [ruleset.points[length] for length in self.board.lengths]
        """What each route is worth (C6)."""
        self._gather_actions(modules)
        self._gather_things(modules)
        self._gather_steps(modules)

    def _gather_actions(self, modules: Sequence[Module]) -> None:
        """Put together what seats can do, and what can happen."""
        self.kinds = kinds_of(modules)
        """All kinds of action, by the class of their actions."""
        self.asked = kinds_by_phase(self.kinds)
        """By phase: the kinds of action that may answer."""
        self.handlers = {
            phase: {
                action: Handler(kind.refusal, kind.core.play, kind.core.follow)
                for action, kind in kinds.items()
            }
            for phase, kinds in self.asked.items()
        }
        """The same as games call them."""
        self.listers = {
            phase: tuple(kind.options for kind in kinds.values())
            for phase, kinds in self.asked.items()
        }
        """By phase: what lists the options of these kinds, looked up once."""
        self.words = actions_by_word(modules)
        """By the first word of their text: the actions of this ruleset."""
        self.actions = tuple(kind.action for module in modules for kind in module.kinds)
        self.events = tuple(event for module in modules for event in module.events)
        """All events that can happen."""
        self.phases: dict[str, Phase] = {
            str(phase): phase for module in modules if module.phases for phase in module.phases
        }
        self.parsed: dict[str, Action] = {}
        """Actions by their text: a cache of those parsed so far."""

    def _gather_things(self, modules: Sequence[Module]) -> None:
        """Put together what modules keep on the table, or hide."""
        self.piles: dict[str, Pile] = {
            name: pile for module in modules for name, pile in module.piles.items()
        }
        for deck in self.ruleset.first_decks:
            self.piles[deck.name] = Pile("", unchanged, f"the {deck.name} tickets are shuffled")
        self.states = {kind: new for module in modules for kind, new in module.state.items()}
        """What modules keep on the table, by type."""
        self.secrets = {kind: new for module in modules for kind, new in module.secrets.items()}
        """The hidden cards of modules, by type."""

    def _gather_steps(self, modules: Sequence[Module]) -> None:
        """Put together what is done and asked when: setting up, claims, turns, the end."""
        self.set_up = sorted(
            (step for module in modules for step in module.set_up), key=attrgetter("rank")
        )
        """The questions before the first turn."""
        self.before_dealing = present(module.before_dealing for module in modules)
        self.after_dealing = present(module.after_dealing for module in modules)
        self.refills = present(module.refill for module in modules)
        self.holders = present(module.holders for module in modules)
        self.open_cards = present(module.open_cards for module in modules)
        self.buildings = present(module.building for module in modules)
        self.imagine = present(module.imagine for module in modules)
        self.limits = [limit for module in modules for limit in module.limits]
        self.on_claim = present(module.on_claim for module in modules)
        self.interruptions = present(module.interruption for module in modules)
        self.scorers = only_one(modules, "scorers", claimer_scores)
        """Who scores when the asked seat claims a route."""
        self.ticket_routes = only_one(modules, "ticket_routes", own_routes)
        """The mask of the routes that count for a seat's tickets."""
        self.tie_break = only_one(modules, "tie_break", by_tickets_and_path)
        """What decides between seats of equal points."""
        self.end_of_turn = questions(module.end_of_turn for module in modules)
        """The questions that end a turn."""
        self.after_claim = questions(module.after_claim for module in modules) + self.end_of_turn
        """The questions that follow a claim, and those that end its turn."""
        self.observed = [part for module in modules for part in module.observed]
        """What seats observe as numbers."""
        self.bonuses: dict[str, Bonus] = {
            name: bonus for module in modules for name, bonus in module.bonuses.items()
        }
        """Bonuses beside those of the basic game, by name."""

    def refusal(self, table: Table, action: Action) -> str | None:
        """Why `action` does not answer the question asked; None if it does."""
        kind = self.asked[table.phase].get(type(action))
        return self.misplaced(table, action) if kind is None else kind.refusal(table, action)

    def can_answer(self, table: Table, phase: Phase) -> bool:
        """Whether the asked seat has any legal answer in this phase."""
        return any(kind.options(table) for kind in self.asked[phase].values())

    def misplaced(self, table: Table, action: Action) -> str:
        """Why an action of this kind does not answer the question asked."""
        if table.over:
            return "the game is over (E1)"
        words = dict.fromkeys(kind.word for kind in self.asked[table.phase])
        given = repr(action.word) if isinstance(action, Action) else f"a {type(action).__name__}"
        answers = " or ".join(words)
        return f"{given} does not answer the question {table.phase!r}: only {answers} does (G6)"

    def parse(self, text: str) -> Action:
        """The action that has this text in records."""
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

    def setting_up_order(self, seats: int) -> list[tuple[Phase, Seat]]:
        """Who is asked what before the first turn, in order."""
        order = range(seats)
        return [
            (step.phase, seat)
            for step in self.set_up
            for seat in (reversed(order) if step.backwards else order)
        ]

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the ruleset does not allow or has no room for."""
        self.ruleset.check_seats(seats)
        reason = self.lack(seats)
        if reason is not None:
            raise RulesetError(reason)

    def lack(self, seats: int) -> str | None:
        """What there is too little of for this number of seats; None if there is enough."""
        first = ((deck.deal, len(self.first_decks[deck.name])) for deck in self.ruleset.first_decks)
        for deal, there_are in ((self.ruleset.deal, len(self.deck)), *first):
            if seats * deal > there_are:
                return (
                    f"{seats} seats are dealt {seats * deal} tickets, but the deck has {there_are}"
                )
        room: dict[str, int] = {}
        for module in self.modules:
            for what, number in (module.room(self.board) if module.room else {}).items():
                room[what] = room.get(what, 0) + number
        for what, number in room.items():
            if seats > number:
                return f"{seats} seats need a {what} each, but there are {number}"
        return None


def present(brought: Iterable[Any]) -> list[Any]:
    """These things without those that are None."""
    return [thing for thing in brought if thing is not None]


def only_one(modules: Sequence[Module], what: str, usual: Any) -> Any:
    """The attribute `what` of the one module that has it, or else the usual one."""
    brought = [(module.name, getattr(module, what)) for module in modules if getattr(module, what)]
    if len(brought) > 1:
        names = " and ".join(name for name, _ in brought)
        raise RulesetError(f"the modules {names} both decide the {what}: they don't go together")
    return brought[0][1] if brought else usual


def questions(brought: Iterable[Sequence[Question]]) -> tuple[Question, ...]:
    """The questions of all modules, in the order of their rank."""
    return tuple(sorted((q for some in brought for q in some), key=attrgetter("rank")))


def kinds_of(modules: Sequence[Module]) -> Kinds:
    """The kinds of action of all modules, as restricted and suspended by others of them."""
    kinds: Kinds = {kind.action: kind for module in modules for kind in module.kinds}
    for module in modules:
        for action, reason in module.restrictions.items():
            if action not in kinds:
                raise RulesetError(
                    f"the module {module.name} restricts {action.__name__}, which no module in play"
                    " has"
                )
            kinds[action] = RestrictedKind(kinds[action], reason)
        for action, kind in kinds.items():
            suspended = module.suspends(kind) if module.suspends else None
            if suspended is not None:
                kinds[action] = SuspendedKind(kind, suspended)
    return kinds


def kinds_by_phase(kinds: Kinds) -> dict[Phase, Kinds]:
    """The kinds of action that may answer each question."""
    asked: dict[Phase, Kinds] = {OVER: {}}
    for action, kind in kinds.items():
        for phase in kind.phases:
            asked.setdefault(phase, {})[action] = kind
    return asked


def actions_by_word(modules: Sequence[Module]) -> dict[str, list[type[Action]]]:
    """The actions of all modules by the first word of their text."""
    words: dict[str, list[type[Action]]] = {}
    for module in modules:
        for kind in module.kinds:
            words.setdefault(kind.action.word, []).append(kind.action)
    return words


def refuse_lonely(modules: Sequence[Module]) -> None:
    """Refuse a module that lacks another one that it needs."""
    names = [module.name for module in modules]
    for module in modules:
        for needed in module.needs:
            if needed not in names:
                raise RulesetError(f"the module {module.name} needs the module {needed}")


def refuse_columns(columns: Iterable[str], modules: Sequence[Module], board: str) -> None:
    """Refuse a board that lacks a column of routes which a module reads."""
    for module in modules:
        for column in module.route_columns:
            if column not in columns:
                raise RulesetError(
                    f"the module {module.name} reads a column {column!r} of the routes,"
                    f" which the board {board} does not have"
                )
