"""A bot's process holds nothing that its seat may not know."""

import json
from pathlib import Path
from struct import pack

import pytest
from msgspec.msgpack import encode

from arena.match.faults import Fault
from arena.match.limits import Limits
from arena.match.source import Source
from arena.referee.events import Offered
from arena.referee.game import Game
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, USA, choosing, hostile, only_fault, play_elsewhere, written

SEED = 0x5EED_0F_A11_CA2D5
APART = pytest.mark.parametrize("isolation", ["sandbox", "process"])
PATIENT = Limits(cpu=30, idle=60)
LETTERS = b"RBGYKWOPL"
WINDOW = 12
"""Cards in a row that are told by no accident."""
CONTROL = (8, 1, 6, 3, 5, 7, 4, 9, 2, 0, 8, 6, 7, 5)
"""Numbers that the searching bot has itself."""
OWN_SEED = 0x0DD_5EED_0F_0117
"""Another."""
SEARCHING = """
    import ctypes, json
    def read_all_memory(file):
        ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # else only root can look at itself
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
            for line in maps.readlines():
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                if line.split()[1].startswith("rw"):
                    memory.seek(start)
                    file.write(memory.read(end - start))
    class Searching:
        def __init__(self, folder, turn, marker, numbers, seed):
            self.folder, self.turn, self.numbers = folder, turn, tuple(numbers)
        def choose(self, view, legal):
            if view.turns >= self.turn:
                with open(self.folder + "/memory", "wb") as file:
                    read_all_memory(file)
                with open(self.folder + "/numbers", "w") as file:
                    json.dump([id(n) for n in range(256)], file)
                raise LookupError("has seen it all")
            return legal[0]
"""


def fault_of(isolation: str, bot: Source) -> Fault:
    """The fault of a bot in a process whose parent has never known another."""
    return only_fault(play_elsewhere(isolation, bot, FIRST, seed=SEED, limits=PATIENT))


@APART
def test_the_seed_of_the_game_is_nowhere_in_a_bots_process(isolation: str) -> None:
    """From the seed a bot could deal the game again and know every hidden card."""
    fault = fault_of(isolation, hostile("seed_finder"))
    assert "looked at" in fault.sentence
    assert fault.output == ""


def told_by(isolation: str, body: str) -> list[object]:
    """What a bot reports of its process, as the fault that it makes of it."""
    bot = choosing(f"import json\n{body}\nraise LookupError(json.dumps(found))")
    sentence = fault_of(isolation, bot).sentence
    found: list[object] = json.loads(sentence.removeprefix("LookupError: "))
    return found


def test_a_bot_has_an_empty_input_two_outputs_and_its_channel() -> None:
    body = """
import os, stat
found = []
for number in range(4096):
    try:
        status = os.fstat(number)
    except OSError:
        continue
    found.append([number, stat.S_IFMT(status.st_mode), status.st_ino])
found.append(os.read(0, 1).decode())
    """
    nothing, output, errors, answers, questions, read = told_by("process", body)
    assert nothing[:2] == [0, 0o010000]
    assert read == ""
    assert [output[:2], errors[:2]] == [[1, 0o100000], [2, 0o100000]]
    assert output[2] == errors[2]
    assert [answers[:2], questions[:2]] == [[3, 0o010000], [4, 0o010000]]
    assert len({nothing[2], answers[2], questions[2]}) == 3


def test_a_confined_bot_has_the_same_open_and_is_told_no_more() -> None:
    """Not even their numbers in the system, which count up with every process."""
    body = """
import fcntl, os
found = []
for number in range(4096):
    try:
        fcntl.fcntl(number, fcntl.F_GETFD)
    except OSError:
        continue
    try:
        found.append([number, os.fstat(number).st_ino])
    except PermissionError:
        found.append(number)
    """
    assert told_by("sandbox", body) == [0, 1, 2, 3, 4]


def test_nothing_tells_confined_processes_apart() -> None:
    body = """
import os, threading
found = [os.getpid(), os.getppid(), threading.get_native_id()]
    """
    assert told_by("sandbox", body) == [0, 0, 0]
    assert 0 not in told_by("process", body)


