"""A workforce of supervised processes on this machine."""

from collections.abc import Iterator, Sequence

from arena.tournament.crew import Crew, Done
from arena.tournament.manifest import Environment, environment
from arena.tournament.playing import Playroom
from arena.tournament.schedule import Fixture
from arena.tournament.workforce import Employ


class LocalWorkforce:
    """As many processes as there is use for."""

    def __init__(self, room: Playroom, workers: int) -> None:
        self.workers = workers
        self._crew = Crew(workers, room)

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        """Have all chunks played."""
        return self._crew.work(chunks)

    def environments(self) -> Sequence[Environment]:
        """This machine's."""
        return [environment(level) for level in sorted(self._crew.levels)]

    def close(self) -> None:
        """End all processes."""
        self._crew.close()


def on_this_machine(workers: int) -> Employ:
    """Employ so many processes, or fewer if there are not as many games."""
    return lambda room, games: LocalWorkforce(room, min(workers, games))
