"""What a hostile worker sends is data, and checked: none of it runs, no other game is stored."""

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pytest

from arena.identity import engine
from arena.match.seats import Isolation
from arena.results.manifest import Environment
from arena.results.tables import Tables, pack, unpack
from arena.tournament.sittings import Fixture
from arena.workers.cluster import ClusterWorkforce, answer_of
from arena.workers.cluster_data import Unread, read_data
from arena.workers.cluster_worker import WorkerRefused
from arena.workers.delivery import DeliveryRefused, check_delivery, check_environment
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.pool import Done, Heartbeat
from tests.match.tables import FIRST, choosing
from tests.workers.machines import PROJECT, Network
from tests.workers.test_cluster import settings, wait_for_workers

HOSTILE = """
import os
import msgspec
from arena.workers import cluster_worker
from arena.workers.cluster_worker import encode, read_answer, read_fixtures, WorkerRefused
from arena.workers.pool import Done

DEED = f"[ $PPID = {{os.getpid()}} ] || touch {marker}"  # wherever it is read, but not here

class Evil:
    def __reduce__(self):
        return os.system, (DEED,)

class EvilError(Exception):
    def __reduce__(self):
        return os.system, (DEED,)

honest_play, honest_admit = cluster_worker.play, cluster_worker.admit

def elsewhere(fixtures):
    moved = [msgspec.structs.replace(each, game=each.game + 1) for each in read_fixtures(fixtures)]
    return encode(moved)

def raising(error):
    raise error

def play(key, fixtures):
    return {play}

def admit(assignment, theirs):
    return {admit}

for task in (play, admit):
    task.__module__ = cluster_worker.__name__
    setattr(cluster_worker, task.__name__, task)
"""
PLAY = "honest_play(key, fixtures)"
ADMIT = "honest_admit(assignment, theirs)"
WAYS = {
    "a result that runs": ("Evil()", ADMIT, "its answer can't be read"),
    "an error that runs": ("raising(EvilError())", ADMIT, "has no arena like this one"),
    "nonsense": ("b'nonsense'", ADMIT, "its answer can't be read"),
    "another game": (
        "honest_play(key, elsewhere(fixtures))",
        ADMIT,
        "its games are not those that it was given",
    ),
    "escape codes": (r"encode(WorkerRefused('\x1b[31mred'))", ADMIT, r"\x1b[31mred"),
    "a result before the question": (PLAY, "encode(Done(b'', 1.0))", "what it was not asked"),
}


def program(marker: Path, way: str) -> str:
    """What a worker does before it joins, to be hostile in some way."""
    play, admit, _ = WAYS[way]
    return HOSTILE.format(marker=marker, play=play, admit=admit)


TALKING = choosing("print(view.turns)\nview.note('w', routes=[1], text='x' * 99)\nreturn legal[-1]")
ASSIGNMENT = GamesToPlay(settings(Isolation.NONE), (FIRST, TALKING))


def chunk_of(*games: int) -> list[Fixture]:
    return [Fixture(game, "usa", 0, 7, (game % 2, 1 - game % 2), (1, 2)) for game in games]


def test_hostile_workers_are_refused_and_others_play_their_games(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    network = Network(tmp_path)
    said: list[str] = []
    deadline = time.monotonic() + 150

    def chunks() -> Iterator[list[Fixture]]:
        """Games until all that are hostile have shown it."""
        for game in range(1_000_000):
            if len(said) == len(WAYS) or time.monotonic() > deadline:
                return
            yield chunk_of(game)

    try:
        network.worker()
        for way in WAYS:
            network.worker(program(marker, way))
        wait_for_workers(network, 1 + len(WAYS))
        workforce = ClusterWorkforce(ASSIGNMENT, network.address, said.append)
        try:
            played = [
                unpack(done.result)["games"]["game"].to_pylist()
                for done in workforce.work(chunks())
            ]
        finally:
            workforce.close()
    finally:
        network.close()
    for machine, way in zip(network.workers[1:], WAYS, strict=True):
        (sentence,) = [each for each in said if WAYS[way][2] in each and machine.host in each]
        assert sentence.isprintable()
    assert sorted(game for games in played for game in games) == list(range(len(played)))
    assert played
    assert not marker.exists()


SPRUNG = """
from arena.workers import cluster_data
cluster_data.spring_traps()
print(cluster_data.sprung)
cluster_data.sprung.clear()
cluster_data.read_only_data()
print(cluster_data.sprung)
"""


def test_dask_alone_would_run_what_it_is_sent_and_does_not_here() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SPRUNG], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "['a message', 'a result', 'a type', 'an error']\n[]\n"


