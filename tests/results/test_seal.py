"""The seal of a results folder: what it covers, when it is broken, and what it must not tell."""

import hashlib
import os
import shutil
import subprocess
import tracemalloc
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.results import verify
from arena.results.files import SEAL, unseal
from arena.results.manifest import results_of, write_bot, write_manifest
from arena.results.seal import SealError, check_seal, hash_line, read_seal, seal, sealed_now
from arena.results.store import GameStore
from arena.tournament import reveal, run as running
from arena.workers import games, workforce
from tests.tournament.tournaments import GREEDY, InPlace, configuration, named


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without workers: what they do is not the matter here."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of a small tournament with a secret."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workforce, "WorkerPool", InPlace)
        patch.setattr(games, "silence", lambda: None)
        folder = tmp_path_factory.mktemp("good") / "results"
        hire = workforce.on_this_machine(1)
        running.run(configuration(seed=None, rounds=1), folder, hire, print)
        return folder


@pytest.fixture
def results(good: Path, tmp_path: Path) -> Path:
    """A copy of them."""
    return Path(shutil.copytree(good, tmp_path / "results"))


def verified(folder: Path, *options: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["verify", str(folder), "--workers", "1", *options])


def hash_of(folder: Path) -> str:
    """The hash in a folder's seal, which must be right."""
    there = read_seal(folder)
    assert there is not None
    assert there == sealed_now(folder)
    return there.hash


def test_it_covers_manifest_bots_tables_and_every_part(results: Path) -> None:
    there = read_seal(results)
    assert there is not None
    assert {"manifest.json", "leaderboard.csv", "head_to_head.csv"} < there.files.keys()
    assert {f"bots/{bot.version}.py" for bot in results_of(results).bots} < there.files.keys()
    tables = ("games", "seats", "moves", "times", "faults")
    assert {f"{table}/part-00000.parquet" for table in tables} < there.files.keys()


def test_it_tells_nothing_of_the_secret(results: Path) -> None:
    before = hash_of(results)
    words = (results / "secret").read_bytes()
    text = (results / SEAL).read_text()
    assert hashlib.sha256(words).hexdigest() not in text
    assert hashlib.sha256(words.strip()).hexdigest() not in text
    (results / "secret").unlink()
    assert hash_of(results) == before


def test_locks_and_half_written_files_are_not_covered(results: Path) -> None:
    before = hash_of(results)
    (results / "lock").write_text("somebody")
    (results / "unfinished").mkdir(exist_ok=True)
    for name in (".unfinished-manifest.json", "games/.unfinished-part", "unfinished/game-1.arrow"):
        (results / name).write_text("half")
    assert hash_of(results) == before


def test_a_pipe_holds_nobody_up(results: Path) -> None:
    os.mkfifo(results / "endless.csv")
    assert hash_of(results)
    result = verified(results)
    assert f"{results / 'endless.csv'} does not belong there" in result.output
    assert result.exit_code == 1


def test_others_can_check_it_without_arena(results: Path) -> None:
    done = subprocess.run(["sha256sum", "--check", SEAL], cwd=results, capture_output=True)
    assert done.returncode == 0, done.stderr
    lines = [line for line in (results / SEAL).read_text().splitlines() if line[0] != "#"]
    text = "".join(f"{line}\n" for line in lines)
    assert hashlib.sha256(text.encode()).hexdigest() == hash_of(results)


@pytest.mark.parametrize("digits", [64, 16])
def test_a_published_hash_is_compared(digits: int, results: Path) -> None:
    published = hash_of(results)[:digits]
    result = verified(results, "--hash", published.upper())
    assert result.exit_code == 0, result.output
    assert "The hash is the published one: the manifest (isolation and limits too)" in result.stdout
    result = verified(results, "--hash", "0" * digits)
    assert result.exit_code == 1
    assert f"the hash of {results} is {hash_of(results)}, not the published 000" in result.stdout


