"""A whole site: three servers with lines of their own to one PostgreSQL, news through a Redis, HAProxy in front with
the configuration that ships. Every part of it can be hurt."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from cut_line import CutLine, cut_line
from haproxy import haproxy, new_certificate, trusting
from operating import samples
from postgresql import Cluster, cluster
from processes import free_port
from redis_server import RedisServer, redis_server
from waiting import PATIENCE

CLOCK = Path(__file__).parent / "jumping_clock"
NODES = 3


class Node:
    """One `ewala serve`, at an address of its own."""

    def __init__(self, number: int, folder: Path, database: str, news: str, ports: tuple[int, int]) -> None:
        self.host = f"127.0.0.{11 + number}"
        self.port, self._operate = ports
        self._database = database
        self.clock = folder / f"clock-{number}"
        self.log = folder / f"server-{number}.log"
        self._folder = folder
        self._news = news
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["serve", "--host", self.host, "--port", str(self.port), "--data-dir", str(self._folder)]
        words += ["--database", self._database, "--news", self._news, "--operate", f"{self.host}:{self._operate}"]
        path = os.pathsep.join([str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH", "")])])
        environment = {**os.environ, "PYTHONPATH": path, "EWALA_TEST_CLOCK": str(self.clock)}
        command = [sys.executable, "-m", "ewala", *words, "--proxy", "127.0.0.1"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def send(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def end(self, number: int = signal.SIGKILL) -> int:
        self.send(number)
        assert self.process is not None
        return self.process.wait(PATIENCE)

    def figures(self) -> dict[str, float]:
        """What it says of itself to whoever watches it."""
        return samples(httpx.get(f"http://{self.host}:{self._operate}/metrics", timeout=PATIENCE).text)

    @property
    def is_ready(self) -> bool:
        try:
            return httpx.get(f"http://{self.host}:{self._operate}/ready", timeout=2, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    def until_ready(self) -> None:
        """One that could not start, because the database was away, is started again, as by whoever looks after it."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_ready:
            assert self.process is not None
            if self.process.poll() is not None:
                assert "[server/database]" in self.log.read_text(), self.log.read_text()[-3000:]
                self.start()
            assert time.monotonic() < deadline, self.log.read_text()[-3000:]
            time.sleep(0.05)


class Site:
    """All parts, and where to find them."""

    def __init__(
        self,
        postgresql: Cluster,
        redis: RedisServer,
        nodes: list[Node],
        lines: list[CutLine],
        front: int,
        certificate: Path,
    ) -> None:
        self.postgresql = postgresql
        self.redis = redis
        self.nodes = nodes
        self.lines = dict(zip(nodes, lines, strict=False))  # to the database, where they can be cut
        self.front = front
        self.trusting = trusting(certificate)
        self.proxy = f"https://127.0.0.1:{front}"
        self.places = [self.proxy, *(f"http://{node.host}:{node.port}" for node in nodes)]


@contextmanager
def site(folder: Path, *, straight: bool = False) -> Iterator[Site]:
    """With `straight` lines to the database nothing lies between, and none can be cut."""
    with ExitStack() as running:
        postgresql, redis = running.enter_context(cluster()), running.enter_context(redis_server())
        ports = free_port(), free_port()
        lines = [] if straight else [running.enter_context(cut_line(postgresql)) for _ in range(NODES)]
        urls = [line.url for line in lines] or [postgresql.url] * NODES
        nodes = [Node(number, folder, url, redis.url, ports) for number, url in enumerate(urls)]
        nodes[0].start()
        nodes[0].until_ready()  # it makes the schema
        for node in nodes[1:]:
            node.start()
        running.callback(_end_all, nodes)
        for node in nodes:
            node.until_ready()
        certificate = new_certificate(folder)
        front = running.enter_context(haproxy(folder, certificate, [node.host for node in nodes], *ports))
        yield Site(postgresql, redis, nodes, lines, front, certificate)


def _end_all(nodes: list[Node]) -> None:
    for node in nodes:
        if node.process is not None and node.process.poll() is None:
            node.send(signal.SIGCONT)
            node.end()
