"""How much processor time a database and a bus have used, where they run on this machine and say so."""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PARENT, OWN, CHILDREN = 1, slice(11, 13), slice(13, 15)  # places behind a process's name in its `stat`


class PostgresqlTime:
    """Of all its processes together, those that have ended among them."""

    def __init__(self, connection: Connection) -> None:
        """A connection's process is a child of the one that has all others."""
        session = _stat(int(connection.execute(text("SELECT pg_backend_pid()")).scalar_one()))
        self._chief = int(session[PARENT]) if session else None
        self._connection = connection

    def written(self) -> int:
        """Bytes of its log so far: what is on disk before a commit is acknowledged."""
        return int(self._connection.execute(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")).scalar_one())

    def seconds(self) -> float | None:
        """None where it does not run on this machine, or the machine does not say."""
        chief = _stat(self._chief) if self._chief else None
        if chief is None:
            return None
        children = Path(f"/proc/{self._chief}/task/{self._chief}/children").read_text().split()
        found = [chief[OWN], chief[CHILDREN], *(stat[OWN] for child in children if (stat := _stat(int(child))))]
        return sum(int(ticks) for part in found for ticks in part) / TICKS


class RedisTime:
    """Redis counts it itself."""

    def __init__(self, url: str) -> None:
        import redis

        self._redis: Any = redis.Redis.from_url(url)

    def seconds(self) -> float | None:
        used = self._redis.info("cpu")
        return float(used["used_cpu_sys"]) + float(used["used_cpu_user"])


def _stat(process: int) -> list[str] | None:
    """What Linux says of a process, behind its name, which may hold anything; nothing elsewhere, or if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(") ")[2].split()
    except OSError:
        return None