@pytest.mark.parametrize("text", ["", "12", "0" * 15, "0" * 65, "g" * 64])
def test_what_is_no_hash_is_refused(text: str, results: Path) -> None:
    result = verified(results, "--hash", text)
    assert result.exit_code == 2
    assert f"Error: {text!r} is no hash: give its 64 hexadecimal digits" in result.output


def test_what_changed_is_named(results: Path) -> None:
    (results / "times" / "part-00000.parquet").write_bytes(b"")
    (results / "head_to_head.csv").unlink()
    (results / "notes.txt").write_text("mine")
    assert check_seal(results, None).differences == (
        f"{results / 'head_to_head.csv'} is not there any more, but was sealed",
        f"{results / 'notes.txt'} was not there when the results were sealed",
        f"{results / 'times/part-00000.parquet'} has changed since the results were sealed",
    )


@pytest.mark.parametrize("change", ["", "x", "more\n{text}", "{text}more\n", "{turned}"])
def test_a_seal_that_is_none_is_told(change: str, results: Path) -> None:
    text = (results / SEAL).read_text()
    turned = "".join(reversed(text.splitlines(keepends=True)[:-1])) + text.splitlines()[-1] + "\n"
    (results / SEAL).write_text(change.format(text=text, turned=turned))
    with pytest.raises(SealError, match="is damaged: it is no seal"):
        read_seal(results)
    assert hash_line(results) == [f"{results / SEAL} is damaged: it is no seal"]
    result = verified(results)
    assert f"{results / SEAL} is damaged: it is no seal" in result.output
    assert result.exit_code == 1


def test_whatever_is_written_breaks_it_first(results: Path) -> None:
    manifest = results_of(results)
    store = GameStore(results)
    packed = b""
    for write in (
        lambda: write_manifest(results, manifest),
        lambda: write_bot(results, named("new", GREEDY)),
        lambda: store.add(packed, [999], 1000),
    ):
        seal(results)
        write()
        assert not (results / SEAL).exists()
    unseal(results)  # again: there is none


def test_every_command_seals_what_it_leaves(results: Path) -> None:
    seen = [hash_of(results)]
    assert CliRunner().invoke(main, ["withdraw", str(results), "chancy"]).exit_code == 0
    seen.append(hash_of(results))
    running.run(configuration(seed=None, rounds=2), results, workforce.on_this_machine(1), print)
    seen.append(hash_of(results))
    said = reveal.reveal(results, False, print)
    seen.append(hash_of(results))
    assert said.endswith(f"\nHash: {seen[-1]}")
    assert len(set(seen)) == 4
    assert verified(results, "--hash", seen[-1]).exit_code == 0


def test_results_that_never_ended_are_not_sealed_by_revealing_them(results: Path) -> None:
    unseal(results)
    assert "Hash" not in reveal.reveal(results, True, print)
    assert not (results / SEAL).exists()


def test_summaries_end_with_the_hash(results: Path) -> None:
    told = CliRunner().invoke(main, ["leaderboard", str(results)]).stdout
    assert told.endswith(f"Results: {results}\nHash: {hash_of(results)}\n")
    unseal(results)
    told = CliRunner().invoke(main, ["leaderboard", str(results)]).stdout
    assert told.endswith(f"Results: {results}\n")


def test_a_run_with_nothing_to_play_leaves_the_same_hash(results: Path) -> None:
    before = hash_of(results)
    running.run(configuration(seed=None, rounds=1), results, workforce.on_this_machine(1), print)
    assert hash_of(results) == before


def test_isolation_is_covered(results: Path) -> None:
    published = hash_of(results)
    there = results_of(results)
    (used,) = there.environments
    better = msgspec.structs.replace(used, isolation="sandbox (landlock and seccomp)")
    write_manifest(results, msgspec.structs.replace(there, environments=(better,)))
    seal(results)
    assert verified(results).exit_code == 0
    assert verified(results, "--hash", published).exit_code == 1


def test_large_files_are_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(64_000_000)
    tracemalloc.start()
    try:
        assert sealed_now(tmp_path).files.keys() == {"large"}
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
