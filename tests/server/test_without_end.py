"""Requests without end, and answers that nobody reads."""

import itertools
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from table_server import GENEROUS, Server, served
from waiting import PATIENCE
from websockets.frames import Frame, Opcode

HEAD = (
    b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
MOST = 1024 * 1024  # bytes: what the server reads, and what the kernels on both sides keep, is far less
OUR_BUFFER = 16 * 1024  # bytes; the kernel would let a sender's own grow to megabytes


def connected(server: Server, buffer: int = OUR_BUFFER) -> socket.socket:
    """A connection whose kernel keeps little for us, in or out: what can be sent the server has taken."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", server.port))
    return connection


def chunks(part: bytes) -> Iterator[bytes]:
    return itertools.repeat(part * (8192 // len(part)))


def taken(server: Server, first: bytes, then: Iterator[bytes]) -> int:
    """How many bytes the server takes before it closes the connection."""
    sent = 0
    with connected(server) as connection:
        try:
            connection.sendall(first)
            for part in then:
                connection.sendall(part)
                sent += len(part)
                if sent > MOST:
                    break
        except ConnectionError:
            pass
    return sent


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (HEAD + b"2\r\n{}\r\n0\r\n", b"X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"),
        (HEAD + b"2\r\n{}\r\n0\r\nX: ", b"a"),
        (HEAD + b"2;", b"a"),
        (HEAD + b"2;x=", b'"a"'),
        (HEAD, b"1\r\na\r\n"),
        (HEAD, b"1000\r\n" + b"a" * 4096 + b"\r\n"),
        (HEAD.replace(b"Transfer-Encoding: chunked", b"Content-Length: 1000000000"), b"a"),
        (HEAD.replace(b"/api/records", b"/nowhere"), b"1000\r\n" + b"a" * 4096 + b"\r\n"),
        (b"", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        (b"", b"\r\n"),
    ],
    ids=[
        "trailers",
        "one-trailer",
        "chunk-extension",
        "quoted-extension",
        "tiny-chunks",
        "body",
        "long-body",
        "nobody-reads-it",
        "pipelined",
        "nothing",
    ],
)
def test_whatever_has_no_end_is_not_read_to_it(tmp_path: Path, first: bytes, then: bytes) -> None:
    limits = replace(GENEROUS, first_request_seconds=1, request_seconds=2, unread_seconds=1)
    with served(tmp_path, limits=limits) as server:
        assert taken(server, first, chunks(then)) < MOST
        assert server.call("GET", "/api/health").status_code == 200


def test_what_follows_a_body_is_not_taken_for_a_header(tmp_path: Path) -> None:
    """Whoever has named a proxy believes its headers, and no others."""
    with (
        served(tmp_path) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection,
    ):
        body = b"2\r\n{}\r\n0\r\nAccept-Language: fr\r\nConnection: close\r\n\r\n"
        connection.sendall(HEAD.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + body)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert b"request/invalid" in answer
    assert b"the request" in answer


NEXT = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (NEXT.replace(b"\r\n\r\n", b"\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: %d\r\n\r\n"), 400),
        (NEXT.replace(b"GET", b"CONNECT").replace(b"\r\n\r\n", b"\r\nContent-Length: %d\r\n\r\n"), 400),
        (NEXT.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 200),
    ],
    ids=["h2c", "connect", "chunked"],
)
def test_what_follows_is_not_answered_where_a_proxy_may_see_another_end(
    tmp_path: Path, request_: bytes, status: int
) -> None:
    """A body that the web server takes for the next request would have an answer too many, somebody else's next."""
    with served(tmp_path) as server, connected(server) as connection:
        connection.sendall(request_.replace(b"%d", b"%d" % len(NEXT)) + NEXT)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert answer.count(b"HTTP/1.1 ") == 1


def test_a_websocket_that_never_begins_is_let_go(tmp_path: Path) -> None:
    """The web server answers nothing to a handshake with a body."""
    with (
        served(tmp_path, limits=replace(GENEROUS, request_seconds=1)) as server,
        connected(server) as connection,
    ):
        asked = NEXT.replace(
            b"\r\n\r\n", b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 1\r\n\r\nx"
        )
        connection.sendall(asked)
        with suppress(ConnectionError):
            assert connection.recv(1) == b""


def test_who_leaves_while_requests_are_lined_up_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
                connection.sendall(b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # break it off
        assert server.call("GET", "/api/health").status_code == 200


def test_a_head_of_too_many_fields_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        fields = b"".join(b"X-%d: 1\r\n" % n for n in range(GENEROUS.head_fields + 1))
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + fields + b"\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def unread(server: Server, count: int) -> socket.socket:
    """A connection on which many answers were asked for, one after another, and none is read."""
    connection = connected(server, 4096)
    connection.sendall(b"GET /api/docs/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * count)
    return connection


def test_who_reads_slowly_gets_all_of_an_answer(tmp_path: Path) -> None:
    with (
        served(tmp_path, limits=replace(GENEROUS, keep_alive_seconds=1)) as server,
        unread(server, 1) as slow,
        connected(server) as idle,
    ):
        assert slow.recv(4096).startswith(b"HTTP/1.1 200 ")
        idle.sendall(NEXT)
        while idle.recv(4096):
            pass  # until it is closed as idle, which the other one would have been before it
        slow.sendall(NEXT)
        answer = b""
        while b'"set_aside"' not in answer:
            part = slow.recv(65536)
            assert part
            answer = (answer + part)[-65536:]


def test_who_does_not_read_an_answer_is_let_go(tmp_path: Path) -> None:
    limits = replace(GENEROUS, unread_seconds=1, answer_seconds=1)
    with served(tmp_path, limits=limits) as server:
        table = server.chronicles()
        with unread(server, 0) as connection:
            asked = f"GET /api/tables/{table.id} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
            with pytest.raises(ConnectionError):
                connection.sendall(asked * 100_000)
        assert server.call("GET", "/api/health").status_code == 200


def test_who_has_too_much_unread_is_refused_more_until_it_is_read(tmp_path: Path) -> None:
    limits = replace(GENEROUS, unread_bytes=20_000)
    with served(tmp_path, limits=limits) as server:
        connections = [unread(server, 8) for _ in range(20)]
        refused = ""
        for _ in range(1000):
            answer = server.call("GET", "/api/health")
            if answer.status_code == 429:
                refused = answer.json()["code"]
                break
        for connection in connections:
            connection.close()
        assert refused == "server/unread"
        statuses = (server.call("GET", "/api/health").status_code for _ in range(1000))
        assert 200 in statuses


def test_a_device_that_takes_nothing_is_let_go(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, frames_unread_seconds=1)) as server:
        table = server.chronicles()
        handshake = (
            f"GET /api/tables/{table.id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        hello = json.dumps({"type": "hello", "keys": [table.keys["O"]]}).encode()
        ping = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True)
        with unread(server, 0) as connection:
            connection.sendall(handshake.encode())
            assert connection.recv(12) == b"HTTP/1.1 101"
            connection.sendall(Frame(Opcode.TEXT, hello).serialize(mask=True))
            with pytest.raises(ConnectionError):
                connection.sendall(ping * 500_000)
        assert server.call("GET", "/api/health").status_code == 200
