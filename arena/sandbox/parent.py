"""The parent process of all bots: it loads the rules and forks a process for each bot and game.

It is started with an empty environment, holds no secrets, never runs a bot's code and dies with the
referee. A forked child confines itself, says that it is ready, and only then learns what to run.
What a child does leaves no trace here: it would be there in the memory of later ones.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import math
import os
import random
import signal
import socket
import sys
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from mmap import mmap
from pathlib import Path
from typing import Final, TextIO

from msgspec.msgpack import encode

from arena.match.bot_folder import PACKAGE
from arena.match.compiled import compile_all
from arena.match.messages import (
    Begin,
    Chose,
    Compile,
    Failed,
    decode_begin,
    decode_first,
    encode as encode_message,
    packed,
    wire_of,
)
from arena.match.player import Player, fault_of
from arena.match.source import Source
from arena.own_files import Contents
from arena.referee.events import Ended
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.playout import play_out
from arena.referee.rulesets import Ruleset
from arena.sandbox.channel import BotEnd
from arena.sandbox.confinement import Confinement, die_with_parent, have_small_pages
from arena.sandbox.imports import ALWAYS, ImportGuard
from arena.sandbox.orders import STATUS, USAGE, Fork, Prepare, Reap, decode_order
from arena.sandbox.shared_files import mapped

ANSWERS, QUESTIONS = 3, 4
"""The descriptors by which a bot's process answers and hears the referee."""
MOST_FILES: Final = os.sysconf("SC_OPEN_MAX")
"""No descriptor is larger."""
LARGEST: Final = 1 << 16
GAMES: Final = 30
"""How many random games warm up a ruleset."""
REHEARSING: Final = b"""\
from arena.planning import Judgement, Weights

class Rehearsing:
    def __init__(self):
        self.judgement = Judgement(Weights())

    def choose(self, view, legal):
        values = self.judgement.values(view, legal)
        return max(values, key=lambda value: value[0])[1] if values else legal[0]
"""
"""A bot of our own, which warms up what planning bots need."""
RESERVE: Final = 4 << 20
"""Bytes kept back for reporting a fault when a bot has used all of its memory."""


def main(descriptor: int) -> None:
    """Serve the referee until it hangs up."""
    control = socket.socket(fileno=descriptor)
    confinement = Confinement()
    die_with_parent()
    have_small_pages()
    confinement.hide()
    os.chdir("/")
    for name in ALWAYS:
        importlib.import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the referee's to answer
    print_stack_at_end()
    control.send(b"ready")
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, LARGEST, 4)
        if not order:
            return
        obey(control, confinement, order, descriptors)


def print_stack_at_end() -> None:
    """Have a process print where it is if it crashes, or is asked to (`BotProcess.last_words`)."""
    import faulthandler

    faulthandler.enable(sys.stderr, all_threads=False)
    del sys.modules["faulthandler"]  # it is not on the list of what bots can import


def obey(
    control: socket.socket, confinement: Confinement, order: bytes, descriptors: list[int]
) -> None:
    """Carry out an order, in a function of its own: a fork has the variables of all that run."""
    match decode_order(order):
        case Prepare(rulesets=rulesets, modules=modules):
            prepare(rulesets, modules)
            control.send(b"prepared")
        case Fork() as fork:
            fork_bot(control, confinement, fork, descriptors)
        case Reap(pid=pid):
            reap(control, pid, confinement.libc)


def reap(control: socket.socket, pid: int, libc: ctypes.CDLL) -> None:
    """Pass on how a process ended, unread, and forget it.

    A bot can choose its exit code and how much memory it has used. As numbers in this process,
    both would be left in its memory, for bots of later games to find.
    """
    ending = bytearray(STATUS.size + USAGE.size)
    held = (ctypes.c_char * len(ending)).from_buffer(ending)
    address = ctypes.addressof(held)
    if libc.wait4(pid, ctypes.c_void_p(address), 0, ctypes.c_void_p(address + STATUS.size)) != pid:
        raise OSError(ctypes.get_errno(), "no such child")
    control.send(ending)
    ctypes.memset(address, 0, len(ending))


def prepare(rulesets: list[Ruleset], modules: list[str]) -> None:
    """Load what forks will need, and hide it from their garbage collectors."""
    for ruleset in rulesets:
        warm_up(ruleset)
    for name in modules:
        with suppress(ImportError):  # not installed: the bot will be told
            importlib.import_module(name)
    read_libraries()
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
    rehearse(ruleset)


def rehearse(ruleset: Ruleset) -> None:
    """Play a game as the processes of planning bots do, with the same messages."""
    game = Game(ruleset, ruleset.fewest_seats, 0)
    wire = wire_of(game.rules)
    source = Source("rehearsing", "rehearsing.py", REHEARSING, {})
    begin = Begin(ruleset, game.seats, 0, 0, math.inf, source)
    player = Player(decode_begin(encode_message(begin)), lambda: math.inf, {})
    seen = None
    while not game.over:
        if game.seat == 0:
            events = wire.decode_events(encode_message(game.seen_by(0, seen)))
            seen = game.log
            game.apply(wire.read_answer(encode_message(Chose(player.choose(events)))))
        else:
            game.apply(game.legal()[0])
    sys.modules.pop(PACKAGE, None)


