"""Every broken bot of the gallery gets the sentence that its author needs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.authoring.check import Checks
from arena.match.bot_folder import BotError
from arena.match.limits import Limits
from arena.match.reading import read_submission
from arena.match.source import Source
from arena.referee.rulesets import find_ruleset
from arena.sandbox.venue import Venue
from tests.authoring.gallery import ANSWERS, DEEDS, FILES, LOADING, SOUND

USA = find_ruleset("usa")
LIMITS = Limits(cpu=0.15, idle=0.2, memory=512)
SLOW = Limits(cpu=20.0, idle=20.0, memory=512)
TIMED = ("loops for ever", "loops for ever in C", "sleeps", "waits for itself")
"""The bots that run out of time: the others have enough of it, on a busy machine too."""
BROKEN = {**ANSWERS, **LOADING, **DEEDS}


@pytest.fixture(scope="module")
def venue() -> Iterator[Venue]:
    """A venue for all of them."""
    with Venue("sandbox", [USA], SLOW) as opened:
        yield opened


def told(venue: Venue, code: bytes) -> str:
    """What the author of a bot is told until the first check that it does not pass."""
    checks = Checks(Source("my_bot", "my_bot.py", code, {}), venue, 7, [USA])
    lines = []
    for result in checks.run(checks.short()):
        lines.append(result.line())
        if not result.passed or "failed" in result.remark:
            break
    return "\n".join(lines)


def test_there_are_a_hundred_of_them() -> None:
    assert len(BROKEN) + len(FILES) + len(SOUND) >= 100
    assert len(BROKEN) == len(ANSWERS) + len(LOADING) + len(DEEDS)


@pytest.mark.parametrize("name", [name for name in BROKEN if name not in TIMED])
def test_an_author_is_told_what_to_do_about_a_bot_that(name: str, venue: Venue) -> None:
    code, words = BROKEN[name]
    assert_in_order(told(venue, code.encode()), words)


@pytest.mark.parametrize("name", TIMED)
def test_an_author_is_told_the_line_and_the_limit_of_a_bot_that(name: str, venue: Venue) -> None:
    code, words = BROKEN[name]
    venue.limits, before = LIMITS, venue.limits
    try:
        assert_in_order(told(venue, code.encode()), words)
    finally:
        venue.limits = before


def assert_in_order(text: str, words: list[str]) -> None:
    """See that all of these words are in a text, one after the other."""
    pattern = ".*".join(map(re.escape, words))
    assert re.search(pattern, text, re.DOTALL), f"not {words} in this:\n{text}"


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_refused_with_a_sentence_that(name: str, tmp_path: Path) -> None:
    code, sentence = FILES[name]
    file = tmp_path / "my_bot.py"
    file.write_bytes(code)
    with pytest.raises(BotError, match=sentence):
        read_submission(file)


@pytest.mark.parametrize("name", SOUND)
def test_a_bot_plays_that(name: str, venue: Venue, tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_bytes(SOUND[name])
    checks = Checks(read_submission(file), venue, 7, [USA])
    assert next(checks.run(checks.short())).passed


def test_no_sentence_names_a_place_of_this_machine(venue: Venue) -> None:
    for name in ("imports a wrong name", "has a base class that is not there", "yields"):
        assert str(Path(__file__).parents[2]) not in told(venue, BROKEN[name][0].encode())
