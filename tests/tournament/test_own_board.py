"""A tournament on a board of one's own: copied, played on, and known by its hash."""

import shutil
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from arena.boards import BoardFiles, load_board
from arena.boards.board_files import LARGEST, read_files
from arena.cli import main
from arena.results.manifest import ManifestError, results_of
from arena.results.stored_game import find_game
from arena.tournament.configuration import read_configuration
from arena.tournament.keys import ConfigurationError
from arena.workers.cluster_worker import read_assignment
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.pool import Heartbeat
from tests.arrange import small_board
from tests.tournament.tournaments import BOTS, configuration, fixtures, written

ROUTES = (
    *("Ash,Birch,2,red,0", "Birch,Cedar,3,gray,0", "Cedar,Elm,2,blue,0", "Elm,Fir,4,green,0"),
    *("Fir,Ash,5,gray,1", "Birch,Elm,6,white,0", "Ash,Cedar,4,black,0", "Cedar,Fir,3,purple,0"),
)


@pytest.fixture
def grove(tmp_path: Path) -> Path:
    """A small board of one's own: five cities, eight routes, ten tickets."""
    folder = tmp_path / "grove"
    folder.mkdir()
    small_board(folder, *ROUTES)
    return folder


def config_of(tmp_path: Path, board: str = "grove", **changes: object) -> Path:
    """The file of a small tournament on a board beside it."""
    file = written(tmp_path, configuration(BOTS[:2], **changes))
    file.write_text(f'board = "{board}"\n{file.read_text()}')
    return file


