"""What a PostgreSQL has of each table: held against what people were told, and against a copy that was restored."""

import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg

from ewala.tables.events import Moved, decode_event

COPY = "restored"
# Of each table of a database: its last event, and a digest of all up to there.
DIGESTS = "SELECT table_id, max(seq), md5(string_agg(md5(body::text), '' ORDER BY seq)) FROM events GROUP BY table_id"
UP_TO = """
    SELECT table_id, max(seq), md5(string_agg(md5(body::text), '' ORDER BY seq))
    FROM events JOIN unnest(%s::text[], %s::int[]) AS head (id, last) ON table_id = id AND seq <= last GROUP BY table_id
"""


@dataclass(frozen=True)
class Restored:
    """How much a restored database has, and what is not as it should be."""

    tables: int
    events: int
    differences: list[str]


def missing_or_doubled(url: str, made: Mapping[str, Sequence[str]]) -> list[str]:
    """Each move that was acknowledged is there exactly once; `made` has their names, by the table's path."""
    stored: dict[str, Counter[str]] = {}
    with psycopg.connect(url) as connection, connection.cursor("events") as rows:
        rows.itersize = 5000
        for table, body in rows.execute("SELECT table_id, body FROM events"):
            event = decode_event(body)
            if isinstance(event, Moved):
                stored.setdefault(table, Counter())[event.client] += 1
    return [
        f"{path}: the move {name!r} was acknowledged and is there {times} times"
        for path, names in made.items()
        for name in names
        if (times := stored.get(path.rpartition("/")[2], Counter())[name]) != 1
    ]


def heads(url: str) -> dict[str, int]:
    """The last event of every table."""
    with psycopg.connect(url) as connection:
        return dict(connection.execute("SELECT table_id, max(seq) FROM events GROUP BY table_id").fetchall())


def restored_copy(url: str, file: Path, say: Callable[[str], None]) -> str:
    """Where everything was restored to, by the commands that one gives; both fold every table. "" if one failed."""
    copy = url.replace("/postgres?", f"/{COPY}?")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {COPY}")
    for command in (["backup", str(file), "--database", url], ["restore", str(file), "--database", copy]):
        words = [sys.executable, "-m", "ewala", *command]
        done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        say(f"ewala {command[0]}: {(done.stdout + done.stderr).strip().splitlines()[-1]}")
        if done.returncode:
            return ""
    return copy


def compare_restored(url: str, copy: str, before: Mapping[str, int]) -> Restored:
    """The copy has at least what there was `before` the backup, and of every table what the first database has up to
    there, to the byte."""
    with psycopg.connect(copy) as connection:
        copied = {table: (last, digest) for table, last, digest in connection.execute(DIGESTS)}
    tables, lasts = list(copied), [last for last, _ in copied.values()]
    with psycopg.connect(url) as connection:
        stored = {table: (last, digest) for table, last, digest in connection.execute(UP_TO, (tables, lasts))}
    differences = [
        f"table {table} was at event {last} before the backup, and is at {copied.get(table, (0, ''))[0]} in it"
        for table, last in before.items()
        if copied.get(table, (0, ""))[0] < last
    ]
    differences += [f"table {table} is not the same in the copy" for table in tables if copied[table] != stored[table]]
    return Restored(len(tables), sum(lasts), differences)


def copied(url: str, database: Path) -> None:
    """What PostgreSQL holds of games, where a witness can read it."""
    kept = {"tables": "id, secret", "seat_keys": "table_id, seat, digest", "events": "table_id, seq, body"}
    with psycopg.connect(url) as connection, closing(sqlite3.connect(database)) as copy, copy:
        for name, columns in kept.items():
            copy.execute(f"CREATE TABLE {name} ({columns})")
            rows = connection.execute(f"SELECT {columns} FROM {name}").fetchall()
            copy.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(columns.split(',')))})", rows)
