"""The key of the host's desk: made once, told once, made anew by whoever has the database, and kept nowhere."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from postgresql import Cluster
from table_server import spawned
from waiting import PATIENCE

from ewala.cli import main
from ewala.server.features.admin import AdminKey, desk_link
from ewala.server.platform.storage.store import Store, open_engine

pytest_plugins = ["fault_fixtures"]

LINK = re.compile(r"http://127\.0\.0\.1:\d+/#/desk/([\w-]{32})")


def test_of_many_who_start_together_one_is_told_the_key(postgresql: Cluster) -> None:
    Store(postgresql.url).close()
    engines = [open_engine(postgresql.url) for _ in range(6)]
    with ThreadPoolExecutor(len(engines)) as starting:
        told = [key for key in starting.map(lambda engine: AdminKey(engine).first(), engines) if key]
    assert len(told) == 1
    assert all(AdminKey(engine).opens(told[0]) for engine in engines)
    for engine in engines:
        engine.dispose()


def said_after_its_address(folder: Path) -> str:
    """What a server says until it has stopped, after the line in which it says where it is."""
    with spawned(folder) as server:
        server.http.get("/api/health").raise_for_status()  # once it answers, all has been said
        server.process.terminate()
        said, _ = server.process.communicate(timeout=PATIENCE)
        server.http.close()
    return said


def test_a_server_tells_it_at_its_first_start_alone(tmp_path: Path) -> None:
    found = LINK.search(said_after_its_address(tmp_path))
    assert found
    assert found[1].encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert LINK.search(said_after_its_address(tmp_path)) is None


def test_another_key_takes_the_place_of_the_one_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")  # as a server has it that runs
    try:
        key = AdminKey(store.engine)
        first = key.first()
        assert first
        assert key.opens(first)
        assert main(["desk", "new-key", "--data-dir", str(tmp_path), "--address", "http://127.0.0.1:9000"]) == 0
        found = LINK.search(capsys.readouterr().out)
        assert found
        assert key.opens(found[1])
        assert not key.opens(first)
        assert not key.opens("")
    finally:
        store.close()


def test_where_there_is_no_database_no_key_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "new-key", "--data-dir", str(tmp_path)]) == 1
    assert "[server/database]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_it_stands_where_no_server_hears_of_it() -> None:
    assert desk_link("https://games.example/", "key") == "https://games.example/#/desk/key"
    assert desk_link("https://games.example/club", "key") == "https://games.example/club/#/desk/key"
