"""The replay page in a browser: each view shows what it knew, and keys and clicks work."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arena.boards.colors import GRAY, NAMES as COLORS
from arena.match.faults import Fault, FaultKind
from arena.match.own_words import OwnWords, WordsKind
from arena.referee.drawing import Mark
from arena.referee.game import Game
from arena.referee.record import record_of
from arena.referee.rulesets import NAMES
from arena.referee.scene import Scene
from arena.referee.table import Table
from arena.referee.view import SeatView
from arena.story.board_picture import drawings_of, marks_of_board, marks_of_table, owners
from arena.story.page.shown import of_seat
from arena.story.replay_page import Replay
from arena.vocabulary import CityNumber
from tests.browser.listening import heard
from tests.story.shown_games import BOTS, HOSTILE, by_ply, played

SEEN = (Path(__file__).parent / "seen.js").read_text("utf-8")
TURN_ALL = f"""
() => {{
  document.documentElement.style.display = "none";  // laying the page out takes most of the time
  const scrub = document.getElementById("scrub");
  const seen = [];
  for (let ply = 0; ply <= Number(scrub.max); ply += 1) {{
    scrub.value = ply;
    scrub.dispatchEvent(new Event("input"));
    seen.push(({SEEN.strip()})());
  }}
  document.documentElement.style.display = "";
  return JSON.stringify(seen);
}}
"""
NAMED = (
    *('region "Board"', 'slider "Ply"', 'button "Play"', 'combobox "Show"', 'region "Words"'),
    *('article "ada (0)"', 'article "bob (1)"'),
)
"""Some of what a screen reader reads out."""
Seen = dict[str, Any]
Opens = Callable[..., Page]


def written(folder: Path, replay: Replay) -> Path:
    file = folder / "game.html"
    file.write_text(replay.page(), "utf-8")
    return file


@pytest.fixture
def usa(tmp_path: Path) -> Path:
    """The page of a game with a fault of seat 1 at ply 30."""
    faults = [Fault(1, 30, FaultKind.CRASH, "ValueError: gone", "Traceback", "printed")]
    return written(tmp_path, Replay("a game", record_of(played("usa", 2)), BOTS[:2], faults))


def tables(game: Game, seat: int | None) -> Iterator[Table]:
    """The table of a view after each ply, learnt from the game's own events."""
    seats = game.seats
    table = Table(game.rules, seats) if seat is None else SeatView(game.rules, seats, seat)
    for events in by_ply(game):
        for event in events:
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None:
                seen.change(table)
        yield table


def expected(table: Table) -> Seen:
    """What a reader should see of a table that a view knows."""
    scene = Scene(table, BOTS[: table.seats])
    hands = [table.hands[seat] for seat in range(table.seats)]
    shown = [dict(of_seat(scene, seat)) for seat in range(table.seats)]
    return {
        "cards": [in_words(hand) for hand in hands],
        "unknown": [size - sum(hand) for size, hand in zip(table.hand_sizes, hands, strict=True)],
        "points": [f"{score} point{'s' * (score != 1)}" for score in table.scores],
        "tickets": [tickets(table, seat) for seat in range(table.seats)],
        "notes": [each.get("notes", []) for each in shown],
        "row": in_words(table.row),
        "decks": f"deck {table.deck_size}, discarded {sum(table.discard)}, "
        f"ticket deck {table.ticket_deck_size}",
        "claims": {str(route): str(seat) for route, seat in owners(table).items()},
        "marks": sorted(mark.title for mark in marks_on_board(table)),
    }


def marks_on_board(table: Table) -> Iterator[Mark]:
    """The marks that lie on the board, those of every game and those of the position."""
    bands = {name for drawing in drawings_of(table.rules) for name in drawing.bands}
    for mark in (*marks_of_board(table.board, drawings_of(table.rules)), *marks_of_table(table)):
        if mark.name not in bands and (mark.city is not None or mark.route is not None):
            yield mark


def in_words(counts: list[int]) -> list[str]:
    return [f"{count} {name}" for count, name in zip(counts, COLORS[:GRAY], strict=True) if count]


