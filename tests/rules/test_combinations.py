"""The expansions together: their names, their texts, the order of their questions, whole games."""

from random import Random

import pytest

from arena.referee.actions import Action, NotationError
from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.modules.alvin import MoveAlvin
from arena.referee.modules.terrain import DoubledClaim, TakeTerrain
from arena.referee.modules.towns import BuildCity, SkipCity, StartTown
from arena.referee.modules.warehouses import Collect, EndTurn, PlaceDepot, Store
from arena.referee.playout import play_out
from arena.referee.record import record_of, replay
from arena.referee.rulesets import NAMES, RulesetError, find_ruleset
from tests.rules.expansions import (
    asked,
    begin,
    check_cards,
    play,
    position,
    rows_of_playing,
    texts_since,
)

EVERYTHING = "oldwest+alvin+warehouses"
USA = "usa+warehouses"
AFRICA = "africa+warehouses"
EXPANDED = (
    *((name, 2) for name in NAMES if find_ruleset(name).modules),
    *((name, 5) for name in NAMES if find_ruleset(name).modules and "oldwest" not in name),
    *((name, 6) for name in NAMES if "oldwest" in name),
)


@pytest.mark.parametrize(("ruleset", "seats"), EXPANDED)
def test_a_whole_game_ends_is_recorded_and_replayed_equal(ruleset: str, seats: int) -> None:
    game = Game(ruleset, seats, 7)
    play_out(game, Random(7))
    check_cards(game)
    record = record_of(game)
    again = replay(record)
    assert record_of(again) == record
    assert again.result() == game.result()
    assert again.events() == game.events()


@pytest.mark.parametrize(("ruleset", "seats"), EXPANDED)
def test_every_legal_action_can_be_written_and_read(ruleset: str, seats: int) -> None:
    rng = Random(ruleset)
    game = Game(ruleset, seats, 3)
    while not game.over:
        actions = game.legal()
        for action in rng.sample(actions, min(4, len(actions))):
            assert game.rules.parse(action.text(game.board)) == action
        game.apply(rng.choice(actions))


def test_the_names_of_all_rulesets() -> None:
    bases = ["usa2004", "usa", "usa1910", "mega", "bigcities", "africa", "oldwest"]
    bases += ["europe", "europe1912", "europemega", "europebigcities"]
    with_warehouses = [f"{base}+warehouses" for base in bases]
    assert sorted(NAMES) == sorted([*bases, *with_warehouses, "oldwest+alvin", EVERYTHING])
    for name in NAMES:
        assert find_ruleset(name).name == name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("usa+alvin", "oldwest+alvin"),
        ("africa+alvin", "africa"),
        ("oldwest+warehouses+alvin", "oldwest+alvin+warehouses"),
        ("usa+warehouses+warehouses", "usa+warehouses"),
        ("oldwest+alvin+alvin", "oldwest+alvin"),
        ("+warehouses", "usa+warehouses"),
        ("usa+", "usa"),
        ("usa+warehouse", "usa+warehouses"),
        ("USA+warehouses", "usa+warehouses"),
        ("usa + warehouses", "usa+warehouses"),
        ("warehouses", "usa+warehouses"),
        ("alvin", "oldwest+alvin"),
        ("africa+terrain", "africa"),
    ],
)
def test_a_name_that_does_not_exist_is_refused_with_near_ones(name: str, hint: str) -> None:
    with pytest.raises(RulesetError) as refused:
        Game(name, 2, 0)
    sentence = str(refused.value)
    assert repr(name) in sentence
    assert hint in sentence.partition("did you mean ")[2].rstrip("?").split(" or ")


def test_a_record_of_africa_with_warehouses_begins_in_this_order() -> None:
    rows = record_of(begin(AFRICA, depots=("Beira", "Durban"))).rows
    assert [(row.seat, row.phase, row.action.split()[0]) for row in rows] == [
        (-1, "chance", "deck"),
        (-1, "chance", "tickets"),
        (-1, "chance", "terrain"),
        (0, "keep", "keep"),
        (1, "keep", "keep"),
        (1, "depot", "depot"),
        (0, "depot", "depot"),
    ]


