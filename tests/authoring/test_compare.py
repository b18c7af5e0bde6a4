"""`arena compare`: it stops when it can say which is better, and says the same in any order."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.authoring.compare import ComparisonRun, compare
from arena.cli import main
from arena.match.source import Source
from arena.ranking.evidence import Decision
from arena.results import store as storing, verify
from arena.results.manifest import Environment, ManifestError, environment, results_of
from arena.terminal import width
from arena.tournament.configuration import read_configuration
from arena.tournament.keys import ConfigurationError
from arena.tournament.run import Stopped
from arena.tournament.sittings import Fixture
from arena.workers import games, workforce
from arena.workers.games import GamePlayer, GamesToPlay
from arena.workers.pool import Done, Heartbeat
from tests.tournament.tournaments import (
    CRASHING,
    HASTY,
    InPlace,
    configuration,
    named,
    results,
    written,
)

Order = Callable[[list[bytes]], list[bytes]]

SLUGGISH = named("last", "return legal[-1]")
QUICK = named("hasty", HASTY)


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without workers, and on a disk that is believed to be quick."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verify, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)


known: dict[tuple[str, Fixture], bytes] = {}
"""Games that were played by other tests: the same fixture gives the same game."""


class Disorderly:
    """A workforce that plays chunks a few at a time, and hands them over in an order of its own."""

    def __init__(self, assignment: GamesToPlay, order: Order, at_once: int, most: int) -> None:
        self.workers = 1
        self._player = GamePlayer(assignment)
        self._bots = " ".join(f"{bot.name} {bot.version}" for bot in assignment.roster)
        self._order, self._at_once, self._most = order, at_once, most

    def work(self, chunks: Iterator[list[Fixture]]) -> Iterator[Done]:
        while some := list(islice(chunks, self._at_once)):
            packed_games = [self._played(game) for chunk in some for game in chunk]
            for packed in self._order(packed_games):
                self._most -= 1
                if self._most < 0:
                    raise KeyboardInterrupt
                yield Done(packed, 0.1)

    def _played(self, game: Fixture) -> bytes:
        key = (self._bots, game)
        if key not in known:
            known[key] = self._player.play([game], Heartbeat())
        return known[key]

    def environments(self) -> Sequence[Environment]:
        return [environment("none")]

    def close(self) -> None:
        self._player.close()


def played(
    folder: Path,
    bots: tuple[Source, ...] = (QUICK, SLUGGISH),
    order: Order = list,
    at_once: int = 1,
    most: int = 1000,
    delta: float = 0.05,
    **changes: Any,
) -> ComparisonRun:
    """A comparison whose games end in this order."""
    chosen = {"schedule": "together", "duplicate": True, "rounds": 30} | changes
    return compare(
        configuration(bots, **chosen),
        folder,
        lambda assignment, _: Disorderly(assignment, order, at_once, most),
        delta,
        print,
    )


def backwards(packed: list[bytes]) -> list[bytes]:
    return packed[::-1]


def test_it_ends_as_soon_as_one_is_known_to_be_better(tmp_path: Path) -> None:
    run = played(tmp_path / "x")
    assert run.evidence.decision == Decision.BETTER
    assert run.evidence.deals == 8
    assert results_of(tmp_path / "x").settings.rounds == 8
    assert len(run.schedule) == 16


def test_the_other_way_round_it_is_worse(tmp_path: Path) -> None:
    assert played(tmp_path / "x", (SLUGGISH, QUICK)).evidence.decision == Decision.WORSE


@pytest.mark.parametrize(("order", "at_once"), [(backwards, 24), (sorted, 7)])
def test_whatever_order_games_end_in_the_results_are_the_same(
    order: Order, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "PART", 6)  # so that games beyond the last deal are in parts too
    usual, other = played(tmp_path / "x"), played(tmp_path / "y", order=order, at_once=at_once)
    assert results(tmp_path / "x") == results(tmp_path / "y")
    assert other.evidence.deals == usual.evidence.deals
    assert other.evidence.mean == usual.evidence.mean
    assert CliRunner().invoke(main, ["verify", str(tmp_path / "y")]).exit_code == 0


@pytest.mark.parametrize("most", [1, 14])
def test_a_stopped_comparison_goes_on_to_the_same_results(most: int, tmp_path: Path) -> None:
    played(tmp_path / "x")
    with pytest.raises(Stopped):
        played(tmp_path / "y", order=backwards, at_once=4, most=most)
    played(tmp_path / "y")
    assert results(tmp_path / "x") == results(tmp_path / "y")


def test_a_comparison_that_has_ended_is_told_again_without_a_game(tmp_path: Path) -> None:
    before = played(tmp_path / "x")
    after = played(tmp_path / "x", most=0)
    assert after.evidence.deals == before.evidence.deals
    assert after.evidence.better() == before.evidence.better()


def test_all_rounds_may_not_tell_and_more_can_be_played_later(tmp_path: Path) -> None:
    few = played(tmp_path / "x", rounds=3)
    assert few.evidence.decision is None
    assert results_of(tmp_path / "x").settings.rounds == 3
    more = played(tmp_path / "x", rounds=9)
    assert more.evidence.decision == Decision.BETTER
    played(tmp_path / "y")
    assert results(tmp_path / "x") == results(tmp_path / "y")


def test_another_delta_goes_on_with_the_same_deals_and_drops_none(tmp_path: Path) -> None:
    equal = (named("one", HASTY), named("two", HASTY))
    loose = played(tmp_path / "x", equal, delta=0.4, rounds=60)
    assert loose.evidence.decision == Decision.NOT_BETTER
    strict = played(tmp_path / "x", equal, delta=0.2, rounds=60)
    assert strict.evidence.decision == Decision.NOT_BETTER
    assert strict.evidence.deals > loose.evidence.deals
    again = played(tmp_path / "x", equal, delta=0.4, rounds=60, most=0)
    assert again.evidence.decision == Decision.NOT_BETTER
    assert again.evidence.deals == strict.evidence.deals


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"duplicate": False}, "it can't be a comparison"),
        ({"schedule": "swap"}, "2 bots can't be a comparison at 2 seats"),
        ({"schedule": "swops"}, "did you mean swap?"),
    ],
)
def test_a_damaged_manifest_of_a_comparison_is_refused(
    changes: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    played(tmp_path / "x", rounds=1)
    file = tmp_path / "x" / "manifest.json"
    told = json.loads(file.read_text())
    told["settings"] |= changes
    file.write_text(json.dumps(told))
    with pytest.raises(ManifestError, match=re.escape(reason)):
        results_of(tmp_path / "x")


def test_a_configuration_can_t_have_the_schedule_of_a_comparison(tmp_path: Path) -> None:
    file = written(tmp_path, configuration(schedule="together"))
    with pytest.raises(ConfigurationError, match="there is no schedule 'together', only all, bal"):
        read_configuration(file)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    played(tmp_path / "x", rounds=1)
    with pytest.raises(ManifestError, match="holds another tournament: seed is 1 there and 2 here"):
        played(tmp_path / "x", rounds=1, seed=2)
    with pytest.raises(ManifestError, match="hasty is only there"):
        played(tmp_path / "x", (SLUGGISH, named("other", HASTY)), rounds=1)


BODIES = {"hasty": QUICK, "last": SLUGGISH, "crashing": named("crashing", CRASHING)}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots, which is the current one."""
    monkeypatch.chdir(tmp_path)
    for name, bot in BODIES.items():
        (tmp_path / f"{name}.py").write_bytes(bot.code)
    return tmp_path


