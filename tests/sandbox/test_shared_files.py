"""The files of a bot's folder: no way out of the sandbox, and none from a game to the next."""

import ctypes
import fcntl
import json
import mmap
import os
from collections.abc import Iterator

import pytest

from arena.match.bot_folder import Folder
from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox import shared_files
from arena.sandbox.shared_files import SharedFiles, mapped
from arena.sandbox.venue import Venue
from tests.match.tables import FIRST, HOSTILE, USA, attacks_of, fault_at

NOTE = os.urandom(64).replace(b"\0", b"\1")
OTHER = os.urandom(64)
ATTACK = "on_files_beside"
SEAL_FUTURE_WRITE = 0x10
REFUSED = {
    "write_through_python": "TypeError: cannot modify read-only memory",
    "write_through_object_of_view": "TypeError: mmap can't modify a readonly memory map",
    "write_through_file": "io.UnsupportedOperation: write",
    "ask_for_descriptor": "io.UnsupportedOperation: fileno",
    "find_descriptor": "RuntimeError: nothing gained",
    "map_shared_with_others": "RuntimeError: nothing gained",
    "reach_files_of_other_bots": "RuntimeError: nothing gained",
    "read_file_of_other_bot_by_name": "FileNotFoundError: in the bot's folder there is no file",
    "climb_out_of_folder": "FileNotFoundError: '../",
    "read_absolute_path": "FileNotFoundError: '/etc/passwd' is no file of the bot's folder",
    "read_file_after_forgetting_folder": "PermissionError: ",
}
WRITING = b"""
import ctypes, json
from arena.bot import data
libc = ctypes.CDLL(None, use_errno=True)
class Writing:
    def __init__(self, mark):
        view = data("note.bin").getbuffer()
        buffer = (ctypes.c_ssize_t * 10)()
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(buffer), 0)
        page = buffer[0] & ~4095
        libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        opened = libc.mprotect(page, 4096, 3)
        found = bytes(view).hex()
        if not opened:
            ctypes.memset(buffer[0], mark, 16)
        print(json.dumps([found, opened, bytes(view)[:16].hex()]), flush=True)
        raise LookupError
    def choose(self, view, legal): pass
"""
"""Makes the memory of its files writable, and writes a mark into it for the bots of later games."""


def folder_bot(code: bytes, files: dict[str, bytes], **parameters: object) -> Source:
    """A bot that is a folder with this in `bot.py`, and these files beside it."""
    return Source("folder", "folder/bot.py", code, dict(parameters), Folder(files))


def attacker(attack: str) -> Source:
    """A bot that carries out an attack, in a folder with a note."""
    code = b"\n\n".join((HOSTILE / f"{name}.py").read_bytes() for name in (ATTACK, "attacker"))
    target = {"note": list(OTHER[::-1])}
    return folder_bot(code, {"note.bin": NOTE}, attack=attack, target=target, stubborn=False)


@pytest.fixture(scope="module")
def venue() -> Iterator[Venue]:
    with Venue("sandbox", [USA], Limits(cpu=20, idle=30)) as venue:
        yield venue


def test_all_attacks_are_in_the_table() -> None:
    assert attacks_of(ATTACK) == list(REFUSED)


@pytest.mark.parametrize("attack", REFUSED)
def test_no_attack_by_way_of_the_files_gets_through(venue: Venue, attack: str) -> None:
    venue.play(USA, [folder_bot(FIRST.code, {"other.bin": OTHER}), FIRST], 1)  # there before it
    fault = fault_at(venue, attacker(attack))
    assert fault.kind == "crash"
    assert fault.sentence.startswith(REFUSED[attack]), fault.sentence
    assert "root:" not in fault.output


def told(venue: Venue, mark: int) -> tuple[bytes, int, bytes]:
    """What a bot finds in its files, whether it may write there, and what it then reads."""
    bot = folder_bot(WRITING, {"note.bin": NOTE}, mark=mark)
    found, opened, after = json.loads(fault_at(venue, bot).output)
    return bytes.fromhex(found), opened, bytes.fromhex(after)


def test_what_a_bot_writes_there_is_its_own(venue: Venue) -> None:
    """It may write, but on a copy: the next game of the same bot finds the files as they were."""
    for mark in (7, 9):
        assert told(venue, mark) == (NOTE, 0, bytes([mark]) * 16)


def test_without_its_layers_the_same_bot_leaves_a_message(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the test above can fail: mapped to share and not sealed, the memory is a letter box."""
    descriptor = unsealed({"note.bin": NOTE}, monkeypatch)
    there = mmap.mmap(descriptor, 0, flags=mmap.MAP_SHARED)
    at = there.find(NOTE)
    there[at] = 7
    assert bytes(mapped(descriptor)["note.bin"])[0] == 7
    os.close(descriptor)


def unsealed(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> int:
    """The descriptor of such memory that was not sealed."""
    with monkeypatch.context() as patch:
        patch.setattr(shared_files, "seal", lambda descriptor: None)
        return os.dup(SharedFiles(files).descriptors[0])


def test_sealed_memory_can_be_changed_by_nobody() -> None:
    shared = SharedFiles({"a": NOTE, "b": b"", "c": OTHER})
    (descriptor,) = shared.descriptors
    for change in (
        lambda: os.pwrite(descriptor, b"x", 0),
        lambda: os.ftruncate(descriptor, 0),
        lambda: os.ftruncate(descriptor, 1 << 20),
        lambda: mmap.mmap(descriptor, 0, flags=mmap.MAP_SHARED, prot=mmap.PROT_WRITE),
        lambda: fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, SEAL_FUTURE_WRITE),
    ):
        with pytest.raises(OSError, match="not permitted"):
            change()
    assert {path: bytes(view) for path, view in mapped(descriptor).items()} == {
        "a": NOTE, "b": b"", "c": OTHER,
    }  # fmt: skip
    shared.close()


def test_every_file_begins_where_numbers_may() -> None:
    shared = SharedFiles({f"{size}": bytes(size) for size in (1, 0, 63, 64, 65, 1000)})
    whole = mapped(shared.descriptors[0])
    ends = [address(view) % shared_files.ALIGNED for view in whole.values() if len(view)]
    assert set(ends) == {0}
    shared.close()


def address(view: memoryview) -> int:
    """Where the bytes of a view are in memory."""
    buffer = (ctypes.c_ssize_t * 10)()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(buffer), 0)
    return buffer[0]


def test_the_files_are_written_once_for_all_games(venue: Venue) -> None:
    bot = folder_bot(FIRST.code, {"once.bin": OTHER})
    venue.play(USA, [bot, bot], 1)
    made = dict(venue._shared)
    venue.play(USA, [bot, bot], 2)
    assert {key: id(one) for key, one in venue._shared.items()} == {
        key: id(one) for key, one in made.items()
    }


def test_a_venue_leaves_no_such_memory_behind() -> None:
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with Venue("sandbox", [USA], Limits()) as venue:
        venue.play(USA, [folder_bot(FIRST.code, {"a.bin": NOTE}), FIRST], 1)
    assert set(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
