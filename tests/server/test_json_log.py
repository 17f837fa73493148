"""The log as lines of JSON has no key, no name and nothing that was played or said, whatever happens at the tables."""

import io
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from devices import Player
from stored_games import stored_games
from table_server import Spawned, Table, served

from ewala.server.platform.operate.log_lines import JsonLines
from ewala.tables.events import Moved, encode_event

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
        with sqlite3.connect(tmp_path / "ewala.db") as database:
            place = "where table_id = ? and seq = ?"
            database.execute(f"update events set body = ? {place}", (encode_event(again), table.id, max(moves)))
        database.close()
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
    with sqlite3.connect(tmp_path / "ewala.db") as database:
        database.execute("update tables set secret = x'00'")
    database.close()
    server = Spawned(tmp_path, more=["--log", "json"])
    assert server.call("GET", f"/api/tables/{table.id}", table.host).status_code == 503
    assert server.stop() == 0
    (line,) = map(json.loads, server.complaints.read_text().splitlines())
    assert (line["level"], line["logger"], line["table"]) == ("error", "ewala.server", table.id)
    assert line["message"] == f"table {table.id} cannot be read and is set aside: table/wrong-secret"
