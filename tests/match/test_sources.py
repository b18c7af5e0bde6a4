"""A bot's file: how it is read, what tells it from others, and which of its classes plays."""

import codecs
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.authoring.new_bot import class_name, write_starter
from arena.match.bot_code import load_class
from arena.match.bot_folder import BotError
from arena.match.reading import read_source, read_submission
from arena.match.source import LARGEST, Source
from tests.match.tables import FIRST, choosing, fault_against_first, play, written

HELD = pytest.mark.parametrize("isolation", ["sandbox", "none"])
TWO = """
    class Ann:
        def choose(self, view, legal): return legal[0]
    class Bob:
        def choose(self, view, legal): return legal[-1]
"""


def test_a_bot_is_named_after_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_bytes(FIRST.code)
    assert read_source(file) == Source("my_bot", "my_bot.py", FIRST.code, {})


def test_a_bot_may_have_another_name_and_parameters(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_bytes(FIRST.code)
    source = read_source(file, "greedy", depth=3)
    assert (source.name, source.file, source.parameters) == ("greedy", "my_bot.py", {"depth": 3})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"there is no bot file '.*missing\.py'"):
        read_source(tmp_path / "missing.py")


def test_a_folder_without_a_bot_is_none(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"is a folder without bot\.py"):
        read_source(tmp_path)


def test_a_file_may_have_so_many_bytes_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "large.py"
    file.write_bytes(b"#" * LARGEST)
    assert len(read_source(file).code) == LARGEST
    file.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(BotError, match=r"large\.py is larger than 1 MB"):
        read_source(file)


def test_a_file_that_cannot_be_read_says_why() -> None:
    """No one can read the first page of a process's memory, not even root."""
    with pytest.raises(BotError, match="/proc/self/mem cannot be read: Input/output error"):
        read_source(Path("/proc/self/mem"))


def test_the_version_depends_on_code_and_parameters_alone() -> None:
    one = Source("ann", "a.py", b"pass", {"depth": 3})
    assert one.version == Source("bob", "b.py", b"pass", {"depth": 3}).version
    others: list[tuple[bytes, dict[str, Any]]] = [
        (b"pass ", {"depth": 3}),
        (b"pass", {}),
        (b"pass", {"depth": 4}),
        (b"pass", {"depth": "3"}),
        (b"pass", {"width": 3}),
    ]
    versions = {Source("ann", "a.py", code, parameters).version for code, parameters in others}
    assert len(versions | {one.version}) == 1 + len(others)


def test_the_version_does_not_depend_on_the_order_of_parameters() -> None:
    one = written("pass", a=1, b={"c": [1, 2], "d": 4})
    same = written("pass", b={"d": 4, "c": [1, 2]}, a=1)
    other = written("pass", a=1, b={"c": [2, 1], "d": 4})
    assert one.version == same.version != other.version


def test_the_one_class_of_a_file_plays() -> None:
    assert load_class(FIRST).__name__ == "First"


def test_of_several_classes_the_named_one_plays() -> None:
    assert load_class(written(TWO + "\n    BOT = Bob\n")).__name__ == "Bob"


def test_several_classes_without_a_name_are_told_what_to_write() -> None:
    with pytest.raises(BotError, match="Ann and Bob: name one with BOT = Ann"):
        load_class(written(TWO))


@pytest.mark.parametrize(
    "code",
    [
        "",
        "# nothing\n",
        "def choose(view, legal): return legal[0]\n",
        "class Bot: pass\n",
        "class Bot:\n    choose = 3\n",
        "from arena.bot import Bot, View, Game\n",
    ],
)
def test_a_file_without_a_bot_is_told_so(code: str) -> None:
    with pytest.raises(BotError, match=r"written\.py has no class with a method choose"):
        load_class(written(code))


@pytest.mark.parametrize("named", ["3", "'Ann'", "Ann()", "Ann.choose", "object", "[Ann, Bob]"])
def test_what_is_named_must_be_a_class_that_can_choose(named: str) -> None:
    with pytest.raises(BotError, match=r"BOT in written\.py is no class with a method choose"):
        load_class(written(TWO + f"\n    BOT = {named}\n"))


def test_an_alias_does_not_make_a_second_bot() -> None:
    assert load_class(written(FIRST.code.decode() + "Alias = First\n")).__name__ == "First"


def test_an_imported_base_class_is_not_counted() -> None:
    code = """
        from arena.bot import Bot
        class Mine(Bot):
            def choose(self, view, legal): return legal[0]
    """
    assert load_class(written(code)).__name__ == "Mine"


def test_a_bot_may_inherit_its_method() -> None:
    code = TWO + "\n    class Carl(Ann): pass\n    BOT = Carl\n"
    assert load_class(written(code)).__name__ == "Carl"


@HELD
def test_a_syntax_error_is_shown_with_its_line(isolation: str) -> None:
    fault = fault_against_first(isolation, written("class Bot:\n    def choose(self view): 3\n"))
    assert fault.kind == "crash"
    assert 'File "written.py", line 2' in fault.sentence
    assert "SyntaxError" in fault.sentence


