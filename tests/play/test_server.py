"""The page's server: the loopback address only, its token, its own page, small requests."""

import socket
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest

from arena.play.page import PlayPage
from arena.play.page_table import PageTable
from arena.play.server import LARGEST, PageServer, PortError
from tests.play.page_games import Client, hosted, invitation

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server whose game waits for its first answer."""
    out = tmp_path_factory.mktemp("play") / "game"
    with hosted(invitation("usa", out=out)) as host:
        Client(host.server).question()
        yield host.server


def asked(
    server: PageServer,
    method: str = "GET",
    path: str | None = None,
    body: bytes | None = None,
    host: str = "",
    **headers: str,
) -> HTTPResponse:
    """The answer to one request."""
    connection = HTTPConnection(server.origin.removeprefix("http://"))
    connection.putrequest(method, path or f"/{server.token}/", skip_host=True)
    connection.putheader("Host", host or server.origin.removeprefix("http://"))
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(body)
    response = connection.getresponse()
    response.read()
    return response


def connected(server: PageServer) -> socket.socket:
    """A connection to a server."""
    return socket.create_connection(("127.0.0.1", int(server.origin.rpartition(":")[2])))


def raw(server: PageServer, request: str) -> str:
    """The beginning of the answer to a request that no browser would make."""
    with connected(server) as connection:
        connection.sendall(request.encode())
        return connection.recv(100).decode()


def test_it_listens_on_the_loopback_address_only(server: PageServer) -> None:
    assert server.address.startswith("http://127.0.0.1:")
    port = int(server.origin.rpartition(":")[2])
    with socket.socket() as other:
        other.bind(("127.0.0.2", port))  # nobody else is bound to it


def test_the_page_may_load_nothing_and_is_not_kept(server: PageServer) -> None:
    answer = asked(server)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    page = Client(server).get("").decode()
    assert "default-src 'none'" in page
    assert "connect-src 'self'" in page


@pytest.mark.parametrize("path", ["/", "/wrong/", "/wrong/news", "//", "/{token}", "/{token}x/"])
def test_nothing_is_there_without_the_token(server: PageServer, path: str) -> None:
    assert asked(server, path=path.format(token=server.token[:-1])).status == 404


@pytest.mark.parametrize(
    "target",
    ["*", "{token}/", "http://[", "http://{host}/{token}/", "/x/../{token}/", "/%2e/{token}/"],
)
def test_what_is_no_path_of_this_server_is_not_found(server: PageServer, target: str) -> None:
    host = server.origin.removeprefix("http://")
    path = target.format(token=server.token, host=host)
    assert raw(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").startswith("HTTP/1.1 404 ")


@pytest.mark.parametrize(
    "head", ["HTTP/1.1\r\n", "HTTP/1.0\r\n", "HTTP/1.1\r\nHost: {host}\r\nHost: x\r\n"]
)
def test_a_request_names_this_host_once(server: PageServer, head: str) -> None:
    lines = head.format(host=server.origin.removeprefix("http://"))
    assert raw(server, f"GET /{server.token}/ {lines}\r\n").startswith("HTTP/1.1 403 ")


def test_many_connections_that_say_nothing_keep_nobody_from_playing(server: PageServer) -> None:
    idle = [connected(server) for _ in range(40)]
    for each in idle:
        each.send(b"GET /")
    assert Client(server).question() is not None
    for each in idle:
        each.close()


@pytest.mark.parametrize(
    "host", ["localhost:1", "evil.example", "evil.example:80", "127.0.0.1", "[::1]:80"]
)
def test_another_host_is_refused(server: PageServer, host: str) -> None:
    assert asked(server, host=host).status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_origin_is_refused(server: PageServer, origin: str, method: str) -> None:
    assert asked(server, method, body=b"{}", Origin=origin, **JSON).status == 403


def test_a_post_without_an_origin_is_refused(server: PageServer) -> None:
    assert asked(server, "POST", f"/{server.token}/leave", b"{}", **JSON).status == 403


@pytest.mark.parametrize(
    ("path", "body", "kind", "status"),
    [
        ("answer", b"{}", "text/plain", 415),
        ("answer", b"{" * (LARGEST + 1), "application/json", 413),
        ("answer", b"{", "application/json", 400),
        ("answer", b'{"text": 3}', "application/json", 400),
        ("answer", b'{"other": 3}', "application/json", 400),
        ("nothing", b"{}", "application/json", 404),
        ("", b"{}", "application/json", 404),
    ],
)
def test_a_wrong_post_is_refused(
    server: PageServer, path: str, body: bytes, kind: str, status: int
) -> None:
    headers = {"Content-Type": kind, "Origin": server.origin}
    assert asked(server, "POST", f"/{server.token}/{path}", body, **headers).status == status


def test_a_post_without_a_length_is_refused(server: PageServer) -> None:
    answer = asked(server, "POST", f"/{server.token}/answer", Origin=server.origin, **JSON)
    assert answer.status == 411


@pytest.mark.parametrize("path", ["replay", "news", "news?version=x", "etc/passwd", "../x"])
def test_what_is_not_there_is_not_found(server: PageServer, path: str) -> None:
    assert asked(server, path=f"/{server.token}/{path}").status in (400, 404)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
def test_other_methods_are_refused(server: PageServer, method: str) -> None:
    assert asked(server, method).status == 501


def test_a_port_that_is_in_use_is_refused_in_a_sentence(server: PageServer) -> None:
    port = int(server.origin.rpartition(":")[2])
    table = PageTable(["person", "bot"], [0], False)
    page = PlayPage(table, invitation("usa").ruleset)
    with pytest.raises(PortError, match=f"the port {port} can't be had .*--port"):
        PageServer(table, page, port)


def test_refusals_stop_nothing(server: PageServer) -> None:
    question = Client(server).question()
    assert question is not None
    assert question["words"] == "Which of these tickets do you keep?"
