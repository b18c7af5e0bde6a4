"""A tournament that grows bot by bot, and is killed on the way, is the one that had them all."""

import os
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from arena.results.lock import locked
from arena.results.manifest import read_bot, results_of, write_bot, write_manifest
from arena.tournament.schedule import Schedule
from arena.tournament.settings import ALL, BALANCED, Settings
from arena.tournament.sittings import Extension, Joining, Sitting, Stage
from arena.tournament.submit import TURNS
from arena.workers import games as games_there, workforce
from tests.tournament.submitting import (
    ANY,
    DEADLINE,
    LAST,
    column,
    configured,
    done,
    leaning,
    manifest,
    names,
    picture,
    read_csv,
    started,
    tables,
    wait_for,
    written,
)
from tests.tournament.tournaments import InPlace

SEATS = st.sets(st.integers(2, 4), min_size=1, max_size=2).map(lambda seats: tuple(sorted(seats)))


def games(schedule: Schedule) -> list[Sitting]:
    """All games of a schedule."""
    return [schedule[game] for game in range(len(schedule))]


def configuration(kind: str, seats: tuple[int, ...], rounds: int) -> Settings:
    """The settings of a tournament."""
    return Settings(name="grown", rulesets=("usa",), seats=seats, rounds=rounds, schedule=kind)


@settings(deadline=None, max_examples=30)
@given(SEATS, st.integers(1, 2), st.text(), st.integers(0, 3), st.integers(0, 3))
def test_who_came_one_by_one_has_the_games_of_who_came_together(
    seats: tuple[int, ...], rounds: int, key: str, more: int, joining: int
) -> None:
    chosen, founders = configuration(ALL, seats, rounds), seats[-1] + more
    joinings = [Joining(founders + number) for number in range(joining)]
    grown = games(Schedule(chosen, key, founders, joinings))
    assert grown == games(Schedule(chosen, key, founders + joining))
    assert grown[: len(Schedule(chosen, key, founders))] == games(Schedule(chosen, key, founders))
    wanted = {
        (chosen_round, frozenset(table)): count
        for count in seats
        for chosen_round in range(rounds)
        for table in combinations(range(founders + joining), count)
    }
    assert Counter((game.round, frozenset(game.table)) for game in grown) == wanted


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from([ALL, BALANCED]),
    SEATS,
    st.integers(1, 3),
    st.text(),
    st.integers(0, 3),
    st.lists(st.sets(st.integers(0, 9), max_size=4), min_size=1, max_size=3),
)
def test_a_joining_changes_no_game_and_leaves_out_who_was_withdrawn(
    kind: str, seats: tuple[int, ...], rounds: int, key: str, more: int, gone: list[set[int]]
) -> None:
    chosen, founders = configuration(kind, seats, rounds), seats[-1] + more
    joinings: list[Joining] = []
    before = games(Schedule(chosen, key, founders))
    for number, absent in enumerate(gone, founders):
        away = tuple(sorted(bot for bot in absent if bot < number))
        usual = Schedule(chosen, key, founders, joinings).usual_tables(away) if kind != ALL else ()
        joinings.append(Joining(number, away, usual))
        after = games(Schedule(chosen, key, founders, joinings))
        assert after[: len(before)] == before
        new = after[len(before) :]
        assert all(number in game.table for game in new)
        assert not any(set(game.table) & set(away) for game in new)
        before = after


