"""A bot's file and parameters: reading and checking it, its version, and loading its class."""

from __future__ import annotations

import codecs
import linecache
import os
import re
import stat
import sys
from difflib import get_close_matches
from errno import ELOOP
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, Final

from msgspec import Struct, json

from arena.errors import ArenaError, clipped
from arena.match.planning_files import PlanningFiles, planning_of

MODULE: Final = "bot"
"""The name of the module that a bot's file becomes."""
NAMED: Final = "BOT"
"""The variable by which a file with several bot classes names the one that plays."""
METHOD: Final = "choose(view, legal)"
"""The method that makes a class a bot."""
LARGEST: Final = 1 << 20
"""The most bytes that a bot's file may have."""
DECLARED: Final = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
"""How one of the first two lines of a Python file declares its encoding."""


class BotError(ArenaError):
    """A file that is no bot."""


class Source(Struct, frozen=True):
    """A bot's file, the name it plays under, and the parameters of its constructor."""

    name: str
    file: str
    code: bytes
    parameters: dict[str, Any]

    @property
    def planning(self) -> PlanningFiles:
        """The files of `arena.planning` that it plays by, as they are here."""
        return planning_of(self.code)

    @property
    def version(self) -> str:
        """What tells this bot from others: a hash of all of ours and its own that it plays by."""
        return self.version_with(self.planning)

    def version_with(self, planning: PlanningFiles) -> str:
        """The version that it has where `arena.planning` has these files: here, or elsewhere."""
        parts = [self.parameters, planning] if planning else [self.parameters]
        encoded = b"".join(json.encode(part, order="deterministic") for part in parts)
        return sha256(sha256(self.code).digest() + encoded).hexdigest()[:16]


def read_source(path: Path, name: str | None = None, /, **parameters: Any) -> Source:
    """Read a bot's file."""
    try:
        if not path.is_file():
            raise BotError(f"there is no bot file {str(path)!r}")
        if path.stat().st_size > LARGEST:
            raise BotError(f"{path} is larger than {LARGEST >> 20} MB")
        code = path.read_bytes()
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from error
    check_encoding(path, code)
    return Source(name or path.stem, path.name, code, parameters)


def read_submission(path: Path, name: str | None = None, /, **parameters: Any) -> Source:
    """Read a stranger's file, which must be a plain text file that does not change meanwhile."""
    try:
        with open(path, "rb", opener=open_plainly) as file:
            code = read_steadily(path, file)
    except FileNotFoundError as error:
        raise BotError(f"there is no bot file {str(path)!r}") from error
    except OSError as error:
        if error.errno == ELOOP:
            raise BotError(f"{path} is a symbolic link: name the file itself") from error
        raise BotError(f"{path} cannot be read: {error.strerror}") from error
    check_text(path, code)
    return Source(name or path.stem, path.name, code, parameters)


def open_plainly(path: str, flags: int) -> int:
    """Open a file without following a link, and without waiting for whoever writes to it."""
    if sys.platform == "win32":  # whose files are never waited for, and are asked whether they link
        if Path(path).is_symlink():
            raise OSError(ELOOP, os.strerror(ELOOP))
        return os.open(path, flags)
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def read_steadily(path: Path, file: BinaryIO) -> bytes:
    """The bytes of a plain file that no one writes to meanwhile; other files are refused."""
    before = os.fstat(file.fileno())
    if not stat.S_ISREG(before.st_mode):
        raise BotError(f"{path} is no plain file")
    if before.st_size > LARGEST:
        raise BotError(f"{path} is larger than {LARGEST >> 20} MB")
    code = file.read(LARGEST + 1)
    after = os.fstat(file.fileno())
    same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    if not same or len(code) != after.st_size:
        raise BotError(f"{path} changed while it was read: try again")
    return code


def check_text(path: Path, code: bytes) -> None:
    """Refuse what can't be a Python file."""
    if path.suffix != ".py":
        raise BotError(f"{path} is no Python file: its name does not end with .py")
    if not code.strip():
        raise BotError(f"{path} is empty: arena new writes a bot to start from")
    if b"\0" in code:
        raise BotError(f"{path} is no text in UTF-8: save it as UTF-8, not as UTF-16")
    check_encoding(path, code)


def check_encoding(path: Path, code: bytes) -> None:
    """Refuse a source that is not in UTF-8, or that Python would read in another encoding."""
    try:
        code.decode("utf-8")
    except UnicodeDecodeError as error:
        number = code.count(b"\n", 0, error.start) + 1
        reason = f"is not UTF-8 text: byte {error.start}"
        advice = f"only UTF-8 sources are bots: look at line {number}, or save it as UTF-8"
        raise BotError(f"{path} {reason}; {advice}") from error
    for line in re.split(rb"\r\n?|\n", code.removeprefix(codecs.BOM_UTF8), maxsplit=2)[:2]:
        declared = DECLARED.match(line)
        if declared and not is_utf8(declared[1].decode()):
            encoding = clipped(declared[1].decode())
            raise BotError(f"{path} declares the encoding {encoding}; only UTF-8 sources are bots")


def is_utf8(encoding: str) -> bool:
    """Whether a file that declares this encoding is read as UTF-8."""
    try:
        return codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")
    except LookupError:
        return False


def load_class(source: Source) -> type[Any]:
    """Run a bot's file and find its class. This is where a bot's own code begins to run."""
    module = ModuleType(MODULE)
    module.__file__ = source.file
    text = source.code.decode("utf-8-sig")  # whatever encoding the file declares
    lines = text.splitlines(keepends=True)
    linecache.cache[source.file] = (len(source.code), None, lines, source.file)
    sys.modules[MODULE] = module  # dataclasses and type hints look their module up here
    exec(compile(text, source.file, "exec", dont_inherit=True), module.__dict__)
    return find_class(module, source.file)


def find_class(module: ModuleType, file: str) -> type[Any]:
    """The one bot class of a module, or the one that it names."""
    named = vars(module).get(NAMED)
    if named is not None:
        if not is_bot(named):
            raise BotError(f"{NAMED} in {file} is no class with a method {METHOD}{like(named)}")
        return named  # type: ignore[no-any-return]
    own = (item for item in vars(module).values() if is_bot(item) and item.__module__ == MODULE)
    found = list(dict.fromkeys(own))
    if len(found) == 1:
        return found[0]  # type: ignore[no-any-return]
    if not found:
        raise BotError(f"{file} has no class with a method {METHOD}{nearly(module)}")
    names = " and ".join(item.__name__ for item in found)
    final = [item for item in found if not any(item in other.__mro__[1:] for other in found)]
    example = f"{NAMED} = {final[0].__name__}"
    raise BotError(f"{file} has several bot classes, {names}: name one with {example}")


def like(named: object) -> str:
    """What may be meant by something that is named as the bot, and is none."""
    kind = type(named)
    return f": name the class itself, {NAMED} = {kind.__name__}" if is_bot(kind) else ""


def nearly(module: ModuleType) -> str:
    """What in a module without a bot may be meant as one."""
    own = [item for item in vars(module).values() if getattr(item, "__module__", "") == MODULE]
    for item in own:
        methods = [name for name in vars(item) if name[:1] != "_"] if isinstance(item, type) else []
        near = get_close_matches("choose", methods, n=1, cutoff=0.7)
        if near:
            return f"; is {item.__name__}.{near[0]} meant?"
    if callable(vars(module).get("choose")):
        return ": choose stands alone, and belongs into a class"
    return ""


def is_bot(item: object) -> bool:
    """Whether this is a class that can play."""
    return isinstance(item, type) and callable(getattr(item, "choose", None))
