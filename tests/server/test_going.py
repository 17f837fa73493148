"""A server that is asked to stop: nobody new is sent to it, those who are there play on until their table's turn has
come, and all know where to go on."""

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
from devices import Device, greeted, heard
from ports import free_port
from table_server import Spawned, Table
from waiting import PATIENCE

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


def left(device: Device) -> tuple[float, int, str]:
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
        leaving = [waiting.submit(left, device) for device in devices]
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


def test_who_was_sent_away_goes_on_where_they_were(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    table = server.chronicles()
    seat = table.seat_to_act()
    with table.device(*table.keys) as device:
        greeted(device)
        done = device.move(seat, "4>3a", 10, id="the bid")
        server.process.send_signal(signal.SIGTERM)
        assert device.closed() == 1012
        last = max(map(heard, device.frames))
    assert server.stop() == 0
    assert last == done["seq"]
    server = Spawned(tmp_path, server.port)
    table = Table(server, table.id, table.host, table.watch, table.keys)
    try:
        with table.device(*table.keys, since=last) as back:
            assert back.move(seat, "4>3a", 10, id="the bid") == {**done, "seq": last}
            assert [frame["type"] for frame in back.frames if heard(frame)] == []
    finally:
        server.stop()


def test_who_is_asked_to_stop_again_and_again_stops_once(tmp_path: Path) -> None:
    """Whoever stops it twice, as systems do, is not told that it failed."""
    server = Spawned(tmp_path)
    server.call("GET", "/api/health").raise_for_status()
    assert server.stop_again_and_again() == 0