@HELD
def test_a_file_that_is_not_utf_8_is_told_so(isolation: str) -> None:
    source = Source("latin", "latin.py", b"name = 'caf\xe9'\n" + FIRST.code, {})
    fault = fault_against_first(isolation, source)
    assert (fault.kind, fault.ply) == ("crash", 2)
    assert "utf-8" in fault.sentence


@HELD
def test_a_file_is_read_as_utf_8_whatever_it_declares(isolation: str) -> None:
    code = "# -*- coding: latin-1 -*-\nassert 'é' == '\\xe9'\n".encode()
    source = Source("latin", "latin.py", code + FIRST.code, {})
    assert not play(isolation, source, FIRST).faults
    marked = Source("marked", "marked.py", codecs.BOM_UTF8 + FIRST.code, {})
    assert not play(isolation, marked, FIRST).faults


DECLARATIONS = {
    b"# -*- coding: latin-1 -*-\n": "latin-1",
    b"#!/usr/bin/env python\n# vim: set fileencoding=utf-7 :\n": "utf-7",
    b"\r# coding: rot13\r": "rot13",
    b"\r\n \t#coding=cp1252\r\n": "cp1252",
    b"\xef\xbb\xbf# coding: ascii\n": "ascii",
    b"# coding: no-such-thing\n": "no-such-thing",
}


@pytest.mark.parametrize("read", [read_source, read_submission])
@pytest.mark.parametrize("head", DECLARATIONS)
def test_a_source_declared_in_another_encoding_is_no_bot(
    head: bytes, read: Callable[[Path], Source], tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_bytes(head + FIRST.code)
    with pytest.raises(BotError) as refused:
        read(file)
    declared = f"declares the encoding '{DECLARATIONS[head]}'"
    assert str(refused.value) == f"{file} {declared}; only UTF-8 sources are bots"


@pytest.mark.parametrize("read", [read_source, read_submission])
def test_a_source_in_another_encoding_is_no_bot(
    read: Callable[[Path], Source], tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_bytes(b"# caf\xe9\n" + FIRST.code)
    with pytest.raises(BotError, match="not UTF-8 text: byte 5; only UTF-8 sources are bots"):
        read(file)


@pytest.mark.parametrize("read", [read_source, read_submission])
@pytest.mark.parametrize(
    "head",
    [
        b"# coding: utf8\n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf# -*- coding: UTF-8 -*-\n",
        b"\n\n# coding: x\n",
    ],
)
def test_utf_8_may_be_declared_and_marked(
    head: bytes, read: Callable[[Path], Source], tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_bytes(head + FIRST.code)
    assert load_class(read(file)).__name__ == "First"


@HELD
def test_an_empty_file_is_an_invalid_bot(isolation: str) -> None:
    fault = fault_against_first(isolation, written("", "empty"))
    assert fault.kind == "invalid"
    assert fault.sentence == "empty.py has no class with a method choose(view, legal)"


@HELD
def test_a_file_with_a_zero_byte_is_a_fault_like_any_other(isolation: str) -> None:
    fault = fault_against_first(isolation, Source("zero", "zero.py", b"x = 1\0\n", {}))
    assert (fault.kind, fault.ply) == ("crash", 2)


@HELD
def test_a_bot_may_be_a_dataclass_of_its_parameters(isolation: str) -> None:
    code = """
        from __future__ import annotations
        from dataclasses import dataclass, field
        @dataclass
        class Bot:
            nth: int = 0
            seen: list[int] = field(default_factory=list)
            def choose(self, view, legal):
                self.seen.append(len(legal))
                return legal[self.nth]
    """
    last = play(isolation, written(code, nth=-1), FIRST)
    first = play(isolation, written(code), FIRST)
    assert not last.faults
    assert not first.faults
    assert last.record != first.record == play(isolation, FIRST, FIRST).record


def test_what_a_file_prints_and_imports_is_its_own_business() -> None:
    bot = choosing("import collections, heapq, json, math\nprint(view.phase)\nreturn legal[0]")
    assert not play("sandbox", bot, FIRST).faults


@pytest.mark.parametrize(
    ("stem", "name"),
    [("my_bot", "MyBot"), ("bot", "Bot"), ("goFar", "GoFar"), ("_", "Bot"), ("a_2", "A2")],
)
def test_the_starters_class_is_named_after_its_file(tmp_path: Path, stem: str, name: str) -> None:
    assert class_name(stem) == name
    file = tmp_path / f"{stem}.py"
    write_starter(file, "plain", overwrite=False)
    assert load_class(read_source(file)).__name__ == name


@pytest.mark.parametrize("name", ["bot", "my-bot.py", "2bot.py", "class.py", ".py", "bot.txt"])
def test_a_starter_is_named_like_a_module(tmp_path: Path, name: str) -> None:
    with pytest.raises(BotError, match="named like a Python module"):
        write_starter(tmp_path / name, "plain", overwrite=False)
    assert not list(tmp_path.iterdir())


def test_a_starter_is_not_written_over_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("mine")
    with pytest.raises(BotError, match=r"bot\.py is there already"):
        write_starter(file, "plain", overwrite=False)
    assert file.read_text() == "mine"
    write_starter(file, "plain", overwrite=True)
    assert "class Bot:" in file.read_text()


def test_a_starter_needs_a_folder_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="cannot be written: No such file or directory"):
        write_starter(tmp_path / "nowhere" / "mine.py", "plain", overwrite=False)
