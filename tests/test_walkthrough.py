"""What docs tell a newcomer to type works, and prints what they show.

The commands of README are run by the tests of packaging, where arena is installed.
"""

from pathlib import Path

import pytest

from tests.walkthrough import BLOCK, PAGES, PROGRAMS, README, agrees, clone, differences

DOCS = [page for page in PAGES if page != README]


@pytest.mark.parametrize(
    "page", [page for page in DOCS if BLOCK.search(page.read_text())], ids=lambda page: page.name
)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    clone(tmp_path)
    assert list(differences(page, tmp_path, PROGRAMS)) == []


def test_a_page_that_shows_something_else_is_found_out() -> None:
    assert agrees("one\n...\nthree\n", "one\ntwo\nthree\n")
    assert agrees("1  bot  31.0  86.2%  0.31\n", "1  bot  31.0  86.2%  12.75\n")
    assert not agrees("1  bot  31.0  86.2%  0.31\n", "1  bot  32.0  86.2%  0.31\n")
    assert agrees(f"Hash: {'0' * 64}\n", f"Hash: {'1' * 64}\n")
    assert not agrees(f"Hash: {'0' * 64}\n", "Hash: none\n")
    assert not agrees("one\n", "one\ntwo\n")
    assert not agrees("...\n", "one\nexit code 2\n")
