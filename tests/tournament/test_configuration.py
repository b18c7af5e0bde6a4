"""A tournament's file: what it may say, and the sentence for everything else."""

import math
from collections.abc import Iterator
from contextlib import chdir
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from arena.errors import ArenaError
from arena.match.limits import Limits
from arena.match.seats import Isolation
from arena.referee.rulesets import find_ruleset
from arena.tournament.configuration import Configuration, read_configuration
from arena.tournament.keys import ConfigurationError
from arena.tournament.names import is_name
from arena.tournament.settings import Settings

GOOD = {
    "name": "spring",
    "ruleset": "usa",
    "seats": 2,
    "bots": ["bots/ann.py", "bots/bob.py"],
    "rounds": 3,
}
BOT = "class Bot:\n    def choose(self, view, legal): return legal[0]\n"
LARGEST = 2**63 - 1


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with bots, beside the current one, which is empty."""
    (tmp_path / "here").mkdir()
    (tmp_path / "there/bots").mkdir(parents=True)
    for number, name in enumerate(("ann", "bob", "cat", "dan", "eve")):
        (tmp_path / f"there/bots/{name}.py").write_text(f"{BOT}# {number}\n", "utf-8")
    with chdir(tmp_path / "here"):
        yield tmp_path / "there"


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(sign):08x}" for sign in value) + '"'
    if isinstance(value, date):
        return value.isoformat()
    return str(value).lower()


def write(folder: Path, keys: dict[str, Any]) -> Path:
    """A file with these keys."""
    file = folder / "spring.toml"
    file.write_text("".join(f"{toml(key)} = {toml(keys[key])}\n" for key in keys), "utf-8")
    return file


def read(folder: Path, **changes: Any) -> Configuration:
    """The configuration that differs so from a good one."""
    return read_configuration(write(folder, GOOD | changes))


def refusal(folder: Path, **changes: Any) -> str:
    """The sentence for a configuration that differs so from a good one, after the file's name."""
    with pytest.raises(ConfigurationError) as caught:
        read(folder, **changes)
    file, sentence = str(caught.value).split(": ", 1)
    assert file == str(folder / "spring.toml")
    assert sentence.isprintable()
    return sentence


def test_five_keys_are_enough(folder: Path) -> None:
    configuration = read(folder)
    assert configuration.settings == Settings(
        name="spring",
        rulesets=("usa",),
        seats=(2,),
        rounds=3,
        seed=None,
        duplicate=False,
        schedule="all",
        bonuses=None,
        isolation="sandbox",
        limits=Limits(),
    )
    assert [(bot.name, bot.file, bot.parameters) for bot in configuration.bots] == [
        ("ann", "ann.py", {}),
        ("bob", "bob.py", {}),
    ]
    assert configuration.bots[1].code == (folder / "bots/bob.py").read_bytes()


@pytest.mark.parametrize("key", GOOD)
def test_none_of_the_five_may_be_missing(folder: Path, key: str) -> None:
    file = write(folder, {other: GOOD[other] for other in GOOD if other != key})
    with pytest.raises(ConfigurationError, match=rf"spring\.toml: the key {key} is missing$"):
        read_configuration(file)


