"""Bots are tried before the first game: who fails is named with the line, and nothing begins."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox.venue import Venue
from arena.tournament.settings import Settings
from arena.tournament.tryout import SHOWN, BotsRefused, try_bots
from tests.tournament.submitting import (
    ANY,
    FIRST,
    LAST,
    arena,
    choosing,
    configured,
    names,
    picture,
)

SETTINGS = Settings(name="x", rulesets=("usa", "africa"), seats=(2, 4), rounds=1, limits=Limits())
MADE = """\
class Bot:
    def __init__(self, depth=1, *, style="bold"):
        self.depth = depth

    def choose(self, view, legal):
        return legal[0]
"""


@pytest.fixture(scope="module", params=["sandbox", "none"])
def venue(request: pytest.FixtureRequest) -> Iterator[Venue]:
    """Where bots are tried: confined and unconfined."""
    with Venue(request.param, SETTINGS.all_rules(), SETTINGS.limits) as opened:
        yield opened


def bot(name: str, code: str, **parameters: Any) -> Source:
    """A bot with this file."""
    return Source(name, f"{name}.py", dedent(code).encode(), parameters)


def refusal(venue: Venue, *bots: Source) -> str:
    """What is said of bots that can't play."""
    with pytest.raises(BotsRefused) as caught:
        try_bots(venue, SETTINGS, bots)
    return str(caught.value)


def test_bots_that_answer_are_not_refused(venue: Venue) -> None:
    try_bots(venue, SETTINGS, [bot("plain", ANY), bot("made", MADE, depth=2, style="shy")])


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("class Bot:\n    def choose(self, view, legal)\n", r"ill\.py, line 2: SyntaxError: .*':'"),
        ("x = 1\n\n1 / 0\n", r"ill\.py, line 3: ZeroDivisionError: division by zero"),
        ("import nowhere\n", r"ill\.py, line 1: .*Error: .*nowhere.*"),
        (choosing("return view.nothing"), r"ill\.py, line 4: AttributeError: .*nothing.*"),
        (choosing("return None"), r"choose returned None, which is no action: .*"),
        ("x = 1\n", r"ill\.py has no class with a method choose\(view, legal\)"),
        (
            choosing("assert view.rules.ruleset.name == 'usa'\nreturn legal[0]"),
            r"ill\.py, line 4: with africa: AssertionError",
        ),
    ],
)
def test_a_bot_that_fails_is_refused_with_its_line(venue: Venue, code: str, sentence: str) -> None:
    assert re.fullmatch(f"ill: {sentence}", refusal(venue, bot("well", ANY), bot("ill", code)))


def test_an_illegal_first_answer_is_a_failure(venue: Venue) -> None:
    code = """
        class Bot:
            def choose(self, view, legal):
                return type(legal[0])(())
    """
    found = refusal(venue, bot("ill", code))
    assert re.fullmatch(r"ill: its first answer, .*, is illegal: .+", found)


@pytest.mark.parametrize(
    ("code", "parameters", "sentence"),
    [
        (MADE, {"deph": 2}, "there is no parameter 'deph'; did you mean depth?"),
        (MADE, {"depth": 2, "zzz": 1}, "there is no parameter 'zzz', only depth, style"),
        (ANY, {"depth": 2}, "there is no parameter 'depth': the constructor takes none"),
    ],
)
def test_an_unknown_parameter_is_named_with_the_nearest(
    venue: Venue, code: str, parameters: dict[str, Any], sentence: str
) -> None:
    assert refusal(venue, bot("ill", code, **parameters)) == f"ill: {sentence}"


def test_a_constructor_that_takes_everything_gets_everything(venue: Venue) -> None:
    code = MADE.replace('style="bold"', "style, **more").replace("depth\n", "more['deph']\n")
    try_bots(venue, SETTINGS, [bot("open", code, deph=2, style="shy")])


def test_all_bots_that_fail_are_told_at_once(venue: Venue) -> None:
    ill = [bot(f"ill{number}", "1 / 0") for number in range(SHOWN + 2)]
    lines = refusal(venue, ill[0], bot("well", ANY), *ill[1:]).splitlines()
    assert [line.partition(":")[0] for line in lines[:SHOWN]] == [one.name for one in ill[:SHOWN]]
    assert lines[SHOWN:] == ["and 2 more"]


def test_nothing_is_begun_if_a_bot_fails(tmp_path: Path) -> None:
    file = configured(tmp_path, {"well": ANY, "ill": "1 / 0"}, isolation="none")
    before = picture(tmp_path)
    result = arena("run", file, "--out", tmp_path / "results", "--workers", 1)
    assert result.exit_code == 2
    assert (
        result.output.strip() == "Error: ill: ill.py, line 1: ZeroDivisionError: division by zero"
    )
    assert picture(tmp_path) == before


def test_a_newcomer_in_the_file_is_tried_before_it_is_let_in(tmp_path: Path) -> None:
    out = tmp_path / "results"
    file = configured(tmp_path, {"one": FIRST, "two": LAST}, isolation="none")
    assert arena("run", file, "--out", out, "--workers", 1).exit_code == 0
    before = picture(out)
    file = configured(tmp_path, {"one": FIRST, "two": LAST, "ill": "1 / 0"}, isolation="none")
    result = arena("run", file, "--out", out, "--workers", 1)
    assert (result.exit_code, "ill: ill.py, line 1: " in result.output) == (2, True)
    assert picture(out) == before
    (tmp_path / "ill.py").write_text(ANY)
    assert arena("run", file, "--out", out, "--workers", 1).exit_code == 0
    assert names(out) == ["one", "two", "ill"]
