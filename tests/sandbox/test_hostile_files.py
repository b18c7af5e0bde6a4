"""Looking for imports in a file takes no longer because its author is hostile."""

import time

import pytest

from arena.match.import_statements import names_in
from arena.match.planning_files import planning_of
from arena.sandbox.imports import modules_of

SIZE = 1 << 20
"""The most bytes that a bot's file may have."""
OFTEN = 20
"""Times as long as an ordinary file that a hostile one may take: a clock is never exact."""
FILES = {
    "open parentheses": b"\nfrom a import(" * (SIZE // 15),
    "parentheses that never end": b"from a import(" + b"a," * (SIZE // 2),
    "only parentheses": b"(" * SIZE,
    "many names of ours": b"from arena.planning import " + b"a," * (SIZE // 2 - 20),
    "ours, again and again": b"from arena.planning import Weights\n" * (SIZE // 35),
    "ours in many strings": b"'arena . planning" * (SIZE // 17),
    "almost ours": b"'arena. " * (SIZE // 8),
    "almost ours, far apart": b"'arena" + b" " * (SIZE - 6),
    "a long name": b"from " + b"a" * SIZE,
    "a long name and many others": b"from "
    + b"a" * (SIZE // 2)
    + b" import "
    + b"b," * (SIZE // 4),
    "blanks": b";" + b" " * SIZE,
    "blanks before names": b"from" + b" " * (SIZE // 2) + b"a" + b"\t" * (SIZE // 2),
    "semicolons": b"; " * (SIZE // 2),
    "the word from": b"from\t" * (SIZE // 5),
    "the word import": b";import a" * (SIZE // 9),
    "lines that go on": b"import a\\\n" * (SIZE // 10),
    "empty lines": b"\n" * SIZE,
    "dots": b"from " + b"." * SIZE + b" import a",
    "no text": bytes(range(128, 256)) * (SIZE // 128),
}


def seconds(code: bytes) -> float:
    """How much processor time it takes to find the imports of a file."""
    start = time.process_time()
    for _ in names_in(code):
        pass
    modules_of.__wrapped__(code)
    planning_of.__wrapped__(code)
    return time.process_time() - start


@pytest.mark.parametrize("kind", FILES)
def test_the_imports_of_no_file_take_long_to_find(kind: str) -> None:
    ordinary = seconds(b"import numpy\n" * (SIZE // 13))
    assert seconds(FILES[kind]) < OFTEN * ordinary
    assert modules_of(FILES[kind]) == ()


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        (b"import csv", {"csv"}),
        (b"def f():\n\tif 1: import csv, gzip as g; import bz2", {"csv", "gzip", "bz2"}),
        (b"from urllib import (\n    parse,  # no parenthesis here\n)", {"urllib.parse"}),
        (b"from xml.etree import ElementTree as tree", {"xml.etree.ElementTree"}),
        (b"import \\\n  csv", {"csv"}),
        (b"import antigravity, arena.tournament", set()),
    ],
)
def test_imports_are_found_wherever_they_stand(code: bytes, modules: set[str]) -> None:
    assert set(modules_of(code)) == modules
