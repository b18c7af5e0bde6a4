"""A small vocabulary for tests of matches: bots from files or a few lines, and games to play."""

import ast
import os
import select
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from textwrap import dedent, indent
from typing import Any
from uuid import uuid4

import arena
from arena.match.faults import Fault
from arena.match.limits import Limits
from arena.match.match import Played
from arena.match.reading import read_source
from arena.match.source import Source
from arena.referee.record import replay
from arena.referee.rulesets import Ruleset, find_ruleset
from arena.sandbox.venue import Venue

USA = find_ruleset("usa")
HOSTILE = Path(__file__).parents[1] / "sandbox" / "hostile"
PACKAGE = Path(arena.__file__).parent
SHORT = Limits(cpu=3.0, idle=4.0)
"""Limits that no honest bot of these tests comes near."""


def written(code: str, name: str = "written", **parameters: Any) -> Source:
    """A bot whose whole file is this."""
    return Source(name, f"{name}.py", dedent(code).encode(), parameters)


def choosing(body: str, **parameters: Any) -> Source:
    """A bot whose `choose` has this body."""
    code = "class Bot:\n    def choose(self, view, legal):\n"
    return written(code + indent(dedent(body).strip(), " " * 8) + "\n", "choosing", **parameters)


def hostile(name: str, **parameters: Any) -> Source:
    """A bot from the folder of hostile ones."""
    return read_source(HOSTILE / f"{name}.py", **parameters)


def one_of(file: str, name: str, **parameters: Any) -> Source:
    """One bot from a file of several hostile ones."""
    code = (HOSTILE / f"{file}.py").read_text() + f"\n\nBOT = {name}\n"
    return Source(name, f"{file}.py", code.encode(), parameters)


def attacking(file: str, attack: str, target: dict[str, Any], stubborn: bool = False) -> Source:
    """A bot that carries out an attack of a file, and gives up or stubbornly plays on."""
    code = "\n\n".join((HOSTILE / f"{name}.py").read_text() for name in (file, "attacker"))
    parameters = {"attack": attack, "target": target, "stubborn": stubborn}
    return Source(attack, f"{file}.py", code.encode(), parameters)


def attacks_of(file: str) -> list[str]:
    """The attacks of a file: its functions on a target, unless they are given more."""
    return [
        item.name
        for item in ast.parse((HOSTILE / f"{file}.py").read_text()).body
        if isinstance(item, ast.FunctionDef) and [arg.arg for arg in item.args.args] == ["target"]
    ]


def bots_of(file: str) -> list[str]:
    """The bots of a file."""
    tree = ast.parse((HOSTILE / f"{file}.py").read_text())
    return [item.name for item in tree.body if isinstance(item, ast.ClassDef)]


FIRST = written(
    "class First:\n    def choose(self, view, legal):\n        return legal[0]\n", "first"
)
"""An honest bot: it takes the first legal action."""


open_venues: dict[tuple[str, Limits], Venue] = {}
"""What `play` has opened, by isolation and limits."""


def play(
    isolation: str, *bots: Source, seed: int = 1, ruleset: Ruleset = USA, limits: Limits = SHORT
) -> Played:
    """One game of these bots, in a venue that is open for all tests of a file."""
    if (isolation, limits) not in open_venues:
        open_venues[isolation, limits] = Venue(isolation, [USA], limits)
    return open_venues[isolation, limits].play(ruleset, bots, seed)


def close_venues() -> None:
    """Leave nothing of the games that were played."""
    while open_venues:
        open_venues.popitem()[1].close()


def play_elsewhere(isolation: str, *bots: Source, seed: int = 1, limits: Limits = SHORT) -> Played:
    """One game of these bots, in a venue opened for it alone."""
    with Venue(isolation, [USA], limits) as venue:
        return venue.play(USA, bots, seed)


def fault_against_first(isolation: str, bot: Source, limits: Limits = SHORT) -> Fault:
    """The one fault of a game of this bot against an honest one, which comes out unharmed."""
    return only_fault(play(isolation, bot, FIRST, limits=limits))


def fault_at(venue: Venue, bot: Source) -> Fault:
    """The same at a venue that is open."""
    return only_fault(venue.play(USA, [bot, FIRST], 1))


def only_fault(played: Played) -> Fault:
    """The fault of the first of two seats; the other comes out unharmed."""
    assert [fault.seat for fault in played.faults] == [0]
    assert played.places == (2, 1)
    assert replay(played.record).result() == played.result
    return played.faults[0]


class World:
    """What hostile bots are after: files, listeners, a process and memory, watched from outside."""

    def __init__(self, folder: Path, listeners: dict[str, socket.socket], canary: int) -> None:
        self.token = f"planted-{uuid4().hex}"
        self.folder = folder
        self.listeners = listeners
        self.canary = canary
        self.secret = f"secret-{uuid4().hex}"
        self.in_memory = self.secret.encode()
        self.empty = folder / "empty"
        self.empty.mkdir()
        (folder / "secret").write_text(self.secret)
        (folder / "results.csv").write_text(f"{self.secret},1\n")
        (folder / "rival.py").write_text(f"PLAN = {self.secret!r}\n")
        self.before = self.state()

    @property
    def target(self) -> dict[str, Any]:
        """All that a bot could want to know to attack."""
        return {
            "folder": str(self.folder),
            "empty": str(self.empty),
            "secret": str(self.folder / "secret"),
            "results": str(self.folder / "results.csv"),
            "rival": str(self.folder / "rival.py"),
            "socket": str(self.folder / "socket"),
            "package": str(PACKAGE),
            "home": str(Path.home()),
            "temporary": tempfile.gettempdir(),
            "planted": self.token,
            "tcp": self.listeners["tcp"].getsockname()[1],
            "udp": self.listeners["udp"].getsockname()[1],
            "abstract": self.listeners["abstract"].getsockname()[1:].decode(),
            "canary": self.canary,
            "referee": os.getpid(),
            "group": os.getpgrp(),
            "address": id(self.in_memory) + bytes.__basicsize__ - 1,
            "size": len(self.in_memory),
        }

    def state(self) -> dict[str, tuple[object, ...]]:
        """All files below the folder, with all that can be changed about them."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            stat = path.lstat()
            text = path.read_text() if path.is_file() else ""
            found[str(path)] = (text, stat.st_mode, stat.st_nlink, stat.st_mtime_ns)
        return found

    def assert_untouched(self) -> None:
        """See that nothing was changed, nobody called and nobody was killed."""
        assert self.state() == self.before
        assert select.select(self.listeners.values(), [], [], 0)[0] == []
        assert os.waitid(os.P_PID, self.canary, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        for folder in (Path("/"), Path("/dev/shm"), Path(tempfile.gettempdir()), PACKAGE):
            assert not (folder / self.token).exists()


@contextmanager
def watched_world() -> Iterator[World]:
    """A world for hostile bots, for as long as it is needed."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        listeners = {"tcp": tcp, "udp": udp}
        for name, address in (
            ("path", str(folder / "socket")),
            ("abstract", f"\0arena-{uuid4().hex}"),
        ):
            listeners[name] = stack.enter_context(socket.socket(socket.AF_UNIX))
            listeners[name].bind(address)
            listeners[name].listen()
        canary = stack.enter_context(subprocess.Popen(["sleep", "600"]))
        stack.callback(canary.kill)
        yield World(folder, listeners, canary.pid)