def arena(*words: object) -> Result:
    """Run a command of somebody who trusts his own bots."""
    return CliRunner().invoke(main, [*map(str, words), "--trusted"])


def test_the_end_is_a_block_to_paste_with_all_that_it_rests_on(home: Path) -> None:
    result = arena("compare", "hasty.py", "last.py", "--seed", "spring")
    assert result.exit_code == 0, result.output
    told = result.stdout
    assert told.startswith("hasty is better than last: usa, 2 seats\n\n- ")
    flat = " ".join(told.split())
    assert "hasty comes before 100.0% of its opponents, last before 0.0%" in flat
    assert "a difference of +1.000" in flat
    assert "8 deals, both seats: 16 games, no faults" in flat
    assert "2 losses 0, loss and draw 0, even 0, win and draw 0, 2 wins 8" in flat
    for name in ("hasty", "last"):
        assert re.search(rf"- {name}: {name}\.py, version [0-9a-f]{{16}}", told)
    assert re.search(r"engine [\w.]+\+[0-9a-f]{16}, isolation: none", flat)
    (folder,) = (home / "results" / "compare").iterdir()
    assert f"- games: results/compare/{folder.name}" in told
    others = [line for line in told.splitlines() if not re.match("- (command|games):", line)]
    assert max(map(width, others)) <= 80