@pytest.mark.parametrize(
    ("key", "written", "expected"),
    [
        ("name", "Été 2026, finals (b)", "Été 2026, finals (b)"),
        ("name", "x" * 60, "x" * 60),
        ("ruleset", "oldwest+alvin+warehouses", ("oldwest+alvin+warehouses",)),
        ("ruleset", ["usa", "africa"], ("usa", "africa")),
        ("seats", 3, (3,)),
        ("seats", [2], (2,)),
        ("seats", [5, 2, 4], (2, 4, 5)),
        ("rounds", 1, 1),
        ("rounds", 10_000_000, 10_000_000),
        ("seed", 0, 0),
        ("seed", LARGEST, LARGEST),
        ("seed", "hard to guess: ½", "hard to guess: ½"),
        ("duplicate", True, True),
        ("duplicate", False, False),
        ("schedule", "balanced", "balanced"),
        ("bonuses", [], ()),
        ("bonuses", ["longest_path", "globetrotter"], ("globetrotter", "longest_path")),
        ("isolation", "process", Isolation.PROCESS),
        ("isolation", "none", Isolation.NONE),
        ("limits", {}, Limits()),
        ("limits", {"cpu": 5, "idle": 0.5, "wall": 90.5}, Limits(cpu=5.0, idle=0.5, wall=90.5)),
        ("limits", {"memory": 128, "output": 0}, Limits(memory=128, output=0)),
    ],
)
def test_every_key_is_read(folder: Path, key: str, written: Any, expected: Any) -> None:
    five = [f"bots/{name}.py" for name in ("ann", "bob", "cat", "dan", "eve")]
    name = "rulesets" if key == "ruleset" else key
    value = getattr(read(folder, **{"bots": five, key: written}).settings, name)
    assert value == expected
    assert type(value) is type(expected)


def test_a_whole_number_of_seconds_becomes_a_fraction(folder: Path) -> None:
    assert type(read(folder, limits={"cpu": 5}).settings.limits.cpu) is float


def test_the_rules_have_the_bonuses_that_the_file_says(folder: Path) -> None:
    assert read(folder).settings.rules("usa") == find_ruleset("usa")
    chosen = read(folder, bonuses=["globetrotter"]).settings.rules("usa")
    assert chosen.bonuses == {"globetrotter"}
    assert read(folder, bonuses=[]).settings.rules("usa").bonuses == frozenset()


