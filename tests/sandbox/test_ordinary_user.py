"""The sandbox holds hostile bots whoever runs the referee: root, and users without any rights."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.sandbox import test_hostile_bots

PROJECT = Path(__file__).parents[2]
SUITE = Path(test_hostile_bots.__file__).relative_to(PROJECT)
NOBODY = 65534
PACKAGES = (
    *(
        "msgspec",
        "click",
        "pytest",
        "_pytest",
        "py",
        "pluggy",
        "iniconfig",
        "packaging",
        "pygments",
    ),
)
TOO_MUCH = shutil.ignore_patterns(
    *("test", "tests", "site-packages", "dist-packages", "idlelib", "tkinter", "turtledemo"),
    *("ensurepip", "lib2to3", "config-*"),
)


@pytest.fixture(scope="module")
def copy() -> Iterator[Path]:
    """A copy of Python and of the project that everybody can read; the project is nobody's own."""
    with TemporaryDirectory() as folder:
        top = Path(folder)
        top.chmod(0o755)
        copy_python(top / "python")
        copy_project(top / "project")
        yield top


def copy_python(target: Path) -> None:
    """Copy the interpreter, its library and the packages that the tests need."""
    library = Path(sysconfig.get_path("stdlib"))
    packages = target / "lib" / library.name / "site-packages"
    shutil.copytree(library, target / "lib" / library.name, ignore=TOO_MUCH)
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        if spec.submodule_search_locations:
            shutil.copytree(Path(spec.origin).parent, packages / name)
        else:
            shutil.copy2(spec.origin, packages)
    copy_interpreter(target)


def copy_interpreter(target: Path) -> None:
    """Copy the interpreter, and its shared library if it has one, to find each other there."""
    program = Path(sys.executable).resolve()
    home = Path(sysconfig.get_config_var("LIBDIR"))
    code = program.read_bytes()
    for shared in home.glob("libpython3*.so*"):
        shutil.copy2(shared, target / "lib")
        there, here = bytes(home) + b"\0", b"$ORIGIN/../lib\0"
        code = code.replace(there, here.ljust(len(there), b"\0"))
    (target / "bin").mkdir()
    copied = target / "bin" / program.name
    copied.write_bytes(code)
    copied.chmod(0o755)


def copy_project(target: Path) -> None:
    """Copy the package and its tests of matches, but not this one."""
    tests = target / "tests"
    shutil.copytree(PROJECT / "arena", target / "arena")
    shutil.copytree(PROJECT / SUITE.parent, target / SUITE.parent)
    shutil.copytree(PROJECT / "tests" / "match", target / "tests" / "match")
    (tests / "__init__.py").touch()
    (target / SUITE).with_name(Path(__file__).name).unlink()
    (target / "home").mkdir()
    for path in (target, *target.rglob("*")):
        os.chown(path, NOBODY, NOBODY)


def number_of_tests() -> int:
    """How many tests the suite of hostile bots has."""
    listing = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            "-q",
            "-o",
            "addopts=",
            "-p",
            "no:cacheprovider",
            SUITE,
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(re.findall(r"(\d+) tests collected", listing.stdout)[0])


def assert_hostile_bots_are_held(top: Path) -> None:
    """Run the suite as a user without any rights."""
    python = next((top / "python" / "bin").iterdir())
    project = top / "project"
    run = subprocess.run(
        [python, "-m", "pytest", SUITE, "-q", "-p", "no:cacheprovider", "--tb=short"],
        cwd=project,
        env={"PATH": os.defpath} | dict.fromkeys(("HOME", "TMPDIR"), str(project / "home")),
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert f"{number_of_tests()} passed" in run.stdout


def test_hostile_bots_are_held_when_an_ordinary_user_referees(
    request: pytest.FixtureRequest,
) -> None:
    """As root, the suite is run once more by nobody; else it is an ordinary user who runs it."""
    if os.getuid() == 0:
        assert_hostile_bots_are_held(request.getfixturevalue("copy"))
    else:
        assert 0 not in os.getresuid()
