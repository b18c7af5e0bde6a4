"""The files of `arena.planning` that a bot plays by: all that its import statements reach.

What a bot's file imports by name is followed through our own files. Where a file may use the
package in another way (as an attribute of `arena`, or by its name in a string), all of it counts.
`arena.kernel` plays imagined games by plans too, so its names for that count like the package's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

import arena
from arena.identity import identity
from arena.match.import_statements import STATEMENT, first_words, lines_of

PlanningFiles = dict[str, str]
"""Files of `arena.planning`, such as arena/planning/weights.py, and the hash of each."""

ROOT: Final = "arena"
PACKAGE: Final = "arena.planning"
KERNEL: Final = ("arena.kernel", "arena.kernel.planned")
"""The modules that hand on what plays by plans."""
PLANNED: Final = "arena/kernel/planned.py"
"""The file of it, whose imports are the bot's own."""
BY_PLANS: Final = frozenset(("planned_end", "planned_trials", "*"))
"""Its names, one of which a bot imports that uses it."""
HINTED: Final = re.compile(
    r"""(?:["']|\b(?:from|import)\s+)arena\s*\.\s*planning\b|["'.]\s*planned_(?:end|trials)\b"""
)
"""The package's name where it is no prose: in a string, or in an import that is written oddly; or
one of the kernel's names in a string or as an attribute."""
ATTRIBUTE: Final = re.compile(r"\b(?:planning|planned_(?:end|trials))\b")
"""The same in a file that has its hands on `arena`, of which the package is an attribute."""
DIGITS: Final = 16
"""How much of a file's hash is kept."""


class Wanted(Struct, frozen=True):
    """What an import statement asks for: a module, or one of the names that a package hands on."""

    module: str
    name: str = ""


ALL: Final = Wanted(PACKAGE, "*")


@lru_cache(maxsize=1024)
def planning_of(*codes: bytes) -> PlanningFiles:
    """The files of `arena.planning` that a bot of these modules plays by; none if none is used."""
    wanted = {each for code in codes for each in wanted_by(code)}
    files = sorted(file_of(module) for module in reached(wanted))
    return {file: identity()[file][:DIGITS] for file in files}


def wanted_by(code: bytes) -> Iterator[Wanted]:
    """What a bot's file wants of `arena.planning`: names, or everything where that is not clear."""
    text, hint = lines_of(code), HINTED
    for module, enclosed, rest, modules in STATEMENT.findall(text):
        if is_planning(module):
            yield from (want(module, name) for name in first_words(enclosed or rest))
        elif module in KERNEL and BY_PLANS.intersection(first_words(enclosed or rest)):
            yield from wanted_by((Path(arena.__file__).parents[1] / PLANNED).read_bytes())
        elif any(name.split(".")[0] == ROOT for name in first_words(modules)) or module == ROOT:
            hint = ATTRIBUTE
    if hint.search(STATEMENT.sub(without_planning, text)):
        yield ALL


def is_planning(module: str) -> bool:
    """Whether a module belongs to `arena.planning`."""
    return module == PACKAGE or module.startswith(f"{PACKAGE}.")


def without_planning(statement: re.Match[str]) -> str:
    """The text of an import statement, unless the names that it wants are known."""
    return "\n" if is_planning(statement[1] or "") else statement[0]


def reached(wanted: set[Wanted]) -> set[str]:
    """The modules that these imports run, with all that those import in turn."""
    seen: set[Wanted] = set()
    while wanted:
        one = wanted.pop()
        seen.add(one)
        wanted |= set(next_wanted(one)) - seen
    return {one.module for one in seen} & modules().keys()


def next_wanted(one: Wanted) -> Iterator[Wanted]:
    """What an import leads to: the package around its module, what that imports, and the name."""
    if one == ALL:
        yield from map(Wanted, modules())
        return
    around = one.module.rpartition(".")[0]
    if is_planning(around):
        yield Wanted(around)
    exports = exports_of(one.module)
    for name, asked in imports_of(one.module):
        if name not in exports or name == one.name:
            yield asked


def want(module: str, name: str) -> Wanted:
    """What `from module import name` asks for; everything, if nothing of ours has that name."""
    if f"{module}.{name}" in modules():
        return Wanted(f"{module}.{name}")
    exports = exports_of(module)
    if name in exports:
        return Wanted(module, name)
    return ALL if exports or module not in modules() else Wanted(module)


@cache
def modules() -> dict[str, Path]:
    """The modules of `arena.planning` by name, with their files."""
    package = Path(arena.__file__).parent
    found = {}
    for path in package.glob("planning/**/*.py"):
        parts = (ROOT, *path.relative_to(package).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def file_of(module: str) -> str:
    """The name of a module's file, as the identity of arena has it."""
    return f"{ROOT}/{modules()[module].relative_to(Path(arena.__file__).parent).as_posix()}"


@cache
def imports_of(module: str) -> tuple[tuple[str, Wanted], ...]:
    """What a module imports of `arena.planning`, each with the name that it has there."""
    found: list[tuple[str, Wanted]] = []
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and is_planning(node.module or ""):
            found += [(n.asname or n.name, want(str(node.module), n.name)) for n in node.names]
        elif isinstance(node, ast.Import):
            found += [(n.name, Wanted(n.name)) for n in node.names if is_planning(n.name)]
    return tuple(found)


@cache
def exports_of(module: str) -> frozenset[str]:
    """The names that a package imports only to hand them on, which is what `__all__` lists.

    Whoever imports one of them does not play by the rest.
    """
    if module in modules() and modules()[module].name == "__init__.py":
        for node in tree_of(module).body:
            if isinstance(node, ast.Assign) and "__all__" in map(ast.unparse, node.targets):
                return frozenset(ast.literal_eval(node.value))
    return frozenset()


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module of ours; an empty one if there is no such module."""
    path = modules().get(module)
    return ast.parse(path.read_bytes() if path else b"")
