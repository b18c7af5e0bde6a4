"""Records in the kernel: right ones come to the referee's result, wrong ones to nothing."""

from random import Random

import pytest

from arena.kernel.records import replayed
from arena.match.kept_tickets import kept_tickets
from arena.referee.game import Game
from arena.referee.record import Record, Row, record_of, replay
from arena.referee.rulesets import NAMES
from tests.properties.policies import POLICIES

Columns = tuple[list[int], list[str], list[str]]


def played(ruleset: str, seed: int, policy: str) -> tuple[Game, Columns]:
    """A finished game, and the rows of its record."""
    rng = Random(seed)
    game = Game(ruleset, 3, seed)
    while not game.over:
        game.apply(POLICIES[policy](game, rng))
    rows = record_of(game).rows
    return game, ([r.seat for r in rows], [r.phase for r in rows], [r.action for r in rows])


def agrees_with_referee(game: Game, columns: Columns) -> bool:
    """Whether the kernel refuses a record; if it does not, the referee must not either."""
    found = replayed(game.rules, 4, 3, columns)
    if found is not None:
        rows = tuple(map(Row, *columns))
        bonuses = tuple(sorted(game.rules.ruleset.bonuses))
        assert replay(Record(game.rules.ruleset.name, 3, bonuses, rows)).result() == found.result
    return found is None


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_record_comes_to_the_referees_result(ruleset: str) -> None:
    for seed, policy in enumerate(("random", "undecided", "glutton")):
        game, columns = played(ruleset, seed, policy)
        found = replayed(game.rules, seed, 3, columns)
        assert found is not None
        assert found.result == game.result()
        told = [(k.seat, k.ticket, k.ply, k.completed) for k in kept_tickets(game, record_of(game))]
        assert [tuple(kept) for kept in found.kept] == told


@pytest.mark.parametrize("ruleset", ["usa", "africa+warehouses", "oldwest+alvin+warehouses"])
def test_a_changed_row_is_right_only_if_it_is_so_for_the_referee(ruleset: str) -> None:
    rng, refused = Random(2), 0
    game, columns = played(ruleset, 4, "undecided")
    others = sorted(
        {*columns[2], "", "keep", "take ?", "take L", "pass", "keep 01", "keep  1", "é"}
    )
    for row in range(len(columns[2])):
        for column, values in ((0, [-1, 0, 1, 2, 7]), (1, [*columns[1], "x"]), (2, others)):
            changed = tuple(list(some) for some in columns)
            changed[column][row] = rng.choice([v for v in values if v != columns[column][row]])
            refused += agrees_with_referee(game, changed)
    assert refused > len(columns[2])
    assert replayed(game.rules, 5, 3, columns) is None
    assert replayed(game.rules, 4, 3, tuple(some[:-1] for some in columns)) is None
    assert replayed(game.rules, 4, 3, tuple([*some, some[-1]] for some in columns)) is None


def test_a_forced_row_must_be_written_as_records_write_it() -> None:
    game, columns = played("usa", 3, "glutton")
    forced = next(
        row
        for row, (before, text) in enumerate(zip(columns[2], columns[2][1:], strict=False), 1)
        if before == "tickets" and text.count(" ") == 1
    )
    changed = replaced(columns, forced, "0")
    assert replayed(game.rules, 3, 3, columns) is not None
    assert replayed(game.rules, 3, 3, changed) is None


def replaced(columns: Columns, row: int, more: str) -> Columns:
    """The columns with a digit more in the number of the ticket that a row keeps."""
    actions = list(columns[2])
    actions[row] = actions[row].replace(" ", f" {more}")
    return columns[0], columns[1], actions
