"""What needs a certain operating system, and the sentence that says so where that is missing."""

from __future__ import annotations

import platform
import sys

from arena.errors import ArenaError


class SystemLacking(ArenaError):
    """An operating system that can't do what is asked."""


def confines() -> bool:
    """Whether this system can confine bots, and so let those of strangers play."""
    return sys.platform == "linux"


def refuse_playing(isolation: str) -> None:
    """Refuse to play games with this isolation where the system can't: any but none needs Linux."""
    if not confines() and isolation != "none":
        raise SystemLacking(
            f"bots are confined by the kernel of Linux, and this is {platform.system()}: only bots"
            " that you trust play here, with --trusted"
        )