def arena(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_tournament_is_played_verified_and_told_on_the_copy(grove: Path, tmp_path: Path) -> None:
    config, out = config_of(tmp_path), tmp_path / "out"
    played = arena("run", config, "--out", out, "--workers", 1)
    assert played.exit_code == 0, played.output
    original = read_files(grove)
    shutil.rmtree(grove)
    assert read_files(out / "boards" / "grove") == original
    assert results_of(out).settings.board == original
    kept = pq.read_table(out / "tickets").to_pylist()
    assert {row["city_a"] for row in kept} <= {"Ash", "Birch", "Cedar", "Elm", "Fir"}
    assert arena("verify", out, "--workers", 1).exit_code == 0
    assert arena("verify", out, "--workers", 1, "--ask", 1).exit_code == 0
    assert "Birch" in arena("replay", out, 0).output
    assert arena("leaderboard", out).exit_code == 0
    ply = next(n for n, row in enumerate(find_game(out, 0).record.rows) if row.seat == 0)
    asked = arena("repro", out, 0, "--seat", 0, "--ply", ply, "--trusted")
    assert "which is legal" in asked.output


def test_another_board_of_the_same_name_is_another_tournament(grove: Path, tmp_path: Path) -> None:
    config, out = config_of(tmp_path), tmp_path / "out"
    assert arena("run", config, "--out", out, "--workers", 1).exit_code == 0
    tickets = grove / "tickets.csv"
    tickets.write_text(tickets.read_text().replace("Ash,Birch,5", "Ash,Birch,6"))
    again = arena("run", config, "--out", out, "--workers", 1)
    assert again.exit_code == 2
    assert 'another tournament: board is "grove@' in again.output
    config.write_text(config.read_text().replace('board = "grove"', ""))
    assert "the ruleset's own here" in arena("run", config, "--out", out).output


def test_a_copy_that_was_changed_is_told(grove: Path, tmp_path: Path) -> None:
    config, out = config_of(tmp_path), tmp_path / "out"
    assert arena("run", config, "--out", out, "--workers", 1).exit_code == 0
    routes = out / "boards" / "grove" / "routes.csv"
    routes.write_text(routes.read_text().replace("Ash,Birch,2", "Ash,Birch,1"))
    verdict = arena("verify", out, "--workers", 1)
    assert verdict.exit_code == 2
    assert "is not the board that was played on" in verdict.output


def test_a_bot_is_submitted_on_the_tournaments_board(grove: Path, tmp_path: Path) -> None:
    config, out = config_of(tmp_path, isolation="process"), tmp_path / "out"
    assert arena("run", config, "--out", out, "--workers", 1).exit_code == 0
    bot = tmp_path / "third.py"
    bot.write_bytes(
        b"class Third:\n    def choose(self, view, legal):\n"
        b"        assert view.board.name == 'grove'\n        return legal[0]\n"
    )
    let_in = arena("submit", bot, config, "--out", out, "--workers", 1, "--trusted")
    assert "third came in at place" in let_in.output, let_in.output
    checked = arena("check", bot, "--board", grove, "--ruleset", "usa", "--isolation", "process",
                    "--trusted")  # fmt: skip
    assert "All checks passed" in checked.output


def test_a_worker_needs_no_file_to_play_on_the_board(grove: Path, tmp_path: Path) -> None:
    chosen = read_configuration(config_of(tmp_path))
    sent = msgspec.msgpack.encode(GamesToPlay(chosen.settings, chosen.bots))
    shutil.rmtree(grove)
    with GamePlayer(read_assignment(sent)) as player:
        assert player.play(fixtures(chosen)[:1], Heartbeat())


@pytest.mark.parametrize(
    ("board", "changes", "reason"),
    [
        ("forest", {}, "expected a folder with the files of a board"),
        ("", {}, "expected a folder with the files of a board"),
        (".", {}, "cities.csv cannot be read"),
        ("grove", {"rulesets": ("usa", "mega"), "seats": (2, 3)}, "mega can't be .* 15 tickets"),
    ],
)
def test_what_is_no_board_for_the_tournament_is_refused(
    grove: Path, tmp_path: Path, board: str, changes: dict[str, object], reason: str
) -> None:
    config = config_of(tmp_path, board, **changes)
    with pytest.raises(ConfigurationError, match=reason):
        read_configuration(config)


def test_a_board_that_is_too_large_to_travel_is_refused(grove: Path, tmp_path: Path) -> None:
    with (grove / "cities.csv").open("a") as file:
        file.writelines(f"City {number}\n" for number in range(LARGEST // 8))
    with pytest.raises(ConfigurationError, match="bytes, and a tournament's has"):
        read_configuration(config_of(tmp_path))


def test_a_board_is_the_same_from_its_folder_and_from_its_contents(grove: Path) -> None:
    from_folder, from_contents = load_board(grove), load_board(read_files(grove))
    assert from_folder.name == from_contents.name == "grove"
    assert from_folder.routes == from_contents.routes
    assert from_folder.tickets == from_contents.tickets


def test_the_hash_of_a_board_is_that_of_its_contents(grove: Path) -> None:
    files = read_files(grove)
    assert BoardFiles("other", files.cities, files.routes, files.tickets).hash == files.hash
    assert BoardFiles("grove", files.routes, files.cities, files.tickets).hash != files.hash


def test_bundled_boards_are_copied_too_and_compared(tmp_path: Path) -> None:
    config, out = written(tmp_path, configuration(BOTS[:2])), tmp_path / "out"
    assert arena("run", config, "--out", out, "--workers", 1).exit_code == 0
    usa = out / "boards" / "usa"
    assert load_board(usa).routes == load_board("usa").routes
    (usa / "tickets.csv").unlink()
    (usa / "routes.csv").write_bytes(b"other")
    verdict = arena("verify", out, "--workers", 1)
    assert verdict.exit_code == 1
    assert "routes.csv is not the board that the games were played on" in verdict.output
    assert "tickets.csv cannot be read" in verdict.output


def test_a_manifest_with_a_board_that_can_be_none_is_refused(grove: Path, tmp_path: Path) -> None:
    config, out = config_of(tmp_path), tmp_path / "out"
    assert arena("run", config, "--out", out, "--workers", 1).exit_code == 0
    manifest = out / "manifest.json"
    for title in ('"../../etc@x"', "7", '"grove"'):
        manifest.write_text(
            "\n".join(
                f'    "board": {title},' if '"board"' in line else line
                for line in manifest.read_text().splitlines()
            )
        )
        with pytest.raises(ManifestError, match="is no board"):
            results_of(out)
