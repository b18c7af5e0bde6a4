"""A bot's code in this process: its modules, how they import one another, and its class.

A bot's file is the module `bot`. Where it is a folder, `bot` is a package of the other modules in
it, and each of them is found by its name alone, too: `import nets` and `from . import nets` give
the same module.
"""

from __future__ import annotations

import importlib
import linecache
import marshal
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

from arena.match.bot_folder import PACKAGE, PYTHON, BotError, is_module
from arena.match.compiled import Compiled, code_of, text_of
from arena.match.source import Source
from arena.own_files import Contents, readable

NAMED: Final = "BOT"
"""The variable by which a file with several bot classes names the one that plays."""
METHOD: Final = "choose(view, legal)"
"""The method that makes a class a bot."""
INITIAL: Final = "__init__"


class BotCode:
    """The modules and files of one bot, of which several may take turns in a process."""

    _current: BotCode | None = None
    """The one whose modules can be imported now."""

    def __init__(
        self, source: Source, files: Mapping[str, Contents], compiled: Compiled | None = None
    ) -> None:
        self._source = source
        self._files = files
        self._compiled = compiled or {}
        self._finder = OwnModules(source, files, self._compiled) if files else None
        self._modules: dict[str, ModuleType] = {}
        """Its modules while another bot has its turn."""

    def take_turn(self) -> None:
        """Have the modules and files of this bot at hand, and not those of another one."""
        before = BotCode._current
        if before is self:
            return
        if before is not None:
            before._leave()
        sys.modules.update(self._modules)
        if self._finder is not None:
            sys.meta_path.insert(0, self._finder)
        readable.files = self._files
        BotCode._current = self

    def _leave(self) -> None:
        """Take its modules out of the way."""
        names = [PACKAGE]
        if self._finder is not None:
            names += self._finder.names
            sys.meta_path.remove(self._finder)
        self._modules = {name: sys.modules.pop(name) for name in names if name in sys.modules}

    def load(self) -> type[Any]:
        """Run the bot's file and find its class. This is where a bot's own code begins to run."""
        self.take_turn()
        module = ModuleType(PACKAGE)
        if self._finder is not None:
            module.__path__ = []
            module.__package__ = PACKAGE
            for name in self._finder.names:  # of a library that is no business of bots
                sys.modules.pop(name, None)
        sys.modules[PACKAGE] = module  # dataclasses and type hints look their module up here
        run(module, self._source.code, self._source.file, self._compiled)
        return find_class(module, self._source.file)


class OwnModules(MetaPathFinder, Loader):
    """Finds and runs the modules of a bot's folder."""

    def __init__(self, source: Source, files: Mapping[str, Contents], compiled: Compiled) -> None:
        self._source = source
        self._files = files
        self._compiled = compiled
        self._paths: dict[str, str] = {}
        """The file of each module, by its name in the folder; empty for a folder without one."""
        for path in sorted(filter(is_module, files), key=is_no_package):
            name = path.removesuffix(PYTHON).replace("/", ".").removesuffix(f".{INITIAL}")
            self._paths.setdefault(name, path)
        for name in list(self._paths):
            for depth in range(1, name.count(".") + 1):
                self._paths.setdefault(name.rsplit(".", depth)[0], "")

    @property
    def names(self) -> list[str]:
        """All names that its modules can be imported by."""
        return [name for own in self._paths for name in (own, f"{PACKAGE}.{own}")]

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How a module is loaded, if it is one of the bot's own."""
        own = name.removeprefix(f"{PACKAGE}.")
        if own in self._paths:
            file = self._paths[own]
            is_package = not file or not is_no_package(file)
            return ModuleSpec(name, self, origin=self._source.shown(file), is_package=is_package)
        if own != name:
            raise ModuleNotFoundError(f"the bot's folder has no module {own}", name=own)
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run a module, or take the one that has been run under its other name."""
        name = module.__name__
        own = name.removeprefix(f"{PACKAGE}.")
        if own == name:
            sys.modules[name] = importlib.import_module(f"{PACKAGE}.{own}")
            return
        sys.modules[own] = module  # before it runs: modules may import one another
        path = self._paths[own]
        try:
            if path:
                file = self._source.shown(path)
                run(module, bytes(self._files[path]), file, self._compiled)
        except BaseException:
            del sys.modules[own]
            raise


def is_no_package(path: str) -> bool:
    """Whether a file is a module, and not what makes a package of its folder."""
    return not path.endswith(f"/{INITIAL}{PYTHON}")


def run(module: ModuleType, code: bytes, file: str, compiled: Compiled) -> None:
    """Run the code of a module, whose lines tracebacks can show."""
    module.__file__ = file
    text = text_of(code)
    linecache.cache[file] = (len(code), None, text.splitlines(keepends=True), file)
    ready = compiled.get(file)
    exec(code_of(text, file) if ready is None else marshal.loads(ready), module.__dict__)


def load_class(source: Source) -> type[Any]:
    """The class of a bot whose files are in this process."""
    return BotCode(source, source.folder.files).load()


def find_class(module: ModuleType, file: str) -> type[Any]:
    """The one bot class of a module, or the one that it names."""
    named = vars(module).get(NAMED)
    if named is not None:
        if not is_bot(named):
            raise BotError(f"{NAMED} in {file} is no class with a method {METHOD}{like(named)}")
        return named  # type: ignore[no-any-return]
    own = (item for item in vars(module).values() if is_bot(item) and item.__module__ == PACKAGE)
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
    own = [item for item in vars(module).values() if getattr(item, "__module__", "") == PACKAGE]
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