def tickets(table: Table, seat: int) -> list[str]:
    """The tickets of a seat that a view knows, as the page words them, and how many it does not."""
    held, offered = table.tickets[seat], table.offers[seat]
    texts = [table.board.tickets[number] for number in (*held, *offered)]
    lines = sorted(f"{t.city_a} \N{EN DASH} {t.city_b} ({t.points})" for t in texts)
    unknown = table.ticket_counts[seat] - len(held)
    return [*lines, *([f"{unknown} unknown"] if unknown > 0 else [])]


def read_tickets(lines: list[list[str]]) -> list[str]:
    known = sorted(text[2:].rpartition(", ")[0] for kind, text in lines if kind != "soft")
    return [*known, *(text.partition(" ticket")[0] for kind, text in lines if kind == "soft")]


def read(seen: Seen) -> Seen:
    """What is seen, in the words of what is expected."""
    unknown = [seat["unknown"].removeprefix("+ ") for seat in seen["seats"]]
    return {
        "cards": [seat["cards"] for seat in seen["seats"]],
        "unknown": [0 if each in ("", "none") else int(each.split()[0]) for each in unknown],
        "points": [seat["figures"][0] for seat in seen["seats"]],
        "tickets": [read_tickets(seat["tickets"]) for seat in seen["seats"]],
        "notes": [seat["notes"] for seat in seen["seats"]],
        "row": seen["row"],
        "decks": seen["decks"],
        "claims": seen["claims"],
        "marks": sorted(seen["marks"]),
    }


@pytest.mark.parametrize("ruleset", NAMES)
def test_each_view_shows_what_it_knew_at_every_ply(
    ruleset: str, tmp_path: Path, open_file: Opens
) -> None:
    game = played(ruleset, 2)
    page = open_file(written(tmp_path, Replay("a game", record_of(game), BOTS[:2])))
    for number, seat in enumerate([None, 0, 1]):
        page.select_option("#view", str(number))
        for ply, (seen, table) in enumerate(
            zip(json.loads(page.evaluate(TURN_ALL)), tables(game, seat), strict=True)
        ):
            assert seen["ply"] == str(ply)
            assert read(seen) == expected(table), f"view of {seat}, ply {ply}"
            assert_words_and_picture_agree(seen)


def assert_words_and_picture_agree(seen: Seen) -> None:
    """A route that lights up is the one that the words say was claimed, by the same seat."""
    said = " ".join(seen["words"])
    for title in seen["claimed"]:
        cities, owner = title.partition(":")[0], title.rpartition("claimed by ")[2]
        assert all(city in said for city in cities.split(" \N{EN DASH} ")), (title, said)
        assert owner.partition(" (")[0] in said


def shown_ply(page: Page) -> int:
    """The ply that a page shows, by the scrub bar, its words and its count."""
    number = int(page.input_value("#scrub"))
    assert page.text_content("#count") == f"ply {number} of {page.get_attribute('#scrub', 'max')}"
    assert page.get_attribute("#words [aria-current]", "data-ply") == str(number)
    return number


def press(page: Page, *keys: str) -> int:
    """Press keys; the ply that is shown then."""
    for key in keys:
        page.keyboard.press(key)
    return shown_ply(page)


def test_keys_do_what_the_list_of_keys_says(usa: Path, open_file: Opens) -> None:
    page = open_file(usa)
    rows = record_of(played("usa", 2)).rows
    claims = [ply for ply, row in enumerate(rows) if row.action.startswith("claim")]
    last = len(rows) - 1
    assert press(page, "ArrowRight", "ArrowRight", "ArrowLeft") == 1
    assert press(page, "End") == last
    assert press(page, "Home") == 0
    assert press(page, "c") == claims[0]
    assert press(page, "c", "c", "C") == claims[1]
    assert press(page, "Home", "f") == 30
    assert press(page, "End", "F") == 30
    mine = [ply for ply, row in enumerate(rows) if row.seat == 1]
    assert press(page, "v", "v") == 30
    assert page.input_value("#view") == "2"
    assert press(page, "n") == min(ply for ply in mine if ply > 30)
    assert press(page, "p") == max(ply for ply in mine if ply < 30)
    assert press(page, "v") >= 0
    assert page.input_value("#view") == "0"
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    assert not page.is_visible("#help")


