"""What is asked for by names that cannot be, and reading while the database does not answer."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from postgresql import cluster
from table_server import Server, Spawned, served

NAMES = ["%00", "x", "0" * 31, "0" * 33, "G" * 32, "ADF14EF6DCD29A69B4529D9F1CC45D78", "0" * 31 + "%0A"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("reading")) as running:
        yield running


@pytest.mark.parametrize("what", ["", "/record"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_no_analysis_has_is_not_found(server: Server, name: str, what: str) -> None:
    answer = server.call("GET", f"/api/analyses/{name}{what}")
    assert (answer.status_code, answer.json()["code"]) == (404, "analysis/unknown")


def test_a_name_with_a_zero_in_it_is_not_found_on_postgresql(tmp_path: Path) -> None:
    with cluster() as postgresql, served(tmp_path, database=postgresql.url) as server:
        assert server.call("GET", "/api/analyses/%00").status_code == 404


def test_what_cannot_be_read_now_is_answered_so(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    try:
        assert _asked(server) == (404, "analysis/unknown")
        _rename(tmp_path, "analyses", "elsewhere")
        assert _asked(server) == (503, "server/storage")
        _rename(tmp_path, "elsewhere", "analyses")
        assert _asked(server) == (404, "analysis/unknown")
    finally:
        server.stop()
    (complaint,) = server.complaints.read_text().splitlines()
    assert "no such table" in complaint


def test_a_game_is_not_analysed_while_the_database_cannot_say_whether_it_is_being_played(tmp_path: Path) -> None:
    server = Spawned(tmp_path)
    try:
        table = server.chronicles()
        table.do("POST", "/resign", table.keys["O"], body={})
        text = table.record(table.watch)
        _rename(tmp_path, "tables", "elsewhere")
        refused = server.call("POST", "/api/analyses", body={"text": text})
        assert (refused.status_code, refused.json()["code"]) == (503, "server/storage")
        _rename(tmp_path, "elsewhere", "tables")
        assert server.call("POST", "/api/analyses", body={"text": text}).status_code == 200
    finally:
        server.stop()
    for complaint in server.complaints.read_text().splitlines():
        assert "no such table" in complaint


def _asked(server: Server) -> tuple[int, str]:
    answer = server.call("GET", f"/api/analyses/{'0' * 32}")
    return answer.status_code, answer.json()["code"]


def _rename(folder: Path, before: str, after: str) -> None:
    """Somebody else works on the database."""
    with closing(sqlite3.connect(folder / "ewala.db")) as database:
        database.execute(f"ALTER TABLE {before} RENAME TO {after}")
        database.commit()
