"""A kind of action: which questions it may answer, what makes it legal, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from arena.referee.actions import Action
from arena.referee.phases import Phase

if TYPE_CHECKING:
    from arena.referee.game import Game
    from arena.referee.rules import Rules
    from arena.referee.table import Table

A = TypeVar("A", bound=Action)


class Kind(Generic[A]):
    """One kind of action, such as claiming a route.

    Its legality is written once, in `refusal`; `options` asks it. The kinds that are asked at every
    turn list their options by other means, because trying each would cost too much; they say so,
    and property tests check that both agree.
    """

    action: type[Action]
    """The class of the actions of this kind."""
    phases: tuple[Phase, ...]
    """The questions that it may answer."""
    counts: bool = True
    """Whether it is what a turn is for (G6), so that a seat that can do it may not pass."""
    disturbance: int
    """How much an action of this kind changes for other seats, compared with other kinds: for a
    faulty bot the referee plays the kind with the lowest number."""

    def __init__(self) -> None:
        self.core: Kind[A] = self
        """This kind without the restrictions of modules, to play what is known to be legal."""

    def refusal(self, table: Table, action: A) -> str | None:
        """Why this action is not legal now, in a sentence with its rule; None if it is."""
        return None

    def candidates(self, table: Table) -> Iterable[A]:
        """Actions of this kind, all legal ones among them, in the order to list them in."""
        raise NotImplementedError

    def options(self, table: Table) -> Sequence[A]:
        """All legal actions of this kind."""
        refusal = self.refusal
        return [action for action in self.candidates(table) if refusal(table, action) is None]

    def play(self, game: Game, action: A) -> None:
        """Play the action, which must be legal; by default nothing happens."""

    def follow(self, game: Game, action: A) -> None:
        """Ask the next question, once the table is settled."""
        raise NotImplementedError

    def fuss(self, action: A) -> int:
        """How much this action changes for other seats, compared with others of its kind."""
        return 0

    def every(self, rules: Rules) -> Iterable[A]:
        """Every action of this kind that games of these rules can have, in an order that lasts.

        Bots that learn give actions by number. Where the same decision has another action in each
        position, these have one form in common, which `general` and `particular` go to and from.
        """
        raise NotImplementedError(f"the action {self.action.__name__} can't be numbered")

    def general(self, table: Table, action: A) -> A:
        """The action as `every` has it."""
        return action

    def particular(self, table: Table, action: A) -> A:
        """What an action of `every` means in this position."""
        return action


@dataclass(frozen=True, slots=True)
class Handler:
    """A kind of action as games call it: its methods, looked up once.

    Looking them up in objects of many classes at every decision took some hundredths of a game.
    """

    refusal: Callable[[Table, Any], str | None]
    play: Callable[[Game, Any], None]
    follow: Callable[[Game, Any], None]


class OnlyKind(Kind[A]):
    """A kind with one action only, such as passing."""

    only: A
    """The one action of this kind."""

    def __init__(self) -> None:
        super().__init__()
        self._alone = (self.only,)

    def options(self, table: Table) -> Sequence[A]:
        """The one action, if it is legal."""
        return () if self.refusal(table, self.only) else self._alone

    def every(self, rules: Rules) -> Iterable[A]:
        """The one action."""
        return self._alone


class RestrictedKind(Kind[A]):
    """A kind of action that a module makes illegal for a while, or in part."""

    def __init__(self, kind: Kind[A], reason: Callable[[Table, A], str | None]) -> None:
        super().__init__()
        self.core = kind.core
        self._kind = kind
        self._reason = reason
        self.action, self.phases = kind.action, kind.phases
        self.counts, self.disturbance = kind.counts, kind.disturbance

    def fuss(self, action: A) -> int:
        """How much this action changes, as the restricted kind says."""
        return self._kind.fuss(action)

    def refusal(self, table: Table, action: A) -> str | None:
        """Why it is not legal now: the module's reason, or else the kind's own."""
        return self._reason(table, action) or self._kind.refusal(table, action)

    def options(self, table: Table) -> Sequence[A]:
        """The legal actions of the kind that the module does not refuse."""
        reason = self._reason
        return [action for action in self._kind.options(table) if reason(table, action) is None]


class SuspendedKind(RestrictedKind[A]):
    """A kind of action that a module makes illegal for a while, whatever the action is."""

    def __init__(self, kind: Kind[A], reason: Callable[[Table], str | None]) -> None:
        super().__init__(kind, lambda table, action: reason(table))
        self._suspended = reason

    def refusal(self, table: Table, action: A) -> str | None:
        """Why it is not legal now: the module's reason, or else the kind's own."""
        return self._suspended(table) or self._kind.refusal(table, action)

    def options(self, table: Table) -> Sequence[A]:
        """No actions while the kind is suspended, else those of the kind."""
        return () if self._suspended(table) else self._kind.options(table)
