"""Servers, databases and services for these tests. What lies in helpers/ is imported by its name."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from faults import COMPLAINTS, Disk
from mail_server import MailServer, mail_server
from people_at import OwnDevice, become
from postgresql import Cluster, cluster
from push_service import PushService, push_service
from table_server import Clock, Server, served
from waiting import PATIENCE

from ewala.server.platform import bus
from ewala.server.platform.bus import Bus
from ewala.server.tables import maintenance


@pytest.fixture(scope="module")
def clock() -> Clock:
    """Time that stands until a test moves it; a server has it if its module names it in `SERVED`."""
    return Clock()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `server` keeps its database."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, folder: Path) -> Iterator[Server]:
    """One for all tests of a module; how it is started, the module says in `SERVED`."""
    with served(folder, **_options(request)) as running:
        yield running


@pytest.fixture
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """One at which nobody has been; a module whose tests need that has it as its `server`."""
    with served(tmp_path, **_options(request)) as running:
        yield running


def _options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a module says in `SERVED`; a name of a fixture stands for what that gives."""
    options: dict[str, Any] = getattr(request.module, "SERVED", {})
    return {name: request.getfixturevalue(name) if value is ... else value for name, value in options.items()}


@pytest.fixture
def ada(server: Server) -> str:
    """What somebody shows who has a place there."""
    return become(server, OwnDevice())


# --- Disks and databases


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def faulty(tmp_path: Path, disk: Disk) -> Iterator[Server]:
    """A server on that disk."""
    with served(tmp_path, complaints=COMPLAINTS) as running:
        yield running


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture(scope="module")
def postgresql(_cluster: Cluster) -> Cluster:
    """PostgreSQL with an empty database for the tests of a module. Who stops it starts it again."""
    return _cluster.with_new_database()


@pytest.fixture
def database(_cluster: Cluster) -> str:
    """The URL of an empty database of one's own."""
    return _cluster.with_new_database().url


@pytest.fixture
def deaf(tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    """Two servers that hear nothing of each other, and do not look by themselves."""
    monkeypatch.setattr(bus, "PostgresqlBus", lambda engine: Bus())
    monkeypatch.setattr(maintenance, "HEADS_EVERY", 2 * PATIENCE)
    with ExitStack() as running:
        yield [
            running.enter_context(served(tmp_path, database=postgresql.url, complaints=COMPLAINTS)) for _ in range(2)
        ]


# --- Services that a server asks


@pytest.fixture(scope="module")
def post() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def mail(post: MailServer) -> str:
    """The address by which a server that names it in `SERVED` sends mail."""
    return post.url


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running