def test_a_version_of_dask_that_still_runs_pickles_is_refused() -> None:
    script = SPRUNG.replace(
        "cluster_data.read_only_data()",
        "import pickle; cluster_data.read_data = lambda sent, buffers=(): pickle.loads(sent)\n"
        "cluster_data.read_only_data()",
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True
    )
    assert (
        "ArenaError: this version of Dask would run what workers send (a message, " in done.stderr
    )


def test_only_plain_data_is_read() -> None:
    for data in (b"bytes", 7, ["a", {"b": (1.5, None)}]):
        assert read_data(pickle.dumps(data)) == data
    assert read_data(pickle.dumps(bytes)) is bytes
    assert isinstance(read_data(pickle.dumps(Path("x"))), Unread)
    error = read_data(pickle.dumps(LookupError("lost")))
    assert (type(error).__name__, str(error)) == ("LookupError", "lost")
    assert type(error) is not LookupError


@pytest.mark.parametrize("heard", [b"", b"\xc1", b"nonsense", Unread((("deep",),))])
def test_whatever_is_heard_gives_an_answer(heard: bytes | Exception) -> None:
    assert isinstance(answer_of(heard), WorkerRefused)


@pytest.fixture(scope="module")
def honest() -> bytes:
    """Three games as an honest worker delivers them."""
    with GamePlayer(ASSIGNMENT) as player:
        return player.play(chunk_of(3, 4, 5), Heartbeat())


def check(packed: bytes, seconds: float = 1.0) -> None:
    check_delivery(Done(packed, seconds), chunk_of(3, 4, 5), ASSIGNMENT)


def test_an_honest_delivery_is_taken(honest: bytes) -> None:
    check(honest)


def changed(table: str, column: str, change: Callable[[list[Any]], Any]) -> Callable[[Tables], Any]:
    """A change of the values of a column."""

    def damage(tables: Tables) -> None:
        there = tables[table]
        values = there[column].to_pylist()
        change(values)
        at = there.schema.get_field_index(column)
        field = there.schema.field(column)
        tables[table] = there.set_column(at, field, pa.array(values, field.type))

    return damage


def put(at: int, value: Any) -> Callable[[list[Any]], None]:
    """Put a value into a column."""
    return lambda values: values.__setitem__(at, value)


def without(table: str, rows: slice) -> Callable[[Tables], Any]:
    """A table with fewer rows."""
    return lambda tables: tables.update({table: tables[table][rows]})


