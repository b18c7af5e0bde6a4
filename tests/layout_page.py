"""The list of files in docs/layout.md: one line for each, which is its docstring's first sentence.

`make docs` writes the list between two markers on the page; the tests compare it. A folder is
introduced by its `__init__.py`, or by its README where it is no package.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs" / "layout.md"
LISTED = ("arena", "bots")
BEGIN = "<!-- files: begin -->"
END = "<!-- files: end -->"
BETWEEN = re.compile(f"(?<={re.escape(BEGIN)}\n).*?(?={re.escape(END)})", re.DOTALL)
SENTENCE = re.compile(r".+?[.!?](?=\s|$)")
PACKAGE = "__init__.py"


def files(project: Path) -> list[Path]:
    """Every Python file that the page is about, folder by folder."""
    found = [path for folder in LISTED for path in (project / folder).rglob("*.py")]
    return sorted(found, key=lambda path: (path.parent, path.name))


def first_sentence(text: str) -> str:
    """The first sentence of a text, on one line; nothing if the text has none."""
    found = SENTENCE.match(" ".join(text.split()))
    return found[0] if found else ""


def line_of(file: Path) -> str:
    """The first sentence of a file's docstring."""
    return first_sentence(ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "")


def line_of_folder(folder: Path) -> str:
    """What a folder says of itself."""
    if (folder / PACKAGE).exists():
        return line_of(folder / PACKAGE)
    readme = folder / "README.md"
    return first_sentence(readme.read_text("utf-8").partition("\n")[2]) if readme.exists() else ""


def listing(project: Path) -> str:
    """The part of the page between the markers."""
    parts = []
    for folder in sorted({file.parent for file in files(project)}):
        name = folder.relative_to(project).as_posix()
        parts += [f"### `{name}/`", "", line_of_folder(folder), ""]
        for file in files(project):
            if file.parent == folder and file.name != PACKAGE:
                parts.append(f"- [`{file.name}`](../{name}/{file.name}): {line_of(file)}")
        parts.append("")
    return "\n" + "\n".join(parts)


def rewritten(page: str, project: Path) -> str:
    """The page with the list as it is now."""
    if not BETWEEN.search(page):
        raise ValueError(f"the page has no place for the list: it needs {BEGIN} and {END}")
    return BETWEEN.sub(lambda _: listing(project), page)


def missing(page: str, project: Path) -> Iterator[str]:
    """The files that have no line on the page."""
    for file in files(project):
        name = file.relative_to(project).as_posix()
        if file.name != PACKAGE and f"](../{name}): " not in page:
            yield f"{name} is not on the page: run `make docs`"


def riddles(project: Path) -> Iterator[str]:
    """The files whose docstring does not tell them from all others."""
    seen: dict[str, str] = {}
    for file in files(project):
        name, line = file.relative_to(project).as_posix(), line_of(file)
        if not line:
            yield f"{name} has no docstring that begins with a whole sentence"
        elif line in seen:
            yield f"{name} has the same first sentence as {seen[line]}: {line}"
        seen.setdefault(line, name)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text("utf-8"), PROJECT), "utf-8")
    print(PAGE)
