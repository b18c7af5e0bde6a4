"""What is told before the first game: how many games, how long, and a question if it is a lot."""

import os
import pty
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox.venue import Venue
from arena.tournament import outlook as outlooks
from arena.tournament.forecast import costs, duration, sample_tables
from arena.tournament.outlook import Outlook
from arena.tournament.settings import Discipline, Settings
from tests.tournament.submitting import (
    ANY,
    FIRST,
    LAST,
    arena,
    choosing,
    configured,
    picture,
    started,
)

BOTS = {"one": FIRST, "two": LAST, "three": ANY}
USA2, USA4, AFRICA2 = Discipline("usa", 2), Discipline("usa", 4), Discipline("africa", 2)


def outlook(**changes: Any) -> Outlook:
    """An outlook on 400 games."""
    settings = Settings(name="x", rulesets=("usa", "africa"), seats=(2, 4), rounds=1)
    return Outlook(
        **{
            "folder": Path("results/x"),
            "settings": settings,
            "bots": ("one", "two", "three"),
            "is_begun": False,
            "total": 400,
            "games": {USA2: 200, USA4: 150, AFRICA2: 50},
            "costs": {USA2: 0.1, USA4: 0.2, AFRICA2: 0.4},
            "workers": 2,
            "leaves_schedule": True,
            **changes,
        }
    )


def test_games_and_time_are_one_sentence() -> None:
    assert outlook().sentence() == (
        "400 games: usa (2 seats: 200, 4 seats: 150), africa (2 seats: 50); all tables;"
        " about 70 s of processor time, 35 s on 2 workers"
    )
    some = outlook(games={USA4: 30}, workers=None).sentence()
    left = (
        "30 games that are left of 400: usa (4 seats: 30); all tables; about 6 s of processor time"
    )
    assert some == left
    assert outlook(games={}).sentence() == "All 400 games are stored"
    assert outlook(costs={}).sentence().endswith("africa (2 seats: 50); all tables")


@pytest.mark.parametrize(
    ("changes", "is_large"),
    [
        ({"games": {USA2: 100_000}, "costs": {USA2: 0.01}}, False),
        ({"games": {USA2: 100_001}, "costs": {USA2: 0.01}}, True),
        ({"games": {USA2: 100}, "costs": {USA2: 72.0}}, False),
        ({"games": {USA2: 100}, "costs": {USA2: 72.1}}, True),
        ({"games": {USA2: 1}, "costs": {USA2: 3601.0}}, True),
        ({"games": {USA2: 100}, "costs": {USA2: 72.0}, "workers": None}, True),
    ],
)
def test_an_hour_or_a_hundred_thousand_games_are_a_lot(
    changes: dict[str, Any], is_large: bool
) -> None:
    assert outlook(**changes).is_large() == is_large


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 s"),
        (119, "119 s"),
        (150, "2 min"),
        (7000, "117 min"),
        (7200, "2 h"),
        (9e5, "10 days"),
    ],
)
def test_a_time_is_told_in_its_unit(seconds: float, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (5, 4), (9, 2), (10, 5), (7, 3)])
def test_every_bot_sits_at_a_sample_table(bots: int, seats: int) -> None:
    sources = [Source(f"bot{number}", "bot.py", b"", {}) for number in range(bots)]
    tables = list(sample_tables(sources, seats, 100))
    assert all(len({bot.name for bot in table}) == seats for table in tables)
    assert {bot.name for table in tables for bot in table} == {bot.name for bot in sources}
    assert len(list(sample_tables(sources, seats, 1))) == 1


BUSY = """
import time
end = time.process_time() + 0.02
while time.process_time() < end:
    pass
return legal[0]
"""


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_a_game_costs_what_its_bots_compute_also_if_it_is_cut_short(isolation: str) -> None:
    """A busy bot computes for 20 ms a question: for seconds in a game, of which one is sampled."""
    settings = Settings(name="x", rulesets=("usa",), seats=(2,), rounds=1, limits=Limits())
    busy, quick = (Source(n, f"{n}.py", choosing(c).encode(), {}) for n, c in
                   (("busy", BUSY), ("quick", "return legal[0]")))  # fmt: skip
    with Venue(isolation, settings.all_rules(), settings.limits) as venue:
        dear = costs(venue, settings, [busy, busy], {USA2: 1})[USA2]
        cheap = costs(venue, settings, [quick, quick], {USA2: 1})[USA2]
        assert costs(venue, settings, [quick, quick], {USA2: 0}) == {}
    answers = dear / 0.02
    assert 40 < answers < 2000
    assert cheap < dear / 5


