"""How one check of a bot came out: passed, failed with the reason, or not run with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from arena.authoring.failure import INDENT, Failure
from arena.terminal import printable
from arena.words import Word


class CheckVerdict(Word):
    """The verdicts of a check, by the words that the author reads."""

    PASSED = "passed"
    FAILED = "FAILED"
    NOT_RUN = "NOT RUN"
    """It could not be decided, because the bot failed before; that does not pass."""


class CheckFailed(Exception):
    """The bot fails a check."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


class CheckNotRun(Exception):
    """A check that could not be run; the text says why."""


class CheckResult(Struct, frozen=True):
    """How one check came out."""

    number: int
    title: str
    verdict: CheckVerdict
    remark: str = ""
    """What there is to know."""
    failure: Failure | None = None
    """Why it failed."""
    same: int | None = None
    """The number of an earlier check that failed for the same reason."""

    @property
    def passed(self) -> bool:
        """Whether the bot passes: a check that was not run is not passed."""
        return self.verdict is CheckVerdict.PASSED

    def line(self) -> str:
        """The result as a line for the author, with more below it if there is more to say."""
        first, *more = [*(self.remark.splitlines() or [""]), *self._below()]
        line = f"{self.number}. {self.title:<56} {self.verdict}  {first}".rstrip()
        return printable("\n".join([line, *(f"{INDENT}{text}" for text in more)]))

    def _below(self) -> Iterator[str]:
        """The lines below the first."""
        if self.failure is None:
            return
        if self.same is not None:
            yield f"as in check {self.same}: {self.failure.reason}"
        else:
            yield from self.failure.lines()
