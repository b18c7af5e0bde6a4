"""A build of the kernel with deliberate faults in it, each of which can be switched on."""

from __future__ import annotations

import ctypes
import importlib.machinery
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).parents[2] / "arena" / "kernel" / "c"
SWITCH = "arena_fault"


class Fault(NamedTuple):
    """A place in the C source, and what stands there wrongly while the fault is on."""

    rule: str
    file: str
    right: str
    wrong: str
    rulesets: tuple[str, ...] = ("usa", "africa", "oldwest")
    """Rulesets in which it shows."""
    within: str = ""
    """More of the source around it, where it stands more than once."""


def compiler() -> str:
    """The C compiler that Python was built with."""
    return str(sysconfig.get_config_var("CC") or "cc").split()[0]


def has_compiler() -> bool:
    """Whether that compiler is on this machine."""
    return shutil.which(compiler()) is not None


def build(folder: Path, faults: Sequence[Fault], flags: Sequence[str] = ("-O1",)) -> Path:
    """Build the kernel with all these faults in it, switched off."""
    texts = {path.name: path.read_text() for path in SOURCES.glob("*.[ch]")}
    for number, fault in enumerate(faults, 1):
        text, around = texts[fault.file], fault.within or fault.right
        assert text.count(around) == 1, f"{fault.file}: {around!r} is not there once"
        both = f"({SWITCH} == {number} ? ({fault.wrong}) : ({fault.right}))"
        texts[fault.file] = text.replace(around, around.replace(fault.right, both))
    texts["_kernel.c"] = f"int {SWITCH};\n" + texts["_kernel.c"]
    for name, text in texts.items():
        (folder / name).write_text(text)
    return compiled(folder, flags)


def compiled(folder: Path, flags: Sequence[str]) -> Path:
    """Compile the sources in a folder."""
    target = folder / f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
    include = sysconfig.get_paths()["include"]
    command = [compiler(), *flags, "-std=gnu11", "-ffp-contract=off", "-w", "-fPIC", "-shared"]
    command += [f"-I{include}", str(folder / "_kernel.c"), "-o", str(target)]
    subprocess.run(command, check=True)
    return target


def load(target: Path) -> None:
    """Let this build be the kernel of this process, which must not have loaded another one."""
    name = "arena.kernel._kernel"
    assert name not in sys.modules
    loader = importlib.machinery.ExtensionFileLoader(name, str(target))
    spec = importlib.util.spec_from_file_location(name, target, loader=loader)
    assert spec is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(sys.modules[name])


def switch_of(target: Path) -> ctypes.c_int:
    """The switch of a build: the number of the fault that is on."""
    return ctypes.c_int.in_dll(ctypes.CDLL(str(target)), SWITCH)
