"""The report as a folder: what is in it, where it may be written, and that no text is markup."""

import re
import shutil
import webbrowser
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from arena.boards import load_board
from arena.cli import main
from arena.errors import ArenaError
from arena.report.pages.markup import enumerated
from arena.report.pages.site import files_of as bot_files
from arena.report.report import ReportWanted, usual_place
from arena.results import verify as verifying
from arena.results.manifest import results_of, write_manifest
from arena.results.seal import sealed_now
from arena.results.store import GameStore
from arena.story.board_picture import board_picture
from arena.story.page.document import source
from arena.tournament import run as running
from arena.workers import games, workforce
from tests.report.conftest import NAMES, SMALL
from tests.report.pages import Page, files_of, written
from tests.story.drawn_shapes import Shapes
from tests.tournament.mocks import manifest_of
from tests.tournament.tournaments import (
    InPlace,
    configuration,
    fixtures,
    played,
    rewrite,
    written as file_of,
)

ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "nav", "section"),
    *("h1", "h2", "h3", "p", "a", "bdi", "code", "ul", "li", "dl", "div", "dt", "dd", "span"),
    *("figure", "figcaption", "table", "caption", "thead", "tbody", "tr", "th", "td", "b", "small"),
    *("details", "summary", "svg", "path", "rect", "circle", "text"),
}
"""The elements that pages are made of: none of them runs or loads anything."""
TELLING = ("sesame", "alert('print')", "alert('lost')", "LookupError", "Traceback", "31337")
"""What a bot's words and parameters would be known by."""


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are played and verified in this process."""
    monkeypatch.setattr(workforce, "WorkerPool", InPlace)
    monkeypatch.setattr(verifying, "WorkerPool", InPlace)
    monkeypatch.setattr(games, "silence", lambda: None)


def arena(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def words_of(page: Path) -> str:
    """All words of a page."""
    return Page(page).all("body")[0].words


@pytest.fixture
def copy(results: Path, tmp_path: Path) -> Path:
    """Results that a test may change."""
    return Path(shutil.copytree(results, tmp_path / "copy"))


def test_a_report_is_an_index_the_times_a_page_a_bot_and_some_games(report: Path) -> None:
    there = files_of(report)
    folders = Counter(path.split("/")[0] for path in there)
    assert folders == {"index.html": 1, "times.html": 1, "bots": len(NAMES), "games": 6}


def test_the_same_results_give_the_same_bytes(results: Path, report: Path, tmp_path: Path) -> None:
    assert files_of(written(results, tmp_path / "again", 6)) == files_of(report)


def test_times_are_on_a_page_of_their_own(copy: Path, tmp_path: Path) -> None:
    (copy / "seal.sha256").unlink()  # it covers times, and the index shows its hash
    before = files_of(written(copy, tmp_path / "before", 1))
    rewrite(GameStore(copy), "times", 0, lambda rows: [row.update(cpu_ms=77.0) for row in rows])
    after = files_of(written(copy, tmp_path / "after", 1))
    assert [path for path in before if before[path] != after[path]] == ["times.html"]
    assert b"77" in after["times.html"]


def test_no_text_of_a_bot_is_markup(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        assert {element.name for element in page.elements} <= ALLOWED, path
        for element in page.elements:
            wrong = [key for key in element.attributes if key.startswith("on") or key == "style"]
            assert wrong == [], (path, element)


def test_hostile_names_and_sentences_are_there_as_text(pages: dict[str, Page]) -> None:
    index = "".join(page.words for page in pages["index.html"].all("body"))
    for name in NAMES:
        assert name in index
    assert r"</td><script>alert('lost')</script>\u202e\u2066\x07 sesame {{body}}" in index


def test_no_character_steers_how_others_are_shown(report: Path) -> None:
    for path, contents in files_of(report).items():
        text = contents.decode()
        strange = {sign for sign in text if not sign.isprintable() and sign != "\n"}
        assert strange <= {"\t"}, path


def test_every_page_has_a_policy_that_lets_it_run_and_load_nothing(report: Path) -> None:
    for path, contents in files_of(report).items():
        text = contents.decode()
        (policy,) = re.findall(
            r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', text
        )
        (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        known = b64encode(sha256(style.encode()).digest()).decode()
        assert policy.startswith(f"default-src 'none'; style-src 'sha256-{known}'; "), path
        if not path.startswith("games/"):
            assert "script-src 'none'" in policy
            assert "<script" not in text


def test_pages_of_games_and_of_the_report_share_one_style(report: Path) -> None:
    for path, contents in files_of(report).items():
        assert source("common.css") in contents.decode(), path


def test_every_link_leads_to_a_page_or_a_place_of_the_report(
    report: Path, pages: dict[str, Page]
) -> None:
    for path, page in pages.items():
        links = [str(element.attributes["href"]) for element in page.all("a")]
        assert links
        for address in links:
            file, _, place = address.partition("#")
            target = (report / path).parent / file if file else report / path
            assert target.resolve().is_file(), (path, address)
            if place:
                there = pages[target.resolve().relative_to(report.resolve()).as_posix()]
                assert place in {element.attributes.get("id") for element in there.elements}


def test_every_figure_says_what_it_is_about_and_leads_to_games(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        for figure in page.all("figure"):
            title = next(page.inside(figure, "h3")).words
            caption = next(page.inside(figure, "figcaption"))
            assert len(caption.words) > len(title) + 10, (path, title)
            games = any("game" in str(link.attributes["href"]) for link in page.inside(figure, "a"))
            facts = title in ("Configuration", "Bots", "Played with", "Can it be trusted?")
            assert games or facts, (path, title)


def test_tables_and_pictures_have_names_for_those_who_can_t_see_them(
    pages: dict[str, Page],
) -> None:
    for path, page in pages.items():
        for table in page.all("table"):
            assert next(page.inside(table, "caption")).words, path
            assert all(head.attributes.get("scope") for head in page.inside(table, "th"))
        for picture in page.all("svg"):
            named = picture.attributes.get("aria-label") or picture.words
            assert picture.attributes.get("aria-hidden") == "true" or named, path
        places = Counter(each.attributes["id"] for each in page.elements if "id" in each.attributes)
        assert max(places.values(), default=1) == 1, path
        assert page.all("html")[0].attributes == {"lang": "en"}


def test_a_public_report_tells_nothing_that_teams_keep_from_each_other(
    results: Path, report: Path, tmp_path: Path
) -> None:
    whole = b"\n".join(files_of(report).values()).decode()
    assert [word for word in TELLING if word not in whole] == []
    public = b"\n".join(files_of(written(results, tmp_path / "public", 6, True)).values()).decode()
    assert [word for word in TELLING if word in public] == []
    assert "crash" in public


def test_a_public_report_is_refused_while_games_tell_the_cards_of_others(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    running.begun(configuration(seed=None, duplicate=True), folder)
    wanted = ReportWanted(folder, tmp_path / "site", 0, is_public=True)
    with pytest.raises(ArenaError, match="duplicate = true"):
        wanted.refuse(force=False)


def test_rulesets_and_seats_are_told_in_a_sentence() -> None:
    assert enumerated(["usa"]) == "usa"
    assert enumerated(["usa", "mega", "africa"]) == "usa, mega and africa"


def test_numbers_below_zero_have_the_sign_for_minus(pages: dict[str, Page]) -> None:
    cells = [cell.words for page in pages.values() for cell in page.all("td")]
    assert any(cell.startswith("\N{MINUS SIGN}") for cell in cells)
    assert [cell for cell in cells if re.match(r"-\d", cell)] == []


def test_the_map_of_claims_has_its_names_where_and_as_wide_as_the_board_has_them(
    pages: dict[str, Page],
) -> None:
    drawn = Shapes.of(board_picture(load_board("usa"))).names
    (names,) = (
        list(page.inside(svg, "text"))
        for page in pages.values()
        for svg in page.all("svg")
        if "how often they are claimed" in (svg.attributes.get("aria-label") or "")
    )
    keys = ("x", "y", "textlength")
    places = [[float(text.attributes[key] or 0) for key in keys] for text in names]
    assert len(places) == len(drawn)
    for (x, _, width), box in zip(places, drawn.values(), strict=True):
        left, right = box[0][0], box[1][0]
        assert right - left == pytest.approx(width)
        assert left - 1e-6 <= x <= right + 1e-6


def test_a_report_of_games_that_are_being_played_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    running.begun(SMALL, folder)
    known = fixtures(SMALL)
    chunks = [known[:3], known[5:6]]
    for packed, chunk in zip(played(SMALL, chunks), chunks, strict=True):
        GameStore(folder).add(packed, [one.game for one in chunk], len(known))
    page = Page(written(folder, tmp_path / "site", 2) / "index.html")
    assert f"So far 4 of {len(known)} games are played" in page.all("p")[0].words
    assert "the run has not ended" in page.all("body")[0].words


def test_a_report_of_no_games_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    running.begun(SMALL, folder)
    report = written(folder, tmp_path / "site")
    assert (
        "No game that counts has been played yet."
        in Page(report / "index.html").all("body")[0].words
    )
    assert set(files_of(report)) == {"index.html", "times.html"}


def test_a_disqualified_bot_has_no_page_and_its_games_don_t_count(
    copy: Path, tmp_path: Path
) -> None:
    manifest = results_of(copy)
    bots = [msgspec.structs.replace(bot, disqualified=bot.name == "hasty") for bot in manifest.bots]
    write_manifest(copy, msgspec.structs.replace(manifest, bots=tuple(bots)))
    report = written(copy, tmp_path / "site", 3)
    assert "bots/hasty.html" not in files_of(report)
    index = Page(report / "index.html")
    others = index.table("Games to watch")
    assert others
    assert not any("hasty" in row[1] for row in others)
    assert any(row[0] == "hasty" and "disqualified" in row[3] for row in index.table("Bots"))


def test_a_bot_that_is_left_alone_has_pages_without_games(copy: Path, tmp_path: Path) -> None:
    manifest = results_of(copy)
    bots = [msgspec.structs.replace(bot, disqualified=bot.name != "hasty") for bot in manifest.bots]
    write_manifest(copy, msgspec.structs.replace(manifest, bots=tuple(bots)))
    report = written(copy, tmp_path / "site", 3)
    assert set(files_of(report)) == {"index.html", "times.html", "bots/hasty.html"}
    assert Page(report / "bots" / "hasty.html").table("Standing")[0][1] == "1 of 1"


def test_a_report_opens_in_the_browser(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    told = arena("report", results, "--out", tmp_path / "site", "--games", 0, "--open")
    assert told.exit_code == 0, told.output
    assert opened == [(tmp_path / "site" / "index.html").as_uri()]


def test_a_report_replaces_a_report_if_told_to_and_nothing_else(
    results: Path, tmp_path: Path
) -> None:
    target = written(results, tmp_path / "site", 1)
    again = arena("report", results, "--out", target, "--games", 0)
    assert again.exit_code == 2
    assert "say --force" in again.output
    assert arena("report", results, "--out", target, "--games", 0, "--force").exit_code == 0
    assert not (target / "games").exists()
    (target / "CNAME").write_text("mine")
    refused = arena("report", results, "--out", target, "--force")
    assert refused.exit_code == 2
    assert "is no report: it holds CNAME" in refused.output
    assert (target / "CNAME").read_text() == "mine"


def test_a_report_is_not_written_into_the_results(results: Path) -> None:
    told = arena("report", results, "--out", results / "site")
    assert told.exit_code == 2
    assert "lies in the results themselves" in told.output


def test_the_usual_place_is_beside_the_results(copy: Path) -> None:
    told = arena("report", copy, "--games", 0)
    assert told.exit_code == 0, told.output
    assert usual_place(copy) == copy.parent / "copy-report"
    assert usual_place(copy / "games" / "..") == copy.parent / "copy-report"
    assert str(copy.parent / "copy-report" / "index.html") in told.output
    assert (copy.parent / "copy-report" / "index.html").is_file()


def test_the_names_of_bots_pages_are_safe_everywhere_and_different() -> None:
    names = [
        "planner",
        "Planner",
        "a/b",
        "\u05e9\u05dc",
        "con",
        "..",
        "x" * 60,
        "two words",
        "same",
        "same",
    ]
    found = bot_files(manifest_of(names).bots)
    assert len({file.casefold() for file in found}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", file) and len(file) <= 60 for file in found)
    assert "con" not in found
    assert bot_files(manifest_of(["planner", "searcher"]).bots) == ["planner", "searcher"]


def test_a_run_writes_the_report_at_its_end_over_an_earlier_one(tmp_path: Path) -> None:
    file = file_of(tmp_path / "here", configuration(rounds=1))
    for _ in range(2):
        told = arena("run", file, "--out", tmp_path / "x", "--trusted", "--report")
        assert told.exit_code == 0, told.output
        page = tmp_path / "x-report" / "index.html"
        assert f": open {page}\n" in told.output
        assert "games refereed again: every score is right" in words_of(page)


def test_the_verdict_of_verify_is_at_the_foot(results: Path, tmp_path: Path) -> None:
    told = arena("report", results, "--out", tmp_path / "site", "--games", 0)
    assert told.exit_code == 0, told.output
    page = words_of(tmp_path / "site" / "index.html")
    assert "48 games refereed again: every score is right" in page
    assert sealed_now(results).hash in page
    assert "48 games refereed again: every score is right" in told.stderr


def test_the_foot_says_so_if_nothing_was_verified(results: Path, tmp_path: Path) -> None:
    told = arena("report", results, "--out", tmp_path / "site", "--games", 0, "--no-verify")
    assert told.exit_code == 0, told.output
    assert "The games were not refereed again" in words_of(tmp_path / "site" / "index.html")
    assert "refereed" not in told.output


def test_a_score_that_was_changed_is_at_the_foot(copy: Path, tmp_path: Path) -> None:
    rewrite(GameStore(copy), "seats", 0, lambda rows: [row.update(score=999) for row in rows[:1]])
    told = arena("report", copy, "--out", tmp_path / "site", "--games", 0)
    assert told.exit_code == 0, told.output
    page = words_of(tmp_path / "site" / "index.html")
    assert "48 games refereed again: 2 differences." in page
    assert "game 0, seat 0: score is 999 but the record gives " in page
    assert "seats/part-00000.parquet has changed since the results were sealed" in page
    assert str(tmp_path) not in page


def test_the_foot_tells_files_that_have_changed_since_they_were_sealed(
    copy: Path, tmp_path: Path
) -> None:
    (copy / "head_to_head.csv").write_text("mine")
    page = Page(written(copy, tmp_path / "site") / "index.html").all("body")[0].words
    assert "The files are not those that were sealed" in page
