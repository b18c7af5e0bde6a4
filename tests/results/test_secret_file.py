"""The secret of a tournament: kept to its owner, never redrawn, never in what is published."""

import shutil
import stat
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.errors import ArenaError
from arena.results import verify
from arena.results.manifest import results_of, write_manifest
from arena.results.secret_file import FILE, SecretError, read_secret
from arena.results.store import GameStore
from arena.tournament import run as running
from arena.tournament.secret import Secret
from arena.workers import games, workforce
from tests.tournament.tournaments import BOTS, InPlace, configuration, named, results, rewrite

CHOSEN = configuration(seed=None)
OTHER = Secret("0123456789abcdef" * 2)
KNOWN = "every score is right, and every deal comes from the secret.\n"
UNKNOWN = (
    "every score is right. That the deals come from its secret can be checked once that is"
    " revealed.\n"
)


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without workers: what they do is not the matter here."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)


def play(folder: Path, **changes: Any) -> Path:
    """Play a tournament with a secret, or go on with it."""
    chosen = msgspec.structs.replace(CHOSEN.settings, **changes)
    whole = msgspec.structs.replace(CHOSEN, settings=chosen)
    running.run(whole, folder, workforce.on_this_machine(1), print)
    return folder


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of a tournament with a secret."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workforce, "WorkerPool", InPlace)
        patch.setattr(games, "silence", lambda: None)
        return play(tmp_path_factory.mktemp("good") / "results")


@pytest.fixture
def folder(good: Path, tmp_path: Path) -> Path:
    """A copy of them."""
    return Path(shutil.copytree(good, tmp_path / "results"))


def arena(*words: object) -> Result:
    """What a command says."""
    return CliRunner().invoke(main, [*map(str, words)])


def secret_in(folder: Path) -> str:
    """The secret that a folder keeps."""
    secret = read_secret(folder)
    assert secret is not None
    return str(secret.words)


def without_secret(folder: Path) -> Path:
    """The folder as it is published."""
    (folder / FILE).unlink()
    return folder


def test_only_the_owner_can_read_it(folder: Path) -> None:
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    assert (folder / FILE).read_text() == f"{secret_in(folder)}\n"


