"""A damaged manifest is a sentence, whatever the damage: never a traceback, never slow or large."""

import copy
import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from arena.errors import ArenaError
from arena.results.manifest import (
    FILE,
    Manifest,
    ManifestError,
    begin,
    environment,
    read_manifest,
    schedule_of,
)
from arena.results.stored_game import find_game
from arena.tournament.run import look
from arena.tournament.secret import Secret
from arena.tournament.sittings import Joining
from arena.tournament.submit import with_bot, with_more_tables
from tests.tournament.tournaments import BOTS, configuration, named

DAMAGES = 400
SMALL = 20_000_000
"""Bytes that reading any manifest may take: some of them are those of a table of ratings."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 10**9, 2**63, 10**30, -(10**30), 0.5, 1e300),
    *("", "x", "../../etc/passwd", "\0", "\x1b[2J", "balanced", "all", "0" * 16, "a" * 100_000),
    *([], [0], [-1], [2], [2, 2], [10**9], [10**30], [0] * 1000, {}, {"x": 1}, {"x": [[[[]]]]}),
)


def manifests() -> Iterator[Manifest]:
    """A tournament of each kind that bots have joined."""
    for kind in ("all", "balanced"):
        there = begin(configuration(schedule=kind, seats=(2, 3)), Secret(1))
        for power in range(2):
            body = "from arena.planning import Weights\nreturn legal[0]"
            there = with_bot(there, named(f"late{power}", body, power=power))
        there = msgspec.structs.replace(there, environments=(environment("none"),))
        yield with_more_tables(there) if kind == "balanced" else there


SOUND = [json.loads(msgspec.json.encode(there)) for there in manifests()]


def places(value: object) -> Iterator[tuple[Any, Any]]:
    """Every value within a value, as the dictionary or list that holds it and its key there."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[arg-type]
    for key, item in list(pairs):
        yield value, key
        if isinstance(item, dict | list):
            yield from places(item)


def changed(values: dict[str, Any], rng: Random) -> None:
    """Put another value somewhere, take one away, add one, or repeat one."""
    holder, key = rng.choice(list(places(values)))
    what = rng.randrange(6)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    elif what == 2 and isinstance(holder, dict):
        holder["unknown"] = copy.deepcopy(rng.choice(VALUES))
    else:
        holder[key] = copy.deepcopy(rng.choice(VALUES))


def used(folder: Path) -> None:
    """Do what commands do with a manifest before any game."""
    there = read_manifest(folder)
    assert there is not None
    schedule = schedule_of(there)
    if len(schedule):
        schedule[0]
    schedule.usual_tables(())
    look(folder).summary()
    find_game(folder, 0)


@pytest.mark.parametrize("sound", SOUND, ids=["all", "balanced"])
def test_any_damage_is_a_sentence_or_none(sound: dict[str, Any], tmp_path: Path) -> None:
    rng, refused = Random(1), 0
    for _ in range(DAMAGES):
        values = copy.deepcopy(sound)
        for _ in range(rng.choice((1, 1, 2))):
            changed(values, rng)
        (tmp_path / FILE).write_text(json.dumps(values))
        tracemalloc.start()
        try:
            used(tmp_path)
            said = ""
        except ArenaError as error:
            refused += isinstance(error, ManifestError)
            said = str(error)
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert peak < SMALL, values
        assert len(said) < 1000
    assert refused > DAMAGES / 2


def test_what_is_not_damaged_is_read(tmp_path: Path) -> None:
    for sound in SOUND:
        (tmp_path / FILE).write_text(json.dumps(sound))
        assert json.loads(msgspec.json.encode(read_manifest(tmp_path))) == sound


