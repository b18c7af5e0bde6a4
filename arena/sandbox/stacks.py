"""Where a bot was in its code when its process ended: its stack, made from Python's last words.

Those come from the bot's process and may be anything, so that nothing but frames is taken from
them, and the lines of the bot's file from the file itself.
"""

from __future__ import annotations

import re
from traceback import FrameSummary, StackSummary
from typing import Final

from arena.match.faults import clip
from arena.match.player import own_frames
from arena.match.source import Source

FATAL: Final = "Fatal Python error: "
"""How Python's last words begin."""
FRAME: Final = re.compile(
    r'^  File "([^"\n]{1,500})", line (\d{1,7}) in ([^\n]{1,500})$', re.MULTILINE
)
"""A frame in them: the file, the line, the function."""


def stack_in(words: str, source: Source, when: str) -> str:
    """The stack in a process's last words, from the bot's first frame on; empty if it has none."""
    frames = frames_in(words, source)
    files = source.modules()
    own = next((n for n, frame in enumerate(frames) if frame.filename in files), None)
    if own is None:
        return ""
    stack = StackSummary.from_list(own_frames(StackSummary.from_list(frames[own:])))
    return clip("".join([f"Where it was {when} (most recent call last):\n", *stack.format()]))


def frames_in(words: str, source: Source) -> list[FrameSummary]:
    """The frames in a process's last words, the innermost last."""
    codes = source.modules()
    escaped = {name.encode("ascii", "backslashreplace").decode(): name for name in codes}
    frames = []
    for name, digits, function in reversed(FRAME.findall(words)):
        number, file = int(digits), escaped.get(name, name)
        lines = codes.get(file, b"").decode("utf-8-sig", "replace").splitlines()
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        frames.append(FrameSummary(file, number, function, lookup_line=False, line=line))
    return frames


def without_last_words(printed: str) -> str:
    """What a bot printed, without what Python has added at its end."""
    return printed.rpartition(FATAL)[0] if FATAL in printed else printed
