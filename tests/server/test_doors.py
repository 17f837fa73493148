"""Connections of all kinds: how many there may be, whose, and who makes room."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from devices import Device, greeted
from table_server import GENEROUS, Server, Table, served
from waiting import PATIENCE

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
