"""The notebook for analysts runs from its first cell to its last, and shows what comes of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.notebook import NOTEBOOK, PROJECT, cells, output_of, outputs, play, shown

LINK = re.compile(r"\]\((?!https?:)([^)#]*)\)")


@pytest.fixture(scope="module")
def notebook() -> dict[str, Any]:
    """The notebook's file."""
    return json.loads(NOTEBOOK.read_text("utf-8"))


def test_every_cell_runs_and_shows_what_comes_of_it(
    notebook: dict[str, Any], tmp_path: Path
) -> None:
    play(tmp_path)
    for cell, text in zip(cells(notebook), outputs(notebook, tmp_path), strict=True):
        assert shown(cell).split() == text.split(), "".join(cell["source"])


def test_a_cell_shows_what_it_prints_and_its_last_value() -> None:
    assert output_of("a = 1\nprint(a)\na + 1", {}) == "1\n2\n"
    assert output_of("a = 1", {}) == ""
    with pytest.raises(NameError):
        output_of("b", {})


def test_the_file_is_a_notebook(notebook: dict[str, Any]) -> None:
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert [cell["execution_count"] for cell in cells(notebook)] == [
        *range(1, len(cells(notebook)) + 1)
    ]
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])


def test_its_links_lead_somewhere(notebook: dict[str, Any]) -> None:
    text = "".join(
        line for cell in notebook["cells"] if cell["cell_type"] == "markdown"
        for line in cell["source"]
    )  # fmt: skip
    links = LINK.findall(text)
    assert len(links) > 2
    assert [link for link in links if not (PROJECT / "examples" / link).exists()] == []
