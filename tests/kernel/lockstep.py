"""Games of the referee and of the kernel side by side, everything compared at every step.

    python -m tests.kernel.lockstep GAMES [FIRST_SEED]

plays this number of games over all rulesets, numbers of seats and policies.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import Any

from msgspec import structs

from arena.kernel import Table
from arena.referee.actions import Action
from arena.referee.game import Game, IllegalAction
from arena.referee.rulesets import NAMES, RULESETS
from arena.referee.scoring import completed_by
from tests.kernel.europe_policies import EUROPE_POLICIES
from tests.properties.policies import POLICIES

ALL_POLICIES = {**POLICIES, **EUROPE_POLICIES}
CASES = [
    (ruleset, seats, policy)
    for policy in ALL_POLICIES
    for ruleset in NAMES
    if policy in POLICIES or "europe" in RULESETS[ruleset].modules
    for seats in range(RULESETS[ruleset].fewest_seats, RULESETS[ruleset].most_seats + 1)
]
"""Every ruleset, number of seats and policy."""


class Difference(AssertionError):
    """Something in which the kernel and the referee differ."""


class Seen:
    """A game whose legal actions were listed already, as policies look at it."""

    __slots__ = ("game", "listed")

    def __init__(self, game: Game, listed: list[Action]) -> None:
        self.game = game
        self.listed = listed

    def legal(self) -> list[Action]:
        """The legal actions, without listing them again."""
        return self.listed

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


class Pair:
    """One game, played by the referee and by the kernel."""

    def __init__(self, name: str, game: Game, table: Table) -> None:
        self.name = name
        self.game = game
        self.table = table
        self.plies = 0
        self.compared = 0
        """At how many decisions everything was compared."""
        self.strangers: list[Action] = []
        """Actions of earlier questions, most of which are not legal now."""

    def compare(self) -> list[Action]:
        """Compare the whole state and all that is legal, and return that."""
        game, table = self.game, self.table
        legal = game.legal()
        self.same("legal", legal, table.legal())
        self.same("count", len(legal), table.count())
        if table.difference(Table.from_game(game)):
            self.tell_difference()
        if legal:
            nth = self.plies * 7919 % len(legal)
            self.same(f"action {nth}", legal[nth], table.nth(nth))
        if self.compared % 4 == 0:
            self.compare_strangers(legal)
        self.compared += 1
        return legal

    def compare_ends(self) -> None:
        """Compare the results, and which tickets were completed."""
        game, table = self.game, self.table
        self.same("result", game.result(), table.result())
        done = [completed_by(game, seat) for seat in range(game.seats)]
        self.same("completed tickets", done, table.completed())

    def tell_difference(self) -> None:
        """Tell the variable that differs, with both values."""
        there = Table.from_game(self.game)
        name = self.table.difference(there)
        assert name is not None
        self.same(name, there.values()[name], self.table.values()[name])

    def compare_strangers(self, legal: list[Action]) -> None:
        """Compare whether actions of earlier questions are legal now."""
        for action in [*self.strangers, *(near(action, self.plies) for action in self.strangers)]:
            expected = self.game.is_legal(action)
            self.same(f"legality of {action}", expected, self.table.is_legal(action))
        if legal:
            self.strangers = [*self.strangers[-5:], legal[-1], legal[self.plies % len(legal)]]

    def apply(self, action: Action, legal: list[Action]) -> None:
        """Play an action in both, in the kernel by name or by number."""
        try:
            self.game.apply(action)
        except IllegalAction as refusal:
            raise Difference(f"{self.name}, decision {self.plies}: {refusal}") from refusal
        if self.plies % 2:
            self.table.apply(action)
        else:
            self.table.play(legal.index(action))
        self.plies += 1

    def same(self, what: str, expected: object, found: object) -> None:
        """Refuse a difference."""
        if expected != found:
            raise Difference(
                f"{self.name}, decision {self.plies}: {what} is {expected!r} for the referee,"
                f" {found!r} for the kernel"
            )


def near(action: Action, which: int) -> Action:
    """An action with one of its numbers a little changed, or its list cut or turned round."""
    fields = action.__struct_fields__
    if not fields:
        return action
    field = fields[which // 4 % len(fields)]
    value = getattr(action, field)
    if isinstance(value, tuple):
        changed: object = value[::-1] if which % 8 else value[1:]
    else:
        changed = value + (1 if which % 8 else -1)
    return structs.replace(action, **{field: changed})


def in_lockstep(ruleset: str, seats: int, seed: int, policy: str, share: float = 1.0) -> Pair:
    """Play a game to its end in both, and compare everything at this share of its decisions.

    At the others the policy chooses among the kernel's legal actions, and the referee checks the
    one that is played. The share changes nothing in the game.
    """
    rng, glances = Random(seed), Random(-seed - 1)
    name = f"{ruleset}, {seats} seats, seed {seed}, {policy}"
    pair = Pair(name, Game(ruleset, seats, seed), Table(ruleset, seats, seed))
    choose: Any = ALL_POLICIES[policy]
    while not pair.game.over:
        legal = pair.compare() if glances.random() < share else pair.table.legal()
        pair.apply(choose(Seen(pair.game, legal), rng), legal)
    pair.compare()
    pair.compare_ends()
    return pair


def cases(first: int) -> Iterator[tuple[str, int, int, str]]:
    """Cases without end, each time with a new seed."""
    seed = first
    while True:
        for ruleset, seats, policy in CASES:
            yield ruleset, seats, seed, policy
            seed += 1


def main() -> None:
    """Play the games that the command line asks for."""
    games = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    start, decisions = process_time(), 0
    for number, case in enumerate(islice(cases(first), games), 1):
        decisions += in_lockstep(*case).plies
        if number % 1000 == 0 or number == games:
            spent = process_time() - start
            print(f"{number:,} games, {decisions:,} decisions, no difference ({spent:.0f} s)")


if __name__ == "__main__":
    main()
