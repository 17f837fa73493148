"""A Redis of one's own: reached through a socket in a folder, gone afterwards."""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from programs import program
from waiting import PATIENCE


class RedisServer:
    """A Redis that can be stopped and started. It keeps nothing."""

    def __init__(self, home: Path) -> None:
        self.socket = home / "redis"
        self.url = f"unix://{self.socket}"
        self._log = home / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {"--port": "0", "--unixsocket": str(self.socket), "--save": "", "--logfile": str(self._log)}
        words = [word for option in options.items() for word in option]
        self._process = subprocess.Popen([program("redis-server"), *words], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        with self.client() as client:
            while not self._answers(client):
                assert self._process.poll() is None, self._log.read_text()
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._process = None

    def client(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.socket))

    @staticmethod
    def _answers(client: redis.Redis) -> bool:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """One that runs."""
    with tempfile.TemporaryDirectory(prefix="ewala-") as folder:  # a short name: a socket's path has a limit
        server = RedisServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
