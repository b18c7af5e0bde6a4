"""V: Alvin, a variant of Old West."""

from typing import Any

import pytest

from arena.referee.game import Game
from arena.referee.modules.alvin import Alvin, MoveAlvin
from arena.referee.modules.towns import BuildCity
from tests.arrange import idle, letters
from tests.rules.expansions import (
    alvin_at,
    asked,
    assert_refused,
    begin,
    dealt,
    final,
    keep_all,
    lay_pieces,
    pieces_of,
    play,
    position,
    rows_of_playing,
)
from tests.rules.legality import assert_legal, legal

ALVIN = "oldwest+alvin"
ALBUQUERQUE_DURANGO = 0  # 2 white
ALBUQUERQUE_LAS_CRUCES = 3  # 2 gray
ALBUQUERQUE_ROSWELL = 6  # 2 red
ALBUQUERQUE_SANTA_FE = 7  # 1 green
LAS_CRUCES_ROSWELL = 100  # 2 green
LAS_CRUCES_TUCSON = 101  # 4 orange
PUEBLO_SANTA_FE = 121  # 3 black
ROSWELL_SANTA_FE = 128  # 3 yellow


def roswell(*starts: str, **others: Any) -> Game:
    """A position at the start of a turn, with these starting towns."""
    return position(begin(ALVIN, len(starts), starts=starts), **others)


def test_v1_alvin_starts_at_roswell() -> None:
    game = dealt(ALVIN)
    assert alvin_at(game) == "Roswell"
    assert game.extras[Alvin].holder is None


def test_v1_nobody_starts_at_roswell() -> None:
    game = keep_all(dealt(ALVIN))
    assert_refused(game, "start Roswell", "V1")
    assert len(legal(game)) == 40  # the other towns
    play(game, "start Denver")
    assert_refused(game, "start Roswell", "V1")


def test_v1_without_alvin_roswell_is_a_town_like_any() -> None:
    game = keep_all(dealt("oldwest"))
    play(game, "start Roswell")
    assert pieces_of(game, 1) == ["Roswell"]


def test_v1_no_piece_is_placed_at_roswell_later() -> None:
    game = roswell("Durango", "Boise", hands=["WWRRBB"])
    play(game, f"claim {ALBUQUERQUE_DURANGO} WW", "skip")
    idle(game)
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert asked(game) == (0, "city")
    assert_refused(game, "city Roswell BB", "V1")
    assert legal(game) == ["city Albuquerque BB", "skip"]


def test_v1_no_piece_at_roswell_even_when_alvin_has_left() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "OOOOGGBBKK"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert alvin_at(game) == "Albuquerque"
    claim = f"claim {LAS_CRUCES_ROSWELL} GG"
    assert rows_of_playing(game, claim) == [f"1 {claim}"]
    assert asked(game) == (0, "turn")


