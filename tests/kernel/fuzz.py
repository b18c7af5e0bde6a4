"""Random and damaged inputs at the kernel's Python boundary: one sentence each, never a crash.

python -m tests.kernel.fuzz INPUTS [SEED]
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any

from msgspec import Struct, structs

from arena.errors import ArenaError
from arena.kernel import Table, _kernel, plans_in_kernel
from arena.kernel.batch import Batch, state_of
from arena.kernel.quick_chance import QuickChance
from arena.kernel.table import kernel_rules, parts_of
from arena.kernel.tables import objects_of, rules_named, tables_of
from arena.planning import Weights
from arena.referee.game import Game
from arena.referee.record import record_of
from arena.referee.rulesets import NAMES
from tests.kernel.lockstep import near

STRANGE = (
    *(None, True, -1, 0, 1, 7, 8, 9, 60, 127, 128, 160, 191, 192, 255, 256, 1 << 31, 1 << 63),
    *(-(1 << 70), 1 << 200, 2.0, float("nan"), "", "take", b"x", (), [], {}, [0] * 9, (1, 2, 3)),
    *([255] * 9, [-1] * 9, [[0] * 9] * 2, [0] * 300, ["x"], object(), int, len, Ellipsis),
)
"""Values that fit hardly anywhere."""


class Liar:
    """A chance that gives anything for a shuffled pile."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.honest = rng.randrange(4)

    def shuffled(self, pile: str, nth: int, cards: list[int]) -> Any:
        """The cards for some time, then something else."""
        self.honest -= 1
        if self.honest >= 0:
            return self.rng.sample(cards, len(cards))
        if self.rng.random() < 0.2:
            raise ArenaError("this chance has had enough")
        return self.rng.choice([cards[1:], [*cards, 1], [0] * len(cards), *STRANGE])


