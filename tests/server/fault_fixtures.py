"""What tests of faults share. Whoever wants it says `pytest_plugins = ["fault_fixtures"]`; a fixture of the same name
in a module goes before it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import COMPLAINTS, Disk
from postgresql import Cluster, cluster
from table_server import Server, served


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