DAMAGED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no seats": (
        lambda there: there["settings"].update(seats=[0]),
        r"seats = \[0\]: usa is for 2 to 5 seats, not 0 \(G1\)",
    ),
    "too many seats": (
        lambda there: there["settings"].update(seats=[10**9]),
        "usa is for 2 to 5 seats, not 1000000000",
    ),
    "more seats than bots": (
        lambda there: there["settings"].update(seats=[2, 5]),
        "expected no more seats than there are bots, 3",
    ),
    "too many rounds": (
        lambda there: there["settings"].update(rounds=10**30),
        r"rounds = 10{30}: expected a whole number from 1 to 10,000,000",
    ),
    "no ruleset": (
        lambda there: there["settings"].update(ruleset=["usa1911"]),
        "there is no ruleset 'usa1911'; did you mean",
    ),
    "a name that is a path": (
        lambda there: there["settings"].update(name="../x"),
        r"name = '../x': expected a short name",
    ),
    "limits that nothing holds": (
        lambda there: there["settings"]["limits"].update(memory=1),
        r"limits\.memory = 1: expected a whole number from 128",
    ),
    "a board that is a path": (
        lambda there: there["settings"].update(board="../x@0123456789abcdef"),
        "'../x@0123456789abcdef' is no board",
    ),
    "an unknown setting": (
        lambda there: there["settings"].update(speed=1),
        "there is no key 'speed'",
    ),
    "a bot's version that is a path": (
        lambda there: there["bots"][1].update(version="../../../secrets"),
        r"bots\[1\] can't be a bot",
    ),
    "a bot's name": (lambda there: there["bots"][1].update(name="a\nb"), r"bots\[1\] can't be"),
    "parameters that no bot takes": (
        lambda there: there["bots"][1].update(parameters={"a b": 1}),
        r"bots\[1\] can't be a bot",
    ),
    "planning that is none of ours": (
        lambda there: there["bots"][3]["planning"].update({"../x.py": "0" * 16}),
        r"bots\[3\] can't be a bot",
    ),
    "planning without a hash": (
        lambda there: there["bots"][3]["planning"].update({"arena/planning/plan.py": "new"}),
        r"bots\[3\] can't be a bot",
    ),
    "an engine without a hash": (
        lambda there: there["environments"][0].update(engine="0.1.0"),
        r"environments\[0\] has no engine",
    ),
    "an enumeration with a long value": (
        lambda there: there["settings"].update(isolation="a" * 100_000),
        "Invalid enum value 'a+$",
    ),
    "a bot twice": (
        lambda there: there["bots"].__setitem__(1, there["bots"][0]),
        "a bot is there twice",
    ),
    "more founders than bots": (lambda there: there.update(founders=9), "it has 5 bots, but began"),
    "a bot that never joined": (
        lambda there: there["stages"].clear(),
        "it has 5 bots, of whom the last never joined",
    ),
    "a bot that joined too early": (
        lambda there: there["stages"][0].update(bot=4),
        r"stages\[0\] can't be",
    ),
    "a bot that is absent before it came": (
        lambda there: there["stages"][0].update(absent=[3]),
        r"stages\[0\] can't be",
    ),
    "absent bots out of order": (
        lambda there: there["stages"][0].update(absent=[1, 0]),
        r"stages\[0\] can't be",
    ),
    "a commitment to nothing": (lambda there: there.pop("commitment"), "missing required field"),
}


@pytest.mark.parametrize("what", DAMAGED)
@pytest.mark.parametrize("sound", SOUND, ids=["all", "balanced"])
def test_the_rules_of_configurations_hold(what: str, sound: dict[str, Any], tmp_path: Path) -> None:
    tamper, sentence = DAMAGED[what]
    values = copy.deepcopy(sound)
    tamper(values)
    (tmp_path / FILE).write_text(json.dumps(values))
    with pytest.raises(ManifestError, match=f"json is damaged: .*{sentence}"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "joining",
    [Joining(3), Joining(3, (), (2,)), Joining(3, (), (-1, 2)), Joining(3, (0, 1, 2), (1, 0))],
)
def test_tables_that_can_not_be_drawn_are_refused(joining: Joining, tmp_path: Path) -> None:
    values = copy.deepcopy(SOUND[1])
    values["stages"][0] = json.loads(msgspec.json.encode(joining))
    (tmp_path / FILE).write_text(json.dumps(values))
    with pytest.raises(ManifestError, match=r"stages\[0\] can't be"):
        read_manifest(tmp_path)
    assert len(BOTS) == 3