FORGED: dict[str, tuple[Callable[[Tables], Any], str]] = {
    "another game": (changed("games", "game", put(1, 9)), "not those that it was given"),
    "the same game twice": (changed("games", "game", put(1, 3)), "not those that it was given"),
    "another seed": (changed("games", "seed", put(0, 1)), "not those that it was given"),
    "another engine": (changed("games", "engine", put(0, "mine")), "not those that it was given"),
    "a game less": (without("games", slice(2)), "not those that it was given"),
    "no plies": (changed("games", "plies", put(0, -5)), "not numbered"),
    "endless plies": (changed("games", "plies", put(0, (1 << 31) - 1)), "not numbered"),
    "a move less": (without("moves", slice(1, None)), "not numbered"),
    "a move of another game": (changed("moves", "game", put(0, 0)), "not numbered"),
    "a seat too many": (changed("moves", "seat", put(5, 2)), "moves has a seat that is not there"),
    "nobody's time": (changed("times", "seat", put(0, -1)), "times has a seat that is not there"),
    "times of another game": (changed("times", "game", put(0, 6)), "times has a seat that is not"),
    "a time too late": (changed("times", "ply", put(0, 1 << 30)), "a ply that is not there"),
    "another bot": (changed("seats", "bot", put(0, "me")), "other bots sit at its tables"),
    "a seat less": (without("seats", slice(5)), "other bots sit at its tables"),
    "no winner": (changed("seats", "place", put(slice(0, 2), [2, 2])), "places in game 3 can't be"),
    "a place of its own": (changed("seats", "place", put(0, 0)), "places in game 3 can't be"),
    "a fault without a word": (changed("seats", "fault", put(0, "crash")), "disagree on faults"),
    "nobody's ticket": (changed("tickets", "seat", put(0, 7)), "tickets has a seat that is not"),
    "a ticket less": (without("tickets", slice(1, None)), "not those that its moves keep"),
    "another ticket": (changed("tickets", "ticket", put(0, 99)), "not those that its moves keep"),
    "a dear ticket": (changed("tickets", "points", put(0, 99)), "in game 3 is not on the board"),
    "a kept word": (
        changed("moves", "action", lambda actions: actions.__setitem__(2, "keep all")),
        "not those that its moves keep",
    ),
    "nobody's words": (changed("words", "seat", put(0, -1)), "words has a seat that is not there"),
    "words too late": (changed("words", "ply", put(0, 1 << 30)), "words has a ply that is not"),
    "a new kind of words": (changed("words", "kind", put(0, "shout")), "none that a bot can have"),
    "a long print": (changed("words", "text", put(0, "x" * 65_536)), "none that a bot can have"),
    "a longer print": (changed("words", "text", put(0, "x" * 65_537)), "too long a text in text"),
    "a marked print": (changed("words", "marked_routes", put(0, [1])), "none that a bot can have"),
    "an unknown route": (changed("words", "marked_routes", put(1, [100])), "none that a bot can"),
    "no route": (changed("words", "marked_routes", put(1, [None])), "none that a bot can have"),
    "an unknown city": (changed("words", "marked_cities", put(1, [-1])), "none that a bot can"),
    "a note without a label": (changed("words", "label", put(1, "")), "none that a bot can have"),
    "a long note": (changed("words", "text", put(1, "x" * 401)), "none that a bot can have said"),
    "endless notes": (
        lambda tables: tables.update(words=pa.concat_tables([tables["words"]] * 20)),
        "none that a bot can have said",
    ),
    "a gap": (changed("seats", "score", put(0, None)), "gaps in score"),
    "a long story": (changed("moves", "action", put(0, "x" * 10_001)), "too long a text in action"),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_delivery_is_refused(how: str, honest: bytes) -> None:
    damage, reason = FORGED[how]
    tables = unpack(honest)
    damage(tables)
    with pytest.raises(DeliveryRefused, match=reason):
        check(pack(tables))


def test_bytes_that_are_no_tables_are_refused(honest: bytes) -> None:
    with pytest.raises(DeliveryRefused, match="its tables can't be read"):
        check(b"")
    with pytest.raises(DeliveryRefused, match="its tables can't be read"):
        check(honest[:-9] + b"123456789")
    for seconds in (float("nan"), float("inf"), -1.0):
        with pytest.raises(DeliveryRefused, match="no time that there is"):
            check(honest, seconds)


def test_a_worker_with_another_isolation_or_engine_is_refused() -> None:
    good = Environment("none", engine(), "3.11.7", "Linux", ("pyarrow 17",))
    check_environment(good, ASSIGNMENT)
    for changes, reason in (
        ({"isolation": "sandbox (seccomp)"}, "its isolation is 'sandbox"),
        ({"engine": "0.1+0123456789abcdef"}, "its engine is 0.1"),
        ({"system": "\x1b[31m"}, "not plain"),
        ({"packages": ("x" * 1000,)}, "not plain"),
    ):
        with pytest.raises(DeliveryRefused, match=reason):
            check_environment(msgspec.structs.replace(good, **changes), ASSIGNMENT)
