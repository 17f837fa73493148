"""The doctor looks at a database that is there, missing, in use, old, from the future, or nobody's to write to."""

import gzip
import json
import sqlite3
from pathlib import Path

import pytest
from postgresql import cluster
from table_server import served

from ewala.cli import main
from ewala.server.platform.storage.store import Store

KEPT = Path(__file__).parent / "kept_databases"


def examined(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, tuple[str, str]]:
    """What the doctor says, and that the exit code fits."""
    capsys.readouterr()
    code = main(["doctor", "--json", *map(str, words)])
    found = json.loads(capsys.readouterr().out)
    assert code == int(any(each["state"] == "wrong" for each in found))
    return {each["check"]: (each["state"], each["said"]) for each in found}


def test_a_line_for_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--data-dir", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert [line[9:].partition(":")[0] for line in lines] == [
        *("versions", "clock", "disk", "page", "machine code", "descriptors", "database")
    ]
    assert {line[:9].strip() for line in lines} <= {"ok", "warning", "wrong"}
    assert list(tmp_path.iterdir()) == []  # to look at a database makes none


def test_a_database_in_use_and_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        server.kingdom_run("KS")
        server.table()
        found = examined(capsys, "--data-dir", tmp_path)
    assert found["lock"] == ("ok", "a server has it")
    assert found["writing"][0] == found["schema"][0] == found["database"][0] == "ok"
    assert found["tables"][1].startswith("1 open, 1 playing; ")
    assert examined(capsys, "--data-dir", tmp_path)["lock"] == ("ok", "no server has it")
    with sqlite3.connect(tmp_path / "ewala.db") as database:
        database.execute("update tables set touched_at = touched_at + 1000000000000")
    database.close()
    assert examined(capsys, "--data-dir", tmp_path)["clock"][0] == "warning"


def test_a_database_of_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with cluster() as made:
        with served(tmp_path, database=made.url):
            found = examined(capsys, "--database", made.url)
        assert found["lock"] == ("ok", "a server has it")
        assert found["writing"][0] == "ok"
        assert "(PostgreSQL " in found["database"][1]
        assert examined(capsys, "--database", made.url)["lock"] == ("ok", "no server has it")
        made.stop()
        assert examined(capsys, "--database", made.url)["database"][0] == "wrong"
        made.start()


def test_an_older_schema_is_a_warning_and_a_newer_one_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ewala.db"
    file.write_bytes(gzip.decompress((KEPT / "schema-3.db.gz").read_bytes()))
    assert examined(capsys, "--data-dir", tmp_path)["schema"][0] == "warning"
    database = sqlite3.connect(file)
    assert database.execute("select version_num from alembic_version").fetchall() == [("0003",)]  # as it was
    database.execute("update alembic_version set version_num = '9999'")
    database.commit()
    database.close()
    assert examined(capsys, "--data-dir", tmp_path)["schema"][0] == "wrong"


def test_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ewala.db").write_text("nothing of the kind" * 100)
    assert examined(capsys, "--data-dir", tmp_path)["database"] == ("wrong", "file is not a database")


def test_a_database_that_somebody_else_keeps_locked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(f"sqlite:///{tmp_path / 'ewala.db'}").close()
    other = sqlite3.connect(tmp_path / "ewala.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert examined(capsys, "--data-dir", tmp_path)["writing"][0] == "wrong"
    other.close()
