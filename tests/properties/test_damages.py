"""A damaged record is refused in one sentence, unless it happens to tell another game."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.referee.game import Game
from arena.referee.record import Record, Row, positions, record_of, replay
from tests.properties.damages import DAMAGES, HUGE, HUGE_TEXTS, NUMBERS, PHASES, TEXTS, damaged
from tests.properties.games import finished
from tests.properties.tables import SEATS, with_each_ruleset

with_each_damage = pytest.mark.parametrize("kind", DAMAGES)


@cache
def records(ruleset: str) -> tuple[Record, ...]:
    """The records of whole games and of one just begun."""
    seats = SEATS[ruleset][0]
    return tuple(record_of(game) for game in (Game(ruleset, seats, 1), *finished(ruleset, seats)))


def begun(ruleset: str) -> Record:
    """The record of a game that is not over yet, of 30 rows or a few more."""
    early = (record_of(game) for game in positions(records(ruleset)[1]))
    return next(record for record in early if len(record.rows) >= 30)


def refusal(record: Record) -> str | None:
    """Why a record is refused; None if it tells a game, and then just that game."""
    try:
        game = replay(record)
    except ArenaError as error:
        return str(error)
    again = record_of(game)
    assert (again.ruleset, again.seats, again.rows) == (record.ruleset, record.seats, record.rows)
    return None


def is_refused(record: Record) -> bool:
    """Whether a record is refused, and if so in one sentence."""
    reason = refusal(record)
    assert reason is None or len(reason.splitlines()) == 1
    return reason is not None


@with_each_damage
@with_each_ruleset
def test_damaged_rows_are_refused_or_tell_another_game(ruleset: str, kind: str) -> None:
    rng = Random(f"{ruleset} {kind}")
    for record in records(ruleset) * 2:
        is_refused(damaged(record, (kind,), rng))
        is_refused(damaged(record, (kind, rng.choice([*DAMAGES])), rng))


@with_each_ruleset
def test_a_record_with_a_pile_missing_or_incomplete_is_refused(ruleset: str) -> None:
    record = records(ruleset)[1]
    for ply, row in enumerate(record.rows[:60]):
        if row.seat < 0:
            short, foreign = row.action[:-1], row.action[:-1] + "X"
            assert is_refused(replace(record, rows=record.rows[:ply] + record.rows[ply + 1 :]))
            for text in (short, foreign, row.action + row.action[-1], "", row.action.lower()):
                if text != row.action:
                    assert is_refused(with_row(record, ply, text))


def with_row(record: Record, ply: int, text: str) -> Record:
    """A record with another text in one of its rows."""
    row = Row(record.rows[ply].seat, record.rows[ply].phase, text)
    return replace(record, rows=(*record.rows[:ply], row, *record.rows[ply + 1 :]))


@pytest.mark.parametrize("text", TEXTS + HUGE_TEXTS, ids=lambda text: ascii(text)[:12])
def test_a_text_that_is_no_action_is_refused_wherever_it_stands(text: str) -> None:
    for ruleset in SEATS:
        record = begun(ruleset)
        for ply in (0, 1, 2, 10, 29):
            is_refused(with_row(record, ply, text))
            is_refused(replace(record, rows=(*record.rows[:ply], Row(-1, "chance", text))))


@with_each_ruleset
def test_rows_after_the_end_are_refused(ruleset: str) -> None:
    record = records(ruleset)[1]
    for row in (*record.rows[:4], *record.rows[-8:], *map(Row, NUMBERS, PHASES, TEXTS[::5])):
        assert is_refused(replace(record, rows=(*record.rows, row)))


@with_each_ruleset
def test_a_false_head_is_refused(ruleset: str) -> None:
    record = begun(ruleset)
    for name in ("USA", "usa1911", "", "\n", "usa+alvin", "usa+", HUGE):
        assert is_refused(replace(record, ruleset=name))
    for seats in NUMBERS:
        assert is_refused(replace(record, seats=seats)) is (seats != record.seats)
    for bonus in ("depots", "", "\n", HUGE):
        assert is_refused(replace(record, bonuses=(bonus,)))


@with_each_ruleset
def test_line_breaks_in_a_record_do_not_break_the_sentence(ruleset: str) -> None:
    record = begun(ruleset)
    for ply in (0, 2, 20):
        row = record.rows[ply]
        for broken in (replace(row, phase="a\nb"), replace(row, action=row.action + "\n")):
            rows = (*record.rows[:ply], broken, *record.rows[ply + 1 :])
            assert is_refused(replace(record, rows=rows))
