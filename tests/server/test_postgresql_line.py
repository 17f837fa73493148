"""The line to PostgreSQL: that a host which vanishes is noticed soon, and that an URL has the last word."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from cut_line import NAME
from postgresql import Cluster
from waiting import PATIENCE

from ewala.server.platform.storage.store import Store

pytestmark = pytest.mark.long  # waits for a host that has vanished

pytest_plugins = ["fault_fixtures"]


@contextmanager
def reached_by_tcp(home: Path) -> Iterator[int]:
    """A port that leads to PostgreSQL's socket."""
    listening = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = [listening]
    threads: list[threading.Thread] = []

    def begin(what: Callable[..., None], *args: socket.socket) -> None:
        threads.append(threading.Thread(target=what, args=args, daemon=True))
        threads[-1].start()

    def forward(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                near, far = listening.accept()[0], socket.socket(socket.AF_UNIX)
                ends.extend((near, far))
                far.connect(str(home / NAME))
                begin(forward, near, far)
                begin(forward, far, near)

    begin(accept)
    try:
        yield listening.getsockname()[1]
    finally:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(PATIENCE)
        for end in ends:
            end.close()


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("", (1, 5, 2, 4, 13_000)),
        ("?keepalives_idle=60&tcp_user_timeout=90000", (1, 60, 2, 4, 90_000)),
    ],
)
def test_a_host_that_vanishes_is_noticed_within_fifteen_seconds_unless_the_url_says_otherwise(
    postgresql: Cluster, own: str, expected: tuple[int, ...]
) -> None:
    with reached_by_tcp(postgresql.home) as port:
        store = Store(f"postgresql://ewala@127.0.0.1:{port}/postgres{own}")
        try:
            with store.engine.connect() as connection:
                line = socket.socket(fileno=connection.connection.dbapi_connection.fileno())  # type: ignore[union-attr]
                found = tuple(
                    line.getsockopt(level, option)
                    for level, option in (
                        (socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                        (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE),
                        (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL),
                        (socket.IPPROTO_TCP, socket.TCP_KEEPCNT),
                        (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
                    )
                )
                line.detach()  # it is not ours to close
        finally:
            store.close()
    assert found == expected


def test_the_url_also_says_how_long_connecting_may_take(postgresql: Cluster) -> None:
    for own, within in (("", "5"), ("&connect_timeout=9", "9")):
        store = Store(postgresql.url + own)
        with store.engine.connect() as connection:
            line = connection.connection.dbapi_connection.info.get_parameters()  # type: ignore[union-attr]
        store.close()
        assert line["connect_timeout"] == within
