"""Compiling a bot's modules in a confined process of their own, once for all games of a worker.

What a process sends back that had to read a stranger's file is not trusted: it goes, unread, to
nothing but the processes of that very bot. None of its code has run before, and no game has begun,
so there is nothing that it could tell them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import MsgspecError

from arena.match.compiled import Compiled
from arena.match.faults import BotFault
from arena.match.limits import Limits
from arena.match.messages import Compile, decode_compiled, encode
from arena.match.source import Source
from arena.sandbox.accounts import Patience, TooLong
from arena.sandbox.processes import LOST, ParentProcess

LARGEST_COMPILED: Final = 4 << 20
"""The most bytes that the compiled modules of a bot may have; larger ones are compiled in games."""


def compile_apart(
    parent: ParentProcess, layers: Iterable[str], limits: Limits, source: Source
) -> Compiled:
    """The modules of a bot compiled; nothing where that fails: then each game finds out why."""
    process = parent.fork(layers, limits)
    wait = Patience(process.account, LOST).wait
    try:
        process.channel.receive(wait)
        process.channel.send(encode(Compile(source.modules())), wait)
        return decode_compiled(process.channel.receive(wait, LARGEST_COMPILED))
    except (BotFault, TooLong, MsgspecError):
        return {}
    finally:
        process.close()
