"""How the documentation becomes a site: `make site` builds it, and every warning is an error."""

import re

from sphinx.application import Sphinx

import arena

project = "Arena"
author = "The Arena authors"
copyright = "2026, The Arena authors"  # noqa: A001 - the name that Sphinx gives it
version = release = arena.__version__

root_doc = "site/index"
include_patterns = [
    *("*.md", "docs/*.md", "site/**.md", "bots/README.md", "configs/README.md"),
    *("results/README.md", "arena/boards/*/README.md"),
]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
default_role = "code"
autodoc_default_options = {"members": True, "imported-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autoclass_content = "class"
html_theme = "furo"
html_title = "Arena"
html_copy_source = False
html_show_sphinx = False

ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
CODE = re.compile(
    r"\[([^]]*)\]\((?!https?:)[^)#]*(?:\.(?:py|c|h|ipynb|cff|toml)|/|arena/referee/rules\.md)\)"
)


def as_source(app: Sphinx, name: str, source: list[str]) -> None:
    """Have anchors as targets, and names of code files as text: those are not on the site."""
    text = ANCHOR.sub(r"(\1)=", source[0])
    source[0] = CODE.sub(r"\1", text)


def setup(app: Sphinx) -> None:
    """Look at every page before it is read."""
    app.connect("source-read", as_source)
