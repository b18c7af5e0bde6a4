"""What a bot can import: modules that were loaded before its process was made.

A confined process can open no file, so the parent process loads modules for it: a few that every
bot may have, and those that a bot's file names in import statements, if they are on the list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from arena.match.import_statements import names_in

ALWAYS: Final = (
    *("abc", "array", "bisect", "collections", "copy", "dataclasses", "decimal", "enum"),
    *("fractions", "functools", "hashlib", "heapq", "inspect", "itertools", "json", "math"),
    *("operator", "os", "random", "re", "statistics", "string", "textwrap", "time"),
    *("traceback", "types", "typing", "unicodedata"),
    *("encodings.ascii", "encodings.latin_1", "encodings.unicode_escape"),
    *("arena.bot", "arena.planning"),
)
"""Modules that every bot's process has."""
STANDARD: Final = (
    *("__future__", "argparse", "ast", "asyncio", "atexit", "base64", "binascii", "builtins"),
    *("bz2", "cProfile", "calendar", "cmath", "codecs", "collections.abc", "colorsys"),
    *("concurrent", "concurrent.futures", "configparser", "contextlib", "contextvars", "copyreg"),
    *("csv", "ctypes", "datetime", "difflib", "dis", "errno", "fcntl", "gc", "getopt", "glob"),
    *("graphlib", "gzip", "hmac", "html", "importlib", "importlib.machinery", "importlib.util"),
    *("io", "json.decoder", "json.encoder", "keyword", "linecache", "locale", "logging", "lzma"),
    *("marshal", "mmap", "numbers", "opcode", "os.path"),
    *("pathlib", "pickle", "pickletools", "platform", "posix", "posixpath", "pprint", "profile"),
    *("pstats", "queue", "quopri", "reprlib", "resource", "sched", "secrets", "select"),
    *("selectors", "shlex", "shutil", "signal", "socket", "sqlite3", "stat", "stringprep"),
    *("struct", "subprocess", "symtable", "sys", "sysconfig", "tempfile", "threading", "timeit"),
    *("token", "tokenize", "tracemalloc", "unittest", "unittest.mock", "urllib.parse", "uuid"),
    *("warnings", "weakref", "xml.etree.ElementTree", "zipfile", "zlib", "zoneinfo"),
)
"""Modules of the standard library that a bot's file may name, none of which does anything else."""
NUMPY: Final = (
    *("numpy", "numpy.fft", "numpy.lib", "numpy.lib.stride_tricks", "numpy.linalg", "numpy.ma"),
    *("numpy.polynomial", "numpy.random", "numpy.typing"),
)
"""numpy, and the parts of it that a bot's file may name."""
KERNEL: Final = ("arena.kernel", "arena.kernel.batch")
"""The compiled kernel, for bots that think by play-outs."""
ARRAYS: Final = ("arena.planning.arrays",)
"""Positions as arrays, for bots that have learnt."""
ALLOWED: Final = frozenset((*ALWAYS, *STANDARD, *NUMPY, *KERNEL, *ARRAYS))
CODES: Final = "encodings.cp437"
"""The letters of file names in zip files."""
COMPANIONS: Final = {
    "arena.kernel.batch": ("numpy", *NUMPY),
    "arena.planning.arrays": ("numpy", *NUMPY),
    "datetime": ("_strptime",),
    "numpy": (
        *NUMPY,
        "numpy.char",
        "numpy.rec",
        "numpy.testing",
        "zipfile",
        CODES,
        "secrets",
        "pickle",
    ),
    "pickle": ("_compat_pickle",),
    "time": ("_strptime",),
    "zipfile": (CODES,),
}
"""Modules that others load only when some of their functions are first called."""


@lru_cache(maxsize=1024)
def modules_of(*codes: bytes) -> tuple[str, ...]:
    """The modules to load for a bot before its process is made, by what its files import."""
    named = {name for code in codes for name in names_in(code) if name in ALLOWED}
    more = {name for module in named for name in COMPANIONS.get(module, ())}
    return tuple(sorted((named | more).difference(ALWAYS)))


class ImportGuard:
    """The finder of a bot's process: it finds nothing, and tells in plain words what is there."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Refuse a module that is not loaded."""
        if name in ALLOWED or name.startswith("numpy."):
            raise ImportError(
                f"{name} can't be loaded during a game: a bot has the modules that its file names"
                " in import statements, as far as they are installed",
                name=name,
            )
        raise ImportError(
            "a bot can import most of the standard library, arena.bot, arena.planning, arena.kernel"
            f" and numpy, not {name}",
            name=name,
        )
