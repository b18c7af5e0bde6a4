"""Finding Chromium for the tests of pages, and installing it where the system lets us.

`python -m tests.browser.chromium` is part of setting the tests up. Where there is no browser, and
none can be installed, it says in one sentence what to do, and the tests do not begin.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

VARIABLE = "ARENA_CHROMIUM"
"""The variable that names the browser to use."""
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
"""The first has no window of its own to draw, so it is quicker."""
ARGUMENTS = (
    *("--disable-gpu", "--disable-quic", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
)
"""Nothing of its own on the network; root has no sandbox of Chromium's."""
MISSING = (
    "the tests of pages need Chromium: install it (on Debian and Ubuntu: apt-get install chromium; "
    "elsewhere: .venv/bin/playwright install chromium), or name it in ARENA_CHROMIUM"
)


def found() -> Path | None:
    """The browser of this machine: named by a variable, on the path, or Playwright's own."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    for path in filter(None, map(shutil.which, NAMES)):
        return Path(path)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.exists() else None


def starts(browser: Path) -> bool:
    """Whether this browser starts and shows an empty page."""
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=browser, args=list(ARGUMENTS))
            opened.new_page().close()
            opened.close()
        except Error:
            return False
    return True


def installations() -> Iterator[list[list[str]]]:
    """Ways to install a browser, each a list of commands: the system's packages first."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        for package in ("chromium-headless-shell", "chromium"):
            install = ["apt-get", "install", "--yes", "--no-install-recommends", package]
            yield [["apt-get", "update", "--quiet"], install]
    yield [[sys.executable, "-m", "playwright", "install", "chromium"]]


def install() -> Path | None:
    """Install a browser by the first way that gives one that starts."""
    for commands in installations():
        if all(subprocess.run(command, stdout=sys.stderr).returncode == 0 for command in commands):
            browser = found()
            if browser is not None and starts(browser):
                return browser
    return None


def main() -> None:
    """Find a browser or install one; else say what to do, with exit code 1."""
    browser = found()
    if browser is None or not starts(browser):
        browser = install()
    if browser is None:
        sys.exit(MISSING)


if __name__ == "__main__":
    main()
