"""Whoever runs a server closes a table in the middle of its game: those at it are told, and nothing more happens."""

from pathlib import Path

import pytest
from devices import greeted
from postgresql import Cluster
from table_server import Clock, Table, served

from ewala.cli import main

pytest_plugins = ["fault_fixtures"]

NOTE = "A seat was taken by mistake."


def closed(table: Table, *words: str | Path) -> int:
    return main(["tables", "close", table.id, "--note", NOTE, *map(str, words)])


def nothing_happens_any_more(table: Table) -> None:
    seat = next(iter(table.keys))
    for path, body in (
        ("/moves", {"move": "4>3a", "ply": 10}),
        ("/resign", {"seat": seat}),
        ("/rematch", None),
    ):
        refused = table.call("POST", path, table.keys[seat], body=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "table/broken-off"), path


def test_at_postgresql_a_running_server_tells_those_at_the_table(
    tmp_path: Path, postgresql: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        table = server.chronicles(clock={"kind": "real-time", "seconds": 60, "increment": 5})
        with table.device(*table.keys) as player, table.device(language="nl") as spectator:
            for device in (player, spectator):
                greeted(device)
            assert closed(table, "--database", postgresql.url) == 0
            told = player.happened("broken-off")
            assert told["words"] == f"Whoever runs the server has closed this table: {NOTE}"
            assert told["table"]["status"] == "over"
            assert (told["result"]["winners"], told["result"]["ending"]) == ([], "broken-off")
            assert told["position"].get("to_act") is None
            assert spectator.happened("broken-off")["words"].endswith(f"tafel gesloten: {NOTE}")
        nothing_happens_any_more(table)
        assert closed(table, "--database", postgresql.url) == 1
        assert "[table/broken-off]" in capsys.readouterr().err


def test_one_that_waits_for_players_is_closed_too(tmp_path: Path, postgresql: Cluster) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        table = server.table("chronicles-of-run", listed=True)
        with table.device(host=True) as host:
            greeted(host)
            assert closed(table, "--database", postgresql.url) == 0
            assert host.happened("broken-off")["table"]["status"] == "over"
        refused = table.call("POST", "/seats/O", body={"name": "Ada"})
        assert (refused.status_code, refused.json()["code"]) == (409, "table/broken-off")
        assert table.id not in [row["id"] for row in server.call("GET", "/api/tables").json()]


def test_a_file_is_its_servers_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        table = server.chronicles()
        table.seat_to_act()
        assert closed(table, "--data-dir", tmp_path) == 1
        assert "[server/database-in-use]" in capsys.readouterr().err
        assert table.look(table.watch)["table"]["status"] == "playing"
    assert closed(table, "--data-dir", tmp_path) == 0
    with served(tmp_path, clock=clock) as server:
        table.server = server
        assert table.look(table.watch)["table"]["status"] == "over"
        nothing_happens_any_more(table)


def test_one_that_is_not_there_or_a_note_that_is_too_long_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        table = server.chronicles()
    assert main(["tables", "close", "nosuchtab2", "--data-dir", str(tmp_path)]) == 1
    assert "[table/unknown]" in capsys.readouterr().err
    assert main(["tables", "close", table.id, "--note", "x" * 201, "--data-dir", str(tmp_path)]) == 1
    assert "[setup/note]" in capsys.readouterr().err
