"""Connections of all kinds: how many there may be, whose, and who makes room; who is silent is let go; and what a
connection has needed is given back when it goes."""

import gc
import http.client
import json
import select
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from devices import Device, greeted
from raw_lines import asking, handshake, raw_line
from table_server import GENEROUS, Server, Table, served
from waiting import PATIENCE, until
from websockets.frames import Close, Frame, Opcode

FORGOTTEN_WITHIN = 30.0  # seconds until those that have gone must be forgotten


STRANGER = "127.0.0.9"
FULL = "connections are taken"


def connection(server: Server, address: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0))


def is_closed(silent: socket.socket) -> bool:
    """Wait until the server has closed a connection on which it has nothing to say."""
    try:
        return silent.recv(1) == b""
    except ConnectionError:
        return True


def is_turned_away(server: Server, address: str = STRANGER) -> bool:
    """Whether a new connection is closed at once, or even before it is there."""
    try:
        with connection(server, address) as coming:
            return is_closed(coming)
    except ConnectionError:
        return True


def is_answered(server: Server, address: str) -> bool:
    """Whether the server answers somebody at this address."""
    with connection(server, address) as asking:
        asking.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        return asking.recv(100).startswith(b"HTTP/1.1 200 ")


@contextmanager
def stream(server: Server, table: Table, key: str, address: str = STRANGER) -> Iterator[socket.socket]:
    """A stream whose first line has come."""
    with connection(server, address) as reading:
        head = f"GET /api/tables/{table.id}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n"
        reading.sendall(head.encode())
        received = b""
        while b'"snapshot"' not in received:
            received += reading.recv(65536)
        yield reading


def test_silent_connections_of_one_client_displace_one_another(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, connections_per_client=5)) as server, ExitStack() as open_:
        silent = [open_.enter_context(connection(server)) for _ in range(8)]
        assert all(is_closed(one) for one in silent[:3])
        assert is_answered(server, "127.0.0.2")
        assert is_answered(server, STRANGER)  # in place of the next


def test_streams_are_connections_like_others(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections_per_client=3, connections_per_table=100)
    with served(tmp_path, limits=limits) as server, ExitStack() as open_:
        table = server.chronicles(listed=True)
        streams = [open_.enter_context(stream(server, table, table.watch)) for _ in range(5)]
        for early in streams[:2]:
            while early.recv(65536):  # to its end
                pass
        assert is_answered(server, "127.0.0.2")


def test_a_device_whose_place_another_takes_is_told_why(tmp_path: Path) -> None:
    """It saw a line that broke, and could not know that it had done nothing wrong."""
    limits = replace(GENEROUS, connections_per_client=4)
    with served(tmp_path, limits=limits) as server, ExitStack() as open_:
        table = server.chronicles(listed=True)  # over a connection of the same address, which is the last to be heard
        watching = [open_.enter_context(table.device()) for _ in range(3)]
        for device in watching:
            greeted(device)
        table.look(table.watch)
        newest = open_.enter_context(table.device())
        greeted(newest)
        assert (watching[0].closed(), watching[0].socket.close_reason) == (1013, "server/too-many-connections")
        for device in (*watching[1:], newest):
            assert device.ask("ping")["type"] == "pong"


def test_when_all_places_are_taken_who_has_most_without_a_key_makes_room(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections=16)
    with served(tmp_path, limits=limits, complaints=[FULL]) as server, ExitStack() as open_:
        table = server.chronicles()
        player = open_.enter_context(table.device("O", source_address=("127.0.0.3", 0)))
        greeted(player)
        neighbour = open_.enter_context(connection(server, "127.0.0.4"))
        crowd = [open_.enter_context(connection(server)) for _ in range(30)]
        assert all(is_closed(one) for one in crowd[:14])
        assert is_answered(server, "127.0.0.5")
        with table.device("C", source_address=("127.0.0.6", 0)) as other:
            greeted(other)
            assert player.ask("ping")["type"] == "pong"
        neighbour.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert neighbour.recv(100).startswith(b"HTTP/1.1 200 ")


def test_who_holds_a_seat_stays_when_their_own_address_floods(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, connections_per_client=5)) as server, ExitStack() as open_:
        table = server.chronicles()
        device = open_.enter_context(table.device("O", source_address=(STRANGER, 0)))
        greeted(device)
        crowd = [open_.enter_context(connection(server)) for _ in range(20)]
        assert all(is_closed(one) for one in crowd[:15])
        assert device.ask("ping")["type"] == "pong"


