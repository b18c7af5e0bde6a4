"""The tables that a tournament is played for: their columns, their order, what counts."""

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings, strategies as st
from msgspec.structs import replace

from arena.ranking.leaderboard import Leaderboards, csv_of, formatted
from arena.ranking.ratings import Ratings
from arena.ranking.tally import Tally
from arena.results.manifest import Manifest, schedule_of
from arena.tournament.names import is_name
from arena.tournament.sittings import Sitting
from tests.ranking.boards import boards_of, ordered
from tests.tournament.mocks import manifest_of, tables_of

COLUMNS = [
    *("place", "bot", "version", "rating", "mu", "sigma", "games", "wins"),
    *("win_rate", "win_rate_low", "win_rate_high"),
    *("mean_score", "mean_place", "tickets_completed", "faults", "place_low", "place_high"),
]


def test_the_columns_are_those_that_were_agreed_on_and_the_places() -> None:
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
    assert frame["place_low"].tolist() == frame["place_high"].tolist() == [1, 2, 3]
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
    frame = Leaderboards(manifest, Ratings(manifest), tally).leaderboard()
    assert frame["bot"].tolist() == ["ann", "ann", "bob"]
    assert frame["version"].tolist()[:2] == [f"{number:016x}" for number in (1, 2)]


def test_places_are_those_that_a_bot_may_hold() -> None:
    """The first and the last of the roster are equal, the one between them beats both."""
    manifest = manifest_of(["ann", "bob", "cat"], rounds=20)
    tables = [(1, 0), (1, 2), (0, 2)] * 20
    places = [(1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (2, 1)] * 10
    rounds = [game // 3 for game in range(60)]
    stored = tables_of(manifest, range(60), tables, places)
    frame = boards_of(manifest, stored, rounds).leaderboard().set_index("bot")
    found = frame[["place_low", "place_high"]].T.to_dict("list")
    assert found == {"bob": [1, 1], "ann": [2, 3], "cat": [2, 3]}


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
    two, three = (boards.leaderboard(scope) for scope in boards.scopes[:2])
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
    assert set(frame["ruleset"]) == {"usa"}


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
            assert sorted(back["bot"]) == sorted([name, "other"])
            assert contents.count("\n") == 3
            assert not contents.splitlines()[1].startswith(("=", "+", "-", "@"))


def test_the_table_over_all_is_the_mean_of_the_tables_by_seats() -> None:
    boards = ordered(["ann", "bob", "cat"], seats=(2, 3), rounds=3)
    two, three, both = (
        boards.leaderboard(scope).set_index("bot").sort_index() for scope in boards.scopes
    )
    for name in ("mu", "win_rate", "mean_score", "mean_place", "tickets_completed"):
        assert both[name].tolist() == pytest.approx(((two[name] + three[name]) / 2).tolist())
    for name in ("games", "wins", "faults"):
        assert both[name].tolist() == (two[name] + three[name]).tolist()
    variance = (two["sigma"] ** 2 + three["sigma"] ** 2) / 4
    assert (both["sigma"] ** 2).tolist() == pytest.approx(variance.tolist())
    assert both["rating"].tolist() == pytest.approx((both["mu"] - 3 * both["sigma"]).tolist())
    assert both["win_rate"]["bob"] != both["wins"]["bob"] / both["games"]["bob"]


def test_who_has_not_played_all_numbers_of_seats_has_the_mean_of_those_it_has() -> None:
    manifest = manifest_of(["ann", "bob", "cat", "dan"], seats=(2, 3), rounds=20)
    tables = [*[(0, 1, 2)] * 20, *[(0, 3)] * 20]
    stored = tables_of(manifest, range(40), tables, [[1, 2, 3]] * 20 + [[1, 2]] * 20)
    boards = boards_of(manifest, stored, [*range(20)] * 2)
    frame = boards.leaderboard().set_index("bot")
    assert frame["win_rate"].to_dict() == {"ann": 1, "bob": 0, "cat": 0, "dan": 0}
    assert frame["mean_place"].to_dict() == {"ann": 1, "bob": 2, "cat": 3, "dan": 2}
    ranges = frame[["place_low", "place_high"]].T.to_dict("list")
    assert ranges == {"ann": [1, 4], "bob": [1, 3], "cat": [2, 4], "dan": [1, 4]}


def twins(*, withdrawn: bool) -> pd.DataFrame:
    """A table with a bot, its twin that joined later, and a weak bot that the twin never met."""
    manifest = manifest_of(["hoarder", "planner", "weak", "twin"], rounds=12)
    gone = replace(manifest.bots[2], withdrawn=withdrawn)
    manifest = replace(manifest, bots=(*manifest.bots[:2], gone, manifest.bots[3]))
    games = []
    for number in range(12):
        won = (1, 2) if number % 3 else (2, 1)
        level = (1, 2) if number % 2 else (2, 1)
        games += [((1, 0), won), ((0, 2), (1, 2)), ((1, 2), (1, 2)), ((1, 3), won), ((0, 3), level)]
    tables, places = zip(*games, strict=True)
    stored = tables_of(manifest, range(60), tables, places)
    return boards_of(manifest, stored, [game // 5 for game in range(60)]).leaderboard()


def test_after_a_withdrawal_equal_bots_have_equal_figures() -> None:
    names = ["games", "wins", "win_rate", "win_rate_low", "win_rate_high", "place_low"]
    table = twins(withdrawn=True).set_index("bot")
    assert table.loc["hoarder", names].tolist() == table.loc["twin", names].tolist()
    assert table["games"].tolist() == [24] * 3
    before = twins(withdrawn=False).set_index("bot")
    assert before["win_rate"]["hoarder"] > before["win_rate"]["twin"] + 0.1


def test_games_with_a_withdrawn_bot_count_in_ratings_alone() -> None:
    manifest = manifest_of(["ann", "bob", "cat"], seats=(3,), rounds=4)
    manifest = replace(
        manifest, bots=(*manifest.bots[:2], replace(manifest.bots[2], withdrawn=True))
    )
    stored = tables_of(manifest, range(12), [(0, 1, 2)] * 12, [(1, 2, 3)] * 12)
    boards = boards_of(manifest, stored, [game // 3 for game in range(12)])
    frame = boards.leaderboard()
    assert frame["bot"].tolist() == ["ann", "bob"]
    assert frame["rating"][0] > frame["rating"][1]
    assert frame["games"].tolist() == [0, 0]
    assert (boards.games, len(boards.head_to_head()), len(boards.seat_advantage())) == (12, 0, 0)
    row = formatted(frame).iloc[0]
    assert row[["win_rate", "mean_score", "mean_place", "tickets_completed"]].tolist() == [""] * 4
    assert row[["win_rate_low", "win_rate_high"]].tolist() == ["0.0000", "1.0000"]
    assert row[["place_low", "place_high"]].tolist() == ["1", "2"]


@pytest.mark.parametrize("seed", range(20))
def test_the_same_games_give_the_same_files_in_any_order(seed: int) -> None:
    """The order of games, of the roster (by listing or submission) and of parts change no byte."""
    rng = Random(seed)
    manifest = manifest_of(["ann", "bob", "ann", "dan", "eve"], seats=(2, 4), rounds=2)
    schedule = schedule_of(manifest)
    fixtures = [schedule[game] for game in range(len(schedule))]
    luck = Random(0)
    places = [luck.sample(range(1, len(one.table) + 1), len(one.table)) for one in fixtures]
    plain = files_of(manifest, fixtures, places, [range(len(fixtures))])
    numbers = list(range(5))
    rng.shuffle(numbers)
    shuffled = replace(manifest, bots=tuple(manifest.bots[number] for number in numbers))
    cuts = sorted(rng.sample(range(1, len(fixtures)), 4))
    parts = [range(a, b) for a, b in zip([0, *cuts], [*cuts, len(fixtures)], strict=True)]
    rng.shuffle(parts)
    order = rng.sample(range(len(fixtures)), len(fixtures))
    turned = [
        replace(fixtures[at], table=tuple(numbers.index(bot) for bot in fixtures[at].table))
        for at in order
    ]
    assert files_of(shuffled, turned, [places[at] for at in order], parts) == plain


def files_of(
    manifest: Manifest,
    sittings: Sequence[Sitting],
    places: Sequence[Sequence[int]],
    parts: Sequence[range],
) -> dict[str, str]:
    """The files of a tournament whose parts come in this order."""
    tally, ratings = Tally(manifest), Ratings(manifest)
    for part in parts:
        chosen = [sittings[game] for game in part]
        tables = [one.table for one in chosen]
        stored = tables_of(manifest, list(part), tables, [places[game] for game in part])
        tally.add(stored, [one.round for one in chosen])
        ratings.add(stored)
    boards = Leaderboards(manifest, ratings, tally)
    return {name: csv_of(frame) for name, frame in boards.files()}
