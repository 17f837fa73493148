"""The same server on PostgreSQL: what it says of one that goes away, stands still, or that it cannot use."""

import asyncio
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import psycopg
import pytest
from cut_line import NAME, Cut, CutLine, cut_line
from devices import Device
from faults import COMPLAINTS
from faulty_load import Crowd
from people_at import OwnDevice, become, claimed
from postgresql import Cluster
from processes import refused_to_start
from sqlalchemy import create_engine, text
from stored_at_postgresql import copied
from table_server import Spawned, Table, refused, served
from waiting import PATIENCE, until
from witness import Witness

import ewala
from ewala.cli import main
from ewala.server.platform.storage.health import StorageHealth
from ewala.server.platform.storage.removal import DAY, clean
from ewala.server.platform.storage.store import Store
from ewala.server.platform.storage.units import Unit
from ewala.server.platform.storage.writer import Writer
from ewala.tables.events import Said


def test_games_go_on_after_a_restart_of_postgresql(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url, complaints=COMPLAINTS) as server:
        tables = [server.chronicles(), server.kingdom_run("KSFG")]
        for table in tables:
            table.play_live(3)
        postgresql.stop()
        postgresql.start()
        for table in tables:
            result = table.play_out(2)
            record = ewala.read_record(table.record(table.watch))
            record.verify()
            assert record.state.scores() == result["scores"]


