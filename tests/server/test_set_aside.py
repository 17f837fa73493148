"""One bad table stays one: it is set aside, and everything else starts, lists and goes on."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from table_server import Server, Table, served


def garbled(database: sqlite3.Connection, table: str) -> None:
    database.execute("update events set body = x'7b7b' where table_id = ? and seq = 3", (table,))


def of_an_unknown_kind(database: sqlite3.Connection, table: str) -> None:
    body = json.dumps({"type": "from-the-future", "at": 1}).encode()
    database.execute("update events set body = ? where table_id = ? and seq = 3", (body, table))


def without_a_beginning(database: sqlite3.Connection, table: str) -> None:
    database.execute("delete from events where table_id = ? and seq = 1", (table,))


def without_any_event(database: sqlite3.Connection, table: str) -> None:
    database.execute("delete from events where table_id = ?", (table,))


def with_another_secret(database: sqlite3.Connection, table: str) -> None:
    database.execute("update tables set secret = ? where id = ?", (bytes(32), table))


def with_a_short_secret(database: sqlite3.Connection, table: str) -> None:
    database.execute("update tables set secret = x'00' where id = ?", (table,))


def with_an_illegal_move(database: sqlite3.Connection, table: str) -> None:
    change(database, table, "moved", {"move": "V:K"})


def with_an_unreadable_move(database: sqlite3.Connection, table: str) -> None:
    change(database, table, "moved", {"move": "nonsense"})


def with_another_roll(database: sqlite3.Connection, table: str) -> None:
    change(database, table, "rolled", {"move": "!XXXX"})


def with_a_seat_that_is_none(database: sqlite3.Connection, table: str) -> None:
    change(database, table, "moved", {"seat": "Z"})


def with_an_unknown_game(database: sqlite3.Connection, table: str) -> None:
    change(database, table, "created", {"game": "chess"})


def change(database: sqlite3.Connection, table: str, kind: str, fields: dict[str, str]) -> None:
    query = "select seq, body from events where table_id = ? order by seq"
    for seq, body in database.execute(query, (table,)).fetchall():
        event = json.loads(body)
        if event["type"] == kind:
            changed = json.dumps(event | fields).encode()
            database.execute("update events set body = ? where table_id = ? and seq = ?", (changed, table, seq))
            return
    raise AssertionError(f"nothing of the kind {kind}")


DAMAGES = [
    garbled,
    of_an_unknown_kind,
    without_a_beginning,
    without_any_event,
    with_another_secret,
    with_a_short_secret,
    with_an_illegal_move,
    with_an_unreadable_move,
    with_another_roll,
    with_a_seat_that_is_none,
    with_an_unknown_game,
]


def moved_once(server: Server) -> Table:
    table = server.kingdom_run("KS", listed=True)
    seat = table.seat_to_act()
    moves = table.look(table.keys[seat])["position"]["moves"]
    table.do("POST", "/moves", table.keys[seat], body={"move": moves[0], "ply": 1})
    return table


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_table_that_cannot_be_read_is_set_aside_and_the_others_go_on(
    tmp_path: Path, damage: Callable[[sqlite3.Connection, str], None]
) -> None:
    with served(tmp_path) as server:
        bad, good = moved_once(server), moved_once(server)
        waiting = server.table(listed=True)
    database = sqlite3.connect(tmp_path / "ewala.db")
    damage(database, bad.id)
    database.execute("update tables set status = 'open' where id = ?", (bad.id,))
    database.commit()
    database.close()
    with served(tmp_path, complaints=[f"table {bad.id} cannot be read and is set aside"]) as server:
        listed = [table["id"] for table in server.call("GET", "/api/tables").json()]
        assert listed == [waiting.id]
        assert [table["id"] for table in server.call("GET", "/api/tables?playing=true").json()] == [good.id]
        for _ in range(2):
            answer = server.call("GET", f"/api/tables/{bad.id}", bad.host)
            assert (answer.status_code, answer.json()["code"]) == (503, "table/set-aside")
        health = server.call("GET", "/api/health").json()
        assert (health["status"], health["set_aside"]) == ("degraded", 1)
        assert server.call("GET", "/api/ready").status_code == 200, "the others can be played"
        goes_on = Table(server, good.id, good.host, good.watch, dict(good.keys))
        assert goes_on.look(good.watch)["seq"] == len(goes_on.look(good.host)["log"]) + 6
