"""Games with people whose page is driven by a client in Python, which clicks as a browser would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import quote

from arena.match.source import Source
from arena.play.page import PlayPage
from arena.play.page_table import PageTable
from arena.play.playing import FinishedGame, GameOfPeople, Invitation
from arena.play.server import PageServer
from arena.play.session import Quit
from arena.referee.rulesets import find_ruleset

QUICK = b"""
class Quick:
    def choose(self, view, legal):
        return max(legal, key=lambda action: (action.word == "claim", action.word == "take"))
"""
BOTS = Path(__file__).parents[2] / "bots"
News = dict[str, Any]


def quick_bot(name: str = "quick") -> Source:
    """A bot that claims whatever it can, so that games are short."""
    return Source(name, f"{name}.py", QUICK, {})


def bundled_bot(name: str) -> Source:
    """One of the bots that come with arena."""
    return Source(name, f"{name}.py", (BOTS / f"{name}.py").read_bytes(), {})


def invitation(ruleset: str, **changes: Any) -> Invitation:
    """A game of one person against a quick bot, unless it is to be otherwise."""
    usual: dict[str, Any] = {
        "ruleset": find_ruleset(ruleset),
        "bots": (quick_bot(),),
        "people": 1,
        "seats": (),
        "names": (),
        "seed": 5,
        "practice": False,
        "trusted": True,
        "out": None,
    }
    return Invitation(**(usual | changes))


@dataclass
class Hosted:
    """A game that is being served."""

    server: PageServer
    table: PageTable
    stored: list[FinishedGame] = field(default_factory=list)
    left: bool = False


@contextmanager
def hosted(asked: Invitation) -> Iterator[Hosted]:
    """Serve a game, which is played in a thread of its own."""
    game = GameOfPeople(asked)
    table = PageTable(game.names, game.people, asked.practice)
    server = PageServer(table, PlayPage(table, asked.ruleset), 0)
    host = Hosted(server, table)

    def run() -> None:
        try:
            with game.venue() as venue:
                host.stored.append(game.play(venue, table))
                table.finish(host.stored[0].words(game.names))
        except Quit:
            host.left = True

    thread = Thread(target=run)
    with server:
        thread.start()
        try:
            yield host
        finally:
            table.leave()
            thread.join()


class Client:
    """A page without a browser: it asks for news, and posts what is chosen."""

    def __init__(self, server: PageServer | str) -> None:
        """Visit a server in this process, or one elsewhere by the address of its page."""
        address = server if isinstance(server, str) else server.address
        self.origin, self.token = address.rstrip("/").rsplit("/", 1)
        self.connection = HTTPConnection(self.origin.removeprefix("http://"))
        self.received: list[bytes] = []
        """All bytes of bodies that the server has sent."""
        self.news: News = {}
        self.frames: list[News] = []
        self.texts: list[str] = []

    def get(self, path: str) -> bytes:
        """What is at a path."""
        self.connection.request("GET", f"/{self.token}/{path}")
        return self._body()

    def post(self, path: str, **body: Any) -> News:
        """Post something as the page does."""
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        whole = f"/{self.token}/{path}"
        self.connection.request("POST", whole, json.dumps(body), headers)
        found: News = json.loads(self._body())
        return found

    def hear(self) -> News:
        """Wait for news and take them in."""
        known = self.news
        screen, version = known.get("screen", "none yet"), known.get("version", -1)
        counts = f"frames={len(self.frames)}&texts={len(self.texts)}"
        told = json.loads(self.get(f"news?version={version}&screen={quote(screen)}&{counts}"))
        if told["screen"] != screen:  # as a page that loads anew
            self.frames, self.texts = [], []
            self.news = {"screen": told["screen"]}
            return self.hear()
        self.frames += told.get("frames", [])
        self.texts += told.get("texts", [])
        self.news = told
        return self.news

    def question(self) -> News | None:
        """The next question to whoever is shown; None if the game is over."""
        while not (self.news.get("question") or self.news.get("ended")):
            if "people" in self.news:
                self.post("screen", seat=self.news["people"][0][0])
            elif self.news.get("pass"):
                self.post("screen", seat=None)
            self.hear()
        return self.news.get("question")

    def answer(self, question: News, text: str) -> News:
        """Answer a question; a refusal comes back."""
        done = self.post("answer", question=question["id"], text=text)
        if "refused" not in done:
            self.news = {**self.news, "question": None}
        return done

    def _body(self) -> bytes:
        body = self.connection.getresponse().read()
        self.received.append(body)
        return body


def chosen(question: News, rng: Random) -> str:
    """An answer that brings the game to its end: a claim if there is one, or any other."""
    offers = question["offers"]
    claims = [offer for offer in offers if "route" in offer]
    longest = max(claims, key=lambda offer: len(offer["text"]), default=None)
    text: str = (longest or rng.choice(offers))["text"]
    return text


def play_to_end(client: Client, each: Callable[[News], None] = lambda question: None) -> int:
    """Play a game to its end by the page; returns how many questions there were."""
    rng, asked = Random(1), 0
    while (question := client.question()) is not None:
        each(question)
        assert client.answer(question, chosen(question, rng)) == {}
        asked += 1
    return asked
