"""How much one client, one page, one table may ask for."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from devices import Device, greeted
from table_server import GENEROUS, served
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
        for origin in ("https://evil.example", "null"):
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


def test_who_only_watches_takes_no_place_of_a_players(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, connections_per_table=2)) as server, ExitStack() as open_:
        table = server.chronicles(listed=True)
        for _ in range(2):
            open_.enter_context(table.device()).expect("snapshot")
        one_more = open_.enter_context(table.device())
        assert one_more.expect("closing")["code"] == "table/crowded"
        assert one_more.closed() == 1013
        answer = table.call("GET", "/stream", table.watch)
        assert (answer.status_code, answer.json()["code"]) == (429, "table/crowded")
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


def test_a_seat_says_only_so_much_however_often_it_connects(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, chat_burst=3, chat_per_minute=1e-6)) as server:
        table = server.chronicles()
        said = []
        for n in range(5):
            with table.device("O") as device:
                said.append(device.ask("say", seat="O", text=f"message {n}"))
        with table.device("C") as other:
            assert other.ask("say", seat="C", text="I have said nothing yet")["type"] == "done"
    assert [answer["type"] for answer in said] == ["done"] * 3 + ["refused"] * 2
    assert said[-1]["code"] == "chat/too-many"


def test_a_seat_changes_its_mind_only_so_often_over_whatever_channel(tmp_path: Path) -> None:
    with served(tmp_path, limits=replace(GENEROUS, toggles_burst=3, toggles_per_minute=1e-6)) as server:
        table = server.kingdom_run("KS")
        with table.device("K") as device:
            for n in range(2):
                assert device.ask("allow-hints", seat="K", allow=n % 2 == 0)["type"] == "done"
        table.do("POST", "/hints", table.keys["K"], body={"allow": True})
        refused = table.call("POST", "/hints", table.keys["K"], body={"allow": False})
        assert (refused.status_code, refused.json()["code"]) == (429, "hints/too-many")
        with table.device("K") as device:
            assert device.ask("allow-hints", seat="K", allow=False)["code"] == "hints/too-many"
        table.do("POST", "/hints", table.keys["S"], body={"allow": True})


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
        with table.device("O") as device:
            greeted(device)
            for n in range(2000):
                device.send({"type": "ping", "id": str(n)})
            for n in range(2000):
                assert device.expect("pong")["id"] == str(n)
