"""Nobody's clock runs while nobody could move: the server was down, its database away, or the process itself stood
still. Everybody is told so. And what a machine's clock says, however wrong, costs nobody a game or a table.

Apart from test_clocks.py, whose server would complain of these faults, too."""

import os
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from devices import Device, Frame
from faults import COMPLAINTS, Disk
from stored_games import by_hand
from table_server import Clock, Spawned, Table, opponent, served
from waiting import PATIENCE, until


@pytest.fixture
def clock() -> Clock:
    return Clock()


def clocks(table: Table) -> dict[str, int]:
    """Seconds left."""
    position = table.look(table.watch)["position"]
    return {seat: left // 1000 for seat, left in position.get("clocks", {}).items()}


DAY = 24 * 3600
MINUTE = {"kind": "real-time", "seconds": 60}
PAUSE = 8.0  # seconds for which a process is stopped: more than it takes to be noticed


def alive_at(folder: Path) -> int:
    return int(by_hand(folder, "select value from service where name = 'alive_at'")[0][0])


def events(folder: Path, table: Table) -> list[str]:
    query = "select json_extract(cast(body as text), '$.type') from events where table_id = ? order by seq"
    return [kind for (kind,) in by_hand(folder, query, table.id)]


def killed(folder: Path) -> Path:
    """What a server that is killed now leaves: its database as it is."""
    left = folder.with_name(f"{folder.name}-left")
    left.mkdir()
    source, copy = sqlite3.connect(folder / "ewala.db"), sqlite3.connect(left / "ewala.db")
    source.backup(copy)
    source.close()
    copy.close()
    return left


def told_to_everybody(table: Table, seconds: float, happened: Frame) -> None:
    """That clocks stood still: to a device that was there, to one that resumes, and to one that comes later."""
    assert f"{round(seconds)} s" in happened["words"]
    with table.device(since=happened["seq"] - 1) as resumed:
        assert resumed.happened("clocks-stood")["event"] == happened["event"]
    keys = {"type": "hello", "watch": table.watch, "explained": True}
    with Device(table.server.port, table.id, keys) as late:
        told: list[Frame] = late.expect("snapshot")["told"]
        assert happened["words"] in [line["words"] for line in told]


def runs_out_in(table: Table, seat: str, seconds: float, clock: Clock) -> None:
    """The clock of a seat has so many seconds left, and no more."""
    with table.joined() as spectator:
        clock.advance(seconds - 1)
        assert clocks(table)[seat] == 1
        clock.advance(1)
        replaced = spectator.happened("replaced")["event"]
        assert (replaced["seat"], replaced["because"]) == (seat, "clock")
        assert replaced["at"] == clock.now


@pytest.mark.parametrize("seconds", [20, 1000])
def test_a_clock_stands_while_the_server_was_down_however_long(tmp_path: Path, clock: Clock, seconds: int) -> None:
    with served(tmp_path, clock=clock) as server:
        table = server.chronicles(clock=MINUTE)
        first = table.seat_to_act()
        clock.advance(10)
    clock.advance(seconds)
    with served(tmp_path, clock=clock) as server:
        table = table.at(server)
        with table.device() as spectator:
            told_to_everybody(table, seconds, spectator.happened("clocks-stood"))
        assert clocks(table) == {first: 50, opponent(first): 60}
        runs_out_in(table, first, 50, clock)


def test_a_server_that_was_killed_counts_nothing_after_its_last_sign_of_life(tmp_path: Path, clock: Clock) -> None:
    with served(tmp_path, clock=clock) as server:
        table = server.chronicles(clock=MINUTE)
        first = table.seat_to_act()
        clock.advance(10)
        until(lambda: alive_at(tmp_path) == clock.now)
        clock.advance(4)  # until the next sign: nobody can tell when it was killed
        table.do("POST", "/moves", table.keys[first], body={"move": "4>3a", "ply": 10})
        left = killed(tmp_path)
    clock.advance(1000)
    with served(left, clock=clock) as server:
        table = table.at(server)
        with table.device() as spectator:
            told_to_everybody(table, 1004, spectator.happened("clocks-stood"))
        assert clocks(table) == {first: 46, opponent(first): 60}, "what was on disk counts"
        runs_out_in(table, opponent(first), 60, clock)


def test_a_clock_stands_while_the_database_is_away_longer_than_it_has_left(
    tmp_path: Path, clock: Clock, disk: Disk
) -> None:
    with served(tmp_path, clock=clock, complaints=COMPLAINTS) as server:
        table = server.chronicles(clock=MINUTE)
        first = table.seat_to_act()
        clock.advance(10)
        with table.joined(first) as device:
            disk.fault = "fails"
            device.until(lambda frame: frame["type"] == "storage" and frame["state"] == "failing")
            until(lambda: server.call("GET", "/api/ready").status_code == 503)
            assert device.move(first, "4>3a", 10, id="bid")["code"] == "server/storage"
            clock.advance(1000)
            disk.fault = ""
            happened = device.happened("clocks-stood")
            away = (happened["event"]["at"] - happened["event"]["since"]) / 1000
            assert 1000 <= away < 1000 + PATIENCE
            told_to_everybody(table, away, happened)
            assert 50 <= clocks(table)[first] <= 60
            assert device.move(first, "4>3a", 10, id="bid")["type"] == "done", "the game goes on"
            assert not any(frame["type"] == "happened" and "because" in frame["event"] for frame in device.frames)


def test_a_clock_stands_while_the_process_is_stopped_and_whoever_moved_meanwhile_has_lost_nothing(
    tmp_path: Path,
) -> None:
    server = Spawned(tmp_path)
    try:
        table = server.chronicles(clock=MINUTE)
        first = table.seat_to_act()
        with table.device(first) as device:
            before = device.expect("snapshot")["position"]["clocks"][first]
            os.kill(server.process.pid, signal.SIGSTOP)
            began = time.monotonic()
            command = {"type": "move", "seat": first, "move": "4>3a", "ply": 10, "id": "bid"}
            device.send(command)  # it lies there when the server wakes, and may be read before anybody has seen a clock
            time.sleep(PAUSE)  # nothing can be waited for: the whole server stands still
            os.kill(server.process.pid, signal.SIGCONT)
            answer = device.until(lambda frame: frame.get("id") == "bid")
            if answer["type"] == "refused":
                assert answer["code"] == "server/storage"
                stood = device.happened("clocks-stood")
                assert stood["event"]["at"] - stood["event"]["since"] >= 5000
                assert device.ask(**{**command, "kind": command.pop("type")})["type"] == "done"  # type: ignore[arg-type]
            passed = time.monotonic() - began
            left = table.look(table.watch)["position"]["clocks"][first]
            assert before - left <= (passed - PAUSE + 1) * 1000, "the pause is not counted"
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
        server.stop()


@pytest.mark.parametrize("days", [100, -100])
def test_a_start_with_a_wrong_clock_forfeits_nobody_and_removes_nothing(
    tmp_path: Path, clock: Clock, days: int
) -> None:
    with served(tmp_path, clock=clock) as server:
        table = server.chronicles(clock=MINUTE)
        first = table.seat_to_act()
        waiting, over = server.table(), server.chronicles()
        over.resign("O")
        clock.advance(10)
    clock.advance(days * DAY)
    with served(tmp_path, clock=clock) as server:
        table = table.at(server)
        with table.device() as spectator:
            spectator.happened("clocks-stood")
        assert clocks(table) == {first: 50, opponent(first): 60}
        runs_out_in(table, first, 50, clock)  # so the house was looked after
        for kept in (waiting, over):
            assert kept.at(server).look(kept.host)["table"]["id"] == kept.id
        assert by_hand(tmp_path, "select doomed_at from tables") == [(None,)] * 3
    assert "replaced" not in events(tmp_path, waiting) + events(tmp_path, over)


def test_a_clock_that_runs_out_where_nobody_is_there_is_noticed_and_the_bot_plays(tmp_path: Path, clock: Clock) -> None:
    with served(tmp_path, clock=clock) as server:
        table = server.chronicles(clock=MINUTE)
    with served(tmp_path, clock=clock):
        clock.advance(59)
        assert "replaced" not in events(tmp_path, table)
        clock.advance(2)
        until(lambda: "moved" in events(tmp_path, table))
    assert events(tmp_path, table)[-2:] == ["replaced", "moved"]


def test_tables_that_cannot_be_read_do_not_hide_others_whose_clock_has_run_out(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ewala.server.tables.maintenance.MOST_DUE", 1)
    with served(tmp_path, clock=clock) as server:
        bad = [server.chronicles(clock=MINUTE) for _ in range(3)]
        clock.advance(1)
        good = server.chronicles(clock=MINUTE)
    for table in bad:
        by_hand(tmp_path, "update events set body = x'7b7b' where table_id = ? and seq = 3", table.id)
    with served(tmp_path, clock=clock, complaints=["is set aside"]):
        clock.advance(600)  # by more than clocks stand still where the machine is so busy that its server sleeps
        until(lambda: "replaced" in events(tmp_path, good))
