"""The pictures of README: pages of the main tournament in Chromium (`make pictures`)."""

import subprocess
import sys
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ARGUMENTS, MISSING, found

PROJECT = Path(__file__).parents[1]
PICTURES: Final = PROJECT / "docs" / "pictures"
WIDTH, HEIGHT = 1280, 860
"""What a laptop shows of a page."""
QUALITY: Final = 85
"""So that a picture has less than 200,000 bytes: it is in every clone for ever."""
SHOWN: Final = {
    "report.webp": "results/usa1910-report/index.html",
    "replay.webp": "game.html#ply=112",
}
"""The page in each picture, and where it is opened."""


def make_pages(folder: Path) -> None:
    """Play the main tournament, and write its report and a game of four as pages."""
    program = Path(sys.executable).with_name("arena")
    for words in (
        ("run", "usa1910"),
        ("report", "results/usa1910", "--games", "0"),
        ("replay", "results/usa1910", "380", "--html", "game.html"),
    ):
        subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)


def take(browser: Browser, address: str, picture: Path) -> None:
    """Take the picture of a page."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
    page.goto(address)
    # Playwright itself knows PNG and JPEG only: the one is three times as large, the other blurred.
    chromium = page.context.new_cdp_session(page)
    taken = chromium.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    picture.write_bytes(b64decode(taken["data"]))
    page.close()


def main() -> None:
    """Take all pictures."""
    chromium = found()
    if chromium is None:
        raise SystemExit(MISSING)
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        make_pages(Path(name))
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        for picture, page in SHOWN.items():
            take(browser, f"{Path(name).as_uri()}/{page}", PICTURES / picture)
            print(PICTURES / picture)
        browser.close()


if __name__ == "__main__":
    main()
