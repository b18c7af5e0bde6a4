"""The progress of a run: a bar on a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Final, Self

from tqdm import tqdm

STEP: Final = 0.1
"""The share of all games after which a plain line is printed."""
PAUSE: Final = 10.0
"""The least number of seconds between two plain lines."""


class Progress:
    """Progress on standard error, so that what is printed at the end can be redirected."""

    def __init__(self, total: int, done: int, unit: str) -> None:
        self._total = total
        self._done = self._told = self._before = done
        self._unit = unit
        self._start = self._last = time.monotonic()
        self._bar: tqdm[None] | None = None
        if sys.stderr.isatty():
            self._bar = tqdm(total=total, initial=done, unit=f" {unit}", dynamic_ncols=True)

    def advance(self, games: int, remarks: str = "") -> None:
        """Count more games as done, and show it."""
        self._done += games
        if self._bar is not None:
            self._bar.set_postfix_str(remarks, refresh=False)
            self._bar.update(games)
        elif self._is_time():
            self._tell(remarks)

    def say(self, sentence: str) -> None:
        """Print a sentence without breaking the bar."""
        say_aside(sentence)

    def _is_time(self) -> bool:
        far = self._done - self._told >= STEP * self._total
        return far and time.monotonic() - self._last >= PAUSE

    def _tell(self, remarks: str) -> None:
        self._told, self._last = self._done, time.monotonic()
        rate = (self._done - self._before) / max(1e-9, self._last - self._start)
        left = (self._total - self._done) / rate if rate else 0
        line = f"{self._done:,} of {self._total:,} {self._unit}, {rate:.1f}/s, {left:.0f} s left"
        print(f"{line}, {remarks}" if remarks else line, file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        played, seconds = self._done - self._before, time.monotonic() - self._start
        if played and kind is None:
            rate = f"{played / seconds:,.1f} a second"
            self.say(f"{played:,} {self._unit} in {seconds:,.1f} s, {rate}")


def say_aside(sentence: str) -> None:
    """Print a sentence above the progress bar, if there is one."""
    tqdm.write(sentence, file=sys.stderr)
