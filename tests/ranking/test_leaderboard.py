"""The tables that a tournament is played for: their columns, their marks, their print."""

import io
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings, strategies as st
from numpy.typing import NDArray

from arena.ranking.leaderboard import Leaderboards, csv_of, formatted, letter, marks
from arena.ranking.ratings import Ratings
from arena.ranking.tally import Tally
from arena.results.manifest import Manifest, schedule_of
from arena.results.tables import Tables
from arena.tournament.names import is_name
from tests.tournament.mocks import manifest_of, tables_of

COLUMNS = [
    *("place", "bot", "version", "rating", "mu", "sigma", "games", "wins"),
    *("win_rate", "win_rate_low", "win_rate_high"),
    *("mean_score", "mean_place", "tickets_completed", "faults", "group"),
]


def boards_of(manifest: Manifest, tables: Tables, rounds: Sequence[int]) -> Leaderboards:
    """The tables of games that are stored, rated as they say who sat where."""
    tally, ratings = Tally(manifest), Ratings(manifest.bots, manifest.settings.seats)
    tally.add(tables, rounds)
    ratings.add(tables)
    return Leaderboards(manifest, ratings, tally)


def ordered(names: list[str], *, seats: tuple[int, ...] = (2,), rounds: int = 8) -> Leaderboards:
    """The tables of a tournament in which the later of two bots always wins, and wins 10 points."""
    manifest = manifest_of(names, seats=seats, rounds=rounds)
    schedule = schedule_of(manifest)
    fixtures = [schedule[game] for game in range(len(schedule))]
    tables = [fixture.table for fixture in fixtures]
    seated = [bot for table in tables for bot in table]
    stored = tables_of(
        manifest,
        [fixture.game for fixture in fixtures],
        tables,
        [[1 + sum(other > bot for other in table) for bot in table] for table in tables],
        [(one.game, seat, 2.0 + one.table[seat]) for one in fixtures for seat in (0, 1)],
        score=[10 * bot for bot in seated],
        tickets_kept=[4] * len(seated),
        tickets_completed=seated,
        fault=["crash" if bot == 0 else None for bot in seated],
    )
    return boards_of(manifest, stored, [fixture.round for fixture in fixtures])


def test_the_columns_are_those_that_were_agreed_on_and_the_group() -> None:
    boards = ordered(["ann", "bob", "cat"])
    assert boards.leaderboard().columns.tolist() == COLUMNS
    lines = csv_of(dict(boards.files())["leaderboard.csv"]).splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert len(lines) == 4


def test_a_leaderboard_tells_what_the_games_add_up_to() -> None:
    boards = ordered(["ann", "bob", "cat"])
    frame = boards.leaderboard()
    assert boards.games == 3 * 8 * 2
    assert frame["place"].tolist() == [1, 2, 3]
    assert frame["bot"].tolist() == ["cat", "bob", "ann"]
    assert frame["version"].tolist() == [f"{number:016x}" for number in (2, 1, 0)]
    assert frame["games"].tolist() == [32] * 3
    assert frame["wins"].tolist() == [32, 16, 0]
    assert frame["win_rate"].tolist() == [1, 0.5, 0]
    assert frame["mean_score"].tolist() == [20, 10, 0]
    assert frame["mean_place"].tolist() == [1, 1.5, 2]
    assert frame["tickets_completed"].tolist() == [0.5, 0.25, 0]
    assert frame["faults"].tolist() == [0, 0, 32]
    assert frame["group"].tolist() == ["a", "b", "c"]
    assert np.all(frame["rating"] == frame["mu"] - 3 * frame["sigma"])
    assert frame["rating"].is_monotonic_decreasing
    assert np.all(frame["win_rate_low"] <= frame["win_rate"])
    assert np.all(frame["win_rate"] <= frame["win_rate_high"] + 1e-9)


