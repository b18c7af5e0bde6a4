"""`arena verify`: a run that was not touched passes, and whatever was touched is found."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.match.source import Source
from arena.results import verify
from arena.results.files import SEAL
from arena.results.manifest import results_of
from arena.results.seal import read_seal, seal
from arena.results.store import GameStore
from arena.results.tables import SCHEMAS, pack
from arena.tournament import run as running
from arena.workers import games, workforce
from arena.workers.pool import Done
from tests.tournament.tournaments import BOTS, InPlace, configuration, named, rewrite

Rows = list[dict[str, Any]]
BLIND = named(
    "blind", "return next((a for a in legal if a.text(view.board) == 'take ?'), legal[0])"
)
"""Takes cards until the deck has been shuffled again and again."""
SENTENCE = (
    "12 games refereed again: every score is right, and every deal comes from the public seed."
)
FAULTY = 4
"""A game that a bot crashed in."""


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without workers: what they do is not the matter here."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)


def run(folder: Path, bots: tuple[Source, ...] = BOTS, **changes: Any) -> Path:
    """A small tournament, played."""
    running.run(configuration(bots, **changes), folder, workforce.on_this_machine(1), print)
    return folder


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of the usual small tournament."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workforce, "WorkerPool", InPlace)
        patch.setattr(games, "silence", lambda: None)
        return run(tmp_path_factory.mktemp("good") / "results")


@pytest.fixture
def results(good: Path, tmp_path: Path) -> Path:
    """A copy of them."""
    return Path(shutil.copytree(good, tmp_path / "results"))


def verified(folder: Path) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["verify", str(folder), "--workers", "1"])


def found(folder: Path) -> str:
    """What is found in results that are not right."""
    result = verified(folder)
    assert result.exit_code == 1, result.output
    return result.output


def test_good_results_pass(results: Path) -> None:
    result = verified(results)
    there = read_seal(results)
    assert there is not None
    assert result.stdout == f"{SENTENCE}\nHash: {there.hash}\n"
    assert result.exit_code == 0


@pytest.mark.parametrize("ruleset", ["usa1910+warehouses", "africa", "oldwest+alvin+warehouses"])
def test_good_results_of_other_rules_pass(ruleset: str, tmp_path: Path) -> None:
    result = verified(run(tmp_path / "results", rulesets=(ruleset,), rounds=1))
    assert result.exit_code == 0, result.output


def test_workers_verify_too(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert verified(results).exit_code == 0
    change(results, "seats", lambda rows: rows[3].update(score=rows[3]["score"] + 1))
    assert "game 1, seat 1: score is" in found(results)


def change(folder: Path, table: str, tamper: Callable[[Rows], Any]) -> None:
    """Tamper with the rows of a table."""
    rewrite(GameStore(folder), table, 0, tamper)


def row(game: int, **others: int) -> Callable[[Rows], dict[str, Any]]:
    """The row of a game with these values in it."""

    def find(rows: Rows) -> dict[str, Any]:
        return next(
            row
            for row in rows
            if row["game"] == game and all(row[key] == value for key, value in others.items())
        )

    return find


def faulty_seat(rows: Rows) -> dict[str, Any]:
    """The seat that failed in a game."""
    return next(row for row in rows if row["game"] == FAULTY and row["fault"])


def own_ply(rows: Rows, substitute: bool) -> dict[str, Any]:
    """A decision on a turn in the game with a fault, answered by the bot or for it."""
    return next(
        row
        for row in rows
        if (row["game"], row["substitute"]) == (FAULTY, substitute) and row["phase"] == "turn"
    )


Tampering = tuple[str, Callable[[Rows], Any], list[str]]
ONE = row(3, seat=1)
TAMPERINGS: dict[str, Tampering] = {
    "a score": (
        "seats",
        lambda rows: ONE(rows).update(score=999),
        ["game 3, seat 1: score is 999 but the record gives", "(E2)"],
    ),
    "points of routes": (
        "seats",
        lambda rows: ONE(rows).update(routes=1),
        ["game 3, seat 1: routes is 1 but", "(C6)"],
    ),
    "a place": (
        "seats",
        lambda rows: ONE(rows).update(place=3 - ONE(rows)["place"]),
        ["game 3, seat 1: place is", "(E5)"],
    ),
    "the longest path": (
        "seats",
        lambda rows: ONE(rows).update(longest_path=40),
        ["game 3, seat 1: longest_path is 40 but", "(E3)"],
    ),
    "a bot's name": (
        "seats",
        lambda rows: ONE(rows).update(bot="nobody"),
        ["game 3, seat 1: bot is 'nobody' but the record gives"],
    ),
    "a bot's version": (
        "seats",
        lambda rows: ONE(rows).update(version="0" * 16),
        ["game 3, seat 1: version is '0000000000000000' but"],
    ),
    "a fault that was none": (
        "seats",
        lambda rows: ONE(rows).update(fault="crash", fault_ply=20),
        ["game 3: ply 20"],
    ),
    "a fault without its ply": (
        "seats",
        lambda rows: faulty_seat(rows).update(fault_ply=None),
        ["game 4: ply None is not one of seat"],
    ),
    "a fault one ply early": (
        "seats",
        lambda rows: faulty_seat(rows).update(fault_ply=faulty_seat(rows)["fault_ply"] - 1),
        ["game 4: ply", "is not one of seat"],
    ),
    "a fault one turn late": (
        "seats",
        lambda rows: faulty_seat(rows).update(fault_ply=faulty_seat(rows)["fault_ply"] + 4),
        ["game 4"],
    ),
    "another kind of fault": (
        "seats",
        lambda rows: faulty_seat(rows).update(fault="timeout"),
        ["game 4, faults: fault is 'crash' but the record gives 'timeout'"],
    ),
    "no kind of fault": (
        "seats",
        lambda rows: faulty_seat(rows).update(fault="lazy"),
        ["game 4: seat", "'lazy' is no fault"],
    ),
    "a fault of another bot": (
        "faults",
        lambda rows: row(FAULTY)(rows).update(bot="hasty"),
        ["game 4, faults: bot is 'hasty' but"],
    ),
    "a fault taken away": (
        "faults",
        lambda rows: rows.remove(row(FAULTY)(rows)),
        ["game 4: 0 rows in faults, not 1"],
    ),
    "a move's text": (
        "moves",
        lambda rows: row(3, ply=10)(rows).update(action="claim 0 LLLLLL"),
        ["game 3: ply 10: "],
    ),
    "a move that is no move": (
        "moves",
        lambda rows: row(3, ply=10)(rows).update(action="sing"),
        ["game 3: ply 10: "],
    ),
    "a move's seat": (
        "moves",
        lambda rows: row(3, ply=10)(rows).update(seat=1 - row(3, ply=10)(rows)["seat"]),
        ["game 3: ply 10 is "],
    ),
    "a move's phase": (
        "moves",
        lambda rows: row(3, ply=10)(rows).update(phase="city"),
        ["game 3: ply 10 is "],
    ),
    "a move's number": (
        "moves",
        lambda rows: row(3, ply=10)(rows).update(ply=11),
        ["game 3, ply 10: ply is 11 but the record gives 10"],
    ),
    "a substitute that was none": (
        "moves",
        lambda rows: row(3, ply=10)(rows).update(substitute=True),
        ["game 3, ply 10: substitute is True but the record gives False"],
    ),
    "a substitute not marked": (
        "moves",
        lambda rows: own_ply(rows, True).update(substitute=False),
        ["game 4, ply", "substitute is False but the record gives True"],
    ),
    "a substitute that is not quiet": (
        "moves",
        lambda rows: own_ply(rows, True).update(action="tickets"),
        ["game 4: ply", "'tickets' for a faulty bot, not 'take ?'"],
    ),
    "the order of the deck": (
        "moves",
        lambda rows: row(3, ply=0)(rows).update(
            action="deck " + row(3, ply=0)(rows)["action"][:4:-1]
        ),
        ["game 3: "],
    ),
    "the bottom of the ticket deck": (
        "moves",
        lambda rows: row(3, ply=1)(rows).update(action=swapped(row(3, ply=1)(rows)["action"])),
        ["game 3: ply 1 is not what the seed deals (G4)"],
    ),
    "a record that breaks off": (
        "moves",
        lambda rows: rows.remove([row for row in rows if row["game"] == 3][-1]),
        ["game 3: ply", "the game goes on, but the record ends (E1)"],
    ),
    "a seed": (
        "games",
        lambda rows: rows[3].update(seed=1),
        ["game 3: its seed 1 does not come from the tournament's secret"],
    ),
    "a deal": ("games", lambda rows: rows[3].update(deal=5), ["game 3: deal is 5 but"]),
    "plies": ("games", lambda rows: rows[3].update(plies=5), ["game 3: plies is 5 but"]),
    "turns": ("games", lambda rows: rows[3].update(turns=5), ["game 3: turns is 5 but", "(G6)"]),
    "an end": ("games", lambda rows: rows[3].update(end="x"), ["game 3: end is 'x' but", "(E1)"]),
    "bonuses": ("games", lambda rows: rows[3].update(bonuses=["x"]), ["game 3: bonuses is ['x']"]),
    "seats of a game": ("games", lambda rows: rows[3].update(seats=5), ["game 3: seats is 5 but"]),
    "an engine": ("games", lambda rows: rows[3].update(engine="x"), ["game 3: it was played by"]),
    "a ruleset": ("games", lambda rows: rows[3].update(ruleset="x"), ["game 3: ruleset is 'x'"]),
    "a removed game": ("games", lambda rows: rows.pop(3), ["game 3 is missing or out of place"]),
    "a game without seats": (
        "seats",
        lambda rows: rows.__delitem__(slice(6, 8)),
        ["game 3 is missing or out of place"],
    ),
    "two games swapped": ("games", lambda rows: swap(rows, 3, 4), ["game 3 is missing or out of"]),
    "two seats swapped": (
        "seats",
        lambda rows: swap(rows, 6, 7),
        ["game 3, seat 0: seat is 1"],
    ),
    "two moves swapped": (
        "moves",
        lambda rows: swap(rows, 10, 12),
        ["game 0: ply 1"],
    ),
    "moves of two games swapped": (
        "moves",
        lambda rows: swap(rows, 10, 210),
        ["is missing or out of place"],
    ),
}


def swap(rows: Rows, one: int, other: int) -> None:
    """Let two rows change places."""
    rows[one], rows[other] = rows[other], rows[one]


def swapped(tickets: str) -> str:
    """A ticket deck whose last two cards, which nobody drew, changed places."""
    *others, one, other = tickets.split(" ")
    return " ".join([*others, other, one])


@pytest.mark.parametrize("what", TAMPERINGS)
def test_tampering_is_found_and_named(what: str, results: Path) -> None:
    table, tamper, words = TAMPERINGS[what]
    change(results, table, tamper)
    output = found(results)
    assert "Traceback" not in output
    line = next((line for line in output.splitlines() if words[0] in line), output)
    for word in words:
        assert word in line


def test_a_game_removed_without_a_trace_is_named(results: Path) -> None:
    for table in SCHEMAS:
        change(results, table, lambda rows: rows.__setitem__(slice(None), without(rows, 3)))
    assert "game 3 is missing or out of place" in found(results)


def test_the_last_game_removed_without_a_trace_is_found(results: Path) -> None:
    remove_last(results)
    output = found(results)
    assert f"{results / 'seat_advantage.csv'} tells of 12 games, but only 11 are stored" in output
    assert f"{results / 'games/part-00000.parquet'} has changed since the results were" in output
    assert "the results are incomplete (1 of 12 games are not stored)" in output


def remove_last(results: Path) -> None:
    """Remove every row of the last game."""
    for table in SCHEMAS:
        change(results, table, lambda rows: rows.__setitem__(slice(None), without(rows, 11)))


def without(rows: Rows, game: int) -> Rows:
    """All rows but those of a game."""
    return [row for row in rows if row["game"] != game]


def test_a_later_shuffle_that_is_not_the_seeds_is_found(tmp_path: Path) -> None:
    """Even the order of cards that nobody draws."""
    folder = run(tmp_path / "results", (BLIND, *BOTS[:1]), rounds=1)
    assert verified(folder).exit_code == 0
    last = {}

    def tamper(rows: Rows) -> None:
        shuffles = [row for row in rows if row["game"] == 0 and row["action"].startswith("deck ")]
        assert len(shuffles) > 1
        last.update(shuffles[-1])
        cards = last["action"]
        at = next(at for at in range(len(cards) - 1, 5, -1) if cards[at] != cards[at - 1])
        shuffles[-1]["action"] = f"{cards[: at - 1]}{cards[at]}{cards[at - 1]}{cards[at + 1 :]}"

    change(folder, "moves", tamper)
    assert f"game 0: ply {last['ply'] - 1}: shuffle" in found(folder)


def test_a_damaged_part_is_named(results: Path) -> None:
    path = GameStore(results).path("moves", 0)
    path.write_bytes(path.read_bytes()[:-50])
    assert f"{path} is damaged or missing" in found(results)


@pytest.mark.parametrize("name", ["leaderboard.csv", "head_to_head.csv", "seat_advantage.csv"])
def test_a_changed_table_is_found(name: str, results: Path) -> None:
    path = results / name
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:-1] + ("0" if lines[2][-1] != "0" else "1")
    path.write_text("\n".join(lines) + "\n")
    assert f"{path}, line 3: " in found(results)
    path.unlink()
    assert f"{path} is not there" in found(results)


def test_games_in_no_part_are_verified_beside_a_damaged_one(results: Path) -> None:
    store = GameStore(results)
    tables = store.read(0, dict.fromkeys(SCHEMAS))
    (results / "unfinished").mkdir(exist_ok=True)
    (results / "unfinished" / "game-000000000.arrow").write_bytes(pack(tables))
    store.path("games", 0).write_bytes(b"PAR1")
    output = found(results)
    assert f"{store.path('games', 0)} is damaged or missing" in output
    assert "12 games refereed again" in output


def test_a_run_that_was_stopped_is_not_called_right(tmp_path: Path) -> None:
    """It has neither tables for people yet, nor a seal."""
    stop_after(tmp_path / "results", 7)
    result = verified(tmp_path / "results")
    assert result.stdout == (
        "7 games refereed again: the results are incomplete (5 of 12 games are not stored;"
        " there is no seal, so the run has not ended). So far every score is right, and every deal"
        " comes from the public seed.\n"
    )
    assert result.exit_code == 3


def test_a_run_without_games_is_not_called_right(tmp_path: Path) -> None:
    stop_after(tmp_path / "results", 0)
    result = verified(tmp_path / "results")
    assert result.output.startswith("0 games refereed again: the results are incomplete (12 of 12")
    assert result.stdout.endswith("So far there is nothing to compare.\n")
    assert result.exit_code == 3


def test_tables_of_before_a_run_that_was_stopped_are_told_and_are_no_difference(
    results: Path,
) -> None:
    stop_after(results, 19, rounds=4)
    result = verified(results)
    assert f"{results / 'leaderboard.csv'}, line 2: " in result.output
    assert "19 games refereed again: the results are incomplete (5 of 24 games" in result.output
    assert "the tables tell of fewer games). So far every score is right" in result.output
    assert result.exit_code == 3
    run(results, rounds=4)
    assert verified(results).exit_code == 0


def test_wrong_tables_are_a_difference_in_a_folder_that_lacks_games_too(results: Path) -> None:
    """Whether they tell of more games, or of as many; whether the folder is sealed or not."""
    remove_last(results)
    (results / SEAL).unlink()
    assert "leaderboard.csv, line " in found(results)
    running.Tournament(results, results_of(results)).leaderboards.write(results)
    assert verified(results).exit_code == 3
    path = results / "leaderboard.csv"
    path.write_text(path.read_text().replace("hasty", "hazy"))
    assert "hazy" in found(results)
    seal(results)
    assert "hazy" in found(results)


class StoppedAfter:
    """A pool without workers that plays one game after the other, and is stopped after some."""

    def __init__(self, games: int, pool: InPlace) -> None:
        self._games = games
        self._pool = pool
        self.levels = pool.levels

    def work(self, jobs: Iterable[Any]) -> Iterator[Done]:
        yield from islice(self._pool.work(jobs), self._games)
        raise KeyboardInterrupt

    def close(self) -> None:
        self._pool.close()


def stop_after(folder: Path, games: int, **changes: Any) -> None:
    """Go on with a small tournament until this number of games is stored."""
    stored = pq.read_table(folder / "games").num_rows if folder.exists() else 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "LARGEST", 1)
        patch.setattr(
            workforce, "WorkerPool", lambda *made: StoppedAfter(games - stored, InPlace(*made))
        )
        with pytest.raises(KeyboardInterrupt, match=f"Stopped after {games} of"):
            run(folder, **changes)


def test_nothing_is_changed_by_verifying(results: Path) -> None:
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    verified(results)
    assert before == {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    assert pq.read_table(results / "games").num_rows == 12


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    result = verified(tmp_path)
    assert result.exit_code == 2
    assert result.output == f"Error: {tmp_path} holds no results: it has no manifest.json\n"