def test_a_fault_is_not_marked_for_a_seat_that_did_not_see_it(usa: Path, open_file: Opens) -> None:
    page = open_file(usa)
    page.select_option("#view", "1")
    assert press(page, "Home", "f") == 0
    assert page.locator("#ticks .f").count() == 0


def test_playing_goes_on_by_itself_and_stops(usa: Path, open_file: Opens) -> None:
    page = open_file(usa)
    page.select_option("#speed", "10")
    page.click("#play")
    expect(page.locator("#scrub")).to_have_value(re.compile(r"^([3-9]|\d\d+)$"))
    page.keyboard.press("v")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "false"
    assert page.text_content("#play") == "Play"


def test_clicks_on_words_chart_marks_and_buttons_go_there(usa: Path, open_file: Opens) -> None:
    page = open_file(usa)
    last = int(page.get_attribute("#scrub", "max") or 0)
    page.click("#words li:nth-child(41)")
    assert shown_ply(page) == 40
    box = page.locator("#chart").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(shown_ply(page) - last / 2) <= 1
    page.click("#first")
    page.click("#on")
    assert shown_ply(page) == 1
    page.click("#last")
    page.click("#back")
    assert shown_ply(page) == last - 1


def test_the_address_names_the_moment_and_leads_to_it(usa: Path, open_file: Opens) -> None:
    page = open_file(usa, "#ply=120&seat=0")
    assert (shown_ply(page), page.input_value("#view")) == (120, "1")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#ply=121&seat=0$"))
    page.evaluate("location.hash = '#ply=7'")
    expect(page.locator("#scrub")).to_have_value("7")
    assert page.input_value("#view") == "0"


@pytest.mark.parametrize("moment", ["#ply=99999", "#ply=-1&seat=77", "#<img src=x onerror=1>", "#"])
def test_an_address_of_no_moment_shows_the_game_all_the_same(
    moment: str, usa: Path, open_file: Opens
) -> None:
    page = open_file(usa, moment)
    assert shown_ply(page) in (0, int(page.get_attribute("#scrub", "max") or 0))


def test_what_a_bot_said_is_shown_and_marked_to_all_and_to_its_author(
    tmp_path: Path, open_file: Opens
) -> None:
    words = [
        OwnWords(0, 20, WordsKind.NOTE, "wants", "the north", (3, 5), (CityNumber(2),)),
        OwnWords(0, 20, WordsKind.PRINT, "", HOSTILE[0]),
    ]
    replay = Replay("a game", record_of(played("usa", 2)), BOTS[:2], words=words)
    page = open_file(written(tmp_path, replay), "#ply=20")
    for view, is_shown in (("0", True), ("1", True), ("2", False)):
        page.select_option("#view", view)
        line = page.text_content("#words [aria-current]") or ""
        assert ("the north" in line) == is_shown
        assert (HOSTILE[0] in line) == is_shown
        marked = page.locator(".arena-board [data-note]").count()
        assert marked == (3 if is_shown else 0)
    page.select_option("#view", "0")
    assert press(page, "ArrowRight") == 21
    assert page.locator(".arena-board [data-note]").count() == 0


def test_hostile_texts_are_texts(tmp_path: Path, open_file: Opens) -> None:
    faults = [
        Fault(seat, 20 + seat, FaultKind.CRASH, text, text, text)
        for seat, text in enumerate(HOSTILE)
    ]
    game = record_of(played("usa", 5))
    page = open_file(written(tmp_path, Replay(HOSTILE[0], game, HOSTILE, faults)), "#ply=30")
    assert page.text_content("h1") == HOSTILE[0]
    assert page.locator("#seats .name").all_text_contents()[:4] == list(HOSTILE[:4])
    assert page.locator("#seats pre").all_text_contents()[:2] == [HOSTILE[0]] * 2
    assert page.locator("img, main script").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_wider_than_the_screen(
    width: int, dark: bool, usa: Path, open_file: Opens
) -> None:
    page = open_file(usa, "#ply=60", width, dark)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(ground.partition("(")[2].partition(",")[0])
    assert (red < 100) == dark


def test_everything_has_a_name_for_those_who_listen(usa: Path, open_file: Opens) -> None:
    page = open_file(usa, "#ply=60")
    tree = heard(page)
    for name in NAMED:
        assert name in tree
    assert "ply 60 of" in (page.get_attribute("#scrub", "aria-valuetext") or "")
