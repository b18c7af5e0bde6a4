"""docs/layout.md has a line for every file, and every file a sentence of its own."""

from pathlib import Path

import pytest

from tests.layout_page import BEGIN, END, PAGE, PROJECT, files, missing, rewritten, riddles


def make(project: Path, **docstrings: str) -> None:
    """A project with these files in arena/."""
    (project / "arena").mkdir(exist_ok=True)
    for name, docstring in docstrings.items():
        (project / "arena" / f"{name}.py").write_text(f'"""{docstring}"""\n')


def test_every_file_is_on_the_page() -> None:
    assert list(missing(PAGE.read_text("utf-8"), PROJECT)) == []


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert page == rewritten(page, PROJECT), "docs/layout.md is out of date: run `make docs`"


def test_every_file_has_a_first_sentence_of_its_own() -> None:
    assert list(riddles(PROJECT)) == []


def test_all_python_files_are_found() -> None:
    found = {file.relative_to(PROJECT).as_posix() for file in files(PROJECT)}
    assert {"arena/cli/group.py", "arena/__init__.py", "bots/hoarder.py"} <= found
    assert not any(name.startswith("tests/") for name in found)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    make(tmp_path, __init__="The arena.", route="A route.")
    page = rewritten(f"{BEGIN}\n{END}\n", tmp_path)
    assert list(missing(page, tmp_path)) == []
    make(tmp_path, ticket="A ticket.")
    assert list(missing(page, tmp_path)) == ["arena/ticket.py is not on the page: run `make docs`"]


def test_a_changed_docstring_changes_the_page(tmp_path: Path) -> None:
    make(tmp_path, __init__="The arena.", route="A route,\nof one colour. And more.")
    page = rewritten(f"before\n{BEGIN}\n{END}\nafter\n", tmp_path)
    assert "\n- [`route.py`](../arena/route.py): A route, of one colour.\n" in page
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    make(tmp_path, route="A printed track.")
    assert rewritten(page, tmp_path) != page


def test_a_docstring_that_tells_nothing_of_its_own_is_named(tmp_path: Path) -> None:
    make(tmp_path, __init__="The arena.", route="A thing.", ticket="A thing.", card="No full stop")
    assert list(riddles(tmp_path)) == [
        "arena/card.py has no docstring that begins with a whole sentence",
        "arena/ticket.py has the same first sentence as arena/route.py: A thing.",
    ]


def test_a_page_without_markers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no place for the list"):
        rewritten("# Layout\n", tmp_path)
