"""Folders and zip files that are no bots end in one sentence, whatever is in them."""

import io
import os
import re
import socket
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from arena.match.bot_folder import DEEPEST, MOST_FILES, BotError
from arena.match.reading import read_source, read_submission
from tests.match.tables import FIRST

LINK, DEVICE, PIPE = 0o120777, 0o020600, 0o010600
MANY = MOST_FILES + 1
DEFLATED = zipfile.ZIP_DEFLATED


def zipped(
    *entries: tuple[str | zipfile.ZipInfo, bytes], packing: int = zipfile.ZIP_STORED
) -> bytes:
    """A zip file with these entries, in this order, the same name twice if it is there twice."""
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", packing) as archive:
        warnings.simplefilter("ignore")  # of the same name twice
        for name, contents in entries:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            info.compress_type = packing
            archive.writestr(info, contents)
    return file.getvalue()


BOT = ("bot.py", FIRST.code)
GOOD = zipped(BOT, ("net.bin", b"net " * 100))


def of_kind(name: str, mode: int) -> zipfile.ZipInfo:
    """An entry that says that it is a file of this kind."""
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def patched(packed: bytes, signature: bytes, at: int, layout: str, value: int) -> bytes:
    """An archive with another number in the records of a kind."""
    changed = bytearray(packed)
    for found in re.finditer(re.escape(signature), packed):
        struct.pack_into(layout, changed, found.start() + at, value)
    return bytes(changed)


