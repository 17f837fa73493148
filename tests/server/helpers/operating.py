"""The port for whoever runs a server, as a test asks it."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from table_server import Server, plain_client, served

SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z]+="[^"\n]*"\})? (\S+)')


def samples(text: str) -> dict[str, float]:
    """Every figure of a text for Prometheus, by name and label; whatever does not follow the format fails."""
    assert text.endswith("\n")
    found: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith(("# HELP ", "# TYPE ")):
            matched = SAMPLE.fullmatch(line)
            assert matched, line
            assert matched[1] + (matched[2] or "") not in found, line
            found[matched[1] + (matched[2] or "")] = float(matched[3])
    return found


class Operated:
    """A server's port for whoever runs it."""

    def __init__(self, tables: Server, port: int) -> None:
        self.tables = tables
        self.http = plain_client(port)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def figures(self) -> dict[str, float]:
        answer = self.get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        return samples(answer.text)


@contextmanager
def operated(folder: Path, clock: Callable[[], int] | None = None, **options: Any) -> Iterator[Operated]:
    """A server in this process, and its port."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        served(folder, clock=clock, operating=listening, **options) as server,
    ):
        made = Operated(server, listening.getsockname()[1])
        with made.http:
            yield made
