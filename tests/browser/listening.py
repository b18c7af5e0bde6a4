"""What those hear of a page who listen to it: everything there has a name."""

from playwright.sync_api import Page

MUST_HAVE_NAMES = (
    *("button", "slider", "combobox", "checkbox", "img", "region", "article", "link", "dialog"),
    *("table", "figure", "heading"),
)
"""The kinds of things that say nothing without a name."""


def heard(page: Page) -> str:
    """All that a screen reader may read out, a line for each thing; fails if one has no name."""
    tree = page.locator("body").aria_snapshot()
    kinds = [line.strip(" -:") for line in tree.splitlines()]
    assert [kind for kind in kinds if kind in MUST_HAVE_NAMES] == []
    return tree