class Fuzz:
    """Inputs from one generator, each of them to one function of the kernel."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.kinds: list[Callable[[], object]] = [
            *(self.rules, self.tables, self.action, self.number, self.finish, self.plans),
            *(self.game, self.game, self.batch, self.record, self.network, self.chance),
        ]
        self.begin()

    def begin(self) -> None:
        """Turn to another ruleset and another position."""
        rng = self.rng
        self.name = rng.choice(NAMES)
        self.known = rules_named(self.name)
        self.seats = rng.randint(self.known.ruleset.fewest_seats, self.known.ruleset.most_seats)
        self.table = Table(self.name, self.seats, rng.getrandbits(64))
        for _ in range(rng.randrange(200)):
            if self.table.over or (self.table.phase == "surcharge" and rng.random() < 0.2):
                break
            self.table.play(rng.randrange(self.table.count()))
        self.reals = self.table.legal()

    def strange(self) -> Any:
        """Something that hardly fits."""
        return self.rng.choice(STRANGE)

    def damaged(self, value: Any) -> Any:
        """A value with one thing in it changed."""
        rng = self.rng
        if rng.random() < 0.3:
            return self.strange()
        if type(value) is int:
            return value + rng.choice((-1, 1, 255, -256, 1 << 40, value))
        if isinstance(value, list | tuple) and value:
            some = list(value)
            at = rng.randrange(len(some))
            choice = rng.random()
            if choice < 0.2:
                del some[at]
            elif choice < 0.4:
                some.insert(at, some[at])
            else:
                some[at] = self.damaged(some[at])
            return type(value)(some)
        if isinstance(value, dict) and value:
            return {**value, rng.choice(list(value)): self.strange()}
        if isinstance(value, Struct) and value.__struct_fields__:
            field = rng.choice(value.__struct_fields__)
            return structs.replace(value, **{field: self.damaged(getattr(value, field))})
        return self.strange()

    def rules(self) -> object:
        """Tables of a ruleset, one of them damaged."""
        tables, objects = tables_of(self.known), objects_of(self.known)
        if self.rng.random() < 0.9:
            name = self.rng.choice(list(tables))
            tables[name] = self.damaged(tables[name])
        else:
            name = self.rng.choice(list(objects))
            objects[name] = self.damaged(objects[name])
        made = _kernel.Rules(self.known, tables, objects)
        table = _kernel.Table(made, self.seats, 5)
        table.random_end(7)
        return table.results()

    def tables(self) -> object:
        """A table of strange arguments."""
        arguments = [kernel_rules(self.known), self.seats, self.rng.getrandbits(130)]
        arguments[self.rng.randrange(3)] = self.strange()
        return _kernel.Table(*arguments)

    def action(self) -> object:
        """An action that is damaged, or none at all."""
        action = self.rng.choice(self.reals) if self.reals else self.strange()
        for _ in range(self.rng.randrange(3)):
            if isinstance(action, tuple(self.known.kinds)):
                action = near(action, self.rng.randrange(64))
        if self.rng.random() < 0.2:
            action = self.strange()
        elif self.rng.random() < 0.3 and getattr(action, "__struct_fields__", ()):
            fields = {name: getattr(action, name) for name in action.__struct_fields__}
            fields[self.rng.choice(list(fields))] = self.strange()
            action = type(action)(**fields)
        legal = self.table.is_legal(action)
        assert legal == (self.table.to_game().refusal(action) is None), action
        return self.table.clone().apply(action)

    def number(self) -> object:
        """A strange number of an action, or of a game."""
        call = self.rng.choice((self.table.nth, self.table.clone().play, self.table.random_end))
        return call(self.strange())

    def finish(self) -> object:
        """An end of the game after anything."""
        return self.table.finish(self.strange(), self.strange())

    def plans(self) -> object:
        """Games by plans, one of whose arguments is damaged; weights among them."""
        rng = self.rng
        intent = (rng.choice(self.reals or [None]), rng.choice([None, rng.randrange(300)]))
        name = rng.choice([field.name for field in fields(Weights)])
        weights = Weights(**{name: rng.choice((-1.0, 0.0, 3.0, 1e6, float("nan"), "x"))})
        arguments: list[Any] = [[intent], self.table.values()["kept"][:3], weights]
        if rng.random() < 0.5:
            at = rng.randrange(3)
            arguments[at] = self.damaged(arguments[at])
        return self.table.finish_planned(*arguments)

    def game(self) -> object:
        """A game one of whose variables is damaged."""
        game = self.table.to_game()
        parts = [*parts_of(game)]
        whose = self.rng.choice([game, game, *(part for part in parts if part is not None)])
        slots = [*Game.__slots__, *Game.__mro__[1].__slots__] if whose is game else whose.__slots__
        name = self.rng.choice([slot for slot in slots if slot not in ("log", "rules", "board")])
        setattr(whose, name, self.damaged(getattr(whose, name)))
        if self.rng.random() < 0.05:
            parts[self.rng.randrange(len(parts))] = self.strange()
        end = self.rng.choice((self.table.end, self.table.end, 0, 1, 2, 3, -1))
        table = _kernel.Table.read(kernel_rules(self.known), game, tuple(parts), end, 9)
        assert len(table.legal()) == table.count()
        copy = table.clone()
        table.random_end(3)
        if not copy.over and plans_in_kernel(self.known):
            copy.finish_planned([(copy.nth(0), None)], (), Weights())
        return table.results() if table.over else None

    def batch(self) -> object:
        """A batch that is asked for anything."""
        rng = self.rng
        batch = Batch(self.name, self.seats, range(3))
        numbers = array(rng.choice("ihq"), [rng.randrange(-2, 90) for _ in range(rng.randrange(5))])
        return rng.choice(
            (
                lambda: batch.play(numbers),
                lambda: batch.play(self.strange()),
                lambda: batch.table(self.strange()),
                lambda: batch.put(self.strange(), self.table),
                lambda: batch.put(0, self.strange()),
                lambda: batch.get(self.strange(), 0),
                lambda: batch.random_end(self.strange()),
                lambda: Batch.copies(self.table, rng.choice((-1, 0, 2)), self.strange()),
                lambda: _kernel.Batch(kernel_rules(self.known), self.seats, self.strange()),
                lambda: (state_of(self.table)["row"].sum(), batch.states()["deck_size"].sum()),
            )
        )()

    def record(self) -> object:
        """A record one of whose cells is damaged."""
        game = Game(self.name, self.seats, 1)
        rows = record_of(game).rows
        columns: list[Any] = [[row.seat for row in rows], [row.phase for row in rows]]
        columns.append([row.action for row in rows] + ["keep 1"] * self.rng.randrange(2))
        at = self.rng.randrange(3)
        columns[at] = self.damaged(columns[at])
        return _kernel.replay(kernel_rules(self.known), self.seats, 1, {}, *columns)

    def network(self) -> object:
        """Edges that are damaged, or none."""
        rng = self.rng
        size = rng.randrange(70)
        edges = [(rng.randrange(9), rng.randrange(9), rng.randrange(9)) for _ in range(size)]
        return _kernel.longest_path(self.damaged(edges) if rng.random() < 0.5 else edges[:12])

    def chance(self) -> object:
        """A chance that lies."""
        chance = Liar(self.rng) if self.rng.random() < 0.8 else QuickChance(3)
        table = Table(self.name, self.seats, chance)
        before = table.clone()
        try:
            table.play_out(self.rng)
        except ArenaError:
            assert table.difference(before) is None
            raise
        return table.result()

    def one(self) -> str:
        """Put one input in; returns `played`, or that it was refused in a sentence."""
        try:
            self.rng.choice(self.kinds)()
        except ArenaError as error:
            sentence = str(error)
            assert 0 < len(sentence) < 2000, sentence
            assert "\n" not in sentence, sentence
            return "refused"
        return "played"


def fuzz(inputs: int, seed: int) -> Counter[str]:
    """Put in this number of inputs; returns how many were played and refused."""
    fuzzing = Fuzz(seed)
    told: Counter[str] = Counter()
    for number in range(inputs):
        if number % 50 == 0:
            fuzzing.begin()
        told[fuzzing.one()] += 1
    return told


def main() -> None:
    """Put in the inputs that the command line asks for."""
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    told = fuzz(int(sys.argv[1]), seed)
    print(f"{told['played']:,} inputs played, {told['refused']:,} refused in a sentence, no crash")


if __name__ == "__main__":
    main()