NAMED = "expected a short name that can be a folder's"
DEALT = "expected a whole number from 1 to 10,000,000"
SEEDED = f"expected a whole number from 0 to {LARGEST}, or a printable text"
SEATED = "expected a number of seats or a list of them, such as [2, 4]"
LISTED = 'expected a list of bots, such as ["my_bot.py", "planner"]'
THOUGHT = "expected a number from 0.01 to 1,000,000.0"


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        *(("name", name, NAMED) for name in ("", " spring", "spring ", ".spring", "-o", "a/b")),
        *(("name", name, NAMED) for name in ("..", "a\\b", "a\nb", "a\tb", 'a"b', "a\x1b[2Jb")),
        *(("name", name, NAMED) for name in ("=1+1", "+a", "@a", "a\u202eb", "a\rb", "a\0b")),
        *(("name", value, NAMED) for value in (7, True, 1.5, ["a"], {"a": 1}, date(2026, 1, 1))),
        *(("rounds", value, DEALT) for value in (0, -3, 10_000_001, 3.0, True, "3", [3], math.nan)),
        *(("seed", value, SEEDED) for value in (-1, LARGEST + 1, 1.0, True, "", [1], "a\x1bb")),
        *(("seats", value, SEATED) for value in ([], "2", 2.0, True, {"2": 2}, [2, True])),
        *(("seats", value, SEATED) for value in (["2"], [2.0], [[2]])),
        ("seats", [2, 3, 2], "expected each only once, but 2 is there twice"),
        ("seats", [2, 6], "usa is for 2 to 5 seats, not 6 (G1)"),
        ("seats", [0], "usa is for 2 to 5 seats, not 0 (G1)"),
        ("seats", [-2], "usa is for 2 to 5 seats, not -2 (G1)"),
        ("seats", [2, 3], "expected no more seats than there are bots, 2"),
        ("ruleset", "usa1911", "there is no ruleset 'usa1911'; did you mean usa1910 or"),
        ("ruleset", "usa+alvin", "there is no ruleset 'usa+alvin'; did you mean"),
        ("ruleset", ["usa", "us"], "there is no ruleset 'us'; did you mean usa"),
        ("ruleset", ["usa", "usa"], "each only once, but 'usa' is there twice"),
        ("ruleset", [], "expected at least one ruleset"),
        ("ruleset", [["usa"]], "there is no ruleset ['usa']; did you mean usa"),
        ("ruleset", True, "there is no ruleset True, only africa, "),
        ("schedule", "balance", "there is no schedule 'balance'; did you mean balanced?"),
        ("schedule", 1, "there is no schedule 1, only all, balanced"),
        ("isolation", "sandox", "there is no isolation 'sandox'; did you mean sandbox?"),
        ("isolation", False, "there is no isolation False, only none, process, sandbox"),
        ("bonuses", "globetrotter", "expected a list of globetrotter and longest_path"),
        ("bonuses", ["globetroter"], "no bonus 'globetroter'; did you mean globetrotter?"),
        ("bonuses", [1], "there is no bonus 1, only globetrotter, longest_path"),
        ("bonuses", [["longest_path"]], "there is no bonus ['longest_path']"),
        ("bonuses", ["longest_path"] * 2, "each only once, but 'longest_path' is there twice"),
        *(("duplicate", value, "expected true or false") for value in (0, "yes", [True])),
        ("limits", 5, "expected a table, [limits]"),
        ("limits", [{"cpu": 5}], "expected a table, [limits]"),
        ("bots", "bots/ann.py", LISTED),
        ("bots", [], LISTED),
        ("bots", {"file": "bots/ann.py"}, LISTED),
    ],
)
def test_a_wrong_value_is_told_with_what_was_expected(
    folder: Path, key: str, value: Any, reason: str
) -> None:
    sentence = refusal(folder, **{key: value})
    assert sentence.startswith(f"{key} = {value!r}: ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        *((key, 0, THOUGHT) for key in ("cpu", "idle", "wall")),
        *((key, value, THOUGHT) for key in ("cpu", "wall") for value in (-1.0, math.inf, 1e7)),
        *(("idle", value, THOUGHT) for value in (True, "1", [1.0], math.nan, -math.inf)),
        *(("memory", value, "a whole number from 128 to 1,048,576") for value in (127, 512.0, "1")),
        *(("output", value, "a whole number from 0 to 16,384") for value in (-1, 16385, False)),
    ],
)
def test_a_wrong_limit_is_told_with_its_table(
    folder: Path, key: str, value: Any, reason: str
) -> None:
    sentence = refusal(folder, limits={key: value})
    assert sentence.startswith(f"limits.{key} = {value!r}: expected ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"round": 3}, "there is no key 'round'; did you mean rounds"),
        ({"Name": "x"}, "there is no key 'Name'; did you mean name"),
        ({"isolaton": "none"}, "there is no key 'isolaton'; did you mean isolation?"),
        ({"zzz": {"cpu": 1}}, "there is no key 'zzz', only board, bonuses, bots, duplicate, "),
        ({"a\x1b[2Jb": 1}, r"there is no key 'a\x1b[2Jb', only"),
        ({"limits": {"cpus": 1}}, "there is no key 'cpus'; did you mean cpu?"),
        ({"limits": {"limits": 1}}, "there is no key 'limits', only cpu, files, idle, memory, "),
    ],
)
def test_nothing_unknown_is_ignored(folder: Path, changes: dict[str, Any], reason: str) -> None:
    assert refusal(folder, **changes).startswith(reason)


@pytest.mark.parametrize("more", [{"rounds": 3}, {}])
def test_deals_as_they_were_once_called_are_refused_with_what_they_are_now(
    folder: Path, more: dict[str, Any]
) -> None:
    assert refusal(folder, deals=3, **more) == (
        "deals is now rounds: how often each table sits down, in every rotation of the seats; every"
        " game has a deal of its own"
    )


def test_a_long_value_is_not_repeated_in_full(folder: Path) -> None:
    assert len(refusal(folder, name="x" * 10_000)) < 200
    assert len(refusal(folder, seats=[2] * 10_000)) < 200
    assert len(refusal(folder, bonuses=["x" * 10_000] * 2)) < 300


