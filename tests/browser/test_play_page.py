"""Games of every ruleset against the bundled bots, played by clicks on the page in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from arena.referee.rulesets import NAMES
from arena.results.stored_game import find_game
from tests.browser.listening import heard
from tests.play.page_games import Hosted, bundled_bot, hosted, invitation, quick_bot

CLICKS = """
async () => {
  // Plays a game to its end by clicks alone; returns how often each kind of thing was clicked.
  document.documentElement.style.display = "none";  // laying out takes most of the time
  const clicked = {};
  const refusals = new Set();
  let left = 0;
  const ask = document.getElementById("ask");
  const click = (kind, element) => {
    clicked[kind] = (clicked[kind] || 0) + 1;
    element.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const length = (route) => Number(/: (\\d+)/.exec(route.querySelector("title").textContent)[1]);
  const act = () => {
    const form = ask.querySelector("form.parts");
    if (form) {
      const isFirst = !clicked.none;  // to keep no ticket at all is refused
      // All are chosen; if that is refused, all but the first, then all but the second, and so on.
      left = !isFirst && clicked.parts && all(".refusal").length ? left + 1 : 0;
      const isKept = (at) => !isFirst && at + 1 !== left;
      form.querySelectorAll("input").forEach((box, at) => { box.checked = isKept(at); });
      click(isFirst ? "none" : "parts", form.querySelector("button"));
      return;
    }
    const ways = all("#ask .ways button.main");
    if (ways.length) return click(/^claim/.test(ways[0].textContent) ? "ways" : "pieces", ways[0]);
    const routes = all(".route.legal");
    if (routes.length && !clicked.closed) return click("closed", all(".route:not(.legal)")[0]);
    if (routes.length) return click("route", routes.sort((a, b) => length(b) - length(a))[0]);
    const cards = all("#table .row button:not(.off)");
    if (cards.length) return click("card", cards[0]);
    const plain = all("#ask .choices > button.one");
    const cities = all(".city.legal");
    const isPlaced = plain.length && (clicked.city || 0) > 1;
    if (cities.length && !isPlaced) return click("city", cities[0]);
    const quick = plain.find((button) => /^(store|end)/.test(button.textContent));
    if (plain.length) return click("plain", quick || plain[plain.length - 1]);
  };
  const isOpen = () => ask.classList.contains("yours") &&
    !ask.querySelector("button:disabled") && !document.querySelector(".row button:disabled");
  for (let idle = 0, clicks = 0; idle < 4000 && clicks < 2000;) {
    if (ask.querySelector("a[href=replay]")) {
      document.documentElement.style.display = "";
      return [clicked, [...refusals]];
    }
    for (const said of all(".refusal p:first-child")) refusals.add(said.textContent);
    const before = JSON.stringify(clicked);
    if (isOpen()) act();
    const isSame = before === JSON.stringify(clicked);
    idle = isSame ? idle + 1 : 0;
    clicks += isSame ? 0 : 1;
    await new Promise((done) => setTimeout(done, 4));
  }
  throw new Error("nothing to click: " + ask.textContent);
}
"""
"""The script of a person who clicks."""
ANSWER = """
(text) => fetch("answer", {method: "POST", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({question: 1, text})}).then((answer) => answer.json())
"""
"""Posts an answer that no button of the page has."""
HOSTILE = "<img src=x onerror=alert(1)>"


BUNDLED = ("planner", "hoarder", "ticket_follower", "longest_route", "random_bot")
"""The bots that are played against, in turn; those that think ahead would take long."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new page, on which no script may fail, and which asks nobody but its own server."""
    failures: list[str] = []
    asked: set[str] = set()
    opened = browser.new_page(viewport={"width": 1000, "height": 700}, reduced_motion="reduce")
    opened.on("pageerror", lambda error: failures.append(str(error)))
    opened.on("console", lambda said: failures.append(said.text) if said.type == "error" else None)
    opened.on("request", lambda request: asked.add(request.url.partition("/")[2].split("/")[1]))
    yield opened
    opened.close()
    assert not failures
    assert len(asked) == 1
    assert asked.pop().startswith("127.0.0.1:")


def visit(page: Page, host: Hosted) -> None:
    """Open the page of a game and wait for its first question."""
    page.goto(host.server.address)
    page.wait_for_selector("#ask.yours")


def keep_all(page: Page) -> None:
    """Keep all tickets, and wait for the first turn."""
    for box in page.query_selector_all("#ask input"):
        box.check()
    page.click("text=That is my choice")
    page.wait_for_selector("#table .row button")


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_game_of_every_ruleset_is_played_by_clicks(
    ruleset: str, page: Page, tmp_path: Path
) -> None:
    bot = bundled_bot(BUNDLED[NAMES.index(ruleset) % len(BUNDLED)])
    with hosted(invitation(ruleset, bots=(bot,), out=tmp_path / "game")) as host:
        visit(page, host)
        clicked, refusals = page.evaluate(CLICKS)
        assert clicked["route"] == clicked["ways"] > 5
        assert clicked["card"] > 10
        assert clicked["parts"] >= 1
        assert ("city" in clicked) == ("oldwest" in ruleset or "warehouses" in ruleset)
        assert "The game is over: 1. " in page.inner_text("#ask h2")
    assert len(refusals) >= 2
    assert [said for said in refusals if not re.search(r"\([A-Z]\d+\)$", said)] == []
    record = find_game(host.stored[0].folder, 0).record
    claims = [row for row in record.rows if row.seat == 0 and row.action.startswith("claim")]
    assert len(claims) == clicked["ways"]


def test_a_click_on_any_other_route_says_why_not(page: Page, tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        visit(page, host)
        page.click("text=That is my choice")  # none at all
        refusal = page.wait_for_selector(".refusal")
        assert refusal is not None
        assert "(G5)" in refusal.inner_text()
        keep_all(page)
        page.dispatch_event(".route:not(.legal) .wagons", "click")
        refusal = page.wait_for_selector(".refusal")
        assert refusal is not None
        assert "(C1)" in refusal.inner_text()
        page.click(".refusal summary")
        assert "A route costs one card for each of its spaces" in page.inner_text(".refusal")


def test_a_hint_is_asked_for_and_done(page: Page, tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        visit(page, host)
        page.keyboard.press("h")
        page.wait_for_selector(".hint")
        page.click("text=do that >> nth=0")
        page.wait_for_selector("#table .row button")
        assert host.table.hints == 1


def test_a_decision_is_taken_back_on_the_page(page: Page, tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game", practice=True)) as host:
        visit(page, host)
        keep_all(page)
        page.click("#table .row .deck")
        page.wait_for_selector("text=Which card do you take next?")
        page.click("text=Take back")
        page.wait_for_selector("text=It is your turn. What do you do?")
        page.click("text=Take back")
        page.wait_for_selector("text=Which of these tickets do you keep?")
        assert not page.query_selector("text=Take back")


def test_the_screen_is_covered_between_two_people(page: Page, tmp_path: Path) -> None:
    people: dict[str, Any] = {"bots": (), "people": 2, "names": ("Ada", "Bob")}
    with hosted(invitation("usa", out=tmp_path / "game", **people)) as host:
        page.goto(host.server.address)
        assert page.inner_text("h1") == "Pass the screen to Ada (0)"
        assert 'button "I am Ada (0): show my cards"' in heard(page)
        assert not page.query_selector(".arena-board")
        page.click("[data-person]")
        page.wait_for_selector("#ask.yours")
        for box in page.query_selector_all("#ask input"):
            box.check()
        page.click("text=That is my choice")
        page.click("button:has-text('Pass the screen on')")
        page.wait_for_selector("text=I am Bob (1): show my cards")
        assert not page.query_selector(".arena-board")
        page.click("[data-person]")
        page.wait_for_selector("#ask.yours")
        panel = page.inner_text(".seat:not(.me)")
        assert "4 unknown" in panel
        assert "Ada" in panel


def test_everything_has_a_name_for_those_who_listen(page: Page, tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        visit(page, host)
        asked = heard(page)
        assert 'region "Your decision"' in asked
        assert asked.count("checkbox") == 3
        assert 'button "That is my choice"' in asked
        keep_all(page)
        turn = heard(page)
        assert turn.count('button "take ') >= 6  # the row, the deck and tickets
        page.click("summary:has-text('Routes that you can claim')")
        page.click("details.places button >> nth=0")
        assert re.search(r'button "claim .+ with ', heard(page))


def test_hostile_names_and_sentences_are_texts(page: Page, tmp_path: Path) -> None:
    people: dict[str, Any] = {"bots": (quick_bot("]]><!-- {{board}}"),), "names": (HOSTILE,)}
    with hosted(invitation("usa", out=tmp_path / "game", **people)) as host:
        visit(page, host)
        assert HOSTILE in page.inner_text("h1")
        assert page.locator("#seats .name").all_text_contents() == [HOSTILE, "]]><!-- {{board}}"]
        said = page.evaluate(ANSWER, HOSTILE)
        assert said["refused"]["sentence"].startswith(f"'{HOSTILE}' is no action of usa")
        assert page.locator("img, main script").count() == 0


def test_a_page_that_is_loaded_again_goes_on_where_it_was(page: Page, tmp_path: Path) -> None:
    with hosted(invitation("africa+warehouses", out=tmp_path / "game")) as host:
        visit(page, host)
        before = page.inner_text("#ask")
        page.reload()
        page.wait_for_selector("#ask.yours")
        assert page.inner_text("#ask") == before


def test_a_game_fits_a_phone(browser: Browser, tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        phone = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
        visit(phone, host)
        ground = phone.evaluate("getComputedStyle(document.body).backgroundColor")
        assert int(ground.partition("(")[2].partition(",")[0]) < 100
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        keep_all(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        phone.close()