def test_a_dry_run_tells_and_writes_nothing(tmp_path: Path) -> None:
    file = configured(tmp_path, BOTS, isolation="none", rounds=4)
    before = picture(tmp_path)
    result = arena("run", file, "--out", tmp_path / "results", "--workers", 1, "--dry-run")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[:3] == [
        f"small, into {tmp_path / 'results'}: new",
        "3 bots: one, two, three",
        "schedule: all, chosen by the number of bots: the file has none",
    ]
    time = r"about \d+ s of processor time, \d+ s on 1 worker"
    assert re.fullmatch(rf"24 games: usa \(2 seats: 24\); all tables; {time}", lines[3])
    assert picture(tmp_path) == before


def test_what_is_stored_and_what_is_missing_is_told(tmp_path: Path) -> None:
    out = tmp_path / "results"
    file = configured(tmp_path, BOTS, isolation="none", schedule="balanced")
    assert "4 games: usa (2 seats: 4); balanced tables; about" in arena(
        "run", file, "--out", out, "--workers", 1
    ).output  # fmt: skip
    file.write_text(file.read_text().replace('schedule = "balanced"\n', ""))
    before = picture(out)
    told = arena("run", file, "--out", out, "--workers", 1, "--dry-run").output.splitlines()
    assert told[0] == f"small, into {out}: 4 of 4 games are stored there"
    assert told[2] == "schedule: balanced, as the results have it: the file has none"
    assert told[3] == "All 4 games are stored"
    more = arena("run", file, "--out", out, "--rounds", 3, "--dry-run").output.splitlines()
    assert more[3].startswith("8 games that are left of 12: usa (2 seats: 8); balanced tables; ")
    assert picture(out) == before
    result = arena("run", file, "--out", out, "--rounds", 3, "--workers", 1)
    assert "8 games that are left of 12: " in result.output
    assert "12 of 12 games" in result.output


def test_a_submission_is_told_too(tmp_path: Path) -> None:
    out = tmp_path / "results"
    file = configured(tmp_path, BOTS, isolation="none")
    new = tmp_path / "new.py"
    new.write_text(f"{ANY}# new\n")
    words = ("submit", new, file, "--out", out, "--workers", 1, "--trusted", "--dry-run")
    told = arena(*words).output.splitlines()
    assert told[1] == "4 bots: one, two, three, new"
    assert told[3].startswith("12 games: usa (2 seats: 12); all tables; about ")
    assert not out.exists()
    new.write_text("1 / 0")
    result = arena(*words)
    assert (result.exit_code, "new: new.py, line 1: Zero" in result.output) == (2, True)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A tournament of more games than are played without a question."""
    return configured(tmp_path, BOTS, isolation="none", rounds=20_000)


def test_a_large_run_wants_yes_where_nobody_can_be_asked(many: Path, tmp_path: Path) -> None:
    process = started("run", many, "--out", tmp_path / "results", "--workers", 1)
    _, errors = process.communicate()
    assert process.returncode == 2
    assert errors.splitlines()[-1] == (
        "Error: that is more than an hour or 100,000 games: say --yes if it is meant"
    )
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("answer", ["", "n", "y"])
def test_a_large_run_asks_on_a_terminal(
    many: Path, tmp_path: Path, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = pty.openpty()
    out = tmp_path / "results"
    process = started("run", many, "--out", out, "--workers", 1, stdin=theirs)
    os.close(theirs)
    os.write(ours, f"{answer}\n".encode())
    if answer == "y":
        while not (out / "manifest.json").exists():
            assert process.poll() is None
        process.terminate()
    _, errors = process.communicate()
    os.close(ours)
    assert "120,000 games: " in errors
    assert "Go on? [y/N]: " in errors
    assert out.exists() == (answer == "y")
    assert process.returncode == (143 if answer == "y" else 1)


def test_yes_answers_before_it_is_asked(many: Path, tmp_path: Path) -> None:
    process = started("run", many, "--out", tmp_path / "results", "--workers", 1, "--yes")
    while not (tmp_path / "results/manifest.json").exists():
        assert process.poll() is None
    process.terminate()
    assert "Go on?" not in process.communicate()[1]


def test_where_a_cluster_plays_this_machine_need_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    settings = Settings(name="x", rulesets=("usa",), seats=(2,), rounds=1)
    ill = [Source("ill", "ill.py", b"1 / 0", {})]
    assert outlooks.measured(settings, ill, ill, {USA2: 3}, None) == {}
    with pytest.raises(outlooks.SystemLacking):
        outlooks.measured(settings, ill, ill, {USA2: 3}, 2)