def test_bots_may_have_names_and_parameters(folder: Path) -> None:
    deep = {"file": "bots/ann.py", "name": "ann-deep", "depth": 2}
    own = {"file": "bots/ann.py", "path": "x", "weights": [1, -2.5, [True, "y"]], "code": "z"}
    bots = read(folder, bots=["bots/ann.py", deep, own]).bots
    assert [(bot.name, bot.file) for bot in bots] == [
        ("ann", "ann.py"),
        ("ann-deep", "ann.py"),
        ("ann", "ann.py"),
    ]
    assert [bot.parameters for bot in bots] == [
        {},
        {"depth": 2},
        {"path": "x", "weights": [1, -2.5, [True, "y"]], "code": "z"},
    ]
    assert len({bot.version for bot in bots}) == 3
    assert len({bot.code for bot in bots}) == 1


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (7, "bots[1] = 7: expected a file, or {file = "),
        (["bots/bob.py"], "bots[1] = ['bots/bob.py']: expected a file, or {file = "),
        ({"name": "bob"}, "bots[1] = {'name': 'bob'}: expected a file, or {file = "),
        ({"file": 3}, "bots[1] = {'file': 3}: expected a file, or {file = "),
        ("bots/bobb.py", "bots[1] = 'bots/bobb.py': there is no bot file 'bots/bobb.py'; did you "),
        ({"file": "bots/ban.py"}, "bots[1] = 'bots/ban.py': there is no bot file 'bots/ban.py'; "),
        ("", "bots[1] = '': there is no bot file '', only bots/ann.py, "),
        ("x\0y/z\0.py", r"bots[1] = 'x\x00y/z\x00.py': there is no bot file"),
        ("/nowhere/bob.py", "bots[1] = '/nowhere/bob.py': there is no bot file '/nowhere/bob.py'"),
        ({"file": "bots/bob.py", "name": 3}, "bots[1].name = 3: expected a short name"),
        ({"file": "bots/bob.py", "name": ""}, "bots[1].name = '': expected a short name"),
        ({"file": "bots/bob.py", "name": "a\nb"}, r"bots[1].name = 'a\nb': expected a short name"),
        ({"file": "bots/bob.py", "a-b": 1}, "bots[1].'a-b' = 1: expected a name that Python can"),
        ({"file": "bots/bob.py", "\x1b[2J": 1}, r"bots[1].'\x1b[2J' = 1: expected a name"),
        ({"file": "bots/bob.py", "a": math.nan}, "bots[1].a = nan: expected a number, a text, "),
        ({"file": "bots/bob.py", "a": [1, [math.inf]]}, "bots[1].a = [1, [inf]]: expected a "),
        ({"file": "bots/bob.py", "a": LARGEST + 1}, f"bots[1].a = {LARGEST + 1}: expected a "),
        ({"file": "bots/bob.py", "a": date(2026, 1, 1)}, "bots[1].a = datetime.date(2026, 1, 1): "),
        ({"file": "bots/bob.py", "a": {"b": [date(2026, 1, 1)]}}, "bots[1].a = {'b': [datetime."),
    ],
)
def test_a_wrong_bot_is_told_with_its_number(folder: Path, bot: Any, sentence: str) -> None:
    assert refusal(folder, bots=["bots/ann.py", bot]).startswith(sentence)


@pytest.mark.parametrize("file", ["x" * 5000 + ".py", "x" * 5000 + "/bob.py"])
def test_a_name_too_long_for_the_system_is_no_bot(folder: Path, file: str) -> None:
    sentence = refusal(folder, bots=["bots/ann.py", file])
    assert sentence.endswith(": it cannot be read: File name too long")
    assert len(sentence) < 200


def test_a_file_that_cannot_name_a_bot_needs_a_name(folder: Path) -> None:
    (folder / "-x.py").write_text(BOT, "utf-8")
    assert refusal(folder, bots=["bots/ann.py", "-x.py"]).startswith("bots[1].name = '-x': ")
    named = read(folder, bots=["bots/ann.py", {"file": "-x.py", "name": "x"}])
    assert named.bots[1].name == "x"


