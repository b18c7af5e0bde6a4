"""Text for terminals: how wide it is, and how it is cut and wrapped."""

import pytest
from hypothesis import given, strategies as st

from arena.terminal import COLUMNS, cut, table, width, wrapped


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("最强", 4),
        ("\uff46\uff55", 4),
        ("한글", 4),
        ("e\u0301", 1),
        ("é", 1),
        ("½…", 2),
    ],
)
def test_wide_letters_take_two_columns_and_accents_none(text: str, columns: int) -> None:
    assert width(text) == columns


@given(st.text(), st.integers(1, 30))
def test_a_cut_text_fits_and_says_that_it_was_cut(text: str, columns: int) -> None:
    found = cut(text, columns)
    assert width(found) <= columns
    assert found == text or (found.endswith("…") and text.startswith(found[:-1]))


@given(st.lists(st.text(st.characters(codec="ascii", categories=["L"]), min_size=1, max_size=40)))
def test_wrapped_words_fit_and_all_are_there(words: list[str]) -> None:
    found = wrapped(words)
    assert all(width(line) <= COLUMNS for line in found.split("\n"))
    assert found.split() == words


def test_columns_of_wide_letters_stand_in_line() -> None:
    assert table(["bot", "n"], [["最强", 1], ["ab", 22]]) == "bot    n\n最强   1\nab    22"
