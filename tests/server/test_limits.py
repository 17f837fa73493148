"""How much one client, one page, one table may ask for."""

from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from devices import Device
from table_server import GENEROUS, Table, served
from websockets.exceptions import InvalidStatus

TRIES = 1000


def test_a_page_of_another_site_cannot_connect(tmp_path: Path) -> None:
    with served(tmp_path, origins=("https://friend.example",)) as server:
        table = server.chronicles()
        hello = {"type": "hello", "watch": table.watch}
        for origin in (f"http://127.0.0.1:{server.port}", "https://friend.example"):
            with Device(server.port, table.id, hello, origin=origin) as device:
                assert device.expect("snapshot")
        for origin in ("https://evil.example", "null"):
            with pytest.raises(InvalidStatus) as refused:
                Device(server.port, table.id, hello, origin=origin)
            assert refused.value.response.status_code == 403


def test_too_many_requests_are_refused_whatever_they_ask_for(tmp_path: Path) -> None:
    """One bucket for a client, not one for each address."""
    with served(tmp_path, limits=replace(GENEROUS, requests_burst=10, requests_per_second=1e-6)) as server:
        paths = ["/api/games", "/api/tables", "/nowhere", "/api/health"] * 4
        answers = [server.call("GET", path) for path in paths]
    # One request was made to see that the server is there.
    assert [answer.status_code == 429 for answer in answers] == [False] * 9 + [True] * 7
    assert answers[-1].json()["code"] == "server/too-many"
    assert answers[-1].headers["retry-after"] == "1"


def test_too_many_new_tables_are_refused(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, tables_burst=2, tables_per_hour=1e-6)) as server:
        server.table()
        server.table()
        answer = server.call("POST", "/api/tables", body={"game": "kingdom-run"})
    assert (answer.status_code, answer.json()["code"]) == (429, "server/too-many-tables")


def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, body_bytes=1000)) as server:
        answer = server.call("POST", "/api/records", body={"text": "x" * 2000})
        assert (answer.status_code, answer.json()["code"]) == (413, "request/too-large")


def test_only_so_many_devices_look_at_one_table(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, connections_per_table=2)) as server, ExitStack() as open_:
        table = server.chronicles()
        for seat in ("O", "C"):
            open_.enter_context(table.device(seat)).expect("snapshot")
        one_more = open_.enter_context(table.device())
        assert one_more.expect("closing")["code"] == "table/crowded"
        assert one_more.closed() == 1013
        answer = table.call("GET", "/stream", table.watch)
        assert (answer.status_code, answer.json()["code"]) == (429, "table/crowded")


def test_only_so_many_connections_come_from_one_client(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, connections_per_client=2)) as server:
        table = server.chronicles()
        with table.device("O") as one, table.device("C") as two:
            one.expect("snapshot")
            two.expect("snapshot")
            with pytest.raises(InvalidStatus):
                table.device()
            two.close()
            with as_soon_as_there_is_room(table) as again:
                assert again.expect("snapshot")


def as_soon_as_there_is_room(table: Table) -> Device:
    """A device has closed its connection a moment before the server counts it no more."""
    for _ in range(TRIES):
        with suppress(InvalidStatus):
            return table.device()
    raise AssertionError("who has left is still counted")
