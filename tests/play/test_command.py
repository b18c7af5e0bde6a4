"""The command that serves a game's page: its address, its end, Ctrl-C and a port in use."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.play.playing import LEFT
from tests.play.page_games import QUICK, Client, play_to_end


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command without a browser; yields its process and the address it prints."""
    (folder / "quick.py").write_bytes(QUICK)
    command = [sys.executable, "-c", "from arena.cli import main; main()", "play", "usa"]
    process = subprocess.Popen(
        [*command, "quick.py", "--no-open", "--trusted", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/\S+/", process.stdout.readline())
        assert found is not None
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def test_the_command_ends_when_the_page_of_a_finished_game_is_left(tmp_path: Path) -> None:
    with served(tmp_path) as (process, address):
        client = Client(address)
        play_to_end(client)
        assert b"<title>usa-1: a game with people</title>" in client.get("replay")
        client.post("leave")
        said, _ = process.communicate()
        assert process.returncode == 0
    assert said.endswith("See it again with: arena replay results/play/usa-1 0 --open\n")
    assert (tmp_path / "results/play/usa-1/manifest.json").exists()


def test_ctrl_c_leaves_the_game_in_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path) as (process, address):
        assert Client(address).question() is not None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        assert (process.returncode, said) == (130, f"{LEFT}\n")
    assert not (tmp_path / "results").exists()
