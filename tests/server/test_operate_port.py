"""Whoever runs a server asks it on a port of its own: whether it lives, is ready, and how it does."""

import socket
import sqlite3
from pathlib import Path

import pytest
from devices import greeted
from operating import operated
from table_server import Clock, Spawned
from waiting import PATIENCE, until

from ewala.tables.events import SatDown, encode_event


def test_it_says_that_it_lives_and_is_ready(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        assert (server.get("/live").status_code, server.get("/live").text) == (200, "alive\n")
        assert (server.get("/ready").status_code, server.get("/ready").text) == (200, "ready\n")


def test_it_is_not_on_the_port_of_the_tables(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        assert server.tables.call("GET", "/metrics").status_code == 404
        assert server.get("/api/health").status_code == 404
        assert server.http.post("/live").status_code == 405


def test_moves_refusals_tables_and_devices_are_counted(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        before = server.figures()
        assert before["ewala_moves_total"] == 0
        table = server.tables.kingdom_run("KS")
        with table.device("K") as knights, table.device("S") as sorcerers:
            first = greeted(knights)["position"]
            greeted(sorcerers)
            move = {"type": "move", "seat": "K", "move": first["moves"][0], "ply": first["ply"]}
            knights.send({**move, "id": "one"})
            knights.until(lambda frame: frame["type"] == "done")
            sorcerers.until(lambda frame: frame["type"] == "happened")
            knights.send({**move, "id": "two"})
            knights.until(lambda frame: frame["type"] == "refused")
            table.call("POST", "/start", "not-a-key")
            after = server.figures()
    assert after["ewala_moves_total"] == 1
    assert after['ewala_refused_total{family="move"}'] == 1
    assert after["ewala_devices"] == 2
    assert after['ewala_tables{status="playing"}'] == 1
    assert after["ewala_conflicts_total"] == 0
    commands = after["ewala_command_to_disk_seconds_count"]
    assert commands == after['ewala_command_to_disk_seconds_bucket{le="+Inf"}'] >= 6  # two sat, two closed, start, move
    assert 0 < after["ewala_command_to_disk_seconds_sum"] < PATIENCE * commands
    assert after["ewala_disk_to_device_seconds_count"] >= 2
    assert {name for name in after if name.startswith("ewala_waiting")} == {
        f'ewala_waiting{{queue="{queue}"}}'
        for queue in ("tables", "writer", "outboxes", "longest_outbox", "bots", "jobs", "analyses")
    }


def test_tasks_come_and_go_with_devices(tmp_path: Path) -> None:
    """What nobody ends would be seen here: a server that runs for weeks has as many as people need."""
    with operated(tmp_path) as server:
        table = server.tables.chronicles()
        server.tables.http.close()
        until(lambda: server.figures()["ewala_connections"] == 0)
        at_first = server.figures()["ewala_tasks"]
        devices = [table.device("O"), table.device("C")]
        for device in devices:
            greeted(device)
        assert server.figures()["ewala_tasks"] >= at_first + len(devices)
        for device in devices:
            device.close()
        until(lambda: server.figures()["ewala_tasks"] <= at_first)


def test_a_database_that_fails_makes_it_not_ready_and_is_counted(tmp_path: Path) -> None:
    """Somebody else holds the database's own lock for longer than SQLite waits."""
    with operated(tmp_path, complaints=["the database fails", "the database is well again"]) as server:
        table = server.tables.table()
        other = sqlite3.connect(tmp_path / "ewala.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            refused = table.call("POST", "/seats/K", body={"name": "Anna"})
            assert (refused.status_code, refused.json()["code"]) == (503, "server/storage")
            ready = server.get("/ready")
            assert (ready.status_code, ready.text) == (503, "server/storage\n")
            figures = server.figures()
        finally:
            other.close()
    assert figures['ewala_storage_errors_total{doing="writing"}'] >= 1
    assert figures["ewala_ready"] == 0
    assert figures["ewala_storage_trouble_seconds"] > 0


def test_who_comes_second_to_a_table_is_counted_as_a_conflict(tmp_path: Path) -> None:
    """Somebody else has written the next event before this server does."""
    complaints = ["could not be written to", "was changed by somebody else"]
    with operated(tmp_path, complaints=complaints) as server:
        table = server.tables.table()
        with sqlite3.connect(tmp_path / "ewala.db") as other:
            body = encode_event(SatDown(seat="S", name="Bram", promise="", at=0))
            other.execute("insert into events (table_id, seq, body) values (?, 2, ?)", (table.id, body))
        other.close()
        assert table.call("POST", "/seats/K", body={"name": "Anna"}).status_code == 503
        assert server.figures()["ewala_conflicts_total"] == 1


def test_who_is_turned_away_at_the_door_is_counted(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        assert server.tables.http.get("/api/live", headers={"host": "elsewhere.example"}).status_code == 421
        assert server.figures()['ewala_refused_total{family="server"}'] == 1


def test_no_table_nor_name_is_among_the_figures(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        table = server.tables.table()
        table.sit("K", "Hortensia")
        told = server.get("/metrics").text
    for secret in (table.id, table.host, table.watch, table.keys["K"], "Hortensia"):
        assert secret not in told


@pytest.mark.parametrize("sent", [b"\r\n\r\n", b"nonsense\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET /live\r\n\r\n"])
def test_whatever_comes_gets_one_answer(tmp_path: Path, sent: bytes) -> None:
    with operated(tmp_path, Clock()) as server:
        port = server.http.base_url.port
        assert port
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
            line.sendall(sent)
            answer = b"".join(iter(lambda: line.recv(4096), b""))
        assert answer.startswith(b"HTTP/1.1 ")
        assert server.get("/live").status_code == 200


def test_ewala_serve_says_where_its_figures_are(tmp_path: Path) -> None:
    server = Spawned(tmp_path, more=["--operate", "0"])
    try:
        assert server.process.stdout is not None
        line = server.process.stdout.readline()
        assert line.startswith("Its figures are at http://127.0.0.1:")
        assert server.http.get(line.split()[-1]).text.startswith("# HELP ewala_info ")
    finally:
        assert server.stop() == 0
