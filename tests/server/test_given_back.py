"""What a connection has needed is given back when it goes, without anybody who looks for circles of references."""

import gc
import http.client
import socket
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_server import GENEROUS, Server, served

KINDS = {"BoundedHttp", "BoundedWebSocket", "Outbox", "Reader", "RequestResponseCycle", "Task", "Visit", "_Device"}
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


def wait_until_given_back(before: Counter[str]) -> None:
    patience = time.monotonic() + PATIENCE
    while (more := of_connections() - before) and time.monotonic() < patience:
        time.sleep(0.05)
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
