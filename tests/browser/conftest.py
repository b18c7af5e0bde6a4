"""A browser for the tests of pages, and pages that tell everything that went wrong on them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Request, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, MISSING, found

PATIENCE = 600_000
"""Milliseconds that a page is waited for: those that are usual here fail on a busy machine."""
expect.set_options(timeout=PATIENCE)


def patient(page: Page) -> Page:
    """A page that is waited for as long as it takes."""
    page.set_default_timeout(PATIENCE)
    return page


@dataclass
class Watch:
    """What a page did that no page of ours may do."""

    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Write down errors, words on the console and requests from now on."""
        page.on("console", lambda said: self.complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._request)
        page.on("dialog", self._dialog)

    def _dialog(self, dialog: Dialog) -> None:
        self.complaints.append(dialog.message)
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.is_navigation_request():
            self.requests.append(request.url)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window. Where there is none, the tests fail with what to install.

    It is closed after each file of tests: while it is open no other test can run an event loop.
    """
    path = found()
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path, args=list(ARGUMENTS), timeout=PATIENCE
        )
        yield opened
        opened.close()


@pytest.fixture
def open_file(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens files with the network off; fails if a page complained or asked for anything."""
    watch = Watch()
    contexts = []

    def opened(file: Path, moment: str = "", width: int = 1280, dark: bool = False) -> Page:
        context = browser.new_context(
            offline=True,
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        page = patient(context.new_page())
        watch.watch(page)
        page.goto(file.as_uri() + moment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert watch.complaints == []
    assert watch.requests == []
