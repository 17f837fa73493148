"""Whoever runs a server looks at its tables: listed, shown without secrets, their records kept; and closes one in the
middle of its game, of which those at it are told."""

from pathlib import Path

import pytest
from devices import greeted
from postgresql import Cluster
from stored_games import by_hand, stored_games
from table_server import Clock, Server, Table, refused, served

from ewala import read_record
from ewala.cli import main
from ewala.tables.keys import digest_of


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


def moved(table: Table) -> Table:
    table.play()
    return table


def ended(table: Table) -> Table:
    table.play_out()
    return table


def said(capsys: pytest.CaptureFixture[str], folder: Path, *words: str | Path) -> list[str]:
    capsys.readouterr()
    assert main(["tables", *map(str, words), "--data-dir", str(folder)]) == 0
    return capsys.readouterr().out.splitlines()


def test_they_are_listed_by_status_and_game(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over, playing, waits = ended(server.chronicles()), server.kingdom_run("KS"), server.table("chronicles-of-run")

    def found(*words: str) -> set[str]:
        head, *rows = said(capsys, tmp_path, "list", *words)
        assert head.split() == ["table", "status", "game", "made", "last", "used", "events"]
        return {row.split()[0] for row in rows}

    assert found() == {over.id, playing.id, waits.id}
    assert found("--status", "over") == {over.id}
    assert found("--game", "kingdom-run") == {playing.id}
    assert found("--game", "chronicles-of-run", "--status", "open") == {waits.id}
    assert len(found("--most", "2")) == 2


def test_one_is_shown_as_a_spectator_may_know_it(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One bid lies face down: it is not among what is said, and neither is any key, digest or secret."""
    table = moved(server.chronicles())
    told = said(capsys, tmp_path, "show", table.id)
    by_name = {line[:10].strip(): line[11:] for line in told}
    position = table.look(table.watch)["position"]
    assert by_name["status"] == "playing"
    assert by_name["seat O"] == "person Player O"
    assert by_name["to act"] == position["to_act"]
    assert by_name["position"] == position["text"]
    stored = stored_games(tmp_path / "ewala.db")[table.id]
    text = "\n".join(told)
    keys = [*table.keys.values(), table.host, table.watch]
    for secret in (*keys, *map(digest_of, keys), stored.secret.hex(), stored.page(stored.last).moves[-1]):
        assert secret not in text


def test_records_are_kept_whole_or_as_far_as_may_be_known(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over, playing = ended(server.chronicles()), moved(server.chronicles())
    waits, folder = server.table(), tmp_path / "records"
    assert said(capsys, tmp_path, "export", folder) == [f"2 records are in {folder}."]
    assert {file.name for file in folder.iterdir()} == {f"{over.id}.ewala", f"{playing.id}.ewala"}
    record = read_record((folder / f"{over.id}.ewala").read_text(encoding="utf-8"))
    assert record.state.to_act is None
    record.verify()
    assert (folder / f"{playing.id}.ewala").read_text(encoding="utf-8") == playing.record(playing.watch)
    assert said(capsys, tmp_path, "export", folder, over.id, waits.id) == [f"1 records are in {folder}."]


def test_a_table_that_is_not_there_and_one_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        table = server.kingdom_run("KS")
    by_hand(tmp_path, "update events set body = x'7b7b' where seq = 1")
    where = ["--data-dir", str(tmp_path)]
    for words, code in (
        (["show", "nosuchtable"], "table/unknown"),
        (["export", str(tmp_path / "records"), "nosuchtable"], "table/unknown"),
        (["show", table.id], "table/unreadable"),
        (["export", str(tmp_path / "records")], "table/unreadable"),
    ):
        assert main(["tables", *words, *where]) == 1
        assert capsys.readouterr().err.endswith(f"[{code}]\n")
    (row,) = said(capsys, tmp_path, "list")[1:]
    assert row.split()[:3] == [table.id, "playing", "?"]


def test_on_postgresql(tmp_path: Path, postgresql: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path, database=postgresql.url) as server:
        table = server.kingdom_run("KS")
        assert main(["tables", "list", "--database", postgresql.url]) == 0
        assert capsys.readouterr().out.splitlines()[1].split()[:3] == [table.id, "playing", "kingdom-run"]


NOTE = "A seat was taken by mistake."


def closed(table: Table, *words: str | Path) -> int:
    return main(["tables", "close", table.id, "--note", NOTE, *map(str, words)])


def nothing_happens_any_more(table: Table) -> None:
    seat = next(iter(table.keys))
    for path, body in (("/moves", {"move": "4>3a", "ply": 10}), ("/resign", {"seat": seat}), ("/rematch", None)):
        refused(table.call("POST", path, table.keys[seat], body=body), 409, "table/broken-off")


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
        with table.joined(host=True) as host:
            assert closed(table, "--database", postgresql.url) == 0
            assert host.happened("broken-off")["table"]["status"] == "over"
        refused(table.call("POST", "/seats/O", body={"name": "Ada"}), 409, "table/broken-off")
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
