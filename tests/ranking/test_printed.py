"""The tables as they are printed: they fit a terminal, and say in words what they can't tell."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from arena.ranking.leaderboard import Leaderboards
from arena.ranking.printed import LEGEND, PrintedBoards
from arena.terminal import COLUMNS, width
from arena.tournament.names import is_name
from tests.ranking.boards import boards_of, ordered
from tests.tournament.mocks import manifest_of, tables_of


def text(boards: Leaderboards) -> str:
    return PrintedBoards(boards).text()


def cells(line: str) -> list[str]:
    return line.split()


def duels(wins: dict[tuple[int, int], Sequence[int]], bots: int = 4, **more: bool) -> Leaderboards:
    """Ten rounds of two games a pair; `wins` are how often the first of a pair won, by round."""
    manifest = manifest_of([f"bot{number}" for number in range(bots)], rounds=10, **more)
    games = [
        ((one, other), (1, 2) if number < won else (2, 1), at)
        for (one, other), rounds in wins.items()
        for at, won in enumerate(rounds)
        for number in range(2)
    ]
    tables, places, rounds = zip(*games, strict=True)
    return boards_of(manifest, tables_of(manifest, range(len(games)), tables, places), rounds)


ALWAYS, NEVER, OFTEN = [2] * 10, [0] * 10, [2, 1] * 5


def test_the_printed_table_tells_the_processor_time_of_a_move() -> None:
    header, *lines = text(ordered(["ann", "bob", "cat"])).splitlines()[:4]
    assert " ".join(cells(header)) == ("# bot rating places games wins 95% score tickets faults ms")
    first = cells(lines[0])
    assert first[:2] == ["1", "cat"]
    assert first[3:7] == ["1", "32", "100%", "92-100%"]
    assert first[-4:] == ["20.0", "50%", "0", "4.00"]
    assert [cells(line)[-1] for line in lines] == ["4.00", "3.00", "2.00"]
    assert [cells(line)[-2] for line in lines] == ["0", "0", "32"]


def test_faults_have_a_column_where_there_are_any() -> None:
    assert "faults" not in text(duels({(0, 1): OFTEN}))


def test_a_bot_that_was_never_asked_has_no_time_of_a_move() -> None:
    manifest = manifest_of(["ann", "bob"])
    stored = tables_of(manifest, [0], [(0, 1)], [(1, 2)], [(0, 0, 7.5)])
    lines = text(boards_of(manifest, stored, [0])).splitlines()
    assert [cells(line)[-1] for line in lines[1:3]] == ["7.50", "-"]


@pytest.mark.parametrize(
    ("milliseconds", "shown"), [(0.004, "0.00"), (9.994, "9.99"), (9.996, "10.0"), (1234.5, "1234")]
)
def test_a_time_has_three_digits(milliseconds: float, shown: str) -> None:
    manifest = manifest_of(["ann", "bob"])
    stored = tables_of(manifest, [0], [(0, 1)], [(1, 2)], [(0, 0, milliseconds)])
    assert cells(text(boards_of(manifest, stored, [0])).splitlines()[1])[-1] == shown


def test_a_bot_that_sleeps_is_named() -> None:
    manifest = manifest_of(["ann", "bob"])
    times = [(0, 0, 200.0), (0, 1, 2.0)]
    stored = tables_of(manifest, [0], [(0, 1)], [(1, 2)], times)  # a quarter of a time is idle
    told = text(boards_of(manifest, stored, [0]))
    assert "ann is idle for 50 ms a move." in told
    assert "bob is idle" not in told


def test_several_numbers_of_seats_are_printed_one_after_the_other() -> None:
    told = text(ordered(["ann", "bob", "cat"], seats=(2, 3), rounds=2)).splitlines()
    titles = [line for line in told if line.endswith("seats")]
    assert titles == ["2 seats", "3 seats", "all: the mean of 2 and 3 seats"]
    (header,) = (at for at, line in enumerate(told) if line.startswith("wins by seat"))
    assert cells(told[header])[3:] == ["0", "1", "2"]
    assert [cells(line)[:3] for line in told[header + 1 :]] == [
        ["2", "seats", "50%"],
        ["3", "seats", "33%"],
    ]


def test_the_legend_is_there_once() -> None:
    assert text(ordered(["ann", "bob", "cat"], seats=(2, 3), rounds=2)).count(LEGEND) == 1


def test_bots_of_one_name_are_printed_with_their_versions() -> None:
    lines = text(ordered(["ann", "bob", "ann"])).splitlines()[1:4]
    assert "ann (000000)" in lines[0]
    assert "bob  " in lines[1]
    assert "(" not in lines[1]


HOSTILE = ["\x1b[2J\x1b[31mann", "bob\ncat\t1st", "dan\r\u202eeve", "a,b;c", "\x9b2J", "=1+1"]


def test_no_name_in_a_results_folder_steers_the_terminal() -> None:
    """Names are checked when a bot enters, but a folder may come from anywhere."""
    plain = text(ordered(["x"] * len(HOSTILE)))
    told = text(ordered(HOSTILE))
    assert len(told.splitlines()) == len(plain.splitlines())
    assert all(line.isprintable() for line in told.split("\n"))
    assert r"\x1b[2J\x1b[31m" in told
    assert r"bob\ncat\t1st" in told


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=4, unique=True))
def test_no_line_is_wider_than_a_terminal(names: list[str]) -> None:
    told = text(ordered(names, rounds=1))
    assert max(map(width, told.split("\n"))) <= COLUMNS


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1).filter(is_name))
def test_every_name_that_can_play_is_on_one_line(name: str) -> None:
    manifest = manifest_of([name, "other"])
    boards = boards_of(manifest, tables_of(manifest, [0], [(0, 1)], [(1, 2)]), [0])
    plain = duels({(0, 1): [1] * 10}, bots=2)
    assert len(text(boards).splitlines()) == len(text(plain).splitlines())


def test_names_of_16_letters_are_whole_and_longer_ones_are_cut() -> None:
    told = text(ordered(["a" * 16, "b" * 50, "最强的火车机器人"]))
    assert "a" * 16 in told
    assert "bbb…" in told
    assert "最强的火车机器人" in told


def test_wide_letters_stand_in_line() -> None:
    header, *lines = text(ordered(["ann", "最强的", "e\u0301va"])).splitlines()[:4]
    column = header.index("rating") + len("rating")
    for line in lines:
        end = next(at for at in range(len(line)) if width(line[: at + 1]) == column)
        assert line[end].isdigit()
        assert line[end + 1] == " "


def test_too_few_rounds_are_called_too_few() -> None:
    told = text(ordered(["ann", "bob"], rounds=1))
    assert "1 round is too few to tell any two bots apart: about 7 are needed" in told
    assert "too few" not in text(ordered(["ann", "bob"], rounds=8))


def test_bots_that_are_level_are_promised_nothing() -> None:
    told = text(duels({(0, 1): [1] * 10}, bots=2))
    assert "10 rounds are too few to tell any two bots apart.\n" in told


def test_a_bot_that_beats_one_above_it_is_told() -> None:
    """bot1 beats the others more often than bot0 does, but not bot0 itself."""
    wins = {(0, 1): ALWAYS, **{(0, other): [1] * 10 for other in (2, 3, 4, 5)}}
    wins |= {(1, other): ALWAYS for other in (2, 3, 4, 5)}
    told = text(duels(wins, bots=6))
    assert cells(told.splitlines()[1])[1] == "bot1"
    assert "bot0 stands below bot1, but beats it 20 to 0." in told


def test_a_ring_is_told() -> None:
    told = text(duels({(0, 1): ALWAYS, (1, 2): ALWAYS, (2, 0): ALWAYS}, bots=3))
    assert told.count("A ring: bot0 beats bot1 beats bot2 beats bot0.") == 1
    quiet = text(duels({(0, 1): ALWAYS, (1, 2): ALWAYS, (0, 2): ALWAYS}, bots=3))
    assert "beats" not in quiet


def test_only_some_remarks_of_a_kind_are_printed() -> None:
    many = {(one, other): ALWAYS for one in range(1, 6) for other in range(6, 12)}
    many |= {(0, one): NEVER for one in range(6, 12)} | {(0, one): ALWAYS for one in range(1, 6)}
    assert "more of this kind: see head_to_head.csv." in text(duels(many, bots=12))


def test_a_bot_is_shown_among_those_around_it() -> None:
    boards = ordered(["ann", "bob", "cat", "dan", "eve"])
    header, *lines = PrintedBoards(boards).around(2, 1).splitlines()
    assert cells(header)[:2] == ["#", "bot"]
    assert [cells(line)[:2] for line in lines] == [["2", "dan"], ["3", "cat"], ["4", "bob"]]
