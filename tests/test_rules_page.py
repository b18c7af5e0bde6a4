"""The rules in words: all of them are on the page, cited in the code and proven by tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.referee.rule_texts import PAGE, RULING, Chapter, RuleText, chapters, chapters_of
from arena.referee.rulesets import BASE, FirstDeck, Ruleset
from tests.citations import (
    PROJECT,
    Citation,
    Manner,
    citations_in,
    numbers_in,
    places,
    rule_tests,
)
from tests.rule_index import TARGET, linked, page

RULES = {rule.number: rule for chapter in chapters() for rule in chapter.rules}
RULED = (
    *("G5", "G7", "T1", "T5", "T6", "C6", "C8", "D1", "E3", "E4", "E5", "U5"),
    *("W1", "W2", "W3", "W4", "W5", "W7", "W8", "A1", "A7", "A10", "O1", "O4", "O5", "V3"),
    *("X1", "X3", "X7", "X9"),
)


def cited_by(project: Path) -> Iterator[tuple[str, str]]:
    """Every rule that the code or a page of a project cites, and the file that does."""
    for place in places(project):
        yield place.citation.number, place.file.as_posix()
    for folder in ("arena", "bots", "docs"):
        for file in sorted((project / folder).rglob("*.md")):
            for number in numbers_in(file.read_text(encoding="utf-8")):
                yield number, file.relative_to(project).as_posix()


def made_up(project: Path) -> list[str]:
    """Sentences about the rules that a project cites and that don't exist."""
    cited = cited_by(project)
    return [f"{file} cites {number}" for number, file in cited if number not in RULES]


def test_the_page_in_docs_is_up_to_date() -> None:
    current = TARGET.read_text(encoding="utf-8") == page()
    assert current, "docs/rules.md is not what the rules and the code say now: run `make docs`"


def test_every_rule_that_is_cited_exists() -> None:
    assert made_up(PROJECT) == []


def test_every_rule_that_a_test_is_named_after_exists() -> None:
    assert {test.number for test in rule_tests()} <= RULES.keys()


def test_every_rule_is_cited_in_the_code() -> None:
    assert RULES.keys() - {place.citation.number for place in places(PROJECT)} == set()


def test_every_rule_has_a_test_named_after_it() -> None:
    assert RULES.keys() - {test.number for test in rule_tests()} == set()


def test_rules_are_numbered_by_letter_without_gaps() -> None:
    assert "".join(chapter.letter for chapter in chapters()) == "GTCDEUWAOVX"
    for chapter in chapters():
        numbers = [rule.number for rule in chapter.rules]
        assert numbers == [f"{chapter.letter}{n + 1}" for n in range(len(numbers))]


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.number)
def test_every_rule_has_a_short_title_and_says_something(rule: RuleText) -> None:
    assert 1 <= len(rule.title.split()) <= 6
    assert rule.text or rule.rulings


def test_choices_are_marked_as_rulings() -> None:
    assert all(RULES[number].rulings for number in RULED)
    assert PAGE.read_text(encoding="utf-8").count("\n**Ruling") == sum(
        len(rule.rulings) for rule in RULES.values()
    )


def test_the_table_of_tickets_has_the_numbers_of_the_rulesets() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    told = {name.strip(" `"): row[1:] for row in rows for name in row[0].split(",")}
    for ruleset in BASE:
        dealt = " and ".join(
            [*(f"{deck.deal} {deck.name}" for deck in ruleset.first_decks), str(ruleset.deal)]
        )
        limits = [f", at most {'one' * (d.most == 1)} of them {d.name}" for d in limited(ruleset)]
        kept = "".join([str(ruleset.keep), *limits])
        assert told[ruleset.name] == [dealt, kept, str(ruleset.take), "1"]


def limited(ruleset: Ruleset) -> list[FirstDeck]:
    """The decks of first tickets of which not all may be kept (X9)."""
    return [deck for deck in ruleset.first_decks if deck.most is not None]


def test_a_page_is_read_as_chapters_of_rules() -> None:
    text = (
        "# Title\n\nNo rule.\n\n## Words\n\nNone.\n\n"
        "## G: First\n\nBefore.\n\n### G1: One\n\nA text\nof two lines.\n\nMore.\n\n"
        f"{RULING}this.\n\n### G2: Two\n\nShort.\n\n## X: Last\n"
    )
    first, last = chapters_of(text)
    assert first == Chapter(
        "G",
        "First",
        (
            RuleText("G1", "One", ("A text of two lines.", "More."), ("this.",)),
            RuleText("G2", "Two", ("Short.",), ()),
        ),
    )
    assert last == Chapter("X", "Last", ())


def test_anchors_and_links_lead_to_rules() -> None:
    assert linked("### T5: Three") == '<a id="t5"></a>\n\n### T5: Three'
    assert linked("see T5, not `T5`") == "see [T5](#t5), not `T5`"


def test_every_place_in_the_table_is_a_file() -> None:
    links = {part.split(")")[0] for part in TARGET.read_text(encoding="utf-8").split("](../")[1:]}
    assert all(Path(PROJECT, link).is_file() for link in links)


SOURCE = '''
"""A module (C2 to C4)."""

LIMIT = 9
"""As many as there are (G7)."""
WORD = "E5"


class Deck:
    size: int
    """How many (T6)."""

    def draw(self, X32: int) -> str:  # noqa: E501
        E1 = X32  # T99
        return f"no card {E1} (T7), nor T1-like, T2x or 0xA1"
'''


def test_citations_are_found_in_comments_docstrings_and_strings_only() -> None:
    assert sorted(citations_in(SOURCE)) == [
        Citation("C2", Manner.DOCSTRING, ""),
        Citation("C3", Manner.DOCSTRING, ""),
        Citation("C4", Manner.DOCSTRING, ""),
        Citation("E5", Manner.WORD, "WORD"),
        Citation("G7", Manner.DOCSTRING, "LIMIT"),
        Citation("T6", Manner.DOCSTRING, "Deck.size"),
        Citation("T7", Manner.SENTENCE, "Deck.draw"),
        Citation("T99", Manner.COMMENT, "Deck.draw"),
    ]


def test_a_made_up_rule_is_found_out() -> None:
    cited = {citation.number for citation in citations_in(SOURCE)}
    assert cited - RULES.keys() == {"T99"}
    assert set(numbers_in("as in W99, not E501 or B2")) - RULES.keys() == {"W99"}


def test_a_made_up_rule_in_code_or_on_a_page_is_told(tmp_path: Path) -> None:
    for folder in ("arena", "bots", "docs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "arena" / "made_up.py").write_text(SOURCE)
    (tmp_path / "docs" / "made_up.md").write_text("See W99.")
    assert made_up(tmp_path) == ["arena/made_up.py cites T99", "docs/made_up.md cites W99"]


def test_a_page_that_is_out_of_date_is_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old = tmp_path / "rules.md"
    old.write_text("# Old rules\n")
    monkeypatch.setattr("tests.test_rules_page.TARGET", old)
    with pytest.raises(AssertionError, match="run `make docs`"):
        test_the_page_in_docs_is_up_to_date()
