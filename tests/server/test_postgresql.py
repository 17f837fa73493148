"""The same server on PostgreSQL: whole games, restarts of either, and what it says of a database it cannot use."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from devices import Player
from postgresql import Cluster, cluster
from starting import refused
from table_server import Server, Table, served

import ewala
from ewala.server.store import Store


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


def begin(server: Server, moves: int) -> list[Table]:
    """A table of each game, some moves into it."""
    tables = [server.chronicles(), server.kingdom_run("KSFG")]
    for table in tables:
        with table.device(*table.keys) as device:
            player = Player(device, 1)
            while len(player.made) < moves:
                player.answer(device.next())
    return tables


def play_out(table: Table) -> None:
    """To the end; and the record is the game that was played."""
    with table.device(*table.keys) as device:
        result = Player(device, 2).play()
    record = ewala.read_record(table.record(table.watch))
    record.verify()
    assert record.state.scores() == result["scores"]


def test_games_go_on_after_a_restart_of_the_server(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        tables = begin(server, 5)
        before = [table.look(*table.keys.values()) for table in tables]
    assert list(tmp_path.glob("*.db")) == [], "nothing is kept beside the database"
    with served(tmp_path, database=postgresql.url) as server:
        tables = [Table(server, table.id, table.host, table.watch, dict(table.keys)) for table in tables]
        assert [table.look(*table.keys.values()) for table in tables] == before
        for table in tables:
            play_out(table)


def test_games_go_on_after_a_restart_of_postgresql(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        tables = begin(server, 3)
        postgresql.stop()
        postgresql.start()
        for table in tables:
            play_out(table)


def test_old_tables_are_removed_with_all_that_hangs_on_them(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        first, second = server.chronicles(), server.chronicles()
        events = first.look(first.watch)["seq"]
    store = Store(postgresql.url)
    loaded = store.load(first.id)
    assert loaded is not None
    assert len(loaded.events) == events
    assert {first.id, second.id} <= set(store.remove_untouched(2**62, 2**62))
    assert store.load(first.id) is None
    assert store.playing() == []
    store.engine.dispose()


def test_a_postgresql_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    url = f"postgresql://ewala:secret@/postgres?host={tmp_path}"
    said = refused("--port", "0", "--data-dir", str(tmp_path), "--database", url)
    assert "[server/database]" in said
    assert "secret" not in said
