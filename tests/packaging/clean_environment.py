"""A clean environment with an installed arena: built from the sdist, beside nothing but its needs.

What arena needs is not downloaded again: the packages that its metadata ask for, and those that
these ask for, are linked from the environment of the tests. No other package is there, so that one
that the metadata forget is missed, and the clone is out of reach.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
BUILD = "import sys; from setuptools import build_meta; build_meta.{}(sys.argv[1])"
MADE = ("__pycache__", "build", "dist", ".egg-info", ".so")
"""How the names of files and folders end that are made in a clone, besides hidden ones."""
NAME = re.compile(r"[\w.-]+")


class Built(NamedTuple):
    """The two files of a release."""

    sdist: Path
    wheel: Path


class Environment(NamedTuple):
    """An environment in which arena is installed."""

    folder: Path
    packages: Path

    def run(self, *words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run an installed program, as a user does who knows nothing of the clone."""
        program, *rest = map(str, words)
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        return subprocess.run(
            [self.folder / "bin" / program, *rest],
            cwd=cwd,
            env={**kept, "PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "HOME": str(cwd)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )


def build(folder: Path) -> Built:
    """Build the sdist from the clone, and the wheel from nothing but the sdist."""
    clone, unpacked = folder / "clone", folder / "unpacked"
    shutil.copytree(PROJECT, clone, ignore=made_here)
    sdist = made_by("build_sdist", clone, folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    (source,) = unpacked.iterdir()
    return Built(sdist, made_by("build_wheel", source, folder / "wheel"))


def made_here(folder: str, names: list[str]) -> list[str]:
    """What is in a folder of the clone and belongs to no release: builds, caches, results."""
    made = [name for name in names if name.startswith(".") or name.endswith(MADE)]
    results = Path(folder) == PROJECT / "results"
    return made + [name for name in names if results and name != "README.md"]


def made_by(hook: str, source: Path, target: Path) -> Path:
    """The file that a hook of the build backend makes, as pip calls it."""
    target.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUILD.format(hook), str(target)],
        cwd=source,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (made,) = target.iterdir()
    return made


def install(wheel: Path, folder: Path) -> Environment:
    """Install a wheel into a new environment that has what the wheel needs, and nothing else."""
    venv.create(folder, with_pip=False)
    (packages,) = folder.glob("lib/python*/site-packages")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")),
            *("install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel)),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (metadata,) = packages.glob("railarena-*.dist-info")
    for package in needed(PathDistribution(metadata)):
        link(package, packages)
    return Environment(folder, packages)


def needed(asking: Distribution) -> list[Distribution]:
    """What a distribution asks for, and what that asks for; extras and other systems left out."""
    found: dict[str, Distribution] = {}
    waiting = [asking]
    while waiting:
        for name in names_needed(waiting.pop()):
            if name not in found:
                found[name] = distribution(name)
                waiting.append(found[name])
    return list(found.values())


def names_needed(asking: Distribution) -> Iterator[str]:
    """The names of what a distribution asks for on this system."""
    for line in asking.requires or ():
        requirement, _, condition = line.partition(";")
        if not re.search(r"\bextra\b|win32|Windows|emscripten|python_version\s*<", condition):
            found = NAME.match(requirement)
            assert found is not None
            yield found[0].lower()


def link(package: Distribution, packages: Path) -> None:
    """Have the files of a distribution in another folder of packages too."""
    for file in package.files or ():
        source = Path(str(package.locate_file(file)))
        if ".." not in file.parts and file.suffix != ".pyc" and source.is_file():
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(source, target)
            except OSError:  # another file system
                shutil.copyfile(source, target)
