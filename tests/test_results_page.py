"""Every line of pandas in results/README.md runs on real results, and every column is explained."""

import re
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.ranking.leaderboard import COLUMNS
from arena.results.tables import SCHEMAS

PROJECT = Path(__file__).parents[1]
PAGE = (PROJECT / "results" / "README.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| `") and line.count(" | ") == 2
]
LINES = [row[-1].strip("`") for row in ROWS]
HEADINGS = re.findall(r"^(?:A row.*?)?`(\w+ = pd\.read_parquet.*)`$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """A small tournament, with the tables as the page reads them."""
    folder = tmp_path_factory.mktemp("project")
    config = str(PROJECT / "configs" / "usa1910.toml")
    out = str(folder / "results" / "usa1910")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(PROJECT)
        options = ["--rounds", "1", "--out", out, "--trusted", "--workers", "1"]
        result = CliRunner().invoke(main, ["run", config, *options], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        patch.chdir(folder)
        names: dict[str, object] = {"pd": pd}
        (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
        exec("\n".join([example, *HEADINGS]), names)
    names["folder"] = folder
    return names


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_pandas_runs(
    line: str, tables: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tables["folder"]
    assert isinstance(folder, Path)
    monkeypatch.chdir(folder)
    eval(line, dict(tables))


def test_every_column_is_explained() -> None:
    told = {word for row in ROWS for word in re.findall(r"`(\w+)`", " ".join(row[:2]))}
    columns = {name for schema in SCHEMAS.values() for name in schema.names} | COLUMNS.keys()
    assert columns <= told
    assert len(HEADINGS) == len(SCHEMAS)
