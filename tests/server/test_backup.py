"""A backup is the database as it was at one moment, while games go on; it is restored whole or not at all, into any
kind of database."""

import gzip
import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from people_at import OwnDevice, become, claimed
from sqlalchemy import select, text
from stored_games import by_hand
from table_server import Server, Table, served
from waiting import PATIENCE

from ewala.cli import main
from ewala.server.composition import whole_schema
from ewala.server.platform.storage.backup import back_up
from ewala.server.platform.storage.backup_file import TableLine, read_lines
from ewala.server.platform.storage.schema import service
from ewala.server.platform.storage.store import Store, open_engine

KEPT = Path(__file__).parent / "kept_databases"


def played(server: Server, moves: int = 6) -> list[Table]:
    """A table of each game, some moves into it, and one that waits for players."""
    tables = [server.chronicles(), server.kingdom_run("KS")]
    for table in tables:
        table.play_live(moves)
    waits = server.table()
    waits.sit("K", "Anna")
    return [*tables, waits]


def contents(url: str) -> dict[str, list[Any]]:
    """Every row of a database, but for who has its lock."""
    engine = open_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in whole_schema().sorted_tables
            if table is not service
        }
    engine.dispose()
    return found


def at(folder: Path) -> str:
    return f"sqlite:///{folder / 'ewala.db'}"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_while_it_is_being_played_and_then_elsewhere(
    tmp_path: Path, kind: str, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """From each kind of database into the other; games go on there with the keys that people have."""
    source = database if kind == "postgresql" else at(tmp_path)
    with served(tmp_path, database=source) as server:
        tables, device = played(server), OwnDevice()
        token = become(server, device)
        claimed(server, token, tables[0], "O")
        assert main(["backup", str(tmp_path / "one.backup"), "--database", source]) == 0
        stored = len(contents(source)["events"])
        said = f"3 tables with {stored} events are in {tmp_path / 'one.backup'}; every table was folded.\n"
        assert capsys.readouterr().out == said
        assert (tmp_path / "one.backup").stat().st_mode & 0o777 == 0o600
        kept = contents(source)
        tables[0].play_live(2)  # what comes later is not in it
    target = at(tmp_path / "new") if kind == "postgresql" else database
    assert main(["restore", str(tmp_path / "one.backup"), "--database", target]) == 0
    assert contents(target) == kept
    with served(tmp_path / "new", database=target) as server:
        for table in tables[:2]:
            table.at(server).play_live(2)
        assert server.call("GET", "/api/me", token).status_code == 200, "the server has its own secret again"
        assert device.prove(server).status_code == 200


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_it_is_of_one_moment_though_moves_come_meanwhile(tmp_path: Path, kind: str, database: str) -> None:
    """When it has begun and no table is read yet, some go on, and one is made."""
    url = database if kind == "postgresql" else at(tmp_path)
    with served(tmp_path, database=url) as server:
        tables = played(server)
        before = Counter(row[0] for row in contents(url)["events"])
        went_on = False

        @contextmanager
        def progress(stage: str, total: int | None) -> Iterator[Any]:
            nonlocal went_on
            if stage == "reading":
                went_on = True
                for table in tables[:2]:
                    table.play_live(2)
                server.table()
            yield lambda _: None

        tally = back_up(url, tmp_path / "one.backup", whole_schema(), progress)
    assert went_on
    lines = [line for line in read_lines(tmp_path / "one.backup") if isinstance(line, TableLine)]
    assert {line.row["id"]: len(line.events) for line in lines} == before
    assert (tally.tables, tally.events, tally.damaged) == (3, sum(before.values()), {})


@pytest.fixture(scope="module")
def file(folder: Path) -> Path:
    """A backup of three tables; the database lies beside it."""
    with served(folder) as server:
        played(server, 2)
    file = folder / "one.backup"
    assert main(["backup", str(file), "--data-dir", str(folder)]) == 0
    return file


def test_a_table_that_cannot_be_read_is_passed_on_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        table = played(server, 2)[0]
    by_hand(tmp_path, "update events set body = x'7b7b' where table_id = ? and seq = 3", table.id)
    assert main(["backup", str(tmp_path / "one.backup"), "--data-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"ewala: table {table.id} cannot be read [table/unreadable]\n"
    assert main(["restore", str(tmp_path / "one.backup"), "--data-dir", str(tmp_path / "new")]) == 1
    assert contents(at(tmp_path / "new"))["events"] == contents(at(tmp_path))["events"]


def refusal(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """The code with which a command is refused, in one line."""
    capsys.readouterr()
    assert main(list(map(str, words))) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.rpartition(" ")[2].strip("[]\n")


def test_what_is_there_is_not_written_over(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, before, people = file.read_bytes(), contents(at(file.parent)), tmp_path / "people"
    with served(people) as server:
        become(server, OwnDevice())
    assert refusal(capsys, "backup", file, "--data-dir", file.parent) == "backup/exists"
    for folder in (file.parent, people):
        assert refusal(capsys, "restore", file, "--data-dir", folder) == "backup/not-empty"
    assert file.read_bytes() == whole
    assert contents(at(file.parent)) == before


def test_a_database_that_a_server_has_is_left_alone(
    file: Path, tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that a server has only set up is empty."""
    for folder, url in ((tmp_path / "a", at(tmp_path / "a")), (tmp_path / "b", database)):
        with served(folder, database=url):
            assert refusal(capsys, "restore", file, "--database", url) == "server/database-in-use"
        assert main(["restore", str(file), "--database", url]) == 0
        assert contents(url)["events"] == contents(at(file.parent))["events"]


DAMAGES: dict[str, Callable[[list[bytes]], bytes]] = {  # from the lines of a backup
    "cut": lambda lines: gzip.compress(b"".join(lines))[:200],
    "without its end": lambda lines: gzip.compress(b"".join(lines[:-1])),
    "with another name": lambda lines: gzip.compress(b"".join(lines).replace(b"Anna", b"Emma", 1)),
    "without a table": lambda lines: gzip.compress(b"".join(lines[:1] + lines[2:])),
    "with something behind": lambda lines: gzip.compress(
        b"".join(lines) + b'{"line":"rows","of":"outages","rows":[]}\n'
    ),
    "not packed": lambda lines: b"".join(lines),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_backup_is_refused_and_leaves_nothing(
    file: Path, tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    damaged = tmp_path / "damaged.backup"
    damaged.write_bytes(DAMAGES[damage](lines))
    assert refusal(capsys, "restore", damaged, "--data-dir", tmp_path / "new") == "backup/damaged"
    assert not (tmp_path / "new" / "ewala.db").exists()


def test_a_restore_that_fails_in_the_middle_leaves_nothing(
    file: Path, tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two tables of the same name, in a file that is otherwise whole: the database refuses the second."""
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    end = json.loads(lines[-1])
    again = json.loads(lines[1])
    lines = [*lines[:-1], lines[1]]
    end = {**end, "tables": end["tables"] + 1, "events": end["events"] + len(again["events"])}
    end["sha256"] = hashlib.sha256(b"".join(lines)).hexdigest()
    twice = tmp_path / "twice.backup"
    twice.write_bytes(gzip.compress(b"".join(lines) + json.dumps(end).encode() + b"\n"))
    assert refusal(capsys, "restore", twice, "--data-dir", tmp_path / "new") == "server/database"
    assert not (tmp_path / "new" / "ewala.db").exists()
    assert refusal(capsys, "restore", twice, "--database", database) == "server/database"
    engine = open_engine(database)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from pg_tables where schemaname = 'public'")).scalar() == 0
    engine.dispose()


def test_a_backup_of_an_older_schema_is_brought_up_to_date(file: Path, tmp_path: Path) -> None:
    """As a version would have written it whose tables did not know what their games are known by."""
    old, made = [], gzip.decompress(file.read_bytes()).splitlines()
    for line in map(json.loads, made[:-1]):
        if line["line"] == "ewala-backup":
            line["schema"] = "0004"
        if line["line"] == "table":
            del line["row"]["seal"], line["row"]["opening"]
        old.append(json.dumps(line).encode() + b"\n")
    end = {**json.loads(made[-1]), "sha256": hashlib.sha256(b"".join(old)).hexdigest()}
    older = tmp_path / "old.backup"
    older.write_bytes(gzip.compress(b"".join(old) + json.dumps(end).encode() + b"\n"))
    assert main(["restore", str(older), "--data-dir", str(tmp_path / "new")]) == 0
    assert contents(at(tmp_path / "new"))["events"] == contents(at(file.parent))["events"]
    Store(at(tmp_path / "new")).close()


def test_another_schema_is_not_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ewala.db").write_bytes(gzip.decompress((KEPT / "schema-3.db.gz").read_bytes()))
    assert refusal(capsys, "backup", tmp_path / "one.backup", "--data-dir", tmp_path) == "backup/schema"
    assert refusal(capsys, "backup", tmp_path / "one.backup", "--data-dir", tmp_path / "nowhere") == "server/database"
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name or path.is_dir()) == []


def test_ctrl_c_leaves_nothing_behind(file: Path, tmp_path: Path) -> None:
    """The database is locked by somebody who does not let go: the restore waits for it when it is interrupted."""
    new = tmp_path / "new"
    Store(at(new)).close()
    holder = sqlite3.connect(new / "ewala.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    command = [sys.executable, "-m", "ewala", "restore", str(file), "--data-dir", str(new)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not _has_open(running.pid, new / "ewala.db"):
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    holder.close()
    assert running.communicate(timeout=PATIENCE) == ("", "\newala: stopped\n")
    assert running.returncode == 130
    assert by_hand(new, "select * from events") == []


def _has_open(process: int, file: Path) -> bool:
    for link in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # it has been closed since it was listed
            if link.readlink() == file:
                return True
    return False
