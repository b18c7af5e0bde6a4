"""The page holds nothing that its seat may not know: not in its words, nor in their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.play.hints import Adviser
from arena.play.page import PlayPage
from arena.play.page_table import PageTable
from arena.play.questions import AskedPerson
from arena.play.screen import SeatScreen
from arena.referee.events import Event
from arena.referee.game import Game, Log
from arena.referee.record import positions, record_of
from arena.referee.scene import Scene
from arena.results.stored_game import find_game
from arena.story.page.document import as_json
from arena.story.page.shown import shown
from tests.play.page_games import Client, hosted, invitation, play_to_end
from tests.properties.games import finished, states
from tests.properties.test_secrets import worlds

TABLES = [("usa", 2), ("africa+warehouses", 2), ("oldwest+alvin+warehouses", 3)]
at_some_tables = pytest.mark.parametrize(("ruleset", "seats"), TABLES)


@at_some_tables
def test_a_page_is_told_the_same_whatever_is_hidden(ruleset: str, seats: int) -> None:
    compared = 0
    for game, rng in states(ruleset, seats, 1):
        for seat, one, other in worlds(game, rng):
            if other is not None:
                assert news_of(other, seat) == news_of(one, seat)
                if one.seat == seat and not one.over:
                    assert asked_of(other, seat) == asked_of(one, seat)
                    compared += 1
    assert compared


@at_some_tables
def test_hands_stay_hidden_on_the_page_of_a_finished_game(ruleset: str, seats: int) -> None:
    game = finished(ruleset, seats)[0]
    for seat, _, other in worlds(game, Random(ruleset)):
        assert other is None or news_of(other, seat) == news_of(game, seat)


@at_some_tables
def test_steps_are_the_same_whenever_they_are_looked_at(ruleset: str, seats: int) -> None:
    game = finished(ruleset, seats)[0]
    for seat in range(seats):
        late, often = SeatScreen(game, names(seats), seat), None
        for position in positions(record_of(game)):
            often = often or SeatScreen(position, names(seats), seat)
            often.look()
        late.look()
        assert often is not None
        assert often.frames == late.frames
        assert often.texts == late.texts


class Masked(Game):
    """A finished game that has forgotten all but what one seat saw of it."""

    def __init__(self, game: Game, seat: int) -> None:
        game.copy_to(self)
        self.saw = game.seen_by(seat)
        self.log = game.log

    def events(self, since: Log = None) -> list[Event]:
        return self.saw if since is None else []


@at_some_tables
def test_a_screen_is_made_of_what_its_seat_saw_and_of_nothing_else(
    ruleset: str, seats: int
) -> None:
    game = finished(ruleset, seats)[0]
    for seat in range(seats):
        whole, masked = (
            SeatScreen(each, names(seats), seat) for each in (game, Masked(game, seat))
        )
        whole.look()
        masked.look()
        assert masked.frames == whole.frames


def test_at_every_question_the_page_shows_what_the_view_knows_and_no_more(tmp_path: Path) -> None:
    heard: list[int] = []
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        client = Client(host.server)
        play_to_end(client, lambda question: heard.append(len(client.frames)))
    record = find_game(host.stored[0].folder, 0).record
    own = (game for game in positions(record) if game.seat == 0 and not game.over)
    for game, frames in zip(own, heard, strict=True):
        known = shown(Scene(game.view(0), ("person", "quick")), None)
        assert state_after(client.frames[:frames]) == known
        assert "open1" not in known


def test_the_whole_page_does_not_change_by_a_byte_whatever_is_hidden() -> None:
    game, rng = next(iter(states("usa", 2, 1)))
    for seat, one, other in worlds(game, rng):
        pages = [PlayPage(told(each, seat), each.rules.ruleset) for each in (one, other) if each]
        assert len({page.page() for page in pages}) == 1


def state_after(frames: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """What a page shows after these frames: their changes, one after the other."""
    state: dict[str, object] = {}
    for frame in frames:
        state |= frame["d"]["0"]
    return {name: value for name, value in state.items() if value is not None}


def told(game: Game, seat: int) -> PageTable:
    """A table whose one person has been shown a game."""
    table = PageTable(names(game.seats), [seat], False)
    table.watch(game)
    return table


def news_of(game: Game, seat: int) -> str:
    """All that a page of a seat is told, as it is sent."""
    return as_json(told(game, seat).first_news()[1])


def asked_of(game: Game, seat: int) -> tuple[object, ...]:
    """All that a seat is told of the question it is asked, hints included."""
    asked = AskedPerson(game.view(seat), names(game.seats))
    return asked.words, asked.offers, asked.parts(), asked.row(), Adviser().hints(asked)


def names(seats: int) -> list[str]:
    """A name for each seat."""
    return [f"seat {seat}" for seat in range(seats)]
