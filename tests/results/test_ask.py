"""`arena verify --ask`: stored games are put to their bots again, and every answer is compared."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.match.faults import Fault, FaultKind
from arena.match.match import Played
from arena.referee.record import Record, Row
from arena.results.ask import Comparison, compare, drawn
from arena.results.manifest import results_of
from arena.results.store import GameStore
from arena.results.stored_game import StoredGame, find_game
from tests.tournament.submitting import ANY, FIRST, configured, done
from tests.tournament.tournaments import rewrite

CRASHING = """
class Crashing:
    def choose(self, view, legal):
        if view.turns > 9:
            raise LookupError("lost")
        return view.rng.choice(legal)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a small tournament with a bot that fails."""
    home = tmp_path_factory.mktemp("played")
    file = configured(home, {"any": ANY, "crashing": CRASHING}, rounds=3)
    done("run", file, "--out", home / "results", "--workers", 1)
    return home / "results"


def asked(folder: Path, number: int) -> Result:
    words = ["verify", str(folder), "--workers", "1", "--ask", str(number)]
    return CliRunner().invoke(main, words)


def test_bots_answer_as_they_did(played: Path) -> None:
    result = asked(played, 100)
    assert result.exit_code == 0, result.output
    assert "6 games put to the bots again: every answer is the same." in result.output
    assert "2 games put to the bots again: every" in asked(played, 2).output


def test_games_that_the_bots_did_not_play_are_found_out(played: Path, tmp_path: Path) -> None:
    """They are right by the rules: another bot has played them under the name of the first."""
    folder = Path(shutil.copytree(played, tmp_path / "results"))
    file = configured(tmp_path, {"any": FIRST, "crashing": CRASHING}, rounds=3)
    done("run", file, "--out", tmp_path / "forged", "--workers", 1)
    for part in (tmp_path / "forged").glob("*/part-*"):
        shutil.copy(part, folder / part.parent.name)
    versions = {bot.name: bot.version for bot in results_of(folder).bots}
    for table in ("seats", "faults"):
        rewrite(GameStore(folder), table, 0, lambda rows: sign(rows, versions))
    result = asked(folder, 100)
    assert result.exit_code == 1
    assert "but the record gives" not in result.output
    assert "6 games put to the bots again: 6 differ." in result.output
    found = [line for line in result.output.splitlines() if "played again it is" in line]
    assert len(found) == 6
    assert all(" by any: stored is '" in line for line in found)
    assert all(line.endswith("(a bot that looks at the clock can differ too)") for line in found)


def sign(rows: list[dict[str, Any]], versions: dict[str, str]) -> None:
    """Write other versions into the rows of bots."""
    for row in rows:
        row["version"] = versions[row["bot"]]


def test_games_are_drawn_anew_each_time(played: Path) -> None:
    draws = {tuple(drawn(played, 2)) for _ in range(40)}
    assert len(draws) > 3
    assert all(len(set(draw)) == 2 and set(draw) <= set(range(6)) for draw in draws)


def game(played: Path) -> StoredGame:
    """A stored game with a fault."""
    return find_game(played, 0)


def again(stored: StoredGame, *faults: Fault, rows: tuple[Row, ...] | None = None) -> Played:
    """The same game, but with these faults or rows."""
    old = stored.record
    record = Record(old.ruleset, old.seats, old.bonuses, old.rows if rows is None else rows)
    return Played(record, None, (), (), faults, (), ())  # type: ignore[arg-type]


def test_faults_are_compared_by_their_kind(played: Path) -> None:
    stored = game(played)
    (fault,) = stored.faults
    same = Fault(fault.seat, fault.ply, fault.kind, "other words")
    assert compare(stored, again(stored, same)) == Comparison()
    other = Fault(fault.seat, fault.ply, FaultKind.MEMORY, "")
    words = f"game 0, ply {fault.ply} by crashing: stored is a fault, crash, played again it is"
    assert str(compare(stored, again(stored, other)).difference).startswith(f"{words} a fault, mem")
    sound = compare(stored, again(stored)).difference
    assert str(sound).startswith(f"{words} '")


@pytest.mark.parametrize("who", ["then", "now"])
def test_a_timeout_ends_the_comparison(who: str, played: Path) -> None:
    stored = game(played)
    (fault,) = stored.faults
    late = Fault(fault.seat, fault.ply, FaultKind.TIMEOUT, "")
    if who == "then":
        stored = msgspec.structs.replace(stored, faults=[late])
        assert compare(stored, again(stored, fault)) == Comparison(timeout=True)
    else:
        assert compare(stored, again(stored, late)) == Comparison(timeout=True)


def test_a_game_that_ends_early_differs(played: Path) -> None:
    stored = game(played)
    short = again(stored, *stored.faults, rows=stored.record.rows[:-1])
    assert "played again it is nothing" in str(compare(stored, short).difference)


def test_a_folder_without_games_is_told(tmp_path: Path, played: Path) -> None:
    folder = Path(shutil.copytree(played, tmp_path / "results"))
    for part in folder.glob("*/part-*"):
        part.unlink()
    assert "0 games put to the bots again: there is none." in asked(folder, 5).output