def test_the_order_is_that_of_ratings_not_of_wins() -> None:
    """One win more against the weakest does not outweigh a win against the best."""
    manifest = manifest_of(["ann", "bob", "cat", "dan"])
    tables = [*[(0, 3)] * 6, *[(1, 3)] * 2, (2, 0)]
    stored = tables_of(manifest, range(9), tables, [(1, 2)] * 9)
    frame = boards_of(manifest, stored, range(9)).leaderboard()
    assert frame["rating"].is_monotonic_decreasing
    assert frame["place"].tolist() == [1, 2, 3, 4]
    wins = frame.set_index("bot")["wins"]
    assert (wins["cat"], wins["bob"]) == (1, 2)
    assert frame["bot"].tolist().index("cat") < frame["bot"].tolist().index("bob")


def test_equal_bots_stand_in_the_order_of_their_names_and_versions() -> None:
    manifest = manifest_of(["bob", "ann", "ann"])
    tally = Tally(manifest)
    tables = [(0, 1), (1, 2), (0, 2)]
    tally.add(tables_of(manifest, range(3), tables, [(1, 1)] * 3), [0] * 3)
    frame = Leaderboards(manifest, Ratings(manifest.bots, (2,)), tally).leaderboard()
    assert frame["bot"].tolist() == ["ann", "ann", "bob"]
    assert frame["version"].tolist()[:2] == [f"{number:016x}" for number in (1, 2)]


def test_groups_are_marked_in_the_order_of_the_table() -> None:
    """The first and the last of the roster are equal, the one between them beats both."""
    manifest = manifest_of(["ann", "bob", "cat"], rounds=20)
    tables = [(1, 0), (1, 2), (0, 2)] * 20
    places = [(1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (2, 1)] * 10
    rounds = [game // 3 for game in range(60)]
    stored = tables_of(manifest, range(60), tables, places)
    frame = boards_of(manifest, stored, rounds).leaderboard()
    assert dict(zip(frame["bot"], frame["group"], strict=True)) == {
        "bob": "a",
        "ann": "b",
        "cat": "b",
    }
    assert frame["bot"][0] == "bob"


def test_a_bot_that_has_not_played_has_no_place() -> None:
    manifest = manifest_of(["ann", "bob", "cat"])
    stored = tables_of(manifest, [0], [(0, 1)], [(1, 2)])
    frame = boards_of(manifest, stored, [0]).leaderboard()
    assert frame["bot"].tolist() == ["ann", "bob"]


@pytest.mark.filterwarnings("error")
def test_without_games_the_tables_are_empty() -> None:
    manifest = manifest_of(["ann", "bob"])
    boards = boards_of(manifest, tables_of(manifest, [], [], []), [])
    assert boards.leaderboard().columns.tolist() == COLUMNS
    assert [len(frame) for _, frame in boards.files()] == [0, 0, 0]
    assert boards.text().split()[:3] == ["place", "bot", "rating"]


def test_figures_are_written_with_as_many_digits_as_mean_something() -> None:
    frame = formatted(ordered(["ann", "bob", "cat"]).leaderboard())
    row = dict(zip(COLUMNS, frame.iloc[1], strict=True))
    assert row["place"] == "2"
    assert row["bot"] == "bob"
    assert row["win_rate"] == "0.5000"
    assert row["mean_score"] == "10.00"
    assert row["mean_place"] == "1.500"
    assert row["tickets_completed"] == "0.2500"
    assert all(len(row[name].split(".")[1]) == 4 for name in ("rating", "mu", "sigma"))


def test_every_number_of_seats_has_a_table_of_its_own(tmp_path: Path) -> None:
    boards = ordered(["ann", "bob", "cat"], seats=(2, 3), rounds=2)
    boards.write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "head_to_head.csv",
        "leaderboard.csv",
        "leaderboard_2_seats.csv",
        "leaderboard_3_seats.csv",
        "seat_advantage.csv",
    ]
    games = {
        name: pd.read_csv(tmp_path / f"leaderboard{name}.csv")["games"].tolist()
        for name in ("", "_2_seats", "_3_seats")
    }
    assert games == {"": [14] * 3, "_2_seats": [8] * 3, "_3_seats": [6] * 3}
    two, three = (boards.leaderboard(seats) for seats in (2, 3))
    assert two["mu"].tolist() != three["mu"].tolist()


def test_one_number_of_seats_needs_no_table_of_its_own(tmp_path: Path) -> None:
    boards = ordered(["ann", "bob"])
    boards.write(tmp_path)
    boards.write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "head_to_head.csv",
        "leaderboard.csv",
        "seat_advantage.csv",
    ]
    for name, frame in boards.files():
        assert (tmp_path / name).read_text("utf-8") == csv_of(frame)
        assert b"\r" not in (tmp_path / name).read_bytes()


