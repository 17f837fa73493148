"""The same server on PostgreSQL: whole games, restarts of either, and what it says of a database it cannot use."""

import json
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from cut_line import Cut, CutLine, cut_line
from devices import Device, Frame, Player
from faults import COMPLAINTS
from people_at import OwnDevice, become, claimed
from postgresql import Cluster
from starting import refused
from table_server import Server, Spawned, Table, served
from waiting import PATIENCE

import ewala
from ewala.cli import main
from ewala.server.platform.storage.removal import DAY, clean
from ewala.server.platform.storage.store import Store

pytest_plugins = ["fault_fixtures"]


def begin(server: Server, moves: int) -> list[Table]:
    """A table of each game, some moves into it."""
    tables = [server.chronicles(), server.kingdom_run("KSFG")]
    for table in tables:
        with table.device(*table.keys) as device:
            player = Player(device, 1)
            while len(player.made) < moves:
                player.answer(device.next())
    return tables


def once_nobody_is_there(table: Table) -> Frame:
    """A device has closed its connection a moment before the server knows. What it has asked for is decided, and on
    disk, when a later command is refused."""
    assert table.call("POST", "/confirm", next(iter(table.keys.values())), body={}).status_code == 409
    while True:
        known = table.look(*table.keys.values())
        if not any(seat["online"] for seat in known["table"]["seats"]):
            return known


def play_out(table: Table) -> None:
    """To the end; and the record is the game that was played."""
    with table.device(*table.keys) as device:
        result = Player(device, 2).play()
    record = ewala.read_record(table.record(table.watch))
    record.verify()
    assert record.state.scores() == result["scores"]


