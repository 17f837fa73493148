"""A PostgreSQL of one's own: a new cluster in a folder, reached through a socket in it, gone afterwards."""

import copy
import os
import pwd
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Self

import psycopg
from programs import program

ITS_USER = "postgres"
NUMBERS = count(1)


class Cluster:
    """A PostgreSQL server that can be stopped and started."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.url = f"postgresql://ewala@/postgres?host={home}"
        self.user = None
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            self.user = ITS_USER
            os.chown(home, pwd.getpwnam(ITS_USER).pw_uid, -1)
        self._run("initdb", "--username=ewala", "--auth=trust", "--no-sync")

    def start(self) -> None:
        options = f"-c listen_addresses= -c unix_socket_directories={self.home}"
        self._run("pg_ctl", "--wait", "--log", self.home / "log", "--options", options, "start")

    def with_new_database(self) -> Self:
        """The same server, and another database, which is empty."""
        name, other = f"number_{next(NUMBERS)}", copy.copy(self)
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        other.url = self.url.replace("/postgres?", f"/{name}?")
        return other

    def stop(self) -> None:
        self._run("pg_ctl", "--wait", "--mode=fast", "stop")

    def freeze(self) -> None:
        """Neither answers nor refuses any more."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        chief = int((self.home / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{chief}/task/{chief}/children").read_text().split()
        for process in [chief, *map(int, children)]:
            os.kill(process, number)

    def _run(self, name: str, *arguments: str | Path) -> None:
        """What it says goes nowhere: a server would hold a pipe open for as long as it lives."""
        subprocess.run(
            [Path(program("initdb")).with_name(name), "--pgdata", self.home / "data", *arguments],
            user=self.user,
            cwd="/",
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def cluster() -> Iterator[Cluster]:
    """One with an empty database, started."""
    with tempfile.TemporaryDirectory(prefix="ewala-") as folder:  # a short name: a socket's path has a limit
        made = Cluster(Path(folder))
        made.start()
        try:
            yield made
        finally:
            made.stop()
