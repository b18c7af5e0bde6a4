"""Results that another engine has played, or bots whose planning has changed since they joined."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from arena import identity as identities
from arena.identity import engine, identity
from arena.match import planning_files
from arena.match.source import Source
from arena.results import ask, store as storing, verify
from arena.results.manifest import ManifestError, read_roster, results_of
from arena.results.store import GameStore
from arena.tournament import leaving, run as running, submit
from arena.workers import games, workforce
from tests.tournament.submitting import arena, choosing, done
from tests.tournament.tournaments import (
    BOTS,
    InPlace,
    configuration,
    named,
    results,
    touched,
    written,
)

PART = 4
"""Games in a part, of twelve in all."""
WEIGHTS = "arena/planning/weights.py"
PLANNING = named("planning", "from arena.planning import Weights\nreturn legal[0]")
SIMPLE = BOTS[:2]
Change = Callable[[str], None]


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)
    monkeypatch.setattr(storing, "PART", PART)


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Iterator[Change]:
    """A function that makes another arena of this one, with other contents in a file."""

    def change(file: str) -> None:
        there = {**identities.identity(), file: "9.9" if file == "arena" else "0" * 64}
        monkeypatch.setattr(identities, "identity", lambda: there)
        monkeypatch.setattr(planning_files, "identity", lambda: there)
        forget()

    yield change
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Have hashes be worked out again."""
    engine.cache_clear()
    planning_files.planning_of.cache_clear()


def play(folder: Path, bots: tuple[Source, ...] = BOTS, *, new_engine: bool = False) -> str:
    """Play our tournament, or go on with it; returns the summary."""
    hire = workforce.on_this_machine(1)
    return running.run(configuration(bots), folder, hire, print, new_engine).summary()


def lose_part(folder: Path, part: int) -> None:
    """Lose the games of a part."""
    GameStore(folder).path("games", part).unlink()


def engines(folder: Path) -> list[str]:
    """The engine of each stored game, in order."""
    return [str(name) for name in pq.read_table(folder / "games")["engine"].to_pylist()]


def is_verified(folder: Path) -> bool:
    """Whether every stored game is right."""
    verdict = verify.verify(folder, 1)
    assert verdict.differences == []
    return verdict.games == 12


def test_every_game_and_the_manifest_name_the_engine(tmp_path: Path) -> None:
    assert "engine" not in play(tmp_path)
    assert engines(tmp_path) == [engine()] * 12
    assert results_of(tmp_path).engines == (engine(),)


def test_another_engine_reads_and_verifies_results_and_does_not_go_on(
    tmp_path: Path, change: Change
) -> None:
    play(tmp_path)
    before, first = touched(tmp_path), engine()
    change("arena/referee/taking.py")
    assert first != engine()
    with pytest.raises(ManifestError) as refused:
        play(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path} was played by engine {first}, and this arena has {engine()}: its games can be"
        " read and verified; to play on with this engine, say --new-engine"
    )
    assert before == touched(tmp_path)
    assert "12 of 12 games" in running.look(tmp_path).summary()
    assert is_verified(tmp_path)


def test_another_engine_goes_on_when_told_to_and_its_games_are_known(
    tmp_path: Path, change: Change
) -> None:
    play(tmp_path)
    before, first = results(tmp_path), engine()
    lose_part(tmp_path, 1)
    change("arena/sandbox/parent.py")
    summary = play(tmp_path, new_engine=True)
    second = engine()
    assert engines(tmp_path) == [first] * PART + [second] * PART + [first] * PART
    assert results_of(tmp_path).engines == (first, second)
    tells = "several engines played, as the column engine of games tells: "
    assert f"\n{tells}{first}, {second}\n" in summary
    assert is_verified(tmp_path)
    after = results(tmp_path)
    others = [name for name in before if not name.endswith("1.parquet")]
    assert {name: after[name] for name in others} == {name: before[name] for name in others}
    play(tmp_path)  # it is known now


def test_an_engine_that_has_played_nothing_is_not_named(tmp_path: Path, change: Change) -> None:
    play(tmp_path)
    first = engine()
    change("arena/referee/taking.py")
    assert "several engines" not in play(tmp_path, new_engine=True)
    assert results_of(tmp_path).engines == (first,)


def test_another_version_of_arena_goes_on_if_the_engine_is_the_same(
    tmp_path: Path, change: Change
) -> None:
    play(tmp_path)
    lose_part(tmp_path, 2)
    first = engine()
    change("arena")
    assert "several engines" not in play(tmp_path)
    assert results_of(tmp_path).engines == (first, engine())
    assert engines(tmp_path) == [first] * 2 * PART + [engine()] * PART
    assert is_verified(tmp_path)


