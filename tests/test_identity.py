"""The engine is all that decides a game; every other file is known to decide none."""

import re

import pytest

from arena import __version__
from arena.identity import ENGINE, engine, engine_of, identity, plays_alike

VERSIONED = ("arena/planning/",)
"""What bots may import, and what is part of the versions of those that do."""
OTHERS = (
    *(
        "arena/__init__.py",
        "arena/__main__.py",
        "arena/rl/",
        "arena/board_drawing.py",
        "arena/catalogue.py",
        "arena/cli/",
        "arena/errors.py",
    ),
    *("arena/identity.py", "arena/progress.py", "arena/replay_file.py", "arena/rule_listing.py"),
    *("arena/game_listing.py", "arena/report/", "arena/systems.py"),
    *("arena/terminal.py", "arena/authoring/", "arena/bench/", "arena/ranking/", "arena/results/"),
    "arena/play/",
    *("arena/story/", "arena/tournament/__init__.py", "arena/tournament/configuration.py"),
    *("arena/tournament/bot_files.py", "arena/tournament/bot_list.py"),
    *("arena/tournament/export.py", "arena/tournament/keys.py", "arena/tournament/parameters.py"),
    *("arena/tournament/forecast.py", "arena/tournament/growth.py", "arena/tournament/leaving.py"),
    *("arena/tournament/names.py", "arena/tournament/outlook.py", "arena/tournament/reveal.py"),
    *("arena/tournament/run.py", "arena/tournament/submit.py", "arena/tournament/tryout.py"),
    *("arena/workers/__init__.py", "arena/workers/cluster.py", "arena/workers/cluster_data.py"),
    *("arena/workers/cluster_local.py", "arena/workers/cluster_security.py"),
    *("arena/workers/cluster_worker.py", "arena/workers/delivery.py", "arena/workers/pool.py"),
    "arena/workers/workforce.py",
)
"""What can't decide how a game goes: it writes, rates, shows and sends games, or words refusals."""
FILES = [name for name in identity() if "/" in name]


@pytest.mark.parametrize("file", FILES)
def test_every_file_decides_games_or_is_known_not_to(file: str) -> None:
    homes = [home for home in (*ENGINE, *VERSIONED, *OTHERS) if file.startswith(home)]
    assert len(homes) == 1, f"put {file} into ENGINE of arena/identity.py or into OTHERS here"


@pytest.mark.parametrize("home", [*ENGINE, *VERSIONED, *OTHERS])
def test_every_name_in_these_lists_is_that_of_something(home: str) -> None:
    assert any(file.startswith(home) for file in FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_change_makes_another_engine_where_it_decides_games(file: str) -> None:
    changed = engine_of({**identity(), file: "0" * 64})
    assert (changed != engine()) == file.startswith(ENGINE)


def test_an_engine_is_named_by_version_and_hash() -> None:
    assert re.fullmatch(r"[\w.]+\+[0-9a-f]{16}", engine())
    assert engine().partition("+")[0] == __version__


def test_the_same_engine_in_another_version_of_arena_plays_alike() -> None:
    later = engine_of({**identity(), "arena": "9.9"})
    assert later != engine()
    assert plays_alike(later, engine())
    assert not plays_alike(engine_of({**identity(), "arena/seeds.py": "0" * 64}), engine())
