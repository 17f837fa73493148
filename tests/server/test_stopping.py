"""Stopping, also when asked again and again: who is there leaves table by table, and goes on where they were when it
has started on the same folder. What keeps a server from starting; and plain `ewala`."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from devices import Device, Frame, Player, greeted
from processes import free_port, refused_to_start
from stored_games import by_hand
from table_server import Clock, Spawned, Table, running_here, served, spawned
from waiting import PATIENCE

import ewala
from ewala.cli import main
from ewala.server import run
from ewala.server.platform.config import Config

REAL_TIME = {"kind": "real-time", "seconds": 600, "increment": 5}


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
        over.resign("K")
        tables = [waiting, playing, over]
        before = [as_known(table) for table in tables]
        listed = server.call("GET", "/api/tables").json()
    with served(tmp_path, clock=clock) as server:
        tables = [table.at(server) for table in tables]
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
        for table in [table.at(server) for table in tables]:
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
        table = table.at(server)
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
    by_hand(tmp_path, "update alembic_version set version_num = 'from the future'")
    by_hand(tmp_path, "update service set value = 9999 where name = 'works_from'")  # which has taken something away
    said = refused_to_start("--port", "0", "--data-dir", str(tmp_path))
    assert "newer version" in said
    assert "[server/newer-database]" in said
    assert by_hand(tmp_path, "select version_num from alembic_version") == [("from the future",)]


def test_a_busy_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused_to_start("--port", port, "--data-dir", str(tmp_path))
    assert port in said
    assert "[server/port]" in said


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "[server/folder]" in refused_to_start("--port", "0", "--data-dir", str(tmp_path / "file" / "below"))


def test_a_database_url_that_is_none(tmp_path: Path) -> None:
    assert "[server/database]" in refused_to_start("--port", "0", "--data-dir", str(tmp_path), "--database", "nonsense")


def test_a_database_whose_driver_is_missing(tmp_path: Path) -> None:
    said = refused_to_start("--port", "0", "--data-dir", str(tmp_path), "--database", "mysql://ewala@localhost/ewala")
    assert "MySQLdb" in said
    assert "[server/driver]" in said


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "ewala.db").write_text("This is no database at all, and long enough to be seen as such. " * 20)
    assert "[server/database]" in refused_to_start("--port", "0", "--data-dir", str(tmp_path))


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "[server/port]" in refused_to_start("--host", "192.0.2.1", "--port", "0", "--data-dir", str(tmp_path))


def test_a_device_that_stays_silent_too_long_is_let_go(tmp_path: Path) -> None:
    with served(tmp_path, heartbeat_seconds=0.1) as server:
        table = server.chronicles()
        with Device(server.port, table.id, {"type": "hello", "watch": table.watch}) as device:
            assert device.closed() == 1008
            assert device.expect("closing")["code"] == "live/silent"


TABLES, DEVICES = 12, 12  # a table's: 144 devices leave in 0.7 seconds


class Balancer:
    """Asks whether players should be sent there, until nobody answers."""

    def __init__(self, port: int) -> None:
        self.told: list[tuple[float, int]] = []  # when, and how
        self.ready = threading.Event()
        self._asking = threading.Thread(target=self._ask, args=(f"http://127.0.0.1:{port}/ready",))
        self._asking.start()

    def _ask(self, address: str) -> None:
        try:
            while True:
                self.told.append((time.monotonic(), httpx.get(address, timeout=PATIENCE, verify=False).status_code))
                self.ready.set()
                time.sleep(0.02)
        except httpx.TransportError:
            pass

    def stop(self) -> None:
        self._asking.join(PATIENCE)
        assert not self._asking.is_alive()


def let_go(device: Device) -> tuple[float, int, str]:
    """When a device was let go, by which code, and what it was told."""
    code = device.closed()
    return time.monotonic(), code, next(frame["code"] for frame in device.frames if frame["type"] == "closing")


def test_devices_leave_table_by_table_and_nobody_new_is_sent_there(tmp_path: Path) -> None:
    operate = free_port()
    server = Spawned(tmp_path, more=["--operate", str(operate)])
    tables = [server.chronicles() for _ in range(TABLES)]
    with ExitStack() as open_, ThreadPoolExecutor(TABLES * DEVICES) as waiting:
        devices = [
            open_.enter_context(table.device(source_address=(f"127.0.1.{number}", 0)))  # each table's, another client's
            for number, table in enumerate(tables, 1)
            for _ in range(DEVICES)
        ]
        for device in devices:
            greeted(device)
        balancer = Balancer(operate)
        assert balancer.ready.wait(PATIENCE)
        leaving = [waiting.submit(let_go, device) for device in devices]
        asked = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        ends = [one.result(PATIENCE) for one in leaving]
    assert server.stop() == 0
    assert time.monotonic() - asked < 10
    balancer.stop()
    assert {(code, why) for _, code, why in ends} == {(1012, "server/restarting")}
    first, last = min(ends)[0], max(ends)[0]
    assert last - first > 0.5, "all come back at once"
    statuses = [status for _, status in balancer.told]
    assert statuses == sorted(statuses)
    assert {200, 503} == set(statuses)
    assert next(at for at, status in balancer.told if status == 503) < last
    assert server.complaints.read_text() == ""


def test_who_is_asked_to_stop_again_and_again_stops_once(tmp_path: Path) -> None:
    """Whoever stops it twice, as systems do, is not told that it failed."""
    server = Spawned(tmp_path)
    server.call("GET", "/api/health").raise_for_status()
    assert server.stop_again_and_again() == 0


QUIET = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@contextmanager
def plain(folder: Path) -> Iterator[str]:
    """`ewala` in its own process: the first line that it says."""
    environment = {**os.environ, **QUIET, "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    process = subprocess.Popen([sys.executable, "-m", "ewala"], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        yield process.stdout.readline()
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


def test_it_serves_on_a_free_port_and_says_where(tmp_path: Path) -> None:
    with plain(tmp_path) as line:
        assert line.startswith("Ewala is at http://127.0.0.1:80")


def test_a_server_of_ours_that_is_there_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("ewala.server.browser.show", lambda address, **_: shown.append(address))
    monkeypatch.setattr("ewala.server.browser.PATIENCE", PATIENCE)  # a busy machine may take a while to say who it is
    with running_here(Config(data_dir=tmp_path)) as port:
        monkeypatch.setattr(run, "PORT", port)
        assert main([]) == 0
    assert shown == [f"http://127.0.0.1:{port}/"]
    assert capsys.readouterr().out == f"Ewala is at {shown[0]} already\n"


def test_a_port_that_another_program_has_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[int, bool]] = []

    def note(config: Config, listening: socket.socket, *, show: bool) -> int:
        served.append((listening.getsockname()[1], show))
        listening.close()
        return 0

    monkeypatch.setattr(run, "_serve", note)
    monkeypatch.setattr(run, "_data_dir", lambda _: tmp_path)
    monkeypatch.setattr("ewala.server.browser.PATIENCE", 0.1)  # the other program says nothing
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(run, "PORT", taken)
        assert main([]) == 0
    assert served[0][0] != taken
    assert served[0][1]