def test_games_go_on_after_a_restart_of_the_server(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        tables = begin(server, 5)
        before = [once_nobody_is_there(table) for table in tables]
    assert list(tmp_path.glob("*.db")) == [], "nothing is kept beside the database"
    with served(tmp_path, database=postgresql.url) as server:
        tables = [Table(server, table.id, table.host, table.watch, dict(table.keys)) for table in tables]
        assert [table.look(*table.keys.values()) for table in tables] == before
        for table in tables:
            play_out(table)


def test_games_go_on_after_a_restart_of_postgresql(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url, complaints=COMPLAINTS) as server:
        tables = begin(server, 3)
        postgresql.stop()
        postgresql.start()
        for table in tables:
            play_out(table)


def test_old_tables_are_removed_with_all_that_hangs_on_them(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        first, second = server.chronicles(), server.chronicles()
        first.do("POST", "/resign", first.keys["O"], body={})
        events = first.look(first.watch)["seq"]
    store = Store(postgresql.url)
    loaded = store.load(first.id)
    assert loaded is not None
    assert len(loaded.events) == events
    long = {"open_days": -1.0, "over_days": -1.0, "grace_days": 1.0, "in_use": set[str]()}
    assert clean(store.engine, 2**62, 0, **long).removed == []  # type: ignore[arg-type]
    assert first.id in clean(store.engine, 2**62, DAY, **long).removed  # type: ignore[arg-type]
    assert store.load(first.id) is None
    assert store.load(second.id) is not None, "a game that is being played is never removed"
    store.close()


def test_people_play_rated_games_and_are_forgotten(tmp_path: Path, postgresql: Cluster) -> None:
    """Their games end at one process, and are asked for at another."""
    with served(tmp_path, database=postgresql.url) as here, served(tmp_path, database=postgresql.url) as there:
        tokens = {"O": become(here, OwnDevice()), "C": become(here, OwnDevice(), "Bo")}
        made = here.call("POST", "/api/tables", body={"game": "chronicles-of-run", "rated": True}).json()
        table = Table(here, made["table"]["id"], made["host_key"], made["watch_key"])
        for seat, token in tokens.items():
            table.sit(seat)
            claimed(there, token, table, seat)
        table.start()
        table.do("POST", "/resign", table.keys["C"], body={})
        (game,) = there.call("GET", "/api/me/games", tokens["O"]).json()["games"]
        assert (game["rated"], game["result"]["won"]) == (True, True)
        rating = game["rating"]["after"]
        assert rating > 1500
        assert there.call("DELETE", "/api/me", tokens["C"]).status_code == 204
        rows = here.call("GET", "/api/ratings/chronicles-of-run/2").json()["rows"]
        assert [(row["name"], row["rating"]) for row in rows] == [("Ada", rating)]
        assert main(["ratings", "recompute", "--database", postgresql.url]) == 0
        assert here.call("DELETE", "/api/me", tokens["O"]).status_code == 204


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_whose_acknowledgement_was_lost_is_settled_before_anything_is_said(
    tmp_path: Path, postgresql: Cluster, cut: Cut
) -> None:
    """It used to be told as "nothing has changed", though it was stored."""
    with cut_line(postgresql.home) as line, served(tmp_path, database=line.url, complaints=COMPLAINTS) as server:
        table = server.chronicles()
        first = table.seat_to_act()
        seq = table.look(table.watch)["seq"]
        line.cut = cut
        threading.Thread(target=mend_soon, args=(line,), daemon=True).start()
        answer = table.do("POST", "/moves", table.keys[first], body={"move": "4>3a", "ply": 10, "id": "bid"})
        assert line.cuts > 0
        assert answer == {"seq": seq + 1}
        assert table.look(table.keys[first])["log"][-1] == "4>3a"
        assert table.do("POST", "/moves", table.keys[first], body={"move": "4>3a", "ply": 10, "id": "bid"}) == answer
        assert table.look(table.watch)["seq"] == seq + 1


def mend_soon(line: CutLine) -> None:
    while not line.cuts:
        time.sleep(0.01)
    line.cut = ""


def test_while_postgresql_is_away_reads_and_commands_are_refused_and_nothing_is_an_error_of_ours(
    tmp_path: Path, postgresql: Cluster
) -> None:
    with served(tmp_path, database=postgresql.url, complaints=COMPLAINTS) as server:
        table = server.chronicles()
        first = table.seat_to_act()
        postgresql.stop()
        try:
            paths = ["/api/tables", "/api/tables/2222222222", f"/api/analyses/{'0' * 32}"]
            for path in paths:
                answer = server.call("GET", path)
                assert (answer.status_code, answer.json()["code"]) == (503, "server/storage"), path
            answer = table.call("POST", "/moves", table.keys[first], body={"move": "4>3a", "ply": 10})
            assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
            assert table.look(table.watch)["position"]["ply"] == 10, "what is in memory can be looked at"
            assert server.call("GET", "/api/health").json()["storage"] == "failing"
        finally:
            postgresql.start()
        while server.call("GET", "/api/health").json()["storage"] != "ok":
            time.sleep(0.05)
        table.do("POST", "/moves", table.keys[first], body={"move": "4>3a", "ply": 10})


def test_a_server_whose_postgresql_is_frozen_ends_within_ten_seconds(tmp_path: Path, postgresql: Cluster) -> None:
    server = Spawned(tmp_path, database=postgresql.url)
    table = server.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device:
        device.expect("snapshot")
        postgresql.freeze()
        try:
            device.send({"type": "move", "id": "bid", "seat": first, "move": "4>3a", "ply": 10})
            device.expect("storage")
            asked = time.monotonic()
            code = server.stop()
            took = time.monotonic() - asked
            assert device.closed() == 1012
        finally:
            postgresql.thaw()
    assert code == 0
    assert took < 10
    assert not any(frame.get("id") == "bid" for frame in device.frames), "nobody knows what became of it"


def test_who_waits_for_a_frozen_postgresql_when_the_server_goes_is_told_to_come_back(
    tmp_path: Path, postgresql: Cluster
) -> None:
    """Their line was cut, and a traceback stood in the log."""
    before = Spawned(tmp_path, database=postgresql.url)
    table = before.chronicles()
    assert before.stop() == 0
    server = Spawned(tmp_path, database=postgresql.url)  # it does not have the table in memory
    server.chronicles()  # it has started
    with closing(HTTPConnection("127.0.0.1", server.port, PATIENCE)) as asking:
        postgresql.freeze()
        try:
            asking.request("GET", f"/api/tables/{table.id}", headers={"Authorization": f"Bearer {table.watch}"})
            with Device(server.port, table.id, {"type": "hello", "keys": [table.watch]}) as waiting:
                assert server.call("GET", "/api/live").status_code == 200  # who came later was heard: so were they
                assert server.stop() == 0
                assert waiting.closed() == 1012
            answer = asking.getresponse()
            assert (answer.status, json.load(answer)["code"]) == (503, "server/restarting")
        finally:
            postgresql.thaw()
    assert "Traceback" not in server.complaints.read_text()


def test_a_postgresql_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    url = f"postgresql://ewala:secret@/postgres?host={tmp_path}"
    said = refused("--port", "0", "--data-dir", str(tmp_path), "--database", url)
    assert "[server/database]" in said
    assert "secret" not in said
