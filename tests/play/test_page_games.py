"""Whole games by the page's own requests: every ruleset, refusals, hints, several people."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.referee.rulesets import NAMES
from arena.results.stored_game import find_game
from arena.results.verify import verify
from tests.match.tables import written
from tests.play.page_games import Client, chosen, hosted, invitation, play_to_end

News = dict[str, Any]


@pytest.mark.parametrize("ruleset", NAMES)
def test_a_game_of_every_ruleset_is_played_by_the_page(ruleset: str, tmp_path: Path) -> None:
    words: dict[str, str] = {}
    with hosted(invitation(ruleset, out=tmp_path / "game")) as host:
        client = Client(host.server)

        def note(question: News) -> None:
            words.update({offer["text"]: offer["words"] for offer in question["offers"]})

        play_to_end(client, note)
        assert "The game is over: 1. " in client.news["waiting"]
        assert client.frames[-1]["d"]["0"]["account0"]
    assert [text for text, said in words.items() if text == said] in ([], ["pass"])
    told = find_game(host.stored[0].folder, 0)
    assert told.names == ["person", "quick"]
    assert told.record.ruleset == ruleset


def test_a_game_with_people_is_stored_unrated_and_verified(tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        play_to_end(Client(host.server))
    folder = host.stored[0].folder
    verdict = verify(folder, 1)
    assert verdict.complete
    assert not verdict.differences
    assert verdict.games == 1
    assert not list(folder.glob("*.csv"))
    assert "arena replay" in host.stored[0].words(["person", "quick"])


def test_a_route_that_cannot_be_claimed_is_refused_with_its_rule(tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        client = Client(host.server)
        question = answered_first(client)
        claimable = {offer["route"] for offer in question["offers"] if "route" in offer}
        closed = next(route for route in range(100) if route not in claimable)
        refused = client.post("why", question=question["id"], route=closed)["refused"]
        assert refused["sentence"].endswith("(C1)")
        assert " \N{EN DASH} " in refused["sentence"]
        (rule,) = refused["rules"]
        assert rule["number"] == "C1"
        assert rule["title"] == "The payment"
        assert rule["text"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("take X", "'take X' is no action of usa"),
        ("claim 17 L", "route 17 is Chicago \N{EN DASH} Duluth and takes 3 cards (C1)"),
        ("keep 1", "'keep' does not answer the question 'turn': only take or claim or tickets or"),
        ("99", "there is no answer 99, only 1 to"),
    ],
)
def test_an_answer_that_is_none_is_refused_and_the_question_stays(
    text: str, sentence: str, tmp_path: Path
) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        client = Client(host.server)
        question = answered_first(client)
        assert client.answer(question, text)["refused"]["sentence"].startswith(sentence)
        assert client.answer(question, "take ?") == {}
        late = client.post("answer", question=question["id"], text="take ?")
        assert late["refused"]["sentence"] == "that question is not open any more"


def test_a_hint_is_an_answer_with_its_worth(tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        client = Client(host.server)
        question = client.question()
        assert question is not None
        hint = client.post("hint", question=question["id"])
        assert hint["lines"][0].startswith("The planner would keep ")
        assert hint["texts"][0] in [offer["text"] for offer in question["offers"]]
        assert host.table.hints == 1


def test_a_decision_is_taken_back_in_a_practice_game_only(tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        client = Client(host.server)
        answered_first(client)
        refused = client.post("back")["refused"]["sentence"]
        assert refused.startswith("only in a practice game")


def test_what_was_taken_back_can_be_decided_otherwise(tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game", practice=True)) as host:
        client = Client(host.server)
        first = client.question()
        assert first is not None
        assert not client.news["back"]
        assert client.post("back")["refused"]["sentence"].startswith("there is no decision")
        client.answer(first, first["offers"][0]["text"])
        turn = client.question()
        assert turn is not None
        assert client.news["back"]
        client.answer(turn, "take ?")
        card = client.question()
        assert card is not None
        assert card["words"] == "Which card do you take next?"
        client.post("back")
        client.news["question"] = None
        again = client.question()
        assert again is not None
        assert {**again, "id": 0} == {**turn, "id": 0}
        client.answer(again, "tickets")
        play_to_end(client)
    stored = find_game(host.stored[0].folder, 0)
    assert stored.manifest.people is not None
    assert stored.manifest.people.words() == ("a practice game with people, 1 decision taken back")
    own = [row.action for row in stored.record.rows if row.seat == 0]
    assert own[1] == "tickets"


def test_two_people_pass_the_screen_and_see_nothing_of_each_other(tmp_path: Path) -> None:
    asked = invitation("usa", bots=(), people=2, names=("Ada", "Bob"), out=tmp_path / "game")
    with hosted(asked) as host:
        client = Client(host.server)
        cover = client.get("")
        assert b"Pass the screen" in cover
        assert b"frames" not in json_in(cover)
        assert client.hear()["people"] == [[0, "Ada (0)"]]
        assert client.post("screen", seat=7)["refused"]["sentence"] == "seat 7 is no person's"
        play_to_end(client)
    assert find_game(host.stored[0].folder, 0).names == ["Ada", "Bob"]


def test_a_bot_at_fault_is_named_when_the_game_is_over(tmp_path: Path) -> None:
    bad = written(
        """
        class Bad:
            def choose(self, view, legal):
                return legal[1 // (view.turns == 0) - 1]
        """,
        "bad",
    )
    with hosted(invitation("usa", bots=(bad,), out=tmp_path / "game")) as host:
        client = Client(host.server)
        play_to_end(client)
        assert client.news["ended"].startswith("bad (1) was at fault since ply ")


def test_the_page_survives_a_reload_at_any_question(tmp_path: Path) -> None:
    with hosted(invitation("africa", out=tmp_path / "game")) as host:
        client, rng = Client(host.server), Random(3)
        for _ in range(6):
            question = client.question()
            assert question is not None
            fresh = Client(host.server)
            assert fresh.question() == question
            assert fresh.frames == client.frames
            client.answer(question, chosen(question, rng))


def test_leaving_ends_the_game_and_stores_nothing(tmp_path: Path) -> None:
    with hosted(invitation("usa", out=tmp_path / "game")) as host:
        Client(host.server).post("leave")
    assert host.left
    assert not (tmp_path / "game").exists()


def answered_first(client: Client) -> News:
    """The first question of a turn, once the tickets are kept."""
    question = client.question()
    assert question is not None
    client.answer(question, question["offers"][0]["text"])
    question = client.question()
    assert question is not None
    return question


def json_in(page: bytes) -> bytes:
    """What a page is told, without its script."""
    return page.partition(b'id="news">')[2].partition(b"</script>")[0]
