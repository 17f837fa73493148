"""News between servers through Redis: heard at once, heard again after Redis was away, and never what happened."""

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from devices import Device, Player, greeted, heard
from postgresql import Cluster
from redis_server import RedisServer, redis_server
from starting import refused
from table_server import Server, Spawned, Table, served
from waiting import PATIENCE, until

from ewala.server.platform.bus import CHANNEL
from ewala.server.platform.storage.store import Store
from ewala.server.tables import audience, caretaker
from ewala.server.tables.room import Room
from ewala.tables.kept import Tail

pytestmark = pytest.mark.long  # several servers and a Redis

pytest_plugins = ["fault_fixtures"]

WORD = r"[a-z0-9]{10}(:[0-9]+|@[A-Z]*|\?)"  # a table with a number, with seats, or asked about


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def servers(
    tmp_path: Path, postgresql: Cluster, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Server]]:
    """Two that look at the database themselves only when they have just begun to hear the other."""
    monkeypatch.setattr(caretaker, "HEADS_EVERY", 2 * PATIENCE)
    with ExitStack() as running:
        yield [running.enter_context(served(tmp_path, database=postgresql.url, news=redis.url)) for _ in range(2)]


def seen_at(table: Table, server: Server) -> Table:
    return Table(server, table.id, table.host, table.watch, table.keys)


def caught_up(device: Device, seq: int) -> None:
    device.until(lambda frame: heard(frame) >= seq)


def bid(table: Table) -> int:
    """The first move, which lies face down; its number."""
    position = table.look(*table.keys.values())["position"]
    body = {"move": position["moves"][0], "ply": position["ply"]}
    return int(table.do("POST", "/moves", table.keys[position["to_act"]], body=body)["seq"])


def test_a_move_at_one_is_heard_of_at_the_other(servers: list[Server]) -> None:
    table = servers[0].chronicles()
    with seen_at(table, servers[1]).device() as device:
        greeted(device)
        caught_up(device, bid(table))


def test_what_is_said_while_the_last_is_being_read_is_not_missed(
    servers: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, said, goes_on = threading.Event(), threading.Event(), threading.Event()
    tails, may_have_grown = Store.tails, Room.may_have_grown

    def slow_tails(store: Store, wanted: list[tuple[str, int]]) -> list[Tail | None]:
        found = tails(store, wanted)
        read.set()
        assert goes_on.wait(PATIENCE)
        return found

    def noted(room: Room, seq: int) -> None:
        may_have_grown(room, seq)
        if read.is_set():
            said.set()

    table = servers[0].chronicles()
    with seen_at(table, servers[1]).device() as device:
        greeted(device)
        device.caught_up()
        monkeypatch.setattr(Store, "tails", slow_tails)
        monkeypatch.setattr(Room, "may_have_grown", noted)
        bid(table)
        assert read.wait(PATIENCE)
        last = bid(table)
        assert said.wait(PATIENCE)
        goes_on.set()
        caught_up(device, last)


def test_who_has_a_device_at_the_other_is_there(servers: list[Server]) -> None:
    table = servers[0].chronicles()
    with table.device("O") as ada:
        greeted(ada)
        with seen_at(table, servers[1]).device("C"):
            ada.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O", "C"])
        ada.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O"])


def test_what_was_stored_while_redis_was_away_is_found_when_it_is_back(
    servers: list[Server], redis: RedisServer
) -> None:
    table = servers[0].chronicles()
    with seen_at(table, servers[1]).device() as device:
        greeted(device)
        redis.stop()
        seq = bid(table)
        redis.start()
        caught_up(device, seq)
        caught_up(device, bid(table))


def test_who_came_while_redis_was_away_is_there_when_it_is_back(
    servers: list[Server], redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "TELL_EVERY", 2 * PATIENCE)
    table = servers[0].chronicles()
    there = seen_at(table, servers[1])
    with table.device("O") as ada, there.device() as spectator:
        for device in (ada, spectator):
            greeted(device)
        spectator.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O"])
        redis.stop()
        with there.device("C") as bo:
            greeted(bo)
            redis.start()
            ada.until(lambda frame: frame["type"] == "presence" and frame["online"] == ["O", "C"])


def test_on_the_bus_are_tables_and_numbers_and_never_what_happened(servers: list[Server], redis: RedisServer) -> None:
    told: list[str] = []
    with redis.client() as client, client.pubsub(ignore_subscribe_messages=True) as line:
        line.subscribe(CHANNEL)
        assert line.get_message(timeout=PATIENCE) is None  # that we listen now

        def listen() -> None:
            for message in line.listen():
                told.append(message["data"].decode())
                if told[-1] == "enough":
                    return

        listening = threading.Thread(target=listen)
        listening.start()
        table = servers[0].chronicles()
        with table.device("O") as ada, seen_at(table, servers[1]).device("C") as bo:
            for device in (ada, bo):
                greeted(device)
            assert ada.ask("say", seat="O", text="Hello")["type"] == "done"
            caught_up(bo, bid(table))
        client.publish(CHANNEL, "enough")
        listening.join(PATIENCE)
    assert any(f"{table.id}:" in text for text in told)
    assert any(f"{table.id}@C" in text for text in told)
    assert [text for text in told[:-1] if not re.fullmatch(rf"[0-9a-f]{{8}}( {WORD})+", text)] == []


def test_workers_hear_of_each_other_through_redis(tmp_path: Path, postgresql: Cluster, redis: RedisServer) -> None:
    server = Spawned(tmp_path, database=postgresql.url, more=["--workers", "2", "--news", redis.url])
    try:
        with redis.client() as client:
            until(lambda: client.pubsub_numsub(CHANNEL)[0][1] == 2)
        table = server.chronicles()
        with ExitStack() as open_:
            watching = [open_.enter_context(table.device()) for _ in range(6)]
            with table.device(*table.keys) as playing:
                result = Player(playing, 4).play()
            for device in watching:
                assert device.until(lambda frame: bool(frame.get("result")))["result"] == result
    finally:
        assert server.stop() == 0


def test_an_address_that_is_none_of_a_redis_is_refused(tmp_path: Path, postgresql: Cluster) -> None:
    said = refused("--port", "0", "--data-dir", str(tmp_path), "--database", postgresql.url, "--news", "localhost")
    assert "[server/news]" in said


def test_where_there_is_one_process_there_is_no_news(tmp_path: Path) -> None:
    said = refused("--port", "0", "--data-dir", str(tmp_path), "--news", "redis://127.0.0.1")
    assert "[server/news]" in said
    assert "SQLite" in said