def test_nobody_can_read_it_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mode is right from the first byte, also before the file has its name."""
    modes = []

    def replace(self: Path, target: Path) -> Path:
        if target.name == FILE:
            modes.append(stat.S_IMODE(self.stat().st_mode))
        return original(self, target)

    original = Path.replace
    monkeypatch.setattr(Path, "replace", replace)
    play(tmp_path / "results", rounds=1)
    assert modes == [0o600]


def test_it_is_in_no_other_file(folder: Path) -> None:
    words = secret_in(folder)
    others = [path for path in folder.rglob("*") if path.is_file() and path.name != FILE]
    assert len(others) > 8
    for path in others:
        assert words.encode() not in path.read_bytes()
        assert bytes.fromhex(words) not in path.read_bytes()
    assert results_of(folder).commitment == Secret(words).commitment
    assert results_of(folder).settings.seed is None


def test_two_tournaments_have_no_deal_in_common(folder: Path, tmp_path: Path) -> None:
    other = play(tmp_path / "other")
    seeds = [pq.read_table(each / "games")["seed"].to_pylist() for each in (folder, other)]
    assert len({*seeds[0], *seeds[1]}) == 24


def test_a_public_seed_needs_no_file(tmp_path: Path) -> None:
    folder = play(tmp_path / "results", seed=7, rounds=1)
    assert not (folder / FILE).exists()
    assert results_of(folder).commitment == Secret(7).commitment


@pytest.mark.parametrize("moment", ["write_bot", "write_manifest"])
def test_killed_before_the_manifest_a_run_goes_on_with_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(running, moment, killed)
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path / "results")
    words = secret_in(tmp_path / "results")
    (tmp_path / "results" / f".unfinished-{FILE}").write_text("half")
    play(tmp_path / "results")
    assert secret_in(tmp_path / "results") == words
    assert results_of(tmp_path / "results").commitment == Secret(words).commitment


def test_a_run_that_lost_games_plays_the_same_again(folder: Path) -> None:
    before = results(folder)
    for table in ("games", "seats", "moves", "times", "faults"):
        GameStore(folder).path(table, 0).unlink()
    play(folder)
    assert results(folder) == before


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [
        (None, "{file} is not there, or not yours to read: without its secret"),
        ("", "{file} is damaged: it holds no secret"),
        ("abc\n", "{file} is damaged: it holds no secret"),
        ("\xff" * 32, "{file} is damaged: it holds no secret"),
        (f"{OTHER.words}\n", "{file} is not what the manifest of {folder} has committed to"),
    ],
)
def test_without_its_secret_a_tournament_does_not_go_on(
    folder: Path, contents: str | None, sentence: str
) -> None:
    GameStore(folder).path("games", 0).unlink()
    without_secret(folder)
    if contents is not None:
        (folder / FILE).write_text(contents, "latin-1")
    with pytest.raises(SecretError) as refused:
        play(folder)
    assert str(refused.value).startswith(sentence.format(file=folder / FILE, folder=folder))
    assert (folder / FILE).exists() == (contents is not None)


def test_verify_finds_that_every_deal_comes_from_it(folder: Path) -> None:
    result = arena("verify", folder, "--workers", 1)
    assert result.stdout.startswith(f"12 games refereed again: {KNOWN}Hash: ")


def test_verify_says_what_it_can_not_know(folder: Path) -> None:
    result = arena("verify", without_secret(folder), "--workers", 1)
    assert result.stdout.startswith(f"12 games refereed again: {UNKNOWN}Hash: ")
    assert result.exit_code == 0


def test_games_on_other_deals_are_found_once_the_secret_is_known(
    folder: Path, tmp_path: Path
) -> None:
    """Games that are right in themselves, but were dealt as somebody liked."""
    forged = play(tmp_path / "forged", seed=7)
    there = results_of(folder)
    settings = msgspec.structs.replace(results_of(forged).settings, seed=None)
    write_manifest(
        forged,
        msgspec.structs.replace(results_of(forged), settings=settings, commitment=there.commitment),
    )
    assert UNKNOWN in arena("verify", forged, "--workers", 1).stdout
    shutil.copy(folder / FILE, forged)
    result = arena("verify", forged, "--workers", 1)
    assert result.exit_code == 1
    assert result.stdout.count("does not come from the tournament's secret") == 12


def test_a_seed_that_is_not_the_shuffles_is_found_without_the_secret(folder: Path) -> None:
    rewrite(GameStore(folder), "games", 0, lambda rows: rows[3].update(seed=1))
    result = arena("verify", without_secret(folder), "--workers", 1)
    assert result.exit_code == 1
    assert result.stdout.startswith("game 3: ply ")


def test_replays_and_tables_need_no_secret(folder: Path) -> None:
    told = [arena("replay", folder, 3).stdout, arena("leaderboard", folder).stdout]
    without_secret(folder)
    assert told == [arena("replay", folder, 3).stdout, arena("leaderboard", folder).stdout]


def test_a_question_is_asked_again_only_with_the_secret(folder: Path) -> None:
    words = ("repro", folder, 0, "--seat", 0, "--ply", 0, "--trusted")
    assert "which is legal" in arena(*words).stdout
    without_secret(folder)
    result = arena(*words)
    assert result.exit_code == 2
    assert "is not there, or not yours to read: without its secret" in result.output


def reveal(folder: Path, *words: str) -> Result:
    """What `arena reveal` says."""
    return arena("reveal", folder, *words)


def test_revealed_everybody_can_check_the_deals(folder: Path) -> None:
    words = secret_in(folder)
    said = f"The secret of {folder} is {words}: it is in manifest.json now, for all to check the"
    assert reveal(folder).stdout.startswith(f"{said} deals.\nHash: ")
    assert results_of(folder).revealed == words
    before = (folder / "manifest.json").read_bytes()
    assert reveal(without_secret(folder)).stdout.startswith(f"{said} deals.\nHash: ")
    assert (folder / "manifest.json").read_bytes() == before
    assert KNOWN in arena("verify", folder, "--workers", 1).stdout


def test_another_secret_than_was_committed_to_is_found(folder: Path) -> None:
    reveal(folder)
    write_manifest(folder, msgspec.structs.replace(results_of(folder), revealed=str(OTHER.words)))
    result = arena("verify", folder, "--workers", 1)
    assert result.exit_code == 1
    sentence = f"the revealed secret is not what the manifest of {folder} has committed to\n"
    assert result.stdout.startswith(sentence)


def test_it_is_not_revealed_while_games_are_missing(folder: Path) -> None:
    GameStore(folder).path("games", 0).unlink()
    result = reveal(folder)
    assert (result.exit_code, result.output) == (
        2,
        f"Error: 12 of 12 games of {folder} are still to be played, and can't be once its secret is"
        " known: play them first, or say --anyway\n",
    )
    assert results_of(folder).revealed is None
    assert reveal(folder, "--anyway").exit_code == 0
    with pytest.raises(ArenaError) as refused:
        play(folder)
    assert str(refused.value) == (
        f"the secret of {folder} has been revealed, so that its deals are known: the 12 games that"
        " are missing can't be played any more"
    )


def test_nobody_joins_once_it_is_revealed(folder: Path, tmp_path: Path) -> None:
    reveal(folder)
    before = (folder / "manifest.json").read_bytes()
    for bot in BOTS:
        (tmp_path / bot.file).write_bytes(bot.code)
    (tmp_path / "late.py").write_bytes(named("late", "return legal[0]").code)
    config = tmp_path / "small.toml"
    config.write_text(
        'name = "small"\nruleset = "usa"\nseats = 2\nrounds = 2\nisolation = "none"\n'
        f"bots = {[bot.file for bot in BOTS]}\n[limits]\ncpu = 5.0\nidle = 5.0\n"
    )
    words = ("submit", tmp_path / "late.py", config, "--out", folder, "--trusted")
    result = arena(*words)
    assert (result.exit_code, result.output) == (
        2,
        f"Error: the secret of {folder} has been revealed: whoever joined now could know its"
        " deals\n",
    )
    assert (folder / "manifest.json").read_bytes() == before
    play(folder)  # all games are there: nothing is added


def test_without_the_secret_nobody_joins(folder: Path, tmp_path: Path) -> None:
    from arena.tournament.submit import Submission

    without_secret(folder)
    before = (folder / "manifest.json").read_bytes()
    late = Submission(CHOSEN, folder, named("late", "return legal[0]"))
    with pytest.raises(SecretError, match="is not there, or not yours to read: without its secret"):
        late.play(workforce.on_this_machine(1), print)
    assert (folder / "manifest.json").read_bytes() == before


def test_a_public_seed_is_nothing_to_reveal(tmp_path: Path) -> None:
    folder = play(tmp_path / "results", seed=7, rounds=1)
    result = reveal(folder)
    assert result.exit_code == 2
    assert result.output == f"Error: the seed of {folder} is public: there is nothing to reveal\n"


@pytest.mark.parametrize("revealed", ["", "7", "g" * 32, "ABCDEF0123456789" * 2])
def test_what_is_no_secret_can_not_have_been_revealed(folder: Path, revealed: str) -> None:
    write_manifest(folder, msgspec.structs.replace(results_of(folder), revealed=revealed))
    with pytest.raises(ArenaError, match="is damaged: what it reveals is no secret"):
        results_of(folder)


def test_with_duplicates_the_games_of_a_round_have_the_same_piles(tmp_path: Path) -> None:
    folder = play(tmp_path / "results", duplicate=True)
    table = pq.read_table(folder / "games").to_pylist()
    assert {row["deal"] for row in table} == {0, 1}
    assert len({(row["deal"], row["seed"]) for row in table}) == 2
    moves = pq.read_table(folder / "moves").to_pylist()
    decks = {
        (table[row["game"]]["deal"], row["action"]) for row in moves if row["ply"] == 0
    }  # fmt: skip
    assert len(decks) == 2
    assert KNOWN in arena("verify", folder, "--workers", 1).stdout
    assert arena("replay", folder, 11).stdout.startswith("game 11 of small, round 1, deal 1\n")
