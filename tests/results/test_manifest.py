"""What a results folder says of itself, and which tournaments it refuses."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.boards import BoardFiles
from arena.match.limits import Limits
from arena.match.source import Source
from arena.results.manifest import (
    FILE,
    ManifestError,
    begin,
    bot_path,
    differences,
    environment,
    read_manifest,
    read_roster,
    results_of,
    write_bot,
    write_manifest,
)
from arena.results.store import GameStore
from arena.tournament import run as running
from arena.tournament.secret import Secret
from arena.workers import games, workforce
from tests.tournament.tournaments import BOTS, InPlace, configuration, named, touched

OURS = begin(configuration(), Secret(1))
HASTY, CHANCY, CRASHING = BOTS
OTHER = named("other", "return legal[0]")
CHANGED = named("chancy", "return legal[0]")
TUNED = Source("chancy", CHANCY.file, CHANCY.code, {"depth": 2})


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)


def told(**changes: Any) -> list[str]:
    """How our tournament differs from one with other settings, which is in a folder."""
    return differences(configuration(), begin(configuration(**changes), Secret(1)))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "large"}, 'name is "large" there and "small" here'),
        ({"rulesets": ("mega",)}, 'ruleset is "mega" there and "usa" here'),
        ({"seats": (2, 3)}, "seats is [2,3] there and [2] here"),
        ({"seed": "spring"}, 'seed is "spring" there and 1 here'),
        ({"seed": None}, "seed is a secret there and 1 here"),
        ({"duplicate": True}, "duplicate is true there and false here"),
        ({"schedule": "balanced"}, 'schedule is "balanced" there and "all" here'),
        (
            {"bonuses": ("globetrotter",)},
            'bonuses is ["globetrotter"] there and the ruleset\'s own here',
        ),
        (
            {"board": BoardFiles("grove", b"1", b"2", b"3")},
            'board is "grove@798fa1f1bc01d5c1" there and the ruleset\'s own here',
        ),
        ({"isolation": "process"}, 'isolation is "process" there and "none" here'),
        (
            {"limits": Limits(cpu=5.0, idle=2.5)},
            "limits is cpu 5, idle 2.5, wall 3600, memory 1024, output 64, files 32 there"
            " and cpu 5, idle 5, wall 3600, memory 1024, output 64, files 32 here",
        ),
    ],
)
def test_every_setting_that_differs_is_told(changes: dict[str, Any], sentence: str) -> None:
    assert told(**changes) == [sentence]


def test_all_settings_have_been_tried() -> None:
    names = {"name", "rulesets", "seats", "rounds", "seed", "schedule", "bonuses", "isolation"}
    assert set(OURS.settings.__struct_fields__) == {*names, "duplicate", "limits", "board"}


@pytest.mark.parametrize(
    ("bots", "sentences"),
    [
        (
            (HASTY, CHANGED, CRASHING),
            [f"chancy has changed, it is version {CHANGED.version} there"],
        ),
        ((HASTY, TUNED, CRASHING), [f"chancy has changed, it is version {TUNED.version} there"]),
        ((*BOTS, OTHER), ["other is only there"]),
        ((HASTY, CHANCY), []),
        ((HASTY, OTHER, CRASHING), ["other is only there"]),
        ((CHANCY, HASTY, CRASHING), []),
        (BOTS, []),
    ],
)
def test_bots_that_differ_are_told(bots: tuple[Source, ...], sentences: list[str]) -> None:
    assert told(bots=bots) == sentences


def test_more_bots_and_other_rounds_are_no_difference() -> None:
    for rounds in (1, 3):
        ours = configuration((OTHER, *reversed(BOTS), CHANGED), rounds=rounds)
        assert differences(ours, OURS) == []


def test_bots_that_joined_later_are_no_difference() -> None:
    joined = msgspec.structs.replace(begin(configuration((*BOTS, OTHER)), Secret(1)), founders=3)
    assert differences(configuration(), joined) == []


def test_another_tournament_is_refused_and_nothing_is_touched(tmp_path: Path) -> None:
    running.run(configuration(), tmp_path, workforce.on_this_machine(1), print)
    before = touched(tmp_path)
    other = configuration((*BOTS, OTHER), rounds=3, seed=2)
    with pytest.raises(ManifestError) as refused:
        running.run(other, tmp_path, workforce.on_this_machine(1), print)
    assert str(refused.value) == (
        f"{tmp_path} holds another tournament: seed is 1 there and 2 here"
        " (choose another folder with --out, or remove that one)"
    )
    assert before == touched(tmp_path)


def test_a_manifest_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    full = msgspec.structs.replace(OURS, environments=(environment("none"),))
    write_manifest(tmp_path, full)
    assert read_manifest(tmp_path) == full == results_of(tmp_path)
    assert (tmp_path / FILE).read_text().count("\n") > 20  # for people too


@pytest.mark.parametrize(
    "contents",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"format": 3}',
        b'{"format": 3, "rounds": 1' + b"0" * 5000 + b"}",
        b"[" * 100_000,
        b'{"format": 3, "settings": ' + b"[" * 60 + b"]" * 60 + b"}",
        b"\xff\xfe",
        msgspec.json.encode(OURS)[:-20],
        msgspec.json.encode(OURS).replace(b'"rounds":2', b'"rounds":"two"'),
    ],
)
def test_a_damaged_manifest_is_a_sentence(contents: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(contents)
    with pytest.raises(ManifestError, match="json is damaged: "):
        running.run(configuration(), tmp_path, workforce.on_this_machine(1), print)
    assert (tmp_path / FILE).read_bytes() == contents


def test_a_manifest_of_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"format": 2, "arena": "0.1", "settings": {}}')
    with pytest.raises(ManifestError, match="has format 2, this arena reads 3"):
        results_of(tmp_path)


def test_a_manifest_that_can_not_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(ManifestError, match="cannot be read: Is a directory"):
        read_manifest(tmp_path)


def test_bots_are_kept_as_they_played(tmp_path: Path) -> None:
    for bot in (*BOTS, TUNED):
        write_bot(tmp_path, bot)
        assert bot_path(tmp_path, bot).read_bytes() == bot.code
    assert read_roster(tmp_path, OURS) == BOTS


def test_a_bot_that_was_tampered_with_does_not_play(tmp_path: Path) -> None:
    for bot in BOTS:
        write_bot(tmp_path, bot)
    path = bot_path(tmp_path, CHANCY)
    path.write_bytes(HASTY.code)
    with pytest.raises(ManifestError, match=f"{path} is not the bot that played: its version is"):
        read_roster(tmp_path, OURS)
    path.unlink()
    with pytest.raises(ManifestError, match="cannot be read: No such file"):
        read_roster(tmp_path, OURS)


def test_results_do_not_begin_among_other_things(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(ManifestError, match="holds other things than results, such as thesis"):
        running.run(configuration(), tmp_path, workforce.on_this_machine(1), print)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["thesis.tex"]


def test_all_that_played_a_part_is_noted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that goes on elsewhere, or with other packages, says so."""
    for _ in range(2):
        running.run(configuration(), tmp_path, workforce.on_this_machine(1), print)
    (first,) = results_of(tmp_path).environments
    assert first == environment("none")
    assert first.isolation == "none"
    assert any(package.startswith("pyarrow ") for package in first.packages)
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    GameStore(tmp_path).path("games", 0).unlink()
    running.run(configuration(), tmp_path, workforce.on_this_machine(1), print)
    assert [each.python for each in results_of(tmp_path).environments] == [first.python, "3.99.0"]
