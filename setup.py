"""Builds the compiled kernel where there is a C compiler, and carries what comes with arena."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SOURCES = Path("arena/kernel/c")
CARRIED = ("bots", "configs", "docs", "examples")
"""Folders at the top that an installed arena has in `arena/bundled`, with all that is in them."""
PAGES = ("*.md", "results/*.md")
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints"}
LOCAL_PICTURE = re.compile(r"!\[[^]]*\]\((?!https?:)[^)]*\)\n*")
LOCAL_LINK = re.compile(r"\[([^]]*)\]\((?!https?:)[^)]*\)")


class CarryWhatComesAlong(build_py):
    """Also copies the bots, configurations and pages into the package, unless it is editable."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        bundled = Path(self.build_lib, "arena", "bundled")
        for folder in CARRIED:  # whatever an older build has left there
            shutil.rmtree(bundled / folder, ignore_errors=True)
        for file in carried():
            (bundled / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, bundled / file)


def carried() -> Iterator[Path]:
    """Every file that comes along."""
    for folder in CARRIED:
        files = (path for path in Path(folder).rglob("*") if path.is_file())
        yield from (path for path in files if LEFT_OUT.isdisjoint(path.parts))
    for pattern in PAGES:
        yield from Path().glob(pattern)


def description() -> str:
    """README without pictures, and with links to pages as their text: an index has no pages."""
    readme = Path("README.md").read_text("utf-8")
    return LOCAL_LINK.sub(r"\1", LOCAL_PICTURE.sub("", readme))


setup(
    cmdclass={"build_py": CarryWhatComesAlong},
    long_description=description(),
    long_description_content_type="text/markdown",
    ext_modules=[
        Extension(
            "arena.kernel._kernel",
            sources=[str(SOURCES / "_kernel.c")],
            depends=[str(path) for path in sorted(SOURCES.glob("*.[ch]"))],
            extra_compile_args=[
                *("-O3", "-std=gnu11", "-Wno-implicit-fallthrough"),
                "-ffp-contract=off",  # planners compare the very numbers that Python comes to
            ],
            optional=True,
        )
    ],
)