LOCAL, LISTED, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"
ARCHIVES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "is a damaged zip file"),
    "no zip file": (b"#!/usr/bin/python\n" * 50, "is a damaged zip file"),
    "half of one": (GOOD[: len(GOOD) // 2], "is a damaged zip file"),
    "its end only": (GOOD[-22:], "is a damaged zip file"),
    "no entries": (zipped(), "has no bot.py"),
    "no bot": (zipped(("net.bin", b"net")), "has no bot.py"),
    "a bot two folders deep": (zipped(("a/b/bot.py", FIRST.code)), "has no bot.py"),
    "two bots": (zipped(("a/bot.py", b"1"), ("b/bot.py", b"2")), "has no bot.py"),
    "a folder named bot.py": (zipped(("bot.py/x.py", b"x = 1")), "bot.py is a folder"),
    "a path that climbs": (zipped(BOT, ("../evil.py", b"x")), "'../evil.py' climbs out of it"),
    "a path that climbs later": (zipped(BOT, ("a/../../e.py", b"x")), "climbs out of it"),
    "a hidden path that climbs": (zipped(BOT, (".git/../../e.py", b"x")), "climbs out of it"),
    "an absolute path": (zipped(BOT, ("/etc/evil", b"x")), "is an absolute path"),
    "a drive": (zipped(BOT, ("C:/evil.py", b"x")), "is an absolute path"),
    "a path of another system": (zipped(BOT, ("..\\evil.py", b"x")), "climbs out of it"),
    "a folder of another system": (zipped(BOT, ("a\\b.py", b"x")), "has a strange name"),
    "a letter that is none": (zipped(BOT, ("a\x01b", b"x")), "has a strange name"),
    "a name in two lines": (zipped(BOT, ("a\nb", b"x")), "has a strange name"),
    "a name that turns round": (zipped(BOT, ("a\u202eyp.b", b"x")), "has a strange name"),
    "a name of nothing": (zipped(BOT, ("a//b", b"x")), "has a strange name"),
    "a name of a blank": (zipped(BOT, (" ", b"x")), "has a strange name"),
    "a long name": (zipped(BOT, ("x" * 101, b"x")), "has a strange name"),
    "a name of a device": (zipped(BOT, ("nul.npz", b"x")), "has a strange name"),
    "a name that ends in a dot": (zipped(BOT, ("net.", b"x")), "has a strange name"),
    "a name that ends early": (
        zipped(BOT, ("net.binQ", b"x")).replace(b"net.binQ", b"net.bin\0"), "has a strange name",
    ),
    "folders in folders": (zipped(BOT, ("a/" * DEEPEST + "b", b"x")), "folders deep"),
    "the same name twice": (zipped(BOT, BOT), "has bot.py twice"),
    "two spellings of a name": (zipped(BOT, ("BOT.py", b"x")), "has both bot.py and BOT.py"),
    "two spellings of a folder": (zipped(BOT, ("a/x", b""), ("A/y", b"")), "has both A and a"),
    "a file and a folder": (zipped(BOT, ("a", b"x"), ("a/b", b"x")), "has a twice"),
    "a link": (zipped(BOT, (of_kind("net.bin", LINK), b"/etc/passwd")), "is a symbolic link"),
    "a bot that is a link": (zipped((of_kind("bot.py", LINK), b"/etc/passwd")), "symbolic link"),
    "a device": (zipped(BOT, (of_kind("net.bin", DEVICE), b"")), "is no plain file"),
    "a pipe": (zipped(BOT, (of_kind("net.bin", PIPE), b"")), "is no plain file"),
    "an archive in it": (zipped(BOT, ("more.zip", GOOD)), "more.zip is an archive in it"),
    "nothing but an archive": (zipped(("a.ZIP", GOOD)), "a.ZIP is an archive in it"),
    "encrypted": (patched(patched(GOOD, LOCAL, 6, "<H", 1), LISTED, 8, "<H", 1), "is encrypted"),
    "another way of packing": (zipped(BOT, packing=zipfile.ZIP_LZMA), "another way"),
    "a way of packing that there is not": (
        patched(patched(GOOD, LOCAL, 8, "<H", 77), LISTED, 10, "<H", 77), "another way",
    ),
    "a version to come": (patched(GOOD, LISTED, 6, "<H", 999), "can't be read as a zip file"),
    "a bomb": (
        zipped(BOT, ("x.bin", bytes(33 << 20)), packing=DEFLATED),
        ", unpacked, is larger than 32 MB",
    ),
    "a bomb of many": (
        zipped(BOT, *((f"{n}.bin", bytes(1 << 20)) for n in range(33)), packing=DEFLATED),
        ", unpacked, is larger than 32 MB",
    ),
    "a bomb that says it is small": (
        patched(
            zipped(BOT, ("x.bin", bytes(33 << 20)), packing=DEFLATED),
            LISTED, 24, "<L", 100,
        ),
        "is not as long as the archive says",
    ),
    "more bytes than it says": (patched(GOOD, LISTED, 24, "<L", 4), "is a damaged zip file"),
    "fewer bytes than it says": (
        patched(patched(GOOD, LISTED, 24, "<L", 1 << 30), LISTED, 20, "<L", 1 << 30), "zip file",
    ),
    "other bytes than it says": (GOOD.replace(b"net net", b"not net"), "is a damaged zip file"),
    "other names than it lists": (GOOD.replace(b"net.bin", b"not.bin", 1), "damaged zip file"),
    "too many files": (zipped(BOT, *((f"{n}", b"") for n in range(MANY))), "has more than 1000"),
    "too many folders": (zipped(BOT, *((f"{n}/", b"") for n in range(2 * MANY))), "1000"),
    "a huge list": (
        zipped(BOT, *((f"{'x' * 90}{n}", b"") for n in range(9000))), "its list of contents is",
    ),
    "a list that is elsewhere": (patched(GOOD, END, 16, "<L", 1 << 31), "is a damaged zip file"),
    "a list longer than it": (patched(GOOD, END, 12, "<L", (1 << 32) - 2), "is a damaged zip file"),
    "files that lie in one another": (patched(GOOD, LISTED, 42, "<L", 0), "is a damaged zip file"),
    "a bot in no UTF-8": (zipped(("bot.py", b"# \xff\n")), "is not UTF-8 text"),
    "a module in no UTF-8": (zipped(BOT, ("nets.py", b"# \xff\n")), "is not UTF-8 text"),
    "a module in UTF-16": (zipped(BOT, ("nets.py", "x".encode("utf-16"))), "UTF-8"),
    "a module in another encoding": (zipped(BOT, ("a.py", b"# coding: koi8-r")), "koi8-r"),
    "a huge module": (zipped(BOT, ("nets.py", b"#" * ((1 << 20) + 1))), "nets.py is larger than 1"),
    "an empty bot": (zipped(("bot.py", b" \n")), "is empty"),
    "a module named like Python's": (zipped(BOT, ("random.py", b"")), "name of the module random"),
    "a package named like ours": (zipped(BOT, ("arena/bot.py", b"")), "name of the module arena"),
    "code that would not run": (zipped(BOT, ("__init__.py", b"x = 1")), "would not be run"),
}  # fmt: skip
"""Zip files by what is wrong with them, and words of the sentence."""


def refusal(path: Path) -> str:
    """The one sentence by which a bot is refused, by either way of reading it."""
    said = []
    for read in (read_source, read_submission):
        with pytest.raises(BotError) as caught:
            read(path)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert "\n" not in said[0]
    assert said[0].isprintable()
    return said[0]


@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_bad_archive_ends_in_one_sentence(kind: str, tmp_path: Path) -> None:
    packed, words = ARCHIVES[kind]
    file = tmp_path / "my_bot.zip"
    file.write_bytes(packed)
    assert words in refusal(file)
    assert list(tmp_path.rglob("*")) == [file]


def test_a_good_archive_is_a_bot(tmp_path: Path) -> None:
    """So what is refused above is refused for the one thing that is wrong with it."""
    (tmp_path / "my_bot.zip").write_bytes(GOOD)
    bot = read_submission(tmp_path / "my_bot.zip")
    assert (bot.name, bot.code, bot.folder.files) == (
        "my_bot", FIRST.code, {"net.bin": b"net " * 100},
    )  # fmt: skip


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_damage_gives_a_bot_or_a_sentence(tmp_path: Path, data: st.DataObject) -> None:
    packed = bytearray(zipped(BOT, ("a/net.bin", bytes(99)), packing=DEFLATED))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(packed)))
        end = data.draw(st.integers(start, min(start + 4, len(packed))))
        packed[start:end] = data.draw(st.binary(max_size=4))
    file = tmp_path / "my_bot.zip"
    file.write_bytes(packed)
    told = ""
    try:
        read_submission(file)
    except BotError as error:
        told = str(error)
    assert "\n" not in told


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "net.bin")