def test_the_same_bot_cannot_play_twice(folder: Path) -> None:
    twice = ["bots/bob.py", "bots/ann.py", "bots/../bots/ann.py"]
    assert refusal(folder, bots=twice).startswith("bots[1] and bots[2] are the same bot, ann: ")
    (folder / "ann.py").write_bytes((folder / "bots/bob.py").read_bytes())
    assert len(read(folder, bots=["bots/ann.py", "ann.py"]).bots) == 2
    other = {"file": "bots/ann.py", "name": "ann2"}
    assert len(read(folder, bots=["bots/ann.py", other]).bots) == 2


def test_bots_lie_beside_the_configuration_or_else_in_the_current_folder(folder: Path) -> None:
    Path("bots").mkdir()
    Path("bots/ann.py").write_text(f"{BOT}# another\n", "utf-8")
    Path("bots/zoe.py").write_text(BOT, "utf-8")
    bots = read(folder, bots=["bots/ann.py", "bots/zoe.py"]).bots
    assert bots[0].code == (folder / "bots/ann.py").read_bytes()
    assert bots[1].code == BOT.encode()
    absolute = str(Path("bots/ann.py").absolute())
    assert read(folder, bots=["bots/ann.py", absolute]).bots[1].code.endswith(b"# another\n")
    assert "did you mean bots/zoe.py" in refusal(folder, bots=["bots/zoee.py"])


def test_a_configuration_in_the_current_folder_finds_its_bots(folder: Path) -> None:
    with chdir(write(folder, GOOD).parent):
        assert len(read_configuration(Path("spring.toml")).bots) == 2


def test_a_missing_file_is_told_with_those_near(folder: Path) -> None:
    write(folder, GOOD)
    Path("configs").mkdir()
    Path("configs/summer.toml").write_text("", "utf-8")
    with pytest.raises(ConfigurationError, match=r"did you mean .*there/spring\.toml\?"):
        read_configuration(folder / "sprin.toml")
    with pytest.raises(ConfigurationError, match=r"'sumer\.toml'; did you mean configs/summer"):
        read_configuration(Path("sumer.toml"))


def test_without_any_configurations_a_missing_one_is_still_a_sentence(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"^there is no configuration 'no/such\.toml'"):
        read_configuration(Path("no/such.toml"))


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (b"\xff\xfe", "is no TOML: it is not UTF-8 text"),
        (b"name spring", "is no TOML: Expected '=' after a key"),
        (b"name = 1\nname = 2", "is no TOML: Cannot overwrite a value"),
        (b"a = " + b"9" * 5000, "cannot be read: a number has more than 256 bits, or lists lie"),
        (b"a = 0x" + b"f" * 5000, "cannot be read: a number has more than 256 bits, or lists lie"),
        (b"a = " + b"[" * 5000, "cannot be read: a number has more than 256 bits, or lists lie"),
        (b"a" + b".a" * 5000 + b" = 1", "cannot be read: a number has more than 256 bits, or "),
    ],
)
def test_a_file_that_is_no_toml_says_why(folder: Path, contents: bytes, reason: str) -> None:
    file = folder / "spring.toml"
    file.write_bytes(contents)
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(file)
    assert str(caught.value).startswith(f"{file} {reason}")
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_configuration(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match="there cannot be read: Is a directory"):
        read_configuration(folder)


def test_what_is_typed_comes_before_what_the_file_says(folder: Path) -> None:
    configuration = read(folder, isolation="process")
    assert configuration.changed(None, None, trusted=False) == configuration
    changed = configuration.changed(9, "11", trusted=True)
    assert changed.bots == configuration.bots
    assert changed.settings == Settings(
        name="spring", rulesets=("usa",), seats=(2,), rounds=9, seed=11, isolation="none"
    )
    assert configuration.changed(None, "eleven", trusted=False).settings.seed == "eleven"
    assert configuration.changed(None, str(LARGEST), trusted=False).settings.seed == LARGEST


