"""What every workforce does, whether its workers are local processes or those of a cluster."""

import platform
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.match.limits import Limits
from arena.match.seats import Isolation
from arena.match.source import Source
from arena.results.tables import Tables, joined, unpack
from arena.tournament.schedule import Schedule
from arena.tournament.secret import Secret
from arena.tournament.settings import Settings
from arena.tournament.sittings import Fixture
from arena.workers.cluster import ClusterWorkforce
from arena.workers.cluster_local import LocalCluster
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.workforce import Hire, Workforce, on_this_machine
from tests.match.tables import FIRST, SHORT, choosing, written

WORKERS = 2
LOCAL, CLUSTER = "local processes", "a cluster"
HONEST = choosing("return legal[-1]")
CRASHING = choosing("raise RuntimeError('no more')")
CLUMSY = written(
    """
    import os, signal
    from pathlib import Path

    class Clumsy:
        def __init__(self, traces, deaths):
            self.traces, self.deaths = Path(traces), deaths

        def choose(self, view, legal):
            for death in range(self.deaths):
                try:
                    (self.traces / str(death)).touch(exist_ok=False)
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)
            return legal[0]
    """,
    "clumsy",
)


def room_of(isolation: str, *bots: Source, rounds: int = 8, limits: Limits = SHORT) -> GamesToPlay:
    """A tournament of two seats."""
    settings = Settings(
        name="small",
        rulesets=("usa",),
        seats=(2,),
        rounds=rounds,
        seed=1,
        isolation=isolation,
        limits=limits,
    )
    return GamesToPlay(settings, bots)


def clumsy(traces: Path, deaths: int) -> Source:
    """A bot that kills whoever runs it, so often."""
    parameters = {"traces": str(traces), "deaths": deaths}
    return Source(CLUMSY.name, CLUMSY.file, CLUMSY.code, parameters)


def chunks_of(assignment: GamesToPlay, size: int) -> list[list[Fixture]]:
    """All games of a tournament, in chunks."""
    secret = Secret(1)
    schedule = Schedule(assignment.settings, secret.commitment, len(assignment.roster))
    games = [secret.fixture(schedule[game]) for game in range(len(schedule))]
    return [games[first : first + size] for first in range(0, len(games), size)]


def numbers(packed: bytes) -> list[int]:
    """The games that a result holds."""
    found: list[int] = unpack(packed)["games"]["game"].to_pylist()
    return found


def play_all(workforce: Workforce, chunks: list[list[Fixture]]) -> list[bytes]:
    """What comes of all chunks."""
    try:
        return [done.result for done in workforce.work(iter(chunks))]
    finally:
        workforce.close()


def timeless(results: list[bytes]) -> Tables:
    """All tables in order, without the one that is never the same twice."""
    tables = joined(map(unpack, results))
    del tables["times"]
    return tables


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A cluster for all tests here."""
    started = LocalCluster(WORKERS)
    yield started
    started.close()


@pytest.fixture(params=[LOCAL, CLUSTER])
def hire(request: pytest.FixtureRequest, cluster: LocalCluster) -> Hire:
    """A way to find workers."""
    if request.param == LOCAL:
        return on_this_machine(WORKERS)
    secured = cluster.certificate.security()
    return lambda assignment, games: ClusterWorkforce(assignment, cluster.address, print, secured)


def test_every_chunk_is_asked_for_when_somebody_is_free_and_played_once(hire: Hire) -> None:
    assignment = room_of(Isolation.NONE, FIRST, HONEST)
    played: list[list[int]] = []
    asked = 0
    ahead: list[int] = []

    def asking() -> Iterator[list[Fixture]]:
        nonlocal asked
        for chunk in chunks_of(assignment, 1):
            asked += 1
            ahead.append(asked - len(played))
            yield chunk

    workforce = hire(assignment, 16)
    try:
        assert workforce.environments() == []
        for done in workforce.work(asking()):
            played.append(numbers(done.result))  # noqa: PERF401 - counted while it grows
        (environment,) = workforce.environments()
    finally:
        workforce.close()
    assert sorted(played) == [[game] for game in range(16)]
    assert 1 < max(ahead) <= 2 * WORKERS
    assert (environment.isolation, environment.python) == (
        Isolation.NONE,
        platform.python_version(),
    )


def test_nothing_to_play_is_soon_done(hire: Hire) -> None:
    assert play_all(hire(room_of(Isolation.NONE, FIRST, HONEST), 1), []) == []


@pytest.mark.parametrize("isolation", [Isolation.SANDBOX, Isolation.NONE])
def test_tables_are_those_of_a_table_here_faults_and_all(hire: Hire, isolation: str) -> None:
    assignment = room_of(isolation, FIRST, CRASHING, HONEST, rounds=1)
    chunks = chunks_of(assignment, 2)
    tables = timeless(play_all(hire(assignment, 6), chunks))

    class Nobody:
        def begin(self, game: int) -> None: ...

    with GamePlayer(assignment) as table:
        here = timeless([table.play(chunk, Nobody()) for chunk in chunks])
    assert len(tables["faults"]) == 4
    assert tables == here


def test_the_work_of_a_killed_worker_is_done_by_another(hire: Hire, tmp_path: Path) -> None:
    assignment = room_of(Isolation.NONE, FIRST, clumsy(tmp_path, 1))
    played = play_all(hire(assignment, 16), chunks_of(assignment, 2))
    assert len(list(tmp_path.iterdir())) == 1
    assert sorted(chain.from_iterable(map(numbers, played))) == list(range(16))


def test_a_game_that_ends_every_worker_is_an_error(hire: Hire, tmp_path: Path) -> None:
    assignment = room_of(Isolation.NONE, FIRST, clumsy(tmp_path, 1000), rounds=1)
    with pytest.raises(ArenaError, match="game 0 has ended 3 workers; what was played"):
        play_all(hire(assignment, 2), [chunks_of(assignment, 1)[0]])
    assert len(list(tmp_path.iterdir())) == 3


def test_what_no_worker_can_open_is_an_error(hire: Hire) -> None:
    assignment = room_of("dungeon", FIRST, HONEST)
    with pytest.raises(ArenaError, match="'dungeon'"):
        play_all(hire(assignment, 16), chunks_of(assignment, 1))


def test_an_error_of_the_asker_comes_out(hire: Hire) -> None:
    def asking() -> Iterator[list[Fixture]]:
        raise ZeroDivisionError
        yield []

    workforce = hire(room_of(Isolation.NONE, FIRST, HONEST), 16)
    try:
        with pytest.raises(ZeroDivisionError):
            list(workforce.work(asking()))
    finally:
        workforce.close()


def test_closing_does_not_wait_for_what_is_played(hire: Hire) -> None:
    sleeper = choosing("import time\ntime.sleep(600)\nreturn legal[0]")
    assignment = room_of(Isolation.PROCESS, sleeper, FIRST, HONEST, limits=Limits(idle=1000.0))
    quick = Fixture(game=0, ruleset="usa", deal=0, seed=1, table=(1, 2), bot_seeds=(2, 3))
    slow = [
        Fixture(game=game, ruleset="usa", deal=0, seed=1, table=(0, 1), bot_seeds=(2, 3))
        for game in range(1, 9)
    ]
    workforce = hire(assignment, 9)
    try:
        done = next(workforce.work(iter([[fixture] for fixture in (quick, *slow)])))
        assert numbers(done.result) == [0]
    finally:
        start = time.monotonic()
        workforce.close()
    assert time.monotonic() - start < 120
