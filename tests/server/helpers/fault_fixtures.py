"""What tests of faults share. Whoever wants it says `pytest_plugins = ["fault_fixtures"]`; a fixture of the same name
in a module goes before it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from faults import COMPLAINTS, Disk
from postgresql import Cluster, cluster
from table_server import Server, served
from waiting import PATIENCE

from ewala.server.platform import bus
from ewala.server.platform.bus import Bus
from ewala.server.tables import caretaker


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, disk: Disk) -> Iterator[Server]:
    """One on that disk."""
    with served(tmp_path, complaints=COMPLAINTS) as server:
        yield server


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture
def deaf(tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    """Two servers that hear nothing of each other, and do not look by themselves."""
    monkeypatch.setattr(bus, "PostgresqlBus", lambda engine: Bus())
    monkeypatch.setattr(caretaker, "HEADS_EVERY", 2 * PATIENCE)
    with ExitStack() as running:
        yield [
            running.enter_context(served(tmp_path, database=postgresql.url, complaints=COMPLAINTS)) for _ in range(2)
        ]
