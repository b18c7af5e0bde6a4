"""No bit gets from a game to a later one, nor between workers, nor to a partner at the table."""

import ctypes
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pytest

from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox.confinement import WITH_LANDLOCK
from arena.sandbox.venue import Venue
from tests.match.tables import HOSTILE, USA, hostile

BITS = (1, 0, 0, 1, 1, 0, 1, 0)
PATIENT = Limits(cpu=20, idle=30, memory=256)
LATER = ("looked_for_names", "access_time", "shared_memory", "semaphore", "queue", "key")
"""Ways to leave a bit for a later game."""
BESIDE = ("open_files", "used_time", "woken_sleeper")
"""Ways to tell a bit to the partner in the next seat."""
IPC_RMID = 0
LONG_AGO = 1_000_000_000
LIBC = ctypes.CDLL(None, use_errno=True)


@pytest.fixture(scope="module")
def venues() -> Iterator[list[Venue]]:
    """Two venues, as two workers have them."""
    with ExitStack() as stack:
        yield [stack.enter_context(Venue("sandbox", [USA], PATIENT)) for _ in range(2)]


class Places:
    """Where bits can be left: each place is used once, and nothing stays there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.keys: list[int] = []

    def new(self) -> dict[str, Any]:
        """A place where nobody has been."""
        token = uuid4()
        key = token.int & 0x7FFFFFFF
        file = self.folder / f"file-{token.hex}"
        file.write_bytes(b"read me")
        os.utime(file, (LONG_AGO, time.time()))
        self.keys.append(key)
        place = {"folder": str(self.folder), "mark": token.hex, "file": str(file)}
        return place | {"key": key, "since": LONG_AGO + 1}

    def clear(self) -> None:
        """Remove what was left."""
        for key in self.keys:
            LIBC.shmctl(LIBC.shmget(key, 4096, 0), IPC_RMID, None)
            LIBC.semctl(LIBC.semget(key, 1, 0), 0, IPC_RMID)
            LIBC.msgctl(LIBC.msgget(key, 0), IPC_RMID, None)


@pytest.fixture
def places() -> Iterator[Places]:
    with TemporaryDirectory(dir=HOSTILE.parent) as folder:
        places = Places(Path(folder))
        yield places
        places.clear()


def messenger(act: str, place: dict[str, Any], stays: bool = False) -> Source:
    """A bot that leaves a bit, or finds one, or does nothing, and gives up or stays for a while."""
    return hostile("messages", act=act, place=place, stays=stays)


def told(venue: Venue, bots: list[Source]) -> str:
    """What the last of these bots has found."""
    fault = venue.play(USA, bots, 1).faults[-1]
    assert (fault.seat, fault.kind) == (len(bots) - 1, "crash")
    return fault.sentence.removeprefix("LookupError: ")


def over_games(writing: Venue, reading: Venue, way: str, place: dict[str, Any], bit: int) -> str:
    """What is found in a game, after another one in which a bit was left or not."""
    nothing = messenger("nothing", place)
    told(writing, [nothing, messenger(f"leave_{way}", place) if bit else nothing])
    return told(reading, [nothing, messenger(f"find_{way}", place)])


def over_the_table(venue: Venue, way: str, place: dict[str, Any], bit: int) -> str:
    """What a bot finds when the one before it at the table has left a bit or not."""
    leaving = messenger(f"leave_{way}" if bit else "nothing", place, stays=True)
    return told(venue, [leaving, messenger(f"find_{way}", place)])


def received(venues: list[Venue], way: str, places: Places, layers: tuple[str, ...]) -> list[str]:
    """What is found of a row of bits, with these layers around all bots."""
    writing, reading = venues
    writing.layers = reading.layers = layers
    if way in BESIDE:
        return [over_the_table(writing, way, places.new(), bit) for bit in BITS]
    return [over_games(writing, reading, way, places.new(), bit) for bit in BITS]


def assert_clear(found: list[str]) -> None:
    """See that nearly every bit was found: one may be lost on a busy machine."""
    right = sum(word == str(bool(bit)) for word, bit in zip(found, BITS, strict=True))
    assert right >= len(BITS) - 1, found


@pytest.mark.parametrize("way", [*LATER, *BESIDE])
def test_no_bit_gets_through_the_layers_that_gets_through_without_them(
    venues: list[Venue], places: Places, way: str
) -> None:
    one, _ = venues
    assert received([one, one], way, places, WITH_LANDLOCK) == ["refused"] * len(BITS)
    assert_clear(received([one, one], way, places, ()))


@pytest.mark.parametrize("way", LATER)
def test_no_bit_gets_from_one_worker_to_another(
    venues: list[Venue], places: Places, way: str
) -> None:
    assert received(venues, way, places, WITH_LANDLOCK) == ["refused"] * len(BITS)
    assert_clear(received(venues, way, places, ()))