def test_v1_no_question_when_roswell_is_the_only_free_end() -> None:
    game = roswell("Albuquerque", "Boise", hands=["RRBB"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert asked(game) == (1, "turn")
    assert letters(game.hands[0]) == "BB"


def test_v1_a_piece_at_roswell_is_refused_whatever_is_paid() -> None:
    game = roswell("Durango", "Boise", hands=["WWRRBBLL"])
    play(game, f"claim {ALBUQUERQUE_DURANGO} WW", "skip")
    idle(game)
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    town = game.board.city("Roswell")
    for color, locomotives in ((1, 0), (1, 1), (8, 2)):
        assert_refused(game, BuildCity(town, color, locomotives), "V1")


@pytest.mark.parametrize(
    ("start", "claim", "points"),
    [
        ("Albuquerque", f"claim {ALBUQUERQUE_ROSWELL} RR", 2),
        ("Las Cruces", f"claim {LAS_CRUCES_ROSWELL} GG", 2),
        ("Santa Fe", f"claim {ROSWELL_SANTA_FE} YYY", 4),
    ],
)
def test_v2_the_first_route_to_roswell_captures_alvin(start: str, claim: str, points: int) -> None:
    game = roswell(start, "Boise", hands=[claim.split()[-1]])
    rows = rows_of_playing(game, claim)
    assert rows == [f"0 {claim}", f"0 alvin {start}"]  # the one piece it has
    assert game.scores == [points + 10, 0]
    assert game.extras[Alvin].holder == 0
    assert alvin_at(game) == start


def test_v2_a_route_elsewhere_captures_nobody() -> None:
    game = roswell("Albuquerque", "Boise", hands=["G"])
    play(game, f"claim {ALBUQUERQUE_SANTA_FE} G")
    assert (game.scores, alvin_at(game)) == ([1, 0], "Roswell")
    assert game.extras[Alvin].holder is None


def test_v2_he_must_go_to_one_of_the_seats_own_pieces() -> None:
    game = roswell("Albuquerque", "Boise", hands=["RRBB"])
    lay_pieces(game, ["Denver"], ["Helena"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert asked(game) == (0, "alvin")
    assert legal(game) == ["alvin Albuquerque", "alvin Denver"]
    for town in ("Boise", "Helena", "Roswell", "Pueblo"):  # another's, where he was, a free one
        assert_refused(game, f"alvin {town}", "V2")
    for text in ("skip", "pass", "take ?"):
        assert_refused(game, text)
    play(game, "alvin Denver")
    assert alvin_at(game) == "Denver"
    assert asked(game) == (1, "turn")


@pytest.mark.parametrize("town", [41, -1, True, "Denver", None, 0.0])
def test_v2_a_town_that_does_not_exist_is_refused(town: object) -> None:
    game = lay_pieces(roswell("Albuquerque", "Boise", hands=["RR"]), ["Ashland"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert_refused(game, MoveAlvin(town), "V2")  # type: ignore[arg-type]


def test_v2_the_ten_points_are_the_claimers_whoever_scores_the_route() -> None:
    game = roswell("Durango", "Albuquerque", hands=["WWRR"])
    play(game, f"claim {ALBUQUERQUE_DURANGO} WW")
    assert game.scores == [2, 2]
    idle(game)
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert game.scores == [2 + 10, 2 + 2]
    assert alvin_at(game) == "Durango"


def test_v2_roswell_holds_him_only_once() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "GG"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    play(game, f"claim {LAS_CRUCES_ROSWELL} GG")
    assert game.scores == [2 + 10, 2]
    assert (alvin_at(game), game.extras[Alvin].holder) == ("Albuquerque", 0)


def test_v2_everyone_sees_where_he_goes() -> None:
    top = "RR" + "GK" + "BBBB"
    game = begin(ALVIN, starts=("Albuquerque", "Boise"), top=top)
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    for seat in (0, 1):
        view = game.view(seat)
        assert (view.extras[Alvin].holder, view.scores) == (0, [12, 0])
        assert view.board.cities[view.extras[Alvin].town].name == "Albuquerque"


def test_v3_another_seat_captures_him_in_turn() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "BB"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert game.scores == [12, 0]
    claim = f"claim {ALBUQUERQUE_LAS_CRUCES} BB"
    assert rows_of_playing(game, claim) == [f"1 {claim}", "1 alvin Las Cruces"]
    assert game.scores == [12 + 2, 2 + 10]  # a piece at either end, and the capture
    assert (alvin_at(game), game.extras[Alvin].holder) == ("Las Cruces", 1)


def test_v3_and_back_again() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RRGG", "BB"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    play(game, f"claim {ALBUQUERQUE_LAS_CRUCES} BB")
    play(game, f"claim {LAS_CRUCES_ROSWELL} GG")  # its two points are seat 1's
    assert game.scores == [14 + 10, 12 + 2]
    assert (alvin_at(game), game.extras[Alvin].holder) == ("Albuquerque", 0)


def test_v3_only_a_route_that_ends_where_he_stands() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "OOOO"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    play(game, f"claim {LAS_CRUCES_TUCSON} OOOO")
    assert game.scores == [12, 7]
    assert game.extras[Alvin].holder == 0


def test_v3_not_at_another_piece_of_his_holder() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "BB"])
    lay_pieces(game, ["Denver"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR", "alvin Denver")
    play(game, f"claim {ALBUQUERQUE_LAS_CRUCES} BB")
    assert game.scores == [14, 2]
    assert (alvin_at(game), game.extras[Alvin].holder) == ("Denver", 0)


def test_v3_he_goes_to_any_of_the_captors_pieces() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "BB"])
    lay_pieces(game, [], ["Denver", "Boise"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR", f"claim {ALBUQUERQUE_LAS_CRUCES} BB")
    assert asked(game) == (1, "alvin")
    assert legal(game) == ["alvin Boise", "alvin Denver", "alvin Las Cruces"]
    assert_refused(game, "alvin Albuquerque")  # he can't stay
    play(game, "alvin Boise")
    assert alvin_at(game) == "Boise"


def test_v3_his_holders_own_claims_change_nothing() -> None:
    game = roswell("Albuquerque", "Boise", hands=["RRGWW"])
    lay_pieces(game, ["Denver"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR", "alvin Albuquerque")
    idle(game)
    play(game, f"claim {ALBUQUERQUE_SANTA_FE} G", "skip")
    assert game.scores == [13, 0]
    assert asked(game) == (1, "turn")
    assert (alvin_at(game), game.extras[Alvin].holder) == ("Albuquerque", 0)


def captured_with_a_free_end() -> Game:
    """Seat 1, with pieces at Pueblo and Denver, captures Alvin by Albuquerque - Santa Fe."""
    game = roswell("Albuquerque", "Pueblo", hands=["RR", "KKKGBB"])
    lay_pieces(game, [], ["Denver"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    play(game, f"claim {PUEBLO_SANTA_FE} KKK", "skip")
    idle(game)
    play(game, f"claim {ALBUQUERQUE_SANTA_FE} G")
    return game


def test_v3_he_can_not_go_to_a_piece_placed_by_the_same_claim() -> None:
    game = captured_with_a_free_end()
    assert asked(game) == (1, "alvin")
    assert legal(game) == ["alvin Denver", "alvin Pueblo"]
    assert_refused(game, "alvin Santa Fe", "V2")
    play(game, "alvin Pueblo")
    assert asked(game) == (1, "city")
    play(game, "city Santa Fe BB")
    assert alvin_at(game) == "Pueblo"
    assert pieces_of(game, 1) == ["Denver", "Pueblo", "Santa Fe"]
    assert asked(game) == (0, "turn")


def test_v3_the_piece_can_not_come_first() -> None:
    game = captured_with_a_free_end()
    assert_refused(game, "city Santa Fe BB")
    assert_refused(game, "skip")


def test_v3_the_capture_is_scored_at_once() -> None:
    game = captured_with_a_free_end()
    # the first claim is seat 1's own (4, Pueblo), the second seat 0's (1, Albuquerque)
    assert game.scores == [12 + 1, 4 + 10]


def test_v4_whoever_holds_him_at_the_end_scores_ten() -> None:
    game = roswell("Albuquerque", "Boise", hands=["RR"], last_turns=0, tickets=[])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert game.over
    first, second = game.result().seats
    assert (first.routes, first.bonuses["alvin"], first.score) == (12, 10, 22)
    assert (second.bonuses["alvin"], second.score) == (0, 0)


def test_v4_only_the_last_holder_scores() -> None:
    game = roswell("Albuquerque", "Las Cruces", hands=["RR", "BB"], last_turns=1, tickets=[])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    play(game, f"claim {ALBUQUERQUE_LAS_CRUCES} BB")
    assert game.over
    first, second = game.result().seats
    assert (first.routes, first.bonuses["alvin"], first.score) == (14, 0, 14)
    assert (second.routes, second.bonuses["alvin"], second.score) == (12, 10, 22)


def test_v4_nobody_scores_if_he_was_never_captured() -> None:
    result = final(begin(ALVIN, starts=("Albuquerque", "Boise")), tickets=[])
    assert [seat.bonuses["alvin"] for seat in result.seats] == [0, 0]
    assert [seat.score for seat in result.seats] == [0, 0]


def test_v4_without_the_variant_there_is_no_alvin() -> None:
    game = position(begin("oldwest", starts=("Albuquerque", "Boise")), hands=["RRBB"])
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR")
    assert game.scores == [2, 0]
    assert_legal(game, "city Roswell BB")
    assert "alvin" not in final(begin("oldwest", starts=("Denver", "Boise"))).seats[0].bonuses
