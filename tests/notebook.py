"""The notebook of examples/, run cell by cell; `make docs` writes what comes of it into the file.

Nothing is needed for that but Python: a cell's output is what it prints, and its last expression.
"""

import ast
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
NOTEBOOK = PROJECT / "examples" / "analysis.ipynb"
PLAYED = ("run", "usa1910", "--trusted")
"""The tournament that the notebook is about; trusted bots play the same games, and quicker."""


def cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells with code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(notebook: dict[str, Any], folder: Path) -> Iterator[str]:
    """What comes of each cell, in order, where the results are in this folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with chdir(folder):
        for cell in cells(notebook):
            yield output_of("".join(cell["source"]), names)


def output_of(source: str, names: dict[str, Any]) -> str:
    """What a cell prints, and its last expression as text."""
    *statements, last = ast.parse(source).body
    said = io.StringIO()
    with redirect_stdout(said):
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(statements, []), "cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                print(value)
        else:
            exec(compile(ast.Module([*statements, last], []), "cell", "exec"), names)
    return said.getvalue()


def play(folder: Path) -> None:
    """Play the tournament that the notebook reads."""
    program = Path(sys.executable).with_name("arena")
    subprocess.run([program, *PLAYED], cwd=folder, check=True, capture_output=True)


def shown(cell: dict[str, Any]) -> str:
    """The output that the file has for a cell."""
    return "".join(
        line for each in cell["outputs"] for line in each.get("text") or each["data"]["text/plain"]
    )


def output(text: str, number: int, last: str) -> dict[str, Any]:
    """An output as notebooks have it: what was printed, or the value of the last line."""
    lines = text.rstrip("\n").splitlines(keepends=True)
    if last.startswith("print("):
        return {"output_type": "stream", "name": "stdout", "text": lines}
    result = {"data": {"text/plain": lines}, "execution_count": number, "metadata": {}}
    return {"output_type": "execute_result", **result}


def written(notebook: dict[str, Any], texts: list[str]) -> str:
    """The notebook's file with these outputs."""
    for number, (cell, text) in enumerate(zip(cells(notebook), texts, strict=True), 1):
        cell["execution_count"] = number
        cell["outputs"] = [output(text, number, cell["source"][-1])] if text else []
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "100")
    with tempfile.TemporaryDirectory() as home:
        play(Path(home))
        read = json.loads(NOTEBOOK.read_text("utf-8"))
        NOTEBOOK.write_text(written(read, list(outputs(read, Path(home)))), "utf-8")
    print(NOTEBOOK)
