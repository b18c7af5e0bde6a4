"""Bots that are folders go all the ways that bots go: played, submitted, verified, handed on."""

import shutil
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from arena.match.bot_folder import BotError
from arena.results.manifest import ManifestError, bot_path, read_bot, results_of
from arena.tournament.configuration import read_configuration
from arena.tournament.keys import ConfigurationError
from tests.tournament.submitting import ANY, arena, configured, done, picture, tables

MAIN = """
import numpy as np
import features
from arena.bot import array, data

NET = array("net.npy")


class Trained:
    def choose(self, view, legal):
        print(data("words/hello.txt").read().decode())
        return legal[features.pick(NET, len(legal))]
"""
FEATURES = "def pick(net, answers):\n    return int(net.sum()) % answers\n"


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """A bot with a module and data."""
    folder = tmp_path / "cloned"
    (folder / "words").mkdir(parents=True)
    (folder / "bot.py").write_text(MAIN)
    (folder / "features.py").write_text(FEATURES)
    (folder / "words/hello.txt").write_text("hello")
    np.save(folder / "net.npy", np.arange(7))
    return folder


@pytest.fixture
def config(tmp_path: Path, trained: Path) -> Path:
    """A tournament between it and a file."""
    file = configured(tmp_path, {"other": ANY})
    file.write_text(file.read_text().replace('"other.py"', '"other.py", "cloned"'))
    return file


