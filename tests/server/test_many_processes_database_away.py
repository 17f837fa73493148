"""Several servers at one database that goes away and comes back.

Apart from test_many_processes.py, whose servers would complain of it in the middle of another test."""

from pathlib import Path

import pytest
from devices import Player, greeted
from faults import COMPLAINTS
from postgresql import Cluster
from table_server import Server, Table, served

pytestmark = pytest.mark.long  # several servers whose database goes away


def moved_unheard(here: Server, elsewhere: Server) -> tuple[Table, int]:
    """A table as another server has it in memory, and the number of a move that was then made here."""
    table = here.chronicles()
    table.at(elsewhere).joined().close()
    return table.at(elsewhere), table.play()


def test_nor_does_who_comes_back_while_the_database_is_away(deaf: list[Server], postgresql: Cluster) -> None:
    there, seq = moved_unheard(*deaf)
    postgresql.stop()
    try:
        with there.device(since=seq) as device:
            device.closed()
            assert [frame["type"] for frame in device.frames] == ["closing"], "it has heard more than is known there"
    finally:
        postgresql.start()
    with there.device(since=seq) as device:
        assert device.ask("ping")["seq"] == seq


def test_news_is_heard_again_after_postgresql_was_started_anew(tmp_path: Path, postgresql: Cluster) -> None:
    complaints = [*COMPLAINTS, "news of other processes", "other processes cannot be told"]
    with (
        served(tmp_path, database=postgresql.url, complaints=complaints) as one,
        served(tmp_path, database=postgresql.url, complaints=complaints) as other,
    ):
        table = one.chronicles()
        with table.at(other).device() as device, table.device(*table.keys) as playing:
            greeted(device)
            postgresql.stop()
            postgresql.start()
            result = Player(playing, 5).play()
            ending = device.until(lambda frame: bool(frame.get("result")))
            assert ending["result"]["scores"] == result["scores"]
