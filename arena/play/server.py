"""The server of a game's page: on the loopback address only, for whoever has its token.

Requests must name this very server as their host, and those that change anything must come from
its own page. Nothing is cached, and bodies are small.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Final, Self
from urllib.parse import parse_qs

import msgspec

from arena.errors import ArenaError
from arena.play.page import PlayPage
from arena.play.page_table import News, PageTable
from arena.play.questions import Refused
from arena.story.page.document import as_json

LOOPBACK: Final = "127.0.0.1"
LARGEST: Final = 4096
"""The most bytes of a request's body."""
SLOWEST: Final = 30.0
"""Seconds of silence after which a connection is closed."""
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json; charset=utf-8"


class PortError(ArenaError):
    """A port that can't be had."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page posts; which of these it needs depends on the path."""

    question: int = -1
    text: str = ""
    route: int = -1
    seat: int | None = None


class PageServer:
    """Serves the page of one game until it is closed."""

    def __init__(self, table: PageTable, page: PlayPage, port: int) -> None:
        self.table = table
        self.page = page
        self.replay: Callable[[], str] | None = None
        """The page of the whole game, once it is over."""
        self.token = secrets.token_urlsafe(16)
        try:
            self._server = Listener((LOOPBACK, port), handler_of(self))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PortError(
                f"the port {port} can't be had ({reason}): choose another with --port, or none"
            ) from error
        self.origin = f"http://{LOOPBACK}:{self._server.server_address[1]}"
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        """The address of the page; whoever knows it can play."""
        return f"{self.origin}/{self.token}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def get(self, path: str, query: Mapping[str, str]) -> tuple[str, str] | None:
        """What is at a path: its type and text; None if there is nothing."""
        if path == "":
            return HTML, self.page.page()
        if path == "news":
            news = msgspec.convert(dict(query), News, strict=False)
            return JSON, as_json(self.table.wait_for_news(news))
        if path == "replay" and self.replay is not None:
            return HTML, self.replay()
        return None

    def post(self, path: str, asked: Ask) -> dict[str, object] | None:
        """Do what a page asks for; None if there is nothing of this name."""
        table = self.table
        if path == "answer":
            table.answer(asked.question, asked.text)
        elif path == "why":
            table.explain_route(asked.question, asked.route)
        elif path == "hint":
            return table.hint(asked.question)
        elif path == "back":
            table.take_back()
        elif path == "screen":
            table.pass_screen(asked.seat)
        elif path == "leave":
            table.leave()
        else:
            return None
        return {}


class Listener(ThreadingHTTPServer):
    """The socket; its threads end with the command."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a page that was closed in the middle is no error of ours."""


def handler_of(server: PageServer) -> type[BaseHTTPRequestHandler]:
    """The class whose objects answer the requests to a server."""
    return type("BoundHandler", (PageHandler,), {"page_server": server})


class PageHandler(BaseHTTPRequestHandler):
    """Answers one request after the other of a connection."""

    page_server: PageServer
    protocol_version = "HTTP/1.1"
    server_version = "arena"
    sys_version = ""
    timeout = SLOWEST
    wbufsize = -1
    """An answer is sent as a whole: its parts one by one would wait for each other."""
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """The page, or news for it."""
        if not self._is_allowed(self.headers.get("Origin") in (None, self.page_server.origin)):
            return
        asked = parse_qs(self.path.partition("?")[2])
        query = {name: values[-1] for name, values in asked.items()}
        try:
            found = self.page_server.get(self._place(), query)
        except msgspec.ValidationError as error:
            self._send(HTTPStatus.BAD_REQUEST, JSON, as_json({"wrong": str(error)}))
            return
        if found is None:
            self._refuse(HTTPStatus.NOT_FOUND)
        else:
            self._send(HTTPStatus.OK, *found)

    def do_POST(self) -> None:
        """What a person does on the page."""
        if not self._is_allowed(self.headers.get("Origin") == self.page_server.origin):
            return
        size = self._size()
        if size is None:
            return
        try:
            asked = msgspec.json.decode(self.rfile.read(size), type=Ask)
            done = self.page_server.post(self._place(), asked)
        except msgspec.MsgspecError:
            self._refuse(HTTPStatus.BAD_REQUEST)
        except Refused as refused:
            told = {"sentence": str(refused), "rules": msgspec.to_builtins(refused.rules)}
            self._send(HTTPStatus.OK, JSON, as_json({"refused": told}))
        else:
            if done is None:
                self._refuse(HTTPStatus.NOT_FOUND)
            else:
                self._send(HTTPStatus.OK, JSON, as_json(done))

    def _is_allowed(self, is_own: bool) -> bool:
        """Whether a request comes from the page of this server; refuses it otherwise."""
        host = self.page_server.origin.removeprefix("http://")
        token = self.path.partition("?")[0].partition("/")[2].partition("/")[0]
        if self.headers.get_all("Host") != [host] or not is_own:
            self._refuse(HTTPStatus.FORBIDDEN)
        elif not secrets.compare_digest(token.encode(), self.page_server.token.encode()):
            self._refuse(HTTPStatus.NOT_FOUND)
        else:
            return True
        return False

    def _place(self) -> str:
        """The path after the token."""
        return self.path.partition("?")[0].partition(f"/{self.page_server.token}/")[2]

    def _size(self) -> int | None:
        """The size of the body; None for a request with a body that is refused."""
        text = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        elif not text.isascii() or not text.isdecimal():
            self._refuse(HTTPStatus.LENGTH_REQUIRED)
        elif len(text) > len(str(LARGEST)) or int(text) > LARGEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            return int(text)
        return None

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with a number only, and close: a body may still be on its way."""
        self.close_connection = True
        self._send(status, "text/plain; charset=utf-8", f"{status.value} {status.phrase}\n")

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the terminal is for sentences."""