def listening(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as there:
        there.bind(str(folder / "s"))


FOLDERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "no bot": (lambda at: (at / "bot.py").rename(at / "main.py"), "is a folder without bot.py"),
    "a folder named bot.py": (
        lambda at: [(at / "bot.py").unlink(), (at / "bot.py").mkdir(), (at / "bot.py/x").touch()],
        "bot.py is a folder",
    ),
    "an empty folder named bot.py": (
        lambda at: [(at / "bot.py").unlink(), (at / "bot.py").mkdir()], "bot.py",
    ),
    "a link": (lambda at: (at / "net.bin").symlink_to("/etc/passwd"), "is a symbolic link"),
    "a link to nothing": (lambda at: (at / "net.bin").symlink_to("gone"), "is a symbolic link"),
    "a link to a folder": (lambda at: (at / "nets").symlink_to("/etc"), "is a symbolic link"),
    "a bot that is a link": (
        lambda at: [(at / "bot.py").rename(at / "b.py"), (at / "bot.py").symlink_to("b.py")],
        "is a symbolic link",
    ),
    "a pipe": (pipe, "is no plain file"),
    "a socket": (listening, "is no plain file"),
    "a strange name": (lambda at: (at / "a\nb").touch(), "has a strange name"),
    "a name that is no text": (
        lambda at: open(os.fsencode(at) + b"/\xff", "w").close(), "has a strange name",  # noqa: PTH123
    ),
    "two spellings": (lambda at: [(at / "Net").touch(), (at / "net").touch()], "has both Net and"),
    "an archive": (lambda at: (at / "more.zip").touch(), "is an archive in it"),
    "too many files": (lambda at: [(at / f"{n}").touch() for n in range(MANY)], "more than 1000"),
    "too many bytes": (lambda at: os.truncate(touched(at / "x"), 33 << 20), "larger than 32 MB"),
    "too many together": (
        lambda at: [os.truncate(touched(at / name), 17 << 20) for name in "ab"], "than 32 MB",
    ),
    "no end of folders": (
        lambda at: (at / "/".join("a" * (DEEPEST + 1))).mkdir(parents=True), "folders deep",
    ),
}  # fmt: skip
"""What is done to the folder of a good bot, and words of the sentence then."""


def touched(path: Path) -> Path:
    """A file that is there."""
    path.touch()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a good bot."""
    (tmp_path / "my_bot").mkdir()
    (tmp_path / "my_bot/bot.py").write_bytes(FIRST.code)
    return tmp_path / "my_bot"


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_bad_folder_ends_in_one_sentence(kind: str, folder: Path) -> None:
    spoil, words = FOLDERS[kind]
    spoil(folder)
    assert words in refusal(folder)


def test_a_folder_that_changes_while_it_is_read_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "net.bin").write_bytes(b"one")
    from arena.match import reading

    read = reading.read_steadily

    def disturbed(path: Path, *rest: object) -> bytes:
        found = read(path, *rest)  # type: ignore[arg-type]
        (folder / "bot.py").write_bytes(FIRST.code + b"# more")
        return found

    monkeypatch.setattr(reading, "read_steadily", disturbed)
    with pytest.raises(BotError, match="changed while it was read: try again"):
        read_submission(folder)


def test_a_stranger_names_the_folder_itself_and_no_link_to_it(folder: Path) -> None:
    link = folder.with_name("link")
    link.symlink_to(folder)
    with pytest.raises(BotError, match="is a symbolic link: name the folder itself"):
        read_submission(link)
    assert read_source(link).name == "link"


def test_the_limit_can_be_another(folder: Path) -> None:
    os.truncate(touched(folder / "net.bin"), 2 << 20)
    assert len(read_source(folder, None, 3).folder.files["net.bin"]) == 2 << 20
    with pytest.raises(BotError, match="is larger than 1 MB"):
        read_source(folder, None, 1)
