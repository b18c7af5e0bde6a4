"""The replay page: each view shows what its seat knew and no more, and no text becomes markup."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from random import Random

import pytest
from msgspec.structs import replace

from arena.errors import ArenaError
from arena.match.faults import Fault, FaultKind
from arena.match.own_words import OwnWords, WordsKind
from arena.referee.events import Ended
from arena.referee.record import Record, record_of
from arena.referee.rulesets import NAMES
from arena.referee.scene import Scene
from arena.referee.table import Table
from arena.referee.view import SeatView
from arena.story.board_picture import marks_of_table, owners
from arena.story.page.document import as_json
from arena.story.page.shown import shown
from arena.story.replay_page import Replay
from arena.story.telling import tell
from arena.vocabulary import CityNumber
from tests.properties.test_secrets import worlds
from tests.rules import expansions
from tests.story.page_frames import State, contents, states, words
from tests.story.shown_games import BOTS, HOSTILE, by_ply, knowledge, played


def record(ruleset: str, seats: int) -> Record:
    return record_of(played(ruleset, seats))


@cache
def page(ruleset: str, seats: int) -> str:
    """The page of such a game, with all its views."""
    return Replay("a game", record(ruleset, seats), BOTS[:seats]).page()


def shown_knowledge(state: State, seats: int) -> State:
    """The same, as the page shows it."""
    known: State = {"deck": state["deck"], "tickets": state["tickets"]}
    for seat in range(seats):
        for name in (f"hand{seat}", f"size{seat}", f"kept{seat}"):
            known[name] = state[name]
        both = f"{state.get(f'done{seat}', '')} {state.get(f'open{seat}', '')}"
        known[f"known tickets {seat}"] = set(map(int, both.split()))
        known[f"offer{seat}"] = set(map(int, state.get(f"offer{seat}", "").split()))
    return known


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_seat_is_shown_what_its_view_knew_at_every_ply(ruleset: str) -> None:
    game, told = played(ruleset, 3), contents(page(ruleset, 3))
    for seat in range(3):
        view = SeatView(game.rules, 3, seat)
        for ply, (events, state) in enumerate(
            zip(by_ply(game), states(told, seat + 1), strict=True)
        ):
            for event in events:
                if (seen := event.seen_by(seat)) is not None:
                    view.learn(seen)
            assert shown_knowledge(state, 3) == knowledge(view), f"seat {seat}, ply {ply}"


@pytest.mark.parametrize("ruleset", ["usa1910", "africa+warehouses", "oldwest+alvin"])
def test_the_differences_add_up_to_the_whole_position_at_every_ply(ruleset: str) -> None:
    game, told = played(ruleset, 3), contents(page(ruleset, 3))
    tables: list[Table] = [Table(game.rules, 3), *(SeatView(game.rules, 3, n) for n in range(3))]
    folded = [states(told, view) for view in range(4)]
    for ply, events in enumerate(by_ply(game)):
        for view, table in enumerate(tables):
            for event in events:
                seen = event if view == 0 else event.seen_by(view - 1)
                if seen is not None:
                    seen.change(table)
            ends = [event.result for event in events if isinstance(event, Ended)]
            whole = shown(Scene(table, BOTS[:3]), ends[0] if ends else None)
            assert next(folded[view]) == whole, f"view {view}, ply {ply}"


def test_the_last_position_has_all_claims_marks_and_scores() -> None:
    game = played("oldwest+alvin+warehouses", 5)
    *_, last = states(contents(page("oldwest+alvin+warehouses", 5)), 0)
    claims = {int(name[1:]): seat for name, seat in last.items() if re.fullmatch(r"r\d+", name)}
    assert claims == owners(game)
    marks = [(mark.name, mark.city, mark.seat) for mark in marks_of_table(game)]
    drawn = [(m[0], m[1], m[3]) for name, m in last.items() if name.startswith("m-")]
    assert sorted(drawn, key=repr) == sorted(marks, key=repr)
    assert {mark[0] for mark in marks} == {"alvin", "city-piece", "depot", "warehouse"}
    scores = [result.score for result in game.result().seats]
    assert [last[f"score{seat}"] for seat in range(5)] == scores


@pytest.mark.parametrize("ruleset", ["usa", "africa+warehouses", "oldwest+alvin+warehouses"])
def test_the_words_are_those_of_arena_replay(ruleset: str) -> None:
    game = record(ruleset, 3)
    told = contents(page(ruleset, 3))
    _, *lines = tell(game, BOTS[:3])
    said = [text for ply in words(told, 0) for text in ply]
    assert [line.endswith(f"  {text}") for line, text in zip(lines, said, strict=True)] == [
        True
    ] * len(said)
    numbered = [int(line[:5]) for line in lines if line[:5].strip()]
    assert numbered == [ply for ply, texts in enumerate(words(told, 0)) if texts]


def test_each_seat_hears_of_the_same_game_what_it_saw() -> None:
    told = contents(page("usa", 3))
    everything, bob = words(told, 0), words(told, 2)
    unseen = [ply for ply, said in enumerate(everything) if said[0].startswith("takes a card unse")]
    own = [ply for ply in unseen if told["frames"][ply]["s"] == 1]
    others = [ply for ply in unseen if told["frames"][ply]["s"] != 1]
    assert own
    assert others
    assert all(": " in bob[ply][0] for ply in own)
    assert {bob[ply][0].partition(";")[0] for ply in others} == {"takes a card unseen"}


def test_frames_are_the_rows_of_the_record() -> None:
    told = contents(page("usa", 3))
    assert [frame["s"] for frame in told["frames"]] == [row.seat for row in record("usa", 3).rows]


def test_the_scrub_bar_marks_claims_ticket_draws_and_the_last_round() -> None:
    frames = contents(page("usa", 3))["frames"]
    marked = {
        kind: [ply for ply, frame in enumerate(frames) if kind in frame.get("k", "")]
        for kind in "ctl"
    }
    rows = record("usa", 3).rows
    assert marked["c"] == [ply for ply, row in enumerate(rows) if row.action.startswith("claim")]
    assert marked["t"] == [ply for ply, row in enumerate(rows) if row.action == "tickets"]
    assert len(marked["l"]) == 1


def test_a_page_for_one_seat_holds_no_other_view() -> None:
    alone = contents(Replay("a game", record("usa", 3), BOTS[:3], seat=1).page())
    whole = contents(page("usa", 3))
    assert alone["views"] == [1]
    assert list(states(alone, 0)) == list(states(whole, 2))
    assert words(alone, 0) == words(whole, 2)


@pytest.mark.parametrize("ruleset", ["usa", "africa+warehouses"])
def test_a_page_for_one_seat_is_the_same_whatever_is_hidden_from_it(ruleset: str) -> None:
    changed = 0
    for seat, game, other in worlds(played(ruleset, 3, turns=60), Random(ruleset)):
        if other is not None:
            one, two = (
                Replay("a game", record_of(way), BOTS[:3], seat=seat) for way in (game, other)
            )
            assert one.page() == two.page()
            changed += one.record != two.record
    assert changed


def test_o3_a_view_does_not_show_who_was_asked_aside() -> None:
    game = expansions.begin("oldwest", starts=("Albuquerque", "Denver"), top="GRRB KKKK YYOOP")
    expansions.play(game, "claim 7 G", "skip", "take Y")
    (aside,) = (ply for ply, row in enumerate(record_of(game).rows) if row.action == "skip")
    of = {
        seat: contents(Replay("a game", record_of(game), BOTS[:2], seat=seat).page())
        for seat in (None, 0, 1)
    }
    assert [of[seat]["frames"][aside]["s"] for seat in (None, 0, 1)] == [0, 0, -1]
    assert words(of[1], 0)[aside] == []


def test_a_page_up_to_a_ply_ends_there() -> None:
    short = contents(Replay("a game", record("usa", 3), BOTS[:3], places=[1, 2, 3], to=40).page())
    assert len(short["frames"]) == 41
    assert short["places"] == []


def test_faults_are_told_on_the_page_of_all_and_of_the_seat_at_fault() -> None:
    faults = [Fault(1, 30, FaultKind.CRASH, "ValueError: gone", "Traceback", "printed")]
    of = {
        seat: contents(Replay("a game", record("usa", 2), BOTS[:2], faults, seat=seat).page())
        for seat in (None, 0, 1)
    }
    assert [len(of[seat]["faults"]) for seat in (None, 0, 1)] == [1, 0, 1]
    assert of[None]["faults"][0]["output"] == "printed"


def test_own_words_are_on_the_page_of_all_and_of_the_seat_that_said_them() -> None:
    wants = OwnWords(1, 30, WordsKind.NOTE, "wants", "this", (2, 3), (CityNumber(4),))
    said = [wants, OwnWords(1, 40, WordsKind.PRINT, "", "sesame\n"), replace(wants, seat=0)]
    game, names = record("usa", 2), BOTS[:2]
    of = {
        seat: contents(Replay("a game", game, names, seat=seat, words=said).page())
        for seat in (None, 0, 1)
    }
    assert [len(of[seat]["own"]) for seat in (None, 0, 1)] == [3, 1, 2]
    note, printed = of[1]["own"]
    assert (note["p"], note["s"], note["r"], note["c"]) == (30, 1, [2, 3], [4])
    assert (of[1]["texts"][printed["t"]], "r" in printed) == ("sesame", False)
    assert "sesame" not in "".join(of[0]["texts"])
    short = contents(Replay("a game", game, names, to=35, words=said).page())
    assert [one["p"] for one in short["own"]] == [30, 30]


def test_text_and_page_tell_own_words_alike() -> None:
    said = [OwnWords(1, 30, WordsKind.NOTE, "wants", "a\nb", (2,), (CityNumber(4),))]
    told = contents(Replay("a game", record("usa", 2), BOTS[:2], words=said).page())
    (sentence,) = (told["texts"][one["t"]] for one in told["own"])
    assert sentence == "notes wants: a b; Atlanta \N{EN DASH} Nashville; Chicago"
    assert any(line.endswith(sentence) for line in tell(record("usa", 2), BOTS[:2], said=said))


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text inside scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, str]] = []
        self.is_inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.is_inside = tag in ("script", "style")
        if self.is_inside:
            self.inside.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.is_inside:
            tag, text = self.inside[-1]
            self.inside[-1] = (tag, text + data)

    def handle_endtag(self, tag: str) -> None:
        self.is_inside = False


@cache
def hostile() -> str:
    """A page on which every text of a bot is hostile."""
    faults = [
        Fault(seat, 20 + seat, FaultKind.CRASH, text, text, text)
        for seat, text in enumerate(HOSTILE)
    ]
    said = [
        OwnWords(seat, 20 + seat, kind, text, text, (seat,), (CityNumber(seat),))
        for seat, text in enumerate(HOSTILE)
        for kind in WordsKind
    ]
    shown = Replay(HOSTILE[0] + HOSTILE[4], record("usa", 5), HOSTILE, faults, words=said)
    return shown.page()


def test_hostile_names_faults_and_prints_are_never_markup() -> None:
    kind = [tag for tag, _ in Elements(page("usa", 5)).found]
    assert [tag for tag, _ in Elements(hostile()).found] == kind
    for text in HOSTILE[:3]:
        assert text not in hostile()
    told = contents(hostile())
    assert told["names"][:4] == list(HOSTILE[:4])
    assert [fault["output"] for fault in told["faults"]][:4] == list(HOSTILE[:4])
    quoted = [told["texts"][said["t"]] for said in told["own"]]
    assert quoted[:8:2] == list(HOSTILE[:4])
    assert quoted[1].startswith(f"notes {HOSTILE[0]}: {HOSTILE[0]}; ")


def test_control_and_direction_characters_are_written_out() -> None:
    unprintable = {sign for sign in hostile() if not sign.isprintable()} - {"\n"}
    assert unprintable == set()
    assert r"\u202e" in contents(hostile())["names"][4]


def test_values_stand_safely_in_a_script() -> None:
    assert as_json(["</script>&\u2028"]) == r'["\u003c/script\u003e\u0026\\u2028"]'


def test_the_page_asks_for_nothing_and_its_policy_lets_its_own_script_and_style_work() -> None:
    whole = Elements(page("africa+warehouses", 3))
    (policy,) = (
        attributes["content"] or ""
        for _, attributes in whole.found
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert allowed["default-src"] == "'none'"
    (style,) = (text for tag, text in whole.inside if tag == "style")
    script = whole.inside[-1][1]
    for name, text in (("style-src", style), ("script-src", script)):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert allowed[name] == f"'sha256-{digest}'"
    attributes = [pair for _, pairs in whole.found for pair in pairs.items()]
    assert {name for name, _ in attributes} & {"src", "href", "srcset", "action", "style"} == set()
    assert not [name for name, _ in attributes if name.startswith("on")]
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", style)


def test_pages_are_small() -> None:
    sizes = {seats: len(page(name, seats).encode()) for name, seats in [("usa", 2), ("usa", 5)]}
    sizes[5] = max(sizes[5], len(page("oldwest+alvin+warehouses", 5).encode()))
    assert sizes[2] < 150_000
    assert sizes[5] < 400_000


def test_the_same_game_gives_the_same_bytes() -> None:
    again = Replay("a game", record("africa+warehouses", 3), BOTS[:3]).page()
    assert again == page("africa+warehouses", 3)


@pytest.mark.parametrize(("seat", "to"), [(2, None), (-1, None), (None, 10_000)])
def test_a_seat_or_ply_that_is_not_there_is_refused(seat: int | None, to: int | None) -> None:
    with pytest.raises(ArenaError, match="there is no"):
        Replay("a game", record("usa", 2), BOTS[:2], seat=seat, to=to).page()