@pytest.mark.parametrize("seed", ["", str(LARGEST + 1), "9" * 5000, "\udcff", "a\nb"])
def test_a_seed_that_no_file_could_have_cannot_be_typed(folder: Path, seed: str) -> None:
    with pytest.raises(ConfigurationError, match=r"^seed = '.*: expected a whole number"):
        read(folder).changed(None, seed, trusted=False)


@given(st.text())
def test_a_name_is_a_file_on_one_line(name: str) -> None:
    if is_name(name):
        assert Path("results", name).name == name
        assert name.isprintable()
        assert len(name.encode()) < 255


SCALARS = st.one_of(
    st.booleans(),
    st.integers(),
    st.integers(-5, 5),
    st.floats(),
    st.dates(),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.sampled_from([*GOOD, "usa", "all", "balanced", "none", "globetrotter", "bots/ann.py", ""]),
)
WORDS = st.sampled_from(
    [*GOOD, "schedule", "bonuses", "isolation", "limits", "cpu", "memory", "file", "path", "self"]
) | st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
BOTS = st.lists(
    st.just("bots/ann.py")
    | st.just("bots/bob.py")
    | st.dictionaries(WORDS, VALUES, max_size=3).map(lambda bot: {"file": "bots/cat.py"} | bot)
    | VALUES,
    max_size=4,
)
CHANGES = st.dictionaries(WORDS, VALUES, max_size=2) | st.fixed_dictionaries(
    {}, optional={"bots": BOTS, "limits": st.dictionaries(WORDS, VALUES, max_size=2)}
)
FUZZ = settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def told(file: Path) -> str:
    """What comes of reading a file: the ruleset, or one sentence."""
    try:
        return read_configuration(file).settings.rules("usa").name
    except ArenaError as error:
        return str(error)


def read_or_refuse(file: Path) -> None:
    """Read a file: nothing may be raised but a sentence."""
    assert told(file)
    assert "\n" not in told(file)


@FUZZ
@given(CHANGES)
@example({"bots": ["bots/ann.py", {"file": "bots/bob.py", "path": 1}]})
@example({"bots": ["bots/ann.py", {"file": "bots/bob.py", "name": "x" * 61}]})
def test_any_values_give_a_configuration_or_a_sentence(
    folder: Path, changes: dict[str, Any]
) -> None:
    read_or_refuse(write(folder, GOOD | changes))


@FUZZ
@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_give_a_configuration_or_a_sentence(folder: Path, contents: bytes) -> None:
    file = folder / "spring.toml"
    file.write_bytes(contents)
    read_or_refuse(file)


@FUZZ
@given(st.data())
def test_any_damage_gives_a_configuration_or_a_sentence(folder: Path, data: st.DataObject) -> None:
    contents = bytearray(write(folder, GOOD | {"limits": {"cpu": 5}}).read_bytes())
    start = data.draw(st.integers(0, len(contents)))
    end = data.draw(st.integers(start, len(contents)))
    contents[start:end] = data.draw(st.binary(max_size=6))
    (folder / "spring.toml").write_bytes(contents)
    read_or_refuse(folder / "spring.toml")


def names(folder: Path, *bots: Any) -> list[str]:
    """The names of the bots that a list stands for."""
    return [bot.name for bot in read(folder, bots=list(bots)).bots]


ALL_FIVE = ["ann", "bob", "cat", "dan", "eve"]


@pytest.mark.parametrize("pattern", ["bots", "bots/", "bots/*.py", "b*/*.py", "**/*.py", "./bots"])
def test_a_folder_or_a_pattern_stands_for_its_bots_in_order(folder: Path, pattern: str) -> None:
    assert names(folder, pattern) == ALL_FIVE
    assert names(folder, str(folder / pattern)) == ALL_FIVE


def test_hidden_files_and_others_are_no_bots(folder: Path) -> None:
    for name in (".hidden.py", "__init__.py", "notes.txt", "data.csv"):
        (folder / "bots" / name).write_text("no bot")
    (folder / "bots" / "more.py").mkdir()
    assert names(folder, "bots") == names(folder, "bots/*.py") == ALL_FIVE


