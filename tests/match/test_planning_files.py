"""A bot's version covers what of `arena.planning` it plays by, and nothing else of it."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import arena
from arena.match.planning_files import modules, planning_of, tree_of
from arena.match.source import Source

PROJECT = Path(arena.__file__).parents[1]
ALWAYS = {"__init__.py", "judges/__init__.py", "judges/towns.py", "plan.py", "weights.py"}
"""Some of the files that importing anything runs: judges register themselves, and use plans."""


def files(code: str) -> set[str]:
    """The files that a bot with this code plays by, without their folder."""
    return {name.removeprefix("arena/planning/") for name in planning_of(code.encode())}


WHOLE = files("import arena.planning")


def test_a_bot_that_imports_the_package_plays_by_every_file() -> None:
    folder = PROJECT / "arena" / "planning"
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.py")} == WHOLE


@pytest.mark.parametrize(
    "code",
    [
        "",
        "from arena.bot import View\nimport arena.bot",
        "import planning\nplanning.make()",
        '"""It plans ahead, unlike the bots that build on `arena.planning`."""',
        "from arena.kernel import Table, trials",
        "def planned_end(view):\n    return planned_end",
        "from my.arena.planning import Weights",
        "from arena.planning_ahead import Weights",
    ],
)
def test_a_bot_that_imports_none_of_it_plays_by_none(code: str) -> None:
    assert files(code) == set()


@pytest.mark.parametrize(
    ("code", "used"),
    [
        ("from arena.planning import Weights", {"weights.py"}),
        ("from arena.kernel import Intent, planned_trials", {"follower.py", "answers.py"}),
        ("from arena.kernel.planned import planned_end as play", {"follower.py", "answers.py"}),
        ("from arena.kernel.planned import *", {"follower.py", "answers.py"}),
        ("from arena.planning.weights import Weights", {"weights.py"}),
        ("from arena.planning import weights as w", {"weights.py"}),
        ("def f():\n    if 1: from arena.planning import TicketBeliefs; pass", {"beliefs.py"}),
        (
            "from arena.planning import (\n    Weights,  # numbers, and\n    survey,\n)",
            {"plan.py"},
        ),
        ("from arena.planning import \\\n    answer_values as a", {"answers.py", "tickets.py"}),
        ("from arena.planning.judges.towns import toll", {"judges/towns.py"}),
    ],
)
def test_names_are_followed_to_the_files_they_come_from(code: str, used: set[str]) -> None:
    found = files(code)
    assert found >= used | ALWAYS
    assert not found & ({"follower.py", "beliefs.py", "answers.py"} - used)


@pytest.mark.parametrize(
    "code",
    [
        "import arena\narena.planning.Weights()",
        "import arena as a\na.planning.Weights()",
        "import arena.bot\narena.planning.Weights()",
        "import os, arena.planning.weights as w",
        "from arena import planning",
        "from arena import bot, planning as p",
        "from arena . planning import Weights",
        "from arena.planning import *",
        "from arena.planning import __dict__ as everything",
        "from arena.planning import Unknown",
        "from arena.planning.unknown import Weights",
        "from arena.planning import (Weights,  # (numbers)\n    TicketBeliefs)",
        "import sys\nsys.modules['arena.planning']",
        'import importlib\nimportlib.import_module("arena.planning.weights")',
        "exec('import arena.planning')",
        "from arena import kernel\nkernel.planned_trials",
        "import arena.kernel\narena.kernel.planned_end",
        'import arena.kernel as k\ngetattr(k, "planned_trials")',
        "import importlib\nimportlib.import_module('arena.ker' + 'nel').planned_end",
        "exec('from arena.planning import Weights')",
    ],
)
def test_where_it_is_not_clear_what_is_used_everything_counts(code: str) -> None:
    assert files(code) == WHOLE


def test_our_own_files_import_each_other_in_ways_that_are_followed() -> None:
    for module in modules():
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, module
                assert node.module != "arena", module
                assert not any(name.name == "*" for name in node.names), module


VERSIONS = """
import json, sys
from pathlib import Path
from arena.match.reading import read_source
print(json.dumps({path.stem: read_source(path).version for path in Path(sys.argv[1]).glob("*.py")}))
"""


def versions(package: Path) -> dict[str, str]:
    """The versions that the bundled bots have in an arena that lies in this folder."""
    command = [sys.executable, "-c", VERSIONS, str(PROJECT / "bots")]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("planning/weights.py", {"planner", "searcher"}),
        ("planning/judges/alvin.py", {"planner", "searcher"}),
        ("planning/follower.py", {"searcher"}),
        ("referee/taking.py", set()),
    ],
)
def test_a_change_gives_new_versions_to_the_bots_that_import_it(
    file: str, changed: set[str], tmp_path: Path
) -> None:
    shutil.copytree(PROJECT / "arena", tmp_path / "arena")
    before = versions(tmp_path)
    with (tmp_path / "arena" / file).open("a") as there:
        there.write("\n# another\n")
    after = versions(tmp_path)
    assert {bot for bot in before if before[bot] != after[bot]} == changed


def test_the_version_is_told_for_the_files_of_another_arena_too() -> None:
    bot = Source("ann", "ann.py", b"from arena.planning import Weights", {"depth": 3})
    assert bot.version == bot.version_with(bot.planning) != bot.version_with({})
    others = {**bot.planning, "arena/planning/weights.py": "0" * 16}
    assert bot.version != bot.version_with(others)
    assert bot.version_with(others) == bot.version_with(dict(reversed(others.items())))