@APART
def test_a_bot_is_told_nothing_by_its_surroundings(
    isolation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SECRET", "in the environment")
    body = "import os, sys\nfound = [dict(os.environ), os.getcwd(), sys.argv, hash('a')]"
    environment, folder, words, hashed = told_by(isolation, body)
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
    assert environment.items() >= {"PYTHONHASHSEED": "0", **threads}.items()
    assert set(environment) - {"PYTHONHASHSEED", *threads} <= {"LC_CTYPE"}  # Python's own doing
    assert (folder, words) == ("/", ["-c"])
    assert hashed == told_by(isolation, "found = [hash('a')]")[0]


@APART
def test_no_object_of_the_referee_is_in_a_bots_process(isolation: str) -> None:
    body = """
import gc, sys
gc.unfreeze()
names = ("arena.match.match", "arena.sandbox.venue", "arena.sandbox.processes", "arena.match.seats")
found = [name for name in names if name in sys.modules]
kinds = [type(item).__name__ for item in gc.get_objects()]
found += [[name, kinds.count(name)] for name in ("Game", "Source", "Begin", "Player", "View")]
    """
    counts = [["Game", 0], ["Source", 1], ["Begin", 1], ["Player", 1], ["View", 1]]
    assert told_by(isolation, body) == counts


def marked(marker: str) -> Source:
    """An honest bot with a mark in its file and another in its parameters."""
    code = f"""
        class Marked:  # {marker} in the file
            def __init__(self, mark): self.mark = mark
            def choose(self, view, legal): return legal[-1]
    """
    return written(code, "marked", mark=f"{marker} in the parameters")


def memory_of(folder: Path, turn: int) -> tuple[bytes, list[int]]:
    """All memory of a bot's process at this turn, and where its Python keeps small numbers.

    In the other seat sits a marked bot, which has also played the match before.
    """
    own = {"marker": "own marker", "numbers": CONTROL, "seed": OWN_SEED}
    searching = written(SEARCHING, "searching", folder=str(folder), turn=turn, **own)
    with Venue("process", [USA], PATIENT) as venue:
        venue.play(USA, [marked("secret marker"), FIRST], SEED)
        played = venue.play(USA, [searching, marked("secret marker")], SEED)
    assert played.faults[0].sentence == "LookupError: has seen it all"
    return (folder / "memory").read_bytes(), json.loads((folder / "numbers").read_text())


def ways_to_write(cards: tuple[int, ...], addresses: list[int]) -> list[bytes]:
    """A row of small numbers as a message, as a record and as a tuple has it, either way round."""
    written_ways = []
    for row in (cards, cards[::-1]):
        written_ways += [bytes(row), pack(f"<{len(row)}Q", *(addresses[card] for card in row))]
        written_ways += [bytes(LETTERS[card] for card in row if card < len(LETTERS))]
    return written_ways


def ways_to_keep(seed: int) -> list[bytes]:
    """A large number as text, as a message has it, and in Python's digits of 30 bits."""
    digits = b"".join(pack("<I", seed >> shift & (1 << 30) - 1) for shift in range(0, 60, 30))
    return [pack(">Q", seed), digits, str(seed).encode(), f"{seed:x}".encode(), pack("<Q", seed)]


def secrets_of(game: Game, addresses: list[int]) -> list[bytes]:
    """What seat 0 must not know: the seed, the lower half of the deck, the other's tickets."""
    hidden = tuple(game.deck[: len(game.deck) // 2])
    windows = [hidden[first : first + WINDOW] for first in range(0, len(hidden), WINDOW)]
    return [
        b"secret marker",
        *ways_to_keep(SEED),
        *(way for window in windows for way in ways_to_write(window, addresses)),
        encode(Offered(1, game.offers[1], 3)),
        pack("<3Q", *(addresses[ticket] for ticket in game.offers[1])),
    ]


@pytest.mark.parametrize("turn", [0, 10])
def test_no_byte_of_a_secret_is_in_a_bots_memory(tmp_path: Path, turn: int) -> None:
    """At its first question and later; what it may know is found, so the search works."""
    memory, addresses = memory_of(tmp_path, turn)
    game = Game(USA, 2, SEED)
    own = [b"own marker", *ways_to_write(CONTROL, addresses)[:2], *ways_to_keep(OWN_SEED)[:2]]
    if turn == 0:
        own.append(encode(Offered(0, game.offers[0], 3)))
    assert not [mark for mark in own if mark not in memory]
    assert not [secret for secret in secrets_of(game, addresses) if secret in memory]