def test_a_record_of_old_west_with_everything_begins_in_this_order() -> None:
    game = begin(EVERYTHING, starts=("Denver", "Boise"), depots=("Denver", "Roswell"))
    rows = record_of(game).rows
    assert [(row.seat, row.phase, row.action.split()[0]) for row in rows] == [
        (-1, "chance", "deck"),
        (-1, "chance", "tickets"),
        (0, "keep", "keep"),
        (1, "keep", "keep"),
        (1, "start", "start"),
        (0, "start", "start"),
        (1, "depot", "depot"),
        (0, "depot", "depot"),
    ]


ALBUQUERQUE_ROSWELL = 6  # 2 red
ALBUQUERQUE_SANTA_FE = 7  # 1 green
PUEBLO_SANTA_FE = 121  # 3 black


def test_after_a_claim_alvin_comes_first_then_the_piece_then_the_warehouses() -> None:
    starts, depots = ("Albuquerque", "Pueblo"), ("Santa Fe", "Boise")
    game = begin(EVERYTHING, starts=starts, depots=depots)
    game = position(game, hands=["RR", "KKKGBB"], stores=["W"], deck="OYO")
    play(game, f"claim {ALBUQUERQUE_ROSWELL} RR", "end")
    play(game, f"claim {PUEBLO_SANTA_FE} KKK")
    assert asked(game) == (1, "city")
    play(game, "skip")
    assert asked(game) == (1, "collect")
    play(game, "collect", "end")
    play(game, "store 0", "take ?", "take ?", "end")
    before = game.log
    play(game, f"claim {ALBUQUERQUE_SANTA_FE} G")  # he goes to Pueblo, the only piece of seat 1
    assert asked(game) == (1, "city")
    play(game, "city Santa Fe BB")
    assert asked(game) == (1, "collect")
    play(game, "collect 0")
    assert asked(game) == (1, "end")
    play(game, "depot Pueblo", "end")
    assert asked(game) == (0, "turn")
    assert texts_since(game, before) == [
        f"1 claim {ALBUQUERQUE_SANTA_FE} G",
        "1 alvin Pueblo",
        "1 city Santa Fe BB",
        "1 collect 0",
        "1 depot Pueblo",
        "1 end",
    ]


def test_a_claim_that_raises_no_question_leaves_no_row() -> None:
    game = begin(EVERYTHING, starts=("Albuquerque", "Pueblo"), depots=("Santa Fe", "Boise"))
    game = position(game, hands=["G"], reserve=[0, 0], stores=["W", "W"])
    claim = f"claim {ALBUQUERQUE_SANTA_FE} G"
    assert rows_of_playing(game, claim) == [f"0 {claim}"]
    assert asked(game) == (1, "turn")


def test_a_turn_of_africa_with_warehouses_in_its_record() -> None:
    game = begin(AFRICA, depots=("Beira", "Durban"))
    texts = ("depot Cabinda", "terrain ?", "store 1", "take ?", "depot Luanda", "end")
    assert rows_of_playing(game, *texts) == [f"0 {text}" for text in texts]
    rows = record_of(game).rows[-6:]
    assert [row.phase for row in rows] == ["turn", "turn", "card", "card", "end", "end"]


def city(ruleset: str, name: str) -> int:
    return rules_of(find_ruleset(ruleset)).board.city(name)


WHITE, LOCOMOTIVE, BLIND = 5, 8, -1


