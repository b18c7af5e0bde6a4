"""The parent process of all bots: it loads the rules and forks a process for each bot and game.

It is started with an empty environment, holds no secrets, never runs a bot's code and dies with the
referee. A forked child confines itself, says that it is ready, and only then learns what to run.
"""

from __future__ import annotations

import gc
import importlib
import os
import random
import signal
import socket
import sys
import time
import traceback
from contextlib import suppress
from mmap import mmap
from typing import Final

from msgspec.msgpack import encode

from arena.match.messages import Chose, Failed, decode_begin, encode as encode_message, wire_of
from arena.match.player import Player, fault_of
from arena.referee.events import Ended
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.playout import play_out
from arena.referee.rulesets import Ruleset
from arena.sandbox.channel import BotEnd
from arena.sandbox.confinement import Confinement, die_with_parent
from arena.sandbox.orders import Fork, Prepare, Reap, Reaped, decode_order

CHANNEL: Final = 3
"""The descriptor by which a bot's process hears from the referee."""
LARGEST: Final = 1 << 16
GAMES: Final = 30
"""How many random games warm up a ruleset."""
RESERVE: Final = 4 << 20
"""Bytes kept back for reporting a fault when a bot has used all of its memory."""
PRELOADED: Final = (
    *("abc", "array", "bisect", "collections", "copy", "dataclasses", "decimal", "enum"),
    *("fractions", "functools", "heapq", "inspect", "itertools", "json", "math", "operator"),
    *("re", "statistics", "string", "textwrap", "types", "typing"),
    "arena.planning",
)
"""Modules that bots often import: loaded here once, so that no fork has to load them."""


def main(descriptor: int) -> None:
    """Serve the referee until it hangs up."""
    control = socket.socket(fileno=descriptor)
    confinement = Confinement()
    die_with_parent()
    confinement.hide()
    for name in PRELOADED:
        importlib.import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the referee's to answer
    control.send(b"ready")
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, LARGEST, 2)
        if not order:
            return
        match decode_order(order):
            case Prepare(rulesets=rulesets, modules=modules):
                prepare(rulesets, modules)
                control.send(b"prepared")
            case Fork() as fork:
                fork_bot(control, confinement, fork, descriptors)
            case Reap(pid=pid):
                _, status, usage = os.wait4(pid, 0)
                code = os.waitstatus_to_exitcode(status)
                control.send(encode(Reaped(code, usage.ru_maxrss)))


def prepare(rulesets: list[Ruleset], modules: list[str]) -> None:
    """Load what forks will need, and hide it from their garbage collectors."""
    for ruleset in rulesets:
        warm_up(ruleset)
    for name in modules:
        importlib.import_module(name)
    # A child's collector would otherwise write to every object, and so copy the memory pages that
    # the child shares with this process.
    gc.collect()
    gc.freeze()


def warm_up(ruleset: Ruleset) -> None:
    """Play some games, so that tables that are worked out on demand exist before any fork."""
    for seed in range(GAMES):
        rng = random.Random(seed)
        game = Game(ruleset, ruleset.fewest_seats, seed)
        play_out(game, rng)
        wire_of(game.rules).decode_events(encode_message(game.seen_by(0)))
        game.view(0).legal()


def fork_bot(
    control: socket.socket, confinement: Confinement, fork: Fork, descriptors: list[int]
) -> None:
    """Fork a bot's process and hand the referee a handle on it."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        run_bot(control, confinement, fork, descriptors, parent)
    for descriptor in descriptors:
        os.close(descriptor)
    # A handle, unlike the number, can't come to mean another process later.
    handle = os.pidfd_open(pid)
    socket.send_fds(control, [encode(pid)], [handle])
    os.close(handle)


def run_bot(
    control: socket.socket,
    confinement: Confinement,
    fork: Fork,
    descriptors: list[int],
    parent: int,
) -> None:
    """In the forked process: confine it, answer for its bot, and end."""
    code = 1
    try:
        control.close()
        channel, output = descriptors
        arrange_descriptors(channel, output, confinement.ruleset)
        die_with_parent()
        if os.getppid() != parent:  # it ended before it could take this process along
            return
        confinement.apply(fork.layers, fork.memory, fork.output)
        serve(BotEnd(CHANNEL))
        code = 0
    except BaseException:  # nothing may leave this process but its end
        traceback.print_exc()
    finally:
        os._exit(code)


def arrange_descriptors(channel: int, output: int, ruleset: int) -> None:
    """Leave open only an empty input, the output file, the channel and the Landlock ruleset."""
    os.setsid()
    os.chdir("/")
    nothing = os.open(os.devnull, os.O_RDONLY)
    channel, output = os.dup(channel), os.dup(output)
    for source, target in ((nothing, 0), (output, 1), (output, 2), (channel, CHANNEL)):
        os.dup2(source, target, inheritable=False)
    os.closerange(CHANNEL + 1, max(CHANNEL + 1, ruleset))
    os.closerange(max(CHANNEL, ruleset) + 1, os.sysconf("SC_OPEN_MAX"))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class ImportGuard:
    """Tells in plain words what a bot can't import; the sandbox prevents it anyway."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Refuse modules that belong neither to the standard library nor to numpy."""
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top != "numpy":
            raise ImportError(
                "a bot can import the standard library, arena.bot, arena.planning and numpy,"
                f" not {name}"
            )


def serve(channel: BotEnd) -> None:
    """Say that this process is ready, learn which bot it is, and answer for it."""
    sys.meta_path.insert(0, ImportGuard())
    channel.send(b"ready")
    first = channel.receive()
    if first is None:
        return
    begin = decode_begin(first)
    wire = wire_of(rules_of(begin.ruleset))
    random.seed(begin.seed)
    start = time.process_time()
    player: Player | None = None
    reserve = mmap(-1, RESERVE)  # room without a page behind it, so that it costs nothing
    while (frame := channel.receive()) is not None:
        events = wire.decode_events(frame)
        try:
            if player is None:
                player = Player(begin, lambda: begin.cpu - (time.process_time() - start))
            if isinstance(events[-1], Ended):
                player.end(events)
                return
            reply = encode_message(Chose(player.choose(events)))
        except BaseException as error:  # a bot's code ran: whatever it raises is its fault
            reserve.close()
            fault = fault_of(error)
            reply = encode_message(Failed(fault.kind, fault.sentence, fault.traceback))
        with suppress(Exception):  # the bot may have closed, replaced or filled its output
            sys.stdout.flush()
        channel.send(reply)
