"""Whoever runs a server looks at its tables while it runs: listed, shown without secrets, their records kept."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from devices import Player
from postgresql import cluster
from stored_games import stored_games
from table_server import Server, Table, served

from ewala import read_record
from ewala.cli import main
from ewala.tables.keys import digest_of


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def play(table: Table, moves: int | None = None) -> Table:
    """To its end, or so many moves and not one more."""
    for _ in range(moves or 0):
        position = table.look(*table.keys.values())["position"]
        body = {"move": position["moves"][0], "ply": position["ply"]}
        table.do("POST", "/moves", table.keys[position["to_act"]], body=body)
    if moves is None:
        with table.device(*table.keys) as device:
            Player(device, 1).play()
    return table


def said(capsys: pytest.CaptureFixture[str], folder: Path, *words: str | Path) -> list[str]:
    capsys.readouterr()
    assert main(["tables", *map(str, words), "--data-dir", str(folder)]) == 0
    return capsys.readouterr().out.splitlines()


def test_they_are_listed_by_status_and_game(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over, playing, waits = play(server.chronicles()), server.kingdom_run("KS"), server.table("chronicles-of-run")

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
    table = play(server.chronicles(), 1)
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
    over, playing = play(server.chronicles()), play(server.chronicles(), 1)
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
    with sqlite3.connect(tmp_path / "ewala.db") as database:
        database.execute("update events set body = x'7b7b' where seq = 1")
    database.close()
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


def test_on_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with cluster() as made, served(tmp_path, database=made.url) as server:
        table = server.kingdom_run("KS")
        assert main(["tables", "list", "--database", made.url]) == 0
        assert capsys.readouterr().out.splitlines()[1].split()[:3] == [table.id, "playing", "kingdom-run"]
