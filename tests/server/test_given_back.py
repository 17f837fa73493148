"""What a connection has needed is given back when it goes: of devices, which stay for long, without the garbage
collector, which hardly ever looks at what is old; of what goes soon, by the collector at the latest."""

import gc
import http.client
import select
import socket
import struct
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from raw_lines import asking, handshake, raw_line
from table_server import GENEROUS, Server, served

OURS = {"Connection", "Outbox", "_Device"}
KINDS = OURS | {"HttpToolsProtocol", "RequestResponseCycle", "ServerProtocol", "Task", "WebSocketsSansIOProtocol"}
PATIENCE = 30.0  # seconds until those that have gone must be forgotten


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path, limits=GENEROUS) as running:
        yield running


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def of_connections() -> Counter[str]:
    return Counter(name for thing in gc.get_objects() if (name := type(thing).__name__) in KINDS)


def wait_until_given_back(before: Counter[str], *, collected: bool = False) -> None:
    patience = time.monotonic() + PATIENCE
    while (more := of_connections() - before) and time.monotonic() < patience:
        time.sleep(0.05)
        if collected:
            gc.collect()
    assert not more


def test_devices_that_have_left_leave_nothing_behind(server: Server, no_collector: None) -> None:
    table = server.chronicles()
    before = of_connections()
    for _ in range(5):
        with table.device("O") as device:
            device.caught_up()
            device.send({"type": "why", "id": "1", "move": "1>1a"})
            device.until(lambda frame: frame["type"] == "because")
    wait_until_given_back(before)


def test_requests_leave_nothing_behind(server: Server, no_collector: None) -> None:
    before = of_connections()
    for path in ["/api/games", "/nowhere", "/api/tables"] * 3:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", path)
        assert connection.getresponse().read()
        connection.close()
    wait_until_given_back(before)


def test_who_hangs_up_halfway_leaves_nothing_behind(server: Server, no_collector: None) -> None:
    before = of_connections()
    for said in [b"", b"GET /api/games HTTP/1.1\r\nhost: ", b"POST /api/tables HTTP/1.1\r\ncontent-length: 9\r\n\r\n{"]:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall(said)
    wait_until_given_back(before)


def test_who_hangs_up_with_requests_lined_up_leaves_nothing_behind(server: Server, no_collector: None) -> None:
    before = of_connections()
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 10)
            assert line.recv(1)
            _hang_up(line)
    wait_until_given_back(before, collected=True)


def test_a_handshake_that_is_refused_leaves_nothing_behind(server: Server, no_collector: None) -> None:
    before = of_connections()
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            line.sendall(handshake(version=1))
            assert line.recv(12) == b"HTTP/1.1 400"
    wait_until_given_back(before, collected=True)


def test_a_frame_that_is_none_leaves_nothing_behind(server: Server, no_collector: None) -> None:
    table = server.chronicles()
    before = of_connections()
    for _ in range(5):
        with raw_line(table, "O") as line:
            line.sendall(b"\x81\x02{}")  # nobody has masked it
            while line.recv(1 << 16):
                pass
    wait_until_given_back(before, collected=True)


def test_who_hangs_up_while_an_answer_waits_to_be_read_leaves_nothing_behind(
    server: Server, no_collector: None
) -> None:
    table = server.chronicles()
    question = asking({"type": "why", "id": "x" * 60, "move": "1>1a"}) * 100
    before = of_connections()
    for _ in range(2):
        with raw_line(table, "O") as line:
            while select.select([], [line], [], 0.5)[1]:  # until it is not read any more
                line.send(question)
            _hang_up(line)
    wait_until_given_back(before)


def _hang_up(line: socket.socket) -> None:
    """Without a word."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
