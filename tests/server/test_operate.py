"""Whoever runs a server asks it on a port of its own how it does, reads its log, and calls a doctor to its database."""

import gzip
import io
import json
import logging
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from devices import Player, greeted
from operating import Operated, operated
from postgresql import Cluster
from stored_games import by_hand, stored_games
from table_server import Spawned, Table, refused, served
from waiting import PATIENCE, until

from ewala.cli import main
from ewala.server.platform.operate.log_lines import JsonLines
from ewala.server.platform.storage.store import Store
from ewala.tables.events import Moved, SatDown, encode_event


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Operated]:
    with operated(tmp_path) as server:
        yield server


def test_it_says_that_it_lives_and_is_ready_on_a_port_of_its_own(running: Operated) -> None:
    assert (running.get("/live").status_code, running.get("/live").text) == (200, "alive\n")
    assert (running.get("/ready").status_code, running.get("/ready").text) == (200, "ready\n")
    assert running.tables.call("GET", "/metrics").status_code == 404
    assert running.get("/api/health").status_code == 404
    assert running.http.post("/live").status_code == 405


def test_who_is_turned_away_at_the_door_is_counted_and_no_table_nor_name_is_told(running: Operated) -> None:
    before = running.figures().get('ewala_refused_total{family="server"}', 0)
    assert running.tables.http.get("/api/live", headers={"host": "elsewhere.example"}).status_code == 421
    assert running.figures()['ewala_refused_total{family="server"}'] == before + 1
    table = running.tables.table()
    table.sit("K", "Hortensia")
    told = running.get("/metrics").text
    for secret in (table.id, table.host, table.watch, table.keys["K"], "Hortensia"):
        assert secret not in told