def test_connections_that_come_too_fast_are_closed(tmp_path: Path) -> None:
    limits = replace(GENEROUS, arrivals_burst=5, arrivals_per_second=1e-6)
    with served(tmp_path, limits=limits) as server, ExitStack() as open_:
        for _ in range(5):
            open_.enter_context(connection(server))
        assert [is_turned_away(server) for _ in range(2)] == [True, True]
        assert is_answered(server, "127.0.0.2")


def test_a_proxy_may_connect_as_often_as_it_likes(tmp_path: Path) -> None:
    limits = replace(GENEROUS, arrivals_burst=3, arrivals_per_second=1e-6, connections_per_client=3)
    with served(tmp_path, limits=limits, proxies=(STRANGER, "127.0.1.0/24")) as server:
        for address in (STRANGER, "127.0.1.7"):
            assert [is_answered(server, address) for _ in range(5)] == [True] * 5
        assert [is_answered(server, "127.0.0.8") for _ in range(3)] == [True] * 3
        assert is_turned_away(server, "127.0.0.8")


def test_a_crowd_that_comes_at_once_does_not_keep_others_waiting(tmp_path: Path) -> None:
    limits = replace(GENEROUS, arrivals_burst=5, arrivals_per_second=1e-6)
    with served(tmp_path, limits=limits) as server, ExitStack() as open_:
        crowd = [open_.enter_context(connection(server)) for _ in range(200)]
        assert is_answered(server, "127.0.0.2")
        assert all(is_closed(one) for one in crowd[5:])


def test_a_proxys_connections_are_counted_by_whom_they_speak_for(tmp_path: Path) -> None:
    limits = replace(GENEROUS, connections_per_client=2)
    with served(tmp_path, limits=limits, proxies=("127.0.0.1",)) as server, ExitStack() as open_:
        table = server.chronicles()
        hello = {"type": "hello", "keys": [table.keys["O"]]}

        def device(client: str) -> Device:
            headers = {"x-forwarded-for": client}
            return open_.enter_context(Device(server.port, table.id, hello, additional_headers=headers))

        for _ in range(2):
            greeted(device("10.0.0.1"))
        with pytest.raises(Exception, match="429"):
            device("10.0.0.1")
        for n in range(4):
            greeted(device(f"10.0.1.{n}"))
        answer = httpx.get(f"http://127.0.0.1:{server.port}/api/health", headers={"x-forwarded-for": "10.0.0.1"})
        assert (answer.status_code, json.loads(answer.text)["code"]) == (429, "server/too-many-connections")


SOONER = 8.0  # seconds: who does not answer a goodbye is waited for during ten


def test_frames_that_wait_for_their_turn_are_no_silence(tmp_path: Path) -> None:
    """All of them came at once, and the last is heard long after that."""
    limits = replace(GENEROUS, key_units_per_second=5, key_units_burst=3)
    with served(tmp_path, limits=limits, heartbeat_seconds=0.2) as server:
        table = server.chronicles()
        with table.device("O") as device:
            questions = [{"type": "ping", "id": str(number)} for number in range(40)]
            device.socket.socket.sendall(b"".join(map(asking, questions)))
            for question in questions:
                assert device.until(lambda frame: frame["type"] in ("pong", "closing")).get("id") == question["id"]


def test_who_is_let_go_with_frames_unheard_need_not_wait_for_it(tmp_path: Path) -> None:
    with served(tmp_path, heartbeat_seconds=0.1) as server:
        table = server.chronicles()
        with raw_line(table, "O") as line, much_asked(line):
            wait_until(table, online=True)
            wait_until(table, online=False)  # nothing was heard from it for a while: what does not read is not read
            line.settimeout(SOONER)
            while line.recv(1 << 16):
                pass


def wait_until(table: Table, *, online: bool) -> None:
    until(lambda: table.look(table.watch)["table"]["seats"][0]["online"] is online)


@contextmanager
def much_asked(line: socket.socket) -> Iterator[None]:
    """Ask very much without reading, and then say goodbye."""
    question = asking({"type": "why", "id": "x" * 60, "move": "1>1a"})
    goodbye = Frame(Opcode.CLOSE, Close(1000, "").serialize()).serialize(mask=True)
    asks = threading.Thread(target=line.sendall, args=(question * 6000 + goodbye,))
    asks.start()
    yield
    asks.join()


OURS = {"Connection", "Outbox", "_Device"}
KINDS = OURS | {"HttpToolsProtocol", "RequestResponseCycle", "ServerProtocol", "Task", "WebSocketsSansIOProtocol"}


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def of_connections() -> Counter[str]:
    return Counter(name for thing in gc.get_objects() if (name := type(thing).__name__) in KINDS)


def wait_until_given_back(before: Counter[str], *, collected: bool = False) -> None:
    deadline = time.monotonic() + FORGOTTEN_WITHIN
    while (more := of_connections() - before) and time.monotonic() < deadline:
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
