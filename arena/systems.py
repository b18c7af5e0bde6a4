"""What needs a certain operating system, and the sentence that says so where that is missing."""

from __future__ import annotations

import platform
import sys

from arena.errors import ArenaError


class SystemLacking(ArenaError):
    """An operating system that can't do what is asked."""


def refuse_playing(isolation: str) -> None:
    """Refuse to play games with this isolation where the system can't: any but none needs Linux."""
    if sys.platform == "linux" or (sys.platform == "darwin" and isolation == "none"):
        return
    trusted = ", and bots of your own play with run --trusted" if sys.platform == "darwin" else ""
    raise SystemLacking(
        f"bots are confined by the kernel of Linux, and this is {platform.system()}:"
        f" results can be read here{trusted}"
    )
