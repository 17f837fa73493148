"""PostgreSQL that goes away, comes back, stands still, and whose lines are cut at the worst moment, while people play:
nothing that was acknowledged is lost, nothing happens twice, and nobody waits for ever."""

import random
import sqlite3
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
from cut_line import CutLine, cut_line
from faults import COMPLAINTS
from faulty_load import Crowd
from postgresql import Cluster
from sqlalchemy import create_engine, text
from table_server import served
from waiting import PATIENCE, until
from witness import Witness

pytestmark = pytest.mark.long  # stops and cuts off PostgreSQL

pytest_plugins = ["fault_fixtures"]

FAULTS: tuple[Literal["before", "after", "restart", "freeze"], ...] = (
    *("before", "after") * 5,
    *("restart", "freeze", "restart"),
)
SEED = 1907


def copied(url: str, database: Path) -> None:
    """What PostgreSQL holds, where a witness can read it."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    copy = sqlite3.connect(database)
    with engine.connect() as connection:
        for name, columns in (
            ("tables", "id, secret"),
            ("seat_keys", "table_id, seat, digest"),
            ("events", "table_id, seq, body"),
        ):
            copy.execute(f"CREATE TABLE {name} ({columns})")
            rows = [tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM {name}"))]
            copy.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(columns.split(',')))})", rows)
    copy.commit()
    copy.close()
    engine.dispose()


def inject(fault: str, line: CutLine, postgresql: Cluster) -> None:
    if fault == "restart":
        postgresql.stop()
        postgresql.start()
    elif fault == "freeze":
        postgresql.freeze()
        try:
            time.sleep(0.3)  # how long it stands still: nothing can be waited for
        finally:
            postgresql.thaw()
    else:
        before = line.cuts
        line.cut = "before" if fault == "before" else "after"
        until(lambda: line.cuts != before)
        line.cut = ""


def test_what_was_acknowledged_survives_cut_lines_restarts_and_standstill(
    tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness, chance = Witness(tmp_path / "copy.db"), random.Random(SEED)
    with cut_line(postgresql.home) as line, served(tmp_path, database=line.url, complaints=COMPLAINTS) as server:
        monkeypatch.setattr("ewala.core.dice.secrets", SimpleNamespace(token_bytes=chance.randbytes))
        tables = [server.kingdom_run("KSFG", listed=True), server.kingdom_run("KS"), server.chronicles(listed=True)]
        crowd = Crowd(server, witness, tables)
        crowd.begin()
        try:
            for fault in chance.sample(FAULTS, len(FAULTS)):
                inject(fault, line, postgresql)
                stored = crowd.acknowledged
                deadline = time.monotonic() + PATIENCE
                while crowd.acknowledged == stored and not crowd.all_over:
                    assert time.monotonic() < deadline, "nobody can play any more"
                    time.sleep(0.01)
        finally:
            line.cut = ""
            crowd.end()
    copied(postgresql.url, witness.database)
    assert witness.findings() == []
    assert crowd.acknowledged > 20


def test_a_table_that_is_gone_from_the_database_loses_its_own_commands_alone(
    tmp_path: Path, postgresql: Cluster
) -> None:
    """Such a command was tried again and again, and nobody at any table could store anything."""
    with served(tmp_path, database=postgresql.url, complaints=COMPLAINTS) as server:
        gone, other = server.table(), server.table()
        engine = create_engine(postgresql.url.replace("postgresql://", "postgresql+psycopg://"))
        with engine.begin() as connection:
            for name, column in (("events", "table_id"), ("seat_keys", "table_id"), ("tables", "id")):
                connection.execute(text(f"DELETE FROM {name} WHERE {column} = :id"), {"id": gone.id})
        engine.dispose()
        answer = gone.call("POST", "/seats/K", body={"name": "Anna"})
        assert (answer.status_code, answer.json()["code"]) == (503, "server/storage")
        other.sit("K", "Bram")


def test_a_server_that_starts_while_its_line_is_cut_waits_for_it(tmp_path: Path, postgresql: Cluster) -> None:
    with cut_line(postgresql.home) as line:
        line.sever()

        def mend() -> None:
            until(lambda: line.refused > 1)
            line.mend()

        mending = threading.Thread(target=mend)
        mending.start()
        with served(tmp_path, database=line.url, complaints=[*COMPLAINTS, "while the server starts"]) as server:
            server.chronicles()
        mending.join(PATIENCE)