def test_a_game_of_an_engine_that_the_manifest_does_not_name_is_found(
    tmp_path: Path, change: Change
) -> None:
    play(tmp_path / "one")
    change("arena/referee/taking.py")
    play(tmp_path / "other")
    part = GameStore(tmp_path / "other").path("games", 0)
    part.replace(GameStore(tmp_path / "one").path("games", 0))
    found = verify.verify(tmp_path / "one", 1).differences
    assert (
        found[0]
        == f"game 0: it was played by engine {engine()!r}, which the manifest does not name"
    )


def test_a_bot_whose_planning_has_changed_does_not_play_on(tmp_path: Path, change: Change) -> None:
    bots = (*SIMPLE, PLANNING)
    play(tmp_path, bots)
    version = PLANNING.version
    assert results_of(tmp_path).bots[2].planning[WEIGHTS] == identity()[WEIGHTS][:16]
    change(WEIGHTS)
    assert PLANNING.version != version
    play(tmp_path, bots)  # there is nothing to play
    assert is_verified(tmp_path)
    assert read_roster(tmp_path, results_of(tmp_path)) == bots
    lose_part(tmp_path, 1)
    before = touched(tmp_path)
    with pytest.raises(ManifestError) as refused:
        play(tmp_path, bots)
    assert str(refused.value) == (
        f"planning can't play on as version {version}: {WEIGHTS} has changed since it joined (play"
        " on with the arena of that time, or withdraw it and submit it again as a new version)"
    )
    assert before == touched(tmp_path)


def test_bots_that_import_no_planning_play_on_when_it_changes(
    tmp_path: Path, change: Change
) -> None:
    play(tmp_path)
    lose_part(tmp_path, 1)
    change(WEIGHTS)
    play(tmp_path)
    assert len(set(engines(tmp_path))) == 1
    assert is_verified(tmp_path)


def test_nobody_is_compared_with_a_bot_whose_planning_has_changed(
    tmp_path: Path, change: Change
) -> None:
    chosen = configuration((*SIMPLE, PLANNING))
    play(tmp_path, chosen.bots)
    change(WEIGHTS)
    again = submit.Submission(chosen, tmp_path, PLANNING)
    with pytest.raises(ManifestError, match="planning can't play on as version"):
        again.play(workforce.on_this_machine(1), print)
    assert len(results_of(tmp_path).bots) == 3
    leaving.withdraw(tmp_path, "planning", print)
    assert submit.as_played(chosen, tmp_path) == chosen
    again.play(workforce.on_this_machine(1), print)
    old, new = (bot for bot in results_of(tmp_path).bots if bot.name == "planning")
    assert old.withdrawn
    assert not new.withdrawn
    assert old.version != new.version
    assert verify.verify(tmp_path, 1).differences == []


def test_bots_that_are_asked_again_may_answer_otherwise_and_that_is_said(
    tmp_path: Path, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = (*SIMPLE, PLANNING)
    file, folder = written(tmp_path, configuration(bots)), tmp_path / "results"
    done("run", file, "--out", folder, "--workers", 1)
    again = ("repro", folder, 0, "--seat", 0, "--ply", 9, "--trusted")
    assert "otherwise" not in done(*again)
    first = engine()
    change("arena/referee/taking.py")
    change(WEIGHTS)
    reason = f"games were played by engine {first}, and {engine()} asks now"
    assert f"it may answer otherwise than it did: {reason}\n" in done(*again)
    monkeypatch.setattr(ask, "WorkerPool", InPlace)
    assert ask.ask(folder, 1, 1).sentence() == (
        "1 games put to the bots again: every answer is the same. Answers may differ, for"
        f" {reason}; {WEIGHTS} has changed since planning joined."
    )


def test_run_and_submit_take_a_flag_to_go_on(tmp_path: Path, change: Change) -> None:
    file, folder = written(tmp_path, configuration(SIMPLE)), tmp_path / "results"
    done("run", file, "--out", folder)
    first = engine()
    change("arena/seeds.py")
    joining = ("submit", tmp_path / "crashing.py", file, "--out", folder, "--trusted")
    (tmp_path / "crashing.py").write_bytes(choosing("return legal[-1]").encode())
    for words in (("run", file, "--out", folder), joining):
        refused = arena(*words)
        assert refused.exit_code == 2
        assert "say --new-engine" in refused.output
    done(*joining, "--new-engine")
    assert engines(folder) == [first] * 4 + [engine()] * 8
    assert "several engines played" in done("run", file, "--out", folder, "--new-engine")
    assert "several engines played" in done("leaderboard", folder)
