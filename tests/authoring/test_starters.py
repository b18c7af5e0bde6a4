"""The starter bots of `arena new`: each is small, and plays by the rules as it is written."""

from pathlib import Path

import pytest

from arena.authoring.new_bot import STYLES, write_starter
from arena.match.bot_folder import BotError
from arena.match.limits import Limits
from arena.match.reading import read_source
from arena.match.source import Source
from arena.referee.rulesets import find_ruleset
from arena.sandbox.venue import Venue
from tests.match.tables import choosing

ANY = choosing("return view.rng.choice(legal)")

GAMES = (
    *(("plain", "usa"), ("plain", "oldwest+alvin")),
    *(("plan", "usa"), ("plan", "africa+warehouses")),
    ("search", "usa"),
)
LONGEST = 80
"""Lines that an author can be expected to read at first."""


def starter(folder: Path, style: str) -> Source:
    """A starter bot as it is written, which thinks as little as it can."""
    file = folder / "mine.py"
    write_starter(file, style, overwrite=True)
    return read_source(file, **({"games": 1, "answers": 2} if style == "search" else {}))


@pytest.mark.parametrize(("style", "name"), GAMES)
def test_a_starter_plays_a_game_by_the_rules(style: str, name: str, tmp_path: Path) -> None:
    ruleset, bot = find_ruleset(name), starter(tmp_path, style)
    with Venue("none", [ruleset], Limits()) as venue:
        one, other = (venue.play(ruleset, [bot, ANY], 3) for _ in range(2))
    assert one.faults == one.late == ()
    assert one.record == other.record
    assert one.places[0] == 1


@pytest.mark.parametrize("style", STYLES)
def test_a_starter_is_short_and_named_after_its_file(style: str, tmp_path: Path) -> None:
    text = starter(tmp_path, style).code.decode()
    assert "class Mine:" in text
    assert "Starter" not in text
    assert text.count("\n") <= LONGEST


def test_a_style_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"there is no style 'serch'; did you mean search\?"):
        write_starter(tmp_path / "mine.py", "serch", overwrite=False)
    assert not list(tmp_path.iterdir())


def test_a_starter_may_be_the_first_file_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "my_bot"
    assert write_starter(folder / "bot.py", "plain", overwrite=False) == folder
    assert "class MyBot:" in (folder / "bot.py").read_text()
    assert read_source(folder).name == "my_bot"
    assert write_starter(folder / "bot.py", "plain", overwrite=True) == folder / "bot.py"
