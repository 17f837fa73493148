"""PostgreSQL's lock is a session's, and sessions end: a server without it does not write, and takes it again."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from devices import PATIENCE
from faults import COMPLAINTS
from postgresql import Cluster
from sqlalchemy import Connection, create_engine, text
from starting import refused
from table_server import Server, Table, served

from ewala.play.events import Said, encode_event
from ewala.server.storage.database_lock import OURS
from ewala.server.storage.store import Store

pytest_plugins = ["fault_fixtures"]

ENDED = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
HOLDERS = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"


@contextmanager
def visitor(postgresql: Cluster) -> Iterator[Connection]:
    """Somebody else at the same PostgreSQL."""
    engine = create_engine(postgresql.url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        yield connection
    engine.dispose()


def until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def in_other_hands(postgresql: Cluster) -> Iterator[Connection]:
    """The server's session is ended while another one waits for the lock, and so gets it before the server can."""
    with visitor(postgresql) as other, visitor(postgresql) as observer:
        # Both in one statement: PostgreSQL hands the lock to whoever waits as soon as the session has ended.
        other.execute(text(f"DO $$ BEGIN PERFORM ({ENDED} LIMIT 1); PERFORM pg_advisory_lock({OURS}); END $$"))
        assert len(observer.execute(text(HOLDERS)).all()) == 1
        yield other


def health(server: Server) -> tuple[str, str, str]:
    said = server.call("GET", "/api/health").json()
    return said["status"], said["storage"], said["reason"]


def bid(table: Table, seat: str) -> tuple[int, str]:
    answer = table.call("POST", "/moves", table.keys[seat], body={"move": "4>3a", "ply": 10, "id": "bid"})
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("how", ["session", "restart"])
def test_a_lock_that_is_lost_is_taken_again_before_anybody_plays(tmp_path: Path, postgresql: Cluster, how: str) -> None:
    with served(tmp_path, database=postgresql.url, complaints=COMPLAINTS):
        if how == "restart":
            postgresql.stop()
            postgresql.start()
        with visitor(postgresql) as observer:
            before = observer.execute(text(HOLDERS)).scalars().all()
            if how == "session":
                assert observer.execute(text(ENDED)).scalar()
            until(lambda: observer.execute(text(HOLDERS)).scalars().all() not in ([], before))
        said = refused("--port", "0", "--data-dir", str(tmp_path), "--database", postgresql.url)
    assert "[server/database-in-use]" in said


def test_a_server_whose_lock_another_has_does_not_write_says_so_and_goes_on_when_it_has_it_again(
    tmp_path: Path, postgresql: Cluster
) -> None:
    with served(tmp_path, database=postgresql.url, complaints=("the database",)) as server:
        table = server.chronicles()
        first = table.seat_to_act()
        with table.device(first) as device:
            device.expect("snapshot")
            with in_other_hands(postgresql) as other:
                assert bid(table, first) == (503, "server/storage")
                assert health(server) == ("degraded", "failing", "server/database-in-use")
                assert server.call("GET", "/api/ready").status_code == 503
                assert device.expect("storage")["state"] == "failing"
                stored = other.execute(text("SELECT count(*) FROM events WHERE table_id = :id"), {"id": table.id})
                assert stored.scalar() == table.look(table.watch)["seq"]
            until(lambda: health(server) == ("ok", "ok", ""))
            assert device.move(first, "4>3a", 10)["type"] == "done", "nobody has written meanwhile: nobody has to leave"


def test_tables_are_read_again_where_another_server_has_written_meanwhile(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url, complaints=(*COMPLAINTS, "changed by somebody else")) as server:
        table = server.chronicles()
        seq = table.look(table.watch)["seq"]
        with table.device() as spectator:
            spectator.expect("snapshot")
            with in_other_hands(postgresql) as other:
                other.execute(text("UPDATE service SET value = 0 WHERE name = 'holder'"))
                word = {"id": table.id, "seq": seq + 1, "body": encode_event(Said(seat=None, name="", text="so", at=1))}
                other.execute(text("INSERT INTO events (table_id, seq, body) VALUES (:id, :seq, :body)"), word)
            assert spectator.closed() == 1012
        assert table.look(table.watch)["seq"] == seq + 1
        until(lambda: health(server) == ("ok", "ok", ""))
        table.do("POST", "/resign", table.keys["O"], body={})


def test_a_session_of_our_own_that_nobody_hears_of_any_more_does_not_keep_the_lock(postgresql: Cluster) -> None:
    """A line that is cut without a word leaves PostgreSQL with a session that it takes for alive."""
    store = Store(postgresql.url)
    with store.writing() as connection:
        line = connection.connection.dbapi_connection.fileno()  # type: ignore[union-attr]
    other_end = os.dup(line)  # PostgreSQL's session lives as long as this is open
    here, nobody = socket.socketpair()
    nobody.close()
    os.dup2(here.fileno(), line)
    try:
        with visitor(postgresql) as observer:
            before = observer.execute(text(HOLDERS)).scalars().all()
            with store.writing() as connection:
                pid = connection.execute(text("SELECT pg_backend_pid()")).scalar()
            assert observer.execute(text(HOLDERS)).scalars().all() == [pid] != before
    finally:
        os.close(other_end)
        here.close()
        store.close()