def read_libraries() -> None:
    """Read all files that are mapped into this process, so that they are in the system's memory.

    Otherwise a bot could leave a message by being the first to touch a page of a library, and a
    later one could find out by how long its own touch takes.
    """
    with suppress(OSError):
        lines = Path("/proc/self/maps").read_text("utf-8", "surrogateescape").splitlines()
        for name in {line.partition("/")[2] for line in lines if "/" in line}:
            with suppress(OSError), Path("/", name).open("rb", buffering=0) as file:
                while file.read(LARGEST):
                    pass


def fork_bot(
    control: socket.socket, confinement: Confinement, fork: Fork, descriptors: list[int]
) -> None:
    """Fork a bot's process and hand the referee a handle on it."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        run_bot(confinement, fork, descriptors, parent)
    for descriptor in descriptors:
        os.close(descriptor)
    # A handle, unlike the number, can't come to mean another process later.
    handle = os.pidfd_open(pid)
    socket.send_fds(control, [encode(pid)], [handle])
    os.close(handle)


def run_bot(confinement: Confinement, fork: Fork, descriptors: list[int], parent: int) -> None:
    """In the forked process: confine it, answer for its bot, and end."""
    code = 1
    try:
        questions, answers, output, *shared = descriptors
        files = mapped(shared[0]) if shared else {}
        arrange_descriptors(questions, answers, output, confinement.ruleset)
        die_with_parent()
        if os.getppid() != parent:  # it ended before it could take this process along
            return
        confinement.apply(fork.layers, fork.memory, fork.output)
        serve(BotEnd(QUESTIONS, ANSWERS), files)
        code = 0
    except BaseException:  # nothing may leave this process but its end
        traceback.print_exc()
    finally:
        os._exit(code)


def arrange_descriptors(questions: int, answers: int, output: int, ruleset: int) -> None:
    """Leave open only an empty input, the output file, the channel and the Landlock ruleset."""
    os.setsid()
    nothing, end = os.pipe()  # a file of its own: reading a common one leaves a trace
    os.close(end)
    sources = [os.dup(each) for each in (nothing, output, output, answers, questions)]
    for target, source in enumerate(sources):
        os.dup2(source, target, inheritable=False)
    os.closerange(len(sources), max(len(sources), ruleset))
    os.closerange(max(QUESTIONS, ruleset) + 1, MOST_FILES)


def seed_generators(seed: int) -> None:
    """Seed the generators that modules share, so that a bot which uses them plays the same again.

    They are as the parent has left them: the same in every game of a worker, and others elsewhere.
    """
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed & 0xFFFFFFFF)


def serve(channel: BotEnd, files: Mapping[str, Contents]) -> None:
    """Say that this process is ready, learn what it is for, and do that."""
    sys.meta_path.insert(0, ImportGuard())
    channel.send(b"ready")
    frame = channel.receive()
    if frame is None:
        return
    match decode_first(frame):
        case Begin() as begin:
            play(channel, begin, files)
        case Compile(modules=modules):
            channel.send(encode_message(compile_all(modules)))


def play(channel: BotEnd, begin: Begin, files: Mapping[str, Contents]) -> None:
    """Answer for a bot until its game is over."""
    wire = wire_of(rules_of(begin.ruleset))
    seed_generators(begin.seed)
    printing: list[bool] = []
    for stream in (sys.stdout, sys.stderr):
        heed_writes(stream, printing)
    start = time.process_time()
    player: Player | None = None
    reserve = mmap(-1, RESERVE)  # room without a page behind it, so that it costs nothing
    while (frame := channel.receive()) is not None:
        events = wire.decode_events(frame)
        try:
            if player is None:
                player = Player(begin, lambda: begin.cpu - (time.process_time() - start), files)
            if isinstance(events[-1], Ended):
                player.end(events)
                flush_output()
                return
            action = player.choose(events)
            reply = encode_message(Chose(action, packed(player.notes), bool(printing)))
            printing.clear()
        except BaseException as error:  # a bot's code ran: whatever it raises is its fault
            reserve.close()
            fault = fault_of(error)
            notes = packed(()) if player is None else packed(player.notes)
            reply = encode_message(Failed(fault.kind, fault.sentence, fault.traceback, notes))
        flush_output()
        channel.send(reply)


def heed_writes(stream: TextIO, printing: list[bool]) -> None:
    """Note when something is written to a stream.

    What goes past it, straight to the descriptor, is heard with the next print, or at the end.
    """
    write = stream.write

    def heeded(text: str) -> int:
        if not printing:
            printing.append(True)
        return write(text)

    stream.write = heeded  # type: ignore[method-assign]


def flush_output() -> None:
    """Have what the bot printed in its output, unless it has closed, replaced or filled that."""
    with suppress(Exception):
        sys.stdout.flush()
