"""Input that makes no sense gets one clear sentence."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from arena.boards import load_board
from arena.errors import ArenaError
from arena.referee import Game, Record, Row, find_ruleset, play_out, record_of, replay
from tests.arrange import small_board

USA = find_ruleset("usa")


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (True, "a seed is a whole number, not True"),
        (None, "a seed is a whole number, not None"),
        (1.0, "a seed is a whole number, not 1.0"),
        pytest.param(10**5000, "a seed has no more than 128 bits", id="huge"),
    ],
)
def test_a_seed_is_a_whole_number(seed: object, sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence):
        Game("usa", 2, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("bonuses", [None, [1, "x"], [[]], 5])
def test_bonuses_are_names(bonuses: object) -> None:
    with pytest.raises(ArenaError, match="bonus"):
        USA.with_bonuses(bonuses)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change", [{"trains": 100}, {"trains": 0}, {"keep": 4}, {"keep": 0}, {"take": 0}]
)
def test_a_ruleset_has_numbers_that_can_be_played(change: dict[str, int]) -> None:
    with pytest.raises(ArenaError):
        replace(USA, **change)


def test_an_unknown_module_is_named() -> None:
    with pytest.raises(ArenaError, match="there is no module 'town'; did you mean towns"):
        Game(replace(USA, modules=("town",)), 2, 1)


@pytest.mark.parametrize("name", ["x" * 5000, "no\nboard", ""])
def test_a_wrong_name_is_not_repeated_at_length(name: str) -> None:
    with pytest.raises(ArenaError) as error:
        load_board(name or "nowhere")
    assert len(str(error.value)) < 200


def test_a_record_without_texts_is_refused() -> None:
    rows = (Row(-1, "chance", None),)  # type: ignore[arg-type]
    with pytest.raises(ArenaError, match="ply 0 has no text"):
        replay(Record("usa", 2, (), rows))


@pytest.mark.parametrize("name", ["usa+warehouses", "oldwest"])
def test_a_board_without_room_for_all_seats_is_refused(name: str, tmp_path: Path) -> None:
    routes = ["Ash,Elm,1,red,0", "Elm,Fir,1,red,0", "Fir,Yew,1,red,0", "Ash,Fir,2,red,0"]
    small_board(tmp_path, *routes)
    ruleset = replace(find_ruleset(name).on_board(str(tmp_path)), deal=1, keep=1)
    Game(ruleset, 4, 1)
    with pytest.raises(ArenaError, match=r"5 seats need a .* each, but there are 4"):
        Game(ruleset, 5, 1)


def test_a_game_on_a_board_of_ones_own_is_recorded_and_replayed(tmp_path: Path) -> None:
    names = [f"C{n}" for n in range(8)]
    routes = [f"{a},{b},3,gray,0" for a, b in pairwise(names)]
    game = Game(small_board(tmp_path, *routes), 2, 1)
    play_out(game, Random(1))
    assert replay(record_of(game)).result() == game.result()


def test_o3_nobody_else_notices_that_a_seat_could_pay_for_a_city() -> None:
    """The question arises only with a pair in hand, so that it would tell of it."""
    asked = 0
    for seed in range(5):
        game = Game("oldwest", 3, seed)
        play_out(game, Random(seed))
        questions = [event for event in game.events() if getattr(event, "phase", "") == "city"]
        asked += len(questions)
        for seat in range(3):
            seen = [event for event in game.seen_by(seat) if getattr(event, "phase", "") == "city"]
            assert all(event.seat == seat for event in seen)
    assert asked > 5
