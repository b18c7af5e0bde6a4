"""Finding the import statements of a bot's file without running it, however hostile it is.

They are found by a pattern, not by Python's own parser, which a file made for the purpose can bring
to its end, and the referee with it. What looks like an import but is none does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 100
"""More characters than the name of any module has that can be loaded."""
BLANK: Final = r"[ \t\f]"
STATEMENT: Final = re.compile(
    rf"(?:^|[;:]){BLANK}*"
    rf"(?:from{BLANK}+([\w.]{{1,{LONGEST}}}){BLANK}+import\b(?:{BLANK}*\(([^()]*+)\)|([^\n;#]*))"
    rf"|import{BLANK}([^\n;#]*))",
    re.MULTILINE,
)
"""An import statement: the module and its names in parentheses or without, or the modules.

A list of names ends at any parenthesis and a module's name is short, so that no file, whatever is
in it, takes longer to search than others of its size."""

COMMENT: Final = re.compile("#[^\n]*")


def names_in(code: bytes) -> Iterator[str]:
    """All that import statements of a file might name."""
    for module, enclosed, rest, modules in STATEMENT.findall(lines_of(code)):
        if module:
            yield module
            yield from (f"{module}.{name}" for name in first_words(enclosed or rest))
        else:
            yield from first_words(modules)


def lines_of(code: bytes) -> str:
    """The text of a file, with every statement on one line unless it is in parentheses."""
    return "\n".join(code.decode("utf-8", "replace").replace("\\\n", " ").splitlines())


def first_words(text: str) -> Iterator[str]:
    """The names in a list such as `a as b, c`, with a comment on each line or without."""
    for item in COMMENT.sub("", text).split(","):
        words = item.split()
        if words:
            yield words[0]