@pytest.mark.parametrize(
    ("ruleset", "action", "text"),
    [
        (USA, PlaceDepot(city(USA, "Sault St. Marie")), "depot Sault St. Marie"),
        (AFRICA, PlaceDepot(city(AFRICA, "Ngaoundéré")), "depot Ngaoundéré"),
        (USA, Store(0), "store 0"),
        (USA, Store(4), "store 4"),
        (USA, Collect(()), "collect"),
        (USA, Collect((1,)), "collect 1"),
        (USA, Collect((0, 2)), "collect 0 2"),
        (USA, EndTurn(), "end"),
        (AFRICA, TakeTerrain(0), "terrain D"),
        (AFRICA, TakeTerrain(1), "terrain J"),
        (AFRICA, TakeTerrain(2), "terrain M"),
        (AFRICA, TakeTerrain(BLIND), "terrain ?"),
        (AFRICA, DoubledClaim(92, WHITE, 1, 2, 0), "claim 92 WWWL with MM"),
        (AFRICA, DoubledClaim(92, WHITE, 0, 1, 1), "claim 92 WWWW with ML"),
        (AFRICA, DoubledClaim(111, LOCOMOTIVE, 3, 0, 1), "claim 111 LLL with L"),
        (EVERYTHING, StartTown(city(EVERYTHING, "St. George")), "start St. George"),
        (EVERYTHING, BuildCity(city(EVERYTHING, "Denver"), WHITE, 0), "city Denver WW"),
        (EVERYTHING, BuildCity(city(EVERYTHING, "Denver"), WHITE, 1), "city Denver WL"),
        (
            EVERYTHING,
            BuildCity(city(EVERYTHING, "Salt Lake City"), LOCOMOTIVE, 2),
            "city Salt Lake City LL",
        ),
        (EVERYTHING, SkipCity(), "skip"),
        (EVERYTHING, MoveAlvin(city(EVERYTHING, "Grand Junction")), "alvin Grand Junction"),
    ],
)
def test_every_new_action_has_its_text(ruleset: str, action: Action, text: str) -> None:
    rules = rules_of(find_ruleset(ruleset))
    assert action.text(rules.board) == text
    assert rules.parse(text) == action
    assert type(rules.parse(text)) is type(action)


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        *((USA, text) for text in ("depot", "depot Atlantis", "depot omaha", "depot  Omaha")),
        *((USA, text) for text in ("depot Omaha ", "depot 3", "Depot Omaha", "depots Omaha")),
        *((USA, text) for text in ("store", "store x", "store -1", "store 01", "store 1 2")),
        *((USA, text) for text in ("collect x", "collect 0,1", "collect 0  1", "collect 0 1 ")),
        *((USA, text) for text in ("collect  ", "collect -1", "end turn", "end  ", "", " end")),
        *((AFRICA, text) for text in ("terrain", "terrain X", "terrain DD", "terrain d")),
        *((AFRICA, text) for text in ("terrain L", "terrain 0", "terrain  D")),
        *((AFRICA, f"claim 111 KKK {rest}") for rest in ("with", "with ", "with X", "with LM")),
        *((AFRICA, f"claim 111 KKK {rest}") for rest in ("with D", "with DM", " with M")),
        *((AFRICA, f"claim 111 KKK {rest}") for rest in ("with M with M", "with m", "M")),
        *((AFRICA, text) for text in ("claim 111 KK with M", "claim 111 with M", "with M")),
        *((AFRICA, text) for text in ("claim 117 KKK with M", "claim -1 KKK with M")),
        *((EVERYTHING, text) for text in ("start", "start Atlantis", "start denver")),
        *((EVERYTHING, text) for text in ("city Denver", "city RR", "city Denver RB", "city")),
        *((EVERYTHING, text) for text in ("city Denver R", "city Denver RRR", "city Denver LR")),
        *((EVERYTHING, text) for text in ("city Atlantis RR", "city  Denver RR", "skip it")),
        *((EVERYTHING, text) for text in ("alvin", "alvin Area 51", "alvin roswell")),
        *(("usa", text) for text in ("depot Omaha", "store 0", "collect", "end", "terrain D")),
        *(("usa", text) for text in ("start Denver", "city Denver RR", "skip", "alvin Denver")),
        *(("oldwest", text) for text in ("alvin Denver", "store 0", "terrain D", "end")),
        *(("africa", text) for text in ("start Beira", "depot Beira", "store 0", "skip")),
        (USA, "claim 0 RR with M"),
        (EVERYTHING, "claim 0 WW with M"),
    ],
)
def test_other_texts_are_no_actions(ruleset: str, text: str) -> None:
    rules = rules_of(find_ruleset(ruleset))
    with pytest.raises(NotationError) as refused:
        rules.parse(text)
    assert ruleset in str(refused.value)


@pytest.mark.parametrize(
    ("ruleset", "text"), [(USA, "end "), (USA, "collect "), (EVERYTHING, "skip "), (USA, "pass ")]
)
def test_a_space_too_many_is_no_action(ruleset: str, text: str) -> None:
    with pytest.raises(NotationError):
        rules_of(find_ruleset(ruleset)).parse(text)