@pytest.mark.parametrize("sent", [b"\r\n\r\n", b"nonsense\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET /live\r\n\r\n"])
def test_whatever_comes_gets_one_answer(running: Operated, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", running.http.base_url.port or 0), PATIENCE) as line:
        line.sendall(sent)
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 ")
    assert running.get("/live").status_code == 200


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
            refused(table.call("POST", "/seats/K", body={"name": "Anna"}), 503, "server/storage")
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
        body = encode_event(SatDown(seat="S", name="Bram", promise="", at=0))
        by_hand(tmp_path, "insert into events (table_id, seq, body) values (?, 2, ?)", table.id, body)
        assert table.call("POST", "/seats/K", body={"name": "Anna"}).status_code == 503
        assert server.figures()["ewala_conflicts_total"] == 1


def test_ewala_serve_says_where_its_figures_are(tmp_path: Path) -> None:
    server = Spawned(tmp_path, more=["--operate", "0"])
    try:
        assert server.process.stdout is not None
        line = server.process.stdout.readline()
        assert line.startswith("Its figures are at http://127.0.0.1:")
        assert server.http.get(line.split()[-1]).text.startswith("# HELP ewala_info ")
    finally:
        assert server.stop() == 0


SAID = "I shall bid nine next"


@contextmanager
def logged() -> Iterator[list[dict[str, Any]]]:
    """All lines that the server's parts and those below it log meanwhile, from the least important on."""
    lines: list[dict[str, Any]] = []
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger, before = logging.getLogger("ewala"), logging.getLogger("ewala").level
    logging.root.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        logging.root.removeHandler(handler)
        logger.setLevel(before)
        lines += map(json.loads, stream.getvalue().splitlines())


def play_out(table: Table) -> None:
    with table.device(*table.keys) as device:
        player = Player(device, 1)
        device.send({"type": "say", "id": "s", "seat": "O", "text": SAID})
        player.play()


def test_a_game_a_damaged_table_and_a_database_that_fails(tmp_path: Path) -> None:
    expected = ("is set aside", "the database fails", "the database is well again")
    with logged() as lines:
        with served(tmp_path) as server:
            table = server.table("chronicles-of-run")
            table.sit("O", "Hortensia", "part-of-o")
            table.sit("C", "Balthazar", "part-of-c")
            table.start()
            play_out(table)
        events = stored_games(tmp_path / "ewala.db")[table.id].events
        moves = {seq: event for seq, event in enumerate(events, 1) if isinstance(event, Moved)}
        again = msgspec.structs.replace(moves[max(moves)], move=moves[min(moves)].move)  # which cannot be bid twice
        statement = "update events set body = ? where table_id = ? and seq = ?"
        by_hand(tmp_path, statement, encode_event(again), table.id, max(moves))
        with served(tmp_path, complaints=expected) as server:
            assert server.call("GET", f"/api/tables/{table.id}", table.keys["O"]).status_code == 503
            other = sqlite3.connect(tmp_path / "ewala.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            made = server.call("POST", "/api/tables", body={"game": "chronicles-of-run", "options": {}, "settings": {}})
            assert made.status_code == 503
            other.close()
    text = json.dumps(lines)
    assert [line["table"] for line in lines if "set aside" in line["message"]] == [table.id]
    assert any("the database fails" in line["message"] for line in lines)
    bids = {event.move for event in moves.values()}
    assert len(bids) > 8
    assert min(map(len, bids)) > 1  # none that stands in every line
    secrets = {*table.keys.values(), table.host, table.watch, "Hortensia", "Balthazar", "part-of-", SAID, *bids}
    assert [secret for secret in secrets if secret in text] == []


def test_ewala_serve_writes_its_log_so(tmp_path: Path) -> None:
    server = Spawned(tmp_path, more=["--log", "json"])
    table = server.table()
    server.stop()
    by_hand(tmp_path, "update tables set secret = x'00'")
    server = Spawned(tmp_path, more=["--log", "json"])
    assert server.call("GET", f"/api/tables/{table.id}", table.host).status_code == 503
    assert server.stop() == 0
    (line,) = map(json.loads, server.complaints.read_text().splitlines())
    assert (line["level"], line["logger"], line["table"]) == ("error", "ewala.server", table.id)
    assert line["message"] == f"table {table.id} cannot be read and is set aside: table/wrong-secret"


KEPT = Path(__file__).parent / "kept_databases"


def examined(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, tuple[str, str]]:
    """What the doctor says, and that the exit code fits."""
    capsys.readouterr()
    code = main(["doctor", "--json", *map(str, words)])
    found = json.loads(capsys.readouterr().out)
    assert code == int(any(each["state"] == "wrong" for each in found))
    return {each["check"]: (each["state"], each["said"]) for each in found}


def test_a_line_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--data-dir", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert [line[9:].partition(":")[0] for line in lines] == [
        *("versions", "clock", "disk", "page", "machine code", "descriptors", "database")
    ]
    assert {line[:9].strip() for line in lines} <= {"ok", "warning", "wrong"}
    assert list(tmp_path.iterdir()) == []  # to look at a database makes none


def test_a_database_in_use_and_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        server.kingdom_run("KS")
        server.table()
        found = examined(capsys, "--data-dir", tmp_path)
    assert found["lock"] == ("ok", "a server has it")
    assert found["writing"][0] == found["schema"][0] == found["database"][0] == "ok"
    assert found["tables"][1].startswith("1 open, 1 playing; ")
    assert examined(capsys, "--data-dir", tmp_path)["lock"] == ("ok", "no server has it")
    by_hand(tmp_path, "update tables set touched_at = touched_at + 1000000000000")
    assert examined(capsys, "--data-dir", tmp_path)["clock"][0] == "warning"


def test_a_database_of_postgresql(tmp_path: Path, postgresql: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path, database=postgresql.url):
        found = examined(capsys, "--database", postgresql.url)
    assert found["lock"] == ("ok", "a server has it")
    assert found["writing"][0] == "ok"
    assert "(PostgreSQL " in found["database"][1]
    assert examined(capsys, "--database", postgresql.url)["lock"] == ("ok", "no server has it")
    postgresql.stop()
    try:
        assert examined(capsys, "--database", postgresql.url)["database"][0] == "wrong"
    finally:
        postgresql.start()


def test_an_older_schema_is_a_warning_and_a_newer_one_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ewala.db"
    file.write_bytes(gzip.decompress((KEPT / "schema-3.db.gz").read_bytes()))
    assert examined(capsys, "--data-dir", tmp_path)["schema"][0] == "warning"
    assert by_hand(tmp_path, "select version_num from alembic_version") == [("0003",)]  # as it was
    by_hand(tmp_path, "update alembic_version set version_num = '9999'")
    assert examined(capsys, "--data-dir", tmp_path)["schema"][0] == "wrong"


def test_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ewala.db").write_text("nothing of the kind" * 100)
    assert examined(capsys, "--data-dir", tmp_path)["database"] == ("wrong", "file is not a database")


def test_a_database_that_somebody_else_keeps_locked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(f"sqlite:///{tmp_path / 'ewala.db'}").close()
    other = sqlite3.connect(tmp_path / "ewala.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert examined(capsys, "--data-dir", tmp_path)["writing"][0] == "wrong"
    other.close()
