"""The judge of a module: how the planner values the routes, cards and answers of an expansion.

The judges are in `arena/planning/judges`, one file a module; nothing else here names a module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from arena.referee.actions import Action
from arena.referee.phases import Phase
from arena.vocabulary import Node, RouteNumber, Seat

if TYPE_CHECKING:
    from arena.planning.plan import Plan
    from arena.planning.suspicion import BeliefWeights
    from arena.planning.weights import Weights
    from arena.referee.rules import Rules
    from arena.referee.table import Table

Valued = tuple[float, Action]
"""What an answer is worth, and the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """The judgement of what one module brings into a game."""

    module: str
    """The name of the module."""
    rank: int = 0
    """Where it comes among the judges of a game: the lowest judges first."""
    weights: Callable[[Weights], Weights] | None = None
    """The weights as they fit the module's board."""
    answers: Mapping[Phase, Callable[[Plan, Table, Sequence[Action]], list[Valued]]] = field(
        default_factory=dict
    )
    """By the module's questions: what each answer is worth, in points."""
    worth: Callable[[Table, Seat, list[float]], None] | None = None
    """Changes the points that claiming each route brings a seat."""
    hopes: Callable[[Table, Seat, Weights, list[float]], None] | None = None
    """Adds to these points what the module may still bring later."""
    loans: Callable[[Table, Seat, Weights, list[float]], int] | None = None
    """Prices, among what routes cost a seat, those that can serve it unclaimed; returns how many
    of them it can still pay for."""
    turns: Callable[[Table, Seat, Sequence[RouteNumber], Weights], float] | None = None
    """How many turns more it takes a seat to claim these routes."""
    start: Callable[[Table, Seat], tuple[Node, ...]] | None = None
    """The nodes of which one must be joined to all that a seat builds; none if it may build
    anywhere."""
    step: Callable[[Plan, Table, RouteNumber], float] | None = None
    """What claiming a planned route now brings beside the route's own worth."""
    claims: Callable[[Plan, Table, list[Valued]], list[Valued]] | None = None
    """These plain claims, and other forms of them, with what they are worth."""
    others: Callable[[Plan, Table], list[Valued]] | None = None
    """What a turn can be used for instead of claims, cards and tickets, with what it is worth."""
    takes: Callable[[Plan, Table, list[Valued]], list[Valued]] | None = None
    """These cards that can be taken, and others, with what they do in useful cards."""
    locomotive: Callable[[Weights], float] | None = None
    """How much more a locomotive does, in useful cards."""
    beliefs: BeliefWeights | None = None
    """What tells of rivals' tickets on the module's board."""
    unsettles: frozenset[Phase] = frozenset()
    """The questions after which a new plan is wanted."""


class Judges:
    """The judges of one ruleset, by what they judge."""

    def __init__(self, judges: Sequence[Judge]) -> None:
        self.answers = {
            phase: values for judge in judges for phase, values in judge.answers.items()
        }
        self.weights = [judge.weights for judge in judges if judge.weights]
        self.worth = [judge.worth for judge in judges if judge.worth]
        self.hopes = [judge.hopes for judge in judges if judge.hopes]
        self.loans = [judge.loans for judge in judges if judge.loans]
        self.turns = [judge.turns for judge in judges if judge.turns]
        self.start = [judge.start for judge in judges if judge.start]
        self.step = [judge.step for judge in judges if judge.step]
        self.claims = [judge.claims for judge in judges if judge.claims]
        self.others = [judge.others for judge in judges if judge.others]
        self.takes = [judge.takes for judge in judges if judge.takes]
        self.locomotive = [judge.locomotive for judge in judges if judge.locomotive]
        self.beliefs = next((judge.beliefs for judge in judges if judge.beliefs), None)
        self.unsettling = frozenset[Phase]().union(*(judge.unsettles for judge in judges))
        """The questions after which a new plan is wanted."""


JUDGES: Final[dict[str, Judge]] = {}
"""The judges, by the names of their modules."""


def register_judge(judge: Judge) -> None:
    """Use this judge in games with its module; a module without a judge is ignored."""
    JUDGES[judge.module] = judge


@cache
def judges_of(rules: Rules) -> Judges:
    """The judges of the modules of a ruleset, made once."""
    judges = [JUDGES[module.name] for module in rules.modules if module.name in JUDGES]
    return Judges(sorted(judges, key=attrgetter("rank")))
