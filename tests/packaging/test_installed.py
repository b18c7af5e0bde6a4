"""Arena, built, installed in a clean environment outside the clone, and used as README says."""

import json
import re
import tarfile
import zipfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from arena.identity import identity
from tests.packaging.clean_environment import PROJECT, Built, Environment
from tests.test_pages import LINK
from tests.walkthrough import differences

ALLOWED = 360
"""Three minutes of two cores, in seconds of processor time: a newcomer's first use takes less."""
CARRIED = ("bots", "configs", "docs")
CODE = re.compile(r"/arena/bundled/(arena|tests|\.github|Makefile|Dockerfile|LICENSE|CITATION)")
FIRST_USE = (
    ("arena", "run", "usa1910", "--rounds", "1"),
    ("arena", "new", "my_bot.py"),
    ("arena", "check", "my_bot.py"),
    ("arena", "submit", "my_bot.py", "usa1910"),
    ("arena", "report", "results/usa1910"),
)


def in_the_wheel(built: Built) -> dict[str, bytes]:
    """The files of the wheel by name."""
    with zipfile.ZipFile(built.wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def at_the_top() -> list[Path]:
    """The files that come along, as they are in the clone."""
    files = (path for folder in CARRIED for path in (PROJECT / folder).rglob("*"))
    return [path for path in files if path.is_file() and "__pycache__" not in path.parts]


def test_the_wheel_has_bots_configurations_and_pages_as_they_are(built: Built) -> None:
    wheel = in_the_wheel(built)
    for path in at_the_top():
        name = f"arena/bundled/{path.relative_to(PROJECT).as_posix()}"
        assert wheel.get(name) == path.read_bytes(), name
    assert [name for name in wheel if "__pycache__" in name or name.endswith(".pyc")] == []


def test_the_sdist_has_all_that_a_clone_has(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ["Makefile", "pyproject.toml", "tests/conftest.py", "results/README.md", "LICENSE"]
    wanted += [path.relative_to(PROJECT).as_posix() for path in at_the_top()]
    assert sorted(set(wanted) - names) == []


def test_links_of_pages_in_the_wheel_lead_to_files_in_the_wheel(built: Built) -> None:
    """But not those to code and tests, which only people who change arena need."""
    wheel = {f"/{name}" for name in in_the_wheel(built)}
    missing = []
    for page in sorted(name for name in wheel if "/bundled/" in name and name.endswith(".md")):
        text = (PROJECT / page.removeprefix("/arena/bundled/")).read_text("utf-8")
        for link, _ in LINK.findall(text):
            target = str((Path(page).parent / link).resolve())
            if (
                link
                and not CODE.match(target)
                and not any(name.startswith(target) for name in wheel)
            ):
                missing.append(f"{page}: {link}")
    assert missing == []


def test_what_an_index_shows_has_no_link_to_a_file(built: Built) -> None:
    (metadata,) = (text for name, text in in_the_wheel(built).items() if name.endswith("METADATA"))
    head, _, page = metadata.decode().partition("\n\n")
    assert "Name: railarena" in head
    assert "Description-Content-Type: text/markdown" in head
    assert page.startswith("# Arena")
    assert LINK.findall(page) == []


def test_an_installed_arena_is_the_same_engine(installed: Environment, home: Path) -> None:
    program = "import arena, json\nfrom arena.identity import identity\nprint(arena.__file__)\n"
    done = installed.run("python", "-c", f"{program}print(json.dumps(identity()))", cwd=home)
    file, there = done.stdout.splitlines()
    assert Path(file).is_relative_to(installed.packages)
    assert json.loads(there) == identity()


@pytest.mark.parametrize("words", [("arena",), ("railarena",), ("python", "-m", "arena")])
def test_the_command_has_two_names(
    words: tuple[str, ...], installed: Environment, home: Path
) -> None:
    assert installed.run(*words, "--version", cwd=home).stdout.startswith("arena, version ")


def test_a_newcomers_first_use_takes_less_than_three_minutes(
    installed: Environment, home: Path
) -> None:
    before = getrusage(RUSAGE_CHILDREN)
    for words in FIRST_USE:
        done = installed.run(*words, cwd=home)
        assert done.returncode == 0, done.stderr
    after = getrusage(RUSAGE_CHILDREN)
    assert (home / "results/usa1910-report/index.html").is_file()
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert took < ALLOWED


def test_the_commands_of_the_readme_print_what_it_shows(installed: Environment, home: Path) -> None:
    assert list(differences(PROJECT / "README.md", home, installed.folder / "bin")) == []