def test_patterns_are_looked_up_beside_the_configuration_then_here(folder: Path) -> None:
    Path("bots").mkdir()
    Path("bots/fay.py").write_text(BOT)
    Path("more").mkdir()
    Path("more/gus.py").write_text(f"{BOT}# gus\n")
    assert names(folder, "bots/[a-b]*.py") == ["ann", "bob"]
    assert names(folder, "bots/?a*.py", "more") == ["cat", "dan", "gus"]


def test_a_file_is_taken_once_whatever_finds_it(folder: Path) -> None:
    assert names(folder, "bots/[ab]*.py", "bots", "bots/*.py") == ALL_FIVE
    chosen = read(folder, bots=["bots", {"file": "bots/bob.py", "name": "slow", "depth": 3}]).bots
    assert [bot.name for bot in chosen] == ["ann", "cat", "dan", "eve", "slow"]


def test_the_bots_of_a_pattern_share_its_parameters(folder: Path) -> None:
    chosen = read(folder, bots=[{"file": "bots/[ab]*.py", "depth": 3}]).bots
    assert [(bot.name, bot.parameters) for bot in chosen] == [
        ("ann", {"depth": 3}),
        ("bob", {"depth": 3}),
    ]
    alone = read(folder, bots=[{"file": "bots/a*.py", "name": "one"}, "bots/bob.py"]).bots
    assert [bot.name for bot in alone] == ["one", "bob"]


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (["bots/x*.py"], "bots[0] = 'bots/x*.py': there is no bot file 'bots/x*.py'; did you mean"),
        (["empty"], "bots[0] = 'empty': there is no bot file 'empty', only bots/ann.py, "),
        (
            [{"file": "bots/*.py", "name": "all"}],
            "bots[0].name = 'all': expected no name for a pattern of 5 files",
        ),
    ],
)
def test_a_pattern_that_can_not_be_is_refused(folder: Path, bots: list[Any], sentence: str) -> None:
    (folder / "empty").mkdir()
    assert refusal(folder, bots=bots).startswith(sentence)


def test_names_that_clash_are_told_with_their_files(folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more/bob.py").write_text(f"{BOT}# another\n")
    one, other = folder / "bots/bob.py", folder / "more/bob.py"
    sentence = refusal(folder, bots=["bots", "more"])
    assert sentence.startswith(f"{one} and {other} would both be called bob: list one of them by")
    assert names(folder, "bots", {"file": "more/bob.py", "name": "bob2"}, "more")[-1] == "bob2"
    other.write_bytes(one.read_bytes())
    sentence = refusal(folder, bots=["bots", "more"])
    assert sentence.startswith(f"{one} and {other} are the same bot, bob: give one of them")


@pytest.mark.parametrize(
    ("seats", "bots", "schedule"),
    [
        (2, 5, "all"),
        ([2, 4], 10, "all"),
        (2, 32, "all"),
        (2, 33, "balanced"),
        (4, 12, "balanced"),
        ([2, 5], 60, "balanced"),
    ],
)
def test_without_a_schedule_all_tables_are_played_where_a_round_has_a_thousand_games(
    folder: Path, seats: Any, bots: int, schedule: str
) -> None:
    for number in range(bots):
        (folder / f"bots/bot{number}.py").write_text(f"{BOT}# bot {number}\n")
    chosen = read(folder, bots=["bots/bot*.py"], seats=seats)
    assert chosen.scheduled(None).settings.schedule == schedule
    assert chosen.changed(1000, None, False).scheduled(None).settings.schedule == schedule
    said = read(folder, bots=["bots/bot*.py"], seats=seats, schedule="all")
    assert said.scheduled(None).settings.schedule == "all"


@pytest.mark.parametrize("there", ["all", "balanced"])
def test_without_a_schedule_that_of_the_results_is_kept(folder: Path, there: str) -> None:
    results = read(folder, schedule=there).settings
    assert read(folder).scheduled(results).settings.schedule == there
    assert read(folder, schedule="all").scheduled(results).settings.schedule == "all"
