"""Builds the compiled kernel where there is a C compiler; without one everything else works."""

from pathlib import Path

from setuptools import Extension, setup

SOURCES = Path("arena/kernel/c")

setup(
    ext_modules=[
        Extension(
            "arena.kernel._kernel",
            sources=[str(SOURCES / "_kernel.c")],
            depends=[str(path) for path in sorted(SOURCES.glob("*.[ch]"))],
            extra_compile_args=["-O3", "-std=gnu11", "-Wno-implicit-fallthrough"],
            optional=True,
        )
    ]
)
