"""Stopping and starting again on the same folder; and what keeps a server from starting."""

import json
import signal
import socket
import sqlite3
from pathlib import Path

from devices import Device, Frame, Player
from starting import refused
from table_server import Clock, Server, Spawned, Table, served, spawned
from waiting import PATIENCE

import ewala

REAL_TIME = {"kind": "real-time", "seconds": 600, "increment": 5}


def again(table: Table, server: Server) -> Table:
    """The same table at another server, with the same keys."""
    return Table(server, table.id, table.host, table.watch, dict(table.keys), dict(table.parts))


def as_known(table: Table) -> list[Frame]:
    """All that anybody may know of a table."""
    return [table.look(key) for key in [table.host, table.watch, *table.keys.values()]]


def sees(witness: Device, online: list[str]) -> None:
    witness.until(lambda frame: frame["type"] == "presence" and frame["online"] == online)


def test_everything_is_as_it_was(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        waiting = server.table(title="Tomorrow", listed=True)
        waiting.sit("K", "Anna", part="my luck")
        waiting.seat_bot("S", "greedy")
        waiting.close("F")
        playing = server.chronicles(clock=REAL_TIME, confirm=True)
        first = playing.seat_to_act()
        clock.advance(7)
        with playing.device() as witness:
            sees(witness, [])
            with playing.device(first) as device:
                device.ask("say", seat=first, text="let us begin")
                device.move(first, "4>3a", 10, id="the bid")
                sees(witness, [first])
            sees(witness, [])  # so nobody is there any more, as after a restart
        over = server.kingdom_run("KS")
        over.do("POST", "/resign", over.keys["K"], body={})
        tables = [waiting, playing, over]
        before = [as_known(table) for table in tables]
        listed = server.call("GET", "/api/tables").json()
    with served(tmp_path, clock=clock) as server:
        tables = [again(table, server) for table in tables]
        assert [as_known(table) for table in tables] == before
        assert server.call("GET", "/api/tables").json() == listed
        waiting, playing, over = tables
        assert playing.look(playing.watch)["chat"][0]["text"] == "let us begin"
        assert playing.look(playing.watch)["position"]["clocks"][first] == 593_000
        with playing.device(first, since=2) as device:
            assert device.move(first, "4>3a", 10, id="the bid")["type"] == "done", "it was taken before the restart"
            assert device.ask("confirm", seat=first)["type"] == "done"
        waiting.sit("G", "Dirk")
        waiting.start()


def test_games_go_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        with_bots = server.table()
        with_bots.seat_bot("K")
        with_bots.sit("S")
        with_bots.seat_bot("F")
        with_bots.seat_bot("G")
        with_bots.start()
        tables = [server.chronicles(), server.kingdom_run("KSFG"), with_bots]
        for table in tables:
            with table.device(*table.keys) as device:
                player = Player(device, 1)
                while len(player.made) < 5:
                    player.answer(device.next())
    with served(tmp_path) as server:
        for table in [again(table, server) for table in tables]:
            with table.device(*table.keys) as device:
                result = Player(device, 2).play()
            record = ewala.read_record(table.record(table.watch))
            record.verify()
            assert record.state.scores() == result["scores"]


def test_devices_are_told_that_the_server_stops_and_resume_where_they_were(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    table = server.chronicles()
    first = table.seat_to_act()
    with table.device(first) as device, table.device() as spectator:
        seq = device.expect("snapshot")["seq"]
        spectator.expect("snapshot")
        assert server.stop() == 0, "to stop when asked is no failure"
        for someone in (device, spectator):
            assert someone.closed() == 1012
            assert someone.expect("closing")["code"] == "server/restarting"
    with spawned(tmp_path) as server:
        table = again(table, server)
        with table.device(first, since=seq) as device:
            assert device.move(first, "4>3a", 10)["type"] == "done"
            assert device.happened("moved")["seq"] == seq + 1
            assert not any(frame["type"] == "snapshot" for frame in device.frames)


def test_a_stream_ends_when_the_server_stops(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    table = server.chronicles()
    headers = {"authorization": f"Bearer {table.watch}"}
    with server.http.stream("GET", f"/api/tables/{table.id}/stream", headers=headers) as answer:
        lines = answer.iter_lines()
        assert '"snapshot"' in next(lines)
        server.process.terminate()
        kinds = [json.loads(line)["type"] for line in lines if line]
    assert kinds[-1] == "closing"
    assert server.stop() == 0
    assert server.complaints.read_text() == ""


def test_ctrl_c_stops_it_without_a_word(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    server.call("GET", "/api/health")
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0
    server.kill()
    assert "Traceback" not in server.complaints.read_text()


# --- What keeps it from starting


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    database = tmp_path / "ewala.db"
    connection = sqlite3.connect(database)
    connection.execute("update alembic_version set version_num = 'from the future'")
    connection.execute("update service set value = 9999 where name = 'works_from'")  # which has taken something away
    connection.commit()
    connection.close()
    said = refused("--port", "0", "--data-dir", str(tmp_path))
    assert "newer version" in said
    assert "[server/newer-database]" in said
    connection = sqlite3.connect(database)
    assert connection.execute("select version_num from alembic_version").fetchall() == [("from the future",)]
    connection.close()


def test_a_busy_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused("--port", port, "--data-dir", str(tmp_path))
    assert port in said
    assert "[server/port]" in said


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "[server/folder]" in refused("--port", "0", "--data-dir", str(tmp_path / "file" / "below"))


def test_a_database_url_that_is_none(tmp_path: Path) -> None:
    assert "[server/database]" in refused("--port", "0", "--data-dir", str(tmp_path), "--database", "nonsense")


def test_a_database_whose_driver_is_missing(tmp_path: Path) -> None:
    said = refused("--port", "0", "--data-dir", str(tmp_path), "--database", "mysql://ewala@localhost/ewala")
    assert "MySQLdb" in said
    assert "[server/driver]" in said


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "ewala.db").write_text("This is no database at all, and long enough to be seen as such. " * 20)
    assert "[server/database]" in refused("--port", "0", "--data-dir", str(tmp_path))


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "[server/port]" in refused("--host", "192.0.2.1", "--port", "0", "--data-dir", str(tmp_path))


def test_a_device_that_stays_silent_too_long_is_let_go(tmp_path: Path) -> None:
    with served(tmp_path, heartbeat_seconds=0.1) as server:
        table = server.chronicles()
        with Device(server.port, table.id, {"type": "hello", "watch": table.watch}) as device:
            assert device.closed() == 1008
            assert device.expect("closing")["code"] == "live/silent"