def test_head_to_head_counts_wins_draws_and_losses() -> None:
    manifest = manifest_of(["ann", "bob", "cat"])
    tables = [(0, 1), (1, 0), (0, 1), (1, 0), (0, 2)]
    places = [(1, 2), (2, 1), (1, 1), (1, 2), (1, 2)]
    stored = tables_of(manifest, [0, 1, 2, 3, 20], tables, places)
    frame = boards_of(manifest, stored, [0, 0, 1, 1, 0]).head_to_head()
    names = ["bot", "opponent", "games", "wins", "draws", "losses", "win_rate"]
    assert frame[names].to_numpy().tolist() == [
        ["ann", "bob", 4, 2, 1, 1, "0.6250"],
        ["ann", "cat", 1, 1, 0, 0, "1.0000"],
        ["bob", "ann", 4, 1, 1, 2, "0.3750"],
        ["cat", "ann", 1, 0, 0, 1, "0.0000"],
    ]
    assert frame["opponent_version"].tolist()[:2] == [f"{number:016x}" for number in (1, 2)]


def test_seat_advantage_tells_how_often_each_seat_wins() -> None:
    manifest = manifest_of(3, seats=(2, 3), rounds=4)
    schedule = schedule_of(manifest)
    fixtures = [schedule[game] for game in range(len(schedule))]
    stored = tables_of(
        manifest,
        range(len(fixtures)),
        [one.table for one in fixtures],
        [[1, 2] if len(one.table) == 2 else [2, 1, 3] for one in fixtures],
    )
    boards = boards_of(manifest, stored, [one.round for one in fixtures])
    frame = boards.seat_advantage()
    assert frame[["seats", "seat", "games", "wins", "win_rate"]].to_numpy().tolist() == [
        [2, 0, 24, 24, "1.0000"],
        [2, 1, 24, 0, "0.0000"],
        [3, 0, 12, 0, "0.0000"],
        [3, 1, 12, 12, "1.0000"],
        [3, 2, 12, 0, "0.0000"],
    ]
    text = boards.text().splitlines()
    assert text[-2].startswith("Wins by seat, 2 seats: seat 0 100.0% (")
    assert text[-1].startswith("Wins by seat, 3 seats: seat 0 0.0% (0.0%-")


def test_the_printed_table_tells_the_processor_time_and_the_idle_time_of_a_move() -> None:
    header, *lines = ordered(["ann", "bob", "cat"]).text().splitlines()[:4]
    assert " ".join(header.split()) == (
        "place bot rating games wins 95% score tickets faults ms a move idle group"
    )
    first = lines[0].split()
    assert first[:2] == ["1", "cat"]
    assert first[3:5] == ["32", "100.0%"]
    assert first[-6:] == ["20.0", "50%", "0", "4.00", "1.00", "a"]
    assert [line.split()[-3] for line in lines] == ["4.00", "3.00", "2.00"]
    assert [line.split()[-2] for line in lines] == ["1.00", "0.75", "0.50"]
    assert [line.split()[-4] for line in lines] == ["0", "0", "32"]


def test_a_bot_that_was_never_asked_has_no_time_of_a_move() -> None:
    manifest = manifest_of(["ann", "bob"])
    stored = tables_of(manifest, [0], [(0, 1)], [(1, 2)], [(0, 0, 7.5)])
    lines = boards_of(manifest, stored, [0]).text().splitlines()
    assert [line.split()[-3] for line in lines[1:3]] == ["7.50", "-"]


def test_several_numbers_of_seats_are_printed_one_after_the_other() -> None:
    text = ordered(["ann", "bob", "cat"], seats=(2, 3), rounds=2).text()
    titles = [line for line in text.splitlines() if line.endswith(("seats", "games"))]
    assert titles == ["2 seats", "3 seats", "all games"]


