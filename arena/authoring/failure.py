"""Why a check failed, as its author reads it: what happened, what to do, where and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from arena.authoring.advice import advice
from arena.match.faults import BotFault, Fault
from arena.match.limits import Limits
from arena.match.source import Source

INDENT: Final = "   "
ANSWER: Final = re.compile(r"(choose returned .*?, which is no action(?: of [\w+]+)?): (.*)")
"""What is said of an answer that is no action: what came back, and what to return instead."""
SHOWN: Final = 400
"""The most letters that are shown of what a bot printed."""
PATH: Final = re.compile(r" \(/[^()]*\)")
"""Where a module was found: of no interest to the author of a bot."""
FIELD: Final = re.compile(
    r"the answer is no action: Expected `(\w+)`, got `(\w+)` - at `\$\[1\]\[(\d+)\]"
)
"""What is said of an action with a field of a wrong type: where it is in the message."""


class Failure(Struct, frozen=True, kw_only=True):
    """Why a check failed."""

    reason: str
    """What happened, in one sentence that begins with the line of the bot's file."""
    advice: str = ""
    """What to do about it."""
    when: str = ""
    """In which game it happened, and at which ply."""
    details: str = ""
    """The traceback, and what the bot printed."""
    again: str = ""
    """How to get the same game again."""

    def lines(self) -> Iterator[str]:
        """The failure as lines: what happened comes first, and what to do next."""
        yield self.reason
        if self.advice:
            yield f"What to do: {self.advice}."
        if self.when:
            yield f"When: {self.when}."
        yield from (f"{INDENT}{line}" for line in self.details.splitlines())
        if self.again:
            yield self.again


def failure_of(
    fault: Fault | BotFault,
    source: Source,
    limits: Limits,
    when: str,
    again: str,
    printed: str = "",
) -> Failure:
    """The failure of a check by a bot's fault."""
    place = place_of(fault, source)
    reason, instead = told_apart(fault)
    details = [traceback_of(fault)]
    if printed.strip():
        details += ["The last that it printed:", printed.rstrip()[-SHOWN:]]
    return Failure(
        reason=f"{place}: {reason}" if place else reason,
        advice=instead or advice(fault.kind, fault.sentence, fault.traceback, source, limits),
        when=when,
        details="\n".join(part for part in details if part),
        again=again,
    )


def told_apart(fault: Fault | BotFault) -> tuple[str, str]:
    """What went wrong, and what to do instead where the sentence says that itself."""
    sentence = told(fault)
    answer = ANSWER.fullmatch(sentence)
    return (answer[1], answer[2]) if answer else (sentence, "")


def told(fault: Fault | BotFault) -> str:
    """What went wrong, on one line: that of a syntax error comes after the code that has it."""
    lines = PATH.sub("", fault.sentence).strip().splitlines() or [fault.kind]
    sentence = lines[-1] if lines[0].startswith("File ") else " ".join(lines)
    field = FIELD.match(sentence)
    if field:
        wanted, given, number = field.groups()
        return f"choose returned an action whose field {number} is a {given}, not an {wanted}"
    return " ".join(sentence.split())


def place_of(fault: Fault | BotFault, source: Source) -> str:
    """The last line of the bot's own files that its failure passed through, if it is known."""
    files = "|".join(map(re.escape, source.modules()))
    lines = re.findall(rf'File "({files})", line (\d+)', fault.traceback)
    return "{}, line {}".format(*lines[-1]) if lines else ""


def traceback_of(fault: Fault | BotFault) -> str:
    """The traceback, without the sentence at its end; empty if it tells no more than that."""
    lines = fault.traceback.rstrip().splitlines()
    last = next((n for n, line in enumerate(lines) if n and not line.startswith(" ")), len(lines))
    return "\n".join(lines[:last]) if last > 1 else ""
