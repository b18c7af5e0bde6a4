"""Names that mix scripts, or that would be taken for another, are not let in."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from arena.results.manifest import ManifestError, begin
from arena.tournament.configuration import read_configuration
from arena.tournament.growth import with_bot
from arena.tournament.keys import ConfigurationError
from arena.tournament.names import imitated, is_name, mixture
from arena.tournament.secret import Secret
from arena.tournament.submit import Submission, read_bot
from tests.tournament.submitting import (
    ANY,
    FIRST,
    LAST,
    MOST,
    arena,
    configured,
    done,
    names,
    written,
)

IMITATIONS = {
    "case": "Planner",
    "cyrillic": "pl\N{CYRILLIC SMALL LETTER A}nner",
    "all cyrillic": "\u0440\u04cf\u0430\u043f\u043f\u0435\u0433",
    "greek": "pl\N{GREEK SMALL LETTER ALPHA}nner",
    "one for l": "p1anner",
    "capital i for l": "pIanner",
    "a bar for l": "p|anner",
    "an accent": "plánner",
    "a mark": "pla\N{COMBINING DOT BELOW}nner",
    "a joiner": "plan\N{COMBINING GRAPHEME JOINER}ner",
    "a filler": "planner\N{HANGUL FILLER}",
    "wide letters": "\uff50\uff4c\uff41nner",
    "a font": "\N{MATHEMATICAL BOLD SMALL P}lanner",
    "small capitals": "pla\N{LATIN LETTER SMALL CAPITAL N}ner",
    "cherokee": "\N{CHEROKEE LETTER TLV}lanner",
}


@pytest.mark.parametrize("how", IMITATIONS)
def test_a_name_that_looks_like_another_imitates_it(how: str) -> None:
    assert imitated(IMITATIONS[how], ["random", "planner"]) == "planner"
    assert imitated("planner", [IMITATIONS[how]]) == IMITATIONS[how]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bot10", "bot1O"),
        ("my bot", "my  bot"),
        ("my_bot", "my__bot"),
        ("barn", "bam"),
        ("\N{GREEK CAPITAL LETTER ETA}AL", "hal"),
        ("Iota", "lota"),
        ("bot1", "bot\N{ARABIC-INDIC DIGIT ONE}"),
        ("caf\N{LATIN SMALL LETTER E WITH ACUTE}", "cafe\N{COMBINING ACUTE ACCENT}"),
    ],
)
def test_names_that_look_alike_imitate_each_other(one: str, other: str) -> None:
    assert imitated(one, [other]) == other
    assert imitated(other, [one]) == one


@pytest.mark.parametrize(
    ("one", "other"),
    [("bot1", "bot2"), ("iota", "lota"), ("my_bot", "my-bot"), ("v1", "vi"), ("東京", "京都")],
)
def test_names_that_differ_to_the_eye_are_different(one: str, other: str) -> None:
    assert imitated(one, [other]) is None


@given(st.text())
def test_the_same_text_is_no_imitation(name: str) -> None:
    assert imitated(name, [name, name]) is None


@given(st.text(), st.text())
def test_to_imitate_is_mutual(one: str, other: str) -> None:
    assert (imitated(one, [other]) is None) == (imitated(other, [one]) is None)


def test_a_name_keeps_to_one_script() -> None:
    assert mixture("pl\N{CYRILLIC SMALL LETTER A}nner") == "Cyrillic and Latin"
    assert mixture("\N{GREEK SMALL LETTER ALPHA}-beta") == "Greek and Latin"
    for name in ("planner 2.0", "планировщик-3", "café", "ひらがなと漢字", "βήτα", "\uff50lan"):
        assert mixture(name) is None


def test_a_name_that_shows_nothing_is_none() -> None:
    assert not is_name("\N{HANGUL FILLER}")
    assert not is_name("\N{BRAILLE PATTERN BLANK}\N{COMBINING GRAPHEME JOINER}")


def named(folder: Path, *titles: str) -> Path:
    """A configuration of bots with these names."""
    file = configured(folder, {"any": ANY, "first": FIRST})
    files = ("any.py", "first.py")
    bots = ", ".join(
        f'{{file = "{each}", name = "{title}"}}' for each, title in zip(files, titles, strict=True)
    )
    lines = file.read_text().splitlines()
    lines = [f"bots = [{bots}]" if line.startswith("bots") else line for line in lines]
    file.write_text("\n".join(lines))
    return file


def test_a_configuration_with_an_imitation_is_refused(tmp_path: Path) -> None:
    file = named(tmp_path, "planner", "p1anner")
    with pytest.raises(ConfigurationError) as refused:
        read_configuration(file)
    sentence = "the name 'planner' looks like p1anner, another bot's: give it one of its own"
    assert str(refused.value) == f"{file}: {sentence}"


def test_two_bots_of_a_configuration_may_have_the_very_same_name(tmp_path: Path) -> None:
    bots = read_configuration(named(tmp_path, "planner", "planner")).bots
    assert [bot.name for bot in bots] == ["planner", "planner"]


def test_a_configuration_with_a_mixed_name_is_refused(tmp_path: Path) -> None:
    file = named(tmp_path, "planner", "pl\N{CYRILLIC SMALL LETTER A}n")
    with pytest.raises(ConfigurationError) as refused:
        read_configuration(file)
    expected = r"bots[1].name = 'pl\u0430n': expected letters of one script, not Cyrillic and Latin"
    assert str(refused.value) == f"{file}: {expected}"
    file = configured(tmp_path, {"any": ANY, "first": FIRST}, name="\u0430bc")
    with pytest.raises(ConfigurationError, match=r"name = .* expected letters of one script"):
        read_configuration(file)


def test_a_submission_that_imitates_is_refused_before_it_is_checked(tmp_path: Path) -> None:
    config = configured(tmp_path, {"any": ANY, "first": FIRST})
    words = ("submit", written(tmp_path, "last.py", LAST), config)
    out = ("--out", tmp_path / "results", "--workers", 1)
    mixed = r"the name 'fir\u0455t' mixes letters of Cyrillic and Latin: keep to one script"
    for name, sentence in {
        "First": "the name 'First' looks like first, another bot's: give it one of its own",
        "fir\N{CYRILLIC SMALL LETTER DZE}t": mixed,
    }.items():
        result = arena(*words, *out, "--name", name)
        assert result.exit_code == 2
        assert result.output == f"Error: {sentence}\n"
        assert not (tmp_path / "results").exists()
    done("run", config, *out)
    refused = arena(*words, *out, "--name", "ANY")
    assert refused.output.startswith("Error: the name 'ANY' looks like any, another bot's")
    done(*words, *out, "--name", "any")  # a new version of the bot that has this name
    assert names(tmp_path / "results") == ["any", "first", "any"]


def test_an_imitation_is_refused_also_if_the_other_came_during_its_checks(tmp_path: Path) -> None:
    configuration = read_configuration(configured(tmp_path, {"any": ANY, "first": FIRST}))
    bot = read_bot(written(tmp_path, "last.py", LAST), "Newcomer", MOST, {})
    submission = Submission(configuration, tmp_path / "results", bot)
    assert not submission.known()
    other = read_bot(written(tmp_path, "other.py", ANY + "\n"), "newcomer", MOST, {})
    with pytest.raises(ManifestError, match="'Newcomer' looks like newcomer"):
        submission._let_in(with_bot(begin(configuration, Secret(1)), other), print)