def test_old_tables_are_removed_with_all_that_hangs_on_them(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        first, second = server.chronicles(), server.chronicles()
        first.resign("O")
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
        table.resign("C")
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
    with cut_line(postgresql) as line, served(tmp_path, database=line.url, complaints=COMPLAINTS) as server:
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
                refused(server.call("GET", path), 503, "server/storage")
            refused(
                table.call("POST", "/moves", table.keys[first], body={"move": "4>3a", "ply": 10}), 503, "server/storage"
            )
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
    with table.joined(first) as device:
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
    said = refused_to_start("--port", "0", "--data-dir", str(tmp_path), "--database", url)
    assert "[server/database]" in said
    assert "secret" not in said


FAULTS: tuple[Literal["before", "after", "restart", "freeze"], ...] = (
    *("before", "after") * 5,
    *("restart", "freeze", "restart"),
)
SEED = 1907


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


@pytest.mark.long  # stops and cuts off PostgreSQL
def test_what_was_acknowledged_survives_cut_lines_restarts_and_standstill(
    tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness, chance = Witness(tmp_path / "copy.db"), random.Random(SEED)
    with cut_line(postgresql) as line, served(tmp_path, database=line.url, complaints=COMPLAINTS) as server:
        monkeypatch.setattr("ewala.core.dice.secrets", SimpleNamespace(token_bytes=chance.randbytes))
        tables = [server.kingdom_run("KSFG", listed=True), server.kingdom_run("KS"), server.chronicles(listed=True)]
        crowd = Crowd(server, witness, tables)
        crowd.begin()
        try:
            for fault in chance.sample(FAULTS, len(FAULTS)):
                inject(fault, line, postgresql)
                stored = crowd.acknowledged
                deadline = time.monotonic() + PATIENCE
                while crowd.acknowledged < stored + 2 and not crowd.all_over:
                    assert time.monotonic() < deadline, "nobody can play any more"
                    time.sleep(0.01)
        finally:
            line.cut = ""
            crowd.end()
    copied(postgresql.url, witness.database)
    assert witness.findings() == []
    assert crowd.acknowledged > 20


@pytest.mark.long  # stops and cuts off PostgreSQL
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
        refused(gone.call("POST", "/seats/K", body={"name": "Anna"}), 503, "server/storage")
        other.sit("K", "Bram")


@pytest.mark.long  # stops and cuts off PostgreSQL
def test_a_server_that_starts_while_its_line_is_cut_waits_for_it(tmp_path: Path, postgresql: Cluster) -> None:
    with cut_line(postgresql) as line:
        line.sever()

        def mend() -> None:
            until(lambda: line.refused > 1)
            line.mend()

        mending = threading.Thread(target=mend)
        mending.start()
        with served(tmp_path, database=line.url, complaints=[*COMPLAINTS, "while the server starts"]) as server:
            server.chronicles()
        mending.join(PATIENCE)


COLUMNS = "id, status, listed, created_at, touched_at, host_digest, watch_digest, secret, wakes_at"
ROW = {"new_status": "open", "now": 1, "new_wakes_at": 5, "new_outage": 0}


@pytest.fixture
def store(postgresql: Cluster) -> Iterator[Store]:
    """With two tables."""
    store = Store(postgresql.url)
    with store.engine.begin() as connection:
        connection.execute(text("delete from events; delete from outages; delete from tables"))
        for table in ("one", "two"):
            values = f"('{table}', 'open', 0, 0, 0, 'h', 'w', '', 5)"
            connection.execute(text(f"insert into tables ({COLUMNS}) values {values}"))
    yield store
    store.close()


@contextmanager
def one_who_comes_from_the_other_side(url: str) -> Iterator[None]:
    """Takes the second table, and the first one as soon as somebody who has it waits for the second: that one it is who
    has to give way, since nobody else looks whether they wait in a circle."""
    with psycopg.connect(url) as other, psycopg.connect(url, autocommit=True) as watching:
        other.execute("set deadlock_timeout = '1h'")
        other.execute("update tables set listed = 1 where id = 'two'")

        def go_on() -> None:
            until(lambda: watching.execute("select 1 from pg_locks where not granted").fetchone())
            other.execute("update tables set listed = 1 where id = 'one'")
            other.commit()

        going_on = threading.Thread(target=go_on)
        going_on.start()
        yield
        going_on.join(PATIENCE)
        assert not going_on.is_alive()


def deadlocks(store: Store) -> int:
    with store.engine.begin() as connection:
        connection.execute(text("select pg_stat_force_next_flush()"))
        counted = connection.execute(text("select sum(deadlocks) from pg_stat_database")).scalar()
    return int(counted or 0)


@pytest.mark.long  # waits for PostgreSQL to find a deadlock
def test_what_had_to_give_way_is_written_again(store: Store, postgresql: Cluster) -> None:
    health = StorageHealth()
    fates: list[object] = []

    async def go() -> None:
        writer = Writer(store.engine.connect, health)
        for table in ("one", "two"):
            word = Said(seat=None, name="", text=table, at=0)
            writer.write(Unit(table, 1, [word], lambda _: fates.append("on disk"), fates.append, changed=ROW))
        await writer.close(PATIENCE)
        await asyncio.sleep(0)

    before = deadlocks(store)
    with one_who_comes_from_the_other_side(postgresql.url):
        asyncio.run(go())
    assert deadlocks(store) == before + 1
    assert fates == ["on disk", "on disk"]
    assert (health.state, health.unwritten) == ("ok", 0)
    with store.engine.connect() as connection:
        stored = connection.execute(text("select table_id, seq from events order by 1")).all()
        assert [tuple(row) for row in stored] == [("one", 1), ("two", 1)]
        assert connection.execute(text("select sum(listed) from tables")).scalar() == 2


@pytest.mark.long  # waits for PostgreSQL to find a deadlock
def test_an_outage_that_had_to_give_way_is_noted_all_the_same(store: Store, postgresql: Cluster) -> None:
    with one_who_comes_from_the_other_side(postgresql.url):
        assert store.add_outage(1, 1000, 3000)
    with store.engine.connect() as connection:
        assert list(connection.execute(text("select wakes_at from tables")).scalars()) == [2005, 2005]


@contextmanager
def reached_by_tcp(home: Path) -> Iterator[int]:
    """A port that leads to PostgreSQL's socket."""
    listening = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = [listening]
    threads: list[threading.Thread] = []

    def begin(what: Callable[..., None], *args: socket.socket) -> None:
        threads.append(threading.Thread(target=what, args=args, daemon=True))
        threads[-1].start()

    def forward(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                near, far = listening.accept()[0], socket.socket(socket.AF_UNIX)
                ends.extend((near, far))
                far.connect(str(home / NAME))
                begin(forward, near, far)
                begin(forward, far, near)

    begin(accept)
    try:
        yield listening.getsockname()[1]
    finally:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(PATIENCE)
        for end in ends:
            end.close()


@pytest.mark.long  # waits for a host that has vanished
@pytest.mark.parametrize(
    ("own", "expected"),
    [("", (1, 5, 2, 4, 13_000)), ("?keepalives_idle=60&tcp_user_timeout=90000", (1, 60, 2, 4, 90_000))],
)
def test_a_host_that_vanishes_is_noticed_within_fifteen_seconds_unless_the_url_says_otherwise(
    postgresql: Cluster, own: str, expected: tuple[int, ...]
) -> None:
    with reached_by_tcp(postgresql.home) as port:
        store = Store(f"postgresql://ewala@127.0.0.1:{port}/postgres{own}")
        try:
            with store.engine.connect() as connection:
                line = socket.socket(fileno=connection.connection.dbapi_connection.fileno())  # type: ignore[union-attr]
                found = tuple(
                    line.getsockopt(level, option)
                    for level, option in (
                        (socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                        (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE),
                        (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL),
                        (socket.IPPROTO_TCP, socket.TCP_KEEPCNT),
                        (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
                    )
                )
                line.detach()  # it is not ours to close
        finally:
            store.close()
    assert found == expected


@pytest.mark.long  # waits for a host that has vanished
def test_the_url_also_says_how_long_connecting_may_take(postgresql: Cluster) -> None:
    for own, within in (("", "5"), ("&connect_timeout=9", "9")):
        store = Store(postgresql.url + own)
        with store.engine.connect() as connection:
            line = connection.connection.dbapi_connection.info.get_parameters()  # type: ignore[union-attr]
        store.close()
        assert line["connect_timeout"] == within
