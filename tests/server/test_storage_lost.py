"""When the disk refuses: whoever wished is told, nothing half-done stays, and the table can be played on."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from table_server import served

from ewala.server.writer import Writer


class Disk:
    """A disk that can be full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        write = Writer._transact

        def transact(writer: Writer, units: list[Any]) -> None:
            if self.full:
                raise OperationalError("insert", {}, Exception("the disk is full"))
            write(writer, units)

        monkeypatch.setattr(Writer, "_transact", transact)


def test_a_move_that_could_not_be_stored_was_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    with served(tmp_path) as server:
        table = server.chronicles()
        first = table.seat_to_act()
        with table.device(first) as device, table.device() as spectator:
            seq = device.expect("snapshot")["seq"]
            spectator.expect("snapshot")
            disk.full = True
            assert device.move(first, "4>3a", 10, id="bid")["code"] == "server/storage"
            disk.full = False
            for someone in (device, spectator):  # what they were shown may not be so: they come again
                assert someone.closed() == 1013
                assert someone.expect("closing")["code"] == "server/storage"
            assert not any(frame["type"] == "happened" for frame in [*device.frames, *spectator.frames])
        assert table.look(table.watch)["seq"] == seq
        with table.device(first, since=seq) as again:
            assert again.move(first, "4>3a", 10, id="bid")["type"] == "done"
            assert again.happened("moved")["seq"] == seq + 1


def test_a_request_that_could_not_be_stored_is_answered_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    with served(tmp_path) as server:
        table = server.table()
        disk.full = True
        answer = table.call("POST", "/seats/K", body={"name": "Anna"})
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        disk.full = False
        table.sit("K", "Bram")
        assert table.look(table.watch)["table"]["seats"][0]["name"] == "Bram"


def test_a_table_that_could_not_be_stored_was_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    with served(tmp_path) as server:
        disk.full = True
        answer = server.call("POST", "/api/tables", body={"game": "kingdom-run"})
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