@settings(deadline=None, max_examples=60)
@given(SEATS, st.integers(1, 12), st.text(), st.integers(0, 15), st.integers(1, 3))
def test_in_a_balanced_tournament_a_new_bot_has_as_many_tables_as_the_others(
    seats: tuple[int, ...], rounds: int, key: str, more: int, joining: int
) -> None:
    chosen, founders = configuration(BALANCED, seats, rounds), seats[-1] + more
    joinings: list[Joining] = []
    for new in range(founders, founders + joining):
        before = Schedule(chosen, key, founders, joinings)
        joinings.append(Joining(new, (), before.usual_tables(())))
        after = games(Schedule(chosen, key, founders, joinings))
        for count in seats:
            old = [game for game in after[: len(before)] if len(game.table) == count]
            fresh = [game for game in after[len(before) :] if len(game.table) == count]
            sat = Counter(bot for game in old for bot in game.table)
            usual = round(mean(sat[bot] // count for bot in range(new)))
            assert len(fresh) == count * usual
            check_balance(fresh, new, count, rounds)


def check_balance(fresh: list[Sitting], new: int, seats: int, rounds: int) -> None:
    """See that a bot sits everywhere as often, in every round, with everybody."""
    places = Counter(game.table.index(new) for game in fresh)
    assert len(set(places.values())) <= 1
    played = Counter(game.round for game in fresh)
    assert spread([played[number] // seats for number in range(rounds)]) <= 1
    met = Counter(bot for game in fresh for bot in game.table)
    assert spread([met[bot] // seats for bot in range(new)]) <= 1


def spread(counts: list[int]) -> int:
    """How far counts are apart."""
    return max(counts) - min(counts)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([ALL, BALANCED]),
    SEATS,
    st.integers(1, 2),
    st.lists(st.integers(1, 2), min_size=1, max_size=2),
    st.integers(0, 2),
    st.booleans(),
)
def test_more_rounds_change_no_game_and_are_played_by_all_who_are_there(
    kind: str, seats: tuple[int, ...], rounds: int, more: list[int], joining: int, leave: bool
) -> None:
    founders = seats[-1] + 1
    stages: list[Stage] = []
    for bot in range(founders, founders + joining):
        chosen = configuration(kind, seats, rounds)
        usual = Schedule(chosen, "key", founders, stages).usual_tables(())
        stages.append(Joining(bot, (), usual))
    gone = (0,) if leave else ()
    present = [bot for bot in range(founders + joining) if bot not in gone]
    for added in more:
        before = games(Schedule(configuration(kind, seats, rounds), "key", founders, stages))
        stages.append(Extension(rounds, rounds + added, gone))
        grown = configuration(kind, seats, rounds + added)
        after = games(Schedule(grown, "key", founders, stages))
        assert after[: len(before)] == before
        new = after[len(before) :]
        assert {game.round for game in new} == set(range(rounds, rounds + added))
        assert {bot for game in new for bot in game.table} == set(present)
        if kind == ALL:
            check_all_tables(new, present, seats, range(rounds, rounds + added))
        rounds += added


def check_all_tables(
    new: list[Sitting], present: list[int], seats: tuple[int, ...], rounds: range
) -> None:
    """See that every table of the bots has each new round, in every rotation."""
    wanted = {
        (number, frozenset(table)): count
        for count in seats
        for number in rounds
        for table in combinations(present, count)
    }
    assert Counter((game.round, frozenset(game.table)) for game in new) == wanted


def test_who_joins_after_more_rounds_plays_all_of_them() -> None:
    chosen = configuration(ALL, (2,), 5)
    stages = [Extension(2, 5), Joining(3)]
    together = games(Schedule(chosen, "key", 4))
    grown = games(Schedule(chosen, "key", 3, stages))
    assert sorted(map(what, grown)) == sorted(map(what, together))


def what(game: Sitting) -> tuple[int, tuple[int, ...]]:
    """What a game is, whatever its number."""
    return game.round, game.table


def test_every_ruleset_has_the_same_tables_and_deals_of_its_own() -> None:
    for kind in (ALL, BALANCED):
        chosen = replace(configuration(kind, (2, 3), 2), rulesets=("usa", "africa"))
        for duplicate in (False, True):
            both = games(Schedule(replace(chosen, duplicate=duplicate), "key", 4))
            usa, africa = (
                [game for game in both if game.ruleset == name] for name in chosen.rulesets
            )
            assert Counter(map(what, usa)) == Counter(map(what, africa))
            assert not {game.deal for game in usa} & {game.deal for game in africa}


TEN = {f"bot{number}": leaning(0.4 * 1.2**number) for number in range(10)}
"""Ten bots, each a little more hasty than the one before."""


MOMENTS: dict[str, Callable[[Path, str], bool]] = {
    "bot4": lambda results, name: name in names(results),
    "bot7": lambda results, name: any((results / "unfinished").glob("game-*")),
}
"""Who is killed, and when: at the latest then, for nobody knows what comes next."""


@pytest.fixture
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is run here plays here; what is to be killed has workers of its own."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(games_there, "silence", lambda: None)


def killed(moment: Callable[[], bool], *words: object) -> None:
    """Start a command and kill it with all its processes, as soon as something is so."""
    process = started(*words, stdout=subprocess.DEVNULL, start_new_session=True)
    wait_for(moment, process)
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait(DEADLINE) == -signal.SIGKILL


@pytest.mark.usefixtures("in_place")
def test_ten_bots_in_a_row_two_at_once_some_killed_give_the_table_of_one_run(
    tmp_path: Path,
) -> None:
    config = configured(tmp_path, {"any": ANY, "last": LAST})
    results = tmp_path / "results"
    files = [written(tmp_path, f"{name}.py", code) for name, code in TEN.items()]

    def words(file: Path) -> tuple[object, ...]:
        return ("submit", file, config, "--out", results, "--workers", 1, "--trusted")

    outputs = []
    for file in files[:8]:
        if file.stem in MOMENTS:
            killed(lambda: MOMENTS[file.stem](results, file.stem), *words(file))  # noqa: B023
        else:
            outputs.append(done(*words(file)))
    two_at_once(results, [words(file) for file in files[8:]])
    outputs += [done(*words(tmp_path / f"{name}.py")) for name in MOMENTS]

    assert sorted(names(results)) == sorted(["any", "last", *TEN])
    together = configured(
        tmp_path, {name: ({"any": ANY, "last": LAST} | TEN)[name] for name in names(results)}
    )
    done("run", together, "--out", tmp_path / "together", "--workers", 1, "--trusted")
    assert tables(results) == tables(tmp_path / "together")
    assert column(read_csv(results), "games") == ["22"] * 12
    assert not list((results / "unfinished").iterdir())
    shown_around(results, "bot7", outputs[-1])


def two_at_once(results: Path, commands: list[tuple[object, ...]]) -> None:
    """Have two commands begin while neither may write; both wait, say so, and get their turn."""
    logs = [results.with_name(f"log{number}") for number in range(len(commands))]
    with locked(results, print):
        before = manifest(results)
        running = []
        for command, log in zip(commands, logs, strict=True):
            with log.open("w") as file:
                running.append(started(*command, stdout=file, stderr=file))
        waiting = f"another run writes into {results}, process {os.getpid()} of "
        wait_for(lambda: all(waiting in log.read_text() for log in logs))
        assert manifest(results) == before
    assert [process.wait(DEADLINE) for process in running] == [0, 0]


def shown_around(results: Path, name: str, output: str) -> None:
    """See that a bot is shown where it came in, with two above and two below."""
    board = column(read_csv(results), "bot")
    place = board.index(name) + 1
    assert f"{name} came in at place {place} of {len(board)}\n" in output
    shown = [line.split()[1] for line in output.split("#  bot")[1].splitlines()[1:-2]]
    assert shown == board[max(0, place - 3) : place + 2]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A balanced tournament that has been played, to be copied."""
    home = tmp_path_factory.mktemp("drawn")
    bots = {f"any{number}": f"{ANY}# {number}\n" for number in range(4)}
    config = configured(home, bots, schedule="balanced", rounds=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workforce, "WorkerPool", InPlace)
        patch.setattr(games_there, "silence", lambda: None)
        done("run", config, "--out", home / "results", "--workers", 1, "--trusted")
    # As strong as the others: a bot that always wins or loses stays less certain than they are.
    written(home, "last.py", f"{ANY}# last\n")
    written(home, "hasty.py", leaning(3))
    return home


@pytest.mark.usefixtures("in_place")
def test_a_new_bot_plays_on_until_it_is_rated_as_surely_as_the_others(
    drawn: Path, tmp_path: Path
) -> None:
    """Who was interrupted meanwhile plays on before the next one joins, as if undisturbed."""
    calm, disturbed = (
        Path(shutil.copytree(drawn, tmp_path / name)) for name in ("calm", "disturbed")
    )

    def words(home: Path, name: str) -> tuple[object, ...]:
        out = ("--out", home / "results", "--workers", 1, "--trusted")
        return ("submit", home / f"{name}.py", home / "small.toml", *out)

    done(*words(calm, "last"))
    there = results_of(calm / "results")
    assert [joining.bot for joining in there.stages] == [4] * len(there.stages)
    assert 1 < len(there.stages) <= TURNS
    assert there.stages[0].tables == (2,)
    sigmas = {row["bot"]: float(row["sigma"]) for row in read_csv(calm / "results")}
    assert sigmas.pop("last") <= max(sigmas.values())
    again_plays_nothing(calm, words)

    write_bot(disturbed / "results", read_bot(calm / "results", there.bots[4]))
    write_manifest(disturbed / "results", replace(there, stages=there.stages[:-1]))
    for home in (calm, disturbed):
        done(*words(home, "hasty"))
    assert names(calm / "results")[-1] == "hasty"
    assert tables(disturbed / "results") == tables(calm / "results")
    assert manifest(disturbed / "results") == manifest(calm / "results")
    again_plays_nothing(calm, words)


def again_plays_nothing(home: Path, words: Callable[[Path, str], tuple[object, ...]]) -> None:
    """Submit every bot again, of those too who were there from the start: nothing changes."""
    before = picture(home / "results")
    for name in names(home / "results"):
        assert "this bot is in the tournament already" in done(*words(home, name))
        assert picture(home / "results") == before


@pytest.mark.usefixtures("in_place")
def test_ctrl_c_says_how_to_go_on(drawn: Path, tmp_path: Path) -> None:
    home = Path(shutil.copytree(drawn, tmp_path / "home"))
    results = home / "results"
    command = ("submit", home / "hasty.py", home / "small.toml", "--out", results)
    command += ("--workers", 1, "--trusted")
    process = started(*command)
    wait_for(lambda: "hasty" in names(results), process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=DEADLINE)
    assert process.returncode == 128 + signal.SIGINT
    told = " ".join(["arena", *map(str, command)])
    warning, games, *progress, stopped = said.splitlines()
    assert all(" games, " in line for line in progress)  # where it is slow
    assert " games that are left of " in games
    assert warning.startswith("seed = 3 is public")
    assert stopped.startswith("Stopped")
    assert stopped.endswith(f". Go on with: {told}")
    assert "this bot is in the tournament already" in done(*command)
    assert len(read_csv(results)) == 5
