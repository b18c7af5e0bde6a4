"""Stories: every ply told once, in words, and to a seat only what it saw."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from re import findall, fullmatch, search

import msgspec
import pytest

from arena.errors import ArenaError
from arena.match.own_words import OwnWords, WordsKind
from arena.referee.chance import RecordError
from arena.referee.events import Asked, Decided, Ended, Event, Shown
from arena.referee.game import Game
from arena.referee.modules import MODULES
from arena.referee.modules.europe import TurnedUp
from arena.referee.modules.terrain import TerrainShown
from arena.referee.record import Record, Row, record_of
from arena.referee.rulesets import NAMES
from arena.story.sentences import BASIC
from arena.story.telling import tell
from arena.vocabulary import CityNumber
from tests.arrange import new_game, play
from tests.properties.games import finished, states, steps
from tests.properties.policies import POLICIES
from tests.properties.test_secrets import worlds
from tests.rules import expansions

BOTS = ("ada", "bob", "cleo", "dan", "eve", "fay")
NOT_TOLD_ALONE = {Decided, Asked, Ended, Shown, TerrainShown, TurnedUp}
"""Events that are told on the line of another, or in more than one."""
RAW = r"[\[\]{}=_]|\b(None|True|False|gray)\b"
"""What no sentence has in it, but values that a program writes; and no card is gray."""
TABLES = [("usa", 3), ("africa+warehouses", 3), ("oldwest+alvin+warehouses", 2), ("oldwest", 6)]
"""Where hidden things are shuffled: all that can be hidden is in one of these."""


def told(game: Game, seat: int | None = None, to: int | None = None) -> list[str]:
    """The story of a game between our bots, its dashes as a keyboard has them."""
    lines = tell(record_of(game), BOTS[: game.seats], seat, to)
    return [line.replace("\N{EN DASH}", "-") for line in lines]


def scripted() -> Game:
    """A few plies of `usa`: a claim, a row that is cleared, a card unseen, tickets taken."""
    game = new_game("PPPP RKKL BGGLL L KWORB Y")
    play(game, "keep 2 3", "keep 8 13 14", "claim 34 PPPP", "take B", "take ?", "tickets")
    return game


def played(ruleset: str, policy: str) -> Game:
    """A game of three, played to its end."""
    game, rng = Game(ruleset, 3, 1910), Random(f"{ruleset} {policy}")
    *_, last = steps(game, POLICIES[policy], rng)
    return last


def kinds_of(event: type[Event]) -> Iterator[type[Event]]:
    """All kinds of event, as far as any module has them."""
    for kind in event.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_the_whole_truth_of_a_small_game() -> None:
    assert told(scripted()) == [
        "usa: ada (0), bob (1)",
        "    0           the train deck is shuffled: 110 cards",
        "    1           the ticket deck is shuffled: 30 tickets",
        "       ada (0)  is dealt 4 purple",
        "       bob (1)  is dealt 1 red, 2 black, 1 locomotive",
        "                blue, green, green, locomotive, locomotive come up",
        "       ada (0)  is dealt tickets: Atlanta - Montreal (9), Atlanta - New York (6),"
        " Atlanta - San Francisco (17)",
        "       bob (1)  is dealt tickets: Boston - Miami (12), Calgary - Phoenix (13),"
        " Calgary - Salt Lake City (7)",
        "    2  ada (0)  keeps Atlanta - Montreal (9), Atlanta - New York (6);"
        " returns Atlanta - San Francisco (17)",
        "    3  bob (1)  keeps Boston - Miami (12), Calgary - Phoenix (13),"
        " Calgary - Salt Lake City (7); returns none",
        "    4  ada (0)  claims Denver - Omaha with 4 purple for 7 points"
        " (score 7, 41 trains left)",
        "    5  bob (1)  takes blue from the row; locomotive comes up",
        "                too many locomotives lie in the row: it is cleared;"
        " black, white, orange, red, blue come up",
        "    6  bob (1)  takes a card unseen: yellow",
        "    7  ada (0)  takes tickets: Chicago - Los Angeles (16), Chicago - New Orleans (7),"
        " Chicago - Santa Fe (9)",
        "                the record ends here:",
        "                row: 1 red, 1 blue, 1 black, 1 white, 1 orange;"
        " 90 in the deck, 9 discarded; 22 in the ticket deck",
        "       ada (0)  score 7, 41 trains left, 0 cards: none",
        "                tickets: Atlanta - Montreal (9), Atlanta - New York (6)",
        "                to choose from: Chicago - Los Angeles (16), Chicago - New Orleans (7),"
        " Chicago - Santa Fe (9)",
        "       bob (1)  score 0, 45 trains left, 6 cards:"
        " 1 red, 1 blue, 1 yellow, 2 black, 1 locomotive",
        "                tickets: Boston - Miami (12), Calgary - Phoenix (13),"
        " Calgary - Salt Lake City (7)",
    ]


def test_the_same_game_as_a_seat_saw_it() -> None:
    assert told(scripted(), seat=1)[3:] == [
        "       ada (0)  is dealt 4 cards",
        "       bob (1)  is dealt 1 red, 2 black, 1 locomotive",
        "                blue, green, green, locomotive, locomotive come up",
        "       ada (0)  is dealt 3 tickets",
        "       bob (1)  is dealt tickets: Boston - Miami (12), Calgary - Phoenix (13),"
        " Calgary - Salt Lake City (7)",
        "       bob (1)  asked (keep): 1 red, 2 black, 1 locomotive;"
        " row: 1 blue, 2 green, 2 locomotives",
        "       ada (0)  keeps 2 tickets; returns 1",
        "       bob (1)  keeps Boston - Miami (12), Calgary - Phoenix (13),"
        " Calgary - Salt Lake City (7); returns none",
        "    1  ada (0)  claims Denver - Omaha with 4 purple for 7 points"
        " (score 7, 41 trains left)",
        "    2  bob (1)  asked (turn): 1 red, 2 black, 1 locomotive;"
        " row: 1 blue, 2 green, 2 locomotives",
        "       bob (1)  takes blue from the row; locomotive comes up",
        "                too many locomotives lie in the row: it is cleared;"
        " black, white, orange, red, blue come up",
        "       bob (1)  asked (card): 1 red, 1 blue, 2 black, 1 locomotive;"
        " row: 1 red, 1 blue, 1 black, 1 white, 1 orange",
        "       bob (1)  takes a card unseen: yellow",
        "    3  ada (0)  takes 3 tickets",
        "                the record ends here:",
        "                row: 1 red, 1 blue, 1 black, 1 white, 1 orange;"
        " 90 in the deck, 9 discarded; 22 in the ticket deck",
        "       ada (0)  score 7, 41 trains left, 0 cards",
        "                tickets: 2",
        "       bob (1)  score 0, 45 trains left, 6 cards:"
        " 1 red, 1 blue, 1 yellow, 2 black, 1 locomotive",
        "                tickets: Boston - Miami (12), Calgary - Phoenix (13),"
        " Calgary - Salt Lake City (7)",
    ]


def test_t3_a_card_unseen_is_told_to_its_seat_alone() -> None:
    assert "       bob (1)  takes a card unseen" in told(scripted(), seat=0)
    assert "       bob (1)  takes a card unseen: yellow" in told(scripted(), seat=1)


def test_w3_collected_cards_are_told_to_their_seat_alone() -> None:
    game = played("usa+warehouses", "collector")
    for seat in range(game.seats):
        pattern = r".*\((\d)\) +collects \d+ cards? from [^:]*(:.*)?"
        collected = [match for line in told(game, seat) if (match := fullmatch(pattern, line))]
        assert collected
        assert all((int(match[1]) == seat) == bool(match[2]) for match in collected)


@pytest.mark.parametrize("policy", ["undecided", "collector"])
@pytest.mark.parametrize("ruleset", NAMES)
def test_every_ply_is_told_once_and_of_its_seat(ruleset: str, policy: str) -> None:
    game = played(ruleset, policy)
    marked = [fullmatch(r" *(\d+)  (?:\w+ \((\d)\))? .*", line) for line in told(game)]
    plies = [(int(line[1]), int(line[2] or -1)) for line in marked if line]
    assert plies == [(ply, row.seat) for ply, row in enumerate(record_of(game).rows)]


@pytest.mark.parametrize("ruleset", NAMES)
def test_everything_is_told_in_words(ruleset: str) -> None:
    game = played(ruleset, "undecided")
    stops = [None, *range(0, len(record_of(game).rows), 100)]
    for seat in (None, *range(game.seats)):
        for to in stops:
            assert not [line for line in told(game, seat, to) if search(RAW, line)]


def test_every_kind_of_event_has_words() -> None:
    told = {kind for module in MODULES.values() for kind in module.telling.sentences}
    wordless = set(kinds_of(Event)) - told - BASIC.keys()
    assert {kind for kind in wordless if kind.__module__.startswith("arena.")} == NOT_TOLD_ALONE


@pytest.mark.parametrize("ruleset", NAMES)
def test_the_settlement_adds_up(ruleset: str) -> None:
    game = played(ruleset, "claimer")
    lines = told(game)
    for seat, outcome in enumerate(game.result().seats):
        (first,) = [n for n, line in enumerate(lines) if search(rf"\({seat}\) +place \d", line)]
        account = f"place {outcome.place}, score {outcome.score}: routes {outcome.routes}, "
        assert account in lines[first]
        for bonus, points in outcome.bonuses.items():
            assert f"{bonus.replace('_', ' ')} bonus {points}" in lines[first]
        won, lost = map(points_in, lines[first + 2 : first + 4])
        assert (sum(won), sum(lost)) == (outcome.tickets_won, outcome.tickets_lost)
        assert len(won) == outcome.tickets_completed
        assert len(won) + len(lost) == outcome.tickets_kept


def points_in(line: str) -> list[int]:
    """The points of the tickets that a line lists."""
    return [int(points) for points in findall(r"\((\d+)\)", line)]


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_a_seat_is_told_the_same_whatever_is_hidden_from_it(ruleset: str, seats: int) -> None:
    changed = 0
    for game, rng in states(ruleset, seats, 1):
        for seat, _, other in worlds(game, rng):
            if other is not None:
                assert told(other, seat) == told(game, seat)
                changed += told(other) != told(game)
    assert changed


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_d2_hands_are_not_told_when_the_game_is_over(ruleset: str, seats: int) -> None:
    game = finished(ruleset, seats)[1]
    last = len(record_of(game).rows) - 1
    for seat, _, other in worlds(game, Random(ruleset)):
        assert other is None or told(other, seat, last) == told(game, seat, last)


def test_o3_a_seat_is_not_told_of_a_question_asked_aside() -> None:
    asked, unasked = (
        expansions.begin("oldwest", starts=("Albuquerque", "Denver"), top=f"{top} RRWW")
        for top in ("GRRB KKKK YYOOP", "GRWB KKKK YYOOP")
    )
    expansions.play(asked, "claim 7 G", "skip", "take Y")
    expansions.play(unasked, "claim 7 G", "take Y")
    assert told(asked, seat=1) == told(unasked, seat=1)
    assert "puts down no city piece" in "\n".join(told(asked))
    assert "puts down no city piece" in "\n".join(told(asked, seat=0))
    assert "city piece" not in "\n".join(told(unasked, seat=0)).partition("the record ends")[0]


def test_o4_it_is_told_who_scores() -> None:
    game = expansions.begin("oldwest", starts=("Albuquerque", "Santa Fe"), top="GRRB")
    expansions.play(game, "claim 7 G")
    claim = (
        "claims Albuquerque - Santa Fe with 1 green for 1 point to itself and 1 point to bob (1)"
    )
    assert f"{claim} (score 1, 39 trains left)" in "\n".join(told(game))


def test_v2_it_is_told_that_alvin_is_captured() -> None:
    game = expansions.begin("oldwest+alvin", starts=("Albuquerque", "Denver"), top="RRKB")
    expansions.play(game, "claim 6 RR")
    claim = "claims Albuquerque - Roswell with 2 red for 2 points and captures Alvin for 10 points"
    story = "\n".join(told(game))
    assert f"{claim} (score 12, 38 trains left)" in story
    assert "ada (0)  puts Alvin on Albuquerque" in story
    assert "Alvin: on Albuquerque, captured by ada (0)" in story


def test_a5_it_is_told_what_doubles_a_route() -> None:
    game = expansions.begin("africa", top="LLLL", terrain="DD")
    doubled = next(a for a in game.legal() if a.text(game.board).endswith(" L with D"))
    game.apply(doubled)
    story = "\n".join(told(game))
    assert "ada (0)  plays 1 desert to double the route" in story
    assert "with 1 locomotive for 2 points (score 2, 44 trains left)" in story


def test_a_story_stops_after_a_ply() -> None:
    whole, game = told(scripted()), scripted()
    stopped = told(game, to=5)
    shown = whole.index("    6  bob (1)  takes a card unseen: yellow")
    assert stopped[:shown] == whole[:shown]
    assert stopped[shown] == "                position after ply 5:"
    assert "5 cards: 1 red, 1 blue, 2 black, 1 locomotive" in stopped[-2]


def test_a_story_stops_before_what_chance_does_next() -> None:
    assert told(scripted(), to=0)[1:3] == [
        "    0           the train deck is shuffled: 110 cards",
        "                position after ply 0:",
    ]


@pytest.mark.parametrize("ruleset", ["mega", "africa+warehouses", "oldwest+alvin"])
def test_the_position_told_is_the_game_s(ruleset: str) -> None:
    for game, _ in states(ruleset, {"mega": 4}.get(ruleset, 3), 1):
        shown = "\n".join(told(game))
        for seat in range(game.seats):
            standing = f"score {game.scores[seat]}, {game.trains[seat]} train"
            assert search(rf"\({seat}\) +{standing}s? left, {sum(game.hands[seat])} card", shown)


@pytest.mark.parametrize(
    ("seat", "to", "sentence"),
    [
        (2, None, "there is no seat 2 among 2, they are numbered from 0"),
        (-1, None, "there is no seat -1 among 2, they are numbered from 0"),
        (None, 8, "there is no ply 8 among 8, they are numbered from 0"),
        (0, -1, "there is no ply -1 among 8, they are numbered from 0"),
    ],
)
def test_a_seat_or_ply_that_is_not_there(seat: int | None, to: int | None, sentence: str) -> None:
    with pytest.raises(ArenaError) as error:
        tell(record_of(scripted()), ["ada", "bob"], seat, to)
    assert str(error.value) == sentence


def test_each_seat_has_a_name() -> None:
    with pytest.raises(ArenaError, match="the record has 2 seats, but there are 3 names"):
        tell(record_of(scripted()), ["ada", "bob", "cleo"])


def test_a_name_does_not_steer_the_terminal() -> None:
    lines = list(tell(record_of(scripted()), ["a\x1b[2Jda", "bob\n    9  ada (0)  wins"]))
    assert lines[0] == r"usa: a\x1b[2Jda (0), bob 9 ada (0) wins (1)"
    assert all(line.isprintable() for line in lines)


SAID = (
    OwnWords(0, 4, WordsKind.PRINT, "", "\x1b[2Jone\r\n\n    9  bob (1)  wins\n"),
    OwnWords(0, 4, WordsKind.NOTE, "wants\n", "\u202ethis", (34,), (CityNumber(0),)),
    OwnWords(1, 5, WordsKind.PRINT, "", "mine\n"),
)
OWN = [
    r"       ada (0)  prints: \x1b[2Jone",
    "       ada (0)  prints:",
    "       ada (0)  prints:     9  bob (1)  wins",
    r"       ada (0)  notes wants: \u202ethis; Denver - Omaha; Atlanta",
]


def test_own_words_stand_under_the_move_and_no_line_of_them_poses_as_another() -> None:
    lines = list(tell(record_of(scripted()), ["ada", "bob"], said=SAID))
    lines = [line.replace("\N{EN DASH}", "-") for line in lines]
    at = next(at for at, line in enumerate(lines) if line.startswith("    4  ada"))
    assert lines[at + 1 : at + 5] == OWN
    assert lines[at + 5].startswith("    5  bob (1)  takes blue")
    assert lines[at + 7] == "       bob (1)  prints: mine"  # below what his move led to
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seats_story_has_its_own_words_and_no_others(seat: int) -> None:
    silent = told(scripted(), seat)
    lines = list(tell(record_of(scripted()), ["ada", "bob"], seat, said=SAID))
    lines = [line.replace("\N{EN DASH}", "-") for line in lines]
    own = OWN if seat == 0 else ["       bob (1)  prints: mine"]
    assert [line for line in lines if line not in silent] == own
    assert [line for line in lines if line not in own] == silent


def broken(ply: int) -> Record:
    """The small game with a row that the rules don't allow."""
    record = record_of(scripted())
    rows = [*record.rows[:ply], Row(1, "card", "take L"), *record.rows[ply + 1 :]]
    return msgspec.structs.replace(record, rows=tuple(rows))


def test_a_broken_record_is_told_as_far_as_it_goes() -> None:
    whole = list(tell(record_of(scripted()), ["ada", "bob"]))
    sound = whole.index("    6  bob (1)  takes a card unseen: yellow")
    story = tell(broken(6), ["ada", "bob"])
    assert list(islice(story, sound)) == whole[:sound]
    with pytest.raises(RecordError, match=r"^ply 6: a locomotive from the row"):
        next(story)


def test_what_is_broken_after_the_last_ply_asked_for_does_not_matter() -> None:
    sound = tell(record_of(scripted()), ["ada", "bob"], to=5)
    assert list(tell(broken(6), ["ada", "bob"], to=5)) == list(sound)
