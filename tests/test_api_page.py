"""docs/bots.md lists the fields of what bots handle, as the code has them, and what they are."""

import pytest

import arena.bot
from arena.referee.actions import Action
from arena.referee.rulesets import NAMES
from tests.api_page import (
    BEGIN,
    BOARD,
    END,
    PAGE,
    RESULTS,
    actions,
    call,
    events,
    fields,
    phases,
    rewritten,
    rules,
)


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert page == rewritten(page), "docs/bots.md is out of date: run `make docs`"


@pytest.mark.parametrize("kind", [*BOARD, *RESULTS, *actions()], ids=lambda kind: kind.__name__)
def test_every_field_says_what_it_is(kind: type) -> None:
    found = fields(kind)
    names = getattr(kind, "__struct_fields__", None) or tuple(kind.__dict__.get("__slots__", ()))
    assert tuple(field.name for field in found) == tuple(names)
    assert [field.name for field in found if not field.text.endswith((".", "…"))] == []


def test_every_action_that_can_be_imported_is_listed_with_its_questions() -> None:
    exported = (getattr(arena.bot, name) for name in arena.bot.__all__)
    kinds = {each for each in exported if isinstance(each, type) and issubclass(each, Action)}
    assert kinds - {Action, arena.bot.RouteClaim} == set(actions())
    assert all(phases(action) for action in actions())


def test_every_event_that_a_seat_can_see_is_listed() -> None:
    page = PAGE.read_text("utf-8")
    assert {each.ruleset.name for each in rules()} >= set(NAMES)
    assert [event for event in events() if f"| {call(event)} |" not in page] == []
    assert all(event.__doc__ for event in events())


def test_a_page_without_markers_is_refused() -> None:
    assert "| `Keep(tickets)` |" in rewritten(f"{BEGIN}\n{END}\n")
    with pytest.raises(ValueError, match="no place for the lists"):
        rewritten("# Bots\n")
