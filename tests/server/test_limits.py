"""How much one client, one page, one table may ask for; and by which names a server goes."""

import socket
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from devices import Device
from raw_lines import handshake
from table_server import GENEROUS, Server, refused, served
from waiting import PATIENCE
from websockets.exceptions import InvalidStatus

from ewala.server.platform.edge import costs

FEW_UNITS = replace(GENEROUS, units_burst=14, units_per_second=0.5)


def test_a_page_of_another_site_cannot_connect(tmp_path: Path) -> None:
    with served(tmp_path, origins=("https://friend.example",)) as server:
        table = server.chronicles()
        hello = {"type": "hello", "watch": table.watch}
        for origin in (f"http://127.0.0.1:{server.port}", "https://friend.example"):
            with Device(server.port, table.id, hello, origin=origin) as device:
                assert device.expect("snapshot")
        for origin in ("https://evil.example", "null", "http://[", "http://"):
            with pytest.raises(InvalidStatus) as refused:
                Device(server.port, table.id, hello, origin=origin)
            assert refused.value.response.status_code == 403


def test_too_many_requests_are_refused_whatever_they_ask_for(tmp_path: Path) -> None:
    """One budget for a client, from which dear requests take more than cheap ones."""
    with served(tmp_path, limits=FEW_UNITS) as server:
        cheap = server.call("GET", "/nowhere")
        dear = server.call("GET", "/api/tables")
        answers = (server.call("GET", path) for path in ("/nowhere", "/api/health") * 50)
        refused = next(answer for answer in answers if answer.status_code not in (200, 404))
    assert (cheap.status_code, dear.status_code) == (404, 200)
    assert (refused.status_code, refused.json()["code"]) == (429, "server/too-many")
    assert int(refused.headers["retry-after"]) >= 1


def test_who_only_watches_takes_no_place_of_a_players(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, connections_per_table=2)) as server, ExitStack() as open_:
        table = server.chronicles(listed=True)
        for _ in range(2):
            open_.enter_context(table.device()).expect("snapshot")
        one_more = open_.enter_context(table.device())
        assert one_more.expect("closing")["code"] == "table/crowded"
        assert one_more.closed() == 1013
        refused(table.call("GET", "/stream", table.watch), 429, "table/crowded")
        for seat in ("O", "C"):
            open_.enter_context(table.device(seat)).expect("snapshot")
        open_.enter_context(table.device(host=True)).expect("snapshot")


def test_of_too_many_devices_with_one_key_the_oldest_gives_way(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, devices_per_seat=2)) as server, ExitStack() as open_:
        table = server.chronicles()
        other = open_.enter_context(table.device("C"))
        other.expect("snapshot")
        devices = [open_.enter_context(table.device("O")) for _ in range(3)]
        for device in devices:
            device.expect("snapshot")
        assert devices[0].expect("closing")["code"] == "seat/elsewhere"
        assert (devices[0].closed(), devices[0].socket.close_reason) == (1008, "seat/elsewhere")
        for device in (*devices[1:], other):
            assert device.ask("ping")["type"] == "pong"


def test_a_key_has_a_budget_of_its_own_wherever_it_is_used(tmp_path: Path) -> None:
    limits = replace(GENEROUS, key_units_burst=3 * costs.SNAPSHOT, key_units_per_second=1e-6)
    with served(tmp_path, limits=limits) as server:
        table = server.chronicles()
        looks = [table.call("GET", "", table.keys["O"]).status_code for _ in range(5)]
        assert looks[0] == 200
        assert looks[-1] == 429
        assert table.call("GET", "", table.keys["C"]).status_code == 200


def test_frames_beyond_the_budget_are_read_later_and_none_is_lost(tmp_path: Path) -> None:
    limits = replace(GENEROUS, units_burst=20, units_per_second=2000)
    with served(tmp_path, limits=limits) as server:
        table = server.chronicles()
        with table.joined("O") as device:
            for n in range(2000):
                device.send({"type": "ping", "id": str(n)})
            for n in range(2000):
                assert device.expect("pong")["id"] == str(n)


def test_a_request_for_another_host_is_told_what_to_do(tmp_path: Path) -> None:
    with served(tmp_path, names=("tables.example",), origins=("https://club.example",)) as server:
        own = socket.gethostname()
        for host in ("127.0.0.1", "localhost:8017", "[::1]:80", own, "tables.example", "club.example:443"):
            assert server.http.get("/api/health", headers={"host": host}).status_code == 200, host
        answer = server.http.get("/api/health", headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (421, "server/unknown-name")
        assert "--name evil.example" in answer.json()["sentence"]


def test_a_page_that_has_bent_its_own_name_to_this_machine_cannot_connect(server: Server) -> None:
    evil = handshake(server.chronicles().id).replace(b"127.0.0.1", b"evil.example\r\nOrigin: http://evil.example")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(evil)
        assert connection.recv(100).startswith(b"HTTP/1.1 421 ")