@pytest.mark.parametrize(
    ("words", "code", "verdict"),
    [
        (("last.py", "hasty.py"), 1, "last is worse than hasty"),
        (("hasty.py", "last.py", "--rounds", 2), 3, "2 deals can't tell whether hasty is better"),
        (
            ("last.py", "last.py", "--delta", 0.5),
            1,
            "last is not better than last-old by more than 0.5",
        ),
    ],
)
def test_the_exit_code_tells_the_verdict(
    words: tuple[object, ...], code: int, verdict: str, home: Path
) -> None:
    result = arena("compare", *words, "--seed", 1)
    assert result.exit_code == code, result.output
    assert result.stdout.startswith(verdict)


def test_more_than_two_seats_are_filled_with_copies_of_the_old_bot(home: Path) -> None:
    result = arena("compare", "hasty.py", "last.py", "--seats", 3, "--rounds", 1)
    assert result.exit_code == 3
    flat = " ".join(result.stdout.split())
    assert "1 deal, one after the other in every seat: 6 games" in flat
    assert "companions: last-2, last-3: last.py, version" in flat


def test_companions_and_several_rulesets(home: Path) -> None:
    words = ("--seats", 3, "--against", "crashing.py", "--together", "--rounds", 1)
    result = arena(
        "compare", "hasty.py", "last.py", *words, "--ruleset", "usa", "--ruleset", "africa"
    )
    flat = " ".join(result.stdout.split())
    assert "1 deal of each of 2 rulesets, at one table in every seat: 6 games" in flat
    assert "faults: crashing 6" in flat


def test_parameters_make_two_bots_of_one_file(home: Path) -> None:
    (home / "tuned.py").write_text(
        "class Tuned:\n    def __init__(self, at=0): self.at = at\n"
        "    def choose(self, view, legal): return legal[self.at]\n"
    )
    options = ("--parameters", "at = -1", "--rounds", 1)
    told = arena("compare", "tuned.py", "tuned.py", *options).stdout
    assert re.search(r"- tuned: tuned\.py, version \w+, at = -1\n- tuned-old: tuned\.py, ", told)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("hasti.py", "last.py"), "there is no bot file 'hasti.py'; did you mean"),
        (("hasty.py", "last.py", "--ruleset", "use"), "there is no ruleset 'use'"),
        (("hasty.py", "last.py", "--ruleset", "usa", "--seats", 6), "usa"),
        (
            ("hasty.py", "last.py", "--against", "crashing.py", "--together"),
            "at 2 seats nobody sits together with both: leave out --against",
        ),
        (("hasty.py", "last.py", "--delta", "nan"), "--delta is a difference between 0 and 1"),
        (("hasty.py", "last.py", "--parameters", "x"), "'x' are no parameters"),
        (("hasty.py", "h\N{CYRILLIC SMALL LETTER A}sty.py"), "mixes Cyrillic and Latin letters"),
        (("hasty.py", "Hasty.py"), "looks like Hasty, another bot's"),
        (("last.py", "broken.py"), "broken: "),
    ],
)
def test_what_can_t_be_compared_is_one_sentence(
    words: tuple[object, ...], sentence: str, home: Path
) -> None:
    (home / "h\N{CYRILLIC SMALL LETTER A}sty.py").write_bytes(QUICK.code)
    (home / "Hasty.py").write_bytes(SLUGGISH.code)
    (home / "broken.py").write_text("import nothing_like_it\n")
    result = arena("compare", *words)
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr.splitlines()[-1]
    assert not (home / "results").exists()


def test_a_bot_compared_with_itself_is_told_so(home: Path) -> None:
    result = arena("compare", "last.py", "last.py", "--rounds", 1)
    assert "last and last-old are one and the same bot, version " in result.stderr
    assert "at most 1 deal, 2 games" in result.stderr


def test_wide_names_are_told_and_stored(home: Path) -> None:
    (home / "賢者.py").write_bytes(QUICK.code)
    result = arena("compare", "賢者.py", "last.py")
    assert result.stdout.startswith("賢者 is better than last")
    (folder,) = (home / "results" / "compare").iterdir()
    assert folder.name.startswith("賢者-and-last-")