def test_it_is_played_and_looked_back_at_like_any_other(
    config: Path, trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "out"
    assert "cloned" in done("run", config, "--out", out, "--workers", 1)
    bot = next(bot for bot in results_of(out).bots if bot.name == "cloned")
    assert bot.file == "cloned/bot.py"
    assert sorted(path.name for path in bot_path(out, bot).iterdir()) == [
        "bot.py", "features.py", "net.npy", "words",
    ]  # fmt: skip
    assert read_bot(out, bot).folder.files["words/hello.txt"] == b"hello"
    assert "every answer is the same" in done("verify", out, "--ask", 2)
    seat = [entry.name for entry in results_of(out).bots].index("cloned")
    assert "which is legal" in done("repro", out, 0, "--seat", seat, "--ply", 30, "--trusted")
    done("run", config, "--trusted", "--out", tmp_path / "trusted")
    assert games_of(tmp_path / "trusted") == games_of(out)
    done("export", out, tmp_path / "full")
    assert picture(tmp_path / "full/bots") == picture(out / "bots")
    done("export", out, tmp_path / "public", "--public")
    assert not (tmp_path / "public/bots").exists()
    assert "cloned" not in (tmp_path / "public/manifest.json").read_text().replace(
        '"name": "cloned"', ""
    )
    done("report", out, "--out", tmp_path / "pages")
    assert (tmp_path / "pages/bots/cloned.html").exists()
    assert "cloned" not in done("withdraw", out, "cloned")


def games_of(folder: Path) -> list[dict[str, object]]:
    """The moves of all games, however they were played."""
    return pq.read_table(folder / "moves").to_pylist()


def test_a_changed_file_of_a_stored_folder_is_found(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done("run", config, "--out", out, "--workers", 1)
    bot = next(bot for bot in results_of(out).bots if bot.name == "cloned")
    stored = bot_path(out, bot)
    stored.with_name(f"{bot.version}.txt").write_text("no bot")
    assert f"{bot.version}.txt" in arena("verify", out).output
    stored.with_name(f"{bot.version}.txt").unlink()
    done("verify", out)
    for spoil in (
        lambda: (stored / "net.npy").write_bytes(b"other"),
        lambda: (stored / "words/hello.txt").unlink(),
        lambda: (stored / "more.txt").write_text("more"),
    ):
        before = picture(stored)
        spoil()
        with pytest.raises(ManifestError, match="is not the bot that played"):
            read_bot(out, bot)
        assert arena("verify", out).exit_code == 1
        shutil.rmtree(stored)
        restore(stored, before)
        done("verify", out)


def restore(folder: Path, before: dict[str, bytes | None]) -> None:
    """Bring a folder back as it was."""
    folder.mkdir()
    for name, contents in before.items():
        if contents is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(contents)


def test_it_is_submitted_as_a_folder_or_as_a_zip_file(tmp_path: Path, trained: Path) -> None:
    config = configured(tmp_path, {"other": ANY, "third": f"{ANY}# third"}, rounds=1)
    out = tmp_path / "out"
    done("run", config, "--out", out, "--workers", 1)
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", trained)
    assert "cloned came in at place" in done("submit", trained, config, "--out", out, "--yes")
    said = arena("submit", packed, config, "--out", out, "--yes").output
    assert "this bot is in the tournament already, as cloned" in said


def test_a_bad_folder_is_refused_and_changes_nothing(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done("run", config, "--out", out, "--workers", 1)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/bot.py").write_text(ANY)
    (tmp_path / "bad/link").symlink_to("/etc/passwd")
    before = picture(tmp_path)
    for words in (("submit", tmp_path / "bad", config, "--out", out), ("check", tmp_path / "bad")):
        result = arena(*words)
        assert (result.exit_code, "link is a symbolic link" in result.output) == (2, True)
        assert len(result.output.strip().splitlines()) == 1
    assert picture(tmp_path) == before


def test_the_limit_of_a_tournament_counts(config: Path, trained: Path) -> None:
    text = config.read_text()
    config.write_text(f"{text}files = 1\n")
    assert len(read_configuration(config).bots) == 2
    (trained / "large.bin").write_bytes(bytes(1 << 20))
    with pytest.raises(BotError, match="cloned is larger than 1 MB, the limit files"):
        read_configuration(config)
    config.write_text(f"{text}files = 2\n")
    assert len(read_configuration(config).bots) == 2


LISTS = {
    "a bot's folder is a bot": (["bots/cloned", "bots/ann.py"], ["cloned", "ann"]),
    "a folder of bots": (["bots"], ["ann", "bob", "cloned", "packed"]),
    "a pattern of files": (["bots/*.py"], ["ann", "bob"]),
    "a pattern of all": (["bots/*"], ["ann", "bob", "cloned", "packed"]),
    "files in a bot's folder stand for it": (["**/*.py"], ["ann", "bob", "cloned"]),
    "a pattern in a bot's folder": (["bots/cloned/b*.py", "bots/bob.py"], ["bot", "bob"]),
    "with parameters": ([{"file": "bots/cloned", "name": "deep"}, "bots/ann.py"], ["deep", "ann"]),
}


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_tells_bots_from_folders_of_bots(kind: str, trained: Path, tmp_path: Path) -> None:
    bots = tmp_path / "there/bots"
    config = configured(tmp_path / "there", {"x": ANY})
    bots.mkdir()
    for name in ("ann", "bob"):
        (bots / f"{name}.py").write_text(f"{ANY}# {name}")
    (tmp_path / "there/x.py").unlink()
    trained.rename(bots / "cloned")
    shutil.make_archive(str(bots / "packed"), "zip", bots / "cloned")
    (bots / "no_bot").mkdir()
    (bots / "no_bot/readme.txt").touch()
    listed, names = LISTS[kind]
    toml = str(listed).replace("{'file': ", "{file = ").replace("'name': ", "name = ")
    text = config.read_text().replace('["x.py"]', toml)
    config.write_text(text)
    assert [bot.name for bot in read_configuration(config).bots] == names


def test_a_folder_that_is_not_there_names_the_nearest(config: Path) -> None:
    config.write_text(config.read_text().replace('"cloned"', '"clned"'))
    with pytest.raises(ConfigurationError, match="did you mean cloned"):
        read_configuration(config)


def test_workers_of_a_cluster_get_the_whole_folder(config: Path, tmp_path: Path) -> None:
    words = ("--cluster", "local", "--workers", 1, "--out", tmp_path / "away")
    done("run", config, *words)
    done("run", config, "--out", tmp_path / "here", "--workers", 1)
    assert tables(tmp_path / "away") == tables(tmp_path / "here")