def test_bots_of_one_name_are_printed_with_their_versions() -> None:
    lines = ordered(["ann", "bob", "ann"]).text().splitlines()[1:4]
    assert "ann (000000)" in lines[0]
    assert "bob  " in lines[1]
    assert "(" not in lines[1]


HOSTILE = ["\x1b[2J\x1b[31mann", "bob\ncat\t1st", "dan\r\u202eeve", "a,b;c", "\x9b2J", "=1+1"]


def test_no_name_in_a_results_folder_steers_the_terminal() -> None:
    """Names are checked when a bot enters, but a folder may come from anywhere."""
    plain = ordered(["x"] * len(HOSTILE)).text()
    text = ordered(HOSTILE).text()
    assert len(text.splitlines()) == len(plain.splitlines())
    assert all(line.isprintable() for line in text.split("\n"))
    assert r"\x1b[2J\x1b[31mann" in text
    assert r"bob\ncat\t1st" in text


@settings(max_examples=60, deadline=None)
@given(st.text().filter(is_name))
@example("a,b")
@example("a;b")
@example("#a")
@example("a'b")
def test_every_name_that_can_play_is_one_field_of_the_file(name: str) -> None:
    manifest = manifest_of([name, "other"])
    boards = boards_of(manifest, tables_of(manifest, [0], [(0, 1)], [(1, 2)]), [0])
    for file, frame in boards.files():
        if file != "seat_advantage.csv":
            contents = csv_of(frame).encode().decode()
            back = pd.read_csv(io.StringIO(contents), dtype=str, keep_default_na=False)
            assert back["bot"].tolist() == [name, "other"]
            assert contents.count("\n") == 3
            assert not contents.splitlines()[1].startswith(("=", "+", "-", "@"))
    assert len(boards.text().splitlines()) == 5


@st.composite
def relations(draw: st.DrawFn) -> NDArray[np.bool_]:
    """Which of some bots are told apart: any symmetric relation."""
    bots = draw(st.integers(0, 7))
    apart = np.zeros((bots, bots), bool)
    for one, other in combinations(range(bots), 2):
        apart[one, other] = apart[other, one] = draw(st.booleans())
    return apart


def largest_groups(apart: NDArray[np.bool_]) -> set[frozenset[int]]:
    """All sets of bots no two of which are told apart and that no other such set holds."""
    bots = range(len(apart))
    alike = {
        frozenset(group)
        for size in range(1, len(apart) + 1)
        for group in combinations(bots, size)
        if not any(apart[pair] for pair in combinations(group, 2))
    }
    return {group for group in alike if not any(group < other for other in alike)}


@settings(max_examples=300, deadline=None)
@given(relations())
def test_bots_share_a_letter_unless_they_are_told_apart(apart: NDArray[np.bool_]) -> None:
    found = [set(mark) for mark in marks(apart)]
    assert all(found)
    for one, other in combinations(range(len(apart)), 2):
        assert bool(found[one] & found[other]) is not bool(apart[one, other])


@settings(max_examples=300, deadline=None)
@given(relations())
def test_there_are_no_more_letters_than_largest_groups(apart: NDArray[np.bool_]) -> None:
    found = marks(apart)
    letters = sorted(set("".join(found)))
    assert letters == [letter(at) for at in range(len(letters))]
    groups = {frozenset(bot for bot, mark in enumerate(found) if sign in mark) for sign in letters}
    assert groups == largest_groups(apart)
    assert len(groups) == len(letters)


@given(relations())
def test_letters_go_down_the_table(apart: NDArray[np.bool_]) -> None:
    found = marks(apart)
    letters = sorted(set("".join(found)))
    first = [next(bot for bot, mark in enumerate(found) if sign in mark) for sign in letters]
    assert first == sorted(first)
    assert all(list(mark) == sorted(mark) for mark in found)


def test_letters_do_not_run_out() -> None:
    assert [letter(at) for at in (0, 25, 26, 51, 52, 60)] == ["a", "z", "A", "Z", "[52]", "[60]"]
    apart = ~np.eye(60, dtype=bool)
    assert len(set(marks(apart))) == 60
