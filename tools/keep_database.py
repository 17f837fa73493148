"""Keep a database as this version writes it, with people, games, ratings and an evening, for later versions to open.

    python tools/keep_database.py          into tests/server/kept_databases, called by its schema

Beside it lies what opens it: keys and codes, by what they are for. One that is kept stays as it was written at the
time: it is not made again.
"""

import gzip
import json
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "server" / "helpers")]

from club import open_evening  # noqa: E402
from lived_in import done, live  # noqa: E402
from mail_server import mail_server  # noqa: E402
from people_at import OwnDevice, become  # noqa: E402
from table_server import Clock, Server, served  # noqa: E402

from ewala.server.platform.storage.revisions import newest_revision  # noqa: E402

KEPT = ROOT / "tests" / "server" / "kept_databases"
PROFILE = {"name": "Ada", "portrait": "figure-sorcerer light-night", "language": "fr"}


def lived_in(server: Server, clock: Clock) -> dict[str, Any]:
    """Let people live at a server; what one needs to find them there again."""
    ada, bo = (become(server, OwnDevice(), name) for name in ("Ada", "Bo"))
    done(server, "PUT", "/api/me", ada, body=PROFILE)
    tables = live(server, clock, ada, bo)
    evening = open_evening(server, game="chronicles-of-run", rounds=2)
    for name in ("Ada", "Bo", "Cleo"):
        evening.come(name)
    evening.begin_round()
    evening.play_all()
    evening.begin_round()
    return {
        "person": done(server, "GET", "/api/me", ada)["person"],
        "profile": PROFILE,
        "recovery": done(server, "POST", "/api/me/recovery", ada)["code"],
        "tables": {name: {"id": table.id, "keys": table.keys} for name, table in tables.items()},
        "evening": {"id": evening.id, "organiser": evening.key, "guests": list(evening.keys.values())},
        "at": clock(),
    }


def main() -> int:
    name = f"schema-{int(newest_revision())}"
    file, beside = KEPT / f"{name}.db.gz", KEPT / f"{name}.json"
    if file.exists():
        sys.stderr.write(f"{file.relative_to(ROOT)} is there already, as it was written at the time\n")
        return 1
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        with (
            mail_server() as post,
            served(Path(folder), clock=clock, mail=post.url, mail_from="ewala@club.example") as server,
        ):
            known = lived_in(server, clock)
        whole = Path(folder) / "whole.db"
        connection = sqlite3.connect(Path(folder) / "ewala.db")
        connection.execute("VACUUM INTO ?", (str(whole),))
        connection.close()
        file.write_bytes(gzip.compress(whole.read_bytes(), mtime=0))
    beside.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"kept: {file.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
